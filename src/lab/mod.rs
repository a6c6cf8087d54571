//! The toolbox: match runner, protocol check, positions judged in batches. Never part of the brain.

#![forbid(unsafe_code)]

mod analyze;
pub mod arena;
pub mod check;
pub mod choice;
pub mod cli;
mod convert;
pub mod data;
mod forbidden;
pub mod games;
mod html;
mod judge;
mod openings;
mod outcome;
pub mod package;
mod pairs;
mod play;
mod positions;
mod review;
pub mod selfplay;
mod solve;
pub mod train;
pub mod trial;
mod tsv;
pub mod tune;
mod workers;
