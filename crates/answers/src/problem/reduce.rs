//! Reduction: a smaller problem with the same solutions.
//!
//! An option is in no solution if, once it is chosen, some item has fewer options left than it
//! needs. Knuth's DLX-PRE removes such options from plain problems (The Art of Computer
//! Programming, volume 4B, section 7.2.2.1, "Preprocessing"); here items may have bounds, too. A
//! primary item *follows* from another one if all options of the second contain it: then its lower
//! bound says nothing, and it may become secondary.
//!
//! DLX-PRE tries each option against all options that it rules out, until none is removed. That is
//! quadratic in the length of the lists. Here the loop is over items: which options rule out too
//! many options of this item?
//!
//! ```text
//! while some item waits, take the one with the fewest options:
//!     for each kind of node (an item with one color, or without color):
//!         count the options of the item that it rules out
//!     an option rules out at most the sum over its nodes; so most kinds of nodes are in no
//!         option that can rule out enough, and their options are not tried
//!     for each other option whose sum is large enough:
//!         count the options that it rules out; if these are too many, remove it
//!     items that have lost options wait again
//! ```
//!
//! If options are long, examining all nodes of an item's options would take quadratic time. An item
//! that needs one option is then treated differently: an option is hopeless if each option of the
//! item rules it out, so the option that rules out the fewest is asked first. Items with the same
//! options are examined once.
//!
//! The result does not depend on the order: a hopeless option stays hopeless when others are
//! removed.
//!
//! Solutions are sets of options. None is lost or gained, because the options that stay do not
//! change.
//!
//! Invariant: a removed option is in no solution.

use dlx3_format::{Bounds, ItemId, OptionId, Problem};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// No kind.
const NONE: u32 = u32::MAX;

/// The time to examine a node, and an option beside its nodes, in nanoseconds, about.
const LOOK: u64 = 2;
const TRIAL: u64 = 20;

/// An option with this many nodes is long. The options that it rules out are cached, up to this
/// number in all.
const LONG: u32 = 512;
const MOST_KEPT: usize = 1 << 24;

/// How often `stop` is asked: after this many nanoseconds, about.
const SLICE: u64 = 1 << 20;

/// The result of a reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reduction {
    /// The options that stay, in input order. Empty if there are no solutions.
    pub options: Vec<OptionId>,
    /// The primary items that may become secondary, in input order.
    pub secondary: Vec<ItemId>,
    /// Whether it is known that there are no solutions.
    pub is_impossible: bool,
    /// Whether the reduction is complete. If it was stopped, more options may be removable.
    pub is_complete: bool,
    /// The number of options that were tried.
    pub trials: u64,
}

impl Reduction {
    /// Reduces `problem`.
    ///
    /// `stop` is called many times a second; once it returns true, the reductions so far are the
    /// result. An item is examined again when it has lost options. On most problems the time is
    /// about the sum of the squares of the options' sizes; it is longer if options rule out nearly
    /// all others. Memory is linear in the size of the problem.
    pub fn new(problem: &Problem, stop: &mut dyn FnMut() -> bool) -> Self {
        let mut reducer = Reducer::new(problem);
        while !(stop() || reducer.run(SLICE) && reducer.follow(SLICE)) {}
        reducer.finish()
    }

    /// The result so far.
    fn of(mut state: State<'_>, following: Option<Following>, is_complete: bool) -> Self {
        let problem = state.problem;
        let is_impossible = state.is_impossible;
        if is_impossible {
            state.is_alive.fill(false);
        }
        let alive = |option: &OptionId| state.is_alive[option.index()];
        Reduction {
            options: problem.option_ids().filter(alive).collect(),
            secondary: match is_impossible {
                true => Vec::new(),
                false => state.unneeded(&following.unwrap_or_else(|| Following::new(&state))),
            },
            is_impossible,
            is_complete: is_complete || is_impossible,
            trials: state.trials,
        }
    }

    /// The reduced problem. Options keep their order, and so do items; primary items that become
    /// secondary come first among the secondary ones. An upper bound is at most the number of
    /// options.
    pub fn problem(&self, problem: &Problem) -> Problem {
        let mut degrees = vec![0; problem.item_count()];
        for &option in &self.options {
            for (item, _) in problem.option(option) {
                degrees[item.index()] += 1;
            }
        }
        let mut is_secondary = vec![false; problem.item_count()];
        for item in &self.secondary {
            is_secondary[item.index()] = true;
        }
        let mut builder = Problem::builder();
        let mut items = vec![None; problem.item_count()];
        for secondary in [false, true] {
            for item in problem.item_ids() {
                let name = problem.name(item);
                let added = match (problem.bounds(item), is_secondary[item.index()]) {
                    (Some(bounds), false) if !secondary => {
                        builder.item(name, self.cut(bounds, degrees[item.index()]))
                    }
                    (Some(_), true) | (None, _) if secondary => builder.secondary(name),
                    _ => continue,
                };
                items[item.index()] = Some(added.expect("it was an item before"));
            }
        }
        for &option in &self.options {
            let nodes = problem.option(option).map(|(item, color)| {
                let item = items[item.index()].expect("all items have been added");
                (item, color)
            });
            let nodes: Vec<_> = nodes.collect();
            builder.option(&nodes).expect("it has a primary item");
        }
        // Without items, the problem cannot be built.
        let left = builder.build().unwrap_or_else(|_| problem.clone());
        left.costs_from(problem, &self.options)
    }

    /// The bounds for an item with this many options.
    fn cut(&self, bounds: Bounds, degree: u32) -> Bounds {
        if self.is_impossible {
            return bounds;
        }
        Bounds {
            lower: bounds.lower,
            upper: bounds.upper.min(degree.max(bounds.lower).max(1)),
        }
    }
}

/// A reduction that can be paused.
pub struct Reducer<'p> {
    state: State<'p>,
    /// The item that is being examined.
    inspection: Option<Inspection>,
    /// None as long as options may be removed.
    following: Option<Following>,
}

impl<'p> Reducer<'p> {
    /// The beginning, in time and memory linear in the problem.
    pub fn new(problem: &'p Problem) -> Self {
        Reducer {
            state: State::new(problem),
            inspection: None,
            following: None,
        }
    }

    /// Removes options for about this many more nanoseconds. Returns whether no more can be
    /// removed.
    pub fn run(&mut self, more: u64) -> bool {
        let end = self.spent().saturating_add(more);
        let state = &mut self.state;
        while !state.is_impossible {
            if state.work >= end {
                return false;
            }
            let Some(inspection) = &mut self.inspection else {
                match state.waiting.pop() {
                    None => return true,
                    Some(Reverse((_, item))) => self.inspection = state.inspect(item),
                }
                continue;
            };
            match inspection.candidates.pop() {
                Some(option) if !state.is_alive[option as usize] => {}
                Some(option) => {
                    if state.is_hopeless(option, inspection) {
                        state.remove(option);
                    }
                }
                None => {
                    state.forget();
                    self.inspection = None;
                }
            }
        }
        true
    }

    /// Once no more options can be removed: looks for items that follow from others, for about this
    /// many more nanoseconds. Returns whether it is done.
    pub fn follow(&mut self, more: u64) -> bool {
        let state = &mut self.state;
        if state.is_impossible {
            return true;
        }
        let end = state.work.saturating_add(more);
        let following = self.following.get_or_insert_with(|| Following::new(state));
        while state.work < end {
            match following.step(state.problem) {
                Some(work) => state.work += work,
                None => return true,
            }
        }
        false
    }

    /// The time spent so far in nanoseconds, about. It depends on the problem alone.
    pub fn spent(&self) -> u64 {
        self.state.work
    }

    /// The number of options removed so far.
    pub fn removed(&self) -> usize {
        self.state.removed
    }

    /// Whether it is known that there are no solutions.
    pub fn is_impossible(&self) -> bool {
        self.state.is_impossible
    }

    /// The result.
    pub fn finish(self) -> Reduction {
        let following = self.following;
        let is_complete = following.as_ref().is_some_and(Following::is_over);
        Reduction::of(self.state, following, is_complete)
    }
}

/// A kind of node: an item with one color, or without color.
struct NodeClass {
    item: u32,
    /// Two nodes without a color rule each other out.
    is_plain: bool,
    /// Its options are `members[begin..begin + length]`. Some may have been removed.
    begin: u32,
    length: u32,
}

/// An item that is being examined.
struct Inspection {
    item: u32,
    /// The number of options that it needs.
    lower: u32,
    /// An option that rules out this many of the item's options is hopeless.
    enough: u32,
    /// The item's options at the start.
    own: Vec<u32>,
    /// Options to try.
    candidates: Vec<u32>,
    /// The results for options with these kinds of nodes, without kinds that do not matter.
    known: HashMap<Vec<u32>, bool>,
    /// The item's options, sorted by their nodes of some other items.
    sorted: HashMap<u32, Sorted>,
    /// The work of scanning options since they were last sorted, and the work of sorting them.
    gone_through: u64,
    to_sort: u64,
}

/// Options with their kinds of nodes of an item, sorted by kind; `NONE` for options without the
/// item.
struct Sorted {
    kinds: Vec<u32>,
    options: Vec<u32>,
}

struct State<'p> {
    problem: &'p Problem,
    /// The bounds of all items. A secondary item has 0 and 1.
    bounds: Vec<Bounds>,
    kind_of: Vec<u32>,
    kinds: Vec<NodeClass>,
    /// The kinds of item `i` are `first_kind[i]..first_kind[i + 1]`.
    first_kind: Vec<u32>,
    /// The options of each kind.
    members: Vec<u32>,
    is_alive: Vec<bool>,
    /// The number of options left of each item, and the size of its largest option at the start.
    degrees: Vec<u32>,
    largest: Vec<u32>,
    /// Items to examine, those with the fewest options first.
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
    is_waiting: Vec<bool>,
    /// An item must be examined again only once it has fewer options than this.
    below: Vec<u32>,
    /// Items with the same options and bounds as an earlier one, if options are long.
    is_like_another: Vec<bool>,
    /// The options that long options rule out, sorted; and their total number.
    ruled_out: HashMap<u32, Rc<[u32]>>,
    kept: usize,
    /// How many options of the examined item have each other item, and how many have each kind with
    /// a color; then the items and kinds for which these are not zero.
    met: Vec<u32>,
    agree: Vec<u32>,
    met_items: Vec<u32>,
    agreed: Vec<u32>,
    /// The look in which an option was last listed; and the look and the kind with which an item
    /// was last marked.
    listed: Vec<u64>,
    marked: Vec<(u64, u32)>,
    looks: u64,
    trials: u64,
    /// The work in nanoseconds, about.
    work: u64,
    removed: usize,
    is_impossible: bool,
}

/// Sorts options and removes duplicates. Returns the work.
fn sorted(options: &mut Vec<u32>) -> u64 {
    let work = LOOK * options.len() as u64;
    options.sort_unstable();
    options.dedup();
    work
}

impl<'p> State<'p> {
    fn new(problem: &'p Problem) -> Self {
        let free = Bounds { lower: 0, upper: 1 };
        let items = problem.item_count();
        let bounds: Vec<_> = (problem.item_ids())
            .map(|item| problem.bounds(item).unwrap_or(free))
            .collect();
        let mut degrees = vec![0; items];
        let mut largest = vec![0; items];
        for option in problem.option_ids() {
            let nodes = problem.nodes_of(option);
            let size = nodes.len() as u32;
            for node in nodes {
                let item = problem.node_item(node).index();
                degrees[item] += 1;
                largest[item] = size.max(largest[item]);
            }
        }
        let mut state = State {
            is_impossible: (bounds.iter().zip(&degrees)).any(|(own, &has)| has < own.lower),
            problem,
            bounds,
            kind_of: vec![NONE; problem.node_count()],
            kinds: Vec::new(),
            first_kind: Vec::with_capacity(items + 1),
            members: vec![0; problem.node_count()],
            is_alive: vec![true; problem.option_count()],
            largest,
            waiting: BinaryHeap::new(),
            is_waiting: vec![false; items],
            below: vec![u32::MAX; items],
            is_like_another: vec![false; items],
            ruled_out: HashMap::new(),
            kept: 0,
            met: vec![0; items],
            agree: Vec::new(),
            met_items: Vec::new(),
            agreed: Vec::new(),
            listed: vec![0; problem.option_count()],
            marked: vec![(0, NONE); items],
            looks: 0,
            trials: 0,
            work: 0,
            removed: 0,
            degrees,
        };
        state.sort_nodes();
        state.agree = vec![0; state.kinds.len()];
        if state.largest.iter().any(|&largest| largest >= LONG) {
            state.find_likes();
        }
        for item in 0..items {
            state.wait(item);
        }
        state
    }

    /// Numbers the kinds of nodes, and lists their options.
    fn sort_nodes(&mut self) {
        let problem = self.problem;
        // All nodes, sorted by item.
        let mut ends = Vec::with_capacity(self.degrees.len());
        let mut begin = 0;
        for &degree in &self.degrees {
            ends.push(begin);
            begin += degree;
        }
        let mut nodes = vec![(0, 0); problem.node_count()];
        for option in problem.option_ids() {
            for node in problem.nodes_of(option) {
                let end = &mut ends[problem.node_item(node).index()];
                nodes[*end as usize] = (node.0, option.0);
                *end += 1;
            }
        }
        // The kinds of the item's colors.
        let mut by_color = [NONE; 256];
        let mut begin = 0;
        for (item, &end) in ends.iter().enumerate() {
            let first = self.kinds.len();
            self.first_kind.push(first as u32);
            let own = &nodes[begin as usize..end as usize];
            let color = |node: u32| problem.color_or_zero(dlx3_format::NodeId(node));
            for &(node, _) in own {
                let kind = &mut by_color[usize::from(color(node))];
                if *kind == NONE {
                    *kind = self.kinds.len() as u32;
                    self.kinds.push(NodeClass {
                        item: item as u32,
                        is_plain: color(node) == 0,
                        begin: 0,
                        length: 0,
                    });
                }
                self.kind_of[node as usize] = *kind;
                self.kinds[*kind as usize].length += 1;
            }
            for kind in &mut self.kinds[first..] {
                kind.begin = begin;
                begin += std::mem::take(&mut kind.length);
            }
            for &(node, option) in own {
                by_color[usize::from(color(node))] = NONE;
                let kind = &mut self.kinds[self.kind_of[node as usize] as usize];
                self.members[(kind.begin + kind.length) as usize] = option;
                kind.length += 1;
            }
        }
        self.first_kind.push(self.kinds.len() as u32);
    }

    /// Lets an item wait for examination, if that can help.
    fn wait(&mut self, item: usize) {
        let may_lack = self.bounds[item].lower > 0
            && self.degrees[item] < self.below[item]
            && !self.is_like_another[item];
        if may_lack && !std::mem::replace(&mut self.is_waiting[item], true) {
            let entry = (self.degrees[item], item as u32);
            self.waiting.push(Reverse(entry));
        }
    }

    fn kinds_of(&self, item: u32) -> Range<u32> {
        self.first_kind[item as usize]..self.first_kind[item as usize + 1]
    }

    /// The kinds of an option's nodes.
    fn nodes(&self, option: u32) -> &[u32] {
        let nodes = self.problem.nodes_of(OptionId(option));
        let length = nodes.len();
        let begin = nodes.map(|node| node.index()).next().unwrap_or(0);
        &self.kind_of[begin..begin + length]
    }

    /// The options of a kind, without those that were removed.
    fn members(&mut self, kind: u32) -> &[u32] {
        let kind = &mut self.kinds[kind as usize];
        self.work += LOOK * u64::from(kind.length);
        let begin = kind.begin as usize;
        let all = &mut self.members[begin..begin + kind.length as usize];
        let mut left = 0;
        for place in 0..all.len() {
            let option = all[place];
            if self.is_alive[option as usize] {
                all[left] = option;
                left += 1;
            }
        }
        kind.length = left as u32;
        &all[..left]
    }

    /// The number of options of the examined item that a node of this kind rules out.
    fn rules_out(&self, kind: u32) -> u32 {
        self.met[self.kinds[kind as usize].item as usize] - self.agree[kind as usize]
    }

    /// Finds items with the same options and bounds as an earlier one. An option that is hopeless
    /// for one of them is so for all, and they lose options together.
    fn find_likes(&mut self) {
        let lists = self.lists();
        let mut first = HashSet::new();
        for (item, list) in lists.iter().enumerate() {
            let Bounds { lower, upper } = self.bounds[item];
            let is_first = lower == 0 || first.insert((lower, upper, &list[..]));
            self.is_like_another[item] = !is_first;
        }
    }

    /// The options that a long option rules out, sorted. Some may have been removed.
    fn ruled_out_by(&mut self, option: u32) -> Rc<[u32]> {
        if let Some(known) = self.ruled_out.get(&option) {
            return Rc::clone(known);
        }
        let mut all = Vec::new();
        for place in 0..self.nodes(option).len() {
            let own = self.nodes(option)[place];
            let NodeClass { item, is_plain, .. } = self.kinds[own as usize];
            self.work += LOOK;
            if self.bounds[item as usize].upper > 1 {
                continue;
            }
            for kind in self.kinds_of(item) {
                if is_plain || kind != own {
                    all.extend_from_slice(self.members(kind));
                }
            }
            // Many nodes may rule out the same options.
            if all.len() > 2 * self.is_alive.len() {
                self.work += sorted(&mut all);
            }
        }
        self.work += sorted(&mut all);
        all.retain(|&other| other != option);
        let all: Rc<[u32]> = all.into();
        let is_long = self.nodes(option).len() >= LONG as usize;
        if is_long && self.kept + all.len() <= MOST_KEPT {
            self.kept += all.len();
            self.ruled_out.insert(option, Rc::clone(&all));
        }
        all
    }

    /// Removes the options that rule out all options of an item, which needs one of them.
    fn remove_rivals(&mut self, item: u32, mut own: Vec<u32>) {
        own.sort_by_key(|&option| self.nodes(option).len());
        self.work += TRIAL * own.len() as u64;
        let mut hopeless: Option<Vec<u32>> = None;
        for &option in &own {
            let out = self.ruled_out_by(option);
            let left = match hopeless {
                None => out.to_vec(),
                Some(mut before) => {
                    before.retain(|other| out.binary_search(other).is_ok());
                    before
                }
            };
            self.work += LOOK * left.len() as u64;
            let is_done = left.is_empty();
            hopeless = Some(left);
            if is_done {
                break;
            }
        }
        self.is_waiting[item as usize] = false;
        for option in hopeless.unwrap_or_default() {
            if self.is_alive[option as usize] {
                self.trials += 1;
                self.remove(option);
            }
        }
    }

    /// Begins to examine an item: lists the options that may rule out too many of its options. None
    /// if there is nothing left to do.
    fn inspect(&mut self, item: u32) -> Option<Inspection> {
        self.is_waiting[item as usize] = false;
        self.work += TRIAL;
        let lower = self.bounds[item as usize].lower;
        let mut own = Vec::with_capacity(self.degrees[item as usize] as usize);
        for kind in self.kinds_of(item) {
            own.extend_from_slice(self.members(kind));
        }
        if lower == 1 && self.largest[item as usize] >= LONG {
            self.remove_rivals(item, own);
            return None;
        }
        let mut to_sort = TRIAL * own.len() as u64;
        for &option in &own {
            let nodes = self.problem.nodes_of(OptionId(option));
            to_sort += LOOK * nodes.len() as u64;
            self.work += LOOK * nodes.len() as u64;
            for node in nodes {
                let kind = self.kind_of[node.index()];
                let NodeClass {
                    item: other,
                    is_plain,
                    ..
                } = self.kinds[kind as usize];
                if other == item || self.bounds[other as usize].upper > 1 {
                    continue;
                }
                if self.met[other as usize] == 0 {
                    self.met_items.push(other);
                }
                self.met[other as usize] += 1;
                if !is_plain {
                    if self.agree[kind as usize] == 0 {
                        self.agreed.push(kind);
                    }
                    self.agree[kind as usize] += 1;
                }
            }
        }
        let enough = own.len() as u32 - lower + 1;
        let mut inspection = Inspection {
            item,
            lower,
            enough,
            own,
            candidates: Vec::new(),
            known: HashMap::new(),
            sorted: HashMap::new(),
            gone_through: 0,
            to_sort,
        };
        let kinds = self.suspects(&inspection);
        self.looks += 1;
        for kind in kinds {
            self.members(kind);
            let NodeClass { begin, length, .. } = self.kinds[kind as usize];
            for place in begin..begin + length {
                let option = self.members[place as usize];
                if std::mem::replace(&mut self.listed[option as usize], self.looks) != self.looks {
                    inspection.candidates.push(option);
                }
            }
        }
        Some(inspection)
    }

    /// Kinds of nodes such that each hopeless option has one of them.
    fn suspects(&mut self, inspection: &Inspection) -> Vec<u32> {
        // The most that a node of any item rules out: the two largest values.
        let (mut most, mut second, mut by) = (0, 0, NONE);
        for &item in &self.met_items {
            let kinds = self.kinds_of(item);
            self.work += LOOK * kinds.len() as u64;
            let alive = kinds.filter(|&kind| self.kinds[kind as usize].length > 0);
            let own = alive.map(|kind| self.rules_out(kind)).max().unwrap_or(0);
            if own > most {
                (most, second, by) = (own, most, item);
            } else {
                second = own.max(second);
            }
        }
        // Each option has one node that rules out the most. Assume that it is this one.
        let mut suspects = Vec::new();
        let (mut size, mut at_most) = (0, 0);
        for &item in &self.met_items {
            let others = if item == by { second } else { most };
            let more = self.largest[item as usize] - 1;
            for kind in self.kinds_of(item) {
                let out = self.rules_out(kind);
                let NodeClass { length, .. } = self.kinds[kind as usize];
                if out == 0 || length == 0 {
                    continue;
                }
                let sum = out.saturating_add(more.saturating_mul(out.min(others)));
                at_most = sum.max(at_most);
                if sum >= inspection.enough {
                    suspects.push(kind);
                    size += length;
                }
            }
        }
        // As the item loses options, the number needed cannot shrink below this, and no more is
        // ruled out.
        let safe = at_most.saturating_add(inspection.lower);
        self.below[inspection.item as usize] = if suspects.is_empty() { safe } else { u32::MAX };
        if suspects.is_empty() || inspection.lower > 1 {
            return suspects;
        }
        // Alternatively: a hopeless option rules out this option.
        let rivals = |&option: &u32| {
            let kinds = self
                .nodes(option)
                .iter()
                .map(|&kind| &self.kinds[kind as usize]);
            let rivals = kinds.filter(|kind| self.met[kind.item as usize] > 0);
            let lengths = rivals.map(|kind| match kind.is_plain {
                true => self.degrees[kind.item as usize],
                false => self.degrees[kind.item as usize].saturating_sub(kind.length),
            });
            lengths.fold(0, u32::saturating_add)
        };
        let fewest = (inspection.own.iter()).min_by_key(|&option| rivals(option));
        let &fewest = fewest.expect("it has as many as it needs");
        let mut looked = 0;
        if rivals(&fewest) < size {
            suspects.clear();
            for &kind in self.nodes(fewest) {
                let NodeClass { item, is_plain, .. } = self.kinds[kind as usize];
                if self.met[item as usize] > 0 {
                    let others = self
                        .kinds_of(item)
                        .filter(|&other| is_plain || other != kind);
                    suspects.extend(others);
                    looked += self.kinds_of(item).len();
                }
            }
        }
        self.work += LOOK * (looked + inspection.own.len()) as u64;
        suspects
    }

    /// Whether the examined item has too few options once this one is chosen.
    fn is_hopeless(&mut self, option: u32, inspection: &mut Inspection) -> bool {
        self.trials += 1;
        let nodes = self.nodes(option);
        let looks = TRIAL + LOOK * nodes.len() as u64;
        let has_item = (nodes.iter()).any(|&k| self.kinds[k as usize].item == inspection.item);
        // Counts by node. The option itself is counted there, but not ruled out.
        let by = |&kind: &u32| {
            let own = has_item && self.kinds[kind as usize].is_plain;
            self.rules_out(kind).saturating_sub(u32::from(own))
        };
        let sum = nodes.iter().map(by).fold(0, u32::saturating_add);
        let most = nodes.iter().max_by_key(|&kind| by(kind));
        let &most = most.expect("an option has nodes");
        let is_hopeless = match by(&most) >= inspection.enough {
            _ if has_item && inspection.lower == 1 => false,
            true => true,
            false if sum < inspection.enough => false,
            false => {
                let matters = |&kind: &u32| {
                    let item = self.kinds[kind as usize].item;
                    self.met[item as usize] > 0 || item == inspection.item
                };
                let mut name: Vec<u32> = nodes.iter().copied().filter(matters).collect();
                name.sort_unstable();
                match inspection.known.get(&name) {
                    Some(&known) => known,
                    None => {
                        let lacks = self.lacks(option, most, inspection);
                        inspection.known.insert(name, lacks);
                        lacks
                    }
                }
            }
        };
        self.work += looks;
        is_hopeless
    }

    /// Whether fewer options than needed are left beside this one. Scans the options that it may
    /// not rule out: if the item's options are sorted by one of its nodes, only those that this
    /// node does not rule out. Sorts them by the node that rules out the most, once the scans have
    /// cost as much as sorting.
    fn lacks(&mut self, option: u32, most: u32, inspection: &mut Inspection) -> bool {
        self.looks += 1;
        let nodes = self.problem.nodes_of(OptionId(option));
        let mut by = (0, NONE);
        let mut left = 0;
        for node in nodes {
            let kind = self.kind_of[node.index()];
            let item = self.kinds[kind as usize].item;
            if self.bounds[item as usize].upper <= 1 {
                self.marked[item as usize] = (self.looks, kind);
            }
            if inspection.sorted.contains_key(&item) {
                by = by.max((self.rules_out(kind), kind));
            }
            left += u32::from(item == inspection.item);
        }
        let before = self.work;
        if inspection.gone_through >= inspection.to_sort && by.1 != most {
            self.sort(most, inspection);
            by.1 = most;
        }
        let by = by.1;
        let mut own = &mut inspection.own;
        let mut places = [0..own.len(), 0..0];
        if by != NONE {
            let NodeClass { item, is_plain, .. } = self.kinds[by as usize];
            let sorted = inspection.sorted.get_mut(&item).expect("it is there");
            let range = |kind| {
                let begin = sorted.kinds.partition_point(|&other| other < kind);
                begin..sorted.kinds.partition_point(|&other| other <= kind)
            };
            places = [range(NONE), if is_plain { 0..0 } else { range(by) }];
            own = &mut sorted.options;
        }
        for places in places {
            for place in places.clone() {
                let other = own[place];
                if other != option && self.agrees(other) {
                    // The next option may need the same one.
                    own.swap(places.start, place);
                    left += 1;
                }
                if left >= inspection.lower {
                    inspection.gone_through += self.work - before;
                    return false;
                }
            }
        }
        inspection.gone_through += self.work - before;
        left < inspection.lower
    }

    /// Sorts the item's options by their kinds of nodes of the item of this kind.
    fn sort(&mut self, kind: u32, inspection: &mut Inspection) {
        let item = self.kinds[kind as usize].item;
        let mut looked = 0;
        let mut sorted: Vec<(u32, u32)> = (inspection.own.iter())
            .map(|&own| {
                let mut nodes = self.nodes(own).iter().inspect(|_| looked += 1);
                let found = nodes.find(|&&kind| self.kinds[kind as usize].item == item);
                (found.copied().unwrap_or(NONE), own)
            })
            .collect();
        sorted.sort_unstable();
        self.work += LOOK * looked + TRIAL * sorted.len() as u64;
        inspection.gone_through = 0;
        let (kinds, options) = sorted.into_iter().unzip();
        inspection.sorted.insert(item, Sorted { kinds, options });
    }

    /// Whether an option is left and not ruled out by the marks.
    fn agrees(&mut self, option: u32) -> bool {
        self.work += LOOK;
        if !self.is_alive[option as usize] {
            return false;
        }
        let mut looked = 0;
        let agrees = self.nodes(option).iter().all(|&kind| {
            looked += 1;
            let NodeClass { item, is_plain, .. } = self.kinds[kind as usize];
            let (look, marked) = self.marked[item as usize];
            look != self.looks || marked == kind && !is_plain
        });
        self.work += LOOK * looked;
        agrees
    }

    /// Clears the counts of the examined item.
    fn forget(&mut self) {
        for item in self.met_items.drain(..) {
            self.met[item as usize] = 0;
        }
        for kind in self.agreed.drain(..) {
            self.agree[kind as usize] = 0;
        }
    }

    /// Removes an option. Items that lose it may then have too few.
    fn remove(&mut self, option: u32) {
        self.is_alive[option as usize] = false;
        self.removed += 1;
        for (item, _) in self.problem.option(OptionId(option)) {
            let item = item.index();
            self.degrees[item] -= 1;
            self.is_impossible |= self.degrees[item] < self.bounds[item].lower;
            self.wait(item);
        }
    }

    /// The remaining options of each item, sorted.
    fn lists(&self) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); self.bounds.len()];
        for option in self.problem.option_ids() {
            if self.is_alive[option.index()] {
                for (item, _) in self.problem.option(option) {
                    lists[item.index()].push(option.0);
                }
            }
        }
        lists
    }

    /// The primary items that may become secondary: they occur at most once, and need no option, or
    /// follow from another item that stays primary.
    fn unneeded(&self, following: &Following) -> Vec<ItemId> {
        let problem = self.problem;
        let primary = |item: ItemId| item.index() < problem.primary_count();
        // The number of primary items of each option. One must stay.
        let mut primaries: Vec<u32> = (problem.option_ids())
            .map(|option| {
                problem
                    .option(option)
                    .filter(|node| primary(node.0))
                    .count() as u32
            })
            .collect();
        let mut unneeded = Vec::new();
        for item in problem.item_ids().take(problem.primary_count()) {
            let bounds = self.bounds[item.index()];
            let list = &following.lists[item.index()];
            let may_be = bounds.upper == 1 && (bounds.lower == 0 || following.has(item));
            let can_be = list.iter().all(|&option| primaries[option as usize] > 1);
            if may_be && can_be && unneeded.len() + 1 < problem.primary_count() {
                for &option in list {
                    primaries[option as usize] -= 1;
                }
                unneeded.push(item);
            }
        }
        unneeded
    }
}

/// The primary items that follow from another one: they are in all of its options, and have more
/// options than it or come after it.
struct Following {
    /// The remaining options of each item, sorted.
    lists: Vec<Vec<u32>>,
    /// The first item with the same options.
    like: Vec<u32>,
    /// Among the items with the same options, the first with a lower bound.
    needed: Vec<u32>,
    /// Whether these items follow from one with fewer options.
    follow: Vec<bool>,
    /// The last item with which these items were compared.
    compared: Vec<u32>,
    /// All items before this one have been examined.
    next: usize,
}

impl Following {
    /// The beginning. Finds items with the same options.
    fn new(state: &State<'_>) -> Self {
        let lists = state.lists();
        let count = state.problem.primary_count();
        let mut first = HashMap::new();
        let like = lists[..count].iter().zip(0..);
        let like: Vec<u32> = like
            .map(|(list, item)| *first.entry(&list[..]).or_insert(item))
            .collect();
        drop(first);
        let mut needed = vec![NONE; count];
        for (item, &like) in like.iter().enumerate() {
            let needed = &mut needed[like as usize];
            if *needed == NONE && state.bounds[item].lower > 0 {
                *needed = item as u32;
            }
        }
        Following {
            lists,
            like,
            needed,
            follow: vec![false; count],
            compared: vec![NONE; count],
            next: 0,
        }
    }

    /// Whether this item is known to follow from another one.
    fn has(&self, item: ItemId) -> bool {
        let like = self.like[item.index()] as usize;
        self.follow[like] || self.needed[like] < item.0
    }

    /// Whether all items have been examined.
    fn is_over(&self) -> bool {
        self.next == self.like.len()
    }

    /// Examines the next item. Returns the work in nanoseconds, or None once all are done.
    fn step(&mut self, problem: &Problem) -> Option<u64> {
        let item = self.next;
        let like = *self.like.get(item)?;
        self.next += 1;
        if self.needed[like as usize] != item as u32 {
            return Some(LOOK);
        }
        let list = &self.lists[item];
        let least = list
            .iter()
            .map(|&option| OptionId(option))
            .min_by_key(|&option| problem.nodes_of(option).len());
        let mut work = list.len() as u64 * LOOK;
        for (other, _) in least.into_iter().flat_map(|option| problem.option(option)) {
            work += LOOK;
            let Some(&others) = self.like.get(other.index()) else {
                continue;
            };
            let compared = &mut self.compared[others as usize];
            if others == like || self.follow[others as usize] || *compared == item as u32 {
                continue;
            }
            *compared = item as u32;
            // Both lists are sorted, and the other one may be much longer.
            let mut rest = &self.lists[other.index()][..];
            self.follow[others as usize] = list.iter().all(|option| {
                work += TRIAL;
                match rest.binary_search(option) {
                    Ok(place) => {
                        rest = &rest[place + 1..];
                        true
                    }
                    Err(_) => false,
                }
            });
        }
        Some(work)
    }
}
