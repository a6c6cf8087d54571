//! The protocol from outside: transcripts, bad input, what happens during a search, and laws that
//! hold for any input.

mod brains;
mod client;
mod fixtures;
mod laws;
mod process;
mod referee;
mod script;
mod search;
