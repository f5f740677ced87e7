//! AVX-512.

use super::avx2::{Avx2, V256};
use super::{Records, Vector, by_contract, with_instructions};
use std::arch::x86_64::*;

/// AVX-512 with bit counts in vectors, and the instructions of [`Avx2`].
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// A value, if this machine has all of it.
    pub fn detect() -> Option<Self> {
        let has_all = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        has_all.then_some(Avx512(()))
    }

    /// Compresses the bits of a word at the places of a mask: PEXT.
    #[inline(always)]
    pub fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a value exists, so the machine has BMI2.
        unsafe { _pext_u64(word, mask) }
    }
}

/// Eight words.
#[derive(Clone, Copy, Debug)]
pub struct V512(__m512i);

impl V512 {
    /// Compares eight words without the highest bit, in order. First mask: those of `active` that
    /// are less than `best` and all of `active` before them (new minima). Second mask: those equal
    /// to the least one before them (ties). `best` becomes the least of all.
    ///
    /// A prefix minimum in three steps: over 1, 2 and 4 words before each.
    #[inline(always)]
    pub fn compare_eight(self, active: u8, best: &mut u64) -> (u8, u8) {
        // SAFETY: the machine has these instructions.
        unsafe {
            let none = _mm512_set1_epi64(i64::MAX);
            let keys = _mm512_mask_blend_epi64(active, none, self.0);
            let before = _mm512_alignr_epi64::<7>(keys, none);
            let before = _mm512_min_epi64(before, _mm512_alignr_epi64::<7>(before, none));
            let before = _mm512_min_epi64(before, _mm512_alignr_epi64::<6>(before, none));
            let before = _mm512_min_epi64(before, _mm512_alignr_epi64::<4>(before, none));
            let least = _mm512_min_epi64(before, keys);
            let least = _mm512_alignr_epi64::<7>(least, least);
            let least = _mm_cvtsi128_si64(_mm512_castsi512_si128(least)) as u64;
            let before = _mm512_min_epi64(before, _mm512_set1_epi64(*best as i64));
            *best = least.min(*best);
            (
                _mm512_cmplt_epi64_mask(keys, before),
                _mm512_mask_cmpeq_epi64_mask(active, keys, before),
            )
        }
    }

    with_instructions! {
        fn halves(self) -> [V256; 2] {
            [
                V256(_mm512_castsi512_si256(self.0)),
                V256(_mm512_extracti64x4_epi64::<1>(self.0)),
            ]
        }
    }
}

// SAFETY: only unsafe methods make values, and their callers know that the machine has AVX-512.
unsafe impl Vector for V512 {
    const WORDS: usize = 8;
    /// Counts are words, of at most 64 each.
    const MOST_COUNTS: usize = usize::MAX;
    type Mask = __mmask8;
    type Places = __mmask8;

    by_contract! {
        unsafe fn load(from: *const u64) -> Self { V512(_mm512_loadu_si512(from.cast())) }
        unsafe fn load_aligned(from: *const u64) -> Self { V512(_mm512_load_si512(from.cast())) }
        unsafe fn load_first(from: *const u64, count: usize) -> Self {
            V512(match count {
                8 => _mm512_loadu_si512(from.cast()),
                1..=4 => _mm512_zextsi256_si512(V256::load_first(from, count).0),
                _ => _mm512_maskz_loadu_epi64(V512::first(count, 0), from.cast()),
            })
        }
        unsafe fn store(self, to: *mut u64) { _mm512_storeu_si512(to.cast(), self.0) }
        unsafe fn store_aligned(self, to: *mut u64) { _mm512_store_si512(to.cast(), self.0) }
        unsafe fn store_first(self, to: *mut u64, count: usize) {
            match count {
                8 => _mm512_storeu_si512(to.cast(), self.0),
                1..=4 => self.halves()[0].store_first(to, count),
                _ => _mm512_mask_storeu_epi64(to.cast(), V512::first(count, 0), self.0),
            }
        }
        unsafe fn splat(word: u64) -> Self { V512(_mm512_set1_epi64(word as i64)) }
        unsafe fn splat_byte(byte: u8) -> Self { V512(_mm512_set1_epi8(byte as i8)) }
        unsafe fn splat_short(short: u16) -> Self { V512(_mm512_set1_epi16(short as i16)) }
        unsafe fn of_byte_bits(bits: u64) -> Self { V512(_mm512_movm_epi8(bits)) }
        unsafe fn first(count: usize, start: usize) -> __mmask8 {
            debug_assert!(count <= 8 && start == 0);
            !(0xff_u32 << count) as u8
        }
        unsafe fn of_bits(bits: u8, _start: usize) -> __mmask8 { bits }
        unsafe fn compress(self, places: __mmask8, to: *mut u64) {
            // Not by the form of the instruction that writes to memory, which is slow on some
            // processors.
            _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(places, self.0))
        }
        unsafe fn copy_records(records: Records) -> Self {
            let low = _mm512_castsi256_si512(V256::copy_records(records).0);
            let high = V256::copy_records(records.after(4)).0;
            V512(_mm512_inserti64x4::<1>(low, high))
        }
    }

    with_instructions! {
        fn and(self, other: Self) -> Self { V512(_mm512_and_si512(self.0, other.0)) }
        fn or(self, other: Self) -> Self { V512(_mm512_or_si512(self.0, other.0)) }
        fn xor(self, other: Self) -> Self { V512(_mm512_xor_si512(self.0, other.0)) }
        fn and_not(self, other: Self) -> Self { V512(_mm512_andnot_si512(other.0, self.0)) }
        fn add(self, other: Self) -> Self { V512(_mm512_add_epi64(self.0, other.0)) }
        fn sub(self, other: Self) -> Self { V512(_mm512_sub_epi64(self.0, other.0)) }
        fn multiply(self, other: Self) -> Self { V512(_mm512_mul_epu32(self.0, other.0)) }
        fn shift_left(self, by: u32) -> Self {
            V512(_mm512_sll_epi64(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn shift_right(self, by: u32) -> Self {
            V512(_mm512_srl_epi64(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn bit_at(self) -> Self { V512(_mm512_sllv_epi64(_mm512_set1_epi64(1), self.0)) }
        fn min_halves(self, other: Self) -> Self { V512(_mm512_min_epu64(self.0, other.0)) }
        fn count(self) -> Self { V512(_mm512_popcnt_epi64(self.0)) }
        fn add_counts(self, other: Self) -> Self { self.add(other) }
        fn sum_counts(self) -> Self { self }
        fn sub_bytes(self, other: Self) -> Self { V512(_mm512_sub_epi8(self.0, other.0)) }
        fn min_bytes(self, other: Self) -> Self { V512(_mm512_min_epu8(self.0, other.0)) }
        fn same_bytes(self, other: Self) -> Self {
            V512(_mm512_movm_epi8(_mm512_cmpeq_epi8_mask(self.0, other.0)))
        }
        fn byte_bits(self) -> u64 { _mm512_movepi8_mask(self.0) }
        fn least_byte(self) -> u32 {
            let [low, high] = self.halves();
            low.min_bytes(high).least_byte()
        }
        fn add_shorts(self, other: Self) -> Self { V512(_mm512_add_epi16(self.0, other.0)) }
        fn sub_shorts(self, other: Self) -> Self { V512(_mm512_sub_epi16(self.0, other.0)) }
        fn min_shorts(self, other: Self) -> Self { V512(_mm512_min_epi16(self.0, other.0)) }
        fn same_shorts(self, other: Self) -> Self {
            V512(_mm512_movm_epi16(_mm512_cmpeq_epi16_mask(self.0, other.0)))
        }
        fn least_short(self) -> u16 {
            let [low, high] = self.halves();
            low.min_shorts(high).least_short()
        }
        fn short_bits_of_two(self, other: Self) -> u64 {
            u64::from(self.short_bits()) | u64::from(other.short_bits()) << 32
        }
        fn short_bits(self) -> u32 { _mm512_movepi16_mask(self.0) }
        fn sum(self) -> u64 { _mm512_reduce_add_epi64(self.0) as u64 }
        fn union(self) -> u64 { _mm512_reduce_or_epi64(self.0) as u64 }
        fn least(self) -> u64 { _mm512_reduce_min_epu64(self.0) }
        fn nonzero(self) -> __mmask8 { _mm512_test_epi64_mask(self.0, self.0) }
        fn has(self, bits: Self) -> __mmask8 { _mm512_test_epi64_mask(self.0, bits.0) }
        fn same(self, other: Self) -> __mmask8 { _mm512_cmpeq_epi64_mask(self.0, other.0) }
        fn is_less(self, other: Self) -> __mmask8 { _mm512_cmplt_epu64_mask(self.0, other.0) }
        fn both(mask: __mmask8, other: __mmask8) -> __mmask8 { mask & other }
        fn either(mask: __mmask8, other: __mmask8) -> __mmask8 { mask | other }
        fn any(mask: __mmask8) -> bool { mask != 0 }
        fn bits(mask: __mmask8) -> u8 { mask }
        fn keep(self, mask: __mmask8) -> Self { V512(_mm512_maskz_mov_epi64(mask, self.0)) }
        fn min_where(self, other: Self, mask: __mmask8) -> Self {
            V512(_mm512_mask_min_epu64(self.0, mask, self.0, other.0))
        }
        fn places(mask: __mmask8) -> __mmask8 { mask }
    }
}
