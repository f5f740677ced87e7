//! Lengths that are kept: in a sweep without bounds, a child's lengths are its parent's,
//! less the options that are gone. They are all that the choice compares.
//!
//! There is a byte for each slot, which is enough for so few options. In those of slots that
//! are not active, each instruction set may keep what it likes.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::vector::Kernels;
use crate::search::bits::key::{self, PLAIN_SCORE};
use crate::search::bits::lane::Lane;
use crate::search::bits::number::Bit;

/// Sub-problems with larger bitmaps lose too many options at a node.
pub const KEPT_WORDS: usize = 2;

/// No list may be longer.
pub const LONGEST: u64 = 127;

/// A child whose lengths are asked for.
pub struct Child<'s, const W: usize> {
    /// The options that its parent has and it has not.
    pub gone: &'s [u64; W],
    /// The option that was chosen.
    pub chosen: Bit,
    /// The slots of each option in bytes, `A` lanes each; those of none come last.
    pub slots: &'s [Lane],
}

/// The length of each list.
#[inline(always)]
pub fn count<const W: usize>(columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
    for (group, columns) in columns.chunks_exact(W).enumerate() {
        let mut bytes = 0;
        for lane in 0..8 {
            let mut length = 0;
            for word in 0..W {
                length += u64::from((columns[word].0[lane] & live[word]).count_ones());
            }
            bytes |= length << (8 * lane);
        }
        to[group / 8].0[group % 8] = bytes;
    }
}

/// A bitmap of at most two words as one number.
#[inline(always)]
pub fn join<const W: usize>(options: &[u64; W]) -> u128 {
    debug_assert!(W <= KEPT_WORDS);
    let words = options.iter().rev();
    words.fold(0, |all, &word| all << 64 | u128::from(word))
}

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
    unsafe fn least(self) -> u8;
    /// A bit for each byte that is the same.
    unsafe fn equal_bits(self, other: Self) -> u64;
}

/// Most nodes lose no more options. A loop whose end nothing can predict would take longer.
const MOST_GONE: usize = 4;

/// Takes options that are gone off a parent's lengths, and chooses among the active slots.
///
/// # Safety
/// See [`Bytes`]; `slots` has `A` lanes for each of `64 * W` options, and then as many of
/// none; `from` and `to` have `A` lanes.
#[inline(always)]
pub unsafe fn shorten<B: Bytes, const W: usize, const A: usize>(
    from: &[Lane],
    to: &mut [Lane],
    child: &Child<'_, W>,
) -> u64 {
    debug_assert!(from.len() == A && to.len() == A);
    let slots = child.slots;
    // SAFETY: the caller's.
    unsafe {
        let mut lengths = [B::splat(0); A];
        for word in 0..A {
            lengths[word] = B::load(from.get_unchecked(word));
        }
        macro_rules! take_off {
            ($option:expr) => {
                let option = $option as usize * A;
                debug_assert!(option + A <= slots.len());
                for word in 0..A {
                    lengths[word] = lengths[word].sub(B::load(slots.get_unchecked(option + word)));
                }
            };
        }
        macro_rules! take_off_all {
            ($options:expr) => {
                let mut left = $options;
                for _ in 0..MOST_GONE {
                    take_off!(left.trailing_zeros());
                    left &= left.wrapping_sub(1);
                }
                while left != 0 {
                    take_off!(left.trailing_zeros());
                    left &= left - 1;
                }
            };
        }
        // After the last option come the slots of none: that is where no bit is found.
        if W == 1 {
            take_off_all!(child.gone[0]);
        } else {
            take_off_all!(join(child.gone));
        }
        let mut least = B::splat(u8::MAX);
        let chosen = child.chosen.index() * A;
        for word in 0..A {
            let inactive = B::load(slots.get_unchecked(chosen + word)).highest_bits();
            lengths[word] = lengths[word].or(inactive);
            lengths[word].store(to.get_unchecked_mut(word));
            least = least.min(lengths[word]);
        }
        let length = least.least();
        if u64::from(length) > LONGEST {
            return key::NONE;
        }
        let shortest = B::splat(length);
        // The first slot with that length, without a branch.
        let mut slot = 0;
        for word in (0..A).rev() {
            let those = lengths[word].equal_bits(shortest);
            let place = 64 * word as u64 + u64::from(those.trailing_zeros());
            slot = std::hint::select_unpredictable(those != 0, place, slot);
        }
        u64::from(length) << PLAIN_SCORE | slot
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
    unsafe fn least(self) -> u8 {
        let bytes = self.bytes();
        let mut least = u8::MAX;
        for place in 0..64 {
            least = least.min(bytes[place]);
        }
        least
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
            unsafe fn least(self) -> u8 {
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
