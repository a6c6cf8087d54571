//! Whole matches: schedules, reports, resuming, signals, exit status.
#![cfg(all(unix, feature = "lab"))]

mod match_runner;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use match_runner::{Run, TENGEN, brain, command, games, read, record};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Two sound brains on different rows: the side that moves first wins.
fn two_brains() -> [String; 4] {
    [
        "--engine".to_owned(),
        format!("{},name=one,tc=0/60", brain("none", 0)),
        "--engine".to_owned(),
        format!("{},name=two,tc=0/60", brain("none", 3)),
    ]
}

fn run(arguments: &[&str]) -> Run {
    let brains = two_brains();
    let brains: Vec<&str> = brains.iter().map(String::as_str).collect();
    Run::new(&[&brains, arguments].concat())
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("the runner is there");
}

/// Waits until the condition holds; gives up after a time that no machine should need.
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if condition() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not happen");
}

fn quiet(mut command: Command) -> Child {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("tengen runs")
}

#[test]
fn every_rule_and_size_is_played() {
    for rule in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        for size in ["5", "15", "22", "9x6"] {
            let run = run(&["--rule", rule, "--size", size, "--games", "2"]);
            assert_eq!(run.status, 0, "{rule} {size}: {}", run.stderr);
            for game in games(&run) {
                assert_eq!(
                    (&game["reason"], &game["plies"]),
                    (&"five".into(), &9.into())
                );
                assert_eq!((&game["rule"], &game["size"]), (&rule.into(), &size.into()));
                assert_eq!(game["result"], "black");
                assert_eq!(game["times_ms"].as_array().map(Vec::len), Some(9));
            }
        }
    }
}

#[test]
fn a_foul_loses_in_renju() {
    // Black's four stones on the first row leave a1 and d1 free; the stub takes a1, then d1.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.txt");
    fs::write(&file, "b1a15c1c15e1e15f1g15\n").expect("written");
    let file = file.to_str().expect("UTF-8");
    let end = |rule| record(&run(&["--openings", file, "--games", "1", "--rule", rule]));
    let game = end("freestyle");
    assert_eq!(
        (&game["result"], &game["reason"]),
        (&"black".into(), &"five".into())
    );
    // The six that wins above is an overline here.
    let game = end("renju");
    assert_eq!(
        (&game["result"], &game["reason"]),
        (&"white".into(), &"foul".into())
    );
    assert_eq!(game["fault"], true);
}

#[test]
fn openings_come_in_pairs_and_positions_by_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.txt");
    fs::write(&file, "h8h9j10\n0,1, -1,2, 3,0, 0,-4\n").expect("written");
    let log = folder.path().join("log");
    let run = run(&[
        "--openings",
        file.to_str().expect("UTF-8"),
        "--games",
        "4",
        "--log",
        log.to_str().expect("UTF-8"),
    ]);
    let games = games(&run);
    let show = |key: &str| -> Vec<&str> { games.iter().filter_map(|g| g[key].as_str()).collect() };
    assert_eq!(
        show("opening"),
        ["h8h9j10", "h8h9j10", "h9g10k8h4", "h9g10k8h4"]
    );
    assert_eq!(show("black"), ["one", "two", "one", "two"]);
    assert!(show("moves")[0].starts_with("h8h9j10a4a1"));
    assert_eq!(games[0]["times_ms"][2], 0.0);
    let log = fs::read_to_string(log).expect("a log");
    assert_eq!(log.matches("< BOARD").count(), 8);
    assert!(log.contains("< 7,7,2\n") && log.contains("< 7,8,1\n") && log.contains("> 0,3\n"));
    assert!(log.contains("< TURN 0,3\n"));
}

#[test]
fn the_conditions_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let run = Run::new(&[
        "--engine",
        &format!(
            "{},name=one,memory=350,option.show_detail=1",
            brain("none", 0)
        ),
        "--engine",
        &format!(
            "{},name=two,tc=0/2,nodes=500,depth=7,threads=1",
            brain("none", 3)
        ),
        "--each",
        "tc=100/30+1",
        "--rule",
        "caro-exact",
        "--send",
        "board",
        "--games",
        "1",
        "--log",
        log.to_str().expect("UTF-8"),
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let log = fs::read_to_string(log).expect("a log");
    let sent = |name: &str| -> Vec<&str> {
        let mark = format!("{name}@1 < ");
        log.lines()
            .filter_map(|line| line.split_once(&mark))
            .map(|x| x.1)
            .collect()
    };
    let one = [
        "START 15",
        "INFO rule 9",
        "INFO game_type 1",
        "INFO timeout_turn 30000",
        "INFO timeout_match 100000",
        "INFO time_increment 1000",
        "INFO max_memory 367001600",
        "INFO show_detail 1",
        "INFO time_left 100000",
        "BOARD",
        "DONE",
    ];
    assert_eq!(sent("one")[..one.len()], one);
    let two = [
        "START 15",
        "INFO rule 9",
        "INFO game_type 1",
        "INFO timeout_turn 2000",
        "INFO timeout_match 0",
        "INFO max_depth 7",
        "INFO max_node 500",
        "INFO thread_num 1",
        "INFO time_left 2147483647",
        "BOARD",
        "0,0,2",
        "DONE",
    ];
    assert_eq!(sent("two")[..two.len()], two);
    assert!(!log.contains("TURN"));
    assert_eq!(record(&run)["tc"], "100/30+1 0/2,depth=7,nodes=500");
}

#[test]
fn games_are_adjudicated() {
    let game = record(&run(&["--games", "1", "--draw", "moves=6"]));
    assert_eq!(
        (&game["result"], &game["reason"]),
        (&"draw".into(), &"adjudicated".into())
    );
    assert_eq!((&game["plies"], &game["fault"]), (&6.into(), &false.into()));
    let run = Run::new(&[
        "--engine",
        &format!("{},name=one", brain("resign", 0)),
        "--engine",
        &format!("{},name=two", brain("none", 3)),
        "--each",
        "tc=0/60",
        "--games",
        "1",
        "--resign",
        "score=20000,moves=2",
    ]);
    let game = record(&run);
    assert_eq!(
        (&game["result"], &game["reason"]),
        (&"white".into(), &"adjudicated".into())
    );
    assert_eq!(
        (&game["plies"], &game["scores"][0]),
        (&3.into(), &(-29996.0).into())
    );
}

#[test]
fn a_decided_test_ends_the_match() {
    let good = format!("{},name=good,tc=0/60", brain("none", 0));
    let bad = format!("{},name=bad,tc=0/60", brain("occupied", 3));
    for (first, second, status, verdict) in [(&good, &bad, 0, "H1"), (&bad, &good, 1, "H0")] {
        for pairs in ["on", "off"] {
            let run = Run::new(&[
                "--engine",
                first,
                "--engine",
                second,
                "--games",
                "2000",
                "--concurrency",
                "2",
                "--json",
                "--sprt",
                &format!("elo0=-20,elo1=20,pentanomial={pairs}"),
            ]);
            assert_eq!(run.status, status, "{}", run.stderr);
            let summary: Value = serde_json::from_str(&run.stdout).expect("an object");
            assert_eq!(summary["sprt"]["verdict"], verdict);
            let played = games(&run).len();
            assert!((10..500).contains(&played), "{played}");
            assert_eq!(summary["games"], played);
        }
    }
}

#[test]
fn reports_hold_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let names = ["x.sgf", "x.pgn", "psq", "x.html"].map(path);
    let [sgf, pgn, psq, html] = &names;
    let run = run(&[
        "--games", "6", "--sgf", sgf, "--pgn", pgn, "--psq", psq, "--html", html,
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let text = |path: &str| fs::read_to_string(path).expect("a report");
    assert_eq!(text(sgf).matches("(;FF[4]GM[4]").count(), 6);
    assert_eq!(text(pgn).matches("[Result \"0-1\"]").count(), 6);
    assert_eq!(text(html).matches("<tr>").count(), 7);
    assert_eq!(fs::read_dir(psq).expect("a folder").count(), 6);
    let first = text(&format!("{psq}/000001.psq"));
    assert!(
        first.starts_with("Piskvorky 15x15, 11:11, 0\n1,1,"),
        "{first}"
    );
    for part in [
        "one against two: 6 games",
        "+3 =0 -3 (50.0 %)",
        "black +3 =0 -0",
        "WL 3",
        "five 6",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

#[test]
fn bad_usage_is_one_clear_line() {
    let brains = two_brains();
    let brains: Vec<&str> = brains.iter().map(String::as_str).collect();
    let cases: [(&[&str], &str); 12] = [
        (&["--engine", "cmd=x"], "given 1 times"),
        (
            &["--engine", "cmd=x,tc=soon", "--engine", "cmd=y"],
            "'soon'",
        ),
        (
            &["--engine", "cmd=x,colour=red", "--engine", "cmd=y"],
            "'colour'",
        ),
        (&["--rule", "chess"], "'chess'"),
        (&["--size", "23"], "23"),
        (&["--games", "0"], "'0'"),
        (&["--games", "-3"], "-3"),
        (&["--openings", "/nowhere/file"], "/nowhere/file"),
        (&["--sprt", "elo0=5,elo1=0"], "elo0 below elo1"),
        (&["--shard", "3/2"], "'3/2'"),
        (&["--resume"], "--jsonl"),
        (&["--draw", "soon"], "'soon'"),
    ];
    for (arguments, part) in cases {
        let engines: &[&str] = if arguments[0] == "--engine" {
            &[]
        } else {
            &brains
        };
        let output = Command::new(TENGEN)
            .arg("match")
            .args(engines)
            .args(arguments)
            .output()
            .expect("tengen runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert_eq!(text.trim_end().lines().count(), 1, "{arguments:?}: {text}");
        assert!(text.contains(part), "{arguments:?}: {text}");
    }
}

#[test]
fn results_are_never_overwritten() {
    let first = run(&["--games", "2"]);
    let brains = two_brains();
    let brains: Vec<&str> = brains.iter().map(String::as_str).collect();
    let again = |more: &[&str]| {
        command(&first.path("games.jsonl"), &[&brains, more].concat())
            .output()
            .expect("tengen runs")
    };
    let refused = again(&["--games", "4"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume"));
    let refused = again(&["--games", "4", "--resume", "--rule", "renju"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("game 1 "));
    assert_eq!(games(&first).len(), 2);
    assert_eq!(again(&["--games", "4", "--resume"]).status.code(), Some(0));
    assert_eq!(games(&first).len(), 4);
}

#[test]
fn shards_add_up_to_the_whole() {
    let parts = ["1/3", "2/3", "3/3"].map(|shard| run(&["--games", "10", "--shard", shard]));
    let files: Vec<_> = parts.iter().map(|part| part.path("games.jsonl")).collect();
    let mut numbers: Vec<u64> = parts
        .iter()
        .flat_map(games)
        .filter_map(|game| game["game"].as_u64())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
    let merge = |files: &[&Path]| {
        let merged = Command::new(TENGEN)
            .args(["match", "--merge"])
            .args(files)
            .output()
            .expect("tengen runs");
        (
            merged.status.code(),
            String::from_utf8_lossy(&merged.stdout).into_owned(),
        )
    };
    let all: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
    let (status, text) = merge(&all);
    assert_eq!((status, text), (Some(0), run(&["--games", "10"]).stdout));
    assert_eq!(merge(&[all[0], all[0]]).0, Some(2));
}

/// A match of 400 games at 20 ms a move, killed in mid-run and resumed: each game is there once.
#[test]
fn a_killed_match_is_resumed_without_loss() {
    let folder = tempfile::tempdir().expect("a folder");
    let jsonl = folder.path().join("games.jsonl");
    let pgn = folder.path().join("games.pgn");
    let openings = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/openings/freestyle-15.txt"
    );
    let one = format!("{},name=one", brain("none", 0));
    let two = format!("{},name=two", brain("none", 3));
    let arguments = [
        "--engine",
        &one,
        "--engine",
        &two,
        "--each",
        "tc=0/0.02,tolerance=20000",
        "--games",
        "400",
        "--openings",
        openings,
        "--order",
        "random",
        "--seed",
        "7",
        "--symmetry",
        "--concurrency",
        "2",
        "--pgn",
        pgn.to_str().expect("UTF-8"),
        "--resume",
    ];
    let lines = || {
        fs::read_to_string(&jsonl)
            .unwrap_or_default()
            .matches('\n')
            .count()
    };
    let mut before = 0;
    for _ in 0..3 {
        let child = &mut quiet(command(&jsonl, &arguments));
        wait_until("progress", || lines() >= before + 40);
        signal(child, Signal::KILL);
        child.wait().expect("it ends");
        before = lines();
    }
    assert!(before < 400, "the kills came too late");
    let finished = command(&jsonl, &arguments).output().expect("tengen runs");
    let stderr = String::from_utf8_lossy(&finished.stderr);
    assert_eq!(finished.status.code(), Some(0), "{stderr}");

    let games = read(&jsonl);
    let mut pairs: BTreeMap<u64, Vec<&Value>> = BTreeMap::new();
    let mut numbers: Vec<u64> = games
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=400).collect::<Vec<_>>());
    for game in &games {
        assert_eq!(game["fault"], false, "{game}");
        pairs
            .entry(game["pair"].as_u64().expect("a number"))
            .or_default()
            .push(game);
    }
    for pair in pairs.values() {
        assert_eq!(pair.len(), 2);
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!(pair[0]["black"], pair[1]["white"]);
    }
    let text = fs::read_to_string(&pgn).expect("a report");
    assert_eq!(text.matches("[Event ").count(), 400);
    // The same arguments without any interruption give the same schedule.
    let whole = folder.path().join("whole.jsonl");
    let plain: Vec<&str> = arguments
        .iter()
        .copied()
        .filter(|a| *a != "--resume")
        .collect();
    let at = plain.iter().position(|a| *a == "--pgn").expect("there");
    let plain = [&plain[..at], &plain[at + 2..]].concat();
    assert!(
        command(&whole, &plain)
            .output()
            .expect("tengen runs")
            .status
            .success()
    );
    let schedule = |games: Vec<Value>| -> BTreeMap<u64, (Value, Value, Value)> {
        let key = |g: &Value| g["game"].as_u64().expect("a number");
        let rest = |g: &Value| (g["black"].clone(), g["opening"].clone(), g["moves"].clone());
        games.iter().map(|g| (key(g), rest(g))).collect()
    };
    assert_eq!(schedule(games), schedule(read(&whole)));
}

#[test]
fn an_interrupted_match_ends_in_good_order() {
    for which in [Signal::INT, Signal::TERM] {
        let folder = tempfile::tempdir().expect("a folder");
        let jsonl = folder.path().join("games.jsonl");
        let one = format!("{},name=one", brain("none", 0));
        let two = format!("{},name=two", brain("none", 3));
        let arguments = [
            "--engine", &one, "--engine", &two, "--each", "tc=0/60", "--games", "100000",
        ];
        let mut child = quiet(command(&jsonl, &arguments));
        wait_until("a game", || read_whole(&jsonl) >= 3);
        signal(&child, which);
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(3));
        assert!(read(&jsonl).len() >= 3);
    }
}

fn read_whole(path: &Path) -> usize {
    fs::read_to_string(path)
        .unwrap_or_default()
        .matches('\n')
        .count()
}

/// Processes, zombies left out, whose environment holds the mark.
#[cfg(target_os = "linux")]
fn marked(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").expect("Linux").flatten();
    processes
        .filter(|process| {
            // A zombie's environment is empty.
            fs::read(process.path().join("environ")).is_ok_and(|bytes| {
                bytes
                    .windows(mark.len())
                    .any(|window| window == mark.as_bytes())
            })
        })
        .map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default())
        .collect()
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_outlives_a_killed_runner() {
    for which in [Signal::KILL, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = format!("TENGEN_TEST_MARK={}-{which:?}", std::process::id());
        let (key, value) = mark.split_once('=').expect("a pair");
        let log = folder.path().join("log");
        // Deaf to END, SIGTERM and SIGHUP; one of the two has children, one in a session of its own.
        let one = format!("{},name=one", brain("brood", 0));
        let two = format!("{},name=two", brain("deaf-hang", 3));
        let arguments = [
            "--engine",
            &one,
            "--engine",
            &two,
            "--each",
            "tc=0/600",
            "--games",
            "2",
            "--concurrency",
            "2",
            "--log",
            log.to_str().expect("UTF-8"),
        ];
        let mut command = command(&folder.path().join("games.jsonl"), &arguments);
        command.env(key, value);
        let mut child = quiet(command);
        // Runner, guards, brains, and two children of each "brood".
        wait_until("all processes", || marked(&mark).len() >= 1 + 4 * 2 + 2 * 2);
        signal(&child, which);
        child.wait().expect("it ends");
        wait_until("an empty house", || marked(&mark).is_empty());
    }
}

/// Somebody kills the guards of a match: their deaf brains lose, and are gone when the match ends.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_guard_is_no_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = format!("TENGEN_TEST_MARK={}-guard", std::process::id());
    let (key, value) = mark.split_once('=').expect("a pair");
    let one = format!("{},name=one,tc=0/2", brain("deaf-hang", 0));
    let two = format!("{},name=two,tc=0/600", brain("none", 3));
    let jsonl = folder.path().join("games.jsonl");
    let log = folder.path().join("log");
    let arguments = [
        &["--engine", &one, "--engine", &two, "--games", "1"][..],
        &["--log", log.to_str().expect("UTF-8")],
    ]
    .concat();
    let mut command = command(&jsonl, &arguments);
    command.env(key, value);
    let mut child = quiet(command);
    // Not before the game has begun: a guard killed while it starts its brain is a failed start.
    wait_until("a game", || {
        fs::read_to_string(&log).is_ok_and(|log| log.contains("< TURN"))
    });
    for line in fs::read_dir("/proc").expect("Linux").flatten() {
        let has = |file: &str, text: &str| {
            let bytes = fs::read(line.path().join(file)).unwrap_or_default();
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        };
        if has("environ", &mark) && has("cmdline", "guard-child") {
            let pid = line.file_name().to_string_lossy().parse().ok();
            let pid = pid.and_then(Pid::from_raw).expect("a process number");
            let _ = kill_process(pid, Signal::KILL);
        }
    }
    child.wait().expect("it ends");
    assert_eq!(read(&jsonl).len(), 1);
    wait_until("an empty house", || marked(&mark).is_empty());
}
