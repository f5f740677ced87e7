//! When to use which technique with AVX-512, as was measured.

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

    /// Counting eight lists takes four instructions a word. So nothing is kept but with many groups
    /// of bounds: else to keep keys takes 1.05 times as long on grid domination, and 1.5 times on
    /// bricks. With 9 groups (5 queens dominate 8x8), short keys take 1.09 times as long as
    /// walking; with 12 (hitting sets) 0.66 times.
    const WALKED_CHANGING: usize = 10;

    const EIGHTS: EightsRule = EightsRule {
        plain: (4, 3),
        bounds: (8, 2),
        changing: 8,
    };

    /// With one to four words, too, MacMahon squares and word squares take 0.98 to 1.00 of the
    /// time.
    fn small_words(self) -> RangeInclusive<usize> {
        1..=64
    }

    type Mask = u64;

    #[inline(always)]
    fn extract(self, word: u64, mask: &u64) -> u64 {
        Avx512::extract(self, word, *mask)
    }
}
