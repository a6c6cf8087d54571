//! The command line of `tengen`: which words select which tool. Each tool owns its own arguments.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::{data, selfplay, train, trial};

/// Tengen's toolbox: matches, solving and analysing Gomoku positions.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays games of the engine against itself, for training
    Selfplay(selfplay::Args),
    /// Counts, mixes or prints self-play games
    #[command(subcommand)]
    Data(data::Command),
    /// Fits the evaluation's tables to self-play games
    Train(train::Args),
    /// Plays two sets of weights against each other
    Trial(trial::Args),
}

/// Runs the tool that the process arguments name.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Command::Selfplay(args) => finish(selfplay::run(&args)),
        Command::Data(command) => finish(data::run(&command, &mut std::io::stdout().lock())),
        Command::Train(args) => finish(train::run(&args)),
        Command::Trial(args) => finish(trial::run(&args)),
    }
}

/// The exit status of a tool, after one line on standard error if it failed.
fn finish(result: Result<(), impl std::fmt::Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            selfplay::progress(&format!("tengen: {error}"));
            ExitCode::from(2)
        }
    }
}
