//! Input files of all programs; `-` stands for stdin.

use super::Failure;
use crate::format::{Problem, ReadError, Reader};
use crate::text::standard;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Opens a file, or stdin for `-`.
///
/// # Errors
/// If it cannot be opened; the message names it.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    match path.as_os_str() == "-" {
        true => Ok(standard::stdin()),
        false => Ok(Box::new(open_file(path)?)),
    }
}

/// The same for a file that need not be named: none is stdin, too.
///
/// # Errors
/// If it cannot be opened; the message names it.
#[cfg(feature = "puzzles")]
pub fn open_or_stdin(path: Option<&Path>) -> Result<Box<dyn Read + Send>, Failure> {
    open(path.unwrap_or(Path::new("-")))
}

/// Opens a file where `-` does not stand for stdin.
///
/// # Errors
/// If it cannot be opened; the message names it.
pub fn open_file(path: &Path) -> Result<File, Failure> {
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
        .map_err(|error| Failure::reading(path.display(), &error))?;
    Ok(text)
}

/// The problem of a `.dlx` text.
///
/// # Errors
/// If it is none, or cannot be read; the message names the path.
#[cfg(feature = "puzzles")]
pub fn read_problem(path: &Path, text: impl Read) -> Result<Problem, Failure> {
    read_with(Reader::new(), path, text)
}

/// The same, and what each option costs: see [`Reader::costs`].
///
/// # Errors
/// If it is none, or cannot be read; the message names the path.
pub fn read_problem_with_costs(
    path: &Path,
    text: impl Read,
) -> Result<(Problem, Vec<u64>), Failure> {
    let mut costs = Vec::new();
    let problem = read_with(Reader::new().costs(&mut costs), path, text)?;
    Ok((problem, costs))
}

fn read_with(reader: Reader<'_>, path: &Path, text: impl Read) -> Result<Problem, Failure> {
    match reader.read(text) {
        Ok(text) => Ok(text.problem),
        Err(ReadError::Fault(fault)) => Err(Failure::bad_input(&fault)),
        Err(ReadError::Io(error)) => Err(Failure::reading(path.display(), &error)),
    }
}
