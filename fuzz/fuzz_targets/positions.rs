//! Any text as a diagram or as lists of stones: refused with a reason, or a position that survives
//! being printed and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen::board::{Board, Setup};
use tengen::types::{BoardSize, Color, Point, Rule};

fn derived(board: &Board) -> (u64, Vec<u32>) {
    let codes = board
        .size()
        .points()
        .map(|point| board.code(point))
        .collect();
    (board.key(), codes)
}

fn try_out(setup: &Setup) {
    let Ok(board) = setup.board().map_err(|error| error.to_string()) else {
        return;
    };
    let printed = board.to_string();
    let again = Setup::from_diagram(&printed, board.rule()).expect("our own diagram is read");
    let again = Setup {
        side: Some(board.side_to_move()),
        ..again
    };
    let again = again.board().expect("our own position is one");
    assert_eq!(derived(&board), derived(&again), "{printed}");
    for point in board.size().points() {
        for color in Color::BOTH {
            if board.is_empty(point) {
                let _ = board.verdict(point, color);
            }
        }
        let _ = board.is_empty(point) && board.is_forbidden(point);
    }
    if !board.empties().is_empty() {
        let _ = (board.five_replies(), board.open_four_replies());
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    let rule = Rule::ALL[usize::from(choice) % Rule::ALL.len()];
    if let Ok(setup) = Setup::from_diagram(&text, rule).map_err(|error| error.to_string()) {
        try_out(&setup);
    }
    let mut words = text.split_whitespace();
    let size = words.next().and_then(|word| word.parse::<BoardSize>().ok());
    let size = size.unwrap_or(BoardSize::square(15));
    let mut list = || words.next().and_then(|word| Point::parse_list(word).ok());
    if let Some(moves) = list() {
        try_out(&Setup::from_moves(size, rule, &moves));
        let side = [None, Some(Color::Black), Some(Color::White)][usize::from(choice) / 64 % 3];
        let (white, walls) = (list().unwrap_or_default(), list().unwrap_or_default());
        try_out(&Setup {
            size,
            rule,
            black: moves,
            white,
            walls,
            side,
        });
    }
});
