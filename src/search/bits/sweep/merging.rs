//! Equal nodes of a level. If two nodes that wait on a level have the same live options and the
//! same keys, what is below them counts the same: one of them is expanded, and counted as often as
//! there are.
//!
//! ```text
//! for each child with branches:
//!     place = hash(live options)
//!     if the node at table[place] is equal:   its times += the parent's
//!     else:                                   table[place] = the child, which is appended
//! ```
//!
//! The table is never cleared: whatever it has is the number of a node, and nodes are compared as a
//! whole. A node is found only as long as it waits, so full batches are good for this, and large
//! sweeps.
//!
//! Cost: a look for each child with branches. Where hardly any are equal, one sweep of some looks.

use super::level::{SweepLevel, get, part};
use crate::vector::{Lane, Vector};

/// The last word of a node by short keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Last {
    /// The rank of the item that it branches on, and how many items are active.
    pub rank: u32,
    pub active: u64,
    /// How often the node is counted.
    pub times: u64,
}

/// Where the parts of the word begin.
const ACTIVE: u32 = 16;
const TIMES: u32 = 32;

impl Last {
    #[inline(always)]
    pub fn of(word: u64) -> Self {
        Last {
            rank: u32::from(word as u16),
            active: word >> ACTIVE & 0xffff,
            times: word >> TIMES,
        }
    }

    #[inline(always)]
    pub fn word(self) -> u64 {
        u64::from(self.rank) | self.active << ACTIVE | self.times << TIMES
    }
}

/// Looks for equal nodes.
#[derive(Debug, Default)]
pub struct Merging {
    /// Whether this sweep does.
    pub is_on: bool,
    /// Numbers of nodes.
    table: Vec<u16>,
    /// The nodes that sweeps which looked for equal ones have visited lately, and those that they
    /// have saved by it; and how many sweeps have not looked since.
    visited: u64,
    pub saved: u64,
    skipped: u32,
}

const PLACES_LOG: u32 = 10;

/// Sweeps look for equal nodes if these lately saved one visit for this many.
const VISITS: u64 = 8;
/// Else one sweep of this many looks.
const SKIPPED: u32 = 32;
/// What was visited counts half after this many nodes.
const MOST_VISITED: u64 = 1 << 16;

impl Merging {
    /// Prepares for a sweep that may look.
    pub fn begin(&mut self, may_be: bool) {
        let repays = VISITS * self.saved >= self.visited || self.skipped >= SKIPPED;
        self.skipped = if repays { 0 } else { self.skipped + 1 };
        self.is_on = may_be && repays;
        if self.is_on && self.table.is_empty() {
            self.table.resize(1 << PLACES_LOG, 0);
        }
    }

    /// Learns from a sweep that has visited some nodes.
    pub fn end(&mut self, visited: u64) {
        if !self.is_on {
            return;
        }
        self.visited += visited;
        if self.visited > MOST_VISITED {
            self.visited /= 2;
            self.saved /= 2;
        }
    }

    /// Counts the node that was written as number `count` of a level as one that waits there, if
    /// that is equal; else it may be found by the next ones. Nodes have some words, of which `W`
    /// are live options, and the last one is [`Last`].
    ///
    /// # Safety
    /// That of [`Vector`]; there are as many nodes and one more, with so many lanes.
    #[inline(always)]
    pub unsafe fn merge<V: Vector, const W: usize>(
        &mut self,
        to: &mut SweepLevel,
        count: usize,
        lanes: usize,
    ) -> bool {
        let stride = W + 1;
        // SAFETY: the caller's; numbers in the table are compared with `count`.
        unsafe {
            let made = part(&to.nodes, count * stride, stride);
            let mut hash = 0_u64;
            for &word in &made[..W] {
                hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
            let place = (hash >> (u64::BITS - PLACES_LOG)) as usize;
            let number = usize::from(*get(&self.table, place));
            if number < count {
                let node = part(&to.nodes, number * stride, stride);
                let [one, other] = [node[W], made[W]].map(Last::of);
                let times = one.times + other.times;
                let keys = |number| part(&to.keys, number * lanes, lanes);
                let has_same = node[..W] == made[..W]
                    && Last { times, ..one } == Last { times, ..other }
                    && times <= u64::from(u32::MAX)
                    && are_same::<V>(keys(number), keys(count));
                if has_same {
                    to.nodes[number * stride + W] = Last { times, ..one }.word();
                    return true;
                }
            }
            self.table[place] = count as u16;
        }
        false
    }
}

/// Whether the same items are active by these keys, and have the same ones. What is below the
/// highest bit of another item's key depends on the way to the node.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
unsafe fn are_same<V: Vector>(keys: &[Lane], others: &[Lane]) -> bool {
    let mut are_same = true;
    for (keys, others) in keys.iter().zip(others) {
        // SAFETY: the caller's.
        unsafe {
            let (keys, others) = (V::of_lane(keys), V::of_lane(others));
            let (active, same) = (keys.short_bits(), keys.same_shorts(others).short_bits());
            are_same &= active == others.short_bits() && active & !same == 0;
        }
    }
    are_same
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::portable::Lanes;

    #[test]
    fn the_last_word_has_all_parts() {
        for (rank, active, times) in [(0, 0, 1), (127, 128, 7), (3, 1, u64::from(u32::MAX))] {
            let last = Last {
                rank,
                active,
                times,
            };
            assert_eq!(Last::of(last.word()), last);
        }
    }

    #[test]
    fn equal_nodes_that_wait_are_one_and_others_stay() {
        let mut merging = Merging::default();
        merging.begin(true);
        let mut level = SweepLevel::default();
        level.reserve(8, 2, 1);
        let mut merged = Vec::new();
        let active = 0x8000;
        // The second item is not active: its key does not matter.
        for (live, rank, keys) in [
            (5, 1, active | 9),
            (5, 1, active | 9 | 7 << 16),
            (5, 2, active | 9),
            (5, 2, active | 8),
            (6, 2, active | 8),
            (5, 2, active | 8 | 1 << 16),
            (5, 2, active | 8 | active << 16),
        ] {
            let times = 2;
            let last = Last {
                rank,
                active: 3,
                times,
            };
            let count = level.count;
            level.nodes[2 * count] = live;
            level.nodes[2 * count + 1] = last.word();
            level.keys[count].0[0] = keys;
            // SAFETY: there is room for eight, and nothing is asked of this processor.
            let is_merged = unsafe { merging.merge::<Lanes, 1>(&mut level, count, 1) };
            level.count += usize::from(!is_merged);
            merged.push(is_merged);
        }
        assert_eq!(merged, [false, true, false, false, false, true, false]);
        let times = (0..5).map(|node| Last::of(level.nodes[2 * node + 1]).times);
        assert_eq!(times.collect::<Vec<_>>(), [4, 2, 4, 2, 2]);
    }

    #[test]
    fn where_no_nodes_are_equal_few_sweeps_look() {
        let mut merging = Merging::default();
        let mut looked = 0;
        for _ in 0..100 * (SKIPPED + 1) {
            merging.begin(true);
            looked += u32::from(merging.is_on);
            merging.end(100);
        }
        assert_eq!(looked, 100);
        merging.saved = merging.visited;
        merging.begin(true);
        assert!(merging.is_on);
    }
}
