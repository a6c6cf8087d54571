//! Time of the solver on positions with known answers. Every bench asserts what it found.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use tengen::board::Board;
use tengen::solver::{Budget, Line, Proof, Solver};
use tengen::types::{Color, Point, Rule};

fn main() {
    divan::main();
}

const BUDGET: Budget<'_> = Budget::nodes(1_000_000);

/// Positions of a table under one rule whose answer is `kind`.
fn positions(file: &str, rule: Rule, kind: &str) -> Vec<Board> {
    common::rows(file)
        .into_iter()
        .filter(|row| row.rule() == rule && row.field("kind") == kind)
        .map(|row| row.board_to_move())
        .collect()
}

/// A stone placed and taken back on the light board, four deep.
#[divan::bench(args = [Rule::Freestyle, Rule::Renju])]
fn place_and_undo(bencher: Bencher, rule: Rule) {
    let board = &positions("vcf.tsv", rule, "vcf")[0];
    let mut solver = Solver::new(1 << 16);
    solver.load(board);
    let empties: Vec<Point> = board.empties().iter().collect();
    let groups = empties.chunks_exact(4);
    bencher
        .counter(ItemsCount::new(groups.len() * 4))
        .bench_local(|| {
            for group in groups.clone() {
                for (index, &point) in group.iter().enumerate() {
                    solver.place(black_box(point), Color::BOTH[index % 2]);
                }
                for _ in group {
                    solver.undo();
                }
            }
        });
}

/// All positions of a table searched for a VCF, with a fresh proof table each; items are positions.
#[divan::bench(args = ["vcf", "none"])]
fn vcf_renju(bencher: Bencher, kind: &str) {
    fours(bencher, "vcf.tsv", Rule::Renju, kind);
}

#[divan::bench(args = ["vcf", "none"])]
fn vcf_freestyle(bencher: Bencher, kind: &str) {
    fours(bencher, "vcf.tsv", Rule::Freestyle, kind);
}

#[divan::bench(args = ["vcf", "none"])]
fn vcf_caro(bencher: Bencher, kind: &str) {
    fours(bencher, "vcf_caro.tsv", Rule::Caro, kind);
}

fn fours(bencher: Bencher, file: &str, rule: Rule, kind: &str) {
    let boards = positions(file, rule, kind);
    let mut solver = Solver::new(1 << 16);
    let mut line = Line::new();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| {
            for board in &boards {
                solver.clear();
                solver.load(board);
                let proof = solver.vcf(board.side_to_move(), &BUDGET, &mut line);
                assert_eq!(proof == Proof::Win, kind == "vcf");
            }
        });
}

/// Positions searched for a VCT until 20,000 stones are placed; items are positions.
#[divan::bench(args = [Rule::Freestyle, Rule::Renju], sample_count = 10, sample_size = 1)]
fn vct(bencher: Bencher, rule: Rule) {
    let boards = positions("vct.tsv", rule, "vct");
    let mut solver = Solver::new(16 << 20);
    let mut line = Line::new();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| {
            let mut wins = 0;
            for board in &boards {
                solver.clear();
                solver.load(board);
                let budget = Budget::nodes(20_000);
                let proof = solver.vct(board.side_to_move(), &budget, &mut line);
                wins += usize::from(proof == Proof::Win);
            }
            assert!(wins * 3 > boards.len(), "{wins} of {}", boards.len());
        });
}
