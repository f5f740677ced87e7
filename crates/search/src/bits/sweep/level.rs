//! The nodes of a level of a sweep, and the sums over all nodes.

use crate::bits::price;
use crate::counters::Counters;
use crate::prices::Prices;
use crate::vector::Lane;
use std::ops::Range;

/// The limits of a sweep; beyond them, something has to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub mems: u64,
    pub solutions: u64,
}

/// Sums over a subtree, from which counters are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub nodes: u64,
    /// The nodes on chains of null moves, which were not visited.
    pub chained: u64,
    pub solutions: u64,
    /// The active items of all nodes.
    pub active: u64,
    /// The mems and updates of branching, beside those of hiding.
    pub mems: u64,
    pub updates: u64,
    /// The options hidden in branches, and their other nodes.
    pub options: u64,
    pub pure: u64,
    pub purified: u64,
    /// The random numbers drawn.
    pub draws: u64,
    /// The mems saved because the choice at a solution is free, or cheaper.
    pub free_choices: u64,
    /// The mems for lengths of secondary items, if these are told apart. Without colors, until
    /// [`tell_lengths`](Self::tell_lengths): the number of secondary items of the options chosen,
    /// less the number of options hidden by such items, modulo 2^64.
    pub lengths: u64,
}

impl Sums {
    /// Adds the [weight] of all options hidden in a batch.
    #[inline(always)]
    pub fn hide(&mut self, weight: u64) {
        let [options, pure, purified] = price::weight_parts(weight);
        self.options += options;
        self.pure += pure;
        self.purified += purified;
    }

    #[inline(always)]
    pub fn exceed(&self, limits: Limits) -> bool {
        self.total_mems() > limits.mems || self.solutions > limits.solutions
    }

    #[inline(always)]
    pub fn total_mems(&self) -> u64 {
        let hidden = price::hiding(self.options, self.pure, self.purified);
        // Options are hidden and unhidden.
        self.mems + 2 * hidden + self.choice_mems()
    }

    #[inline(always)]
    pub fn choice_mems(&self) -> u64 {
        price::choice(self.nodes, self.active) + price::DRAW * self.draws - self.free_choices
    }

    /// Computes the mems for lengths; each option has `primaries` primary items.
    pub fn tell_lengths(&mut self, primaries: u64) {
        let secondary = self.pure + self.options - primaries * self.options;
        self.lengths = 2 * price::LENGTH * self.lengths.wrapping_add(secondary);
    }

    /// Adds the sums to the counters; the nodes of each level are counted elsewhere.
    pub fn count(&self, counters: &mut Counters) {
        counters.mems.walk(self.total_mems());
        counters.choice_mems.walk(self.choice_mems());
        counters.updates.walk(self.updates + self.pure);
        counters.solutions.walk(self.solutions);
        counters.length_mems.walk(self.lengths);
    }

    /// Pays for some nodes without bounds, which have `children` children in total; `mems` and
    /// `updates` are those of the options chosen.
    #[inline(always)]
    pub fn pay_plain<P: Prices>(&mut self, mems: u64, updates: u64, nodes: u64, children: u64) {
        let round = price::simple::<P>();
        self.mems += 2 * mems + round.node * nodes + round.each * children;
        self.mems -= 2 * price::of_branched_by::<P>(false) * children;
        self.updates += updates + round.updates * nodes + round.updates_each * children;
        self.updates -= price::COVER_UPDATES * children;
    }

    /// Adds solutions, and nodes that end at an item without options; corrects the mems by which
    /// either differs from other nodes.
    #[inline(always)]
    pub fn end_nodes<P: Prices>(&mut self, solutions: u64, dead: u64) {
        self.solutions += solutions;
        self.mems -= price::less_for_solution::<P>() * solutions;
        self.free_choices += price::less_for_no_choice::<P>() * solutions;
        if P::ENDS_AT_EMPTY {
            self.mems += price::dead_end::<P>() * dead;
            self.updates += price::COVER_UPDATES * dead;
        }
    }
}

/// The nodes of a level that are yet to be expanded.
#[derive(Debug, Default)]
pub struct SweepLevel {
    /// For each node: its live options, its active slots, and its key.
    pub nodes: Vec<u64>,
    /// For each node: the keys of slots whose bound may change, or all lengths.
    pub keys: Vec<Lane>,
    pub count: usize,
    /// If nodes are stored by fields: the number of fields, and of nodes in each.
    pub fields: usize,
    capacity: usize,
    /// The bytes by which it has grown since this was last set to 0.
    pub grown: usize,
    /// The number of nodes visited, including those without branches.
    pub visited: u64,
}

impl SweepLevel {
    /// Makes room for `count` nodes, each with `stride` words and `lanes` lanes.
    #[inline(always)]
    pub fn reserve(&mut self, count: usize, stride: usize, lanes: usize) {
        if self.nodes.len() < count * stride || self.keys.len() < count * lanes {
            self.grow(count, stride, lanes);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize, stride: usize, lanes: usize) {
        // Grows by half, so seldom.
        let count = count + count / 2 + 8;
        let before = self.bytes();
        // A vector by itself would double.
        let (nodes, keys) = (count * stride, count * lanes);
        self.nodes
            .reserve_exact(nodes.saturating_sub(self.nodes.len()));
        self.keys
            .reserve_exact(keys.saturating_sub(self.keys.len()));
        self.nodes.resize(nodes.max(self.nodes.len()), 0);
        self.keys.resize(keys.max(self.keys.len()), Lane::default());
        self.grown += self.bytes() - before;
    }

    /// Makes room for `count` more nodes, stored by fields, and for a vector beyond.
    #[inline(always)]
    pub fn reserve_fields(&mut self, count: usize, fields: usize) {
        if self.fields != fields || self.capacity < self.count + count + 8 {
            self.grow_fields(self.count + count + 8, fields);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow_fields(&mut self, count: usize, fields: usize) {
        if self.fields != fields {
            debug_assert_eq!(self.count, 0);
            (self.fields, self.capacity) = (fields, self.nodes.len() / fields);
            if self.capacity >= count {
                return;
            }
        }
        let before = self.bytes();
        // Nodes stored otherwise may have made the vector longer; it never shrinks.
        let capacity = (count + count / 2).max(self.nodes.len().div_ceil(fields));
        let mut nodes = vec![0; capacity * fields];
        for field in 0..fields {
            let old = &self.nodes[field * self.capacity..][..self.count];
            nodes[field * capacity..][..self.count].copy_from_slice(old);
        }
        (self.nodes, self.capacity) = (nodes, capacity);
        self.grown += self.bytes() - before;
    }

    /// The address of the next node's word in a field.
    #[inline(always)]
    pub fn field(&mut self, field: usize) -> *mut u64 {
        debug_assert!(self.count + 8 <= self.capacity && field < self.fields);
        // SAFETY: it is one of the fields, with place for one more node.
        unsafe {
            self.nodes
                .as_mut_ptr()
                .add(field * self.capacity + self.count)
        }
    }

    /// Ends a batch that began at node `begin`. The nodes `left` were not expanded, and are kept.
    #[inline(always)]
    pub fn end_batch(&mut self, begin: usize, left: Range<usize>, stride: usize, lanes: usize) {
        self.count = begin;
        if !left.is_empty() {
            self.push_again(left, stride, lanes);
        }
    }

    /// Moves nodes from beyond the end to the end.
    #[cold]
    #[inline(never)]
    fn push_again(&mut self, numbers: Range<usize>, stride: usize, lanes: usize) {
        let (start, end, to) = (numbers.start, numbers.end, self.count);
        self.nodes
            .copy_within(start * stride..end * stride, to * stride);
        self.keys
            .copy_within(start * lanes..end * lanes, to * lanes);
        self.count += numbers.len();
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.keys)
    }
}

/// The words of a node that keeps lengths or short keys: its live options, and one word about the
/// item it branches on.
pub const fn stride(words: usize) -> usize {
    words + 1
}

/// An element, without a check: hot loops have no registers to spare for it.
///
/// # Safety
/// The index is in bounds.
#[inline(always)]
pub unsafe fn get<T>(slice: &[T], index: usize) -> &T {
    debug_assert!(index < slice.len());
    // SAFETY: the caller's contract.
    unsafe { slice.get_unchecked(index) }
}

/// [`get`] for `length` elements.
///
/// # Safety
/// All of them are in bounds.
#[inline(always)]
pub unsafe fn part<T>(slice: &[T], start: usize, length: usize) -> &[T] {
    debug_assert!(start + length <= slice.len());
    // SAFETY: the caller's contract.
    unsafe { slice.get_unchecked(start..start + length) }
}

/// [`part`], mutable.
///
/// # Safety
/// See [`part`].
#[inline(always)]
pub unsafe fn part_mut<T>(slice: &mut [T], start: usize, length: usize) -> &mut [T] {
    debug_assert!(start + length <= slice.len());
    // SAFETY: the caller's contract.
    unsafe { slice.get_unchecked_mut(start..start + length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_is_kept_both_ways_never_shrinks() {
        let mut level = SweepLevel::default();
        let mut bytes = 0;
        for (count, fields) in [
            (1, 2),
            (300, 0),
            (20, 2),
            (2, 7),
            (999, 7),
            (700, 0),
            (1000, 7),
        ] {
            match fields {
                0 => level.reserve(count, 3, 1),
                _ => level.reserve_fields(count, fields),
            }
            bytes += std::mem::take(&mut level.grown);
            assert_eq!(bytes, level.bytes());
        }
    }
}
