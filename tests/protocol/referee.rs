//! Follows a conversation just closely enough to know which points are free.

use tengen::types::map::Set;

/// The board as the client must see it.
#[derive(Debug, Default)]
pub(crate) struct Referee {
    size: (i64, i64),
    taken: Set<(i64, i64)>,
    in_block: bool,
    counts_block: bool,
}

impl Referee {
    /// A line that the client sends.
    pub(crate) fn sent(&mut self, line: &str) {
        let line = line.trim().to_ascii_uppercase();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let numbers = numbers(rest);
        match (word, numbers.as_slice()) {
            ("DONE", _) => self.in_block = false,
            _ if self.in_block => self.block_line(&line),
            ("START", &[side]) => self.start((side, side)),
            ("RECTSTART", &[width, height]) => self.start((width, height)),
            ("RESTART", _) => self.taken.clear(),
            ("BOARD" | "YXBOARD" | "SWAP2BOARD", _) => {
                self.taken.clear();
                (self.in_block, self.counts_block) = (true, true);
            }
            ("YXBLOCK" | "YXBLOCKUNDO", _) => (self.in_block, self.counts_block) = (true, false),
            ("TURN", &[x, y]) if self.is_on_board((x, y)) => {
                self.taken.insert((x, y));
            }
            ("TAKEBACK", &[x, y]) => {
                self.taken.remove(&(x, y));
            }
            _ => {}
        }
    }

    fn start(&mut self, size: (i64, i64)) {
        if (5..=22).contains(&size.0) && (5..=22).contains(&size.1) {
            self.size = size;
            self.taken.clear();
        }
    }

    fn block_line(&mut self, line: &str) {
        if let &[x, y, ..] = numbers(line).as_slice()
            && self.counts_block
            && self.is_on_board((x, y))
        {
            self.taken.insert((x, y));
        }
    }

    fn is_on_board(&self, (x, y): (i64, i64)) -> bool {
        (0..self.size.0).contains(&x) && (0..self.size.1).contains(&y)
    }

    /// Checks an answer of `count` stones and puts them on the board.
    pub(crate) fn answered(&mut self, line: &str, count: usize) -> Result<(), String> {
        let points: Vec<_> = line.split(' ').map(numbers).collect();
        if points.len() != count {
            return Err(format!("{count} point(s) expected, not '{line}'"));
        }
        for point in points {
            let &[x, y] = point.as_slice() else {
                return Err(format!("'{line}' is not made of points"));
            };
            if !self.is_on_board((x, y)) || !self.taken.insert((x, y)) {
                return Err(format!("{x},{y} is not free"));
            }
        }
        Ok(())
    }
}

fn numbers(text: &str) -> Vec<i64> {
    let pieces = text.split([',', ' ']).filter(|piece| !piece.is_empty());
    let numbers: Result<Vec<i64>, _> = pieces.map(str::parse).collect();
    numbers.unwrap_or_default()
}
