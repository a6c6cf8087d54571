//! What was found, as a table or as objects.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::session::{self, Trouble};
use super::{Case, Need};
use crate::lab::tsv::write_json;

/// What became of one case.
pub(super) struct Finding {
    /// The case.
    pub(super) case: &'static Case,
    /// How it went.
    pub(super) result: session::Result,
    /// How long it took.
    pub(super) time: Duration,
    /// The lines that passed.
    pub(super) said: Vec<String>,
}

/// Prints findings as they come and counts them.
pub(super) struct Report {
    json: bool,
    verbose: bool,
    counts: Counts,
}

#[derive(Default, Serialize)]
struct Counts {
    pass: u32,
    fail: u32,
    not_supported: u32,
    skipped: u32,
    failed_mandatory: u32,
}

#[derive(Serialize)]
struct Line<'a> {
    case: &'a str,
    mandatory: bool,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<&'a str>,
}

/// Lines of a conversation that explain a failure.
const LAST_WORDS: usize = 8;

impl Report {
    pub(super) fn new(json: bool, verbose: bool) -> Self {
        Self {
            json,
            verbose,
            counts: Counts::default(),
        }
    }

    /// Prints the cases themselves.
    pub(super) fn list(&self, cases: &[&Case], out: &mut impl Write) -> io::Result<()> {
        for case in cases {
            if self.json {
                let line = Line {
                    case: case.name,
                    mandatory: case.need == Need::Mandatory,
                    what: case.what,
                    verdict: None,
                    detail: None,
                    time_ms: None,
                    said: Vec::new(),
                };
                write_json(out, &line)?;
            } else {
                writeln!(out, "{:20} {:9}  {}", case.name, need(case), case.what)?;
            }
        }
        Ok(())
    }

    /// Counts and prints one finding.
    pub(super) fn add(&mut self, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
        let case = finding.case;
        let counts = &mut self.counts;
        let (verdict, detail, count) = match &finding.result {
            Ok(note) => ("pass", note, &mut counts.pass),
            Err(Trouble::Fail(reason)) => ("fail", reason, &mut counts.fail),
            Err(Trouble::Unsupported(reason)) => {
                ("not supported", reason, &mut counts.not_supported)
            }
            Err(Trouble::Skipped(reason)) => ("skipped", reason, &mut counts.skipped),
        };
        *count += 1;
        let failed = verdict == "fail";
        counts.failed_mandatory += u32::from(failed && case.need == Need::Mandatory);
        let said: Vec<&str> = if self.verbose {
            finding.said.iter().map(String::as_str).collect()
        } else if failed {
            last_words(&finding.said)
        } else {
            Vec::new()
        };
        if self.json {
            let line = Line {
                case: case.name,
                mandatory: case.need == Need::Mandatory,
                what: case.what,
                verdict: Some(verdict),
                detail: Some(detail),
                time_ms: Some(finding.time.as_millis() as u64),
                said,
            };
            write_json(out, &line)?;
        } else {
            let text = format!("{:20} {:9}  {verdict:13}  {detail}", case.name, need(case));
            writeln!(out, "{}", text.trim_end())?;
            if failed {
                writeln!(out, "    asked: {}", case.what)?;
            }
            for line in &said {
                writeln!(out, "    {line}")?;
            }
        }
        out.flush()
    }

    /// Prints the sums.
    pub(super) fn finish(&self, out: &mut impl Write) -> io::Result<()> {
        let counts = &self.counts;
        if self.json {
            return write_json(out, counts);
        }
        writeln!(
            out,
            "passed {}, failed {} ({} mandatory), not supported {}, skipped {}",
            counts.pass, counts.fail, counts.failed_mandatory, counts.not_supported, counts.skipped
        )
    }

    /// Whether nothing failed that counts.
    pub(super) fn is_good(&self, strict: bool) -> bool {
        let counts = &self.counts;
        counts.failed_mandatory == 0 && !(strict && counts.fail > 0)
    }
}

/// The end of a conversation, without what the brain tells of its search.
fn last_words(said: &[String]) -> Vec<&str> {
    let lines = said.iter().map(String::as_str);
    let lines: Vec<&str> = lines
        .filter(|line| !line.starts_with("< MESSAGE"))
        .collect();
    lines[lines.len().saturating_sub(LAST_WORDS)..].to_vec()
}

fn need(case: &Case) -> &'static str {
    match case.need {
        Need::Mandatory => "mandatory",
        Need::Optional => "optional",
    }
}
