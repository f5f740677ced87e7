//! Eight words in one vector.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::avx2::copy_four;
use super::{Eight, Records};
use std::arch::x86_64::*;

/// A word of each of eight nodes.
#[derive(Clone, Copy, Debug)]
pub struct Words(__m512i);

// SAFETY, in each method: the caller's.
impl Eight for Words {
    type Mask = __mmask8;
    type Places = __mmask8;
    const SLOTS_AT_ONCE: usize = 2;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        unsafe { Words(_mm512_loadu_si512(from.cast())) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        unsafe { _mm512_storeu_si512(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        unsafe { Words(_mm512_set1_epi64(word as i64)) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Words(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Words(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        unsafe { Words(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Words(_mm512_add_epi64(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        unsafe { Words(_mm512_sub_epi64(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        unsafe { Words(_mm512_min_epu64(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn shift_left(self, by: u32) -> Self {
        unsafe { Words(_mm512_sll_epi64(self.0, _mm_cvtsi32_si128(by as i32))) }
    }

    #[inline(always)]
    unsafe fn shift_right(self, by: u32) -> Self {
        unsafe { Words(_mm512_srl_epi64(self.0, _mm_cvtsi32_si128(by as i32))) }
    }

    #[inline(always)]
    unsafe fn bit_at(self) -> Self {
        unsafe { Words(_mm512_sllv_epi64(_mm512_set1_epi64(1), self.0)) }
    }

    #[inline(always)]
    unsafe fn add_shorts(self, other: Self) -> Self {
        unsafe { Words(_mm512_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn same_shorts(self, other: Self) -> Self {
        unsafe { Words(_mm512_movm_epi16(_mm512_cmpeq_epi16_mask(self.0, other.0))) }
    }

    #[inline(always)]
    unsafe fn count(self) -> Self {
        unsafe { Words(_mm512_popcnt_epi64(self.0)) }
    }

    #[inline(always)]
    unsafe fn sum(self) -> u64 {
        unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
    }

    #[inline(always)]
    unsafe fn union(self) -> u64 {
        unsafe { _mm512_reduce_or_epi64(self.0) as u64 }
    }

    #[inline(always)]
    unsafe fn first(count: usize) -> Self::Mask {
        !(0xff_u32 << count) as u8
    }

    #[inline(always)]
    unsafe fn nonzero(self) -> Self::Mask {
        unsafe { _mm512_test_epi64_mask(self.0, self.0) }
    }

    #[inline(always)]
    unsafe fn has(self, bits: Self) -> Self::Mask {
        unsafe { _mm512_test_epi64_mask(self.0, bits.0) }
    }

    #[inline(always)]
    unsafe fn same(self, other: Self) -> Self::Mask {
        unsafe { _mm512_cmpeq_epi64_mask(self.0, other.0) }
    }

    #[inline(always)]
    unsafe fn is_less(self, other: Self) -> Self::Mask {
        unsafe { _mm512_cmplt_epu64_mask(self.0, other.0) }
    }

    #[inline(always)]
    unsafe fn both(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
        mask & other
    }

    #[inline(always)]
    unsafe fn either(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
        mask | other
    }

    #[inline(always)]
    unsafe fn min_of(self, other: Self, mask: Self::Mask) -> Self {
        unsafe { Words(_mm512_mask_min_epu64(self.0, mask, self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn keep(self, mask: Self::Mask) -> Self {
        unsafe { Words(_mm512_maskz_mov_epi64(mask, self.0)) }
    }

    #[inline(always)]
    unsafe fn places(mask: Self::Mask) -> Self::Places {
        mask
    }

    #[inline(always)]
    unsafe fn number(mask: Self::Mask) -> usize {
        mask.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn compress(self, places: Self::Places, to: *mut u64) {
        // Not by the instruction that writes to memory: it takes long on some processors.
        unsafe { _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(places, self.0)) }
    }

    #[inline(always)]
    unsafe fn copy_records(records: Records) -> Self {
        unsafe {
            let (low, high) = (copy_four(records), copy_four(records.after(4)));
            Words(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
        }
    }

    #[inline(always)]
    unsafe fn lengths<const W: usize>(live: &[Self; W], row: *const u64) -> Self {
        unsafe {
            let mut lengths = Words::splat(*row).and(live[0]).count();
            for word in 1..W {
                lengths = lengths.add(Words::splat(*row.add(word)).and(live[word]).count());
            }
            lengths
        }
    }
}
