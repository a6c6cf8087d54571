//! A finished game: what is kept of it, and the line of JSON that holds it.

use serde::{Deserialize, Serialize};

use crate::types::{Color, Point};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
}

impl GameResult {
    /// The result in which this side wins.
    pub const fn win(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Half points for this side: 2, 1 or 0.
    pub fn half_points(self, color: Color) -> usize {
        match self {
            Self::Draw => 1,
            result if result == Self::win(color) => 2,
            _ => 0,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A winning row.
    Five,
    /// A forbidden move.
    Foul,
    /// No empty point is left.
    BoardFull,
    /// The runner's own conditions.
    Adjudicated,
    /// An answer after the limit and its tolerance.
    Time,
    /// A move to a taken point or off the board.
    Illegal,
    /// The process ended or closed its output.
    Crash,
    /// No answer at all.
    Hang,
    /// No OK to START.
    Start,
    /// Answers that break the protocol, or more memory than allowed.
    Protocol,
}

impl Reason {
    /// Whether the loser broke the rules of play rather than being beaten.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Five | Self::BoardFull | Self::Adjudicated)
    }

    /// The word in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Foul => "foul",
            Self::BoardFull => "board-full",
            Self::Adjudicated => "adjudicated",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Start => "start",
            Self::Protocol => "protocol",
        }
    }
}

/// What an engine did that is wrong but does not touch its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Warnings {
    /// Lines that no command asked for.
    #[serde(skip_serializing_if = "is_zero")]
    pub noise: u64,
    /// `UNKNOWN` and `ERROR` replies.
    #[serde(skip_serializing_if = "is_zero")]
    pub refusals: u64,
    /// Answers over the limit but within its tolerance.
    #[serde(skip_serializing_if = "is_zero")]
    pub overtime: u64,
    /// Deaths between two games.
    #[serde(skip_serializing_if = "is_zero")]
    pub idle_deaths: u64,
    /// Exits that took more than a second after END.
    #[serde(skip_serializing_if = "is_zero")]
    pub slow_exits: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Warnings {
    /// All of them.
    pub const fn total(self) -> u64 {
        self.noise + self.refusals + self.overtime + self.idle_deaths + self.slow_exits
    }

    /// Counts another's in.
    pub fn add(&mut self, other: Self) {
        self.noise += other.noise;
        self.refusals += other.refusals;
        self.overtime += other.overtime;
        self.idle_deaths += other.idle_deaths;
        self.slow_exits += other.slow_exits;
    }

    /// The counts that are not zero, in words.
    pub fn list(self) -> String {
        [
            (self.noise, "noise lines"),
            (self.refusals, "UNKNOWN or ERROR"),
            (self.overtime, "moves over the limit within tolerance"),
            (self.idle_deaths, "deaths between games"),
            (self.slow_exits, "slow exits"),
        ]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect::<Vec<_>>()
        .join(", ")
    }
}

/// A finished game. Serialised it is one object, the match's line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number in the match, from 1.
    pub game: usize,
    /// Number of its pair, from 0.
    pub pair: usize,
    /// Name of the engine with the black stones.
    pub black: String,
    /// Name of the engine with the white stones.
    pub white: String,
    /// Rule name.
    pub rule: String,
    /// Board size, `15` or `20x12`.
    pub size: String,
    /// Time control of Black and White, if they differ parted by a blank.
    pub tc: String,
    /// The given stones in pos form, `-` if none.
    pub opening: String,
    /// All stones in pos form, the opening's first.
    pub moves: String,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// Whether the loser broke the rules of play.
    pub fault: bool,
    /// What exactly happened, if the reason does not say it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Stones on the board.
    pub plies: usize,
    /// Milliseconds for each stone; 0 for those of the opening.
    pub times_ms: Vec<f64>,
    /// The mover's own valuation of each stone, where it was told.
    pub scores: Vec<Option<f64>>,
    /// Depth in plies of each stone, where it was told.
    pub depths: Vec<Option<u32>>,
    /// Black's warnings.
    #[serde(default, skip_serializing_if = "no_warnings")]
    pub warnings_black: Warnings,
    /// White's warnings.
    #[serde(default, skip_serializing_if = "no_warnings")]
    pub warnings_white: Warnings,
}

fn no_warnings(warnings: &Warnings) -> bool {
    warnings.total() == 0
}

impl GameRecord {
    /// Half points for the engine of this name, which took part.
    pub fn half_points(&self, name: &str) -> usize {
        self.result.half_points(self.color_of(name))
    }

    /// The colour of the engine of this name, which took part.
    pub fn color_of(&self, name: &str) -> Color {
        if self.black == name {
            Color::Black
        } else {
            Color::White
        }
    }

    /// The name of the side that lost, if one did.
    pub fn loser(&self) -> Option<&str> {
        match self.result {
            GameResult::Black => Some(&self.white),
            GameResult::White => Some(&self.black),
            GameResult::Draw => None,
        }
    }

    /// The stones; none for text that is not in pos form.
    pub fn points(&self) -> Vec<Point> {
        Point::parse_list(&self.moves).unwrap_or_default()
    }
}
