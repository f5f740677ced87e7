//! Joins two vectors.

use super::{Records, Vector, by_contract, inlined};

/// Two vectors: the words of the second follow those of the first.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V>(V, V);

/// Defines methods that do the same with both vectors.
macro_rules! each_of_pair {
    ($($name:ident)*) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Self {
            Pair(self.0.$name(other.0), self.1.$name(other.1))
        })*
    };
}

// SAFETY: a value contains values of `V`.
unsafe impl<V: Vector> Vector for Pair<V> {
    const WORDS: usize = 2 * V::WORDS;
    const MOST_COUNTS: usize = V::MOST_COUNTS;
    type Mask = (V::Mask, V::Mask);
    /// The places of both vectors, and how many words the first one writes.
    type Places = (V::Places, V::Places, usize);

    by_contract! {
        unsafe fn load(from: *const u64) -> Self {
            Pair(V::load(from), V::load(from.add(V::WORDS)))
        }
        // The address of the second is a multiple of its size, too.
        unsafe fn load_aligned(from: *const u64) -> Self {
            Pair(V::load_aligned(from), V::load_aligned(from.add(V::WORDS)))
        }
        unsafe fn load_first(from: *const u64, count: usize) -> Self {
            match count.checked_sub(V::WORDS) {
                None | Some(0) => Pair(V::load_first(from, count), V::splat(0)),
                Some(rest) => Pair(V::load(from), V::load_first(from.add(V::WORDS), rest)),
            }
        }
        unsafe fn store(self, to: *mut u64) {
            self.0.store(to);
            self.1.store(to.add(V::WORDS));
        }
        unsafe fn store_aligned(self, to: *mut u64) {
            self.0.store_aligned(to);
            self.1.store_aligned(to.add(V::WORDS));
        }
        unsafe fn store_first(self, to: *mut u64, count: usize) {
            match count.checked_sub(V::WORDS) {
                None | Some(0) => self.0.store_first(to, count),
                Some(rest) => {
                    self.0.store(to);
                    self.1.store_first(to.add(V::WORDS), rest);
                }
            }
        }
        unsafe fn splat(word: u64) -> Self { Pair(V::splat(word), V::splat(word)) }
        unsafe fn splat_byte(byte: u8) -> Self { Pair(V::splat_byte(byte), V::splat_byte(byte)) }
        unsafe fn splat_short(short: u16) -> Self {
            Pair(V::splat_short(short), V::splat_short(short))
        }
        unsafe fn of_byte_bits(bits: u64) -> Self {
            Pair(
                V::of_byte_bits(bits),
                V::of_byte_bits(bits >> (8 * V::WORDS)),
            )
        }
        unsafe fn first(count: usize, start: usize) -> Self::Mask {
            (V::first(count, start), V::first(count, start + V::WORDS))
        }
        unsafe fn of_bits(bits: u8, start: usize) -> Self::Mask {
            (V::of_bits(bits, start), V::of_bits(bits, start + V::WORDS))
        }
        unsafe fn compress(self, places: Self::Places, to: *mut u64) {
            self.0.compress(places.0, to);
            self.1.compress(places.1, to.add(places.2));
        }
        unsafe fn copy_records(records: Records) -> Self {
            let low = V::copy_records(records);
            Pair(low, V::copy_records(records.after(V::WORDS)))
        }
    }

    each_of_pair! {
        and or xor and_not add sub multiply min_halves add_counts
        sub_bytes min_bytes same_bytes add_shorts sub_shorts min_shorts same_shorts
    }

    inlined! {
        fn shift_left(self, by: u32) -> Self { Pair(self.0.shift_left(by), self.1.shift_left(by)) }
        fn shift_right(self, by: u32) -> Self {
            Pair(self.0.shift_right(by), self.1.shift_right(by))
        }
        fn bit_at(self) -> Self { Pair(self.0.bit_at(), self.1.bit_at()) }
        fn count(self) -> Self { Pair(self.0.count(), self.1.count()) }
        fn sum_counts(self) -> Self { Pair(self.0.sum_counts(), self.1.sum_counts()) }
        fn byte_bits(self) -> u64 { self.0.byte_bits() | self.1.byte_bits() << (8 * V::WORDS) }
        fn least_byte(self) -> u32 { self.0.min_bytes(self.1).least_byte() }
        fn least_short(self) -> u16 { self.0.min_shorts(self.1).least_short() }
        fn short_bits_of_two(self, other: Self) -> u64 {
            self.0.short_bits_of_two(self.1) | other.0.short_bits_of_two(other.1) << (8 * V::WORDS)
        }
        fn short_bits(self) -> u32 { self.0.short_bits_of_two(self.1) as u32 }
        fn sum(self) -> u64 { self.0.add(self.1).sum() }
        fn union(self) -> u64 { self.0.or(self.1).union() }
        fn least(self) -> u64 { self.0.least().min(self.1.least()) }
        fn nonzero(self) -> Self::Mask { (self.0.nonzero(), self.1.nonzero()) }
        fn has(self, bits: Self) -> Self::Mask { (self.0.has(bits.0), self.1.has(bits.1)) }
        fn same(self, other: Self) -> Self::Mask { (self.0.same(other.0), self.1.same(other.1)) }
        fn is_less(self, other: Self) -> Self::Mask {
            (self.0.is_less(other.0), self.1.is_less(other.1))
        }
        fn both(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
            (V::both(mask.0, other.0), V::both(mask.1, other.1))
        }
        fn either(mask: Self::Mask, other: Self::Mask) -> Self::Mask {
            (V::either(mask.0, other.0), V::either(mask.1, other.1))
        }
        fn any(mask: Self::Mask) -> bool { V::any(V::either(mask.0, mask.1)) }
        fn bits(mask: Self::Mask) -> u8 { V::bits(mask.0) | V::bits(mask.1) << V::WORDS }
        fn keep(self, mask: Self::Mask) -> Self { Pair(self.0.keep(mask.0), self.1.keep(mask.1)) }
        fn min_where(self, other: Self, mask: Self::Mask) -> Self {
            let low = self.0.min_where(other.0, mask.0);
            Pair(low, self.1.min_where(other.1, mask.1))
        }
        fn min_halves_where(self, other: Self, mask: Self::Mask) -> Self {
            let low = self.0.min_halves_where(other.0, mask.0);
            Pair(low, self.1.min_halves_where(other.1, mask.1))
        }
        fn places(mask: Self::Mask) -> Self::Places {
            (V::places(mask.0), V::places(mask.1), V::number(mask.0))
        }
    }
}
