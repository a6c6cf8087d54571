//! Any bytes as weights: refused, or weights whose evaluation neither overflows nor panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen::board::Board;
use tengen::eval::features::{checksum, hash};
use tengen::eval::file::to_bytes;
use tengen::eval::{Evaluator, Tables, Weights};
use tengen::types::{BoardSize, Rule};

fn try_out(bytes: &[u8]) {
    let Ok(weights) = Weights::from_bytes(bytes).map_err(|error| error.to_string()) else {
        return;
    };
    let owned = Box::into_raw(Box::new(weights));
    // SAFETY: it was made just now, and nothing that borrows from it is left when it is freed.
    play(unsafe { &*owned });
    // SAFETY: as above; it is freed once.
    drop(unsafe { Box::from_raw(owned) });
}

fn play(weights: &'static Weights) {
    let mut board = Board::new(BoardSize::square(15), weights.rule());
    let mut evaluator = Evaluator::with_weights(&board, weights);
    for step in 0..12 {
        let score = evaluator.evaluate(&board);
        let rate = weights.win_rate(score);
        assert!((0.0..=1.0).contains(&rate), "{rate}");
        let points: Vec<_> = board.empties().iter().collect();
        let point = points[points.len() / 2 + step];
        let _ = evaluator.move_score(&board, point);
        board.place(point);
    }
}

fuzz_target!(|bytes: &[u8]| {
    try_out(bytes);
    // Most bytes fail at the checksum: put some into a file that is whole.
    let Some((&rule, rest)) = bytes.split_first() else {
        return;
    };
    let rule = Rule::ALL[usize::from(rule) % Rule::ALL.len()];
    let sides = vec![Tables::zero(); Weights::table_count(rule)];
    let mut file = to_bytes(rule, 200, &sides, "fuzz");
    let body = file.len() - 8;
    for change in rest.chunks_exact(6).take(64) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % body;
        let at = if change[3] < 8 { at % 40 } else { at };
        file[at] = change[4];
        file[(at + 1) % body] = change[5];
    }
    if rest.first().is_some_and(|&first| first % 4 != 0) {
        file[14..22].copy_from_slice(&hash().to_le_bytes());
    }
    let sum = checksum(&file[..body]);
    file[body..].copy_from_slice(&sum.to_le_bytes());
    try_out(&file);
});
