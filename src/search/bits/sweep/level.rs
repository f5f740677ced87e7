//! The nodes of a level of a sweep.

use crate::search::bits::lane::Lane;
use std::ops::Range;

/// The nodes of a level that are still to be expanded.
#[derive(Debug, Default)]
pub struct SweepLevel {
    /// For each node its live options, its active slots, and the key chosen.
    pub nodes: Vec<u64>,
    /// For each node the keys of slots whose bound may change, or all lengths.
    pub keys: Vec<Lane>,
    pub count: usize,
    /// Where nodes are kept by fields: how many there are, and for how many nodes.
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

    /// Where the next node's word of a field is; and all before it.
    #[inline(always)]
    pub fn field(&mut self, field: usize) -> *mut u64 {
        debug_assert!(self.count + 8 <= self.capacity && field < self.fields);
        // SAFETY: there are so many fields, with place for so many nodes.
        unsafe {
            self.nodes
                .as_mut_ptr()
                .add(field * self.capacity + self.count)
        }
    }

    /// Appends nodes from beyond the last one, which have not been expanded after all.
    #[cold]
    #[inline(never)]
    pub fn push_again(&mut self, numbers: Range<usize>, stride: usize, lanes: usize) {
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

/// Access without a check, which the hot loops have no registers for.
///
/// # Safety
/// The index is that of an element.
#[inline(always)]
pub unsafe fn get<T>(slice: &[T], index: usize) -> &T {
    debug_assert!(index < slice.len());
    // SAFETY: the caller's.
    unsafe { slice.get_unchecked(index) }
}

/// The same of `length` elements.
///
/// # Safety
/// All of them are there.
#[inline(always)]
pub unsafe fn part<T>(slice: &[T], start: usize, length: usize) -> &[T] {
    debug_assert!(start + length <= slice.len());
    // SAFETY: the caller's.
    unsafe { slice.get_unchecked(start..start + length) }
}

/// The same to be written.
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
