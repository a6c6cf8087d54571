//! The commands that Yixin added: spoken by Yixin-Board, in part by others.

use super::text::leading_number;

/// The most root moves that one may ask to be valued.
const MOST_CANDIDATES: i64 = 100;

/// A command of the Yixin dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yixin {
    /// YXSHOWINFO: tell threads and table size; marks the client as Yixin-Board.
    ShowInfo,
    /// YXBOARD: a position follows; do not play.
    Board,
    /// YXSHOWFORBID: list Black's forbidden points.
    ShowForbidden,
    /// YXNBEST: play, valuing this many moves.
    Best(usize),
    /// YXSEARCHDEFEND: play, valuing many moves.
    Defend,
    /// YXBALANCEONE: play the move whose value is nearest to this.
    BalanceOne(i32),
    /// YXBALANCETWO: name two stones after which the value is nearest to this.
    BalanceTwo(i32),
    /// YXBLOCK: points follow that are not to be played.
    Block,
    /// YXBLOCKUNDO: points follow that may be played again.
    Unblock,
    /// YXBLOCKRESET: all points may be played again.
    UnblockAll,
    /// YXHASHCLEAR: forget what was learned.
    ClearTable,
    /// YXSHOWHASHUSAGE.
    ShowTable,
    /// YXSWAP2STEP1: choose the three stones.
    Swap2First,
    /// YXSWAP2STEP2: choose a colour after three stones.
    Swap2Second,
    /// YXSWAP2STEP3: choose a colour after five stones.
    Swap2Third,
    /// Not supported; a block follows up to DONE.
    SkipBlock,
    /// Not supported; a line with a file's name follows.
    SkipName,
    /// Not supported; nothing follows.
    Skip,
}

impl Yixin {
    /// Reads a command's word, in upper case, and what follows it.
    pub(super) fn parse(word: &str, rest: &str) -> Option<Self> {
        Some(match word.strip_prefix("YX")? {
            "SHOWINFO" => Self::ShowInfo,
            "BOARD" => Self::Board,
            "SHOWFORBID" => Self::ShowForbidden,
            "NBEST" => Self::Best(candidates(rest)),
            "SEARCHDEFEND" => Self::Defend,
            "BALANCEONE" => Self::BalanceOne(bias(rest)),
            "BALANCETWO" => Self::BalanceTwo(bias(rest)),
            "BLOCK" => Self::Block,
            "BLOCKUNDO" => Self::Unblock,
            "BLOCKRESET" => Self::UnblockAll,
            "HASHCLEAR" => Self::ClearTable,
            "SHOWHASHUSAGE" => Self::ShowTable,
            "SWAP2STEP1" => Self::Swap2First,
            "SWAP2STEP2" => Self::Swap2Second,
            "SWAP2STEP3" => Self::Swap2Third,
            other => return Self::unsupported(other),
        })
    }

    /// What is only to be swallowed, by the lines that follow it.
    fn unsupported(word: &str) -> Option<Self> {
        let followed_by_block = matches!(
            word,
            "BLOCKPATH"
                | "BLOCKPATHUNDO"
                | "BLOCKPATHEXCEPT"
                | "SETBESTMOVEDATABASE"
                | "CLEARBESTMOVEDATABASE"
        ) || word.starts_with("QUERYDATABASE")
            || word.starts_with("DELETEDATABASE")
            || word.starts_with("EDIT") && word.ends_with("DATABASE")
            || word.starts_with("SOOSORVSTEP") && word != "SOOSORVSTEP1";
        if followed_by_block {
            return Some(Self::SkipBlock);
        }
        match word {
            "HASHDUMP" | "HASHLOAD" | "SETDATABASE" | "DBMERGE" | "DBSPLIT" | "DBTOTXT"
            | "DBTOTXTALL" | "TXTTODB" | "DBTOPOS" | "LIBTODB" => Some(Self::SkipName),
            "BLOCKPATHRESET" | "FORBID" | "DRAW" | "RESIGN" | "PRINTFEATURE" | "DBCHECK"
            | "DBFIX" | "SAVEDATABASE" | "SOOSORVSTEP1" => Some(Self::Skip),
            _ => None,
        }
    }
}

fn candidates(rest: &str) -> usize {
    leading_number(rest).unwrap_or(1).clamp(1, MOST_CANDIDATES) as usize
}

fn bias(rest: &str) -> i32 {
    let limit = i64::from(i16::MAX);
    leading_number(rest).unwrap_or(0).clamp(-limit, limit) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_dialect_is_known() {
        let followed = [
            ("YXQUERYDATABASEALLT", Yixin::SkipBlock),
            ("YXQUERYDATABASEONE", Yixin::SkipBlock),
            ("YXDELETEDATABASEALL", Yixin::SkipBlock),
            ("YXEDITTVDDATABASE", Yixin::SkipBlock),
            ("YXBLOCKPATH", Yixin::SkipBlock),
            ("YXSOOSORVSTEP2", Yixin::SkipBlock),
            ("YXSOOSORVSTEP1", Yixin::Skip),
            ("YXHASHDUMP", Yixin::SkipName),
            ("YXDBTOTXTALL", Yixin::SkipName),
            ("YXSAVEDATABASE", Yixin::Skip),
            ("YXFORBID", Yixin::Skip),
            ("YXBLOCKPATHRESET", Yixin::Skip),
            ("YXBLOCK", Yixin::Block),
        ];
        for (word, want) in followed {
            assert_eq!(Yixin::parse(word, ""), Some(want), "{word}");
        }
        assert_eq!(Yixin::parse("YXWHATEVER", ""), None);
        assert_eq!(Yixin::parse("BLOCK", ""), None);
    }

    #[test]
    fn numbers_are_clamped() {
        assert_eq!(Yixin::parse("YXNBEST", "3"), Some(Yixin::Best(3)));
        assert_eq!(Yixin::parse("YXNBEST", ""), Some(Yixin::Best(1)));
        assert_eq!(Yixin::parse("YXNBEST", "-5"), Some(Yixin::Best(1)));
        assert_eq!(
            Yixin::parse("YXNBEST", "99999999999"),
            Some(Yixin::Best(100))
        );
        assert_eq!(
            Yixin::parse("YXBALANCEONE", "-50"),
            Some(Yixin::BalanceOne(-50))
        );
    }
}
