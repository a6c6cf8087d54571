//! Whatever a stone changes is changed back by undo, and equals what a rebuilt board has.

use proptest::prelude::*;
use tengen::board::Board;
use tengen::board::pattern::Threat;
use tengen::board::threats::LISTED;
use tengen::types::{BoardSize, Color, Point, Rule};

fn any_rule() -> impl Strategy<Value = Rule> {
    prop::sample::select(Rule::ALL.to_vec())
}

fn any_size() -> impl Strategy<Value = BoardSize> {
    (5..=22i64, 5..=22i64).prop_map(|(w, h)| BoardSize::new(w, h).expect("a size in range"))
}

/// Everything that a board derives from its stones.
fn derived(board: &Board) -> (u64, Vec<u32>, Vec<[Threat; 2]>, Vec<usize>) {
    let points: Vec<Point> = board.size().points().collect();
    for &point in &points {
        let is_from_two = Color::BOTH
            .iter()
            .any(|&c| board.threat(point, c) >= Threat::Two);
        assert_eq!(
            board.points_from_two().contains(point),
            is_from_two,
            "{point}"
        );
    }
    let counts = Color::BOTH
        .iter()
        .flat_map(|&color| {
            Threat::ALL
                .iter()
                .filter(|&&threat| threat >= LISTED)
                .map(move |&threat| (color, threat))
                .collect::<Vec<_>>()
        })
        .map(|(color, threat)| {
            assert_eq!(
                board.threat_count(color, threat),
                board.threat_points(color, threat).len(),
                "count and set of {threat:?}"
            );
            for point in board.threat_points(color, threat) {
                assert_eq!(board.threat(point, color), threat);
            }
            board.threat_count(color, threat)
        })
        .collect();
    assert!(board.points_from_two().iter().all(|p| board.is_empty(p)));
    (
        board.key(),
        points.iter().map(|&p| board.code(p)).collect(),
        points
            .iter()
            .map(|&p| Color::BOTH.map(|c| board.threat(p, c)))
            .collect(),
        counts,
    )
}

/// A board with the same stones, placed in another order.
fn rebuilt(board: &Board) -> Board {
    let mut fresh = Board::new(board.size(), board.rule());
    for point in board
        .size()
        .points()
        .filter(|&p| board.cell(p) == tengen::board::Cell::Wall)
    {
        fresh.wall(point);
    }
    let mut stones = board.history().to_vec();
    stones.sort_by_key(|(point, _)| point.index());
    for (point, color) in stones {
        fresh.put(point, color);
    }
    fresh.set_side(board.side_to_move());
    fresh
}

proptest! {
    #[test]
    fn incremental_equals_rebuilt(
        rule in any_rule(),
        size in any_size(),
        walls in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        stones in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
    ) {
        let mut board = Board::new(size, rule);
        for wall in walls {
            let empties: Vec<_> = board.empties().iter().collect();
            board.wall(*wall.get(&empties));
        }
        let mut trail = Vec::new();
        for stone in stones {
            let empties: Vec<_> = board.empties().iter().collect();
            if empties.is_empty() {
                break;
            }
            trail.push(derived(&board));
            board.place(*stone.get(&empties));
        }
        prop_assert_eq!(derived(&board), derived(&rebuilt(&board)));
        while let Some(before) = trail.pop() {
            board.undo();
            prop_assert_eq!(derived(&board), before);
        }
    }
}
