//! What the evaluation looks at, as numbers that index its tables.
//!
//! - the *shape* of an empty point for one side: its four patterns, order put aside;
//! - the *class* of a shape: a few kinds, for tables over pairs of both sides' classes;
//! - the *mask*: which threats stand on the board, for the side to move and for the other;
//! - the *stance*: a coarse mask, for the order of moves;
//! - the *relation* of a point to a stone: on a line with it, and how near; and if so the *line*:
//!   what both sides would make there in that line.
//!
//! A weights file holds [`hash`], so tables made for other features are refused.

use std::sync::LazyLock;

use crate::board::Board;
use crate::board::pattern::{Pattern, Threat};
use crate::board::threats::{Code, side_code};
use crate::types::{CELLS, Color, Direction, Point, STRIDE};

/// How many shapes there are: multisets of four of sixteen patterns.
pub const SHAPES: usize = 3876;
/// How many classes there are.
pub const CLASSES: usize = 20;
/// How many masks there are.
pub const MASKS: usize = 36 * 72;

/// How many stances there are.
pub const STANCES: usize = 12;
/// How many relations there are; 0 is "far, or no stone".
pub const RELATIONS: usize = 16;

/// How many relations are of points on a line with the stone: numbers 1 to this.
pub const LINE_RELATIONS: usize = 2 * REACH;
/// How many lines there are: by relation on a line, 0 for none, and both patterns.
pub const LINES: usize = (LINE_RELATIONS + 1) * 256;

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

/// The stance of the side to move, below [`STANCES`]: whether it, and whether the other side, could
/// make a fork, or just a four or an open three; or whether the other could make an open four.
#[inline]
pub fn stance_of(board: &Board) -> usize {
    let count = |color: Color, threat: Threat| board.threat_count(color, threat);
    let grade = |color: Color| {
        if count(color, Threat::FourThree) + count(color, Threat::DoubleThree) > 0 {
            2
        } else {
            let fours = count(color, Threat::Four) + count(color, Threat::FourPlus);
            let threes = count(color, Threat::Three) + count(color, Threat::ThreePlus);
            usize::from(fours + threes > 0)
        }
    };
    let side = board.side_to_move();
    let other = if count(!side, Threat::OpenFour) > 0 {
        3
    } else {
        grade(!side)
    };
    grade(side) * 4 + other
}

/// How far relations reach, in points along each axis.
const REACH: usize = 4;

/// By the difference of two points' indices, [`CELLS`] added: the relation in the low four bits, and
/// for points on a line its direction times four in the high ones.
pub type RelationTable = [u8; 2 * CELLS];

static RELATION_TABLE: LazyLock<Box<RelationTable>> = LazyLock::new(|| {
    let mut table = Box::new([0; 2 * CELLS]);
    let reach = REACH as i32;
    for dy in -reach..=reach {
        for dx in -reach..=reach {
            let place = CELLS as i32 + dy * STRIDE as i32 + dx;
            table[place as usize] = relation_of(dx.unsigned_abs(), dy.unsigned_abs());
        }
    }
    for direction in Direction::ALL {
        for steps in (-reach..=reach).filter(|&steps| steps != 0) {
            let place = CELLS as i32 + steps * direction.step();
            table[place as usize] |= (direction.index() as u8) << 6;
        }
    }
    table
});

/// The relations, made when first asked for.
pub fn relation_table() -> &'static RelationTable {
    &RELATION_TABLE
}

/// Straight lines first, then diagonals, then points off all lines, near ones first.
fn relation_of(dx: u32, dy: u32) -> u8 {
    let reach = REACH as u32;
    let (near, far) = (dx.min(dy), dx.max(dy));
    let number = match (near, far) {
        (0, far) => far,
        (near, far) if near == far => reach + far,
        (near, far) => 2 * reach + near + (far - 1) * (far - 2) / 2,
    };
    number as u8
}

/// The entry of the relation table for a point and the index of a stone's cell. The corner of all
/// cells is far from every point, and serves where there is no stone.
#[inline]
pub fn relation_entry(table: &RelationTable, stone: usize, point: Point) -> u8 {
    table[(CELLS + point.index() - stone) % (2 * CELLS)]
}

/// The relation, below [`RELATIONS`].
#[inline]
pub fn relation(entry: u8) -> usize {
    usize::from(entry & 15)
}

/// The line of a point with this code for a mover, below [`LINES`].
#[inline]
pub fn line(entry: u8, code: Code, mover: Color) -> usize {
    let relation = relation(entry);
    if relation > LINE_RELATIONS {
        return 0;
    }
    let shift = u32::from(entry >> 4);
    let [own, other] =
        [mover, !mover].map(|color| usize::from(side_code(code, color) >> shift & 15));
    // Points that are far away have patterns, but no line.
    usize::from(relation > 0) * (relation * 256 + own * 16 + other)
}

/// Indices of the last stone on the board, and of the one before it, which is the mover's own; the
/// corner of all cells if there is none.
#[inline]
pub fn last_stones(board: &Board) -> [usize; 2] {
    let latest = board.history().iter().rev();
    let mut indices = latest.map(|&(point, _)| point.index());
    [indices.next().unwrap_or(0), indices.next().unwrap_or(0)]
}

/// A number that changes with the meaning of any table index.
pub fn hash() -> u64 {
    let mut bytes: Vec<u8> = Vec::new();
    for number in [
        SHAPES,
        CLASSES,
        MASKS,
        MANY_FOURS,
        MANY_THREES,
        STANCES,
        RELATIONS,
        LINES,
        REACH,
    ] {
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
    use crate::board::threats::pattern_of;
    use crate::types::{BoardSize, Rule};

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

    #[test]
    fn relations_do_not_depend_on_direction() {
        let stone = Point::new(10, 10);
        let at = |x, y| {
            let entry = relation_entry(relation_table(), stone.index(), Point::new(x, y));
            relation(entry)
        };
        let mut seen = [false; RELATIONS];
        for y in 1..20 {
            for x in 1..20 {
                let number = at(x, y);
                seen[number] = true;
                assert_eq!(number, at(y, x));
                assert_eq!(number, at(20 - x, y));
                let (dx, dy) = (x.abs_diff(10), y.abs_diff(10));
                assert_eq!(number > 0, (1..=REACH).contains(&dx.max(dy)), "{x} {y}");
                let on_line = number > 0 && (dx == 0 || dy == 0 || dx == dy);
                assert_eq!((1..=LINE_RELATIONS).contains(&number), on_line, "{x} {y}");
            }
        }
        assert!(seen[..15].iter().all(|&seen| seen));
        // No stone: every point is far.
        for point in BoardSize::square(22).points() {
            assert_eq!(relation_entry(relation_table(), 0, point), 0);
        }
    }

    #[test]
    fn a_line_is_that_of_the_stone() {
        let mut board = Board::new(BoardSize::square(15), Rule::Freestyle);
        for (x, y) in [(7, 7), (0, 0), (8, 8), (14, 0)] {
            board.place(Point::new(x, y));
        }
        let point = Point::new(9, 9);
        for (stone, direction) in [((8, 8), Direction::Diagonal), ((9, 12), Direction::Column)] {
            let stone = Point::new(stone.0, stone.1).index();
            let entry = relation_entry(relation_table(), stone, point);
            let code = board.code(point);
            let pattern = |color| pattern_of(code, color, direction) as usize;
            let patterns = pattern(Color::Black) * 16 + pattern(Color::White);
            let found = line(entry, code, Color::Black);
            assert_eq!(found, relation(entry) * 256 + patterns);
        }
    }
}
