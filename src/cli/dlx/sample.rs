//! `dlx sample`: solutions drawn at random.

use super::by_cost::costs_of;
use super::ceiling::{in_units, parse_cost};
use super::form::FormArgument;
use super::limits::{Cost, NOT_ALL, tell};
use crate::answers::Stopped;
use crate::answers::family::Family;
use crate::answers::states::counts::bytes_of;
use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::format::Decimal;
use crate::report::Listing;

/// Prints N solutions drawn at random, each as likely as any other
///
/// They come in the order of their numbers, see `dlx nth`. A solution may be drawn more
/// than once: `dlx-check --sample' expects that.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  printf 'A B C\\nA B\\nC\\nB C\\nA\\n' | dlx sample -n 3 --seed 7

Exit status: 0 printed; 1 there are none, or failing output; 2 bad usage; 3 stopped
before; 102 bad input.")]
pub struct Arguments {
    /// How many to draw
    #[arg(short, long = "sample", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    n: u64,

    /// The seed of the random numbers: another seed draws another sample
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Only among solutions that cost at most C
    #[arg(long, value_name = "C", value_parser = parse_cost, allow_hyphen_values = true)]
    at_most: Option<Decimal>,

    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    form: FormArgument,

    #[command(flatten)]
    cost: Cost,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let mut has_any = false;
    let family = clock.within(|limits| {
        let family = Family::new(&problem, limits)?;
        has_any = family.number() != 0;
        match arguments.at_most {
            Some(most) => {
                let costs = costs_of(&problem);
                family.within(costs.values(), in_units(most, &costs), limits)
            }
            None => Ok(family),
        }
    });
    let family = family.map_err(|why| clock.stopped(why, ""))?;
    let memory = arguments.cost.memory;
    let room = memory.saturating_sub(family.bytes());
    if arguments.n as usize > room / 2 / bytes_of(&family.number().to_big()) {
        return Err(clock.stopped(Stopped::Memory, ""));
    }
    let drawn = family.draw(arguments.n, arguments.seed);
    if drawn.is_empty() && arguments.n > 0 {
        return Err(match arguments.at_most {
            Some(most) if has_any => Failure::new(format_args!(
                "no solution costs at most {}: all cost more",
                costs_of(&problem).amount(in_units(most, &costs_of(&problem)))
            )),
            _ => Failure::new("there are no solutions"),
        });
    }
    // Before the solutions: if their reader goes away, this still appears.
    tell(process, &family.told, family.free.len());
    let printer = Listing::new(&problem, arguments.form.form());
    let mut printed = 0;
    while printed < drawn.len() {
        let some = family.at_a_time(room).min(drawn.len() - printed);
        let some = &drawn[printed..printed + some];
        let known = if printed == 0 { "" } else { NOT_ALL };
        let solutions = clock.within(|limits| family.solutions(some, limits));
        let solutions = solutions.map_err(|why| clock.stopped(why, known))?;
        for (number, solution) in some.iter().zip(&solutions) {
            printer.print(&number.plus(&1.into()), solution, process.out());
            process.check()?;
            if clock.is_over() {
                return Err(clock.stopped(Stopped::Limit, NOT_ALL));
            }
        }
        printed += some.len();
    }
    Ok(exit::DONE)
}
