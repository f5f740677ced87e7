//! Vectors for the portable kernels on x86-64, where each processor has SSE2.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::lengths::bytes;
use super::short::shorts;
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
fn least_byte(bytes: [__m128i; 4]) -> u8 {
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let [a, b, c, d] = bytes;
        let all = _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
        let eight = _mm_min_epu8(all, _mm_shuffle_epi32::<0b01_00_11_10>(all));
        let four = _mm_min_epu8(eight, _mm_shuffle_epi32::<0b10_11_00_01>(eight));
        let two = _mm_min_epu8(four, _mm_srli_epi32::<16>(four));
        let one = _mm_min_epu8(two, _mm_srli_epi16::<8>(two));
        _mm_cvtsi128_si32(one) as u8
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
