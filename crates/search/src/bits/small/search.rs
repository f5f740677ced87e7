//! Searches a small subtree to its end.

use super::encode::{Gatherer, MOST_ACTIVE, PLANES, Small, SmallNode};
use super::leaves::Leaves;
use super::siblings::{Filter, Pending, Stack};
use super::{COLOR_WIDTH, Request};
use crate::bits::bitmap::{and, and_not, count, first_of_word};
use crate::bits::decide::subtrees::MIDDLE_WORDS;
use crate::bits::kernels::Kernels;
use crate::bits::number::{Bit, Rank};
use crate::bits::price::{self, COVERED, LENGTH, MARK, OPTION_NODE};
use crate::bits::sub::Sub;
use crate::bits::sweep::level::Sums;
use crate::counters::Counters;
use crate::prices::Prices;

/// The sums over a subtree.
#[derive(Clone, Debug)]
pub struct SubtreeSums {
    /// The mems of branching include those of hiding.
    pub sums: Sums,
    cleansings: u64,
    /// The nodes of each level.
    levels: [u64; MOST_ACTIVE],
    /// How many nodes were made, and how many were counted as leaves of their parent.
    pub visited: u64,
    pub closed: u64,
}

impl Default for SubtreeSums {
    fn default() -> Self {
        SubtreeSums {
            sums: Sums::default(),
            cleansings: 0,
            levels: [0; MOST_ACTIVE],
            visited: 0,
            closed: 0,
        }
    }
}

impl SubtreeSums {
    /// Adds the subtree of a node on `level` to the counters; returns how many levels it has.
    pub fn count(&self, counters: &mut Counters, level: usize) -> usize {
        self.sums.count(counters);
        counters.cleansings.walk(self.cleansings);
        counters.nodes_below(level, self.levels.iter().copied())
    }

    /// Whether the search exceeds its limits and is given up.
    #[inline(always)]
    pub fn are_too_many(&self, most_nodes: u64) -> bool {
        self.visited > most_nodes || self.sums.total_mems() > MOST_MEMS
    }

    /// Counts nodes on a level that have this number of active items each.
    #[inline(always)]
    fn add_nodes(&mut self, level: usize, nodes: u64, items: u32) {
        self.sums.nodes += nodes;
        self.levels[level % MOST_ACTIVE] += nodes;
        self.sums.active += nodes * u64::from(items);
    }

    /// Counts the ends of nodes that are solutions or failures.
    #[inline(always)]
    fn end_nodes<P: Prices, const N: usize>(
        &mut self,
        state: &SmallNode<N>,
        best: Best,
        times: u64,
    ) {
        match best {
            Best::Item(_) => {}
            Best::Solution => self.sums.end_nodes::<P>(times, 0),
            Best::Failure(rank) if P::ENDS_AT_EMPTY => {
                let looked_at = state.active & first_of_word(rank.index() + 1);
                self.sums.active -= times * u64::from(state.items - looked_at.count_ones());
                self.sums.end_nodes::<P>(0, times);
            }
            Best::Failure(_) => {}
        }
    }
}

/// A subtree with more mems is given up. So sums of weights stay far below the limit of a word: no
/// node is counted more than `MOST_MEMS` times, and none takes 2^30 mems.
const MOST_MEMS: u64 = 1 << 33;

/// The options of hues in bitmaps of `N` words.
pub trait Hues<const N: usize> {
    fn options(&self, hue: u32) -> [u64; N];
}

/// Compresses the bitmaps of hues on demand.
pub struct Gathered<'s, K: Kernels, const N: usize, const W: usize> {
    pub gatherer: Gatherer<'s, K, N, W>,
    pub hues: &'s [u64],
    pub shift: u32,
}

impl<K: Kernels, const N: usize, const W: usize> Hues<N> for Gathered<'_, K, N, W> {
    #[inline(always)]
    fn options(&self, hue: u32) -> [u64; N] {
        let number = (hue as usize) << self.shift;
        self.gatherer.bitmap(self.hues, number)
    }
}

/// Bitmaps of hues that have been made.
impl<const N: usize> Hues<N> for &[[u64; N]] {
    #[inline(always)]
    fn options(&self, hue: u32) -> [u64; N] {
        self[hue as usize]
    }
}

/// Searches smaller subtrees within one.
pub trait Inner<H: Hues<N>, const N: usize> {
    /// Searches all below a node; false if it was given up, and `None` if the node has too many
    /// options.
    #[inline(always)]
    fn search<P: Prices>(
        &mut self,
        _subtree: &Subtree<'_, H, N>,
        _state: &SmallNode<N>,
        _found: &mut SubtreeSums,
        _request: Request,
    ) -> Option<bool> {
        None
    }
}

/// Searches no smaller subtrees.
impl<H: Hues<N>, const N: usize> Inner<H, N> for () {}

/// A small subtree, and the sub-problem that it is part of.
pub struct Subtree<'s, H: Hues<N>, const N: usize> {
    pub small: &'s Small<N>,
    pub sub: &'s Sub,
    pub hues: H,
}

/// Storage for nodes.
#[derive(Debug, Default)]
pub struct Nodes<const N: usize> {
    levels: Vec<SmallFork<N>>,
    stack: Stack<N>,
}

/// A node whose branches are being taken.
#[derive(Clone, Copy, Debug)]
pub struct SmallFork<const N: usize> {
    /// Its live options are without those of the item.
    state: SmallNode<N>,
    item: Rank,
    /// The options that are still to be chosen.
    list: [u64; N],
}

/// Searches all below the root of a small subtree, which has chosen an item; false if it was given
/// up at a limit.
///
/// One method keeps the nodes of a path. The other keeps all siblings, to search equal ones once;
/// where none are equal, it takes 1.25 times as long (MacMahon squares).
#[inline(always)]
pub fn search<P: Prices, H: Hues<N>, const N: usize>(
    subtree: &Subtree<'_, H, N>,
    inner: impl Inner<H, N>,
    nodes: &mut Nodes<N>,
    found: &mut SubtreeSums,
    request: Request,
) -> bool {
    match request.merges {
        true => search_siblings::<P, H, N>(subtree, inner, &mut nodes.stack, found, request),
        false => search_path::<P, H, N>(subtree, inner, &mut nodes.levels, found, request),
    }
}

/// Searches depth first, keeping a path.
#[inline(always)]
fn search_path<P: Prices, H: Hues<N>, const N: usize>(
    subtree: &Subtree<'_, H, N>,
    mut inner: impl Inner<H, N>,
    levels: &mut Vec<SmallFork<N>>,
    found: &mut SubtreeSums,
    request: Request,
) -> bool {
    let Request {
        rank,
        limits,
        most_nodes,
        level,
        ..
    } = request;
    if levels.is_empty() {
        let fork = SmallFork {
            state: subtree.small.root,
            item: rank,
            list: [0; N],
        };
        levels.resize(MOST_ACTIVE + 1, fork);
    }
    levels[0].state = subtree.small.root;
    subtree.fork::<P>(found, &mut levels[0], rank, level, request.closes);
    let mut depth = 0;
    loop {
        let [above, below] = &mut levels[depth..][..2] else {
            unreachable!("two levels");
        };
        let Some(option) = pop(&mut above.list) else {
            if depth == 0 {
                return !found.sums.exceed(limits);
            }
            depth -= 1;
            continue;
        };
        let (base, item) = (above.state.live, above.item);
        subtree.include::<P>(
            found,
            &above.state,
            &base,
            (item, option),
            1,
            &mut below.state,
        );
        found.add_nodes(level + depth, 1, below.state.items);
        found.visited += 1;
        let best = subtree.choose(&below.state);
        found.end_nodes::<P, N>(&below.state, best, 1);
        match best {
            Best::Failure(_) => {}
            Best::Solution => {
                if found.sums.solutions > limits.solutions {
                    return false;
                }
            }
            Best::Item(rank) => {
                if found.are_too_many(most_nodes) || found.sums.exceed(limits) {
                    return false;
                }
                let level = level + depth + 1;
                let within = Request {
                    rank,
                    level,
                    ..request
                };
                match inner.search::<P>(subtree, &below.state, found, within) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => {
                        depth += 1;
                        subtree.fork::<P>(found, below, rank, level, request.closes);
                    }
                }
            }
        }
    }
}

/// Makes all children of a node, merges equal ones, then searches them.
#[inline(always)]
fn search_siblings<P: Prices, H: Hues<N>, const N: usize>(
    subtree: &Subtree<'_, H, N>,
    mut inner: impl Inner<H, N>,
    stack: &mut Stack<N>,
    found: &mut SubtreeSums,
    request: Request,
) -> bool {
    let Request { limits, level, .. } = request;
    let root = subtree.small.root;
    stack.begin(Pending::root(root, request.rank, request.times, level));
    let mut is_root = true;
    while let Some(node) = stack.last() {
        let Best::Item(rank) = node.best else {
            found.end_nodes::<P, N>(&node.state, node.best, node.times);
            stack.remove_last();
            continue;
        };
        let node = *node;
        stack.remove_last();
        if !std::mem::take(&mut is_root) {
            if found.are_too_many(request.most_nodes) || found.sums.exceed(limits) {
                return false;
            }
            let (times, level) = (node.times, node.level);
            let within = Request {
                rank,
                level,
                times,
                ..request
            };
            match inner.search::<P>(subtree, &node.state, found, within) {
                Some(true) => continue,
                Some(false) => return false,
                None => {}
            }
        }
        subtree.branch::<P>(found, stack, &node, rank, request.closes);
    }
    !(found.are_too_many(u64::MAX) || found.sums.exceed(limits))
}

/// Removes the first bit.
#[inline(always)]
fn pop<const N: usize>(bits: &mut [u64; N]) -> Option<Bit> {
    for (word, bits) in bits.iter_mut().enumerate() {
        if *bits != 0 {
            let place = bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            return Some(Bit::new(word, place));
        }
    }
    None
}

/// The result of the choice.
#[derive(Clone, Copy, Debug)]
pub enum Best {
    Item(Rank),
    /// The first item without options.
    Failure(Rank),
    Solution,
}

impl<H: Hues<N>, const N: usize> Subtree<'_, H, N> {
    /// Begins to branch on an item. If its children are leaves that can be counted at once, they
    /// are, and none is left to choose.
    #[inline(always)]
    fn fork<P: Prices>(
        &self,
        found: &mut SubtreeSums,
        fork: &mut SmallFork<N>,
        item: Rank,
        level: usize,
        closes: bool,
    ) {
        let row = self.small.row(item);
        let list = and(&fork.state.live, row);
        fork.state.live = and_not(&fork.state.live, row);
        (fork.item, fork.list) = (item, list);
        let weights = self.pay::<P>(found, &fork.state, &list, 1);
        let is_last = closes && fork.state.live == [0; N];
        if is_last && self.close::<P>(found, &fork.state, level, 1, weights) {
            fork.list = [0; N];
        }
    }

    /// Pays for branching on an item with this list. Returns the list's number of options, and the
    /// numbers of their other nodes: not purified, and in all.
    #[inline(always)]
    fn pay<P: Prices>(
        &self,
        found: &mut SubtreeSums,
        state: &SmallNode<N>,
        list: &[u64; N],
        times: u64,
    ) -> [u64; 3] {
        let options = count(list);
        let pure = sum(&state.pure, list);
        let others = self.others(list, options);
        let round = price::simple::<P>();
        let hiding = 2 * price::hiding(options, pure, others - pure);
        found.sums.mems += times * (round.node + hiding);
        found.sums.updates += times * (round.updates + pure);
        if P::TELLS_LENGTHS {
            found.sums.lengths += times * self.lengths(pure, options, options);
        }
        [options, pure, others]
    }

    /// Makes the children of a node that branches on an item.
    #[inline(always)]
    fn branch<P: Prices>(
        &self,
        found: &mut SubtreeSums,
        stack: &mut Stack<N>,
        node: &Pending<N>,
        item: Rank,
        closes: bool,
    ) {
        let (state, times) = (&node.state, node.times);
        let row = self.small.row(item);
        let mut list = and(&state.live, row);
        let base = and_not(&state.live, row);
        let weights = self.pay::<P>(found, state, &list, times);
        let is_last = closes && base == [0; N];
        if is_last && self.close::<P>(found, state, node.level, times, weights) {
            return;
        }
        let (start, mut seen) = (stack.count(), Filter::default());
        while let Some(option) = pop(&mut list) {
            let child = stack.next();
            (child.times, child.level) = (times, node.level + 1);
            self.include::<P>(found, state, &base, (item, option), times, &mut child.state);
            found.add_nodes(node.level, times, child.state.items);
            found.visited += 1;
            if !stack.merge(start, &mut seen) {
                let child = stack.next();
                child.best = self.choose(&child.state);
                stack.keep();
            }
        }
    }

    /// Counts the children of a node whose live options are all in one list, from the numbers of
    /// options, of other nodes not purified, and of other nodes in all; false if these do not
    /// suffice.
    #[inline(always)]
    fn close<P: Prices>(
        &self,
        found: &mut SubtreeSums,
        state: &SmallNode<N>,
        level: usize,
        times: u64,
        [options, pure, others]: [u64; 3],
    ) -> bool {
        let Some(Leaves { satisfies, fixed }) = self.sub.subtrees.leaves else {
            return false;
        };
        let items = state.items - satisfies;
        // DLX2 stops a choice at the first item without options, and that depends on the option.
        if P::ENDS_AT_EMPTY && items > 0 {
            return false;
        }
        let leaves = times * options;
        let fresh = pure - u64::from(satisfies - 1) * options;
        let covering = (fixed - price::of_branched_by::<P>(false)) * options + OPTION_NODE * others;
        let mems = price::simple::<P>().each * options + 2 * (covering + price::PURIFY * fresh);
        found.sums.mems += times * mems;
        found.sums.updates += leaves * u64::from(satisfies - 1);
        found.cleansings += times * price::PURIFY_CLEANSINGS * fresh;
        found.add_nodes(level, leaves, items);
        found.closed += leaves;
        if items == 0 {
            found.sums.end_nodes::<P>(leaves, 0);
        }
        true
    }

    /// The mems for lengths of secondary items when options are hidden and given back. They have
    /// `pure` other nodes; `by_primary` of the options are rows of primary items' lists. All
    /// options have equally many primary items: see [`may_fit`](super::encode::may_fit).
    #[inline(always)]
    fn lengths(&self, pure: u64, options: u64, by_primary: u64) -> u64 {
        let primaries = self.sub.other_nodes.primaries.base * options;
        2 * LENGTH * (pure + by_primary - primaries)
    }

    /// How many other nodes the options have; there are `number` of them.
    #[inline(always)]
    fn others(&self, options: &[u64; N], number: u64) -> u64 {
        let others = &self.sub.other_nodes.others;
        match others.count {
            0 => others.base * number,
            _ => others.base * number + sum(&self.small.others, options),
        }
    }

    /// Chooses an option of a node; `base` is what is live outside the item's list. See
    /// [`Steps`](crate::bits::kernels::steps).
    #[inline(always)]
    fn include<P: Prices>(
        &self,
        found: &mut SubtreeSums,
        state: &SmallNode<N>,
        base: &[u64; N],
        (item, option): (Rank, Bit),
        times: u64,
        child: &mut SmallNode<N>,
    ) {
        let (sub, base) = (self.sub, *base);
        let option = self.small.option(option);
        let data = &sub.options[option.index()];
        let purified = state.purified;
        let mut pure = state.pure;
        let (mut left, mut covered, mut marks) = (base, [0; N], [0; N]);
        let mut by_primary = [0; N];
        for node in &sub.rounds[sub.round(option, item)] {
            let row = self.small.row(node.item);
            if node.hue == 0 {
                let is_primary = node.item.index() < sub.layout.primary;
                for word in 0..N {
                    covered[word] |= left[word] & row[word];
                    if P::TELLS_LENGTHS && is_primary {
                        by_primary[word] |= left[word] & row[word];
                    }
                    left[word] &= !row[word];
                }
                continue;
            }
            let color = node.item.index().wrapping_sub(sub.layout.primary);
            if purified[color / 64 % COLOR_WIDTH] >> (color % 64) & 1 == 1 {
                continue;
            }
            let same = self.hues.options(node.hue);
            purify(row, &same, &mut left, &mut pure, &mut marks);
        }
        let marks: u64 = marks.iter().sum();
        let hidden = and_not(&base, &left);
        let options = count(&hidden);
        let all = sum(&pure, &hidden);
        let mut cost = data.cost_beside::<P>(false);
        let expelled = price::expelled::<P>();
        cost.mems += MARK * marks
            + expelled.pure * all
            + expelled.option * options
            + expelled.node * self.others(&hidden, options);
        if P::TELLS_LENGTHS {
            found.sums.lengths += times * self.lengths(all, options, count(&by_primary));
        }
        if covered != [0; N] {
            let options = count(&covered);
            cost.mems += (COVERED.pure - expelled.pure) * sum(&pure, &covered);
            cost.mems -= (expelled.option - COVERED.option) * options
                + (expelled.node - COVERED.node) * self.others(&covered, options);
        }
        let width = sub.layout.color_width;
        let colored = &sub.masks.colored[option.index() * width..][..width];
        let mut fresh = 0;
        child.purified = purified;
        for (purified, &colored) in child.purified.iter_mut().zip(colored) {
            fresh += u64::from((colored & !*purified).count_ones());
            *purified |= colored;
        }
        let mems = price::simple::<P>().each + 2 * (cost.mems + price::PURIFY * fresh);
        found.sums.mems += times * mems;
        found.sums.updates += times * (cost.updates + all);
        found.cleansings += times * (price::PURIFY_CLEANSINGS * fresh + marks);
        (child.live, child.pure) = (left, pure);
        child.active = state.active & !sub.masks.satisfied[option.index()];
        child.items = state.items - data.satisfies;
    }

    /// Chooses the first item with the shortest list.
    #[inline(always)]
    fn choose(&self, state: &SmallNode<N>) -> Best {
        let (mut best, mut active) = (usize::MAX, state.active);
        while active != 0 {
            let item = active.trailing_zeros() as usize;
            active &= active - 1;
            let length = count(&and(&state.live, self.small.row(Rank(item as u32)))) as usize;
            if length == 0 {
                return Best::Failure(Rank(item as u32));
            }
            best = best.min(length * MOST_ACTIVE + item);
        }
        match best {
            usize::MAX => Best::Solution,
            best => Best::Item(Rank((best % MOST_ACTIVE) as u32)),
        }
    }
}

/// Hides the options of an item that want another color, marks those that want the same one, and
/// decrements their planes.
#[inline(always)]
fn purify<const N: usize>(
    row: &[u64; N],
    same: &[u64; N],
    left: &mut [u64; N],
    planes: &mut [[u64; N]; PLANES],
    marks: &mut [u64; N],
) {
    if N < MIDDLE_WORDS {
        // One word after another: vectors of so few words take longer.
        for word in 0..N {
            left[word] &= !row[word] | same[word];
            let mut borrow = left[word] & same[word];
            marks[0] += u64::from(borrow.count_ones());
            for plane in &mut *planes {
                let bits = plane[word];
                plane[word] = bits ^ borrow;
                borrow &= !bits;
            }
        }
        return;
    }
    // All words at once: the compiler vectorizes this.
    for word in 0..N {
        left[word] &= !row[word] | same[word];
    }
    let mut borrow = and(left, same);
    for word in 0..N {
        marks[word] += u64::from(borrow[word].count_ones());
    }
    for plane in planes {
        let bits = *plane;
        for word in 0..N {
            plane[word] ^= borrow[word];
        }
        borrow = and_not(&borrow, &bits);
    }
}

/// The sum of the numbers that some options have in planes.
#[inline(always)]
fn sum<const N: usize>(planes: &[[u64; N]; PLANES], options: &[u64; N]) -> u64 {
    let mut sum = [0; N];
    for (weight, plane) in planes.iter().enumerate() {
        let both = and(options, plane);
        for (word, bits) in both.iter().enumerate() {
            // See [`purify`].
            let to = if N < MIDDLE_WORDS { 0 } else { word };
            sum[to] += u64::from(bits.count_ones()) << weight;
        }
    }
    sum.iter().sum()
}
