//! The certificate of a count: all states of a search, dead ones included, in a form that is
//! checked by a program that knows nothing of the search (`crates/check/src/diagram.rs`).
//!
//! A *state* is the set of options that may still be taken, and the rest of the bounds. A node of
//! the certificate decides some options of a state, one after another: each is taken, or it is out
//! from then on. So no two paths give the same set of options, and no set is missing.
//!
//! ```text
//! waiting[size of the root] = {root}
//! for size from the largest to 1:
//!     for each state of waiting[size]:
//!         item = the item to branch on
//!         for each of its options: write the state after taking it, and add that to its waiting[]
//!         write the state after taking none of them
//!     free waiting[size]
//! ```
//!
//! Invariant: a state has fewer options than every state that leads to it. So all states of one
//! size are known once the larger ones are done, and each is written once, before the states below
//! it. Only waiting states are in memory; there is no diagram in memory.
//!
//! The rule for branching decides how many states there are. All rules are tried in turns, a slice
//! of work each, without writing. The first that ends is run again and writes.

use super::count::{Counted, PartReport};
use super::problem::model::{Demand, Model, Part, demands};
use super::problem::order::orders_for;
use super::race::rounds::Rounds;
use super::race::way::Way;
use super::race::{Kind, Race};
use super::{Effort, Limits, Sight, Status, Stopped};
use dlx3_base::text::output::{Output, Put};
use dlx3_format::{ItemId, OptionId, Problem};
use num_bigint::BigUint;
use std::io::Write;

/// The end of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeadsTo {
    Node(u64),
    /// This item of the part can no longer get as many options as it needs.
    Dead(usize),
    /// The part has been solved.
    Solved,
}

/// The rule for branching: the item that a state branches on.
#[derive(Clone, Debug)]
enum Rule {
    /// The item with the fewest branches.
    Fewest,
    /// The first item of this order that has options left.
    Order { items: Vec<u32>, origin: String },
}

/// A part with its rows as bitmaps.
struct PartRows<'p> {
    part: &'p Part,
    /// The number of words in a set of options.
    words: usize,
    /// The options of each item.
    rows: Vec<u64>,
    /// For each node of each option, the options that it forbids: an index into `masks`, in units
    /// of `words`.
    clashes: Vec<Vec<u32>>,
    masks: Vec<u64>,
    /// For each item, the index of its bounds in a state. None if it has no bounds.
    bounds: Vec<Option<usize>>,
    /// For each item, the items with options in common on which a state can branch. Empty if there
    /// are too many pairs; then the options that have gone are examined instead.
    beside: Vec<Vec<u32>>,
    /// The number of words in a state.
    length: usize,
}

/// The index for a node that forbids nothing while its item has room.
const NONE: u32 = u32::MAX;

impl<'p> PartRows<'p> {
    /// The rows of a part. None if they take more than `memory` bytes.
    fn new(part: &'p Part, memory: usize) -> Option<Self> {
        let words = part.choices.len().div_ceil(64).max(1);
        let items = part.demands.len();
        if items.checked_mul(words)?.checked_mul(8)? > memory {
            return None;
        }
        let mut rows = PartRows {
            part,
            words,
            rows: vec![0; items * words],
            clashes: Vec::with_capacity(part.choices.len()),
            masks: Vec::new(),
            bounds: vec![None; items],
            beside: beside(part),
            length: words,
        };
        for (option, choice) in part.choices.iter().enumerate() {
            for &(item, _) in &choice.nodes {
                rows.rows[item as usize * words + option / 64] |= 1 << (option % 64);
            }
        }
        for (item, demand) in part.demands.iter().enumerate() {
            if let Demand::Bounded { .. } = demand {
                rows.bounds[item] = Some(rows.length);
                rows.length += 1;
            }
        }
        let mut known = std::collections::HashMap::new();
        for choice in &part.choices {
            let mut clashes = Vec::with_capacity(choice.nodes.len());
            for &(item, color) in &choice.nodes {
                if let Demand::Bounded { .. } = part.demands[item as usize] {
                    clashes.push(NONE);
                    continue;
                }
                let place = match known.get(&(item, color)) {
                    Some(&place) => place,
                    None => {
                        if (rows.rows.len() + rows.masks.len()) * 8 > memory {
                            return None;
                        }
                        let place = u32::try_from(rows.masks.len() / words).ok()?;
                        let own = item as usize * words;
                        rows.masks.extend_from_slice(&rows.rows[own..own + words]);
                        known.insert((item, color), place);
                        place
                    }
                };
                clashes.push(place);
            }
            rows.clashes.push(clashes);
        }
        // Options that give an item the same color do not clash there.
        for (option, choice) in part.choices.iter().enumerate() {
            for (&(_, color), &place) in choice.nodes.iter().zip(&rows.clashes[option]) {
                if color != 0 && place != NONE {
                    rows.masks[place as usize * words + option / 64] &= !(1 << (option % 64));
                }
            }
        }
        Some(rows)
    }

    /// The memory of the rows in bytes, without the lists, which have their own limit.
    fn bytes(&self) -> usize {
        (self.rows.len() + self.masks.len()) * size_of::<u64>()
    }

    fn row(&self, item: usize) -> &[u64] {
        &self.rows[item * self.words..][..self.words]
    }

    /// The number of options of an item in a state.
    fn count(&self, state: &[u64], item: usize) -> u32 {
        let pairs = state.iter().zip(self.row(item));
        pairs.map(|(live, row)| (live & row).count_ones()).sum()
    }

    fn has_any(&self, state: &[u64], item: usize) -> bool {
        let mut pairs = state.iter().zip(self.row(item));
        pairs.any(|(live, row)| live & row != 0)
    }

    /// The initial state.
    fn root(&self) -> Vec<u64> {
        let options = self.part.choices.len();
        let mut root = vec![0; self.length];
        for option in 0..options {
            root[option / 64] |= 1 << (option % 64);
        }
        for (item, demand) in self.part.demands.iter().enumerate() {
            if let (Demand::Bounded { lower, upper }, Some(place)) = (demand, self.bounds[item]) {
                root[place] = pack(*lower, *upper);
            }
        }
        root
    }

    /// Takes an option. Bounds go down by one; [`Self::settle`] does the rest.
    fn take(&self, state: &mut [u64], option: usize) {
        let choice = &self.part.choices[option];
        for (&(item, _), &place) in choice.nodes.iter().zip(&self.clashes[option]) {
            let item = item as usize;
            let mask = match self.bounds[item] {
                None => &self.masks[place as usize * self.words..][..self.words],
                Some(place) => {
                    let (lower, upper) = unpack(state[place]);
                    state[place] = pack(lower.saturating_sub(1), upper - 1);
                    if upper > 1 {
                        continue;
                    }
                    self.row(item)
                }
            };
            for (live, mask) in state.iter_mut().zip(mask) {
                *live &= !mask;
            }
        }
        state[option / 64] &= !(1 << (option % 64));
    }

    /// Lowers upper bounds to the number of options left. Returns an item that needs more options
    /// than are left, if there is one among `touched`, the items that may have lost some since the
    /// state `before`, which is not dead. `taken` is the option taken since.
    fn settle(
        &self,
        state: &mut [u64],
        before: &mut Before,
        touched: &[u32],
        taken: Option<usize>,
    ) -> Option<usize> {
        let taken = taken.map_or(&[][..], |option| &self.part.choices[option].nodes);
        for &item in touched {
            let item = item as usize;
            match self.bounds[item] {
                None => {
                    let is_covered = || taken.iter().any(|&(own, _)| own as usize == item);
                    // An item without options before was already covered.
                    if before.had_any(self, item) && !self.has_any(state, item) && !is_covered() {
                        return Some(item);
                    }
                }
                Some(place) => {
                    let (lower, upper) = unpack(state[place]);
                    let left = self.count(state, item);
                    if lower > left {
                        return Some(item);
                    }
                    state[place] = pack(lower, upper.min(left));
                }
            }
        }
        None
    }

    fn size(&self, state: &[u64]) -> usize {
        let live = state[..self.words].iter();
        live.map(|word| word.count_ones() as usize).sum()
    }
}

/// At most this many pairs of items that share an option are listed, 4 bytes each.
const PAIRS: usize = 1 << 20;

/// For each item, the items that share options with it, except those that must only agree.
fn beside(part: &Part) -> Vec<Vec<u32>> {
    let items = part.demands.len();
    let pairs: usize = (part.choices.iter())
        .map(|choice| choice.nodes.len().saturating_pow(2))
        .fold(0, usize::saturating_add);
    if pairs > PAIRS {
        return Vec::new();
    }
    let is_real = |item: &u32| !matches!(part.demands[*item as usize], Demand::Agree { .. });
    let mut choices_of = vec![Vec::new(); items];
    for (choice, nodes) in part.choices.iter().enumerate() {
        for &(item, _) in &nodes.nodes {
            choices_of[item as usize].push(choice);
        }
    }
    let mut seen = vec![usize::MAX; items];
    let beside = choices_of.iter().enumerate().map(|(own, choices)| {
        let nodes = choices
            .iter()
            .flat_map(|&choice| &part.choices[choice].nodes);
        let mut list: Vec<u32> = nodes
            .map(|&(item, _)| item)
            .filter(|item| std::mem::replace(&mut seen[*item as usize], own) != own)
            .filter(is_real)
            .collect();
        list.shrink_to_fit();
        list
    });
    beside.collect()
}

/// A node decides one option of an item with bounds if it would decide more than this: of 1,000
/// options that all do the same, each of 500 would lead to the same states.
const DECIDED: u32 = 64;

fn pack(lower: u32, upper: u32) -> u64 {
    u64::from(lower) << 32 | u64::from(upper)
}

fn unpack(bounds: u64) -> (u32, u32) {
    ((bounds >> 32) as u32, bounds as u32)
}

/// Waiting states of one size, in the order in which they came, and a hash table to find them.
#[derive(Debug, Default)]
struct Waiting {
    states: Vec<u64>,
    nodes: Vec<u64>,
    /// The number of paths to each state.
    paths: Vec<BigUint>,
    /// In an order, the first place where an item may have options left.
    starts: Vec<u32>,
    /// Indices into `nodes`, plus 1; 0 is free.
    table: Vec<usize>,
}

impl Waiting {
    fn bytes(&self) -> usize {
        (self.states.capacity() + self.nodes.capacity()) * 8
            + self.paths.capacity() * PATHS
            + self.starts.capacity() * 4
            + self.table.len() * 8
    }

    /// The index of a state, and whether it is new.
    fn find(&mut self, state: &[u64]) -> (usize, bool) {
        if self.nodes.len() * 4 >= self.table.len() * 3 {
            self.grow(state.len());
        }
        let mask = self.table.len() - 1;
        let mut slot = hash(state) as usize & mask;
        loop {
            match self.table[slot] {
                0 => {
                    let place = self.nodes.len();
                    self.table[slot] = place + 1;
                    self.states.extend_from_slice(state);
                    return (place, true);
                }
                taken => {
                    let place = taken - 1;
                    if self.states[place * state.len()..][..state.len()] == *state {
                        return (place, false);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self, length: usize) {
        let slots = (2 * self.table.len()).max(8);
        self.table.clear();
        self.table.resize(slots, 0);
        for place in 0..self.nodes.len() {
            let mut slot = hash(&self.states[place * length..][..length]) as usize & (slots - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.table[slot] = place + 1;
        }
    }
}

/// The memory of a number of paths, about.
const PATHS: usize = size_of::<BigUint>() + 32;

fn hash(state: &[u64]) -> u64 {
    let mut hash = 0u64;
    for &word in state {
        let product = u128::from(word ^ hash) * 0x9e37_79b9_7f4a_7c15;
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash ^ hash >> 32
}

/// The names of a part's options and items in the certificate, and the target of its solutions.
struct Text<'t> {
    /// The number of each option in the problem, from 1.
    options: Vec<u64>,
    names: Vec<&'t [u8]>,
    /// The target of a branch that solves the part.
    solved: String,
    line: Vec<u8>,
}

impl Text<'_> {
    fn target(&mut self, target: LeadsTo) {
        match target {
            LeadsTo::Node(node) => self.line.put_number(node),
            LeadsTo::Dead(item) => {
                self.line.push(b'!');
                self.line.extend_from_slice(self.names[item]);
            }
            LeadsTo::Solved => self.line.extend_from_slice(self.solved.as_bytes()),
        }
    }

    fn branch(&mut self, option: usize, target: LeadsTo) {
        self.line.push(b' ');
        self.line.put_number(self.options[option]);
        self.line.push(b'>');
        self.target(target);
    }

    fn rest(&mut self, target: LeadsTo) {
        self.line.push(b' ');
        self.target(target);
        self.line.push(b'\n');
    }
}

/// A search through a part by one rule. It can be paused.
struct Search<'r, 'p> {
    rows: &'r PartRows<'p>,
    rule: &'r Rule,
    waiting: Vec<Waiting>,
    /// The states that are being expanded, and the number of those that are done.
    current: Waiting,
    place: usize,
    /// The number for the next new node.
    next: u64,
    /// The number of paths to solutions of the part.
    solved: BigUint,
    is_solved: bool,
    /// The memory of waiting states in bytes.
    bytes: usize,
    effort: Effort,
    /// The words of bitmaps that were examined, about.
    work: u64,
    /// A flag for each item, cleared after each branch.
    seen: Vec<bool>,
}

impl<'r, 'p> Search<'r, 'p> {
    /// A search from a root with this number, to which `paths` paths lead. New nodes are numbered
    /// from `next` on.
    fn new(
        rows: &'r PartRows<'p>,
        rule: &'r Rule,
        root: u64,
        paths: BigUint,
        next: u64,
    ) -> Search<'r, 'p> {
        let mut search = Search {
            rows,
            rule,
            waiting: Vec::new(),
            current: Waiting::default(),
            place: 0,
            next,
            solved: BigUint::ZERO,
            is_solved: false,
            bytes: 0,
            effort: Effort::default(),
            work: 0,
            seen: vec![false; rows.part.demands.len()],
        };
        let state = rows.root();
        let size = rows.size(&state);
        search.waiting.resize_with(size + 1, Waiting::default);
        let waiting = &mut search.waiting[size];
        waiting.find(&state);
        waiting.nodes.push(root);
        waiting.paths.push(paths);
        waiting.starts.push(0);
        search.bytes = waiting.bytes();
        search
    }

    /// Continues for this much more [work](Self::work), within this many bytes. If there is a text,
    /// `show` gets each line, and returns whether to continue.
    fn go_on(
        &mut self,
        work: u64,
        memory: usize,
        mut text: Option<&mut Text<'_>>,
        show: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Status<()> {
        let end = self.work.saturating_add(work);
        let mut scratch = Scratch::default();
        loop {
            while self.place == self.current.nodes.len() {
                self.bytes -= self.current.bytes();
                self.place = 0;
                // A state without options does not wait.
                if self.waiting.len() <= 1 {
                    self.current = Waiting::default();
                    return Status::Done(());
                }
                // It counts as waiting until it is done.
                self.current = self.waiting.pop().expect("there are more");
            }
            if self.work >= end {
                return Status::Paused;
            }
            self.effort.bytes = self.effort.bytes.max(self.bytes);
            if self.bytes > memory {
                return Status::Full;
            }
            self.expand(&mut scratch, &mut text);
            if let Some(text) = &mut text {
                let goes_on = show(&text.line);
                text.line.clear();
                if !goes_on {
                    return Status::Full;
                }
            }
        }
    }

    fn write<W: Write>(
        &mut self,
        memory: usize,
        text: &mut Text<'_>,
        limits: &mut Limits<'_>,
        out: &mut Output<W>,
    ) -> Result<(), Stopped> {
        loop {
            let Effort { states, bytes, .. } = self.effort;
            limits.show(|| Sight {
                states,
                bytes,
                ..Sight::default()
            });
            if limits.must_end() {
                return Err(Stopped::Limit);
            }
            let status = self.go_on(BREATH, memory, Some(text), &mut |line| {
                out.put(line);
                !out.has_failed()
            });
            match status {
                Status::Done(()) => return Ok(()),
                Status::Paused => {}
                _ if out.has_failed() => return Err(Stopped::Limit),
                _ => return Err(Stopped::Memory),
            }
        }
    }

    fn expand(&mut self, scratch: &mut Scratch, text: &mut Option<&mut Text<'_>>) {
        let rows = self.rows;
        self.effort.states += 1;
        let place = self.place;
        self.place += 1;
        let length = rows.length;
        let node = self.current.nodes[place];
        let paths = std::mem::take(&mut self.current.paths[place]);
        let Scratch {
            before,
            rest,
            child,
            options,
            out,
            touched,
        } = scratch;
        before.set(
            &self.current.states[place * length..][..length],
            rows.part.demands.len(),
        );
        rest.clone_from(&before.state);
        let first = self.current.starts[place];
        let (branch, start) = self.choose(&before.state, first);
        let looked_at = match self.rule {
            Rule::Fewest => rows.part.demands.len(),
            Rule::Order { .. } => (start - first) as usize + 1,
        };
        self.work += (looked_at * rows.words) as u64;
        out.clear();
        rows.list(rest, branch.item, options);
        if let Some(text) = text {
            text.line.put_number(node);
            text.line.push(b':');
        }
        let is_long = rows.bounds[branch.item].is_some() && branch.options > DECIDED;
        let decided = if is_long { 1 } else { branch.options };
        let may_go_on = is_long || branch.may_skip && options.len() as u32 == decided;
        for &option in &options[..decided as usize] {
            child.clear();
            child.extend_from_slice(rest);
            rows.take(child, option);
            touched.clear();
            touched.extend_from_slice(out);
            rows.add_touched(option, (&before.state, child), touched, &mut self.seen);
            self.work += ((touched.len() + 2) * rows.words) as u64;
            let target = match rows.settle(child, before, touched, Some(option)) {
                Some(item) => self.dead(item),
                None => self.reach(child, start, &paths),
            };
            if let Some(text) = text {
                text.branch(option, target);
            }
            rest[option / 64] &= !(1 << (option % 64));
            // If the item may have other options, too, the rest is examined below.
            if rows.bounds[branch.item].is_some() {
                out.extend(
                    rows.part.choices[option]
                        .nodes
                        .iter()
                        .map(|&(item, _)| item),
                );
                out.retain(|&item| rows.is_real(item));
                out.sort_unstable();
                out.dedup();
            }
        }
        let target = match may_go_on {
            true => match rows.settle(rest, before, out, None) {
                Some(item) => self.dead(item),
                None => self.reach(rest, start, &paths),
            },
            false => LeadsTo::Dead(branch.item),
        };
        if let Some(text) = text {
            text.rest(target);
        }
    }

    /// The item to branch on, and its place if there is an order. No item before the place `start`
    /// has options left.
    fn choose(&self, state: &[u64], start: u32) -> (Branch, u32) {
        let rows = self.rows;
        if let Rule::Order { items, .. } = self.rule {
            let mut places = start..items.len() as u32;
            let place = places.find(|&place| rows.has_any(state, items[place as usize] as usize));
            let place = place.expect("each option has an item that can be branched on");
            let item = items[place as usize] as usize;
            return (rows.branch(state, item, rows.count(state, item)), place);
        }
        let mut best: Option<Branch> = None;
        let mut fewest = u32::MAX;
        for item in (0..rows.part.demands.len()).filter(|&item| rows.is_real(item as u32)) {
            let left = rows.count(state, item);
            if left == 0 {
                continue;
            }
            let branch = rows.branch(state, item, left);
            let score = branch.options + u32::from(branch.may_skip);
            if score < fewest {
                fewest = score;
                best = Some(branch);
            }
        }
        let best = best.expect("each option has an item that can be branched on");
        (best, 0)
    }

    fn dead(&mut self, item: usize) -> LeadsTo {
        self.effort.dead += 1;
        LeadsTo::Dead(item)
    }

    /// The end of a branch that is not dead. Adds the paths that lead there.
    fn reach(&mut self, state: &[u64], start: u32, paths: &BigUint) -> LeadsTo {
        self.effort.moves += 1;
        let size = self.rows.size(state);
        if size == 0 {
            self.solved += paths;
            self.is_solved = true;
            return LeadsTo::Solved;
        }
        let waiting = &mut self.waiting[size];
        let before = waiting.bytes();
        let (place, is_new) = waiting.find(state);
        if is_new {
            waiting.nodes.push(self.next);
            waiting.paths.push(paths.clone());
            waiting.starts.push(start);
            self.next += 1;
        } else {
            self.effort.hits += 1;
            waiting.paths[place] += paths;
        }
        let node = waiting.nodes[place];
        self.bytes += waiting.bytes() - before;
        LeadsTo::Node(node)
    }
}

/// The state that is expanded, and a cache of which items have options in it.
#[derive(Default)]
struct Before {
    state: Vec<u64>,
    had_any: Vec<Option<bool>>,
}

impl Before {
    fn set(&mut self, state: &[u64], items: usize) {
        self.state.clear();
        self.state.extend_from_slice(state);
        self.had_any.clear();
        self.had_any.resize(items, None);
    }

    fn had_any(&mut self, rows: &PartRows<'_>, item: usize) -> bool {
        *self.had_any[item].get_or_insert_with(|| rows.has_any(&self.state, item))
    }
}

/// Buffers of an expansion.
#[derive(Default)]
struct Scratch {
    before: Before,
    /// The state without the options that are out; and the state after one is taken.
    rest: Vec<u64>,
    child: Vec<u64>,
    options: Vec<usize>,
    /// The items of the options that are out.
    out: Vec<u32>,
    /// The items that may have lost options by a branch.
    touched: Vec<u32>,
}

/// An item to branch on, the number of its options to try, and whether it may do without them.
struct Branch {
    item: usize,
    options: u32,
    may_skip: bool,
}

impl PartRows<'_> {
    fn branch(&self, state: &[u64], item: usize, left: u32) -> Branch {
        let lower = match self.bounds[item] {
            None => 1,
            Some(place) => unpack(state[place]).0,
        };
        // Without the first `left - lower + 1` options, too few would be left. An item that needs
        // one option is branched on for all of them.
        let options = left - lower.saturating_sub(1);
        Branch {
            item,
            options,
            may_skip: lower == 0,
        }
    }

    /// Whether a state can branch on an item.
    fn is_real(&self, item: u32) -> bool {
        !matches!(self.part.demands[item as usize], Demand::Agree { .. })
    }

    /// Adds the items that may have lost options when one was taken. `seen` is all false, before
    /// and after. The states are the one that is expanded and the one after the option.
    fn add_touched(
        &self,
        option: usize,
        (before, after): (&[u64], &[u64]),
        touched: &mut Vec<u32>,
        seen: &mut [bool],
    ) {
        touched.iter().for_each(|&item| seen[item as usize] = true);
        if self.beside.is_empty() {
            let words = before.iter().zip(after).take(self.words).enumerate();
            for (word, (before, after)) in words {
                let mut gone = before & !after;
                while gone != 0 {
                    let option = word * 64 + gone.trailing_zeros() as usize;
                    gone &= gone - 1;
                    for &(item, _) in &self.part.choices[option].nodes {
                        if self.is_real(item) && !std::mem::replace(&mut seen[item as usize], true)
                        {
                            touched.push(item);
                        }
                    }
                }
            }
            touched.iter().for_each(|&item| seen[item as usize] = false);
            return;
        }
        for &(item, _) in &self.part.choices[option].nodes {
            for &other in &self.beside[item as usize] {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    touched.push(other);
                }
            }
        }
        touched.iter().for_each(|&item| seen[item as usize] = false);
    }

    /// The options of an item in a state.
    fn list(&self, state: &[u64], item: usize, options: &mut Vec<usize>) {
        options.clear();
        for (word, (live, row)) in state.iter().zip(self.row(item)).enumerate() {
            let mut some = live & row;
            while some != 0 {
                options.push(word * 64 + some.trailing_zeros() as usize);
                some &= some - 1;
            }
        }
    }
}

/// The work between two checks of the limits: a few milliseconds.
const BREATH: u64 = 1 << 22;

/// The rule that ends first, and whether there are solutions.
type BestRule = (Rule, bool);

/// A trial of a rule, without writing. Work is counted in words, as a branch costs more by one rule
/// than by another: with 12,000 items, finding the one with the fewest options takes milliseconds,
/// and the next one of an order is known at once.
impl Way<BestRule> for Search<'_, '_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<BestRule> {
        let status = self.go_on(more, memory, None, &mut |_| true);
        status.map(|()| (self.rule.clone(), self.is_solved))
    }

    fn spent(&self) -> u64 {
        self.work
    }

    /// There is no estimate.
    fn estimate(&self) -> f64 {
        f64::INFINITY
    }

    fn effort(&self) -> Effort {
        self.effort.clone()
    }

    fn name(&self) -> String {
        match self.rule {
            Rule::Fewest => "certified, fewest options first".to_owned(),
            Rule::Order { origin, .. } => format!("certified, order {origin}"),
        }
    }
}

/// Tries all rules.
fn best_rule(
    rows: &PartRows<'_>,
    memory: usize,
    limits: &mut Limits<'_>,
) -> Result<BestRule, Stopped> {
    let tuning = limits.tuning;
    let orders = orders_for(rows.part, &tuning)
        .into_iter()
        .map(|order| Rule::Order {
            items: order.items,
            origin: order.origin,
        });
    let fewest = tuning.walk.then_some(Rule::Fewest);
    let rules: Vec<Rule> = fewest.into_iter().chain(orders).collect();
    let mut race = Race::new(Rounds::within(memory));
    for rule in &rules {
        let search = Search::new(rows, rule, 0, BigUint::ZERO, 1);
        race = race.with(Kind::States, Some(Box::new(search)));
    }
    let won = race.run(limits, &mut |_, _| false)?;
    Ok(won.expect("nothing else ends it").0)
}

/// Counts the solutions of a problem, and writes the certificate of the count. If the output fails,
/// the count ends early, and its number is wrong.
///
/// # Errors
/// If the limits end it, or if states need too much memory. The text then has no end, and proves
/// nothing.
pub fn certify<W: Write>(
    problem: &Problem,
    limits: &mut Limits<'_>,
    out: &mut Output<W>,
) -> Result<Counted, Stopped> {
    let model = Model::new(problem);
    let secondary = problem.item_count() - problem.primary_count();
    writeln!(out, "diagram 1");
    writeln!(
        out,
        "problem {} {} {secondary}",
        problem.option_count(),
        problem.primary_count()
    );
    let mut told = Vec::new();
    if model.is_impossible {
        out.put(b"root !");
        out.put(problem.name(impossible_item(problem)));
        out.put(b"\nsolutions 0\n");
        return Ok(Counted {
            number: BigUint::ZERO.into(),
            parts: told,
            free: model.free.len(),
        });
    }
    let mut stages = Vec::new();
    // The memory that the rows leave for states.
    let mut memory = limits.memory;
    for part in &model.parts {
        let rows = PartRows::new(part, memory).ok_or(Stopped::Memory)?;
        memory = memory.saturating_sub(rows.bytes());
        let (rule, has_solutions) = best_rule(&rows, memory, limits)?;
        let is_last = !has_solutions;
        stages.push((rows, rule));
        if is_last {
            // The other parts do not matter.
            stages.drain(..stages.len() - 1);
            break;
        }
    }
    let mut paths = BigUint::from(1u32);
    let mut root = 1;
    let mut next = 2;
    let free = &model.free;
    match stages.is_empty() && free.is_empty() {
        true => out.put(b"root .\n"),
        false => out.put(b"root 1\n"),
    }
    let demands = demands(problem);
    for (place, (rows, rule)) in stages.iter().enumerate() {
        // The next part begins where this one ends.
        let is_last = place + 1 == stages.len() && free.is_empty();
        let solved = if is_last { 0 } else { next };
        next += u64::from(!is_last);
        let mut text = Text {
            options: (rows.part.choices.iter())
                .map(|choice| u64::from(choice.option.0) + 1)
                .collect(),
            names: names(problem, &demands, rows.part),
            solved: match is_last {
                true => ".".to_owned(),
                false => solved.to_string(),
            },
            line: Vec::new(),
        };
        let mut search = Search::new(rows, rule, root, paths, next);
        search.write(memory, &mut text, limits, out)?;
        next = search.next;
        paths = std::mem::take(&mut search.solved);
        root = solved;
        let way = search.name();
        told.push(PartReport::new(rows.part, way, search.effort));
    }
    if paths != BigUint::ZERO {
        put_free(out, free, root, next);
        paths <<= free.len();
    }
    writeln!(out, "solutions {paths}");
    Ok(Counted {
        number: paths.into(),
        parts: told,
        free: free.len(),
    })
}

/// Writes the options that may hold or not, a node for each. The first node is the root.
fn put_free<W: Write>(out: &mut Output<W>, free: &[OptionId], root: u64, mut next: u64) {
    let mut node = root;
    for (place, option) in free.iter().enumerate() {
        let option = option.0 + 1;
        match place + 1 == free.len() {
            true => writeln!(out, "{node}: {option}>. ."),
            false => {
                writeln!(out, "{node}: {option}>{next} {next}");
                node = next;
                next += 1;
            }
        }
    }
}

/// An item that needs more options than it has.
fn impossible_item(problem: &Problem) -> ItemId {
    let mut degrees = vec![0; problem.item_count()];
    for option in problem.option_ids() {
        for (item, _) in problem.option(option) {
            degrees[item.index()] += 1;
        }
    }
    let needs = |item: &ItemId| problem.bounds(*item).map_or(0, |bounds| bounds.lower);
    let mut items = problem.item_ids();
    let item = items.find(|item| needs(item) > degrees[item.index()]);
    item.expect("the model has found one")
}

fn names<'t>(problem: &'t Problem, demands: &[Option<Demand>], part: &Part) -> Vec<&'t [u8]> {
    let mut names: Vec<&[u8]> = vec![b""; part.demands.len()];
    for choice in &part.choices {
        let items = problem
            .option(choice.option)
            .map(|(item, _)| item)
            .filter(|item| demands[item.index()].is_some());
        // An item that the model has added is the last one of its option. It is never short of
        // options.
        for (item, &(own, _)) in items.zip(&choice.nodes) {
            names[own as usize] = problem.name(item);
        }
    }
    names
}
