//! The cheapest solutions.
//!
//! What is cheapest below a state depends on the state alone, so one run over a diagram of
//! all solutions tells the lowest cost of each node, and with that the solutions come out
//! in the order of their costs, one by one. Where states do not come back, there is no
//! such diagram in reasonable space: then it is [branch and bound](super::bound). Both
//! are started, and the one that ends sooner has the answer.

use super::beside::{self, Ended};
use super::bound::{Bounding, Priced};
use super::contest::{Contest, Way};
use super::count::Told;
use super::diagram::{Diagram, Edge};
use super::family::diagram_ways;
use super::model::{Model, Part};
use super::{Effort, Front, Limits, Status, Stopped};
use crate::format::{OptionId, Problem};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

/// What the costs of all options may add up to, whatever their signs.
pub const MOST_COST: i64 = 1 << 62;

/// After so many steps it is asked whether to end.
const BREATH: u32 = 1 << 12;

/// The cheapest solutions of a problem.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// Costs, and options in input order; the cheapest first. Of solutions that cost the
    /// same, those that stand here depend on the problem alone.
    pub solutions: Vec<(i64, Vec<OptionId>)>,
    /// What each part has taken.
    pub told: Vec<Told>,
}

/// What is known of the cheapest solutions when there was no time for more.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// What ended the search.
    pub why: Stopped,
    /// Solutions that have been found, the cheapest first.
    pub solutions: Vec<(i64, Vec<OptionId>)>,
    /// No solution costs less.
    pub bound: i64,
}

/// Costs that are too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the costs add up to more than 2^62")]
pub struct TooDear;

/// Why the cheapest solutions are not known.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotCheapest {
    /// The costs are refused.
    #[error(transparent)]
    TooDear(#[from] TooDear),
    /// The limits have asked for an end. What was found until then is known.
    #[error("{}", .0.why)]
    Unfinished(Unfinished),
}

/// The `most` cheapest solutions, or all, if there are fewer; option `o` costs
/// `costs[o.index()]`, and may bring something, too.
///
/// # Errors
/// If the costs add up to more than [`MOST_COST`], or if the limits ask for an end.
///
/// # Panics
/// If there are not as many costs as options.
pub fn cheapest(
    problem: &Problem,
    costs: &[i64],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Cheapest, NotCheapest> {
    cheapest_by(Method::Chosen, problem, costs, most, limits)
}

/// How the cheapest solutions are to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By what is faster for the problem.
    Chosen,
    /// By branch and bound, with DLX5's taxes.
    BranchAndBound,
    /// Over a diagram of all solutions.
    Diagrams,
}

/// The same by a given method. Diagrams may take more memory than they have.
///
/// # Errors
/// As above.
///
/// # Panics
/// As above.
pub fn cheapest_by(
    method: Method,
    problem: &Problem,
    costs: &[i64],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Cheapest, NotCheapest> {
    assert_eq!(
        costs.len(),
        problem.option_count(),
        "a cost for each option"
    );
    let total = costs
        .iter()
        .try_fold(0i64, |sum, cost| sum.checked_add(cost.checked_abs()?));
    if total.is_none_or(|total| total > MOST_COST) {
        return Err(TooDear.into());
    }
    let nothing = Cheapest {
        solutions: Vec::new(),
        told: Vec::new(),
    };
    let model = Model::new(problem);
    if model.is_impossible || most == 0 {
        return Ok(nothing);
    }
    let mut free = model.free;
    let unreduced = model.parts.into_iter().map(|part| (part, true));
    // Those that are left to be solved, and whether they may be reduced.
    let mut parts: VecDeque<(Part, bool)> = unreduced.collect();
    let mut stages = Vec::new();
    let mut told = Vec::new();
    while let Some((part, may_reduce)) = parts.pop_front() {
        let own = costs_in(&part, costs);
        match solve(method, &part, may_reduce, &own, most, limits) {
            Ok(Solved::Done(stage, by)) => {
                told.push(by);
                let is_empty = stage.least().is_none();
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
                for part in smaller.parts.into_iter().rev() {
                    parts.push_front((part, false));
                }
            }
            Err((why, found, bound)) => {
                let least = stages.iter().filter_map(Stage::least).sum::<i64>();
                let others = parts.iter().map(|(part, _)| {
                    let own = costs_in(part, costs);
                    Bounding::new(part, &own, 1).bound()
                });
                let bound = bound
                    .saturating_add(least)
                    .saturating_add(free.iter().map(|free| costs[free.index()].min(0)).sum())
                    .saturating_add(others.fold(0, i64::saturating_add));
                // Whether the other parts have solutions is not known.
                let mut solutions = Vec::new();
                if parts.is_empty() {
                    stages.push(Stage::listed(&part, found));
                    free.sort_unstable();
                    stages.extend(free.iter().map(|&option| Stage::free(option, costs)));
                    let mut anyhow = Limits {
                        memory: usize::MAX,
                        threads: 1,
                        stop: &mut || false,
                        view: None,
                    };
                    solutions = in_order(&stages, most, &mut anyhow).unwrap_or_default();
                }
                return Err(NotCheapest::Unfinished(Unfinished {
                    why,
                    solutions,
                    bound,
                }));
            }
        }
    }
    free.sort_unstable();
    stages.extend(free.iter().map(|&option| Stage::free(option, costs)));
    let solutions = in_order(&stages, most, limits).map_err(NotCheapest::Unfinished)?;
    Ok(Cheapest { solutions, told })
}

/// All solutions of a part that may be wanted, as paths through a graph.
struct Stage {
    diagram: Diagram,
    /// The options of edges, and what they cost.
    options: Vec<(Vec<OptionId>, i64)>,
    /// The lowest cost from each node to the goal.
    least: Vec<i64>,
}

impl Stage {
    fn new(diagram: Diagram, options: Vec<(Vec<OptionId>, i64)>) -> Self {
        let mut least = vec![0; diagram.nodes()];
        for node in 1..diagram.nodes() as u32 {
            let costs = diagram.edges(node).iter().map(|edge| {
                let own = edge.choice().map_or(0, |choice| options[choice as usize].1);
                least[edge.to as usize] + own
            });
            least[node as usize] = costs.min().expect("a node has edges");
        }
        Stage {
            diagram,
            options,
            least,
        }
    }

    /// A part's diagram of all its solutions.
    fn drawn(part: &Part, costs: &[i64], diagram: Diagram) -> Self {
        let options = part.choices.iter().zip(costs);
        let options = options.map(|(choice, &cost)| (vec![choice.option], cost));
        Stage::new(diagram, options.collect())
    }

    /// A part of which only these solutions are wanted.
    fn listed(part: &Part, found: Vec<Priced>) -> Self {
        let mut diagram = Diagram::default();
        let numbers = 0..found.len() as u32;
        let root = diagram.add(numbers.map(|n| Edge::new(Some(n), Diagram::GOAL)));
        diagram.set_root(root);
        let options = found.into_iter().map(|(cost, choices)| {
            let options = choices.iter().map(|&c| part.choices[c as usize].option);
            (options.collect(), cost)
        });
        Stage::new(diagram, options.collect())
    }

    /// An option that may hold or not.
    fn free(option: OptionId, costs: &[i64]) -> Self {
        let mut diagram = Diagram::default();
        let edges = [None, Some(0)].map(|choice| Edge::new(choice, Diagram::GOAL));
        let root = diagram.add(edges);
        diagram.set_root(root);
        Stage::new(diagram, vec![(vec![option], costs[option.index()])])
    }

    /// The lowest cost of a solution; none if there are no solutions.
    fn least(&self) -> Option<i64> {
        self.diagram.root().map(|root| self.least[root as usize])
    }
}

/// The beginning of a path through all stages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Prefix {
    /// What it costs with the cheapest end.
    total: i64,
    /// The newest first, so that a path is completed before others of the same cost: few
    /// are kept.
    age: Reverse<u64>,
    stage: usize,
    node: u32,
    /// What has been paid.
    paid: i64,
    /// Its last step, as an index of steps.
    last: Option<usize>,
}

/// The cheapest paths through all stages: the beginning of a path that has the cheapest
/// end is the next to go on (A*, with exact estimates). If the limits ask for an end, those
/// that have been found.
fn in_order(
    stages: &[Stage],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Vec<(i64, Vec<OptionId>)>, Unfinished> {
    let mut rest = vec![0; stages.len() + 1];
    for (place, stage) in stages.iter().enumerate().rev() {
        let Some(least) = stage.least() else {
            return Ok(Vec::new());
        };
        rest[place] = rest[place + 1] + least;
    }
    let mut solutions = Vec::new();
    // Each step: the one before, and what was taken, of which stage.
    let mut steps: Vec<(Option<usize>, usize, u32)> = Vec::new();
    let mut heap = BinaryHeap::new();
    let root = |stage: usize| stages.get(stage).and_then(|stage| stage.diagram.root());
    let mut age = 0;
    heap.push(Reverse(Prefix {
        total: rest[0],
        age: Reverse(age),
        stage: 0,
        node: root(0).unwrap_or(Diagram::GOAL),
        paid: 0,
        last: None,
    }));
    let (mut pops, mut options_kept) = (0u32, 0);
    while let Some(Reverse(mut prefix)) = heap.pop() {
        pops = pops.wrapping_add(1);
        if pops.is_multiple_of(BREATH) {
            let bytes = heap.len() * size_of::<Prefix>()
                + steps.len() * size_of::<(Option<usize>, usize, u32)>()
                + solutions.len() * size_of::<(i64, Vec<OptionId>)>()
                + options_kept * size_of::<OptionId>();
            let why = match limits.is_over() {
                true => Some(Stopped::Limit),
                false if bytes > limits.memory => Some(Stopped::Memory),
                false => None,
            };
            if let Some(why) = why {
                return Err(Unfinished {
                    why,
                    solutions,
                    bound: prefix.total,
                });
            }
        }
        while prefix.node == Diagram::GOAL && prefix.stage < stages.len() {
            prefix.stage += 1;
            prefix.node = root(prefix.stage).unwrap_or(Diagram::GOAL);
        }
        let Some(stage) = stages.get(prefix.stage) else {
            let mut options = Vec::new();
            let mut last = prefix.last;
            while let Some(step) = last {
                let (before, of, choice) = steps[step];
                options.extend_from_slice(&stages[of].options[choice as usize].0);
                last = before;
            }
            options.sort_unstable();
            options_kept += options.len();
            solutions.push((prefix.paid, options));
            if solutions.len() == most {
                break;
            }
            continue;
        };
        for edge in stage.diagram.edges(prefix.node) {
            let mut next = prefix;
            if let Some(choice) = edge.choice() {
                next.paid += stage.options[choice as usize].1;
                steps.push((prefix.last, prefix.stage, choice));
                next.last = Some(steps.len() - 1);
            }
            age += 1;
            next.age = Reverse(age);
            next.node = edge.to;
            next.total = next.paid + stage.least[edge.to as usize] + rest[prefix.stage + 1];
            heap.push(Reverse(next));
        }
    }
    Ok(solutions)
}

/// What the options of a part cost.
fn costs_in(part: &Part, costs: &[i64]) -> Vec<i64> {
    let options = part.choices.iter().map(|choice| choice.option);
    options.map(|option| costs[option.index()]).collect()
}

/// What was found of a part.
enum Solved {
    Done(Stage, Told),
    /// This is left of it.
    Smaller(Model),
}

/// The cheapest solutions of a part, and what they took; or why there are none, what was
/// found, and what all cost at least.
fn solve(
    method: Method,
    part: &Part,
    may_reduce: bool,
    costs: &[i64],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Solved, (Stopped, Vec<Priced>, i64)> {
    let bounding = Rc::new(RefCell::new(Bounding::new(part, costs, most)));
    let drawn = |way| {
        let form = |diagram| Stage::drawn(part, costs, diagram);
        Box::new(Mapped { way, form }) as Box<dyn Way<Stage> + '_>
    };
    let listed = Mapped {
        way: Box::new(Shared(bounding.clone())),
        form: |found| Stage::listed(part, found),
    };
    let contest = || {
        let bounded = (method != Method::Diagrams).then(|| Box::new(listed) as _);
        let drawing = (method != Method::BranchAndBound).then(|| diagram_ways(part));
        Contest::new(bounded, drawing.into_iter().flatten().map(drawn))
    };
    let alone = may_reduce.then(|| part.to_problem());
    match beside::run(part, alone.as_ref(), contest, limits) {
        Ok(Ended::Won((stage, way))) => Ok(Solved::Done(stage, Told::of(part, &*way))),
        Ok(Ended::Smaller(smaller)) => Ok(Solved::Smaller(smaller)),
        Err(unfinished) => {
            let bounding = bounding.borrow();
            Err((unfinished.why, bounding.found(), bounding.bound()))
        }
    }
}

/// A search that others may look at while it is paused.
struct Shared<'p>(Rc<RefCell<Bounding<'p>>>);

impl Way<Vec<Priced>> for Shared<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Vec<Priced>> {
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
}

impl<T, U, F: Fn(T) -> U> Way<U> for Mapped<'_, T, F> {
    fn run(&mut self, more: u64, memory: usize) -> Status<U> {
        match self.way.run(more, memory) {
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
