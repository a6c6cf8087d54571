//! `judge=on`: engines are treated as Gomocup's judge treats them.
#![cfg(all(target_os = "linux", feature = "lab"))]

mod match_runner;

use std::fs;
use std::process::Stdio;

use match_runner::{Run, brain, command, games, read};

const OWN: &str = concat!("cmd=", env!("CARGO_BIN_EXE_pbrain-tengen"));

/// Our own brain keeps all of it in every league, with nothing to be warned of.
#[test]
fn the_habits_are_the_judges() {
    for (rule, size) in [("freestyle", "20"), ("renju", "15"), ("caro", "15")] {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("traffic.log");
        let one = format!("{OWN},name=one");
        let two = format!("{OWN},name=two");
        let run = Run::within(
            folder,
            &[
                &["--engine", &one, "--engine", &two, "--rule", rule][..],
                &["--size", size, "--games", "2", "--draw", "moves=12"],
                &["--strict", "--log", log.to_str().expect("UTF-8")],
                &["--each", "tc=60/0.02,judge=on,memory=350,tolerance=1000"],
            ]
            .concat(),
        );
        assert_eq!(run.status, 0, "{}", run.stderr);
        let games = games(&run);
        assert_eq!(games.len(), 2);
        for game in &games {
            assert_eq!(game["fault"], false, "{game}");
        }
        let traffic = fs::read_to_string(&log).expect("a log");
        let count = |text: &str| traffic.matches(text).count();
        // A process a game, and each of them given the whole position once, an empty one too.
        assert_eq!(count("--- started"), 4);
        assert_eq!((count("< START"), count("< BOARD")), (4, 4));
        assert_eq!(count("< BEGIN"), 0);
        assert!(count("< TURN") > 10 && count("< INFO time_left") > 12);
        let starts: Vec<&str> = traffic
            .lines()
            .skip_while(|line| !line.contains("< START"))
            .take(3)
            .collect();
        assert!(
            starts.iter().all(|line| line.contains("< ")),
            "nothing is waited for: {starts:?}"
        );
    }
}

/// While one thinks the other one is frozen, and both leave in good order at the end.
#[test]
fn the_waiting_side_is_frozen() {
    let folder = tempfile::tempdir().expect("a folder");
    let jsonl = folder.path().join("games.jsonl");
    let mark = format!("judged-{}", std::process::id());
    let brains = [0, 3].map(|row| format!("{} {mark},name=row{row}", brain("slow", row)));
    let mut child = command(
        &jsonl,
        &[
            &["--engine", &brains[0], "--engine", &brains[1]][..],
            &["--games", "1", "--each", "tc=0/60,judge=on", "--strict"],
        ]
        .concat(),
    )
    .stdout(Stdio::null())
    .stderr(Stdio::null())
    .spawn()
    .expect("tengen runs");
    let (mut both, mut frozen) = (0, 0);
    while child.try_wait().expect("a child").is_none() {
        // Both are there once the second one has been started, which is frozen at once.
        let states = states(&mark);
        both += usize::from(states.len() > 1);
        frozen += usize::from(states.len() > 1 && states.contains(&'T'));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(child.wait().expect("ended").success());
    // Nine stones at 0.2 s each: how often they are looked at is the machine's affair.
    assert!(
        both > 0 && frozen * 2 > both,
        "frozen {frozen} times of {both}"
    );
    let games = read(&jsonl);
    assert_eq!(games[0]["fault"], false, "{}", games[0]);
    assert_eq!(games[0]["reason"], "five");
    assert_eq!(states(&mark), []);
}

/// In renju the judge leaves 25 points free: a draw.
#[test]
fn renju_ends_before_the_board_is_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let openings = folder.path().join("openings.txt");
    fs::write(&openings, "a1f6a6f1c1d6f3a4d3c4\n").expect("written");
    let (one, two) = (format!("{OWN},name=one"), format!("{OWN},name=two"));
    let openings = openings.to_str().expect("UTF-8");
    let run = Run::within(
        folder,
        &[
            &["--engine", &one, "--engine", &two, "--rule", "renju"][..],
            &["--size", "6", "--games", "1", "--openings", openings],
            &["--each", "tc=60/0.02,judge=on,tolerance=60000"],
        ]
        .concat(),
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let games = games(&run);
    let game = &games[0];
    assert_eq!(
        (&game["result"], &game["plies"]),
        (&"draw".into(), &11.into())
    );
    assert_eq!(
        (&game["reason"], &game["fault"]),
        (&"adjudicated".into(), &false.into())
    );
}

/// The states of the shells that run a stub brain with this mark.
fn states(mark: &str) -> Vec<char> {
    let processes = fs::read_dir("/proc").expect("Linux").flatten();
    processes
        .filter_map(|process| {
            let words = fs::read(process.path().join("cmdline")).ok()?;
            let words = String::from_utf8_lossy(&words).into_owned();
            if !words.starts_with("sh\0") || !words.contains(mark) {
                return None;
            }
            let stat = fs::read_to_string(process.path().join("stat")).ok()?;
            stat.rsplit_once(") ")?.1.chars().next()
        })
        .collect()
}
