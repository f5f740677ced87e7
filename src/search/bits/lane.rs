//! Lanes: what one vector instruction takes.

use std::ops::{Deref, DerefMut};

/// Eight words, one for each slot of a group; or 64 bytes, one for each slot of eight
/// groups.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lane(pub [u64; 8]);

/// The names of eight options in the memo: the first words of all, then the second ones.
pub(super) type NameLanes = [Lane; 2];

/// Words that begin where a lane begins: no bitmap of eight words lies in two lines of the
/// cache, and none of one, two or four.
#[derive(Debug, Default)]
pub(super) struct Words {
    lanes: Vec<Lane>,
    count: usize,
}

impl Words {
    /// Replaces them by `count` zeros.
    pub fn zero(&mut self, count: usize) {
        self.lanes.clear();
        self.count = 0;
        self.lengthen(count);
    }

    /// Makes them at least `count`. Those that are there already are not cleared.
    pub fn lengthen(&mut self, count: usize) {
        let lanes = count.div_ceil(8);
        if self.lanes.len() < lanes {
            self.lanes.resize(lanes, Lane::default());
        }
        self.count = self.count.max(count);
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.lanes.capacity() * size_of::<Lane>()
    }
}

impl Deref for Words {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        debug_assert!(self.count <= 8 * self.lanes.len());
        // SAFETY: a lane is eight words, and there are lanes for so many.
        unsafe { std::slice::from_raw_parts(self.lanes.as_ptr().cast(), self.count) }
    }
}

impl DerefMut for Words {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        debug_assert!(self.count <= 8 * self.lanes.len());
        // SAFETY: as in `deref`.
        unsafe { std::slice::from_raw_parts_mut(self.lanes.as_mut_ptr().cast(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zeros_where_a_lane_begins() {
        let mut words = Words::default();
        for count in [0, 1, 8, 9, 100, 3] {
            words.zero(count);
            assert_eq!(*words, vec![0; count]);
            assert!(words.as_ptr().addr().is_multiple_of(64));
            words.fill(u64::MAX);
        }
        words.lengthen(20);
        assert_eq!(words.len(), 20);
        assert_eq!(words[..3], [u64::MAX; 3]);
    }
}
