//! The protocol check lets a good brain pass and finds each fault of a bad one.
#![cfg(all(unix, feature = "lab"))]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

struct Checked {
    status: i32,
    stdout: String,
    stderr: String,
}

fn check(command: &str, arguments: &[&str]) -> Checked {
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["check", command])
        .args(arguments)
        .output()
        .expect("tengen runs");
    Checked {
        status: output.status.code().expect("an exit status"),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn stub(fault: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stubs/checked.sh");
    format!("sh '{}' {fault}", script.display())
}

/// The stub does what is mandatory; a busy machine may make a script late.
const PATIENT: &[&str] = &["--tolerance", "3"];

fn only(fault: &str, case: &str) -> Checked {
    check(&stub(fault), &[PATIENT, &["--only", case]].concat())
}

#[test]
fn a_good_brain_passes() {
    let mandatory: Vec<String> = objects(&check("none", &["--list", "--json"]).stdout)
        .into_iter()
        .filter(|case| case["mandatory"] == true)
        .map(|case| case["case"].as_str().expect("a name").to_owned())
        .collect();
    assert!(mandatory.len() > 20);
    let names = mandatory.join(",");
    let run = check(&stub("none"), &[PATIENT, &["--only", &names]].concat());
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains(" failed 0 (0 mandatory)"),
        "{}",
        run.stdout
    );
}

#[test]
fn our_own_brain_passes_everything_but_time() {
    // Times are for a quiet machine: see the documentation of the check.
    let brain = format!("'{}'", env!("CARGO_BIN_EXE_pbrain-tengen"));
    let run = check(&brain, &["--tolerance", "3", "--strict", "--time", "0.05"]);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("not supported 0"), "{}", run.stdout);
}

#[test]
fn each_fault_is_found_by_its_case() {
    for (fault, case, reason) in [
        ("twice", "one-answer", "after the answer"),
        ("chatty", "one-answer", "'MESSAGE done' after the answer"),
        ("silent", "begin", "no answer to BEGIN"),
        ("far", "begin", "outside the board"),
        ("keeps", "second-game", "answered by 'ERROR no such move'"),
        (
            "info",
            "info-unknown-key",
            "is answered by 'ERROR I know no settings'",
        ),
        ("banner", "about-first", "answered by 'UNKNOWN'"),
        ("fragile", "turn-occupied", "ended with exit status: 3"),
        ("blind", "rule-0", "misses"),
        ("mute", "unknown-command", "no answer to NOSUCHCOMMAND"),
        ("stderr", "stderr", "'oops' first"),
        ("stays", "end", "still runs 1.0 s after END"),
        (
            "orphan",
            "eof",
            "still runs 1.0 s after the end of its input",
        ),
    ] {
        let run = only(fault, case);
        assert_eq!(run.status, 1, "{fault}: {}{}", run.stdout, run.stderr);
        let first = run.stdout.lines().next().unwrap_or_default();
        assert!(first.starts_with(case), "{fault}: {}", run.stdout);
        assert!(first.contains("  fail  "), "{fault}: {}", run.stdout);
        assert!(first.contains(reason), "{fault}: {}", run.stdout);
        let good = only("none", case);
        assert_eq!(good.status, 0, "{case}: {}", good.stdout);
    }
}

#[test]
fn lateness_is_measured() {
    let run = check(
        &stub("slow"),
        &["--tolerance", "0.1", "--only", "time-turn"],
    );
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(run.stdout.contains("at worst +"), "{}", run.stdout);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_measured() {
    // The stub says nothing before it holds 400 MB; how long that takes is the machine's affair.
    let patient = &["--tolerance", "60", "--only", "memory-350"];
    let run = check(&stub("memory"), patient);
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(run.stdout.contains("of 350 MiB held"), "{}", run.stdout);
}

#[test]
fn what_is_optional_fails_only_if_strict() {
    let run = only("blanks", "answer-form");
    assert!(run.stdout.contains("' 0, 0' is not x,y"), "{}", run.stdout);
    assert_eq!(run.status, 0, "{}", run.stdout);
    let run = check(&stub("blanks"), &["--only", "answer-form", "--strict"]);
    assert_eq!(run.status, 1, "{}", run.stdout);
    let run = only("none", "restart");
    assert!(
        run.stdout.contains("not supported  UNKNOWN RESTART"),
        "{}",
        run.stdout
    );
    let run = only("mute", "restart");
    assert!(
        run.stdout.contains("not supported  silent"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_brain_that_does_nothing_is_given_up_soon() {
    let run = check(&stub("deaf"), &[]);
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.contains("no answer to START 15"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("passed 0, failed 1 (1 mandatory)"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_brain_that_is_none_is_told_in_one_line() {
    for (command, arguments, message) in [
        ("/nowhere/pbrain", &[][..], "cannot run '/nowhere/pbrain'"),
        ("true", &["--only", "nothing"], "'nothing' is no case"),
        ("", &[], "names no program"),
    ] {
        let run = check(command, arguments);
        assert_eq!(run.status, 2, "{command}: {}", run.stdout);
        assert!(run.stderr.contains(message), "{command}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

#[test]
fn objects_say_the_same() {
    let run = check(
        &stub("far"),
        &[PATIENT, &["--json", "--only", "start-15,begin"]].concat(),
    );
    let objects = objects(&run.stdout);
    assert_eq!(objects.len(), 3, "{}", run.stdout);
    assert_eq!(
        (&objects[0]["case"], &objects[0]["verdict"]),
        (&"start-15".into(), &"pass".into())
    );
    assert_eq!(
        (&objects[1]["verdict"], &objects[1]["mandatory"]),
        (&"fail".into(), &true.into())
    );
    let said = objects[1]["said"].as_array().expect("lines");
    assert_eq!(said.last().expect("a line"), "< 0,15");
    assert_eq!(objects[2]["failed_mandatory"], 1);
}

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line is one object"))
        .collect()
}
