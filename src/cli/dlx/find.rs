//! `dlx find`: a solution, or the proof that there is none.

use super::form::FormArgument;
use super::limits::{Clock, Cost, NOT_ALL, tell};
use super::proof::{ProofArgument, WithoutArgument};
use super::why::WhyArgument;
use crate::answers::claims::none;
use crate::answers::find::find;
use crate::answers::several::{Order, find_several};
use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::format::{OptionId, Problem};
use crate::report::Listing;

/// Prints a solution, or proves that there is none
///
/// Which one it is depends on the problem alone. With -n, this prints several different ones.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  printf 'A B C\\nA B\\nC\\nB C\\nA\\n' | dlx find
  printf 'A B C D\\nA C\\nB C\\nD\\n' | dlx find --why

Exit status: 0 printed; 1 there is none, or failing output; 2 bad usage; 3 stopped
before; 102 bad input.")]
pub struct Arguments {
    /// How many different solutions to print, up to a million; fewer if there are no more. With
    /// --proof or --without, only one
    #[arg(short, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    n: u64,

    /// Make the solutions as different as possible: each next one shares few options
    /// with any earlier one
    #[arg(long)]
    diverse: bool,

    #[command(flatten)]
    without: WithoutArgument,

    #[command(flatten)]
    proof: ProofArgument,

    #[command(flatten)]
    why: WhyArgument,

    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    form: FormArgument,

    #[command(flatten)]
    cost: Cost,
}

impl Arguments {
    /// That there is no solution, and perhaps why.
    fn none(&self, problem: &Problem, clock: &Clock, process: &mut Process) -> Failure {
        self.why.none(problem, self.form.form(), clock, process)
    }
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (is_proved, is_less) = (arguments.proof.is_wanted(), arguments.without.is_given());
    if arguments.n > 1 && (is_proved || is_less) {
        let message = "--proof and --without are for one solution, not for several of -n";
        return Err(Failure::new(message).with_status(exit::BAD_USAGE));
    }
    if arguments.n == 1 && arguments.diverse {
        let message = "--diverse is for several solutions: see -n";
        return Err(Failure::new(message).with_status(exit::BAD_USAGE));
    }
    if arguments.why.is_given() && is_less {
        let message = "--why is for all solutions, and --without for the others";
        return Err(Failure::new(message).with_status(exit::BAD_USAGE));
    }
    if is_proved || is_less {
        return proved(arguments, process);
    }
    if arguments.n > 1 {
        return several(arguments, process);
    }
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let found = clock.deeply(|limits| find(&problem, limits));
    let found = found.map_err(|why| clock.stopped(why, ""))?;
    tell(process, &found.told, 0);
    let Some(solution) = found.solution else {
        return Err(arguments.none(&problem, &clock, process));
    };
    Listing::new(&problem, arguments.form.form()).print(&1, &solution, process.out());
    Ok(exit::DONE)
}

/// Prints a solution that is not excluded, or says that there is none; with a proof, if one is
/// wanted.
fn proved(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let read = || {
        let problem = arguments.without.read_problem(&arguments.input)?;
        let clauses = arguments.without.clauses(&problem)?;
        Ok((problem, clauses))
    };
    let (clock, (problem, clauses)) = arguments.cost.clock(read)?;
    let mut file = arguments.proof.begin(&problem, &clauses)?;
    let proof = file.as_mut().map(|file| (&mut file.proof, &file.numbering));
    let found = clock.within(|limits| none::find(&problem, &clauses, proof, limits));
    if let Some(file) = file {
        file.finish()?;
    }
    let found = found.map_err(|why| clock.stopped(why, ""))?;
    tell(process, &found.told, 0);
    match found.solution {
        Some(solution) => {
            Listing::new(&problem, arguments.form.form()).print(&1, &solution, process.out());
            Ok(exit::DONE)
        }
        None if clauses.is_empty() => Err(arguments.none(&problem, &clock, process)),
        None => Err(Failure::new("there is no other solution")),
    }
}

/// Prints solutions as they are found.
fn several(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let order = match arguments.diverse {
        true => Order::Diverse,
        false => Order::AsTheyCome,
    };
    let printer = Listing::new(&problem, arguments.form.form());
    let (mut printed, mut failure) = (0, None);
    let found = clock.deeply(|limits| {
        let mut each = |solution: &[OptionId]| {
            printed += 1;
            printer.print(&printed, solution, process.out());
            process.out().flush();
            failure = process.check().err();
            failure.is_none() && printed < arguments.n
        };
        find_several(&problem, order, &mut each, limits)
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let told = found.map_err(|why| {
        let known = if printed == 0 { "" } else { NOT_ALL };
        clock.stopped(why, known)
    })?;
    tell(process, &told, 0);
    match printed {
        0 => return Err(arguments.none(&problem, &clock, process)),
        _ if printed < arguments.n => {
            writeln!(process.err(), "There are no more solutions.");
        }
        _ => {}
    }
    Ok(exit::DONE)
}
