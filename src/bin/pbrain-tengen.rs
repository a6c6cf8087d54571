//! The brain: the protocol on standard input and output.

fn main() {}
