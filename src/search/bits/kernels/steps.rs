//! Covering and purifying the other items of an option, in order. Purifying an
//! item makes the live options leave that want another color for it; for those
//! that want the same one, the item no longer counts.
//!
//! What hiding an option costs depends on how many of its nodes are purified by
//! then. Even so, all that leave are counted together, after the last item: an option
//! that has left is not marked again, so that its count stays what it was when it left.
//! Hence each word can go through all steps alone.

use crate::search::bits::bitmap;
use crate::search::bits::number::Rank;
use crate::search::bits::price::{COVERED, Cost, EXPELLED, MARK};
use crate::search::bits::sub::arrays::{Planes, SubNode};

/// What the steps need. A step covers the item of a node without a color, and
/// purifies that of one with a color. Where steps are skipped, there may be some
/// whose item is purified already.
pub struct Steps<'s> {
    pub steps: &'s [SubNode],
    /// The number of primary items, whose ranks come first; and a bitmap of the
    /// others, of those that are purified.
    pub primary: usize,
    pub purified: &'s [u64],
    pub rows: &'s [u64],
    pub hue_rows: &'s [u64],
    /// How many other nodes of each option are not purified, in planes: before,
    /// and as the steps leave it for the options that are left.
    pub above: &'s [u64],
    pub below: &'s mut [u64],
    /// How many other nodes there are in all.
    pub others: &'s Planes,
}

/// The number of planes for which there is no code of its own.
pub const MANY: usize = 64;

impl<'s> Steps<'s> {
    #[inline(always)]
    pub fn is_purified(&self, rank: Rank) -> bool {
        let color = rank.index() - self.primary;
        self.purified[color / 64] >> (color % 64) & 1 == 1
    }

    #[inline(always)]
    pub fn row<const W: usize>(&self, rank: Rank) -> &'s [u64; W] {
        let row = &self.rows[rank.index() * W..][..W];
        row.try_into().expect("W words")
    }

    /// The options that want the same color, and those that want another.
    #[inline(always)]
    pub fn hue_rows<const W: usize>(&self, hue: u32) -> (&'s [u64; W], &'s [u64; W]) {
        let rows = &self.hue_rows[hue as usize * 2 * W..][..2 * W];
        let (same, other) = rows.split_at(W);
        (
            same.try_into().expect("W words"),
            other.try_into().expect("W words"),
        )
    }

    /// Takes all steps: `live` becomes what they leave.
    #[inline(always)]
    // Iterators may not be inlined: see `bitmap`.
    #[allow(clippy::needless_range_loop)]
    pub fn take<const W: usize, const K: usize>(&mut self, live: &mut [u64; W]) -> Cost {
        let count = if K == MANY { self.above.len() / W } else { K };
        let mut cost = Cost::default();
        for word in 0..bitmap::words::<W>() {
            let before = live[word];
            if W > 1 && before == 0 {
                continue;
            }
            let (mut left, mut covered, mut marked) = (before, 0, 0);
            let mut pure = [0; K];
            for plane in 0..count {
                pure[plane] = self.above[plane * W + word];
            }
            for step in self.steps {
                if step.hue == 0 {
                    let row = self.row::<W>(step.item)[word];
                    covered |= left & row;
                    left &= !row;
                    continue;
                }
                debug_assert!(!self.is_purified(step.item), "it is not listed");
                let (same, other) = self.hue_rows::<W>(step.hue);
                left &= !other[word];
                let mut borrow = left & same[word];
                marked += u64::from(borrow.count_ones());
                for bits in &mut pure[..count] {
                    let before = *bits;
                    *bits ^= borrow;
                    borrow &= !before;
                }
            }
            let hidden = before & !left;
            cost.mems += MARK * marked;
            cost.cleansings += marked;
            live[word] = left;
            for plane in 0..count {
                self.below[plane * W + word] = pure[plane];
                let all = u64::from((pure[plane] & hidden).count_ones()) << plane;
                let covered = u64::from((pure[plane] & covered).count_ones()) << plane;
                cost.mems += EXPELLED.pure * all + (COVERED.pure - EXPELLED.pure) * covered;
                cost.updates += all;
            }
            let options = u64::from(hidden.count_ones());
            let not_colors = u64::from(covered.count_ones());
            let paid = |options, covered| {
                EXPELLED.node * options - (EXPELLED.node - COVERED.node) * covered
            };
            cost.mems +=
                EXPELLED.option * options - (EXPELLED.option - COVERED.option) * not_colors;
            cost.mems += self.others.base * paid(options, not_colors);
            for plane in 0..self.others.count {
                let bits = self.others.words[plane * W + word];
                let all = u64::from((bits & hidden).count_ones());
                let covered = u64::from((bits & covered).count_ones());
                cost.mems += paid(all, covered) << plane;
            }
        }
        cost
    }
}
