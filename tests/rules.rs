//! The rules of the game: known positions, and the fast code against the slow definition.

mod common;

use common::slow::{Ruling, Slow};
use proptest::prelude::*;
use tengen::board::{Board, Foul, Setup, Verdict};
use tengen::types::{BoardSize, Color, Point, Rule};

/// The fouls of a board as the data files write them.
fn fouls(board: &Board) -> String {
    let fouls: Vec<String> = board
        .empties()
        .iter()
        .filter_map(|point| Some(format!("{point}:{}", board.foul(point)?)))
        .collect();
    if fouls.is_empty() {
        "-".to_owned()
    } else {
        fouls.join(" ")
    }
}

#[test]
fn known_fouls() {
    let rows = common::rows("forbidden.tsv");
    assert_eq!(rows.len(), 2587);
    for row in rows {
        let board = row.board(Color::Black);
        assert_eq!(fouls(&board), row.field("forbidden"), "{row}");
        let points = board.empties().iter().filter(|&p| board.foul(p).is_some());
        assert_eq!(board.forbidden_points(), points.collect(), "{row}");
    }
}

#[test]
fn known_wins() {
    let rows = common::rows("wins.tsv");
    assert_eq!(rows.len(), 453);
    for row in rows {
        let last: Point = row.field("last").parse().expect("a point");
        let color = if row.points("black").contains(&last) {
            Color::Black
        } else {
            Color::White
        };
        let found = match row.board(!color).verdict(last, color) {
            Verdict::Five => "win",
            Verdict::Foul(_) => "foul",
            Verdict::None => "no",
        };
        assert_eq!(found, row.field("result"), "{row}");
    }
}

/// In `wins.tsv` nothing was decided before the last stone.
#[test]
fn games_are_undecided_until_their_last_stone() {
    for row in common::rows("wins.tsv") {
        let (black, white) = (row.points("black"), row.points("white"));
        let mut board = Board::new(row.size(), row.rule());
        for turn in 0..black.len() + white.len() - 1 {
            let list = if turn % 2 == 0 { &black } else { &white };
            board.place(list[turn / 2]);
            assert_eq!(board.last_verdict(), Verdict::None, "{row}\n{board}");
        }
    }
}

/// A position as rows of characters.
#[derive(Clone, Debug)]
struct Random {
    rows: Vec<Vec<char>>,
}

impl Random {
    fn width(&self) -> usize {
        self.rows[0].len()
    }

    fn board(&self, rule: Rule) -> Board {
        let text: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let setup = Setup::from_diagram(&text.join("\n"), rule).expect("a diagram");
        Setup {
            side: Some(Color::Black),
            ..setup
        }
        .board()
        .expect("a position")
    }

    /// The board turned over its diagonal.
    fn transposed(&self) -> Self {
        let column = |x: usize| self.rows.iter().map(|row| row[x]).collect();
        Self {
            rows: (0..self.width()).map(column).collect(),
        }
    }

    fn upside_down(&self) -> Self {
        Self {
            rows: self.rows.iter().rev().cloned().collect(),
        }
    }

    fn colors_swapped(&self) -> Self {
        let swap = |c: &char| match c {
            'x' => 'o',
            'o' => 'x',
            other => *other,
        };
        Self {
            rows: self
                .rows
                .iter()
                .map(|row| row.iter().map(swap).collect())
                .collect(),
        }
    }
}

/// Boards of any shape, from sparse to crowded, now one side in the majority and now the other.
fn random_board() -> impl Strategy<Value = Random> {
    let side = || prop_oneof![5..=9usize, 5..=22usize];
    (side(), side(), 1..30u32, 1..30u32, 10..60u32, 0..2u32).prop_flat_map(
        |(width, height, black, white, empty, wall)| {
            let cell = prop_oneof![
                black => Just('x'),
                white => Just('o'),
                empty => Just('.'),
                wall => Just('#'),
            ];
            let row = prop::collection::vec(cell, width);
            prop::collection::vec(row, height).prop_map(|rows| Random { rows })
        },
    )
}

/// Positions whose fouls need recursion, with a few squares changed at random.
fn recursive_board() -> impl Strategy<Value = Random> {
    let recursive = |row: &common::Row| !row.field("source").contains("depth 0");
    let boards: Vec<Vec<String>> = common::rows("forbidden.tsv")
        .into_iter()
        .filter(recursive)
        .map(|row| row.board(Color::Black).rows())
        .collect();
    assert!(boards.len() > 500);
    let change = (
        0..22usize,
        0..22usize,
        prop::sample::select(vec!['x', 'o', '.']),
    );
    let changes = prop::collection::vec(change, 0..6);
    (prop::sample::select(boards), changes).prop_map(|(rows, changes)| {
        let mut rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        for (x, y, square) in changes {
            let (width, height) = (rows[0].len(), rows.len());
            rows[y % height][x % width] = square;
        }
        Random { rows }
    })
}

fn slow_verdict(slow: &Slow, point: Point, color: Color) -> Verdict {
    let letter = match color {
        Color::Black => 'x',
        Color::White => 'o',
    };
    match slow.ruling(point.x() as i32, point.y() as i32, letter) {
        Ruling::None => Verdict::None,
        Ruling::Five => Verdict::Five,
        Ruling::Foul {
            overline,
            double_four,
            double_three,
        } => [
            (overline, Foul::OVERLINE),
            (double_four, Foul::DOUBLE_FOUR),
            (double_three, Foul::DOUBLE_THREE),
        ]
        .into_iter()
        .filter_map(|(holds, foul)| holds.then_some(foul))
        .reduce(|all, foul| all | foul)
        .map_or(Verdict::None, Verdict::Foul),
    }
}

/// Every verdict of a board: by row, column and colour, none for points that are taken.
fn verdicts(board: &Board) -> Vec<Vec<[Option<Verdict>; 2]>> {
    let size: BoardSize = board.size();
    (0..size.height())
        .map(|y| {
            (0..size.width())
                .map(|x| {
                    let point = Point::new(x, y);
                    Color::BOTH
                        .map(|color| board.is_empty(point).then(|| board.verdict(point, color)))
                })
                .collect()
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn verdicts_follow_the_slow_definition(random in random_board()) {
        for rule in Rule::ALL {
            let mut board = random.board(rule);
            let slow = Slow { rule, rows: random.rows.clone() };
            for point in &board.empties().clone() {
                for color in Color::BOTH {
                    let expected = slow_verdict(&slow, point, color);
                    prop_assert_eq!(board.verdict(point, color), expected, "{} {} {}", rule, point, color);
                    board.set_side(color);
                    board.place(point);
                    prop_assert_eq!(board.last_verdict(), expected, "placed {} {} {}", rule, point, color);
                    board.undo();
                }
                let foul = match board.verdict(point, Color::Black) {
                    Verdict::Foul(foul) => Some(foul),
                    _ => None,
                };
                prop_assert_eq!(board.foul(point), foul);
                prop_assert_eq!(board.is_forbidden(point), foul.is_some());
                prop_assert_eq!(board.forbidden_points().contains(point), foul.is_some());
            }
        }
    }

    #[test]
    fn fouls_follow_the_slow_definition(random in recursive_board()) {
        let board = random.board(Rule::Renju);
        let slow = Slow { rule: Rule::Renju, rows: random.rows.clone() };
        for point in board.empties() {
            let expected = slow_verdict(&slow, point, Color::Black);
            prop_assert_eq!(board.verdict(point, Color::Black), expected, "{}\n{}", point, board);
        }
    }

    /// Turning the board over and upside down generates all eight symmetries.
    #[test]
    fn verdicts_are_symmetric(random in random_board()) {
        for rule in Rule::ALL {
            let here = verdicts(&random.board(rule));
            let mut there = verdicts(&random.upside_down().board(rule));
            there.reverse();
            prop_assert_eq!(&here, &there);
            let there = verdicts(&random.transposed().board(rule));
            for (y, row) in here.iter().enumerate() {
                for (x, verdict) in row.iter().enumerate() {
                    prop_assert_eq!(verdict, &there[x][y]);
                }
            }
        }
    }

    #[test]
    fn colours_are_alike_outside_renju(random in random_board()) {
        for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Renju) {
            let here = verdicts(&random.board(rule));
            let mut there = verdicts(&random.colors_swapped().board(rule));
            there.iter_mut().flatten().for_each(|pair| pair.reverse());
            prop_assert_eq!(here, there);
        }
    }

    #[test]
    fn diagrams_read_back(random in random_board()) {
        let board = random.board(Rule::Freestyle);
        let again = Setup::from_diagram(&board.to_string(), Rule::Freestyle)
            .expect("a diagram");
        let again = Setup { side: Some(Color::Black), ..again }.board().expect("a position");
        prop_assert_eq!(again.key(), board.key());
        let rows: Vec<String> = random.rows.iter().map(|row| row.iter().collect()).collect();
        prop_assert_eq!(board.rows(), rows);
    }
}
