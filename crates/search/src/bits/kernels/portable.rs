//! Which techniques pay without instructions that a machine may lack. The figures were measured.

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

    /// Eight lists at once only with colors, few words, and half of the items active: otherwise it
    /// takes longer (pentominoes with 16 words: 1.3 times).
    #[inline(always)]
    fn counts_one_by_one<M: ModeType, const W: usize>(self, active: usize, groups: usize) -> bool {
        !M::HAS_COLORS || W > 8 || active < 4 * groups
    }

    /// The first x86-64 processors had no such instruction.
    const COUNTS_WORD: bool = cfg!(any(not(target_arch = "x86_64"), target_feature = "popcnt"));

    /// One by one, as SSE2 does not compare words: with its vectors, Langford with gaps takes 1.05
    /// times as long, and bricks 1.04 times.
    #[inline(always)]
    fn chosen_lanes(self, base: &Lane, choices: u8) -> (Lane, u8) {
        key::chosen_lanes(base, choices)
    }

    /// Compares approximate numbers of instructions: bits are counted one word after another.
    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (4 * gone + 40) + 5 * gone + 40;
        let counted = layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    /// Compares approximate numbers of instructions.
    #[inline(always)]
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool {
        let kept = lanes * (4 * gone + 40) + 7 * gone + 80;
        let counted = layout.changing * 60 + layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    /// None: without an instruction that counts bits, keeping lengths is faster.
    const EIGHTS: EightsRule = EightsRule {
        plain: (0, 0),
        bounds: (0, 0),
        changing: 0,
    };

    /// Without PEXT, the moves of bits have to be computed for each word. With 6 words or more,
    /// word squares would take 1.05 to 1.1 times as long; with 4, MacMahon squares take 0.92 of the
    /// time.
    fn small_words(self) -> RangeInclusive<usize> {
        1..=4
    }

    type Mask = Moves;

    #[inline(always)]
    fn extract(self, word: u64, mask: &Moves) -> u64 {
        mask.extract(word)
    }
}
