//! `dlx reduce`: a smaller problem with the same solutions.

use super::limits::Cost;
use crate::answers::Stopped;
use crate::answers::problem::reduce::Reduction;
use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::text::plural::counted;

/// Prints a smaller problem that has the same solutions
///
/// Options that cannot be in a solution are removed. A primary item becomes secondary if another
/// one cannot be covered without it. The other options keep their lines, so solutions are the same
/// word for word, and dlx-check accepts them for the first problem. If it turns out that there is
/// no solution, no option is left, and a comment says so.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx reduce < big.dlx > small.dlx

Exit status: 0 printed; 1 failing output; 2 bad usage; 3 stopped before: what is printed has
the same solutions, but more could go; 102 bad input.")]
pub struct Arguments {
    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    cost: Cost,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let reduction = clock.within(|limits| Reduction::new(&problem, &mut || limits.is_over()));
    let mut text = Vec::new();
    if reduction.is_impossible {
        text.extend_from_slice(b"| There are no solutions.\n");
    }
    let left = reduction.problem(&problem);
    left.write(&mut text).expect("memory can be written");
    process.out().put(&text);
    let all = problem.option_count();
    let gone = all - reduction.options.len();
    let made = reduction.secondary.len();
    let are = match made == 1 || problem.primary_count() == 1 {
        true => "is",
        false => "are",
    };
    writeln!(
        process.err(),
        "{gone} of {} removed, {made} of {} {are} secondary now.",
        counted(all, "option"),
        counted(problem.primary_count(), "primary item")
    );
    if reduction.is_impossible {
        writeln!(process.err(), "There are no solutions.");
    }
    match reduction.is_complete {
        true => Ok(exit::DONE),
        false => Err(clock.stopped(Stopped::Limit, "; more might go")),
    }
}
