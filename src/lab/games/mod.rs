//! Games in files: Piskvork's PSQ, SGF, and lines of moves (pos) or Gomocup offsets, told apart by
//! the file's name. Every tool that takes a game reads it here.

pub(super) mod lines;
pub(super) mod psq;
pub(super) mod sgf;

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::board::{Board, Foul, SetupError, Verdict};
use crate::types::{BoardSize, Color, PerColor, Point, Rule, RuleParseError};

/// The forms in which games are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One game, by Piskvork.
    Psq,
    /// A collection of game trees.
    Sgf,
    /// A game a line: `h8i9j7`.
    Pos,
    /// A game a line, offsets from the centre: `0,0, 1,1`.
    Offset,
}

impl Format {
    /// The form that a file's name says.
    ///
    /// # Errors
    /// If it says none.
    pub fn of(path: &Path) -> Result<Self, GameError> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        Ok(match extension.to_str() {
            Some("psq") => Self::Psq,
            Some("sgf") => Self::Sgf,
            Some("pos" | "txt") => Self::Pos,
            Some("offset" | "off") => Self::Offset,
            _ => return Err(GameError::Format(path.display().to_string())),
        })
    }
}

/// Why there is no game.
#[derive(Debug, Error)]
pub enum GameError {
    /// The file cannot be read as text.
    #[error("cannot read '{path}': {error}")]
    File {
        /// The file.
        path: String,
        /// The system's answer.
        error: io::Error,
    },
    /// The name says nothing of what is in the file.
    #[error("'{0}' is no game file: its name must end in .psq, .sgf, .pos, .txt or .offset")]
    Format(String),
    /// The text is not what the name says.
    #[error("{path}: {reason}")]
    Text {
        /// The file.
        path: String,
        /// What is wrong, and where.
        reason: String,
    },
    /// A game asked for by number that is not there.
    #[error("{path}: there is no game {wanted}: it holds {count}")]
    Number {
        /// The file.
        path: String,
        /// The number asked for, from 1.
        wanted: usize,
        /// Games in the file.
        count: usize,
    },
    /// A ply beyond the game.
    #[error("there is no ply {wanted}: the game has {count} moves")]
    Ply {
        /// What was asked for; negative counts back from the end.
        wanted: i64,
        /// Moves of the game.
        count: usize,
    },
    /// The file names a rule that is unknown.
    #[error("{0}; say which one it is with --rule")]
    Rule(#[from] RuleParseError),
    /// The stones make no position.
    #[error("move {number}: {error}")]
    Stone {
        /// The move, from 1; 0 is a stone that was set up.
        number: usize,
        /// What is wrong.
        error: SetupError,
    },
    /// The game goes on after its end.
    #[error("{0}, but more stones follow")]
    GoesOn(Ending),
}

/// A stone of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Stone {
    /// Where.
    pub point: Point,
    /// Whose.
    pub color: Color,
    /// Time taken for it in milliseconds, where that is known.
    pub ms: Option<f64>,
}

/// A game as a file tells it. Nothing is checked but that the text has the right form.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Width and height, where the file says.
    pub size: Option<BoardSize>,
    /// The rule, where the file says.
    pub rule: Option<Result<Rule, RuleParseError>>,
    /// Who played; empty where nobody says.
    pub names: PerColor<String>,
    /// The result in SGF's words, where the file says.
    pub result: Option<String>,
    /// Stones that stood before the first move.
    pub set_up: Vec<Stone>,
    /// The moves in order.
    pub moves: Vec<Stone>,
    /// Who is to move after the set-up, where the file says.
    pub first: Option<Color>,
    /// Who is to move after the last move, if not the other side: somebody passed.
    pub last: Option<Color>,
}

impl Game {
    /// A game without stones.
    pub(super) fn new() -> Self {
        Self {
            size: None,
            rule: None,
            names: PerColor([String::new(), String::new()]),
            result: None,
            set_up: Vec::new(),
            moves: Vec::new(),
            first: None,
            last: None,
        }
    }

    /// A game of these moves, Black first, in turn.
    pub fn from_moves(size: BoardSize, moves: &[Point]) -> Self {
        let colors = Color::BOTH.into_iter().cycle();
        let stones = moves.iter().zip(colors).map(|(&point, color)| Stone {
            point,
            color,
            ms: None,
        });
        Self {
            size: Some(size),
            moves: stones.collect(),
            ..Self::new()
        }
    }

    /// The moves, if they are all there is and come in turn, Black first.
    pub fn plain_moves(&self) -> Option<Vec<Point>> {
        let colors = Color::BOTH.into_iter().cycle();
        let in_turn = self
            .moves
            .iter()
            .zip(colors)
            .all(|(s, color)| s.color == color);
        (self.set_up.is_empty() && in_turn && self.last.is_none())
            .then(|| self.moves.iter().map(|stone| stone.point).collect())
    }

    /// The size that the file says, or the usual one.
    pub fn size_or_usual(&self) -> BoardSize {
        self.size.unwrap_or_else(|| BoardSize::square(USUAL_SIZE))
    }

    /// The rule that the file says, or freestyle.
    ///
    /// # Errors
    /// If the file names a rule that is unknown.
    pub fn rule_or_usual(&self) -> Result<Rule, GameError> {
        Ok(self.rule.clone().transpose()?.unwrap_or_default())
    }

    /// How many moves `ply` means: itself, or counted back from the end if it is negative; all of
    /// them if it is absent.
    ///
    /// # Errors
    /// If the game is shorter.
    pub fn plies(&self, ply: Option<i64>) -> Result<usize, GameError> {
        let count = self.moves.len();
        let Some(wanted) = ply else {
            return Ok(count);
        };
        let place = if wanted < 0 {
            wanted.saturating_add(count as i64)
        } else {
            wanted
        };
        usize::try_from(place)
            .ok()
            .filter(|&place| place <= count)
            .ok_or(GameError::Ply { wanted, count })
    }

    /// The position after so many moves, played under this rule on this board.
    ///
    /// # Errors
    /// If a stone is off the board or on another; else if the game was over before.
    pub fn position(
        &self,
        size: BoardSize,
        rule: Rule,
        plies: usize,
    ) -> Result<Position, GameError> {
        let mut board = Board::new(size, rule);
        let mut ending: Option<Ending> = None;
        let set_up = self.set_up.iter().map(|stone| (0, stone));
        for (number, stone) in set_up.chain((1..).zip(&self.moves[..plies])) {
            let Stone { point, color, .. } = *stone;
            let error = if !size.contains(point) {
                SetupError::Outside { point, size }
            } else if !board.is_empty(point) {
                SetupError::Taken(point)
            } else {
                // Stones that were set up came in an unknown order, which fouls depend on.
                let ends = Ending::of(&board, point, color, number)
                    .filter(|ending| number > 0 || ending.foul.is_none());
                ending = ending.or(ends);
                board.put(point, color);
                continue;
            };
            return Err(GameError::Stone { number, error });
        }
        if let Some(ending) = ending.filter(|ending| ending.number < plies) {
            return Err(GameError::GoesOn(ending));
        }
        board.set_side(self.side(plies));
        let moves = self.plain_moves().map(|mut moves| {
            moves.truncate(plies);
            moves
        });
        Ok(Position {
            board,
            moves,
            ending,
        })
    }

    /// Who is to move after so many moves.
    fn side(&self, plies: usize) -> Color {
        let next = self.moves.get(plies).map(|stone| stone.color);
        let before = plies.checked_sub(1).map(|i| !self.moves[i].color);
        let stones = |color| self.set_up.iter().filter(|s| s.color == color).count();
        let by_count = || {
            if stones(Color::Black) > stones(Color::White) {
                Color::White
            } else {
                Color::Black
            }
        };
        if plies == self.moves.len() && plies > 0 {
            return self.last.or(before).unwrap_or_else(by_count);
        }
        next.or(self.first).unwrap_or_else(by_count)
    }
}

/// The board where nobody says another size.
pub const USUAL_SIZE: usize = 15;

/// A position, and what is known of the way to it.
#[derive(Clone, Debug)]
pub struct Position {
    /// The position itself.
    pub board: Board,
    /// The moves that led to it from the empty board, Black first, in turn.
    pub moves: Option<Vec<Point>>,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
}

/// The stone that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Whose.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// Number of the move, from 1; 0 if that is not known.
    pub number: usize,
    /// Why, if it was a foul; else it made a winning row.
    pub foul: Option<Foul>,
}

impl Ending {
    /// What a stone there ends, if it ends the game. The point is empty or holds the stone.
    pub fn of(board: &Board, point: Point, color: Color, number: usize) -> Option<Self> {
        let foul = match board.verdict(point, color) {
            Verdict::None => return None,
            Verdict::Five => None,
            Verdict::Foul(foul) => Some(foul),
        };
        Some(Self {
            color,
            point,
            number,
            foul,
        })
    }

    /// Who has won.
    pub fn winner(self) -> Color {
        match self.foul {
            None => self.color,
            Some(_) => !self.color,
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let winner = self.winner();
        write!(f, "the game is over: {winner} has won by {}", self.point)?;
        if self.number > 0 {
            write!(f, ", move {}", self.number)?;
        }
        match self.foul {
            Some(foul) => write!(f, ", a foul ({foul})"),
            None => Ok(()),
        }
    }
}

/// Reads all games of a file, as the end of its name says. Lines of moves do not say the size of
/// their board: it is this one, or the usual one.
///
/// # Errors
/// If the file cannot be read, or does not hold what its name says.
pub fn read(path: &Path, size: Option<BoardSize>) -> Result<Vec<Game>, GameError> {
    let format = Format::of(path)?;
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| GameError::File {
        path: name.clone(),
        error,
    })?;
    // Names of players may be in any encoding; all that counts is ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let games = match format {
        Format::Psq => psq::read(text).map(|game| vec![game]),
        Format::Sgf => sgf::read(text),
        Format::Pos | Format::Offset => {
            lines::read(text, size.unwrap_or_else(|| BoardSize::square(USUAL_SIZE)))
        }
    };
    games.map_err(|reason| GameError::Text { path: name, reason })
}

/// One game of a file, by its number from 1.
///
/// # Errors
/// As [`read`], or if there are fewer games.
pub fn read_one(path: &Path, size: Option<BoardSize>, number: usize) -> Result<Game, GameError> {
    let mut games = read(path, size)?;
    if number == 0 || number > games.len() {
        return Err(GameError::Number {
            path: path.display().to_string(),
            wanted: number,
            count: games.len(),
        });
    }
    Ok(games.swap_remove(number - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        Game::from_moves(
            BoardSize::square(15),
            &Point::parse_list(moves).expect("points"),
        )
    }

    fn after(game: &Game, plies: usize) -> Result<Position, GameError> {
        game.position(game.size_or_usual(), Rule::Freestyle, plies)
    }

    #[test]
    fn plies_count_from_both_ends() {
        let game = game("h8i9j7");
        assert_eq!(game.plies(None).expect("all"), 3);
        assert_eq!(game.plies(Some(0)).expect("none"), 0);
        assert_eq!(game.plies(Some(-1)).expect("but one"), 2);
        for wanted in [4, -4, i64::MIN, i64::MAX] {
            let error = game.plies(Some(wanted)).expect_err("too far").to_string();
            assert!(error.contains("has 3 moves"), "{error}");
        }
    }

    #[test]
    fn a_position_knows_its_moves_and_its_end() {
        let game = game("h8a1h9a2h10a3h11a4h12");
        let open = after(&game, 8).expect("a position");
        assert_eq!(open.board.side_to_move(), Color::Black);
        assert_eq!(open.moves.expect("in turn").len(), 8);
        assert_eq!(open.ending, None);
        let ended = after(&game, 9).expect("a position").ending.expect("a five");
        assert_eq!(
            ended.to_string(),
            "the game is over: black has won by h12, move 9"
        );
        assert_eq!((ended.winner(), ended.number), (Color::Black, 9));
    }

    #[test]
    fn nonsense_is_refused() {
        for (moves, want) in [
            ("h8i9h8", "move 3: h8 is given twice"),
            ("h8p1", "move 2: p1 is outside the board of size 15"),
            ("h8a1h9a2h10a3h11a4h12a5", "but more stones follow"),
        ] {
            let game = game(moves);
            let error = after(&game, game.moves.len()).expect_err(moves).to_string();
            assert!(error.contains(want), "{error}");
        }
    }
}
