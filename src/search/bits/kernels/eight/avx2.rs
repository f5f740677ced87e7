//! Eight words in two vectors.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::super::avx2::{Four, count_bytes};
use super::super::purify::Words as _;
use super::{Eight, Records};
use std::arch::x86_64::*;

/// A word of each of eight nodes.
#[derive(Clone, Copy, Debug)]
pub struct Words([__m256i; 2]);

/// Where [`Words::compress`] takes halves of words from, and where the second half goes.
#[derive(Clone, Copy, Debug)]
pub struct Places([__m256i; 2], usize);

/// For each four nodes, where their words are, in halves.
static PLACES: [[u32; 8]; 16] = {
    let mut all = [[0; 8]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut node, mut to) = (0, 0);
        while node < 4 {
            if bits >> node & 1 == 1 {
                all[bits][to] = 2 * node;
                all[bits][to + 1] = 2 * node + 1;
                to += 2;
            }
            node += 1;
        }
        bits += 1;
    }
    all
};

/// All ones for eight nodes, and then none.
static FIRST: [u64; 16] = {
    let mut all = [0; 16];
    let mut node = 0;
    while node < 8 {
        all[node] = u64::MAX;
        node += 1;
    }
    all
};

/// Both halves of a vector.
macro_rules! halves {
    (|$half:ident| $vector:expr) => {
        [
            {
                const $half: usize = 0;
                $vector
            },
            {
                const $half: usize = 1;
                $vector
            },
        ]
    };
}

// SAFETY, in each method: the caller's.
impl Eight for Words {
    type Mask = [__m256i; 2];
    type Places = Places;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        unsafe { Words(halves!(|H| _mm256_loadu_si256(from.add(4 * H).cast()))) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        unsafe {
            _mm256_storeu_si256(to.cast(), self.0[0]);
            _mm256_storeu_si256(to.add(4).cast(), self.0[1]);
        }
    }

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        unsafe { Words([_mm256_set1_epi64x(word as i64); 2]) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Words(halves!(|H| _mm256_and_si256(self.0[H], other.0[H]))) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Words(halves!(|H| _mm256_or_si256(self.0[H], other.0[H]))) }
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        unsafe { Words(halves!(|H| _mm256_andnot_si256(other.0[H], self.0[H]))) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Words(halves!(|H| _mm256_add_epi64(self.0[H], other.0[H]))) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        unsafe { Words(halves!(|H| _mm256_sub_epi64(self.0[H], other.0[H]))) }
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        // The upper halves of words are 0, or all ones.
        unsafe { Words(halves!(|H| _mm256_min_epu32(self.0[H], other.0[H]))) }
    }

    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        unsafe {
            let by = _mm_cvtsi32_si128(by as i32);
            Words(halves!(|H| _mm256_sll_epi64(self.0[H], by)))
        }
    }

    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        unsafe {
            let by = _mm_cvtsi32_si128(by as i32);
            Words(halves!(|H| _mm256_srl_epi64(self.0[H], by)))
        }
    }

    #[inline(always)]
    unsafe fn bit_at(self) -> Self {
        unsafe {
            Words(halves!(|H| _mm256_sllv_epi64(
                _mm256_set1_epi64x(1),
                self.0[H]
            )))
        }
    }

    #[inline(always)]
    unsafe fn add_shorts(self, other: Self) -> Self {
        unsafe { Words(halves!(|H| _mm256_add_epi16(self.0[H], other.0[H]))) }
    }

    #[inline(always)]
    unsafe fn same_shorts(self, other: Self) -> Self {
        unsafe { Words(halves!(|H| _mm256_cmpeq_epi16(self.0[H], other.0[H]))) }
    }

    #[inline(always)]
    unsafe fn count(self) -> Self {
        unsafe {
            let zero = _mm256_setzero_si256();
            Words(halves!(|H| _mm256_sad_epu8(count_bytes(self.0[H]), zero)))
        }
    }

    #[inline(always)]
    unsafe fn sum(self) -> u64 {
        unsafe { Four(_mm256_add_epi64(self.0[0], self.0[1])).sum() }
    }

    #[inline(always)]
    unsafe fn union(self) -> u64 {
        unsafe {
            let four = _mm256_or_si256(self.0[0], self.0[1]);
            let low = _mm256_castsi256_si128(four);
            let pair = _mm_or_si128(low, _mm256_extracti128_si256::<1>(four));
            (_mm_cvtsi128_si64(pair) | _mm_extract_epi64::<1>(pair)) as u64
        }
    }

    #[inline(always)]
    unsafe fn first(count: usize) -> Self::Mask {
        debug_assert!(count <= 8);
        unsafe { Words::load(FIRST.as_ptr().add(8 - count)).0 }
    }

    #[inline(always)]
    unsafe fn nonzero(self) -> Self::Mask {
        unsafe {
            let (zero, all) = (_mm256_setzero_si256(), _mm256_set1_epi64x(-1));
            halves!(|H| _mm256_xor_si256(_mm256_cmpeq_epi64(self.0[H], zero), all))
        }
    }

    #[inline(always)]
    unsafe fn has(self, bits: Self) -> Self::Mask {
        unsafe {
            halves!(|H| _mm256_cmpeq_epi64(_mm256_and_si256(self.0[H], bits.0[H]), bits.0[H]))
        }
    }

    #[inline(always)]
    unsafe fn same(self, other: Self) -> Self::Mask {
        unsafe { halves!(|H| _mm256_cmpeq_epi64(self.0[H], other.0[H])) }
    }

    #[inline(always)]
    unsafe fn is_less(self, other: Self) -> Self::Mask {
        unsafe { halves!(|H| _mm256_cmpgt_epi64(other.0[H], self.0[H])) }
    }

    #[inline(always)]
    unsafe fn both(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
        unsafe { halves!(|H| _mm256_and_si256(mask[H], other[H])) }
    }

    #[inline(always)]
    unsafe fn either(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
        unsafe { halves!(|H| _mm256_or_si256(mask[H], other[H])) }
    }

    #[inline(always)]
    unsafe fn min_of(self, other: Self, mask: Self::Mask) -> Self {
        unsafe {
            let less = self.min(other);
            Words(halves!(|H| _mm256_blendv_epi8(
                self.0[H], less.0[H], mask[H]
            )))
        }
    }

    #[inline(always)]
    unsafe fn keep(self, mask: Self::Mask) -> Self {
        unsafe { Words(halves!(|H| _mm256_and_si256(self.0[H], mask[H]))) }
    }

    #[inline(always)]
    unsafe fn places(mask: Self::Mask) -> Self::Places {
        unsafe {
            let bits = halves!(|H| _mm256_movemask_pd(_mm256_castsi256_pd(mask[H])) as usize);
            let from = halves!(|H| _mm256_loadu_si256(PLACES[bits[H]].as_ptr().cast()));
            Places(from, bits[0].count_ones() as usize)
        }
    }

    #[inline(always)]
    unsafe fn number(mask: Self::Mask) -> usize {
        unsafe {
            let bits = halves!(|H| _mm256_movemask_pd(_mm256_castsi256_pd(mask[H])));
            (bits[0] | bits[1] << 4).count_ones() as usize
        }
    }

    #[inline(always)]
    unsafe fn compress(self, Places(from, second): Self::Places, to: *mut u64) {
        unsafe {
            let words = halves!(|H| _mm256_permutevar8x32_epi32(self.0[H], from[H]));
            _mm256_storeu_si256(to.cast(), words[0]);
            _mm256_storeu_si256(to.add(second).cast(), words[1]);
        }
    }

    #[inline(always)]
    unsafe fn copy_records(records: Records) -> Self {
        unsafe { Words(halves!(|H| copy_four(records.after(4 * H)))) }
    }

    #[inline(always)]
    unsafe fn lengths<const W: usize>(live: &[Self; W], row: *const u64) -> Self {
        unsafe {
            let zero = _mm256_setzero_si256();
            let mut bytes = [zero; 2];
            for word in 0..W {
                let row = _mm256_set1_epi64x(*row.add(word) as i64);
                for half in 0..2 {
                    let count = count_bytes(_mm256_and_si256(row, live[word].0[half]));
                    bytes[half] = _mm256_add_epi8(bytes[half], count);
                }
            }
            Words(halves!(|H| _mm256_sad_epu8(bytes[H], zero)))
        }
    }
}

/// See [`Eight::copy_records`]: four of them.
///
/// # Safety
/// As there.
#[inline(always)]
pub unsafe fn copy_four(records: Records) -> __m256i {
    let Records {
        length, to, place, ..
    } = records;
    // SAFETY: the caller's; a few words more than the record has may be read.
    unsafe {
        let (a, b) = (records.get(0), records.get(1));
        let (c, d) = (records.get(2), records.get(3));
        let mut first = _mm256_setzero_si256();
        for word in (0..length).step_by(4) {
            let (a, b) = (
                _mm256_loadu_si256(a.add(word).cast()),
                _mm256_loadu_si256(b.add(word).cast()),
            );
            let (c, d) = (
                _mm256_loadu_si256(c.add(word).cast()),
                _mm256_loadu_si256(d.add(word).cast()),
            );
            let (even, odd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
            let (more_even, more_odd) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
            let column = _mm256_permute2x128_si256::<0x20>(even, more_even);
            if word == 0 {
                first = column;
            } else {
                _mm256_storeu_si256(to.add((word - 1) * place).cast(), column);
            }
            let to = to.add(word * place);
            if word + 1 < length {
                let column = _mm256_permute2x128_si256::<0x20>(odd, more_odd);
                _mm256_storeu_si256(to.cast(), column);
            }
            if word + 2 < length {
                let column = _mm256_permute2x128_si256::<0x31>(even, more_even);
                _mm256_storeu_si256(to.add(place).cast(), column);
            }
            if word + 3 < length {
                let column = _mm256_permute2x128_si256::<0x31>(odd, more_odd);
                _mm256_storeu_si256(to.add(2 * place).cast(), column);
            }
        }
        first
    }
}
