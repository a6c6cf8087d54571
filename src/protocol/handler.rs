//! The state machine between lines and answers. It does no I/O, starts no thread and reads no
//! clock: every entry point takes the time and gives back what is to be done, in order.
//!
//! While a search runs, a line is treated by what it does: what does not touch the position acts at
//! once; what changes the position ends the search, waits for its answer to be printed, and then
//! acts; what would print a line that the client could take for the answer waits. Nothing is
//! dropped, and what waits keeps its order.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use super::ask::Pending;
use super::block::Block;
use super::command::Command;
use super::error::ParseError;
use super::position::Position;
use super::report::{self, Labels};
use super::response::Response;
use super::yixin::Yixin;
use crate::board::Board;
use crate::engine::options::Options;
use crate::engine::{Request, Resources, Thought, win_rate};
use crate::types::{BoardSize, PointSet, Rule, Score};

/// Analysis lines are printed at most this often: some clients read slowly.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);
/// At the end of input a running search is given this long to hand in its answer; then it is
/// answered for. All must be over in 100 ms.
const LEAVE_GRACE: Duration = Duration::from_millis(60);
/// The end so soon after a command to think comes from a script that does not wait for answers; a
/// manager that ends a game mid-search takes longer.
const BURST: Duration = Duration::from_millis(50);
/// Such a script gets its answers even if the machine is slow.
const BURST_GRACE: Duration = Duration::from_millis(500);
/// A search that has not ended so long after its deadline is answered for with what it had found.
/// Managers allow a second of grace.
const RESCUE_AFTER: Duration = Duration::from_millis(250);
/// More waiting lines than this end the search, so that a flood cannot pile up.
const MOST_WAITING: usize = 4096;

/// How lines come in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// From a manager: a line that comes during a search may stop it.
    #[default]
    Live,
    /// From a file: each search is finished before the next line is looked at.
    Script,
}

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Settings before the manager says anything.
    pub options: Options,
    /// How lines come in.
    pub pace: Pace,
    /// When the process began; the time from here to the first START counts against the first
    /// move with some managers.
    pub launched: Instant,
    /// Chooses among our Swap2 openings.
    pub seed: u64,
}

/// A position to think about.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position.
    pub board: Board,
    /// Limits and number of moves.
    pub request: Request,
}

/// Something to be done outside, in the order given.
#[derive(Clone, Debug)]
pub enum Action {
    /// Print this line.
    Say(Response),
    /// Change the engine's table and threads; no search is running.
    Resize(Resources),
    /// Make the engine's tables; no search is running.
    Prepare,
    /// Empty the engine's tables; no search is running.
    Forget,
    /// Start this search; its end is told by [`Handler::done`].
    Think(Box<Job>),
    /// Tell the search started last to end.
    Stop,
    /// Leave the process.
    Exit,
}

/// Things to be done, mostly one or none.
pub type Actions = SmallVec<[Action; 2]>;

/// Which client is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Everyone.
    Gomocup,
    /// Yixin-Board: other rule numbers and axes, and no word about unknown commands.
    Yixin,
}

/// Whether the end has been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    No,
    /// As soon as nothing is left to do.
    WhenDone,
    /// As soon as nothing is left to do, and no later than this.
    By(Instant),
}

/// A line and when it was read.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    at: Instant,
}

/// What to do with a line while a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Urgency {
    AtOnce,
    StopFirst,
    AfterAnswer,
}

/// One conversation with one client.
#[derive(Debug)]
pub struct Handler {
    pub(super) options: Options,
    /// What the engine was last told.
    pub(super) resources: Resources,
    pub(super) dialect: Dialect,
    /// Bit 0: REALTIME lines, bit 1: INFO lines.
    pub(super) detail: u8,
    pub(super) position: Option<Position>,
    pub(super) excluded: PointSet,
    pub(super) block: Option<Block>,
    pub(super) pending: Option<Pending>,
    /// Remarks to be printed when the next search begins.
    pub(super) notices: Vec<String>,
    pub(super) launched: Instant,
    /// Time before the first START, to be charged to the first move.
    pub(super) startup: Option<Duration>,
    pub(super) opening_seed: u64,
    /// Searches that were answered for and have not ended yet.
    overdue: usize,
    pace: Pace,
    waiting: VecDeque<Line>,
    /// A waiting line changes the position: everything behind it waits too.
    barrier: bool,
    leaving: Leaving,
}

impl Handler {
    /// A conversation that has not begun.
    pub fn new(setup: Setup) -> Self {
        Self {
            resources: setup.options.resources(),
            options: setup.options,
            dialect: Dialect::Gomocup,
            detail: 0,
            position: None,
            excluded: PointSet::EMPTY,
            block: None,
            pending: None,
            notices: Vec::new(),
            launched: setup.launched,
            startup: None,
            opening_seed: setup.seed,
            overdue: 0,
            pace: setup.pace,
            waiting: VecDeque::new(),
            barrier: false,
            leaving: Leaving::No,
        }
    }

    /// Whether a search is running.
    pub fn is_thinking(&self) -> bool {
        self.pending.is_some()
    }

    /// When [`Handler::time_is_up`] wants to be called, if nothing else happens before.
    pub fn deadline(&self) -> Option<Instant> {
        let search = self.pending.as_ref().and_then(search_deadline);
        match self.leaving {
            Leaving::By(end) => Some(search.map_or(end, |time| time.min(end))),
            Leaving::No | Leaving::WhenDone => search,
        }
    }

    /// A line, without its end, that was read at this time.
    pub fn line(&mut self, text: String, at: Instant) -> Actions {
        let mut out = Actions::new();
        if self.leaving == Leaving::No {
            log::debug!("< {text}");
            self.accept(Line { text, at }, &mut out);
            self.settle(&mut out);
        }
        out
    }

    /// The client is gone, or has said all it had to say.
    pub fn end_of_input(&mut self, at: Instant) -> Actions {
        let mut out = Actions::new();
        log::debug!("end of input");
        match self.pace {
            Pace::Script => self.leaving = Leaving::WhenDone,
            Pace::Live if self.is_burst(at) => self.leave_within(BURST_GRACE, at, &mut out),
            Pace::Live => self.leave_within(LEAVE_GRACE, at, &mut out),
        }
        self.settle(&mut out);
        out
    }

    /// An iteration of a search is complete.
    pub fn progress(&mut self, thought: Box<Thought>, at: Instant) -> Actions {
        let mut out = Actions::new();
        let detail = self.detail();
        if self.overdue > 0 {
            return out;
        }
        let Some(pending) = &mut self.pending else {
            return out;
        };
        let due = pending
            .reported
            .is_none_or(|time| at >= time + REPORT_INTERVAL);
        if due {
            pending.reported = Some(at);
            say_details(&thought, detail, &mut out);
        }
        pending.latest = Some(thought);
        out
    }

    /// A search has ended.
    pub fn done(&mut self, thought: &Thought, at: Instant) -> Actions {
        let mut out = Actions::new();
        if self.overdue > 0 {
            self.overdue -= 1;
        } else {
            self.conclude(thought, at, &mut out);
        }
        out
    }

    /// The time of [`Handler::deadline`] has come.
    pub fn time_is_up(&mut self, at: Instant) -> Actions {
        let mut out = Actions::new();
        if matches!(self.leaving, Leaving::By(end) if at >= end) {
            while self.is_thinking() {
                self.answer_for_search(at, &mut out);
            }
            out.push(Action::Exit);
            return out;
        }
        match &self.pending {
            Some(pending) if search_deadline(pending).is_none_or(|time| at < time) => {}
            Some(pending) if pending.stopped => self.answer_for_search(at, &mut out),
            _ => self.stop(&mut out),
        }
        out
    }

    /// How points are written in texts for this client.
    pub(super) fn labels(&self) -> Labels {
        match (self.dialect, &self.position) {
            (Dialect::Yixin, Some(position)) => Labels::Yixin(position.size()),
            _ => Labels::ColumnFirst,
        }
    }

    /// Which analysis lines this client wants.
    fn detail(&self) -> Detail {
        let size = self.position.as_ref().map(Position::size);
        Detail {
            bits: self.detail,
            labels: self.labels(),
            rule: self.options.rule(),
            size: size.unwrap_or_else(|| BoardSize::square(15)),
        }
    }

    /// Ends the running search, if there is one.
    pub(super) fn stop(&mut self, out: &mut Actions) {
        if let Some(pending) = &mut self.pending
            && !pending.stopped
        {
            pending.stopped = true;
            out.push(Action::Stop);
        }
    }

    /// Whether a search that begins now is to end at once.
    pub(super) fn is_hurried(&self) -> bool {
        matches!(self.leaving, Leaving::By(_))
    }

    /// Sorts a line by what it does and by what is going on.
    fn accept(&mut self, line: Line, out: &mut Actions) {
        if self.pace == Pace::Script && self.is_thinking() {
            self.waiting.push_back(line);
            return;
        }
        let command = Command::parse(&line.text);
        if command == Ok(Command::End) {
            self.end(line.at, out);
            return;
        }
        if self.barrier {
            self.waiting.push_back(line);
            return;
        }
        let Some(command) = self.in_block(&line.text, command, line.at, out) else {
            return;
        };
        match urgency(&command) {
            _ if !self.is_thinking() => self.execute(command, line.at, out),
            Urgency::AtOnce => self.execute(command, line.at, out),
            Urgency::AfterAnswer => self.postpone(line, out),
            Urgency::StopFirst => {
                self.barrier = true;
                self.stop(out);
                self.postpone(line, out);
            }
        }
    }

    fn postpone(&mut self, line: Line, out: &mut Actions) {
        self.waiting.push_back(line);
        if self.waiting.len() > MOST_WAITING {
            self.stop(out);
        }
    }

    /// Takes up the lines that waited. One of them may start a search, for which the rest waits. A
    /// client's clock has run since it sent a line; a file has no clock.
    fn replay(&mut self, now: Instant, out: &mut Actions) {
        self.barrier = false;
        for mut line in std::mem::take(&mut self.waiting) {
            if self.pace == Pace::Script {
                line.at = now;
            }
            self.accept(line, out);
        }
    }

    /// END. A running search is not waited for, unless the client never waits.
    fn end(&mut self, at: Instant, out: &mut Actions) {
        if self.is_burst(at) {
            self.leave_within(BURST_GRACE, at, out);
        } else {
            out.push(Action::Exit);
        }
    }

    fn is_burst(&self, at: Instant) -> bool {
        let pending = self.pending.as_ref();
        pending.is_some_and(|pending| at < pending.start + BURST)
    }

    fn leave_within(&mut self, grace: Duration, at: Instant, out: &mut Actions) {
        self.leaving = Leaving::By(at + grace);
        self.stop(out);
    }

    /// Leaves if the end has been reached and nothing is left to do.
    fn settle(&mut self, out: &mut Actions) {
        if self.leaving != Leaving::No && !self.is_thinking() && self.waiting.is_empty() {
            out.push(Action::Exit);
        }
    }

    /// Answers with what the running search has found so far; its end will mean nothing any more.
    fn answer_for_search(&mut self, at: Instant, out: &mut Actions) {
        log::error!("the search does not end, it is answered for");
        let latest = self
            .pending
            .as_mut()
            .and_then(|pending| pending.latest.take());
        let thought = latest.map_or_else(nothing_found, |latest| *latest);
        self.overdue += 1;
        self.conclude(&thought, at, out);
    }

    /// Answers what is pending, then takes up what waited for that.
    fn conclude(&mut self, thought: &Thought, at: Instant, out: &mut Actions) {
        if let Some(pending) = self.pending.take() {
            self.answer(&pending, thought, at, out);
            self.replay(at, out);
            self.settle(out);
        }
    }

    /// Prints the answer, after what belongs before it, and plays it on the board.
    fn answer(&mut self, pending: &Pending, thought: &Thought, at: Instant, out: &mut Actions) {
        self.options
            .spent(at.saturating_duration_since(pending.start));
        let labels = self.labels();
        say_details(thought, self.detail(), out);
        out.extend(
            report::summary(thought, labels)
                .into_iter()
                .map(Action::Say),
        );
        let conclusion = pending.conclude(thought);
        report::log(&conclusion.response.to_string(), thought);
        if let Some(position) = &mut self.position {
            for &stone in &conclusion.stones {
                position.place(stone);
            }
        }
        out.push(Action::Say(conclusion.response));
    }
}

/// When a search is to be told to end; once told, when to answer for it.
fn search_deadline(pending: &Pending) -> Option<Instant> {
    let wait = if pending.stopped {
        RESCUE_AFTER
    } else {
        Duration::ZERO
    };
    pending.deadline?.checked_add(wait)
}

/// What is known of a search that has said nothing.
fn nothing_found() -> Thought {
    Thought {
        best: None,
        score: Score::DRAW,
        candidates: Vec::new(),
        depth: 0,
        selective_depth: 0,
        nodes: 0,
        solver_nodes: 0,
        time: Duration::ZERO,
        solver: String::new(),
    }
}

/// Which analysis lines are asked for, and what they depend on.
#[derive(Clone, Copy)]
struct Detail {
    /// Bit 0: marks on the board; bit 1: groups for each candidate.
    bits: u8,
    labels: Labels,
    rule: Rule,
    size: BoardSize,
}

/// The analysis lines that were asked for.
fn say_details(thought: &Thought, detail: Detail, out: &mut Actions) {
    let say = |lines: Vec<Response>| lines.into_iter().map(Action::Say);
    if detail.bits & 1 != 0 {
        out.extend(say(report::realtime(thought, detail.labels)));
    }
    if detail.bits & 2 != 0 {
        let win_rate = |score| win_rate(detail.rule, detail.size, score);
        out.extend(say(report::details(thought, win_rate)));
    }
}

/// What a line may do while a search runs.
fn urgency(command: &Result<Command, ParseError>) -> Urgency {
    match command {
        Ok(
            Command::Info(_)
            | Command::About
            | Command::Stop
            | Command::End
            | Command::Done
            | Command::Nothing
            | Command::Yixin(
                Yixin::ShowInfo
                | Yixin::ShowTable
                | Yixin::Block
                | Yixin::Unblock
                | Yixin::UnblockAll
                | Yixin::SkipBlock
                | Yixin::SkipName
                | Yixin::Skip,
            ),
        ) => Urgency::AtOnce,
        Err(_) | Ok(Command::Yixin(Yixin::ShowForbidden | Yixin::ClearTable)) => {
            Urgency::AfterAnswer
        }
        Ok(_) => Urgency::StopFirst,
    }
}

/// Whether a command ends a block that its DONE never came for.
pub(super) fn breaks_block(command: &Result<Command, ParseError>) -> bool {
    urgency(command) == Urgency::StopFirst
}
