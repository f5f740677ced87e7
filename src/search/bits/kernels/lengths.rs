//! Lengths that are kept: in a sweep without bounds, a child's lengths are its parent's,
//! less the options that are gone. They are all that the choice compares.
//!
//! There is a byte for each slot, which is enough for so few options. In those of slots that
//! are not active, each instruction set may keep what it likes.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::vector::Kernels;
use crate::search::bits::bitmap::{and, count as count_bits};
use crate::search::bits::lane::Lane;

/// Sub-problems with larger bitmaps lose too many options at a node.
pub const KEPT_WORDS: usize = 2;

/// No list may be longer.
pub const LONGEST: u64 = 127;

/// The options that a parent has and its child has not; and what is kept for each [record].
///
/// [record]: crate::search::bits::number::Bit::record
pub struct Gone<'s, const W: usize> {
    pub options: [u64; W],
    /// What it takes off its parent's lanes.
    pub slots: &'s [Lane],
    /// A number to be added up.
    pub weights: &'s [u64],
}

/// Writes how many live options each slot has, by its row.
#[inline(always)]
pub fn count<const W: usize>(rows: &[[u64; W]], live: &[u64; W], to: &mut [Lane]) {
    to.fill(Lane::default());
    for (slot, row) in rows.iter().enumerate() {
        let length = count_bits(&and(row, live));
        to[slot / 64].0[slot % 64 / 8] |= length << (slot % 8 * 8);
    }
}

/// `$take_off` for each option of `W` words, by its record, and for none where that takes less than
/// a branch: `$most` times for each word, and then as long as any has bits. All words take their
/// steps together, so that there is one loop whose end nothing can predict. (With two words as one
/// number of 128 bits, planted cover took 1.08 times as many instructions.)
macro_rules! for_each_record {
    ($options:expr, $most:expr, |$record:ident| $take_off:expr) => {
        let mut options = $options;
        macro_rules! next {
            () => {
                for word in 0..W {
                    let start = word * $crate::search::bits::number::RECORDS;
                    let $record = start + options[word].trailing_zeros() as usize;
                    $take_off;
                    options[word] &= options[word].wrapping_sub(1);
                }
            };
        }
        for _ in 0..$most {
            next!();
        }
        while options.iter().any(|&word| word != 0) {
            next!();
        }
    };
}
pub(in crate::search::bits) use for_each_record;

/// The bit of a byte that marks a slot that is not active: it makes its length larger than
/// any other, and stays, as its list is empty from then on.
pub const INACTIVE: u32 = LONGEST.count_ones();
const _: () = assert!(LONGEST == 0x7f);

/// Marks what is not active in lengths.
#[inline(always)]
pub fn mark_inactive<K: Kernels>(kernels: K, active: &[u64], to: &mut [Lane]) {
    for (lane, active) in to.iter_mut().zip(active) {
        let inactive = kernels.spread(!active);
        for (bytes, inactive) in lane.0.iter_mut().zip(inactive.0) {
            *bytes |= inactive << INACTIVE;
        }
    }
}

/// A lane of bytes in vectors.
///
/// # Safety
/// All methods need the instructions of the kernels whose type this is.
pub trait Bytes: Copy {
    unsafe fn load(from: &Lane) -> Self;
    unsafe fn store(self, to: &mut Lane);
    unsafe fn splat(number: u8) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// For each byte that is 1 its highest bit, for others, which are 0, none.
    unsafe fn highest_bits(self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    /// The least byte. (As a number of 8 bits it would go through memory.)
    unsafe fn least(self) -> u32;
    /// A bit for each byte that is the same.
    unsafe fn equal_bits(self, other: Self) -> u64;
}

/// Most nodes lose no more options, of one word or of two together. A loop whose end nothing can
/// predict would take longer.
const MOST_GONE: usize = 4;

/// What the choice finds among the active slots.
pub struct Choice {
    /// The least length; more than [`LONGEST`] if no slot is active.
    pub length: u32,
    /// The first slot that has it.
    pub slot: u64,
    /// The weight of all that is gone.
    pub weight: u64,
}

/// Takes options that are gone off a parent's lengths, and chooses among the active slots. No branch
/// depends on whether there is one, which nothing could predict.
///
/// # Safety
/// See [`Bytes`]; `chosen` is the [record] of an option; there are `A` lanes of slots and a weight
/// for each record of `W` words; `from` and `to` have `A` lanes.
///
/// [record]: crate::search::bits::number::Bit::record
#[inline(always)]
pub unsafe fn shorten<B: Bytes, const W: usize, const A: usize>(
    from: &[Lane],
    to: &mut [Lane],
    gone: &Gone<'_, W>,
    chosen: usize,
) -> Choice {
    debug_assert!(from.len() == A && to.len() == A);
    let (slots, weights) = (gone.slots, gone.weights);
    let mut weight = 0;
    // SAFETY: the caller's.
    unsafe {
        let mut lengths = [B::splat(0); A];
        for word in 0..A {
            lengths[word] = B::load(from.get_unchecked(word));
        }
        for_each_record!(gone.options, MOST_GONE.div_ceil(W), |record| {
            debug_assert!((record + 1) * A <= slots.len() && record < weights.len());
            weight += weights.get_unchecked(record);
            for word in 0..A {
                let own = B::load(slots.get_unchecked(record * A + word));
                lengths[word] = lengths[word].sub(own);
            }
        });
        let mut least = B::splat(u8::MAX);
        for word in 0..A {
            let inactive = B::load(slots.get_unchecked(chosen * A + word)).highest_bits();
            lengths[word] = lengths[word].or(inactive);
            lengths[word].store(to.get_unchecked_mut(word));
            least = least.min(lengths[word]);
        }
        let length = least.least();
        let shortest = B::splat(length as u8);
        // The first slot with that length, without a branch.
        let mut slot = 0;
        for word in (0..A).rev() {
            let those = lengths[word].equal_bits(shortest);
            let place = 64 * word as u64 + u64::from(those.trailing_zeros());
            slot = std::hint::select_unpredictable(those != 0, place, slot);
        }
        Choice {
            length,
            slot,
            weight,
        }
    }
}

/// Slots as bytes, of which each is 1 or 0.
#[inline(always)]
pub fn spread(slots: u64) -> Lane {
    let mut lane = Lane::default();
    for word in 0..8 {
        // In each byte one bit of the eight, moved to the lowest place.
        let bits = (slots >> (8 * word) & 0xff) * 0x0101_0101_0101_0101;
        let bits = bits & 0x8040_2010_0804_0201;
        lane.0[word] = (bits + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
    }
    lane
}

/// A lane for machines whose vectors the compiler knows better. No byte borrows from the
/// next: none is less than what is taken off it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(target_arch = "x86_64", allow(dead_code))]
pub struct PlainBytes([u64; 8]);

impl PlainBytes {
    #[inline(always)]
    fn bytes(self) -> [u8; 64] {
        let mut bytes = [0; 64];
        for place in 0..64 {
            bytes[place] = (self.0[place / 8] >> (place % 8 * 8)) as u8;
        }
        bytes
    }

    #[inline(always)]
    fn of(bytes: [u8; 64]) -> Self {
        let mut words = [0; 8];
        for word in 0..8 {
            for place in 0..8 {
                words[word] |= u64::from(bytes[8 * word + place]) << (8 * place);
            }
        }
        PlainBytes(words)
    }
}

impl Bytes for PlainBytes {
    #[inline(always)]
    unsafe fn load(from: &Lane) -> Self {
        PlainBytes(from.0)
    }

    #[inline(always)]
    unsafe fn store(self, to: &mut Lane) {
        to.0 = self.0;
    }

    #[inline(always)]
    unsafe fn splat(number: u8) -> Self {
        PlainBytes([u64::from_ne_bytes([number; 8]); 8])
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        let mut all = self;
        for word in 0..8 {
            all.0[word] = all.0[word].wrapping_sub(other.0[word]);
        }
        all
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        let mut all = self;
        for word in 0..8 {
            all.0[word] |= other.0[word];
        }
        all
    }

    #[inline(always)]
    unsafe fn highest_bits(self) -> Self {
        let mut all = self;
        for word in 0..8 {
            all.0[word] <<= INACTIVE;
        }
        all
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        let (mut all, others) = (self.bytes(), other.bytes());
        for place in 0..64 {
            all[place] = all[place].min(others[place]);
        }
        PlainBytes::of(all)
    }

    #[inline(always)]
    unsafe fn least(self) -> u32 {
        let bytes = self.bytes();
        let mut least = u8::MAX;
        for place in 0..64 {
            least = least.min(bytes[place]);
        }
        least.into()
    }

    #[inline(always)]
    unsafe fn equal_bits(self, other: Self) -> u64 {
        let (one, other) = (self.bytes(), other.bytes());
        let mut bits = [0; 8];
        for place in 0..64 {
            let is_same = u8::from(one[place] == other[place]).wrapping_neg();
            bits[place / 8] |= is_same & 1 << (place % 8);
        }
        u64::from_le_bytes(bits)
    }
}

/// Implements [`Bytes`] by vectors: see [`shorts`](super::short::shorts).
#[cfg(target_arch = "x86_64")]
macro_rules! bytes {
    (
        $name:ident, $vector:ty, $count:literal,
        $load:ident $store:ident $splat:ident $($operation:ident $by:ident)*;
        shift $shift:ident;
        least $least:path;
        equal $equal:ident $bits:path;
    ) => {
        /// A lane of bytes.
        #[derive(Clone, Copy, Debug)]
        pub struct $name([$vector; $count]);

        // SAFETY, in each method: the caller's; loads and stores are of parts of a lane.
        #[allow(unused_unsafe)]
        impl $crate::search::bits::kernels::lengths::Bytes for $name {
            #[inline(always)]
            unsafe fn load(from: &Lane) -> Self {
                let from: *const $vector = (&raw const *from).cast();
                unsafe {
                    let mut all = [$load(from); $count];
                    for part in 1..$count {
                        all[part] = $load(from.add(part));
                    }
                    $name(all)
                }
            }

            #[inline(always)]
            unsafe fn store(self, to: &mut Lane) {
                let to: *mut $vector = (&raw mut *to).cast();
                for part in 0..$count {
                    unsafe { $store(to.add(part), self.0[part]) };
                }
            }

            #[inline(always)]
            unsafe fn splat(number: u8) -> Self {
                unsafe { $name([$splat(number as i8); $count]) }
            }

            $(#[inline(always)]
            unsafe fn $operation(self, other: Self) -> Self {
                let mut all = self;
                for part in 0..$count {
                    all.0[part] = unsafe { $by(self.0[part], other.0[part]) };
                }
                all
            })*

            #[inline(always)]
            unsafe fn highest_bits(self) -> Self {
                let mut all = self;
                for part in 0..$count {
                    const INACTIVE: i32 =
                        $crate::search::bits::kernels::lengths::INACTIVE as i32;
                    all.0[part] = unsafe { $shift::<INACTIVE>(self.0[part]) };
                }
                all
            }

            #[inline(always)]
            unsafe fn least(self) -> u32 {
                unsafe { $least(self.0) }
            }

            #[inline(always)]
            unsafe fn equal_bits(self, other: Self) -> u64 {
                let mut all = self.0;
                for part in 0..$count {
                    all[part] = unsafe { $equal(self.0[part], other.0[part]) };
                }
                unsafe { $bits(all) }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(super) use bytes;
