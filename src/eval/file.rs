//! Weights as bytes: refused unless they fit this program exactly.
//!
//! All numbers are little-endian: `TNGEVAL1`, version u16, rule u8, sets of tables u8, scale u16,
//! width and height of the board u8 each, channels of the network u8 (0: no network), feature hash
//! u64, length of the provenance u32 and its UTF-8 text, then the tables of each side as i16 in the
//! order of [`Tables`], last the checksum u64 of all that comes before.

use thiserror::Error;

use super::features::{checksum, hash};
use super::net::{CHANNELS, NetTables};
use super::weights::{Tables, Weights};
use crate::types::{BoardSize, Rule};

const MAGIC: &[u8; 8] = b"TNGEVAL1";
const VERSION: u16 = 2;
const CHECKSUM: usize = 8;

/// Why bytes are no weights for this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Something else altogether.
    #[error("not a weights file")]
    NotWeights,
    /// Of another version of the format.
    #[error("weights of version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// Made for other features.
    #[error("weights for feature set {found:016x}; this program has {wanted:016x}")]
    Features {
        /// What the file was made for.
        found: u64,
        /// What the program has.
        wanted: u64,
    },
    /// Cut short, or too long.
    #[error("weights of {found} bytes where {wanted} are needed")]
    Length {
        /// Bytes there.
        found: usize,
        /// Bytes needed.
        wanted: usize,
    },
    /// Changed after it was made.
    #[error("weights whose checksum is wrong")]
    Checksum,
    /// For another rule.
    #[error("weights for {found}, not for {wanted}")]
    Rule {
        /// The rule of the file.
        found: Rule,
        /// The rule asked for.
        wanted: Rule,
    },
}

/// What a weights file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The rule that the numbers are for.
    pub rule: Rule,
    /// The board whose games they were fitted to.
    pub home: BoardSize,
    /// Evaluation units of one logistic unit.
    pub scale: u16,
    /// One set of tables, or Black's and White's.
    pub sides: Vec<Tables>,
    /// How they were made.
    pub provenance: String,
}

/// Reads numbers from the front of some bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], WeightsError> {
        let (head, tail) = self
            .0
            .split_at_checked(count)
            .ok_or(WeightsError::NotWeights)?;
        self.0 = tail;
        Ok(head)
    }

    fn number<const N: usize>(&mut self) -> Result<u64, WeightsError> {
        let mut word = [0; 8];
        word[..N].copy_from_slice(self.bytes(N)?);
        Ok(u64::from_le_bytes(word))
    }
}

impl Contents {
    /// What the bytes of a file say, and their checksum.
    ///
    /// # Errors
    /// If they do not fit this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, u64), WeightsError> {
        let mut reader = Reader(bytes);
        if reader.bytes(8)? != MAGIC {
            return Err(WeightsError::NotWeights);
        }
        let version = reader.number::<2>()? as u16;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let rule = *Rule::ALL
            .get(reader.number::<1>()? as usize)
            .ok_or(WeightsError::NotWeights)?;
        let sets = reader.number::<1>()? as usize;
        let scale = reader.number::<2>()? as u16;
        let sides = [reader.number::<1>()?, reader.number::<1>()?].map(|side| side as i64);
        let home = BoardSize::new(sides[0], sides[1]).map_err(|_| WeightsError::NotWeights)?;
        let channels = reader.number::<1>()? as usize;
        let (found, wanted) = (reader.number::<8>()?, hash());
        if found != wanted {
            return Err(WeightsError::Features { found, wanted });
        }
        let text = reader.number::<4>()? as usize;
        let provenance = String::from_utf8_lossy(reader.bytes(text)?).into_owned();
        let zero = Tables {
            net: (channels > 0).then(NetTables::zero),
            ..Tables::zero()
        };
        let mut sides = vec![zero; Weights::table_count(rule)];
        let numbers: usize = sides[0].all().iter().map(|table| table.len()).sum();
        let rest = 2 * numbers * sides.len() + CHECKSUM;
        if sets != sides.len() || scale == 0 || ![0, CHANNELS].contains(&channels) {
            return Err(WeightsError::NotWeights);
        }
        if reader.0.len() != rest {
            return Err(WeightsError::Length {
                found: bytes.len(),
                wanted: bytes.len() - reader.0.len() + rest,
            });
        }
        for tables in &mut sides {
            for number in tables.all_mut().into_iter().flatten() {
                *number = reader.number::<2>()? as u16 as i16;
            }
        }
        let sum = checksum(&bytes[..bytes.len() - CHECKSUM]);
        if reader.number::<8>()? != sum {
            return Err(WeightsError::Checksum);
        }
        let contents = Self {
            rule,
            home,
            scale,
            sides,
            provenance,
        };
        Ok((contents, sum))
    }

    /// The bytes of a file that says this.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.rule.index() as u8, self.sides.len() as u8]);
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend([self.home.width() as u8, self.home.height() as u8]);
        let has_net = self.sides.iter().all(|side| side.net.is_some());
        bytes.push(if has_net { CHANNELS as u8 } else { 0 });
        bytes.extend(hash().to_le_bytes());
        bytes.extend((self.provenance.len() as u32).to_le_bytes());
        bytes.extend(self.provenance.as_bytes());
        for number in self.sides.iter().flat_map(Tables::all).flatten() {
            bytes.extend(number.to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

impl Weights {
    /// Weights from the bytes of a file.
    ///
    /// # Errors
    /// If they do not fit this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (contents, checksum) = Contents::from_bytes(bytes)?;
        Ok(Self::new(contents).with_checksum(checksum))
    }

    /// The same weights if they are for this rule.
    ///
    /// # Errors
    /// If they are not.
    pub fn expect_rule(self, wanted: Rule) -> Result<Self, WeightsError> {
        let found = self.rule();
        if found == wanted {
            Ok(self)
        } else {
            Err(WeightsError::Rule { found, wanted })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::Sums;
    use super::*;
    use crate::types::Color;

    fn sample() -> Vec<u8> {
        let mut tables = Tables::zero();
        tables.mask[7] = -300;
        Contents {
            rule: Rule::Standard,
            home: BoardSize::square(20),
            scale: 200,
            sides: vec![tables],
            provenance: "a test".to_owned(),
        }
        .to_bytes()
    }

    #[test]
    fn good_bytes_are_read() {
        let weights = Weights::from_bytes(&sample()).expect("good weights");
        assert_eq!(weights.rule(), Rule::Standard);
        assert_eq!(weights.home_size(), BoardSize::square(20));
        assert_eq!(weights.provenance(), "a test");
        let value = weights.value(&Sums::default(), Color::White, 7);
        assert_eq!(value, -300);
    }

    #[test]
    fn bad_bytes_are_refused() {
        let good = sample();
        let with = |place: usize, xor: u8| {
            let mut bytes = good.clone();
            bytes[place] ^= xor;
            Weights::from_bytes(&bytes).err()
        };
        assert_eq!(with(0, 1), Some(WeightsError::NotWeights));
        assert_eq!(with(8, 2), Some(WeightsError::Version(0)));
        assert!(matches!(with(17, 1), Some(WeightsError::Features { .. })));
        assert_eq!(with(100, 1), Some(WeightsError::Checksum));
        let short = Weights::from_bytes(&good[..good.len() - 1]);
        assert!(matches!(short, Err(WeightsError::Length { .. })));
        assert!(Weights::from_bytes(&[]).is_err());
        let other = Weights::from_bytes(&good).and_then(|w| w.expect_rule(Rule::Renju));
        assert!(matches!(other, Err(WeightsError::Rule { .. })));
    }
}
