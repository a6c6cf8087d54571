//! What the brain may say. `Display` writes the line without its end; whatever is inside, it is one
//! line of printable ASCII that no client takes for something else.

use std::fmt;

use smallvec::SmallVec;

use super::error::{ParseError, StateError};
use crate::types::Point;

/// The answer to ABOUT. It begins with `name=` because some clients judge a line by its first
/// letter, and no value holds a comma because some split at each.
const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"Tengen developers\", country=\"\", www=\"\", email=\"\""
);

/// Longest text after a keyword, in bytes: clients cut or overflow beyond some thousand.
const LONGEST_TEXT: usize = 900;

/// One line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// Done.
    Ok,
    /// The chosen move.
    Move(Point),
    /// Several stones at once: an opening or a pair.
    Stones(SmallVec<[Point; 3]>),
    /// Take the other colour.
    Swap,
    /// Who we are.
    About,
    /// The command cannot be done.
    Error(String),
    /// There is no such command.
    Unknown(String),
    /// A remark; clients show or store it.
    Message(String),
    /// Yixin-Board's analysis: key and value. Other clients would take it for an answer, so it
    /// is only ever sent when asked for.
    Detail(&'static str, String),
    /// The points that Black may not play.
    Forbidden(Vec<Point>),
}

impl From<ParseError> for Response {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::Unknown(_) => Self::Unknown(error.to_string()),
            error => Self::Error(error.to_string()),
        }
    }
}

impl From<StateError> for Response {
    fn from(error: StateError) -> Self {
        Self::Error(error.to_string())
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(point) => write_point(f, *point),
            Self::Stones(points) => write_points(f, points),
            Self::Swap => f.write_str("SWAP"),
            Self::About => f.write_str(ABOUT),
            Self::Error(text) => write_text(f, "ERROR", text),
            Self::Unknown(text) => write_text(f, "UNKNOWN", text),
            Self::Message(text) => write_text(f, "MESSAGE", text),
            Self::Detail(key, value) => {
                f.write_str("INFO ")?;
                write_text(f, key, value)
            }
            Self::Forbidden(points) => write_forbidden(f, points),
        }
    }
}

fn write_point(f: &mut fmt::Formatter<'_>, point: Point) -> fmt::Result {
    write!(f, "{},{}", point.x(), point.y())
}

/// Points with single blanks between.
fn write_points(f: &mut fmt::Formatter<'_>, points: &[Point]) -> fmt::Result {
    for (index, &point) in points.iter().enumerate() {
        if index > 0 {
            f.write_str(" ")?;
        }
        write_point(f, point)?;
    }
    Ok(())
}

/// Two digits a coordinate, nothing between, and a dot up to which Yixin-Board reads.
fn write_forbidden(f: &mut fmt::Formatter<'_>, points: &[Point]) -> fmt::Result {
    f.write_str("FORBID ")?;
    for point in points {
        write!(f, "{:02}{:02}", point.x(), point.y())?;
    }
    f.write_str(".")
}

/// A keyword and its text. There is always some text: a bare keyword is taken for an answer.
fn write_text(f: &mut fmt::Formatter<'_>, keyword: &str, text: &str) -> fmt::Result {
    let text = text.trim();
    let text = if text.is_empty() { "-" } else { text };
    write!(f, "{keyword} ")?;
    for c in text.chars().take(LONGEST_TEXT) {
        let printable = c == ' ' || c.is_ascii_graphic();
        fmt::Write::write_char(f, if printable { c } else { '?' })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(response: &Response) -> String {
        response.to_string()
    }

    #[test]
    fn answers_are_bare() {
        assert_eq!(says(&Response::Ok), "OK");
        assert_eq!(says(&Response::Move(Point::new(7, 8))), "7,8");
        let stones = [Point::new(0, 1), Point::new(12, 3)].into_iter().collect();
        assert_eq!(says(&Response::Stones(stones)), "0,1 12,3");
        assert_eq!(says(&Response::Swap), "SWAP");
    }

    #[test]
    fn forbidden_points_end_with_a_dot() {
        assert_eq!(says(&Response::Forbidden(Vec::new())), "FORBID .");
        let points = vec![Point::new(9, 12), Point::new(10, 11)];
        assert_eq!(says(&Response::Forbidden(points)), "FORBID 09121011.");
    }

    #[test]
    fn about_suits_clients_that_split_it() {
        let about = says(&Response::About);
        assert!(about.starts_with("name=\"Tengen\", version="));
        assert!(about.split(',').all(|piece| piece.contains('=')));
        assert!(about.matches('"').count() == 12);
    }

    #[test]
    fn texts_are_one_line_of_ascii() {
        let message = says(&Response::Message("a\nb\r\u{1F600}\u{0}c".into()));
        assert_eq!(message, "MESSAGE a?b???c");
        assert_eq!(says(&Response::Message("  ".into())), "MESSAGE -");
        let long = says(&Response::Unknown("x".repeat(5000)));
        assert!(long.len() < 1000);
        assert_eq!(says(&Response::Detail("PV", "DONE".into())), "INFO PV DONE");
    }
}
