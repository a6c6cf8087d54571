//! Positions in which a careless solver errs, one idea a test.

use tengen::board::{Board, Setup};
use tengen::solver::{Budget, Line, Proof, Scope, Solver};
use tengen::types::{BoardSize, Color, Point, Rule};

use Color::{Black, White};

const BUDGET: Budget<'_> = Budget::nodes(100_000);

fn points(text: &str) -> Vec<Point> {
    Point::parse_list(text).expect("points")
}

fn position(rule: Rule, size: &str, black: &str, white: &str, mover: Color) -> Board {
    let setup = Setup {
        black: points(black),
        white: points(white),
        side: Some(mover),
        ..Setup::new(size.parse().expect("a size"), rule)
    };
    setup.board().expect("a position")
}

/// Length of the shortest VCF of the side to move, if there is one; both searches must agree.
fn length(board: &Board) -> Option<usize> {
    let mut solver = Solver::new(1 << 16);
    let mut line = Line::new();
    let attacker = board.side_to_move();
    solver.load(board);
    let natural = solver.vcf(attacker, &BUDGET, &mut line);
    assert_eq!(solver.shortest_vcf(attacker, &BUDGET, &mut line), natural);
    match natural {
        Proof::Win => Some(line.len()),
        Proof::NoWin(Scope::Fours) => None,
        other => panic!("{other:?}"),
    }
}

/// The lengths in the order of [`Rule::ALL`].
fn lengths(black: &str, white: &str, side: Color) -> [Option<usize>; 5] {
    Rule::ALL.map(|rule| length(&position(rule, "15", black, white, side)))
}

#[test]
fn a_three_that_can_only_become_six_is_not_open() {
    // X..XXX..X: each straight four has one end that makes six.
    let black = lengths("d8g8h8i8l8", "", Black);
    assert_eq!(black, [Some(3), None, None, Some(3), None]);
    let white = lengths("", "d8g8h8i8l8", White);
    assert_eq!(white, [Some(3), None, Some(3), Some(3), None]);
}

#[test]
fn six_in_a_row_wins_only_where_the_rule_says_so() {
    // XXX.XX with its ends closed or open.
    let black = lengths("e8f8g8i8j8", "", Black);
    assert_eq!(black, [Some(1), None, None, Some(1), None]);
    let white = lengths("d8k8", "e8f8g8i8j8", White);
    assert_eq!(white, [Some(1), None, Some(1), Some(1), None]);
}

#[test]
fn a_reply_that_makes_five_ends_the_attack() {
    // White has a four at h1..k1 with its five at l1; Black has an open three elsewhere.
    let [freestyle, ..] = lengths("e8f8g8g1", "h1i1j1k1", Black);
    assert_eq!(freestyle, None);
    assert_eq!(lengths("e8f8g8g1", "h1i1j1", Black)[0], Some(3));
}

#[test]
fn a_defenders_four_must_be_answered_with_a_four() {
    // d7 forces d8; then d7 e7 f7 is an open three.
    let quiet = lengths("d4d5d6e7f7", "d3", Black);
    assert_eq!(quiet, [Some(5), Some(5), Some(5), Some(5), Some(5)]);
    // d8 makes White an open four on the diagonal: both c7 and h12 would have to be stopped.
    assert_eq!(lengths("d4d5d6e7f7", "d3e9f10g11", Black), [None; 5]);
    // With h12 black the four has one answer, c7, and that makes a straight four; in caro White's
    // four can be closed too, but need not be.
    let closed = lengths("d4d5d6e7f7h12", "d3e9f10g11", Black);
    assert_eq!(closed, [Some(5); 5]);
}

#[test]
fn a_defender_whose_only_answer_is_a_foul_is_lost() {
    // White's four can only be stopped on i10, which gives Black six in the column.
    let [freestyle, standard, renju, caro, caro_exact] =
        lengths("d10i7i8i9i11i12", "e10f10g10", White);
    assert_eq!((standard, renju, caro_exact), (None, Some(3), None));
    // Where six wins, Black threatens it, and White has no four that stops it.
    assert_eq!((freestyle, caro), (None, None));
}

#[test]
fn a_four_of_blacks_that_is_a_foul_does_not_count() {
    // h8 would make two fours; in renju that is a foul, and no other four goes on.
    let lengths = lengths("e8f8g8h9h10h11", "d8h12", Black);
    assert_eq!(lengths, [Some(3), Some(3), None, Some(3), Some(3)]);
}

#[test]
fn caro_fours_are_stopped_from_the_far_end() {
    // O.XXX..: the straight four is stopped where filling closes the other five.
    assert_eq!(
        lengths("e8f8g8", "c8", Black),
        [Some(3), Some(3), Some(3), None, None]
    );
    // The edge does not close a five.
    assert_eq!(lengths("b8c8d8", "", Black), [Some(3); 5]);
    // OX.XXX.XO: two fours on one line fall to one stone.
    let both = lengths("d8f8h8j8", "c8k8", Black);
    assert_eq!(both[0], Some(3));
    assert_eq!((both[3], both[4]), (None, None));
}

#[test]
fn a_caro_attacker_may_close_the_far_end_of_a_four() {
    // White's four e8..h8 is filled at i8 or closed at j8; j8 makes a straight four as well.
    let lengths = lengths("d8j9j10j11", "e8f8g8h8", Black);
    assert_eq!(lengths, [None, None, None, Some(3), Some(3)]);
}

#[test]
fn proofs_are_kept_apart_by_rule_attacker_size_and_walls() {
    let stones = ("d8g8h8i8l8d4d5d6e7f7", "d3e9f10g11c8");
    let mut shared = Solver::new(1 << 16);
    let mut line = Line::new();
    for round in 0..2 {
        for rule in Rule::ALL {
            for size in ["15", "16x15", "12x22"] {
                for attacker in Color::BOTH {
                    let board = position(rule, size, stones.0, stones.1, attacker);
                    let mut fresh = Solver::new(1 << 16);
                    fresh.load(&board);
                    shared.load(&board);
                    let expected = fresh.vcf(attacker, &BUDGET, &mut line);
                    let again = shared.vcf(attacker, &BUDGET, &mut line);
                    assert_eq!(again, expected, "{rule} {size} {attacker} {round}");
                }
            }
        }
    }
}

#[test]
fn walls_and_edges_shorten_lines() {
    let size = BoardSize::square(15);
    let three = |walls: &str| {
        let setup = Setup {
            black: points("e8f8g8"),
            walls: points(walls),
            side: Some(Black),
            ..Setup::new(size, Rule::Freestyle)
        };
        length(&setup.board().expect("a position"))
    };
    assert_eq!(three(""), Some(3));
    assert_eq!(three("c8"), Some(3));
    assert_eq!(three("d8"), None);
    assert_eq!(three("d8i8"), None);
    // On the smallest board a line is one window.
    let small = |black| length(&position(Rule::Standard, "5", black, "", Black));
    assert_eq!(small("a1b1c1d1"), Some(1));
    assert_eq!(small("a1b1c1"), None);
    assert_eq!(small("a1b1c1a2a3a4"), Some(1));
    assert_eq!(small("b1c1d1a2a3a4"), Some(3));
    let flat = position(Rule::Standard, "22x5", "r1s1t1", "", Black);
    assert_eq!(length(&flat), Some(3));
    let corner = position(Rule::Freestyle, "22", "u21t20s19", "", Black);
    assert_eq!(length(&corner), Some(3));
}

#[test]
fn the_side_that_is_not_to_move_may_be_asked_about() {
    let board = position(Rule::Freestyle, "15", "e8f8g8", "e2f2", White);
    let mut solver = Solver::new(1 << 16);
    let mut line = Line::new();
    solver.load(&board);
    assert_eq!(
        solver.vcf(White, &BUDGET, &mut line),
        Proof::NoWin(Scope::Fours)
    );
    assert_eq!(solver.vcf(Black, &BUDGET, &mut line), Proof::Win);
    let refutations = solver.vcf_refutations(Black);
    for point in points("d8h8i8c8") {
        let useful = refutations.contains(point);
        assert!(useful || point != points("d8")[0], "{point}");
    }
    assert!(refutations.len() <= 6);
}

#[test]
fn a_budget_ends_a_search_without_a_verdict() {
    let board = position(Rule::Freestyle, "15", "d4d5d6e7f7", "d3", Black);
    let mut solver = Solver::new(1 << 16);
    let mut line = Line::new();
    solver.load(&board);
    assert_eq!(
        solver.vcf(Black, &Budget::nodes(0), &mut line),
        Proof::OutOfBudget
    );
    let stop = || true;
    let stopped = Budget {
        stop: Some(&stop),
        ..BUDGET
    };
    assert_eq!(solver.vcf(Black, &stopped, &mut line), Proof::OutOfBudget);
    assert_eq!(solver.vct(Black, &stopped, &mut line), Proof::OutOfBudget);
    assert_eq!(solver.vcf(Black, &BUDGET, &mut line), Proof::Win);
}
