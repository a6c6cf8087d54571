//! `tengen match`: its arguments, and what its exit status says.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::adjudicate::{Resign, Rules, parse_draw, parse_resign};
use super::game::Conditions;
use super::openings;
use super::process::{Launch, own_executable};
use super::record::GameRecord;
use super::report::{self, Reports, Targets};
use super::runner::{Ending, Match, MatchError, check_records};
use super::schedule::{Plan, schedule};
use super::spec::{self, EngineSpec};
use super::standings::Standings;
use super::stats::Sprt;
use super::traffic::Traffic;
use crate::search::clock::Stop;
use crate::types::{BoardSize, Rule};

/// Plays games between engines that speak the Gomocup protocol.
///
/// Exit status: 0 finished or H1 accepted, 1 H0 accepted, 2 bad usage, 3 stopped early, 4 an engine
/// cannot be run.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct MatchArgs {
    /// An engine: cmd=PATH[,name=..][,tc=MATCH/TURN+INC][,depth=N][,nodes=N][,threads=N]
    /// [,memory=MB][,start-timeout=S][,tolerance=MS][,hang-timeout=S][,restart=on|off][,judge=on|off]
    /// [,option.K=V]. judge: as Gomocup does, frozen between moves. Times in seconds; cmd may hold arguments. At least two engines; each meets each.
    #[arg(long = "engine", value_name = "SETTINGS")]
    engines: Vec<String>,
    /// Settings for every engine that does not say otherwise.
    #[arg(long, value_name = "SETTINGS")]
    each: Option<String>,
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Board size, 5 to 22: N, or width x height as 20x12.
    #[arg(long, default_value = "15")]
    size: BoardSize,
    /// Games of each pairing.
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: usize,
    /// Opening file, in pos form or Gomocup offsets.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How openings follow each other.
    #[arg(long, value_enum, default_value_t = Order::Sequential)]
    order: Order,
    /// Seed of random order and symmetry.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play each opening once, not twice with colours swapped.
    #[arg(long)]
    no_repeat: bool,
    /// Turn and mirror openings at random.
    #[arg(long)]
    symmetry: bool,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// How moves are sent: by TURN, or every position by BOARD.
    #[arg(long, value_enum, default_value_t = Send::Turn)]
    send: Send,
    /// Stop when decided: elo0=..,elo1=..[,alpha=..][,beta=..][,model=logistic|normalized]
    /// [,pentanomial=on|off].
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// Draw at so many stones: moves=N.
    #[arg(long, value_name = "RULE", value_parser = parse_draw)]
    draw: Option<usize>,
    /// A side loses by its own score: score=S[,moves=N].
    #[arg(long, value_name = "RULE", value_parser = parse_resign)]
    resign: Option<Resign>,
    /// Write all games to one SGF file.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write all games to one PGN file, for rating programs.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write one JSON object a game; needed to resume.
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Write a PSQ file a game.
    #[arg(long, value_name = "DIR")]
    psq: Option<PathBuf>,
    /// Write a page about the match at its end.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Log all traffic; the engines' standard error goes to FILE.NAME.stderr.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the match of --jsonl.
    #[arg(long, requires = "jsonl")]
    resume: bool,
    /// Lose games by noise, UNKNOWN and slow exits too.
    #[arg(long)]
    strict: bool,
    /// Play part I of N of the schedule only.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
    /// Play nothing; add up the JSON lines of parts of a match.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engines", "resume", "shard"])]
    merge: Vec<PathBuf>,
    /// The final figures as one JSON object.
    #[arg(long)]
    json: bool,
    /// No live progress.
    #[arg(long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    Sequential,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Send {
    Turn,
    Board,
}

fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(part, of)| {
        let (part, of): (usize, usize) = (part.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&part).then(|| (part - 1, of))
    });
    numbers.ok_or_else(|| format!("'{text}' is no shard: expected I/N, I from 1 to N"))
}

/// Exit status for bad usage.
const USAGE: u8 = 2;
/// Exit status for an interrupted match, or one whose results cannot be kept.
const STOPPED: u8 = 3;
/// Exit status for an engine that cannot be run.
const UNRUNNABLE: u8 = 4;

/// Runs `tengen match`.
pub fn run(args: &MatchArgs) -> ExitCode {
    let outcome = if args.merge.is_empty() {
        play(args)
    } else {
        merge(args)
    };
    match outcome {
        Ok(code) => code,
        Err((code, text)) => {
            complain(&text);
            ExitCode::from(code)
        }
    }
}

type Failure = (u8, String);

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
fn usage(text: impl ToString) -> Failure {
    (USAGE, text.to_string())
}

fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "tengen match: {text}");
}

fn play(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let specs = spec::parse_all(&args.engines, args.each.as_deref()).map_err(usage)?;
    let conditions = Conditions {
        size: args.size,
        rule: args.rule,
        adjudication: Rules {
            draw_stones: args.draw,
            resign: args.resign,
        },
        send_board: args.send == Send::Board,
        strict: args.strict,
    };
    check(args, &specs)?;
    let schedule = schedule(&plan(args, specs.len())?);
    let mut records = previous(args)?;
    check_records(&specs, &conditions, &schedule, &records).map_err(usage)?;
    let names = specs.iter().map(|spec| spec.name.clone()).collect();
    let mut standings = Standings::new(names, !args.no_repeat, args.sprt);
    for record in &records {
        standings.add(record).map_err(usage)?;
    }
    let mut reports = if args.resume {
        Reports::resume(targets(args), &records)
    } else {
        Reports::create(targets(args))
    }
    .map_err(usage)?;
    let traffic = match &args.log {
        Some(path) => {
            Some(Traffic::open(path).map_err(|e| usage(format!("{}: {e}", path.display())))?)
        }
        None => None,
    };
    let stop = Stop::new();
    let interrupted = Stop::new();
    {
        let (stop, interrupted) = (stop.clone(), interrupted.clone());
        ctrlc::set_handler(move || {
            interrupted.request();
            stop.request();
        })
        .map_err(usage)?;
    }
    let engines = specs.into_iter().map(|spec| (launch(args, &spec), spec));
    let game_match = Match {
        engines: engines.map(|(launch, spec)| (spec, launch)).collect(),
        conditions,
        schedule,
        concurrency: args.concurrency,
        traffic,
        quiet: args.quiet,
    };
    let ending = game_match
        .play(&mut standings, &mut records, &mut reports, &stop)
        .map_err(|error| match error {
            MatchError::Unrunnable(error) => (UNRUNNABLE, error.to_string()),
            MatchError::Report(error) => (STOPPED, error.to_string()),
        })?;
    reports
        .finish(&standings, &records)
        .map_err(|error| (STOPPED, error.to_string()))?;
    show(args, &standings);
    if ending == Ending::Stopped && interrupted.is_requested() {
        complain("interrupted; the games so far are kept");
    }
    Ok(match ending {
        Ending::Done => ExitCode::SUCCESS,
        Ending::H0 => ExitCode::from(1),
        Ending::Stopped => ExitCode::from(STOPPED),
    })
}

fn check(args: &MatchArgs, specs: &[EngineSpec]) -> Result<(), Failure> {
    if specs.len() < 2 {
        return Err(usage(format!(
            "two engines are needed: --engine was given {} times",
            specs.len()
        )));
    }
    if args.sprt.is_some() && specs.len() > 2 {
        return Err(usage("--sprt compares two engines, not more"));
    }
    if args.sprt.is_some_and(|sprt| sprt.pentanomial) && args.no_repeat {
        return Err(usage(
            "--no-repeat leaves no pairs: add pentanomial=off to --sprt",
        ));
    }
    if args.games == 0 {
        return Err(usage("'0' for --games: at least 1"));
    }
    if args.concurrency == 0 {
        return Err(usage("'0' for --concurrency: at least 1"));
    }
    Ok(())
}

fn plan(args: &MatchArgs, engines: usize) -> Result<Plan, Failure> {
    let openings = match &args.openings {
        None => vec![Vec::new()],
        Some(path) => {
            let name = path.display();
            let text = std::fs::read_to_string(path).map_err(|e| usage(format!("{name}: {e}")))?;
            openings::parse(&text, args.size, args.rule)
                .map_err(|error| usage(format!("{name}: {error}")))?
        }
    };
    Ok(Plan {
        engines,
        games: args.games,
        pairs: !args.no_repeat,
        openings,
        shuffle: args.order == Order::Random,
        symmetry: args.symmetry,
        seed: args.seed,
        shard: args.shard.unwrap_or((0, 1)),
        size: args.size,
    })
}

/// The games that a match to be resumed holds already.
fn previous(args: &MatchArgs) -> Result<Vec<GameRecord>, Failure> {
    match &args.jsonl {
        Some(path) if args.resume && path.exists() => report::read(path).map_err(usage),
        _ => Ok(Vec::new()),
    }
}

fn targets(args: &MatchArgs) -> Targets {
    Targets {
        jsonl: args.jsonl.clone(),
        sgf: args.sgf.clone(),
        pgn: args.pgn.clone(),
        psq: args.psq.clone(),
        html: args.html.clone(),
    }
}

fn launch(args: &MatchArgs, spec: &EngineSpec) -> Launch {
    let stderr = args.log.as_ref().map(|path| {
        let mut name = path.clone().into_os_string();
        let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
        name.push(format!(
            ".{}.stderr",
            spec.name.chars().map(plain).collect::<String>()
        ));
        PathBuf::from(name)
    });
    Launch {
        command: spec.command.clone(),
        guard: own_executable(),
        stderr,
    }
}

fn merge(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let mut records: Vec<GameRecord> = Vec::new();
    for path in &args.merge {
        records.extend(report::read(path).map_err(usage)?);
    }
    records.sort_by_key(|record| record.game);
    let mut names: Vec<String> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if index > 0 && records[index - 1].game == record.game {
            return Err(usage(format!("game {} is there twice", record.game)));
        }
        let first = &records[0];
        if (&record.rule, &record.size) != (&first.rule, &first.size) {
            return Err(usage(format!(
                "game {} is {} {}, not {} {}: another match",
                record.game, record.rule, record.size, first.rule, first.size
            )));
        }
        for name in [&record.black, &record.white] {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    let mut standings = Standings::new(names, !args.no_repeat, args.sprt);
    for record in &records {
        standings.add(record).map_err(usage)?;
    }
    let mut reports = Reports::create(targets(args)).map_err(usage)?;
    for record in &records {
        reports.write(record).map_err(usage)?;
    }
    reports.finish(&standings, &records).map_err(usage)?;
    show(args, &standings);
    let h0 = standings
        .sprt()
        .is_some_and(|s| s.2 == super::stats::Verdict::H0);
    Ok(ExitCode::from(u8::from(h0)))
}

fn show(args: &MatchArgs, standings: &Standings) {
    let text = if args.json {
        format!("{}\n", standings.to_json())
    } else {
        standings.to_string()
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
}
