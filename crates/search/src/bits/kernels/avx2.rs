//! Which techniques pay with AVX2. The figures were measured.

use super::{EightsRule, Kernels};
use crate::bits::bitmap::Moves;
use crate::bits::key::ModeType;
use crate::bits::sub::arrays::Layout;
use crate::vector::Pair;
use crate::vector::avx2::{Avx2, V256};
use std::ops::RangeInclusive;

#[cold]
#[inline(never)]
fn extract_by_steps(word: u64, mask: u64) -> u64 {
    Moves::new(mask).extract(word)
}

// SAFETY: only `Avx2::detect` makes a value.
unsafe impl Kernels for Avx2 {
    type Words = V256;
    type Lane = Pair<V256>;

    /// One by one if few items are active: bricks then take 0.83 of the time, pentominoes 0.87. Not
    /// in plain problems of few words, which would be slower (Langford pairs 1.13).
    #[inline(always)]
    fn counts_one_by_one<M: ModeType, const W: usize>(self, active: usize, groups: usize) -> bool {
        match M::IS_PLAIN {
            true => W > 2 && active * (W + 3) < groups * (4 * W + 5),
            false => active * (W + 4) < groups * (4 * W + 6),
        }
    }

    /// Compares approximate numbers of vector operations. If one word holds all slots, keeping
    /// lengths takes 0.61 of the time on dominoes, but 1.1 times as long on queens, which lose more
    /// options at a node.
    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (2 * gone + 20) + (3 + 4 * layout.words) * gone + 50;
        let counted = layout.groups * (16 * layout.words + 10) + 12;
        kept < counted
    }

    /// Compares approximate numbers of instructions, and a misprediction. With short keys, grid
    /// domination takes 0.67 of the time, Langford with gaps would take 1.1 times as long.
    #[inline(always)]
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool {
        let kept = lanes * (2 * gone + 22) + 7 * gone + 100;
        let counted = layout.changing * 32 + layout.groups * (16 * layout.words + 14) + 12;
        kept < counted
    }

    /// With bounds and eight words, tetrominoes in 8x10 take 0.8 of the time by eights.
    const EIGHTS: EightsRule = EightsRule {
        plain: (4, 1),
        bounds: (8, 1),
        changing: 2,
    };

    /// Counting eight lists of two words takes 16 more instructions than lists of one word; with
    /// many such lists, kept lengths are faster. With more words, lengths are never kept, and
    /// tetrominoes in 8x8 and 10x10 take 0.75 to 0.8 of the time by eights.
    #[inline(always)]
    fn takes_eights(self, layout: &Layout, is_plain: bool) -> bool {
        Self::EIGHTS.takes(layout, is_plain)
            && (!is_plain || layout.words != 2 || layout.primary <= 32)
    }

    /// Tetrominoes in 8x10 take 0.93 of the time when their eight words are packed into six. (With
    /// AVX-512, which counts the bits of a word in one instruction, 1.04.)
    #[inline(always)]
    fn packs_eights(self) -> bool {
        self.extracts_fast()
    }

    /// Word squares take 0.8 of the time with small subtrees, MacMahon squares 0.78.
    fn small_words(self) -> RangeInclusive<usize> {
        let most = if self.extracts_fast() { 64 } else { 0 };
        1..=most
    }

    type Mask = u64;

    #[inline(always)]
    fn extract(self, word: u64, mask: &u64) -> u64 {
        if !self.extracts_fast() {
            return extract_by_steps(word, *mask);
        }
        self.extract_fast(word, mask)
    }

    #[inline(always)]
    fn extract_fast(self, word: u64, mask: &u64) -> u64 {
        Avx2::extract(self, word, *mask)
    }
}
