//! All solutions of a part as a decision diagram: a solution is a path from the root to the goal,
//! and its options are those on the path's edges.
//!
//! Invariant: node 0 is the goal. An edge leads to a node with a smaller number, from which the
//! goal can be reached. The root is the last node. So one pass upwards over the nodes computes the
//! values of an algebra, and one pass downwards computes what depends on the path from the root.

use crate::problem::model::Part;
use crate::states::foresight::{Foresight, Looks};
use crate::states::layers::{Begun, MOST_WORDS};
use crate::states::schedule::{Layout, Schedule};
use crate::states::table::{Slot, Table, hash};
use crate::{Effort, Front, Status};

/// The label of an edge without an option.
const NONE: u32 = u32::MAX;

/// An edge: the option taken, by its number in the part, and the next node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    label: u32,
    /// The next node.
    pub to: u32,
}

impl Edge {
    /// # Panics
    /// If the option's number is `u32::MAX`, which no part has.
    pub fn new(choice: Option<u32>, to: u32) -> Self {
        assert_ne!(choice, Some(NONE), "options have smaller numbers");
        Edge {
            label: choice.unwrap_or(NONE),
            to,
        }
    }

    /// The option, if one is taken.
    #[inline]
    pub fn choice(self) -> Option<u32> {
        (self.label != NONE).then_some(self.label)
    }
}

/// The solutions of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The edges of node `n` are `edges[ends[n - 1]..ends[n]]`. The goal has none.
    ends: Vec<usize>,
    edges: Vec<Edge>,
    /// None if there are no solutions.
    root: Option<u32>,
}

impl Default for Diagram {
    /// A diagram without solutions.
    fn default() -> Self {
        Diagram {
            ends: vec![0],
            edges: Vec::new(),
            root: None,
        }
    }
}

impl Diagram {
    /// The goal.
    pub const GOAL: u32 = 0;

    /// Adds a node. None if it has no edges, or if there are too many nodes.
    pub fn add(&mut self, edges: impl IntoIterator<Item = Edge>) -> Option<u32> {
        let begin = self.edges.len();
        self.edges.extend(edges);
        let number = u32::try_from(self.ends.len()).ok()?;
        if self.edges.len() == begin {
            return None;
        }
        self.ends.push(self.edges.len());
        Some(number)
    }

    /// Sets the root, and drops the nodes after it.
    pub fn set_root(&mut self, root: Option<u32>) {
        self.root = root;
        let nodes = root.map_or(1, |root| root as usize + 1);
        self.ends.truncate(nodes);
        self.edges.truncate(self.ends[nodes - 1]);
    }

    /// The root. None if there are no solutions.
    pub fn root(&self) -> Option<u32> {
        self.root
    }

    /// The number of nodes, including the goal.
    pub fn nodes(&self) -> usize {
        self.ends.len()
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<usize>() + self.edges.capacity() * size_of::<Edge>()
    }

    /// The edges of a node.
    #[inline]
    pub fn edges(&self, node: u32) -> &[Edge] {
        match (node as usize).checked_sub(1) {
            None => &[],
            Some(before) => &self.edges[self.ends[before]..self.ends[node as usize]],
        }
    }

    /// Iterates over the solutions, each as the options along its path.
    pub fn into_paths(self) -> Paths {
        Paths {
            next: self.root.map(|root| (root, 0)),
            diagram: self,
            above: Vec::new(),
        }
    }

    /// The edges of a node, for sorting.
    pub(crate) fn edges_mut(&mut self, node: u32) -> &mut [Edge] {
        match (node as usize).checked_sub(1) {
            None => &mut [],
            Some(before) => &mut self.edges[self.ends[before]..self.ends[node as usize]],
        }
    }
}

/// Iterates over the solutions of a diagram, in the order of its edges. It does no work beyond the
/// next solution.
#[derive(Debug)]
pub struct Paths {
    diagram: Diagram,
    /// The edges of the last path, each by its node and its index there.
    above: Vec<(u32, usize)>,
    /// The edge at which the next path leaves the last one. None after the last path.
    next: Option<(u32, usize)>,
}

impl Iterator for Paths {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        let (mut node, mut place) = self.next?;
        while node != Diagram::GOAL {
            self.above.push((node, place));
            (node, place) = (self.diagram.edges(node)[place].to, 0);
        }
        let edges = self.above.iter();
        let edges = edges.map(|&(node, place)| self.diagram.edges(node)[place]);
        let path = edges.filter_map(Edge::choice).collect();
        self.next = loop {
            let Some((node, place)) = self.above.pop() else {
                break None;
            };
            if place + 1 < self.diagram.edges(node).len() {
                break Some((node, place + 1));
            }
        };
        Some(path)
    }
}

/// Makes a diagram layer by layer. It can be paused.
pub struct Tracing {
    trace: Box<dyn Trace>,
    /// The front of each step: the number of bits of a state in use.
    widths: Vec<u32>,
}

impl Tracing {
    /// A diagram of a part, in an order. None if states would be too long.
    pub fn new(part: &Part, layout: &Layout) -> Option<Self> {
        let trace: Box<dyn Trace> = match layout.words {
            0..=1 => Box::new(Traced::<1>::new(part, layout)),
            2 => Box::new(Traced::<2>::new(part, layout)),
            3..=4 => Box::new(Traced::<4>::new(part, layout)),
            5..=MOST_WORDS => Box::new(Traced::<MOST_WORDS>::new(part, layout)),
            _ => return None,
        };
        Some(Tracing {
            trace,
            widths: layout.widths().to_vec(),
        })
    }

    /// Continues for at most this many moves, within this many bytes.
    pub fn run(&mut self, moves: u64, memory: usize) -> Status<Diagram> {
        self.trace.run(moves, memory)
    }

    /// The effort so far.
    pub fn effort(&self) -> &Effort {
        self.trace.effort()
    }

    /// The work so far, in moves.
    pub fn work(&self) -> u64 {
        self.trace.effort().moves
    }

    /// The estimated number of moves in all.
    pub fn estimate(&self) -> f64 {
        self.trace.begun().estimate(&self.widths, self.work())
    }

    /// The layer that is being expanded.
    pub fn front(&self) -> Front {
        self.trace.begun().front(&self.widths)
    }
}

trait Trace {
    fn run(&mut self, moves: u64, memory: usize) -> Status<Diagram>;
    fn effort(&self) -> &Effort;
    /// The beginning of its present layer. Its work is in moves.
    fn begun(&self) -> &Begun;
}

/// All states, layer by layer, with all edges. States are numbered as they are found.
struct Traced<const K: usize> {
    schedule: Schedule<K>,
    /// Recognizes dead states.
    foresight: Foresight<K>,
    looks: Looks,
    /// The states of each step, with their numbers plus 1.
    tables: Vec<Table<K, 1>>,
    /// The step that is being expanded, and the next place in its table.
    step: usize,
    place: usize,
    /// The memory of the tables of this step and later ones.
    waiting: usize,
    begun: Begun,
    /// The states in the order of their expansion, each with the end of its edges.
    expanded: Vec<(u32, usize)>,
    edges: Vec<Edge>,
    seen: u64,
    effort: Effort,
}

impl<const K: usize> Traced<K> {
    fn new(part: &Part, layout: &Layout) -> Self {
        let schedule = Schedule::new(part, layout);
        let mut traced = Traced {
            tables: vec![Table::default(); schedule.length() + 1],
            foresight: Foresight::new(part, layout),
            looks: Looks::default(),
            schedule,
            step: 0,
            place: 0,
            waiting: 0,
            begun: Begun::default(),
            expanded: Vec::new(),
            edges: Vec::new(),
            seen: 0,
            effort: Effort::default(),
        };
        if let Some((step, key)) = traced.schedule.start() {
            traced.seen = 1;
            traced.tables[step].put(None, hash(&key), &key, [1]);
            traced.begun.waiting = 1;
        }
        traced
    }

    /// Expands states of this step until there are this many edges. Returns whether the memory
    /// sufficed.
    fn expand(&mut self, edges: usize, memory: usize) -> bool {
        let step = self.step;
        let mut has_room = true;
        let (now, later) = self.tables.split_at_mut(step + 1);
        while self.place < now[step].places() && self.edges.len() < edges {
            let waiting = self.waiting;
            let bytes = bytes(waiting, self.edges.len(), self.expanded.len(), self.seen);
            if bytes > memory {
                return false;
            }
            if let Some((key, number)) = now[step].at(self.place) {
                self.schedule.expand(step, key, |to, next, choice| {
                    let table = &mut later[to - step - 1];
                    let hash = hash(&next);
                    let number = match table.slot(hash, &next) {
                        Slot::Taken(place) => {
                            self.effort.hits += 1;
                            table.value(place)[0]
                        }
                        Slot::Free(place) => {
                            if self.foresight.looks_at(hash) {
                                self.looks.all += 1;
                                if self.foresight.is_dead(to, &next) {
                                    self.looks.dead += 1;
                                    return;
                                }
                            }
                            let (before, growth) = (table.bytes(), table.growth());
                            if growth > 0 {
                                // While the table grows, the old array also needs memory.
                                has_room &= self.waiting - waiting + bytes + growth <= memory;
                                if !has_room {
                                    return;
                                }
                            }
                            self.seen += 1;
                            table.put(place, hash, &next, [self.seen]);
                            self.waiting += table.bytes() - before;
                            self.seen
                        }
                    };
                    // Numbers in tables are larger by 1.
                    let to = (number - 1) as u32;
                    self.edges.push(Edge::new(choice, to));
                });
                self.expanded
                    .push(((number[0] - 1) as u32, self.edges.len()));
            }
            if !has_room {
                return false;
            }
            self.place += 1;
        }
        true
    }

    /// Makes the diagram of the states that lead to the goal.
    fn compact(&self) -> Diagram {
        const DEAD: u32 = u32::MAX;
        let mut diagram = Diagram::default();
        let mut numbers = vec![DEAD; self.seen as usize];
        let end = self.tables.last().expect("there is an end");
        if let Some((_, goal)) = (0..end.places()).find_map(|place| end.at(place)) {
            numbers[(goal[0] - 1) as usize] = Diagram::GOAL;
        }
        for (place, &(state, end)) in self.expanded.iter().enumerate().rev() {
            let begin = place
                .checked_sub(1)
                .map_or(0, |before| self.expanded[before].1);
            let alive = self.edges[begin..end].iter().filter_map(|edge| {
                let to = numbers[edge.to as usize];
                (to != DEAD).then_some(Edge { to, ..*edge })
            });
            if let Some(number) = diagram.add(alive) {
                numbers[state as usize] = number;
            }
        }
        // The first state found is the initial one.
        let root = numbers.first().copied().filter(|&root| root != DEAD);
        diagram.set_root(root);
        diagram
    }
}

impl<const K: usize> Trace for Traced<K> {
    fn run(&mut self, moves: u64, memory: usize) -> Status<Diagram> {
        let end = self.edges.len().saturating_add(moves as usize);
        while self.step < self.schedule.length() {
            let has_room = self.expand(end.min(self.edges.len() + BATCH), memory);
            let states = self.expanded.len();
            let bytes = bytes(self.waiting, self.edges.len(), states, self.seen);
            if has_room {
                self.effort.bytes = self.effort.bytes.max(bytes);
            }
            self.effort.states = self.expanded.len() as u64;
            self.effort.moves = self.edges.len() as u64;
            self.effort.dead = self.looks.dead;
            if !has_room || self.seen >= u64::from(u32::MAX) {
                return Status::Full;
            }
            if self.place == self.tables[self.step].places() {
                self.waiting = self.waiting.saturating_sub(self.tables[self.step].bytes());
                self.tables[self.step] = Table::default();
                self.foresight.judge(self.looks);
                self.step += 1;
                self.place = 0;
                // States are numbered when they are found, and wait until they are expanded.
                self.begun = Begun {
                    step: self.step,
                    waiting: self.seen - self.expanded.len() as u64,
                    states: self.expanded.len() as u64,
                    work: self.edges.len() as u64,
                };
            }
            if self.edges.len() >= end {
                return Status::Paused;
            }
        }
        Status::Done(self.compact())
    }

    fn effort(&self) -> &Effort {
        &self.effort
    }

    fn begun(&self) -> &Begun {
        &self.begun
    }
}

/// The memory of a diagram in progress with tables of this many bytes, without the copy of a
/// growing table. In the end, each state gets a number and each edge is copied.
fn bytes(tables: usize, edges: usize, expanded: usize, seen: u64) -> usize {
    tables
        + 2 * edges * size_of::<Edge>()
        + 2 * expanded * size_of::<(u32, usize)>()
        + seen as usize * size_of::<u32>()
}

/// The largest number of moves before the effort is updated.
const BATCH: usize = 1 << 16;
