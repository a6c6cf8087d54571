//! Which moves look best before any is searched.

use super::features::{
    CLASSES, RELATIONS, RelationTable, SHAPES, STANCES, class_of, last_stones, line, relation,
    relation_entry, relation_table, shapes, stance_of,
};
use super::weights::{PAIR_STRIDE, Tables, Weights};
use crate::board::Board;
use crate::types::{Color, PerColor, Point, Rule};

/// What one side's shape of an empty point is worth.
#[derive(Clone, Copy, Debug, Default)]
struct ShapeMove {
    /// For that side's move there.
    own: i16,
    /// For the other side's move there.
    opponent: i16,
    class: u16,
}

/// Numbers by two relations and a class.
const RELATED: usize = RELATIONS * RELATIONS * PAIR_STRIDE;

/// What counts beyond shapes for the moves of one side.
#[derive(Debug)]
struct Order {
    /// By stance: by the mover's class and the other's.
    pairs: Vec<[i16; PAIR_STRIDE * PAIR_STRIDE]>,
    /// By the relations to both stones and the mover's class, and the other's class.
    related: [Box<[i16; RELATED]>; 2],
    /// By line to the last stone, and to the mover's own last one.
    lines: [Vec<i16>; 2],
}

impl Order {
    fn new(tables: &Tables) -> Self {
        let mut pairs = vec![[0; PAIR_STRIDE * PAIR_STRIDE]; STANCES];
        for (stance, pairs) in pairs.iter_mut().enumerate() {
            for own in 0..CLASSES {
                for other in 0..CLASSES {
                    let from = (stance * CLASSES + own) * CLASSES + other;
                    pairs[own * PAIR_STRIDE + other] = tables.move_pair[from];
                }
            }
        }
        Self {
            pairs,
            related: [
                related(&tables.last_own, &tables.before_own),
                related(&tables.last_other, &tables.before_other),
            ],
            lines: [tables.last_line.clone(), tables.before_line.clone()],
        }
    }
}

/// Two tables by relation and class as one by both relations and class.
fn related(last: &[i16], before: &[i16]) -> Box<[i16; RELATED]> {
    let mut related = Box::new([0; RELATED]);
    for both in 0..RELATIONS * RELATIONS {
        let (first, second) = (both % RELATIONS, both / RELATIONS);
        for class in 0..CLASSES {
            related[both * PAIR_STRIDE + class] =
                last[first * CLASSES + class].saturating_add(before[second * CLASSES + class]);
        }
    }
    related
}

/// The numbers of move ordering, packed for look-ups.
#[derive(Debug)]
pub(super) struct Ordering {
    /// By shape, Black's first where sides differ.
    moves: Vec<ShapeMove>,
    /// By side to move.
    orders: PerColor<Order>,
}

impl Ordering {
    pub(super) fn new(rule: Rule, sides: &[Tables]) -> Self {
        let mut moves = Vec::with_capacity(sides.len() * SHAPES);
        for (tables, color) in sides.iter().zip(Color::BOTH) {
            for (shape, patterns) in shapes().into_iter().enumerate() {
                moves.push(ShapeMove {
                    own: tables.own_move[shape],
                    opponent: tables.opponent_move[shape],
                    class: class_of(patterns, rule.has_fouls(color)) as u16,
                });
            }
        }
        Self {
            moves,
            orders: PerColor([&sides[0], &sides[sides.len() - 1]].map(Order::new)),
        }
    }
}

/// Orders the moves of one position.
#[derive(Clone, Copy, Debug)]
pub struct MoveScorer<'a> {
    weights: &'a Weights,
    board: &'a Board,
    side: Color,
    moves: &'a [ShapeMove],
    pairs: &'a [i16; PAIR_STRIDE * PAIR_STRIDE],
    order: &'a Order,
    relations: &'static RelationTable,
    /// See [`last_stones`].
    stones: [usize; 2],
}

impl<'a> MoveScorer<'a> {
    #[inline]
    pub(super) fn new(weights: &'a Weights, board: &'a Board) -> Self {
        let side = board.side_to_move();
        let Ordering { moves, orders } = weights.ordering();
        Self {
            weights,
            board,
            side,
            moves,
            pairs: &orders[side].pairs[stance_of(board)],
            order: &orders[side],
            relations: relation_table(),
            stones: last_stones(board),
        }
    }

    /// How good an empty point looks as a move of the side to move: higher first.
    #[inline]
    pub fn score(&self, point: Point) -> i32 {
        let code = self.board.code(point);
        let own = self.moves[self.weights.shape(code, self.side)];
        let other = self.moves[self.weights.shape(code, !self.side)];
        let (own_class, other_class) = (usize::from(own.class), usize::from(other.class));
        let pair = own_class * PAIR_STRIDE + other_class;
        let entries = self
            .stones
            .map(|stone| relation_entry(self.relations, stone, point));
        let [last, before] = entries.map(relation);
        let [last_line, before_line] = entries.map(|entry| line(entry, code, self.side));
        let related = (before * RELATIONS + last) * PAIR_STRIDE;
        i32::from(own.own)
            + i32::from(other.opponent)
            + i32::from(self.pairs[pair % (PAIR_STRIDE * PAIR_STRIDE)])
            + i32::from(self.order.related[0][(related + own_class) % RELATED])
            + i32::from(self.order.related[1][(related + other_class) % RELATED])
            + i32::from(self.order.lines[0][last_line])
            + i32::from(self.order.lines[1][before_line])
    }
}
