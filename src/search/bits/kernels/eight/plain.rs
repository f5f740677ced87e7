//! Eight words in plain loops. No sweep uses them yet: without an instruction that counts bits, to
//! keep lengths takes less. Tests compare the others with them.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::Eight;

/// Eight words in plain loops.
#[derive(Clone, Copy, Debug)]
pub struct PlainEight([u64; 8]);

macro_rules! each {
    (|$node:ident| $word:expr) => {{
        let mut words = [0; 8];
        for $node in 0..8 {
            words[$node] = $word;
        }
        PlainEight(words)
    }};
}

// SAFETY, in each method: the caller's.
impl Eight for PlainEight {
    type Mask = [bool; 8];
    type Places = [bool; 8];

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        each!(|node| unsafe { *from.add(node) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        for node in 0..8 {
            unsafe { *to.add(node) = self.0[node] };
        }
    }

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        PlainEight([word; 8])
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        each!(|node| self.0[node] & other.0[node])
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        each!(|node| self.0[node] | other.0[node])
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        each!(|node| self.0[node] & !other.0[node])
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        each!(|node| self.0[node].wrapping_add(other.0[node]))
    }

    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        each!(|node| self.0[node] << by)
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        each!(|node| self.0[node].wrapping_sub(other.0[node]))
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        each!(|node| self.0[node].min(other.0[node]))
    }

    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        each!(|node| self.0[node] >> by)
    }

    #[inline(always)]
    unsafe fn bit_at(self) -> Self {
        each!(|node| u64::from(self.0[node] < 64) << (self.0[node] % 64))
    }

    #[inline(always)]
    unsafe fn add_shorts(self, other: Self) -> Self {
        each!(|node| {
            let (a, b) = (self.0[node], other.0[node]);
            let high = 0x8000_8000_8000_8000;
            ((a & !high) + (b & !high)) ^ ((a ^ b) & high)
        })
    }

    #[inline(always)]
    unsafe fn same_shorts(self, other: Self) -> Self {
        each!(|node| {
            let mut same = 0;
            for part in 0..4 {
                let mask = 0xffff << (16 * part);
                let is_same = (self.0[node] ^ other.0[node]) & mask == 0;
                same |= u64::from(is_same).wrapping_neg() & mask;
            }
            same
        })
    }

    #[inline(always)]
    unsafe fn count(self) -> Self {
        each!(|node| u64::from(self.0[node].count_ones()))
    }

    #[inline(always)]
    unsafe fn sum(self) -> u64 {
        let mut sum = 0;
        for node in 0..8 {
            sum = u64::wrapping_add(sum, self.0[node]);
        }
        sum
    }

    #[inline(always)]
    unsafe fn union(self) -> u64 {
        let mut union = 0;
        for node in 0..8 {
            union |= self.0[node];
        }
        union
    }

    #[inline(always)]
    unsafe fn first(count: usize) -> Self::Mask {
        let mut mask = [false; 8];
        for node in 0..8 {
            mask[node] = node < count;
        }
        mask
    }

    #[inline(always)]
    unsafe fn nonzero(self) -> Self::Mask {
        let mut all = [false; 8];
        for node in 0..8 {
            all[node] = self.0[node] != 0;
        }
        all
    }

    #[inline(always)]
    unsafe fn has(self, bits: Self) -> Self::Mask {
        let mut all = [false; 8];
        for node in 0..8 {
            all[node] = self.0[node] & bits.0[node] == bits.0[node];
        }
        all
    }

    #[inline(always)]
    unsafe fn same(self, other: Self) -> Self::Mask {
        let mut all = [false; 8];
        for node in 0..8 {
            all[node] = self.0[node] == other.0[node];
        }
        all
    }

    #[inline(always)]
    unsafe fn is_less(self, other: Self) -> Self::Mask {
        let mut all = [false; 8];
        for node in 0..8 {
            all[node] = self.0[node] < other.0[node];
        }
        all
    }

    #[inline(always)]
    unsafe fn both(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
        let mut all = [false; 8];
        for node in 0..8 {
            all[node] = mask[node] && other[node];
        }
        all
    }

    #[inline(always)]
    unsafe fn either(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
        let mut all = [false; 8];
        for node in 0..8 {
            all[node] = mask[node] || other[node];
        }
        all
    }

    #[inline(always)]
    unsafe fn keep(self, mask: Self::Mask) -> Self {
        each!(|node| if mask[node] { self.0[node] } else { 0 })
    }

    #[inline(always)]
    unsafe fn places(mask: Self::Mask) -> Self::Places {
        mask
    }

    #[inline(always)]
    unsafe fn number(mask: Self::Mask) -> usize {
        let mut number = 0;
        for is_there in mask {
            number += usize::from(is_there);
        }
        number
    }

    #[inline(always)]
    unsafe fn compress(self, places: Self::Places, to: *mut u64) {
        let mut next = 0;
        for node in 0..8 {
            unsafe { *to.add(next) = self.0[node] };
            next += usize::from(places[node]);
        }
    }

    #[inline(always)]
    unsafe fn lengths<const W: usize>(live: &[Self; W], row: *const u64) -> Self {
        each!(|node| {
            let mut length = 0;
            for word in 0..W {
                let row = unsafe { *row.add(word) };
                length += u64::from((live[word].0[node] & row).count_ones());
            }
            length
        })
    }

    #[inline(always)]
    unsafe fn min_of(self, other: Self, mask: Self::Mask) -> Self {
        each!(|node| {
            let less = self.0[node].min(other.0[node]);
            if mask[node] { less } else { self.0[node] }
        })
    }
}
