//! The five rules.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Color;

/// What wins, and what Black may not play. The protocol's bit mask is decoded at the edge and is
/// never carried inward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle = 0,
    /// Exactly five in a row win; a longer run counts for nothing.
    Standard = 1,
    /// Black wins with exactly five and has fouls; White wins with five or more.
    Renju = 2,
    /// A five closed by the opponent at both ends does not win; six or more always win.
    Caro = 3,
    /// A five closed by the opponent at both ends does not win, nor do six or more.
    CaroExact = 4,
}

impl Rule {
    /// All rules, in index order.
    pub const ALL: [Self; 5] = [
        Self::Freestyle,
        Self::Standard,
        Self::Renju,
        Self::Caro,
        Self::CaroExact,
    ];

    /// 0..5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a run of six or more wins for this side.
    #[inline]
    pub const fn overline_wins(self, color: Color) -> bool {
        match self {
            Self::Freestyle | Self::Caro => true,
            Self::Standard | Self::CaroExact => false,
            Self::Renju => matches!(color, Color::White),
        }
    }

    /// Whether a five with an opponent's stone at each end is worth nothing.
    #[inline]
    pub const fn closed_five_fails(self) -> bool {
        matches!(self, Self::Caro | Self::CaroExact)
    }

    /// Whether this side may not play overlines, double fours and double threes.
    #[inline]
    pub const fn has_fouls(self, color: Color) -> bool {
        matches!((self, color), (Self::Renju, Color::Black))
    }

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a rule: expected freestyle, standard, renju, caro or caro-exact")]
pub struct RuleParseError(String);

impl FromStr for Rule {
    type Err = RuleParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| RuleParseError(text.to_owned()))
    }
}
