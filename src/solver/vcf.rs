//! Wins by continuous fours: a depth-first search deepened by effort, over a proof table.
//!
//! A node is a position with the attacker to move who has no four on the board yet. Each window of
//! three gives two fours, and a four leaves the defender one answer (two at most, in caro), so a
//! move of this search is a pair: four and answer. A point that lies in two such windows whose
//! answers differ wins without a stone being placed.

use super::light::{Answers, FIVE_CELLS, Light, bits, half, places, point_at, windows_with};
use super::table::{ANY_EFFORT, Known, Table};
use super::{Budget, Effort, Proof, Scope};
use crate::board::zobrist;
use crate::types::{CELLS, Color, Key, Point};

/// Effort limits grow by this factor from one deepening to the next. Of 2, 3, 4, 8 and no limit at
/// all, 8 needs about as few stones as the last and cannot get lost.
const GROWTH: u32 = 8;
/// The first effort limit. From 1 on, the searches of some eighty stones that the main search makes
/// need a tenth more stones and find a fifth fewer wins.
const FIRST_LIMIT: u32 = 8;
/// The stop flag is polled once in this many stones, a power of two.
const POLL: u64 = 1024;

/// A four and the points that answer it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four {
    pub(super) point: Point,
    pub(super) answers: Answers,
    cost: u32,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Win,
    /// No win, whatever the effort.
    NoWin,
    /// No win within the effort.
    Limited,
    /// Out of budget.
    Aborted,
}

/// What the search keeps between calls.
#[derive(Debug)]
pub(super) struct Vcf {
    table: Table,
    /// Fours of the nodes on the path, one node's after another's.
    fours: Vec<Four>,
    /// While fours are listed: index of a point's four, plus one.
    listed: Box<[u16; CELLS]>,
    nodes: u64,
}

impl Vcf {
    pub(super) fn new(table_bytes: usize) -> Self {
        Self {
            table: Table::new(table_bytes),
            fours: Vec::with_capacity(CELLS),
            listed: Box::new([0; CELLS]),
            nodes: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A search on `light` for a win of `attacker`, who plays first.
    pub(super) fn search<'a>(
        &'a mut self,
        light: &'a mut Light,
        attacker: Color,
        effort: Effort,
        budget: Budget<'a>,
    ) -> Search<'a> {
        self.nodes = 0;
        Search {
            attacker,
            effort,
            salt: salt(attacker, effort),
            attacker_fouls: light.rule().has_fouls(attacker),
            defender_fouls: light.rule().has_fouls(!attacker),
            light,
            kept: self,
            budget,
        }
    }
}

/// Keeps the entries of either attacker and either effort apart.
fn salt(attacker: Color, effort: Effort) -> Key {
    const SALTS: [[Key; 2]; 2] = [
        [0x9B60_933B_2E4A_7C11, 0x3C6E_F372_FE94_F82B],
        [0xA54F_F53A_5F1D_36F1, 0x510E_527F_ADE6_82D1],
    ];
    SALTS[attacker.index()][(effort == Effort::Fours) as usize]
}

/// One search and what it works on.
pub(super) struct Search<'a> {
    pub(super) light: &'a mut Light,
    kept: &'a mut Vcf,
    budget: Budget<'a>,
    pub(super) attacker: Color,
    effort: Effort,
    salt: Key,
    pub(super) attacker_fouls: bool,
    pub(super) defender_fouls: bool,
}

impl Search<'_> {
    /// Whether the attacker wins.
    pub(super) fn solve(&mut self) -> Proof {
        if self.light.winning_point(self.attacker).is_some() {
            return Proof::Win;
        }
        match self.light.answers_to_fours(!self.attacker) {
            Some(answers) if answers.is_empty() => Proof::NoWin(Scope::Fours),
            must => self.deepen(must),
        }
    }

    /// Searches with growing effort until the question is settled.
    fn deepen(&mut self, must: Option<Answers>) -> Proof {
        let bound = self.budget.effort.unwrap_or(ANY_EFFORT - 1);
        let mut limit = match self.effort {
            Effort::Natural => FIRST_LIMIT.min(bound),
            Effort::Fours => 0,
        };
        loop {
            match self.attack(must, limit) {
                Ended::Win => return Proof::Win,
                Ended::NoWin => return Proof::NoWin(Scope::Fours),
                Ended::Aborted => return Proof::OutOfBudget,
                Ended::Limited if limit >= bound => {
                    return Proof::NoWin(Scope::FoursWithin(bound));
                }
                Ended::Limited => {
                    limit = match self.effort {
                        Effort::Natural => (limit * GROWTH).min(bound),
                        Effort::Fours => limit + 1,
                    }
                }
            }
        }
    }

    /// The attacker is to move and, if `must` is given, has to play one of its points.
    fn attack(&mut self, must: Option<Answers>, limit: u32) -> Ended {
        if self.out_of_budget() {
            return Ended::Aborted;
        }
        // 1. What the table knows.
        let key = self.light.key() ^ self.salt;
        let mut first = None;
        match self.kept.table.get(key) {
            Known::NoWin(ANY_EFFORT) => return Ended::NoWin,
            Known::NoWin(effort) if effort >= limit => return Ended::Limited,
            Known::Win(point) => first = Some(point),
            _ => {}
        }
        // 2. The fours; one without an answer wins.
        let start = self.kept.fours.len();
        let ended = if let Some(point) = self.list_fours(must) {
            self.kept.table.put(key, Known::Win(point));
            Ended::Win
        } else {
            self.order(start, first, must.is_some());
            self.try_fours(key, start, limit)
        };
        self.kept.fours.truncate(start);
        ended
    }

    /// Plays the listed fours from `start` on, cheapest first.
    fn try_fours(&mut self, key: Key, start: usize, limit: u32) -> Ended {
        let end = self.kept.fours.len();
        let mut ended = Ended::NoWin;
        for index in start..end {
            let four = self.kept.fours[index];
            match self.try_four(four, limit) {
                Ended::Win => {
                    self.kept.table.put(key, Known::Win(four.point));
                    return Ended::Win;
                }
                Ended::NoWin => {}
                Ended::Limited => ended = Ended::Limited,
                Ended::Aborted => return Ended::Aborted,
            }
        }
        let effort = if ended == Ended::NoWin {
            ANY_EFFORT
        } else {
            limit
        };
        self.kept.table.put(key, Known::NoWin(effort));
        ended
    }

    /// Plays one four and all its answers.
    fn try_four(&mut self, four: Four, limit: u32) -> Ended {
        if four.cost > limit && !self.defender_fouls {
            return Ended::Limited;
        }
        if !self.defender_fouls
            && let Some(ended) = self.known_failure(four, limit - four.cost)
        {
            return ended;
        }
        if self.attacker_fouls && self.light.is_foul(four.point) {
            return Ended::NoWin;
        }
        self.place(four.point, self.attacker);
        let mut ended = Ended::Win;
        for answer in four.answers.iter() {
            if self.defender_fouls && self.light.is_foul(answer) {
                continue;
            }
            ended = if four.cost > limit {
                Ended::Limited
            } else {
                self.answer(answer, limit - four.cost)
            };
            if ended != Ended::Win {
                break;
            }
        }
        self.light.undo();
        ended
    }

    /// What the table knows against a four, before a stone is placed.
    fn known_failure(&self, four: Four, limit: u32) -> Option<Ended> {
        four.answers.iter().find_map(|answer| {
            match self.kept.table.get(self.key_after(four.point, answer)) {
                Known::NoWin(ANY_EFFORT) => Some(Ended::NoWin),
                Known::NoWin(effort) if effort >= limit => Some(Ended::Limited),
                _ => None,
            }
        })
    }

    /// The table's key after a four and its answer.
    #[inline]
    fn key_after(&self, four: Point, answer: Point) -> Key {
        let stones = zobrist::stone(four, self.attacker) ^ zobrist::stone(answer, !self.attacker);
        self.light.key() ^ self.salt ^ stones
    }

    /// The defender answers here, perhaps with a four of his own.
    fn answer(&mut self, answer: Point, limit: u32) -> Ended {
        self.place(answer, !self.attacker);
        let ended = match self.light.answers_to_fours_at(answer, !self.attacker) {
            Some(must) if must.is_empty() => Ended::NoWin,
            must => self.attack(must, limit),
        };
        self.light.undo();
        ended
    }

    #[inline]
    fn place(&mut self, point: Point, color: Color) {
        self.light.place(point, color);
        self.kept.nodes += 1;
    }

    #[inline]
    fn out_of_budget(&self) -> bool {
        let nodes = self.kept.nodes;
        nodes >= self.budget.nodes
            || nodes & (POLL - 1) < 2 && self.budget.stop.is_some_and(|stop| stop())
    }

    /// Lists the attacker's fours behind those on the path. Stops at a four that has no answer and
    /// is no foul, and gives its point.
    fn list_fours(&mut self, must: Option<Answers>) -> Option<Point> {
        let start = self.kept.fours.len();
        let mut double = false;
        match must {
            None => {
                for line in self.light.marked_lines(self.attacker) {
                    let windows = half(self.light.line(line).threes, self.attacker);
                    double |= self.list_windows(line, windows, start, u32::MAX);
                }
            }
            Some(must) => {
                for point in must.iter() {
                    for at in places(point) {
                        let windows = half(self.light.line(at.line).threes, self.attacker)
                            & windows_with(at.bit);
                        double |= self.list_windows(at.line, windows, start, 1 << at.bit);
                    }
                }
            }
        }
        for four in &self.kept.fours[start..] {
            self.kept.listed[four.point.index()] = 0;
        }
        if double { self.unanswered(start) } else { None }
    }

    /// Lists the fours that the windows of three on a line give, of which only those on `cells`
    /// are wanted; tells whether one of them has no answer.
    #[inline]
    fn list_windows(&mut self, line: usize, windows: u32, start: usize, cells: u32) -> bool {
        let mut double = false;
        let empties = self.light.empties(line);
        for first in bits(windows) {
            let pair = empties & FIVE_CELLS << first;
            for bit in bits(pair & cells) {
                let rest = pair & !(1 << bit);
                let stops = self.light.stops(line, first, rest, self.attacker);
                let answers = Answers::from_cells(line, stops);
                double |= self.list(point_at(line, bit), answers, start);
            }
        }
        double
    }

    /// Lists a four, or adds to one that is listed; tells whether it has no answer.
    #[inline]
    fn list(&mut self, point: Point, answers: Answers, start: usize) -> bool {
        let listed = &mut self.kept.listed[point.index()];
        if *listed == 0 {
            self.kept.fours.push(Four {
                point,
                answers,
                cost: 0,
            });
            *listed = (self.kept.fours.len() - start) as u16;
            return false;
        }
        let four = &mut self.kept.fours[start + *listed as usize - 1];
        four.answers = four.answers.intersect(answers);
        four.answers.is_empty()
    }

    /// The first listed four that has no answer and may be played.
    fn unanswered(&mut self, start: usize) -> Option<Point> {
        let end = self.kept.fours.len();
        (start..end).find_map(|index| {
            let four = self.kept.fours[index];
            let wins =
                four.answers.is_empty() && !(self.attacker_fouls && self.light.is_foul(four.point));
            wins.then_some(four.point)
        })
    }

    /// Sets the costs and sorts by them; `first` comes before all. What the table knows of each is
    /// fetched meanwhile.
    fn order(&mut self, start: usize, first: Option<Point>, forced: bool) {
        for index in start..self.kept.fours.len() {
            let four = self.kept.fours[index];
            if let Some(answer) = four.answers.iter().next() {
                self.kept.table.prefetch(self.key_after(four.point, answer));
            }
            let cost = match self.effort {
                Effort::Fours => 1,
                Effort::Natural => u32::from(!forced && !self.builds_three(four)),
            };
            self.kept.fours[index].cost = cost;
        }
        // Insertion: lists are short, and equal costs keep their order.
        let fours = &mut self.kept.fours[start..];
        let rank = |four: &Four| (Some(four.point) != first, four.cost);
        for sorted in 1..fours.len() {
            let mut index = sorted;
            while index > 0 && rank(&fours[index]) < rank(&fours[index - 1]) {
                fours.swap(index, index - 1);
                index -= 1;
            }
        }
    }

    /// Whether the four leaves a new window of three behind once it is answered.
    fn builds_three(&self, four: Four) -> bool {
        let answer = four.answers.0[0].map(places);
        (0..4).any(|direction| {
            let at = places(four.point)[direction];
            let twos = half(self.light.line(at.line).twos, self.attacker);
            let blocked = match answer {
                Some(answer) if answer[direction].line == at.line => {
                    windows_with(answer[direction].bit)
                }
                _ => 0,
            };
            twos & windows_with(at.bit) & !blocked != 0
        })
    }

    /// The four that wins in a position known to be won: the table tells, or a search that needs
    /// no more than the first one did.
    pub(super) fn winning_four(&mut self, must: Option<Answers>) -> Option<Four> {
        let key = self.light.key() ^ self.salt;
        if !matches!(self.kept.table.get(key), Known::Win(_)) {
            self.budget = Budget::nodes(u64::MAX);
            self.deepen(must);
        }
        let Known::Win(point) = self.kept.table.get(key) else {
            return None;
        };
        let start = self.kept.fours.len();
        let unanswered = self.list_fours(must);
        let point = unanswered.unwrap_or(point);
        let four = self.kept.fours[start..]
            .iter()
            .find(|four| four.point == point)
            .copied();
        self.kept.fours.truncate(start);
        four
    }
}
