//! The log: a file or nothing. Standard output belongs to the protocol, and standard error is
//! merged into it by some clients and never drained by others.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use log::LevelFilter;
use simplelog::{ConfigBuilder, WriteLogger};
use thiserror::Error;

use super::config::Config;

/// Environment variable that names the log file; it goes before the settings file.
pub const LOG_VARIABLE: &str = "TENGEN_LOG";
/// What is logged unless the settings file says otherwise: each game and each answer. `debug` adds
/// every line of the protocol.
const DEFAULT_LEVEL: LevelFilter = LevelFilter::Info;

/// Why there is no log although one was asked for. Nobody can be told: the brain runs on.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file cannot be written.
    #[error("cannot open log file: {0}")]
    File(#[from] std::io::Error),
    /// A log has been started before.
    #[error("logging is already set up")]
    Running(#[from] log::SetLoggerError),
}

/// Starts the log that the environment or the settings ask for, if any.
///
/// # Errors
/// If the file cannot be opened, or a log is running already.
pub fn start(config: &Config) -> Result<(), LogError> {
    let named = std::env::var_os(LOG_VARIABLE).filter(|name| !name.is_empty());
    match named.map(PathBuf::from).or_else(|| config.log_file.clone()) {
        Some(path) => open(&path, config.log_level.unwrap_or(DEFAULT_LEVEL)),
        None => Ok(()),
    }
}

/// Appends to a file, each record as it comes, and sends panics there too.
fn open(path: &Path, level: LevelFilter) -> Result<(), LogError> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    let mut format = ConfigBuilder::new();
    // Without a known offset the times are UTC, which is as good.
    let _ = format.set_time_offset_to_local();
    WriteLogger::init(level, format.build(), file)?;
    Ok(())
}

/// Sends panics to the log instead of standard error.
pub fn redirect_panics() {
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
}
