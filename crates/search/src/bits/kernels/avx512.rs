//! Which techniques pay with AVX-512. The figures were measured.

use super::{EightsRule, Kernels};
use crate::vector::avx512::{Avx512, V512};
use std::ops::RangeInclusive;

// SAFETY: only `Avx512::detect` makes a value.
unsafe impl Kernels for Avx512 {
    type Words = V512;
    type Lane = V512;
    const KEEPS_LENGTHS: bool = false;
    const WORDS_AT_ONCE: usize = 4;
    const SKIPS_STEPS: bool = true;
    const COUNTS_FOUR: bool = true;
    const JOINS_ALL: bool = true;
    const SLOTS_AT_ONCE: usize = 2;

    const COMPARES_EIGHT: bool = true;

    #[inline(always)]
    fn compare_eight(self, keys: V512, active: u8, best: &mut u64) -> (u8, u8) {
        keys.compare_eight(active, best)
    }

    /// Counting eight lists takes four instructions a word, so keys are kept only if many groups
    /// have bounds. With few, keeping them would take 1.05 times as long on grid domination, and
    /// 1.5 times on bricks. With 9 groups (5 queens dominate 8x8), short keys take 1.09 times as
    /// long as walking, with 12 (hitting sets) 0.66 of the time.
    const WALKED_CHANGING: usize = 10;

    const EIGHTS: EightsRule = EightsRule {
        plain: (4, 3),
        bounds: (8, 2),
        changing: 8,
    };

    /// Even in bitmaps of one to four words, small subtrees save up to 2% of the time (MacMahon
    /// squares, word squares).
    fn small_words(self) -> RangeInclusive<usize> {
        1..=64
    }

    type Mask = u64;

    #[inline(always)]
    fn extract(self, word: u64, mask: &u64) -> u64 {
        Avx512::extract(self, word, *mask)
    }
}
