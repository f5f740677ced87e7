//! Reads the models of other solvers: which options hold in each, and what the solver reports.

mod check;
pub(super) mod lp;
pub(super) mod mzn;
pub(super) mod sat;
mod values;

pub use check::{Checker, Wrong};

use super::Format;
use super::write::most_variables;
use dlx3_base::text::blank::is_blank;
use dlx3_base::text::excerpt;
use dlx3_base::text::lines::Lines;
use dlx3_base::text::plural::counted;
use dlx3_format::{OptionId, Problem};
use std::error::Error;
use std::fmt;
use std::io::{self, Read};
use values::Values;

/// A place in a solver's output: line and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The byte in it.
    pub column: u64,
}

/// A model: the options that hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Model {
    /// The line where it begins.
    pub line: u64,
    /// The options in order, and where the output says that each holds.
    pub options: Vec<(OptionId, Place)>,
}

/// What a solver has reported about its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing.
    Unsaid,
    /// There are models.
    Satisfiable,
    /// The search is complete: if there are costs, the last model is optimal.
    Complete,
    /// There is no model.
    Unsatisfiable,
    /// It stopped before it was done.
    Stopped,
}

/// The faults of a solver's output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelFault {
    /// Something else was expected.
    Unexpected {
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A variable has two values.
    Contradiction(u64),
    /// No encoding of the problem has this variable.
    NoVariable {
        /// Its number.
        variable: u64,
        /// The largest number of variables in any encoding.
        most: u64,
    },
    /// A variable of an integer program is neither 0 nor 1.
    Fraction {
        /// The variable.
        variable: u64,
        /// Its value.
        value: String,
    },
    /// The number of values differs from that of options.
    Length {
        /// The number of values.
        found: usize,
        /// The number of options.
        expected: usize,
    },
    /// There is no such option.
    NoOption {
        /// Its number, from 1.
        number: u64,
        /// The number of options.
        options: usize,
    },
    /// A list of options has this one twice.
    Twice(u64),
    /// A list of literals does not end.
    NoEnd(u64),
    /// A solution in MiniZinc's output has no values.
    NoValues,
    /// The solver found a model, but did not print it.
    NoModel,
    /// The solver reported that there is no model, but printed one.
    NotUnsatisfiable,
}

dlx3_base::messages! {
    ModelFault {
        Self::Unexpected { found, expected } => "`{found}' stands where {expected} is expected",
        Self::Contradiction(it) => "variable {it} has another value before",
        Self::NoVariable { variable, most } =>
            "variable {variable} is of another problem: this one has at most {most}",
        Self::Fraction { variable, value } =>
            "variable {variable} is {value}, where 0 or 1 is expected",
        Self::Length { found, expected } => (
            "{} where {expected} {} expected, one for each option",
            counted(found, "value"),
            if *expected == 1 { "is" } else { "are" },
        ),
        Self::NoOption { number, options } =>
            "there is no option {number}: the problem has {options}",
        Self::Twice(it) => "option {it} stands twice in the solution",
        Self::NoEnd(it) => "the model that begins on line {it} does not end in 0",
        Self::NoValues => "no line `options ...' and no array x stand before this line",
        Self::NoModel => "the solver has found a model, but none is here: is it in another file?",
        Self::NotUnsatisfiable => "the solver says that there is no model, but one stands here",
    }
}

/// Why a solver's output could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// There is a fault in it.
    Fault {
        /// The place.
        place: Place,
        /// The fault.
        fault: ModelFault,
    },
    /// It cannot be read.
    Io(io::Error),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault { place, fault } => {
                write!(f, "line {}, column {}: {fault}", place.line, place.column)
            }
            Self::Io(error) => write!(f, "cannot read the models: {error}"),
        }
    }
}

impl Error for ModelError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for ModelError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A fault in a line, and the number of bytes before it.
type LineFault = (ModelFault, usize);

/// The outputs that are read for a format.
#[derive(Debug)]
#[non_exhaustive]
pub struct Models {
    /// What they are, in a line of a help page.
    pub about: &'static str,
    /// The texts that are read, for a help page.
    pub read: &'static str,
    /// Whether a solver says so when it has found an optimal solution.
    pub says_best: bool,
    /// A new reader.
    dialect: fn() -> Box<dyn Dialect>,
}

/// How solvers of one kind print models. A line ends at most one model.
trait Dialect {
    /// Reads a line.
    fn line(&mut self, values: &mut Values, line: Line<'_>) -> Result<Option<Model>, LineFault>;

    /// The input has ended.
    fn end(&mut self, values: &mut Values) -> Result<Option<Model>, ModelFault>;

    /// What has been reported so far.
    fn verdict(&self) -> Verdict;
}

/// A line without its newline.
#[derive(Clone, Copy)]
struct Line<'l> {
    number: u64,
    text: &'l [u8],
}

/// A word, and the number of bytes before it.
type Word<'l> = (usize, &'l [u8]);

impl<'l> Line<'l> {
    fn words(self) -> impl Iterator<Item = Word<'l>> + Clone {
        let mut end = 0;
        let pieces = self.text.split(|&byte| is_blank(byte)).map(move |piece| {
            let start = end;
            end += piece.len() + 1;
            (start, piece)
        });
        pieces.filter(|(_, word)| !word.is_empty())
    }

    fn place(self, before: usize) -> Place {
        Place {
            line: self.number,
            column: before as u64 + 1,
        }
    }
}

fn unexpected((before, word): Word<'_>, expected: &'static str) -> LineFault {
    let found = excerpt(word);
    (ModelFault::Unexpected { found, expected }, before)
}

/// A number in decimal digits.
fn number(word: &[u8]) -> Option<u64> {
    let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    is_number.then(|| std::str::from_utf8(word).ok()?.parse().ok())?
}

/// Reads models one at a time. The variables of options come first, as numbered by
/// [`Writer`](super::write::Writer); an option whose variable has no value does not hold.
///
/// ```
/// use dlx3::convert::Format;
/// use dlx3::convert::read::{Checker, ModelReader, Verdict};
///
/// let problem: dlx3::Problem = "A B\nA B\nA\nB\n".parse()?;
/// let output = "c A B, or A and B\ns SATISFIABLE\nv -1 2\nv 3 0\n";
/// let mut models = ModelReader::new(Format::Cnf, &problem, output.as_bytes());
/// let model = models.next()?.unwrap();
/// assert!(Checker::new(&problem).check(&model).is_ok());
/// assert_eq!(model.options[0].0.index(), 1);
/// assert_eq!(model.options[0].1.line, 3);
/// assert!(models.next()?.is_none());
/// assert_eq!(models.verdict(), Verdict::Satisfiable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ModelReader<R> {
    lines: Lines<R>,
    values: Values,
    dialect: Box<dyn Dialect>,
    /// Where the last model began.
    found: Option<u64>,
    ended: bool,
}

impl<R: Read> ModelReader<R> {
    /// Reads what a solver has printed for this problem in this format.
    ///
    /// # Panics
    /// If there are [no models](super::write::FormatRow::models) for this format.
    pub fn new(format: Format, problem: &Problem, input: R) -> Self {
        let models = format.row().models.as_ref();
        let models = models.expect("models come back for this form");
        ModelReader {
            lines: Lines::new(input),
            values: Values::new(problem.option_count(), most_variables(problem, format)),
            dialect: (models.dialect)(),
            found: None,
            ended: false,
        }
    }

    /// What the solver has reported so far.
    pub fn verdict(&self) -> Verdict {
        self.dialect.verdict()
    }

    /// The next model; `None` at the end.
    ///
    /// # Errors
    /// The first fault of the output.
    #[allow(clippy::should_implement_trait)] // a model may come after an error
    pub fn next(&mut self) -> Result<Option<Model>, ModelError> {
        while !self.ended {
            let number = self.lines.number() + 1;
            let Some(text) = self.lines.next()? else {
                self.ended = true;
                return self.end(number);
            };
            let line = Line {
                number,
                text: &text[..text.len() - 1],
            };
            let read = self.dialect.line(&mut self.values, line);
            let read = read.map_err(|(fault, before)| ModelError::Fault {
                place: line.place(before),
                fault,
            })?;
            self.found = read.as_ref().map(|model| model.line).or(self.found);
            if let Some(line) = self.found
                && self.dialect.verdict() == Verdict::Unsatisfiable
            {
                return Err(ModelError::Fault {
                    place: Place { line, column: 1 },
                    fault: ModelFault::NotUnsatisfiable,
                });
            }
            if read.is_some() {
                return Ok(read);
            }
        }
        Ok(None)
    }

    fn end(&mut self, line: u64) -> Result<Option<Model>, ModelError> {
        let model = self.dialect.end(&mut self.values);
        let says_so = matches!(self.verdict(), Verdict::Satisfiable | Verdict::Complete);
        let model = match model {
            Ok(None) if says_so && self.found.is_none() => Err(ModelFault::NoModel),
            model => model,
        };
        let place = Place { line, column: 1 };
        model.map_err(|fault| ModelError::Fault { place, fault })
    }
}
