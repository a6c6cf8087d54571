//! The keys of INFO and of the settings file.

use std::path::PathBuf;
use std::time::Duration;

use log::LevelFilter;

use super::text::{leading_number, split_word};
use crate::engine::options::Setting;
use crate::types::Rule;

/// A `time_left` that stands for no limit.
const UNLIMITED_LEFT: i64 = i32::MAX as i64;

/// What one INFO line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Something the engine knows.
    Engine(Setting),
    /// The rule's bit mask; what it means depends on the client.
    Rule(i64),
    /// Which analysis lines to print: bit 0 REALTIME, bit 1 INFO.
    ShowDetail(u8),
    /// Where to write the log; heeded in the settings file only.
    LogFile(PathBuf),
    /// How much to log; heeded in the settings file only.
    LogLevel(LevelFilter),
    /// Nothing to do: an unknown key, a key without a good value, or one that is not used here.
    Ignored,
}

impl Info {
    /// Reads `key value`. Nothing is an error: INFO is never answered.
    pub fn parse(text: &str) -> Self {
        let (key, value) = split_word(text);
        match key.to_ascii_lowercase().as_str() {
            "log_file" if !value.is_empty() => Self::LogFile(value.into()),
            "log_level" => value.parse().map_or(Self::Ignored, Self::LogLevel),
            key => leading_number(value).map_or(Self::Ignored, |number| Self::number(key, number)),
        }
    }

    /// A key whose value is a number.
    fn number(key: &str, number: i64) -> Self {
        let setting = match key {
            "rule" => return Self::Rule(number),
            "show_detail" => return Self::ShowDetail((number & 3) as u8),
            "timeout_turn" => Setting::TurnTime(milliseconds(number)),
            "timeout_match" => Setting::MatchTime(milliseconds(number).filter(|t| !t.is_zero())),
            "time_left" => Setting::TimeLeft(time_left(number)),
            "time_increment" => Setting::Increment(milliseconds(number).unwrap_or_default()),
            "max_memory" => Setting::Memory(positive(number)),
            "hash_size" => Setting::Table(positive(number).unwrap_or(0).saturating_mul(1024)),
            "thread_num" => Setting::Threads(usize::try_from(number).unwrap_or(1)),
            "max_depth" => Setting::Depth(positive(number).map(clamped)),
            "max_node" => Setting::Nodes(positive(number)),
            "strength" => Setting::Strength(number.clamp(0, 100) as u8),
            _ => return Self::Ignored,
        };
        Self::Engine(setting)
    }
}

/// Decodes the rule's bits: 1 exactly five, 2 continuous, 4 renju, 8 caro; none if there are others.
/// That a game is continuous changes nothing here, for the manager says which squares are dead.
pub(super) fn rule_of_mask(mask: i64) -> Option<Rule> {
    const CONTINUOUS: i64 = 2;
    let known = (0..16).contains(&mask);
    known.then_some(match mask & !CONTINUOUS {
        0 => Rule::Freestyle,
        1 => Rule::Standard,
        8 => Rule::Caro,
        9 => Rule::CaroExact,
        _ => Rule::Renju,
    })
}

/// A time of 0 or more; a negative number is no limit.
fn milliseconds(number: i64) -> Option<Duration> {
    u64::try_from(number).ok().map(Duration::from_millis)
}

/// What is left of the match: the largest 32-bit number means no limit, an overdrawn clock is 0.
fn time_left(number: i64) -> Option<Duration> {
    (number != UNLIMITED_LEFT).then(|| milliseconds(number).unwrap_or_default())
}

/// A limit, of which 0 and less mean that there is none.
fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number > 0)
}

fn clamped(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn keys_are_case_insensitive_and_values_lenient() {
        let turn = Info::Engine(Setting::TurnTime(Some(ms(1000))));
        for text in [
            "timeout_turn 1000",
            "TIMEOUT_TURN  1000",
            "Timeout_Turn\t1000.9 ms",
        ] {
            assert_eq!(Info::parse(text), turn, "{text}");
        }
    }

    #[test]
    fn times_have_their_own_ideas_of_none() {
        let set = |text| match Info::parse(text) {
            Info::Engine(setting) => setting,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(set("timeout_turn 0"), Setting::TurnTime(Some(ms(0))));
        assert_eq!(set("timeout_turn -1"), Setting::TurnTime(None));
        assert_eq!(set("timeout_match 0"), Setting::MatchTime(None));
        assert_eq!(set("timeout_match -5"), Setting::MatchTime(None));
        assert_eq!(set("time_left 2147483647"), Setting::TimeLeft(None));
        assert_eq!(set("time_left 0"), Setting::TimeLeft(Some(ms(0))));
        assert_eq!(set("time_left -400"), Setting::TimeLeft(Some(ms(0))));
        assert_eq!(
            set("time_left 5399123.4"),
            Setting::TimeLeft(Some(ms(5_399_123)))
        );
        assert_eq!(set("time_increment -3"), Setting::Increment(ms(0)));
    }

    #[test]
    fn counts_below_one_are_no_limit() {
        for text in ["max_node -1", "max_node 0"] {
            assert_eq!(Info::parse(text), Info::Engine(Setting::Nodes(None)));
        }
        assert_eq!(
            Info::parse("max_depth -1"),
            Info::Engine(Setting::Depth(None))
        );
        assert_eq!(
            Info::parse("max_memory 0"),
            Info::Engine(Setting::Memory(None))
        );
        let huge = Info::parse("max_depth 99999999999");
        assert_eq!(huge, Info::Engine(Setting::Depth(Some(u32::MAX))));
        assert_eq!(
            Info::parse("thread_num -4"),
            Info::Engine(Setting::Threads(1))
        );
        assert_eq!(
            Info::parse("strength 250"),
            Info::Engine(Setting::Strength(100))
        );
        let table = Info::parse("hash_size 9223372036854775807");
        assert_eq!(table, Info::Engine(Setting::Table(u64::MAX)));
    }

    #[test]
    fn rule_masks_are_decoded() {
        let masks = [
            (0, Rule::Freestyle),
            (1, Rule::Standard),
            (2, Rule::Freestyle),
            (3, Rule::Standard),
            (4, Rule::Renju),
            (5, Rule::Renju),
            (6, Rule::Renju),
            (8, Rule::Caro),
            (9, Rule::CaroExact),
            (10, Rule::Caro),
            (11, Rule::CaroExact),
        ];
        for (mask, want) in masks {
            assert_eq!(rule_of_mask(mask), Some(want), "{mask}");
        }
        for mask in [-1, 16, 99, i64::MAX, i64::MIN] {
            assert_eq!(rule_of_mask(mask), None, "{mask}");
        }
    }

    #[test]
    fn whatever_is_not_understood_is_ignored() {
        for text in [
            "",
            "rule",
            "rule x",
            "timeout_turn",
            "max_memory lots",
            "evaluate 3,4",
            "game_type 1",
            "folder C:\\Program Files\\x",
            "pondering 1",
            "log_file",
            "x y z",
        ] {
            assert_eq!(Info::parse(text), Info::Ignored, "{text:?}");
        }
    }
}
