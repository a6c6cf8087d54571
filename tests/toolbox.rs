//! The command line of `tengen`: answers, exit status, and one clear line for bad input.
#![cfg(feature = "lab")]

mod common;

use std::io::Write;

use common::data_file;

/// Exit status, standard output and standard error of `tengen` with these words as arguments.
fn tengen(arguments: &str) -> (i32, String, String) {
    tengen_reading(arguments, "")
}

fn tengen_reading(arguments: &str, input: &str) -> (i32, String, String) {
    common::tool::tengen(&data_file(""), arguments.split_whitespace(), input)
}

/// Bad input: status 2, nothing but one line, which holds all of these pieces.
fn assert_refused(arguments: &str, input: &str, pieces: &[&str]) {
    let (code, _, message) = tengen_reading(arguments, input);
    assert_eq!(code, 2, "{arguments}: {message}");
    assert_eq!(message.lines().count(), 1, "{arguments}: {message}");
    for piece in pieces {
        assert!(message.contains(piece), "{arguments}: {message}");
    }
}

#[test]
fn forbidden_answers_all_known_positions() {
    let (code, out, _) = tengen("forbidden --file forbidden.tsv");
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2588);
    assert_eq!(lines[0], "1\tg2:44 g5:33 f8:33 i9:33 d11:33 p16:33 n17:44");
    assert_eq!(lines[3], "4\t-");
    assert_eq!(lines[2587], "right 2587 of 2587");
}

#[test]
fn judge_answers_all_known_positions() {
    let (code, out, _) = tengen("judge --file wins.tsv");
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 454);
    assert_eq!(lines[0], "1\twin");
    assert_eq!(lines[453], "right 453 of 453");
}

#[test]
fn forbidden_answers_one_position() {
    let cross = "forbidden --black h7h9g8i8 --white a1c1e1a15";
    assert_eq!(tengen(cross), (0, "h8:33\n".to_owned(), String::new()));
    // The moves may come in turn, the stones alone, and no one need be to move.
    assert_eq!(tengen("forbidden --moves h7a1h9c1g8e1i8a15").1, "h8:33\n");
    assert_eq!(tengen("forbidden --black i8h9g8h7").1, "h8:33\n");
    assert_eq!(tengen("forbidden --black i8h9g8h7 --side w").1, "h8:33\n");
    let other = |words: &str| tengen(&format!("{cross} {words}")).1;
    assert_eq!(other("--rule standard"), "-\n");
    assert_eq!(other("--size 15x20 --rule renju"), "h8:33\n");
    assert_eq!(
        other("--json"),
        "{\"size\":\"15\",\"rule\":\"renju\",\"forbidden\":[{\"point\":\"h8\",\"kind\":\"33\"}]}\n"
    );
    assert_eq!(tengen("forbidden").1, "-\n");
    assert_eq!(tengen("forbidden --black - --white -").1, "-\n");
}

#[test]
fn wrong_rows_are_counted_and_unknown_ones_are_not() {
    let rows = "15\th7h9g8i8\ta1c1e1a15\t?\n\
        15\th7h9g8i8\ta1c1e1a15\t-\n\
        \n\
        15\th7h9g8i8\ta1c1e1a15\th8:44\r\n\
        15\th7h9g8i8\ta1c1e1a15\th8:44+33\tfrom nowhere\n";
    let (code, out, _) = tengen_reading("forbidden --file -", rows);
    assert_eq!(code, 1);
    assert_eq!(
        out,
        "1\th8:33\n2\th8:33\n3\th8:33\n4\th8:33\nright 1 of 3\n"
    );

    // Columns are found by their names.
    let rows = "#last\tresult\tsize\trule\twhite\tblack\n\
        b1\t?\t5\tcaro\ta1\tb1\n\
        a1\twin\t5\tcaro\ta1\tb1\n";
    let (code, out, _) = tengen_reading("judge --file - --json", rows);
    assert_eq!(code, 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines,
        [
            r#"{"row":1,"result":"no","right":null}"#,
            r#"{"row":2,"result":"no","right":false}"#,
            r#"{"right":0,"of":1}"#,
        ]
    );
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, pieces) in [
        ("bogus", &["bogus"][..]),
        ("forbidden --bogus", &["--bogus"]),
        ("forbidden --size 30", &["'30'", "5 to 22"]),
        ("forbidden --size 15x4", &["15x4", "5 to 22"]),
        ("forbidden --size big", &["'big'"]),
        ("forbidden --rule gomoku", &["'gomoku'", "freestyle"]),
        ("forbidden --side x", &["'x'", "b or w"]),
        ("forbidden --moves h8é9", &["'é9'"]),
        ("forbidden --moves h8i", &["'i'"]),
        ("forbidden --moves h8i0", &["'i0'"]),
        ("forbidden --moves h8i9h8", &["h8 is given twice"]),
        ("forbidden --black h8 --white h8", &["h8 is given twice"]),
        (
            "forbidden --moves h8 --size 7",
            &["h8 is outside", "size 7"],
        ),
        ("forbidden --moves h8 --black h9", &["--moves", "--black"]),
        ("forbidden --file forbidden.tsv --size 15", &["--file"]),
        ("forbidden --moves", &["--moves"]),
        ("judge", &["--file"]),
        ("judge --file no-such-file", &["no-such-file"]),
        ("judge --file openings", &["openings"]),
        ("judge --file vcf.tsv", &["vcf.tsv", "'last'"]),
    ] {
        assert_refused(arguments, "", pieces);
    }
    let (code, _, help) = tengen("");
    assert_eq!(code, 2);
    assert!(help.contains("forbidden") && help.contains("judge"));
}

#[test]
fn bad_rows_are_named() {
    for (row, pieces) in [
        ("15\th8", &["-:1", "'white'"][..]),
        ("4\th8\ta1\t-", &["-:1", "size", "4x4"]),
        ("15\th8z\ta1\t-", &["-:1", "black", "'z'"]),
        ("15\th8\th8\t-", &["h8 is given twice"]),
        ("15\th8\ta1\tb9", &["'b9'"]),
        ("15\th8\ta1\tb9:55", &["'55'"]),
        ("15\th8\ta1\t-\n# a remark\n15\tq1\ta1\t-", &["-:3", "q1"]),
    ] {
        assert_refused("forbidden --file -", row, pieces);
    }
    for (row, pieces) in [
        ("caro\t15\th8\ta1\tb9\twin", &["-:1", "last", "b9"][..]),
        ("caro\t15\th8\ta1\ta1\twon", &["'won'"]),
        ("pente\t15\th8\ta1\ta1\twin", &["'pente'"]),
    ] {
        assert_refused("judge --file -", row, pieces);
    }
}

#[test]
fn solve_refuses_what_leaves_nothing_to_solve() {
    let won = "--black a1b1c1d1e1 --white a2b2c2d2";
    for (arguments, pieces) in [
        (
            format!("solve --kind vcf {won}"),
            &["the game is over", "black has won"][..],
        ),
        (
            format!("solve --kind vct {won} --side b"),
            &["the game is over"],
        ),
        (
            "solve --kind vcf --moves a1a2b1b2c1c2d1d2e1e2".to_owned(),
            &["the game is over", "move 9"],
        ),
        (
            "solve --kind vct --shortest --moves h8".to_owned(),
            &["--shortest", "vcf"],
        ),
        (
            "solve --kind vcf --moves h8 --time -1".to_owned(),
            &["'-1'", "--time", "0 or more"],
        ),
        (
            "solve --kind vcf --moves h8 --nodes -1".to_owned(),
            &["'-1'", "--nodes"],
        ),
        (
            "analyze --moves h8 --time nan".to_owned(),
            &["'nan'", "--time"],
        ),
        (
            "analyze --moves h8 --multipv -1".to_owned(),
            &["'-1'", "--multipv"],
        ),
    ] {
        assert_refused(&arguments, "", pieces);
    }
    for (row, pieces) in [
        (
            "freestyle\t5\ta1b1c1d1e1\ta2b2c2d2\tw\t?",
            &["-:1", "the game is over"][..],
        ),
        ("freestyle\t5\ta1\tb1\tx\t?", &["-:1", "side", "'x'"]),
        ("freestyle\t5\ta1\tb1\tb\tlost", &["-:1", "kind", "'lost'"]),
    ] {
        assert_refused("solve --kind vcf --file -", row, pieces);
    }
    // A five closed at both ends wins nothing in caro: the game goes on.
    let closed = "solve --kind vcf --rule caro --black d8e8f8g8h8 --white c8i8a1a3a5 --side b";
    assert_eq!(tengen(closed).0, 1);
    // Nor is there anything to find on a full board, or where nothing fits.
    let full = "a1b1d1e1c2b3d3e3a2c4b5c5d5";
    let rest = "c1b2d2e2a3c3a4b4d4e4a5e5";
    let full = format!("solve --kind vct --size 5 --side w --black {full} --white {rest}");
    assert_eq!(tengen(&full).0, 1);
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(b"15\t\xff\xfe\n").expect("written");
    let path = file.path().display().to_string();
    assert_refused(&format!("judge --file {path}"), "", &[&path]);
}

#[test]
fn only_a_windows_program_is_packed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("tengen.zip");
    let package = |exe: &str| format!("package --out {} --exe {exe}", out.display());
    assert_refused(
        &package("wins.tsv"),
        "",
        &["wins.tsv", "no whole Windows program"],
    );
    assert_refused(&package("missing.exe"), "", &["cannot read 'missing.exe'"]);
    assert_refused("package", "", &["--out"]);
    assert!(!out.exists());
}
