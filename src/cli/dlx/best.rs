//! `dlx best`: the cheapest solutions.

use super::ceiling::{Within, parse_within};
use super::limits::{Cost, tell};
use super::print::{FormArgument, Printer};
use super::progress::{Known, ProgressLine};
use super::proof::ProofArgument;
use super::within::{self, Wanted};
use crate::answers::Stopped;
use crate::answers::best::{NotCheapest, Standing, Unfinished, cheapest_improving};
use crate::answers::cheapest::bound::Priced;
use crate::answers::claims::cheapest::{Claim, Proved, prove};
use crate::cli::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::format::{Amount, Costs};
use std::num::NonZero;
use std::time::Duration;

/// Prints the K cheapest solutions, the cheapest first
///
/// A word such as |7 after the items of an option says that it costs 7; several add up, and an
/// option without one costs nothing. A solution costs what its options cost together; stderr
/// tells it. If more solutions cost the same than are wanted, some of them are left out.
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
    #[arg(conflicts_with_all = ["k", "improve", "gap", "proof", "progress"])]
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

    /// Every SECONDS seconds, show on stderr what the best solution costs, and what all cost at
    /// least. A terminal shows it in any case
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    progress: Option<u32>,

    #[command(flatten)]
    proof: ProofArgument,

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

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    if arguments.k.get() > 1 && (arguments.improve || arguments.gap.is_some()) {
        let message = "--improve and --gap are for one solution, not for several of -k";
        return Err(Failure::new(message).with_status(exit::BAD_USAGE));
    }
    if arguments.proof.is_wanted() {
        let other = match arguments.k.get() {
            1 if arguments.fewest => Some("costs of the options, and --fewest has others"),
            1 => None,
            _ => Some("one solution, not for several of -k"),
        };
        if let Some(other) = other {
            let message = format!("--proof is for {other}");
            return Err(Failure::new(message).with_status(exit::BAD_USAGE));
        }
    }
    let (clock, mut problem) = arguments.cost.clock(|| arguments.input.read())?;
    if arguments.fewest {
        let ones = vec![1; problem.option_count()];
        problem = problem.with_costs(ones).map_err(Failure::new)?;
    }
    if let Some(within) = arguments.within {
        let wanted = Wanted {
            within,
            most: arguments.most,
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
    let sign = if arguments.most { -1 } else { 1 };
    let free = Costs::default();
    let unit = problem.costs().unwrap_or(&free);
    let costs: Vec<i128> = match problem.costs() {
        Some(costs) => costs.values().iter().map(|cost| sign * cost).collect(),
        None => vec![0; problem.option_count()],
    };
    let amount = |cost: i128| unit.amount(sign * cost);
    let printer = Printer::new(&problem, arguments.form).priced();
    let print = |number: usize, (cost, options): &Priced, process: &mut Process| {
        printer.print(&number, options, process.out());
        writeln!(process.err(), "{number} costs {}.", amount(*cost));
    };
    let known = Known::default();
    let mut seen = Seen::default();
    // How many have been printed as they came.
    let mut printed = 0;
    let every = arguments
        .progress
        .map(|seconds| Duration::from_secs(seconds.into()));
    let line = ProgressLine::new(every, Some(known.clone()));
    let mut is_near = false;
    let mut watch = |standing: Standing, solution: &dyn Fn() -> Option<Priced>| {
        if seen.see(standing, solution) && arguments.improve {
            printed += 1;
            if let Some(best) = &seen.best {
                print(printed, best, process);
            }
            process.out().flush();
            process.err().flush();
        }
        *known.borrow_mut() = seen.tell(arguments.most, &amount);
        is_near = arguments.gap.is_some_and(|gap| seen.is_within(gap));
        is_near || process.has_failed()
    };
    let most = arguments.k.get();
    let found = clock.within_with(line, |limits| {
        cheapest_improving(&problem, &costs, most, limits, &mut watch)
    });
    let proved = match file {
        Some(mut file) => {
            let all = match &found {
                Ok(cheapest) => &cheapest.solutions[..],
                Err(NotCheapest::Unfinished(unfinished)) => &unfinished.solutions,
                Err(NotCheapest::TooDear(_)) => &[],
            };
            let best = all.iter().chain(&seen.best).min_by_key(|best| best.0);
            let known = match (&found, best) {
                (Ok(_), Some(best)) => Claim::Cheapest(best),
                (Ok(_), None) => Claim::None,
                (Err(_), best) => Claim::Some(best),
            };
            let lines = (&mut file.proof, &file.numbering);
            let proved = clock.within(|limits| prove(&problem, &costs, known, lines, limits));
            file.finish()?;
            Some(proved)
        }
        None => None,
    };
    let than = if arguments.most { "more" } else { "less" };
    let of_proof = match proved {
        Some(Proved::Bound(bound)) => {
            let bound = amount(bound);
            format!("; the proof says that no solution costs {than} than {bound}")
        }
        Some(Proved::Nothing) => "; the proof says nothing".into(),
        Some(Proved::All) | None => String::new(),
    };
    let print_all = |mut solutions: Vec<Priced>, seen: &Seen, process: &mut Process| {
        // A search that begins again on fewer options may have lost the best one.
        if most == 1
            && let Some(best) = &seen.best
            && solutions.first().is_none_or(|first| best.0 < first.0)
        {
            solutions = vec![best.clone()];
        }
        let is_printed =
            |best: &Priced| printed > 0 && seen.best.as_ref().is_some_and(|seen| seen.0 == best.0);
        for (number, solution) in (printed + 1..).zip(&solutions) {
            if !is_printed(solution) {
                print(number, solution, process);
            }
        }
    };
    match found {
        Ok(cheapest) => {
            let is_empty = cheapest.solutions.is_empty();
            print_all(cheapest.solutions, &seen, process);
            tell(process, &cheapest.told, 0);
            match is_empty {
                _ if !of_proof.is_empty() => Err(clock.stopped(Stopped::Limit, &of_proof)),
                true => Err(Failure::new("there is no solution")),
                false => Ok(exit::DONE),
            }
        }
        Err(NotCheapest::TooDear(error)) => Err(Failure::new(error).with_status(exit::BAD_INPUT)),
        Err(NotCheapest::Unfinished(unfinished)) => {
            print_all(unfinished.solutions.clone(), &seen, process);
            process.check()?;
            seen.end(&unfinished);
            if is_near {
                writeln!(
                    process.err(),
                    "Near enough: {}{of_proof}.",
                    seen.tell(arguments.most, &amount)
                );
                return Ok(exit::DONE);
            }
            let bound = amount(unfinished.bound);
            let other = if unfinished.solutions.is_empty() {
                ""
            } else {
                "other "
            };
            let mut known = format!("; no {other}solution costs {than} than {bound}");
            if let Some(gap) = seen.gap().filter(|_| most == 1) {
                known += &format!(": gap {}", percent(gap));
            }
            if most == 1 && unfinished.why == Stopped::Limit && seen.is_far() {
                known += "; for problems like this, try `dlx to lp`";
            }
            known += &of_proof;
            Err(clock.stopped(unfinished.why, &known))
        }
    }
}

/// A gap that a while of searching has not closed: then other programs may do better.
const FAR: f64 = 0.02;

/// The best that has been seen.
#[derive(Default)]
struct Seen {
    best: Option<Priced>,
    /// What all cost at least.
    bound: Option<i128>,
}

impl Seen {
    /// Takes note of how it stands; whether there is a better solution.
    fn see(&mut self, standing: Standing, solution: &dyn Fn() -> Option<Priced>) -> bool {
        let bound = self
            .bound
            .map_or(standing.bound, |bound| bound.max(standing.bound));
        self.bound = Some(bound);
        let known = self.best.as_ref().map(|best| best.0);
        match standing.best {
            Some(cost) if known.is_none_or(|known| cost < known) => {
                let better = solution();
                let is_better = better.is_some();
                self.best = better.or(self.best.take());
                is_better
            }
            _ => false,
        }
    }

    /// Takes note of what is known in the end.
    fn end(&mut self, unfinished: &Unfinished) {
        let bound = self
            .bound
            .map_or(unfinished.bound, |bound| bound.max(unfinished.bound));
        self.bound = Some(bound);
        if let Some(best) = unfinished.solutions.first()
            && self.best.as_ref().is_none_or(|known| best.0 < known.0)
        {
            self.best = Some(best.clone());
        }
    }

    /// How far the best solution may be from the optimum, as a share of what it costs.
    fn gap(&self) -> Option<f64> {
        let (best, bound) = (self.best.as_ref()?.0, self.bound?);
        let distance = (best - bound.min(best)) as f64;
        Some(match distance {
            0.0 => 0.0,
            _ => distance / (best.unsigned_abs() as f64),
        })
    }

    fn is_within(&self, percent: f64) -> bool {
        self.gap().is_some_and(|gap| gap <= percent / 100.0)
    }

    fn is_far(&self) -> bool {
        self.gap().is_none_or(|gap| gap > FAR)
    }

    /// What the best one costs, the bound, and the gap.
    fn tell(&self, most: bool, amount: &dyn Fn(i128) -> Amount) -> String {
        let than = if most { "more" } else { "less" };
        let bound = match self.bound {
            Some(bound) => format!(", none costs {than} than {}", amount(bound)),
            None => String::new(),
        };
        match (&self.best, self.gap()) {
            (Some((cost, _)), Some(gap)) => format!(
                "the best solution costs {}{bound}: gap {}",
                amount(*cost),
                percent(gap)
            ),
            _ => format!("no solution yet{bound}"),
        }
    }
}

/// A share in percent. What is not 0 is not shown as 0.
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

    #[test]
    fn a_gap_is_a_share_of_what_the_best_solution_costs() {
        let seen = |best: i128, bound| Seen {
            best: Some((best, Vec::new())),
            bound: Some(bound),
        };
        assert_eq!(seen(200, 150).gap(), Some(0.25));
        assert_eq!(seen(-100, -150).gap(), Some(0.5));
        assert_eq!(seen(0, 0).gap(), Some(0.0));
        assert_eq!(seen(0, -1).gap(), Some(f64::INFINITY));
        assert!(seen(200, 198).is_within(1.0) && !seen(200, 197).is_within(1.0));
    }
}
