//! The match runner: plays engines against each other and says which is stronger.
//!
//! It knows engines only as processes that speak the protocol, and judges games by `board` alone, so
//! that a bug of the search cannot hide a bug of the rules. An engine that crashes, hangs, answers
//! late or breaks the rules loses one game, with the reason on record, and the match goes on.
//!
//! From the outside in: [`command`] reads the arguments, `runner` plays the schedule with its
//! workers, `game` plays one game, `engine` is a player in it, [`process`] a running program.

mod adjudicate;
mod client;
mod clock;
pub mod command;
mod engine;
mod game;
mod openings;
pub mod process;
mod progress;
mod record;
mod referee;
mod report;
mod runner;
mod schedule;
mod spec;
mod standings;
mod stats;
mod traffic;
