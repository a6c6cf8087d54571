//! Any bytes as weights: refused, or weights whose evaluation neither overflows nor panics.
#![no_main]

use std::cell::RefCell;
use std::collections::HashMap;

use libfuzzer_sys::fuzz_target;
use tengen::board::Board;
use tengen::eval::features::{checksum, hash};
use tengen::eval::file::Contents;
use tengen::eval::net::NetTables;
use tengen::eval::{Evaluator, Tables, Weights};
use tengen::types::{BoardSize, Rule};

/// Where the feature hash begins, and where the tables do: see `tengen::eval::file`.
const HASH: usize = 17;
const TABLES: usize = HASH + 8 + 4 + "fuzz".len();

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

/// A file that is whole and says nothing, for a rule, with or without a network.
fn blank(rule: Rule, with_net: bool) -> Vec<u8> {
    type Known = HashMap<(Rule, bool), Vec<u8>>;
    thread_local!(static KNOWN: RefCell<Known> = RefCell::default());
    let make = || {
        let mut side = Tables::zero();
        side.net = with_net.then(NetTables::zero);
        let contents = Contents {
            rule,
            home: BoardSize::square(15),
            scale: 200,
            sides: vec![side; Weights::table_count(rule)],
            provenance: "fuzz".to_owned(),
        };
        contents.to_bytes()
    };
    KNOWN.with_borrow_mut(|known| known.entry((rule, with_net)).or_insert_with(make).clone())
}

fuzz_target!(|bytes: &[u8]| {
    try_out(bytes);
    // Most bytes fail at the checksum: put some into a file that is whole.
    let [kind, filling @ ..] = bytes else {
        return;
    };
    let (rule, with_net) = (usize::from(kind % 16) % Rule::ALL.len(), kind & 16 != 0);
    let mut file = blank(Rule::ALL[rule], with_net);
    let body = file.len() - size_of::<u64>();
    let [low, high, changes @ ..] = filling else {
        return;
    };
    if kind & 32 != 0 {
        // Every number alike, which no training gives.
        for pair in file[TABLES..body].chunks_exact_mut(2) {
            pair.copy_from_slice(&[*low, *high]);
        }
    }
    for change in changes.chunks_exact(6).take(64) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % body;
        let at = if change[3] < 8 { at % 40 } else { at };
        file[at] = change[4];
        file[(at + 1) % body] = change[5];
    }
    if kind & 64 != 0 {
        file[HASH..HASH + size_of::<u64>()].copy_from_slice(&hash().to_le_bytes());
    }
    let sum = checksum(&file[..body]);
    file[body..].copy_from_slice(&sum.to_le_bytes());
    try_out(&file);
});
