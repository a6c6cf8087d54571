//! Plays every transcript of `protocol-fixtures`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::referee::Referee;
use crate::script::{Difference, Script};

/// Set to anything, this makes differing exact lines be rewritten instead of reported.
const BLESS: &str = "TENGEN_BLESS";

/// How often a transcript is played until it goes through.
const ATTEMPTS: usize = 4;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-fixtures")
}

/// All transcripts: files that begin with a title. The others are plain client lines.
fn transcripts() -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder()).expect("the folder of fixtures");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut texts: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a readable fixture");
            (path, text)
        })
        .filter(|(_, text)| text.starts_with("# "))
        .collect();
    texts.sort();
    texts
}

#[test]
fn the_brain_answers_as_the_transcripts_say() {
    let transcripts = transcripts();
    assert!(transcripts.len() > 20, "{}", transcripts.len());
    let mut problems = Vec::new();
    for (path, text) in &transcripts {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let script = Script::parse(text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let differences = play(&script);
        if std::env::var_os(BLESS).is_some() {
            bless(path, text, &differences);
            continue;
        }
        for difference in differences {
            problems.push(format!(
                "{name}:{}: {}",
                difference.line + 1,
                difference.problem
            ));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// Plays a transcript. The times in it hold on a machine that has nothing else to do: a tester's
/// machine has, so that it may take some attempts.
fn play(script: &Script) -> Vec<Difference> {
    let mut attempts = (0..ATTEMPTS).map(|_| script.play());
    let mut differences = attempts.next().unwrap_or_default();
    while !differences.is_empty() {
        match attempts.next() {
            Some(next) => differences = next,
            None => break,
        }
    }
    differences
}

/// Writes the lines that came in the place of those expected.
fn bless(path: &Path, text: &str, differences: &[Difference]) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for difference in differences {
        let line = difference.instead.as_ref();
        let line = line.unwrap_or_else(|| panic!("{}: {}", path.display(), difference.problem));
        lines[difference.line] = format!("< {line}");
    }
    if !differences.is_empty() {
        fs::write(path, lines.join("\n") + "\n").expect("a writable fixture");
    }
}

/// The game of the README: a file as standard input is played to its end, every search being
/// finished before the next line is looked at.
#[test]
fn the_first_game_is_played_from_a_file() {
    let path = folder().join("first-game.txt");
    let lines = fs::read_to_string(&path).expect("the first game");
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .env_remove("TENGEN_LOG")
        .stdin(fs::File::open(&path).expect("the first game"))
        .stdout(Stdio::piped())
        .output()
        .expect("the brain runs");
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout).expect("text");
    let mut answers = output.lines().filter(|line| !line.starts_with("MESSAGE "));
    let mut referee = Referee::default();
    for line in lines.lines() {
        referee.sent(line);
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "START" => assert_eq!(answers.next(), Some("OK")),
            "BEGIN" | "TURN" | "DONE" => {
                let answer = answers.next().expect("an answer");
                referee
                    .answered(answer, 1)
                    .unwrap_or_else(|problem| panic!("{problem}"));
            }
            "ABOUT" => assert!(answers.next().is_some_and(|line| line.starts_with("name="))),
            _ => {}
        }
    }
    assert_eq!(answers.next(), None);
}
