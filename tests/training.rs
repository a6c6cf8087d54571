//! From self-play games to weights that play, on tiny data.
#![cfg(feature = "lab")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tengen::board::Board;
use tengen::engine::{Engine, Limits, Request, Resources, Stop};
use tengen::eval::Weights;
use tengen::eval::file::Contents;
use tengen::lab::data::format::GameFile;
use tengen::types::{BoardSize, Rule};

fn tengen() -> Command {
    Command::cargo_bin("tengen").expect("the toolbox is built")
}

fn selfplay(rule: &str, games: u32, out: &Path) {
    tengen()
        .args([
            "selfplay",
            "--rule",
            rule,
            "--nodes",
            "60",
            "--threads",
            "2",
        ])
        .args(["--seed", "5", "--games", &games.to_string(), "--out"])
        .arg(out)
        .assert()
        .success();
}

#[test]
fn games_become_weights_that_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    for rule in [Rule::Freestyle, Rule::Renju] {
        let (games, mixed, weights) = (at("games"), at("mixed"), at("weights"));
        let _ = fs::remove_file(&games);
        selfplay(rule.name(), 24, &games);
        tengen()
            .args(["data", "shuffle", "--out"])
            .args([&mixed, &games])
            .assert()
            .success();
        tengen()
            .args([
                "train",
                "--epochs",
                "1",
                "--batch",
                "256",
                "--validation",
                "4",
            ])
            .arg("--games")
            .arg(&mixed)
            .arg("--out")
            .arg(&weights)
            .assert()
            .success();
        let bytes = fs::read(&weights).expect("weights");
        let again = at("again");
        tengen()
            .args(["train", "--epochs", "2", "--validation", "4", "--games"])
            .arg(&mixed)
            .arg("--keep-values")
            .arg(&weights)
            .arg("--out")
            .arg(&again)
            .assert()
            .success();
        keeps_values(&bytes, &fs::read(&again).expect("weights"));
        let loaded = Weights::from_bytes(&bytes).expect("weights that fit");
        assert_eq!(loaded.rule(), rule);
        assert!(loaded.provenance().contains("tengen train"));
        let resources = Resources {
            table_bytes: 1 << 20,
            threads: 1,
        };
        let mut engine = Engine::with_weights(resources, Box::leak(Box::new(loaded)));
        let limits = Limits {
            nodes: Some(200),
            ..Limits::none()
        };
        let board = Board::new(BoardSize::square(15), rule);
        let thought = engine.think(&board, &Request::best(limits), &Stop::new(), &mut |_| {});
        assert!(thought.best.is_some());
    }
}

/// Both files have the same value tables, but other ones for move ordering.
fn keeps_values(one: &[u8], other: &[u8]) {
    let [one, other] =
        [one, other].map(|bytes| Contents::from_bytes(bytes).expect("weights that fit").0);
    assert_eq!(one.home, BoardSize::square(15));
    for (one, other) in one.sides.iter().zip(&other.sides) {
        assert_eq!(one.to_move, other.to_move);
        assert_eq!(one.mask, other.mask);
        assert_ne!(one.own_move, other.own_move);
        assert_ne!(one.last_line, other.last_line);
    }
}

#[test]
fn a_run_that_was_stopped_is_taken_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    selfplay("freestyle", 6, &whole);
    selfplay("freestyle", 3, &parts);
    // The last record was being written when the run was stopped.
    let bytes = fs::read(&parts).expect("games");
    fs::write(&parts, &bytes[..bytes.len() - 7]).expect("a torn file");
    assert_eq!(GameFile::read(&parts).expect("games").games.len(), 2);
    selfplay("freestyle", 6, &parts);
    let games = |path: &Path| {
        let mut games = GameFile::read(path).expect("games").games;
        games.sort_by_key(|game| game.number);
        games
    };
    assert_eq!(games(&whole), games(&parts));
    let stats = tengen()
        .arg("data")
        .arg("stats")
        .arg(&parts)
        .assert()
        .success();
    let text = String::from_utf8_lossy(&stats.get_output().stdout).into_owned();
    assert!(text.contains("games 6:"), "{text}");
    let dump = tengen()
        .args(["data", "dump", "--limit", "2"])
        .arg(&parts)
        .assert()
        .success();
    let text = String::from_utf8_lossy(&dump.get_output().stdout).into_owned();
    assert_eq!(text.lines().count(), 4, "{text}");
}

#[test]
fn old_games_get_new_values_and_keep_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    selfplay("freestyle", 3, &old);
    let rescore = || {
        let mut command = tengen();
        command.args(["data", "rescore", "--nodes", "90"]);
        command.arg(&old).arg("--out").arg(&new);
        command
    };
    rescore().assert().success();
    let file = GameFile::read(&new).expect("games");
    assert_eq!(file.head.nodes, 90);
    let mut before = GameFile::read(&old).expect("games").games;
    let mut after = file.games;
    before.sort_by_key(|game| game.number);
    after.sort_by_key(|game| game.number);
    let mut changed = 0;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((before.number, before.result), (after.number, after.result));
        assert_eq!(before.plies.len(), after.plies.len());
        for (before, after) in before.plies.iter().zip(&after.plies) {
            assert_eq!((before.point, before.random), (after.point, after.random));
            assert_eq!(before.score.is_some(), after.score.is_some());
            changed += usize::from(before.score != after.score);
        }
    }
    assert!(after.len() == 3 && changed > 0);
    // A second run finds all games there.
    let bytes = fs::read(&new).expect("games");
    rescore().assert().success();
    assert_eq!(fs::read(&new).expect("games"), bytes);
    // With other settings it is another run.
    rescore().args(["--weights", "hand"]).assert().code(2);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    selfplay("freestyle", 2, &games);
    let refused = |command: &mut Command, words: &str| {
        let output = command.assert().code(2).get_output().stderr.clone();
        let text = String::from_utf8_lossy(&output).into_owned();
        assert!(text.contains(words), "{text}");
    };
    let other = [
        "selfplay", "--rule", "renju", "--nodes", "60", "--seed", "5", "--out",
    ];
    refused(tengen().args(other).arg(&games), "another run");
    let weights = folder.path().join("weights");
    refused(
        tengen()
            .arg("train")
            .arg("--games")
            .arg(&games)
            .arg("--out")
            .arg(&weights),
        "too few positions",
    );
    fs::write(&weights, b"nonsense").expect("a file");
    refused(
        tengen().args(["trial", "--new"]).arg(&weights),
        "not a weights file",
    );
    refused(
        tengen().args(["data", "stats"]).arg(&weights),
        "not a file of self-play games",
    );
}
