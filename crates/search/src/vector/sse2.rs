//! Vectors of SSE2, which every x86-64 processor has.

use super::{Records, Vector, by_contract, compress, with_instructions};
use std::arch::x86_64::*;

/// Two words. A mask has all bits of a word set, or none.
#[derive(Clone, Copy, Debug)]
pub struct V128(__m128i);

/// Masks of no word, the first, and both.
static FIRST: [[u64; 2]; 3] = [[0, 0], [u64::MAX, 0], [u64::MAX, u64::MAX]];

impl V128 {
    with_instructions! {
        fn words(self) -> [u64; 2] { std::mem::transmute(self.0) }
        // For words without the highest bit, a < b if a - b is negative.
        fn negative(self) -> V128 {
            V128(_mm_shuffle_epi32::<0b11_11_01_01>(_mm_srai_epi32::<31>(self.0)))
        }
        fn select(self, other: V128, mask: V128) -> V128 {
            V128(_mm_or_si128(_mm_andnot_si128(mask.0, self.0), _mm_and_si128(mask.0, other.0)))
        }
    }
}

// SAFETY: every processor of this kind has SSE2.
unsafe impl Vector for V128 {
    const WORDS: usize = 2;
    /// Counts are bytes, of at most 8 each.
    const MOST_COUNTS: usize = 31;
    type Mask = V128;
    type Places = u8;

    by_contract! {
        unsafe fn load(from: *const u64) -> Self { V128(_mm_loadu_si128(from.cast())) }
        unsafe fn load_aligned(from: *const u64) -> Self { V128(_mm_load_si128(from.cast())) }
        unsafe fn load_first(from: *const u64, count: usize) -> Self {
            V128(match count {
                1 => _mm_loadl_epi64(from.cast()),
                _ => _mm_loadu_si128(from.cast()),
            })
        }
        unsafe fn store(self, to: *mut u64) { _mm_storeu_si128(to.cast(), self.0) }
        unsafe fn store_aligned(self, to: *mut u64) { _mm_store_si128(to.cast(), self.0) }
        unsafe fn store_first(self, to: *mut u64, count: usize) {
            match count {
                1 => _mm_storel_epi64(to.cast(), self.0),
                _ => _mm_storeu_si128(to.cast(), self.0),
            }
        }
        unsafe fn splat(word: u64) -> Self { V128(_mm_set1_epi64x(word as i64)) }
        unsafe fn splat_byte(byte: u8) -> Self { V128(_mm_set1_epi8(byte as i8)) }
        unsafe fn splat_short(short: u16) -> Self { V128(_mm_set1_epi16(short as i16)) }
        unsafe fn of_byte_bits(bits: u64) -> Self {
            // Spreads each byte to eight bytes, and keeps one of its bits in each.
            let bytes = _mm_cvtsi32_si128(bits as i32);
            let twice = _mm_unpacklo_epi8(bytes, bytes);
            let four = _mm_shufflelo_epi16::<0b01_01_00_00>(twice);
            let eight = V128(_mm_shuffle_epi32::<0b01_01_00_00>(four));
            let bits = V128::splat(0x8040_2010_0804_0201);
            eight.and(bits).same_bytes(bits)
        }
        unsafe fn first(count: usize, start: usize) -> V128 {
            V128::load(FIRST[count.saturating_sub(start).min(2)].as_ptr())
        }
        unsafe fn of_bits(bits: u8, start: usize) -> V128 {
            let places = V128(_mm_set_epi64x(2 << start, 1 << start));
            V128::splat(bits.into()).has(places)
        }
        unsafe fn compress(self, places: u8, to: *mut u64) { compress(self.words(), places, to) }
        unsafe fn copy_records(records: Records) -> Self {
            V128::load(records.copy::<2>().as_ptr())
        }
    }

    with_instructions! {
        fn and(self, other: Self) -> Self { V128(_mm_and_si128(self.0, other.0)) }
        fn or(self, other: Self) -> Self { V128(_mm_or_si128(self.0, other.0)) }
        fn xor(self, other: Self) -> Self { V128(_mm_xor_si128(self.0, other.0)) }
        fn and_not(self, other: Self) -> Self { V128(_mm_andnot_si128(other.0, self.0)) }
        fn add(self, other: Self) -> Self { V128(_mm_add_epi64(self.0, other.0)) }
        fn sub(self, other: Self) -> Self { V128(_mm_sub_epi64(self.0, other.0)) }
        fn multiply(self, other: Self) -> Self { V128(_mm_mul_epu32(self.0, other.0)) }
        fn shift_left(self, by: u32) -> Self {
            V128(_mm_sll_epi64(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn shift_right(self, by: u32) -> Self {
            V128(_mm_srl_epi64(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn bit_at(self) -> Self {
            let [a, b] = self.words();
            let bit = |place: u64| u64::from(place < 64) << (place % 64);
            V128::load([bit(a), bit(b)].as_ptr())
        }
        fn min_halves(self, other: Self) -> Self { self.select(other, other.is_less(self)) }
        fn count(self) -> Self {
            let odd = _mm_and_si128(_mm_srli_epi16::<1>(self.0), _mm_set1_epi8(0x55));
            let pairs = _mm_sub_epi8(self.0, odd);
            let pair = _mm_set1_epi8(0x33);
            let high = _mm_and_si128(_mm_srli_epi16::<2>(pairs), pair);
            let halves = _mm_add_epi8(_mm_and_si128(pairs, pair), high);
            let sums = _mm_add_epi8(halves, _mm_srli_epi16::<4>(halves));
            V128(_mm_and_si128(sums, _mm_set1_epi8(15)))
        }
        fn add_counts(self, other: Self) -> Self { V128(_mm_add_epi8(self.0, other.0)) }
        fn sum_counts(self) -> Self { V128(_mm_sad_epu8(self.0, _mm_setzero_si128())) }
        fn sub_bytes(self, other: Self) -> Self { V128(_mm_sub_epi8(self.0, other.0)) }
        fn min_bytes(self, other: Self) -> Self { V128(_mm_min_epu8(self.0, other.0)) }
        fn same_bytes(self, other: Self) -> Self { V128(_mm_cmpeq_epi8(self.0, other.0)) }
        fn byte_bits(self) -> u64 { u64::from(_mm_movemask_epi8(self.0) as u32) }
        fn least_byte(self) -> u32 {
            let eight = _mm_min_epu8(self.0, _mm_shuffle_epi32::<0b01_00_11_10>(self.0));
            let four = _mm_min_epu8(eight, _mm_shuffle_epi32::<0b10_11_00_01>(eight));
            let two = _mm_min_epu8(four, _mm_srli_epi32::<16>(four));
            let one = _mm_min_epu8(two, _mm_srli_epi16::<8>(two));
            _mm_cvtsi128_si32(one) as u32 & 0xff
        }
        fn add_shorts(self, other: Self) -> Self { V128(_mm_add_epi16(self.0, other.0)) }
        fn sub_shorts(self, other: Self) -> Self { V128(_mm_sub_epi16(self.0, other.0)) }
        fn min_shorts(self, other: Self) -> Self { V128(_mm_min_epi16(self.0, other.0)) }
        fn same_shorts(self, other: Self) -> Self { V128(_mm_cmpeq_epi16(self.0, other.0)) }
        fn least_short(self) -> u16 {
            let four = _mm_min_epi16(self.0, _mm_shuffle_epi32::<0b01_00_11_10>(self.0));
            let two = _mm_min_epi16(four, _mm_shuffle_epi32::<0b10_11_00_01>(four));
            let one = _mm_min_epi16(two, _mm_shufflelo_epi16::<0b10_11_00_01>(two));
            _mm_cvtsi128_si32(one) as u16
        }
        fn short_bits_of_two(self, other: Self) -> u64 {
            V128(_mm_packs_epi16(self.0, other.0)).byte_bits()
        }
        fn short_bits(self) -> u32 { self.short_bits_of_two(V128::splat(0)) as u32 }
        fn sum(self) -> u64 {
            let high = _mm_unpackhi_epi64(self.0, self.0);
            _mm_cvtsi128_si64(_mm_add_epi64(self.0, high)) as u64
        }
        fn union(self) -> u64 {
            let high = _mm_unpackhi_epi64(self.0, self.0);
            _mm_cvtsi128_si64(_mm_or_si128(self.0, high)) as u64
        }
        fn least(self) -> u64 {
            let [a, b] = self.words();
            a.min(b)
        }
        fn nonzero(self) -> V128 {
            V128::splat(u64::MAX).and_not(self.same(V128::splat(0)))
        }
        fn has(self, bits: Self) -> V128 { self.and(bits).same(bits) }
        fn same(self, other: Self) -> V128 {
            let halves = _mm_cmpeq_epi32(self.0, other.0);
            V128(_mm_and_si128(halves, _mm_shuffle_epi32::<0b10_11_00_01>(halves)))
        }
        fn is_less(self, other: Self) -> V128 { self.sub(other).negative() }
        fn both(mask: V128, other: V128) -> V128 { mask.and(other) }
        fn either(mask: V128, other: V128) -> V128 { mask.or(other) }
        fn any(mask: V128) -> bool { _mm_movemask_epi8(mask.0) != 0 }
        fn bits(mask: V128) -> u8 { _mm_movemask_pd(_mm_castsi128_pd(mask.0)) as u8 }
        fn keep(self, mask: V128) -> Self { self.and(mask) }
        fn min_where(self, other: Self, mask: V128) -> Self {
            self.select(other, other.is_less(self).and(mask))
        }
        fn places(mask: V128) -> u8 { V128::bits(mask) }
    }
}
