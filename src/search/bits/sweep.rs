//! Sweeping: a small subtree that nobody looks into is searched level by level,
//! many nodes at a time. Nodes of a level do not depend on each other, so that
//! the processor need not wait for one choice before it begins with the next.
//!
//! Only sums come out, and they are the same in whatever order nodes are visited.
//! Where something has to be shown, or a limit lies, the sweep is given up, and
//! the subtree is walked as any other. Where many items change little from node to
//! node, their lengths are kept ([`lengths`]).

use super::choose::{self, Candidates};
use super::cover::{and, and_not};
use super::dance::Place;
use super::isa::Isa;
use super::price::{self, Round};
use super::sub::{BOUNDS, Lane, PLAIN, Sub};
use super::{key, lengths};
use crate::search::Counters;

/// Sub-problems with larger bitmaps, of options or of slots, are not swept; nor
/// are those with more keys that change.
pub(super) const MOST_WORDS: usize = 16;
const MOST_WIDTH: usize = 16;
const MOST_CHANGING: usize = 8;
/// A sweep whose nodes take more bytes is given up. They may be the children of one
/// batch, so that there are up to twice as many then.
const MOST_BYTES: usize = 1 << 25;
/// At most so many nodes of a level are expanded together; fewer when they have so many
/// children that these could fill batches of their own.
const BATCH: usize = 32;
const CHILDREN: usize = 8 * BATCH;
/// The most nodes of a sweep: signals wait for its end.
const MOST_NODES: u64 = 1 << 20;
/// And of the first ones, until one has come to its end.
const FIRST_NODES: u64 = 1 << 11;
/// Sweeps should have so many nodes on average.
const WANTED: std::ops::Range<u64> = 1 << 6..1 << 9;
/// So many are looked at together.
const ROUND: u64 = 16;
/// After so many nodes without a sweep, larger ones are tried.
const MANY_WALKED: u32 = 256;
/// So many nodes may always be visited in vain.
const LITTLE_WASTE: u64 = 1 << 12;

/// What a sweep may count before somebody has to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub mems: u64,
    pub solutions: u64,
}

/// The nodes of a level that are still to be expanded.
#[derive(Debug, Default)]
struct Level {
    /// For each node its live options, its active slots, and the key chosen.
    nodes: Vec<u64>,
    /// For each node the keys of slots whose bound may change, or all lengths.
    keys: Vec<Lane>,
    count: usize,
    /// What it has grown by since somebody looked, in bytes.
    grown: usize,
    /// How many nodes have been visited, with those that have no branches.
    visited: u64,
}

/// What was found below a node, as sums of what counters are made of.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    nodes: u64,
    solutions: u64,
    /// Active items at the nodes.
    active: u64,
    /// What branching costs whatever is hidden, and its updates.
    mems: u64,
    updates: u64,
    /// Options hidden in branches, and their other nodes.
    options: u64,
    pure: u64,
    purified: u64,
}

/// Sweeps, and decides when.
#[derive(Debug)]
pub(super) struct Sweeping {
    levels: Vec<Level>,
    /// The bytes that all levels take: they keep their place from sweep to sweep.
    bytes: usize,
    /// A child's keys.
    scratch: Vec<Lane>,
    sums: Sums,
    /// Nodes with more active items are not swept below.
    most_active: u32,
    /// The most nodes, now.
    most_nodes: u64,
    /// The last sweeps and their nodes.
    sweeps: u64,
    nodes: u64,
    /// Nodes counted by sweeps, and in vain.
    useful: u64,
    wasted: u64,
    /// Nodes that were walked since the last sweep.
    walked: u32,
    /// How many sixteenths of an option were hidden at a node of the last sweep.
    hidden: u64,
}

impl Default for Sweeping {
    fn default() -> Self {
        Sweeping {
            levels: Vec::new(),
            bytes: 0,
            scratch: Vec::new(),
            sums: Sums::default(),
            most_active: u32::MAX,
            most_nodes: FIRST_NODES,
            sweeps: 0,
            nodes: 0,
            useful: 0,
            wasted: 0,
            walked: 0,
            hidden: 0,
        }
    }
}

impl Sweeping {
    /// Whether to try.
    #[inline(always)]
    pub fn is_due(&mut self, sub: &Sub, active: u32) -> bool {
        if sub.words > MOST_WORDS || sub.width > MOST_WIDTH || sub.changing > MOST_CHANGING {
            return false;
        }
        let is_due = active <= self.most_active;
        self.walked += u32::from(!is_due);
        if self.walked > MANY_WALKED {
            self.walked = 0;
            self.most_active += 1;
        }
        is_due
    }

    /// How many nodes have been counted lately, about; for tests.
    #[cfg(test)]
    pub fn swept(&self) -> u64 {
        self.useful + self.nodes
    }

    /// Learns from a sweep below a node.
    fn learn(&mut self, active: u32, is_done: bool, is_large: bool) {
        let most = active.min(self.most_active);
        if is_large {
            self.most_active = most / 8 * 7;
            return;
        }
        if !is_done {
            self.wasted += self.sums.nodes + 1;
            if self.wasted > LITTLE_WASTE + self.useful / 16 {
                self.wasted /= 2;
                self.most_active = most - 1;
            }
            return;
        }
        self.walked = 0;
        self.hidden = 16 * self.sums.options / self.sums.nodes.max(1);
        self.most_nodes = MOST_NODES;
        self.sweeps += 1;
        self.nodes += self.sums.nodes;
        if self.nodes > ROUND * WANTED.end {
            self.most_active = most - 1;
        } else if self.sweeps < ROUND {
            return;
        } else if self.nodes < ROUND * WANTED.start {
            self.most_active = self.most_active.saturating_add(1);
        }
        self.useful = (self.useful + self.nodes) / 2;
        (self.sweeps, self.nodes) = (0, 0);
    }

    /// Whether what the last sweep found is beyond limits.
    pub fn exceeds(&self, limits: Limits) -> bool {
        self.sums.exceed(limits)
    }

    /// Adds what was found below a node on `level`; how many levels there are.
    pub fn count(&self, counters: &mut Counters, level: usize) -> usize {
        let sums = &self.sums;
        let choice_mems = price::choice(sums.nodes, sums.active);
        counters.mems.walk(sums.total_mems());
        counters.choice_mems.walk(choice_mems);
        counters.updates.walk(sums.updates + sums.pure);
        counters.solutions.walk(sums.solutions);
        let mut height = 0;
        for below in &self.levels[1..] {
            if below.visited == 0 {
                break;
            }
            height += 1;
            counters.nodes_at(level + height, below.visited);
        }
        height
    }
}

impl Sums {
    #[inline(always)]
    fn exceed(&self, limits: Limits) -> bool {
        self.total_mems() > limits.mems || self.solutions > limits.solutions
    }

    #[inline(always)]
    fn total_mems(&self) -> u64 {
        let hidden = price::hiding(self.options, self.pure, self.purified);
        // Options are hidden and unhidden.
        self.mems + 2 * hidden + price::choice(self.nodes, self.active)
    }
}

/// Searches all that is below a node; false if it was given up.
#[inline(always)]
pub(super) fn sweep<I: Isa, const W: usize>(
    sweeping: &mut Sweeping,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
    limits: Limits,
) -> bool {
    if W <= lengths::MOST_WORDS && sub.should_keep_lengths(sweeping.hidden) {
        macro_rules! keep {
            ($($words:literal $width:literal,)*) => {
                $(if W == $words && sub.width == $width {
                    let live: &[u64; $words] = live[..].try_into().expect("W words");
                    return sweep_as::<I, $words, $width, KEPT>(
                        sweeping, sub, live, place, key, limits,
                    );
                })*
            };
        }
        keep!(1 2, 2 2, 2 3, 2 4,);
    }
    match (sub.mode, sub.width) {
        // Where words are many, a loop over slots takes little beside.
        (PLAIN, 1) if W <= NARROW => {
            sweep_as::<I, W, 1, PLAIN>(sweeping, sub, live, place, key, limits)
        }
        (PLAIN, _) => sweep_as::<I, W, 0, PLAIN>(sweeping, sub, live, place, key, limits),
        (_, 1) if W <= NARROW => {
            sweep_as::<I, W, 1, BOUNDS>(sweeping, sub, live, place, key, limits)
        }
        _ => sweep_as::<I, W, 0, BOUNDS>(sweeping, sub, live, place, key, limits),
    }
}

/// Up to so many words, there is code of its own for bitmaps of slots of one word.
const NARROW: usize = 4;

/// A mode of sweeps: plain, with lengths that are kept.
const KEPT: u8 = 3;

/// How many lanes a node has beside its record.
#[inline(always)]
fn lanes<const MODE: u8>(sub: &Sub, width: usize) -> usize {
    match MODE {
        PLAIN => 0,
        KEPT => width,
        _ => sub.changing,
    }
}

/// The same with code for the mode, and for the words of a bitmap of slots: for any
/// number of them if `A` is 0.
#[inline(always)]
fn sweep_as<I: Isa, const W: usize, const A: usize, const MODE: u8>(
    sweeping: &mut Sweeping,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
    limits: Limits,
) -> bool {
    let width = if A == 0 { sub.width } else { A };
    let active = &sub.frames.active[place.depth * width..][..width];
    let levels = &mut sweeping.levels;
    // Else it might be given up for what others have left.
    if sweeping.bytes > MOST_BYTES / 2 {
        levels.clear();
        sweeping.bytes = 0;
    }
    if levels.is_empty() {
        levels.resize_with(2, Level::default);
    }
    for level in levels.iter_mut() {
        (level.count, level.visited) = (0, 0);
    }
    let changing = lanes::<MODE>(sub, width);
    let scratch = &mut sweeping.scratch;
    scratch.resize(changing.max(scratch.len()), Lane::default());
    let root = &mut levels[0];
    root.reserve(1, W + width + 1, changing);
    sweeping.bytes += std::mem::take(&mut root.grown);
    root.nodes[..W].copy_from_slice(live);
    root.nodes[W..W + width].copy_from_slice(active);
    root.nodes[W + width] = key;
    if MODE == KEPT {
        I::count_lengths::<W>(&sub.columns, live, &mut root.keys[..changing]);
    } else {
        let keys = &sub.frames.keys[place.depth * changing..][..changing];
        root.keys[..changing].copy_from_slice(keys);
    }
    root.count = 1;
    let most_nodes = sweeping.most_nodes;
    let mut sums = Sums::default();
    let mut is_done = true;
    // Nodes of a full batch are expanded as deep down as possible, so that few
    // have to be kept; others as high up, so that batches become full.
    let (mut top, mut level) = (0, 0);
    loop {
        if level + 1 == levels.len() {
            levels.push(Level::default());
        }
        let (above, below) = levels.split_at_mut(level + 1);
        expand::<I, W, A, MODE>(sub, &mut above[level], &mut below[0], &mut sums, scratch);
        sweeping.bytes += std::mem::take(&mut below[0].grown);
        if sums.exceed(limits) || sums.nodes > most_nodes || sweeping.bytes > MOST_BYTES {
            is_done = false;
            break;
        }
        level += 1;
        while level > top && levels[level].count < BATCH {
            level -= 1;
        }
        while levels[level].count == 0 && level + 1 < levels.len() {
            level += 1;
        }
        if levels[level].count == 0 {
            break;
        }
        if levels[level].count < BATCH {
            top = level;
        }
    }
    sweeping.sums = sums;
    let is_large = sums.nodes > most_nodes || sweeping.bytes > MOST_BYTES;
    sweeping.learn(place.active, is_done, is_large);
    is_done
}

impl Level {
    /// Makes place for some nodes more.
    #[inline(always)]
    fn reserve(&mut self, count: usize, stride: usize, changing: usize) {
        if self.nodes.len() < count * stride || self.keys.len() < count * changing {
            self.grow(count, stride, changing);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize, stride: usize, changing: usize) {
        // Half as many again, so that growing takes little; but few need few.
        let count = count + count / 2 + 8;
        let before = self.bytes();
        // Else a vector would take twice what it has.
        let (nodes, keys) = (count * stride, count * changing);
        self.nodes
            .reserve_exact(nodes.saturating_sub(self.nodes.len()));
        self.keys
            .reserve_exact(keys.saturating_sub(self.keys.len()));
        self.nodes.resize(nodes.max(self.nodes.len()), 0);
        self.keys.resize(keys.max(self.keys.len()), Lane::default());
        self.grown += self.bytes() - before;
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.keys)
    }
}

/// How a node branches, and what that costs.
struct Branching {
    /// The slot of the item branched on.
    slot: usize,
    is_used_up: bool,
    /// How many options may be chosen.
    options: u64,
    /// Whether none may be, too.
    has_null: bool,
    /// The mems of the node but for its branches, and its updates.
    mems: u64,
    updates: u64,
    /// What a branch costs beside twice its option's cost and weight; and what
    /// these have too much. The same for updates.
    mems_more: u64,
    mems_less: u64,
    updates_more: u64,
    updates_less: u64,
}

impl Branching {
    #[inline(always)]
    fn of<const MODE: u8>(sub: &Sub, keys: &[Lane], key: u64, options: u64) -> Self {
        if MODE != BOUNDS {
            let Round { node, each, .. } = price::SIMPLE;
            return Branching {
                slot: 0,
                is_used_up: true,
                options,
                has_null: false,
                mems: node,
                updates: price::SIMPLE.updates,
                mems_more: each,
                mems_less: 2 * price::of_branched(false),
                updates_more: price::SIMPLE.updates_each,
                updates_less: price::COVER_UPDATES,
            };
        }
        let item = &sub.items[choose::rank::<MODE>(key)];
        let slot = item.slot as usize;
        let base = keys.get(slot / 8).unwrap_or_else(|| &sub.keys[slot / 8]).0[slot % 8];
        let is_used_up = key::bound(base) == 1;
        let is_simple = is_used_up && item.slack == 0;
        let changes = item.bound > 1;
        let round = match (is_simple, is_used_up) {
            (true, _) => price::SIMPLE,
            (_, true) => price::USED_UP,
            _ => price::TWEAKED,
        };
        let score = choose::score::<MODE>(key) as u64;
        let has_null = options < score;
        let null = if has_null { round.null } else { 0 };
        Branching {
            slot,
            is_used_up,
            options: options.min(score),
            has_null,
            mems: round.node + null,
            updates: round.updates,
            mems_more: round.each,
            mems_less: 2 * price::of_branched(changes),
            updates_more: round.updates_each,
            updates_less: if changes { 0 } else { price::COVER_UPDATES },
        }
    }
}

/// Takes a choice off each of an option's items whose bound may change; what is
/// used up becomes inactive, and is shown unless it is branched on.
#[inline(always)]
fn choose_each<I: Isa>(
    sub: &Sub,
    option: usize,
    keep: usize,
    from: &[Lane],
    to: &mut [Lane],
    active: &mut [u64],
    mut used_up: impl FnMut(usize),
) {
    let choices = &sub.choices[option * sub.changing_width..][..sub.changing_width];
    for (group, (from, to)) in from.iter().zip(to).enumerate() {
        let choices = (choices[group / 8] >> (group % 8 * 8)) as u8;
        let (keys, gone) = I::chosen_lanes(from, choices);
        *to = keys;
        active[group / 8] &= !(u64::from(gone) << (group % 8 * 8));
        for lane in super::ones(gone.into()) {
            if group * 8 + lane != keep {
                used_up(sub.ranks[group * 8 + lane] as usize);
            }
        }
    }
}

#[inline(always)]
fn copy_lanes(from: &[Lane], to: &mut [Lane]) {
    match (from, to) {
        // Not by a call.
        ([from], [to]) => *to = *from,
        (from, to) => to.copy_from_slice(from),
    }
}

/// Access without a check, which the hot loop has no registers for.
macro_rules! get {
    ($slice:expr, $index:expr) => {{
        let index = $index;
        debug_assert!(index < $slice.len());
        // SAFETY: see `expand`.
        unsafe { $slice.get_unchecked(index) }
    }};
    (mut $slice:expr, $start:expr, $length:expr) => {{
        let start = $start;
        debug_assert!(start + $length <= $slice.len());
        // SAFETY: see `expand`.
        unsafe { $slice.get_unchecked_mut(start..start + $length) }
    }};
    ($slice:expr, $start:expr, $length:expr) => {{
        let start = $start;
        debug_assert!(start + $length <= $slice.len());
        // SAFETY: see `expand`.
        unsafe { $slice.get_unchecked(start..start + $length) }
    }};
}

/// Planes whose sums are not made until a batch is done.
const PLANES: usize = 3;

/// Visits all children of a batch of nodes.
///
/// Its unchecked accesses are in bounds: `from` has as many records as it counts;
/// `to` has place for all children of a node before the first is written; keys
/// have ranks of the sub-problem, whose rows have bits for its options only, and
/// each option has its mask of conflicts and its slots.
#[inline(always)]
fn expand<I: Isa, const W: usize, const A: usize, const MODE: u8>(
    sub: &Sub,
    from: &mut Level,
    to: &mut Level,
    sums: &mut Sums,
    scratch: &mut [Lane],
) {
    let width = if A == 0 { sub.width } else { A };
    let changing = lanes::<MODE>(sub, width);
    let stride = W + width + 1;
    let rest = from.count.saturating_sub(BATCH);
    let (rows, _) = sub.rows.as_chunks::<W>();
    let (all_conflicts, _) = sub.conflicts.as_chunks::<W>();
    let (planes, _) = sub.pure.words.as_chunks::<W>();
    let has_others = sub.others.count > 0 || planes.len() > PLANES;
    let mut hidden_options = [0; W];
    let mut hidden_pure = [[0; W]; PLANES];
    let mut count = to.count;
    let (mut nodes, mut solutions, mut total_active) = (0, 0, 0);
    let (mut mems, mut updates) = (0, 0);
    // Where a child's record goes is not known before the last child has made its
    // choice: nothing may be read from there, or the processor would wait.
    let mut child_active = [0; MOST_WIDTH];
    let child_keys = &mut scratch[..changing];
    // Visits a child whose active slots and keys have been written; it stays if it
    // has branches.
    macro_rules! visit {
        ($live:ident, $above:ident, $keys:ident) => {
            for word in 0..width {
                total_active += u64::from(child_active[word].count_ones());
            }
            let key = if MODE == KEPT {
                let to = get!(mut to.keys, count * changing, changing);
                let active = child_active[..A].try_into().expect("A words");
                let gone = and_not($above, &$live);
                I::shorten::<W, A>($keys, to, &gone, &sub.satisfied, active)
            } else {
                let candidates = Candidates::of(sub, &child_active[..width], child_keys);
                I::choose::<W, MODE>(&candidates, &$live)
            };
            nodes += 1;
            solutions += u64::from(key == key::NONE);
            let child = get!(mut to.nodes, count * stride, stride);
            child[..W].copy_from_slice(&$live);
            for word in 0..width {
                child[W + word] = child_active[word];
            }
            child[W + width] = key;
            if MODE == BOUNDS {
                copy_lanes(child_keys, get!(mut to.keys, count * changing, changing));
            }
            let goes_on = choose::score::<MODE>(key) > 0 && key != key::NONE;
            count += usize::from(goes_on);
        };
    }
    while from.count > rest && count < CHILDREN {
        from.count -= 1;
        let number = from.count;
        let node = get!(from.nodes, number * stride, stride);
        let above: &[u64; W] = node[..W].try_into().expect("W words");
        let active = &node[W..W + width];
        let key = node[W + width];
        let keys = get!(from.keys, number * changing, changing);
        let row = get!(rows, choose::rank::<MODE>(key));
        let list = and(above, row);
        let branching = Branching::of::<MODE>(sub, keys, key, super::cover::count(&list));
        mems += branching.mems;
        updates += branching.updates;
        let mut left = match branching.is_used_up {
            true => and_not(above, row),
            false => *above,
        };
        to.reserve(count + branching.options as usize + 1, stride, changing);
        let mut chosen = 0;
        'list: for word in 0..W {
            for bit in super::ones(list[word]) {
                if MODE == BOUNDS {
                    if chosen == branching.options {
                        break 'list;
                    }
                    chosen += 1;
                    if !branching.is_used_up {
                        left[word] &= !(1 << bit);
                    }
                }
                let option = word * 64 + bit;
                let data = get!(sub.options, option);
                mems += 2 * u64::from(data.fixed + data.weight) + branching.mems_more;
                mems -= branching.mems_less;
                updates += u64::from(data.covers + data.pure) + branching.updates_more;
                updates -= branching.updates_less;
                let satisfied = get!(sub.satisfied, option * width, width);
                for word in 0..width {
                    child_active[word] = active[word] & !satisfied[word];
                }
                let mut live = and_not(&left, get!(all_conflicts, option));
                if MODE == BOUNDS {
                    let active = &mut child_active[..width];
                    let slot = branching.slot;
                    choose_each::<I>(sub, option, slot, keys, child_keys, active, |rank| {
                        live = and_not(&live, &rows[rank]);
                        mems += 2 * price::COVER_OTHER;
                        updates += price::COVER_UPDATES;
                    });
                }
                let hidden = and_not(&left, &live);
                for word in 0..W {
                    hidden_options[word] += u64::from(hidden[word].count_ones());
                }
                if has_others {
                    let weight = sub.weigh::<W, MODE>(0, &hidden);
                    sums.pure += weight.pure;
                    sums.purified += weight.purified;
                } else {
                    for plane in 0..PLANES {
                        if plane < planes.len() {
                            for word in 0..W {
                                let bits = hidden[word] & planes[plane][word];
                                hidden_pure[plane][word] += u64::from(bits.count_ones());
                            }
                        }
                    }
                }
                visit!(live, above, keys);
            }
        }
        if MODE == BOUNDS && branching.has_null {
            #[allow(clippy::manual_memcpy)] // for one word, a call takes longer
            for word in 0..width {
                child_active[word] = active[word];
            }
            child_active[branching.slot / 64] &= !(1 << (branching.slot % 64));
            copy_lanes(keys, child_keys);
            visit!(left, above, keys);
        }
    }
    to.count = count;
    to.visited += nodes;
    sums.nodes += nodes;
    sums.solutions += solutions;
    sums.active += total_active;
    sums.mems += mems;
    sums.updates += updates;
    let options = hidden_options.iter().sum::<u64>();
    sums.options += options;
    if !has_others {
        sums.pure += sub.pure.base * options;
        sums.purified += sub.others.base * options;
        for (plane, hidden) in hidden_pure.iter().enumerate() {
            sums.pure += hidden.iter().sum::<u64>() << plane;
        }
    }
}
