//! `dlx best`: the cheapest solutions.

use super::by_cost::costs_of;
use super::ceiling::{Within, parse_within};
use super::form::FormArgument;
use super::limits::{Clock, Cost, tell};
use super::progress::{AnswerLine, Known};
use super::proof::{ProofArgument, ProofFile};
use super::why::WhyArgument;
use super::within::{self, Wanted};
use crate::answers::Stopped;
use crate::answers::best::{Cheapest, NotCheapest, Seen, Sense, Standing, cheapest_improving};
use crate::answers::cheapest::search::Priced;
use crate::answers::claims::cheapest::{Claim, Proved, prove};
use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::format::{Amount, Costs, Problem};
use crate::report::Listing;
use std::num::NonZero;
use std::time::Duration;

/// Prints the K cheapest solutions, the cheapest first
///
/// A word such as |7 after the items of an option says that it costs 7; several add up, and an
/// option without one costs nothing. The cost of a solution is the sum of the costs of its options;
/// stderr tells it. If more solutions cost the same than are wanted, some of them are left out.
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

    /// All solutions up to a cost, or up to a distance from the best one: 20, +5, +1%
    #[arg(long, value_name = "C", value_parser = parse_within, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["k", "improve", "gap", "proof", "progress", "why"])]
    within: Option<Within>,

    /// The dearest solutions instead, the dearest first
    #[arg(long)]
    most: bool,

    /// Costs do not count: each option costs 1
    #[arg(long)]
    fewest: bool,

    /// Print each better solution when it is found; the last one is the answer
    #[arg(long)]
    improve: bool,

    /// Stop when the best solution is proved to be no farther than this from the optimum, such as
    /// 1% or 0.1%
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    gap: Option<f64>,

    /// Every SECONDS seconds, show on stderr the cost of the best solution and a lower bound for
    /// all costs. A terminal shows them in any case
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    progress: Option<u32>,

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

/// `1%` or `1`, at least 0.
fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>();
    let number = number
        .ok()
        .filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a gap is a number of percent, such as 1% or 0.5%".to_owned())
}

impl Arguments {
    /// Refuses options that do not go together.
    fn check(&self) -> Result<(), Failure> {
        let several = self.k.get() > 1;
        let message = if several && (self.improve || self.gap.is_some()) {
            "--improve and --gap are for one solution, not for several of -k"
        } else if self.proof.is_wanted() && several {
            "--proof is for one solution, not for several of -k"
        } else if self.proof.is_wanted() && self.fewest {
            "--proof is for costs of the options, and --fewest has others"
        } else {
            return Ok(());
        };
        Err(Failure::new(message).with_status(exit::BAD_USAGE))
    }
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    arguments.check()?;
    let (clock, mut problem) = arguments.cost.clock(|| arguments.input.read())?;
    if arguments.fewest {
        let ones = vec![1; problem.option_count()];
        problem = problem.with_costs(ones).map_err(Failure::new)?;
    }
    if let Some(within) = arguments.within {
        let wanted = Wanted {
            within,
            sense: Sense::dearest(arguments.most),
            form: arguments.form,
        };
        return within::run(&wanted, &clock, &problem, process);
    }
    if arguments.proof.is_wanted() && problem.costs().is_none() {
        let message = "no option has a cost, so each solution is the cheapest; dlx find --proof proves that \
                       there is none";
        return Err(Failure::new(message).with_status(exit::BAD_INPUT));
    }
    let file = arguments.proof.begin(&problem, &[])?;
    let unit = costs_of(&problem);
    let mut asked = Asked::new(arguments, &clock, &problem, &unit);
    let found = asked.search(process);
    let of_proof = match file {
        Some(file) => asked.prove(file, &found)?,
        None => String::new(),
    };
    asked.answer(found, &of_proof, process)
}

/// The task, and the results so far.
struct Asked<'a> {
    arguments: &'a Arguments,
    clock: &'a Clock,
    problem: &'a Problem,
    printer: Listing<'a>,
    sense: Sense,
    /// The costs of the options, as the search counts them.
    costs: Vec<i128>,
    unit: &'a Costs,
    seen: Seen,
    /// How many solutions have been printed as they came.
    printed: usize,
    /// Whether the gap is as small as was asked for.
    is_near: bool,
}

impl<'a> Asked<'a> {
    fn new(
        arguments: &'a Arguments,
        clock: &'a Clock,
        problem: &'a Problem,
        unit: &'a Costs,
    ) -> Self {
        let sense = Sense::dearest(arguments.most);
        Asked {
            arguments,
            clock,
            problem,
            printer: Listing::new(problem, arguments.form.form()).priced(),
            sense,
            costs: sense.costs(unit),
            unit,
            seen: Seen::default(),
            printed: 0,
            is_near: false,
        }
    }

    /// A cost in the form in which it is printed.
    fn amount(&self, cost: i128) -> Amount {
        self.sense.amount(self.unit, cost)
    }

    fn print(&self, number: usize, (cost, options): &Priced, process: &mut Process) {
        self.printer.print(&number, options, process.out());
        writeln!(
            process.err(),
            "Solution {number} costs {}.",
            self.amount(*cost)
        );
    }

    /// The state of the search: the cost of the best solution, the bound, and the gap.
    fn tell(&self) -> String {
        let than = self.sense.than();
        let bound = match self.seen.bound {
            Some(bound) => format!(", none costs {than} than {}", self.amount(bound)),
            None => String::new(),
        };
        match (self.seen.cost(), self.seen.gap()) {
            (Some(cost), Some(gap)) => format!(
                "the best solution costs {}{bound}: gap {}",
                self.amount(cost),
                percent(gap)
            ),
            _ => format!("no solution yet{bound}"),
        }
    }

    fn search(&mut self, process: &mut Process) -> Result<Cheapest, NotCheapest> {
        let (clock, problem, arguments) = (self.clock, self.problem, self.arguments);
        let known = Known::default();
        let every = arguments.progress.map(u64::from).map(Duration::from_secs);
        let line = AnswerLine::new(every, Some(known.clone()));
        let costs = std::mem::take(&mut self.costs);
        let mut watch = |standing: Standing, solution: &dyn Fn() -> Option<Priced>| {
            if self.seen.see(standing, solution) && arguments.improve {
                self.printed += 1;
                if let Some(best) = &self.seen.best {
                    self.print(self.printed, best, process);
                }
                process.out().flush();
                process.err().flush();
            }
            *known.borrow_mut() = self.tell();
            self.is_near = arguments
                .gap
                .is_some_and(|gap| self.seen.is_within(gap / 100.0));
            self.is_near || process.has_failed()
        };
        let most = arguments.k.get();
        let found = clock.within_with(line, |limits| {
            cheapest_improving(problem, &costs, most, limits, &mut watch)
        });
        self.costs = costs;
        found
    }

    /// Writes the proof of what is known. Returns what it proves, if that is not everything.
    fn prove(
        &self,
        mut file: ProofFile,
        found: &Result<Cheapest, NotCheapest>,
    ) -> Result<String, Failure> {
        let all = match found {
            Ok(cheapest) => &cheapest.solutions[..],
            Err(NotCheapest::Unfinished(unfinished)) => &unfinished.solutions,
            Err(NotCheapest::TooDear(_)) => &[],
        };
        let best = all.iter().chain(&self.seen.best).min_by_key(|best| best.0);
        let known = match (found, best) {
            (Ok(_), Some(best)) => Claim::Cheapest(best),
            (Ok(_), None) => Claim::None,
            (Err(_), best) => Claim::Some(best),
        };
        let lines = (&mut file.proof, &file.numbering);
        let (problem, costs) = (self.problem, &self.costs);
        let proved = self
            .clock
            .within(|limits| prove(problem, costs, known, lines, limits));
        file.finish()?;
        Ok(match proved {
            Proved::Bound(bound) => {
                let (than, bound) = (self.sense.than(), self.amount(bound));
                format!("; the proof says that no solution costs {than} than {bound}")
            }
            Proved::Nothing => "; the proof says nothing".into(),
            Proved::All => String::new(),
        })
    }

    /// Prints the solutions that were not printed as they came.
    fn print_all(&self, solutions: Vec<Priced>, process: &mut Process) {
        let solutions = self.seen.or_better(solutions, self.arguments.k.get());
        let is_printed = |one: &Priced| self.printed > 0 && self.seen.cost() == Some(one.0);
        for (number, solution) in (self.printed + 1..).zip(&solutions) {
            if !is_printed(solution) {
                self.print(number, solution, process);
            }
        }
    }

    fn answer(
        mut self,
        found: Result<Cheapest, NotCheapest>,
        of_proof: &str,
        process: &mut Process,
    ) -> Result<u8, Failure> {
        let unfinished = match found {
            Ok(cheapest) => {
                let is_empty = cheapest.solutions.is_empty();
                self.print_all(cheapest.solutions, process);
                tell(process, &cheapest.told, 0);
                return match is_empty {
                    _ if !of_proof.is_empty() => Err(self.clock.stopped(Stopped::Limit, of_proof)),
                    true => {
                        let (why, form) = (self.arguments.why, self.arguments.form.form());
                        Err(why.none(self.problem, form, self.clock, process))
                    }
                    false => Ok(exit::DONE),
                };
            }
            Err(NotCheapest::TooDear(error)) => {
                return Err(Failure::new(error).with_status(exit::BAD_INPUT));
            }
            Err(NotCheapest::Unfinished(unfinished)) => unfinished,
        };
        self.print_all(unfinished.solutions.clone(), process);
        process.check()?;
        self.seen.end(&unfinished);
        if self.is_near {
            writeln!(process.err(), "Near enough: {}{of_proof}.", self.tell());
            return Ok(exit::DONE);
        }
        let other = match unfinished.solutions.is_empty() {
            true => "",
            false => "other ",
        };
        let (than, bound) = (self.sense.than(), self.amount(unfinished.bound));
        let mut known = format!("; no {other}solution costs {than} than {bound}");
        if self.arguments.k.get() == 1 {
            if let Some(gap) = self.seen.gap() {
                known += &format!(": gap {}", percent(gap));
            }
            if unfinished.why == Stopped::Limit && !self.seen.is_within(FAR) {
                known += "; for problems like this, try `dlx to lp`";
            }
        }
        known += of_proof;
        Err(self.clock.stopped(unfinished.why, &known))
    }
}

/// With a gap above this after some searching, other programs may do better.
const FAR: f64 = 0.02;

/// A share in percent. Only 0 is shown as 0.
fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0%".to_owned(),
        percent if percent < 0.01 => "less than 0.01%".to_owned(),
        percent => format!("{percent:.2}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_in_percent() {
        assert_eq!(parse_percent("1%"), Ok(1.0));
        assert_eq!(parse_percent("0.5"), Ok(0.5));
        for text in ["", "%", "-1%", "x", "nan", "inf"] {
            assert!(parse_percent(text).is_err(), "{text}");
        }
        assert_eq!(percent(0.0), "0%");
        assert_eq!(percent(1e-9), "less than 0.01%");
        assert_eq!(percent(0.0123), "1.23%");
    }
}
