//! A review as a page: the board with numbered stones, the course of the game, the moves.

use std::fmt::Write;

use super::text::{value, words};
use super::{Remark, Review, Verdict};
use crate::board::Board;
use crate::lab::html::{self, escape};
use crate::types::Color;

const STYLE: &str = "body{font:14px sans-serif;margin:2em auto;max-width:72em}\
    .pictures{display:flex;flex-wrap:wrap;gap:2em}\
    table{border-collapse:collapse}td,th{padding:.2em .6em;border-bottom:1px solid #ccc;\
    text-align:left}td.number{text-align:right}tr.mistake{background:#fff3d0}\
    tr.blunder{background:#fdd}";
/// Pixels of a square of the board.
const SQUARE: usize = 26;
/// Width and height of the course.
const COURSE: (f64, f64) = (480.0, 200.0);

/// The page, complete in itself.
pub(super) fn page(review: &Review) -> String {
    let [black, white] = ["Black", "White"].map(|side| {
        let color = if side == "Black" {
            Color::Black
        } else {
            Color::White
        };
        match review.names[color].as_str() {
            "" => side.to_owned(),
            name => format!("{} ({})", escape(name), side.to_lowercase()),
        }
    });
    let board = &review.board;
    let mut body = format!(
        "<h1>{black} against {white}</h1>\n<p>{} {}, {} moves</p>\n<div class=\"pictures\">\n{}{}</div>\n",
        board.rule(),
        board.size(),
        review.remarks.len(),
        diagram(board),
        course(&review.remarks),
    );
    let sums = review.sums();
    for (name, sum) in [(black, sums.black), (white, sums.white)] {
        let _ = writeln!(body, "<p>{name}: {sum}</p>");
    }
    body.push_str(
        "<table>\n<tr><th>#</th><th>Side</th><th>Move</th><th>Value</th><th>Best</th>\
         <th>Value</th><th>Loss</th><th></th></tr>\n",
    );
    for remark in &review.remarks {
        row(&mut body, remark);
    }
    body.push_str("</table>\n");
    html::page("tengen review", STYLE, &body)
}

fn row(body: &mut String, remark: &Remark) {
    let class = match remark.verdict {
        Verdict::Best | Verdict::Good => "",
        Verdict::Mistake => " class=\"mistake\"",
        Verdict::Blunder => " class=\"blunder\"",
    };
    let _ = writeln!(
        body,
        "<tr{class}><td class=\"number\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
         <td class=\"number\">{:.1} %</td><td>{}</td></tr>",
        remark.number,
        remark.side,
        remark.point,
        value(remark.score, remark.mate),
        remark.best_move.as_deref().unwrap_or("-"),
        value(remark.best_score, remark.best_mate),
        remark.loss * 100.0,
        words(remark).trim(),
    );
}

/// The board, its stones numbered in the order in which they came.
fn diagram(board: &Board) -> String {
    let size = board.size();
    let at = |place: usize| SQUARE * (place + 1);
    let (right, bottom) = (at(size.width() - 1), at(size.height() - 1));
    let (width, height) = (right + SQUARE, bottom + SQUARE);
    let mut text = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#e6c27a\"/>\n"
    );
    for x in 0..size.width() {
        let (place, letter) = (at(x), (b'a' + x as u8) as char);
        let _ = writeln!(
            text,
            "<path d=\"M{place} {SQUARE}V{bottom}\" stroke=\"#765\"/>\
             <text x=\"{place}\" y=\"11\">{letter}</text>"
        );
    }
    for y in 0..size.height() {
        let (place, number) = (at(y), y + 1);
        let _ = writeln!(
            text,
            "<path d=\"M{SQUARE} {place}H{right}\" stroke=\"#765\"/>\
             <text x=\"9\" y=\"{}\">{number}</text>",
            place + 4
        );
    }
    for (number, (point, color)) in (1..).zip(board.history()) {
        let (fill, ink) = match color {
            Color::Black => ("#111", "#fff"),
            Color::White => ("#fff", "#111"),
        };
        let (x, y) = (at(point.x()), at(point.y()));
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"{fill}\" stroke=\"#333\"/>\
             <text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{number}</text>",
            y + 4
        );
    }
    text.push_str("</svg>\n");
    text
}

/// Black's win rate from move to move.
fn course(remarks: &[Remark]) -> String {
    let (width, height) = COURSE;
    let step = width / remarks.len().saturating_sub(1).max(1) as f64;
    let points: Vec<String> = remarks
        .iter()
        .enumerate()
        .map(|(index, remark)| {
            let black = if remark.side == "black" {
                remark.win_rate
            } else {
                1.0 - remark.win_rate
            };
            format!("{:.1},{:.1}", index as f64 * step, (1.0 - black) * height)
        })
        .collect();
    format!(
        "<svg width=\"{width}\" height=\"{}\" viewBox=\"0 -5 {width} {}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#f4f4f4\"/>\
         <path d=\"M0 {half}H{width}\" stroke=\"#999\"/>\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#247\" stroke-width=\"2\"/>\n\
         <text x=\"4\" y=\"12\">Black wins</text><text x=\"4\" y=\"{}\">White wins</text></svg>\n",
        height + 10.0,
        height + 10.0,
        points.join(" "),
        height - 4.0,
        half = height / 2.0,
    )
}
