//! The evaluation depends on the position alone: not on the way to it, on how the board is turned,
//! nor, where the rule treats both sides alike, on the colours.

use proptest::prelude::*;
use tengen::board::Board;
use tengen::eval::file::Contents;
use tengen::eval::net::NetTables;
use tengen::eval::{Evaluator, Tables, Weights, WeightsError};
use tengen::types::{BoardSize, Color, Point, Rule, Score, SplitMix};

fn any_rule() -> impl Strategy<Value = Rule> {
    prop::sample::select(Rule::ALL.to_vec())
}

/// A board with up to this many stones at random points, from an area small enough for threats.
fn stones(most: usize) -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((3..13usize, 3..13usize), 0..most)
}

/// Plays what can be played; the stones alternate.
fn board(rule: Rule, size: usize, stones: impl IntoIterator<Item = Point>) -> Board {
    let mut board = Board::new(BoardSize::square(size), rule);
    for point in stones {
        if board.is_empty(point) {
            board.place(point);
        }
    }
    board
}

fn points(stones: &[(usize, usize)]) -> Vec<Point> {
    stones.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

/// The value of a position and the move scores of its empty points, from scratch.
fn fresh(board: &Board) -> (Score, i32) {
    let mut evaluator = Evaluator::new(board);
    let moves = board
        .empties()
        .iter()
        .map(|point| evaluator.move_score(board, point))
        .sum();
    (evaluator.evaluate(board), moves)
}

/// One of the eight images of a point.
fn image(point: Point, size: usize, symmetry: usize) -> Point {
    let (mut x, mut y) = (point.x(), point.y());
    if symmetry & 1 != 0 {
        x = size - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    Point::new(x, y)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn following_equals_starting_afresh(
        rule in any_rule(),
        size in prop::sample::select(vec![15usize, 20]),
        stones in stones(60),
        choices in prop::collection::vec(0..4u8, 60),
    ) {
        let mut board = board(rule, size, []);
        let mut evaluator = Evaluator::new(&board);
        for (point, choice) in points(&stones).into_iter().zip(choices) {
            if choice == 0 && board.ply() > 0 {
                board.undo();
                evaluator.undo(&board);
            } else if board.is_empty(point) {
                board.place(point);
            }
            // Some values are never asked for, so that several stones are caught up with at once.
            if choice != 1 {
                prop_assert_eq!(evaluator.evaluate(&board), Evaluator::new(&board).evaluate(&board));
            }
        }
    }

    #[test]
    fn turning_the_board_changes_nothing(rule in any_rule(), stones in stones(40)) {
        let size = 16;
        let straight = board(rule, size, points(&stones));
        for symmetry in 1..8 {
            let turned = board(
                rule,
                size,
                points(&stones).into_iter().map(|point| image(point, size, symmetry)),
            );
            prop_assert_eq!(fresh(&straight), fresh(&turned));
        }
    }

    #[test]
    fn swapping_colours_changes_nothing(rule in any_rule(), stones in stones(40)) {
        prop_assume!(rule != Rule::Renju);
        let one = board(rule, 15, points(&stones));
        let mut other = Board::new(BoardSize::square(15), rule);
        for &(point, color) in one.history() {
            other.put(point, !color);
        }
        other.set_side(!one.side_to_move());
        prop_assert_eq!(fresh(&one), fresh(&other));
    }
}

/// Weights with a network of small random numbers, by way of a file.
fn random_network(rule: Rule, seed: u64) -> &'static Weights {
    let mut random = SplitMix::new(seed);
    let sides = (0..Weights::table_count(rule)).map(|_| {
        let mut net = NetTables::zero();
        for table in [
            &mut net.own,
            &mut net.other,
            &mut net.hidden,
            &mut net.biases,
        ] {
            table.fill_with(|| random.below(61) as i16 - 30);
        }
        net.last.fill_with(|| random.below(401) as i16 - 200);
        Tables {
            net: Some(net),
            ..Tables::zero()
        }
    });
    let contents = Contents {
        rule,
        home: BoardSize::square(15),
        scale: 300,
        sides: sides.collect(),
        provenance: "a test".to_owned(),
    };
    let weights = Weights::from_bytes(&contents.to_bytes()).expect("weights that fit");
    Box::leak(Box::new(weights))
}

#[test]
fn a_network_follows_the_board_and_sees_both_sides_alike() {
    let mut random = SplitMix::new(3);
    for rule in [Rule::Freestyle, Rule::Renju] {
        let weights = random_network(rule, 9);
        let value = |board: &Board| Evaluator::with_weights(board, weights).evaluate(board);
        for size in [15, 20] {
            let mut one = Board::new(BoardSize::square(size), rule);
            let mut swapped = one.clone();
            let mut evaluator = Evaluator::with_weights(&one, weights);
            let mut values = Vec::new();
            for _ in 0..40 {
                let point = Point::new(3 + random.below(9), 3 + random.below(9));
                if !one.is_empty(point) {
                    continue;
                }
                let color = one.side_to_move();
                one.place(point);
                swapped.put(point, !color);
                swapped.set_side(color);
                values.push(evaluator.evaluate(&one));
                assert_eq!(values[values.len() - 1], value(&one));
                if rule == Rule::Freestyle {
                    assert_eq!(value(&one), value(&swapped));
                }
            }
            while one.ply() > 0 {
                assert_eq!(Some(evaluator.evaluate(&one)), values.pop());
                one.undo();
                evaluator.undo(&one);
            }
        }
    }
}

#[test]
fn all_rules_have_weights_that_fit() {
    for rule in Rule::ALL {
        for size in [15, 20] {
            let weights = Weights::of(rule, BoardSize::square(size));
            assert!(weights.scale() > 0);
            assert!(!weights.provenance().is_empty());
            let half = weights.win_rate(Score::DRAW);
            assert!((half - 0.5).abs() < 1e-6);
            assert!(weights.win_rate(Score::from_eval(300)) > 0.6);
            assert!(weights.win_rate(Score::loss_in(4)) == 0.0);
        }
    }
    let empty = Weights::from_bytes(b"");
    assert!(matches!(empty, Err(WeightsError::NotWeights)));
}

#[test]
fn a_threat_is_worth_something() {
    let h = |text: &str| Point::parse_list(text).expect("points");
    let three = board(Rule::Freestyle, 15, h("h8a1i8o15j8"));
    assert_eq!(three.side_to_move(), Color::White);
    let quiet = board(Rule::Freestyle, 15, h("h8i8a8o15a15"));
    let value = |board: &Board| Evaluator::new(board).evaluate(board);
    assert!(value(&three) < value(&quiet));
}
