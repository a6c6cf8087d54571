//! From the cells around a point to its [`Pattern`]s and [`Threat`], by small tables.
//!
//! Seen from a new stone, each half of a line (five cells outward) matters only up to the first
//! cell that the side cannot own. That leaves at most 94 different halves, so a line's pattern is a
//! look-up by two half numbers in a table that stays in the first-level cache, for every rule and
//! both sides; no rule needs code of its own.

use std::sync::LazyLock;

use super::lines::EMPTY;
use super::pattern::{Pattern, Threat};
use crate::types::{Color, PerColor, Rule};

/// Cells of half a window.
const REACH: usize = 5;
/// Values of half a window's ten bits.
const HALF_KEYS: usize = 1 << (2 * REACH);
/// Room for the half numbers of a side.
const HALVES: usize = 128;

/// Kinds of pattern that a [`Threat`] tells apart.
const KINDS: usize = 9;
/// Room for the numbers of unordered pairs of kinds.
const PAIRS: usize = 64;
/// From one first pair to the next in the table of threats.
const PAIR_STRIDE: usize = PAIRS;

/// Half numbers of both sides for ten bits of a line word: Black's in the low byte.
type HalfTable = [u16; HALF_KEYS];

/// All tables of a rule.
pub(crate) struct PatternTables {
    /// By the five cells below the point on its line (the nearest cell highest).
    left: HalfTable,
    /// By the five cells above the point (the nearest cell lowest).
    right: HalfTable,
    /// Pattern number by `left half * HALVES + right half`.
    patterns: PerColor<[u8; HALVES * HALVES]>,
    /// Threat number by the pair numbers of a point's patterns, of the first two directions and of
    /// the last two.
    threats: PerColor<[u8; PAIRS * PAIR_STRIDE]>,
    /// Pair number by two patterns, four bits each.
    pairs: [u8; 1 << 8],
    /// By the five cells on one side of a stone (the nearest cell lowest): which of them are empty
    /// and see the stone, so that their patterns may change with it.
    seen_right: [u8; HALF_KEYS],
    /// The same for the other side (the nearest cell highest); bit `i` is the cell `i + 1` away.
    seen_left: [u8; HALF_KEYS],
}

impl std::fmt::Debug for PatternTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PatternTables")
    }
}

static TABLES: [LazyLock<PatternTables>; 5] = [
    LazyLock::new(|| PatternTables::build(Rule::Freestyle)),
    LazyLock::new(|| PatternTables::build(Rule::Standard)),
    LazyLock::new(|| PatternTables::build(Rule::Renju)),
    LazyLock::new(|| PatternTables::build(Rule::Caro)),
    LazyLock::new(|| PatternTables::build(Rule::CaroExact)),
];

impl PatternTables {
    /// The tables of a rule, built when first asked for.
    pub(crate) fn of(rule: Rule) -> &'static Self {
        &TABLES[rule.index()]
    }

    /// The patterns of both sides for an eleven-cell window: Black's in bits 0 to 3, White's in
    /// bits 16 to 19.
    #[inline]
    pub(crate) fn patterns(&self, window: u64) -> u32 {
        let left = self.left[window as usize % HALF_KEYS] as usize;
        let right = self.right[(window >> (2 * REACH + 2)) as usize % HALF_KEYS] as usize;
        let black = (left & 0x7F) * HALVES + (right & 0x7F);
        let white = (left >> 8 & 0x7F) * HALVES + (right >> 8 & 0x7F);
        u32::from(self.patterns[Color::Black][black])
            | u32::from(self.patterns[Color::White][white]) << 16
    }

    /// The threats of both sides for a point's code: Black's in the low four bits.
    #[inline]
    pub(crate) fn threats(&self, code: u32) -> u8 {
        let pair = |shift: u32| self.pairs[(code >> shift) as usize & 0xFF] as usize;
        let threat = |color: Color, first: usize, last: usize| {
            self.threats[color][(first % PAIRS) * PAIR_STRIDE + last % PAIRS]
        };
        threat(Color::Black, pair(0), pair(8)) | threat(Color::White, pair(16), pair(24)) << 4
    }

    /// The empty cells of a window that see its middle: bit `i` is the cell at place `i`.
    #[inline]
    pub(crate) fn seen(&self, window: u64) -> u32 {
        let left = self.seen_left[window as usize % HALF_KEYS];
        let right = self.seen_right[(window >> (2 * REACH + 2)) as usize % HALF_KEYS];
        u32::from(left) | u32::from(right) << (REACH + 1)
    }

    fn build(rule: Rule) -> Self {
        let sides = PerColor(Color::BOTH.map(|color| Side { rule, color }));
        let mut left = [0; HALF_KEYS];
        let mut right = [0; HALF_KEYS];
        let mut seen_left = [0; HALF_KEYS];
        let mut seen_right = [0; HALF_KEYS];
        let reach = Color::BOTH
            .map(|color| sides[color].reach())
            .into_iter()
            .max()
            .unwrap_or(0);
        for key in 0..HALF_KEYS {
            let outward: [u64; REACH] = std::array::from_fn(|i| key as u64 >> (2 * i) & EMPTY);
            let mut inward = outward;
            inward.reverse();
            let both = |cells: &[u64; REACH]| {
                sides[Color::Black].half(cells) as u16
                    | (sides[Color::White].half(cells) as u16) << 8
            };
            right[key] = both(&outward);
            left[key] = both(&inward);
            seen_right[key] = seen_cells(&outward, reach);
            // In the lower half the cell next to the middle has the highest place.
            seen_left[key] = seen_cells(&inward, reach).reverse_bits() >> (8 - REACH);
        }
        Self {
            left,
            right,
            patterns: PerColor(Color::BOTH.map(|color| sides[color].pattern_table())),
            threats: PerColor(Color::BOTH.map(|color| threat_table(rule.has_fouls(color)))),
            pairs: pair_table(),
            seen_right,
            seen_left,
        }
    }
}

/// Which of the cells, nearest first, are empty with no cell before them that stops both sides.
fn seen_cells(cells: &[u64; REACH], reach: usize) -> u8 {
    let mut passable = EMPTY;
    let mut seen = 0;
    for (i, &cell) in cells.iter().enumerate().take(reach) {
        if passable == 0 {
            break;
        }
        if cell == EMPTY {
            seen |= 1 << i;
        }
        passable &= cell;
    }
    seen
}

/// The kind of a pattern: patterns of one kind are the same to [`Threat::of`].
fn kind(pattern: Pattern) -> usize {
    match pattern {
        Pattern::Dead => 0,
        Pattern::ClosedOne | Pattern::OpenOne | Pattern::ClosedTwo => 1,
        Pattern::OpenTwo1 | Pattern::OpenTwo2 | Pattern::OpenTwo3 => 2,
        Pattern::ClosedThree1 | Pattern::ClosedThree2 => 3,
        Pattern::OpenThree1 | Pattern::OpenThree2 => 4,
        Pattern::LooseFour | Pattern::Four => 5,
        Pattern::OpenFour => 6,
        Pattern::Five => 7,
        Pattern::Foul => 8,
    }
}

/// A pattern of each kind.
const KIND_EXAMPLES: [Pattern; KINDS] = [
    Pattern::Dead,
    Pattern::OpenOne,
    Pattern::OpenTwo1,
    Pattern::ClosedThree1,
    Pattern::OpenThree1,
    Pattern::Four,
    Pattern::OpenFour,
    Pattern::Five,
    Pattern::Foul,
];

/// The unordered pairs of kinds, by number.
fn kind_pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..KINDS).flat_map(|high| (0..=high).map(move |low| [low, high]))
}

fn pair_table() -> [u8; 1 << 8] {
    std::array::from_fn(|code| {
        let mut kinds = [code & 15, code >> 4].map(|number| kind(Pattern::ALL[number]));
        kinds.sort_unstable();
        kind_pairs()
            .position(|pair| pair == kinds)
            .expect("every pair has a number") as u8
    })
}

fn threat_table(has_fouls: bool) -> [u8; PAIRS * PAIR_STRIDE] {
    let mut table = [0; PAIRS * PAIR_STRIDE];
    for (first, [a, b]) in kind_pairs().enumerate() {
        for (last, [c, d]) in kind_pairs().enumerate() {
            let lines = [a, b, c, d].map(|kind| KIND_EXAMPLES[kind]);
            table[first * PAIR_STRIDE + last] = Threat::of(lines, has_fouls) as u8;
        }
    }
    table
}

/// What stops a side at the end of a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Nothing within the cells looked at.
    Open,
    /// An opponent's stone.
    Opponent,
    /// The edge or a dead square.
    Wall,
}

/// Half a line as one side sees it: the cells it may own, nearest first, and what stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Half {
    /// Cells before the end.
    len: usize,
    /// Bit `i`: cell `i` holds an own stone.
    own: usize,
    end: End,
}

impl Half {
    /// A number below [`HALVES`]. Halves that stop earlier come first.
    fn number(self) -> usize {
        let shape = (1 << self.len) - 1 + self.own;
        if self.end == End::Wall {
            shape + 2 * (1 << REACH) - 1
        } else {
            shape
        }
    }

    /// Every half of up to `reach` cells.
    fn all(reach: usize) -> impl Iterator<Item = Self> {
        (0..=reach).flat_map(move |len| {
            let ends: &[End] = if len == reach {
                &[End::Open]
            } else {
                &[End::Opponent, End::Wall]
            };
            ends.iter()
                .flat_map(move |&end| (0..1 << len).map(move |own| Self { len, own, end }))
        })
    }

    /// Own stones in a row from the start.
    fn run(self) -> usize {
        self.own.trailing_ones() as usize
    }

    /// What stands right behind the first run of own stones; `None` for an empty or unknown cell.
    fn closed_by(self) -> Option<End> {
        (self.run() == self.len && self.end != End::Open).then_some(self.end)
    }

    fn empty_cells(self) -> impl Iterator<Item = usize> {
        (0..self.len).filter(move |&i| self.own >> i & 1 == 0)
    }

    fn with_own(self, cell: usize) -> Self {
        Self {
            own: self.own | 1 << cell,
            ..self
        }
    }

    fn with_opponent(self, cell: usize) -> Self {
        Self {
            len: cell,
            own: self.own & ((1 << cell) - 1),
            end: End::Opponent,
        }
    }
}

/// A line through a new stone: the two halves beside it.
type Line = [Half; 2];

/// One side under one rule.
#[derive(Clone, Copy, Debug)]
struct Side {
    rule: Rule,
    color: Color,
}

impl Side {
    /// How far cells matter: five cells where a sixth stone or a closed end can spoil a five.
    fn reach(self) -> usize {
        let plain = self.rule.overline_wins(self.color) && !self.rule.closed_five_fails();
        if plain { REACH - 1 } else { REACH }
    }

    /// The number of the half with these cells, nearest first.
    fn half(self, cells: &[u64; REACH]) -> usize {
        let reach = self.reach();
        let mut half = Half {
            len: 0,
            own: 0,
            end: End::Open,
        };
        for &cell in &cells[..reach] {
            let mine = super::lines::stone_bits(self.color);
            if cell & mine == 0 {
                half.end = if cell == 0 && self.rule.closed_five_fails() {
                    End::Wall
                } else {
                    End::Opponent
                };
                break;
            }
            if cell == mine {
                half.own |= 1 << half.len;
            }
            half.len += 1;
        }
        half.number()
    }

    fn pattern_table(self) -> [u8; HALVES * HALVES] {
        let mut table = [0; HALVES * HALVES];
        let mut known = vec![None; HALVES * HALVES];
        for left in Half::all(self.reach()) {
            for right in Half::all(self.reach()) {
                let index = left.number() * HALVES + right.number();
                table[index] = self.pattern([left, right], &mut known) as u8;
            }
        }
        table
    }

    /// The pattern of a line, with a memory of those found before.
    fn pattern(self, line: Line, known: &mut [Option<Pattern>]) -> Pattern {
        let index = line[0].number() * HALVES + line[1].number();
        if let Some(pattern) = known[index] {
            return pattern;
        }
        let pattern = self.find_pattern(line, known);
        known[index] = Some(pattern);
        pattern
    }

    fn find_pattern(self, line: Line, known: &mut [Option<Pattern>]) -> Pattern {
        if self.wins(line) {
            return Pattern::Five;
        }
        let restricted = self.rule.has_fouls(self.color);
        let run = line[0].run() + 1 + line[1].run();
        if restricted && run > 5 {
            return Pattern::Foul;
        }
        let winning = self.winning_cells(line);
        if winning > 0 {
            return if restricted && winning >= 2 && run != 4 {
                Pattern::Foul
            } else {
                self.four(line)
            };
        }
        let mut next = [0; 16];
        for (half, cell) in empty_cells(line) {
            next[self.pattern(with_own(line, half, cell), known) as usize] += 1;
        }
        let count =
            |patterns: &[Pattern]| patterns.iter().map(|&p| next[p as usize]).sum::<usize>();
        let open_fours = count(&[Pattern::OpenFour]);
        let fours = count(&[Pattern::Four, Pattern::LooseFour]);
        let open_threes = count(&[Pattern::OpenThree1, Pattern::OpenThree2]);
        let closed_threes = count(&[Pattern::ClosedThree1, Pattern::ClosedThree2]);
        let open_twos = count(&[Pattern::OpenTwo1, Pattern::OpenTwo2, Pattern::OpenTwo3]);
        let closed_twos = count(&[Pattern::ClosedTwo]);
        match (
            open_fours,
            fours,
            open_threes,
            closed_threes,
            open_twos,
            closed_twos,
        ) {
            (2.., ..) => Pattern::OpenThree2,
            (1, ..) => Pattern::OpenThree1,
            (_, 2.., ..) => Pattern::ClosedThree2,
            (_, 1, ..) => Pattern::ClosedThree1,
            (_, _, 3.., ..) => Pattern::OpenTwo3,
            (_, _, 2, ..) => Pattern::OpenTwo2,
            (_, _, 1, ..) => Pattern::OpenTwo1,
            (_, _, _, 1.., ..) => Pattern::ClosedTwo,
            (_, _, _, _, 1.., _) => Pattern::OpenOne,
            (_, _, _, _, _, 1..) => Pattern::ClosedOne,
            _ => Pattern::Dead,
        }
    }

    /// Which four a line with a winning cell is, by trying every reply of the opponent.
    fn four(self, line: Line) -> Pattern {
        let replies = empty_cells(line)
            .filter(|&(half, cell)| {
                let mut answered = line;
                answered[half] = line[half].with_opponent(cell);
                self.winning_cells(answered) == 0
            })
            .count();
        match replies {
            0 => Pattern::OpenFour,
            1 => Pattern::Four,
            _ => Pattern::LooseFour,
        }
    }

    /// How many cells complete a winning run through the new stone.
    fn winning_cells(self, line: Line) -> usize {
        empty_cells(line)
            .filter(|&(half, cell)| self.wins(with_own(line, half, cell)))
            .count()
    }

    /// Whether the run through the new stone wins.
    fn wins(self, line: Line) -> bool {
        match line[0].run() + 1 + line[1].run() {
            0..5 => false,
            5 => {
                let closed = line.map(|half| half.closed_by() == Some(End::Opponent));
                !(self.rule.closed_five_fails() && closed == [true; 2])
            }
            _ => self.rule.overline_wins(self.color),
        }
    }
}

fn empty_cells(line: Line) -> impl Iterator<Item = (usize, usize)> {
    (0..2).flat_map(move |half| line[half].empty_cells().map(move |cell| (half, cell)))
}

fn with_own(mut line: Line, half: usize, cell: usize) -> Line {
    line[half] = line[half].with_own(cell);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_by_pairs_equal_threats_by_patterns() {
        for rule in Rule::ALL {
            let tables = PatternTables::of(rule);
            for code in 0..1u32 << 16 {
                let lines = std::array::from_fn(|i| Pattern::ALL[code as usize >> (4 * i) & 15]);
                let want = Color::BOTH.map(|color| Threat::of(lines, rule.has_fouls(color)) as u8);
                assert_eq!(
                    tables.threats(code | code << 16),
                    want[0] | want[1] << 4,
                    "{lines:?}"
                );
            }
        }
    }
}

/// The tables against the definition of [`Pattern`], read off a line written as text: `X` own, `O`
/// the opponent's, `#` wall, `_` empty, the new stone in the middle.
#[cfg(test)]
mod by_definition {
    use super::*;
    use crate::types::SplitMix;

    type Text = [char; 11];
    const MIDDLE: usize = 5;

    fn wins(line: &Text, rule: Rule, color: Color) -> bool {
        let mut first = MIDDLE;
        while first > 0 && line[first - 1] == 'X' {
            first -= 1;
        }
        let mut last = MIDDLE;
        while last < 10 && line[last + 1] == 'X' {
            last += 1;
        }
        match last - first + 1 {
            0..=4 => false,
            5 => {
                let closed =
                    |end: Option<usize>| end.is_some_and(|end| line.get(end) == Some(&'O'));
                let both = closed(first.checked_sub(1)) && closed(Some(last + 1));
                !(rule.closed_five_fails() && both)
            }
            _ => rule.overline_wins(color),
        }
    }

    fn with(line: &Text, cell: usize, stone: char) -> Text {
        let mut next = *line;
        next[cell] = stone;
        next
    }

    /// Empty cells that no opponent's stone or wall parts from the middle.
    fn reachable(line: &Text) -> Vec<usize> {
        let open = |cells: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
            cells
                .take_while(|&i| matches!(line[i], 'X' | '_'))
                .filter(|&i| line[i] == '_')
                .collect()
        };
        let mut cells = open(&mut (0..MIDDLE).rev());
        cells.extend(open(&mut (MIDDLE + 1..11)));
        cells
    }

    fn winning(line: &Text, rule: Rule, color: Color) -> Vec<usize> {
        let wins = |&cell: &usize| wins(&with(line, cell, 'X'), rule, color);
        reachable(line).into_iter().filter(wins).collect()
    }

    fn slow(line: &Text, rule: Rule, color: Color) -> Pattern {
        let run = |step: isize| {
            (1..6)
                .take_while(|&i| line.get((5 + step * i) as usize) == Some(&'X'))
                .count()
        };
        let length = 1 + run(1) + run(-1);
        if wins(line, rule, color) {
            return Pattern::Five;
        }
        if rule.has_fouls(color) && length > 5 {
            return Pattern::Foul;
        }
        let fives = winning(line, rule, color);
        if !fives.is_empty() {
            if rule.has_fouls(color) && fives.len() > 1 && length != 4 {
                return Pattern::Foul;
            }
            let stops = (0..11)
                .filter(|&i| line[i] == '_')
                .filter(|&i| winning(&with(line, i, 'O'), rule, color).is_empty())
                .count();
            return [Pattern::OpenFour, Pattern::Four, Pattern::LooseFour][stops.min(2)];
        }
        let next: Vec<Pattern> = reachable(line)
            .into_iter()
            .map(|cell| slow(&with(line, cell, 'X'), rule, color))
            .collect();
        let count = |test: fn(Pattern) -> bool| next.iter().filter(|&&p| test(p)).count();
        match count(|p| p == Pattern::OpenFour) {
            0 => {}
            1 => return Pattern::OpenThree1,
            _ => return Pattern::OpenThree2,
        }
        match count(Pattern::is_simple_four) {
            0 => {}
            1 => return Pattern::ClosedThree1,
            _ => return Pattern::ClosedThree2,
        }
        match count(Pattern::is_open_three) {
            0 => {}
            1 => return Pattern::OpenTwo1,
            2 => return Pattern::OpenTwo2,
            _ => return Pattern::OpenTwo3,
        }
        if count(Pattern::is_closed_three) > 0 {
            return Pattern::ClosedTwo;
        }
        if count(Pattern::is_open_two) > 0 {
            return Pattern::OpenOne;
        }
        if count(|p| p == Pattern::ClosedTwo) > 0 {
            Pattern::ClosedOne
        } else {
            Pattern::Dead
        }
    }

    #[test]
    fn tables_equal_the_definition() {
        let mut random = SplitMix::new(11);
        for rule in Rule::ALL {
            let tables = PatternTables::of(rule);
            for _ in 0..400 {
                let walls = [random.below(8), random.below(8)].map(|n| n.saturating_sub(3));
                let cells: [u64; 11] = std::array::from_fn(|i| {
                    if i < walls[0].min(MIDDLE) || i > 10 - walls[1].min(MIDDLE) {
                        0
                    } else {
                        [EMPTY, EMPTY, EMPTY, 0b01, 0b01, 0b10][random.below(6)]
                    }
                });
                let window = cells.iter().rev().fold(0, |word, &cell| word << 2 | cell);
                let window = window | EMPTY << (2 * MIDDLE);
                let found = tables.patterns(window);
                for color in Color::BOTH {
                    let mine = super::super::lines::stone_bits(color);
                    let mut line: Text = cells.map(|cell| match cell {
                        0 => '#',
                        EMPTY => '_',
                        cell if cell == mine => 'X',
                        _ => 'O',
                    });
                    line[MIDDLE] = 'X';
                    let got = Pattern::ALL[(found >> (16 * color.index()) & 15) as usize];
                    assert_eq!(got, slow(&line, rule, color), "{rule} {color} {line:?}");
                }
            }
        }
    }
}
