//! The toolbox.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen::lab::cli::main()
}
