//! What happens while a search runs, and that nothing a client does then loses or doubles an answer.

use std::time::Duration;

use crate::brains::Habit;
use crate::client::{Client, Heard};

const SHORT: Duration = Duration::from_millis(150);
/// The promise about leaving.
const LEAVING: Duration = Duration::from_millis(100);

/// A client whose brain has begun to think and goes on until it is told to stop.
fn thinking() -> Client {
    thinking_as(Habit::UntilStopped)
}

fn thinking_as(habit: Habit) -> Client {
    let mut client = Client::stand_in(habit);
    assert_eq!(client.ask("START 15"), "OK");
    client.send("INFO timeout_turn 600000");
    client.send("BEGIN");
    client.expect_silence(SHORT);
    client
}

#[test]
fn stop_ends_the_search_with_its_answer() {
    for word in [
        "STOP",
        "YXSTOP",
        "yxstop",
        "INFO timeout_turn 0",
        "info TIMEOUT_TURN 0",
    ] {
        let mut client = thinking();
        assert_eq!(client.ask(word), "7,7", "{word}");
        client.expect_silence(SHORT);
    }
}

#[test]
fn settings_leave_the_search_alone() {
    let mut client = thinking();
    for line in [
        "INFO time_left 5000",
        "INFO time_left 0",
        "INFO timeout_turn 20",
        "INFO rule 4",
        "INFO max_memory 1",
        "INFO",
        "yxquerydatabaseallt",
        "7,7",
        "done",
        "yxhashdump",
        "foo.bin",
        "",
    ] {
        client.send(line);
    }
    client.expect_silence(SHORT);
    assert_eq!(client.ask("STOP"), "7,7");
}

#[test]
fn questions_are_answered_during_the_search() {
    let mut client = thinking();
    assert!(client.ask("ABOUT").starts_with("name="));
    client.send("YXSHOWINFO");
    let heard = [client.listen(SHORT), client.listen(SHORT)];
    let told = |line: &str| Heard::Line(format!("MESSAGE INFO {line}"));
    assert_eq!(heard, [told("MAX_THREAD_NUM 1"), told("MAX_HASH_SIZE 21")]);
    client.expect_silence(SHORT);
    assert_eq!(client.ask("STOP"), "7,7");
}

#[test]
fn errors_wait_for_the_answer() {
    let mut client = thinking();
    client.send("WHAT");
    client.send("TURN x");
    client.expect_silence(SHORT);
    assert_eq!(client.ask("STOP"), "7,7");
    assert!(client.answer().starts_with("UNKNOWN "));
    assert!(client.answer().starts_with("ERROR "));
}

#[test]
fn a_new_position_stops_the_search_and_is_not_lost() {
    let mut client = thinking();
    // As Yixin-Board begins a new game in the middle of a search.
    for line in [
        "INFO time_left 100000",
        "start 15",
        "board",
        "7,7,2",
        "done",
    ] {
        client.send(line);
    }
    assert_eq!(client.answer(), "7,7");
    assert_eq!(client.answer(), "OK");
    client.expect_silence(SHORT);
    assert_eq!(client.ask("yxstop"), "6,6");
    client.expect_silence(SHORT);
}

#[test]
fn every_command_to_think_has_one_answer_even_in_a_burst() {
    let mut client = thinking();
    let lines = "TURN 0,0\nTURN 0,1\nTAKEBACK 0,1\nRESTART\nBEGIN\nYXNBEST 3\nABOUT\nTURN 0,0\n";
    client.send_bytes(lines.as_bytes());
    let mut answers = Vec::new();
    for _ in 0..8 {
        answers.push(client.answer());
    }
    // BEGIN, two turns, two OKs, BEGIN; YXNBEST is being thought about when ABOUT comes, which
    // does not stop it; the last turn does.
    assert_eq!(answers[3..5], ["OK", "OK"]);
    assert!(answers[6].starts_with("name="), "{answers:?}");
    client.expect_silence(SHORT);
    let last = client.ask("STOP");
    assert!(last.contains(','), "{last}");
    client.expect_silence(SHORT);
}

#[test]
fn end_leaves_at_once_without_a_word() {
    for habit in [Habit::UntilStopped, Habit::Deaf] {
        let mut client = thinking_as(habit);
        client.send("END");
        client.expect_end(LEAVING);
    }
}

#[test]
fn end_leaves_behind_waiting_lines() {
    let mut client = thinking_as(Habit::Deaf);
    client.send_bytes(b"START 15\nBOARD\n7,7,1\nEND\n");
    client.expect_end(LEAVING);
}

#[test]
fn the_end_of_input_is_answered_at_once() {
    // If the search does not hear, it is answered for.
    for habit in [Habit::UntilStopped, Habit::Deaf] {
        let mut client = thinking_as(habit);
        client.close();
        assert_eq!(client.answer(), "7,7");
        client.expect_end(LEAVING);
    }
}

#[test]
fn end_inside_a_block_leaves() {
    for last in ["END", ""] {
        let mut client = Client::stand_in(Habit::Quick);
        assert_eq!(client.ask("START 15"), "OK");
        client.send("BOARD\n7,7,1");
        if last.is_empty() {
            client.close();
        } else {
            client.send(last);
        }
        client.expect_end(LEAVING);
    }
}

#[test]
fn a_script_that_never_waits_gets_its_answers() {
    let mut client = Client::stand_in(Habit::UntilStopped);
    client.send_bytes(b"START 15\nBEGIN\nTURN 0,0\nEND\n");
    assert_eq!(client.answer(), "OK");
    assert_eq!(client.answer(), "7,7");
    assert_eq!(client.answer(), "6,6");
    client.expect_end(LEAVING);
}

#[test]
fn the_time_limit_is_held_even_if_the_brain_forgets_it() {
    let mut client = Client::stand_in(Habit::UntilStopped);
    assert_eq!(client.ask("START 15"), "OK");
    client.send("INFO timeout_turn 200");
    assert_eq!(client.ask("BEGIN"), "7,7");
    let taken = client.since_sent();
    assert!(
        taken >= Duration::from_millis(100) && taken < Duration::from_millis(200),
        "{taken:?}"
    );
    client.send("INFO timeout_turn 100000");
    client.send("INFO time_left 150");
    client.send("TURN 0,0");
    assert_eq!(client.answer(), "6,6");
    assert!(client.since_sent() < Duration::from_millis(150));
    client.send("INFO time_left -5");
    client.send("TURN 0,1");
    client.answer();
    assert!(client.since_sent() < Duration::from_millis(100));
}

#[test]
fn a_search_that_does_not_end_is_answered_for() {
    let mut client = Client::stand_in(Habit::Deaf);
    assert_eq!(client.ask("START 15"), "OK");
    client.send("INFO timeout_turn 200");
    for (line, answer) in [("BEGIN", "7,7"), ("TURN 0,0", "6,6"), ("TURN 0,1", "7,6")] {
        assert_eq!(client.ask(line), answer);
        let taken = client.since_sent();
        assert!(
            taken > Duration::from_millis(200) && taken < Duration::from_millis(700),
            "{taken:?}"
        );
        client.expect_silence(SHORT);
    }
    client.send("END");
    client.expect_end(LEAVING);
}

#[test]
fn an_illegal_choice_is_replaced() {
    let mut client = Client::stand_in(Habit::Illegal);
    assert_eq!(client.ask("START 15"), "OK");
    assert_eq!(client.ask("BEGIN"), "7,7");
    assert_eq!(client.ask("TURN 0,0"), "6,6");
}

#[test]
fn analysis_lines_come_only_when_asked_for() {
    let mut client = Client::stand_in(Habit::UntilStopped);
    client.send("START 15\nINFO show_detail 3\nINFO timeout_turn 150\nBEGIN");
    let mut lines = Vec::new();
    while let Heard::Line(line) = client.listen(SHORT) {
        lines.push(line);
    }
    assert!(
        lines.iter().any(|line| line == "MESSAGE REALTIME BEST 7,7"),
        "{lines:?}"
    );
    assert!(
        lines.iter().any(|line| line == "INFO BESTLINE 7,7"),
        "{lines:?}"
    );
    // Tens of lines a second at most, whatever the search does.
    assert!(lines.len() < 90, "{}", lines.len());
    assert_eq!(lines.last().map(String::as_str), Some("7,7"));
    client.send("INFO show_detail 0\nINFO timeout_turn 50\nTURN 0,0");
    let mut lines = Vec::new();
    while let Heard::Line(line) = client.listen(SHORT) {
        lines.push(line);
    }
    let plain = |line: &String| line.starts_with("MESSAGE depth ") || line == "6,6";
    assert!(lines.iter().all(plain), "{lines:?}");
}

#[test]
fn a_flood_during_the_search_ends_it() {
    let mut client = thinking();
    client.send_bytes("WHAT\n".repeat(20_000).as_bytes());
    assert_eq!(client.answer(), "7,7");
    assert!(client.answer().starts_with("UNKNOWN "));
}
