//! The cheapest solutions of several parts together. Each part is a stage of a path, and the
//! cheapest paths through all stages come in the order of their costs (k shortest paths).

use crate::cheapest::kept::{grow, more};
use crate::cheapest::search::{Found, Priced};
use crate::problem::model::Part;
use crate::states::diagram::{Diagram, Edge};
use crate::{Limits, Stopped};
use dlx3_format::OptionId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The limits are checked after this many steps.
const BREATH: usize = 1 << 12;

/// Memory that is not counted, and more of it for each option: with any limit there is room for a
/// few solutions.
const LEAST: usize = 1 << 16;
const PER_OPTION: usize = 128;

/// The state of the search when it was stopped.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Why it was stopped.
    pub why: Stopped,
    /// The solutions found, cheapest first.
    pub solutions: Vec<Priced>,
    /// No other solution costs less than this.
    pub bound: i128,
}

/// The cheapest solutions: one choice from each stage, and any of the free options.
pub(super) fn combined(
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
pub(super) enum Stage {
    /// A diagram of all solutions.
    Drawn(Drawn),
    /// A list. If it is not cut, no other solutions are wanted.
    Listed(Found),
    /// An option that may hold or not, and its cost.
    Free(OptionId, i128),
}

/// A diagram with costs.
pub(super) struct Drawn {
    diagram: Diagram,
    /// The problem's number and the cost of each option of the part.
    choices: Vec<(OptionId, i128)>,
    /// The lowest cost from each node to the goal.
    least: Vec<i128>,
    /// Whether the edges of a node are sorted by the lowest cost from there on.
    is_sorted: Vec<bool>,
}

impl Drawn {
    pub(super) fn new(part: &Part, costs: &[i128], diagram: Diagram) -> Self {
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

    /// The cost of an edge.
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
struct PathStep {
    /// Its cost, and the lowest cost of the rest of the stage.
    own: i128,
    least: i128,
    /// What it takes, if anything; see [`Stage::put`].
    label: Option<u32>,
    /// The node that it leads to.
    to: u32,
}

impl Stage {
    /// The lowest cost of a solution. None if there are no solutions.
    pub(super) fn least(&self) -> Option<i128> {
        match self {
            Stage::Drawn(drawn) => drawn.diagram.root().map(|root| drawn.least[root as usize]),
            Stage::Listed(found) => found.solutions.first().map(|cheapest| cheapest.0),
            Stage::Free(_, cost) => Some((*cost).min(0)),
        }
    }

    /// A missing solution costs at least this much more than the cheapest one. None if no solution
    /// is missing.
    fn margin(&self) -> Option<i128> {
        match self {
            Stage::Listed(Found {
                solutions,
                is_cut: true,
            }) => Some(solutions.last()?.0 - solutions.first()?.0),
            _ => None,
        }
    }

    /// The first node of its paths.
    fn root(&self) -> u32 {
        match self {
            Stage::Drawn(drawn) => drawn.diagram.root().unwrap_or(Diagram::GOAL),
            _ => Diagram::GOAL + 1,
        }
    }

    /// Its memory in bytes.
    pub(super) fn bytes(&self) -> usize {
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

    /// The step from a node along its `edge`-th cheapest edge. None if the node has fewer edges.
    fn step(&mut self, node: u32, edge: u32) -> Option<PathStep> {
        match self {
            Stage::Drawn(drawn) => {
                drawn.sort(node);
                let &edge = drawn.diagram.edges(node).get(edge as usize)?;
                Some(PathStep {
                    own: drawn.own(edge),
                    least: drawn.least[edge.to as usize],
                    label: edge.choice(),
                    to: edge.to,
                })
            }
            Stage::Listed(found) => found.solutions.get(edge as usize).map(|solution| PathStep {
                own: solution.0,
                least: 0,
                label: Some(edge),
                to: Diagram::GOAL,
            }),
            &mut Stage::Free(_, cost) => (edge < 2).then(|| {
                let is_taken = (edge == 0) == (cost < 0);
                PathStep {
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

/// The beginning of a path through all stages, and its next edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Prefix {
    /// The cost of the path with the cheapest end after that edge.
    total: i128,
    /// Newest first: among paths of the same cost, that one shares most with the last path.
    age: Reverse<u64>,
    stage: usize,
    node: u32,
    edge: u32,
    /// The cost before the edge.
    paid: i128,
    /// The last thing taken, as an index into `taken`.
    last: usize,
}

/// Something taken on a path: the label of a step, and the index of what was taken before it.
struct Taken {
    before: usize,
    stage: u32,
    label: u32,
}

/// The index if nothing was taken.
const NOTHING: usize = usize::MAX;

/// The cheapest paths through all stages. Follows the beginning with the cheapest end, always along
/// the cheapest edge; the next edge of each node on the way gives another beginning. If the limits
/// end it, the error has the paths found.
pub(super) fn in_order(
    stages: &mut [Stage],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Vec<Priced>, Unfinished> {
    let Some(mut paths) = StagePaths::new(stages) else {
        return Ok(Vec::new());
    };
    let mut solutions = Vec::new();
    while let Some(Reverse(prefix)) = paths.heap.pop() {
        let bytes = paths.bytes() + solutions.capacity() * size_of::<Priced>();
        let is_high = paths.ceiling.is_some_and(|ceiling| prefix.total > ceiling);
        let is_due = paths.steps >= BREATH;
        if is_due {
            paths.steps = 0;
        }
        let why = match is_high || bytes.saturating_sub(paths.uncounted) > limits.memory {
            true => Some(Stopped::Memory),
            false => (is_due && limits.is_over()).then_some(Stopped::Limit),
        };
        if let Some(why) = why {
            let ceiling = paths.ceiling.unwrap_or(prefix.total);
            return Err(Unfinished {
                why,
                solutions,
                bound: ceiling.min(prefix.total),
            });
        }
        grow(&mut solutions);
        solutions.push(paths.follow(prefix));
        if solutions.len() == most {
            break;
        }
        paths.drop_dearest(most - solutions.len());
    }
    match paths.ceiling {
        Some(bound) if solutions.len() < most => Err(Unfinished {
            why: Stopped::Memory,
            solutions,
            bound,
        }),
        _ => Ok(solutions),
    }
}

/// The beginnings of paths through all stages.
struct StagePaths<'s> {
    stages: &'s mut [Stage],
    /// The lower bound from each stage on.
    rest: Vec<i128>,
    heap: BinaryHeap<Reverse<Prefix>>,
    taken: Vec<Taken>,
    age: u64,
    steps: usize,
    /// The number of options in the solutions found, with an overhead for each solution.
    options_kept: usize,
    /// Memory up to this is not counted.
    uncounted: usize,
    /// A path that costs more than this may not be the next one, as a list was cut.
    ceiling: Option<i128>,
}

impl<'s> StagePaths<'s> {
    /// None if a stage has no solutions.
    fn new(stages: &'s mut [Stage]) -> Option<Self> {
        let mut rest = vec![0; stages.len() + 1];
        for (place, stage) in stages.iter().enumerate().rev() {
            rest[place] = rest[place + 1] + stage.least()?;
        }
        let options = stages.iter().map(|stage| match stage {
            Stage::Drawn(drawn) => drawn.choices.len(),
            Stage::Listed(Found { solutions, .. }) => {
                let lengths = solutions.iter().map(|(_, options)| options.len());
                lengths.max().unwrap_or(0)
            }
            Stage::Free(..) => 1,
        });
        let ceiling = stages.iter().filter_map(Stage::margin).min();
        let mut paths = StagePaths {
            uncounted: LEAST + options.sum::<usize>() * PER_OPTION,
            ceiling: ceiling.map(|margin| rest[0] + margin),
            heap: BinaryHeap::new(),
            taken: Vec::new(),
            age: 0,
            steps: 0,
            options_kept: 0,
            rest,
            stages,
        };
        paths.heap.push(Reverse(Prefix {
            total: paths.rest[0],
            age: Reverse(0),
            stage: 0,
            node: paths.root(0),
            edge: 0,
            paid: 0,
            last: NOTHING,
        }));
        Some(paths)
    }

    /// The memory of all this in bytes.
    fn bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Prefix>()
            + self.taken.capacity() * size_of::<Taken>()
            + self.options_kept * OPTION
    }

    /// The first node of a stage's paths, if there is such a stage.
    fn root(&self, stage: usize) -> u32 {
        self.stages.get(stage).map_or(Diagram::GOAL, Stage::root)
    }

    /// Follows a beginning to its cheapest end.
    fn follow(&mut self, prefix: Prefix) -> Priced {
        let Prefix {
            mut stage,
            mut node,
            mut edge,
            mut paid,
            mut last,
            ..
        } = prefix;
        while stage < self.stages.len() {
            let of = &mut self.stages[stage];
            let step = of.step(node, edge).expect("there is such an edge");
            if let Some(next) = of.step(node, edge + 1) {
                self.age += 1;
                if self.heap.len() == self.heap.capacity() {
                    self.heap.reserve_exact(more(self.heap.len()));
                }
                self.heap.push(Reverse(Prefix {
                    total: paid + next.own + next.least + self.rest[stage + 1],
                    age: Reverse(self.age),
                    stage,
                    node,
                    edge: edge + 1,
                    paid,
                    last,
                }));
            }
            paid += step.own;
            if let Some(label) = step.label {
                grow(&mut self.taken);
                self.taken.push(Taken {
                    before: last,
                    stage: stage as u32,
                    label,
                });
                last = self.taken.len() - 1;
            }
            (node, edge) = (step.to, 0);
            if node == Diagram::GOAL {
                stage += 1;
                node = self.root(stage);
            }
            self.steps += 1;
        }
        let mut options = Vec::new();
        while let Some(of) = self.taken.get(last) {
            self.stages[of.stage as usize].put(of.label, &mut options);
            last = of.before;
        }
        options.shrink_to_fit();
        options.sort_unstable();
        self.options_kept += options.len() + 4;
        (paid, options)
    }

    /// Drops the dearest beginnings if there are more than twice as many as wanted: each leads to a
    /// solution.
    fn drop_dearest(&mut self, wanted: usize) {
        if wanted > 0 && self.heap.len() / 2 > wanted {
            let mut prefixes = std::mem::take(&mut self.heap).into_vec();
            prefixes.select_nth_unstable_by(wanted - 1, |one, other| one.0.cmp(&other.0));
            prefixes.truncate(wanted);
            self.heap = prefixes.into();
        }
    }
}
