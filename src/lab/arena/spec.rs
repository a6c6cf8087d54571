//! What the command line says of one engine: `cmd=PATH[,name=..][,tc=..]...`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::clock::TimeControl;

/// An engine and the conditions under which it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Unique within a match.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Time limits.
    pub control: TimeControl,
    /// Depth limit in plies.
    pub depth: Option<u64>,
    /// Node limit of each move.
    pub nodes: Option<u64>,
    /// Search threads.
    pub threads: Option<u64>,
    /// Memory limit in bytes.
    pub memory: Option<u64>,
    /// Time from launch or START until OK.
    pub start_timeout: Duration,
    /// How much later than the limit an answer may come.
    pub tolerance: Duration,
    /// How long to wait for an answer where no time limit says it.
    pub hang_timeout: Duration,
    /// Whether each game gets a new process.
    pub restart: bool,
    /// Whether it is treated as Gomocup's judge treats brains: nothing waited for at the start, and
    /// frozen while it is not its turn.
    pub judge: bool,
    /// Further `INFO` keys and values, in order.
    pub options: Vec<(String, String)>,
}

/// Time for a move if neither time, depth nor nodes are limited.
const DEFAULT_TURN: Duration = Duration::from_secs(1);
const DEFAULT_START_TIMEOUT: Duration = Duration::from_secs(10);
/// As the managers of Gomocup have it.
const DEFAULT_TOLERANCE: Duration = Duration::from_secs(1);
const DEFAULT_HANG_TIMEOUT: Duration = Duration::from_secs(300);

const KEYS: &str = "cmd, name, tc, depth, nodes, threads, memory, start-timeout, tolerance, \
                    hang-timeout, restart, judge, option.NAME";

/// Reads all engines of a match, `each` giving what an engine does not say itself.
///
/// # Errors
/// Names the key or value that is wrong.
pub fn parse_all(engines: &[String], each: Option<&str>) -> Result<Vec<EngineSpec>, String> {
    let common = match each {
        Some(text) => items(text, "--each")?,
        None => Vec::new(),
    };
    if let Some((key, _)) = common.iter().find(|(key, _)| key == "cmd" || key == "name") {
        return Err(format!(
            "'{key}' cannot be the same for all engines: not in --each"
        ));
    }
    let mut specs: Vec<EngineSpec> = Vec::new();
    for text in engines {
        let mut settings = common.clone();
        settings.extend(items(text, "--engine")?);
        let mut spec = parse(&settings)?;
        let wanted = spec.name.clone();
        let mut number = 1;
        while specs.iter().any(|other| other.name == spec.name) {
            number += 1;
            spec.name = format!("{wanted}-{number}");
        }
        specs.push(spec);
    }
    Ok(specs)
}

fn items(text: &str, place: &str) -> Result<Vec<(String, String)>, String> {
    text.split(',')
        .map(|item| match item.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_owned(), value.to_owned())),
            None => Err(format!("'{item}' in {place} is not key=value")),
        })
        .collect()
}

fn parse(settings: &[(String, String)]) -> Result<EngineSpec, String> {
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    let mut options: Vec<(String, String)> = Vec::new();
    for (key, value) in settings {
        if let Some(option) = key.strip_prefix("option.") {
            options.retain(|(old, _)| old != option);
            options.push((option.to_owned(), value.clone()));
        } else {
            named.insert(key, value);
        }
    }
    let mut take = |key: &str| named.remove(key);
    let command = words(take("cmd").ok_or("--engine needs cmd=PATH")?)?;
    let name = match take("name") {
        Some(name) if name.is_empty() || name.contains(['"', '\n', '\r']) => {
            return Err(format!("'{name}' is no name for an engine"));
        }
        Some(name) => name.to_owned(),
        None => Path::new(&command[0])
            .file_stem()
            .unwrap_or(&command[0])
            .to_string_lossy()
            .into_owned(),
    };
    let mut number = |key: &str| match take(key) {
        None => Ok(None),
        Some(value) => match value.parse::<u64>() {
            Ok(number) if number > 0 => Ok(Some(number)),
            _ => Err(format!("'{value}' for {key} is not a whole number above 0")),
        },
    };
    let depth = number("depth")?;
    let nodes = number("nodes")?;
    let threads = number("threads")?;
    let memory = number("memory")?.map(|mb| mb.saturating_mul(1 << 20));
    let mut duration = |key: &str, unit: f64, default: Duration| match take(key) {
        None => Ok(default),
        Some(value) => value
            .parse::<f64>()
            .ok()
            .and_then(|n| Duration::try_from_secs_f64(n * unit).ok())
            .filter(|d| d.as_secs() < 1_000_000)
            .ok_or_else(|| format!("'{value}' for {key} is not a time")),
    };
    let start_timeout = duration("start-timeout", 1.0, DEFAULT_START_TIMEOUT)?;
    let tolerance = duration("tolerance", 1e-3, DEFAULT_TOLERANCE)?;
    let hang_timeout = duration("hang-timeout", 1.0, DEFAULT_HANG_TIMEOUT)?;
    let mut switch = |key: &str| match take(key) {
        None | Some("off") => Ok(false),
        Some("on") => Ok(true),
        Some(value) => Err(format!("'{value}' for {key}: expected on or off")),
    };
    let judge = switch("judge")?;
    if judge && cfg!(not(unix)) {
        return Err("'on' for judge: this system cannot freeze a process".to_owned());
    }
    let restart = switch("restart")? || judge;
    let control = match take("tc") {
        Some(text) => text.parse()?,
        None if depth.is_some() || nodes.is_some() => TimeControl::default(),
        None => TimeControl {
            turn: Some(DEFAULT_TURN),
            ..TimeControl::default()
        },
    };
    if let Some((key, _)) = named.pop_first() {
        return Err(format!(
            "'{key}' is no setting of an engine: expected one of {KEYS}"
        ));
    }
    Ok(EngineSpec {
        name,
        command,
        control,
        depth,
        nodes,
        threads,
        memory,
        start_timeout,
        tolerance,
        hang_timeout,
        restart,
        judge,
        options,
    })
}

/// A path as it stands if there is such a file, else words parted by blanks; quotes hold words
/// together.
///
/// # Errors
/// If a quote is not closed, or nothing is left.
pub fn words(text: &str) -> Result<Vec<OsString>, String> {
    if Path::new(text).is_file() {
        return Ok(vec![text.into()]);
    }
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("'{text}': a quote is not closed"));
    }
    words.extend(word);
    if words.is_empty() {
        return Err("the command names no program".to_owned());
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(engine: &str, each: Option<&str>) -> Result<EngineSpec, String> {
        Ok(parse_all(&[engine.to_owned()], each)?.remove(0))
    }

    #[test]
    fn all_settings_are_read() {
        let text = "cmd=/x/pbrain-a.exe --deep 'a b',name=A,tc=60/5+1,depth=9,nodes=1000,threads=2,\
                    memory=350,start-timeout=3,tolerance=50,restart=on,option.k=v,option.w=";
        let spec = one(text, None).expect("good");
        assert_eq!(spec.command, ["/x/pbrain-a.exe", "--deep", "a b"]);
        assert_eq!(
            (spec.name.as_str(), spec.depth, spec.nodes),
            ("A", Some(9), Some(1000))
        );
        assert_eq!(spec.control.to_string(), "60/5+1");
        assert_eq!(spec.memory, Some(367_001_600));
        assert_eq!(spec.start_timeout, Duration::from_secs(3));
        assert_eq!(spec.tolerance, Duration::from_millis(50));
        assert!(spec.restart);
        let want = [("k", "v"), ("w", "")].map(|(k, v)| (k.to_owned(), v.to_owned()));
        assert_eq!(spec.options, want);
    }

    #[test]
    fn defaults_come_from_each_and_then_from_here() {
        let spec = one("cmd=a,nodes=5", Some("tc=0/2,nodes=7,option.x=1")).expect("good");
        assert_eq!(
            (spec.nodes, spec.control.to_string()),
            (Some(5), "0/2".to_owned())
        );
        assert_eq!(spec.options.len(), 1);
        assert_eq!(
            one("cmd=a", None).expect("good").control.turn,
            Some(DEFAULT_TURN)
        );
        assert!(!one("cmd=a,judge=off", None).expect("good").restart);
        #[cfg(unix)]
        assert!(one("cmd=a", Some("judge=on")).expect("good").restart);
        assert_eq!(one("cmd=a,depth=3", None).expect("good").control.turn, None);
        let twins = ["cmd=a".to_owned(), "cmd=dir/a".to_owned()];
        let names: Vec<String> = parse_all(&twins, None)
            .expect("good")
            .into_iter()
            .map(|spec| spec.name)
            .collect();
        assert_eq!(names, ["a", "a-2"]);
    }

    #[test]
    fn bad_settings_are_named() {
        for (engine, each, want) in [
            ("name=a", None, "cmd=PATH"),
            ("cmd=", None, "no program"),
            ("cmd='a", None, "quote"),
            ("cmd=a,judge=maybe", None, "'maybe' for judge"),
            ("cmd=a,depth=0", None, "'0' for depth"),
            ("cmd=a,depth=-1", None, "'-1' for depth"),
            ("cmd=a,tc=fast", None, "'fast' is not a time control"),
            ("cmd=a,restart=maybe", None, "'maybe' for restart"),
            ("cmd=a,hash=3", None, "'hash' is no setting"),
            ("cmd=a,tolerance=-5", None, "'-5' for tolerance"),
            ("cmd=a,name=", None, "is no name"),
            ("cmd=a,b", None, "'b' in --engine"),
            ("cmd=a", Some("x"), "'x' in --each"),
            ("cmd=a", Some("name=x"), "'name' cannot be the same"),
        ] {
            let error = one(engine, each).expect_err(engine);
            assert!(error.contains(want), "{engine}: {error}");
        }
    }
}
