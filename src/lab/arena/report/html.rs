//! One page about a match: the figures and a table of its games.

use std::fmt::Write;

use crate::lab::arena::record::{GameRecord, GameResult};
use crate::lab::arena::standings::Standings;
use crate::lab::html::{self, escape};

const STYLE: &str = "body{font:14px sans-serif;margin:2em auto;max-width:72em}\
    table{border-collapse:collapse}td,th{padding:.2em .6em;border-bottom:1px solid #ccc;\
    text-align:left}td.moves{font:11px monospace;word-break:break-all}tr.fault{background:#fee}";

/// The page, complete in itself.
pub(super) fn page(standings: &Standings, records: &[GameRecord]) -> String {
    let mut text = format!(
        "<h1>Match</h1>\n<pre>{}</pre>\n<table>\n<tr><th>#</th>\
         <th>Black</th><th>White</th><th>Result</th><th>Reason</th><th>Stones</th><th>Moves</th></tr>\n",
        escape(&standings.to_string())
    );
    let mut sorted: Vec<&GameRecord> = records.iter().collect();
    sorted.sort_by_key(|record| record.game);
    for record in sorted {
        let result = match record.result {
            GameResult::Black => "black",
            GameResult::White => "white",
            GameResult::Draw => "draw",
        };
        let reason = [record.reason.name(), &record.detail].join(" ");
        let _ = writeln!(
            text,
            "<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{result}</td><td>{}</td><td>{}</td>\
             <td class=\"moves\">{}</td></tr>",
            if record.fault { " class=\"fault\"" } else { "" },
            record.game,
            escape(&record.black),
            escape(&record.white),
            escape(reason.trim()),
            record.plies,
            escape(&record.moves),
        );
    }
    text.push_str("</table>\n");
    html::page("tengen match", STYLE, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::report::sample;

    #[test]
    fn a_page_is_written() {
        let mut record = sample();
        record.black = "<b>".to_owned();
        let names = vec!["<b>".to_owned(), "two".to_owned()];
        let mut standings = Standings::new(names, true, None);
        standings.add(&record).expect("both take part");
        let text = page(&standings, &[record]);
        assert!(text.contains("&lt;b&gt; against two: 1 games"));
        assert!(text.contains("<tr class=\"fault\"><td>3</td><td>&lt;b&gt;</td>"));
    }
}
