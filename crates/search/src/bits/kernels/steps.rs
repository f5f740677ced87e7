//! Covers and purifies the other items of an option, in order.
//!
//! ```text
//! for each vector of words:
//!     for each step:
//!         no color: covered |= left & row;   left &= !row
//!         color:    left &= !(row of other colors)
//!                   marked = left & row of this color;  pure -= 1 for the options marked
//!     hidden = before & !left
//!     cost  += what hiding an option costs, by the planes of pure
//! ```
//!
//! Purifying an item hides the live options that want another color for it. In those that want the
//! same color, the item no longer counts: their `pure`, the number of other nodes that are not
//! purified, falls by one. It is kept in planes, one bitmap for each of its bits (bit-sliced
//! counters).
//!
//! Invariant: the cost of hiding an option depends on how many of its nodes are purified by then.
//! An option that has left is not marked again, so its count stays what it was when it left. So
//! costs are added up at the end, and each word can take all steps alone.
//!
//! Cost: three loads and about 6 + 3 K operations for a step and a vector, with K planes.

use crate::bits::bitmap::words;
use crate::bits::number::Rank;
use crate::bits::price::{COVERED, Cost, LENGTH, MARK, expelled};
use crate::bits::sub::arrays::{Planes, SubNode};
use crate::prices::{Dlx3, Prices};
use crate::vector::Vector;

/// The input and output of the steps. A step covers the item of a node without a color, and
/// purifies that of a node with one.
pub struct Steps<'s> {
    pub steps: &'s [SubNode],
    /// The number of primary items, whose ranks come first; and a bitmap of the secondary items
    /// that are purified.
    pub primary: usize,
    pub purified: &'s [u64],
    pub rows: &'s [u64],
    pub hue_rows: &'s [u64],
    /// In planes, how many other nodes of each option are not purified: before the steps, and after
    /// them for the options that are left.
    pub above: &'s [u64],
    pub below: &'s mut [u64],
    /// How many other nodes each option has in all.
    pub others: &'s Planes,
    /// If mems for lengths of secondary items are told apart: how many primary items each option
    /// has.
    pub primaries: &'s Planes,
    /// The part of the cost that pays for these lengths.
    pub lengths: u64,
}

/// Stands for numbers of planes that have no code of their own.
pub const MANY: usize = 64;

/// With more planes, sums of counts could overflow a byte.
const FEW: usize = 4;

impl<'s> Steps<'s> {
    #[inline(always)]
    fn is_purified(&self, rank: Rank) -> bool {
        let color = rank.index() - self.primary;
        self.purified[color / 64] >> (color % 64) & 1 == 1
    }

    #[inline(always)]
    fn row<const W: usize>(&self, rank: Rank) -> &'s [u64; W] {
        let row = &self.rows[rank.index() * W..][..W];
        row.try_into().expect("W words")
    }

    /// The options that want the same color, and those that want another.
    #[inline(always)]
    fn hue_rows<const W: usize>(&self, hue: u32) -> (&'s [u64; W], &'s [u64; W]) {
        let rows = &self.hue_rows[hue as usize * 2 * W..][..2 * W];
        let (same, other) = rows.split_at(W);
        (
            same.try_into().expect("W words"),
            other.try_into().expect("W words"),
        )
    }

    /// Takes all steps, and updates `live`. The number of steps is at most [`Vector::MOST_COUNTS`].
    /// Unless `SKIPS`, no step may purify an item that is purified already.
    ///
    /// # Safety
    /// See [`Vector`].
    // Not inlined in debug builds, where frames of the walk would be several times as large.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn take<P: Prices, V: Vector, const W: usize, const K: usize, const SKIPS: bool>(
        &mut self,
        live: &mut [u64; W],
    ) -> Cost {
        debug_assert!(K <= FEW || V::MOST_COUNTS == usize::MAX);
        // Products with these constants are written as shifts and sums.
        const {
            let of_dlx3 = expelled::<Dlx3>();
            assert!(of_dlx3.option == 4 && of_dlx3.node == 2 && of_dlx3.pure == 4);
            assert!(COVERED.option == 3 && COVERED.node == 1 && COVERED.pure == 5);
            assert!(MARK == 3);
            assert!(P::EXPEL_PURIFIED == 1 || P::EXPEL_PURIFIED == Dlx3::EXPEL_PURIFIED);
        }
        let expels_dearly = const { P::EXPEL_PURIFIED == Dlx3::EXPEL_PURIFIED };
        let planes = if K == MANY { self.above.len() / W } else { K };
        let below = &mut std::mem::take(&mut self.below)[..planes * W];
        let above = &self.above[..planes * W];
        // SAFETY: the caller's contract; words `start..start + count` of W words are accessed.
        unsafe {
            let zero = V::splat(0);
            let base = V::splat(self.others.base);
            let (mut mems, mut updates, mut cleansings) = (zero, zero, zero);
            let (mut lengths, mut primaries) = (zero, zero);
            for start in (0..words::<W>()).step_by(V::WORDS) {
                let count = match W % V::WORDS {
                    0 => V::WORDS,
                    _ => (W - start).min(V::WORDS),
                };
                let load = |words: &[u64]| {
                    debug_assert_eq!(words.len(), W);
                    V::load_first(words.as_ptr().add(start), count)
                };
                let before = load(live);
                if W > V::WORDS && !V::any(before.nonzero()) {
                    continue;
                }
                let (mut left, mut covered, mut marked) = (before, zero, zero);
                let mut by_primary = zero;
                let mut pure = [zero; K];
                for plane in 0..planes {
                    pure[plane] = load(&above[plane * W..][..W]);
                }
                for step in self.steps {
                    if step.hue == 0 {
                        let row = load(self.row::<W>(step.item));
                        covered = covered.or(left.and(row));
                        if P::TELLS_LENGTHS && step.item.index() < self.primary {
                            by_primary = by_primary.or(left.and(row));
                        }
                        left = left.and_not(row);
                        continue;
                    }
                    let (same, other) = self.hue_rows::<W>(step.hue);
                    left = left.and_not(load(other));
                    let mut borrow = left.and(load(same));
                    if SKIPS {
                        // If it is purified already, all live options have its color, and none is
                        // marked again.
                        let is_purified = u64::from(self.is_purified(step.item));
                        borrow = borrow.and(V::splat(is_purified.wrapping_sub(1)));
                    } else {
                        debug_assert!(!self.is_purified(step.item), "it is not listed");
                    }
                    marked = marked.add_counts(borrow.count());
                    for plane in 0..planes {
                        let bits = pure[plane];
                        pure[plane] = bits.xor(borrow);
                        borrow = borrow.and_not(bits);
                    }
                }
                left.store_first(live.as_mut_ptr().add(start), count);
                let hidden = before.and_not(left);
                let (mut all, mut all_covered) = (zero, zero);
                for plane in (0..planes).rev() {
                    pure[plane].store_first(below[plane * W..][..W].as_mut_ptr().add(start), count);
                    let bits = pure[plane].and(hidden).count();
                    all = all.add_counts(all).add_counts(bits);
                    let bits = pure[plane].and(covered).count();
                    all_covered = all_covered.add_counts(all_covered).add_counts(bits);
                }
                let (all, marked) = (all.sum_counts(), marked.sum_counts());
                let options = hidden.count().sum_counts();
                let not_colors = covered.count().sum_counts();
                // Each other node is looked at once by covering, once or twice by expelling.
                let looks = |options: V, not_colors: V| match expels_dearly {
                    true => options.add(options).sub(not_colors),
                    false => options,
                };
                let mut others = looks(options, not_colors).multiply(base);
                for plane in 0..self.others.count {
                    let bits = load(&self.others.words[plane * W..][..W]);
                    let options = bits.and(hidden).count().sum_counts();
                    let not_colors = bits.and(covered).count().sum_counts();
                    let nodes = looks(options, not_colors);
                    others = others.add(nodes.shift_left(plane as u32));
                }
                let hiding = all.add(options).shift_left(2).add(others);
                let marking = marked.add(marked).add(marked);
                // The extra cost of covering over expelling.
                let more = match expels_dearly {
                    true => all_covered.sum_counts().sub(not_colors),
                    false => all.sub(not_colors),
                };
                if P::TELLS_LENGTHS {
                    lengths = lengths.add(all).add(by_primary.count().sum_counts());
                    let some = options.multiply(V::splat(self.primaries.base));
                    primaries = primaries.add(some);
                    for plane in 0..self.primaries.count {
                        let bits = load(&self.primaries.words[plane * W..][..W]);
                        let options = bits.and(hidden).count().sum_counts();
                        primaries = primaries.add(options.shift_left(plane as u32));
                    }
                }
                mems = mems.add(hiding.add(marking)).add(more);
                updates = updates.add(all);
                cleansings = cleansings.add(marked);
            }
            if P::TELLS_LENGTHS {
                self.lengths = LENGTH * (lengths.sum() - primaries.sum());
            }
            // A sub-problem has fewer nodes than half a word can count.
            let both = updates.add(cleansings.shift_left(32)).sum();
            Cost {
                mems: mems.sum(),
                updates: both & u64::from(u32::MAX),
                cleansings: both >> 32,
            }
        }
    }
}
