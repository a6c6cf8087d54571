//! The solver against positions with known answers.

use tengen::board::Board;
use tengen::solver::{Budget, Line, Proof, Solver};
use tengen::types::{Color, Point};

/// A row of `vcf.tsv`, `vcf_caro.tsv` or `vct.tsv`.
struct Row {
    board: Board,
    side: Color,
    kind: String,
    length: Option<usize>,
    text: String,
}

fn rows(file: &str) -> Vec<Row> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a test file");
    text.lines()
        .filter(|row| !row.starts_with('#'))
        .map(parse_row)
        .collect()
}

fn parse_row(row: &str) -> Row {
    let columns: Vec<&str> = row.split('\t').collect();
    let size = columns[1].parse().expect("a size");
    let mut board = Board::new(size, columns[0].parse().expect("a rule"));
    for (column, color) in [(2, Color::Black), (3, Color::White)] {
        let list = if columns[column] == "-" {
            ""
        } else {
            columns[column]
        };
        for point in Point::parse_list(list).expect("points") {
            board.put(point, color);
        }
    }
    let side = if columns[4] == "b" {
        Color::Black
    } else {
        Color::White
    };
    board.set_side(side);
    Row {
        board,
        side,
        kind: columns[5].to_owned(),
        length: columns[6].parse().ok(),
        text: row.to_owned(),
    }
}

fn solve_all(file: &str) {
    let mut solver = Solver::new(4 << 20);
    let mut line = Line::new();
    for row in rows(file) {
        solver.load(&row.board);
        let budget = Budget::nodes(1_000_000);
        let natural = solver.vcf(row.side, &budget, &mut line);
        let shortest = solver.shortest_vcf(row.side, &budget, &mut line);
        assert_eq!(natural, shortest, "{}", row.text);
        assert_ne!(natural, Proof::OutOfBudget, "{}", row.text);
        assert_eq!(natural == Proof::Win, row.kind == "vcf", "{}", row.text);
        assert_eq!(
            row.length,
            (!line.is_empty()).then_some(line.len()),
            "{}",
            row.text
        );
    }
}

#[test]
fn every_vcf_is_found_at_its_shortest_and_every_none_is_proven() {
    solve_all("vcf.tsv");
}

#[test]
fn caro_is_won_against_every_answer() {
    solve_all("vcf_caro.tsv");
}
