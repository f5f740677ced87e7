//! Vectors of words. All intrinsics of the crate are here.
//!
//! [`Vector`] has operations of one machine instruction each, or a few. It is implemented once for
//! each size of register: [`V512`] (AVX-512), [`V256`] (AVX2), [`V128`] (SSE2, and a namesake for
//! WebAssembly) and [`Plain`], which the compiler vectorizes for other machines. [`Pair`] joins two
//! vectors, so that each instruction set has a vector of eight words, a [`Lane`], beside that of
//! one register. A value of [`Avx512`], [`Avx2`] or [`Portable`] is a proof that the machine has
//! the instructions.
//!
//! Algorithms are generic over [`Vector`] and stand where they are used. So do the rules for when
//! they pay: those of the search are in `bits/kernels/`.
//!
//! [`V512`]: avx512::V512
//! [`V256`]: avx2::V256
//! [`V128`]: sse2::V128
//! [`Plain`]: portable::Plain
//! [`Portable`]: portable::Portable

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod pair;
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
#[cfg(target_arch = "x86_64")]
pub mod sse2;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
use dlx3_base::techniques::Value;
pub use pair::Pair;
use std::ops::{Deref, DerefMut};

/// Words of 64 bits, also used as fields of 8 or 16 bits.
///
/// # Safety
///
/// The contract, for all methods: a value exists only on a machine that has the instructions of its
/// type. Methods that make a value from nothing (`load...`, `splat...`, `first`, `of_...`) are
/// unsafe, as their caller must ensure that; a value of [`Avx512`], [`Avx2`] or
/// [`Portable`](portable::Portable) is a proof of it. Methods that take a value or a mask rely on
/// the contract, and are safe. Pointers must be valid for the words that a method reads or writes:
/// `WORDS`, unless it says otherwise.
///
/// For speed, all methods must be inlined into code that is compiled for these instructions;
/// elsewhere they are slow, but correct.
pub unsafe trait Vector: Copy {
    /// The number of words in a vector.
    const WORDS: usize;
    /// How many [counts](Self::count) may be added before they overflow.
    const MOST_COUNTS: usize;
    /// A subset of the words.
    type Mask: Copy;
    /// A mask in the form that [`Self::compress`] wants.
    type Places: Copy;

    unsafe fn load(from: *const u64) -> Self;
    /// Loads from an address that is a multiple of the vector's size.
    unsafe fn load_aligned(from: *const u64) -> Self;
    /// Loads the first `count` words; the others are 0. They are read in the same pieces in which
    /// [`Self::store_first`] writes them: a processor forwards a store to a load only if one
    /// instruction wrote all that the load reads.
    unsafe fn load_first(from: *const u64, count: usize) -> Self;
    unsafe fn store(self, to: *mut u64);
    unsafe fn store_aligned(self, to: *mut u64);
    /// Stores the first `count` words.
    unsafe fn store_first(self, to: *mut u64, count: usize);
    unsafe fn splat(word: u64) -> Self;
    unsafe fn splat_byte(byte: u8) -> Self;
    unsafe fn splat_short(short: u16) -> Self;
    /// Sets all bits of byte `i` if bit `i` is set: the inverse of [`Self::byte_bits`].
    unsafe fn of_byte_bits(bits: u64) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// The product of words, which must be less than 2^32.
    fn multiply(self, other: Self) -> Self;
    fn shift_left(self, by: u32) -> Self;
    fn shift_right(self, by: u32) -> Self;
    /// 1 shifted by each word; 0 if that shifts it out.
    fn bit_at(self) -> Self;
    /// The minimum of each pair of words, which are less than 2^32 or equal to 2^63 - 1.
    fn min_halves(self, other: Self) -> Self;

    /// Counts the bits that are set, in each byte or in each word, whichever is faster.
    fn count(self) -> Self;
    fn add_counts(self, other: Self) -> Self;
    /// The sum of the counts of each word.
    fn sum_counts(self) -> Self;

    fn sub_bytes(self, other: Self) -> Self;
    fn min_bytes(self, other: Self) -> Self;
    /// All ones in bytes that are equal, zeros in others.
    fn same_bytes(self, other: Self) -> Self;
    /// The highest bit of each byte.
    fn byte_bits(self) -> u64;
    /// The least byte. (Returned in 32 bits, as 8 bits would go through memory.)
    fn least_byte(self) -> u32;

    /// The sum of each pair of 16-bit fields.
    fn add_shorts(self, other: Self) -> Self;
    fn sub_shorts(self, other: Self) -> Self;
    /// The minimum of each pair of signed 16-bit fields.
    fn min_shorts(self, other: Self) -> Self;
    /// All ones in 16-bit fields that are equal, zeros in others.
    fn same_shorts(self, other: Self) -> Self;
    /// The least signed 16-bit field.
    fn least_short(self) -> u16;
    /// A bit for each 16-bit field of both vectors; each field is all ones or zero.
    fn short_bits_of_two(self, other: Self) -> u64;
    /// A bit for each 16-bit field, which is all ones or zero.
    fn short_bits(self) -> u32;

    /// The sum of all words.
    fn sum(self) -> u64;
    /// The bitwise or of all words.
    fn union(self) -> u64;
    /// The least word; the highest bits must be 0.
    fn least(self) -> u64;

    /// Selects word `i` if `start + i < count`, where `count` is at most 8.
    unsafe fn first(count: usize, start: usize) -> Self::Mask;
    /// Selects word `i` if bit `start + i` is set.
    unsafe fn of_bits(bits: u8, start: usize) -> Self::Mask;
    fn nonzero(self) -> Self::Mask;
    /// Selects words that have all of these bits; the others must have none of them.
    fn has(self, bits: Self) -> Self::Mask;
    fn same(self, other: Self) -> Self::Mask;
    /// Selects words that are less; the highest bits must be 0.
    fn is_less(self, other: Self) -> Self::Mask;
    fn both(mask: Self::Mask, other: Self::Mask) -> Self::Mask;
    fn either(mask: Self::Mask, other: Self::Mask) -> Self::Mask;
    fn any(mask: Self::Mask) -> bool;
    /// A bit for each word, as a byte.
    fn bits(mask: Self::Mask) -> u8;

    #[inline(always)]
    fn number(mask: Self::Mask) -> usize {
        Self::bits(mask).count_ones() as usize
    }

    /// Sets the words that are not in the mask to 0.
    fn keep(self, mask: Self::Mask) -> Self;
    /// The minimum in words of the mask, whose highest bits are 0; others stay.
    fn min_where(self, other: Self, mask: Self::Mask) -> Self;
    /// [`Self::min_where`] for words that satisfy the condition of [`Self::min_halves`].
    #[inline(always)]
    fn min_halves_where(self, other: Self, mask: Self::Mask) -> Self {
        self.min_where(other, mask)
    }

    fn places(mask: Self::Mask) -> Self::Places;
    /// Stores the words at these places contiguously; the rest of `WORDS` words is undefined.
    unsafe fn compress(self, places: Self::Places, to: *mut u64);
    /// Copies the records of the first `WORDS` numbers, and returns their first words.
    unsafe fn copy_records(records: Records) -> Self;

    /// Loads a lane; only the contract of the trait has to hold.
    #[inline(always)]
    unsafe fn of_lane(lane: &Lane) -> Self {
        const { assert!(Self::WORDS == 8) };
        // SAFETY: a lane has eight words, and begins at a multiple of 64 bytes.
        unsafe { Self::load_aligned(lane.0.as_ptr()) }
    }

    #[inline(always)]
    fn to_lane(self, lane: &mut Lane) {
        const { assert!(Self::WORDS == 8) };
        // SAFETY: as in `of_lane`.
        unsafe { self.store_aligned(lane.0.as_mut_ptr()) }
    }
}

/// How many words after the last record may be read: see [`Vector::copy_records`].
pub const BEYOND: usize = 3;

/// Which records to copy, and the destination.
#[derive(Clone, Copy, Debug)]
pub struct Records {
    /// Records of `length` words each, and [`BEYOND`] words after the last.
    pub words: *const u64,
    pub length: usize,
    /// The indices of the records to copy.
    pub numbers: *const u64,
    /// The destination of their second words; those of the third ones are `place` words later, and
    /// so on.
    pub to: *mut u64,
    pub place: usize,
}

impl Records {
    /// Without the first `count` records.
    ///
    /// # Safety
    /// There are at least that many.
    #[inline(always)]
    pub unsafe fn after(self, count: usize) -> Self {
        // SAFETY: the caller's contract.
        let (numbers, to) = unsafe { (self.numbers.add(count), self.to.add(count)) };
        Records {
            numbers,
            to,
            ..self
        }
    }

    /// The address of the record whose index stands at place `number`.
    ///
    /// # Safety
    /// There is such an index.
    #[inline(always)]
    pub unsafe fn get(&self, number: usize) -> *const u64 {
        // SAFETY: the caller's contract.
        unsafe {
            let record = *self.numbers.add(number) as usize;
            self.words.add(record * self.length)
        }
    }

    /// [`Vector::copy_records`] word by word; returns the first words of the first `N` records.
    ///
    /// # Safety
    /// See [`Vector::copy_records`].
    #[inline(always)]
    pub unsafe fn copy<const N: usize>(self) -> [u64; N] {
        let mut first = [0; N];
        for (number, first) in first.iter_mut().enumerate() {
            // SAFETY: the caller's contract.
            unsafe {
                let record = self.get(number);
                *first = *record;
                for word in 1..self.length {
                    *self.to.add((word - 1) * self.place + number) = *record.add(word);
                }
            }
        }
        first
    }
}

/// [`Vector::compress`] word by word.
///
/// # Safety
/// See [`Vector::compress`].
#[inline(always)]
pub unsafe fn compress<const N: usize>(words: [u64; N], places: u8, to: *mut u64) {
    let mut next = 0;
    for (place, word) in words.into_iter().enumerate() {
        // SAFETY: the caller's contract; no more than N words are written.
        unsafe { *to.add(next) = word };
        next += usize::from(places >> place & 1);
    }
}

/// Defines methods whose bodies use the instructions of the type: the only place where that is
/// unsafe.
macro_rules! with_instructions {
    ($(fn $name:ident($($argument:ident $(: $type:ty)?),*) -> $result:ty $body:block)*) => {
        $(#[inline(always)]
        #[allow(unused_unsafe)] // some instructions are safe functions
        fn $name($($argument $(: $type)?),*) -> $result {
            // SAFETY: see `Vector`: a value exists, so the machine has the instructions.
            unsafe { $body }
        })*
    };
}
pub(in crate::vector) use with_instructions;

/// Defines methods that are unsafe to call: their callers know that the machine has the
/// instructions, and that pointers are valid.
macro_rules! by_contract {
    ($($(#[$attribute:meta])*
        unsafe fn $name:ident($($argument:ident $(: $type:ty)?),*) $(-> $result:ty)? $body:block
    )*) => {
        $($(#[$attribute])*
        #[inline(always)]
        #[allow(unused_unsafe)] // some instructions are safe functions
        unsafe fn $name($($argument $(: $type)?),*) $(-> $result)? {
            // SAFETY: the caller's contract, see `Vector`.
            unsafe { $body }
        })*
    };
}
pub(in crate::vector) use by_contract;

/// Defines methods that are inlined.
macro_rules! inlined {
    ($(fn $name:ident($($argument:ident $(: $type:ty)?),*) -> $result:ty $body:block)*) => {
        $(#[inline(always)]
        fn $name($($argument $(: $type)?),*) -> $result $body)*
    };
}
pub(in crate::vector) use inlined;

/// Eight words, or 64 bytes: the widest vector, and a line of the cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub struct Lane(pub [u64; 8]);

/// Words aligned as lanes: no bitmap of one, two, four or eight words lies in two cache lines.
#[derive(Debug, Default)]
pub struct AlignedWords {
    lanes: Vec<Lane>,
    count: usize,
}

impl AlignedWords {
    /// Resets to `count` zeros.
    pub fn zero(&mut self, count: usize) {
        self.lanes.clear();
        self.count = 0;
        self.lengthen(count);
    }

    /// Makes it at least `count` words long, without clearing those it has.
    pub fn lengthen(&mut self, count: usize) {
        let lanes = count.div_ceil(8);
        if self.lanes.len() < lanes {
            self.lanes.resize(lanes, Lane::default());
        }
        self.count = self.count.max(count);
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.lanes.capacity() * size_of::<Lane>()
    }
}

impl Deref for AlignedWords {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        debug_assert!(self.count <= 8 * self.lanes.len());
        // SAFETY: a lane is eight words, and there are lanes for all.
        unsafe { std::slice::from_raw_parts(self.lanes.as_ptr().cast(), self.count) }
    }
}

impl DerefMut for AlignedWords {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        debug_assert!(self.count <= 8 * self.lanes.len());
        // SAFETY: as in `deref`.
        unsafe { std::slice::from_raw_parts_mut(self.lanes.as_mut_ptr().cast(), self.count) }
    }
}

/// The instruction sets, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// No instructions that a processor of this kind may lack: with x86-64, SSE2.
    Portable,
    /// AVX2 with BMI and POPCNT.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Value for Vectors {
    fn of_number(number: u64) -> Self {
        match number {
            0 => Vectors::Portable,
            1 => Vectors::Avx2,
            _ => Vectors::Avx512,
        }
    }

    fn number(&self) -> u64 {
        *self as u64
    }
}

impl Vectors {
    /// Their names on the command line, in ascending order.
    pub const WORDS: &'static [&'static str] = &["portable", "avx2", "avx512"];

    /// The best that this machine has, of those that are built.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if cfg!(feature = "avx512") && Avx512::detect().is_some() {
                return Vectors::Avx512;
            }
            if cfg!(feature = "avx2") && Avx2::detect().is_some() {
                return Vectors::Avx2;
            }
        }
        Vectors::Portable
    }

    /// This one, or the best one of this machine, if that is less.
    pub fn or_less(self) -> Self {
        self.min(Self::detect())
    }
}
