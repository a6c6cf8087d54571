//! A game of a match as Piskvork keeps it.

use crate::lab::arena::record::GameRecord;
use crate::lab::games::psq;
use crate::types::BoardSize;

/// A whole file.
pub(super) fn game(record: &GameRecord) -> String {
    let size = record
        .size
        .parse()
        .unwrap_or_else(|_| BoardSize::square(15));
    let points = record.points().into_iter().enumerate();
    let stones = points.map(|(ply, point)| {
        let ms = record.times_ms.get(ply).copied().unwrap_or_default();
        (point, ms)
    });
    psq::write(size, stones, &record.black, &record.white)
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
