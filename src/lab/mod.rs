//! The toolbox: match runner, protocol check, positions judged in batches. Never part of the brain.

#![forbid(unsafe_code)]

pub mod cli;
mod forbidden;
mod judge;
mod outcome;
mod positions;
mod solve;
mod tsv;
