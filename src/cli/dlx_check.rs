//! `dlx-check`: a problem in a file, solutions, a verdict.

use crate::check::{CheckError, DiagramError, Settings, check, check_diagram};
use crate::cli::arguments::size::parse_size;
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, exit};
use crate::format::solution::StreamError;
use clap::Parser;
use dlx3_base::count::Count;
use std::path::{Path, PathBuf};

/// Checks whether solutions are solutions of FILE.
///
/// Reads a problem from FILE, and from SOLUTIONS or stdin what `dlx3 m1` prints.
/// Prints `N solutions hold`; or, on stderr, the first solution that does not hold,
/// with its number, its line and the reason.
#[derive(Parser)]
#[command(name = "dlx-check", version, after_long_help = MORE, after_help = MORE)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The problem, in .dlx format, - for stdin; its options may have costs
    #[arg(value_name = "FILE.dlx")]
    file: PathBuf,

    /// The solutions [default: -, which is stdin]
    #[arg(
        value_name = "SOLUTIONS",
        default_value = "-",
        hide_default_value = true
    )]
    solutions: PathBuf,

    /// A diagram that `dlx count --certificate' wrote, - for stdin, in place of solutions: it
    /// proves how many there are
    #[arg(long, value_name = "DIAGRAM", conflicts_with_all = ["solutions", "step", "sample"])]
    diagram: Option<PathBuf>,

    /// The numbers must be M, 2M, 3M, ... [default: the first one is M]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,

    /// The solutions are from `dlx3 --sample`: their numbers never fall, and a solution may come
    /// again with its number
    #[arg(long, conflicts_with = "step")]
    sample: bool,

    /// Exactly N solutions must come
    #[arg(short = 'n', long = "count", value_name = "N")]
    count: Option<Count>,

    /// Memory for the solutions seen, or for the nodes of a diagram: bytes, or with K, M or G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_size)]
    memory: usize,
}

const MORE: &str = "\
A solution holds if
  * each of its lines is an option of FILE, whatever item it starts with, and no
    option is taken more often than FILE has it; or the line is `null NAME', and
    NAME is a primary item of FILE
  * every primary item occurs as often as its bounds say
  * every secondary item has one color only, or occurs once without a color
  * its number is the next one (in a sample: not smaller than the last one; and two
    solutions that have the same number have the same options)
  * no solution with another number has the same options (but equal options in FILE allow
    as many equal solutions as there are ways to choose among them)

Repeated solutions: 40 bytes are kept of each one, among them a fingerprint of 128
bits (sums of SipHashes, with a key drawn at random for each run) of its set of options.
When they fill SIZE bytes, they are sorted and written to temporary files without
names in the directory TMPDIR (or /tmp), which are merged in the end; so the stream
may be larger than memory. No repeat is overlooked. The chance that a repeat is
reported in error is below N * N / 2^129 for any N solutions: less than 2^-69 for a
thousand million. Another run draws another key, and so confirms a report.

A problem may have no solutions, so the status is 0 if none came; a line on stderr
says so, because the word m1 may have been forgotten. With -n N that is a failure.

A diagram proves that the problem has as many solutions as it has paths, if each line holds: see
docs/certificates.md. It is read once; of its nodes, those that have been reached and whose lines
have not come are in memory. They may take SIZE bytes.

Exit status: 0 all solutions hold, and as many came as -n says; 1 otherwise, or if
something could not be read or written; 2 bad usage; 3 a diagram needs more than SIZE; 102 FILE is
not good .dlx text; 141 no reader is left at the pipe under stdout.

Example:
  dlx3 m1 < queens.dlx | dlx-check queens.dlx";

impl Program for Arguments {
    const OUTPUT: &'static str = "the verdict";
    const MESSAGES: &'static str = "messages";

    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        if let Some(diagram) = &self.diagram {
            return self.check_diagram(diagram, process);
        }
        input::refuse_stdin_twice(&self.file, &self.solutions, "SOLUTIONS")?;
        let problem = input::read_problem_with_costs(&self.file)?;
        let settings = Settings {
            step: self.step,
            sample: self.sample,
            memory: self.memory,
        };
        let solutions = input::open_for(&self.solutions, "solutions")?;
        let count = check(&problem, settings, solutions).map_err(|error| match error {
            CheckError::Stream(fault @ StreamError::Fault { .. }) => {
                Failure::new(format_args!("in the solutions: {fault}"))
            }
            error => Failure::new(error),
        })?;
        let hold = if count == 1 {
            "solution holds"
        } else {
            "solutions hold"
        };
        writeln!(process.out(), "{count} {hold}");
        if count == 0 && self.count.as_ref().is_none_or(|wanted| *wanted != 0) {
            process.say("no solutions came; was m1 forgotten?");
        }
        match self.count {
            Some(wanted) if wanted != count => Err(not_so_many(&wanted, &count.into())),
            _ => Ok(exit::DONE),
        }
    }
}

/// The failure if the number of solutions is not the wanted one.
fn not_so_many(wanted: &Count, came: &Count) -> Failure {
    let were = if *wanted == 1 { "was" } else { "were" };
    Failure::new(format_args!("{wanted} {were} to come, not {came}"))
}

impl Arguments {
    /// Checks a diagram, and says what it proves.
    fn check_diagram(&self, path: &Path, process: &mut Process) -> Result<u8, Failure> {
        input::refuse_stdin_twice(&self.file, path, "DIAGRAM")?;
        let problem = input::read_problem_with_costs(&self.file)?;
        let text = input::open_for(path, "a diagram")?;
        let proved = check_diagram(&problem, self.memory, text);
        let proved = proved.map_err(|error| match error {
            DiagramError::Io(error) => input::cannot_read(path, &error),
            DiagramError::Memory { .. } => {
                Failure::new(format_args!("in the diagram, {error}: see --memory"))
                    .with_status(exit::STOPPED)
            }
            error => Failure::new(format_args!("in the diagram, {error}")),
        })?;
        let solutions = &proved.solutions;
        let are = match *solutions == 1 {
            true => "solution is",
            false => "solutions are",
        };
        writeln!(process.out(), "{solutions} {are} proved");
        match &self.count {
            Some(wanted) if wanted != solutions => Err(not_so_many(wanted, solutions)),
            _ => Ok(exit::DONE),
        }
    }
}
