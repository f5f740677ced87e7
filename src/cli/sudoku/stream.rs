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
    /// Whether there was a puzzle in the current one, good or bad.
    has_puzzle: bool,
    /// A file in which there was none.
    without: Option<PathBuf>,
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
            has_puzzle: false,
            without: None,
        }
    }

    /// The clues of the next puzzle of all files. A bad puzzle is named with its file and line.
    ///
    /// # Errors
    /// If a file cannot be read; after the last puzzle of all, if there was none in a file.
    pub fn next(&mut self) -> Result<Option<PuzzleResult>, Failure> {
        self.next_of(Iterator::next)
    }

    /// The next puzzle of all files, with what was done in it.
    ///
    /// # Errors
    /// Those of [`Self::next`].
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
                    // A list that was not written would pass for one of good puzzles.
                    let none = Failure::new("there is no puzzle");
                    return match self.without.take() {
                        Some(path) => Err(none.in_file(Some(&path))),
                        None => Ok(None),
                    };
                };
                let puzzles = Puzzles::new(self.geometry, input::open(&path)?);
                let puzzles = puzzles.with_digits(self.digits);
                self.current = Some((path, puzzles));
                self.has_puzzle = false;
            }
            let Some((path, puzzles)) = &mut self.current else {
                continue;
            };
            let name = path.display();
            let read = next(puzzles);
            self.has_puzzle |= read.is_some();
            match read {
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
                None => {
                    let ended = self.current.take().filter(|_| !self.has_puzzle);
                    self.without = self.without.take().or(ended.map(|(path, _)| path));
                }
            }
        }
    }
}
