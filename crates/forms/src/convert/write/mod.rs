//! Writes a problem in the format of another solver, piece by piece, without holding the text in
//! memory.

pub(super) mod cnf;
mod linear;
pub(super) mod lp;
pub(super) mod mzn;
pub(super) mod opb;

use super::Format;
use super::cardinality::{Encoding, Literal};
use super::lists::{Group, Lists};
use super::names::{Escape, put_option};
use super::read::Models;
use super::supports::Supports;
use dlx3_answers::proof::{Clause, Numbering};
use dlx3_base::text::output::Put;
use dlx3_format::{Costs, ItemId, Name, Problem};
use std::error::Error;
use std::fmt;
use std::fmt::Display;
use std::io::{self, Write};

/// Most solvers number variables and clauses in 31 bits.
const MOST: u64 = i32::MAX as u64;

/// A problem to be written, and settings.
#[derive(Clone, Copy, Debug)]
pub struct Source<'p> {
    /// The problem. If all options are free, there is no objective.
    pub problem: &'p Problem,
    /// Whether to maximize the cost instead of minimizing it.
    pub most: bool,
    /// Whether comments say which options the variables are.
    pub names: bool,
    /// Whether the text says that colors support each other: a color needs an option in each primary
    /// item whose options all have its item. [`FormatRow::supports`] says where this pays.
    pub supports: bool,
}

impl<'p> Source<'p> {
    /// What supports the colors, if that is wanted.
    fn supports(&self, lists: &Lists) -> Supports {
        Supports::of(self.problem, lists, self.supports)
    }

    /// The costs other than 0, in units of the last decimal, with the numbers of their options from
    /// 1.
    fn priced(&self) -> impl Iterator<Item = (i128, Literal)> + 'p {
        let costs = self.problem.costs().map_or(&[][..], Costs::values);
        let priced = costs.iter().copied().zip(1..);
        priced.filter(|&(cost, _)| cost != 0)
    }
}

/// Why a problem cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// An item needs too many clauses.
    LargeItem {
        /// Its name.
        item: Name,
        /// The number of clauses, or `u64::MAX` for more.
        clauses: u64,
        /// The number of variables, or `u64::MAX` for more.
        variables: u64,
    },
    /// All items together need too many clauses.
    Large {
        /// The number of clauses, or `u64::MAX` for more.
        clauses: u64,
        /// The number of variables, or `u64::MAX` for more.
        variables: u64,
    },
    /// The sum of the costs is too large: weights, and MiniZinc's integers, have 64 bits.
    LargeCosts(u128),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LargeItem {
                item,
                clauses,
                variables,
            } => write!(
                f,
                "item {item} needs {clauses} clauses and {variables} variables more, but solvers number \
         them up to {MOST}: try another encoding"
            ),
            Self::Large { clauses, variables } => write!(
                f,
                "it needs {clauses} clauses and {variables} variables, but solvers number them up to \
         {MOST}: try another encoding, or another form"
            ),
            Self::LargeCosts(it) => write!(
                f,
                "the costs add up to {it}, but solvers want less than {max}",
                max = i64::MAX
            ),
        }
    }
}

impl Error for Refusal {}

/// The row of a format of other solvers. It stands in the file that writes the format;
/// `crates/forms/src/convert/forms.rs` lists all rows.
#[derive(Debug)]
#[non_exhaustive]
pub struct FormatRow {
    /// Its name on command lines.
    pub name: &'static str,
    /// What it is, in a line of a help page.
    pub about: &'static str,
    /// How costs are written.
    pub objective: Objective,
    /// The options that it has and some other formats lack.
    pub options: &'static [&'static str],
    /// Whether colors support each other, if nothing else is said.
    pub supports: bool,
    /// The outputs of solvers for this format, if they are read.
    pub models: Option<Models>,
    /// Computes the size of the text.
    plan: Plan,
    /// The most variables of a problem, if variables have numbers.
    most_variables: fn(&Problem, &Lists) -> Option<u64>,
}

type Plan = fn(Source<'_>, &Lists, Encoding) -> Result<Box<dyn Target>, Refusal>;

/// How costs are written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// They are left out; the named format has them.
    LeftOut(&'static str),
    /// They are minimized or maximized.
    Exact,
    /// They are minimized or maximized, but most solvers round numbers above this power of two.
    RoundedAbove(u32),
}

/// Writes a problem in one format, once its size is known.
trait Target: Send + Sync {
    /// Writes the text. Only [`Format::Opb`] uses the clauses.
    fn write(
        &self,
        source: Source<'_>,
        lists: &Lists,
        clauses: &[Clause],
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Names the variables that are colors.
    fn name_colors(&self, lists: &Lists, names: &mut Names<'_>) -> io::Result<()>;
}

/// A format that needs no plan.
struct Direct {
    write: fn(Source<'_>, &Lists, &[Clause], &mut dyn Write) -> io::Result<()>,
    name_colors: fn(&Lists, &mut Names<'_>) -> io::Result<()>,
}

impl Target for Direct {
    fn write(
        &self,
        source: Source<'_>,
        lists: &Lists,
        clauses: &[Clause],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        (self.write)(source, lists, clauses, out)
    }

    fn name_colors(&self, lists: &Lists, names: &mut Names<'_>) -> io::Result<()> {
        (self.name_colors)(lists, names)
    }
}

/// Writes one problem in one format.
///
/// ```
/// use dlx3::convert::Format;
/// use dlx3::convert::cardinality::Encoding;
/// use dlx3::convert::write::{Source, Writer};
///
/// let problem: dlx3::Problem = "A 1:2|B\nA B\nA\nB\n".parse()?;
/// let source = Source { problem: &problem, most: false, names: false, supports: false };
/// let mut text = Vec::new();
/// Writer::new(source, Format::Opb, Encoding::Auto)?.write(&mut text)?;
/// assert_eq!(
///     String::from_utf8(text)?,
///     "* #variable= 3 #constraint= 2\n+1 x1 +1 x2 = 1 ;\n+1 x1 +1 x3 >= 1 ;\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer<'p> {
    source: Source<'p>,
    lists: Lists,
    target: Box<dyn Target>,
    /// Additional clauses, in the format that has them.
    clauses: &'p [Clause],
}

impl<'p> Writer<'p> {
    /// Computes the size of the text. The encoding is for clauses only.
    ///
    /// # Errors
    /// If the text would be too large for every solver.
    pub fn new(source: Source<'p>, format: Format, encoding: Encoding) -> Result<Self, Refusal> {
        let lists = Lists::new(source.problem);
        let target = (format.row().plan)(source, &lists, encoding)?;
        Ok(Writer {
            source,
            lists,
            target,
            clauses: &[],
        })
    }

    /// Adds clauses over options. [`Format::Opb`] writes them after all other constraints; other
    /// formats leave them out.
    pub fn with_clauses(self, clauses: &'p [Clause]) -> Self {
        Writer { clauses, ..self }
    }

    /// Writes the text.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.target
            .write(self.source, &self.lists, self.clauses, out)
    }

    /// Writes the meaning of variables: `option 17 = A B X:1` for each option, and `color 20 = X:1`
    /// for each variable that is an item's color. Bytes other than printable ASCII are escaped.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_names(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut names = Names::new(self.source.problem, b"", out);
        names.options()?;
        self.target.name_colors(&self.lists, &mut names)
    }
}

/// The most variables of the problem in this format, in any encoding; `None` for a format whose
/// variables have no numbers.
pub fn most_variables(problem: &Problem, format: Format) -> Option<u64> {
    (format.row().most_variables)(problem, &Lists::new(problem))
}

/// The sum of the costs' absolute values, which must fit into 64 bits with a sign.
fn sum_of_costs(source: Source<'_>) -> Result<i64, Refusal> {
    let sum: u128 = source.priced().map(|(cost, _)| cost.unsigned_abs()).sum();
    let sized = i64::try_from(sum).ok().filter(|&sum| sum < i64::MAX);
    sized.ok_or(Refusal::LargeCosts(sum))
}

/// How [`Format::Opb`] numbers variables and constraints. An equation counts as two constraints:
/// first that the sum is large enough, then that it is small enough.
/// [Clauses](Writer::with_clauses) come after them.
pub fn numbering(problem: &Problem) -> Numbering {
    linear::numbering(problem)
}

/// Longer comments, in bytes, are written as several.
const LONGEST_COMMENT: usize = 1000;

/// Writes the meaning of variables, each on a line that begins with the mark of a comment.
struct Names<'a> {
    problem: &'a Problem,
    mark: &'static [u8],
    out: &'a mut dyn Write,
    line: Vec<u8>,
}

impl<'a> Names<'a> {
    fn new(problem: &'a Problem, mark: &'static [u8], out: &'a mut dyn Write) -> Self {
        Names {
            problem,
            mark,
            out,
            line: Vec::new(),
        }
    }

    fn options(&mut self) -> io::Result<()> {
        for (option, number) in self.problem.option_ids().zip(1..) {
            self.line.clear();
            self.line.extend_from_slice(self.mark);
            self.line.extend_from_slice(b"option ");
            self.line.put_number(number);
            self.line.extend_from_slice(b" = ");
            put_option(self.problem, option, &mut self.line);
            self.end_line()?;
        }
        Ok(())
    }

    /// Writes the line. A long comment becomes several, as CBC cannot read lines of 1024 bytes;
    /// without a mark it is not a comment, and stays whole.
    fn end_line(&mut self) -> io::Result<()> {
        let mut rest = &self.line[..];
        while !self.mark.is_empty() && rest.len() > LONGEST_COMMENT {
            let blank = memchr::memrchr(b' ', &rest[..LONGEST_COMMENT]);
            let blank = blank.filter(|&blank| blank > self.mark.len());
            let (line, more) = rest.split_at(blank.unwrap_or(LONGEST_COMMENT));
            self.out.write_all(line)?;
            self.out.write_all(b"\n")?;
            self.out.write_all(self.mark)?;
            rest = more;
        }
        self.out.write_all(rest)?;
        self.out.write_all(b"\n")
    }

    /// Writes that a variable says that the item has this color.
    fn color(&mut self, variable: impl Display, item: ItemId, color: u8) -> io::Result<()> {
        self.line.clear();
        self.line.extend_from_slice(self.mark);
        write!(self.line, "color {variable} = ")?;
        Escape::Comment.put(self.problem.name(item), &mut self.line);
        self.line.push(b':');
        Escape::Comment.put(&[color], &mut self.line);
        self.end_line()
    }
}

/// The secondary items whose options may conflict.
fn contested<'l>(
    problem: &'l Problem,
    lists: &'l Lists,
) -> impl Iterator<Item = (ItemId, Vec<Group<'l>>)> {
    let secondary = problem.item_ids().skip(problem.primary_count());
    let groups = secondary.map(|item| (item, lists.groups(item).collect::<Vec<_>>()));
    groups.filter(|(_, groups)| groups.len() > 1)
}

/// Breaks long lines, as some readers limit their length.
struct Wrapped<'a> {
    out: &'a mut dyn Write,
    line: Vec<u8>,
}

impl<'a> Wrapped<'a> {
    const WIDTH: usize = 100;

    fn new(out: &'a mut dyn Write) -> Self {
        Wrapped {
            out,
            line: Vec::new(),
        }
    }

    /// Adds a word, perhaps on a new line.
    fn word(&mut self, put: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        if self.line.len() > Self::WIDTH {
            self.end()?;
            self.line.push(b' ');
        }
        put(&mut self.line);
        Ok(())
    }

    /// Ends the line.
    fn end(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }
}
