//! The arguments that describe a position, the same for every tool.

use std::path::PathBuf;
use std::str::FromStr;

use super::games::{Ending, Game, Position, USUAL_SIZE, read_one};
use super::outcome::ToolError;
use crate::board::{Board, Setup};
use crate::types::{BoardSize, Color, Point, PointParseError, Rule};

/// A position on the command line: its moves, or the stones of each side. An empty board if nothing
/// is said. Points are a column letter and a row number, written one after another: h8i9.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    /// Moves from the empty board, black first
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["black", "white"])]
    moves: Option<PointList>,
    /// Black stones, in any order
    #[arg(long, value_name = "POINTS")]
    black: Option<PointList>,
    /// White stones, in any order
    #[arg(long, value_name = "POINTS")]
    white: Option<PointList>,
    /// Who is to move: b or w; told from the stone counts if not given
    #[arg(long, value_name = "b|w", value_parser = parse_side)]
    side: Option<Color>,
    /// Board size, one number or two joined by x, each 5 to 22; 15 if not given
    #[arg(long)]
    size: Option<BoardSize>,
    /// freestyle, standard, renju, caro or caro-exact; if not given, freestyle, or renju where the
    /// question is about fouls
    #[arg(long)]
    rule: Option<Rule>,
}

impl PositionArgs {
    /// What the arguments say, under `rule` if they name none.
    pub(super) fn setup(&self, rule: Rule) -> Setup {
        let rule = self.rule.unwrap_or(rule);
        let points = |list: &Option<PointList>| list.clone().unwrap_or_default().0;
        let size = self.size.unwrap_or_else(|| BoardSize::square(USUAL_SIZE));
        let setup = match &self.moves {
            Some(moves) => Setup::from_moves(size, rule, &moves.0),
            None => Setup {
                black: points(&self.black),
                white: points(&self.white),
                ..Setup::new(size, rule)
            },
        };
        Setup {
            side: self.side,
            ..setup
        }
    }

    /// The position that the arguments describe, freestyle if they name no rule, and how it came
    /// about where they give moves.
    ///
    /// # Errors
    /// If they describe none, or moves go on after the end of the game.
    pub(super) fn position(&self) -> Result<Position, ToolError> {
        let setup = self.setup(Rule::default());
        if self.black.is_none() && self.white.is_none() && self.side.is_none() {
            let moves = self.moves.clone().unwrap_or_default().0;
            let game = Game::from_moves(setup.size, &moves);
            return Ok(game.position(setup.size, setup.rule, moves.len())?);
        }
        let board = setup.board()?;
        let ending = standing_win(&board);
        Ok(Position {
            board,
            moves: None,
            ending,
        })
    }
}

/// A winning row that stands on the board, if there is one. A foul does not show once other stones
/// were played.
pub(super) fn standing_win(board: &Board) -> Option<Ending> {
    board
        .history()
        .iter()
        .filter_map(|&(point, color)| Ending::of(board, point, color, 0))
        .find(|ending| ending.foul.is_none())
}

/// A game in a file, as an argument.
#[derive(Debug, clap::Args)]
pub(super) struct GameArgs {
    /// A game instead: a file .psq, .sgf, .pos, .txt or .offset; --size and --rule overrule what it says
    #[arg(long, value_name = "GAME", conflicts_with_all = ["moves", "black", "white", "side"])]
    file: Option<PathBuf>,
    /// The position after so many of the game's moves; if negative, counted back from its end
    #[arg(
        long,
        value_name = "N",
        requires = "file",
        allow_negative_numbers = true
    )]
    ply: Option<i64>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", requires = "file", default_value_t = 1)]
    game: usize,
}

impl GameArgs {
    /// The position in the game that they name, if they name one.
    ///
    /// # Errors
    /// If there is no such game, or no such position in it.
    pub(super) fn position(&self, given: &PositionArgs) -> Result<Option<Position>, ToolError> {
        let Some(path) = &self.file else {
            return Ok(None);
        };
        let game = read_one(path, given.size, self.game)?;
        let size = given.size.unwrap_or_else(|| game.size_or_usual());
        let rule = given.rule.map_or_else(|| game.rule_or_usual(), Ok)?;
        Ok(Some(game.position(size, rule, game.plies(self.ply)?)?))
    }
}

/// Points written one after another; `-` is an empty list.
#[derive(Clone, Debug, Default)]
pub(super) struct PointList(pub(super) Vec<Point>);

impl FromStr for PointList {
    type Err = PointParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = if text == "-" { "" } else { text };
        Point::parse_list(text).map(Self)
    }
}

/// Reads a side: b or w.
///
/// # Errors
/// If it is neither.
pub(super) fn parse_side(text: &str) -> Result<Color, String> {
    match text {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("expected b or w".to_owned()),
    }
}
