//! Who may use whom, what the brain is built from, and what lies at the top of the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each layer and the layers that it may name, itself apart. A layer that is missing here fails the
/// test: a new one has to find its place first.
const MAY_USE: [(&str, &[&str]); 9] = [
    ("types", &[]),
    ("simd", &[]),
    ("board", &["types", "simd"]),
    ("eval", &["board", "types", "simd"]),
    ("solver", &["board", "types", "simd"]),
    ("search", &["eval", "solver", "board", "types", "simd"]),
    (
        "engine",
        &["search", "eval", "solver", "board", "types", "simd"],
    ),
    ("protocol", &["engine", "board", "types"]),
    (
        "lab",
        &[
            "protocol", "engine", "search", "eval", "solver", "board", "types", "simd",
        ],
    ),
];

/// The layers that think: no printing, no reading of input, environment or arguments, tests apart.
const SILENT: [&str; 7] = [
    "types", "simd", "board", "eval", "solver", "search", "engine",
];
const NOISE: [&str; 8] = [
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "stdin",
    "stdout",
    "stderr",
    "std::env",
];

/// The toolbox speaks the protocol as a client, through its words only.
const PROTOCOL_FOR_LAB: [&str; 2] = ["command", "response"];

const BRAIN_DEPENDENCIES: [&str; 5] = ["fxhash", "log", "simplelog", "smallvec", "thiserror"];

const TOP_LEVEL: [&str; 16] = [
    ".ci",
    ".github",
    ".gitignore",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "benches",
    "clippy.toml",
    "docs",
    "fuzz",
    "protocol-fixtures",
    "rustfmt.toml",
    "src",
    "tests",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A source file: which layer it is part of, and its code without comments and strings.
struct Source {
    path: PathBuf,
    layer: String,
    code: String,
}

/// All files of all layers.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let src = root().join("src");
    for entry in fs::read_dir(&src).expect("src") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && name != "bin" {
            let mut files = Vec::new();
            collect(&path, &mut files);
            sources.extend(files.into_iter().map(|path| Source {
                code: strip(&fs::read_to_string(&path).expect("a source file")),
                layer: name.clone(),
                path,
            }));
        }
    }
    assert!(sources.len() > 20, "the sources are found");
    sources
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Code without line comments and the contents of plain strings.
fn strip(text: &str) -> String {
    let mut code = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => while chars.next_if(|&c| c != '\n').is_some() {},
            '"' => {
                code.push_str("\"\"");
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => _ = chars.next(),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            // A quotation mark as a character does not open a string.
            '\'' if chars.peek() == Some(&'"') => _ = chars.next(),
            _ => code.push(c),
        }
    }
    code
}

/// The first two names of every path that begins with `prefix`, groups in braces opened:
/// `crate::{a::b, c}` gives `a::b` and `c`.
fn paths(code: &str, prefix: &str) -> BTreeSet<(String, Option<String>)> {
    let mut found = BTreeSet::new();
    for (start, _) in code.match_indices(prefix) {
        let before = code[..start].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        for (first, rest) in branches(&code[start + prefix.len()..]) {
            let seconds: Vec<Option<String>> = match rest.strip_prefix("::") {
                Some(rest) => branches(rest)
                    .into_iter()
                    .map(|(name, _)| Some(name))
                    .collect(),
                None => vec![None],
            };
            found.extend(seconds.into_iter().map(|second| (first.clone(), second)));
        }
    }
    found
}

/// The names with which a path goes on, and what follows each: one, or those of a group.
fn branches(code: &str) -> Vec<(String, &str)> {
    let code = code.trim_start();
    let Some(group) = code.strip_prefix('{') else {
        let end = code
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(code.len());
        return vec![(code[..end].to_owned(), &code[end..])];
    };
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (index, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                if !group[start..index].trim().is_empty() {
                    found.extend(branches(&group[start..index]));
                }
                if c == '}' {
                    break;
                }
                start = index + 1;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn paths_are_found_in_groups() {
    let code = strip(
        "use crate::board::{Board, lines::{self}}; // crate::lab\n\
         use crate::{types::Point,\n eval}; let x = \"crate::lab\"; crate::search::go(); mycrate::no",
    );
    let found: Vec<String> = paths(&code, "crate::")
        .into_iter()
        .map(|(first, second)| format!("{first}/{}", second.unwrap_or_default()))
        .collect();
    assert_eq!(
        found,
        [
            "board/Board",
            "board/lines",
            "eval/",
            "search/go",
            "types/Point"
        ]
    );
}

/// The names reached by going up from a file until the layer is left: the way round the table.
fn left_by_super(source: &Source) -> Vec<String> {
    let in_layer = source
        .path
        .strip_prefix(root().join("src").join(&source.layer))
        .expect("a file of the layer");
    let modules = in_layer.components().count();
    let depth = if in_layer.ends_with("mod.rs") {
        modules
    } else {
        modules + 1
    };
    let up = "super::".repeat(depth);
    paths(&source.code, &up)
        .into_iter()
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn layers_use_only_what_lies_below() {
    let table: BTreeMap<&str, &[&str]> = MAY_USE.into_iter().collect();
    let mut wrong = Vec::new();
    for source in sources() {
        let path = source.path.display();
        let allowed = table
            .get(source.layer.as_str())
            .unwrap_or_else(|| panic!("layer {} has no place in the table", source.layer));
        for (layer, item) in paths(&source.code, "crate::") {
            if layer != source.layer && !allowed.contains(&layer.as_str()) {
                wrong.push(format!("{path}: uses crate::{layer}"));
            }
            let word = |item: &String| PROTOCOL_FOR_LAB.contains(&item.as_str());
            if source.layer == "lab" && layer == "protocol" && !item.as_ref().is_some_and(word) {
                wrong.push(format!("{path}: uses crate::protocol::{item:?}"));
            }
        }
        for layer in left_by_super(&source) {
            if table.contains_key(layer.as_str()) {
                wrong.push(format!("{path}: super::{layer} is crate::{layer}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn layers_that_think_are_silent() {
    let mut wrong = Vec::new();
    for source in sources() {
        if SILENT.contains(&source.layer.as_str()) {
            let code = source.code.split("#[cfg(test)]\nmod ").next();
            for noise in NOISE {
                if code.is_some_and(|code| code.contains(noise)) {
                    wrong.push(format!("{}: {noise}", source.path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_is_confined() {
    let layers: BTreeSet<String> = sources().into_iter().map(|source| source.layer).collect();
    for layer in layers.iter().filter(|&layer| layer != "simd") {
        let path = root().join("src").join(layer).join("mod.rs");
        let text = fs::read_to_string(&path).expect("every layer has a mod.rs");
        assert!(
            text.contains("\n#![forbid(unsafe_code)]\n"),
            "{}",
            path.display()
        );
    }
    for binary in ["pbrain-tengen.rs", "tengen.rs"] {
        let text = fs::read_to_string(root().join("src/bin").join(binary)).expect("a binary");
        assert!(!strip(&text).contains("unsafe"), "{binary}");
    }
}

#[test]
fn the_brain_does_not_know_the_toolbox() {
    let text = fs::read_to_string(root().join("src/bin/pbrain-tengen.rs")).expect("the brain");
    let code = strip(&text);
    let names: BTreeSet<String> = paths(&code, "tengen::")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert!(!names.contains("lab"), "the brain uses {names:?}");
}

#[test]
fn the_brain_is_built_from_five_crates() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let mut section = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
            assert!(
                !section.starts_with("[dependencies.") && !section.contains("build-dependencies"),
                "{section}: write dependencies as lines of [dependencies]"
            );
        } else if (section == "[dependencies]" || section.ends_with(".dependencies]"))
            && !line.is_empty()
            && !line.starts_with('#')
            && !line.contains("optional = true")
        {
            let (name, value) = line.split_once('=').expect("one dependency a line");
            assert!(!value.trim().is_empty());
            found.insert(name.trim());
        }
    }
    assert_eq!(found, BTreeSet::from(BRAIN_DEPENDENCIES));
}

#[test]
fn the_brains_crates_are_all_used() {
    let code: Vec<String> = sources()
        .into_iter()
        .filter(|source| source.layer != "lab")
        .map(|source| source.code)
        .chain(fs::read_to_string(root().join("src/bin/pbrain-tengen.rs")))
        .collect();
    for name in BRAIN_DEPENDENCIES {
        let path = format!("{name}::");
        assert!(
            code.iter().any(|code| code.contains(&path)),
            "{name} is not used"
        );
    }
}

/// What git tracks; in a copy without git, what lies there.
fn top_level() -> BTreeSet<String> {
    let tracked = Command::new("git")
        .args(["ls-files"])
        .current_dir(root())
        .output()
        .ok()
        .filter(|output| output.status.success() && !output.stdout.is_empty());
    match tracked {
        Some(output) => String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|path| path.trim_matches('"').split('/').next())
            .map(str::to_owned)
            .collect(),
        None => fs::read_dir(root())
            .expect("the repository")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter(|name| name != "target" && name != ".git")
            .collect(),
    }
}

#[test]
fn the_top_of_the_repository_is_tidy() {
    let allowed: BTreeSet<String> = TOP_LEVEL.map(str::to_owned).into();
    let found = top_level();
    let extra: Vec<&String> = found.difference(&allowed).collect();
    assert!(extra.is_empty(), "not part of the layout: {extra:?}");
}
