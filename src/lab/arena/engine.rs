//! An engine in a game: started, told the conditions, asked for moves, and blamed for what it does
//! wrong.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::client::{Command, Reply, SearchInfo, UNLIMITED, rule_number};
use super::clock::Clock;
use super::process::{Heard, Launch, LaunchError, Process};
use super::record::{Reason, Warnings};
use super::spec::EngineSpec;
use super::traffic::{Tap, Traffic};
use crate::search::clock::{Stop, now};
use crate::types::{BoardSize, Rule};

/// Why an engine gave no move.
#[derive(Debug)]
pub enum Trouble {
    /// It loses the game.
    Fault(Reason, String),
    /// Its program cannot be run.
    Unrunnable(LaunchError),
    /// The runner is to stop.
    Stopped,
}

/// An answer to a think command.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Column as it was given.
    pub x: i64,
    /// Row as it was given.
    pub y: i64,
    /// Time from the command to the line.
    pub time: Duration,
    /// What the engine told of its search.
    pub info: SearchInfo,
}

/// One engine of one worker; its process lives on from game to game unless it must be restarted.
#[derive(Debug)]
pub struct Player {
    /// What the command line says of it.
    pub spec: EngineSpec,
    launch: Launch,
    traffic: Option<Traffic>,
    worker: usize,
    strict: bool,
    process: Option<Process>,
    warnings: Warnings,
    /// Whether START has not been answered yet and nobody waits for that.
    owes_ok: bool,
    /// The last line that made no sense, to explain a silence that follows it.
    last_words: String,
}

/// After the limit and its tolerance: how long to wait for the answer, to tell late from never.
const GRACE: Duration = Duration::from_secs(1);
/// Time to leave after END.
const EXIT_TIME: Duration = Duration::from_secs(1);
/// How often a waiting runner looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

impl Player {
    /// An engine of this worker that is not started yet.
    pub fn new(spec: EngineSpec, launch: Launch, worker: usize) -> Self {
        Self {
            spec,
            launch,
            traffic: None,
            worker,
            strict: false,
            process: None,
            warnings: Warnings::default(),
            owes_ok: false,
            last_words: String::new(),
        }
    }

    /// With this traffic log, and warnings that lose if `strict`.
    #[must_use]
    pub fn with(self, traffic: Option<Traffic>, strict: bool) -> Self {
        Self {
            traffic,
            strict,
            ..self
        }
    }

    /// Starts the process if there is none.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn ensure_process(&mut self) -> Result<&mut Process, LaunchError> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.launch()?,
        };
        Ok(self.process.insert(process))
    }

    fn launch(&self) -> Result<Process, LaunchError> {
        let tap = self.tap();
        if let Some(tap) = &tap {
            tap.remark("started");
        }
        Process::launch(&self.launch, tap)
    }

    fn tap(&self) -> Option<Tap> {
        let traffic = self.traffic.as_ref()?;
        Some(traffic.tap(format!("{}@{}", self.spec.name, self.worker)))
    }

    /// Notes in the traffic log what happens to this engine.
    pub fn remark(&self, text: &str) {
        if let Some(tap) = self.tap() {
            tap.remark(text);
        }
    }

    /// Begins a game and tells all conditions.
    ///
    /// # Errors
    /// If no OK comes in time, or something else is wrong.
    pub fn start_game(&mut self, size: BoardSize, rule: Rule, stop: &Stop) -> Result<(), Trouble> {
        let result = self.try_start(size, rule, stop);
        self.drop_if_lost(result)
    }

    fn try_start(&mut self, size: BoardSize, rule: Rule, stop: &Stop) -> Result<(), Trouble> {
        self.last_words.clear();
        self.forget_last_game();
        let start = now();
        self.ensure_process().map_err(Trouble::Unrunnable)?;
        let deadline = start + self.spec.start_timeout;
        self.send(&Command::Start(size))
            .map_err(|detail| Trouble::Fault(Reason::Start, detail))?;
        self.owes_ok = self.spec.judge;
        if !self.spec.judge {
            self.await_ok(deadline, stop)?;
        }
        for (key, value) in self.conditions(rule) {
            self.send(&Command::Info(key, value))
                .map_err(|detail| Trouble::Fault(Reason::Start, detail))?;
        }
        self.freeze(true);
        Ok(())
    }

    fn await_ok(&mut self, deadline: Instant, stop: &Stop) -> Result<(), Trouble> {
        loop {
            match self.hear(deadline, stop)? {
                Heard::Line { text, .. } => match Reply::parse(&text) {
                    Some(Reply::Ok) => return Ok(()),
                    Some(Reply::Error(why)) => {
                        return Err(Trouble::Fault(Reason::Start, format!("ERROR {why}")));
                    }
                    Some(reply) => self.notice(&reply, &text)?,
                    None => {}
                },
                Heard::Flood => return Err(Trouble::Fault(Reason::Start, FLOOD.to_owned())),
                Heard::Closed { .. } => {
                    let fate = self.fate();
                    return Err(Trouble::Fault(Reason::Start, format!("{fate} before OK")));
                }
                Heard::Silence => {
                    let limit = self.spec.start_timeout.as_secs_f64();
                    let detail = self.explain(&format!("no OK within {limit} s"));
                    return Err(Trouble::Fault(Reason::Start, detail));
                }
            }
        }
    }

    /// Freezes the process or lets it go on, where it is treated as the judge does.
    fn freeze(&self, frozen: bool) {
        if let Some(process) = self.process.as_ref().filter(|_| self.spec.judge) {
            process.freeze(frozen);
        }
    }

    /// The INFO lines of a game, in order.
    fn conditions(&self, rule: Rule) -> Vec<(String, String)> {
        let spec = &self.spec;
        let ms = |d: Duration| d.as_millis().to_string();
        let mut all: Vec<(&str, String)> = vec![("rule", rule_number(rule).to_string())];
        all.push(("game_type", "1".to_owned()));
        if let Some(turn) = spec.control.turn {
            all.push(("timeout_turn", ms(turn)));
        }
        all.push(("timeout_match", ms(spec.control.game.unwrap_or_default())));
        if !spec.control.increment.is_zero() {
            all.push(("time_increment", ms(spec.control.increment)));
        }
        let counts = [
            ("max_depth", spec.depth),
            ("max_node", spec.nodes),
            ("max_memory", spec.memory),
            ("thread_num", spec.threads),
        ];
        for (key, value) in counts {
            all.extend(value.map(|value| (key, value.to_string())));
        }
        all.into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .chain(spec.options.iter().cloned())
            .collect()
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// If none comes, or too late, or with something that loses the game.
    pub fn think(
        &mut self,
        command: &Command,
        clock: &mut Clock,
        stop: &Stop,
    ) -> Result<Answer, Trouble> {
        let result = self
            .try_think(command, clock, stop)
            .and_then(|answer| self.check_memory().map(|()| answer));
        self.drop_if_lost(result)
    }

    fn try_think(
        &mut self,
        command: &Command,
        clock: &mut Clock,
        stop: &Stop,
    ) -> Result<Answer, Trouble> {
        self.settle()?;
        let left = clock
            .left()
            .map_or(UNLIMITED, |left| left.as_millis() as i64);
        let crash = |detail| Trouble::Fault(Reason::Crash, detail);
        let thawed = now();
        self.freeze(false);
        self.send(&Command::Info("time_left".to_owned(), left.to_string()))
            .map_err(crash)?;
        // The judge's clock begins with the thaw, so that a first move pays for the start.
        let start = if self.spec.judge { thawed } else { now() };
        self.send(command).map_err(crash)?;
        let limit = clock.limit();
        let patience = limit.map_or(self.spec.hang_timeout, |limit| {
            limit + self.spec.tolerance + GRACE
        });
        let mut info = SearchInfo::default();
        loop {
            match self.hear(start + patience, stop)? {
                Heard::Line { at, text } => match Reply::parse(&text) {
                    Some(Reply::Move(x, y)) => {
                        let time = at.saturating_duration_since(start);
                        self.check_time(time, limit, &text)?;
                        clock.spend(time);
                        self.freeze(true);
                        return Ok(Answer { x, y, time, info });
                    }
                    Some(Reply::Message(message)) => info = SearchInfo::parse(&message).or(info),
                    Some(reply) => self.notice(&reply, &text)?,
                    None => {}
                },
                Heard::Flood => return Err(Trouble::Fault(Reason::Protocol, FLOOD.to_owned())),
                Heard::Closed { rest } => {
                    let fate = self.fate();
                    let detail = if rest.is_empty() {
                        fate
                    } else {
                        format!("{fate} after the unfinished line '{}'", shorten(&rest))
                    };
                    return Err(Trouble::Fault(Reason::Crash, self.explain(&detail)));
                }
                Heard::Silence => {
                    let mut detail = format!("no answer within {:.3} s", patience.as_secs_f64());
                    let rest = self.process.as_mut().map(Process::kill).unwrap_or_default();
                    if !rest.is_empty() {
                        let _ = write!(detail, ", only the unfinished line '{}'", shorten(&rest));
                    }
                    return Err(Trouble::Fault(Reason::Hang, self.explain(&detail)));
                }
            }
        }
    }

    fn check_time(
        &mut self,
        time: Duration,
        limit: Option<Duration>,
        text: &str,
    ) -> Result<(), Trouble> {
        match limit {
            Some(limit) if time > limit + self.spec.tolerance => {
                let detail = format!(
                    "'{}' after {:.3} s, {:.3} s allowed",
                    shorten(text),
                    time.as_secs_f64(),
                    limit.as_secs_f64()
                );
                Err(Trouble::Fault(Reason::Time, detail))
            }
            Some(limit) if time > limit => {
                self.warnings.overtime += 1;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_memory(&self) -> Result<(), Trouble> {
        let (Some(limit), Some(process)) = (self.spec.memory, &self.process) else {
            return Ok(());
        };
        match process.memory() {
            Some(used) if used > limit => {
                let mb = |bytes: u64| bytes.div_ceil(1 << 20);
                let detail = format!("memory: {} MB used, {} allowed", mb(used), mb(limit));
                Err(Trouble::Fault(Reason::Protocol, detail))
            }
            _ => Ok(()),
        }
    }

    /// Looks at what was said since the last answer, when nothing should have been.
    fn settle(&mut self) -> Result<(), Trouble> {
        loop {
            let Some(process) = &mut self.process else {
                return Err(Trouble::Fault(Reason::Crash, "is not running".to_owned()));
            };
            match process.hear(now()) {
                Heard::Silence => return Ok(()),
                Heard::Line { text, .. } => match Reply::parse(&text) {
                    Some(Reply::Move(..)) => {
                        let detail = format!("second answer '{}' to one command", shorten(&text));
                        return Err(Trouble::Fault(Reason::Protocol, detail));
                    }
                    Some(Reply::Message(_)) | None => {}
                    Some(reply) => self.notice(&reply, &text)?,
                },
                Heard::Flood => return Err(Trouble::Fault(Reason::Protocol, FLOOD.to_owned())),
                Heard::Closed { .. } => {
                    let fate = self.fate();
                    let detail = format!("{fate} while the opponent was thinking");
                    return Err(Trouble::Fault(Reason::Crash, detail));
                }
            }
        }
    }

    /// Drops what an earlier game left behind. A process that died since is started again.
    fn forget_last_game(&mut self) {
        while let Some(process) = &mut self.process {
            match process.hear(now()) {
                Heard::Silence => return,
                Heard::Line { text, .. } => {
                    let wanted = matches!(Reply::parse(&text), None | Some(Reply::Message(_)));
                    self.warnings.noise += u64::from(!wanted);
                }
                Heard::Flood => self.warnings.noise += 1,
                Heard::Closed { .. } => {
                    self.warnings.idle_deaths += 1;
                    self.process = None;
                }
            }
        }
    }

    /// Counts a line that nobody asked for.
    fn notice(&mut self, reply: &Reply, text: &str) -> Result<(), Trouble> {
        match reply {
            Reply::Message(_) => return Ok(()),
            Reply::Ok if self.owes_ok => {
                self.owes_ok = false;
                return Ok(());
            }
            Reply::Error(_) | Reply::Unknown(_) => self.warnings.refusals += 1,
            Reply::Ok | Reply::Move(..) | Reply::Other(_) => self.warnings.noise += 1,
        }
        shorten(text).clone_into(&mut self.last_words);
        if self.strict {
            let detail = format!("strict: unexpected line '{}'", self.last_words);
            return Err(Trouble::Fault(Reason::Protocol, detail));
        }
        Ok(())
    }

    fn explain(&self, detail: &str) -> String {
        if self.last_words.is_empty() {
            detail.to_owned()
        } else {
            format!("{detail}; it had said '{}'", self.last_words)
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), String> {
        let sent = match &mut self.process {
            // The line ends of Windows; the last one is added there.
            Some(process) if self.spec.judge => {
                process.send(&format!("{}\r", command.to_string().replace('\n', "\r\n")))
            }
            Some(process) => process.send(&command.to_string()),
            None => return Err("is not running".to_owned()),
        };
        sent.map_err(|_| format!("{}, reads no more", self.fate()))
    }

    fn hear(&mut self, until: Instant, stop: &Stop) -> Result<Heard, Trouble> {
        loop {
            if stop.is_requested() {
                return Err(Trouble::Stopped);
            }
            let process = self.process.as_mut();
            let process = process.expect("a process that was written to");
            match process.hear(until.min(now() + LOOK)) {
                Heard::Silence if now() < until => self.check_memory()?,
                heard => return Ok(heard),
            }
        }
    }

    fn fate(&mut self) -> String {
        self.process
            .as_mut()
            .map_or_else(|| "is not running".to_owned(), Process::fate)
    }

    /// After a fault nobody knows what a process will say next: it must go. A late answer alone
    /// leaves it in good order.
    fn drop_if_lost<T>(&mut self, result: Result<T, Trouble>) -> Result<T, Trouble> {
        if !matches!(result, Ok(_) | Err(Trouble::Fault(Reason::Time, _))) {
            self.process = None;
        }
        result
    }

    /// Ends the process at once, after a fault that the referee saw.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// After a game: the process leaves if it is to be restarted. False if it had to be killed.
    pub fn end_game(&mut self) -> bool {
        !self.spec.restart || self.quit()
    }

    /// Asks the process to leave. False if it had to be killed.
    pub fn quit(&mut self) -> bool {
        self.freeze(false);
        let Some(process) = self.process.take() else {
            return true;
        };
        let clean = process.quit(EXIT_TIME);
        if !clean {
            self.warnings.slow_exits += 1;
        }
        clean
    }

    /// The warnings since this was last asked.
    pub fn take_warnings(&mut self) -> Warnings {
        std::mem::take(&mut self.warnings)
    }
}

const FLOOD: &str = "flood of output";

/// A line as it may stand in a report: at most sixty characters.
fn shorten(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
