//! The match runner: plays engines against each other and says which is stronger.
//!
//! It knows engines only as processes that speak the protocol, and judges games by `board` alone, so
//! that a bug of the search cannot hide a bug of the rules. An engine that crashes, hangs, answers
//! late or breaks the rules loses one game, with the reason on record, and the match goes on.
//!
//! From the outside in: [`command`] reads the arguments, `runner` plays the schedule with its
//! workers, `game` plays one game, `engine` is a player in it, [`process`] a running program.

pub mod adjudicate;
pub mod client;
pub mod clock;
pub mod command;
pub mod engine;
pub mod game;
pub mod openings;
pub mod process;
pub mod progress;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod standings;
pub mod stats;
pub mod traffic;
