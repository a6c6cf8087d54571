//! Swap2: three stones that leave little to choose between the colours, and the choice of a
//! colour by what a search says.

use smallvec::SmallVec;

use super::Thought;
use crate::types::{BoardSize, MIN_SIZE, Point, Score};

/// A value for White to move that still counts as level, in evaluation units.
pub const MAX_BALANCED: i32 = 60;

/// Black, white, black.
pub type Triple = [Point; 3];

/// Three stones counted from a corner, and the shortest side of the boards they are meant for.
struct Prepared {
    shortest_side: usize,
    stones: [(usize, usize); 3],
}

/// Our own openings, the most demanding of room first.
///
/// How they were chosen: White's first move after the third stone should be worth about what
/// Black's extra stone is. In the open middle two black stones that can work together are worth
/// far more, so the first lies one or two points from an edge, the white one blocks the middle
/// side, and the second black one shares no line with the first within reach of a five. Every
/// board takes the openings for its size class in all eight orientations. The ignored test
/// `tell_the_value_of_each_opening` prints what the engine thinks of each; entries beyond
/// +-[`MAX_BALANCED`] are to be replaced.
const PREPARED: &[Prepared] = &[
    // 18 and more: far corners leave more room, so the stones lie further apart.
    Prepared {
        shortest_side: 18,
        stones: [(2, 3), (5, 5), (4, 8)],
    },
    Prepared {
        shortest_side: 18,
        stones: [(1, 4), (4, 5), (3, 9)],
    },
    Prepared {
        shortest_side: 18,
        stones: [(3, 2), (6, 4), (8, 1)],
    },
    // 12 to 17: the usual 15x15.
    Prepared {
        shortest_side: 12,
        stones: [(1, 3), (4, 4), (2, 8)],
    },
    Prepared {
        shortest_side: 12,
        stones: [(2, 2), (4, 5), (7, 3)],
    },
    Prepared {
        shortest_side: 12,
        stones: [(1, 5), (4, 6), (3, 1)],
    },
    // 8 to 11.
    Prepared {
        shortest_side: 8,
        stones: [(0, 3), (3, 3), (2, 7)],
    },
    Prepared {
        shortest_side: 8,
        stones: [(1, 1), (3, 4), (5, 0)],
    },
    // 5 to 7: hardly anyone wins here at all.
    Prepared {
        shortest_side: 5,
        stones: [(0, 1), (2, 2), (4, 0)],
    },
    Prepared {
        shortest_side: 5,
        stones: [(0, 0), (2, 2), (3, 1)],
    },
];

/// Three stones to begin a Swap2 game with. Every `seed` gives some opening of the right size
/// class in some orientation; equal seeds give equal stones.
pub fn swap2_opening(size: BoardSize, seed: u64) -> Triple {
    let shorter = size.width().min(size.height());
    let classes = PREPARED.iter().map(|prepared| prepared.shortest_side);
    let class = classes
        .filter(|&side| side <= shorter)
        .max()
        .unwrap_or(MIN_SIZE);
    let choices: SmallVec<[&Prepared; 4]> = PREPARED
        .iter()
        .filter(|prepared| prepared.shortest_side == class)
        .collect();
    let orientations = 8;
    let prepared = choices[(seed / orientations) as usize % choices.len()];
    prepared
        .stones
        .map(|stone| orient(size, stone, seed % orientations))
}

/// A point counted from a corner along both edges, in one of eight orientations.
fn orient(size: BoardSize, (along, across): (usize, usize), orientation: u64) -> Point {
    let bit = |place: u64| orientation >> place & 1 != 0;
    let (x, y) = if bit(2) {
        (across, along)
    } else {
        (along, across)
    };
    let x = if bit(0) { size.width() - 1 - x } else { x };
    let y = if bit(1) { size.height() - 1 - y } else { y };
    Point::new(x, y)
}

/// Whether to take over the other colour, given what was found for the side to move, which is
/// the colour held if nothing is done. The sign decides: offering two more stones instead can
/// only give away what the better colour is worth.
pub fn takes_other_color(thought: &Thought) -> bool {
    thought.score < Score::DRAW
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::{Engine, Limits, Request, Resources, Stop};
    use crate::types::{Color, Rule};

    fn sizes() -> impl Iterator<Item = BoardSize> {
        let sides = 5..=22;
        sides
            .clone()
            .flat_map(move |w| sides.clone().map(move |h| (w, h)))
            .map(|(w, h)| BoardSize::new(w, h).expect("5 to 22"))
    }

    #[test]
    fn every_board_gets_three_different_points() {
        for size in sizes() {
            for seed in 0..64 {
                let [a, b, c] = swap2_opening(size, seed);
                assert!(a != b && b != c && a != c, "{size} {seed}");
                assert!([a, b, c].iter().all(|&p| size.contains(p)), "{size} {seed}");
            }
        }
    }

    #[test]
    fn seeds_vary_the_opening() {
        let size = BoardSize::square(15);
        let mut all: Vec<_> = (0..24).map(|seed| swap2_opening(size, seed)).collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() >= 20, "{}", all.len());
    }

    #[test]
    fn black_stones_do_not_work_together() {
        for prepared in PREPARED.iter().filter(|p| p.shortest_side >= 8) {
            let [(ax, ay), _, (bx, by)] = prepared.stones;
            let (dx, dy) = (ax.abs_diff(bx), ay.abs_diff(by));
            let one_line = dx == 0 || dy == 0 || dx == dy;
            assert!(!one_line || dx.max(dy) > 4, "{:?}", prepared.stones);
        }
    }

    #[test]
    #[ignore = "prints values for whoever revises the openings; needs the real search"]
    #[expect(clippy::print_stdout, reason = "the printed values are its purpose")]
    fn tell_the_value_of_each_opening() {
        let mut engine = Engine::new(Resources {
            table_bytes: 64 << 20,
            threads: 1,
        });
        for (index, prepared) in PREPARED.iter().enumerate() {
            let length = match prepared.shortest_side {
                18 => 20,
                12 => 15,
                shortest => shortest,
            };
            let size = BoardSize::square(length);
            let mut board = Board::new(size, Rule::Standard);
            for (stone, color) in
                prepared
                    .stones
                    .into_iter()
                    .zip([Color::Black, Color::White, Color::Black])
            {
                board.put(orient(size, stone, 0), color);
            }
            board.set_side(Color::White);
            let mut limits = Limits::none();
            limits.nodes = Some(1_000_000);
            let request = Request::best(limits);
            let thought = engine.think(&board, &request, &Stop::new(), &mut |_| {});
            println!(
                "{index} side {length}: {} (limit {MAX_BALANCED})",
                thought.score
            );
        }
    }
}
