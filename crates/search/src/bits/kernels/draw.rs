//! Chooses the item to branch on when ties are broken at random.
//!
//! ```text
//! for each active item, from left to right:
//!     if its key is less than the best one:  it is the best, the first of its kind
//!     if it is equal to the best one:        it is the n-th of its kind, and becomes the best
//!                                            with probability 1/n
//! ```
//!
//! This is reservoir sampling. Each tie draws a random number, even if a better item follows, so
//! all keys are compared in order.
//!
//! Cost: which items are better or equal is hard to predict. So comparisons go into bitmaps,
//! without branches, and only the ties are looked at one by one.

use super::Kernels;
use super::choose::{Candidates, SomeWords, lengths};
use crate::bits::bitmap::ones;
use crate::bits::key::{self, BoundsMode};
use crate::bits::number::Rank;
use crate::gb_flip::{GbFlip, is_multiple};
use crate::vector::Lane;
use crate::vector::Vector;
use std::hint::select_unpredictable;

/// The item that was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// Its key, in the format of bounds; `NONE` if no item is active.
    pub key: u64,
    /// How many random numbers were drawn.
    pub draws: u64,
}

/// The source of random numbers.
pub struct Dice<'d> {
    pub flip: &'d mut GbFlip,
    keys: Keys,
}

/// The keys of 64 slots without their ranks, written for each choice; then a key that is worse than
/// all.
#[repr(C)]
struct Keys([Lane; 8], Lane);

impl Keys {
    /// The key of a slot; the worst key for slot 64.
    #[inline(always)]
    fn get(&self, slot: usize) -> u64 {
        debug_assert!(slot <= 64);
        // SAFETY: lanes are eight words each, one after another.
        unsafe { *(&raw const *self).cast::<u64>().add(slot) }
    }
}

impl<'d> Dice<'d> {
    pub fn new(flip: &'d mut GbFlip) -> Self {
        let keys = Keys([Lane::default(); 8], Lane([u64::MAX; 8]));
        Dice { flip, keys }
    }
}

/// The smallest key of an active item, when ties are broken at random. Slots are ranks.
///
/// # Safety
/// There are as many lanes of columns for each group as words of `live`.
#[inline(always)]
pub unsafe fn draw<K: Kernels>(
    kernels: K,
    candidates: &Candidates<'_>,
    live: &[u64],
    dice: &mut Dice<'_>,
) -> Drawn {
    // Few words have their own code, whose loops are short.
    // SAFETY: the caller's contract.
    unsafe {
        match live.len() {
            1 => draw_of::<K, 1>(kernels, candidates, live, dice),
            2 => draw_of::<K, 2>(kernels, candidates, live, dice),
            3 => draw_of::<K, 3>(kernels, candidates, live, dice),
            4 => draw_of::<K, 4>(kernels, candidates, live, dice),
            _ => draw_of::<K, 0>(kernels, candidates, live, dice),
        }
    }
}

/// The most words of a bitmap.
const MOST_WORDS: usize = 64;

/// [`draw`] for bitmaps of `W` words, or of any number if `W` is 0.
///
/// # Safety
/// See [`draw`].
#[inline(always)]
unsafe fn draw_of<K: Kernels, const W: usize>(
    kernels: K,
    candidates: &Candidates<'_>,
    live: &[u64],
    dice: &mut Dice<'_>,
) -> Drawn {
    let words = if W == 0 { live.len() } else { W };
    let live = &live[..words];
    // If there are many words, lists those that are not empty.
    let (mut some, mut count) = ([0; MOST_WORDS], words);
    if W == 0 {
        count = 0;
        for (word, &bits) in live.iter().enumerate() {
            some[count] = word;
            count += usize::from(bits != 0);
        }
    }
    let list = SomeWords {
        some: (W == 0).then_some(&some),
        count,
    };
    let (active, groups) = (candidates.number(), candidates.keys.len());
    debug_assert_eq!(candidates.columns.len(), groups * words);
    let is_one_by_one = match W {
        0 => kernels.counts_one_by_one::<BoundsMode, 8>(active, groups),
        _ => kernels.counts_one_by_one::<BoundsMode, W>(active, groups),
    };
    let mut best = Best {
        key: key::without_rank(key::NONE),
        slot: 0,
        ties: 0,
        draws: 0,
    };
    for (block, &active) in candidates.active.iter().enumerate() {
        let mut comparison = Comparison::default();
        if is_one_by_one {
            for slot in ones(active) {
                let (group, lane) = (block * 8 + slot / 8, slot % 8);
                let columns = &candidates.columns[group * words..][..words];
                let mut length = 0;
                for number in 0..count {
                    let word = list.get(number);
                    length += u64::from((columns[word].0[lane] & live[word]).count_ones());
                }
                let base = candidates.base_keys(group).0[lane];
                let key = key::without_rank(key::with_length(base, length));
                best.compare(&mut comparison, key, slot);
            }
        } else {
            for part in 0..8.min(groups - block * 8) {
                if (W == 0 || W > K::WORDS_AT_ONCE) && active >> (8 * part) & 0xff == 0 {
                    continue;
                }
                let group = block * 8 + part;
                debug_assert!((group + 1) * words <= candidates.columns.len());
                // SAFETY: there are columns for all groups; and the caller's contract.
                unsafe {
                    let columns = candidates.columns.as_ptr().add(group * words);
                    let lengths = lengths::<K::Lane>(columns, live, &list);
                    let base = K::Lane::of_lane(candidates.base_keys(group));
                    // In base keys all bits of the length are set. So a subtraction can be an
                    // exclusive or; the compiler would turn it into a multiplication.
                    let keys = (base.add(lengths.shift_left(key::PER_OPTION.0)))
                        .xor(lengths.shift_left(key::PER_OPTION.1))
                        .shift_right(key::RANK_BITS);
                    if K::COMPARES_EIGHT {
                        let slots = (active >> (8 * part)) as u8;
                        let (better, same) = kernels.compare_eight(keys, slots, &mut best.key);
                        comparison.better |= u64::from(better) << (8 * part);
                        comparison.same |= u64::from(same) << (8 * part);
                    } else {
                        keys.to_lane(&mut dice.keys.0[part]);
                    }
                }
            }
            // Four at a time, as the end of the loop is mispredicted.
            let mut left = if K::COMPARES_EIGHT { 0 } else { active };
            while left != 0 {
                for _ in 0..4 {
                    let slot = left.trailing_zeros() as usize;
                    left &= left.wrapping_sub(1);
                    best.compare(&mut comparison, dice.keys.get(slot), slot);
                }
            }
        }
        best.draw(comparison, block, dice.flip);
    }
    Drawn {
        key: match active {
            0 => key::NONE,
            _ => key::of_parts(best.key, Rank(best.slot)),
        },
        draws: best.draws,
    }
}

/// The best item so far.
struct Best {
    /// Its key without the rank.
    key: u64,
    slot: u32,
    /// How many items have this key.
    ties: u32,
    draws: u64,
}

/// Among 64 slots: those better than all before them, and those equal to the best before them.
#[derive(Default)]
struct Comparison {
    better: u64,
    same: u64,
}

impl Best {
    /// Compares the key of one more item, without its rank.
    #[inline(always)]
    fn compare(&mut self, comparison: &mut Comparison, key: u64, slot: usize) {
        let (is_better, is_same) = (key < self.key, key == self.key);
        // `min` would be compiled to a branch.
        self.key = select_unpredictable(is_better, key, self.key);
        // Slot 64 has the worst key and sets neither bit.
        comparison.better |= u64::from(is_better).wrapping_shl(slot as u32);
        comparison.same |= u64::from(is_same).wrapping_shl(slot as u32);
    }

    /// Draws a number for each tie among 64 slots.
    #[inline(always)]
    fn draw(&mut self, comparison: Comparison, block: usize, flip: &mut GbFlip) {
        let Comparison { better, same } = comparison;
        self.draws += u64::from(same.count_ones());
        let mut late = same;
        if better != 0 {
            // Draws before the last better slot decide nothing; their numbers are only skipped.
            let last = better.ilog2();
            late &= u64::MAX << last;
            let early = same & !late;
            if !flip.skips(early.count_ones() as usize, self.ties + 64) {
                skip_ties(flip, self.ties, better, early);
            }
            (self.slot, self.ties) = ((block * 64) as u32 + last, 1);
        }
        // Two at a time, even if only one is left: their number is hard to predict.
        loop {
            if let Some(numbers) = flip.peek(self.ties + 2) {
                let mut taken = 0;
                for number in numbers {
                    let slot = (block * 64) as u32 + late.trailing_zeros();
                    let is_tie = late != 0;
                    late &= late.wrapping_sub(1);
                    taken += usize::from(is_tie);
                    self.ties += u32::from(is_tie);
                    let is_drawn = is_tie & is_multiple(number, self.ties);
                    self.slot = select_unpredictable(is_drawn, slot, self.slot);
                }
                flip.advance(taken);
            } else if late != 0 {
                let slot = (block * 64) as u32 + late.trailing_zeros();
                late &= late - 1;
                self.ties += 1;
                if flip.uniform(self.ties) == 0 {
                    self.slot = slot;
                }
            }
            if late == 0 {
                break;
            }
        }
    }
}

/// Skips the numbers of ties among the first of 64 slots.
#[cold]
#[inline(never)]
fn skip_ties(flip: &mut GbFlip, mut ties: u32, better: u64, same: u64) {
    for slot in ones(better | same) {
        match better >> slot & 1 == 1 {
            true => ties = 1,
            false => {
                ties += 1;
                flip.uniform(ties);
            }
        }
    }
}
