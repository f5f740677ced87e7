//! Vectors of WebAssembly (simd128), if a module is built for them.

use super::{Records, Vector, by_contract, compress, with_instructions};
use std::arch::wasm32::*;

/// Two words. A mask has all bits of a word set, or none.
#[derive(Clone, Copy, Debug)]
pub struct V128(v128);

/// Masks of no word, the first, and both.
static FIRST: [[u64; 2]; 3] = [[0, 0], [u64::MAX, 0], [u64::MAX, u64::MAX]];

impl V128 {
    with_instructions! {
        fn words(self) -> [u64; 2] { [u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)] }
        fn select(self, other: V128, mask: V128) -> V128 {
            V128(v128_bitselect(other.0, self.0, mask.0))
        }
        // Swaps the two words.
        fn swapped(self) -> V128 { V128(i64x2_shuffle::<1, 0>(self.0, self.0)) }
    }
}

// SAFETY: this file is compiled only if the whole module may use these instructions.
unsafe impl Vector for V128 {
    const WORDS: usize = 2;
    /// Counts are bytes, of at most 8 each.
    const MOST_COUNTS: usize = 31;
    type Mask = V128;
    type Places = u8;

    by_contract! {
        unsafe fn load(from: *const u64) -> Self { V128(v128_load(from.cast())) }
        unsafe fn load_aligned(from: *const u64) -> Self { V128(v128_load(from.cast())) }
        unsafe fn load_first(from: *const u64, count: usize) -> Self {
            V128(match count {
                1 => v128_load64_zero(from),
                _ => v128_load(from.cast()),
            })
        }
        unsafe fn store(self, to: *mut u64) { v128_store(to.cast(), self.0) }
        unsafe fn store_aligned(self, to: *mut u64) { v128_store(to.cast(), self.0) }
        unsafe fn store_first(self, to: *mut u64, count: usize) {
            match count {
                1 => v128_store64_lane::<0>(self.0, to),
                _ => v128_store(to.cast(), self.0),
            }
        }
        unsafe fn splat(word: u64) -> Self { V128(u64x2_splat(word)) }
        unsafe fn splat_byte(byte: u8) -> Self { V128(u8x16_splat(byte)) }
        unsafe fn splat_short(short: u16) -> Self { V128(u16x8_splat(short)) }
        unsafe fn of_byte_bits(bits: u64) -> Self {
            // Spreads each byte to eight bytes, and keeps one of its bits in each.
            let bytes = u64x2_splat(bits);
            let eight =
                u8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(bytes, bytes);
            let bits = V128(u64x2_splat(0x8040_2010_0804_0201));
            V128(eight).and(bits).same_bytes(bits)
        }
        unsafe fn first(count: usize, start: usize) -> V128 {
            V128::load(FIRST[count.saturating_sub(start).min(2)].as_ptr())
        }
        unsafe fn of_bits(bits: u8, start: usize) -> V128 {
            let places = V128(u64x2(1 << start, 2 << start));
            V128(u64x2_splat(bits.into())).has(places)
        }
        unsafe fn compress(self, places: u8, to: *mut u64) { compress(self.words(), places, to) }
        unsafe fn copy_records(records: Records) -> Self {
            V128::load(records.copy::<2>().as_ptr())
        }
    }

    with_instructions! {
        fn and(self, other: Self) -> Self { V128(v128_and(self.0, other.0)) }
        fn or(self, other: Self) -> Self { V128(v128_or(self.0, other.0)) }
        fn xor(self, other: Self) -> Self { V128(v128_xor(self.0, other.0)) }
        fn and_not(self, other: Self) -> Self { V128(v128_andnot(self.0, other.0)) }
        fn add(self, other: Self) -> Self { V128(i64x2_add(self.0, other.0)) }
        fn sub(self, other: Self) -> Self { V128(i64x2_sub(self.0, other.0)) }
        fn multiply(self, other: Self) -> Self { V128(i64x2_mul(self.0, other.0)) }
        fn shift_left(self, by: u32) -> Self { V128(i64x2_shl(self.0, by)) }
        fn shift_right(self, by: u32) -> Self { V128(u64x2_shr(self.0, by)) }
        fn bit_at(self) -> Self {
            let [a, b] = self.words();
            let bit = |place: u64| u64::from(place < 64) << (place % 64);
            V128(u64x2(bit(a), bit(b)))
        }
        fn min_halves(self, other: Self) -> Self { self.select(other, other.is_less(self)) }
        fn count(self) -> Self { V128(i8x16_popcnt(self.0)) }
        fn add_counts(self, other: Self) -> Self { V128(i8x16_add(self.0, other.0)) }
        fn sum_counts(self) -> Self {
            let sums = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(self.0));
            let low = v128_and(sums, u64x2_splat(0xffff_ffff));
            V128(i64x2_add(low, u64x2_shr(sums, 32)))
        }
        fn sub_bytes(self, other: Self) -> Self { V128(i8x16_sub(self.0, other.0)) }
        fn min_bytes(self, other: Self) -> Self { V128(u8x16_min(self.0, other.0)) }
        fn same_bytes(self, other: Self) -> Self { V128(i8x16_eq(self.0, other.0)) }
        fn byte_bits(self) -> u64 { u64::from(i8x16_bitmask(self.0)) }
        fn least_byte(self) -> u32 {
            let eight = u8x16_min(self.0, self.swapped().0);
            let four = u8x16_min(eight, u64x2_shr(eight, 32));
            let two = u8x16_min(four, u64x2_shr(four, 16));
            let one = u8x16_min(two, u64x2_shr(two, 8));
            u32::from(u8x16_extract_lane::<0>(one))
        }
        fn add_shorts(self, other: Self) -> Self { V128(i16x8_add(self.0, other.0)) }
        fn sub_shorts(self, other: Self) -> Self { V128(i16x8_sub(self.0, other.0)) }
        fn min_shorts(self, other: Self) -> Self { V128(i16x8_min(self.0, other.0)) }
        fn same_shorts(self, other: Self) -> Self { V128(i16x8_eq(self.0, other.0)) }
        fn least_short(self) -> u16 {
            let four = i16x8_min(self.0, self.swapped().0);
            let two = i16x8_min(four, u64x2_shr(four, 32));
            let one = i16x8_min(two, u64x2_shr(two, 16));
            u16x8_extract_lane::<0>(one)
        }
        fn short_bits_of_two(self, other: Self) -> u64 {
            V128(i8x16_narrow_i16x8(self.0, other.0)).byte_bits()
        }
        fn short_bits(self) -> u32 { u32::from(i16x8_bitmask(self.0)) }
        fn sum(self) -> u64 {
            let [a, b] = self.words();
            a.wrapping_add(b)
        }
        fn union(self) -> u64 {
            let [a, b] = self.words();
            a | b
        }
        fn least(self) -> u64 {
            let [a, b] = self.words();
            a.min(b)
        }
        fn nonzero(self) -> V128 { V128(i64x2_ne(self.0, u64x2_splat(0))) }
        fn has(self, bits: Self) -> V128 { self.and(bits).same(bits) }
        fn same(self, other: Self) -> V128 { V128(i64x2_eq(self.0, other.0)) }
        fn is_less(self, other: Self) -> V128 { V128(i64x2_lt(self.0, other.0)) }
        fn both(mask: V128, other: V128) -> V128 { mask.and(other) }
        fn either(mask: V128, other: V128) -> V128 { mask.or(other) }
        fn any(mask: V128) -> bool { v128_any_true(mask.0) }
        fn bits(mask: V128) -> u8 { i64x2_bitmask(mask.0) }
        fn keep(self, mask: V128) -> Self { self.and(mask) }
        fn min_where(self, other: Self, mask: V128) -> Self {
            self.select(other, other.is_less(self).and(mask))
        }
        fn places(mask: V128) -> u8 { V128::bits(mask) }
    }
}
