//! Short keys in vectors: in a sweep with bounds, a child's keys are its parent's, less the
//! choices that its option takes, and the options that are gone.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::lengths::{Gone, for_each_record};
use crate::search::bits::lane::Lane;
use crate::search::bits::number::RECORDS;
use crate::search::bits::short::{ACTIVE, Form, OPTION, PER_LANE, SHORT_LANES};

/// A lane of short keys, or of what is to be done with them, in vectors.
///
/// # Safety
/// All methods need the instructions of the kernels whose type this is.
pub trait Shorts: Copy {
    unsafe fn load(from: &Lane) -> Self;
    unsafe fn store(self, to: &mut Lane);
    unsafe fn splat(number: u16) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// What `other` has not.
    unsafe fn and_not(self, other: Self) -> Self;
    /// All bits of a number, or none.
    unsafe fn equal(self, other: Self) -> Self;
    /// The smaller one of each two numbers with a sign.
    unsafe fn min(self, other: Self) -> Self;
    /// The smallest number.
    unsafe fn least(self) -> u16;
    /// A bit for each number, which has all bits set, or none.
    unsafe fn bits(self) -> u32;
}

/// Takes a choice off each of an option's items in a lane: those that are used up become
/// inactive, and are returned, a bit each.
///
/// # Safety
/// See [`Shorts`].
#[inline(always)]
pub unsafe fn take_choices<S: Shorts>(from: &Lane, option: &Lane, form: Form) -> (Lane, u32) {
    // SAFETY: the caller's.
    unsafe {
        let keys = S::load(from);
        let chosen = S::load(option).equal(S::splat(OPTION));
        let nothing = S::splat(form.most_lack);
        let lacks_nothing = keys.and(nothing).equal(nothing);
        let lacks_less = OPTION + 1;
        let spares_less = (form.most_lack + 1).wrapping_neg();
        let other = S::splat(spares_less.wrapping_sub(lacks_less));
        let change = S::splat(lacks_less).add(lacks_nothing.and(other));
        let next = keys.add(change.and(chosen));
        let below_score = next.and(S::splat(OPTION - 1));
        let used_up = below_score.equal(nothing).and(chosen);
        let next = next.or(used_up).and_not(used_up.and(S::splat(ACTIVE)));
        let mut to = Lane::default();
        next.store(&mut to);
        (to, used_up.bits())
    }
}

/// Most nodes lose no more options. A loop whose end nothing can predict would take longer.
const MOST_GONE: usize = 8;

/// Takes options that are gone off the keys, which have `L` lanes: the least one, its rank, and the
/// weight of what is gone.
///
/// # Safety
/// See [`Shorts`]; there are `L` lanes of slots and a weight for each [record] of `W` words.
///
/// [record]: crate::search::bits::number::Bit::record
#[inline(always)]
pub unsafe fn shorten<S: Shorts, const W: usize, const L: usize>(
    keys: &[Lane; SHORT_LANES],
    to: &mut [Lane],
    gone: &Gone<'_, W>,
) -> (u16, u32, u64) {
    let (slots, weights) = (gone.slots, gone.weights);
    debug_assert!(to.len() == L && slots.len() >= RECORDS * W * L);
    let mut weight = 0;
    // SAFETY: the caller's.
    unsafe {
        let mut left = [S::splat(0); L];
        for lane in 0..L {
            left[lane] = S::load(&keys[lane]);
        }
        for_each_record!(gone.options, MOST_GONE.div_ceil(W), |record| {
            debug_assert!((record + 1) * L <= slots.len() && record < weights.len());
            weight += weights.get_unchecked(record);
            for lane in 0..L {
                let own = S::load(slots.get_unchecked(record * L + lane));
                left[lane] = left[lane].sub(own);
            }
        });
        let mut all = left[0];
        for lane in 0..L {
            left[lane].store(to.get_unchecked_mut(lane));
            all = all.min(left[lane]);
        }
        let least = all.least();
        let mut rank = 0;
        for lane in (0..L).rev() {
            let those = left[lane].equal(S::splat(least)).bits();
            let place = (lane * PER_LANE) as u32 + those.trailing_zeros();
            rank = std::hint::select_unpredictable(those != 0, place, rank);
        }
        (least, rank, weight)
    }
}

/// A lane for machines whose vectors the compiler knows better.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(target_arch = "x86_64", allow(dead_code))]
pub struct PlainShorts([u16; PER_LANE]);

/// Each number of one lane, or of two.
macro_rules! each {
    (|$place:ident| $number:expr) => {{
        let mut numbers = [0; PER_LANE];
        for $place in 0..PER_LANE {
            numbers[$place] = $number;
        }
        PlainShorts(numbers)
    }};
}

impl Shorts for PlainShorts {
    #[inline(always)]
    unsafe fn load(from: &Lane) -> Self {
        each!(|place| (from.0[place / 4] >> (place % 4 * 16)) as u16)
    }

    #[inline(always)]
    unsafe fn store(self, to: &mut Lane) {
        for (word, numbers) in to.0.iter_mut().zip(self.0.as_chunks::<4>().0) {
            *word = 0;
            for place in 0..4 {
                *word |= u64::from(numbers[place]) << (16 * place);
            }
        }
    }

    #[inline(always)]
    unsafe fn splat(number: u16) -> Self {
        PlainShorts([number; PER_LANE])
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        each!(|place| self.0[place].wrapping_add(other.0[place]))
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        each!(|place| self.0[place].wrapping_sub(other.0[place]))
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        each!(|place| self.0[place] & other.0[place])
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        each!(|place| self.0[place] | other.0[place])
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        each!(|place| self.0[place] & !other.0[place])
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        each!(|place| u16::from(self.0[place] == other.0[place]).wrapping_neg())
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        each!(|place| (self.0[place] as i16).min(other.0[place] as i16) as u16)
    }

    #[inline(always)]
    unsafe fn least(self) -> u16 {
        let mut least = self.0[0] as i16;
        for place in 1..PER_LANE {
            least = least.min(self.0[place] as i16);
        }
        least as u16
    }

    #[inline(always)]
    unsafe fn bits(self) -> u32 {
        let mut bits = 0;
        for place in 0..PER_LANE {
            bits |= (u32::from(self.0[place]) & 1 << (place % 16)) << (place / 16 * 16);
        }
        bits
    }
}

/// Implements [`Shorts`] by vectors: a type of so many, its parts from memory and back, its
/// operations, and `least` and `bits`, which are made of them.
#[cfg(target_arch = "x86_64")]
macro_rules! shorts {
    (
        $name:ident, $vector:ty, $count:literal,
        $load:ident $store:ident $splat:ident $($operation:ident $by:ident)*;
        and_not $and_not:ident;
        least $least:path;
        bits $bits:path;
    ) => {
        /// A lane of short keys.
        #[derive(Clone, Copy, Debug)]
        pub struct $name([$vector; $count]);

        // SAFETY, in each method: the caller's; loads and stores are of parts of a lane.
        #[allow(unused_unsafe)]
        impl $crate::search::bits::kernels::short::Shorts for $name {
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
            unsafe fn splat(number: u16) -> Self {
                unsafe { $name([$splat(number as i16); $count]) }
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
            unsafe fn and_not(self, other: Self) -> Self {
                let mut all = self;
                for part in 0..$count {
                    all.0[part] = unsafe { $and_not(other.0[part], self.0[part]) };
                }
                all
            }

            #[inline(always)]
            unsafe fn least(self) -> u16 {
                unsafe { $least(self.0) }
            }

            #[inline(always)]
            unsafe fn bits(self) -> u32 {
                unsafe { $bits(self.0) }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(super) use shorts;
