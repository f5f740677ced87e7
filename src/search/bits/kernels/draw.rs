//! Chooses the item to branch on when ties are broken at random.
//!
//! ```text
//! for each active item, from left to right:
//!     if its key is less than the best one:  it is the best, the first of its kind
//!     if it is the same:                     it is one more of its kind, say the nth,
//!                                            and becomes the best with a chance of 1 to n
//! ```
//!
//! Each tie takes a random number, even if a better item follows. So all keys are compared, in order.
//!
//! Cost: which items are better or the same is hard to predict. So that is noted in bitmaps, without
//! branches, and only ties are gone through.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::Kernels;
use super::choose::Candidates;
use super::vector::Vector;
use crate::search::bits::bitmap::ones;
use crate::search::bits::key;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::BoundsMode;
use crate::search::bits::number::Rank;
use crate::search::gb_flip::GbFlip;

/// The item that was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// Its key, as bounds have it; `NONE` without one.
    pub key: u64,
    /// How many random numbers were drawn.
    pub draws: u64,
}

/// See [`Kernels::draw`]. Slots are ranks.
///
/// # Safety
/// That of [`Vector`]; there are as many lanes of columns for each group as words of `live`.
#[inline(always)]
pub unsafe fn draw<K: Kernels>(
    kernels: K,
    candidates: &Candidates<'_>,
    live: &[u64],
    flip: &mut GbFlip,
) -> Drawn {
    // Code of its own for few words: loops over them are short.
    // SAFETY: the caller's.
    unsafe {
        match live.len() {
            1 => draw_of::<K, 1>(kernels, candidates, live, flip),
            2 => draw_of::<K, 2>(kernels, candidates, live, flip),
            3 => draw_of::<K, 3>(kernels, candidates, live, flip),
            4 => draw_of::<K, 4>(kernels, candidates, live, flip),
            _ => draw_of::<K, 0>(kernels, candidates, live, flip),
        }
    }
}

/// The most words of a bitmap.
const MOST_WORDS: usize = 64;

/// Of bitmaps of `W` words, or of any number if that is 0.
///
/// # Safety
/// As above.
#[inline(always)]
unsafe fn draw_of<K: Kernels, const W: usize>(
    kernels: K,
    candidates: &Candidates<'_>,
    live: &[u64],
    flip: &mut GbFlip,
) -> Drawn {
    let words = if W == 0 { live.len() } else { W };
    let live = &live[..words];
    // Of many words, those that are not empty.
    let (mut some, mut count) = ([0; MOST_WORDS], words);
    if W == 0 {
        count = 0;
        for (word, &bits) in live.iter().enumerate() {
            some[count] = word;
            count += usize::from(bits != 0);
        }
    }
    let places = Places { some: &some, count };
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
                    let word = places.word::<W>(number);
                    length += u64::from((columns[word].0[lane] & live[word]).count_ones());
                }
                let base = candidates.base_keys(group).0[lane];
                best.compare(&mut comparison, key::with_length(base, length), slot);
            }
        } else {
            let mut keys = [Lane::default(); 8];
            for part in 0..8.min(groups - block * 8) {
                if active >> (8 * part) & 0xff == 0 {
                    continue;
                }
                let group = block * 8 + part;
                let columns = &candidates.columns[group * words..][..words];
                // SAFETY: the caller's.
                unsafe {
                    let lengths = lengths::<K::Lane, W>(columns, live, &places);
                    let gain = lengths.shift_left(key::PER_OPTION.0);
                    let loss = lengths.shift_left(key::PER_OPTION.1);
                    let base = K::Lane::of_lane(candidates.base_keys(group));
                    base.add(gain).sub(loss).to_lane(&mut keys[part]);
                }
            }
            for slot in ones(active) {
                best.compare(&mut comparison, keys[slot / 8].0[slot % 8], slot);
            }
        }
        best.draw(comparison, block, flip);
    }
    Drawn {
        key: match active {
            0 => key::NONE,
            _ => key::of_parts(best.key, Rank(best.slot)),
        },
        draws: best.draws,
    }
}

/// Which words of bitmaps to look at: all `W`, or if that is 0, the first `count` of `some`.
struct Places<'s> {
    some: &'s [usize; MOST_WORDS],
    count: usize,
}

impl Places<'_> {
    #[inline(always)]
    fn word<const W: usize>(&self, number: usize) -> usize {
        if W == 0 { self.some[number] } else { number }
    }
}

/// The lengths of a group's lists.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
unsafe fn lengths<V: Vector, const W: usize>(
    columns: &[Lane],
    live: &[u64],
    places: &Places<'_>,
) -> V {
    // SAFETY: the caller's.
    unsafe {
        let (mut lengths, mut start) = (V::splat(0), 0);
        let end = if W == 0 { places.count } else { W };
        while start < end {
            let next = end.min(start.saturating_add(V::MOST_COUNTS));
            let mut counts = V::splat(0);
            for number in start..next {
                let word = places.word::<W>(number);
                let row = V::of_lane(&columns[word]).and(V::splat(live[word]));
                counts = counts.add_counts(row.count());
            }
            lengths = lengths.add(counts.sum_counts());
            start = next;
        }
        lengths
    }
}

/// The best item so far.
struct Best {
    /// Its key without the rank.
    key: u64,
    slot: u32,
    /// How many items have the same.
    ties: u32,
    draws: u64,
}

/// Which of 64 slots are better than all before, and which are as good as the best one then.
#[derive(Default)]
struct Comparison {
    better: u64,
    same: u64,
}

impl Best {
    /// Compares the key of one more item.
    #[inline(always)]
    fn compare(&mut self, comparison: &mut Comparison, key: u64, slot: usize) {
        let key = key::without_rank(key);
        comparison.better |= u64::from(key < self.key) << slot;
        comparison.same |= u64::from(key == self.key) << slot;
        self.key = self.key.min(key);
    }

    /// Draws a number for each tie among 64 slots.
    #[inline(always)]
    fn draw(&mut self, comparison: Comparison, block: usize, flip: &mut GbFlip) {
        let Comparison { better, same } = comparison;
        // Those as good at a slot: since the last better one, which is one of them, or since the best
        // of the blocks before.
        let ties = |slot: usize| {
            let (below, upto) = (better & !(u64::MAX << slot), u64::MAX >> (63 - slot));
            let since = match below {
                0 => u64::MAX,
                _ => u64::MAX << below.ilog2(),
            };
            let first = if below == 0 { self.ties } else { 1 };
            first + (same & upto & since).count_ones()
        };
        let mut winner = better.checked_ilog2();
        for slot in ones(same) {
            let is_drawn = flip.uniform(ties(slot)) == 0;
            // If a better one follows, it does not matter, but the number is taken.
            if is_drawn && better >> slot == 0 {
                winner = Some(slot as u32);
            }
        }
        self.draws += u64::from(same.count_ones());
        self.ties = match better.checked_ilog2() {
            None => self.ties + same.count_ones(),
            Some(last) => 1 + (same & u64::MAX << last).count_ones(),
        };
        if let Some(slot) = winner {
            self.slot = (block * 64) as u32 + slot;
        }
    }
}
