//! Vectors that every machine has: SSE2 on x86-64; those of WebAssembly, if a module is built for
//! them; elsewhere plain loops, which the compiler vectorizes ([`Plain`]).

use super::{Records, Vector, by_contract, compress, inlined};

/// The vectors of this kind of machine.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod own {
    use crate::vector::Pair;
    #[cfg(target_arch = "wasm32")]
    use crate::vector::simd128::V128;
    #[cfg(target_arch = "x86_64")]
    use crate::vector::sse2::V128;

    /// One register.
    pub type Words = V128;
    /// Eight words.
    pub type Lanes = Pair<Pair<V128>>;
}

#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod own {
    use super::Plain;

    /// One register.
    pub type Words = Plain<1>;
    /// Eight words.
    pub type Lanes = Plain<8>;
}

pub use own::{Lanes, Words};

/// A proof of nothing: no instructions that a machine may lack.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// `N` words. A mask has all bits of a word set, or none.
#[derive(Clone, Copy, Debug)]
pub struct Plain<const N: usize>([u64; N]);

/// A vector computed word by word.
macro_rules! each {
    (|$place:ident| $word:expr) => {{
        let mut words = [0; N];
        for $place in 0..N {
            words[$place] = $word;
        }
        Plain(words)
    }};
}

/// A vector computed from unsigned fields of `$part` bits of both vectors.
macro_rules! each_part {
    ($part:ident, $one:expr, $other:expr, |$a:ident, $b:ident| $number:expr) => {
        each!(|place| {
            const SIZE: usize = size_of::<$part>();
            let (one, other) = ($one.0[place].to_ne_bytes(), $other.0[place].to_ne_bytes());
            let (one, other) = (one.as_chunks::<SIZE>().0, other.as_chunks::<SIZE>().0);
            let mut parts = [[0; SIZE]; 8 / SIZE];
            for part in 0..8 / SIZE {
                let $a = $part::from_ne_bytes(one[part]);
                let $b = $part::from_ne_bytes(other[part]);
                parts[part] = $part::to_ne_bytes($number);
            }
            u64::from_ne_bytes(parts.as_flattened().try_into().expect("eight bytes"))
        })
    };
}

/// All bits or none.
#[inline(always)]
fn mask(is_set: bool) -> u64 {
    u64::from(is_set).wrapping_neg()
}

impl<const N: usize> Plain<N> {
    #[inline(always)]
    fn fold<T>(self, first: T, fold: impl Fn(T, u64) -> T) -> T {
        let mut all = first;
        for word in self.0 {
            all = fold(all, word);
        }
        all
    }
}

// SAFETY: there are no instructions that a machine may lack.
unsafe impl<const N: usize> Vector for Plain<N> {
    const WORDS: usize = N;
    const MOST_COUNTS: usize = usize::MAX;
    type Mask = Self;
    type Places = u8;

    by_contract! {
        unsafe fn load(from: *const u64) -> Self { each!(|place| *from.add(place)) }
        unsafe fn load_aligned(from: *const u64) -> Self { Self::load(from) }
        unsafe fn load_first(from: *const u64, count: usize) -> Self {
            each!(|place| match place < count {
                true => *from.add(place),
                false => 0,
            })
        }
        unsafe fn store(self, to: *mut u64) { self.store_first(to, N) }
        unsafe fn store_aligned(self, to: *mut u64) { self.store_first(to, N) }
        unsafe fn store_first(self, to: *mut u64, count: usize) {
            for place in 0..count {
                *to.add(place) = self.0[place];
            }
        }
        unsafe fn splat(word: u64) -> Self { Plain([word; N]) }
        unsafe fn splat_byte(byte: u8) -> Self { Plain([u64::from_ne_bytes([byte; 8]); N]) }
        unsafe fn splat_short(short: u16) -> Self {
            Plain([u64::from(short) * 0x1_0001_0001_0001; N])
        }
        unsafe fn of_byte_bits(bits: u64) -> Self {
            each!(|place| {
                // Isolates one of the eight bits in each byte, then moves it to the lowest place.
                let bits = (bits >> (8 * place) & 0xff) * 0x0101_0101_0101_0101;
                let bits = (bits & 0x8040_2010_0804_0201) + 0x7f7f_7f7f_7f7f_7f7f;
                (bits >> 7 & 0x0101_0101_0101_0101) * 0xff
            })
        }
        unsafe fn first(count: usize, start: usize) -> Self {
            each!(|place| mask(start + place < count))
        }
        unsafe fn of_bits(bits: u8, start: usize) -> Self {
            each!(|place| mask(bits >> (start + place) & 1 == 1))
        }
        unsafe fn compress(self, places: u8, to: *mut u64) { compress(self.0, places, to) }
        unsafe fn copy_records(records: Records) -> Self { Plain(records.copy()) }
    }

    inlined! {
        fn and(self, other: Self) -> Self { each!(|place| self.0[place] & other.0[place]) }
        fn or(self, other: Self) -> Self { each!(|place| self.0[place] | other.0[place]) }
        fn xor(self, other: Self) -> Self { each!(|place| self.0[place] ^ other.0[place]) }
        fn and_not(self, other: Self) -> Self { each!(|place| self.0[place] & !other.0[place]) }
        fn add(self, other: Self) -> Self {
            each!(|place| self.0[place].wrapping_add(other.0[place]))
        }
        fn sub(self, other: Self) -> Self {
            each!(|place| self.0[place].wrapping_sub(other.0[place]))
        }
        fn multiply(self, other: Self) -> Self {
            each!(|place| self.0[place].wrapping_mul(other.0[place]))
        }
        fn shift_left(self, by: u32) -> Self { each!(|place| self.0[place] << by) }
        fn shift_right(self, by: u32) -> Self { each!(|place| self.0[place] >> by) }
        fn bit_at(self) -> Self {
            each!(|place| u64::from(self.0[place] < 64) << (self.0[place] % 64))
        }
        fn min_halves(self, other: Self) -> Self {
            each!(|place| self.0[place].min(other.0[place]))
        }
        fn count(self) -> Self { each!(|place| u64::from(self.0[place].count_ones())) }
        fn add_counts(self, other: Self) -> Self { self.add(other) }
        fn sum_counts(self) -> Self { self }
        fn sub_bytes(self, other: Self) -> Self {
            each_part!(u8, self, other, |a, b| a.wrapping_sub(b))
        }
        fn min_bytes(self, other: Self) -> Self { each_part!(u8, self, other, |a, b| a.min(b)) }
        fn same_bytes(self, other: Self) -> Self {
            each_part!(u8, self, other, |a, b| u8::from(a == b).wrapping_neg())
        }
        fn byte_bits(self) -> u64 {
            let mut bits = 0;
            for place in 0..N {
                // Each product collects the bits in its highest byte.
                let highest = self.0[place] >> 7 & 0x0101_0101_0101_0101;
                bits |= highest.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * place);
            }
            bits
        }
        fn least_byte(self) -> u32 {
            self.fold(u32::MAX, |least, word| {
                word.to_ne_bytes()
                    .iter()
                    .fold(least, |least, &byte| least.min(byte.into()))
            })
        }
        fn add_shorts(self, other: Self) -> Self {
            each_part!(u16, self, other, |a, b| a.wrapping_add(b))
        }
        fn sub_shorts(self, other: Self) -> Self {
            each_part!(u16, self, other, |a, b| a.wrapping_sub(b))
        }
        fn min_shorts(self, other: Self) -> Self { each_part!(i16, self, other, |a, b| a.min(b)) }
        fn same_shorts(self, other: Self) -> Self {
            each_part!(u16, self, other, |a, b| u16::from(a == b).wrapping_neg())
        }
        fn least_short(self) -> u16 {
            self.fold(i16::MAX, |least, word| {
                (0..4).fold(least, |least, part| least.min((word >> (16 * part)) as i16))
            }) as u16
        }
        fn short_bits(self) -> u32 {
            let mut bits = 0;
            for place in 0..N {
                // Each product collects the bits in its highest four.
                let highest = self.0[place] >> 15 & 0x1_0001_0001_0001;
                let bits_of_word = highest.wrapping_mul(0x1000_2000_4000_8000) >> 60;
                bits |= (bits_of_word as u32) << (4 * place);
            }
            bits
        }
        fn short_bits_of_two(self, other: Self) -> u64 {
            u64::from(self.short_bits()) | u64::from(other.short_bits()) << (4 * N)
        }
        fn sum(self) -> u64 { self.fold(0, u64::wrapping_add) }
        fn union(self) -> u64 { self.fold(0, |all, word| all | word) }
        fn least(self) -> u64 { self.fold(u64::MAX, u64::min) }
        fn nonzero(self) -> Self { each!(|place| mask(self.0[place] != 0)) }
        fn has(self, bits: Self) -> Self {
            each!(|place| mask(self.0[place] & bits.0[place] == bits.0[place]))
        }
        fn same(self, other: Self) -> Self { each!(|place| mask(self.0[place] == other.0[place])) }
        fn is_less(self, other: Self) -> Self {
            each!(|place| mask(self.0[place] < other.0[place]))
        }
        fn both(mask: Self, other: Self) -> Self { mask.and(other) }
        fn either(mask: Self, other: Self) -> Self { mask.or(other) }
        fn any(mask: Self) -> bool { mask.union() != 0 }
        fn bits(mask: Self) -> u8 {
            let mut bits = 0;
            for place in 0..N {
                bits |= (mask.0[place] as u8 & 1) << place;
            }
            bits
        }
        fn keep(self, mask: Self) -> Self { self.and(mask) }
        fn min_where(self, other: Self, mask: Self) -> Self {
            // Words that are not compared are made larger than any.
            each!(|place| self.0[place].min(other.0[place] | !mask.0[place]))
        }
        fn places(mask: Self) -> u8 { Self::bits(mask) }
    }
}
