//! The traffic log: every line that passes between the runner and its engines.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::search::clock::now;

/// Direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the runner.
    ToEngine,
    /// To the runner.
    FromEngine,
}

/// A log file that all engines of a match share.
#[derive(Clone, Debug)]
pub struct Traffic {
    file: Arc<Mutex<BufWriter<File>>>,
    start: Instant,
}

impl Traffic {
    /// Opens the log and appends to it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            file: Arc::new(Mutex::new(BufWriter::new(file))),
            start: now(),
        })
    }

    /// The log for one engine of one worker.
    pub fn tap(&self, name: String) -> Tap {
        Tap {
            traffic: self.clone(),
            name,
        }
    }

    /// Brings what was recorded to disk.
    pub fn flush(&self) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.flush();
    }
}

/// The log as one engine sees it.
#[derive(Clone, Debug)]
pub struct Tap {
    traffic: Traffic,
    name: String,
}

impl Tap {
    /// Records lines: seconds since the start of the match, engine, `<` to or `>` from it, text.
    pub fn record(&self, way: Way, text: &str) {
        let seconds = (now() - self.traffic.start).as_secs_f64();
        let sign = match way {
            Way::ToEngine => '<',
            Way::FromEngine => '>',
        };
        let mut file = self
            .traffic
            .file
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for line in text.lines() {
            let _ = writeln!(
                file,
                "{seconds:10.4} {} {sign} {}",
                self.name,
                line.trim_end()
            );
        }
    }

    /// Records a remark of the runner's own.
    pub fn remark(&self, text: &str) {
        let seconds = (now() - self.traffic.start).as_secs_f64();
        let mut file = self
            .traffic
            .file
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(file, "{seconds:10.4} {} --- {text}", self.name);
    }
}
