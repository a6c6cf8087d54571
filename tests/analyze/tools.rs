//! The other tools that read games or play: convert, review, play, openings, bench.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tengen::types::Point;

use super::{assert_refused, common, tengen};

/// Black wins with move 9; White could have stopped it.
const GAME: &str = "h8a1h9a2h10a3h11a4h12";

fn folder_with(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), text).expect("written");
    folder
}

/// Runs `tengen` in a folder with these lines as input: status, output and messages.
fn run_in(folder: &Path, words: &str, input: &str) -> (i32, String, String) {
    common::tool::tengen(folder, words.split_whitespace(), input)
}

fn convert(folder: &Path, words: &str) -> (i32, String) {
    let (code, out, message) = run_in(folder, &format!("convert {words}"), "");
    assert_eq!(out, "");
    (code, message)
}

#[test]
fn games_go_through_all_forms_and_come_back() {
    let folder = folder_with("a.pos", "# two\nh8i9j7\n-\n");
    let path = folder.path();
    let read = |name: &str| fs::read_to_string(path.join(name)).expect("written");
    let done = (0, String::new());
    assert_eq!(convert(path, "a.pos b.sgf --rule renju"), done);
    assert_eq!(
        read("b.sgf"),
        "(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[15]RU[renju];B[hh];W[ii];B[jg])\n\
         (;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[15]RU[renju])\n"
    );
    assert_eq!(convert(path, "b.sgf c.offset"), done);
    assert_eq!(read("c.offset"), "0,0, 1,1, 2,-1\n-\n");
    assert_eq!(convert(path, "c.offset d.txt"), done);
    assert_eq!(read("d.txt"), "h8i9j7\n-\n");
    assert_eq!(convert(path, "d.txt e.psq --game 1"), done);
    assert_eq!(
        read("e.psq"),
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n10,7,0\n-1\n\n\n"
    );
    assert_eq!(convert(path, "e.psq f.pos"), done);
    assert_eq!(read("f.pos"), "h8i9j7\n");
    // Offsets are counted from the centre of the board that is named.
    assert_eq!(convert(path, "c.offset g.pos --size 20"), done);
    assert_eq!(read("g.pos"), "k11l12m10\n-\n");
}

#[test]
fn what_a_form_cannot_hold_is_refused() {
    let folder = folder_with("a.sgf", "(;GM[4]AB[hh];W[ii])(;GM[4];B[hh];W[hh])");
    for (words, want) in [
        ("a.sgf b.doc", "'b.doc' is no game file"),
        (
            "a.sgf b.pos --game 1",
            "game 1: it does not begin on an empty board",
        ),
        ("a.sgf b.pos", "game 2: move 2: h8 is given twice"),
        ("a.sgf b.psq --game 3", "there is no game 3: it holds 2"),
        ("none.sgf b.psq", "cannot read 'none.sgf'"),
        (
            "a.sgf no/such/b.sgf --game 1",
            "cannot write 'no/such/b.sgf'",
        ),
    ] {
        let (code, message) = convert(folder.path(), words);
        assert_eq!(code, 2, "{words}");
        assert!(message.contains(want), "{words}: {message}");
        assert_eq!(message.lines().count(), 1, "{words}: {message}");
    }
    let folder = folder_with("a.pos", "h8\ni9\n");
    let (_, message) = convert(folder.path(), "a.pos b.psq");
    assert!(message.contains("holds one game, not 2"), "{message}");
}

#[test]
fn a_review_finds_the_moves_that_lost_the_game() {
    let folder = folder_with("a.pos", &format!("{GAME}\n"));
    let words = "review a.pos --nodes 2000 --html page.html --json";
    let (code, out, message) = run_in(folder.path(), words, "");
    assert_eq!((code, message.as_str()), (0, ""));
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(lines.len(), 10);
    let last = &lines[8];
    assert_eq!((&last["move"], &last["mate"]), (&"h12".into(), &0.into()));
    // White's second stone left Black a free open four.
    assert_eq!(lines[5]["number"], 6);
    let mate = lines[5]["mate"].as_i64().expect("decided");
    assert!(mate < 0, "{}", lines[5]);
    assert_eq!(lines[9]["white"]["moves"], 4);
    assert!(lines[9]["white"]["average_loss"].as_f64() > Some(0.05));
    let page = fs::read_to_string(folder.path().join("page.html")).expect("written");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("<circle").count(), 9);

    let (code, out, _) = run_in(folder.path(), "review a.pos --nodes 500", "");
    assert_eq!(code, 0);
    assert!(out.contains("  9  black  h12   won"), "{out}");
    assert!(out.contains("\nwhite: 4 moves, "), "{out}");
}

#[test]
fn a_missed_win_is_named() {
    // Black has four in a row and plays elsewhere.
    let folder = folder_with("a.pos", "h8a1h9a2h10a3h11a4o15\n");
    let (_, out, _) = run_in(folder.path(), "review a.pos --nodes 1000 --json", "");
    let last: serde_json::Value =
        serde_json::from_str(out.lines().nth(8).expect("nine moves")).expect("an object");
    assert_eq!(last["verdict"], "blunder", "{last}");
    assert_eq!(last["missed_win"]["kind"], "vcf");
    assert_eq!(last["missed_win"]["line"].as_array().map(Vec::len), Some(1));
    assert_refused("review none.psq", "none.psq");
}

#[test]
fn a_person_plays_takes_back_and_saves() {
    let folder = folder_with("unused", "");
    let input = "h8\nundo\nhint\nmoves\nh9\nz99\nh9\nboard\nsave a.doc\nsave a.psq\nhelp\nquit\n";
    let words = "play --rule renju --strength 5 --time 1";
    let (code, out, message) = run_in(folder.path(), words, input);
    assert_eq!((code, message.as_str()), (0, ""));
    for want in [
        "You are black.",
        "white plays ",
        "\n-\n",
        "'z99' is no move and no command",
        "h9 is taken.",
        "'a.doc' must end in .psq.",
        "undo    take back",
    ] {
        assert!(out.contains(want), "{want}: {out}");
    }
    let game = fs::read_to_string(folder.path().join("a.psq")).expect("saved");
    assert!(
        game.starts_with("Piskvorky 15x15, 11:11, 0\n8,9,0\n"),
        "{game}"
    );
    assert!(game.ends_with("-1\nyou\ntengen\n"), "{game}");
}

#[test]
fn a_game_ends_with_a_five_or_the_input() {
    let folder = folder_with("unused", "");
    let before = "--moves h8a1h9a2h10a3h11a4 --time 1";
    let (code, out, _) = run_in(folder.path(), &format!("play {before}"), "h12\nh13\nquit\n");
    assert_eq!(code, 0);
    assert!(
        out.contains("black has won by h12, move 9. You win!"),
        "{out}"
    );
    assert!(out.contains("The game is over."), "{out}");
    // The engine wins as soon as it may.
    let (code, out, _) = run_in(folder.path(), &format!("play {before} --as w"), "");
    assert_eq!(code, 0);
    assert!(out.contains("You lose."), "{out}");
    // A foul is not taken.
    let cross = "play --rule renju --moves h7a1h9c1g8e1i8a15";
    let (_, out, _) = run_in(folder.path(), cross, "h8\nquit\n");
    assert!(out.contains("h8 is forbidden (33)."), "{out}");
    assert!(out.contains("forbidden: h8"), "{out}");
}

#[test]
fn openings_are_the_same_for_a_seed_and_differ_from_each_other() {
    let words = ["openings", "--count", "4", "--nodes", "2000", "--seed", "5"];
    let (code, out, message) = tengen(&words);
    assert_eq!((code, message.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4);
    for line in &lines {
        let moves = Point::parse_list(line).expect("points");
        assert!((3..=9).contains(&moves.len()), "{line}");
    }
    let mut fewer = words;
    fewer[2] = "2";
    assert_eq!(tengen(&fewer).1.lines().collect::<Vec<_>>(), lines[..2]);
}
