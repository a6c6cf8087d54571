//! Plays a schedule with several workers, and keeps its results.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use thiserror::Error;

use super::engine::Player;
use super::game::{self, Conditions, Unplayed};
use super::process::{Launch, LaunchError};
use super::progress::Progress;
use super::record::GameRecord;
use super::report::{ReportError, Reports};
use super::schedule::Assignment;
use super::spec::EngineSpec;
use super::standings::Standings;
use super::stats::Verdict;
use super::traffic::Traffic;
use crate::lab::games::lines::to_pos;
use crate::search::clock::Stop;
use crate::types::map::{Map, Set};

/// A match as the command line orders it.
#[derive(Debug)]
pub struct Match {
    /// The engines, and how to start each.
    pub engines: Vec<(EngineSpec, Launch)>,
    /// Board, rule and the like.
    pub conditions: Conditions,
    /// All games, those already played among them.
    pub schedule: Vec<Assignment>,
    /// Games at a time.
    pub concurrency: usize,
    /// The traffic log.
    pub traffic: Option<Traffic>,
    /// Whether progress is shown.
    pub quiet: bool,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games are played, or the test accepts H1.
    Done,
    /// The test accepts H0.
    H0,
    /// It was interrupted.
    Stopped,
}

/// Why a match could not go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine's program cannot be run.
    #[error(transparent)]
    Unrunnable(#[from] LaunchError),
    /// A file cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
}

/// What the workers share.
struct State<'a> {
    open: VecDeque<&'a Assignment>,
    standings: &'a mut Standings,
    records: &'a mut Vec<GameRecord>,
    reports: &'a mut Reports,
    progress: Progress,
    /// Nothing more counts: the test is decided, or something is broken.
    closed: bool,
    error: Option<MatchError>,
}

/// Checks that these games belong to this schedule, each at most once.
///
/// # Errors
/// Names the first that does not.
pub fn check_records(
    engines: &[EngineSpec],
    conditions: &Conditions,
    schedule: &[Assignment],
    records: &[GameRecord],
) -> Result<(), String> {
    let known: Map<usize, &Assignment> = schedule.iter().map(|a| (a.game, a)).collect();
    let mut seen = Set::default();
    for record in records {
        let same = known.get(&record.game).is_some_and(|a| {
            record.black == engines[a.black].name
                && record.white == engines[a.white].name
                && record.opening == to_pos(&a.opening)
                && record.rule == conditions.rule.name()
                && record.size == conditions.size.to_string()
        });
        if !same {
            return Err(format!(
                "game {} ({} against {}, {} {}) is not in this match's schedule",
                record.game, record.black, record.white, record.rule, record.size
            ));
        }
        if !seen.insert(record.game) {
            return Err(format!("game {} is there twice", record.game));
        }
    }
    Ok(())
}

impl Match {
    /// Plays all games that `records` does not hold yet.
    ///
    /// # Errors
    /// If an engine cannot be run, or results cannot be kept.
    pub fn play(
        &self,
        standings: &mut Standings,
        records: &mut Vec<GameRecord>,
        reports: &mut Reports,
        stop: &Stop,
    ) -> Result<Ending, MatchError> {
        self.check_engines()?;
        let played: Set<usize> = records.iter().map(|record| record.game).collect();
        let open: VecDeque<_> = self
            .schedule
            .iter()
            .filter(|a| !played.contains(&a.game))
            .collect();
        let workers = self.concurrency.min(open.len());
        let decided = standings.sprt().is_some_and(|s| s.2 != Verdict::Open);
        let progress = Progress::new(self.schedule.len(), records.len(), self.quiet);
        let state = Mutex::new(State {
            open,
            standings,
            records,
            reports,
            progress,
            closed: false,
            error: None,
        });
        if !decided {
            thread::scope(|scope| {
                for worker in 1..=workers {
                    let state = &state;
                    scope.spawn(move || self.work(worker, state, stop));
                }
            });
        }
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.progress.finish();
        if let Some(traffic) = &self.traffic {
            traffic.flush();
        }
        if let Some(error) = state.error {
            return Err(error);
        }
        let complete = state.records.len() == self.schedule.len();
        Ok(match state.standings.sprt().map(|s| s.2) {
            Some(Verdict::H0) => Ending::H0,
            Some(Verdict::H1) => Ending::Done,
            _ if complete => Ending::Done,
            _ => Ending::Stopped,
        })
    }

    /// Starts each engine once, so that a wrong path is told before the first game.
    fn check_engines(&self) -> Result<(), LaunchError> {
        for (spec, launch) in &self.engines {
            let mut player = Player::new(spec.clone(), launch.clone(), 0);
            player.ensure_process()?;
        }
        Ok(())
    }

    fn work(&self, worker: usize, state: &Mutex<State<'_>>, stop: &Stop) {
        let mut players: Vec<Player> = self
            .engines
            .iter()
            .map(|(spec, launch)| {
                Player::new(spec.clone(), launch.clone(), worker)
                    .with(self.traffic.clone(), self.conditions.strict)
            })
            .collect();
        while !stop.is_requested() {
            let Some(assignment) = lock(state).open.pop_front() else {
                break;
            };
            let [black, white] = players
                .get_disjoint_mut([assignment.black, assignment.white])
                .expect("two different engines");
            let outcome = game::play(&self.conditions, assignment, black, white, stop);
            lock(state).take(outcome, stop);
            if let Some(traffic) = &self.traffic {
                traffic.flush();
            }
        }
        for (index, player) in players.iter_mut().enumerate() {
            if !player.quit() {
                let text = format!("warning: {} did not leave after END", player.spec.name);
                let mut state = lock(state);
                state.standings.conduct[index].warnings.slow_exits += 1;
                state.progress.say(&text);
            }
        }
    }
}

fn lock<'a, 'b>(state: &'a Mutex<State<'b>>) -> MutexGuard<'a, State<'b>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State<'_> {
    fn take(&mut self, outcome: Result<GameRecord, Unplayed>, stop: &Stop) {
        // A game that ends after the decision might move the figures back.
        if self.closed {
            return;
        }
        let kept = match outcome {
            Ok(record) => self.keep(record).map_err(MatchError::Report),
            Err(Unplayed::Unrunnable(error)) => Err(MatchError::Unrunnable(error)),
            Err(Unplayed::Stopped) => Ok(false),
        };
        self.closed = !matches!(kept, Ok(false));
        self.error = kept.err();
        if self.closed {
            stop.request();
        }
    }

    /// Puts a game on record. True if the match is decided by it.
    fn keep(&mut self, record: GameRecord) -> Result<bool, ReportError> {
        self.reports.write(&record)?;
        self.standings.add(&record).expect("both engines take part");
        if let (true, Some(loser)) = (record.fault, record.loser()) {
            let text = format!(
                "game {}: {loser} loses by {}: {}",
                record.game,
                record.reason.name(),
                record.detail
            );
            self.progress.say(&text);
        }
        self.records.push(record);
        let line = self.standings.line();
        self.progress.update(self.records.len(), &line);
        Ok(self.standings.sprt().is_some_and(|s| s.2 != Verdict::Open))
    }
}
