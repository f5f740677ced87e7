//! The cheapest solutions.
//!
//! The cheapest solution below a state depends on the state alone. So one pass over a diagram of
//! all solutions computes the lowest cost from each node on, and then the solutions follow one by
//! one in the order of their costs. If states seldom come back, no such diagram is of reasonable
//! size; then searches by [costs](super::cheapest) are faster. There are three of them, which take
//! turns. Diagrams and searches all start, and the first to end has the answer.
//! `docs/design/cheapest.md` has a table of who begins when and how much time each gets.
//!
//! * [`part`]: the solutions of one part. [`stages`]: of all parts together. [`seen`]: the best
//!   that a watcher has seen.

mod part;
mod seen;
mod stages;

pub use crate::cheapest::scale::Sense;
pub use seen::Seen;
pub use stages::Unfinished;

use super::Limits;
use super::cheapest::bound;
use super::cheapest::search::{Found, Priced};
use super::count::PartReport;
use super::problem::model::{Model, Part};
use dlx3_format::{OptionId, Problem, magnitude};
use part::{Known, Solved, Task, WatchPart};
use stages::{Stage, combined, in_order};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt;

/// The sum of the absolute values of all costs may not exceed 2^92. As a problem has fewer than
/// 2^32 nodes, no sum of costs and taxes then reaches 2^127 (see [`bound`]). Costs of 64 bits are
/// always small enough for fewer than 2^28 options.
pub const MOST_COST: i128 = 1 << 92;

/// The cheapest solutions of a problem.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// Costs and options in input order, cheapest first. Which of several solutions with the same
    /// cost are here depends on the problem, and on the limit of memory if that rules out a search.
    pub solutions: Vec<Priced>,
    /// How each part was solved.
    pub told: Vec<PartReport>,
}

/// The error of costs that are too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDear;

dlx3_base::messages! {
    TooDear {
        _ => "the costs add up to more than 2^92",
    }
}

/// Why the cheapest solutions are not known.
#[derive(Clone, Debug)]
pub enum NotCheapest {
    /// The costs are too large.
    TooDear(TooDear),
    /// The limits ended the search. It has the solutions found until then.
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

/// The `most` cheapest solutions, or all if there are fewer. Option `o` costs `costs[o.index()]`,
/// which may be negative.
///
/// The solutions that are kept count against the limit of memory, in bytes.
///
/// # Errors
/// If the costs add up to more than [`MOST_COST`], or if the limits end the search. The error then
/// has the solutions found so far, as far as they fit into memory.
///
/// # Panics
/// If `costs` does not have one cost for each option.
pub fn cheapest(
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Cheapest, NotCheapest> {
    find(problem, costs, most, limits, None)
}

/// The state of a search for the cheapest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The cost of the best solution that a search by costs has found. It may rise: if options are
    /// removed, the searches restart.
    pub best: Option<i128>,
    /// A lower bound for the cost of all solutions.
    pub bound: i128,
}

/// Is shown the state of a search. It may call the function for the best solution so far, whose
/// cost is given. If it returns true, the search ends.
pub type Watcher<'w> = dyn FnMut(Standing, &dyn Fn() -> Option<Priced>) -> bool + 'w;

/// The cheapest solutions, like [`cheapest`]. Calls `watch` several times a second with the bounds
/// so far; if it returns true, the search ends as if by a limit.
///
/// # Errors
/// If the costs add up to more than [`MOST_COST`], or if the limits or `watch` end the search.
///
/// # Panics
/// If `costs` does not have one cost for each option.
pub fn cheapest_improving(
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
    watch: &mut Watcher<'_>,
) -> Result<Cheapest, NotCheapest> {
    find(problem, costs, most, limits, Some(watch))
}

/// Checks the costs.
///
/// # Errors
/// If they add up to more than [`MOST_COST`].
///
/// # Panics
/// If `costs` does not have one cost for each option.
pub(super) fn check(problem: &Problem, costs: &[i128]) -> Result<(), TooDear> {
    let options = problem.option_count();
    assert_eq!(costs.len(), options, "a cost for each option");
    let is_right = magnitude(costs).is_some_and(|sum| sum <= MOST_COST);
    is_right.then_some(()).ok_or(TooDear)
}

fn find(
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
    watch: Option<&mut Watcher<'_>>,
) -> Result<Cheapest, NotCheapest> {
    check(problem, costs)?;
    let memory = limits.memory;
    let model = Model::new(problem).with(&limits.tuning);
    let found = cheapest_of(model, costs, most, limits, watch);
    limits.memory = memory;
    found
}

/// The cheapest solutions of a model. Subtracts the memory that it keeps from the limit.
fn cheapest_of(
    model: Model,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
    mut watch: Option<&mut Watcher<'_>>,
) -> Result<Cheapest, NotCheapest> {
    if model.is_impossible || most == 0 {
        return Ok(Cheapest {
            solutions: Vec::new(),
            told: Vec::new(),
        });
    }
    let mut parts = Parts::new(model, costs, most, watch.is_some(), limits.tuning.taxes);
    while let Some((part, may_reduce)) = parts.next() {
        let own = part.costs(costs);
        let task = Task {
            part: &part,
            costs: &own,
            most,
            may_reduce,
            is_alone: parts.is_alone(),
        };
        let (rest, is_last) = (parts.rest(), parts.left.is_empty());
        let others = match watch {
            Some(_) if is_last => parts.cheapest_of_others(),
            _ => Vec::new(),
        };
        let mut watch_part = watch.as_mut().map(|watch| {
            move |best: Option<i128>, bound: i128, solution: &dyn Fn() -> Option<Priced>| {
                let standing = Standing {
                    // It is not known whether the later parts have solutions.
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
                parts.told.push(by);
                if parts.close(stage, limits) {
                    break;
                }
            }
            Ok(Solved::Smaller(smaller)) => {
                if smaller.is_impossible || smaller.parts.is_empty() {
                    parts.told.push(PartReport::reduced(&part));
                }
                if smaller.is_impossible {
                    return Ok(Cheapest {
                        solutions: Vec::new(),
                        told: parts.told,
                    });
                }
                parts.put_back(smaller);
            }
            Err(known) => return Err(NotCheapest::Unfinished(parts.unfinished(known, limits))),
        }
    }
    let solutions = combined(parts.stages, parts.free, costs, most, limits);
    let solutions = solutions.map_err(NotCheapest::Unfinished)?;
    Ok(Cheapest {
        solutions,
        told: parts.told,
    })
}

/// A part to solve.
struct Left {
    part: Part,
    may_reduce: bool,
    /// Reports that come before that of this part.
    told_before: Vec<PartReport>,
}

/// The parts of a problem, which are solved one after another.
struct Parts<'c> {
    costs: &'c [i128],
    most: usize,
    taxes: bool,
    /// Whether a watcher needs bounds.
    is_watched: bool,
    /// The parts to solve.
    left: VecDeque<Left>,
    /// Reports that come after all parts.
    told_last: Vec<PartReport>,
    /// Options that may hold or not.
    free: Vec<OptionId>,
    /// The results of the solved parts.
    stages: Vec<Stage>,
    told: Vec<PartReport>,
    /// The lower bound of the solved parts.
    least: i128,
    /// The lower bound of the parts to solve. Only added up for a watcher.
    left_bound: i128,
}

impl<'c> Parts<'c> {
    fn new(model: Model, costs: &'c [i128], most: usize, is_watched: bool, taxes: bool) -> Self {
        let mut parts = Parts {
            costs,
            most,
            taxes,
            is_watched,
            left: VecDeque::new(),
            told_last: Vec::new(),
            free: model.free,
            stages: Vec::new(),
            told: Vec::new(),
            least: 0,
            left_bound: 0,
        };
        parts.put_all_first(model.parts, true);
        parts
    }

    /// Puts parts before those to solve. If there are several, all parts that consist of one option
    /// that holds become one solved stage.
    fn put_all_first(&mut self, parts: Vec<Part>, may_reduce: bool) {
        let is_one_of_many = parts.len() > 1;
        let (mut cost, mut lone) = (0, Vec::new());
        for part in parts.into_iter().rev() {
            match part.lone().filter(|_| is_one_of_many) {
                Some(option) => {
                    cost += self.costs[option.index()];
                    lone.push(option);
                    // Reported in its turn.
                    let next = self.left.front_mut();
                    let told = next.map_or(&mut self.told_last, |next| &mut next.told_before);
                    told.push(PartReport::at_once(&part));
                }
                None => self.put_first(part, may_reduce),
            }
        }
        if !lone.is_empty() {
            lone.sort_unstable();
            self.least += cost;
            self.stages.push(Stage::Listed(Found {
                solutions: vec![(cost, lone)],
                is_cut: false,
            }));
        }
    }

    fn bound_of(&self, part: &Part) -> i128 {
        bound_of(part, self.costs, self.taxes)
    }

    fn put_first(&mut self, part: Part, may_reduce: bool) {
        if self.is_watched {
            self.left_bound += self.bound_of(&part);
        }
        self.left.push_front(Left {
            part,
            may_reduce,
            told_before: Vec::new(),
        });
    }

    /// The next part to solve.
    fn next(&mut self) -> Option<(Part, bool)> {
        let Some(Left {
            part,
            may_reduce,
            told_before,
        }) = self.left.pop_front()
        else {
            self.told.append(&mut self.told_last);
            return None;
        };
        self.told.extend(told_before);
        if self.is_watched {
            self.left_bound -= self.bound_of(&part);
        }
        Some((part, may_reduce))
    }

    /// Whether the part that was taken is the only one.
    fn is_alone(&self) -> bool {
        self.stages.is_empty() && self.left.is_empty() && self.free.is_empty()
    }

    /// The lower bound of everything but the part that was taken.
    fn rest(&self) -> i128 {
        self.least + self.left_bound + bound_of_free(&self.free, self.costs)
    }

    /// Takes the result of a part. Returns whether it has no solution, so that the others do not
    /// matter.
    fn close(&mut self, stage: Stage, limits: &mut Limits<'_>) -> bool {
        let least = stage.least();
        self.least += least.unwrap_or_default();
        limits.memory = limits.memory.saturating_sub(stage.bytes());
        self.stages.push(stage);
        least.is_none()
    }

    /// Replaces a part by its reduced form.
    fn put_back(&mut self, smaller: Model) {
        self.free.extend(smaller.free);
        self.put_all_first(smaller.parts, false);
    }

    /// The options of the cheapest solution of all solved parts and of the free options.
    fn cheapest_of_others(&mut self) -> Vec<OptionId> {
        let mut anyhow = Limits::new(usize::MAX);
        let best = in_order(&mut self.stages, 1, &mut anyhow);
        let best = best.unwrap_or_else(|unfinished| unfinished.solutions);
        let mut options = best.into_iter().next().map_or(Vec::new(), |best| best.1);
        let free = self.free.iter();
        options.extend(free.filter(|free| self.costs[free.index()] < 0));
        options
    }

    /// The result when a part could not be solved.
    fn unfinished(mut self, known: Known, limits: &mut Limits<'_>) -> Unfinished {
        let Known { why, found, bound } = known;
        self.left_bound = self.left.iter().map(|left| self.bound_of(&left.part)).sum();
        let bound = bound.saturating_add(self.rest());
        // It is not known whether the other parts have solutions.
        let mut solutions = Vec::new();
        if self.left.is_empty() {
            let stage = Stage::Listed(Found {
                solutions: found,
                is_cut: false,
            });
            self.close(stage, limits);
            let mut anyhow = Limits::new(limits.memory);
            let all = combined(self.stages, self.free, self.costs, self.most, &mut anyhow);
            solutions = all.unwrap_or_else(|unfinished| unfinished.solutions);
        }
        Unfinished {
            why,
            solutions,
            bound,
        }
    }
}

/// A lower bound for all solutions of a part, as far as it is known without a search.
pub(super) fn bound_of(part: &Part, costs: &[i128], taxes: bool) -> i128 {
    bound::bound_of(part, &part.costs(costs), taxes)
}

/// A lower bound for the cost of free options.
fn bound_of_free(free: &[OptionId], costs: &[i128]) -> i128 {
    free.iter().map(|free| costs[free.index()].min(0)).sum()
}
