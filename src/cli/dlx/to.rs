//! `dlx to`: a problem for another solver.

use super::proof::WithoutArgument;
use crate::cli::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::convert::Format;
use crate::convert::cardinality::Encoding;
use crate::convert::write::{Source, Writer};
use crate::format::Costs;
use crate::text::output::create;
use clap::ValueEnum;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Prints the problem for solvers of other kinds
///
/// Variable K stands for option K, counted from 1; other variables follow from these, so that
/// there is one model for each solution. Comments say which options the variables are. Costs,
/// such as |7 in an option, become an objective; --without is for opb. `dlx from' turns models into
/// solutions.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx to cnf < queens.dlx > queens.cnf
  minisat queens.cnf queens.out
  dlx from cnf queens.dlx < queens.out
  dlx to opb queens.dlx --without known.txt > others.opb

Exit status: 0 printed; 1 it is too large for such solvers, or failing output; 2 bad usage;
102 bad input.")]
pub struct Arguments {
    /// What solvers read
    #[arg(value_name = "FORMAT")]
    format: FormatName,

    #[command(flatten)]
    input: ProblemFile,

    /// How clauses count (cnf and wcnf) [default: auto]
    #[arg(long, value_name = "NAME")]
    encoding: Option<EncodingName>,

    /// Ask for the dearest solution, not the cheapest
    #[arg(long)]
    most: bool,

    #[command(flatten)]
    without: WithoutArgument,

    /// Write what the variables are to FILE, and not in comments
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
}

/// The forms by their names.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatName {
    /// Clauses, for SAT solvers; costs are left out
    Cnf,
    /// Clauses with weights, for MaxSAT solvers
    Wcnf,
    /// Pseudo-Boolean constraints
    Opb,
    /// An integer program, as CPLEX and others read it
    Lp,
    /// A MiniZinc model
    Mzn,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Cnf => Format::Cnf,
            FormatName::Wcnf => Format::Wcnf,
            FormatName::Opb => Format::Opb,
            FormatName::Lp => Format::Lp,
            FormatName::Mzn => Format::Mzn,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum EncodingName {
    /// For each item the one with the fewest clauses and variables
    Auto,
    /// A clause for each pair that may not be, and no more variables
    Pairwise,
    /// Ladders; sequential counters for larger numbers
    Ladder,
    /// Trees of unary sums
    Totalizer,
}

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Auto => Encoding::Auto,
            EncodingName::Pairwise => Encoding::Pairwise,
            EncodingName::Ladder => Encoding::Ladder,
            EncodingName::Totalizer => Encoding::Totalizer,
        }
    }
}

/// The largest integer up to which a double has all.
const EXACT: u128 = 1 << 53;

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let has_clauses = matches!(arguments.format, FormatName::Cnf | FormatName::Wcnf);
    if arguments.encoding.is_some() && !has_clauses {
        let told = "--encoding is for cnf and wcnf: the other formats can count by themselves";
        return Err(Failure::new(told).with_status(exit::BAD_USAGE));
    }
    if arguments.most && arguments.format == FormatName::Cnf {
        let told = "--most is for costs, and cnf has none: see wcnf";
        return Err(Failure::new(told).with_status(exit::BAD_USAGE));
    }
    if arguments.without.is_given() && arguments.format != FormatName::Opb {
        let told = "--without is for opb";
        return Err(Failure::new(told).with_status(exit::BAD_USAGE));
    }
    let problem = arguments.without.read_problem(&arguments.input)?;
    let clauses = arguments.without.clauses(&problem)?;
    let source = Source {
        problem: &problem,
        most: arguments.most,
        names: arguments.map.is_none(),
    };
    let encoding = arguments.encoding.map_or(Encoding::Auto, Encoding::from);
    let writer = Writer::new(source, arguments.format.into(), encoding).map_err(Failure::new)?;
    let writer = writer.with_clauses(&clauses);
    if let Some(map) = &arguments.map {
        write_map(&writer, map)?;
    }
    process.write_with(|out| writer.write(out))?;
    if arguments.format == FormatName::Cnf && problem.costs().is_some() {
        process.say("cnf has no costs, they are left out: see wcnf");
    }
    let values = problem.costs().map_or(&[][..], Costs::values);
    if arguments.format == FormatName::Lp && values.iter().any(|value| value.unsigned_abs() > EXACT)
    {
        process.say("there are costs above 2^53, which most solvers round");
    }
    Ok(exit::DONE)
}

fn write_map(writer: &Writer<'_>, path: &Path) -> Result<(), Failure> {
    let written = create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        writer.write_names(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::writing(path.display(), &error))
}
