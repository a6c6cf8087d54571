//! The solver against positions with known answers and against a slow search of everything.

mod common;

use common::rows;
use tengen::board::{Board, Setup, Verdict};
use tengen::solver::{Budget, Line, Proof, Scope, Solver, verify};
use tengen::types::{BoardSize, Color, Point, Rule, SplitMix};

/// Ample: of the 100,000 random positions of a rule a few need millions.
const BUDGET: Budget<'_> = Budget::nodes(1_000_000_000);

/// Replays a VCF against every defence.
fn check_vcf(board: &Board, attacker: Color, solver: &mut Solver) {
    let mut line = Line::new();
    let checked = verify::verify(board, attacker, 10_000, &mut |board| {
        solver.load(board);
        solver.vcf(attacker, &BUDGET, &mut line);
        line.first().copied()
    });
    assert!(checked.is_ok(), "{checked:?} in {board:?}");
}

/// Plays a win as it is printed to its end: the two sides in turn, every stone legal, no five before
/// the last stone, and that a five of the attacker's.
fn check_line(board: &Board, attacker: Color, line: &[Point]) {
    let mut board = board.clone();
    board.set_side(attacker);
    let (last, others) = line.split_last().expect("a line");
    for &point in others {
        let verdict = board.verdict(point, board.side_to_move());
        assert!(board.is_empty(point), "{point} in {line:?} of {board:?}");
        assert_eq!(verdict, Verdict::None, "{point} in {line:?} of {board:?}");
        board.place(point);
    }
    assert_eq!(board.side_to_move(), attacker, "{line:?} of {board:?}");
    assert!(board.is_empty(*last), "{line:?} of {board:?}");
    let verdict = board.verdict(*last, attacker);
    assert_eq!(verdict, Verdict::Five, "{line:?} of {board:?}");
}

fn solve_all(file: &str) {
    let mut solver = Solver::new(4 << 20);
    let mut line = Line::new();
    for row in rows(file) {
        let board = row.board_to_move();
        let attacker = board.side_to_move();
        solver.load(&board);
        let natural = solver.vcf(attacker, &BUDGET, &mut line);
        if natural == Proof::Win {
            check_line(&board, attacker, &line);
        }
        let shortest = solver.shortest_vcf(attacker, &BUDGET, &mut line);
        assert_eq!(natural, shortest, "{row}");
        let none = Proof::NoWin(Scope::Fours);
        let known = if row.field("kind") == "vcf" {
            Proof::Win
        } else {
            none
        };
        assert_eq!(natural, known, "{row}");
        let length = if line.is_empty() {
            "-".to_owned()
        } else {
            line.len().to_string()
        };
        assert_eq!(row.field("length"), length, "{row}");
        if natural == Proof::Win {
            check_line(&board, attacker, &line);
            check_vcf(&board, attacker, &mut solver);
            check_refutations(&board, attacker, &mut solver);
        }
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

/// A middle game of random stones near others, in which nobody has won.
fn random_board(random: &mut SplitMix, rule: Rule) -> Board {
    let size = BoardSize::square([9, 11, 15, 15, 15, 20][random.below(6)]);
    let mut board = Board::new(size, rule);
    let stones = 8 + random.below(size.area() / 4);
    let spread = 2 + random.below(3);
    while board.ply() < stones {
        let point = if board.ply() == 0 {
            Some(size.center())
        } else {
            let (near, _) = board.history()[random.below(board.ply())];
            let mut step = || random.below(2 * spread + 1) as i64 - spread as i64;
            size.point(near.x() as i64 + step(), near.y() as i64 + step())
        };
        let Some(point) = point.filter(|&point| board.is_empty(point)) else {
            continue;
        };
        if board.verdict(point, board.side_to_move()) == Verdict::None {
            board.place(point);
        } else if random.below(50) == 0 {
            break;
        }
    }
    board
}

/// Plies of the shortest VCF that has at most `pairs` fours before the last, by trying everything.
fn slow_vcf(board: &mut Board, attacker: Color, pairs: usize) -> Option<usize> {
    let empties: Vec<Point> = board.empties().iter().collect();
    if empties.iter().any(|&point| wins(board, point, attacker)) {
        return Some(1);
    }
    let mut shortest = None;
    for &four in &empties {
        if !may_make_four(board, four, attacker) || board.verdict(four, attacker) != Verdict::None {
            continue;
        }
        board.put(four, attacker);
        let fives: Vec<Point> = board
            .empties()
            .iter()
            .filter(|&point| aligned(point, four) && wins(board, point, attacker))
            .collect();
        if !fives.is_empty() {
            let length = slow_defence(board, attacker, pairs, &fives);
            shortest = [shortest, length].into_iter().flatten().min();
        }
        board.undo();
    }
    shortest
}

/// As [`slow_vcf`], for the defender, who faces these fives.
fn slow_defence(
    board: &mut Board,
    attacker: Color,
    pairs: usize,
    fives: &[Point],
) -> Option<usize> {
    let mut longest = 3;
    let empties: Vec<Point> = board.empties().iter().collect();
    if empties.iter().any(|&point| wins(board, point, !attacker)) {
        return None;
    }
    for answer in empties {
        // Too far from a five to stop it.
        if !fives.iter().all(|&five| aligned(five, answer)) {
            continue;
        }
        if board.verdict(answer, !attacker) != Verdict::None {
            continue;
        }
        board.put(answer, !attacker);
        let five = fives
            .iter()
            .any(|&five| five != answer && wins(board, five, attacker));
        let rest = match (five, pairs) {
            (true, _) => Some(1),
            (false, 0) => None,
            (false, _) => slow_vcf(board, attacker, pairs - 1),
        };
        board.undo();
        longest = longest.max(2 + rest?);
    }
    Some(longest)
}

fn wins(board: &Board, point: Point, color: Color) -> bool {
    board.verdict(point, color) == Verdict::Five
}

/// Whether the points within four cells on one line through this one hold three stones of the
/// colour: without them no further stone can make a five with it.
fn may_make_four(board: &Board, point: Point, color: Color) -> bool {
    let (x, y) = (point.x() as i64, point.y() as i64);
    [(1, 0), (0, 1), (1, 1), (1, -1)]
        .into_iter()
        .any(|(dx, dy)| {
            let near = (-4..=4).filter_map(|step| board.size().point(x + step * dx, y + step * dy));
            near.filter(|&near| board.stones(color).contains(near))
                .count()
                >= 3
        })
}

/// Whether two points may share a line of six cells.
fn aligned(a: Point, b: Point) -> bool {
    let (x, y) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    x.max(y) < 6 && (x == 0 || y == 0 || x == y)
}

/// The position mirrored or turned, and with colours swapped.
fn twin(board: &Board, symmetry: usize, swap: bool) -> Board {
    let last = board.size().width() - 1;
    let image = |point: Point| {
        let (mut x, mut y) = (point.x(), point.y());
        if symmetry & 1 != 0 {
            x = last - x;
        }
        if symmetry & 2 != 0 {
            y = last - y;
        }
        if symmetry & 4 != 0 {
            (x, y) = (y, x);
        }
        Point::new(x, y)
    };
    let images = |color: Color| board.stones(color).iter().map(image).collect();
    let (black, white) = (images(Color::Black), images(Color::White));
    let (black, white) = if swap { (white, black) } else { (black, white) };
    let mover = board.side_to_move();
    let setup = Setup {
        black,
        white,
        side: Some(if swap { !mover } else { mover }),
        ..Setup::new(board.size(), board.rule())
    };
    setup.board().expect("a position")
}

/// Positions a rule: a few by default, as many as `TENGEN_POSITIONS` says for a thorough run.
fn positions() -> usize {
    std::env::var("TENGEN_POSITIONS").map_or(300, |text| text.parse().expect("a number"))
}

/// Stones for the question whether a win still stands: in one exact caro position of 100 000 a stone
/// far away leads the search through more than it can count, and nothing is said of it.
const STANDS: Budget = Budget::nodes(10_000_000);

/// Points outside the refutation set do not refute; gives the set's size.
fn check_refutations(board: &Board, attacker: Color, solver: &mut Solver) -> usize {
    let mut line = Line::new();
    solver.load(board);
    assert_eq!(solver.vcf(attacker, &BUDGET, &mut line), Proof::Win);
    let candidates = solver.vcf_refutations(attacker);
    for point in board.empties() {
        if candidates.contains(point) || board.verdict(point, !attacker) != Verdict::None {
            continue;
        }
        solver.place(point, !attacker);
        let after = solver.vcf(attacker, &STANDS, &mut line);
        solver.undo();
        let is_refuted = matches!(after, Proof::NoWin(_));
        assert!(!is_refuted, "{point} refutes in {}\n{board}", board.rule());
    }
    candidates.len()
}

fn agrees_with_the_slow_search(rule: Rule) {
    const PAIRS: usize = 2;
    let mut random = SplitMix::new(2024 + rule.index() as u64);
    let mut solver = Solver::new(1 << 20);
    let mut line = Line::new();
    let mut wins = 0;
    for number in 0..positions() {
        let mut board = random_board(&mut random, rule);
        let attacker = if number % 4 == 3 {
            !board.side_to_move()
        } else {
            board.side_to_move()
        };
        board.set_side(attacker);
        solver.load(&board);
        let natural = solver.vcf(attacker, &BUDGET, &mut line);
        let shortest = solver.shortest_vcf(attacker, &BUDGET, &mut line);
        assert_eq!(natural, shortest, "{board:?}");
        let length = (natural == Proof::Win).then_some(line.len());
        let slow = slow_vcf(&mut board.clone(), attacker, PAIRS);
        assert_eq!(
            length.filter(|&plies| plies <= 3 + 2 * PAIRS),
            slow,
            "{board:?}"
        );
        if natural == Proof::Win {
            wins += 1;
            check_line(&board, attacker, &line);
            check_vcf(&board, attacker, &mut solver);
            check_refutations(&board, attacker, &mut solver);
        }
        let swap = rule != Rule::Renju && random.below(2) == 0;
        let twin = twin(&board, random.below(8), swap);
        solver.load(&twin);
        let again = solver.shortest_vcf(twin.side_to_move(), &BUDGET, &mut line);
        assert_eq!(
            (again, length),
            (shortest, (again == Proof::Win).then_some(line.len()))
        );
    }
    assert!(wins * 20 > positions(), "only {wins} wins");
}

#[test]
fn freestyle_agrees_with_the_slow_search() {
    agrees_with_the_slow_search(Rule::Freestyle);
}

#[test]
fn standard_agrees_with_the_slow_search() {
    agrees_with_the_slow_search(Rule::Standard);
}

#[test]
fn renju_agrees_with_the_slow_search() {
    agrees_with_the_slow_search(Rule::Renju);
}

#[test]
fn caro_agrees_with_the_slow_search() {
    agrees_with_the_slow_search(Rule::Caro);
}

#[test]
fn caro_exact_agrees_with_the_slow_search() {
    agrees_with_the_slow_search(Rule::CaroExact);
}

/// Replays a VCT that was just found against every defence.
fn check_vct(board: &Board, attacker: Color, solver: &mut Solver) {
    let checked = verify::verify(board, attacker, 1_000_000, &mut |board| {
        solver.load(board);
        solver.winning_stone(attacker)
    });
    assert!(checked.is_ok(), "{checked:?} in {board:?}");
}

#[test]
fn threats_win_where_they_should_and_nowhere_else() {
    let mut solver = Solver::new(32 << 20);
    let mut line = Line::new();
    let (mut wins, mut of) = (0, 0);
    for row in rows("vct.tsv") {
        let board = row.board_to_move();
        let attacker = board.side_to_move();
        solver.clear();
        solver.load(&board);
        let budget = Budget::nodes(200 * positions() as u64);
        let proof = solver.vct(attacker, &budget, &mut line);
        let known = row.field("kind") == "vct";
        of += usize::from(known);
        match proof {
            Proof::Win => {
                assert!(known, "{row}");
                wins += 1;
                check_line(&board, attacker, &line);
                if solver.nodes() < 2_000 {
                    check_vct(&board, attacker, &mut solver);
                }
            }
            Proof::NoWin(_) => assert!(!known, "{row}"),
            Proof::OutOfBudget => assert!(line.is_empty()),
        }
    }
    assert!(wins * 10 > of * 7, "{wins} of {of}");
}

#[test]
fn random_wins_by_threats_stand_up_to_every_defence() {
    let mut solver = Solver::new(4 << 20);
    let mut line = Line::new();
    let mut wins = 0;
    for rule in Rule::ALL {
        let mut random = SplitMix::new(77 + rule.index() as u64);
        for _ in 0..positions() / 5 {
            let board = random_board(&mut random, rule);
            let attacker = board.side_to_move();
            solver.load(&board);
            if solver.vcf(attacker, &BUDGET, &mut line) == Proof::Win
                || solver.vct(attacker, &Budget::nodes(3_000), &mut line) != Proof::Win
            {
                continue;
            }
            wins += 1;
            check_line(&board, attacker, &line);
            check_vct(&board, attacker, &mut solver);
        }
    }
    assert!(wins * 60 > positions(), "only {wins} wins");
}
