//! What a sweep keeps: the nodes of a level, and sums of what it has found.

use crate::bits::price;
use crate::counters::Counters;
use crate::prices::Prices;
use crate::vector::Lane;
use std::ops::Range;

/// What a sweep may count: beyond that, something has to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub mems: u64,
    pub solutions: u64,
}

/// What was found below a node, as sums of what counters are made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub nodes: u64,
    /// Those of chains of null moves, which were not visited.
    pub chained: u64,
    pub solutions: u64,
    /// Active items at the nodes.
    pub active: u64,
    /// What branching costs whatever is hidden, and its updates.
    pub mems: u64,
    pub updates: u64,
    /// Options hidden in branches, and their other nodes.
    pub options: u64,
    pub pure: u64,
    pub purified: u64,
    /// Random numbers.
    pub draws: u64,
    /// What choosing costs less, as it is free where no item is active.
    pub free_choices: u64,
    /// The mems for lengths of secondary items, if these are told apart. Without colors, until they
    /// are [told](Self::tell_lengths): how many secondary items the options have that are chosen,
    /// less the number of options that are hidden by such an item. This may be less than none.
    pub lengths: u64,
}

impl Sums {
    /// Adds the [weight] of all that is hidden in a batch.
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

    /// Finds the mems for lengths, where each option has `primaries` primary items.
    pub fn tell_lengths(&mut self, primaries: u64) {
        let secondary = self.pure + self.options - primaries * self.options;
        self.lengths = 2 * price::LENGTH * self.lengths.wrapping_add(secondary);
    }

    /// Adds what was found; the nodes of each level are counted elsewhere.
    pub fn count(&self, counters: &mut Counters) {
        counters.mems.walk(self.total_mems());
        counters.choice_mems.walk(self.choice_mems());
        counters.updates.walk(self.updates + self.pure);
        counters.solutions.walk(self.solutions);
        counters.length_mems.walk(self.lengths);
    }

    /// What some nodes without bounds cost, with `children` in all: `mems` and `updates` are those
    /// of the options that are chosen.
    #[inline(always)]
    pub fn pay_plain<P: Prices>(&mut self, mems: u64, updates: u64, nodes: u64, children: u64) {
        let round = price::simple::<P>();
        self.mems += 2 * mems + round.node * nodes + round.each * children;
        self.mems -= 2 * price::of_branched_by::<P>(false) * children;
        self.updates += updates + round.updates * nodes + round.updates_each * children;
        self.updates -= price::COVER_UPDATES * children;
    }

    /// Adds solutions, and nodes that end at an item without options. What either costs otherwise
    /// than other nodes do is made up for.
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

/// The nodes of a level that are still to be expanded.
#[derive(Debug, Default)]
pub struct SweepLevel {
    /// For each node its live options, its active slots, and the key chosen.
    pub nodes: Vec<u64>,
    /// For each node the keys of slots whose bound may change, or all lengths.
    pub keys: Vec<Lane>,
    pub count: usize,
    /// If nodes are kept by fields: how many there are, and for how many nodes.
    pub fields: usize,
    capacity: usize,
    /// The bytes by which it has grown since it was last asked.
    pub grown: usize,
    /// How many nodes have been visited, with those that have no branches.
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
        // Half as many again, so that it seldom grows.
        let count = count + count / 2 + 8;
        let before = self.bytes();
        // Otherwise a vector doubles.
        let (nodes, keys) = (count * stride, count * lanes);
        self.nodes
            .reserve_exact(nodes.saturating_sub(self.nodes.len()));
        self.keys
            .reserve_exact(keys.saturating_sub(self.keys.len()));
        self.nodes.resize(nodes.max(self.nodes.len()), 0);
        self.keys.resize(keys.max(self.keys.len()), Lane::default());
        self.grown += self.bytes() - before;
    }

    /// Makes room for `count` more nodes, kept by fields, and for a vector beyond.
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
        // The nodes may have grown since without fields: they never shrink.
        let capacity = (count + count / 2).max(self.nodes.len().div_ceil(fields));
        let mut nodes = vec![0; capacity * fields];
        for field in 0..fields {
            let old = &self.nodes[field * self.capacity..][..self.count];
            nodes[field * capacity..][..self.count].copy_from_slice(old);
        }
        (self.nodes, self.capacity) = (nodes, capacity);
        self.grown += self.bytes() - before;
    }

    /// The address of the next node's word of a field, which follows those of the nodes before.
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

    /// Ends a batch, which began at node `begin`: the nodes `left` have not been expanded after
    /// all.
    #[inline(always)]
    pub fn end_batch(&mut self, begin: usize, left: Range<usize>, stride: usize, lanes: usize) {
        self.count = begin;
        if !left.is_empty() {
            self.push_again(left, stride, lanes);
        }
    }

    /// Appends nodes from beyond the last one.
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

/// The words of a node that keeps lengths or short keys: its live options, and one that says what
/// it branches on.
pub const fn stride(words: usize) -> usize {
    words + 1
}

/// An element without a check, which the hot loops have no registers for.
///
/// # Safety
/// The index is that of an element.
#[inline(always)]
pub unsafe fn get<T>(slice: &[T], index: usize) -> &T {
    debug_assert!(index < slice.len());
    // SAFETY: the caller's.
    unsafe { slice.get_unchecked(index) }
}

/// [`get`] of `length` elements.
///
/// # Safety
/// All of them are there.
#[inline(always)]
pub unsafe fn part<T>(slice: &[T], start: usize, length: usize) -> &[T] {
    debug_assert!(start + length <= slice.len());
    // SAFETY: the caller's.
    unsafe { slice.get_unchecked(start..start + length) }
}

/// [`part`] to be written.
///
/// # Safety
/// That of [`part`].
#[inline(always)]
pub unsafe fn part_mut<T>(slice: &mut [T], start: usize, length: usize) -> &mut [T] {
    debug_assert!(start + length <= slice.len());
    // SAFETY: the caller's.
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
