//! The interface of the kernels.

use super::choose::Candidates;
use super::eight::Eight;
use super::lengths::Bytes;
use super::short::Shorts;
use super::steps::Steps;
use crate::search::bits::bitmap::{Moves, ones};
use crate::search::bits::lane::{Lane, NameLanes};
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::Cost;
use crate::search::bits::sub::arrays::Layout;
use std::ops::RangeInclusive;

/// An instruction set, and what it does in its own way. All give the same results.
///
/// A value of such a type is a proof: it can be had only on a machine that has these
/// instructions (`detect` looks for them). So the methods may rely on them. To be fast,
/// they must be inlined into code that is compiled for them; elsewhere they are slow, but
/// not wrong.
///
/// # Safety
/// An implementation must let nobody have a value of its type on another machine.
pub unsafe trait Kernels: Copy {
    /// The smallest key, `NONE` without candidates. `FAILED` may stand for any key
    /// whose score is not positive, unless all are to be compared.
    ///
    /// # Safety
    /// The candidates are of a sub-problem whose bitmaps have `W` words, so that there
    /// are `W` lanes of columns for each group.
    unsafe fn choose<M: ModeType, const W: usize>(
        self,
        candidates: &Candidates<'_>,
        live: &[u64; W],
    ) -> u64;

    /// Whether lengths are kept at all; if not, there is no code for it.
    const KEEPS_LENGTHS: bool = true;

    /// Whether it takes less to keep lengths than to count them anew, where about so many
    /// options are gone at a node.
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool;

    /// Where more groups of items have bounds than can be counted anew in a sweep, but no more
    /// than this, nodes are walked: only with more of them are short keys faster.
    const WALKED_CHANGING: usize = 0;

    /// The same of short keys, with so many lanes.
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool;

    /// A lane of lengths in vectors.
    type Bytes: Bytes;

    /// Slots as bytes, of which each is 1 or 0.
    fn spread(self, slots: u64) -> Lane;

    /// A lane of short keys in vectors.
    type Shorts: Shorts;

    /// See [`key::chosen_lanes`](crate::search::bits::key::chosen_lanes).
    fn chosen_lanes(self, base: &Lane, choices: u8) -> (Lane, u8);

    /// Whether [`Self::take`] passes by steps that purify what is purified already:
    /// with few words that takes less than leaving them out.
    fn skips_steps<const W: usize>(self, planes: usize) -> bool;

    /// See [`Steps::take`].
    fn take<const W: usize, const K: usize>(
        self,
        steps: &mut Steps<'_>,
        live: &mut [u64; W],
    ) -> Cost;

    /// A word of each of eight nodes.
    type Eight: Eight;

    /// For which sub-problems there is code that takes eight children at a time.
    const EIGHTS: EightsRule;

    /// Whether to sweep by it.
    #[inline(always)]
    fn takes_eights(self, layout: &Layout, is_plain: bool) -> bool {
        Self::EIGHTS.takes(layout, is_plain)
    }

    /// Whether the bits of four words are counted at once: then nothing is saved by fewer.
    const COUNTS_FOUR: bool = false;

    /// How many words a bitmap has where it is worth it to encode small subtrees with colors.
    fn small_words(self) -> RangeInclusive<usize>;

    /// The exclusive or of the names of these options.
    #[inline(always)]
    fn join_names(self, names: &[NameLanes], live: &[u64]) -> [u64; 2] {
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

    /// Places of a word, and what [`Self::extract`] wants to know of them.
    type Mask: Mask;

    /// The bits of a word at these places, moved together.
    fn extract(self, word: u64, mask: &Self::Mask) -> u64;

    /// The same for [small subtrees](Self::small_words), which there are only where this is fast: so
    /// that need not be asked for each word.
    #[inline(always)]
    fn extract_fast(self, word: u64, mask: &Self::Mask) -> u64 {
        self.extract(word, mask)
    }
}

/// Sub-problems that are swept eight children at a time: those of at most so many words of options
/// and of slots.
#[derive(Clone, Copy, Debug)]
pub struct EightsRule {
    pub plain: (usize, usize),
    pub bounds: (usize, usize),
}

impl EightsRule {
    /// The most groups of slots whose bound may change. On hitting sets, with 14, columns no longer
    /// fit in the first cache: it takes 1.9 times as long as with lengths kept in short keys.
    pub const MOST_CHANGING: usize = 8;

    /// Whether sub-problems of so many words of options and of slots are among them.
    pub const fn has(self, words: usize, width: usize, is_plain: bool) -> bool {
        let (most_words, most_width) = if is_plain { self.plain } else { self.bounds };
        words <= most_words && width <= most_width
    }

    /// Whether this sub-problem is.
    #[inline(always)]
    pub fn takes(self, layout: &Layout, is_plain: bool) -> bool {
        self.has(layout.words, layout.width, is_plain) && layout.changing <= Self::MOST_CHANGING
    }
}

/// Places of a word whose bits are to be moved together.
pub trait Mask: Copy {
    /// Those of all words, in `storage` if they are more than the words.
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
