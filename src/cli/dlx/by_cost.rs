//! `dlx count --by-cost`: how many solutions there are at each cost.

use super::ceiling::{in_units, parse_cost};
use super::form::FormArgument;
use super::limits::{Clock, tell};
use crate::answers::by_cost::{NotCounted, count_by_cost};
use crate::cli::{Failure, Process, exit};
use crate::format::{Costs, Decimal, Problem};
use crate::report::{Form, write_cost_count};

/// What is wanted of the costs.
#[derive(clap::Args, Debug)]
pub struct ByCostArgument {
    /// A line for each cost that solutions have, the lowest first: the cost, and how many
    /// solutions cost that
    #[arg(long, conflicts_with_all = ["options", "order", "certificate"])]
    pub by_cost: bool,

    /// With --by-cost: only costs up to C
    #[arg(long, value_name = "C", requires = "by_cost", value_parser = parse_cost)]
    #[arg(allow_hyphen_values = true)]
    at_most: Option<Decimal>,

    /// With --by-cost: the highest cost first
    #[arg(long, requires = "by_cost")]
    most: bool,
}

/// The costs of the options, and their unit.
pub fn costs_of(problem: &Problem) -> Costs {
    let free = || Costs::free(problem.option_count());
    problem.costs().cloned().unwrap_or_else(free)
}

pub fn run(
    wanted: &ByCostArgument,
    form: FormArgument,
    clock: &Clock,
    problem: &Problem,
    process: &mut Process,
) -> Result<u8, Failure> {
    let costs = costs_of(problem);
    let most = wanted.at_most.map(|most| in_units(most, &costs));
    let counted = clock.within(|limits| count_by_cost(problem, costs.values(), most, limits));
    let mut counted = counted.map_err(|fault| match fault {
        NotCounted::TooDear(error) => Failure::new(error).with_status(exit::BAD_INPUT),
        NotCounted::Stopped(why) => clock.stopped(why, ""),
    })?;
    if wanted.most {
        counted.numbers.reverse();
    }
    for (cost, number) in &counted.numbers {
        let cost = costs.amount(*cost);
        match form.form() {
            Form::Text => writeln!(process.out(), "{cost} {number}"),
            Form::Json => write_cost_count(process.out(), cost, number),
        }
    }
    tell(process, &counted.told, counted.free);
    Ok(exit::DONE)
}
