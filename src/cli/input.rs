//! Input files of all filters; `-` stands for stdin.

use super::Failure;
use crate::text::standard;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file, or stdin for `-`.
///
/// # Errors
/// If it cannot be opened; the message names it.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if path == Path::new("-") {
        return Ok(standard::stdin());
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(cannot_read(path, &error)),
    }
}

/// The whole text of a file, or of stdin for `-`.
///
/// # Errors
/// If it cannot be read; the message names it.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    open(path)?
        .read_to_end(&mut text)
        .map_err(|error| cannot_read(path, &error))?;
    Ok(text)
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format_args!("cannot read {}: {error}", path.display()))
}
