//! The command line of `tengen`: which words select which tool. Each tool owns its own arguments.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use super::arena::command::MatchArgs;
use super::arena::{command, process};
use super::outcome::{BAD_INPUT, Outcome, ToolError, complain, exit_code};
use super::{
    analyze, check, convert, data, forbidden, judge, openings, package, play, review, selfplay,
    solve, train, trial, tune,
};
use crate::engine::bench;

/// Tengen's toolbox: matches, solving and analysing Gomoku positions.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Tells all that is known of a position
    Analyze(Box<analyze::Args>),
    /// Plays against you in the terminal
    Play(play::Args),
    /// Annotates a game move by move
    Review(review::Args),
    /// Turns games from one form of file into another
    Convert(convert::Args),
    /// Prints balanced openings
    Openings(openings::Args),
    /// Searches fixed positions and prints a signature, as the brain does
    Bench,
    /// Plays games of the engine against itself, for training
    Selfplay(selfplay::Args),
    /// Counts, mixes or prints self-play games
    #[command(subcommand)]
    Data(data::Command),
    /// Fits the evaluation's tables to self-play games
    Train(train::Args),
    /// Plays two sets of weights, or of the search's numbers, against each other
    Trial(trial::Args),
    /// Moves the search's numbers to where games say that they are better
    Tune(tune::Args),
    /// Plays games between engines that speak the Gomocup protocol
    Match(Box<MatchArgs>),
    /// Walks any brain through the protocol and says what it does not keep
    Check(check::Args),
    /// Packs the Windows program for Gomocup
    Package(package::Args),
    /// Runs an engine that must not outlive the match runner.
    #[command(hide = true)]
    GuardChild {
        #[arg(long)]
        stderr: Option<OsString>,
        program: OsString,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Lists the points that Black may not play in renju
    Forbidden(forbidden::Args),
    /// Says what the last stone of each game did: win, foul or neither
    Judge(judge::Args),
    /// Finds forced wins by continuous fours or threats
    Solve(solve::Args),
}

/// Runs the tool that the process arguments name.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = match cli.command {
        Command::Match(args) => return command::run(&args),
        Command::GuardChild {
            stderr,
            program,
            arguments,
        } => return process::guard::run(&program, &arguments, stderr.as_ref()),
        Command::Selfplay(args) => return finish(selfplay::run(&args)),
        Command::Data(command) => return finish(data::run(&command, &mut out)),
        Command::Train(args) => return finish(train::run(&args)),
        Command::Trial(args) => return finish(trial::run(&args)),
        Command::Tune(args) => return finish(tune::run(&args, &mut out)),
        Command::Analyze(args) => analyze::run(&args, &mut out),
        Command::Play(args) => play::run(&args, &mut out),
        Command::Review(args) => review::run(&args, &mut out),
        Command::Convert(args) => convert::run(&args),
        Command::Openings(args) => openings::run(&args, &mut out),
        Command::Bench => writeln!(out, "{}", bench::run())
            .map(|()| Outcome::Done)
            .map_err(ToolError::from),
        Command::Forbidden(args) => forbidden::run(&args, &mut out),
        Command::Judge(args) => judge::run(&args, &mut out),
        Command::Solve(args) => solve::run(&args, &mut out),
        Command::Check(args) => check::run(&args, &mut out),
        Command::Package(args) => package::run(&args, &mut out),
    };
    exit_code(result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    }))
}

/// The exit status of a tool of the training pipeline, after one line on standard error if it failed.
fn finish(result: Result<(), impl std::fmt::Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader that has gone needs no help any more.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(BAD_INPUT)
        }
        _ => {
            complain(&one_line(&error.to_string()));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// The first paragraph of a message as one line: usage and hints follow in later ones.
fn one_line(message: &str) -> String {
    let words: Vec<&str> = message
        .lines()
        .take_while(|line| !line.trim().is_empty())
        .map(str::trim)
        .collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
