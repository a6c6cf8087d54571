//! Numbers made by hand: what training is measured against, and the weights of a rule that has no
//! trained ones.

use super::features::{MASKS, SHAPES, mask_digits, shapes};
use super::file::Contents;
use super::weights::{FRACTION, Tables, Weights};
use crate::board::pattern::{Pattern, Threat};
use crate::types::{BoardSize, Color, Rule};

/// Worth of a pattern at an empty point, by pattern number.
const PATTERN_VALUE: [i16; 16] = [0, 0, 2, 2, 5, 7, 9, 7, 9, 20, 24, 15, 17, 60, 60, 0];

/// Worth of a threat beyond its patterns, by threat number.
const THREAT_VALUE: [i16; 15] = [0, 0, 0, 2, 0, 4, 0, 8, 40, 0, 12, 60, 60, 0, 0];

/// Ordering of an own move by the threat that it makes.
const OWN_MOVE: [i16; 15] = [
    0, 0, 20, 40, 40, 90, 150, 230, 420, 200, 320, 1500, 4000, 12_000, -200,
];

/// Ordering of a move that takes this threat from the opponent.
const OPPONENT_MOVE: [i16; 15] = [
    0, 0, 16, 32, 28, 60, 110, 170, 320, 120, 220, 900, 3000, 10_000, -50,
];

/// Worth of a rule's threats of the side to move that stand: four-three, four, double three, three.
const OWN_MASK: [i16; 4] = [350, 40, 150, 60];

/// The same of the opponent: open four, four-three, four, double three, three.
const OPPONENT_MASK: [i16; 5] = [-60, -60, -20, -40, -20];

/// Units of a logistic unit, as measured on games that these numbers played.
const SCALE: u16 = 220;

/// Side of the board that they were made for.
const HOME: usize = 15;

impl Weights {
    /// The weights made by hand.
    pub fn by_hand(rule: Rule) -> Self {
        let sides: Vec<Tables> = Color::BOTH
            .into_iter()
            .take(Self::table_count(rule))
            .map(|color| tables(rule.has_fouls(color)))
            .collect();
        Self::new(Contents {
            rule,
            home: BoardSize::square(HOME),
            scale: SCALE,
            sides,
            provenance: "made by hand".to_owned(),
        })
    }
}

fn tables(has_fouls: bool) -> Tables {
    let mut tables = Tables::zero();
    for (shape, patterns) in shapes().into_iter().enumerate().take(SHAPES) {
        let threat = Threat::of(patterns, has_fouls);
        let lines: i16 = patterns
            .iter()
            .map(|&pattern: &Pattern| PATTERN_VALUE[pattern as usize])
            .sum();
        let value = if threat == Threat::Foul {
            0
        } else {
            lines + THREAT_VALUE[threat as usize]
        };
        tables.to_move[shape] = (value + value / 4) << FRACTION;
        tables.waiting[shape] = value << FRACTION;
        tables.own_move[shape] = OWN_MOVE[threat as usize] + 2 * lines;
        tables.opponent_move[shape] = OPPONENT_MOVE[threat as usize] + 2 * lines;
    }
    tables.mask = (0..MASKS).map(mask).collect();
    tables
}

fn mask(mask: usize) -> i16 {
    let values = OWN_MASK.iter().chain(&OPPONENT_MASK);
    let sum: i16 = values
        .zip(mask_digits(mask))
        .map(|(value, digit)| if digit > 0 { *value } else { 0 })
        .sum();
    sum << FRACTION
}
