//! Puzzles from files or stdin, for the subcommands that take any number.

use crate::cli::{Failure, input};
use crate::sudoku::{Alphabet, Geometry, Given, Grid, Puzzles, PuzzlesError};
use std::io::Read;
use std::path::PathBuf;

/// A puzzle, or why there is none; both with its place.
pub type PuzzleResult = Result<Grid, String>;
/// A puzzle with what was done in it, or why there is none.
pub type GivenResult = Result<Given, String>;
/// Puzzles of a file.
type File<'g> = Puzzles<'g, Box<dyn Read + Send>>;

/// The puzzles of several files, one after the other.
pub struct PuzzleStream<'g> {
    geometry: &'g Geometry,
    digits: Option<Alphabet>,
    /// Those not yet begun, the next one last.
    files: Vec<PathBuf>,
    current: Option<(PathBuf, File<'g>)>,
}

impl<'g> PuzzleStream<'g> {
    /// No file stands for stdin. The digits may be given.
    pub fn new(geometry: &'g Geometry, files: &[PathBuf], digits: Option<Alphabet>) -> Self {
        let mut files: Vec<PathBuf> = match files {
            [] => vec![PathBuf::from("-")],
            files => files.to_vec(),
        };
        files.reverse();
        PuzzleStream {
            geometry,
            digits,
            files,
            current: None,
        }
    }

    /// The clues of the next puzzle of all files. A bad puzzle is named with its file and line.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn next(&mut self) -> Result<Option<PuzzleResult>, Failure> {
        self.next_of(Iterator::next)
    }

    /// The next puzzle of all files, with what was done in it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn next_given(&mut self) -> Result<Option<GivenResult>, Failure> {
        self.next_of(Puzzles::next_given)
    }

    fn next_of<T>(
        &mut self,
        next: impl Fn(&mut File<'g>) -> Option<Result<(u64, T), PuzzlesError>>,
    ) -> Result<Option<Result<T, String>>, Failure> {
        loop {
            if self.current.is_none() {
                let Some(path) = self.files.pop() else {
                    return Ok(None);
                };
                let puzzles = Puzzles::new(self.geometry, input::open(&path)?);
                let puzzles = puzzles.with_digits(self.digits);
                self.current = Some((path, puzzles));
            }
            let Some((path, puzzles)) = &mut self.current else {
                continue;
            };
            let name = path.display();
            match next(puzzles) {
                Some(Ok((_, puzzle))) => return Ok(Some(Ok(puzzle))),
                Some(Err(PuzzlesError::Fault(fault))) => {
                    let place = if name.to_string() == "-" {
                        String::new()
                    } else {
                        format!("{name}: ")
                    };
                    return Ok(Some(Err(format!("{place}{fault}"))));
                }
                Some(Err(PuzzlesError::Io(error))) => {
                    return Err(Failure::reading(name, &error));
                }
                None => self.current = None,
            }
        }
    }
}
