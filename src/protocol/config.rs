//! The settings file beside the executable: `key value` a line, the keys of INFO. It lets a user set
//! what the client cannot say, a level for example; what the client does say goes first.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use log::LevelFilter;

use super::info::{Info, rule_of_mask};
use super::text::is_blank;
use crate::engine::options::{Options, Setting};

/// The file's name, in the executable's folder.
pub const FILE_NAME: &str = "pbrain-tengen.cfg";
/// Bytes read of it.
const LONGEST_FILE: u64 = 1 << 16;

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Values for the engine, in the order given.
    pub settings: Vec<Setting>,
    /// Where to write the log.
    pub log_file: Option<PathBuf>,
    /// How much to write there.
    pub log_level: Option<LevelFilter>,
}

impl Config {
    /// Reads the file in a folder. No file, or one that cannot be read, sets nothing. The log's
    /// path is taken from that folder.
    pub fn load(folder: &Path) -> Self {
        let mut bytes = Vec::new();
        let opened = File::open(folder.join(FILE_NAME));
        let read = opened.and_then(|file| file.take(LONGEST_FILE).read_to_end(&mut bytes));
        if read.is_err() {
            return Self::default();
        }
        let mut config = Self::parse(&String::from_utf8_lossy(&bytes));
        config.log_file = config.log_file.map(|path| folder.join(path));
        config
    }

    /// Reads the text of such a file. `#` begins a comment line; the word INFO may stand before the
    /// key; what is not understood is passed over.
    pub fn parse(text: &str) -> Self {
        let mut config = Self::default();
        for line in text.lines() {
            let line = line.trim_matches(is_blank);
            if !line.starts_with('#') {
                config.take(Info::parse(without_info(line)));
            }
        }
        config
    }

    fn take(&mut self, info: Info) {
        match info {
            Info::Engine(setting) => self.settings.push(setting),
            Info::Rule(mask) => self.settings.extend(rule_of_mask(mask).map(Setting::Rule)),
            Info::LogFile(path) => self.log_file = Some(path),
            Info::LogLevel(level) => self.log_level = Some(level),
            Info::ShowDetail(_) | Info::Ignored => {}
        }
    }

    /// Options with these settings applied.
    pub fn options(&self) -> Options {
        let mut options = Options::default();
        for &setting in &self.settings {
            options.apply(setting);
        }
        options
    }
}

fn without_info(line: &str) -> &str {
    match line.split_once(is_blank) {
        Some((word, rest)) if word.eq_ignore_ascii_case("INFO") => rest,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_info() {
        let text = "# a level for beginners\r\nstrength 30\n\nINFO timeout_turn 1000\nrule 4\n\
                    nonsense\nthread_num\nlog_file logs/my log.txt\nlog_level debug\n";
        let config = Config::parse(text);
        assert_eq!(config.settings.len(), 3);
        assert_eq!(config.settings[0], Setting::Strength(30));
        assert_eq!(config.log_file, Some("logs/my log.txt".into()));
        assert_eq!(config.log_level, Some(LevelFilter::Debug));
        assert_eq!(config.options().rule(), crate::types::Rule::Renju);
    }

    #[test]
    fn a_missing_file_sets_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Config::load(folder.path()), Config::default());
        let bytes = b"\xffstrength 1\nstrength 20\nlog_file x.log\n";
        std::fs::write(folder.path().join(FILE_NAME), bytes).expect("a file");
        let config = Config::load(folder.path());
        assert_eq!(config.settings, [Setting::Strength(20)]);
        assert_eq!(config.log_file, Some(folder.path().join("x.log")));
    }
}
