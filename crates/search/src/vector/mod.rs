//! Vectors of words. All intrinsics of the crate are here.
//!
//! [`Vector`] has the operations that are one machine instruction, or the few that stand for one.
//! It is implemented once for each size of register: [`V512`] (AVX-512), [`V256`] (AVX2), [`V128`]
//! (SSE2, and a namesake for WebAssembly) and [`Plain`], which the compiler vectorizes for other
//! machines. [`Pair`] makes two vectors one, so that each instruction set has a vector of eight
//! words, a [`Lane`], beside that of one register. A value of [`Avx512`], [`Avx2`] or [`Portable`]
//! is a proof that the machine has the instructions.
//!
//! Algorithms are generic over [`Vector`], and stand where they are used. So do the rules that say
//! when they pay: those of the search are in `search/bits/kernels/`.
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

/// Words of 64 bits, which are also numbers of 8 or 16 bits.
///
/// # Safety
///
/// The contract, once for all methods: a value exists only on a machine that has the instructions
/// of its type. Methods that make a value from nothing (`load...`, `splat...`, `first`, `of_...`)
/// are unsafe, as their caller must know that; a value of [`Avx512`], [`Avx2`] or
/// [`Portable`](portable::Portable) is a proof of it. Methods that take a value or a mask rely on
/// the contract, and are safe. Pointers must be valid for the words that a method reads or writes:
/// `WORDS`, unless it says otherwise.
///
/// To be fast, all methods must be inlined into code that is compiled for these instructions;
/// elsewhere they are slow, but not wrong.
pub unsafe trait Vector: Copy {
    /// How many words a vector has.
    const WORDS: usize;
    /// How many [counts](Self::count) may be added before they overflow.
    const MOST_COUNTS: usize;
    /// Some of the words.
    type Mask: Copy;
    /// A mask in the form that [`Self::compress`] wants.
    type Places: Copy;

    unsafe fn load(from: *const u64) -> Self;
    /// From an address that is a multiple of the vector's size.
    unsafe fn load_aligned(from: *const u64) -> Self;
    /// The first `count` words; the others become 0. They are read in the parts in which
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
    /// All bits of byte `i` if bit `i` is set: undoes [`Self::byte_bits`].
    unsafe fn of_byte_bits(bits: u64) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// The product of words less than 2^32.
    fn multiply(self, other: Self) -> Self;
    fn shift_left(self, by: u32) -> Self;
    fn shift_right(self, by: u32) -> Self;
    /// The bit at each of these places; 0 if the place is beyond the word.
    fn bit_at(self) -> Self;
    /// The smaller of each two words, which are less than 2^32 or 2^63 - 1.
    fn min_halves(self, other: Self) -> Self;

    /// How many bits are set, as counts: one for each byte or each word, whichever takes less.
    fn count(self) -> Self;
    fn add_counts(self, other: Self) -> Self;
    /// The sum of the counts of each word.
    fn sum_counts(self) -> Self;

    fn sub_bytes(self, other: Self) -> Self;
    fn min_bytes(self, other: Self) -> Self;
    /// All bits of each byte that is the same, none of others.
    fn same_bytes(self, other: Self) -> Self;
    /// The highest bit of each byte.
    fn byte_bits(self) -> u64;
    /// The least byte. (As a number of 8 bits it would go through memory.)
    fn least_byte(self) -> u32;

    /// On numbers of 16 bits, as are the next ones.
    fn add_shorts(self, other: Self) -> Self;
    fn sub_shorts(self, other: Self) -> Self;
    /// With a sign.
    fn min_shorts(self, other: Self) -> Self;
    /// All bits of each number that is the same, none of others.
    fn same_shorts(self, other: Self) -> Self;
    /// The least number, with a sign.
    fn least_short(self) -> u16;
    /// A bit for each number of both vectors, whose bits are all set or none.
    fn short_bits_of_two(self, other: Self) -> u64;
    /// A bit for each number of 16 bits, whose bits are all set or none.
    fn short_bits(self) -> u32;

    /// The sum of all words.
    fn sum(self) -> u64;
    /// The bits that any word has.
    fn union(self) -> u64;
    /// The least word; none has the highest bit.
    fn least(self) -> u64;

    /// Word `i` if `start + i < count`, where `count` is at most 8.
    unsafe fn first(count: usize, start: usize) -> Self::Mask;
    /// Word `i` if bit `start + i` is set.
    unsafe fn of_bits(bits: u8, start: usize) -> Self::Mask;
    fn nonzero(self) -> Self::Mask;
    /// The words that have all of these bits; all others have none of them.
    fn has(self, bits: Self) -> Self::Mask;
    fn same(self, other: Self) -> Self::Mask;
    /// The words that are less; none has the highest bit.
    fn is_less(self, other: Self) -> Self::Mask;
    fn both(mask: Self::Mask, other: Self::Mask) -> Self::Mask;
    fn either(mask: Self::Mask, other: Self::Mask) -> Self::Mask;
    fn any(mask: Self::Mask) -> bool;
    /// A bit for each word.
    fn bits(mask: Self::Mask) -> u8;

    #[inline(always)]
    fn number(mask: Self::Mask) -> usize {
        Self::bits(mask).count_ones() as usize
    }

    /// These words, and 0 for others.
    fn keep(self, mask: Self::Mask) -> Self;
    /// The smaller of each two words of the mask, which have no highest bit; others stay.
    fn min_where(self, other: Self, mask: Self::Mask) -> Self;
    /// [`Self::min_where`] of words as [`Self::min_halves`] wants them.
    #[inline(always)]
    fn min_halves_where(self, other: Self, mask: Self::Mask) -> Self {
        self.min_where(other, mask)
    }

    fn places(mask: Self::Mask) -> Self::Places;
    /// Stores the words at these places one after another, and anything in the rest of `WORDS`.
    unsafe fn compress(self, places: Self::Places, to: *mut u64);
    /// Copies the records of the first `WORDS` numbers, and returns their first words.
    unsafe fn copy_records(records: Records) -> Self;

    /// A lane; only the contract has to hold.
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

/// Which records to copy, and where to.
#[derive(Clone, Copy, Debug)]
pub struct Records {
    /// Records of `length` words each, and [`BEYOND`] words after the last.
    pub words: *const u64,
    pub length: usize,
    /// The numbers of those to be copied.
    pub numbers: *const u64,
    /// Their second words go to `to`, the third ones `place` words later, and so on.
    pub to: *mut u64,
    pub place: usize,
}

impl Records {
    /// All but the first `count` numbers.
    ///
    /// # Safety
    /// There are that many.
    #[inline(always)]
    pub unsafe fn after(self, count: usize) -> Self {
        // SAFETY: the caller's.
        let (numbers, to) = unsafe { (self.numbers.add(count), self.to.add(count)) };
        Records {
            numbers,
            to,
            ..self
        }
    }

    /// The record of the number at this place.
    ///
    /// # Safety
    /// There is one.
    #[inline(always)]
    pub unsafe fn get(&self, number: usize) -> *const u64 {
        // SAFETY: the caller's.
        unsafe {
            let record = *self.numbers.add(number) as usize;
            self.words.add(record * self.length)
        }
    }

    /// [`Vector::copy_records`] word by word: the first words of the first `N` records.
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    pub unsafe fn copy<const N: usize>(self) -> [u64; N] {
        let mut first = [0; N];
        for (number, first) in first.iter_mut().enumerate() {
            // SAFETY: the caller's.
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
/// As there.
#[inline(always)]
pub unsafe fn compress<const N: usize>(words: [u64; N], places: u8, to: *mut u64) {
    let mut next = 0;
    for (place, word) in words.into_iter().enumerate() {
        // SAFETY: the caller's; no more than N words are written.
        unsafe { *to.add(next) = word };
        next += usize::from(places >> place & 1);
    }
}

/// Methods whose bodies use the instructions of the type: the one place where that is unsafe.
macro_rules! with_instructions {
    ($(fn $name:ident($($argument:ident $(: $type:ty)?),*) -> $result:ty $body:block)*) => {
        $(#[inline(always)]
        #[allow(unused_unsafe)] // some instructions are safe functions
        fn $name($($argument $(: $type)?),*) -> $result {
            // SAFETY: see `Vector`: there is a value, so that the machine has the instructions.
            unsafe { $body }
        })*
    };
}
pub(in crate::vector) use with_instructions;

/// Methods that are unsafe to call: their callers know that the machine has the instructions, and
/// that pointers are valid for what is read or written.
macro_rules! by_contract {
    ($($(#[$attribute:meta])*
        unsafe fn $name:ident($($argument:ident $(: $type:ty)?),*) $(-> $result:ty)? $body:block
    )*) => {
        $($(#[$attribute])*
        #[inline(always)]
        #[allow(unused_unsafe)] // some instructions are safe functions
        unsafe fn $name($($argument $(: $type)?),*) $(-> $result)? {
            // SAFETY: the caller's, see `Vector`.
            unsafe { $body }
        })*
    };
}
pub(in crate::vector) use by_contract;

/// Methods that are inlined.
macro_rules! inlined {
    ($(fn $name:ident($($argument:ident $(: $type:ty)?),*) -> $result:ty $body:block)*) => {
        $(#[inline(always)]
        fn $name($($argument $(: $type)?),*) -> $result $body)*
    };
}
pub(in crate::vector) use inlined;

/// Eight words, or 64 bytes: what the widest vector holds, and a line of the cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub struct Lane(pub [u64; 8]);

/// Words that begin where a lane begins: no bitmap of eight words lies in two lines of the
/// cache, and none of one, two or four.
#[derive(Debug, Default)]
pub struct AlignedWords {
    lanes: Vec<Lane>,
    count: usize,
}

impl AlignedWords {
    /// Replaces them by `count` zeros.
    pub fn zero(&mut self, count: usize) {
        self.lanes.clear();
        self.count = 0;
        self.lengthen(count);
    }

    /// Makes them at least `count`. Those that are there already are not cleared.
    pub fn lengthen(&mut self, count: usize) {
        let lanes = count.div_ceil(8);
        if self.lanes.len() < lanes {
            self.lanes.resize(lanes, Lane::default());
        }
        self.count = self.count.max(count);
    }

    /// The bytes that they take.
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

/// Which instruction set to use, from the least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// None that a processor of this kind may lack: with x86-64, SSE2.
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
    /// Their names on the command line, from the least on.
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

    /// The best that this machine has, but none better than this.
    pub fn or_less(self) -> Self {
        self.min(Self::detect())
    }
}
