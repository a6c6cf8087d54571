//! Reads input on a thread of its own, so that it is heard during a search, and cuts it into lines.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::SyncSender;

use super::Event;
use crate::engine::now;

/// Bytes kept of one line; the rest is passed over. Commands are short, and the longest value, a
/// path, is not used: a small cap keeps a flood of long lines harmless.
const LONGEST_LINE: usize = 4096;
/// Bytes read at once.
const CHUNK: usize = 8192;

/// Reads to the end of input or until nobody listens any more. Each line is stamped with the time
/// at which it was read: the client's clock runs from there.
pub(super) fn listen(mut reader: impl Read, events: &SyncSender<Event>) {
    let mut splitter = Splitter::default();
    let mut chunk = [0; CHUNK];
    loop {
        let count = match reader.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("input failed: {error}");
                break;
            }
        };
        let at = now();
        let mut heard = true;
        splitter.feed(&chunk[..count], |text| {
            heard = heard && events.send(Event::Line { text, at }).is_ok();
        });
        if !heard {
            return;
        }
    }
    let at = now();
    if let Some(text) = splitter.finish() {
        // If nobody listens any more there is nobody to tell the end either.
        let _ = events.send(Event::Line { text, at });
    }
    let _ = events.send(Event::EndOfInput { at });
}

/// Cuts bytes into lines that end in LF, CR LF or CR, in any mixture.
#[derive(Debug, Default)]
struct Splitter {
    line: Vec<u8>,
    after_return: bool,
}

impl Splitter {
    /// Takes the next bytes and gives out the lines that they complete.
    fn feed(&mut self, bytes: &[u8], mut emit: impl FnMut(String)) {
        for &byte in bytes {
            let pair = byte == b'\n' && self.after_return;
            self.after_return = byte == b'\r';
            match byte {
                b'\n' if pair => {}
                b'\n' | b'\r' => emit(self.take()),
                _ if self.line.len() < LONGEST_LINE => self.line.push(byte),
                _ => {}
            }
        }
    }

    /// The last line, if it had no end.
    fn finish(&mut self) -> Option<String> {
        (!self.line.is_empty()).then(|| self.take())
    }

    /// The line as text; bytes that are not UTF-8 become replacement characters.
    fn take(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.line).into_owned();
        self.line.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let mut splitter = Splitter::default();
        let mut lines = Vec::new();
        for chunk in chunks {
            splitter.feed(chunk, |line| lines.push(line));
        }
        lines.extend(splitter.finish());
        lines
    }

    #[test]
    fn all_line_ends_are_equal() {
        assert_eq!(split(&[b"a\nb\r\nc\rd"]), ["a", "b", "c", "d"]);
        // A pair may fall apart between two reads.
        assert_eq!(split(&[b"a\r", b"\nb\r", b"c"]), ["a", "b", "c"]);
        assert_eq!(split(&[b"a\n\nb\r\n\r\n"]), ["a", "", "b", ""]);
        assert_eq!(split(&[b"a\r\r\nb"]), ["a", "", "b"]);
        assert_eq!(split(&[b"", b""]), Vec::<String>::new());
    }

    #[test]
    fn long_lines_are_cut_and_the_next_is_whole() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.extend(b"\nEND\n");
        let lines = split(&[&bytes]);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1], "END");
    }

    #[test]
    fn any_bytes_make_text() {
        assert_eq!(split(&[b"\xff\xfe\0\n"]), ["\u{fffd}\u{fffd}\0"]);
    }
}
