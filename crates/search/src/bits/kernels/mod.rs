//! Algorithms on vectors, and for each instruction set the rules for when to use them.
//!
//! | file | what it has |
//! |---|---|
//! | `avx512.rs`, `avx2.rs`, `portable.rs` | the [`Kernels`] of an instruction set: which [vectors](crate::vector) it has, and when a technique pays with it |
//! | `choose.rs` | the item to branch on, eight at a time |
//! | `draw.rs` | the same when ties are broken at random |
//! | `steps.rs` | covering and purifying an option's items, a vector of words at a time |
//! | `shorten.rs` | lengths and short keys that are kept from a node to its children |
//!
//! These algorithms stand once, generic over [`Vector`]; so do the [`eights`](super::sweep::eights)
//! and the sweep with [random choices](super::sweep::drawn). They must be inlined into code that is
//! compiled for the instruction set: see [`Isa`](super::walk::isa::Isa).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod choose;
pub mod draw;
mod portable;
pub mod shorten;
pub mod steps;
#[cfg(test)]
mod tests;

use super::bitmap::{Moves, NameLanes, count, ones};
use super::key::ModeType;
use super::price::Cost;
use super::sub::arrays::Layout;
use crate::prices::Prices;
use crate::vector::portable::Plain;
use crate::vector::{Lane, Vector};
use choose::Candidates;
use std::ops::RangeInclusive;
use steps::{MANY, Steps};

/// An instruction set: its vectors, and which techniques pay with it. All give the same results.
///
/// A value of such a type is a proof that the machine has these instructions: `detect` makes one
/// only then. So the methods may rely on them.
///
/// # Safety
/// No value of the type may exist on a machine without its instructions, and its vectors must need
/// no others.
pub unsafe trait Kernels: Copy {
    /// One register.
    type Words: Vector;
    /// Eight words.
    type Lane: Vector;

    /// Whether to count the lists of active items one by one, not those of eight slots at once.
    #[inline(always)]
    fn counts_one_by_one<M: ModeType, const W: usize>(
        self,
        _active: usize,
        _groups: usize,
    ) -> bool {
        false
    }

    /// Whether one instruction counts the bits of a word.
    const COUNTS_WORD: bool = true;

    /// How many bits are set.
    #[inline(always)]
    fn count<const W: usize>(self, words: &[u64; W]) -> u64 {
        if const { Self::COUNTS_WORD || W == 1 } {
            return count(words);
        }
        // SAFETY: a value of `Self` exists.
        unsafe { choose::count::<Self::Words, W>(words) }
    }

    /// Up to this many words, groups without active items are counted, too: that is cheaper than a
    /// mispredicted branch.
    const WORDS_AT_ONCE: usize = 2;

    /// The smallest key of an active item, or `NONE`. `FAILED` may stand for any key whose score is
    /// not positive, unless the candidates ask for the very best.
    ///
    /// # Safety
    /// The candidates are of a sub-problem whose bitmaps have `W` words, so that there
    /// are `W` lanes of columns for each group.
    #[inline(always)]
    unsafe fn choose<M: ModeType, const W: usize>(
        self,
        candidates: &Candidates<'_>,
        live: &[u64; W],
    ) -> u64 {
        let (active, groups) = (candidates.number(), candidates.keys.len());
        if self.counts_one_by_one::<M, W>(active, groups) {
            return choose::one_by_one::<Self, M, W>(self, candidates, live);
        }
        // SAFETY: the caller's contract; a value of `Self` exists.
        unsafe { choose::by_groups::<Self, Self::Lane, M, W>(candidates, live) }
    }

    /// Whether [`Self::compare_eight`] is fast.
    const COMPARES_EIGHT: bool = false;

    /// Compares eight keys in order. First mask: active keys less than `best` and all active ones
    /// before them. Second mask: active keys equal to the least one before them. `best` becomes the
    /// least of all.
    #[inline(always)]
    fn compare_eight(self, keys: Self::Lane, active: u8, best: &mut u64) -> (u8, u8) {
        let (mut better, mut same, mut lane) = (0, 0, Lane::default());
        keys.to_lane(&mut lane);
        for place in ones(active.into()) {
            let key = lane.0[place];
            better |= u8::from(key < *best) << place;
            same |= u8::from(key == *best) << place;
            *best = key.min(*best);
        }
        (better, same)
    }

    /// Takes a choice off the base keys in the mask `choices`. Returns the new keys, and a mask of
    /// those that are used up.
    #[inline(always)]
    fn chosen_lanes(self, base: &Lane, choices: u8) -> (Lane, u8) {
        // SAFETY: a value of `Self` exists.
        unsafe { choose::chosen_lanes::<Self::Lane>(base, choices) }
    }

    /// Whether [`Self::take`] tests for steps that purify an item again. With few words, that is
    /// cheaper than leaving them out of the list.
    const SKIPS_STEPS: bool = false;

    /// Whether [`Self::take`] makes this test in a sub-problem with this many planes.
    #[inline(always)]
    fn skips_steps<const W: usize>(self, planes: usize) -> bool {
        Self::SKIPS_STEPS && W > 1 && W <= 8 && planes > 0 && planes <= 4
    }

    /// Whether this number of steps is too large for [`Self::take`] with vectors.
    #[inline(always)]
    fn are_many(self, steps: usize) -> bool {
        steps > Self::Words::MOST_COUNTS
    }

    /// Takes all steps, and updates `live`. With [`MANY`] planes, the steps may be [too
    /// many](Self::are_many) for vectors.
    #[inline(always)]
    fn take<P: Prices, const W: usize, const K: usize>(
        self,
        steps: &mut Steps<'_>,
        live: &mut [u64; W],
    ) -> Cost {
        debug_assert!(K == MANY || !self.are_many(steps.steps.len()));
        // SAFETY: a value of `Self` exists; single words need no instructions.
        unsafe {
            if const { W == 1 || K == MANY } {
                steps.take::<P, Plain<1>, W, K, false>(live)
            } else if const { Self::SKIPS_STEPS } {
                steps.take::<P, Self::Words, W, K, true>(live)
            } else {
                steps.take::<P, Self::Words, W, K, false>(live)
            }
        }
    }

    /// Whether there is code that keeps lengths.
    const KEEPS_LENGTHS: bool = true;

    /// Whether keeping lengths is cheaper than counting them, if about `gone` options are gone at a
    /// node.
    #[inline(always)]
    fn keeps_lengths(self, _layout: &Layout, _gone: usize) -> bool {
        false
    }

    /// Up to this many groups with bounds, walk node by node, if they are too many to be counted
    /// in a sweep. Beyond it, short keys are faster.
    const WALKED_CHANGING: usize = 0;

    /// Whether keeping short keys in this many lanes a node is cheaper than counting.
    #[inline(always)]
    fn keeps_keys(self, _layout: &Layout, _lanes: usize, _gone: usize) -> bool {
        false
    }

    /// The sub-problems for which there is code that takes eight children at a time.
    const EIGHTS: EightsRule;

    /// Whether to sweep this sub-problem eight at a time.
    #[inline(always)]
    fn takes_eights(self, layout: &Layout, is_plain: bool) -> bool {
        Self::EIGHTS.takes(layout, is_plain)
    }

    /// Whether fewer words make eights faster even though bitmaps must be packed first.
    #[inline(always)]
    fn packs_eights(self) -> bool {
        false
    }

    /// How many slots eights handle in a round of their loop, whose end is mispredicted. With one,
    /// AVX-512 takes 1.03 times as long; with two, AVX2 takes 1.01 times, as it has fewer
    /// registers.
    const SLOTS_AT_ONCE: usize = 1;

    /// Whether the bits of four words are counted at once, so that fewer words save nothing.
    const COUNTS_FOUR: bool = false;

    /// The words of bitmaps for which small subtrees with colors are worth encoding.
    fn small_words(self) -> RangeInclusive<usize>;

    /// Whether [`Self::join_names`] loads the names of all options, live or not: finding the live
    /// ones takes most of its time.
    const JOINS_ALL: bool = false;

    /// The exclusive or of the names of the live options (Zobrist hashing).
    #[inline(always)]
    fn join_names(self, names: &[NameLanes], live: &[u64]) -> [u64; 2] {
        if Self::JOINS_ALL {
            // SAFETY: a value of `Self` exists.
            return unsafe { join_all_names::<Self::Lane>(names, live) };
        }
        let mut joined = [0; 2];
        for (names, &word) in names.chunks(8).zip(live) {
            for bit in ones(word) {
                for half in 0..2 {
                    joined[half] ^= names[bit / 8][half].0[bit % 8];
                }
            }
        }
        joined
    }

    /// The places of a word's bits to compress, in the form that [`Self::extract`] wants.
    type Mask: Mask;

    /// The bits of a word at these places, moved together.
    fn extract(self, word: u64, mask: &Self::Mask) -> u64;

    /// [`Self::extract`] for [small subtrees](Self::small_words), which exist only where it is
    /// fast.
    #[inline(always)]
    fn extract_fast(self, word: u64, mask: &Self::Mask) -> u64 {
        self.extract(word, mask)
    }
}

/// The limits of sub-problems that are swept eight children at a time: words of options, and of
/// slots.
#[derive(Clone, Copy, Debug)]
pub struct EightsRule {
    pub plain: (usize, usize),
    pub bounds: (usize, usize),
    /// With bounds, the most groups of slots whose bound may change.
    pub changing: usize,
}

impl EightsRule {
    /// The limit of `changing` for all instruction sets. With 14 groups (hitting sets), columns no
    /// longer fit in the first cache, and eights take 1.9 times as long as short keys.
    pub const MOST_CHANGING: usize = 8;

    /// Whether a sub-problem with this many words of options and of slots is within the limits.
    pub const fn has(self, words: usize, width: usize, is_plain: bool) -> bool {
        let (most_words, most_width) = if is_plain { self.plain } else { self.bounds };
        words <= most_words && width <= most_width
    }

    /// Whether this sub-problem is within the limits.
    #[inline(always)]
    pub fn takes(self, layout: &Layout, is_plain: bool) -> bool {
        self.has(layout.words, layout.width, is_plain) && layout.changing <= self.changing
    }
}

/// The places of a word's bits to compress.
pub trait Mask: Copy {
    /// The masks of all words; in `storage`, if a mask is more than a word.
    fn all<'a>(words: &'a [u64], storage: &'a mut Vec<Self>) -> &'a [Self];

    /// A word with ones at these places.
    fn bits(&self) -> u64;
}

impl Mask for u64 {
    #[inline(always)]
    fn all<'a>(words: &'a [u64], _storage: &'a mut Vec<u64>) -> &'a [u64] {
        words
    }

    #[inline(always)]
    fn bits(&self) -> u64 {
        *self
    }
}

impl Mask for Moves {
    #[inline(always)]
    fn all<'a>(words: &'a [u64], storage: &'a mut Vec<Moves>) -> &'a [Moves] {
        for &word in words {
            storage.push(Moves::new(word));
        }
        storage
    }

    #[inline(always)]
    fn bits(&self) -> u64 {
        self.mask
    }
}

/// See [`Kernels::join_names`].
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn join_all_names<V: Vector>(names: &[NameLanes], live: &[u64]) -> [u64; 2] {
    // SAFETY: the caller's contract.
    unsafe {
        let mut joined = [V::splat(0); 2];
        for (names, &word) in names.chunks(8).zip(live) {
            let mut word = word;
            for eight in names {
                let are_live = V::of_bits(word as u8, 0);
                for half in 0..2 {
                    joined[half] = joined[half].xor(V::of_lane(&eight[half]).keep(are_live));
                }
                word >>= 8;
            }
        }
        joined.map(|joined| {
            let mut lane = Lane::default();
            joined.to_lane(&mut lane);
            lane.0.iter().fold(0, |all, word| all ^ word)
        })
    }
}
