//! `tengen analyze`: its object against the schema, its answers against what is known, games read
//! from files; and the tools beside it.
#![cfg(feature = "lab")]

#[path = "../common/mod.rs"]
mod common;
mod games;
mod schema;
mod tools;

use std::path::Path;

use common::{Row, rows};
use serde_json::Value;
use tengen::types::Rule;

/// Exit status, standard output and standard error of `tengen` with these arguments.
fn tengen(arguments: &[&str]) -> (i32, String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    common::tool::tengen(folder, arguments.iter().copied(), "")
}

/// The object that an analysis with these words as arguments prints.
fn analyze(words: &str) -> Value {
    let arguments: Vec<&str> = ["analyze", "--json"]
        .into_iter()
        .chain(words.split_whitespace())
        .collect();
    let (code, out, message) = tengen(&arguments);
    assert_eq!((code, message.as_str()), (0, ""), "{words}");
    assert_eq!(out.lines().count(), 1, "{words}: one object a line");
    serde_json::from_str(&out).expect("an object")
}

/// Bad input: status 2, nothing but one line, which holds this.
fn assert_refused(words: &str, want: &str) {
    let arguments: Vec<&str> = words.split_whitespace().collect();
    let (code, out, message) = tengen(&arguments);
    assert_eq!((code, out.as_str()), (2, ""), "{words}: {message}");
    assert_eq!(message.lines().count(), 1, "{words}: {message}");
    assert!(message.contains(want), "{words}: {message}");
}

/// The strings of a list.
fn strings(value: &Value) -> Vec<&str> {
    let list = value.as_array().expect("a list").iter();
    list.map(|item| item.as_str().expect("a string")).collect()
}

fn position_words(row: &Row) -> String {
    format!(
        "--rule {} --size {} --black {} --white {} --side {}",
        row.field("rule"),
        row.field("size"),
        row.field("black"),
        row.field("white"),
        row.field("side"),
    )
}

/// Ten positions of each rule, known wins and others, from all parts of the tables.
fn fifty() -> Vec<Row> {
    let mut fifty = Vec::new();
    for rule in Rule::ALL {
        let mut found: Vec<Row> = ["vcf.tsv", "vcf_caro.tsv", "vct.tsv"]
            .into_iter()
            .flat_map(rows)
            .filter(|row| row.field("rule") == rule.name())
            .collect();
        let step = found.len() / 10;
        assert!(step > 0, "{rule}");
        let mut index = 0;
        found.retain(|_| {
            index += 1;
            index % step == 0
        });
        fifty.extend(found.into_iter().take(10));
    }
    assert_eq!(fifty.len(), 50);
    fifty
}

/// What `tengen solve` says with the stones that an analysis without a time takes.
fn solve(kind: &str, position: &str) -> Value {
    let words = format!("solve --json --time 1000 --nodes 200000 --kind {kind} {position}");
    let (_, out, _) = tengen(&words.split_whitespace().collect::<Vec<_>>());
    serde_json::from_str(&out).expect("an object")
}

/// Whether the forced win is what the solver says of the same position.
fn check_forced_win(position: &str, forced: &Value) {
    let fours = solve("vcf", position);
    let (kind, solved) = if fours["result"] == "none" {
        ("vct", solve("vct", position))
    } else {
        ("vcf", fours.clone())
    };
    assert_eq!(forced["status"], solved["result"], "{position}");
    assert_eq!(forced["exists"], forced["status"] == "win", "{position}");
    assert_eq!(forced["winning_line"], solved["line"], "{position}");
    let (won_by, scope) = match forced["status"].as_str() {
        Some("win") => (Value::from(kind), Value::Null),
        Some("none") => (Value::Null, Value::from("vct")),
        _ if fours["result"] == "none" => (Value::Null, Value::from("vcf")),
        _ => (Value::Null, Value::Null),
    };
    assert_eq!(
        (&forced["kind"], &forced["scope"]),
        (&won_by, &scope),
        "{position}"
    );
}

#[test]
fn fifty_positions_fit_the_schema_and_agree_with_the_solver() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/analyze.schema.json");
    let text = std::fs::read_to_string(path).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    for (index, row) in fifty().iter().enumerate() {
        let position = position_words(row);
        let lines = 1 + index % 3;
        let found = analyze(&format!("{position} --nodes 1000 --multipv {lines}"));
        assert_eq!(schema::faults(&schema, &found), [""; 0], "{position}");

        let board = row.board_to_move();
        assert_eq!(strings(&found["board"]), board.rows(), "{position}");
        let best = found["best_move"].as_str().expect("a move");
        assert!(strings(&found["legal_moves"]).contains(&best), "{position}");
        let candidates = found["candidates"].as_array().expect("a list");
        assert!((1..=lines).contains(&candidates.len()), "{position}");
        assert_eq!(candidates[0]["move"], best, "{position}");
        assert_eq!(
            candidates[0]["score"], found["evaluation"]["score"],
            "{position}"
        );

        let forced = &found["forced_win"];
        check_forced_win(&position, forced);
        if row.field("kind") == "vcf" {
            assert_eq!(forced["kind"], "vcf", "{row}");
        } else {
            assert_ne!(forced["kind"], "vcf", "{row}");
        }
        if forced["exists"] == true {
            let plies = strings(&forced["winning_line"]).len();
            assert!(
                plies % 2 == 1 && forced["depth"] == plies,
                "{position}: {forced}"
            );
            let mate = found["evaluation"]["mate"].as_i64().expect("a win");
            assert!(
                mate > 0 && Some(mate) <= forced["depth"].as_i64(),
                "{position}"
            );
        }
    }
}

#[test]
fn a_clock_and_a_depth_bind_too() {
    let found = analyze("--moves h8i9 --depth 3");
    assert_eq!(
        (&found["depth"], &found["moves"]),
        (&3.into(), &"h8i9".into())
    );
    let found = analyze("--moves h8i9 --time 0.2");
    assert!(found["time_ms"].as_u64() < Some(5000));
    assert_eq!(found["side_to_move"], "black");
    // The first move of all.
    let found = analyze("--nodes 100");
    assert_eq!(
        (&found["best_move"], &found["moves"]),
        (&"h8".into(), &"-".into())
    );
}

#[test]
fn what_the_opponent_threatens_is_told_with_the_answers() {
    let found = analyze("--moves h8a1h9a3h10 --nodes 100");
    let threat = &found["opponent_threat"];
    assert_eq!(
        (&threat["status"], &threat["depth"]),
        (&"win".into(), &3.into())
    );
    let defences = strings(&threat["defences"]);
    assert!(["h7", "h11"].iter().all(|point| defences.contains(point)));
    assert!(
        ["a5", "i9", "o15"]
            .iter()
            .all(|point| !defences.contains(point))
    );
    assert!(defences.contains(&found["best_move"].as_str().expect("a move")));
    assert_eq!(
        strings(&found["threats"]["black"]["open_fours"]),
        ["h7", "h11"]
    );
    assert_eq!(found["forced_win"]["status"], "none");

    let quiet = analyze("--moves h8 --nodes 100");
    assert_eq!(quiet["opponent_threat"]["status"], "none");
}

/// White, to move, must stop a win by threats that fours alone do not make.
#[test]
fn a_threat_to_win_by_threats_is_told_with_its_answers() {
    let rows = rows("vct.tsv");
    let by_threats = |row: &&Row| row.field("rule") == "freestyle" && row.field("kind") == "vct";
    let row = rows.iter().find(by_threats).expect("a win by threats");
    let defender = if row.field("side") == "b" { "w" } else { "b" };
    let position = |more: [&str; 2], side: &str| {
        format!(
            "--size {} --black {}{} --white {}{} --side {side}",
            row.field("size"),
            row.field("black"),
            more[0],
            row.field("white"),
            more[1]
        )
    };
    let found = analyze(&format!("{} --nodes 100", position(["", ""], defender)));
    let threat = &found["opponent_threat"];
    assert_eq!(
        (&threat["status"], &threat["kind"]),
        (&"win".into(), &"vct".into())
    );
    let defences = strings(&threat["defences"]);
    // Every tenth point that is not named leaves the win standing.
    let others = strings(&found["legal_moves"]);
    let others = others.into_iter().filter(|point| !defences.contains(point));
    for point in others.step_by(10) {
        let more = if defender == "w" {
            ["", point]
        } else {
            [point, ""]
        };
        let words = format!(
            "solve --kind vct --json {}",
            position(more, row.field("side"))
        );
        let (_, out, message) = tengen(&words.split_whitespace().collect::<Vec<_>>());
        assert!(out.contains("\"win\""), "{point}: {out}{message}");
    }
}

#[test]
fn fouls_are_no_legal_moves_and_no_threats() {
    let cross = "--rule renju --black h7h9g8i8 --white a1c1e1a15 --nodes 100";
    let found = analyze(cross);
    assert_eq!(
        found["forbidden"].to_string(),
        r#"[{"kind":"33","point":"h8"}]"#
    );
    let legal = strings(&found["legal_moves"]);
    assert_eq!((legal.len(), legal.contains(&"h8")), (225 - 8 - 1, false));
    assert!(!strings(&found["threats"]["black"]["open_threes"]).contains(&"h8"));
    // White may play there.
    let white = analyze(&format!("{cross} --side w"));
    assert!(strings(&white["legal_moves"]).contains(&"h8"));
    let free = analyze(&cross.replace("renju", "freestyle"));
    assert!(strings(&free["threats"]["black"]["open_threes"]).contains(&"h8"));
}

#[test]
fn people_get_a_page() {
    let words = [
        "analyze",
        "--moves",
        "h8a1h9a3h10",
        "--nodes",
        "500",
        "--multipv",
        "2",
    ];
    let (code, out, message) = tengen(&words);
    assert_eq!((code, message.as_str()), (0, ""));
    for want in [
        "    a b c d e f g h",
        "(X)",
        "position    freestyle 15, white to move",
        "evaluation  ",
        "best move   h",
        "        1.  h",
        "        2.  ",
        "forced win  none",
        "opponent    threatens to win by",
        "black       open four at h7 h11",
        "white       makes nothing",
        "searched    depth ",
    ] {
        assert!(out.contains(want), "{want}: {out}");
    }
}

#[test]
fn bad_input_is_named() {
    for (words, want) in [
        ("analyze --moves h8h8", "move 2: h8 is given twice"),
        ("analyze --moves h8p1", "move 2: p1 is outside"),
        ("analyze --black h8h9h10", "3 black and 0 white"),
        ("analyze --threads 64", "thread"),
        ("analyze --threads 0", "'0'"),
        ("analyze --multipv 0", "'0'"),
        ("analyze --nodes 0", "'0'"),
        ("analyze --depth x", "'x'"),
        ("analyze --time=-1", "0 or more"),
        ("analyze --time soon", "'soon'"),
        ("analyze --ply 3", "--file"),
        ("analyze --file none.psq", "none.psq"),
        ("analyze --file game.doc", "game.doc"),
        ("analyze --file g.psq --moves h8", "--moves"),
        (
            "analyze --moves h8a1h9a2h10a3h11a4h12",
            "black has won by h12, move 9",
        ),
        (
            "analyze --black a1a2a3a4a5 --white c1c2c3c4",
            "black has won",
        ),
        (
            "analyze --moves h8a1h9a2h10a3h11a4h12a5",
            "more stones follow",
        ),
    ] {
        assert_refused(words, want);
    }
    // Under caro a closed five goes on.
    let closed = "--rule caro --black c4d4e4f4g4 --white b4h4a1a3 --side w --nodes 100";
    assert!(analyze(closed)["best_move"].is_string());
}
