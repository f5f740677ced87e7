//! When to use which technique without instructions that a machine may lack, as was measured.

use super::{EightsRule, Kernels};
use crate::bits::bitmap::Moves;
use crate::bits::key::{self, ModeType};
use crate::bits::sub::arrays::Layout;
use crate::vector::Lane;
use crate::vector::portable::{self, Portable};
use std::ops::RangeInclusive;

// SAFETY: it relies on nothing.
unsafe impl Kernels for Portable {
    type Words = portable::Words;
    type Lane = portable::Lanes;

    /// Eight lists at once only with colors and few words, if half of the items are active:
    /// otherwise that takes longer (pentominoes with 16 words: 1.3 times).
    #[inline(always)]
    fn counts_one_by_one<M: ModeType, const W: usize>(self, active: usize, groups: usize) -> bool {
        !M::HAS_COLORS || W > 8 || active < 4 * groups
    }

    /// The first processors with x86-64 had none.
    const COUNTS_WORD: bool = cfg!(any(not(target_arch = "x86_64"), target_feature = "popcnt"));

    /// One by one: SSE2 has no comparison of words. With its vectors, Langford with gaps takes 1.05
    /// of the time, and bricks 1.04.
    #[inline(always)]
    fn chosen_lanes(self, base: &Lane, choices: u8) -> (Lane, u8) {
        key::chosen_lanes(base, choices)
    }

    /// Instructions, about: bits are counted one word after another.
    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (4 * gone + 40) + 5 * gone + 40;
        let counted = layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    /// Instructions, about.
    #[inline(always)]
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool {
        let kept = lanes * (4 * gone + 40) + 7 * gone + 80;
        let counted = layout.changing * 60 + layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    /// None: without an instruction that counts bits, to keep lengths takes less.
    const EIGHTS: EightsRule = EightsRule {
        plain: (0, 0),
        bounds: (0, 0),
        changing: 0,
    };

    /// To find out which bits move how far takes long for each word: with 6 and more, word squares
    /// take 1.05 to 1.1 times as long. MacMahon squares with 4 take 0.92 of the time.
    fn small_words(self) -> RangeInclusive<usize> {
        1..=4
    }

    type Mask = Moves;

    #[inline(always)]
    fn extract(self, word: u64, mask: &Moves) -> u64 {
        mask.extract(word)
    }
}
