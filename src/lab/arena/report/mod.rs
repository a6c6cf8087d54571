//! Results on disk, written as each game ends.
//!
//! The JSON lines are the match's memory: they are written first, in one piece, and a match is
//! resumed from them. SGF, PGN and PSQ are made from the same records and are made anew when a match
//! is resumed, so that they never hold a game twice or half.

mod html;
mod pgn;
mod psq;
mod sgf;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::record::GameRecord;
use super::standings::Standings;

/// Where results go; all optional.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// One JSON object a line.
    pub jsonl: Option<PathBuf>,
    /// One SGF collection.
    pub sgf: Option<PathBuf>,
    /// One PGN database.
    pub pgn: Option<PathBuf>,
    /// A folder, one PSQ file a game.
    pub psq: Option<PathBuf>,
    /// One page, written at the end.
    pub html: Option<PathBuf>,
}

/// A file that cannot be read or written, or does not hold what it should.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The system refuses.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Results would be lost.
    #[error("{0} holds results already: resume with --resume, or name another file")]
    Exists(PathBuf),
    /// A line that is no game.
    #[error("{path} line {line}: {error}")]
    NoGame {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// The reason.
        error: serde_json::Error,
    },
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> ReportError + '_ {
    |error| ReportError::Io {
        path: path.to_owned(),
        error,
    }
}

/// The open files of a match.
#[derive(Debug)]
pub struct Reports {
    targets: Targets,
    jsonl: Option<File>,
    sgf: Option<File>,
    pgn: Option<File>,
}

impl Reports {
    /// Opens all files of a new match.
    ///
    /// # Errors
    /// If one cannot be written or holds something.
    pub fn create(targets: Targets) -> Result<Self, ReportError> {
        for path in [&targets.jsonl, &targets.sgf, &targets.pgn]
            .into_iter()
            .flatten()
        {
            if fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0) {
                return Err(ReportError::Exists(path.clone()));
            }
        }
        Self::open(targets)
    }

    /// Opens the files of a match that was interrupted, after these games.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn resume(targets: Targets, records: &[GameRecord]) -> Result<Self, ReportError> {
        // The memory itself is replaced in one step, so that no interruption can lose it.
        if let Some(path) = &targets.jsonl {
            let mut text = String::new();
            for record in records {
                text.push_str(&json_line(record));
            }
            let fresh = path.with_extension("jsonl.new");
            fs::write(&fresh, text).map_err(io_error(&fresh))?;
            fs::rename(&fresh, path).map_err(io_error(path))?;
        }
        for path in [&targets.sgf, &targets.pgn].into_iter().flatten() {
            File::create(path).map_err(io_error(path))?;
        }
        let mut reports = Self::open(targets)?;
        for record in records {
            reports.write_games(record)?;
        }
        Ok(reports)
    }

    fn open(targets: Targets) -> Result<Self, ReportError> {
        let open = |path: &Option<PathBuf>| {
            path.as_deref()
                .map(|path| {
                    let file = OpenOptions::new().create(true).append(true).open(path);
                    file.map_err(io_error(path))
                })
                .transpose()
        };
        if let Some(folder) = &targets.psq {
            fs::create_dir_all(folder).map_err(io_error(folder))?;
        }
        Ok(Self {
            jsonl: open(&targets.jsonl)?,
            sgf: open(&targets.sgf)?,
            pgn: open(&targets.pgn)?,
            targets,
        })
    }

    /// Writes a game to all files.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn write(&mut self, record: &GameRecord) -> Result<(), ReportError> {
        if let (Some(file), Some(path)) = (&mut self.jsonl, &self.targets.jsonl) {
            let line = json_line(record);
            file.write_all(line.as_bytes())
                .and_then(|()| file.sync_data())
                .map_err(io_error(path))?;
        }
        self.write_games(record)
    }

    fn write_games(&mut self, record: &GameRecord) -> Result<(), ReportError> {
        let texts = [
            (
                &mut self.sgf,
                &self.targets.sgf,
                sgf::game as fn(&GameRecord) -> String,
            ),
            (&mut self.pgn, &self.targets.pgn, pgn::game),
        ];
        for (file, path, text) in texts {
            if let (Some(file), Some(path)) = (file, path) {
                file.write_all(text(record).as_bytes())
                    .map_err(io_error(path))?;
            }
        }
        if let Some(folder) = &self.targets.psq {
            let path = folder.join(format!("{:06}.psq", record.game));
            fs::write(&path, psq::game(record)).map_err(io_error(&path))?;
        }
        Ok(())
    }

    /// Writes the page.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&self, standings: &Standings, records: &[GameRecord]) -> Result<(), ReportError> {
        if let Some(path) = &self.targets.html {
            fs::write(path, html::page(standings, records)).map_err(io_error(path))?;
        }
        Ok(())
    }
}

fn json_line(record: &GameRecord) -> String {
    let mut line = serde_json::to_string(record).expect("a record has a JSON form");
    line.push('\n');
    line
}

/// Reads the games of a JSON lines file. A last line without its end was being written when the
/// runner died: it is dropped.
///
/// # Errors
/// If the file cannot be read or another line is no game.
pub fn read(path: &Path) -> Result<Vec<GameRecord>, ReportError> {
    let text = fs::read_to_string(path).map_err(io_error(path))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let lines = whole.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| ReportError::NoGame {
                path: path.to_owned(),
                line: number + 1,
                error,
            })
        })
        .collect()
}

/// A short game that Black lost by an illegal move, for tests.
#[cfg(test)]
fn sample() -> GameRecord {
    use super::record::{GameResult, Reason, Warnings};
    GameRecord {
        game: 3,
        pair: 1,
        black: "one".to_owned(),
        white: "two".to_owned(),
        rule: "freestyle".to_owned(),
        size: "15".to_owned(),
        tc: "0/1".to_owned(),
        opening: "h8".to_owned(),
        moves: "h8i7".to_owned(),
        result: GameResult::White,
        reason: Reason::Illegal,
        fault: true,
        detail: "7,7 is taken already".to_owned(),
        plies: 2,
        times_ms: vec![0.0, 12.5],
        scores: vec![None, Some(-3.0)],
        depths: vec![None, Some(4)],
        warnings_black: Warnings::default(),
        warnings_white: Warnings::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_last_line_is_dropped_and_the_rest_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        let targets = Targets {
            jsonl: Some(path.clone()),
            sgf: Some(folder.path().join("games.sgf")),
            psq: Some(folder.path().join("psq")),
            ..Targets::default()
        };
        let mut reports = Reports::create(targets.clone()).expect("new files");
        let mut second = sample();
        second.game = 4;
        reports.write(&sample()).expect("written");
        reports.write(&second).expect("written");
        let mut file = OpenOptions::new().append(true).open(&path).expect("there");
        file.write_all(b"{\"game\":5,\"bla").expect("written");

        assert!(matches!(
            Reports::create(targets.clone()),
            Err(ReportError::Exists(_))
        ));
        let records = read(&path).expect("readable");
        assert_eq!(records, [sample(), second]);
        drop(Reports::resume(targets, &records).expect("resumed"));
        assert_eq!(read(&path).expect("readable"), records);
        let sgf = fs::read_to_string(folder.path().join("games.sgf")).expect("there");
        assert_eq!(sgf.lines().count(), 2);
        assert!(folder.path().join("psq/000004.psq").exists());
    }

    #[test]
    fn a_line_that_is_no_game_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        fs::write(&path, "{}\n").expect("written");
        let error = read(&path).expect_err("no game").to_string();
        assert!(error.contains("games.jsonl line 1"), "{error}");
    }
}
