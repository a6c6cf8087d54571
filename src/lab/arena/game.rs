//! One game: two players, a referee and the clocks.

use std::fmt::Write;
use std::time::Duration;

use super::adjudicate::{Adjudged, Rules, Watch};
use super::client::Command;
use super::clock::Clock;
use super::engine::{Answer, Player, Trouble};
use super::process::LaunchError;
use super::record::{GameRecord, GameResult, Reason};
use super::referee::{Referee, Ruling};
use super::schedule::Assignment;
use crate::lab::games::lines::to_pos;
use crate::search::clock::Stop;
use crate::types::{BoardSize, Color, Point, Rule};

/// What all games of a match share.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The board.
    pub size: BoardSize,
    /// The rule.
    pub rule: Rule,
    /// When the runner ends a game.
    pub adjudication: Rules,
    /// Whether every position is sent whole.
    pub send_board: bool,
    /// Whether warnings lose.
    pub strict: bool,
}

/// Why a game gave no record.
#[derive(Debug)]
pub enum Unplayed {
    /// An engine cannot be run at all.
    Unrunnable(LaunchError),
    /// The runner is to stop.
    Stopped,
}

/// How a game ended.
struct End {
    result: GameResult,
    reason: Reason,
    detail: String,
}

impl End {
    fn loss(color: Color, reason: Reason, detail: impl Into<String>) -> Self {
        Self {
            result: GameResult::win(!color),
            reason,
            detail: detail.into(),
        }
    }
}

/// A game in progress.
struct Game<'a> {
    conditions: &'a Conditions,
    players: [&'a mut Player; 2],
    referee: Referee,
    opening: usize,
    clocks: [Clock; 2],
    /// Whether a side has been given a position yet.
    told: [bool; 2],
    watch: Watch,
    answers: Vec<Answer>,
}

/// Plays one game to its end.
///
/// # Errors
/// If there is nothing to be recorded.
pub fn play(
    conditions: &Conditions,
    assignment: &Assignment,
    black: &mut Player,
    white: &mut Player,
    stop: &Stop,
) -> Result<GameRecord, Unplayed> {
    let mut referee = Referee::new(conditions.size, conditions.rule);
    for point in &assignment.opening {
        referee.play(point.x() as i64, point.y() as i64);
    }
    let clocks = [
        Clock::new(black.spec.control),
        Clock::new(white.spec.control),
    ];
    let mut game = Game {
        conditions,
        players: [black, white],
        referee,
        opening: assignment.opening.len(),
        clocks,
        told: [false; 2],
        watch: Watch::new(conditions.adjudication),
        answers: Vec::new(),
    };
    let mut end = game.run(assignment.game, stop)?;
    game.leave(&mut end);
    Ok(game.record(assignment, end))
}

impl Game<'_> {
    fn run(&mut self, number: usize, stop: &Stop) -> Result<End, Unplayed> {
        for color in Color::BOTH {
            let (size, rule) = (self.conditions.size, self.conditions.rule);
            self.players[color.index()].remark(&format!("game {number}, {color}"));
            let started = self.players[color.index()].start_game(size, rule, stop);
            if let Err(trouble) = started {
                return blame(color, trouble);
            }
        }
        loop {
            let color = self.referee.board().side_to_move();
            let command = self.command();
            let player = &mut *self.players[color.index()];
            let answer = match player.think(&command, &mut self.clocks[color.index()], stop) {
                Ok(answer) => answer,
                Err(trouble) => return blame(color, trouble),
            };
            self.told[color.index()] = true;
            if let Some(end) = self.judge(color, answer) {
                return Ok(end);
            }
        }
    }

    /// The think command for the side to move.
    fn command(&self) -> Command {
        let board = self.referee.board();
        let color = board.side_to_move();
        let stones = board.history();
        let told = self.told[color.index()];
        // The judge begins by BOARD always, the empty one too.
        let whole = !told && self.players[color.index()].spec.judge;
        match stones {
            _ if self.conditions.send_board || whole => Command::Board(stones.to_vec(), color),
            [] => Command::Begin,
            [.., (last, _)] if told || stones.len() == 1 => Command::Turn(*last),
            _ => Command::Board(stones.to_vec(), color),
        }
    }

    fn judge(&mut self, color: Color, answer: Answer) -> Option<End> {
        let illegal = |why: &str| {
            let detail = format!("{},{} {why}", answer.x, answer.y);
            Some(End::loss(color, Reason::Illegal, detail))
        };
        let ruling = self.referee.play(answer.x, answer.y);
        match ruling {
            Ruling::Outside => return illegal("is outside the board"),
            Ruling::Occupied => return illegal("is taken already"),
            _ => self.answers.push(answer),
        }
        let draw = |reason| {
            Some(End {
                result: GameResult::Draw,
                reason,
                detail: String::new(),
            })
        };
        match ruling {
            Ruling::Five => Some(End {
                result: GameResult::win(color),
                reason: Reason::Five,
                detail: String::new(),
            }),
            Ruling::Foul(foul) => {
                let point = Point::new(answer.x as usize, answer.y as usize);
                Some(End::loss(
                    color,
                    Reason::Foul,
                    format!("{point} is forbidden ({foul})"),
                ))
            }
            Ruling::Full => draw(Reason::BoardFull),
            _ => {
                let stones = self.referee.board().ply();
                if stones >= self.judges_end() {
                    return draw(Reason::Adjudicated);
                }
                match self.watch.after(color, answer.info.score, stones) {
                    Adjudged::Open => None,
                    Adjudged::Draw => draw(Reason::Adjudicated),
                    Adjudged::Loss(loser) => {
                        Some(End::loss(loser, Reason::Adjudicated, "by its own score"))
                    }
                }
            }
        }
    }

    /// The stones after which Gomocup's judge says draw: renju there leaves 25 points free.
    fn judges_end(&self) -> usize {
        let points = self.conditions.size.area();
        let judged = self.players.iter().all(|player| player.spec.judge);
        if judged && self.conditions.rule == Rule::Renju {
            points.saturating_sub(25)
        } else {
            points
        }
    }

    /// Ends processes that must not or need not live on.
    fn leave(&mut self, end: &mut End) {
        for color in Color::BOTH {
            let player = &mut *self.players[color.index()];
            if end.reason == Reason::Illegal && end.result != GameResult::win(color) {
                player.kill();
            }
            if !player.end_game() && self.conditions.strict && !end.reason.is_fault() {
                *end = End::loss(color, Reason::Protocol, "strict: slow to leave after END");
            }
        }
    }

    fn record(mut self, assignment: &Assignment, end: End) -> GameRecord {
        let points: Vec<Point> = self.referee.board().history().iter().map(|s| s.0).collect();
        let before = self.opening;
        let ms = |time: Duration| (time.as_secs_f64() * 1e4).round() / 10.0;
        let times = self.answers.iter().map(|answer| ms(answer.time));
        let scores = self.answers.iter().map(|answer| answer.info.score);
        let depths = self.answers.iter().map(|answer| answer.info.depth);
        let [black, white] = &mut self.players;
        let (black_tc, white_tc) = (limits(black), limits(white));
        GameRecord {
            game: assignment.game,
            pair: assignment.pair,
            black: black.spec.name.clone(),
            white: white.spec.name.clone(),
            rule: self.conditions.rule.name().to_owned(),
            size: self.conditions.size.to_string(),
            tc: if black_tc == white_tc {
                black_tc
            } else {
                format!("{black_tc} {white_tc}")
            },
            opening: to_pos(&assignment.opening),
            moves: points.iter().map(Point::to_string).collect(),
            result: end.result,
            reason: end.reason,
            fault: end.reason.is_fault(),
            detail: end.detail,
            plies: points.len(),
            times_ms: std::iter::repeat_n(0.0, before).chain(times).collect(),
            scores: std::iter::repeat_n(None, before).chain(scores).collect(),
            depths: std::iter::repeat_n(None, before).chain(depths).collect(),
            warnings_black: black.take_warnings(),
            warnings_white: white.take_warnings(),
        }
    }
}

/// Time, depth and node limits in the command line's words.
fn limits(player: &Player) -> String {
    let spec = &player.spec;
    let mut text = spec.control.to_string();
    for (key, value) in [("depth", spec.depth), ("nodes", spec.nodes)] {
        if let Some(value) = value {
            let _ = write!(text, ",{key}={value}");
        }
    }
    text
}

fn blame(color: Color, trouble: Trouble) -> Result<End, Unplayed> {
    match trouble {
        Trouble::Fault(reason, detail) => Ok(End::loss(color, reason, detail)),
        Trouble::Unrunnable(error) => Err(Unplayed::Unrunnable(error)),
        Trouble::Stopped => Err(Unplayed::Stopped),
    }
}
