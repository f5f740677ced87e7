//! `dlx best`: the cheapest solutions.

use super::limits::{Cost, tell};
use super::print::{FormArgument, Printer};
use crate::answers::best::{NotCheapest, cheapest};
use crate::answers::bound::Priced;
use crate::cli::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::format::Costs;
use std::num::NonZero;

/// Prints the K cheapest solutions, the cheapest first
///
/// A word such as |7 after the items of an option says that it costs 7; several add up,
/// and an option without one costs nothing. What the options of a solution cost adds up,
/// too; stderr tells it. Of solutions that cost the same, some may be left out for others.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  printf 'A B C\\nA B |4\\nC |1\\nB C |3\\nA |1\\nA B C |6\\n' | dlx best -k 2

Exit status: 0 printed; 1 there is no solution, or failing output; 2 bad usage; 3 stopped
before: what is printed holds, but there may be cheaper ones; 102 bad input.")]
pub struct Arguments {
    /// How many solutions
    #[arg(
        short,
        visible_short_alias = 'n',
        value_name = "K",
        default_value = "1"
    )]
    k: NonZero<usize>,

    /// The dearest solutions instead, the dearest first
    #[arg(long)]
    most: bool,

    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    form: FormArgument,

    #[command(flatten)]
    cost: Cost,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let sign = if arguments.most { -1 } else { 1 };
    let costs: Vec<i128> = match problem.costs() {
        Some(costs) => costs.values().iter().map(|cost| sign * cost).collect(),
        None => vec![0; problem.option_count()],
    };
    let amount = |cost: i128| {
        problem
            .costs()
            .unwrap_or(&Costs::default())
            .amount(sign * cost)
    };
    let found = clock.within(|limits| cheapest(&problem, &costs, arguments.k.get(), limits));
    let mut print = |solutions: &[Priced]| {
        let printer = Printer::new(&problem, arguments.form);
        for (number, (cost, options)) in (1..).zip(solutions) {
            printer.print(&number, options, process.out());
            writeln!(process.err(), "{number} costs {}.", amount(*cost));
        }
    };
    match found {
        Ok(cheapest) => {
            print(&cheapest.solutions);
            tell(process, &cheapest.told, 0);
            match cheapest.solutions.is_empty() {
                true => Err(Failure::new("there is no solution")),
                false => Ok(exit::DONE),
            }
        }
        Err(NotCheapest::TooDear(error)) => Err(Failure::new(error)),
        Err(NotCheapest::Unfinished(unfinished)) => {
            print(&unfinished.solutions);
            let than = if arguments.most { "more" } else { "less" };
            let bound = amount(unfinished.bound);
            let other = if unfinished.solutions.is_empty() {
                ""
            } else {
                "other "
            };
            let known = format!("; no {other}solution costs {than} than {bound}");
            Err(clock.stopped(unfinished.why, &known))
        }
    }
}
