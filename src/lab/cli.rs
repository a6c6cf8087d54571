//! The command line of `tengen`: which words select which tool. Each tool owns its own arguments.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::arena::command::MatchArgs;
use super::arena::{command, process};

/// Tengen's toolbox: matches, solving and analysing Gomoku positions.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Match(Box<MatchArgs>),
    /// Runs an engine that must not outlive the match runner.
    #[command(hide = true)]
    GuardChild {
        #[arg(long)]
        stderr: Option<OsString>,
        program: OsString,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Runs the tool that the process arguments name.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Command::Match(args) => command::run(&args),
        Command::GuardChild {
            stderr,
            program,
            arguments,
        } => process::guard::run(&program, &arguments, stderr.as_ref()),
    }
}
