//! The arguments that describe a position, the same for every tool.

use std::str::FromStr;

use crate::board::Setup;
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
    /// Board size, one number or two joined by x, each 5 to 22
    #[arg(long, default_value = "15")]
    size: BoardSize,
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
        let setup = match &self.moves {
            Some(moves) => Setup::from_moves(self.size, rule, &moves.0),
            None => Setup {
                black: points(&self.black),
                white: points(&self.white),
                ..Setup::new(self.size, rule)
            },
        };
        Setup {
            side: self.side,
            ..setup
        }
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

fn parse_side(text: &str) -> Result<Color, String> {
    match text {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("expected b or w".to_owned()),
    }
}
