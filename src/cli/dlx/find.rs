//! `dlx find`: a solution, or the proof that there is none.

use super::limits::{Cost, tell};
use super::print::{FormArgument, Printer};
use super::with_searches;
use crate::answers::find::find;
use crate::cli::input::ProblemFile;
use crate::cli::{Failure, Process, exit};

/// Prints a solution, or proves that there is none
///
/// Which one it is depends on the problem alone.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  printf 'A B C\\nA B\\nC\\nB C\\nA\\n' | dlx find

Exit status: 0 printed; 1 there is none, or failing output; 2 bad usage; 3 stopped
before; 102 bad input.")]
pub struct Arguments {
    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    form: FormArgument,

    #[command(flatten)]
    cost: Cost,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let found = with_searches(&arguments.cost, |searches| {
        clock.within(|limits| find(&problem, searches, limits))
    });
    let found = found.map_err(|why| clock.stopped(why, ""))?;
    tell(process, &found.told, 0);
    let Some(solution) = found.solution else {
        return Err(Failure::new("there is no solution"));
    };
    Printer::new(&problem, arguments.form).print(&1, &solution, process.out());
    Ok(exit::DONE)
}
