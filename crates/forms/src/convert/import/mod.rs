//! Imports problems from elsewhere: sets, tables, and integer programs.
//!
//! Each format has a reader that fills a [`Draft`](draft::Draft) of a problem; the readers of
//! integer programs fill a [`Program`](program::Program) first. What the `.dlx` language cannot
//! express is a fault, or a note if the problem keeps its solutions.
//!
//! Invariant: memory is linear in the length of the text, whatever numbers it names.

mod advice;
pub mod cells;
pub(super) mod cnf;
pub(super) mod csv;
mod draft;
pub(super) mod ec;
mod fields;
mod literal;
mod literals;
pub(super) mod lp;
pub(super) mod mps;
mod nested;
pub(super) mod opb;
pub(super) mod orlib;
mod program;
mod records;
pub(super) mod sets;
mod source;
mod sums;
mod words;

use super::forms::Import;
use dlx3_base::text::ends::plain;
use dlx3_base::text::foreign;
use dlx3_format::Problem;
use std::error::Error;
use std::fmt;

pub use csv::{Bound, Columns};

/// A text may declare this many rows even if it is too short to name them all.
const FEW: usize = 1 << 12;

/// A fault of a text, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The number of the line, from 1; 0 if the fault is in no line.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub told: String,
}

impl Fault {
    fn new(place: Place, told: impl Into<String>) -> Self {
        Fault {
            line: place.line,
            column: place.column,
            told: told.into(),
        }
    }

    /// A fault that is in no line.
    fn nowhere(told: impl Into<String>) -> Self {
        Self::new(Place::default(), told)
    }

    /// A fault: `found` where something else was expected.
    fn unexpected(place: Place, found: &[u8], expected: impl fmt::Display) -> Self {
        let told = match found {
            b"" => format!("the line ends where {expected} is expected"),
            _ => format!("`{}' stands where {expected} is expected", shown(found)),
        };
        Self::new(place, told)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.told),
            line => write!(f, "line {line}, column {}: {}", self.column, self.told),
        }
    }
}

impl Error for Fault {}

/// A place in a text: a line and a byte of it, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

/// A name or a word, as shown in messages.
fn shown(name: &[u8]) -> String {
    foreign::beginning(name, 60)
}

/// A problem that was read, with notes on what could not be kept.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// The problem.
    pub problem: Problem,
    /// What the problem leaves out or says differently, a sentence each.
    pub notes: Vec<String>,
    /// A summary, if names were found in cells or lines: the numbers of rows and items, and the
    /// most frequent names.
    pub summary: Option<String>,
}

/// The row of a format that `dlx import` reads. It stands in the file that reads the format;
/// `crates/forms/src/convert/forms.rs` lists all rows.
#[derive(Debug)]
#[non_exhaustive]
pub struct ImportRow {
    /// Its name on command lines.
    pub name: &'static str,
    /// What it is, in a line of a help page.
    pub about: &'static str,
    /// The texts that are read, for a help page.
    pub read: &'static str,
    /// The options that it has and some other formats lack.
    pub options: &'static [&'static str],
    /// Reads a text that [`plain`] has normalized.
    reader: fn(&[u8], &Choices) -> Result<Imported, Fault>,
}

/// Settings of the user for a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Whether it is a set covering problem: for [`Import::Orlib`], [`Import::Csv`],
    /// [`Import::Sets`] and [`Import::Pairs`].
    pub cover: bool,
    /// The columns: for [`Import::Csv`].
    pub columns: Columns,
}

impl Import {
    /// Reads a text in this format.
    ///
    /// # Errors
    /// A fault of the text, or what `.dlx` cannot express.
    ///
    /// ```
    /// use dlx3::convert::{Import, import::Choices};
    ///
    /// let problem = Import::Ec.read(b"p ec 2\ns 1 2\n", &Choices::default())?.problem;
    /// assert_eq!(problem.to_string(), "1 2\n1 2\n");
    /// # Ok::<(), dlx3::convert::import::Fault>(())
    /// ```
    pub fn read(self, text: &[u8], choices: &Choices) -> Result<Imported, Fault> {
        (self.row().reader)(&plain(text), choices)
    }
}

/// Reads the OR-Library's set partitioning problems: `ROWS COLUMNS`, then for each column `COST
/// COUNT ROW...`. Items are the numbers of rows, options are the columns. Line breaks do not
/// matter.
///
/// # Errors
/// The first fault of the text.
///
/// ```
/// let text = b"2 3\n 5 1 1\n 4 1 2\n 7 2 1 2\n";
/// let problem = dlx3::convert::import::orlib(text)?.problem;
/// assert_eq!(problem.to_string(), "1 2\n1 |5\n2 |4\n1 2 |7\n");
/// # Ok::<(), dlx3::convert::import::Fault>(())
/// ```
pub fn orlib(text: &[u8]) -> Result<Imported, Fault> {
    Import::Orlib.read(text, &Choices::default())
}

/// Reads the OR-Library's set covering problems: `ROWS COLUMNS`, the costs of the columns, then for
/// each row `COUNT COLUMN...`. Each row has the bounds `1:*`.
///
/// # Errors
/// The first fault of the text.
pub fn orlib_cover(text: &[u8]) -> Result<Imported, Fault> {
    let choices = Choices {
        cover: true,
        ..Choices::default()
    };
    Import::Orlib.read(text, &choices)
}

/// Reads the exact cover benchmark of Junttila and Kaski: lines `c` with comments, `p ec N` for N
/// elements, and `s ELEMENT...` for each set.
///
/// # Errors
/// The first fault of the text.
pub fn ec(text: &[u8]) -> Result<Imported, Fault> {
    Import::Ec.read(text, &Choices::default())
}

/// Reads a table, one option a line. Cells are separated by commas, semicolons or tabs; in matrices
/// of 0 and 1, also by blanks.
///
/// # Errors
/// The first fault of the text, or a column that it lacks.
pub fn csv(text: &[u8], columns: &Columns) -> Result<Imported, Fault> {
    let choices = Choices {
        columns: columns.clone(),
        ..Choices::default()
    };
    Import::Csv.read(text, &choices)
}

/// Reads sets of items: one a line, with or without a name before it, or all of them in the
/// brackets of Python, C or JSON.
///
/// # Errors
/// The first fault of the text.
///
/// ```
/// let text = b"A: 1 4\nB: 1 2\nC: 2 4\n";
/// let problem = dlx3::convert::import::sets(text)?.problem;
/// assert_eq!(problem.option_count(), 3);
/// # Ok::<(), dlx3::convert::import::Fault>(())
/// ```
pub fn sets(text: &[u8]) -> Result<Imported, Fault> {
    Import::Sets.read(text, &Choices::default())
}

/// Reads pairs of a set and an item, one a line: the ones of a sparse matrix.
///
/// # Errors
/// The first fault of the text.
pub fn pairs(text: &[u8]) -> Result<Imported, Fault> {
    Import::Pairs.read(text, &Choices::default())
}

/// Reads an integer program in MPS, fixed or free, whose variables are bounded integers.
///
/// # Errors
/// A fault of the text, or what `.dlx` cannot express.
pub fn mps(text: &[u8]) -> Result<Imported, Fault> {
    Import::Mps.read(text, &Choices::default())
}

/// Reads an integer program in CPLEX's LP format, whose variables are bounded integers.
///
/// # Errors
/// A fault of the text, or what `.dlx` cannot express.
pub fn lp(text: &[u8]) -> Result<Imported, Fault> {
    Import::Lp.read(text, &Choices::default())
}

/// Reads pseudo-Boolean constraints, in the format of the competitions.
///
/// # Errors
/// A fault of the text, or what `.dlx` cannot express.
///
/// ```
/// let text = b"+1 x1 +1 x2 +1 x3 = 1 ;\n+1 x1 +1 x3 >= 1 ;\n";
/// let problem = dlx3::convert::import::opb(text)?.problem;
/// assert_eq!(problem.to_string(), "c1 1:2|c2 | #x1 #x2 #x3\nc1 c2 #x1\nc1 #x2\nc1 c2 #x3\n");
/// # Ok::<(), dlx3::convert::import::Fault>(())
/// ```
pub fn opb(text: &[u8]) -> Result<Imported, Fault> {
    Import::Opb.read(text, &Choices::default())
}

/// Reads clauses in DIMACS.
///
/// # Errors
/// The first fault of the text.
pub fn cnf(text: &[u8]) -> Result<Imported, Fault> {
    Import::Cnf.read(text, &Choices::default())
}

/// Reads weighted clauses, in DIMACS or in the format of MaxSAT solvers since 2022.
///
/// # Errors
/// A fault of the text, or what `.dlx` cannot express.
pub fn wcnf(text: &[u8]) -> Result<Imported, Fault> {
    Import::Wcnf.read(text, &Choices::default())
}
