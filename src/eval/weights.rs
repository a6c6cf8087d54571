//! The numbers of the evaluation.

use std::sync::LazyLock;

use crate::board::pattern::{Pattern, Threat};
use crate::types::{Color, PerColor, Rule};

/// What one side's four patterns through an empty point are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeWeights {
    /// In the evaluation, when that side is to move.
    pub to_move: i16,
    /// In the evaluation, when the other side is to move.
    pub waiting: i16,
    /// In move ordering, for that side's own move there.
    pub own_move: i16,
    /// In move ordering, for the other side's move there.
    pub opponent_move: i16,
}

/// All numbers of one rule.
#[derive(Debug)]
pub struct Weights {
    /// By side and code.
    pub(super) codes: PerColor<Vec<CodeWeights>>,
    /// By the threats that stand.
    threats: Vec<i16>,
}

/// Bits of the threat mask: four of the side to move, five of the opponent.
const MASK_BITS: usize = 9;

static WEIGHTS: [LazyLock<Weights>; 5] = [
    LazyLock::new(|| Weights::by_hand(Rule::Freestyle)),
    LazyLock::new(|| Weights::by_hand(Rule::Standard)),
    LazyLock::new(|| Weights::by_hand(Rule::Renju)),
    LazyLock::new(|| Weights::by_hand(Rule::Caro)),
    LazyLock::new(|| Weights::by_hand(Rule::CaroExact)),
];

/// Hand-made worth of a pattern at an empty point, by pattern number.
const PATTERN_VALUE: [i16; 16] = [0, 0, 2, 2, 5, 7, 9, 7, 9, 20, 24, 15, 17, 60, 60, 0];

/// Hand-made worth of a threat beyond its patterns, by threat number.
const THREAT_VALUE: [i16; 16] = [0, 0, 0, 2, 0, 4, 0, 8, 40, 0, 12, 60, 60, 0, 0, 0];

/// Hand-made ordering of an own move by the threat that it makes.
const OWN_MOVE: [i16; 16] = [
    0, 0, 20, 40, 40, 90, 150, 230, 420, 200, 320, 1500, 4000, 12_000, -200, 0,
];

/// Hand-made ordering of a move that takes this threat from the opponent.
const OPPONENT_MOVE: [i16; 16] = [
    0, 0, 16, 32, 28, 60, 110, 170, 320, 120, 220, 900, 3000, 10_000, -50, 0,
];

/// Hand-made worth of the threats of the side to move, by mask bit.
const OWN_MASK: [i16; 4] = [350, 150, 60, 40];

/// Hand-made worth of the opponent's threats, by mask bit.
const OPPONENT_MASK: [i16; 5] = [-60, -60, -40, -20, -20];

impl Weights {
    /// The weights in use for a rule.
    pub fn of(rule: Rule) -> &'static Self {
        &WEIGHTS[rule.index()]
    }

    fn by_hand(rule: Rule) -> Self {
        Self {
            codes: PerColor(Color::BOTH.map(|color| {
                (0..1 << 16)
                    .map(|code| code_by_hand(code, rule.has_fouls(color)))
                    .collect()
            })),
            threats: (0..1usize << MASK_BITS).map(mask_by_hand).collect(),
        }
    }

    /// The worth of a mask of standing threats, for the side to move.
    #[inline]
    pub(super) fn threat_mask(&self, mask: usize) -> i32 {
        i32::from(self.threats[mask])
    }
}

fn code_by_hand(code: usize, has_fouls: bool) -> CodeWeights {
    let patterns: [Pattern; 4] = std::array::from_fn(|i| Pattern::ALL[code >> (4 * i) & 15]);
    let threat = Threat::of(patterns, has_fouls) as usize;
    let lines: i16 = patterns
        .iter()
        .map(|&pattern| PATTERN_VALUE[pattern as usize])
        .sum();
    let value = if threat == Threat::Foul as usize {
        0
    } else {
        lines + THREAT_VALUE[threat]
    };
    CodeWeights {
        to_move: value + value / 4,
        waiting: value,
        own_move: OWN_MOVE[threat] + 2 * lines,
        opponent_move: OPPONENT_MOVE[threat] + 2 * lines,
    }
}

fn mask_by_hand(mask: usize) -> i16 {
    let bit = |i: usize, value: i16| if mask >> i & 1 != 0 { value } else { 0 };
    let own: i16 = OWN_MASK
        .iter()
        .enumerate()
        .map(|(i, &value)| bit(i, value))
        .sum();
    let opponent: i16 = OPPONENT_MASK
        .iter()
        .enumerate()
        .map(|(i, &value)| bit(i + OWN_MASK.len(), value))
        .sum();
    own + opponent
}
