//! What the toolbox reads beside positions: games and openings in every form, settings of engines,
//! games of self-play. Refused, or used without a panic.
#![no_main]

use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use tengen::lab::arena::clock::TimeControl;
use tengen::lab::arena::openings;
use tengen::lab::arena::spec::{parse_all, words};
use tengen::lab::data::format::GameFile;
use tengen::lab::games;
use tengen::types::{BoardSize, Rule};

/// Forms of game files.
const ENDINGS: [&str; 4] = ["sgf", "psq", "txt", "pos"];

fn games_of(path: &Path, size: Option<BoardSize>) {
    let Ok(games) = games::read(path, size).map_err(|error| error.to_string()) else {
        return;
    };
    for game in games.iter().take(4) {
        let size = game.size_or_usual();
        for rule in Rule::ALL {
            let position = game.position(size, rule, game.moves.len());
            let _ = position.map_err(|error| error.to_string());
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else {
        return;
    };
    let choice = usize::from(choice);
    let text = String::from_utf8_lossy(rest);
    let rule = Rule::ALL[choice % Rule::ALL.len()];
    let sizes = [(15, 15), (20, 20), (5, 5), (22, 9)];
    let (width, height) = sizes[choice / 8 % sizes.len()];
    let size = BoardSize::new(width, height).expect("in range");
    let _ = openings::parse(&text, size, rule);
    let _ = words(&text);
    let _ = parse_all(&[text.clone().into_owned()], Some("tc=1/1"));
    if let Ok(control) = text.parse::<TimeControl>() {
        let again = control.to_string().parse::<TimeControl>();
        again.expect("our own is read");
    }
    let name = format!("tengen-fuzz-{}", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    let path = path.with_extension(ENDINGS[choice / 32 % ENDINGS.len()]);
    std::fs::write(&path, rest).expect("a file");
    games_of(&path, (choice % 2 == 0).then_some(size));
    let read = GameFile::read(&path).map_err(|error| error.to_string());
    std::fs::remove_file(&path).expect("it was there");
    if let Ok(file) = read {
        for game in &file.games {
            game.replay(&file.head, |_, _| {});
        }
    }
});
