//! Under construction.

#![forbid(unsafe_code)]
