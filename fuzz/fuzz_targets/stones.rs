//! Stones placed and taken back in any order: what the board and the evaluation derive step by step
//! equals what they derive from the position alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen::board::{Board, Cell};
use tengen::eval::Evaluator;
use tengen::types::{BoardSize, Color, Point, Rule};

/// The same position built in the order of its points.
fn rebuilt(board: &Board) -> Board {
    let mut fresh = Board::new(board.size(), board.rule());
    let is_wall = |&point: &Point| board.cell(point) == Cell::Wall;
    for point in board.size().points().filter(is_wall) {
        fresh.wall(point);
    }
    for point in board.size().points() {
        match board.cell(point) {
            Cell::Black => fresh.put(point, Color::Black),
            Cell::White => fresh.put(point, Color::White),
            Cell::Empty | Cell::Wall => {}
        }
    }
    fresh.set_side(board.side_to_move());
    fresh
}

fn assert_same(board: &Board, evaluator: &mut Evaluator) {
    let fresh = rebuilt(board);
    assert_eq!(board.key(), fresh.key());
    for point in board.size().points() {
        assert_eq!(board.code(point), fresh.code(point), "{point}");
        for color in Color::BOTH {
            assert_eq!(
                board.threat(point, color),
                fresh.threat(point, color),
                "{point}"
            );
        }
    }
    assert_eq!(
        evaluator.evaluate(board),
        Evaluator::new(&fresh).evaluate(&fresh)
    );
}

fuzz_target!(|bytes: &[u8]| {
    let [rule, width, height, walls, steps @ ..] = bytes else {
        return;
    };
    let rule = Rule::ALL[usize::from(*rule) % Rule::ALL.len()];
    let side = |byte: u8| i64::from(byte % 18) + 5;
    let size = BoardSize::new(side(*width), side(*height)).expect("in range");
    let point_of = |byte: u8, board: &Board| {
        let (x, y) = (i64::from(byte) % size.width() as i64, i64::from(byte) / 16);
        size.point(x, y).filter(|&point| board.is_empty(point))
    };
    let mut board = Board::new(size, rule);
    let walls = usize::from(*walls % 4).min(steps.len());
    let (walls, steps) = steps.split_at(walls);
    for &byte in walls {
        if let Some(point) = point_of(byte, &board) {
            board.wall(point);
        }
    }
    let mut evaluator = Evaluator::new(&board);
    for &byte in steps.iter().take(300) {
        match point_of(byte, &board) {
            Some(point) => board.place(point),
            // A taken point takes a stone back.
            None if board.ply() > 0 => {
                board.undo();
                evaluator.undo(&board);
            }
            None => {}
        }
        if byte % 5 == 0 {
            let _ = evaluator.evaluate(&board);
        }
    }
    assert_same(&board, &mut evaluator);
    while board.ply() > 0 {
        board.undo();
        evaluator.undo(&board);
    }
    assert_same(&board, &mut evaluator);
});
