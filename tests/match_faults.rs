//! Every way in which an engine can fail costs it the game, with the right reason on record, and
//! never the match.
#![cfg(all(unix, feature = "lab"))]

mod match_runner;

use match_runner::{Run, brain, games, record};

/// Plays two games of a faulty brain against a good one, once with each colour, and expects each to
/// be lost for this reason, the recorded detail containing `detail`.
fn loses(fault: &str, settings: &str, reason: &str, detail: &str) -> Run {
    let run = Run::new(&[
        "--engine",
        &format!("{},name=bad,{settings}", brain(fault, 0)),
        "--engine",
        &format!("{},name=good,tc=0/60", brain("none", 7)),
        "--games",
        "2",
    ]);
    assert_eq!(run.status, 0, "{fault}: {}", run.stderr);
    let games = games(&run);
    assert_eq!(games.len(), 2, "{fault}: {}", run.stderr);
    for game in &games {
        let bad = if game["black"] == "bad" {
            "black"
        } else {
            "white"
        };
        let good = if bad == "black" { "white" } else { "black" };
        assert_eq!(game["reason"], reason, "{fault}: {game}");
        assert_eq!(game["result"], good, "{fault}: {game}");
        assert_eq!(game["fault"], true, "{fault}: {game}");
        let told = game["detail"].as_str().unwrap_or_default();
        assert!(told.contains(detail), "{fault}: {game}");
    }
    run
}

const SLOW: &str = "tc=0/60";
const FAST: &str = "tc=0/0.5,tolerance=100";

#[test]
fn crash_in_mid_game() {
    loses("crash", SLOW, "crash", "ended with exit status: 3");
    loses("killed", SLOW, "crash", "ended with signal: 9");
    loses("torn", SLOW, "crash", "unfinished line '7,'");
}

#[test]
fn crash_while_the_opponent_thinks() {
    let run = Run::new(&[
        "--engine",
        &format!("{},name=good,tc=0/60", brain("slow", 7)),
        "--engine",
        &format!("{},name=bad,tc=0/60", brain("idle-death", 0)),
        "--games",
        "1",
    ]);
    let game = &games(&run)[0];
    assert_eq!(
        (&game["reason"], &game["result"]),
        (&"crash".into(), &"black".into())
    );
}

#[test]
fn trouble_at_the_start() {
    loses("crash-start", SLOW, "start", "ended with exit status: 3");
    loses(
        "closed-start",
        SLOW,
        "start",
        "closed its output while still running before OK",
    );
    loses(
        "hang-start",
        "start-timeout=0.3",
        "start",
        "no OK within 0.3 s",
    );
    loses("error-start", SLOW, "start", "ERROR size");
}

#[test]
fn hang_in_mid_game() {
    loses("hang", FAST, "hang", "no answer within 1.6");
    loses("deaf-hang", FAST, "hang", "no answer");
    loses("frozen", FAST, "hang", "no answer");
    loses(
        "hang",
        "nodes=100,hang-timeout=0.5",
        "hang",
        "no answer within 0.5",
    );
    loses("error", FAST, "hang", "it had said 'ERROR I give up'");
}

#[test]
fn late_answer() {
    loses("late", FAST, "time", "0.500 s allowed");
    loses("late", "tc=0.6/0.5,tolerance=100", "time", "s allowed");
}

#[test]
fn impossible_moves() {
    loses("occupied", SLOW, "illegal", "is taken already");
    loses("outside", SLOW, "illegal", "15,3 is outside");
    loses("negative", SLOW, "illegal", "-1,3 is outside");
}

#[test]
fn broken_output() {
    loses("two", SLOW, "protocol", "second answer");
    loses("partial", FAST, "hang", "unfinished line '7,'");
    loses(
        "closed",
        SLOW,
        "crash",
        "closed its output while still running",
    );
}

#[test]
fn floods() {
    loses("flood", SLOW, "protocol", "flood");
    loses("endless", SLOW, "protocol", "flood");
}

#[test]
#[cfg(target_os = "linux")]
fn memory() {
    loses(
        "memory",
        "tc=0/60,memory=40",
        "protocol",
        "MB used, 40 allowed",
    );
}

#[test]
fn what_does_not_touch_the_answer_is_only_counted() {
    for (fault, counter, strict_detail) in [
        ("noise", "noise", "unexpected line 'hello'"),
        ("unknown", "refusals", "unexpected line 'UNKNOWN what'"),
    ] {
        let play = |strict: &[&str]| {
            let bad = format!("{},name=bad,tc=0/60", brain(fault, 0));
            let good = format!("{},name=good,tc=0/60", brain("none", 7));
            let base = ["--engine", &bad, "--engine", &good, "--games", "1"];
            Run::new(&[&base[..], strict].concat())
        };
        let run = play(&[]);
        let game = &games(&run)[0];
        assert_eq!(
            (&game["reason"], &game["result"]),
            (&"five".into(), &"black".into())
        );
        assert_eq!(game["warnings_black"][counter], 5, "{game}");
        assert!(run.stdout.contains("warnings of bad: 5"), "{}", run.stdout);

        let run = play(&["--strict"]);
        let game = &games(&run)[0];
        assert_eq!(
            (&game["reason"], &game["result"]),
            (&"protocol".into(), &"white".into())
        );
        assert!(
            game["detail"]
                .as_str()
                .unwrap_or_default()
                .contains(strict_detail)
        );
    }
}

#[test]
fn slow_exits_are_counted_and_lose_only_if_strict() {
    let bad = format!("{},name=bad,tc=0/60,restart=on", brain("deaf", 0));
    let good = format!("{},name=good,tc=0/60", brain("none", 7));
    let base = ["--engine", &bad, "--engine", &good, "--games", "1"];
    let run = Run::new(&base);
    let game = &games(&run)[0];
    assert_eq!(game["reason"], "five");
    assert_eq!(game["warnings_black"]["slow_exits"], 1);
    let run = Run::new(&[&base[..], &["--strict"]].concat());
    let game = &games(&run)[0];
    assert_eq!(
        (&game["reason"], &game["result"]),
        (&"protocol".into(), &"white".into())
    );
}

#[test]
fn harmless_habits_are_no_faults() {
    for fault in ["pieces", "chatty", "talk"] {
        let run = Run::new(&[
            "--engine",
            &format!("{},name=odd,tc=0/60", brain(fault, 0)),
            "--engine",
            &format!("{},name=good,tc=0/60", brain("none", 7)),
            "--games",
            "1",
        ]);
        let game = record(&run);
        assert_eq!(
            (&game["reason"], &game["fault"]),
            (&"five".into(), &false.into()),
            "{fault}"
        );
        if fault == "talk" {
            assert_eq!(
                (&game["scores"][2], &game["depths"][2]),
                (&(-12.0).into(), &7.into())
            );
            assert!(game["scores"][1].is_null());
        }
    }
}

#[test]
fn a_program_that_cannot_be_run_ends_the_match() {
    let run = Run::new(&[
        "--engine",
        "cmd=/nowhere/pbrain-none",
        "--engine",
        &brain("none", 0),
        "--games",
        "2",
    ]);
    assert_eq!(run.status, 4);
    assert!(
        run.stderr.contains("cannot run '/nowhere/pbrain-none'"),
        "{}",
        run.stderr
    );
}
