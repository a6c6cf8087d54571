//! `tengen package`: the archive that is sent to Gomocup, one program and a readme.
//!
//! The program lies at the archive's root under the name by which the judge takes it for a 64-bit
//! brain of the pipe protocol. A file that Windows could not run there is refused.

mod executable;

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::outcome::{Outcome, ToolError};

/// The program's name in the archive.
pub const PROGRAM: &str = "pbrain-tengen64.exe";
/// The name of the text beside it.
pub const README: &str = "readme.txt";

/// What the program is called where it is built.
const BUILT: &str = "pbrain-tengen.exe";
/// Where cargo puts it, from the folder of its targets.
const CROSS_BUILT: &str = "x86_64-pc-windows-gnu/release/pbrain-tengen.exe";
/// More than any build of it has: a wrong file is not to be read into memory whole.
const LARGEST: u64 = 64 << 20;

/// Packs the Windows program for Gomocup.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The archive to write
    #[arg(long, value_name = "FILE.zip")]
    out: PathBuf,
    /// The program; else pbrain-tengen64.exe or pbrain-tengen.exe beside this one, or the newest
    /// build for x86_64-pc-windows-gnu
    #[arg(long, value_name = "PATH")]
    exe: Option<PathBuf>,
}

/// Writes the archive and says what is in it.
///
/// # Errors
/// If there is no program fit for it, or the archive cannot be written.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    let program = match &args.exe {
        Some(path) => path.clone(),
        None => find()?,
    };
    let bytes = read(&program)?;
    executable::check(&bytes)
        .map_err(|error| ToolError::Usage(format!("'{}': {error}", program.display())))?;
    let readme = readme();
    let archive = pack(&[(PROGRAM, &bytes), (README, readme.as_bytes())])?;
    fs::write(&args.out, &archive).map_err(|error| {
        ToolError::Usage(format!("cannot write '{}': {error}", args.out.display()))
    })?;
    writeln!(
        out,
        "{}: {PROGRAM} of {} bytes, {README} of {} bytes, packed into {} bytes",
        args.out.display(),
        bytes.len(),
        readme.len(),
        archive.len()
    )?;
    Ok(Outcome::Done)
}

fn read(path: &Path) -> Result<Vec<u8>, ToolError> {
    let fail = |error: &dyn std::fmt::Display| {
        ToolError::Usage(format!("cannot read '{}': {error}", path.display()))
    };
    let length = fs::metadata(path).map_err(|error| fail(&error))?.len();
    if length > LARGEST {
        return Err(fail(&format_args!("{length} bytes are too many")));
    }
    fs::read(path).map_err(|error| fail(&error))
}

/// The program where a build leaves it.
fn find() -> Result<PathBuf, ToolError> {
    let own = std::env::current_exe()?;
    let folder = own.parent().unwrap_or(Path::new("."));
    let targets = folder.parent().unwrap_or(Path::new("."));
    let places = [
        folder.join(PROGRAM),
        folder.join(BUILT),
        targets.join(CROSS_BUILT),
    ];
    let found = places.iter().find(|place| place.is_file());
    found.cloned().ok_or_else(|| {
        let names: Vec<String> = places
            .iter()
            .map(|p| format!("'{}'", p.display()))
            .collect();
        ToolError::Usage(format!(
            "no program to pack: none of {}; name one by --exe",
            names.join(", ")
        ))
    })
}

/// An archive of these files. The same files make the same archive, whenever it is made.
fn pack(files: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o755);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The text beside the program, with the line ends of Windows.
fn readme() -> String {
    let text = format!(
        "\
Tengen {version}, a brain for Gomocup

{PROGRAM} speaks the Piskvork/Gomocup protocol on standard input and output.
It is one file for 64-bit Windows: nothing else is needed, nothing is installed, and nothing is
written unless pbrain-tengen.cfg beside it asks for a log.

Rules: freestyle, standard, renju, caro and exact caro.
Boards: 5x5 to 22x22. One thread unless thread_num asks for more.
Memory: less than 100 MB, and less than nine tenths of max_memory.

{licence}",
        version = env!("CARGO_PKG_VERSION"),
        licence = include_str!("../../../LICENSE"),
    );
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use zip::ZipArchive;

    use super::executable::tests::program;
    use super::*;

    #[test]
    fn a_program_is_packed_as_the_judge_looks_for_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let args = Args {
            out: folder.path().join("tengen.zip"),
            exe: Some(folder.path().join("any name.exe")),
        };
        let exe = args.exe.clone().expect("named");
        let mut said = Vec::new();
        run(&args, &mut said).expect_err("there is no such file");
        fs::write(&exe, b"text").expect("written");
        run(&args, &mut said).expect_err("no program");
        assert!(said.is_empty() && !args.out.exists());

        let built = program(&["KERNEL32.dll", "msvcrt.dll"]);
        fs::write(&exe, &built).expect("written");
        assert_eq!(run(&args, &mut said).expect("packed"), Outcome::Done);
        let file = fs::File::open(&args.out).expect("the archive");
        let mut archive = ZipArchive::new(file).expect("an archive");
        let names: Vec<String> = archive.file_names().map(str::to_owned).collect();
        assert_eq!(names, [PROGRAM, README]);
        // The judge takes what begins with pbrain for the pipe protocol, and 64 for 64 bits.
        assert!(PROGRAM.starts_with("pbrain-") && PROGRAM.ends_with("64.exe"));
        let mut unpacked = Vec::new();
        let mut inner = archive.by_name(PROGRAM).expect("at the root");
        inner.read_to_end(&mut unpacked).expect("whole");
        assert_eq!(unpacked, built);
    }

    #[test]
    fn the_archive_holds_the_files_at_its_root() {
        let long = vec![7; 100_000];
        let files: [(&str, &[u8]); 2] = [(PROGRAM, &long), (README, b"text")];
        let bytes = pack(&files).expect("packed");
        assert!(bytes.len() < 2000, "deflated");
        assert_eq!(bytes, pack(&files).expect("packed"), "always the same");
        let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
        assert_eq!(archive.len(), 2);
        for (name, content) in files {
            let mut unpacked = Vec::new();
            let mut file = archive.by_name(name).expect("at the root");
            file.read_to_end(&mut unpacked).expect("whole");
            assert_eq!(unpacked, content);
        }
    }

    #[test]
    fn the_readme_is_for_windows_and_short() {
        let text = readme();
        assert!(text.is_ascii() && text.len() < 3000);
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
        assert!(text.contains(PROGRAM) && text.contains("MIT"));
    }
}
