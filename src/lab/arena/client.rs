//! The manager's half of the protocol: what is said to a brain, and what its lines mean.
//!
//! Pure text, no I/O. Reading is lenient in form (case, blanks) and strict in kind: each line is
//! exactly one [`Reply`].

use std::fmt;

use crate::types::{BoardSize, Color, Point, Rule};

/// The value of `time_left` and the like that stands for "no limit".
pub const UNLIMITED: i64 = 2_147_483_647;

/// A command to a brain. Several lines where [`fmt::Display`] says so; never a final line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on this board; `OK` is expected.
    Start(BoardSize),
    /// A setting; never answered.
    Info(String, String),
    /// The first move, please.
    Begin,
    /// The opponent's move; the next one, please.
    Turn(Point),
    /// A whole position, own stones marked 1 and the opponent's 2; the next move, please.
    Board(Vec<(Point, Color)>, Color),
    /// Leave.
    End,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(size) if size.width() == size.height() => {
                write!(f, "START {}", size.width())
            }
            Self::Start(size) => write!(f, "RECTSTART {},{}", size.width(), size.height()),
            Self::Info(key, value) => write!(f, "INFO {key} {value}"),
            Self::Begin => f.write_str("BEGIN"),
            Self::Turn(point) => write!(f, "TURN {},{}", point.x(), point.y()),
            Self::Board(stones, own) => {
                f.write_str("BOARD\n")?;
                for (point, color) in stones {
                    let field = if color == own { 1 } else { 2 };
                    writeln!(f, "{},{},{field}", point.x(), point.y())?;
                }
                f.write_str("DONE")
            }
            Self::End => f.write_str("END"),
        }
    }
}

/// The number that `INFO rule` sends for a rule.
pub const fn rule_number(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
        Rule::CaroExact => 9,
    }
}

/// One line from a brain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// `x,y`, on the board or not.
    Move(i64, i64),
    /// `MESSAGE ...` or `DEBUG ...`: free text.
    Message(String),
    /// `ERROR ...`.
    Error(String),
    /// `UNKNOWN ...`.
    Unknown(String),
    /// Any other line.
    Other(String),
}

impl Reply {
    /// What a line (without its end) means; none for a blank one.
    pub fn parse(line: &str) -> Option<Self> {
        let text = line.trim();
        if text.is_empty() {
            return None;
        }
        let (word, rest) = match text.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (text, ""),
        };
        Some(match word.to_ascii_uppercase().as_str() {
            "MESSAGE" | "DEBUG" => Self::Message(rest.to_owned()),
            "ERROR" => Self::Error(rest.to_owned()),
            "UNKNOWN" => Self::Unknown(rest.to_owned()),
            "OK" if rest.is_empty() => Self::Ok,
            _ => coordinates(text)
                .map_or_else(|| Self::Other(text.to_owned()), |(x, y)| Self::Move(x, y)),
        })
    }
}

/// Exactly two whole numbers around one comma.
fn coordinates(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// What brains tell about their search in a MESSAGE, as far as it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Value for the side to move, in the brain's own unit.
    pub score: Option<f64>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// The score that stands for a win that was found; less one for each ply to it.
const MATE: f64 = 30_000.0;

impl SearchInfo {
    /// Reads the shapes in use: `depth 12-20 ev 35 n 4K ...`, `Depth 12-20 | Eval -3 | ...`.
    pub fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || "|:=".contains(c))
            .filter(|word| !word.is_empty())
            .collect();
        for pair in words.windows(2) {
            let value = pair[1].trim_end_matches([',', ';']);
            match pair[0].to_ascii_lowercase().as_str() {
                "depth" | "d" => {
                    let depth = value.split(['-', '/']).next().unwrap_or(value);
                    info.depth = depth.parse().ok().or(info.depth);
                }
                "ev" | "eval" | "score" => info.score = score(value).or(info.score),
                "n" | "node" | "nodes" => info.nodes = count(value).or(info.nodes),
                _ => {}
            }
        }
        info
    }

    /// This, completed by what an earlier line said.
    #[must_use]
    pub fn or(self, earlier: Self) -> Self {
        Self {
            depth: self.depth.or(earlier.depth),
            score: self.score.or(earlier.score),
            nodes: self.nodes.or(earlier.nodes),
        }
    }
}

/// A number, or `+M5` and `-M5` for a win and a loss in five plies.
fn score(text: &str) -> Option<f64> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match rest.strip_prefix(['M', 'm']) {
        Some(plies) => MATE - plies.parse::<f64>().ok()?,
        None => rest.parse().ok()?,
    };
    value.is_finite().then_some(sign * value)
}

/// A count with an optional K, M or G.
fn count(text: &str) -> Option<u64> {
    let factor = match text.chars().last()? {
        'K' | 'k' => 1_000,
        'M' | 'm' => 1_000_000,
        'G' | 'g' => 1_000_000_000,
        _ => return text.parse().ok(),
    };
    text[..text.len() - 1]
        .parse::<u64>()
        .ok()?
        .checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_read_as_the_protocol_wants() {
        let text = |command: Command| command.to_string();
        assert_eq!(text(Command::Start(BoardSize::square(15))), "START 15");
        let wide = BoardSize::new(20, 12).expect("a size");
        assert_eq!(text(Command::Start(wide)), "RECTSTART 20,12");
        assert_eq!(text(Command::Turn(Point::new(3, 14))), "TURN 3,14");
        let stones = vec![
            (Point::new(7, 7), Color::Black),
            (Point::new(8, 7), Color::White),
        ];
        assert_eq!(
            text(Command::Board(stones, Color::White)),
            "BOARD\n7,7,2\n8,7,1\nDONE"
        );
        assert_eq!(
            text(Command::Board(Vec::new(), Color::Black)),
            "BOARD\nDONE"
        );
    }

    #[test]
    fn lines_are_told_apart() {
        let parse = |line| Reply::parse(line);
        assert_eq!(parse("OK"), Some(Reply::Ok));
        assert_eq!(parse("ok\r"), Some(Reply::Ok));
        assert_eq!(parse("7,8"), Some(Reply::Move(7, 8)));
        assert_eq!(parse(" 7 , 8 "), Some(Reply::Move(7, 8)));
        assert_eq!(parse("-1,99"), Some(Reply::Move(-1, 99)));
        assert_eq!(parse("   "), None);
        assert_eq!(parse("message hi"), Some(Reply::Message("hi".into())));
        assert_eq!(parse("ERROR no"), Some(Reply::Error("no".into())));
        assert_eq!(parse("UNKNOWN"), Some(Reply::Unknown(String::new())));
        for other in ["7,8,9", "7 8", "OK then", "SWAP", "7,8 9,9", "7,x"] {
            assert_eq!(parse(other), Some(Reply::Other(other.into())), "{other}");
        }
    }

    #[test]
    fn search_information_is_found_in_the_usual_shapes() {
        let info = SearchInfo::parse("depth 12-20 ev 35 n 4K n/ms 300 tm 12 pv h8 i9");
        assert_eq!(
            (info.depth, info.score, info.nodes),
            (Some(12), Some(35.0), Some(4000))
        );
        let info = SearchInfo::parse("Depth 9-14 | Eval -M7 | Time 310ms | H8 I9");
        assert_eq!((info.depth, info.score), (Some(9), Some(-29_993.0)));
        let info = SearchInfo::parse("Speed 300K | Depth 5-9 | Eval +12 | Node 77 | Time 1ms");
        assert_eq!(
            (info.depth, info.score, info.nodes),
            (Some(5), Some(12.0), Some(77))
        );
        assert_eq!(
            SearchInfo::parse("hello depth of the sea"),
            SearchInfo::default()
        );
        assert_eq!(
            SearchInfo::parse("depth é n é ev nan"),
            SearchInfo::default()
        );
    }
}
