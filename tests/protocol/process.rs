//! The real process: bad input, its arguments, its log, and how it ends.

use std::fs;
use std::time::Duration;

use assert_cmd::Command;

use crate::client::{Client, Heard};

const LEAVING: Duration = Duration::from_millis(100);

fn brain() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.env_remove("TENGEN_LOG");
    command
}

/// Sends lines without waiting, reads to the end, and gives the lines that are no remarks.
fn answers(input: &[u8]) -> Vec<String> {
    let output = brain().write_stdin(input).output().expect("the brain runs");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .filter(|line| !line.starts_with("MESSAGE "))
        .map(str::to_owned)
        .collect()
}

fn one_answer(line: &str) -> String {
    let answers = answers(format!("{line}\n").as_bytes());
    assert_eq!(answers.len(), 1, "{line}: {answers:?}");
    answers.into_iter().next().unwrap_or_default()
}

#[test]
fn impossible_sizes_are_errors_and_the_brain_lives_on() {
    for line in [
        "START 4",
        "START 23",
        "START abc",
        "START",
        "RECTSTART 10,30",
    ] {
        assert!(one_answer(line).starts_with("ERROR "), "{line}");
        let lines = answers(format!("{line}\nSTART 15\n").as_bytes());
        assert_eq!(lines[1..], ["OK"], "{line}");
    }
}

#[test]
fn nothing_works_before_start() {
    for line in [
        "TURN 7,7",
        "BEGIN",
        "RESTART",
        "TAKEBACK 7,7",
        "PLAY 7,7",
        "YXNBEST 2",
    ] {
        assert!(one_answer(line).starts_with("ERROR "), "{line}");
    }
    for block in ["BOARD\n7,7,1\nDONE", "SWAP2BOARD\nDONE"] {
        assert!(one_answer(block).starts_with("ERROR "), "{block}");
    }
    for silent in [
        "YXBOARD\n7,7,1\nDONE",
        "YXBLOCK\n7,7\nDONE",
        "INFO rule 1",
        "YXSTOP",
        "DONE",
    ] {
        assert!(
            answers(format!("{silent}\n").as_bytes()).is_empty(),
            "{silent}"
        );
    }
    assert_eq!(one_answer("YXSHOWFORBID"), "FORBID .");
}

#[test]
fn settings_are_never_answered() {
    for line in [
        "INFO",
        "INFO timeout_turn",
        "INFO rule 99",
        "INFO nonsense 1",
        "INFO max_memory x",
    ] {
        assert!(answers(format!("{line}\n").as_bytes()).is_empty(), "{line}");
    }
}

#[test]
fn bytes_of_any_kind_are_survived() {
    let mut input = vec![b'A'; 1 << 20];
    input.extend(b"\n\xff\xfe\x80 7,8\nSTART\0 15\r\nTURN\t 7 ,  8\nEND\n");
    let lines = answers(&input);
    assert!(lines[0].starts_with("UNKNOWN ") && lines[0].len() < 100);
    assert!(lines[1].starts_with("UNKNOWN "));
    assert_eq!(lines[2], "OK");
    assert!(lines[3].contains(','), "{lines:?}");
    assert_eq!(lines.len(), 4);
}

#[test]
fn a_board_cut_off_by_the_end_is_no_question() {
    assert_eq!(answers(b"START 15\nBOARD\n7,7,1\n"), ["OK"]);
    assert_eq!(answers(b"START 15\nBOARD"), ["OK"]);
}

#[test]
fn it_leaves_during_a_search() {
    for closes in [false, true] {
        // A machine that is busy with other tests may take longer now and then.
        let mut attempts = (0..5).map(|_| leave_during_a_search(closes));
        assert!(
            attempts.any(|taken| taken.is_ok()),
            "{:?}",
            leave_during_a_search(closes)
        );
    }
}

fn leave_during_a_search(closes: bool) -> Result<(), String> {
    let mut client = Client::process(&[]);
    assert_eq!(client.ask("START 20"), "OK");
    client.send("INFO timeout_turn 600000\nINFO timeout_match 6000000\nBOARD\n9,9,1\n9,10,2\nDONE");
    std::thread::sleep(Duration::from_millis(300));
    if closes {
        client.close();
        // The answer, if it was still to come.
        while let Heard::Line(line) = client.listen(Duration::from_secs(5)) {
            assert!(line.contains(',') || line.starts_with("MESSAGE "), "{line}");
        }
    } else {
        client.send("END");
    }
    client.ends_within(LEAVING)?;
    assert_eq!(client.errors(), "");
    Ok(())
}

#[test]
fn unknown_arguments_do_not_matter() {
    let mut client = Client::process(&["--force-utf8"]);
    assert_eq!(client.ask("START 15"), "OK");
    client.send("END");
    client.expect_end(LEAVING);
}

#[test]
fn some_arguments_answer_and_exit() {
    let version = brain()
        .arg("--version")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    assert_eq!(
        version,
        format!("Tengen {}\n", env!("CARGO_PKG_VERSION")).as_bytes()
    );
    let help = brain()
        .arg("--help")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    assert!(String::from_utf8_lossy(&help).contains("Usage"));
}

#[test]
fn the_log_tells_games_and_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tengen.log");
    let mut command = brain();
    command.env("TENGEN_LOG", &path);
    let input = "INFO rule 4\nINFO timeout_turn 50\nSTART 15\nBEGIN\n";
    command.write_stdin(input).assert().success();
    let log = fs::read_to_string(&path).expect("a log");
    assert!(log.contains("START 15, rule renju"), "{log}");
    assert!(log.contains("answer 7,7: time "), "{log}");
    assert!(!log.contains("panicked"), "{log}");
}

#[test]
fn a_log_that_cannot_be_written_is_done_without() {
    let mut command = brain();
    command.env("TENGEN_LOG", "/nowhere/at/all.log");
    command
        .write_stdin("START 15\n")
        .assert()
        .success()
        .stdout("OK\n")
        .stderr("");
}

/// A disk that is full: the log is lost, the game is not.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_no_reason_to_stop() {
    let mut command = brain();
    command.env("TENGEN_LOG", "/dev/full");
    let input = "INFO folder /dev/full\nINFO timeout_turn 50\nSTART 15\nBOARD\n7,7,2\nDONE\n";
    let run = command.write_stdin(input).assert().success().stderr("");
    let output = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(output.starts_with("OK\n") && output.ends_with('\n'));
    assert!(output.lines().last().expect("a move").contains(','));
}

/// A system that refuses the table: a smaller one must do.
#[test]
#[cfg(target_os = "linux")]
fn a_table_that_cannot_be_had_is_made_smaller() {
    let mut command = Command::new("sh");
    let limited = concat!(
        "ulimit -v 120000; exec '",
        env!("CARGO_BIN_EXE_pbrain-tengen"),
        "'"
    );
    command.args(["-c", limited]).env_remove("TENGEN_LOG");
    let input = "INFO hash_size 1000000\nINFO max_memory 2000000000\nINFO timeout_turn 50\nSTART 20\n\
                 BOARD\n7,7,2\nDONE\n";
    let run = command.write_stdin(input).assert().success().stderr("");
    let output = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(
        output.lines().last().expect("a move").contains(','),
        "{output}"
    );
}

/// The settings file is read from the executable's folder, so the executable is copied beside one.
#[test]
fn the_settings_file_lies_beside_the_executable() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("pbrain-copy");
    fs::copy(env!("CARGO_BIN_EXE_pbrain-tengen"), &copy).expect("a copy");
    let settings = "rule 9\nlog_file own.log\nlog_level debug\n";
    fs::write(folder.path().join("pbrain-tengen.cfg"), settings).expect("settings");
    let mut command = Command::new(&copy);
    command.env_remove("TENGEN_LOG");
    command
        .write_stdin("START 15\n")
        .assert()
        .success()
        .stdout("OK\n");
    let log = fs::read_to_string(folder.path().join("own.log")).expect("a log");
    assert!(log.contains("rule caro-exact"), "{log}");
    assert!(log.contains("< START 15"), "{log}");
}
