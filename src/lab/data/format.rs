//! Files of self-play games: about four bytes a ply, appended to as games end.
//!
//! All numbers are little-endian. A file begins with a head of 32 bytes:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TNGGAME1` |
//! | 1, 1, 1, 1 | rule, width, height, 0 |
//! | 4 | nodes a move |
//! | 8 | seed of the run |
//! | 8 | checksum of the weights that played; 0 for hand-made ones |
//!
//! Then one record a game:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | number of the game in its run |
//! | 2 | stones recorded |
//! | 1 | stones of the opening, which no search chose |
//! | 1 | result: 0 draw, 1 Black won, 2 White won |
//! | 4 a stone | point as `y * width + x` (bit 15: chosen at random), then the value that the search gave the position before it, for the side to move |
//! | 4 | checksum of the record |
//!
//! A game may end before its five: when the search has found a forced win. A file that was cut
//! short is good up to its last whole record.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::board::Board;
use crate::eval::features::checksum;
use crate::types::{BoardSize, Color, Point, Rule, Score, SizeError};

const MAGIC: &[u8; 8] = b"TNGGAME1";
const HEAD: usize = 32;
const RANDOM: u16 = 1 << 15;
/// Stands for "no search looked at this position".
const NO_SCORE: i16 = i16::MIN;

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// It is something else.
    #[error("{}: not a file of self-play games", .0.display())]
    NotGames(PathBuf),
    /// Its head names a board that does not exist.
    #[error("{}: {error}", path.display())]
    Size {
        /// The file.
        path: PathBuf,
        /// What is wrong with the size.
        error: SizeError,
    },
    /// It was made by a run with other settings.
    #[error("{}: holds games of another run ({found}); this one is {wanted}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The run in the file.
        found: Box<Head>,
        /// The run that was asked for.
        wanted: Box<Head>,
    },
}

/// What all games of a file have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The rule played.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Nodes a move.
    pub nodes: u32,
    /// Seed of the run.
    pub seed: u64,
    /// Checksum of the weights that played.
    pub weights: u64,
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            rule,
            size,
            nodes,
            seed,
            weights,
        } = self;
        write!(
            f,
            "{rule} {size}, {nodes} nodes a move, seed {seed}, weights {weights:016x}"
        )
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Neither side won.
    Draw,
    /// This side won, or had a forced win.
    Won(Color),
}

impl GameResult {
    /// 1 if this side won, 0.5 for a draw, 0 if it lost.
    pub fn points(self, color: Color) -> f32 {
        match self {
            Self::Draw => 0.5,
            Self::Won(winner) if winner == color => 1.0,
            Self::Won(_) => 0.0,
        }
    }
}

/// One stone of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Where it was placed.
    pub point: Point,
    /// What the search said of the position before it, for the side to move.
    pub score: Option<Score>,
    /// Whether it was chosen at random and not by the search.
    pub random: bool,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Number in its run.
    pub number: u32,
    /// Stones of the opening.
    pub opening: usize,
    /// All stones, the opening's first.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub result: GameResult,
}

impl Game {
    /// The record's bytes.
    fn encode(&self, size: BoardSize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(12 + 4 * self.plies.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.push(self.opening as u8);
        bytes.push(match self.result {
            GameResult::Draw => 0,
            GameResult::Won(Color::Black) => 1,
            GameResult::Won(Color::White) => 2,
        });
        for ply in &self.plies {
            let cell = (ply.point.y() * size.width() + ply.point.x()) as u16;
            let random = if ply.random { RANDOM } else { 0 };
            bytes.extend((cell | random).to_le_bytes());
            let score = ply.score.map_or(NO_SCORE, |score| score.raw() as i16);
            bytes.extend(score.to_le_bytes());
        }
        let sum = fold(checksum(&bytes));
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The record at the start of the bytes, and its length; nothing if it is not whole.
    fn decode(bytes: &[u8], size: BoardSize) -> Option<(Self, usize)> {
        let stones = usize::from(u16::from_le_bytes(bytes.get(4..6)?.try_into().ok()?));
        let end = 8 + 4 * stones;
        let sum = u32::from_le_bytes(bytes.get(end..end + 4)?.try_into().ok()?);
        if sum != fold(checksum(&bytes[..end])) {
            return None;
        }
        let plies: Option<Vec<Ply>> = bytes[8..end]
            .chunks_exact(4)
            .map(|ply| {
                let place = u16::from_le_bytes([ply[0], ply[1]]);
                let cell = i64::from(place & !RANDOM);
                let width = size.width() as i64;
                let score = i16::from_le_bytes([ply[2], ply[3]]);
                Some(Ply {
                    point: size.point(cell % width, cell / width)?,
                    score: (score != NO_SCORE).then(|| Score::from_raw(i32::from(score))),
                    random: place & RANDOM != 0,
                })
            })
            .collect();
        let game = Self {
            number: u32::from_le_bytes(bytes[..4].try_into().ok()?),
            opening: usize::from(bytes[6]),
            plies: plies?,
            result: match bytes[7] {
                0 => GameResult::Draw,
                1 => GameResult::Won(Color::Black),
                2 => GameResult::Won(Color::White),
                _ => return None,
            },
        };
        Some((game, end + 4))
    }

    /// Plays the game and shows each position together with the stone that follows.
    pub fn replay(&self, head: &Head, mut show: impl FnMut(&mut Board, &Ply)) {
        let mut board = Board::new(head.size, head.rule);
        for ply in &self.plies {
            if !board.is_empty(ply.point) {
                return;
            }
            show(&mut board, ply);
            board.place(ply.point);
        }
    }
}

impl Head {
    fn encode(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8] = self.rule.index() as u8;
        bytes[9] = self.size.width() as u8;
        bytes[10] = self.size.height() as u8;
        bytes[12..16].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.weights.to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8], path: &Path) -> Result<Self, GameFileError> {
        let not_games = || GameFileError::NotGames(path.to_owned());
        let head: &[u8; HEAD] = bytes
            .get(..HEAD)
            .and_then(|head| head.try_into().ok())
            .ok_or_else(not_games)?;
        if &head[..8] != MAGIC {
            return Err(not_games());
        }
        let word = |from: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&head[from..from + 8]);
            u64::from_le_bytes(word)
        };
        Ok(Self {
            rule: *Rule::ALL.get(usize::from(head[8])).ok_or_else(not_games)?,
            size: BoardSize::new(i64::from(head[9]), i64::from(head[10])).map_err(|error| {
                GameFileError::Size {
                    path: path.to_owned(),
                    error,
                }
            })?,
            nodes: (word(8) >> 32) as u32,
            seed: word(16),
            weights: word(24),
        })
    }
}

/// A whole file of games.
#[derive(Debug)]
pub struct GameFile {
    /// What its games have in common.
    pub head: Head,
    /// Its games.
    pub games: Vec<Game>,
    /// Bytes up to the end of the last whole record.
    good: u64,
    /// Bytes after it.
    pub torn: u64,
}

impl GameFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games. A torn end is no error.
    pub fn read(path: &Path) -> Result<Self, GameFileError> {
        let bytes = std::fs::read(path).map_err(|error| GameFileError::Io {
            path: path.to_owned(),
            error,
        })?;
        let head = Head::decode(&bytes, path)?;
        let mut games = Vec::new();
        let mut at = HEAD;
        while let Some((game, length)) = Game::decode(&bytes[at..], head.size) {
            games.push(game);
            at += length;
        }
        Ok(Self {
            head,
            games,
            good: at as u64,
            torn: (bytes.len() - at) as u64,
        })
    }
}

/// Appends games to a file.
#[derive(Debug)]
pub struct GameWriter {
    path: PathBuf,
    size: BoardSize,
    file: BufWriter<File>,
}

impl GameWriter {
    /// A new file in place of what may be there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, head: &Head) -> Result<Self, GameFileError> {
        let mut writer = File::create(path)
            .map(|file| Self::over(path, head, file))
            .map_err(|error| GameFileError::Io {
                path: path.to_owned(),
                error,
            })?;
        writer.put(&head.encode())?;
        Ok(writer)
    }

    /// Goes on with a file of the same run, or begins it; a torn end is cut off. Also tells which
    /// games are there already.
    ///
    /// # Errors
    /// If the file is of another run or cannot be written.
    pub fn resume(path: &Path, head: &Head) -> Result<(Self, Vec<u32>), GameFileError> {
        if !path.exists() {
            return Ok((Self::create(path, head)?, Vec::new()));
        }
        let old = GameFile::read(path)?;
        if old.head != *head {
            return Err(GameFileError::OtherRun {
                path: path.to_owned(),
                found: Box::new(old.head),
                wanted: Box::new(*head),
            });
        }
        let open = || {
            let file = OpenOptions::new().append(true).open(path)?;
            file.set_len(old.good)?;
            Ok(file)
        };
        let file = open().map_err(|error| GameFileError::Io {
            path: path.to_owned(),
            error,
        })?;
        let numbers = old.games.iter().map(|game| game.number).collect();
        Ok((Self::over(path, head, file), numbers))
    }

    fn over(path: &Path, head: &Head, file: File) -> Self {
        Self {
            path: path.to_owned(),
            size: head.size,
            file: BufWriter::new(file),
        }
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, game: &Game) -> Result<(), GameFileError> {
        self.put(&game.encode(self.size))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), GameFileError> {
        self.file
            .write_all(bytes)
            .and_then(|()| self.file.flush())
            .map_err(|error| GameFileError::Io {
                path: self.path.clone(),
                error,
            })
    }
}

fn fold(sum: u64) -> u32 {
    (sum ^ sum >> 32) as u32
}
