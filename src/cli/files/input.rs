//! Input files of all programs; `-` stands for stdin. A file may be packed with gzip or zstd, and
//! begin with a byte order mark.
//!
//! Programs that read a problem take [`ProblemFile`], an optional operand.

use super::packed::unpacked;
use super::recognized::{self, Beginning};
use crate::cli::{Failure, exit};
use crate::format::{Problem, ReadError, Reader};
#[cfg(feature = "puzzles")]
use crate::text::ends::Plain;
use crate::text::foreign::shown_lines;
use crate::text::{output, standard};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The operand FILE.dlx of a command line.
#[derive(clap::Args, Clone, Debug)]
pub struct ProblemFile {
    /// The problem, in .dlx format [default: -, which is stdin]
    #[arg(value_name = "FILE.dlx")]
    file: Option<PathBuf>,
}

impl ProblemFile {
    /// Reads the problem. Options may have costs. Says on stderr if there are no options.
    ///
    /// # Errors
    /// If it cannot be read, or is no problem.
    pub fn read(&self) -> Result<Problem, Failure> {
        let mut text = Beginning::of(open_for(self.path(), "a problem")?);
        let problem = read_with(Reader::new().extended(), self.path(), &mut text)?;
        if problem.option_count() == 0 {
            let hint = recognized::hint(text.first(), self.path());
            let hint = hint.map(|hint| format!(": {hint}")).unwrap_or_default();
            let told = format!("dlx: the problem has no options{hint}\n");
            // Nothing else has been printed yet. If this fails, there is nobody to tell.
            let _ = io::stderr().write_all(shown_lines(told.as_bytes()).as_bytes());
        }
        Ok(problem)
    }

    /// Where it is; `-` is stdin.
    pub fn path(&self) -> &Path {
        self.file.as_deref().unwrap_or(Path::new("-"))
    }
}

/// Opens a file, or stdin for `-`. What is packed with gzip or zstd is unpacked.
///
/// # Errors
/// If it cannot be opened; the message names it.
#[cfg(feature = "puzzles")]
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    // Lines may end with a carriage return alone, as on old Macintoshes.
    Ok(Box::new(Plain::new(open_for(path, "the input")?)))
}

/// Opens a file, or stdin for `-`. `what` is read, such as `a problem`: a person at a terminal is
/// told so.
///
/// # Errors
/// If it cannot be opened, or if it is stdin and something else reads stdin. The message names it.
pub fn open_for(path: &Path, what: &'static str) -> Result<Box<dyn Read + Send>, Failure> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if !is_stdin(path) {
        return Ok(Box::new(WithoutMark::new(unpacked(open_file(path)?))));
    }
    // The second reader would find nothing, and say that all is well.
    if IS_READ.swap(true, Ordering::Relaxed) {
        let message = "only one file can be standard input (-, or a FILE that is not named)";
        return Err(Failure::new(message).with_status(exit::BAD_USAGE));
    }
    Ok(Box::new(WithoutMark::new(unpacked(standard::stdin_for(
        what,
    )))))
}

/// Some editors and spreadsheets write UTF-16; nothing here reads it.
const UTF_16: &str = "the text is in UTF-16: save it as UTF-8";

/// A text without the byte order mark that some editors put before it.
struct WithoutMark<R> {
    text: R,
    /// The first bytes, once they have been read.
    first: Option<io::Cursor<Vec<u8>>>,
}

impl<R: Read> WithoutMark<R> {
    const MARK: &[u8] = b"\xef\xbb\xbf";

    fn new(text: R) -> Self {
        WithoutMark { text, first: None }
    }
}

impl<R: Read> Read for WithoutMark<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.first.is_none() {
            let mut first = Vec::new();
            let length = Self::MARK.len() as u64;
            self.text.by_ref().take(length).read_to_end(&mut first)?;
            if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = first[..] {
                return Err(io::Error::new(io::ErrorKind::InvalidData, UTF_16));
            }
            if first == Self::MARK {
                first.clear();
            }
            self.first = Some(io::Cursor::new(first));
        }
        let first = self.first.as_mut();
        let length = first.map_or(Ok(0), |first| first.read(bytes))?;
        match self.text.read(&mut bytes[length..]) {
            Err(_) if length > 0 => Ok(length), // the next read fails again
            read => Ok(length + read?),
        }
    }
}

/// The failure for a file that cannot be read; `-` stands for stdin.
pub fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    if error.to_string() == UTF_16 {
        return Failure::new(UTF_16).with_status(exit::BAD_INPUT);
    }
    match is_stdin(path) {
        true => Failure::reading("standard input", error),
        false => Failure::reading(path.display(), error),
    }
}

/// Whether a path stands for stdin.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file that need not be named: no name means stdin.
///
/// # Errors
/// If it cannot be opened; the message names it.
#[cfg(feature = "puzzles")]
pub fn open_or_stdin(path: Option<&Path>) -> Result<Box<dyn Read + Send>, Failure> {
    open(path.unwrap_or(Path::new("-")))
}

/// Refuses a command line that wants two texts from stdin.
///
/// # Errors
/// If FILE.dlx and the other operand are both stdin.
pub fn refuse_stdin_twice(file: &Path, other: &Path, name: &str) -> Result<(), Failure> {
    match is_stdin(file) && is_stdin(other) {
        false => Ok(()),
        true => Err(Failure::new(format_args!(
            "FILE.dlx and {name} cannot both be standard input"
        ))
        .with_status(exit::BAD_USAGE)),
    }
}

/// Opens a file. Here, `-` does not stand for stdin.
///
/// # Errors
/// If it cannot be opened; the message names it.
pub fn open_file(path: &Path) -> Result<File, Failure> {
    output::protect(path);
    File::open(path).map_err(|error| Failure::reading(path.display(), &error))
}

/// The whole text of a file, or of stdin for `-`.
///
/// # Errors
/// If it cannot be read; the message names it.
#[cfg(feature = "puzzles")]
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    open(path)?
        .read_to_end(&mut text)
        .map_err(|error| cannot_read(path, &error))?;
    Ok(text)
}

/// The problem of a `.dlx` file, or of stdin for `-`. In the
/// [extended](Reader::extended) syntax.
///
/// # Errors
/// If it is none, or cannot be read; the message names the path.
pub fn read_problem_with_costs(path: &Path) -> Result<Problem, Failure> {
    let mut text = Beginning::of(open_for(path, "a problem")?);
    read_with(Reader::new().extended(), path, &mut text)
}

/// The problem of a `.dlx` text.
///
/// # Errors
/// If it is none, or cannot be read; the message names the path.
#[cfg(feature = "puzzles")]
pub fn read_problem(path: &Path, text: impl Read) -> Result<Problem, Failure> {
    read_with(Reader::new(), path, &mut Beginning::of(text))
}

fn read_with(
    reader: Reader<'_>,
    path: &Path,
    text: &mut Beginning<impl Read>,
) -> Result<Problem, Failure> {
    match reader.read(&mut *text) {
        Ok(text) => Ok(text.problem),
        Err(ReadError::Fault(fault)) => {
            let hint = recognized::hint(text.first(), path);
            Err(Failure::bad_input(&fault).with_advice(hint))
        }
        Err(ReadError::Io(error)) => Err(cannot_read(path, &error)),
    }
}
