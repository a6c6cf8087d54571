//! Piskvork's own format: a header, a line `x,y,milliseconds` for each stone counted from 1, a line
//! that is no stone, then the two brains, the one that moved first before the other.

use std::fmt::Write;

use crate::lab::arena::record::GameRecord;

/// A whole file.
pub(super) fn game(record: &GameRecord) -> String {
    let size = if record.size.contains('x') {
        record.size.clone()
    } else {
        format!("{0}x{0}", record.size)
    };
    let mut text = format!("Piskvorky {size}, 11:11, 0\n");
    for (ply, point) in record.points().into_iter().enumerate() {
        let ms = record.times_ms.get(ply).copied().unwrap_or_default();
        let _ = writeln!(text, "{},{},{ms:.0}", point.x() + 1, point.y() + 1);
    }
    let _ = write!(text, "-1\n{}\n{}\n", record.black, record.white);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::report::sample;

    #[test]
    fn a_game_is_written() {
        let want = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,12\n-1\none\ntwo\n";
        assert_eq!(game(&sample()), want);
    }
}
