//! Games of several files in random order in one. The games are numbered anew; the head is that of
//! the first file.

use std::path::{Path, PathBuf};

use super::DataError;
use super::format::{GameFile, GameFileError, GameWriter};
use crate::types::SplitMix;

pub(super) fn run(paths: &[PathBuf], out: &Path, seed: u64) -> Result<(), DataError> {
    let files: Vec<GameFile> = paths
        .iter()
        .map(|path| GameFile::read(path))
        .collect::<Result<_, GameFileError>>()?;
    let head = files[0].head;
    for other in files.iter().map(|file| file.head) {
        if (other.rule, other.size) != (head.rule, head.size) {
            return Err(DataError::Kinds(
                head.rule, head.size, other.rule, other.size,
            ));
        }
    }
    let mut games: Vec<_> = files.into_iter().flat_map(|file| file.games).collect();
    mix(&mut games, &mut SplitMix::new(seed));
    let mut writer = GameWriter::create(out, &head)?;
    for (number, game) in games.iter_mut().enumerate() {
        game.number = number as u32;
        writer.write(game)?;
    }
    Ok(())
}

/// Puts a list in random order.
pub(in crate::lab) fn mix<T>(list: &mut [T], random: &mut SplitMix) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}
