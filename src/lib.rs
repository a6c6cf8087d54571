//! Tengen, a Gomoku engine for the Piskvork/Gomocup protocol.
//!
//! The modules are layers, lowest first; each uses only those above it in this list:
//!
//! - [`types`]: points, colours, rules, scores, sets of points;
//! - [`simd`]: vector instructions, prefetching and large pages, the only unsafe code;
//! - [`board`]: the rules of the game and all that changes with a stone;
//! - [`eval`]: what a position is worth; [`solver`]: forced wins by fours and threes;
//! - [`search`]: alpha-beta; [`engine`]: the one door to thinking;
//! - [`protocol`]: Piskvork text to and from the engine;
//! - `lab` (feature `lab`): match runner and tools, never part of the brain.

pub mod board;
pub mod engine;
pub mod eval;
#[cfg(feature = "lab")]
pub mod lab;
pub mod protocol;
pub mod search;
#[allow(unsafe_code, reason = "the one module that may: see its own words")]
pub mod simd;
pub mod solver;
pub mod types;
