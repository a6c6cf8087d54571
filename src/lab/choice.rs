//! Weights and numbers of the search named on the command line.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

use crate::engine::{Params, ParamsError};
use crate::eval::{Weights, WeightsError};
use crate::types::{BoardSize, Rule};

/// Which weights to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Those of the program.
    BuiltIn,
    /// Those made by hand.
    Hand,
    /// Those of a file.
    File(PathBuf),
}

impl FromStr for Choice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "built-in" => Self::BuiltIn,
            "hand" => Self::Hand,
            path => Self::File(path.into()),
        })
    }
}

/// Why weights cannot be used.
#[derive(Debug, Error)]
pub enum ChoiceError {
    /// Their file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// They do not fit.
    #[error("{}: {error}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        error: WeightsError,
    },
}

impl Choice {
    /// The weights themselves, kept for the life of the process.
    ///
    /// # Errors
    /// If their file cannot be read or is not for this rule.
    pub fn load(&self, rule: Rule, size: BoardSize) -> Result<&'static Weights, ChoiceError> {
        let weights = match self {
            Self::BuiltIn => return Ok(Weights::of(rule, size)),
            Self::Hand => Weights::by_hand(rule),
            Self::File(path) => {
                let bytes = std::fs::read(path).map_err(|error| ChoiceError::Read {
                    path: path.clone(),
                    error,
                })?;
                Weights::from_bytes(&bytes)
                    .and_then(|weights| weights.expect_rule(rule))
                    .map_err(|error| ChoiceError::Weights {
                        path: path.clone(),
                        error,
                    })?
            }
        };
        Ok(Box::leak(Box::new(weights)))
    }
}

/// The program's numbers of the search but for those that the text names.
///
/// # Errors
/// The first piece that names no number or no value for it.
pub(super) fn params(text: &str) -> Result<Params, ParamsError> {
    let mut params = Params::default();
    params.set(text)?;
    Ok(params)
}
