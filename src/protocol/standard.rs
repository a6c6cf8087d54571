//! The conversation of the brain's process: on standard input and output, with its settings file
//! and its log.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::config::Config;
use super::handler::{Pace, Setup};
use super::{logging, serve};
use crate::engine::Engine;

/// Talks to the client up to END or the end of input.
///
/// # Errors
/// If standard output is gone, or a thread cannot be started.
pub fn converse(launched: Instant) -> io::Result<()> {
    let config = own_folder().map_or_else(Config::default, |folder| Config::load(&folder));
    logging::redirect_panics();
    // The client is not to be bothered with a log that cannot be written.
    let _ = logging::start(&config);
    log::info!("Tengen {} begins", env!("CARGO_PKG_VERSION"));
    let options = config.options();
    let engine = Engine::new(options.resources());
    let setup = Setup {
        options,
        pace: pace_of_input(),
        launched,
        seed: u64::from(std::process::id()),
    };
    let result = serve(io::stdin(), io::stdout(), engine, setup);
    log::info!("Tengen ends: {result:?}");
    result
}

/// The executable's folder: the current one is the client's.
fn own_folder() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?;
    path.parent().map(PathBuf::from)
}

/// A client is at the other end of a pipe or terminal; a file has no time to lose and waits.
fn pace_of_input() -> Pace {
    let is_file = input()
        .and_then(|file| file.metadata())
        .is_ok_and(|meta| meta.is_file());
    if is_file { Pace::Script } else { Pace::Live }
}

#[cfg(unix)]
fn input() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn input() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn input() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
