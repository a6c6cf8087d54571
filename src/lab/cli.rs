//! The command line of `tengen`: which words select which tool. Each tool owns its own arguments.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tengen's toolbox: matches, solving and analysing Gomoku positions.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {}

/// Runs the tool that the process arguments name.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {}
}
