//! Reads and plays transcripts; `protocol-fixtures/README.md` describes their form.

use std::thread;
use std::time::Duration;

use crate::brains::Habit;
use crate::client::{Client, Heard};
use crate::referee::Referee;

/// How long an expected line is waited for unless the transcript says otherwise.
const PATIENCE: Duration = Duration::from_secs(20);

/// One line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Send(Vec<u8>),
    Expect(Expected),
    Wait(Duration),
    Silent(Duration),
    Within(Duration),
    EndInput,
    Exit(Duration),
}

/// What the next line must be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    Exactly(String),
    Beginning(String),
    Stones(usize),
    OneOf(Vec<String>),
}

/// A transcript, read.
#[derive(Debug)]
pub(crate) struct Script {
    habit: Option<Habit>,
    /// Each step with the index of its line.
    steps: Vec<(usize, Step)>,
}

/// Where a transcript and the brain part.
#[derive(Debug)]
pub(crate) struct Difference {
    /// Index of the transcript's line.
    pub(crate) line: usize,
    /// What is wrong.
    pub(crate) problem: String,
    /// The line that came instead of one expected exactly.
    pub(crate) instead: Option<String>,
}

impl Script {
    /// Reads a transcript.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut script = Self {
            habit: None,
            steps: Vec::new(),
        };
        for (index, line) in text.lines().enumerate() {
            script
                .read_line(index, line)
                .map_err(|problem| format!("line {}: {problem}", index + 1))?;
        }
        Ok(script)
    }

    fn read_line(&mut self, index: usize, line: &str) -> Result<(), String> {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        let step = match mark {
            "" | "#" => return Ok(()),
            ">" => Step::Send(format!("{text}\n").into_bytes()),
            ">>" => Step::Send(unescape(text)?),
            "<" => Step::Expect(Expected::Exactly(text.into())),
            "<^" => Step::Expect(Expected::Beginning(text.into())),
            "<*" if text.is_empty() => Step::Expect(Expected::Stones(1)),
            "<*" => Step::Expect(Expected::Stones(text.parse().map_err(|_| "not a number")?)),
            "<?" => {
                let choices = text.split(" | ").map(str::to_owned).collect();
                Step::Expect(Expected::OneOf(choices))
            }
            "=" => return self.read_directive(index, text),
            _ => return Err(format!("'{mark}' begins no line")),
        };
        self.steps.push((index, step));
        Ok(())
    }

    fn read_directive(&mut self, index: usize, text: &str) -> Result<(), String> {
        let (word, value) = text.split_once(' ').unwrap_or((text, ""));
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("'{value}' is no number"))
        };
        let time = || number().map(Duration::from_millis);
        let step = match word {
            "brain" => {
                self.habit = match value {
                    "engine" => None,
                    "quick" => Some(Habit::Quick),
                    "slow" => Some(Habit::UntilStopped),
                    "deaf" => Some(Habit::Deaf),
                    _ => return Err(format!("no brain '{value}'")),
                };
                return Ok(());
            }
            "flood" => {
                let mut bytes = vec![b'A'; number()? as usize];
                bytes.push(b'\n');
                Step::Send(bytes)
            }
            "wait" => Step::Wait(time()?),
            "silent" => Step::Silent(time()?),
            "within" => Step::Within(time()?),
            "exit" => Step::Exit(time()?),
            "eof" => Step::EndInput,
            _ => return Err(format!("no directive '{word}'")),
        };
        self.steps.push((index, step));
        Ok(())
    }

    /// Plays the transcript and collects where the brain differs. After a line that should have
    /// been exactly another it goes on, so that one run finds all of these.
    pub(crate) fn play(&self) -> Vec<Difference> {
        let client = self
            .habit
            .map_or_else(|| Client::process(&[]), Client::stand_in);
        let mut player = Player {
            client,
            referee: Referee::default(),
            patience: PATIENCE,
        };
        let mut differences = Vec::new();
        for (line, step) in &self.steps {
            if let Err((problem, instead)) = player.take(step) {
                let goes_on = instead.is_some();
                differences.push(Difference {
                    line: *line,
                    problem,
                    instead,
                });
                if !goes_on {
                    break;
                }
            }
        }
        differences
    }
}

/// What went wrong, and the line that came instead if one came.
type Failure = (String, Option<String>);

struct Player {
    client: Client,
    referee: Referee,
    patience: Duration,
}

impl Player {
    fn take(&mut self, step: &Step) -> Result<(), Failure> {
        match step {
            Step::Send(bytes) => {
                for line in String::from_utf8_lossy(bytes).split(['\r', '\n']) {
                    self.referee.sent(line);
                }
                self.client.send_bytes(bytes);
            }
            Step::Expect(expected) => return self.expect(expected),
            Step::Wait(time) => thread::sleep(*time),
            Step::Silent(time) => self.client.stays_silent(*time).map_err(|why| (why, None))?,
            Step::Within(time) => self.patience = *time,
            Step::EndInput => self.client.close(),
            Step::Exit(time) => self.client.ends_within(*time).map_err(|why| (why, None))?,
        }
        Ok(())
    }

    fn expect(&mut self, expected: &Expected) -> Result<(), Failure> {
        let patience = std::mem::replace(&mut self.patience, PATIENCE);
        let line = self.next_line(expected, patience)?;
        let good = match expected {
            Expected::Exactly(want) => *want == line,
            Expected::Beginning(want) => line.starts_with(want),
            Expected::Stones(count) => return self.stones(&line, *count),
            Expected::OneOf(choices) if choices.contains(&line) => true,
            Expected::OneOf(choices) if choices.iter().any(|choice| choice == "*") => {
                return self.stones(&line, 1);
            }
            Expected::OneOf(_) => false,
        };
        let exact = matches!(expected, Expected::Exactly(_));
        if good {
            Ok(())
        } else {
            Err((
                format!("'{line}' came instead of {expected:?}"),
                exact.then_some(line),
            ))
        }
    }

    fn stones(&mut self, line: &str, count: usize) -> Result<(), Failure> {
        self.referee
            .answered(line, count)
            .map_err(|problem| (problem, None))
    }

    /// The next line, remarks being passed over unless one is expected.
    fn next_line(&self, expected: &Expected, patience: Duration) -> Result<String, Failure> {
        let remark = match expected {
            Expected::Exactly(want) | Expected::Beginning(want) => want.starts_with("MESSAGE"),
            Expected::Stones(_) | Expected::OneOf(_) => false,
        };
        loop {
            let left = patience.saturating_sub(self.client.since_sent());
            match self.client.listen(left) {
                Heard::Line(line) if !remark && line.starts_with("MESSAGE ") => {}
                Heard::Line(line) if line.starts_with("MESSAGE depth ") => {}
                Heard::Line(line) => return Ok(line),
                Heard::End => return Err((format!("it left before {expected:?}"), None)),
                Heard::Silence => return Err((format!("no line in time for {expected:?}"), None)),
            }
        }
    }
}

/// Bytes of a text with `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH`.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'r') => b'\r',
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'0') => 0,
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits = [rest.next(), rest.next()].map(Option::unwrap_or_default);
                    let digits = str::from_utf8(&digits).map_err(|error| error.to_string())?;
                    u8::from_str_radix(digits, 16).map_err(|error| error.to_string())?
                }
                _ => return Err(format!("unknown escape in '{text}'")),
            },
            byte => byte,
        });
    }
    Ok(bytes)
}
