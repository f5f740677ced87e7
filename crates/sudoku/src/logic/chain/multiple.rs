//! Forcing chains with several beginnings: from a candidate that is on and off, from all candidates
//! of a cell, from all places of a digit in a house. A consequence of all of these holds, and a
//! candidate that leads to a contradiction is wrong.
//!
//! Ratings, and more by length: Nishio 7.5 (dynamic, links in houses only, contradictions only),
//! multiple 8.0 (static, cells and houses), dynamic 8.5 (all), with simple rules 9.0, with forcing
//! chains 9.5, with multiple chains, too, 10.0, with dynamic chains 10.5 ([`super::nested`]).
//!
//! Among all hints of a rating: least number of candidates, then the kind (on and off, cells,
//! houses, contradictions), then the order in which they are found. That is by cell and digit; for
//! each, contradictions, consequences of on and off, houses whose first place this is, and last the
//! cell. Consequences that are on come before those that are off, each in the order in which the
//! first chain found it. (Sudoku Explainer: "Nishio", "Cell Forcing Chains", "Region Forcing
//! Chains", "Dynamic ...".)
//!
//! The chain from a candidate depends on the marks alone, so each is found once for some marks.

use super::implications::{Implications, in_house};
use super::links::{Links, add_parents};
use super::nested::{Nested, simple};
use super::{
    Cause, MARKS, NONE, by_length, cell_of, digit_of, is_on, link, number, off_by, on_by, told,
};
use crate::logic::houses::{HOUSES_OF, PLACE_OF};
use crate::logic::marks::{CELLS, HOUSE, Marks, bits};
use crate::logic::step::{Step, Technique};
use foldhash::HashMap;
use std::mem::take;

/// The links and rules that chains may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Dynamic chains with links in houses only.
    Nishio,
    /// Static chains.
    Static,
    /// Dynamic chains.
    Dynamic,
    /// With locked candidates, pairs and X-wings.
    Simple,
    /// With forcing chains, too.
    Forcing,
    /// With multiple forcing chains, too.
    Multiple,
    /// With simple rules, and with dynamic chains of a depth of their own: 0 to 3 for
    /// [`Self::Dynamic`] and the three after it.
    Nested(u8),
}

impl Depth {
    fn dynamic(self) -> bool {
        self != Depth::Static
    }

    /// The least rating of its hints.
    pub fn rating(self) -> f64 {
        match self {
            Depth::Nishio => 7.5,
            Depth::Static => 8.0,
            Depth::Dynamic => 8.5,
            Depth::Simple => 9.0,
            Depth::Forcing => 9.5,
            Depth::Multiple => 10.0,
            Depth::Nested(_) => 10.5,
        }
    }

    /// The technique of its hints.
    pub fn technique(self) -> Technique {
        match self {
            Depth::Nishio => Technique::Nishio,
            Depth::Static => Technique::MultipleChains,
            Depth::Dynamic => Technique::DynamicChains,
            Depth::Simple => Technique::DynamicChainsPlus,
            _ => Technique::NestedChains,
        }
    }
}

/// The marks on which chains are looked for, and when to give up.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    pub marks: &'t Marks,
    pub stop: &'t dyn Fn() -> bool,
}

/// A candidate of a chain.
#[derive(Clone, Copy)]
struct ChainNode {
    mark: u16,
    /// One more than the greatest depth of its parents: at least this many candidates lead to it,
    /// itself included.
    depth: u16,
    cause: Cause,
    /// Where its parents begin, and how many there are.
    parents: u32,
    count: u16,
    /// The number of the nested chain by which it was found; 0 for none.
    nested: u32,
}

/// All consequences of a candidate.
struct Chain {
    nodes: Vec<ChainNode>,
    parents: Vec<u16>,
    /// The node of each candidate.
    at: Box<[u16; MARKS]>,
    /// Nodes that are on or off, in the order in which they were found.
    on: Vec<u16>,
    off: Vec<u16>,
    /// A candidate that must be on and off.
    clash: Option<[u16; 2]>,
    /// How many candidates lead to each node; 0 if not yet counted.
    ancestors: Vec<u16>,
    nested: bool,
}

impl Default for Chain {
    fn default() -> Self {
        Chain {
            nodes: Vec::new(),
            parents: Vec::new(),
            at: Box::new([NONE; MARKS]),
            on: Vec::new(),
            off: Vec::new(),
            clash: None,
            ancestors: Vec::new(),
            nested: false,
        }
    }
}

impl Chain {
    fn clear(&mut self) {
        for node in &self.nodes {
            self.at[usize::from(node.mark)] = NONE;
        }
        self.nodes.clear();
        self.parents.clear();
        self.on.clear();
        self.off.clear();
        self.clash = None;
        self.ancestors.clear();
        self.nested = false;
    }

    fn has(&self, mark: u16) -> bool {
        self.at[usize::from(mark)] != NONE
    }

    /// Adds a node whose parents are the last ones, from `parents` on.
    fn push(&mut self, mark: u16, cause: Cause, parents: usize, nested: u32) -> u16 {
        let depths = self.parents[parents..].iter();
        let depth = depths.map(|&parent| self.nodes[usize::from(parent)].depth);
        let place = self.nodes.len() as u16;
        self.nodes.push(ChainNode {
            mark,
            depth: 1 + depth.max().unwrap_or(0),
            cause,
            parents: parents as u32,
            count: (self.parents.len() - parents) as u16,
            nested,
        });
        self.nested |= nested != 0;
        place
    }

    /// Adds a node as the node of its candidate.
    fn add(&mut self, mark: u16, cause: Cause, parents: usize, nested: u32) {
        let place = self.push(mark, cause, parents, nested);
        self.at[usize::from(mark)] = place;
        match is_on(mark) {
            true => self.on.push(place),
            false => self.off.push(place),
        }
    }

    fn parents(&self, node: u16) -> &[u16] {
        let node = &self.nodes[usize::from(node)];
        &self.parents[node.parents as usize..][..node.count.into()]
    }

    fn mark(&self, node: u16) -> u16 {
        self.nodes[usize::from(node)].mark
    }
}

/// A hint: which chains lead where.
#[derive(Clone, Copy)]
struct Ends {
    /// The mark from which each chain begins, and the node where it ends.
    ends: [(u16, u16); 9],
    count: usize,
}

impl Ends {
    const NONE: Ends = Ends {
        ends: [(0, 0); 9],
        count: 0,
    };

    fn of(ends: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let mut all = Ends::NONE;
        for end in ends {
            all.ends[all.count] = end;
            all.count += 1;
        }
        all
    }

    fn all(&self) -> &[(u16, u16)] {
        &self.ends[..self.count]
    }
}

#[derive(Clone, Copy)]
struct Forced {
    complexity: u32,
    key: u8,
    order: u32,
    /// The conclusion.
    target: u16,
    removed: (u8, u16),
    /// Why one of the beginnings of the chains must hold.
    cause: Cause,
    ends: Ends,
}

const NOTHING: Forced = Forced {
    complexity: u32::MAX,
    key: 0,
    order: 0,
    target: 0,
    removed: (0, 0),
    cause: Cause::Assumed,
    ends: Ends::NONE,
};

/// The facts about a nested chain that lengths need.
#[derive(Clone, Copy)]
struct Within {
    /// Equal for chains of equal candidates.
    sequence: u32,
    complexity: u32,
}

/// Looks for chains.
pub struct Chains {
    depth: Depth,
    /// The chain from each candidate, and whether it has been found for the present marks.
    chains: Vec<Chain>,
    slots: Vec<u16>,
    used: usize,
    /// Chains within these, and the numbers of their sequences.
    within: Vec<Within>,
    sequences: HashMap<Vec<u16>, u32>,
    /// Whether only the best hint is asked for. Otherwise, the best one for each set of removed
    /// candidates.
    only_best: bool,
    best: Forced,
    buckets: Vec<Forced>,
    filled: Vec<u16>,
    order: u32,
    /// Whether the search has been given up.
    stopped: bool,
    visited: Vec<u32>,
    visit: u32,
    trail: Vec<u16>,
    implications: Option<Box<Implications>>,
    links: Option<Box<Links>>,
    inner: Option<Box<Chains>>,
    hints: Vec<Nested>,
}

impl Chains {
    pub fn new(depth: Depth) -> Self {
        Chains {
            depth,
            chains: Vec::new(),
            slots: vec![NONE; MARKS],
            used: 0,
            within: Vec::new(),
            sequences: HashMap::default(),
            only_best: true,
            best: NOTHING,
            buckets: Vec::new(),
            filled: Vec::new(),
            order: 0,
            stopped: false,
            visited: Vec::new(),
            visit: 0,
            trail: Vec::new(),
            implications: None,
            links: None,
            inner: None,
            hints: Vec::new(),
        }
    }

    /// The best hint. None if the search was stopped.
    pub fn find(&mut self, task: Task<'_>) -> Option<Step> {
        self.only_best = true;
        self.best = NOTHING;
        self.search(task);
        let best = self.best;
        (!self.stopped && best.complexity != u32::MAX).then(|| self.step(&best))
    }

    fn step(&mut self, found: &Forced) -> Step {
        let rating = self.depth.rating() + by_length(found.complexity);
        let mut step = Step::remove(self.depth.technique(), rating, vec![found.removed]);
        let (cell, digit) = (cell_of(found.target), digit_of(found.target));
        if is_on(found.target) {
            step.placed = Some((cell as u8, digit as u8 + 1));
        }
        let starts = found.ends.all().iter().map(|&(start, _)| start);
        let cells = starts.clone().map(cell_of);
        let set = starts.fold(0, |set, start| set | 1 << digit_of(start));
        let houses = match (found.cause, found.ends.all().first()) {
            (Cause::House(kind), Some(&(start, _))) => {
                Some(HOUSES_OF[cell_of(start)][usize::from(kind)])
            }
            _ => None,
        };
        let mut step = step.because(cells, houses.map(usize::from), set);
        for &(start, end) in found.ends.all() {
            self.collect(start, end);
            let chain = &self.chains[usize::from(self.slots[usize::from(start)])];
            let links = self.trail.iter().flat_map(|&node| {
                let parents = chain.parents(node).iter();
                parents.map(move |&parent| link(chain.mark(parent), chain.mark(node)))
            });
            step.reason.chains.push(links.collect());
            step.reason.starts.push(told(start));
        }
        step
    }

    /// All hints, the best one first; of those that remove the same, the best one. Fewer if the
    /// search was stopped.
    pub fn all(&mut self, task: Task<'_>) -> Vec<Step> {
        let found = self.each(task);
        found.iter().map(|found| self.step(found)).collect()
    }

    /// For each set of removed candidates the best hint, the best one first.
    fn each(&mut self, task: Task<'_>) -> Vec<Forced> {
        self.only_best = false;
        self.buckets.resize(MARKS, NOTHING);
        self.search(task);
        let filled = take(&mut self.filled);
        let mut found: Vec<Forced> = filled
            .iter()
            .map(|&mark| self.buckets[usize::from(mark)])
            .collect();
        for &mark in &filled {
            self.buckets[usize::from(mark)] = NOTHING;
        }
        self.filled = filled;
        self.filled.clear();
        found.sort_by_key(|found| (found.complexity, found.key, found.order));
        found
    }

    /// All hints that need a candidate removed since `source`; of those that remove the same, the
    /// best one.
    pub fn nested(&mut self, task: Task<'_>, source: &Marks, hints: &mut Vec<Nested>) {
        for found in &self.each(task) {
            let mut parents = Vec::new();
            let mut sequence = Vec::new();
            for &(start, end) in found.ends.all() {
                self.collect(start, end);
                let chain = &self.chains[usize::from(self.slots[usize::from(start)])];
                for &node in &self.trail {
                    let node = &chain.nodes[usize::from(node)];
                    let cause = match node.cause {
                        Cause::Assumed => found.cause,
                        cause => cause,
                    };
                    sequence.push(node.mark);
                    if is_on(node.mark) {
                        add_parents(node.mark, cause, task.marks, source, &mut parents);
                    }
                }
                sequence.push(NONE);
            }
            if !parents.is_empty() {
                hints.push(Nested {
                    removed: vec![found.removed],
                    parents,
                    sequence,
                    complexity: found.complexity,
                });
            }
        }
    }

    /// Puts the ancestors of a node into the trail, breadth first.
    fn collect(&mut self, start: u16, end: u16) {
        let chain = &self.chains[usize::from(self.slots[usize::from(start)])];
        self.visit += 1;
        if self.visited.len() < chain.nodes.len() {
            self.visited.resize(chain.nodes.len(), 0);
        }
        self.trail.clear();
        self.trail.push(end);
        self.visited[usize::from(end)] = self.visit;
        let mut next = 0;
        while next < self.trail.len() {
            let node = self.trail[next];
            for &parent in chain.parents(node) {
                let seen = &mut self.visited[usize::from(parent)];
                if *seen != self.visit {
                    *seen = self.visit;
                    self.trail.push(parent);
                }
            }
            next += 1;
        }
    }

    /// The number of ancestors of a node.
    fn ancestors(&mut self, start: u16, end: u16) -> u32 {
        let slot = usize::from(self.slots[usize::from(start)]);
        let known = self.chains[slot].ancestors.get(usize::from(end)).copied();
        if let Some(count @ 1..) = known {
            return count.into();
        }
        self.collect(start, end);
        let count = self.trail.len() as u16;
        let chain = &mut self.chains[slot];
        chain.ancestors.resize(chain.nodes.len(), 0);
        chain.ancestors[usize::from(end)] = count;
        count.into()
    }

    /// The number of candidates in the chains nested in a hint's chains, each nested chain counted
    /// once.
    fn inside(&mut self, ends: &Ends) -> u32 {
        let (mut known, mut sum) = (Vec::new(), 0);
        for &(start, end) in ends.all() {
            let slot = usize::from(self.slots[usize::from(start)]);
            if !self.chains[slot].nested {
                continue;
            }
            self.collect(start, end);
            for &node in &self.trail {
                let nested = self.chains[slot].nodes[usize::from(node)].nested;
                if nested != 0 {
                    let within = self.within[nested as usize - 1];
                    if within.sequence != 0 && !known.contains(&within.sequence) {
                        known.push(within.sequence);
                        sum += within.complexity;
                    }
                }
            }
        }
        sum
    }

    fn search(&mut self, task: Task<'_>) {
        self.slots.fill(NONE);
        (self.used, self.order, self.stopped) = (0, 0, false);
        self.within.clear();
        self.sequences.clear();
        let implications = match self.depth {
            Depth::Static => {
                let mut all = self
                    .implications
                    .take()
                    .unwrap_or_else(|| Box::new(Implications::new()));
                all.find(task.marks);
                Some(all)
            }
            _ => None,
        };
        let least = match self.depth.dynamic() {
            true => 2,
            false => 3,
        };
        for cell in (0..CELLS).filter(|&cell| task.marks.size(cell) >= least) {
            self.begin_in(task, cell, implications.as_deref());
        }
        if implications.is_some() {
            self.implications = implications;
        }
    }

    /// Finds the chain from a candidate, unless it is known.
    fn chain(&mut self, task: Task<'_>, start: u16) -> &Chain {
        if self.slots[usize::from(start)] == NONE {
            let slot = self.used;
            self.used += 1;
            if self.chains.len() == slot {
                self.chains.push(Chain::default());
            }
            let mut chain = take(&mut self.chains[slot]);
            chain.clear();
            self.stopped |= (task.stop)();
            if !self.stopped {
                self.follow(task, start, &mut chain);
            }
            self.chains[slot] = chain;
            self.slots[usize::from(start)] = slot as u16;
        }
        self.known(start)
    }

    fn known(&self, start: u16) -> &Chain {
        &self.chains[usize::from(self.slots[usize::from(start)])]
    }

    fn begin_in(&mut self, task: Task<'_>, cell: usize, implications: Option<&Implications>) {
        let nishio = self.depth == Depth::Nishio;
        let digits = task.marks.digits(cell);
        for digit in bits(digits) {
            let (on, off) = (number(cell, digit, true), number(cell, digit, false));
            if self.depth.dynamic() {
                self.contradictions(task, on, off);
                if !nishio && digits.count_ones() > 2 {
                    self.both(task, on, off);
                }
            }
            if !nishio {
                self.houses(task, cell, digit, implications);
            }
        }
        let mut starts = bits(digits).map(|digit| 9 * cell + digit);
        if !nishio && implications.is_none_or(|all| all.agree(starts.by_ref())) {
            let starts = bits(digits).map(|digit| number(cell, digit, true));
            self.all_lead_to(task, &starts.collect::<Vec<_>>(), 5, Cause::Cell);
        }
    }

    /// Offers hints for a candidate that leads to a contradiction, on or off.
    fn contradictions(&mut self, task: Task<'_>, on: u16, off: u16) {
        for (start, target) in [(on, off), (off, on)] {
            if let Some([one, other]) = self.chain(task, start).clash {
                let ends = Ends::of([(start, one), (start, other)]);
                self.offer(task, target, 7, Cause::Assumed, ends);
            }
        }
    }

    /// Offers the common consequences of a candidate on and off.
    fn both(&mut self, task: Task<'_>, on: u16, off: u16) {
        for is_on in [true, false] {
            let count = match is_on {
                true => self.known(on).on.len(),
                false => self.known(on).off.len(),
            };
            for place in 0..count {
                let chain = self.known(on);
                let node = match is_on {
                    true => chain.on[place],
                    false => chain.off[place],
                };
                let target = chain.mark(node);
                let second = self.known(off).at[usize::from(target)];
                if second != NONE {
                    let ends = Ends::of([(on, node), (off, second)]);
                    self.offer(task, target, 1, Cause::Assumed, ends);
                }
            }
        }
    }

    /// Offers the common consequences of all places of a digit, in the houses where this is the
    /// first place.
    fn houses(&mut self, task: Task<'_>, cell: usize, digit: usize, all: Option<&Implications>) {
        for kind in task.marks.regions().kinds(cell) {
            let house = usize::from(HOUSES_OF[cell][kind]);
            let places = task.marks.places(house, digit);
            let first = places.trailing_zeros() == u32::from(PLACE_OF[cell][kind]);
            if places.count_ones() < 2 || !first {
                continue;
            }
            if all.is_none_or(|all| all.agree(in_house(task.marks, house, digit))) {
                let cells = bits(places).map(|place| usize::from(HOUSE[house][place]));
                let starts = cells.map(|cell| number(cell, digit, true));
                let starts: Vec<u16> = starts.collect();
                self.all_lead_to(task, &starts, 6, Cause::House(kind as u8));
            }
        }
    }

    fn all_lead_to(&mut self, task: Task<'_>, starts: &[u16], key: u8, cause: Cause) {
        for &start in starts {
            self.chain(task, start);
        }
        for is_on in [true, false] {
            let count = match is_on {
                true => self.known(starts[0]).on.len(),
                false => self.known(starts[0]).off.len(),
            };
            for place in 0..count {
                let chain = self.known(starts[0]);
                let target = chain.mark(match is_on {
                    true => chain.on[place],
                    false => chain.off[place],
                });
                let at = |start: u16| self.known(start).at[usize::from(target)];
                if starts[1..].iter().all(|&start| at(start) != NONE) {
                    let ends = Ends::of(starts.iter().map(|&start| (start, at(start))));
                    self.offer(task, target, key, cause, ends);
                }
            }
        }
    }

    /// Keeps a hint if it takes something away and is the best so far.
    fn offer(&mut self, task: Task<'_>, target: u16, key: u8, cause: Cause, ends: Ends) {
        let (cell, digit) = (cell_of(target), digit_of(target));
        let set = match is_on(target) {
            true => task.marks.digits(cell) & !(1 << digit),
            false => 1 << digit,
        };
        if set == 0 {
            return;
        }
        self.order += 1;
        // A hint that places one of two digits removes one candidate.
        let bucket = match set.count_ones() {
            1 => number(cell, set.trailing_zeros() as usize, false),
            _ => target,
        };
        let best = match self.only_best {
            true => &self.best,
            false => &self.buckets[usize::from(bucket)],
        };
        let limit = (best.complexity, best.key);
        let depth =
            |&(start, end): &(u16, u16)| u32::from(self.known(start).nodes[usize::from(end)].depth);
        let least: u32 = ends.all().iter().map(depth).sum();
        if (least, key) >= limit {
            return;
        }
        let mut complexity = 0;
        for &(start, end) in ends.all() {
            complexity += self.ancestors(start, end);
            if (complexity, key) >= limit {
                return;
            }
        }
        complexity += self.inside(&ends);
        if (complexity, key) >= limit {
            return;
        }
        let found = Forced {
            complexity,
            key,
            order: self.order,
            target,
            removed: (cell as u8, set),
            cause,
            ends,
        };
        if self.only_best {
            self.best = found;
            return;
        }
        let place = &mut self.buckets[usize::from(bucket)];
        if place.complexity == u32::MAX {
            self.filled.push(bucket);
        }
        *place = found;
    }

    /// Finds all consequences of a candidate.
    fn follow(&mut self, task: Task<'_>, start: u16, chain: &mut Chain) {
        let source = task.marks;
        let by_cell = self.depth != Depth::Nishio;
        let dynamic = self.depth.dynamic();
        let mut marks = source.clone();
        chain.add(start, Cause::Assumed, 0, 0);
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if let Some(&node) = chain.on.get(next_on) {
                next_on += 1;
                let mark = chain.mark(node);
                let mut clash = None;
                off_by(&marks, mark, by_cell, |off, cause| {
                    if chain.has(off) {
                        return true;
                    }
                    let place = chain.parents.len();
                    chain.parents.push(node);
                    let opposite = chain.at[usize::from(off ^ 1)];
                    if opposite != NONE {
                        clash = Some([opposite, chain.push(off, cause, place, 0)]);
                        return false;
                    }
                    chain.add(off, cause, place, 0);
                    true
                });
                if clash.is_some() {
                    chain.clash = clash;
                    return;
                }
            } else if let Some(&node) = chain.off.get(next_off) {
                next_off += 1;
                let mark = chain.mark(node);
                let mut clash = None;
                on_by(&marks, mark, by_cell, true, |on, cause| {
                    if chain.has(on) {
                        return true;
                    }
                    let opposite = chain.at[usize::from(on ^ 1)];
                    let place = chain.parents.len();
                    chain.parents.push(node);
                    if dynamic {
                        hidden_parents(on, cause, &marks, source, chain);
                    }
                    if opposite != NONE {
                        clash = Some([chain.push(on, cause, place, 0), opposite]);
                        return false;
                    }
                    chain.add(on, cause, place, 0);
                    true
                });
                if clash.is_some() {
                    chain.clash = clash;
                    return;
                }
                if dynamic {
                    marks.take(cell_of(mark), digit_of(mark));
                }
            } else if !self.further(
                Task {
                    marks: &marks,
                    ..task
                },
                source,
                chain,
            ) {
                return;
            }
        }
    }

    /// Applies further rules when implications have ended.
    fn further(&mut self, task: Task<'_>, source: &Marks, chain: &mut Chain) -> bool {
        let marks = task.marks;
        if matches!(self.depth, Depth::Nishio | Depth::Static | Depth::Dynamic) {
            return false;
        }
        let mut hints = take(&mut self.hints);
        hints.clear();
        simple(marks, source, &mut hints);
        if hints.is_empty() && matches!(self.depth, Depth::Forcing | Depth::Multiple) {
            let links = self.links.get_or_insert_with(|| Box::new(Links::new()));
            links.nested(marks, source, &mut hints);
        }
        if hints.is_empty() {
            let inner = match self.depth {
                Depth::Multiple => Some(Depth::Static),
                Depth::Nested(0) => Some(Depth::Dynamic),
                Depth::Nested(1) => Some(Depth::Simple),
                Depth::Nested(2) => Some(Depth::Forcing),
                Depth::Nested(_) => Some(Depth::Multiple),
                _ => None,
            };
            if let Some(depth) = inner {
                let chains = self
                    .inner
                    .get_or_insert_with(|| Box::new(Chains::new(depth)));
                chains.nested(task, source, &mut hints);
            }
        }
        let before = chain.off.len();
        for hint in &hints {
            let within = match hint.sequence.is_empty() {
                true => 0,
                false => self.add_within(hint),
            };
            let place = chain.parents.len();
            let mut fresh = false;
            for &(cell, set) in &hint.removed {
                for digit in bits(set) {
                    let off = number(cell.into(), digit, false);
                    if chain.has(off) {
                        continue;
                    }
                    if !fresh {
                        fresh = true;
                        let at = |&parent: &u16| chain.at[usize::from(parent)];
                        let parents: Vec<u16> = hint.parents.iter().map(at).collect();
                        debug_assert!(!parents.contains(&NONE));
                        chain.parents.extend(parents);
                    }
                    chain.add(off, Cause::Rule, place, within);
                }
            }
        }
        self.hints = hints;
        chain.off.len() > before
    }

    /// Keeps a nested chain, and returns its number.
    fn add_within(&mut self, hint: &Nested) -> u32 {
        let next = self.sequences.len() as u32 + 1;
        let sequence = match self.sequences.get(&hint.sequence) {
            Some(&known) => known,
            None => {
                self.sequences.insert(hint.sequence.clone(), next);
                next
            }
        };
        self.within.push(Within {
            sequence,
            complexity: hint.complexity,
        });
        self.within.len() as u32
    }
}

/// Adds the removed candidates that left a candidate as the last one.
fn hidden_parents(on: u16, cause: Cause, marks: &Marks, source: &Marks, chain: &mut Chain) {
    let (cell, digit) = (cell_of(on), digit_of(on));
    let mut add = |cell: usize, digit: usize| {
        let parent = chain.at[usize::from(number(cell, digit, false))];
        debug_assert!(parent != NONE);
        if parent != NONE {
            chain.parents.push(parent);
        }
    };
    match cause {
        Cause::Cell => {
            bits(source.digits(cell) & !marks.digits(cell)).for_each(|other| add(cell, other))
        }
        Cause::House(kind) => {
            let house = usize::from(HOUSES_OF[cell][usize::from(kind)]);
            let gone = source.places(house, digit) & !marks.places(house, digit);
            bits(gone).for_each(|place| add(HOUSE[house][place].into(), digit));
        }
        Cause::Assumed | Cause::Rule => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn a_candidate_that_leads_to_a_contradiction_goes() {
        let puzzle =
            "..247..58..............1.4.....2...9528.9.4....9...1.........3.3....75..685..2...";
        let expected = "7.8: r4c7-3";
        assert_eq!(first(Technique::Nishio, puzzle), expected);
    }

    #[test]
    fn what_all_places_lead_to_holds() {
        let puzzle =
            "..2..4...7.8...6...1.....9...3..5.7.8...2..5......8...3..6...8.12..9......5..23..";
        let expected = "8.2: r9c9-7";
        assert_eq!(first(Technique::MultipleChains, puzzle), expected);
    }

    #[test]
    fn a_candidate_may_follow_from_several() {
        let puzzle =
            "6....39....8.......74.....5.1......64...6......9428....2...5..4..58..2......9..37";
        let expected = "8.8: r4c1-3";
        assert_eq!(first(Technique::DynamicChains, puzzle), expected);
    }
}
