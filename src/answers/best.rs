//! The cheapest solutions.
//!
//! What is cheapest below a state depends on the state alone. So one run over a diagram of all
//! solutions computes the lowest cost from each node on, and then the solutions follow in the order
//! of their costs, one by one. If states do not come back, there is no such diagram in reasonable
//! space: then searches by [costs](super::cheapest) are faster. There are three of them, which
//! take turns; diagrams and these are all started, and what ends first has the answer.
//! `docs/design/cheapest.md` has a table of who begins when and gets how much.

use super::cheapest::alternation::{Alternation, Later};
use super::cheapest::bound::{Bounding, Found, Priced, Sums, reach};
use super::cheapest::duality::Duality;
use super::cheapest::kept::{grow, more};
use super::cheapest::listing::{LISTS, Listing};
use super::count::Told;
use super::dlx3::Dlx3;
use super::family::diagram_ways;
use super::problem::model::{Model, Part};
use super::race::beside::{self, Ended};
use super::race::contest::Contest;
use super::race::way::Way;
use super::states::diagram::{Diagram, Edge};
use super::{Effort, Front, Limits, Status, Stopped};
use crate::format::{OptionId, Problem};
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::error::Error;
use std::fmt;
use std::rc::Rc;

/// What the costs of all options may add up to, whatever their signs: 2^92. As a problem has less
/// than 2^32 nodes, no sum of costs and taxes can reach 2^127 (see
/// [`bound`](super::cheapest::bound)), and costs of 64 bits are never too much for less than 2^28
/// options.
pub const MOST_COST: i128 = 1 << 92;

/// After this many steps, it is asked whether to end.
const BREATH: usize = 1 << 12;

/// Bytes of solutions in order that are not counted, and more of them for each option: a few
/// solutions are there with any limit.
const LEAST: usize = 1 << 16;
const PER_OPTION: usize = 128;

/// About what a solution takes when solutions are put in order.
const PER_SOLUTION: usize = 256;

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

/// What was known of the cheapest solutions when the search was stopped.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// What ended the search.
    pub why: Stopped,
    /// Solutions that have been found, the cheapest first.
    pub solutions: Vec<Priced>,
    /// No other solution costs less.
    pub bound: i128,
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
    find(Method::Chosen, problem, costs, most, limits, None)
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

/// The cheapest solutions; `watch` is shown some times a second what is known. It may end the
/// search, as a limit does, if what was found is good enough.
///
/// # Errors
/// As above.
///
/// # Panics
/// As above.
pub fn cheapest_watched(
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
    watch: &mut dyn FnMut(Standing) -> bool,
) -> Result<Cheapest, NotCheapest> {
    let watch = &mut |standing: Standing, _: &dyn Fn() -> Option<Priced>| watch(standing);
    find(Method::Chosen, problem, costs, most, limits, Some(watch))
}

/// Sees how it stands, and may ask for the solution that is the best so far: the one whose cost is
/// given. If it says so, the search ends.
pub type Watcher<'w> = dyn FnMut(Standing, &dyn Fn() -> Option<Priced>) -> bool + 'w;

/// The cheapest solutions; `watch` may ask for the best solution so far.
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
    find(Method::Chosen, problem, costs, most, limits, Some(watch))
}

/// A method to find the cheapest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Whichever is faster for the problem.
    Chosen,
    /// By branch and bound, with DLX5's taxes.
    BranchAndBound,
    /// By branch and bound, with taxes and bounds from linear programs.
    Duality,
    /// By lists of all solutions of options that may be cheap enough.
    Listing,
    /// Over a diagram of all solutions.
    Diagrams,
}

/// The cheapest solutions by a given method. Diagrams may need more memory than there is.
///
/// # Errors
/// As above.
///
/// # Panics
/// As above.
pub fn cheapest_by(
    method: Method,
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Cheapest, NotCheapest> {
    find(method, problem, costs, most, limits, None)
}

fn find(
    method: Method,
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
    let found = cheapest_of(method, model, costs, most, limits, watch);
    limits.memory = memory;
    found
}

/// The cheapest solutions of a model. Takes what it holds off the limit of memory.
fn cheapest_of(
    method: Method,
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
            method,
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
    Bounding::<i128>::new(part, &costs_in(part, costs), 1, taxes).bound()
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

/// The cheapest solutions that take something of each stage, and of the free options any.
fn combined(
    mut stages: Vec<Stage>,
    mut free: Vec<OptionId>,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Vec<Priced>, Unfinished> {
    if free.is_empty()
        && let [Stage::Listed(_)] = stages[..]
        && let Some(Stage::Listed(Found { solutions, is_cut })) = stages.pop()
    {
        return match (is_cut, solutions.last()) {
            (true, Some(&(bound, _))) => Err(Unfinished {
                why: Stopped::Memory,
                solutions,
                bound,
            }),
            _ => Ok(solutions),
        };
    }
    free.sort_unstable();
    let free = free.into_iter();
    stages.extend(free.map(|option| Stage::Free(option, costs[option.index()])));
    in_order(&mut stages, most, limits)
}

/// All solutions of a part that may be wanted, as paths through a graph.
enum Stage {
    /// A diagram of all.
    Drawn(Drawn),
    /// Only these solutions are wanted, if they are not cut.
    Listed(Found),
    /// An option that may hold or not, and what it costs.
    Free(OptionId, i128),
}

/// A diagram with costs.
struct Drawn {
    diagram: Diagram,
    /// The options by their numbers in the part, and what they cost.
    choices: Vec<(OptionId, i128)>,
    /// The lowest cost from each node to the goal.
    least: Vec<i128>,
    /// Whether the edges of a node are in the order of the costs from there on.
    is_sorted: Vec<bool>,
}

impl Drawn {
    fn new(part: &Part, costs: &[i128], diagram: Diagram) -> Self {
        let choices = part.choices.iter().zip(costs);
        let choices = choices.map(|(choice, &cost)| (choice.option, cost));
        let mut drawn = Drawn {
            choices: choices.collect(),
            least: vec![0; diagram.nodes()],
            is_sorted: vec![false; diagram.nodes()],
            diagram,
        };
        for node in 1..drawn.diagram.nodes() as u32 {
            let costs = drawn.diagram.edges(node).iter();
            let costs = costs.map(|&edge| drawn.own(edge) + drawn.least[edge.to as usize]);
            drawn.least[node as usize] = costs.min().expect("a node has edges");
        }
        drawn
    }

    /// What an edge costs.
    fn own(&self, edge: Edge) -> i128 {
        edge.choice()
            .map_or(0, |choice| self.choices[choice as usize].1)
    }

    fn sort(&mut self, node: u32) {
        if !std::mem::replace(&mut self.is_sorted[node as usize], true) {
            let (choices, least) = (&self.choices, &self.least);
            self.diagram.edges_mut(node).sort_by_key(|edge| {
                let own = edge.choice().map_or(0, |choice| choices[choice as usize].1);
                own + least[edge.to as usize]
            });
        }
    }
}

/// A step along an edge.
struct Step {
    /// What it costs, and what the rest of the stage costs at least.
    own: i128,
    least: i128,
    /// What is taken, if anything; see [`Stage::put`].
    label: Option<u32>,
    /// The node that it leads to.
    to: u32,
}

impl Stage {
    /// The lowest cost of a solution; none if there are no solutions.
    fn least(&self) -> Option<i128> {
        match self {
            Stage::Drawn(drawn) => drawn.diagram.root().map(|root| drawn.least[root as usize]),
            Stage::Listed(found) => found.solutions.first().map(|cheapest| cheapest.0),
            Stage::Free(_, cost) => Some((*cost).min(0)),
        }
    }

    /// By how much a solution that is not there costs more than the cheapest one, at least; none
    /// if all are there.
    fn margin(&self) -> Option<i128> {
        match self {
            Stage::Listed(Found {
                solutions,
                is_cut: true,
            }) => Some(solutions.last()?.0 - solutions.first()?.0),
            _ => None,
        }
    }

    /// Where its paths begin.
    fn root(&self) -> u32 {
        match self {
            Stage::Drawn(drawn) => drawn.diagram.root().unwrap_or(Diagram::GOAL),
            _ => Diagram::GOAL + 1,
        }
    }

    /// What it takes of memory.
    fn bytes(&self) -> usize {
        match self {
            Stage::Drawn(drawn) => {
                let per_node = size_of::<i128>() + size_of::<bool>();
                drawn.diagram.bytes()
                    + drawn.diagram.nodes() * per_node
                    + drawn.choices.len() * size_of::<(OptionId, i128)>()
            }
            Stage::Listed(Found { solutions, .. }) => {
                let options = solutions.iter().map(|(_, options)| options.capacity());
                solutions.capacity() * size_of::<Priced>() + options.sum::<usize>() * OPTION
            }
            Stage::Free(..) => 0,
        }
    }

    /// The step from a node along its edge number `edge`, in the order of the costs from the
    /// node on; none if it has fewer.
    fn step(&mut self, node: u32, edge: u32) -> Option<Step> {
        match self {
            Stage::Drawn(drawn) => {
                drawn.sort(node);
                let &edge = drawn.diagram.edges(node).get(edge as usize)?;
                Some(Step {
                    own: drawn.own(edge),
                    least: drawn.least[edge.to as usize],
                    label: edge.choice(),
                    to: edge.to,
                })
            }
            Stage::Listed(found) => found.solutions.get(edge as usize).map(|solution| Step {
                own: solution.0,
                least: 0,
                label: Some(edge),
                to: Diagram::GOAL,
            }),
            &mut Stage::Free(_, cost) => (edge < 2).then(|| {
                let is_taken = (edge == 0) == (cost < 0);
                Step {
                    own: if is_taken { cost } else { 0 },
                    least: 0,
                    label: is_taken.then_some(0),
                    to: Diagram::GOAL,
                }
            }),
        }
    }

    /// Adds the options that a step takes.
    fn put(&self, label: u32, options: &mut Vec<OptionId>) {
        match self {
            Stage::Drawn(drawn) => options.push(drawn.choices[label as usize].0),
            Stage::Listed(found) => {
                options.extend_from_slice(&found.solutions[label as usize].1);
            }
            Stage::Free(option, _) => options.push(*option),
        }
    }
}

const OPTION: usize = size_of::<OptionId>();

/// The beginning of a path through all stages, and the edge to take next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Prefix {
    /// What it costs with the cheapest end after that edge.
    total: i128,
    /// The newest first: of paths that cost the same, the one that shares most with the last.
    age: Reverse<u64>,
    stage: usize,
    node: u32,
    edge: u32,
    /// What has been paid before the edge.
    paid: i128,
    /// The last thing taken, as an index of what was taken.
    last: usize,
}

/// Something that was taken on a path: the label of a step, and the index of what was taken
/// before it.
struct Taken {
    before: usize,
    stage: u32,
    label: u32,
}

/// Nothing was taken so far.
const NOTHING: usize = usize::MAX;

/// The cheapest paths through all stages. The beginning that has the cheapest end is followed to
/// this end, always along the cheapest edge; the next edge of each node on the way is another
/// beginning. If the limits ask for an end, those that have been found.
fn in_order(
    stages: &mut [Stage],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Vec<Priced>, Unfinished> {
    let mut rest = vec![0; stages.len() + 1];
    for (place, stage) in stages.iter().enumerate().rev() {
        let Some(least) = stage.least() else {
            return Ok(Vec::new());
        };
        rest[place] = rest[place + 1] + least;
    }
    let options = stages.iter().map(|stage| match stage {
        Stage::Drawn(drawn) => drawn.choices.len(),
        Stage::Listed(Found { solutions, .. }) => {
            let lengths = solutions.iter().map(|(_, options)| options.len());
            lengths.max().unwrap_or(0)
        }
        Stage::Free(..) => 1,
    });
    let uncounted = LEAST + options.sum::<usize>() * PER_OPTION;
    // What costs more may not be the next one.
    let ceiling = stages.iter().filter_map(Stage::margin).min();
    let ceiling = ceiling.map(|margin| rest[0] + margin);
    let mut solutions = Vec::new();
    let mut taken: Vec<Taken> = Vec::new();
    let mut heap = BinaryHeap::new();
    let (mut age, mut steps, mut options_kept) = (0, 0, 0);
    heap.push(Reverse(Prefix {
        total: rest[0],
        age: Reverse(age),
        stage: 0,
        node: stages.first().map_or(Diagram::GOAL, Stage::root),
        edge: 0,
        paid: 0,
        last: NOTHING,
    }));
    while let Some(Reverse(prefix)) = heap.pop() {
        let bytes = heap.capacity() * size_of::<Prefix>()
            + taken.capacity() * size_of::<Taken>()
            + solutions.capacity() * size_of::<Priced>()
            + options_kept * OPTION;
        let is_full = bytes.saturating_sub(uncounted) > limits.memory;
        let is_due = steps >= BREATH;
        if is_due {
            steps = 0;
        }
        let is_high = ceiling.is_some_and(|ceiling| prefix.total > ceiling);
        let why = match is_full || is_high {
            true => Some(Stopped::Memory),
            false => (is_due && limits.is_over()).then_some(Stopped::Limit),
        };
        if let Some(why) = why {
            let bound = ceiling.map_or(prefix.total, |ceiling| ceiling.min(prefix.total));
            return Err(Unfinished {
                why,
                solutions,
                bound,
            });
        }
        let Prefix {
            mut stage,
            mut node,
            mut edge,
            mut paid,
            mut last,
            ..
        } = prefix;
        while stage < stages.len() {
            let mut least = |edge| {
                let step = stages[stage].step(node, edge)?;
                Some((step.own + step.least + rest[stage + 1], step))
            };
            let (_, step) = least(edge).expect("there is such an edge");
            if let Some((more, _)) = least(edge + 1) {
                age += 1;
                push(
                    &mut heap,
                    Prefix {
                        total: paid + more,
                        age: Reverse(age),
                        stage,
                        node,
                        edge: edge + 1,
                        paid,
                        last,
                    },
                );
            }
            paid += step.own;
            if let Some(label) = step.label {
                grow(&mut taken);
                taken.push(Taken {
                    before: last,
                    stage: stage as u32,
                    label,
                });
                last = taken.len() - 1;
            }
            (node, edge) = (step.to, 0);
            if node == Diagram::GOAL {
                stage += 1;
                node = stages.get(stage).map_or(Diagram::GOAL, Stage::root);
            }
            steps += 1;
        }
        let mut options = Vec::new();
        while let Some(of) = taken.get(last) {
            stages[of.stage as usize].put(of.label, &mut options);
            last = of.before;
        }
        options.shrink_to_fit();
        options.sort_unstable();
        options_kept += options.len() + 4;
        grow(&mut solutions);
        solutions.push((paid, options));
        if solutions.len() == most {
            break;
        }
        drop_dearest(&mut heap, most - solutions.len());
    }
    match ceiling {
        Some(bound) if solutions.len() < most => Err(Unfinished {
            why: Stopped::Memory,
            solutions,
            bound,
        }),
        _ => Ok(solutions),
    }
}

fn push(heap: &mut BinaryHeap<Reverse<Prefix>>, prefix: Prefix) {
    if heap.len() == heap.capacity() {
        heap.reserve_exact(more(heap.len()));
    }
    heap.push(Reverse(prefix));
}

/// Drops the dearest beginnings if there are more than twice as many as are wanted: each leads
/// to a solution.
fn drop_dearest(heap: &mut BinaryHeap<Reverse<Prefix>>, wanted: usize) {
    if wanted > 0 && heap.len() / 2 > wanted {
        let mut prefixes = std::mem::take(heap).into_vec();
        prefixes.select_nth_unstable_by(wanted - 1, |one, other| one.0.cmp(&other.0));
        prefixes.truncate(wanted);
        *heap = prefixes.into();
    }
}

/// What the options of a part cost.
fn costs_in(part: &Part, costs: &[i128]) -> Vec<i128> {
    let options = part.choices.iter().map(|choice| choice.option);
    options.map(|option| costs[option.index()]).collect()
}

/// What was found of a part.
enum Solved {
    Done(Stage, Told),
    /// This is left of it.
    Smaller(Model),
}

/// What is known of a part when there was no time for more.
struct Known {
    why: Stopped,
    /// What was found, the cheapest first.
    found: Vec<Priced>,
    /// What all solutions cost at least.
    bound: i128,
}

/// Sees the cost of the best solution of a part, and a bound for all, and may ask for it.
type WatchPart<'w> = dyn FnMut(Option<i128>, i128, &dyn Fn() -> Option<Priced>) -> bool + 'w;

/// A part to be solved.
struct Task<'t> {
    method: Method,
    part: &'t Part,
    costs: &'t [i128],
    most: usize,
    may_reduce: bool,
    /// Its solutions are those of the problem.
    is_alone: bool,
}

impl Task<'_> {
    /// The cheapest solutions of the part, and what they took.
    ///
    /// `watch` sees what the best one costs and what all cost at least, and may say that it is
    /// enough.
    fn solve(
        &self,
        limits: &mut Limits<'_>,
        watch: Option<&mut WatchPart<'_>>,
    ) -> Result<Solved, Known> {
        match i64::try_from(reach(self.part, self.costs)) {
            Ok(_) => self.solve_in::<i64>(limits, watch),
            Err(_) => self.solve_in::<i128>(limits, watch),
        }
    }

    /// Solves the part with costs added up in type `C`.
    fn solve_in<C: Sums>(
        &self,
        limits: &mut Limits<'_>,
        mut watch: Option<&mut WatchPart<'_>>,
    ) -> Result<Solved, Known> {
        let &Task { part, costs, .. } = self;
        let (tuning, dlx3) = (limits.tuning, Dlx3::within(limits));
        let is_bounded = match self.method {
            Method::Chosen => tuning.bounding,
            method => method == Method::BranchAndBound,
        };
        let is_dual = match self.method {
            Method::Chosen => tuning.duality,
            method => method == Method::Duality,
        };
        let plain = is_bounded.then(|| Bounding::new(part, costs, self.most, tuning.taxes));
        let dual = || Duality::new(part, costs, self.most).map(|dual| dual.with_dive(tuning.dive));
        let dual = is_dual.then(|| Box::new(dual) as Later<'_>);
        // For a bound, if there is nothing else.
        let first_bound = match plain {
            Some(_) => i128::MIN,
            None => Bounding::<i128>::new(part, costs, 1, tuning.taxes).bound(),
        };
        let is_listed = match self.method {
            Method::Chosen => tuning.listing,
            method => method == Method::Listing,
        };
        let rooms = [const { OnceCell::new() }; LISTS];
        let lists = || Listing::new(part, costs, self.most, dlx3, &rooms);
        let lists = is_listed.then(lists);
        let has_bounds = plain.is_some() || dual.is_some() || lists.is_some();
        let all = Alternation::<'_, C>::new(plain, dual, lists, costs, self.most);
        let bounding = Rc::new(RefCell::new(all));
        let held = self.most.saturating_mul(PER_SOLUTION);
        let drawn = |way| {
            let form = |diagram| Stage::Drawn(Drawn::new(part, costs, diagram));
            Box::new(Mapped { way, form, held }) as Box<dyn Way<Stage> + '_>
        };
        let listed = Mapped {
            way: Box::new(Shared(bounding.clone())),
            form: Stage::Listed,
            // What it finds is the answer already.
            held: if self.is_alone { 0 } else { held },
        };
        let contest = || {
            let bounded = has_bounds.then(|| Box::new(listed) as _);
            let drawing = matches!(self.method, Method::Chosen | Method::Diagrams);
            let drawing = drawing.then(|| diagram_ways(part, tuning));
            Contest::new(bounded, drawing.into_iter().flatten().map(drawn))
        };
        let alone = self.may_reduce.then(|| part.to_problem());
        // Limits are looked at while the search is paused.
        let mut stop = || {
            let is_enough = match (&mut watch, bounding.try_borrow()) {
                (Some(watch), Ok(known)) => {
                    let bound = known.bound().unwrap_or(first_bound);
                    watch(known.least(), bound, &|| known.best())
                }
                _ => false,
            };
            is_enough || (limits.stop)()
        };
        let mut limits = Limits {
            memory: limits.memory,
            threads: limits.threads,
            stack: limits.stack,
            stop: &mut stop,
            view: match &mut limits.view {
                Some(view) => Some(&mut **view),
                None => None,
            },
            tuning,
            bits: limits.bits,
        };
        match beside::run(part, alone.as_ref(), contest, &mut limits) {
            Ok(Ended::Won((stage, way))) => Ok(Solved::Done(stage, Told::of(part, &*way))),
            Ok(Ended::Smaller(smaller)) => Ok(Solved::Smaller(smaller)),
            Err(unfinished) => {
                let mut bounding = bounding.borrow_mut();
                let bound = bounding.bound().unwrap_or(first_bound);
                Err(Known {
                    why: unfinished.why,
                    found: bounding.take().solutions,
                    bound,
                })
            }
        }
    }
}

/// A search that others may look at while it is paused.
struct Shared<'p, C>(Rc<RefCell<Alternation<'p, C>>>);

impl<C: Sums> Way<Found> for Shared<'_, C> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        self.0.borrow_mut().run(more, memory)
    }

    fn spent(&self) -> u64 {
        self.0.borrow().spent()
    }

    fn estimate(&self) -> f64 {
        self.0.borrow().estimate()
    }

    fn effort(&self) -> Effort {
        self.0.borrow().effort()
    }

    fn name(&self) -> String {
        self.0.borrow().name()
    }
}

/// A way whose answer is put into another form.
struct Mapped<'w, T, F> {
    way: Box<dyn Way<T> + 'w>,
    form: F,
    /// How much memory is to be left for what is made of the answer, but no more than half.
    held: usize,
}

impl<T, U, F: Fn(T) -> U> Way<U> for Mapped<'_, T, F> {
    fn run(&mut self, more: u64, memory: usize) -> Status<U> {
        match self.way.run(more, memory - self.held.min(memory / 2)) {
            Status::Done(answer) => Status::Done((self.form)(answer)),
            Status::Paused => Status::Paused,
            Status::Full => Status::Full,
            Status::TooLarge => Status::TooLarge,
        }
    }

    fn spent(&self) -> u64 {
        self.way.spent()
    }

    fn estimate(&self) -> f64 {
        self.way.estimate()
    }

    fn effort(&self) -> Effort {
        self.way.effort()
    }

    fn front(&self) -> Option<Front> {
        self.way.front()
    }

    fn name(&self) -> String {
        self.way.name()
    }
}
