//! Every tuned number of the search, once. Depths in sixteenths of a ply, values in evaluation units.

use thiserror::Error;

/// One ply of depth.
pub(super) const PLY: i32 = 16;
/// The deepest iteration.
pub(super) const MAX_DEPTH: u32 = 60;

/// Half width of the first aspiration window.
pub(super) const ASPIRATION_WINDOW: i32 = 24;
/// Iterations without an aspiration window.
pub(super) const ASPIRATION_FROM: u32 = 4;

/// Deepest node where reverse futility applies, in plies.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 9;
/// Deepest node where razoring applies, in plies.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Deepest node where futility applies, in plies.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// Depths, in plies, at which the moves after one that raised alpha are searched a ply less.
pub(super) const RAISE_DEPTHS: std::ops::Range<i32> = 2..12;

/// History bonus a ply of depth, and its largest value.
pub(super) const HISTORY_BONUS: i32 = 160;
/// See [`HISTORY_BONUS`].
pub(super) const HISTORY_BONUS_MAX: i32 = 1600;
/// Largest absolute history.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Bytes of the solver's proof table.
pub(super) const SOLVER_TABLE_BYTES: usize = 2 << 20;
/// Below depth 0, a node that must meet a coming open four is searched on down to this depth.
pub(super) const LEAF_DEFENCE: i32 = -3 * PLY;
/// Nodes between two looks at the clock and the stop flag.
pub(super) const CLOCK_INTERVAL: u64 = 512;

/// A number that games may tune.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// Its name in [`Params`].
    pub name: &'static str,
    /// Its value in play.
    pub default: i32,
    /// The values that make sense, first and last.
    pub range: (i32, i32),
    /// A change large enough to be felt.
    pub step: i32,
    field: fn(&mut Params) -> &mut i32,
}

/// Why parameters cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamsError {
    /// There is none of this name.
    #[error("'{0}' is not a parameter of the search")]
    Unknown(String),
    /// The text is not `name=value`, or the value is not in its range.
    #[error("'{text}' is not NAME=VALUE with a value from {least} to {most}")]
    Value {
        /// What was given.
        text: String,
        /// Smallest value.
        least: i32,
        /// Largest value.
        most: i32,
    },
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $least:literal, $most:literal by $step:literal;)*) => {
        /// The numbers that games tune.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        /// All fields of [`Params`], in their order.
        pub const TUNABLE: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            range: ($least, $most),
            step: $step,
            field: |params| &mut params.$name,
        },)*];
    };
}

params! {
    /// Late move reduction, hundredths of a ply: `base + 100 ln(depth) ln(number) * 100 / divisor`.
    reduction_base = 80 in 0, 300 by 30;
    /// See [`Params::reduction_base`].
    reduction_divisor = 95 in 40, 400 by 20;
    /// Added to the reduction at a node expected to fail high.
    reduction_cut_node = 16 in -16, 64 by 6;
    /// Taken off the reduction where a principal variation once passed.
    reduction_was_pv = 8 in -16, 64 by 5;
    /// Taken off for a move that makes an open three or takes one from the opponent.
    reduction_threat = 16 in -16, 64 by 6;
    /// Taken off for a four.
    reduction_four = 16 in -16, 64 by 6;
    /// History that changes a reduction by a ply.
    reduction_history = 8192 in 2048, 32768 by 2000;
    /// Depth that an answer to a coming open four costs.
    open_four_cost = 10 in 0, 24 by 3;
    /// Move-count pruning: moves tried at depth 0.
    move_count_base = 3 in 1, 30 by 2;
    /// Added a ply, in sixteenths of a move; half of it if not improving.
    move_count_linear = 26 in 0, 400 by 32;
    /// Added a squared ply, in sixteenths of a move; half of it if not improving.
    move_count_square = 0 in 0, 100 by 8;
    /// Reverse futility: margin a ply; an improving position counts a ply less.
    reverse_futility_margin = 50 in 10, 200 by 15;
    /// The part of the margin that does not depend on depth.
    reverse_futility_base = 10 in -50, 300 by 20;
    /// Futility of quiet moves: margin a ply.
    futility_margin = 60 in 10, 300 by 15;
    /// The part of the margin that does not depend on depth.
    futility_base = 60 in -50, 400 by 25;
    /// Razoring to the evaluation: margin a ply.
    razor_margin = 120 in 20, 400 by 25;
    /// A reduced move that passes alpha by this is searched a ply deeper than its due.
    research_margin = 34 in 0, 200 by 10;
    /// It must pass by so much more for each ply that it was reduced.
    research_lag = 11 in 0, 60 by 4;
    /// Passing by this, it is searched yet a ply deeper.
    research_far = 340 in 50, 1000 by 60;
    /// How far below the table's value the other moves must stay for its move to be singular, a ply.
    singular_margin = 4 in 0, 30 by 2;
    /// How much farther below for half a ply more.
    singular_double = 40 in 0, 300 by 15;
    /// Stones of the four search at a leaf; 0: none is made.
    leaf_fours = 80 in 0, 5000 by 20;
    /// Stones of the four search at an inner node; 0: none is made.
    inner_fours = 80 in 0, 5000 by 20;
    /// Part of the time that the solver may take for own fours before the search, in per cent.
    root_fours = 1 in 0, 50 by 1;
    /// The same for the opponent's fours, which narrow the moves.
    root_defence = 1 in 0, 50 by 1;
    /// The same for own threats.
    root_threats = 2 in 0, 50 by 2;
    /// What a killer move is worth in ordering.
    killer_score = 120 in 0, 400 by 30;
    /// What the counter move is worth in ordering.
    counter_score = 80 in 0, 400 by 30;
    /// History that weighs as much in ordering as one point of move score.
    history_per_score = 64 in 16, 400 by 15;
}

impl Params {
    /// The number of this name.
    pub fn get(&mut self, tunable: &Tunable) -> i32 {
        *(tunable.field)(self)
    }

    /// Sets a number, kept within its range.
    pub fn put(&mut self, tunable: &Tunable, value: i32) {
        let (least, most) = tunable.range;
        *(tunable.field)(self) = value.clamp(least, most);
    }

    /// Sets the numbers of a text such as `razor_margin=100,killer_score=90`.
    ///
    /// # Errors
    /// The first piece that names no parameter or no value for it.
    pub fn set(&mut self, text: &str) -> Result<(), ParamsError> {
        for piece in text.split(',').filter(|piece| !piece.is_empty()) {
            let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
            let tunable = TUNABLE
                .iter()
                .find(|tunable| tunable.name == name)
                .ok_or_else(|| ParamsError::Unknown(name.to_owned()))?;
            let (least, most) = tunable.range;
            let value = value
                .parse()
                .ok()
                .filter(|value| (least..=most).contains(value))
                .ok_or_else(|| ParamsError::Value {
                    text: piece.to_owned(),
                    least,
                    most,
                })?;
            self.put(tunable, value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges_and_names_reach_their_fields() {
        for tunable in TUNABLE {
            let (least, most) = tunable.range;
            assert!((least..=most).contains(&tunable.default), "{tunable:?}");
            let mut params = Params::default();
            assert_eq!(params.get(tunable), tunable.default);
            params
                .set(&format!("{}={least}", tunable.name))
                .expect("in range");
            assert_eq!(params.get(tunable), least);
        }
    }

    #[test]
    fn what_cannot_be_set_is_named() {
        let mut params = Params::default();
        let error = |text: &str, params: &mut Params| params.set(text).expect_err(text).to_string();
        assert_eq!(
            error("razor=1", &mut params),
            "'razor' is not a parameter of the search"
        );
        assert_eq!(
            error("razor_margin=x", &mut params),
            "'razor_margin=x' is not NAME=VALUE with a value from 20 to 400"
        );
        assert_eq!(params, Params::default());
    }
}
