//! From a line to a command: pure, without state. Words are matched whole and in any case.

use std::fmt;

use super::error::{ParseError, quote};
use super::info::Info;
use super::text::{is_blank, numbers, split_word};
use super::yixin::Yixin;
use crate::types::{BoardSize, Point, SizeError};

/// Two numbers that may or may not name a point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Column, from 0 at the left.
    pub x: i64,
    /// Row, from 0 at the top.
    pub y: i64,
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl From<Point> for Coordinates {
    fn from(point: Point) -> Self {
        Self {
            x: point.x() as i64,
            y: point.y() as i64,
        }
    }
}

/// One line of the client, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// START or RECTSTART: a new game on a board of this size.
    Start(BoardSize),
    /// RESTART: a new game on the same board.
    Restart,
    /// BEGIN: play, the board as it is.
    Begin,
    /// TURN: the opponent's stone, then play.
    Turn(Coordinates),
    /// PLAY: an own stone that the manager has chosen.
    Play(Coordinates),
    /// TAKEBACK: lift this stone.
    TakeBack(Coordinates),
    /// BOARD: a position follows, then play.
    Board,
    /// SWAP2BOARD: the stones of a Swap2 opening follow, then say how to go on.
    Swap2Board,
    /// INFO: a setting; never answered.
    Info(Info),
    /// ABOUT: who are you.
    About,
    /// STOP or YXSTOP: answer now.
    Stop,
    /// END: leave.
    End,
    /// DONE: the end of a block.
    Done,
    /// A command of the Yixin dialect.
    Yixin(Yixin),
    /// An empty line, or numbers that belong to no block.
    Nothing,
}

impl Command {
    /// Reads one line.
    ///
    /// # Errors
    /// If the first word is no command, or what follows it is not what the command needs.
    pub fn parse(line: &str) -> Result<Self, ParseError> {
        let (word, rest) = split_word(line);
        let upper = word.to_ascii_uppercase();
        Ok(match upper.as_str() {
            "" => Self::Nothing,
            "START" => Self::Start(size(rest, 1..=2)?),
            "RECTSTART" => Self::Start(size(rest, 2..=2)?),
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(coordinates("TURN", rest)?),
            "PLAY" => Self::Play(coordinates("PLAY", rest)?),
            "TAKEBACK" => Self::TakeBack(coordinates("TAKEBACK", rest)?),
            "BOARD" => Self::Board,
            "SWAP2BOARD" => Self::Swap2Board,
            "INFO" => Self::Info(Info::parse(rest)),
            "ABOUT" => Self::About,
            "STOP" | "YXSTOP" => Self::Stop,
            "END" => Self::End,
            "DONE" => Self::Done,
            upper => match Yixin::parse(upper, rest) {
                Some(yixin) => Self::Yixin(yixin),
                None if looks_like_numbers(line) => Self::Nothing,
                None => return Err(ParseError::Unknown(quote(word))),
            },
        })
    }
}

/// Whether a line could be left over from a block: `7,8` or `7,8,1`.
fn looks_like_numbers(line: &str) -> bool {
    line.contains(',') && numbers(line).is_some_and(|numbers| (2..=3).contains(&numbers.len()))
}

/// A size written as `count` numbers.
fn size(text: &str, count: std::ops::RangeInclusive<usize>) -> Result<BoardSize, ParseError> {
    let bad = || SizeError::NotASize(quote(text));
    let numbers = numbers(text)
        .filter(|numbers| count.contains(&numbers.len()))
        .ok_or_else(bad)?;
    let width = numbers[0];
    let height = numbers.get(1).copied().unwrap_or(width);
    Ok(BoardSize::new(width, height)?)
}

/// The two numbers that a command needs.
fn coordinates(command: &'static str, text: &str) -> Result<Coordinates, ParseError> {
    match numbers(text).as_deref() {
        Some(&[x, y]) => Ok(Coordinates { x, y }),
        _ => Err(ParseError::Coordinates {
            command,
            text: quote(text.trim_matches(is_blank)),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    #[test]
    fn words_are_whole_and_of_any_case() {
        assert_eq!(parse("begin"), Command::Begin);
        assert_eq!(parse("\t Board  "), Command::Board);
        assert_eq!(parse("yxStop"), Command::Stop);
        let turn = Command::Turn(Coordinates { x: 7, y: 8 });
        for line in ["TURN 7,8", "turn  7 , 8", "TURN\t7,8\0", "TURN 7 8"] {
            assert_eq!(parse(line), turn, "{line:?}");
        }
        for line in [
            "TURNX 7,8",
            "ENDGAME",
            "BEGINNING",
            "TURN7,8",
            "é",
            "123",
            "7,8,1,2,3",
        ] {
            let result = Command::parse(line);
            assert!(
                matches!(result, Err(ParseError::Unknown(_))),
                "{line:?} {result:?}"
            );
        }
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(parse("START 15"), Command::Start(BoardSize::square(15)));
        assert_eq!(parse("start 15 15"), Command::Start(BoardSize::square(15)));
        let wide = BoardSize::new(20, 12).expect("a good size");
        assert_eq!(parse("RECTSTART 20,12"), Command::Start(wide));
        assert_eq!(parse("RECTSTART 20 ,12"), Command::Start(wide));
        for line in [
            "START",
            "START 4",
            "START 23",
            "START abc",
            "START 1e1",
            "START -15",
            "START 15x15",
            "RECTSTART 10,30",
            "RECTSTART 10",
            "RECTSTART",
            "START 99999999999999999999",
        ] {
            let result = Command::parse(line);
            assert!(
                matches!(result, Err(ParseError::Size(_))),
                "{line:?} {result:?}"
            );
        }
    }

    #[test]
    fn points_are_two_numbers() {
        for line in [
            "TURN",
            "TURN x",
            "TURN 7",
            "TURN 7,8,1",
            "TURN 7;8",
            "PLAY",
            "TAKEBACK h8",
        ] {
            let result = Command::parse(line);
            assert!(
                matches!(result, Err(ParseError::Coordinates { .. })),
                "{line:?} {result:?}"
            );
        }
        assert_eq!(
            parse("TURN -1,99"),
            Command::Turn(Coordinates { x: -1, y: 99 })
        );
    }

    #[test]
    fn left_over_lines_are_nothing() {
        for line in ["", "  ", "7,8", "7,8,1", " 7 , 8 ", "\0"] {
            assert_eq!(parse(line), Command::Nothing, "{line:?}");
        }
        assert_eq!(parse("done"), Command::Done);
    }

    #[test]
    fn long_words_are_cut_before_they_are_repeated() {
        let Err(ParseError::Unknown(text)) = Command::parse(&"A".repeat(100_000)) else {
            panic!("not a command");
        };
        assert_eq!(text.len(), 40);
    }
}
