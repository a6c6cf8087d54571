//! An engine as a process: started under its guard, written to, listened to, ended.
//!
//! A thread of its own reads each engine and stamps the time on every line, so that a busy runner
//! never adds to an engine's time. What an engine may pile up unread is bounded.

pub mod family;
pub mod guard;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{self, Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::client::Command;
use super::traffic::{Tap, Way};
use crate::search::clock::now;

/// How to start an engine.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The toolbox's own executable, which serves as guard.
    pub guard: PathBuf,
    /// Where the engine's standard error goes; nowhere if absent.
    pub stderr: Option<PathBuf>,
}

/// An engine that could not be started.
#[derive(Debug, Error)]
#[error("cannot run '{program}': {reason}")]
pub struct LaunchError {
    program: String,
    reason: String,
}

/// What an engine was heard to do.
#[derive(Debug)]
pub enum Heard {
    /// A whole line, without its end.
    Line {
        /// When it was read.
        at: Instant,
        /// Its text; bytes that are no UTF-8 are replaced.
        text: String,
    },
    /// More output than anyone may pile up; the rest is dropped until the next command.
    Flood,
    /// Its standard output is closed. `rest` is what came after the last line end.
    Closed {
        /// The unfinished line.
        rest: String,
    },
    /// Nothing until the given time.
    Silence,
}

/// The toolbox's own executable, to serve as guard.
pub fn own_executable() -> PathBuf {
    // The link stays good when the file is replaced by a new build in the middle of a match.
    let link = PathBuf::from("/proc/self/exe");
    if link.exists() {
        link
    } else {
        std::env::current_exe().unwrap_or_else(|_| PathBuf::from("tengen"))
    }
}

/// A running engine. Dropping it kills the engine and all its descendants.
#[derive(Debug)]
pub struct Process {
    guard: Child,
    lifeline: Option<BufReader<ChildStderr>>,
    pid: u32,
    stdin: Option<ChildStdin>,
    /// All that one read brought comes at once, so that a second answer cannot hide behind a first.
    heard: Receiver<Vec<Heard>>,
    pending: VecDeque<Heard>,
    /// Bytes heard since the last command.
    unread: Arc<AtomicU64>,
    tap: Option<Tap>,
}

/// Bytes that an engine may write between two commands.
const FLOOD: u64 = 8 << 20;
/// What a line costs beside its bytes, so that very short lines cannot pile up either.
const LINE_COST: u64 = 64;

impl Process {
    /// Starts the engine.
    ///
    /// # Errors
    /// If the program cannot be executed.
    ///
    /// # Panics
    /// If the command is empty.
    pub fn launch(launch: &Launch, tap: Option<Tap>) -> Result<Self, LaunchError> {
        let fail = |reason: String| LaunchError {
            program: launch.command[0].to_string_lossy().into_owned(),
            reason,
        };
        let mut guard = guard_command(launch)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| fail(error.to_string()))?;
        let (lifeline, pid) = match guard.stderr.take().map(BufReader::new) {
            None => (None, guard.id()),
            Some(mut lifeline) => {
                let mut line = String::new();
                let _ = lifeline.read_line(&mut line);
                let (word, rest) = line.trim().split_once(' ').unwrap_or_default();
                let pid = rest.parse().ok().filter(|_| word == guard::STARTED);
                let Some(pid) = pid else {
                    drop(lifeline);
                    let _ = guard.wait();
                    let reason = if word == guard::FAILED {
                        rest
                    } else {
                        "the guard failed"
                    };
                    return Err(fail(reason.to_owned()));
                };
                (Some(lifeline), pid)
            }
        };
        let stdin = guard.stdin.take();
        let stdout = guard.stdout.take().expect("stdout is piped");
        let (sender, heard) = mpsc::channel();
        let unread = Arc::new(AtomicU64::new(0));
        let listener = Listener {
            sender,
            unread: Arc::clone(&unread),
            tap: tap.clone(),
            flooded: false,
        };
        thread::spawn(move || listener.run(stdout));
        Ok(Self {
            guard,
            lifeline,
            pid,
            stdin,
            heard,
            pending: VecDeque::new(),
            unread,
            tap,
        })
    }

    /// Writes text and a line end, in one piece.
    ///
    /// # Errors
    /// If the engine reads no more.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        if let Some(tap) = &self.tap {
            tap.record(Way::ToEngine, text);
        }
        self.send_bytes(format!("{text}\n").as_bytes())
    }

    /// Writes bytes as they are, in one piece. Waits while the engine's input pipe is full.
    ///
    /// # Errors
    /// If the engine reads no more.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.unread.store(0, Ordering::Relaxed);
        match &mut self.stdin {
            Some(stdin) => stdin.write_all(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Closes the engine's input, as a manager does that dies.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Freezes the engine or lets it go on, where the system can do that.
    pub fn freeze(&self, frozen: bool) {
        #[cfg(unix)]
        family::freeze_group(self.pid, frozen);
        #[cfg(not(unix))]
        let _ = frozen;
    }

    /// The engine's process number.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// What the engine does next, waiting until `until` at most.
    pub fn hear(&mut self, until: Instant) -> Heard {
        loop {
            if let Some(heard) = self.pending.pop_front() {
                return heard;
            }
            let wait = until.saturating_duration_since(now());
            match self.heard.recv_timeout(wait) {
                Ok(batch) => self.pending.extend(batch),
                Err(RecvTimeoutError::Timeout) => return Heard::Silence,
                Err(RecvTimeoutError::Disconnected) => {
                    return Heard::Closed {
                        rest: String::new(),
                    };
                }
            }
        }
    }

    /// Bytes of memory that the engine and its descendants hold; none if that cannot be known.
    pub fn memory(&self) -> Option<u64> {
        family::memory(self.pid)
    }

    /// The most that [`Self::memory`] can have been, as the system kept account of it.
    pub fn peak_memory(&self) -> Option<u64> {
        family::peak_memory(self.pid)
    }

    /// What became of an engine whose output is closed.
    pub fn fate(&mut self) -> String {
        if !self.ends_within(Duration::from_millis(500)) {
            return "closed its output while still running".to_owned();
        }
        let mut report = String::new();
        if let Some(lifeline) = &mut self.lifeline {
            let _ = lifeline.read_line(&mut report);
        }
        match report.trim().split_once(' ') {
            Some((guard::ENDED, status)) => format!("ended with {status}"),
            _ => "ended".to_owned(),
        }
    }

    /// Kills the engine and all its descendants. Returns what it wrote after its last line end.
    pub fn kill(&mut self) -> String {
        self.bury();
        loop {
            match self.hear(now() + Duration::from_millis(500)) {
                Heard::Closed { rest } => return rest,
                Heard::Silence => return String::new(),
                Heard::Line { .. } | Heard::Flood => {}
            }
        }
    }

    /// Asks the engine to leave; false if it had to be killed.
    pub fn quit(mut self, patience: Duration) -> bool {
        let _ = self.send(&Command::End.to_string());
        self.stdin = None;
        self.ends_within(patience)
    }

    /// Closes the lifeline, upon which the guard kills all, and waits for the guard.
    fn bury(&mut self) {
        self.stdin = None;
        if self.lifeline.take().is_none() {
            let _ = self.guard.kill();
        }
        let status = self.guard.wait();
        // A guard that was itself killed could not do its duty.
        #[cfg(unix)]
        if status
            .is_ok_and(|status| std::os::unix::process::ExitStatusExt::signal(&status).is_some())
        {
            family::kill_group(self.pid);
        }
        #[cfg(not(unix))]
        drop(status);
    }

    /// Waits for the engine to end; false if it has not by then.
    pub fn ends_within(&mut self, patience: Duration) -> bool {
        let deadline = now() + patience;
        loop {
            if !matches!(self.guard.try_wait(), Ok(None)) {
                return true;
            }
            if now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.bury();
    }
}

#[cfg(unix)]
fn guard_command(launch: &Launch) -> process::Command {
    use std::os::unix::process::CommandExt;
    let mut command = process::Command::new(&launch.guard);
    command.arg("guard-child");
    if let Some(path) = &launch.stderr {
        command.arg("--stderr").arg(path);
    }
    command.arg("--").args(&launch.command);
    // A signal from the terminal is for the runner alone, which ends its engines in good order.
    command.process_group(0).stderr(Stdio::piped());
    command
}

#[cfg(not(unix))]
fn guard_command(launch: &Launch) -> process::Command {
    let mut command = process::Command::new(&launch.command[0]);
    command.args(&launch.command[1..]).stderr(Stdio::null());
    command
}

/// The thread that reads one engine.
struct Listener {
    sender: Sender<Vec<Heard>>,
    unread: Arc<AtomicU64>,
    tap: Option<Tap>,
    flooded: bool,
}

impl Listener {
    fn run(mut self, mut stdout: ChildStdout) {
        let mut chunk = vec![0; 64 << 10];
        let mut line = Vec::new();
        loop {
            let read = match stdout.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let at = now();
            if self.is_flood(read as u64) {
                line.clear();
                continue;
            }
            let mut batch = Vec::new();
            for &byte in &chunk[..read] {
                if byte == b'\n' || byte == b'\r' {
                    batch.extend(self.read_line(at, &line));
                    line.clear();
                } else {
                    line.push(byte);
                }
            }
            if !batch.is_empty() {
                let _ = self.sender.send(batch);
            }
        }
        let rest = String::from_utf8_lossy(&line).into_owned();
        let _ = self.sender.send(vec![Heard::Closed { rest }]);
    }

    /// Counts output, and says once when it becomes too much.
    fn is_flood(&mut self, bytes: u64) -> bool {
        let flood = self.unread.fetch_add(bytes, Ordering::Relaxed) + bytes > FLOOD;
        if flood && !self.flooded {
            let _ = self.sender.send(vec![Heard::Flood]);
        }
        self.flooded = flood;
        flood
    }

    fn read_line(&mut self, at: Instant, line: &[u8]) -> Option<Heard> {
        if line.is_empty() {
            return None;
        }
        self.unread.fetch_add(LINE_COST, Ordering::Relaxed);
        let text = String::from_utf8_lossy(line).into_owned();
        if let Some(tap) = &self.tap {
            tap.record(Way::FromEngine, &text);
        }
        Some(Heard::Line { at, text })
    }
}
