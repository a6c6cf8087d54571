//! A review as people read it in a terminal.

use std::fmt;

use super::{Remark, Review, Sum, Verdict};

impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board)?;
        writeln!(f, "  #  side   move  value    best  value     loss")?;
        for remark in &self.remarks {
            line(f, remark)?;
        }
        writeln!(f)?;
        let sums = self.sums();
        sum(f, "black", &sums.black)?;
        sum(f, "white", &sums.white)
    }
}

fn line(f: &mut fmt::Formatter<'_>, remark: &Remark) -> fmt::Result {
    write!(
        f,
        "{:>3}  {:<5}  {:<4}  {:<7}  {:<4}  {:<7}  {:>5.1}%",
        remark.number,
        remark.side,
        remark.point,
        value(remark.score, remark.mate),
        remark.best_move.as_deref().unwrap_or("-"),
        value(remark.best_score, remark.best_mate),
        remark.loss * 100.0,
    )?;
    writeln!(f, "{}", words(remark))
}

/// What a move is called, and the win that it missed; nothing if there is nothing to say.
pub(super) fn words(remark: &Remark) -> String {
    let mut text = match remark.verdict {
        Verdict::Best | Verdict::Good => String::new(),
        Verdict::Mistake => "  mistake".to_owned(),
        Verdict::Blunder => "  blunder".to_owned(),
    };
    if let Some(win) = &remark.missed_win {
        text.push_str("  missed win: ");
        text.push_str(&win.line.join(" "));
    }
    text
}

/// A value as a number, or the plies to the end of a decided game.
pub(super) fn value(score: i32, mate: Option<i32>) -> String {
    match mate {
        Some(0) if score > 0 => "won".to_owned(),
        Some(0) => "lost".to_owned(),
        Some(plies) if plies > 0 => format!("+M{plies}"),
        Some(plies) => format!("-M{}", -plies),
        None => format!("{score:+}"),
    }
}

fn sum(f: &mut fmt::Formatter<'_>, side: &str, sum: &Sum) -> fmt::Result {
    let name = if sum.name.is_empty() {
        String::new()
    } else {
        format!(" ({})", sum.name)
    };
    writeln!(f, "{side}{name}: {} moves, {sum}", sum.moves)
}

/// What the moves come to, as the page says it too.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "average loss {:.1} %, {} mistakes, {} blunders, {} missed wins",
            self.average_loss * 100.0,
            self.mistakes,
            self.blunders,
            self.missed_wins,
        )
    }
}
