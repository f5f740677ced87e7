//! Each answer of the library against brute force.

use super::brute::{Solutions, up_to};
use super::case::Case;
use super::{in_parts, on_disk, priced};
use dlx3::answers::Limits;
use dlx3::answers::best::{MOST_COST, NotCheapest, cheapest};
use dlx3::answers::count::{OrderName, count, count_in_order};
use dlx3::answers::family::Family;
use dlx3::answers::find::find;
use dlx3::answers::problem::reduce::Reduction;
use dlx3::answers::several::{Order, find_several};
use dlx3::answers::zdd::Zdd;
use dlx3::{Count, OptionId, Problem};
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A case, its problem, and the right answers.
pub struct Asked<'c> {
    pub case: &'c Case,
    pub problem: Problem,
    pub costs: Vec<i128>,
    pub solutions: Solutions,
}

/// A problem with more solutions than this is skipped.
pub const MOST: usize = 5000;

/// The fault, after the name of the answer.
pub type Checked = Result<(), String>;

/// An answer, and whether it is right.
type Check = (&'static str, fn(&Asked<'_>) -> Checked);

const CHECKS: [Check; 11] = [
    ("count", counts),
    ("in order", counts_in_order),
    ("on a disk", on_disk::counts),
    ("in parts", in_parts::counts),
    ("family", families),
    ("zdd", diagrams),
    ("find", finds),
    ("several", several),
    ("best", cheapest_ones),
    ("by cost", priced::by_cost),
    ("reduce", reduced),
];

impl<'c> Asked<'c> {
    /// None if there are too many solutions, or if the text is no problem.
    pub fn new(case: &'c Case) -> Option<Self> {
        let problem: Problem = case.text().parse().ok()?;
        let costs = problem.costs().map(|costs| costs.values().to_vec());
        let costs = costs.unwrap_or_else(|| vec![0; problem.option_count()]);
        let solutions = up_to(&problem, MOST)?;
        Some(Asked {
            case,
            problem,
            costs,
            solutions,
        })
    }

    /// Checks the answers of the library whose names contain `which`.
    pub fn check(&self, which: &str) -> Checked {
        for (name, check) in CHECKS.iter().filter(|(name, _)| name.contains(which)) {
            let checked = catch_unwind(AssertUnwindSafe(|| check(self)));
            let checked = checked.unwrap_or_else(|_| Err("it panics".to_owned()));
            checked.map_err(|wrong| format!("{name}: {wrong}"))?;
        }
        Ok(())
    }

    fn number(&self) -> BigUint {
        self.solutions.len().into()
    }

    /// Does some work within the limits of the case.
    pub fn limited<T>(&self, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
        let mut looks = self.case.looks;
        let mut stop = || match &mut looks {
            Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
            None => false,
        };
        work(&mut Limits {
            threads: 1 + self.case.seed as usize % 2,
            stop: &mut stop,
            tuning: self.case.tuning,
            bits: self.case.search,
            ..Limits::new(self.case.memory)
        })
    }

    /// Does some work with the techniques of the case, and without limits.
    fn unlimited<T>(&self, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
        work(&mut Limits {
            tuning: self.case.tuning,
            ..Limits::new(usize::MAX)
        })
    }

    /// Limits with DLX3's tree, and, if there are other ways, without it.
    fn with_dlx3(&self) -> Vec<for<'l, 'm> fn(&'l mut Limits<'m>) -> &'l mut Limits<'m>> {
        let tuning = &self.case.tuning;
        let mut all: Vec<for<'l, 'm> fn(&'l mut Limits<'m>) -> &'l mut Limits<'m>> = Vec::new();
        if tuning.layers_narrow || tuning.layers_input {
            all.push(|limits| {
                limits.tuning.dlx3 = false;
                limits.tuning.restarts = false;
                limits
            });
        }
        all.push(|limits| limits);
        all
    }

    /// Whether an answer may be missing.
    fn has_limits(&self) -> bool {
        self.case.memory != usize::MAX || self.case.looks.is_some()
    }

    /// Whether the costs may be refused.
    pub fn is_too_dear(&self) -> Checked {
        let total: u128 = self.costs.iter().map(|cost| cost.unsigned_abs()).sum();
        is(total > MOST_COST as u128, || format!("{total} is too dear"))
    }

    /// A missing answer: a fault unless a limit explains it.
    pub fn missing(&self, why: impl std::fmt::Debug) -> Checked {
        match self.has_limits() {
            true => Ok(()),
            false => Err(format!("no answer: {why:?}")),
        }
    }
}

pub fn is(what: bool, wrong: impl FnOnce() -> String) -> Checked {
    what.then_some(()).ok_or_else(wrong)
}

fn counts(asked: &Asked<'_>) -> Checked {
    let number = asked.number();
    for with in asked.with_dlx3() {
        match asked.limited(|limits| count(&asked.problem, with(limits))) {
            Ok(counted) => is(counted.number == number, || {
                format!("{}, but there are {number}", counted.number)
            })?,
            Err(unfinished) => {
                let least = unfinished.at_least.to_big();
                is(least <= number, || {
                    format!("at least {least}, but there are {number}")
                })?;
                asked.missing(unfinished.why)?;
            }
        }
    }
    Ok(())
}

fn counts_in_order(asked: &Asked<'_>) -> Checked {
    let number = asked.number();
    for order in [OrderName::Input, OrderName::Narrow] {
        match asked.limited(|limits| count_in_order(&asked.problem, order, limits)) {
            Ok(counted) => is(counted.number == number, || {
                format!("{}, but there are {number}", counted.number)
            })?,
            Err(why) => asked.missing(why)?,
        }
    }
    Ok(())
}

/// Checks the number, order and samples of solutions, and how many contain each option. The order
/// must not depend on the limits.
fn families(asked: &Asked<'_>) -> Checked {
    let number = asked.number();
    let numbers: Vec<Count> = (0..asked.solutions.len() as u64).map(Count::from).collect();
    let free = asked.unlimited(|limits| Family::new(&asked.problem, limits));
    let free = free.map_err(|why| format!("no answer without limits: {why:?}"))?;
    is(free.number() == number, || {
        format!("{} without limits", free.number())
    })?;
    let family = match asked.limited(|limits| Family::new(&asked.problem, limits)) {
        Ok(family) => family,
        Err(why) => return asked.missing(why),
    };
    is(family.number() == number, || {
        format!("{} of {number}", family.number())
    })?;
    match asked.limited(|limits| family.solutions(&numbers, limits)) {
        Err(why) => asked.missing(why)?,
        Ok(listed) => {
            let set: Solutions = listed.iter().cloned().collect();
            is(listed.len() == set.len(), || {
                "a solution has two numbers".to_owned()
            })?;
            is(set == asked.solutions, || "other solutions".to_owned())?;
            for (number, solution) in numbers.iter().zip(&listed) {
                let other = free.solution(number);
                is(other.as_ref() == Some(solution), || {
                    format!("number {number} is another one without limits")
                })?;
            }
        }
    }
    for (number, solution) in family.sample(5, asked.case.seed) {
        is(
            number < family.number() && asked.solutions.contains(&solution),
            || format!("sample {number} is no solution"),
        )?;
    }
    let mut with = Vec::new();
    let shown = asked.limited(|limits| {
        family.each_option(&asked.problem, limits, |_, number| {
            with.push(number.clone());
            Ok(())
        })
    });
    for (option, with) in asked.problem.option_ids().zip(&with) {
        let contain = asked.solutions.iter().filter(|set| set.contains(&option));
        let contain = BigUint::from(contain.count());
        is(*with == contain, || {
            format!("{with} and not {contain} have option {option:?}")
        })?;
    }
    match shown {
        Ok(()) => is(with.len() == asked.problem.option_count(), || {
            "too few options".to_owned()
        }),
        Err(why) => asked.missing(why),
    }
}

/// The paths of the decision diagram are the solutions.
fn diagrams(asked: &Asked<'_>) -> Checked {
    let made = asked.limited(|limits| {
        let family = Family::new(&asked.problem, limits)?;
        Zdd::new(&family, limits)
    });
    let zdd = match made {
        Ok(zdd) => zdd,
        Err(why) => return asked.missing(why),
    };
    if asked.solutions.len() > 300 {
        return Ok(());
    }
    let mut below: HashMap<u64, Vec<Vec<OptionId>>> = HashMap::new();
    below.insert(0, Vec::new());
    below.insert(1, vec![Vec::new()]);
    for (number, decision) in (2..).zip(&zdd.decisions) {
        is(
            decision.low < number && decision.high < number && decision.high != 0,
            || format!("node {number} leads astray"),
        )?;
        let mut paths = below[&decision.low].clone();
        for path in &below[&decision.high] {
            let mut path = path.clone();
            path.push(decision.option);
            path.sort_unstable();
            paths.push(path);
        }
        below.insert(number, paths);
    }
    let mut paths = below[&zdd.root].clone();
    paths.sort();
    is(paths.iter().eq(&asked.solutions), || {
        "other paths than solutions".to_owned()
    })
}

fn finds(asked: &Asked<'_>) -> Checked {
    for with in asked.with_dlx3() {
        match asked.limited(|limits| find(&asked.problem, with(limits))) {
            Err(why) => asked.missing(why)?,
            Ok(found) => match found.solution {
                None => is(asked.solutions.is_empty(), || {
                    "it says that there is none".to_owned()
                })?,
                Some(solution) => is(asked.solutions.contains(&solution), || {
                    format!("{solution:?} is no solution")
                })?,
            },
        }
    }
    Ok(())
}

/// The most solutions that are looked for one by one.
const FEW: usize = 12;

/// Finds all solutions one after another; diverse ones must share as little as possible with
/// earlier ones. Each takes some milliseconds, so only some cases are asked.
fn several(asked: &Asked<'_>) -> Checked {
    if !asked.case.seed.is_multiple_of(8) {
        return Ok(());
    }
    let most = asked.solutions.len().min(FEW);
    for order in [Order::AsTheyCome, Order::Diverse] {
        for with in asked.with_dlx3() {
            let mut found: Vec<Vec<OptionId>> = Vec::new();
            let mut each = |solution: &[OptionId]| {
                found.push(solution.to_vec());
                found.len() < FEW
            };
            let ended = asked
                .limited(|limits| find_several(&asked.problem, order, &mut each, with(limits)));
            let unique: BTreeSet<_> = found.iter().collect();
            is(unique.len() == found.len(), || "one comes twice".to_owned())?;
            is(
                found.iter().all(|one| asked.solutions.contains(one)),
                || "no solution".to_owned(),
            )?;
            match ended {
                Ok(_) => is(found.len() == most, || {
                    format!("{} of {} {order:?}", found.len(), asked.solutions.len())
                })?,
                Err(why) => asked.missing(why)?,
            }
            if order == Order::Diverse {
                are_diverse(asked, &found)?;
            }
        }
    }
    Ok(())
}

/// Whether each solution minimizes the greatest number of options that it shares with an earlier
/// one.
fn are_diverse(asked: &Asked<'_>, found: &[Vec<OptionId>]) -> Checked {
    let shared = |one: &Vec<OptionId>, other: &Vec<OptionId>| {
        one.iter().filter(|option| other.contains(option)).count()
    };
    for (place, next) in found.iter().enumerate().skip(1) {
        let before = &found[..place];
        let most = |one: &Vec<OptionId>| before.iter().map(|other| shared(one, other)).max();
        let others = asked.solutions.iter().filter(|one| !before.contains(one));
        let least = others.map(most).min().flatten();
        is(most(next) == least, || {
            format!("number {place} shares {:?} and not {least:?}", most(next))
        })?;
    }
    Ok(())
}

fn cheapest_ones(asked: &Asked<'_>) -> Checked {
    let Case { best, most, .. } = *asked.case;
    let sign = if most { -1 } else { 1 };
    let costs = asked.costs.iter().map(|cost| sign * cost);
    let costs: Vec<i128> = costs.collect();
    let cost_of =
        |set: &[OptionId]| -> i128 { set.iter().map(|option| costs[option.index()]).sum() };
    let mut sorted: Vec<i128> = asked.solutions.iter().map(|set| cost_of(set)).collect();
    sorted.sort_unstable();
    let check = |found: &[(i128, Vec<OptionId>)]| -> Checked {
        let mut sets = BTreeSet::new();
        for (cost, set) in found {
            is(asked.solutions.contains(set), || {
                format!("{set:?} is no solution")
            })?;
            is(cost_of(set) == *cost, || {
                format!("{set:?} does not cost {cost}")
            })?;
            is(sets.insert(set), || format!("{set:?} comes twice"))?;
        }
        Ok(())
    };
    match asked.limited(|limits| cheapest(&asked.problem, &costs, best, limits)) {
        Ok(cheapest) => {
            check(&cheapest.solutions)?;
            sorted.truncate(best);
            let found: Vec<i128> = cheapest.solutions.iter().map(|(cost, _)| *cost).collect();
            is(found == sorted, || {
                format!("they cost {found:?}, and should {sorted:?}")
            })
        }
        Err(NotCheapest::TooDear(_)) => asked.is_too_dear(),
        Err(NotCheapest::Unfinished(unfinished)) => {
            check(&unfinished.solutions)?;
            // The bound holds for the solutions that were not found.
            let found: BTreeSet<_> = (unfinished.solutions.iter().map(|(_, set)| set)).collect();
            let others = asked.solutions.iter().filter(|set| !found.contains(set));
            let least = others.map(|set| cost_of(set)).min();
            let bound = unfinished.bound;
            is(least.is_none_or(|least| bound <= least), || {
                format!("no other one costs less than {bound}, but one costs {least:?}")
            })?;
            asked.missing(unfinished.why)
        }
    }
}

fn reduced(asked: &Asked<'_>) -> Checked {
    let reduction = asked.limited(|limits| Reduction::new(&asked.problem, limits.stop));
    if reduction.is_impossible {
        return is(asked.solutions.is_empty(), || {
            "it says that there is none".to_owned()
        });
    }
    let smaller = reduction.problem(&asked.problem);
    let left = up_to(&smaller, MOST).ok_or("more solutions than before")?;
    let own = |set: Vec<OptionId>| -> Vec<OptionId> {
        set.iter()
            .map(|option| reduction.options[option.index()])
            .collect()
    };
    let left: Solutions = left.into_iter().map(own).collect();
    is(left == asked.solutions, || "other solutions".to_owned())
}
