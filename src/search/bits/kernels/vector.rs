//! Vectors: operations that are one machine instruction, or the few that stand for one.
//!
//! [`Vector`] is implemented once for each size of register: [`V512`] (AVX-512), [`V256`]
//! (AVX2), [`V128`] (SSE2, and a namesake for WebAssembly) and [`Plain`], which the compiler
//! vectorizes for other machines. [`Pair`] makes two vectors one, so that each instruction set has
//! a vector of eight words (`Kernels::Lane`) beside that of one register (`Kernels::Words`).
//! Algorithms are generic over these, and stand in the other files of this folder, in
//! [`eights`](crate::search::bits::sweep::eights) and in
//! [`drawn`](crate::search::bits::sweep::drawn).
//!
//! [`V512`]: super::avx512::V512
//! [`V256`]: super::avx2::V256
//! [`V128`]: super::sse2::V128
//! [`Plain`]: super::portable::Plain

use crate::search::bits::bitmap::Lane;

/// Words of 64 bits, which are also numbers of 8 or 16 bits.
///
/// # Safety
///
/// The contract, once for all methods: a value exists only on a machine that has the
/// instructions of its type. Methods that make a value from nothing (`load...`, `splat...`,
/// `first`, `of_...`) are unsafe, as their caller must know that; each implementation of
/// [`Kernels`](super::Kernels) is a proof of it. Methods that take a value or a mask rely on the
/// contract, and are safe. Pointers must be valid for the words that a method reads or writes:
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
    /// The same as [`Self::compress`] wants it.
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
    /// The same of a lane.
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
        for (node, first) in first.iter_mut().enumerate() {
            // SAFETY: the caller's.
            unsafe {
                let record = self.get(node);
                *first = *record;
                for word in 1..self.length {
                    *self.to.add((word - 1) * self.place + node) = *record.add(word);
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
pub(super) use with_instructions;

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
pub(super) use by_contract;

/// Methods that are inlined.
macro_rules! inlined {
    ($(fn $name:ident($($argument:ident $(: $type:ty)?),*) -> $result:ty $body:block)*) => {
        $(#[inline(always)]
        fn $name($($argument $(: $type)?),*) -> $result $body)*
    };
}
pub(super) use inlined;

/// Two vectors as one: the words of the second follow those of the first.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V>(V, V);

/// Methods that do the same with both vectors.
macro_rules! each_of_pair {
    ($($name:ident)*) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Self {
            Pair(self.0.$name(other.0), self.1.$name(other.1))
        })*
    };
}

// SAFETY: a value has values of `V`.
unsafe impl<V: Vector> Vector for Pair<V> {
    const WORDS: usize = 2 * V::WORDS;
    const MOST_COUNTS: usize = V::MOST_COUNTS;
    type Mask = (V::Mask, V::Mask);
    /// Those of both vectors, and how many words the first one writes.
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
