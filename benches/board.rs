//! Time of the board's own work on positions from real games. Each bench does its work on all of
//! them and reports the time of one piece of it as an item; each asserts what came out.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use tengen::board::{Board, Verdict};
use tengen::types::{Color, Point, Rule};

fn main() {
    divan::main();
}

/// Positions under one rule, from the tables of forced wins.
fn positions(rule: Rule) -> Vec<Board> {
    let boards: Vec<Board> = ["vcf.tsv", "vcf_caro.tsv", "vct.tsv"]
        .into_iter()
        .flat_map(common::rows)
        .filter(|row| row.rule() == rule)
        .take(100)
        .map(|row| row.board_to_move())
        .collect();
    assert!(boards.len() >= 50, "{rule}: {} positions", boards.len());
    boards
}

/// The empty points of each board, with the board's index.
fn empty_points(boards: &[Board]) -> Vec<(usize, Point)> {
    boards
        .iter()
        .enumerate()
        .flat_map(|(index, board)| board.empties().iter().map(move |point| (index, point)))
        .collect()
}

/// A stone placed and taken back, near the stones that stand, as a search would.
#[divan::bench(args = [Rule::Freestyle, Rule::Renju])]
fn place_and_undo(bencher: Bencher, rule: Rule) {
    let mut boards = positions(rule);
    let mut points = empty_points(&boards);
    points.retain(|&(index, point)| {
        let near = |&(stone, _): &(Point, Color)| stone.distance(point) <= 2;
        boards[index].history().iter().any(near)
    });
    let keys: Vec<_> = boards.iter().map(Board::key).collect();
    bencher
        .counter(ItemsCount::new(points.len()))
        .bench_local(|| {
            for &(index, point) in &points {
                let board = &mut boards[index];
                board.place(black_box(point));
                black_box(board.key());
                board.undo();
            }
        });
    let after: Vec<_> = boards.iter().map(Board::key).collect();
    assert_eq!(keys, after, "a board that was not restored");
}

/// What a stone of the side to move would do, on every empty point.
#[divan::bench(args = Rule::ALL)]
fn verdict(bencher: Bencher, rule: Rule) {
    let boards = positions(rule);
    let points = empty_points(&boards);
    let count = || {
        let five = |&&(index, point): &&(usize, Point)| {
            let board: &Board = &boards[index];
            board.verdict(black_box(point), board.side_to_move()) == Verdict::Five
        };
        points.iter().filter(five).count()
    };
    let fives = count();
    let placed = points.iter().filter(|&&(index, point)| {
        let mut board = boards[index].clone();
        board.place(point);
        board.last_verdict() == Verdict::Five
    });
    assert_eq!(placed.count(), fives);
    bencher
        .counter(ItemsCount::new(points.len()))
        .bench_local(|| assert_eq!(count(), fives));
}

/// Boards of the table of fouls, as deep in recursion as given.
fn foul_boards(depth: usize) -> Vec<Board> {
    let depth = format!("depth {depth}");
    let deep = |row: &common::Row| row.field("source").contains(&depth);
    let rows = common::rows("forbidden.tsv").into_iter().filter(deep);
    rows.take(200).map(|row| row.board(Color::Black)).collect()
}

/// Whether a point is forbidden, on every empty point.
#[divan::bench(args = [0, 1, 3])]
fn forbidden(bencher: Bencher, depth: usize) {
    let boards = foul_boards(depth);
    let points = empty_points(&boards);
    let forbidden = boards.iter().map(|board| board.forbidden_points().len());
    bench_forbidden(bencher, &boards, &points, forbidden.sum());
}

/// The same on points that are double threes and nothing else, which take longest.
#[divan::bench(args = [0, 1, 3])]
fn double_three(bencher: Bencher, depth: usize) {
    let boards = foul_boards(depth);
    let mut points = empty_points(&boards);
    points.retain(|&(index, point)| {
        let foul = boards[index].foul(point).map(|foul| foul.to_string());
        foul.as_deref() == Some("33")
    });
    bench_forbidden(bencher, &boards, &points, points.len());
}

fn bench_forbidden(bencher: Bencher, boards: &[Board], points: &[(usize, Point)], fouls: usize) {
    assert!(fouls > 0);
    let forbidden =
        |&&(index, point): &&(usize, Point)| boards[index].is_forbidden(black_box(point));
    bencher
        .counter(ItemsCount::new(points.len()))
        .bench_local(|| assert_eq!(points.iter().filter(forbidden).count(), fouls));
}
