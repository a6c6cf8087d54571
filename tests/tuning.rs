//! The search's numbers tuned by games, and tried against others, on tiny runs.
#![cfg(feature = "lab")]

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use assert_cmd::Command;
use tengen::board::Board;
use tengen::engine::{Engine, Limits, Params, Request, Resources, Stop, TUNABLE};
use tengen::types::{BoardSize, Rule};

/// `tengen` with these words as arguments, and a file after them.
fn tengen(words: &str, file: Option<&Path>) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the toolbox is built");
    command.args(words.split_whitespace()).args(file);
    command
}

const TUNE: &str = "tune --size 9 --batch 2 --seed 3";

/// What a run that ends well prints.
fn tune(words: &str, out: &Path) -> String {
    let output = tengen(&format!("{TUNE} {words} --out"), Some(out))
        .assert()
        .success();
    String::from_utf8_lossy(&output.get_output().stdout).into_owned()
}

/// Bad input: status 2 and one line that holds these words.
fn assert_refused(mut command: Command, words: &str) {
    let output = command.assert().code(2).get_output().clone();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(words), "{text}");
    assert!(output.stdout.is_empty());
}

#[test]
fn an_engine_searches_with_the_numbers_that_it_is_given() {
    let mut engine = Engine::new(Resources {
        table_bytes: 1 << 20,
        threads: 1,
    });
    let mut nodes = |text: &str| {
        let mut params = Params::default();
        params.set(text).expect("numbers in their ranges");
        engine.set_params(&params);
        engine.clear();
        let limits = Limits {
            depth: Some(6),
            ..Limits::none()
        };
        let board = Board::new(BoardSize::square(9), Rule::Freestyle);
        engine
            .think(&board, &Request::best(limits), &Stop::new(), &mut |_| {})
            .nodes
    };
    let defaults = nodes("");
    assert_ne!(nodes("reduction_base=0,move_count_base=30"), defaults);
    assert_eq!(nodes(""), defaults);
}

#[test]
fn all_numbers_are_tuned_and_can_be_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("state");
    let tuned = tune("--nodes 50 --pairs 2", &out);
    let mut params = Params::default();
    params.set(tuned.trim()).expect("numbers in their ranges");
    assert_eq!(tuned.matches('=').count(), TUNABLE.len());
    // A run that is over has its result ready.
    assert_eq!(tune("--nodes 50 --pairs 2", &out), tuned);
    let words = format!("trial --pairs 1 --nodes 50 --size 9 --params {tuned}");
    let output = tengen(&words, None).assert().success().get_output().clone();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        text.starts_with("freestyle 9, 50 nodes a move: +"),
        "{text}"
    );
    let output = tengen(
        "trial --pairs 1 --time 1 --size 9 --old-params razor_margin=100",
        None,
    )
    .assert()
    .success()
    .get_output()
    .clone();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.starts_with("freestyle 9, 1 ms a move: +"), "{text}");
}

#[test]
fn a_trial_ends_with_its_test() {
    // The same player twice: a pair is shared or near it, which one pole of the test cannot explain.
    let words = "trial --nodes 50 --size 9 --pairs 400 --sprt elo0=-20,elo1=600";
    let output = tengen(words, None).assert().success().get_output().clone();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = text.lines().last().expect("a result");
    assert!(last.ends_with("], H0 accepted"), "{text}");
    let count = |sign: char| -> u32 {
        let mut words = last.split([' ', ',']);
        let word = words.find_map(|word| word.strip_prefix(sign));
        word.and_then(|w| w.parse().ok()).expect("a count")
    };
    assert!(count('+') + count('=') < 400, "{text}");
}

#[test]
fn a_run_depends_neither_on_threads_nor_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    // Nodes enough for numbers that are far apart to make a difference.
    let words = "--nodes 600 --pairs 7 --reach 4 --param futility_margin --param move_count_base \
        --start razor_margin=90";
    let tuned = tune(words, &whole);
    assert!(tuned.starts_with("move_count_base="), "{tuned}");
    assert!(tuned.contains(",futility_margin="), "{tuned}");
    assert!(tuned.ends_with(",razor_margin=90\n"), "{tuned}");

    let first = fs::read_to_string(&whole).expect("a state");
    let (_, values) = first.split_once("\"values\"").expect("values");
    let moved = values
        .lines()
        .any(|line| line.contains('.') && !line.contains(".0"));
    assert!(moved, "results have moved the numbers: {values}");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(format!("{TUNE} {words} --threads 2 --out").split_whitespace())
        .arg(&parts)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    // Killed as soon as it has played something, most often before its end.
    let has_begun = || fs::read_to_string(&parts).is_ok_and(|text| !text.contains("\"done\": 0"));
    while !has_begun() && child.try_wait().expect("a process").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    child.wait().expect("a process");
    assert_eq!(tune(&format!("{words} --threads 2"), &parts), tuned);
    assert_eq!(fs::read_to_string(&parts).expect("a state"), first);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("state");
    let refuse = |words: &str, pieces: &str| {
        let words = format!("{TUNE} {words} --out");
        assert_refused(tengen(&words, Some(&out)), pieces);
    };
    refuse("--param razor", "'razor' is not a parameter of the search");
    refuse("--start razor=1", "'razor' is not a parameter");
    refuse("--start razor_margin=9999", "a value from 20 to 400");
    refuse("--pairs 0", "--pairs");
    refuse("--nodes 0", "--nodes");
    refuse("--reach 0", "not above 0 and at most 100");
    refuse("--wander x", "not above 0 and at most 100");
    assert!(!out.exists());
    assert_refused(
        tengen(
            &format!("{TUNE} --out"),
            Some(&folder.path().join("no/such")),
        ),
        "such",
    );

    tune("--nodes 50 --pairs 1 --param razor_margin", &out);
    let other = "state of another run: ";
    refuse(
        "--nodes 50 --pairs 2 --param razor_margin",
        &format!("{other}pairs 1, not 2"),
    );
    refuse(
        "--nodes 50 --pairs 1 --param razor_margin --rule renju",
        &format!("{other}rule \"freestyle\", not \"renju\""),
    );
    refuse(
        "--nodes 50 --pairs 1 --param killer_score",
        &format!("{other}'tuned' differs"),
    );
    refuse(
        "--nodes 50 --pairs 1 --param razor_margin --start killer_score=90",
        &format!("{other}'start' differs"),
    );
    fs::write(&out, "nonsense").expect("a file");
    refuse("--pairs 1", "not the state of a tuning run");

    for (words, pieces) in [
        ("--params razor=1", "'razor' is not a parameter"),
        ("--old-params razor_margin=", "a value from 20 to 400"),
        ("--time 0", "--time"),
        ("--sprt elo0=5,elo1=5", "elo0 below elo1"),
        ("--time 5 --nodes 50", "--nodes"),
    ] {
        assert_refused(tengen(&format!("trial {words}"), None), pieces);
    }
}
