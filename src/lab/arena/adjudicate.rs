//! When the runner ends a game before the board does.

use crate::types::{Color, PerColor};

/// The conditions, none of which need hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rules {
    /// Stones on the board at which the game is a draw.
    pub draw_stones: Option<usize>,
    /// When a side that knows itself lost is taken at its word.
    pub resign: Option<Resign>,
}

/// A side loses after this many moves in a row with such a score of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resign {
    /// Moves in a row.
    pub moves: u32,
    /// At this score or below it, taken negative.
    pub score: f64,
}

/// What the conditions say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudged {
    /// Nothing.
    Open,
    /// Neither side wins.
    Draw,
    /// This side loses.
    Loss(Color),
}

/// Watches one game.
#[derive(Debug)]
pub struct Watch {
    rules: Rules,
    hopeless: PerColor<u32>,
}

impl Watch {
    /// A game that begins.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            hopeless: PerColor::default(),
        }
    }

    /// After a move that this side made, with the score that it told, `stones` now on the board.
    pub fn after(&mut self, color: Color, score: Option<f64>, stones: usize) -> Adjudged {
        if let Some(resign) = self.rules.resign {
            let low = score.is_some_and(|score| score <= -resign.score);
            self.hopeless[color] = if low { self.hopeless[color] + 1 } else { 0 };
            if self.hopeless[color] >= resign.moves {
                return Adjudged::Loss(color);
            }
        }
        match self.rules.draw_stones {
            Some(limit) if stones >= limit => Adjudged::Draw,
            _ => Adjudged::Open,
        }
    }
}

/// `moves=N` of `--draw`: stones on the board.
///
/// # Errors
/// Names what is wrong.
pub fn parse_draw(text: &str) -> Result<usize, String> {
    let bad = || format!("'{text}' for --draw: expected moves=N, the stones on the board");
    let value = text.strip_prefix("moves=").ok_or_else(bad)?;
    value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)
}

/// `score=S[,moves=N]` of `--resign`.
///
/// # Errors
/// Names what is wrong.
pub fn parse_resign(text: &str) -> Result<Resign, String> {
    let bad = || format!("'{text}' for --resign: expected score=S[,moves=N], both above 0");
    let (mut moves, mut score) = (3, None);
    for item in text.split(',') {
        match item.split_once('=').ok_or_else(bad)? {
            ("moves", value) => moves = value.parse().ok().filter(|&n| n > 0).ok_or_else(bad)?,
            ("score", value) => {
                score = value
                    .parse()
                    .ok()
                    .filter(|s: &f64| s.is_finite() && *s > 0.0);
            }
            _ => return Err(bad()),
        }
    }
    let score = score.ok_or_else(bad)?;
    Ok(Resign { moves, score })
}

#[cfg(test)]
mod tests {
    use Color::{Black, White};

    use super::*;

    #[test]
    fn a_hopeless_side_loses_after_enough_moves_in_a_row() {
        let resign = parse_resign("score=1000,moves=2").expect("good");
        let mut watch = Watch::new(Rules {
            draw_stones: None,
            resign: Some(resign),
        });
        assert_eq!(watch.after(Black, Some(-1000.0), 1), Adjudged::Open);
        assert_eq!(watch.after(White, Some(-5000.0), 2), Adjudged::Open);
        assert_eq!(watch.after(Black, None, 3), Adjudged::Open);
        assert_eq!(watch.after(White, Some(-999.0), 4), Adjudged::Open);
        assert_eq!(watch.after(Black, Some(-1001.0), 5), Adjudged::Open);
        assert_eq!(watch.after(White, Some(-2000.0), 6), Adjudged::Open);
        assert_eq!(watch.after(Black, Some(-1001.0), 7), Adjudged::Loss(Black));
    }

    #[test]
    fn long_games_are_drawn() {
        let draw_stones = Some(parse_draw("moves=100").expect("good"));
        let mut watch = Watch::new(Rules {
            draw_stones,
            resign: None,
        });
        assert_eq!(watch.after(Color::Black, None, 99), Adjudged::Open);
        assert_eq!(watch.after(Color::White, None, 100), Adjudged::Draw);
        for bad in ["", "100", "moves=0", "moves=x", "plies=3"] {
            assert!(parse_draw(bad).is_err(), "{bad}");
        }
        for bad in [
            "",
            "moves=3",
            "score=0",
            "score=x",
            "score=5,moves=0",
            "a=1",
        ] {
            assert!(parse_resign(bad).is_err(), "{bad}");
        }
    }
}
