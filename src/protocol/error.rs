//! What can be wrong with a line, or with sending it now. The texts are the client's to read:
//! one ASCII line after `ERROR` or `UNKNOWN`.

use thiserror::Error;

use super::command::Coordinates;
use crate::types::SizeError;

/// Longest piece of the client's own text that is repeated to it, in characters.
const QUOTED: usize = 40;

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// No command begins with this word.
    #[error("command '{0}'")]
    Unknown(String),
    /// Not a size of a board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A command that needs a point came with something else.
    #[error("{command} needs x,y but got '{text}'")]
    Coordinates {
        /// The command's word.
        command: &'static str,
        /// What stood in place of the point.
        text: String,
    },
}

/// A command that cannot be done in the present state.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// Nothing can be done before START.
    #[error("no board: send START first")]
    NoBoard,
    /// The point is off the board.
    #[error("{0} is outside the board")]
    Outside(Coordinates),
    /// There is a stone or a wall already.
    #[error("{0} is taken")]
    Taken(Coordinates),
    /// There is no stone to take back.
    #[error("no stone at {0}")]
    NoStone(Coordinates),
    /// No point is left to play.
    #[error("the board is full")]
    Full,
    /// SWAP2BOARD with a number of stones that Swap2 does not know.
    #[error("SWAP2BOARD needs 0, 3 or 5 stones but got {0}")]
    SwapStones(usize),
}

/// The beginning of a text, fit for repeating it.
pub(super) fn quote(text: &str) -> String {
    text.trim().chars().take(QUOTED).collect()
}
