//! Time of the evaluation on positions from real games, where a search asks for it: after a stone.
//! What `stone_alone` takes is to be taken off.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use tengen::board::Board;
use tengen::eval::Evaluator;
use tengen::types::{Point, Rule, Score};

fn main() {
    divan::main();
}

/// Positions with their evaluators, and points near their stones with the position's number.
type Work = (Vec<(Board, Evaluator)>, Vec<(usize, Point)>);

/// Positions under one rule.
fn positions(rule: Rule) -> Work {
    let boards: Vec<(Board, Evaluator)> = ["vcf.tsv", "vct.tsv"]
        .into_iter()
        .flat_map(common::rows)
        .filter(|row| row.rule() == rule)
        .take(100)
        .map(|row| {
            let board = row.board_to_move();
            let evaluator = Evaluator::new(&board);
            (board, evaluator)
        })
        .collect();
    let points = boards
        .iter()
        .enumerate()
        .flat_map(|(index, (board, _))| {
            let near: Vec<Point> = board.candidates().iter().collect();
            near.into_iter().map(move |point| (index, point))
        })
        .collect();
    (boards, points)
}

/// Goes through all points; `evaluate` says whether the value is asked for.
fn run(bencher: Bencher, rule: Rule, evaluate: bool) {
    let (mut boards, points) = positions(rule);
    bencher
        .counter(ItemsCount::new(points.len()))
        .bench_local(|| {
            for &(index, point) in &points {
                let (board, evaluator) = &mut boards[index];
                board.place(black_box(point));
                if evaluate {
                    let score = evaluator.evaluate(board);
                    assert!(score <= Score::MAX_EVAL);
                    black_box(score);
                }
                board.undo();
                evaluator.undo(board);
            }
        });
    for (board, evaluator) in &mut boards {
        let fresh = Evaluator::new(board).evaluate(board);
        assert_eq!(
            evaluator.evaluate(board),
            fresh,
            "sums that were not restored"
        );
    }
}

/// A stone placed, the position evaluated, the stone taken back.
#[divan::bench(args = [Rule::Freestyle, Rule::Renju])]
fn stone_and_value(bencher: Bencher, rule: Rule) {
    run(bencher, rule, true);
}

/// The same without the evaluation.
#[divan::bench(args = [Rule::Freestyle, Rule::Renju])]
fn stone_alone(bencher: Bencher, rule: Rule) {
    run(bencher, rule, false);
}
