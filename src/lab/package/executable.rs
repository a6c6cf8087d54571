//! What a Windows program says of itself: for which processor it is and which libraries it needs.
//!
//! Only as much of the format is read as that takes. Source: Microsoft, PE Format.

use thiserror::Error;

/// Why a file cannot be sent to Gomocup.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum ExecutableError {
    /// Something else, or cut off.
    #[error("this is no whole Windows program")]
    NoProgram,
    /// A program for 32 bits, ARM ...
    #[error("this program is not for 64-bit x86 (machine {0:#06x})")]
    Machine(u16),
    /// The judge's machine would refuse to start it.
    #[error("this program needs {0}, which Windows does not bring: link it statically")]
    Library(String),
}

const X86_64: u16 = 0x8664;
/// The optional header's mark in 64-bit programs.
const PE32_PLUS: u16 = 0x20b;
/// From the optional header: how many directories there are, the second of them being the imports.
const DIRECTORY_COUNT: usize = 108;
const IMPORTS: usize = 120;
const FILE_HEADER_SIZE: usize = 24;
const SECTION_SIZE: usize = 40;
const IMPORT_SIZE: usize = 20;
/// No program imports from more libraries.
const MOST_LIBRARIES: usize = 200;
const LONGEST_NAME: usize = 260;

/// Libraries that are part of every 64-bit Windows since 8.1.
const SYSTEM: [&str; 10] = [
    "advapi32.dll",
    "bcrypt.dll",
    "bcryptprimitives.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ntdll.dll",
    "shell32.dll",
    "user32.dll",
    "userenv.dll",
    "ws2_32.dll",
];
const SYSTEM_PREFIX: &str = "api-ms-win-core-";

/// Accepts a program that runs on a bare 64-bit Windows.
///
/// # Errors
/// Says what is wrong with it.
pub(super) fn check(bytes: &[u8]) -> Result<(), ExecutableError> {
    let image = Image::parse(bytes)?;
    for name in image.libraries()? {
        let name = name.to_ascii_lowercase();
        if !SYSTEM.contains(&name.as_str()) && !name.starts_with(SYSTEM_PREFIX) {
            return Err(ExecutableError::Library(name));
        }
    }
    Ok(())
}

/// The parts of a program that are looked at.
struct Image<'a> {
    bytes: &'a [u8],
    /// Address of the import directory in memory, 0 if there is none.
    imports: usize,
    /// Where the list of sections is in the file, and how many there are.
    sections: (usize, usize),
}

impl<'a> Image<'a> {
    fn parse(bytes: &'a [u8]) -> Result<Self, ExecutableError> {
        Self::headers(bytes).ok_or(ExecutableError::NoProgram)?
    }

    fn headers(bytes: &'a [u8]) -> Option<Result<Self, ExecutableError>> {
        if bytes.get(..2)? != b"MZ" {
            return None;
        }
        let header = long(bytes, 0x3c)?;
        if bytes.get(header..header.checked_add(4)?)? != b"PE\0\0" {
            return None;
        }
        let machine = short(bytes, header + 4)?;
        if machine != X86_64 {
            return Some(Err(ExecutableError::Machine(machine)));
        }
        let count = short(bytes, header + 6)?;
        let optional = header + FILE_HEADER_SIZE;
        if short(bytes, optional)? != PE32_PLUS {
            return None;
        }
        let imports = if long(bytes, optional + DIRECTORY_COUNT)? > 1 {
            long(bytes, optional + IMPORTS)?
        } else {
            0
        };
        let sections = optional + usize::from(short(bytes, header + 20)?);
        Some(Ok(Self {
            bytes,
            imports,
            sections: (sections, count.into()),
        }))
    }

    /// The names of the libraries that must be there when it starts.
    fn libraries(&self) -> Result<Vec<String>, ExecutableError> {
        if self.imports == 0 {
            return Ok(Vec::new());
        }
        self.imported().ok_or(ExecutableError::NoProgram)
    }

    fn imported(&self) -> Option<Vec<String>> {
        let mut names = Vec::new();
        let mut entry = self.offset(self.imports)?;
        while names.len() < MOST_LIBRARIES {
            let name = long(self.bytes, entry.checked_add(12)?)?;
            if name == 0 {
                return Some(names);
            }
            let start = self.bytes.get(self.offset(name)?..)?;
            let end = start.iter().take(LONGEST_NAME).position(|&b| b == 0)?;
            names.push(String::from_utf8_lossy(&start[..end]).into_owned());
            entry += IMPORT_SIZE;
        }
        None
    }

    /// Where in the file is what will be at this address in memory.
    fn offset(&self, address: usize) -> Option<usize> {
        let (first, count) = self.sections;
        (0..count).find_map(|number| {
            let section = first + number * SECTION_SIZE;
            let start = long(self.bytes, section + 12)?;
            let length = long(self.bytes, section + 16)?;
            let within = address.checked_sub(start).filter(|&d| d < length)?;
            long(self.bytes, section + 20)?.checked_add(within)
        })
    }
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    let word = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(word.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(word.try_into().ok()?)).ok()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The smallest thing that says that it needs these libraries.
    pub(in crate::lab::package) fn program(libraries: &[&str]) -> Vec<u8> {
        const HEADER: usize = 0x40;
        const OPTIONAL: usize = HEADER + FILE_HEADER_SIZE;
        const SECTION: usize = OPTIONAL + 240;
        const DATA: usize = 0x200;
        const ADDRESS: usize = 0x1000;
        let mut bytes = vec![0; DATA];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(0, b"MZ");
        put(0x3c, &[HEADER as u8]);
        put(HEADER, b"PE\0\0");
        put(HEADER + 4, &X86_64.to_le_bytes());
        put(HEADER + 6, &[1]);
        put(HEADER + 20, &[240]);
        put(OPTIONAL, &PE32_PLUS.to_le_bytes());
        put(OPTIONAL + DIRECTORY_COUNT, &[16]);
        put(OPTIONAL + IMPORTS, &(ADDRESS as u32).to_le_bytes());
        put(SECTION + 12, &(ADDRESS as u32).to_le_bytes());
        put(SECTION + 16, &0x1000_u32.to_le_bytes());
        put(SECTION + 20, &(DATA as u32).to_le_bytes());
        let names = (libraries.len() + 1) * IMPORT_SIZE;
        let mut data = vec![0; names];
        for (number, library) in libraries.iter().enumerate() {
            let address = (ADDRESS + data.len()) as u32;
            let at = number * IMPORT_SIZE + 12;
            data[at..at + 4].copy_from_slice(&address.to_le_bytes());
            data.extend(library.bytes().chain([0]));
        }
        bytes.extend(data);
        bytes
    }

    #[test]
    fn only_what_windows_brings_may_be_needed() {
        assert_eq!(check(&program(&[])), Ok(()));
        let system = [
            "KERNEL32.dll",
            "api-ms-win-core-synch-l1-2-0.dll",
            "ntdll.dll",
        ];
        assert_eq!(check(&program(&system)), Ok(()));
        for library in ["libgcc_s_seh-1.dll", "VCRUNTIME140.dll", "", "é.dll"] {
            let error = check(&program(&["KERNEL32.dll", library])).expect_err(library);
            assert_eq!(
                error,
                ExecutableError::Library(library.to_ascii_lowercase())
            );
        }
    }

    #[test]
    fn other_files_are_refused_and_none_upsets() {
        assert_eq!(check(b""), Err(ExecutableError::NoProgram));
        assert_eq!(check(b"\x7fELF"), Err(ExecutableError::NoProgram));
        let good = program(&["kernel32.dll"]);
        let mut other = good.clone();
        other[0x44] = 0x4c;
        other[0x45] = 0x01;
        assert_eq!(check(&other), Err(ExecutableError::Machine(0x14c)));
        // Cut off or damaged anywhere it is refused or accepted, never a panic.
        for at in 0..good.len() {
            assert!(check(&good[..at]).is_err(), "cut at {at}");
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = good.clone();
                bytes[at] = value;
                let _ = check(&bytes);
            }
        }
    }
}
