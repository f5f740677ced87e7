//! Vectors for the portable kernels on x86-64, where each processor has SSE2.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::lengths::bytes;
use super::purify::Words;
use super::short::shorts;
use crate::search::bits::bitmap::words;
use crate::search::bits::lane::Lane;
use std::arch::x86_64::*;

shorts! {
    Shorts, __m128i, 4,
    _mm_load_si128 _mm_store_si128 _mm_set1_epi16
    add _mm_add_epi16
    sub _mm_sub_epi16
    and _mm_and_si128
    or _mm_or_si128
    equal _mm_cmpeq_epi16
    min _mm_min_epi16;
    and_not _mm_andnot_si128;
    least least_short;
    bits short_bits;
}

/// The least of numbers with a sign.
#[inline(always)]
fn least_short(numbers: [__m128i; 4]) -> u16 {
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let [a, b, c, d] = numbers;
        let all = _mm_min_epi16(_mm_min_epi16(a, b), _mm_min_epi16(c, d));
        let four = _mm_min_epi16(all, _mm_shuffle_epi32::<0b01_00_11_10>(all));
        let two = _mm_min_epi16(four, _mm_shuffle_epi32::<0b10_11_00_01>(four));
        let one = _mm_min_epi16(two, _mm_shufflelo_epi16::<0b10_11_00_01>(two));
        _mm_cvtsi128_si32(one) as u16
    }
}

/// A bit for each mask of 16 bits.
#[inline(always)]
fn short_bits(masks: [__m128i; 4]) -> u32 {
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let [a, b, c, d] = masks;
        let low = _mm_movemask_epi8(_mm_packs_epi16(a, b)) as u32;
        let high = _mm_movemask_epi8(_mm_packs_epi16(c, d)) as u32;
        low | high << 16
    }
}

bytes! {
    Bytes, __m128i, 4,
    _mm_load_si128 _mm_store_si128 _mm_set1_epi8
    sub _mm_sub_epi8
    or _mm_or_si128
    min _mm_min_epu8;
    shift _mm_slli_epi64;
    least least_byte;
    equal _mm_cmpeq_epi8 byte_bits;
}

/// The least byte.
#[inline(always)]
fn least_byte(bytes: [__m128i; 4]) -> u32 {
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let [a, b, c, d] = bytes;
        let all = _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
        let eight = _mm_min_epu8(all, _mm_shuffle_epi32::<0b01_00_11_10>(all));
        let four = _mm_min_epu8(eight, _mm_shuffle_epi32::<0b10_11_00_01>(eight));
        let two = _mm_min_epu8(four, _mm_srli_epi32::<16>(four));
        let one = _mm_min_epu8(two, _mm_srli_epi16::<8>(two));
        _mm_cvtsi128_si32(one) as u32 & 0xff
    }
}

/// The highest bit of each byte.
#[inline(always)]
fn byte_bits(bytes: [__m128i; 4]) -> u64 {
    let mut bits = 0;
    for part in 0..4 {
        // SAFETY: every processor of this kind has SSE2.
        let mask = unsafe { _mm_movemask_epi8(bytes[part]) };
        bits |= u64::from(mask as u32) << (16 * part);
    }
    bits
}

/// How many bits each byte has.
#[inline(always)]
fn count_bytes(bits: __m128i) -> __m128i {
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let halves = count_half_bytes(bits);
        let half = _mm_set1_epi8(15);
        let high = _mm_and_si128(_mm_srli_epi16::<4>(halves), half);
        _mm_add_epi8(_mm_and_si128(halves, half), high)
    }
}

/// How many bits each half of a byte has: of which three can be added.
#[inline(always)]
fn count_half_bytes(bits: __m128i) -> __m128i {
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let odd = _mm_and_si128(_mm_srli_epi16::<1>(bits), _mm_set1_epi8(0x55));
        let pairs = _mm_sub_epi8(bits, odd);
        let pair = _mm_set1_epi8(0x33);
        let high = _mm_and_si128(_mm_srli_epi16::<2>(pairs), pair);
        _mm_add_epi8(_mm_and_si128(pairs, pair), high)
    }
}

/// The lengths of a group's lists.
#[inline(always)]
pub fn lengths<const W: usize>(columns: &[Lane; W], live: &[u64; W]) -> Lane {
    // SAFETY: every processor of this kind has SSE2; a lane is 64 bytes, aligned to 64.
    unsafe {
        let zero = _mm_setzero_si128();
        let half = _mm_set1_epi8(15);
        let mut lengths = [zero; 4];
        let words = words::<W>();
        let mut start = 0;
        while start < words {
            let end = words.min(start + 3);
            let mut halves = [zero; 4];
            for word in start..end {
                let live = _mm_set1_epi64x(live[word] as i64);
                let column: *const __m128i = (&raw const columns[word]).cast();
                for part in 0..4 {
                    let row = _mm_and_si128(_mm_load_si128(column.add(part)), live);
                    halves[part] = _mm_add_epi8(halves[part], count_half_bytes(row));
                }
            }
            for part in 0..4 {
                let high = _mm_and_si128(_mm_srli_epi16::<4>(halves[part]), half);
                let bytes = _mm_add_epi8(_mm_and_si128(halves[part], half), high);
                lengths[part] = _mm_add_epi64(lengths[part], _mm_sad_epu8(bytes, zero));
            }
            start = end;
        }
        let mut lane = Lane::default();
        let to: *mut __m128i = (&raw mut lane).cast();
        for part in 0..4 {
            _mm_store_si128(to.add(part), lengths[part]);
        }
        lane
    }
}

/// Two words of a bitmap.
#[derive(Clone, Copy, Debug)]
pub struct Two(__m128i);

// SAFETY, in each method: every processor of this kind has SSE2; and the caller's.
impl Words for Two {
    const COUNT: usize = 2;

    #[inline(always)]
    unsafe fn load(words: *const u64, count: usize) -> Self {
        unsafe {
            Two(match count {
                1 => _mm_loadl_epi64(words.cast()),
                _ => _mm_loadu_si128(words.cast()),
            })
        }
    }

    #[inline(always)]
    unsafe fn store(self, words: *mut u64, count: usize) {
        unsafe {
            match count {
                1 => _mm_storel_epi64(words.cast(), self.0),
                _ => _mm_storeu_si128(words.cast(), self.0),
            }
        }
    }

    #[inline(always)]
    unsafe fn zero() -> Self {
        unsafe { Two(_mm_setzero_si128()) }
    }

    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        unsafe {
            let bytes = _mm_cmpeq_epi8(self.0, _mm_setzero_si128());
            _mm_movemask_epi8(bytes) == 0xffff
        }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Two(_mm_and_si128(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Two(_mm_or_si128(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        unsafe { Two(_mm_xor_si128(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        unsafe { Two(_mm_andnot_si128(other.0, self.0)) }
    }

    #[inline(always)]
    unsafe fn add_bytes(self, other: Self) -> Self {
        unsafe { Two(_mm_add_epi8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn count_bytes(self) -> Self {
        Two(count_bytes(self.0))
    }

    #[inline(always)]
    unsafe fn sum_bytes(self) -> Self {
        unsafe { Two(_mm_sad_epu8(self.0, _mm_setzero_si128())) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Two(_mm_add_epi64(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        unsafe { Two(_mm_sub_epi64(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sum(self) -> u64 {
        unsafe {
            let high = _mm_unpackhi_epi64(self.0, self.0);
            _mm_cvtsi128_si64(_mm_add_epi64(self.0, high)) as u64
        }
    }
}
