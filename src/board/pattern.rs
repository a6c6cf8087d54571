//! What a stone would make: [`Pattern`] of one line, [`Threat`] of a point over its four lines.
//!
//! Both are defined by what the next own stones could make of the line if the opponent never
//! answered, so the same few words hold under all rules; only "which run wins" differs.

/// What a line becomes when a side puts a stone on a given cell of it.
///
/// Diagrams: `*` the new stone, `X` own stones, `_` empty, `O` opponent or wall. Fits four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Pattern {
    /// No five through the cell is possible: `OX*_O`.
    Dead = 0,
    /// Two more stones make a closed three at best: `O*____`.
    ClosedOne = 1,
    /// Two more stones can make an open three: `___*___`.
    OpenOne = 2,
    /// One more stone makes a closed three: `OX*___`.
    ClosedTwo = 3,
    /// One more stone makes an open three, at one point only.
    OpenTwo1 = 4,
    /// One more stone makes an open three, at two points.
    OpenTwo2 = 5,
    /// One more stone makes an open three, at three or more points: `__X*__`.
    OpenTwo3 = 6,
    /// One more stone makes a four that one reply stops, at one point: `OXX_*O` in a tight space.
    ClosedThree1 = 7,
    /// One more stone makes a four that one reply stops, at two or more points: `OXX*__`.
    ClosedThree2 = 8,
    /// One more stone makes an open four, at one point only: `_X_X*_`, `OXX*__` with room beyond.
    OpenThree1 = 9,
    /// One more stone makes an open four, at two or more points: `__XX*__`.
    OpenThree2 = 10,
    /// A four that one stone stops, and (caro) either of two: `OXXX*_` closed by an opponent.
    LooseFour = 11,
    /// A four that only one stone stops: `OXXX*_`, `XX_X*`.
    Four = 12,
    /// A four that no single stone stops: `_XXX*_`; also two fours in one line, `X_X*X_X`.
    OpenFour = 13,
    /// The winning run.
    Five = 14,
    /// For Black in renju: an overline, or two fours in one line.
    Foul = 15,
}

impl Pattern {
    /// All patterns by number.
    pub const ALL: [Self; 16] = [
        Self::Dead,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo1,
        Self::OpenTwo2,
        Self::OpenTwo3,
        Self::ClosedThree1,
        Self::ClosedThree2,
        Self::OpenThree1,
        Self::OpenThree2,
        Self::LooseFour,
        Self::Four,
        Self::OpenFour,
        Self::Five,
        Self::Foul,
    ];

    /// Whether this is a four that can be stopped.
    #[inline]
    pub const fn is_simple_four(self) -> bool {
        matches!(self, Self::Four | Self::LooseFour)
    }

    /// Whether this is an open three.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree1 | Self::OpenThree2)
    }

    /// Whether this is a closed three.
    #[inline]
    pub const fn is_closed_three(self) -> bool {
        matches!(self, Self::ClosedThree1 | Self::ClosedThree2)
    }

    /// Whether this is an open two.
    #[inline]
    pub const fn is_open_two(self) -> bool {
        matches!(self, Self::OpenTwo1 | Self::OpenTwo2 | Self::OpenTwo3)
    }
}

/// What a side makes by a stone on a point, all four lines together; ordered by strength up to
/// [`Threat::Five`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing; also every point that is not empty.
    None = 0,
    /// Single stones and closed twos.
    Low = 1,
    /// One open two.
    Two = 2,
    /// Two or more open twos.
    DoubleTwo = 3,
    /// One closed three.
    ClosedThree = 4,
    /// A closed three with another one or with an open two.
    ClosedThreePlus = 5,
    /// One open three.
    Three = 6,
    /// An open three with a closed three or an open two.
    ThreePlus = 7,
    /// Two or more open threes.
    DoubleThree = 8,
    /// One four that can be stopped.
    Four = 9,
    /// Such a four with a closed three or an open two.
    FourPlus = 10,
    /// Such a four with an open three.
    FourThree = 11,
    /// A four that cannot be stopped: an open four, or fours in two lines.
    OpenFour = 12,
    /// The winning run.
    Five = 13,
    /// Black in renju: a foul, or a double three that may be one.
    Foul = 14,
}

/// How many kinds of [`Threat`] there are room for.
pub const THREATS: usize = 16;

impl Threat {
    /// All kinds by number.
    pub const ALL: [Self; 15] = [
        Self::None,
        Self::Low,
        Self::Two,
        Self::DoubleTwo,
        Self::ClosedThree,
        Self::ClosedThreePlus,
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Foul,
    ];

    /// Puts the four lines of a point together.
    pub fn of(lines: [Pattern; 4], has_fouls: bool) -> Self {
        let count = |test: fn(Pattern) -> bool| lines.iter().filter(|&&line| test(line)).count();
        let open_fours = count(|line| line == Pattern::OpenFour);
        let fours = open_fours + count(Pattern::is_simple_four);
        let threes = count(Pattern::is_open_three);
        let closed_threes = count(Pattern::is_closed_three);
        let twos = count(Pattern::is_open_two);
        let fives = count(|line| line == Pattern::Five);
        if fives > 0 {
            return Self::Five;
        }
        let foul = lines.contains(&Pattern::Foul) || fours >= 2 || threes >= 2;
        if has_fouls && foul {
            return Self::Foul;
        }
        match (fours, threes, closed_threes, twos) {
            _ if open_fours > 0 || fours >= 2 => Self::OpenFour,
            (1, 1.., _, _) => Self::FourThree,
            (1, 0, 1.., _) | (1, 0, _, 1..) => Self::FourPlus,
            (1, ..) => Self::Four,
            (_, 2.., _, _) => Self::DoubleThree,
            (_, 1, 1.., _) | (_, 1, _, 1..) => Self::ThreePlus,
            (_, 1, ..) => Self::Three,
            (_, _, 2.., _) | (_, _, 1, 1..) => Self::ClosedThreePlus,
            (_, _, 1, _) => Self::ClosedThree,
            (_, _, _, 2..) => Self::DoubleTwo,
            (_, _, _, 1) => Self::Two,
            _ if lines.iter().any(|&line| line != Pattern::Dead) => Self::Low,
            _ => Self::None,
        }
    }
}
