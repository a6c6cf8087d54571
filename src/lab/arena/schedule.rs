//! Who plays whom, from which opening, in which order. Settled before the first game and the same
//! for the same arguments, so that an interrupted match can be resumed and a big one cut in shards.

use crate::types::{BoardSize, SplitMix};

use super::openings::{self, Opening};

/// What the schedule is made from.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many engines there are; each meets each.
    pub engines: usize,
    /// Games of each pairing.
    pub games: usize,
    /// Whether each opening is played twice, with colours swapped.
    pub pairs: bool,
    /// The openings; at least one, the empty one if there is no file.
    pub openings: Vec<Opening>,
    /// Whether openings are taken in random order.
    pub shuffle: bool,
    /// Whether openings are turned and mirrored at random.
    pub symmetry: bool,
    /// Seed of both.
    pub seed: u64,
    /// Which part of the schedule is played here, from 0, and of how many.
    pub shard: (usize, usize),
    /// The board.
    pub size: BoardSize,
}

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Number of the game in the whole match, from 1.
    pub game: usize,
    /// Number of its pair, from 0; games without a partner share it with none.
    pub pair: usize,
    /// Engine that has the black stones.
    pub black: usize,
    /// Engine that has the white stones.
    pub white: usize,
    /// The first stones.
    pub opening: Opening,
}

/// All games that are to be played here, in order.
pub fn schedule(plan: &Plan) -> Vec<Assignment> {
    let each = if plan.pairs { 2 } else { 1 };
    let rounds = plan.games.div_ceil(each);
    let (mut game, mut pair) = (0, 0);
    let mut all = Vec::new();
    let mut order = Vec::new();
    let mut random = SplitMix::new(plan.seed);
    for round in 0..rounds {
        let place = round % plan.openings.len();
        if place == 0 {
            order = (0..plan.openings.len()).collect();
            if plan.shuffle {
                shuffle(&mut order, &mut random);
            }
        }
        // Drawn even if unused, so that --symmetry leaves the order as it is.
        let symmetry = random.below(openings::symmetries(plan.size));
        let symmetry = if plan.symmetry { symmetry } else { 0 };
        let opening = openings::transform(&plan.openings[order[place]], plan.size, symmetry);
        for (first, second) in pairings(plan.engines) {
            let here = pair % plan.shard.1 == plan.shard.0;
            for swapped in (0..each).take(plan.games - round * each) {
                game += 1;
                let swapped = (swapped + if plan.pairs { 0 } else { round }) % 2 == 1;
                let (black, white) = if swapped {
                    (second, first)
                } else {
                    (first, second)
                };
                if here {
                    all.push(Assignment {
                        game,
                        pair,
                        black,
                        white,
                        opening: opening.clone(),
                    });
                }
            }
            pair += 1;
        }
    }
    all
}

/// Each engine against each later one.
pub fn pairings(engines: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..engines).flat_map(move |first| (first + 1..engines).map(move |second| (first, second)))
}

fn shuffle(order: &mut [usize], random: &mut SplitMix) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::map::Map;

    fn plan(engines: usize, games: usize) -> Plan {
        let size = BoardSize::square(15);
        Plan {
            engines,
            games,
            pairs: true,
            openings: size.points().take(5).map(|point| vec![point]).collect(),
            shuffle: false,
            symmetry: false,
            seed: 1,
            shard: (0, 1),
            size,
        }
    }

    #[test]
    fn pairs_swap_colours_on_one_opening() {
        let games = schedule(&plan(2, 12));
        assert_eq!(games.len(), 12);
        for (i, two) in games.chunks(2).enumerate() {
            assert_eq!(two[0].opening, two[1].opening);
            assert_eq!(two[0].opening[0].x(), i % 5);
            assert_eq!((two[0].black, two[0].white), (0, 1));
            assert_eq!((two[1].black, two[1].white), (1, 0));
            assert_eq!((two[0].pair, two[1].pair), (i, i));
            assert_eq!((two[0].game, two[1].game), (2 * i + 1, 2 * i + 2));
        }
    }

    #[test]
    fn every_pairing_gets_its_games() {
        for (engines, games, pairs) in [(2, 7, true), (4, 6, true), (3, 5, false)] {
            let mut plan = plan(engines, games);
            plan.pairs = pairs;
            let mut met: Map<(usize, usize), usize> = Map::default();
            for game in schedule(&plan) {
                let (a, b) = (game.black.min(game.white), game.black.max(game.white));
                *met.entry((a, b)).or_default() += 1;
            }
            assert_eq!(met.len(), engines * (engines - 1) / 2);
            assert!(met.values().all(|&n| n == games));
        }
    }

    #[test]
    fn without_pairs_colours_alternate() {
        let mut plan = plan(2, 4);
        plan.pairs = false;
        let blacks: Vec<usize> = schedule(&plan).iter().map(|game| game.black).collect();
        assert_eq!(blacks, [0, 1, 0, 1]);
    }

    #[test]
    fn random_order_uses_every_opening_once_a_cycle() {
        let mut plan = plan(2, 20);
        plan.shuffle = true;
        let games = schedule(&plan);
        for cycle in games.chunks(10) {
            let mut seen: Vec<usize> = cycle.iter().map(|game| game.opening[0].x()).collect();
            seen.sort_unstable();
            assert_eq!(seen, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
        }
        assert_eq!(games, schedule(&plan));
        plan.seed = 2;
        assert_ne!(games, schedule(&plan));
        plan.symmetry = true;
        assert!(schedule(&plan).iter().any(|game| game.opening[0].y() != 0));
    }

    #[test]
    fn shards_add_up_and_never_part_a_pair() {
        let whole = schedule(&plan(3, 10));
        let mut parts = Vec::new();
        for shard in 0..4 {
            let mut plan = plan(3, 10);
            plan.shard = (shard, 4);
            let part = schedule(&plan);
            assert!(part.chunks(2).all(|two| two[0].pair == two[1].pair));
            parts.extend(part);
        }
        parts.sort_by_key(|game| game.game);
        assert_eq!(parts, whole);
    }
}
