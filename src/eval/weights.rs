//! The numbers of the evaluation, packed so that one look-up fetches all of a shape.

use std::sync::LazyLock;

use super::features::{
    CLASSES, LINES, MASKS, RELATIONS, SHAPES, STANCES, ShapeTable, class_of, shape_table, shapes,
};
use super::file::{Contents, WeightsError};
use super::net::{Net, NetTables, Said, Views};
use super::ordering::Ordering;
use crate::board::threats::{Change, Code, side_code};
use crate::types::{BoardSize, Color, PerColor, Rule, Score};

/// Bits below the unit in which values are summed.
pub const FRACTION: u32 = 4;
/// Class numbers are multiplied by this in pair tables.
pub(super) const PAIR_STRIDE: usize = 32;

/// The numbers of one side as they are trained and stored: values in 1/16 unit, move scores whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// By shape of the side, when it is to move.
    pub to_move: Vec<i16>,
    /// By shape of the side, when the other one is to move; taken off.
    pub waiting: Vec<i16>,
    /// By class of the side, which is to move, and class of the other: `own * CLASSES + other`.
    pub pair: Vec<i16>,
    /// By the threats that stand, when the side is to move.
    pub mask: Vec<i16>,
    /// Ordering: by shape of the side, for its move there.
    pub own_move: Vec<i16>,
    /// Ordering: by shape of the side, for the other's move there.
    pub opponent_move: Vec<i16>,
    /// Ordering: by stance of the side, which moves, its class and class of the other.
    pub move_pair: Vec<i16>,
    /// Ordering: by relation to the last stone and class of the side, which moves.
    pub last_own: Vec<i16>,
    /// Ordering: by relation to the last stone and class of the other.
    pub last_other: Vec<i16>,
    /// Ordering: by relation to the mover's own last stone and class of the side, which moves.
    pub before_own: Vec<i16>,
    /// Ordering: by relation to the mover's own last stone and class of the other.
    pub before_other: Vec<i16>,
    /// Ordering: by line to the last stone.
    pub last_line: Vec<i16>,
    /// Ordering: by line to the mover's own last stone.
    pub before_line: Vec<i16>,
    /// What shapes are worth together, if that was trained.
    pub net: Option<NetTables>,
}

impl Tables {
    /// Tables full of zeros.
    pub fn zero() -> Self {
        Self {
            to_move: vec![0; SHAPES],
            waiting: vec![0; SHAPES],
            pair: vec![0; CLASSES * CLASSES],
            mask: vec![0; MASKS],
            own_move: vec![0; SHAPES],
            opponent_move: vec![0; SHAPES],
            move_pair: vec![0; STANCES * CLASSES * CLASSES],
            last_own: vec![0; RELATIONS * CLASSES],
            last_other: vec![0; RELATIONS * CLASSES],
            before_own: vec![0; RELATIONS * CLASSES],
            before_other: vec![0; RELATIONS * CLASSES],
            last_line: vec![0; LINES],
            before_line: vec![0; LINES],
            net: None,
        }
    }

    /// All tables in the order in which they are stored.
    pub(super) fn all(&self) -> Vec<&Vec<i16>> {
        let mut all = vec![
            &self.to_move,
            &self.waiting,
            &self.pair,
            &self.mask,
            &self.own_move,
            &self.opponent_move,
            &self.move_pair,
            &self.last_own,
            &self.last_other,
            &self.before_own,
            &self.before_other,
            &self.last_line,
            &self.before_line,
        ];
        all.extend(self.net.as_ref().map(NetTables::all).into_iter().flatten());
        all
    }

    /// All tables in the order in which they are stored.
    pub(super) fn all_mut(&mut self) -> Vec<&mut Vec<i16>> {
        let mut all = vec![
            &mut self.to_move,
            &mut self.waiting,
            &mut self.pair,
            &mut self.mask,
            &mut self.own_move,
            &mut self.opponent_move,
            &mut self.move_pair,
            &mut self.last_own,
            &mut self.last_other,
            &mut self.before_own,
            &mut self.before_other,
            &mut self.last_line,
            &mut self.before_line,
        ];
        all.extend(
            self.net
                .as_mut()
                .map(NetTables::all_mut)
                .into_iter()
                .flatten(),
        );
        all
    }
}

/// Two sums and a class in one word: the class in the low sixteen bits, then two signed numbers of
/// 24 bits each. Words are added and taken off as wholes; sums of classes are of no use, but never
/// negative, and too small to reach the numbers above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Packed(u64);

impl Packed {
    const fn new(first: i16, second: i16, class: usize) -> Self {
        Self(
            ((second as i64 as u64) << 40)
                .wrapping_add((first as i64 as u64) << 16)
                .wrapping_add(class as u64),
        )
    }

    #[inline]
    const fn class(self) -> usize {
        self.0 as usize % PAIR_STRIDE
    }

    #[inline]
    const fn add(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }

    #[inline]
    const fn sub(&mut self, other: Self) {
        self.0 = self.0.wrapping_sub(other.0);
    }

    #[inline]
    const fn first(self) -> i32 {
        (self.0 as i64).wrapping_shl(24).wrapping_shr(40) as i32
    }

    #[inline]
    const fn second(self) -> i32 {
        (self.0.wrapping_sub((self.first() as i64 as u64) << 16) as i64 >> 40) as i32
    }
}

/// All that the value needs of a shape, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row {
    /// Worth to move, worth waiting, class.
    value: Packed,
    said: Said,
}

/// Room for the rows of both sides.
const ROWS: usize = 8192;
const _: () = assert!(2 * SHAPES <= ROWS);

/// Sums over the empty points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// By side: its worth when it is to move, and when it waits.
    sides: PerColor<Packed>,
    /// The worth of pairs when Black is to move, and when White is.
    pairs: Packed,
    views: Views,
}

impl Sums {
    /// Takes off what an empty board's views are.
    pub(super) fn without(mut self, empty: &Self) -> Self {
        self.views.sub(&empty.views);
        self
    }

    /// The value for a side that is to move.
    #[inline]
    pub(super) const fn of(&self, side: Color) -> i32 {
        let [black, white] = self.sides.0;
        match side {
            Color::Black => black.first() - white.second() + self.pairs.first(),
            Color::White => white.first() - black.second() + self.pairs.second(),
        }
    }
}

/// All numbers of one rule.
#[derive(Debug)]
pub struct Weights {
    rule: Rule,
    scale: u16,
    provenance: String,
    /// The board whose games they were fitted to.
    home: BoardSize,
    checksum: u64,
    shape_table: &'static ShapeTable,
    /// Where a side's shapes begin: both sides share them where the rule makes no difference.
    offsets: PerColor<usize>,
    /// By shape, Black's first where sides differ.
    rows: Box<[Row; ROWS]>,
    /// By Black's class and White's: for Black to move, for White to move.
    pairs: Box<[Packed; PAIR_STRIDE * PAIR_STRIDE]>,
    ordering: Ordering,
    net: Net,
    /// By side to move and mask.
    masks: PerColor<Vec<i16>>,
}

/// Boards of more points than this use the weights of the large board.
const SMALL_BOARD: usize = 17 * 17;

impl Weights {
    /// The weights in use for a rule and a board.
    ///
    /// # Panics
    /// If the weights that are built in do not fit this program.
    pub fn of(rule: Rule, size: BoardSize) -> &'static Self {
        static BUILT_IN: [LazyLock<Weights>; 6] = [
            LazyLock::new(|| built_in(Rule::Freestyle, include_bytes!("data/freestyle-15.tne"))),
            LazyLock::new(|| built_in(Rule::Standard, include_bytes!("data/standard-15.tne"))),
            LazyLock::new(|| built_in(Rule::Renju, include_bytes!("data/renju-15.tne"))),
            LazyLock::new(|| built_in(Rule::Caro, include_bytes!("data/caro-15.tne"))),
            LazyLock::new(|| built_in(Rule::CaroExact, include_bytes!("data/caro-15.tne"))),
            LazyLock::new(|| built_in(Rule::Freestyle, include_bytes!("data/freestyle-20.tne"))),
        ];
        if rule == Rule::Freestyle && size.area() > SMALL_BOARD {
            &BUILT_IN[5]
        } else {
            &BUILT_IN[rule.index()]
        }
    }

    /// The board whose games the weights were fitted to.
    pub fn home_size(&self) -> BoardSize {
        self.home
    }

    /// How many sets of tables a rule needs: two if its sides differ.
    pub fn table_count(rule: Rule) -> usize {
        1 + usize::from(rule == Rule::Renju)
    }

    /// Packs tables: one set, or Black's and White's.
    ///
    /// # Panics
    /// If the number or the length of the tables is wrong.
    pub fn new(contents: Contents) -> Self {
        let Contents {
            rule,
            home,
            scale,
            sides,
            provenance,
        } = contents;
        assert_eq!(sides.len(), Self::table_count(rule), "one set a side");
        // Without a network, one that says nothing.
        let none = NetTables::zero();
        let nets: Vec<&NetTables> = sides
            .iter()
            .map(|tables| tables.net.as_ref().unwrap_or(&none))
            .collect();
        let mut rows = Vec::with_capacity(ROWS);
        for ((tables, net), color) in sides.iter().zip(&nets).zip(Color::BOTH) {
            for (shape, patterns) in shapes().into_iter().enumerate() {
                let class = class_of(patterns, rule.has_fouls(color));
                rows.push(Row {
                    value: Packed::new(tables.to_move[shape], tables.waiting[shape], class),
                    said: Said::new(net, shape),
                });
            }
        }
        rows.resize(ROWS, rows[0]);
        let [black, white] = [&sides[0], &sides[sides.len() - 1]];
        let mut pairs = Box::new([Packed::default(); PAIR_STRIDE * PAIR_STRIDE]);
        for own in 0..CLASSES {
            for other in 0..CLASSES {
                let (from, to) = (own * CLASSES + other, own * PAIR_STRIDE + other);
                let mirrored = other * CLASSES + own;
                pairs[to] = Packed::new(black.pair[from], white.pair[mirrored], 0);
            }
        }
        Self {
            rule,
            scale,
            provenance,
            home,
            checksum: 0,
            shape_table: shape_table(),
            offsets: PerColor([0, (sides.len() - 1) * SHAPES]),
            rows: rows.try_into().expect("as many rows"),
            pairs,
            ordering: Ordering::new(rule, &sides),
            net: Net::new(nets[0], nets[nets.len() - 1]),
            masks: PerColor([black.mask.clone(), white.mask.clone()]),
        }
    }

    /// The rule that they are for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How they were made.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Checksum of the file that they come from; 0 if there is none.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The same weights with the checksum of their file.
    pub(super) fn with_checksum(self, checksum: u64) -> Self {
        Self { checksum, ..self }
    }

    /// Evaluation units of one logistic unit.
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// The share of points, 0 to 1, that a side can expect with this value.
    pub fn win_rate(&self, score: Score) -> f32 {
        if score.is_win() {
            1.0
        } else if score.is_loss() {
            0.0
        } else {
            1.0 / (1.0 + (-score.raw() as f32 / f32::from(self.scale)).exp())
        }
    }

    /// Index of a side's shape of a point.
    #[inline]
    pub(super) fn shape(&self, code: Code, color: Color) -> usize {
        usize::from(self.shape_table[usize::from(side_code(code, color))]) + self.offsets[color]
    }

    /// The rows of an empty point with this code, Black's and White's, and the worth of the pair.
    #[inline]
    fn rows(&self, code: Code) -> (&Row, &Row, Packed) {
        let [black, white] = Color::BOTH.map(|color| &self.rows[self.shape(code, color) % ROWS]);
        let pair = self.pairs[black.value.class() * PAIR_STRIDE + white.value.class()];
        (black, white, pair)
    }

    /// Adds an empty point with this code to sums.
    #[inline]
    pub(super) fn add(&self, sums: &mut Sums, code: Code) {
        let (black, white, pair) = self.rows(code);
        sums.sides.0[0].add(black.value);
        sums.sides.0[1].add(white.value);
        sums.pairs.add(pair);
        sums.views.add_point(&black.said, &white.said);
    }

    /// Takes an empty point with this code off sums.
    #[inline]
    fn sub(&self, sums: &mut Sums, code: Code) {
        let (black, white, pair) = self.rows(code);
        sums.sides.0[0].sub(black.value);
        sums.sides.0[1].sub(white.value);
        sums.pairs.sub(pair);
        sums.views.sub_point(&black.said, &white.said);
    }

    /// The sums after a stone that changed these points, its own first.
    #[inline]
    pub(super) fn follow(&self, mut sums: Sums, changes: &[Change]) -> Sums {
        // The stone's own point is no longer empty.
        self.sub(&mut sums, changes[0].old);
        for change in &changes[1..] {
            self.sub(&mut sums, change.old);
            self.add(&mut sums, change.new);
        }
        sums
    }

    /// How moves are ordered.
    #[inline]
    pub(super) fn ordering(&self) -> &Ordering {
        &self.ordering
    }

    /// The value of sums and of a mask of standing threats, for the side to move.
    #[inline]
    pub(super) fn value(&self, sums: &Sums, side: Color, mask: usize) -> i32 {
        let tables = sums.of(side) + i32::from(self.masks[side][mask]);
        tables + self.net.value(&sums.views, side, mask)
    }
}

/// The weights of a file that is part of the program. Caro with exact fives uses those of caro.
fn built_in(rule: Rule, bytes: &[u8]) -> Weights {
    let trained_for = match rule {
        Rule::CaroExact => Rule::Caro,
        other => other,
    };
    Weights::from_bytes(bytes)
        .and_then(|weights| weights.expect_rule(trained_for))
        .unwrap_or_else(|error: WeightsError| {
            panic!("the weights built in for {rule} do not fit this program: {error}")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers_are_independent() {
        let numbers = [i16::MIN, -3000, -1, 0, 1, 77, i16::MAX];
        let mut sum = Packed::default();
        let (mut firsts, mut seconds) = (0, 0);
        for (i, first) in numbers.into_iter().enumerate() {
            for second in numbers {
                let word = Packed::new(first, second, i);
                assert_eq!(word.class(), i);
                assert_eq!(word.first(), i32::from(first));
                assert_eq!(word.second(), i32::from(second));
                sum.add(word);
                firsts += i32::from(first);
                seconds += i32::from(second);
                assert_eq!((sum.first(), sum.second()), (firsts, seconds));
            }
        }
        sum.sub(Packed::new(5, -6, 0));
        assert_eq!((sum.first(), sum.second()), (firsts - 5, seconds + 6));
    }
}
