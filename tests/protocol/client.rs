//! The other end of the conversation: a real process or the library on two pipes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tengen::engine::now;
use tengen::engine::options::Options;
use tengen::protocol::handler::{Pace, Setup};
use tengen::protocol::serve;

use crate::brains::{Brain, Habit};

/// Far longer than anything takes; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// What came out of the brain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// The end: the process is gone.
    End,
    /// Nothing so far.
    Silence,
}

/// A client of one brain.
pub(crate) struct Client {
    input: Option<Box<dyn Write>>,
    lines: Receiver<String>,
    child: Option<Child>,
    sent: Instant,
}

impl Client {
    /// Starts the real brain.
    pub(crate) fn process(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .args(arguments)
            .env_remove("TENGEN_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the brain starts");
        let input = child.stdin.take().expect("standard input is a pipe");
        let output = child.stdout.take().expect("standard output is a pipe");
        Self::new(Box::new(input), output, Some(child))
    }

    /// Serves a stand-in on a thread of this process.
    pub(crate) fn stand_in(habit: Habit) -> Self {
        let (brain_input, input) = io::pipe().expect("a pipe");
        let (output, brain_output) = io::pipe().expect("a pipe");
        let setup = Setup {
            options: Options::default(),
            pace: Pace::Live,
            launched: now(),
            seed: 0,
        };
        // The output closes when the conversation ends, as if a process had exited.
        thread::spawn(move || serve(brain_input, brain_output, Brain(habit), setup));
        Self::new(Box::new(input), output, None)
    }

    fn new(
        input: Box<dyn Write>,
        output: impl Read + Send + 'static,
        child: Option<Child>,
    ) -> Self {
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut bytes = Vec::new();
                let count = output.read_until(b'\n', &mut bytes).unwrap_or(0);
                if count == 0 || sender.send(checked_line(bytes)).is_err() {
                    break;
                }
            }
        });
        Self {
            input: Some(input),
            lines,
            child,
            sent: now(),
        }
    }

    /// Sends bytes as they are. A brain that has left does not hear them.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.sent = now();
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Ends the input.
    pub(crate) fn close(&mut self) {
        self.sent = now();
        self.input = None;
    }

    /// Time since something was last sent.
    pub(crate) fn since_sent(&self) -> Duration {
        now() - self.sent
    }

    /// The next line within a time.
    pub(crate) fn listen(&self, time: Duration) -> Heard {
        match self.lines.recv_timeout(time) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Disconnected) => Heard::End,
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
        }
    }

    /// The next line that is no remark.
    pub(crate) fn answer(&self) -> String {
        loop {
            match self.listen(PATIENCE) {
                Heard::Line(line) if line.starts_with("MESSAGE ") => {}
                Heard::Line(line) => return line,
                other => panic!("no answer: {other:?}"),
            }
        }
    }

    /// Sends a line and waits for its answer.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    /// Checks that nothing is said for a time.
    pub(crate) fn expect_silence(&self, time: Duration) {
        assert_eq!(self.stays_silent(time), Ok(()));
    }

    /// Whether nothing is said for a time; otherwise what is.
    pub(crate) fn stays_silent(&self, time: Duration) -> Result<(), String> {
        match self.listen(time) {
            Heard::Silence => Ok(()),
            other => Err(format!("{other:?} broke the silence")),
        }
    }

    /// Checks that the brain leaves within a time of the last sending, saying nothing more.
    pub(crate) fn expect_end(&mut self, time: Duration) {
        assert_eq!(self.ends_within(time), Ok(()));
    }

    /// Whether the brain leaves so; otherwise what it does instead.
    pub(crate) fn ends_within(&mut self, time: Duration) -> Result<(), String> {
        match self.listen(PATIENCE) {
            Heard::End => {}
            other => return Err(format!("{other:?} instead of leaving")),
        }
        if let Some(child) = &mut self.child {
            let status = child.wait().map_err(|error| error.to_string())?;
            if !status.success() {
                return Err(format!("left with {status}"));
            }
        }
        let taken = self.since_sent();
        if taken <= time {
            Ok(())
        } else {
            Err(format!("left after {taken:?}"))
        }
    }

    /// What the process wrote to standard error, after it has ended.
    pub(crate) fn errors(&mut self) -> String {
        let mut text = String::new();
        let stderr = self.child.as_mut().and_then(|child| child.stderr.take());
        if let Some(mut stderr) = stderr {
            stderr.read_to_string(&mut text).expect("readable errors");
        }
        text
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A line as every client can read it: ASCII, LF at its end, no blanks around it, not empty.
fn checked_line(mut bytes: Vec<u8>) -> String {
    assert_eq!(bytes.pop(), Some(b'\n'), "a line ends in LF");
    let line = String::from_utf8(bytes).expect("output is UTF-8");
    let printable = line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    assert!(
        printable && line.trim() == line && !line.is_empty(),
        "{line:?}"
    );
    line
}
