//! Alpha-beta search.

#![forbid(unsafe_code)]

pub mod clock;
