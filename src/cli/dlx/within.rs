//! `dlx best --within`: all solutions that are cheap enough.

use super::by_cost::costs_of;
use super::ceiling::{Within, in_units, share_of};
use super::form::FormArgument;
use super::limits::{Clock, tell};
use crate::answers::best::{Cheapest, NotCheapest, Sense};
use crate::answers::within::{self, all_within};
use crate::cli::{Failure, Process, exit};
use crate::format::Problem;
use crate::report::Listing;

/// The solutions that are wanted.
pub struct Wanted {
    pub within: Within,
    /// Which solutions are the best.
    pub sense: Sense,
    pub form: FormArgument,
}

pub fn run(
    wanted: &Wanted,
    clock: &Clock,
    problem: &Problem,
    process: &mut Process,
) -> Result<u8, Failure> {
    let unit = costs_of(problem);
    let sense = wanted.sense;
    let costs = sense.costs(&unit);
    let distance = |best: i128| {
        best.saturating_add(match wanted.within {
            Within::Percent(percent) => share_of(best, percent),
            Within::Above(sum) | Within::Cost(sum) => in_units(sum, &unit),
        })
    };
    let ceiling = match wanted.within {
        Within::Cost(cost) => {
            // Rounded down in either sense: no more than this.
            let cost = match sense {
                Sense::Cheapest => cost,
                Sense::Dearest => cost.negated(),
            };
            within::Within::Cost(in_units(cost, &unit))
        }
        _ => within::Within::Of(&distance),
    };
    let found = clock.within(|limits| all_within(problem, &costs, &ceiling, limits));
    let (cheapest, unfinished) = match found {
        Ok(cheapest) => (cheapest, None),
        Err(NotCheapest::TooDear(error)) => {
            return Err(Failure::new(error).with_status(exit::BAD_INPUT));
        }
        Err(NotCheapest::Unfinished(known)) => {
            let solutions = known.solutions;
            let told = Vec::new();
            (Cheapest { solutions, told }, Some((known.why, known.bound)))
        }
    };
    let printer = Listing::new(problem, wanted.form.form()).priced();
    for (number, (cost, options)) in (1..).zip(&cheapest.solutions) {
        printer.print(&number, options, process.out());
        writeln!(
            process.err(),
            "Solution {number} costs {}.",
            sense.amount(&unit, *cost)
        );
        process.check()?;
    }
    if let Some((why, bound)) = unfinished {
        let (than, bound) = (sense.than(), sense.amount(&unit, bound));
        return Err(clock.stopped(
            why,
            &format!("; no other solution costs {than} than {bound}"),
        ));
    }
    tell(process, &cheapest.told, 0);
    match cheapest.solutions.is_empty() {
        true => Err(Failure::new("there is no such solution")),
        false => Ok(exit::DONE),
    }
}
