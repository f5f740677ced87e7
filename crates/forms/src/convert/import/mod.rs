//! Problems that others have written: as sets, as tables, and as integer programs.
//!
//! Each format has a reader that fills a [`Draft`](draft::Draft) of a problem; the two of integer
//! programs read into a [`Program`](program::Program) first. Whatever the text says that the `.dlx`
//! language cannot say is a fault, or a note if the problem keeps its solutions.
//!
//! Invariant: memory follows the length of the text, not the numbers that it names.

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

/// A text may announce this many rows even if it is too short to name them all.
const FEW: usize = 1 << 12;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The number of the line, from 1; 0 if the fault is in none.
    pub line: usize,
    /// The place in the line, in bytes, from 1.
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

    /// Something else stands here than what is expected.
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

/// A name or a word as messages show it.
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
    /// What was read, if names were found in cells or lines: how many rows and items, and which names
    /// are the most frequent.
    pub summary: Option<String>,
}

/// What is known of a format that `dlx import` reads. The file that reads it has its row, and
/// `crates/forms/src/convert/forms.rs` lists the rows.
#[derive(Debug)]
#[non_exhaustive]
pub struct ImportRow {
    /// What command lines call it.
    pub name: &'static str,
    /// What it is, in a line of a help page.
    pub about: &'static str,
    /// The text that is read, for a help page.
    pub read: &'static str,
    /// The options that it has and some others have not.
    pub options: &'static [&'static str],
    /// Reads a text whose bytes are as [`plain`] leaves them.
    reader: fn(&[u8], &Choices) -> Result<Imported, Fault>,
}

/// What may be said besides of a text that is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// It is a set covering problem: of [`Import::Orlib`], [`Import::Csv`], [`Import::Sets`] and
    /// [`Import::Pairs`].
    pub cover: bool,
    /// What the columns are: of [`Import::Csv`].
    pub columns: Columns,
}

impl Import {
    /// Reads a text in this format.
    ///
    /// # Errors
    /// What is wrong with the text, or cannot be said in `.dlx`.
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

/// The OR-Library's set partitioning problems: `ROWS COLUMNS`, then for each column `COST COUNT
/// ROW...`. Items are the numbers of rows, and options are the columns. Line breaks do not matter.
///
/// # Errors
/// What is wrong with the text.
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

/// The OR-Library's set covering problems: `ROWS COLUMNS`, the costs of the columns, then for each
/// row `COUNT COLUMN...`. Each row has the bounds `1:*`.
///
/// # Errors
/// What is wrong with the text.
pub fn orlib_cover(text: &[u8]) -> Result<Imported, Fault> {
    let choices = Choices {
        cover: true,
        ..Choices::default()
    };
    Import::Orlib.read(text, &choices)
}

/// The exact cover benchmark of Junttila and Kaski: lines `c` with comments, `p ec N` for N
/// elements, and `s ELEMENT...` for each set.
///
/// # Errors
/// What is wrong with the text.
pub fn ec(text: &[u8]) -> Result<Imported, Fault> {
    Import::Ec.read(text, &Choices::default())
}

/// A table, an option a line. Commas, semicolons or tabs stand between its cells, and in matrices
/// of 0 and 1 also blanks.
///
/// # Errors
/// What is wrong with the text, or a column that it does not have.
pub fn csv(text: &[u8], columns: &Columns) -> Result<Imported, Fault> {
    let choices = Choices {
        columns: columns.clone(),
        ..Choices::default()
    };
    Import::Csv.read(text, &choices)
}

/// Sets of items: one a line, with a name before it or not, or all of them in the brackets of
/// Python, C or JSON.
///
/// # Errors
/// What is wrong with the text.
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

/// Pairs of a set and an item, one a line: the ones of a sparse matrix.
///
/// # Errors
/// What is wrong with the text.
pub fn pairs(text: &[u8]) -> Result<Imported, Fault> {
    Import::Pairs.read(text, &Choices::default())
}

/// An integer program in MPS, fixed or free, if its variables are integers within bounds.
///
/// # Errors
/// What is wrong with the text, or cannot be said in `.dlx`.
pub fn mps(text: &[u8]) -> Result<Imported, Fault> {
    Import::Mps.read(text, &Choices::default())
}

/// An integer program in CPLEX's LP format, if its variables are integers within bounds.
///
/// # Errors
/// What is wrong with the text, or cannot be said in `.dlx`.
pub fn lp(text: &[u8]) -> Result<Imported, Fault> {
    Import::Lp.read(text, &Choices::default())
}

/// Pseudo-Boolean constraints, in the form of the competitions.
///
/// # Errors
/// What is wrong with the text, or cannot be said in `.dlx`.
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

/// Clauses in DIMACS.
///
/// # Errors
/// What is wrong with the text.
pub fn cnf(text: &[u8]) -> Result<Imported, Fault> {
    Import::Cnf.read(text, &Choices::default())
}

/// Clauses with weights, in DIMACS or as MaxSAT solvers have read them since 2022.
///
/// # Errors
/// What is wrong with the text, or cannot be said in `.dlx`.
pub fn wcnf(text: &[u8]) -> Result<Imported, Fault> {
    Import::Wcnf.read(text, &Choices::default())
}
