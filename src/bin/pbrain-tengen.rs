//! The brain: the protocol on standard input and output.

use std::io::{self, Write};
use std::process::ExitCode;

use tengen::protocol::standard;

const HELP: &str = "\
Tengen, a Gomoku engine for the Piskvork/Gomocup protocol.

Usage: pbrain-tengen [bench | --help | --version]

Without one of these words it speaks the protocol on standard input and output; other arguments are
ignored. Settings are read from pbrain-tengen.cfg beside the executable. TENGEN_LOG names a log file.
";

fn main() -> ExitCode {
    let launched = tengen::engine::now();
    let word = std::env::args().nth(1).unwrap_or_default();
    let result = match word.as_str() {
        "bench" => writeln!(io::stdout(), "{}", tengen::engine::bench::run()),
        "--help" | "-h" => io::stdout().write_all(HELP.as_bytes()),
        "--version" | "-V" => writeln!(io::stdout(), "Tengen {}", env!("CARGO_PKG_VERSION")),
        _ => standard::converse(launched),
    };
    if result.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
