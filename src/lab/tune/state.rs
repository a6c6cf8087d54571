//! What a run of `tengen tune` has reached, in a file from which it goes on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// Settings and values longer than this are not shown in a message.
const SHOWN: usize = 40;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum StateError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// It is something else, or damaged.
    #[error("{}: not the state of a tuning run: {reason}", path.display())]
    NotState {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// It was made by a run with other settings.
    #[error("{}: holds the state of another run: {difference}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        difference: String,
    },
}

/// All on which the course of a run depends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub(super) rule: String,
    pub(super) size: String,
    pub(super) nodes: u64,
    pub(super) pairs: u32,
    pub(super) batch: u32,
    pub(super) seed: u64,
    pub(super) reach: f64,
    pub(super) wander: f64,
    /// Checksum of the weights.
    pub(super) weights: String,
    /// All numbers of the search at the start.
    pub(super) start: String,
    /// Those that are tuned.
    pub(super) tuned: Vec<Number>,
}

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Number {
    pub(super) name: String,
    pub(super) step: i32,
    pub(super) least: i32,
    pub(super) most: i32,
}

/// A run and what it has reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) settings: Settings,
    /// Pairs played.
    pub(super) done: u32,
    /// The tuned numbers, in the order of the settings.
    pub(super) values: Vec<f64>,
}

impl State {
    /// What the file holds of the run with these settings; nothing if there is no file.
    ///
    /// # Errors
    /// If it is something else or of another run.
    pub(super) fn read(path: &Path, settings: &Settings) -> Result<Option<Self>, StateError> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io_error(path, error)),
        };
        let not_state = |reason: String| StateError::NotState {
            path: path.to_owned(),
            reason,
        };
        let state: Self =
            serde_json::from_slice(&text).map_err(|error| not_state(error.to_string()))?;
        if let Some(difference) = difference(&state.settings, settings) {
            return Err(StateError::OtherRun {
                path: path.to_owned(),
                difference,
            });
        }
        if let Some(fault) = state.fault() {
            return Err(not_state(fault));
        }
        Ok(Some(state))
    }

    /// What no run can have reached.
    fn fault(&self) -> Option<String> {
        let Settings {
            pairs,
            batch,
            tuned,
            ..
        } = &self.settings;
        if self.done > *pairs || self.done < *pairs && !self.done.is_multiple_of(*batch) {
            return Some(format!("no run stops after {} pairs", self.done));
        }
        if self.values.len() != tuned.len() {
            return Some(format!(
                "{} values for {} numbers",
                self.values.len(),
                tuned.len()
            ));
        }
        tuned.iter().zip(&self.values).find_map(|(number, &value)| {
            let range = f64::from(number.least)..=f64::from(number.most);
            (!range.contains(&value)).then(|| format!("{value} for {}", number.name))
        })
    }

    /// Writes the file anew, in one step so that an interruption leaves the old or the new one.
    ///
    /// # Errors
    /// If that is not possible.
    pub(super) fn write(&self, path: &Path) -> Result<(), StateError> {
        let mut fresh = path.as_os_str().to_owned();
        fresh.push(".new");
        let fresh = PathBuf::from(fresh);
        let mut text = serde_json::to_string_pretty(self).expect("names and numbers make JSON");
        text.push('\n');
        fs::write(&fresh, text).map_err(|error| io_error(&fresh, error))?;
        fs::rename(&fresh, path).map_err(|error| io_error(path, error))
    }
}

fn io_error(path: &Path, error: io::Error) -> StateError {
    StateError::Io {
        path: path.to_owned(),
        error,
    }
}

/// The first setting that differs, in words.
fn difference(found: &Settings, wanted: &Settings) -> Option<String> {
    let fields = |settings| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("settings make an object"),
    };
    let wanted = fields(wanted);
    fields(found).into_iter().find_map(|(name, found)| {
        let wanted = wanted.get(&name)?;
        let (shown, other) = (found.to_string(), wanted.to_string());
        (found != *wanted).then(|| {
            if shown.len().max(other.len()) > SHOWN {
                format!("'{name}' differs")
            } else {
                format!("{name} {shown}, not {other}")
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State {
            settings: Settings {
                rule: "renju".to_owned(),
                size: "15".to_owned(),
                nodes: 1000,
                pairs: 100,
                batch: 16,
                seed: u64::MAX,
                reach: 1.0,
                wander: 0.3,
                weights: "0".to_owned(),
                start: "a=1,b=2".to_owned(),
                tuned: ["a", "b"]
                    .map(|name| Number {
                        name: name.to_owned(),
                        step: 2,
                        least: -5,
                        most: 40,
                    })
                    .to_vec(),
            },
            done: 32,
            values: vec![0.1 + 0.2, -1.0 / 3.0],
        }
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let mut state = state();
        let read = |state: &State| State::read(&path, &state.settings).expect("a state");
        assert_eq!(read(&state), None);
        // Values of all sizes, and not only those whose decimal form is short.
        for i in 1..200 {
            state.values[0] = 40.0 / f64::from(i) / 3.0;
            state.write(&path).expect("written");
            assert_eq!(read(&state).as_ref(), Some(&state));
        }
    }

    #[test]
    fn other_runs_and_damaged_states_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let error = |change: &dyn Fn(&mut State)| {
            let mut changed = state();
            change(&mut changed);
            changed.write(&path).expect("written");
            let error = State::read(&path, &state().settings).expect_err("refused");
            let error = error.to_string();
            error.split_once(": ").expect("a path").1.to_owned()
        };
        let other = "holds the state of another run: ";
        assert_eq!(
            error(&|state| state.settings.nodes = 50),
            format!("{other}nodes 50, not 1000")
        );
        assert_eq!(
            error(&|state| state.settings.tuned[1].step = 3),
            format!("{other}'tuned' differs")
        );
        let damaged = "not the state of a tuning run: ";
        assert_eq!(
            error(&|state| state.done = 33),
            format!("{damaged}no run stops after 33 pairs")
        );
        assert_eq!(
            error(&|state| state.done = 101),
            format!("{damaged}no run stops after 101 pairs")
        );
        assert_eq!(
            error(&|state| state.values[1] = 41.0),
            format!("{damaged}41 for b")
        );
        assert_eq!(
            error(&|state| _ = state.values.pop()),
            format!("{damaged}1 values for 2 numbers")
        );
    }
}
