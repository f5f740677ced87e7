//! Eight words in vectors, one of each of eight nodes that are expanded side by side: see
//! [`eights`](crate::search::bits::sweep::eights).

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod plain;

/// No instruction set looks at more slots at once.
pub const MOST_AT_ONCE: usize = 2;

/// So many words after the last record may be read: see [`Eight::copy_records`].
pub const BEYOND: usize = 3;

/// Records of `length` words each, the `numbers` of those to be copied, and where to: the second
/// words of all to `to`, the third ones `place` words later, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Records {
    pub words: *const u64,
    pub length: usize,
    pub numbers: *const u64,
    pub to: *mut u64,
    pub place: usize,
}

impl Records {
    /// All but the first `count` numbers.
    ///
    /// # Safety
    /// There are so many.
    #[inline(always)]
    pub unsafe fn after(self, count: usize) -> Self {
        // SAFETY: the caller's.
        unsafe {
            Records {
                numbers: self.numbers.add(count),
                to: self.to.add(count),
                ..self
            }
        }
    }

    /// The record of a number.
    ///
    /// # Safety
    /// There is one.
    #[inline(always)]
    pub unsafe fn get(&self, number: usize) -> *const u64 {
        // SAFETY: the caller's.
        unsafe {
            self.words
                .add(*self.numbers.add(number) as usize * self.length)
        }
    }
}

/// Eight words, one for each node.
///
/// # Safety
/// All methods need the instructions of the kernels whose type this is. Pointers are to eight
/// words, or as many as the method says.
pub trait Eight: Copy {
    /// Some of the eight nodes.
    type Mask: Copy;
    /// The same, as [`Self::compress`] wants it.
    type Places: Copy;
    /// How many slots to look at before the end of a loop over slots, which is mispredicted. With one,
    /// AVX-512 takes 3% more; with two, AVX2 takes 1% more, as it has fewer registers.
    const SLOTS_AT_ONCE: usize = 1;

    unsafe fn load(from: *const u64) -> Self;
    unsafe fn store(self, to: *mut u64);
    unsafe fn splat(word: u64) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// What `other` has not.
    unsafe fn and_not(self, other: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// The smaller one of each two words, which are less than 2^32, or all ones.
    unsafe fn min(self, other: Self) -> Self;
    unsafe fn shift_left(self, by: u32) -> Self;
    unsafe fn shift_right(self, by: u32) -> Self;
    /// The bit at each of these places, and none if that is beyond the word.
    unsafe fn bit_at(self) -> Self;
    /// The sums of four numbers of 16 bits each.
    unsafe fn add_shorts(self, other: Self) -> Self;
    /// All bits of each number of 16 bits that is the same, and none of others.
    unsafe fn same_shorts(self, other: Self) -> Self;
    /// How many bits of each word are set.
    unsafe fn count(self) -> Self;
    /// The sum of all words.
    unsafe fn sum(self) -> u64;
    /// The bits that any word has.
    unsafe fn union(self) -> u64;
    /// The first `count` nodes, at most eight.
    unsafe fn first(count: usize) -> Self::Mask;
    /// Those whose word is not 0.
    unsafe fn nonzero(self) -> Self::Mask;
    /// Those whose words have all these bits, where all others have none of them.
    unsafe fn has(self, bits: Self) -> Self::Mask;
    /// Those whose word is the same.
    unsafe fn same(self, other: Self) -> Self::Mask;
    /// Those whose word is less; none has the highest bit.
    unsafe fn is_less(self, other: Self) -> Self::Mask;
    unsafe fn both(mask: Self::Mask, other: Self::Mask) -> Self::Mask;
    unsafe fn either(mask: Self::Mask, other: Self::Mask) -> Self::Mask;
    unsafe fn number(mask: Self::Mask) -> usize;
    /// The words of these nodes, and 0 for others.
    unsafe fn keep(self, mask: Self::Mask) -> Self;
    /// [`Self::min`] for these nodes.
    unsafe fn min_of(self, other: Self, mask: Self::Mask) -> Self;
    unsafe fn places(mask: Self::Mask) -> Self::Places;
    /// Writes the words at these places, one after another, and whatever up to the eighth.
    unsafe fn compress(self, places: Self::Places, to: *mut u64);

    /// Copies the records of the first eight numbers, and returns their first words. There are
    /// [`BEYOND`] words after the last record.
    #[inline(always)]
    unsafe fn copy_records(records: Records) -> Self {
        let mut first = [0; 8];
        // SAFETY: the caller's.
        unsafe {
            for node in 0..8 {
                let record = records.get(node);
                first[node] = *record;
                for word in 1..records.length {
                    *records.to.add((word - 1) * records.place + node) = *record.add(word);
                }
            }
            Self::load(first.as_ptr())
        }
    }

    /// How many bits each node has of `W` words, among those of a row of `W` words.
    unsafe fn lengths<const W: usize>(live: &[Self; W], row: *const u64) -> Self;
    /// The same in less time, if all bits of the row are at different places, whatever their words.
    #[inline(always)]
    unsafe fn lengths_apart<const W: usize>(live: &[Self; W], row: *const u64) -> Self {
        // SAFETY: the caller's.
        unsafe {
            let mut all = Self::splat(*row).and(live[0]);
            for word in 1..W {
                all = all.or(Self::splat(*row.add(word)).and(live[word]));
            }
            all.count()
        }
    }
}
