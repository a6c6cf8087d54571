//! What a stone does to the game: wins it, breaks a rule, or neither.
//!
//! A verdict looks at nothing but the lines through the stone, as the rules do: a five that stands
//! elsewhere on the board has been judged when its own last stone was placed.

use std::fmt;
use std::ops::BitOr;
use std::str::FromStr;

use thiserror::Error;

use super::Board;
use super::star::Star;
use crate::types::{Color, Point};

/// What a stone does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Play goes on.
    None,
    /// It completes a winning line.
    Five,
    /// It may not be played; a player who plays it loses.
    Foul(Foul),
}

/// Why Black may not play a point in renju: one reason or several.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Foul(u8);

impl Foul {
    /// A run of six or more.
    pub const OVERLINE: Self = Self(1);
    /// Two or more fours with one stone.
    pub const DOUBLE_FOUR: Self = Self(2);
    /// Two or more threes with one stone.
    pub const DOUBLE_THREE: Self = Self(4);

    /// The three reasons and their names, in the order in which they are listed.
    const NAMES: [(Self, &'static str); 3] = [
        (Self::OVERLINE, "6"),
        (Self::DOUBLE_FOUR, "44"),
        (Self::DOUBLE_THREE, "33"),
    ];

    /// Whether the two have a reason in common.
    #[inline]
    pub const fn shares(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Foul {
    type Output = Self;

    /// The reasons of both.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// `6`, `44`, `33`, or several joined by `+` in this order.
impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (reason, name) in Self::NAMES {
            if self.shares(reason) {
                write!(f, "{separator}{name}")?;
                separator = "+";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Foul({self})")
    }
}

/// Text that names no foul.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a foul: expected 6, 44, 33 or some of them joined by +")]
pub struct FoulParseError(String);

impl FromStr for Foul {
    type Err = FoulParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut foul = Self(0);
        for piece in text.split('+') {
            let (reason, _) = Self::NAMES
                .into_iter()
                .find(|&(_, name)| name == piece)
                .ok_or_else(|| FoulParseError(text.to_owned()))?;
            foul = foul | reason;
        }
        Ok(foul)
    }
}

impl Board {
    /// What a stone of `color` on `point` does under the rule in force. The point is empty, or holds
    /// that very stone already: so the last stone placed can be judged too.
    #[inline]
    pub fn verdict(&self, point: Point, color: Color) -> Verdict {
        debug_assert!(
            self.is_empty(point) || self.cell(point) == color.into(),
            "{point:?} holds something else"
        );
        let star = Star::new(&self.lines, point, color);
        let fives = if self.rule.closed_five_fails() {
            star.unclosed_fives()
        } else {
            star.fives()
        };
        if fives != 0 || self.rule.overline_wins(color) && star.overlines() != 0 {
            Verdict::Five
        } else if self.rule.has_fouls(color) {
            self.foul_of(point, star)
                .map_or(Verdict::None, Verdict::Foul)
        } else {
            Verdict::None
        }
    }

    /// What the last stone placed did; [`Verdict::None`] on an empty board.
    #[inline]
    pub fn last_verdict(&self) -> Verdict {
        self.history
            .last()
            .map_or(Verdict::None, |&(point, color)| self.verdict(point, color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foul_names_round_trip() {
        for bits in 1..8 {
            let foul = Foul(bits);
            assert_eq!(foul.to_string().parse(), Ok(foul));
        }
        let all = Foul::DOUBLE_THREE | Foul::OVERLINE | Foul::DOUBLE_FOUR;
        assert_eq!(all.to_string(), "6+44+33");
        for text in ["", "+", "5", "33+", "44 33", "633"] {
            assert!(text.parse::<Foul>().is_err(), "{text:?}");
        }
    }
}
