//! The interface of the kernels.

use super::choose::Candidates;
use super::lengths::{self, Child};
use super::short::Shorts;
use super::steps::Steps;
use crate::search::bits::bitmap::Moves;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::Cost;
use crate::search::bits::sub::layout::Layout;
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

    /// Whether it may be worth it to keep lengths where a bitmap of slots has but one word.
    const KEEPS_FEW: bool = false;

    /// Whether it takes less to keep lengths than to count them anew, where about so many
    /// options are gone at a node.
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool;

    /// Up to this many words, a sweep that counts anew has code of its own for bounds and one
    /// word of slots: few, where short keys are kept as a rule.
    const COUNTED_NARROW: usize = 1;

    /// Where more groups of items have bounds than can be counted anew in a sweep, but no more
    /// than this, nodes are walked: only with more of them are short keys faster.
    const WALKED_CHANGING: usize = 0;

    /// The same of short keys, with so many lanes.
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool;

    /// Whether [`Self::shorten`] wants the slots of options in bytes: see [`Self::spread`].
    const SPREADS: bool = false;

    /// The length of each list, and what else [`Self::shorten`] keeps.
    #[inline(always)]
    fn begin_lengths<const W: usize>(
        self,
        columns: &[Lane],
        live: &[u64; W],
        _active: &[u64],
        to: &mut [Lane],
    ) {
        lengths::count::<W>(columns, live, to);
    }

    /// Slots as bytes, of which each is 1 or 0; if they are wanted.
    #[inline(always)]
    fn spread(self, _slots: u64) -> Lane {
        Lane::default()
    }

    /// See [`lengths::shorten`].
    ///
    /// # Safety
    /// `from` and `to` have `A` lanes. `satisfied` has `A` words for each option that
    /// may be gone, and then `A` zeros; if they are wanted, `slots` has `A` lanes for each of
    /// `64 * W` options, and then as many zeros.
    unsafe fn shorten<const W: usize, const A: usize>(
        self,
        from: &[Lane],
        to: &mut [Lane],
        child: &Child<'_, W, A>,
    ) -> u64;

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

    /// How many words a bitmap has where it is worth it to encode small subtrees with colors.
    fn small_words(self) -> RangeInclusive<usize>;

    /// Places of a word, and what [`Self::extract`] wants to know of them.
    type Mask: Mask;

    /// The bits of a word at these places, moved together.
    fn extract(self, word: u64, mask: &Self::Mask) -> u64;
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
