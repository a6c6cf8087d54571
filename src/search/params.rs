//! Every tuned number of the search, once. Depths in [`PLY`]s, values in evaluation units.

/// One ply of depth.
pub(super) const PLY: i32 = 16;
/// The deepest iteration.
pub(super) const MAX_DEPTH: u32 = 60;

/// Half width of the first aspiration window.
pub(super) const ASPIRATION_WINDOW: i32 = 24;
/// Iterations without an aspiration window.
pub(super) const ASPIRATION_FROM: u32 = 4;

/// Reverse futility: margin a ply, and what an improving position takes off it.
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = 70;
/// The part of the margin that does not depend on depth.
pub(super) const REVERSE_FUTILITY_BASE: i32 = 40;
/// Deepest node where reverse futility applies, in plies.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 9;

/// Razoring into the four search: margin a ply.
pub(super) const RAZOR_MARGIN: i32 = 120;
/// Deepest node where razoring applies, in plies.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// Futility of quiet moves: margin a ply.
pub(super) const FUTILITY_MARGIN: i32 = 60;
/// The part of the margin that does not depend on depth.
pub(super) const FUTILITY_BASE: i32 = 60;
/// Deepest node where futility applies, in plies.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// Move-count pruning: moves searched at depth 0, and the factor on the squared depth.
pub(super) const MOVE_COUNT_BASE: i32 = 6;
/// See [`MOVE_COUNT_BASE`]; in halves when not improving.
pub(super) const MOVE_COUNT_FACTOR: i32 = 2;

/// Late move reduction: `PLY * (base + ln(depth) * ln(moves) / divisor)`, both in hundredths.
pub(super) const REDUCTION_BASE: i32 = 40;
/// See [`REDUCTION_BASE`].
pub(super) const REDUCTION_DIVISOR: i32 = 190;
/// History that changes a reduction by a ply.
pub(super) const REDUCTION_HISTORY: i32 = 8192;

/// History bonus a ply of depth, and its largest value.
pub(super) const HISTORY_BONUS: i32 = 160;
/// See [`HISTORY_BONUS`].
pub(super) const HISTORY_BONUS_MAX: i32 = 1600;
/// Largest absolute history.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// History that weighs as much in ordering as one point of move score.
pub(super) const HISTORY_PER_SCORE: i32 = 64;
/// What a killer move is worth in ordering.
pub(super) const KILLER_SCORE: i32 = 120;
/// What the counter move is worth in ordering.
pub(super) const COUNTER_SCORE: i32 = 80;

/// Stones of the four search at leaves and inner nodes.
pub(super) const LEAF_FOURS: u64 = 250;
/// Bytes of the solver's proof table.
pub(super) const SOLVER_TABLE_BYTES: usize = 2 << 20;
/// Below depth 0, a node that must meet a coming open four is searched on down to this depth.
pub(super) const LEAF_DEFENCE: i32 = -3 * PLY;
/// Nodes between two looks at the clock and the stop flag.
pub(super) const CLOCK_INTERVAL: u64 = 512;
