//! The cheapest solutions.
//!
//! What is cheapest below a state depends on the state alone. So one run over a diagram of all
//! solutions computes the lowest cost from each node on, and then the solutions follow in the order
//! of their costs, one by one. If states do not come back, there is no such diagram in reasonable
//! space: then searches by [costs](super::cheapest) are faster. There are three of them, which
//! take turns; diagrams and these are all started, and what ends first has the answer.
//! `docs/design/cheapest.md` has a table of who begins when and gets how much.

//!
//! * [`part`]: of one part. [`stages`]: of all parts together.

mod part;
mod stages;

pub use stages::Unfinished;

use super::Limits;
use super::cheapest::bound::{self, Found, Priced};
use super::count::Told;
use super::problem::model::{Model, Part};
use crate::format::{OptionId, Problem};
use part::{Known, Solved, Task, WatchPart};
use stages::{Stage, combined, in_order};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt;

/// What the costs of all options may add up to, whatever their signs: 2^92. As a problem has less
/// than 2^32 nodes, no sum of costs and taxes can reach 2^127 (see
/// [`bound`]), and costs of 64 bits are never too much for less than 2^28 options.
pub const MOST_COST: i128 = 1 << 92;

/// The cheapest solutions of a problem.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// Costs, and options in input order; the cheapest first. Of solutions that cost the
    /// same, those that stand here depend on the problem, and on the limit of memory if that
    /// rules out a way to find them.
    pub solutions: Vec<Priced>,
    /// What each part has taken.
    pub told: Vec<Told>,
}

/// Costs that are too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDear;

impl fmt::Display for TooDear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the costs add up to more than 2^92")
    }
}

impl Error for TooDear {}

/// Why the cheapest solutions are not known.
#[derive(Clone, Debug)]
pub enum NotCheapest {
    /// The costs are refused.
    TooDear(TooDear),
    /// The limits have asked for an end. What was found until then is known.
    Unfinished(Unfinished),
}

impl fmt::Display for NotCheapest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDear(error) => error.fmt(f),
            Self::Unfinished(it) => write!(f, "{}", it.why),
        }
    }
}

impl Error for NotCheapest {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::TooDear(error) => error.source(),
            _ => None,
        }
    }
}

impl From<TooDear> for NotCheapest {
    fn from(error: TooDear) -> Self {
        Self::TooDear(error)
    }
}

/// The `most` cheapest solutions, or all, if there are fewer; option `o` costs
/// `costs[o.index()]`, which may be negative.
///
/// The solutions that are kept count against the limit of memory, in bytes.
///
/// # Errors
/// If the costs add up to more than [`MOST_COST`], or if the limits ask for an end. Then the
/// solutions found so far are given, as far as they fit into memory.
///
/// # Panics
/// If there are not as many costs as options.
pub fn cheapest(
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Cheapest, NotCheapest> {
    find(problem, costs, most, limits, None)
}

/// What is known of the cheapest solution while it is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The cost of the best solution that branch and bound has found. It may be more than before:
    /// if options are removed, the search restarts.
    pub best: Option<i128>,
    /// What every solution costs at least.
    pub bound: i128,
}

/// Sees how it stands, and may ask for the solution that is the best so far: the one whose cost is
/// given. If it says so, the search ends.
pub type Watcher<'w> = dyn FnMut(Standing, &dyn Fn() -> Option<Priced>) -> bool + 'w;

/// The cheapest solutions; `watch` is shown some times a second what is known, and may ask for the
/// best solution so far. It may end the search, as a limit does, if what was found is good enough.
///
/// # Errors
/// As above.
///
/// # Panics
/// As above.
pub fn cheapest_improving(
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
    watch: &mut Watcher<'_>,
) -> Result<Cheapest, NotCheapest> {
    find(problem, costs, most, limits, Some(watch))
}

fn find(
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
    watch: Option<&mut Watcher<'_>>,
) -> Result<Cheapest, NotCheapest> {
    assert_eq!(
        costs.len(),
        problem.option_count(),
        "a cost for each option"
    );
    let total = costs
        .iter()
        .try_fold(0i128, |sum, cost| sum.checked_add(cost.checked_abs()?));
    if total.is_none_or(|total| total > MOST_COST) {
        return Err(TooDear.into());
    }
    let memory = limits.memory;
    let model = Model::new(problem).with(&limits.tuning);
    let found = cheapest_of(model, costs, most, limits, watch);
    limits.memory = memory;
    found
}

/// The cheapest solutions of a model. Takes what it holds off the limit of memory.
fn cheapest_of(
    model: Model,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
    mut watch: Option<&mut Watcher<'_>>,
) -> Result<Cheapest, NotCheapest> {
    let nothing = Cheapest {
        solutions: Vec::new(),
        told: Vec::new(),
    };
    if model.is_impossible || most == 0 {
        return Ok(nothing);
    }
    let mut free = model.free;
    let unreduced = model.parts.into_iter().map(|part| (part, true));
    // Those that are left to be solved, and whether they may be reduced.
    let mut parts: VecDeque<(Part, bool)> = unreduced.collect();
    let mut stages = Vec::new();
    let mut told = Vec::new();
    // What the parts that are done, those that are left, and the free options cost at least. Those
    // that are left are only added up for somebody who watches.
    let (mut least, mut free_bound) = (0, bound_of_free(&free, costs));
    let mut left = match watch {
        Some(_) => parts
            .iter()
            .map(|(part, _)| bound_of(part, costs, limits.tuning.taxes))
            .sum(),
        None => 0,
    };
    while let Some((part, may_reduce)) = parts.pop_front() {
        let own = costs_in(&part, costs);
        let is_alone = stages.is_empty() && parts.is_empty() && free.is_empty();
        let task = Task {
            part: &part,
            costs: &own,
            most,
            may_reduce,
            is_alone,
        };
        if watch.is_some() {
            left -= bound_of(&part, costs, limits.tuning.taxes);
        }
        let (rest, is_last) = (least + left + free_bound, parts.is_empty());
        let others = match watch {
            Some(_) if is_last => cheapest_of_stages(&mut stages, &free, costs),
            _ => Vec::new(),
        };
        let mut watch_part = watch.as_mut().map(|watch| {
            move |best: Option<i128>, bound: i128, solution: &dyn Fn() -> Option<Priced>| {
                let standing = Standing {
                    // Whether the parts after this one have solutions is not known.
                    best: best.filter(|_| is_last).map(|best| best + rest),
                    bound: bound.saturating_add(rest),
                };
                watch(standing, &|| {
                    let (cost, mut options) = solution().filter(|_| is_last)?;
                    options.extend_from_slice(&others);
                    options.sort_unstable();
                    Some((cost + rest, options))
                })
            }
        });
        let watch_part = watch_part.as_mut().map(|watch| watch as &mut WatchPart<'_>);
        match task.solve(limits, watch_part) {
            Ok(Solved::Done(stage, by)) => {
                told.push(by);
                let is_empty = stage.least().is_none();
                least += stage.least().unwrap_or_default();
                limits.memory = limits.memory.saturating_sub(stage.bytes());
                stages.push(stage);
                if is_empty {
                    break;
                }
            }
            Ok(Solved::Smaller(smaller)) => {
                if smaller.is_impossible || smaller.parts.is_empty() {
                    told.push(Told::reduced(&part));
                }
                if smaller.is_impossible {
                    return Ok(Cheapest { told, ..nothing });
                }
                free.extend(smaller.free);
                free_bound = bound_of_free(&free, costs);
                for part in smaller.parts.into_iter().rev() {
                    if watch.is_some() {
                        left += bound_of(&part, costs, limits.tuning.taxes);
                    }
                    parts.push_front((part, false));
                }
            }
            Err(Known { why, found, bound }) => {
                let others = parts
                    .iter()
                    .map(|(part, _)| bound_of(part, costs, limits.tuning.taxes));
                let rest = least + others.sum::<i128>() + free_bound;
                // Whether the other parts have solutions is not known.
                let mut solutions = Vec::new();
                if parts.is_empty() {
                    let stage = Stage::Listed(Found {
                        solutions: found,
                        is_cut: false,
                    });
                    limits.memory = limits.memory.saturating_sub(stage.bytes());
                    stages.push(stage);
                    let mut anyhow = Limits::new(limits.memory);
                    solutions = match combined(stages, free, costs, most, &mut anyhow) {
                        Ok(solutions) => solutions,
                        Err(unfinished) => unfinished.solutions,
                    };
                }
                return Err(NotCheapest::Unfinished(Unfinished {
                    why,
                    solutions,
                    bound: bound.saturating_add(rest),
                }));
            }
        }
    }
    let solutions = combined(stages, free, costs, most, limits);
    let solutions = solutions.map_err(NotCheapest::Unfinished)?;
    Ok(Cheapest { solutions, told })
}

/// What all solutions of a part cost at least, as far as it can be told at once.
pub(super) fn bound_of(part: &Part, costs: &[i128], taxes: bool) -> i128 {
    bound::bound_of(part, &costs_in(part, costs), taxes)
}

/// The options of the cheapest solution of all stages, and of free options.
fn cheapest_of_stages(stages: &mut [Stage], free: &[OptionId], costs: &[i128]) -> Vec<OptionId> {
    let mut anyhow = Limits::new(usize::MAX);
    let best = in_order(stages, 1, &mut anyhow);
    let best = best.unwrap_or_else(|unfinished| unfinished.solutions);
    let mut options = best.into_iter().next().map_or(Vec::new(), |best| best.1);
    options.extend(free.iter().filter(|free| costs[free.index()] < 0));
    options
}

/// What free options cost at least.
fn bound_of_free(free: &[OptionId], costs: &[i128]) -> i128 {
    free.iter().map(|free| costs[free.index()].min(0)).sum()
}

/// What the options of a part cost.
fn costs_in(part: &Part, costs: &[i128]) -> Vec<i128> {
    let options = part.choices.iter().map(|choice| choice.option);
    options.map(|option| costs[option.index()]).collect()
}
