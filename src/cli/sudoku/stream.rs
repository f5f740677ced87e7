//! Puzzles from files or stdin, for the subcommands that take any number.

use super::variant::Killer;
use crate::cli::Failure;
use crate::cli::files::input;
use crate::sudoku::{
    Alphabet, Board, Cage, Geometry, Given, Grid, GridFault, Puzzles, PuzzlesError, cage,
};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// A puzzle, or why there is none; both with its place.
pub type PuzzleResult = Result<Grid, String>;
/// A puzzle with the player's entries, or why there is none.
pub type GivenResult = Result<Given, String>;
/// Puzzles of a file.
type File<'g> = Puzzles<'g, Text>;
/// The text of a file.
type Text = Box<dyn Read + Send>;

/// The board with its cages, and the text of the first file of puzzles, if it was opened here or
/// before.
///
/// If no file of cages is named, the first file may have cages instead of puzzles. The puzzle then
/// has no clues.
///
/// # Errors
/// If a file cannot be read, or the cages are not right.
pub fn board_and_text(
    killer: &Killer,
    geometry: Geometry,
    files: &[PathBuf],
    first: Option<Text>,
) -> Result<(Board, Option<Text>), Failure> {
    if killer.killer.is_some() {
        return Ok((killer.board(geometry)?, first));
    }
    let path = files.first().map_or(Path::new("-"), |path| path);
    let mut reader = match first {
        Some(first) => first,
        None => input::open(path)?,
    };
    let failed = |error| Failure::reading(path.display(), &error);
    let (mut begun, has_cages) = beginning(&mut reader, geometry.order()).map_err(failed)?;
    if !has_cages {
        let cages = Vec::new();
        return Ok((
            Board { geometry, cages },
            Some(Box::new(Cursor::new(begun).chain(reader))),
        ));
    }
    reader.read_to_end(&mut begun).map_err(failed)?;
    let cages: Vec<Cage> = cage::read(&geometry, &begun)
        .map_err(|fault| Failure::new(format_args!("{}: {fault}", path.display())))?;
    let sign = |cell| if geometry.is_hole(cell) { b'#' } else { b'.' };
    let mut blank: Vec<u8> = (0..geometry.cells()).map(sign).collect();
    blank.push(b'\n');
    Ok((
        Board { geometry, cages },
        Some(Box::new(Cursor::new(blank))),
    ))
}

/// The first lines of a text up to one that says something, and whether cages begin with it.
fn beginning(reader: &mut Text, order: usize) -> std::io::Result<(Vec<u8>, bool)> {
    /// No line of cages is longer.
    const MOST: usize = 1 << 16;
    let (mut text, mut start) = (Vec::new(), 0);
    let mut buffer = [0; 1 << 12];
    loop {
        let read = match reader.read(&mut buffer) {
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        text.extend_from_slice(&buffer[..read]);
        let is_end = read == 0 || text.len() > MOST;
        while let Some(end) = memchr::memchr(b'\n', &text[start..])
            .map(|length| start + length)
            .or_else(|| is_end.then_some(text.len()))
        {
            let line = &text[start..end];
            if cage::says_something(line) || end == text.len() {
                let has_cages = cage::begins(line, order);
                return Ok((text, has_cages));
            }
            start = end + 1;
        }
    }
}

/// The puzzles of several files, one after the other.
pub struct PuzzleStream<'g> {
    geometry: &'g Geometry,
    digits: Option<Alphabet>,
    /// The files not yet begun, the next one last.
    files: Vec<PathBuf>,
    /// The text of the first file, if it is open.
    first: Option<Text>,
    current: Option<(PathBuf, File<'g>)>,
    /// Whether there was a puzzle in the current one, good or bad.
    has_puzzle: bool,
    /// A file that had no puzzle.
    without: Option<PathBuf>,
    /// Whether there was a good puzzle, or a fault whose message says what is read.
    is_known: bool,
    has_fault: bool,
}

impl<'g> PuzzleStream<'g> {
    /// With the text of the first file, if it is open.
    pub fn beginning_with(self, first: Option<Text>) -> Self {
        PuzzleStream { first, ..self }
    }

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
            first: None,
            current: None,
            has_puzzle: false,
            without: None,
            is_known: false,
            has_fault: false,
        }
    }

    /// A message about the forms that are read, if the input had only faults that do not say it.
    pub fn forms(&self) -> Option<&'static str> {
        let is_lost = self.has_fault && !self.is_known;
        is_lost.then_some(
            "puzzles are read as all their signs in a line, or a line for each row, with 0 or . for \
            blanks, as lists, tables or XML; docs/sudoku.md (\"Puzzles as text\") \
            has all forms",
        )
    }

    /// The clues of the next puzzle of all files. A bad puzzle is named with its file and line.
    ///
    /// # Errors
    /// If a file cannot be read; and, after the last puzzle of all, if some file had none.
    pub fn next(&mut self) -> Result<Option<PuzzleResult>, Failure> {
        self.next_of(Iterator::next)
    }

    /// The next puzzle of all files, with the player's entries.
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
                    // Otherwise a list that was never written would pass for good puzzles.
                    let none = Failure::new("there is no puzzle");
                    return match self.without.take() {
                        Some(path) => Err(none.in_file(Some(&path))),
                        None => Ok(None),
                    };
                };
                let text = match self.first.take() {
                    Some(text) => text,
                    None => input::open(&path)?,
                };
                let puzzles = Puzzles::new(self.geometry, text);
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
                Some(Ok((_, puzzle))) => {
                    self.is_known = true;
                    return Ok(Some(Ok(puzzle)));
                }
                Some(Err(PuzzlesError::Fault(fault))) => {
                    self.has_fault = true;
                    self.is_known |= matches!(fault.fault, GridFault::NotRead { .. });
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
