//! A conversation with one process of the brain: lines sent, lines awaited within a time.

use std::cell::{Cell, RefCell};
use std::fs;
use std::time::{Duration, Instant};

use crate::board::{Board, Verdict};
use crate::lab::arena::client::{Command, Reply};
#[cfg(unix)]
use crate::lab::arena::process::family;
use crate::lab::arena::process::{Heard, Launch, LaunchError, Process};
use crate::search::clock::now;
use crate::types::{BoardSize, Color, Point, Rule};

/// Why a case was not passed.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The brain did something wrong.
    Fail(String),
    /// The brain does not do this, and says so.
    Unsupported(String),
    /// This cannot be asked here.
    Skipped(String),
}

/// The end of a case: a remark, or why it was not passed.
pub(super) type Result<T = String> = std::result::Result<T, Trouble>;

/// A failure with this reason.
pub(super) fn fail<T>(reason: impl Into<String>) -> Result<T> {
    Err(Trouble::Fail(reason.into()))
}

/// Something that the brain need not be able to do.
pub(super) fn unsupported<T>(reason: impl Into<String>) -> Result<T> {
    Err(Trouble::Unsupported(reason.into()))
}

/// Where brains are started, and what is common to all cases.
pub(super) struct Bench {
    launch: Launch,
    /// Time for each move.
    pub(super) time: Duration,
    /// By how much an answer may be late.
    pub(super) tolerance: Duration,
    log: RefCell<Vec<String>>,
    /// Whether it is silent to what it does not know; found out when it matters.
    mute: Cell<Option<bool>>,
}

/// Time for an answer that takes no thinking.
pub(super) const PROMPT: Duration = Duration::from_secs(3);
/// How long a line that must not come is waited for.
pub(super) const QUIET: Duration = Duration::from_millis(150);
/// Over the time for a move: how long a late answer is waited for.
const GRACE: Duration = Duration::from_millis(2500);
/// Time to write a very long line.
const WRITING: Duration = Duration::from_secs(3);
/// Characters of a line that are shown.
const SHOWN: usize = 100;
/// No more lines of a conversation are kept.
const LOG_LINES: usize = 400;
/// The match time where it is not to bind, in ms.
const AMPLE: u32 = 600_000;

impl Bench {
    pub(super) fn new(launch: Launch, time: Duration, tolerance: Duration) -> Self {
        Self {
            launch,
            time,
            tolerance,
            log: RefCell::default(),
            mute: Cell::new(None),
        }
    }

    /// Starts the brain once, to see that it can be run.
    pub(super) fn try_out(&self) -> std::result::Result<(), LaunchError> {
        Process::launch(&self.launch, None).map(drop)
    }

    /// A new process that nothing has been said to.
    pub(super) fn launch(&self) -> Result<Session<'_>> {
        self.forget();
        let launched = now();
        let process = Process::launch(&self.launch, None)
            .or_else(|error| fail(format!("the second start fails: {error}")))?;
        self.note("--- started");
        Ok(Session {
            bench: self,
            process,
            board: Board::new(BoardSize::square(15), Rule::Freestyle),
            launched,
            asked: launched,
        })
    }

    /// A new process in a game on this board, all settings told.
    pub(super) fn game(&self, size: usize, rule: Rule) -> Result<Session<'_>> {
        let mut session = self.launch()?;
        session.start(size)?;
        session.settings(rule)?;
        Ok(session)
    }

    /// Whether the brain says nothing to an unknown command, so that silence need mean no more.
    pub(super) fn is_mute(&self) -> Result<bool> {
        if let Some(mute) = self.mute.get() {
            return Ok(mute);
        }
        let mut session = self.game(15, Rule::Freestyle)?;
        session.send("NOSUCHCOMMAND")?;
        let mute = session.line(Duration::from_millis(500))?.is_none();
        self.mute.set(Some(mute));
        Ok(mute)
    }

    /// What the brain wrote to its standard error since its launch.
    pub(super) fn stderr(&self) -> String {
        let path = self.launch.stderr.as_ref();
        let bytes = path.and_then(|path| fs::read(path).ok());
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    }

    /// Removes what is kept of the standard error.
    pub(super) fn forget(&self) {
        if let Some(path) = &self.launch.stderr {
            let _ = fs::remove_file(path);
        }
    }

    /// The time for a move in ms.
    pub(super) fn ms(&self) -> u128 {
        self.time.as_millis()
    }

    fn note(&self, line: &str) {
        let mut log = self.log.borrow_mut();
        if log.len() < LOG_LINES {
            log.push(shorten(line));
        }
    }

    /// The conversation since the last call.
    pub(super) fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.log.borrow_mut())
    }
}

/// A line from the brain.
#[derive(Debug)]
pub(super) struct Line {
    /// When it came.
    pub(super) at: Instant,
    /// Without its end.
    pub(super) text: String,
}

impl Line {
    /// What it means.
    pub(super) fn reply(&self) -> Reply {
        Reply::parse(&self.text).unwrap_or_else(|| Reply::Other(self.text.clone()))
    }

    /// Whether the brain says that it does not know or will not do it.
    pub(super) fn refuses(&self) -> bool {
        matches!(self.reply(), Reply::Error(_) | Reply::Unknown(_))
    }
}

/// A move that was given as the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// A legal one.
    pub(super) point: Point,
    /// From the command to the line.
    pub(super) time: Duration,
    /// What the stone does.
    pub(super) verdict: Verdict,
}

/// One running brain, and the position that it is told of.
pub(super) struct Session<'a> {
    bench: &'a Bench,
    process: Process,
    /// The position as it should be.
    pub(super) board: Board,
    /// When the process was started.
    pub(super) launched: Instant,
    /// When the last line was sent.
    asked: Instant,
}

impl Session<'_> {
    /// Sends a line, or several.
    pub(super) fn send(&mut self, text: &str) -> Result<()> {
        self.write(text, format!("{text}\n").as_bytes())
    }

    /// Sends these bytes and calls them by this name.
    pub(super) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        for line in name.lines() {
            self.bench.note(&format!("> {line}"));
        }
        self.asked = now();
        let watch = (bytes.len() > 4096).then(|| Watch::new(self.process.pid()));
        let written = self.process.send_bytes(bytes);
        drop(watch);
        if written.is_err() {
            let fate = self.process.fate();
            return fail(format!("it takes no more input: {fate}"));
        }
        Ok(())
    }

    /// The next line of any kind.
    pub(super) fn any_line(&mut self, within: Duration) -> Result<Option<Line>> {
        match self.process.hear(now() + within) {
            Heard::Line { at, text } => {
                self.bench.note(&format!("< {text}"));
                Ok(Some(Line { at, text }))
            }
            Heard::Silence => Ok(None),
            Heard::Flood => fail("it floods its manager with output"),
            Heard::Closed { rest } => {
                let fate = self.process.fate();
                self.bench.note(&format!("--- {fate}"));
                if rest.is_empty() {
                    fail(format!("it {fate}"))
                } else {
                    fail(format!("it {fate} after the unfinished line '{rest}'"))
                }
            }
        }
    }

    /// The next line that is no MESSAGE.
    pub(super) fn line(&mut self, within: Duration) -> Result<Option<Line>> {
        let deadline = now() + within;
        loop {
            let left = deadline.saturating_duration_since(now());
            match self.any_line(left)? {
                Some(line) if matches!(line.reply(), Reply::Message(_)) => {}
                other => return Ok(other),
            }
        }
    }

    /// The answer to this, a MESSAGE apart.
    pub(super) fn expect(&mut self, asked: &str, within: Duration) -> Result<Line> {
        match self.line(within)? {
            Some(line) => Ok(line),
            None => fail(format!(
                "no answer to {asked} within {:.1} s",
                within.as_secs_f64()
            )),
        }
    }

    /// Nothing may come, a MESSAGE apart.
    pub(super) fn silent(&mut self, asked: &str, time: Duration) -> Result<()> {
        match self.line(time)? {
            None => Ok(()),
            Some(line) => fail(format!("{asked} is answered by '{}'", shorten(&line.text))),
        }
    }

    /// Sends something optional that has an answer; `ERROR` and `UNKNOWN` say that it is not there.
    pub(super) fn optional(&mut self, command: &str, within: Duration) -> Result<Line> {
        self.send(command)?;
        let first = command.lines().next().unwrap_or_default();
        match self.line(within)? {
            Some(line) if line.refuses() => unsupported(shorten(&line.text)),
            Some(line) => Ok(line),
            None if self.bench.is_mute()? => unsupported("silent, as to any unknown command"),
            None => fail(format!(
                "no answer to {first} within {:.1} s",
                within.as_secs_f64()
            )),
        }
    }

    /// Expects OK.
    pub(super) fn ok(&mut self, asked: &str) -> Result<()> {
        let line = self.expect(asked, PROMPT)?;
        if line.reply() == Reply::Ok {
            return Ok(());
        }
        fail(format!("{asked} is answered by '{}'", shorten(&line.text)))
    }

    /// Sends an optional command that is answered by OK.
    pub(super) fn optional_ok(&mut self, command: &str) -> Result<()> {
        let line = self.optional(command, PROMPT)?;
        if line.reply() == Reply::Ok {
            return Ok(());
        }
        fail(format!(
            "{command} is answered by '{}'",
            shorten(&line.text)
        ))
    }

    /// `START`, and its OK.
    pub(super) fn start(&mut self, size: usize) -> Result<()> {
        let size = BoardSize::square(size);
        self.board = Board::new(size, self.board.rule());
        let command = Command::Start(size).to_string();
        self.send(&command)?;
        self.ok(&command)
    }

    /// The usual settings of a match.
    pub(super) fn settings(&mut self, rule: Rule) -> Result<()> {
        self.board = Board::new(self.board.size(), rule);
        let all = self.bench.settings(rule);
        self.send(&all.join("\n"))
    }

    /// The brain's first move, please.
    pub(super) fn begin(&mut self) -> Result<Answer> {
        self.think(&Command::Begin.to_string())
    }

    /// The opponent plays here; the next move, please.
    pub(super) fn turn(&mut self, point: Point) -> Result<Answer> {
        self.board.place(point);
        self.think(&Command::Turn(point).to_string())
    }

    /// The opponent plays near the middle, wherever that is free.
    pub(super) fn turn_somewhere(&mut self) -> Result<Answer> {
        match self.quiet_point() {
            Some(point) => self.turn(point),
            None => fail("no quiet point is left"),
        }
    }

    /// These stones stand, in this order, and this side is to move.
    pub(super) fn board(&mut self, stones: &[(Point, Color)], side: Color) -> Result<Answer> {
        self.set_board(stones, side);
        self.think(&Command::Board(stones.to_vec(), side).to_string())
    }

    /// Makes these stones the position, without a word to the brain.
    pub(super) fn set_board(&mut self, stones: &[(Point, Color)], side: Color) {
        self.board = Board::new(self.board.size(), self.board.rule());
        for &(point, color) in stones {
            self.board.put(point, color);
        }
        self.board.set_side(side);
    }

    /// Sends a command and takes the move that must follow.
    pub(super) fn think(&mut self, command: &str) -> Result<Answer> {
        self.send(command)?;
        let first = command.lines().next().unwrap_or_default().to_owned();
        self.answer(&first, self.bench.time + self.bench.tolerance + GRACE)
    }

    /// The move that is owed.
    pub(super) fn answer(&mut self, asked: &str, within: Duration) -> Result<Answer> {
        let sent = self.asked;
        let line = self.expect(asked, within)?;
        self.accept(&line, asked, sent)
    }

    /// Judges an answer, and makes the move.
    pub(super) fn accept(&mut self, line: &Line, asked: &str, sent: Instant) -> Result<Answer> {
        let text = shorten(&line.text);
        let Reply::Move(x, y) = line.reply() else {
            return fail(format!("{asked} is answered by '{text}'"));
        };
        let Some(point) = self.board.size().point(x, y) else {
            return fail(format!(
                "{asked} is answered by '{text}', outside the board"
            ));
        };
        if !self.board.is_empty(point) {
            return fail(format!(
                "{asked} is answered by '{text}', an occupied point"
            ));
        }
        let verdict = self.board.verdict(point, self.board.side_to_move());
        if let Verdict::Foul(foul) = verdict {
            return fail(format!("{asked} is answered by '{text}', a foul ({foul})"));
        }
        self.board.place(point);
        Ok(Answer {
            point,
            time: line.at.saturating_duration_since(sent),
            verdict,
        })
    }

    /// Whatever was said before: a new game can be played, and late answers to it are passed over.
    pub(super) fn lives(&mut self, after: &str) -> Result<()> {
        let wrap = |trouble| match trouble {
            Trouble::Fail(reason) => Trouble::Fail(format!("after {after}: {reason}")),
            other => other,
        };
        // An answer that is still on its way must not be taken for the next one.
        for _ in 0..100 {
            if self.line(QUIET).map_err(wrap)?.is_none() {
                break;
            }
        }
        self.start(15).map_err(wrap)?;
        self.settings(Rule::Freestyle).map_err(wrap)?;
        self.begin().map(drop).map_err(wrap)
    }

    /// The empty point nearest to the middle that does not end the game.
    pub(super) fn quiet_point(&self) -> Option<Point> {
        let center = self.board.size().center();
        let side = self.board.side_to_move();
        self.board
            .empties()
            .iter()
            .filter(|&point| self.board.verdict(point, side) == Verdict::None)
            .min_by_key(|&point| (point.distance(center), point.index()))
    }

    /// Freezes the brain or lets it go on.
    pub(super) fn freeze(&mut self, frozen: bool) {
        self.bench
            .note(if frozen { "--- frozen" } else { "--- goes on" });
        self.process.freeze(frozen);
        self.asked = now();
    }

    /// The most memory that it has held, in bytes.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        self.process.peak_memory()
    }

    /// Closes its input.
    pub(super) fn close_input(&mut self) {
        self.bench.note("--- end of input");
        self.process.close_input();
    }

    /// Waits for its end.
    pub(super) fn ends(&mut self, after: &str, within: Duration) -> Result<Duration> {
        let start = now();
        if self.process.ends_within(within) {
            return Ok(now() - start);
        }
        fail(format!(
            "it still runs {:.1} s after {after}",
            within.as_secs_f64()
        ))
    }
}

impl Bench {
    /// The lines that set the conditions of a match.
    pub(super) fn settings(&self, rule: Rule) -> Vec<String> {
        let number = crate::lab::arena::client::rule_number(rule);
        [
            ("timeout_turn", self.ms().to_string()),
            ("timeout_match", AMPLE.to_string()),
            ("max_memory", "367001600".to_owned()),
            ("game_type", "1".to_owned()),
            ("rule", number.to_string()),
            ("time_left", AMPLE.to_string()),
        ]
        .map(|(key, value)| Command::Info(key.to_owned(), value).to_string())
        .into()
    }
}

/// Kills a brain that does not read what is written to it, so that the writer gets free.
struct Watch {
    done: Option<std::sync::mpsc::Sender<()>>,
}

impl Watch {
    fn new(pid: u32) -> Self {
        let (done, waiting) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || {
            if waiting.recv_timeout(WRITING) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                #[cfg(unix)]
                family::kill_group(pid);
                #[cfg(not(unix))]
                let _ = pid;
            }
        });
        Self { done: Some(done) }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done = None;
    }
}

/// The beginning of a line, fit to be shown.
pub(super) fn shorten(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}
