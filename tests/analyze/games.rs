//! Games in files.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{analyze, assert_refused};

const PSQ: &str = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n1,1,0\r\n8,9,31\r\n1,2,40\r\n8,10,55\r\n\
    1,3,60\r\n8,11,70\r\n1,4,80\r\n8,12,90\r\n-1\r\nC:\\pbrain-one.exe\r\npbrain-two.exe\r\n";

/// A file with this name and text, and its path.
fn file(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    (folder, path)
}

#[test]
fn a_position_is_taken_from_a_piskvork_game() {
    let (_folder, path) = file("game.psq", PSQ);
    let path = path.display();
    let found = analyze(&format!("--file {path} --ply 4 --nodes 100"));
    assert_eq!(found["moves"], "h8a1h9a2");
    assert_eq!(
        (&found["rule"], &found["size"]),
        (&"freestyle".into(), &"15".into())
    );
    let found = analyze(&format!("--file {path} --ply -1 --rule renju --nodes 100"));
    assert_eq!(found["moves"], "h8a1h9a2h10a3h11a4");
    assert_eq!(found["rule"], "renju");
    assert_eq!(found["forced_win"]["depth"], 1);

    assert_refused(
        &format!("analyze --file {path}"),
        "black has won by h12, move 9; the last position to analyse is that after move 8",
    );
    assert_refused(
        &format!("analyze --file {path} --ply 10"),
        "the game has 9 moves",
    );
    assert_refused(&format!("analyze --file {path} --game 2"), "no game 2");
    assert_refused(
        &format!("analyze --file {path} --size 9 --ply 5"),
        "outside the board",
    );
}

#[test]
fn a_position_is_taken_from_an_sgf_game() {
    let text = "(;FF[4]GM[4]SZ[20:12]RU[standard]PB[one];B[hh];W[i9];B[tl])\n\
        (;GM[4]SZ[9]RU[caro]AB[aa][bb]AW[c3]PL[W];W[dd])";
    let (_folder, path) = file("games.SGF", text);
    let path = path.display();
    let found = analyze(&format!("--file {path} --nodes 100"));
    assert_eq!(found["moves"], "h8i9t12");
    assert_eq!(
        (&found["rule"], &found["size"]),
        (&"standard".into(), &"20x12".into())
    );
    let found = analyze(&format!("--file {path} --game 2 --nodes 100"));
    assert_eq!(
        (&found["rule"], &found["size"]),
        (&"caro".into(), &"9".into())
    );
    assert_eq!(
        (&found["moves"], &found["side_to_move"]),
        (&().into(), &"black".into())
    );
    let first = found["board"][0].as_str().expect("a row");
    assert_eq!(first, "x........");
    let before = analyze(&format!("--file {path} --game 2 --ply 0 --nodes 100"));
    assert_eq!(before["side_to_move"], "white");
}

#[test]
fn lines_of_moves_are_games_too() {
    let (_folder, path) = file("games.pos", "# two\nh8i9\n0,0, 1,1, 2,-1\n");
    let path = path.display();
    let found = analyze(&format!("--file {path} --nodes 100"));
    assert_eq!(found["moves"], "h8i9");
    let found = analyze(&format!("--file {path} --game 2 --size 20 --nodes 100"));
    assert_eq!(found["moves"], "k11l12m10");
}

#[test]
fn a_bad_file_is_named_with_its_line() {
    for (name, text, want) in [
        ("x.psq", "(;GM[4])", "x.psq: line 1: expected 'Piskvorky"),
        (
            "x.psq",
            "Piskvorky 15x15, 1:1, 0\n8,8,0\n8,8,0\n",
            "move 2: h8 is given",
        ),
        ("x.sgf", "(;GM[1]SZ[19])", "x.sgf: line 1: GM[1]"),
        (
            "x.sgf",
            "(;GM[4]RU[Gomocup];B[hh])",
            "'Gomocup' is not a rule",
        ),
        ("x.sgf", "(;GM[4]\n;B[hh", "x.sgf: line 2"),
        ("x.pos", "h8i9\nh8z\n", "x.pos: line 2: 'z'"),
    ] {
        let (_folder, path) = file(name, text);
        assert_refused(&format!("analyze --file {}", path.display()), want);
    }
    let (_folder, path) = file("x.sgf", "(;GM[4]RU[Gomocup];B[hh])");
    let found = analyze(&format!(
        "--file {} --rule renju --nodes 100",
        path.display()
    ));
    assert_eq!(found["rule"], "renju");
}
