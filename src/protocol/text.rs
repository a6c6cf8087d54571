//! Words and numbers of a line, whatever stands between them.

use smallvec::SmallVec;

/// Numbers of one line; no command has more than three.
pub(super) type Numbers = SmallVec<[i64; 4]>;

/// Whether a character only separates: blanks, tabs, control characters (NUL among them) and the
/// byte order mark that some shells put before the first line.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// The first word and what follows it, neither with blanks around.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_matches(is_blank);
    match text.split_once(is_blank) {
        Some((word, rest)) => (word, rest.trim_start_matches(is_blank)),
        None => (text, ""),
    }
}

/// All numbers of a text in which they are separated by commas or blanks; none if anything else
/// stands there or the text is empty.
pub(super) fn numbers(text: &str) -> Option<Numbers> {
    let pieces = text.split(|c: char| c == ',' || is_blank(c));
    let mut numbers = Numbers::new();
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        // A line full of numbers is bad whatever they are: do not collect them all.
        if numbers.len() == numbers.inline_size() {
            return None;
        }
        numbers.push(piece.parse().ok()?);
    }
    (!numbers.is_empty()).then_some(numbers)
}

/// The whole number that a text begins with: sign and digits, clamped to 64 bits. A fraction or
/// anything else after the digits is passed over.
pub(super) fn leading_number(text: &str) -> Option<i64> {
    let text = text.trim_start_matches(is_blank);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    let size = digits[..end].parse().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_any_blank() {
        assert_eq!(split_word("  TURN\t 7 , 8 "), ("TURN", "7 , 8"));
        assert_eq!(split_word("\u{feff}START 15"), ("START", "15"));
        assert_eq!(split_word("END\0"), ("END", ""));
        assert_eq!(split_word(""), ("", ""));
        assert_eq!(split_word("\0\t "), ("", ""));
    }

    #[test]
    fn numbers_stand_between_commas_or_blanks() {
        let read = |text| numbers(text).map(SmallVec::into_vec);
        assert_eq!(read("7,8"), Some(vec![7, 8]));
        assert_eq!(read(" 7 , 8 , 1"), Some(vec![7, 8, 1]));
        assert_eq!(read("-1 +2"), Some(vec![-1, 2]));
        for bad in [
            "",
            ",",
            "a,b",
            "7,8x",
            "7.5,8",
            "1 2 3 4 5",
            "99999999999999999999",
        ] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn leading_numbers_are_lenient() {
        assert_eq!(leading_number("5399123.4"), Some(5_399_123));
        assert_eq!(leading_number(" -17 ms"), Some(-17));
        assert_eq!(leading_number("+3"), Some(3));
        assert_eq!(leading_number("18446744073709551615"), Some(i64::MAX));
        assert_eq!(leading_number("-99999999999999999999"), Some(-i64::MAX));
        for bad in ["", "-", ".5", "x1", "١"] {
            assert_eq!(leading_number(bad), None, "{bad:?}");
        }
    }
}
