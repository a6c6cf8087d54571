//! What the evaluation looks at, as numbers that index its tables.
//!
//! - the *shape* of an empty point for one side: its four patterns, order put aside;
//! - the *class* of a shape: a few kinds, for tables over pairs of both sides' classes;
//! - the *mask*: which threats stand on the board, for the side to move and for the other.
//!
//! A weights file holds [`hash`], so tables made for other features are refused.

use std::sync::LazyLock;

use crate::board::Board;
use crate::board::pattern::{Pattern, Threat};
use crate::types::Color;

/// How many shapes there are: multisets of four of sixteen patterns.
pub const SHAPES: usize = 3876;
/// How many classes there are.
pub const CLASSES: usize = 20;
/// How many masks there are.
pub const MASKS: usize = 36 * 72;

/// Shape number by the sixteen bits of one side's code.
pub type ShapeTable = [u16; 1 << 16];

static SHAPE_TABLE: LazyLock<Box<ShapeTable>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16].into_boxed_slice();
    for (code, shape) in table.iter_mut().enumerate() {
        *shape = shape_of(std::array::from_fn(|i| code >> (4 * i) & 15));
    }
    table.try_into().expect("65536 entries")
});

/// The shape numbers, made when first asked for.
pub fn shape_table() -> &'static ShapeTable {
    &SHAPE_TABLE
}

/// The number of the multiset: combinations counted in colexicographic order.
fn shape_of(mut patterns: [usize; 4]) -> u16 {
    patterns.sort_unstable();
    let [a, b, c, d] = patterns;
    let (b, c, d) = (b + 1, c + 2, d + 3);
    let pairs = b * (b - 1) / 2;
    let triples = c * (c - 1) * c.saturating_sub(2) / 6;
    let quadruples = d * (d - 1) * (d - 2) * d.saturating_sub(3) / 24;
    (a + pairs + triples + quadruples) as u16
}

/// The patterns of every shape, by shape number, weakest first.
pub fn shapes() -> Vec<[Pattern; 4]> {
    let mut shapes = vec![[Pattern::Dead; 4]; SHAPES];
    for a in 0..16 {
        for b in a..16 {
            for c in b..16 {
                for d in c..16 {
                    shapes[usize::from(shape_of([a, b, c, d]))] =
                        [a, b, c, d].map(|pattern| Pattern::ALL[pattern]);
                }
            }
        }
    }
    shapes
}

/// The class of four patterns, below [`CLASSES`].
pub fn class_of(patterns: [Pattern; 4], has_fouls: bool) -> usize {
    let count = |test: fn(Pattern) -> bool| patterns.iter().filter(|&&line| test(line)).count();
    match Threat::of(patterns, has_fouls) {
        Threat::None => 0,
        Threat::Low => match count(|line| matches!(line, Pattern::OpenOne | Pattern::ClosedTwo)) {
            0 => 1,
            1 | 2 => 2,
            _ => 3,
        },
        Threat::Two if patterns.contains(&Pattern::OpenTwo3) => 5,
        Threat::Two => 4,
        Threat::DoubleTwo if count(Pattern::is_open_two) == 2 => 6,
        Threat::DoubleTwo => 7,
        Threat::ClosedThree => 8,
        Threat::ClosedThreePlus => 9,
        Threat::Three if patterns.contains(&Pattern::OpenThree2) => 11,
        Threat::Three => 10,
        Threat::ThreePlus => 12,
        Threat::DoubleThree => 13,
        Threat::Four => 14,
        Threat::FourPlus => 15,
        Threat::FourThree => 16,
        Threat::OpenFour => 17,
        Threat::Five => 18,
        Threat::Foul => 19,
    }
}

/// How many values each digit of a mask has, lowest first: own four-threes, fours, double threes
/// and threes; then the opponent's open fours, four-threes, fours, double threes and threes.
pub const MASK_DIGITS: [usize; 9] = [2, 3, 2, 3, 2, 2, 3, 2, 3];

/// Points from which on fours count as many.
const MANY_FOURS: usize = 3;
/// Points from which on open threes count as many.
const MANY_THREES: usize = 5;

/// The mask of the threats that stand, below [`MASKS`].
#[inline]
pub fn mask_of(board: &Board) -> usize {
    let side = board.side_to_move();
    let count = |color: Color, threat: Threat| board.threat_count(color, threat);
    let some = |color: Color, threat: Threat| usize::from(count(color, threat) > 0);
    let grade = |points: usize, many: usize| usize::from(points > 0) + usize::from(points >= many);
    let fours = |color: Color| {
        grade(
            count(color, Threat::Four) + count(color, Threat::FourPlus),
            MANY_FOURS,
        )
    };
    let threes = |color: Color| {
        grade(
            count(color, Threat::Three) + count(color, Threat::ThreePlus),
            MANY_THREES,
        )
    };
    let forks = |color: Color| {
        some(color, Threat::FourThree)
            + 2 * (fours(color) + 3 * (some(color, Threat::DoubleThree) + 2 * threes(color)))
    };
    forks(side) + 36 * (some(!side, Threat::OpenFour) + 2 * forks(!side))
}

/// The digits of a mask.
pub fn mask_digits(mut mask: usize) -> [usize; 9] {
    MASK_DIGITS.map(|values| {
        let digit = mask % values;
        mask /= values;
        digit
    })
}

/// A number that changes with the meaning of any table index.
pub fn hash() -> u64 {
    let mut bytes: Vec<u8> = Vec::new();
    for number in [SHAPES, CLASSES, MASKS, MANY_FOURS, MANY_THREES] {
        bytes.extend((number as u32).to_le_bytes());
    }
    bytes.extend(MASK_DIGITS.map(|values| values as u8));
    for patterns in shapes() {
        bytes.extend(patterns.map(|pattern| pattern as u8));
        bytes.extend([false, true].map(|fouls| class_of(patterns, fouls) as u8));
    }
    checksum(&bytes)
}

/// FNV-1a over the bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_numbered_without_gap() {
        let shapes = shapes();
        let table = shape_table();
        let mut seen = vec![false; SHAPES];
        for (code, &shape) in table.iter().enumerate() {
            let shape = usize::from(shape);
            seen[shape] = true;
            let mut patterns: [usize; 4] = std::array::from_fn(|i| code >> (4 * i) & 15);
            patterns.sort_unstable();
            assert_eq!(shapes[shape].map(|pattern| pattern as usize), patterns);
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn classes_and_masks_are_in_range() {
        for patterns in shapes() {
            for fouls in [false, true] {
                assert!(class_of(patterns, fouls) < CLASSES);
            }
        }
        assert_eq!(MASK_DIGITS.iter().product::<usize>(), MASKS);
        let last = mask_digits(MASKS - 1);
        assert_eq!(last, MASK_DIGITS.map(|values| values - 1));
    }
}
