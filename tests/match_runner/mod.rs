//! Runs `tengen match` on stub brains and reads its results.
#![allow(dead_code, reason = "each test file uses a part")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// The toolbox.
pub(crate) const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// `cmd=` for the stub brain with this fault, playing along this row.
pub(crate) fn brain(fault: &str, row: usize) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stubs/brain.sh");
    format!("cmd=sh '{}' {fault} {row}", script.display())
}

/// A finished run, its results in a folder of its own.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) folder: TempDir,
}

impl Run {
    /// Runs a match with these arguments; the games go to `games.jsonl`.
    pub(crate) fn new(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::within(folder, arguments)
    }

    pub(crate) fn within(folder: TempDir, arguments: &[&str]) -> Self {
        let output = command(&folder.path().join("games.jsonl"), arguments)
            .output()
            .expect("tengen runs");
        Self {
            status: output.status.code().expect("an exit status"),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            folder,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// `tengen match` with these arguments and this result file.
pub(crate) fn command(jsonl: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(TENGEN);
    command
        .arg("match")
        .args(arguments)
        .arg("--jsonl")
        .arg(jsonl);
    command
}

/// All games of a run in the order in which they ended.
pub(crate) fn games(run: &Run) -> Vec<Value> {
    read(&run.path("games.jsonl"))
}

/// The games of a file.
pub(crate) fn read(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line is one object"))
        .collect()
}

/// The only game of a run.
pub(crate) fn record(run: &Run) -> Value {
    let mut games = games(run);
    assert_eq!(games.len(), 1, "{}", run.stderr);
    games.remove(0)
}
