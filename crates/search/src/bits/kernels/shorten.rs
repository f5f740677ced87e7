//! Lengths and short keys that are kept: a child's are its parent's, less the options that are
//! gone, so nothing is counted.
//!
//! ```text
//! kept = the parent's lanes                   (short keys: less the option's choices)
//! for each option that is gone:
//!     kept -= its slots                       (1 for each of its items)
//!     weight += its weight
//! best = the least of kept, and its first place
//! ```
//!
//! In plain sub-problems a length is a byte, at its slot. With bounds there are [short
//! keys](crate::bits::sub::shorts) of 16 bits, in the order of ranks. An item that is not
//! active must never be the least: its length is above 127, and its key lacks the sign bit that
//! active ones have.
//!
//! Cost: for an option that is gone, a load and a subtraction for each register of the lanes. No
//! branch depends on which items are active: nothing could predict it.

use crate::bits::bitmap::{and, count as count_bits, first_of_word};
use crate::bits::number::RECORDS;
use crate::bits::sub::shorts::{ACTIVE, OPTION, PER_LANE, SHORT_LANES, ShortForm};
use crate::vector::Lane;
use crate::vector::Vector;
use std::hint::select_unpredictable;

/// Sub-problems with larger bitmaps lose too many options at a node.
pub const KEPT_WORDS: usize = 2;

/// The longest list that a byte can hold, as its highest bit marks inactive slots.
pub const LONGEST: u64 = 127;

/// The bit of a byte that marks an inactive slot. It makes the length larger than any other, and
/// stays set, as the slot's list is empty from then on.
pub const INACTIVE: u32 = LONGEST.count_ones();
const _: () = assert!(LONGEST == 0x7f);

/// The unrolled rounds: most nodes lose no more options in any of their words. Subtracting an empty
/// record is cheaper than the mispredicted end of a loop.
const MOST_GONE: usize = 4;
/// [`MOST_GONE`] for short keys.
const MOST_GONE_SHORT: usize = 8;

/// The options that a parent has and its child lacks; and the data of each [record].
///
/// [record]: crate::bits::number::Bit::record
pub struct Gone<'s, const W: usize> {
    pub options: [u64; W],
    /// Per record: the numbers to subtract from the parent's lanes.
    pub slots: &'s [Lane],
    /// Per record: a number for a sum over the options.
    pub weights: &'s [u64],
}

/// Runs `$take_off` once for each set bit. The first `$most` rounds are unrolled and may hit the
/// empty record: a wasted subtraction is cheaper than a mispredicted branch. All words advance
/// together, so only one exit is unpredictable. (A macro, as a closure might not be inlined. Two
/// words as one number of 128 bits: planted cover takes 1.08 times the instructions.)
macro_rules! for_each_record {
    ($options:expr, $most:expr, |$record:ident| $take_off:expr) => {
        let mut options = $options;
        macro_rules! next {
            () => {
                for word in 0..W {
                    let start = word * $crate::bits::number::RECORDS;
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
pub(in crate::bits) use for_each_record;

/// Subtracts the options that are gone from `$left`, and adds up their weights.
macro_rules! take_off {
    ($gone:ident, $most:expr, $left:ident, $lanes:expr, $sub:ident) => {{
        let (slots, weights, mut weight) = ($gone.slots, $gone.weights, 0);
        for_each_record!($gone.options, $most, |record| {
            debug_assert!((record + 1) * $lanes <= slots.len() && record < weights.len());
            weight += weights.get_unchecked(record);
            for lane in 0..$lanes {
                let own = V::of_lane(slots.get_unchecked(record * $lanes + lane));
                $left[lane] = $left[lane].$sub(own);
            }
        });
        weight
    }};
}

/// Writes the number of live options of each slot, from its row.
#[inline(always)]
pub fn count_lengths<const W: usize>(rows: &[[u64; W]], live: &[u64; W], to: &mut [Lane]) {
    to.fill(Lane::default());
    for (slot, row) in rows.iter().enumerate() {
        let length = count_bits(&and(row, live));
        to[slot / 64].0[slot % 64 / 8] |= length << (slot % 8 * 8);
    }
}

/// Marks the slots that are not active in lengths.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
pub unsafe fn mark_inactive<V: Vector>(active: &[u64], to: &mut [Lane]) {
    for (lane, active) in to.iter_mut().zip(active) {
        // SAFETY: the caller's contract.
        unsafe {
            let inactive = V::of_byte_bits(!active).and(V::splat_byte(1 << INACTIVE));
            V::of_lane(lane).or(inactive).to_lane(lane);
        }
    }
}

/// What an option subtracts from the lengths of its slots: 1 each.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
pub unsafe fn spread<V: Vector>(slots: u64, to: &mut Lane) {
    // SAFETY: the caller's contract.
    unsafe { V::of_byte_bits(slots).and(V::splat_byte(1)).to_lane(to) }
}

/// The result of the choice among the active slots.
pub struct Choice {
    /// The least length; greater than [`LONGEST`] if no slot is active.
    pub length: u32,
    /// The first slot that has it.
    pub slot: u64,
    /// The weight of all options that are gone.
    pub weight: u64,
}

/// Subtracts options that are gone from a parent's lengths, and chooses among the active slots.
///
/// # Safety
/// See [`Vector`]; `chosen` is the [record] of an option; there are `A` lanes of slots and a
/// weight for each record of `W` words; `from` and `to` have `A` lanes.
///
/// [record]: crate::bits::number::Bit::record
#[inline(always)]
pub unsafe fn shorten_lengths<V: Vector, const W: usize, const A: usize>(
    from: &[Lane],
    to: &mut [Lane],
    gone: &Gone<'_, W>,
    chosen: usize,
) -> Choice {
    debug_assert!(from.len() == A && to.len() == A);
    // SAFETY: the caller's contract.
    unsafe {
        let mut left = [V::splat(0); A];
        for lane in 0..A {
            left[lane] = V::of_lane(from.get_unchecked(lane));
        }
        let weight = take_off!(gone, MOST_GONE.div_ceil(W), left, A, sub_bytes);
        let mut all = V::splat(u64::MAX);
        for lane in 0..A {
            // The slots of the option become inactive.
            let own = V::of_lane(gone.slots.get_unchecked(chosen * A + lane));
            left[lane] = left[lane].or(own.shift_left(INACTIVE));
            left[lane].to_lane(to.get_unchecked_mut(lane));
            all = all.min_bytes(left[lane]);
        }
        let length = all.least_byte();
        let least = V::splat_byte(length as u8);
        let mut slot = 0;
        for lane in (0..A).rev() {
            let those = left[lane].same_bytes(least).byte_bits();
            let place = 64 * lane as u64 + u64::from(those.trailing_zeros());
            slot = select_unpredictable(those != 0, place, slot);
        }
        Choice {
            length,
            slot,
            weight,
        }
    }
}

/// How many slots up to `slot` are active, by their lengths.
///
/// # Safety
/// See [`Vector`]; there are `A` lanes.
#[inline(always)]
pub unsafe fn looked_at<V: Vector, const A: usize>(lengths: &[Lane], slot: u64) -> u64 {
    let mut number = 0;
    for lane in 0..A {
        // SAFETY: the caller's contract; inactive slots have the highest bit of their bytes.
        let inactive = unsafe { V::of_lane(lengths.get_unchecked(lane)).byte_bits() };
        let slots = first_of_word((slot as usize + 1).saturating_sub(64 * lane));
        number += u64::from((!inactive & slots).count_ones());
    }
    number
}

/// Takes a choice off each of an option's items in a lane. Those that are used up become inactive,
/// and are returned as a mask.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
pub unsafe fn take_choices<V: Vector>(from: &Lane, option: &Lane, form: ShortForm) -> (Lane, u32) {
    // SAFETY: the caller's contract.
    unsafe {
        let keys = V::of_lane(from);
        let chosen = V::of_lane(option).same_shorts(V::splat_short(OPTION));
        let choices = ShortChoices::<V>::new(form);
        let (next, used_up) = choices.take(keys, chosen);
        let next = next
            .or(used_up)
            .and_not(used_up.and(V::splat_short(ACTIVE)));
        let mut to = Lane::default();
        next.to_lane(&mut to);
        (to, used_up.short_bits())
    }
}

/// Changes short keys when a choice is taken off.
#[derive(Clone, Copy)]
pub struct ShortChoices<V> {
    /// The bits of "lacks nothing" in a key; and all bits below the score.
    nothing: V,
    below_score: V,
    /// The change of an item that lacks something, which then lacks one less; and what is added to
    /// it for an item that lacks nothing.
    lacks_less: V,
    other: V,
}

impl<V: Vector> ShortChoices<V> {
    /// # Safety
    /// See [`Vector`].
    #[inline(always)]
    pub unsafe fn new(form: ShortForm) -> Self {
        let spares_less = (form.most_lack + 1).wrapping_neg();
        let lacks_less = OPTION + 1;
        // SAFETY: the caller's contract.
        unsafe {
            ShortChoices {
                nothing: V::splat_short(form.most_lack),
                below_score: V::splat_short(OPTION - 1),
                lacks_less: V::splat_short(lacks_less),
                other: V::splat_short(spares_less.wrapping_sub(lacks_less)),
            }
        }
    }

    /// Takes a choice off the keys whose lanes in `chosen` are all ones. Returns the new keys, and
    /// all ones for those that are used up by it.
    #[inline(always)]
    pub fn take(self, above: V, chosen: V) -> (V, V) {
        let lacks_nothing = above.and(self.nothing).same_shorts(self.nothing);
        let change = self.lacks_less.add_shorts(lacks_nothing.and(self.other));
        let keys = above.add_shorts(change.and(chosen));
        let used_up = keys.and(self.below_score).same_shorts(self.nothing);
        (keys, used_up.and(chosen))
    }
}

/// Subtracts options that are gone from short keys in `L` lanes. Returns the least key, its rank,
/// and the weight of what is gone.
///
/// # Safety
/// See [`Vector`]; there are `L` lanes of slots and a weight for each [record] of `W` words.
///
/// [record]: crate::bits::number::Bit::record
#[inline(always)]
pub unsafe fn shorten_keys<V: Vector, const W: usize, const L: usize>(
    keys: &[Lane; SHORT_LANES],
    to: &mut [Lane],
    gone: &Gone<'_, W>,
) -> (u16, u32, u64) {
    debug_assert!(to.len() == L && gone.slots.len() >= RECORDS * W * L);
    // SAFETY: the caller's contract.
    unsafe {
        let mut left = [V::splat(0); L];
        for lane in 0..L {
            left[lane] = V::of_lane(&keys[lane]);
        }
        let weight = take_off!(gone, MOST_GONE_SHORT.div_ceil(W), left, L, sub_shorts);
        let mut all = left[0];
        for lane in 0..L {
            left[lane].to_lane(to.get_unchecked_mut(lane));
            all = all.min_shorts(left[lane]);
        }
        let key = all.least_short();
        let least = V::splat_short(key);
        let mut rank = 0;
        for lane in (0..L).rev() {
            let those = left[lane].same_shorts(least).short_bits();
            let place = (lane * PER_LANE) as u32 + those.trailing_zeros();
            rank = select_unpredictable(those != 0, place, rank);
        }
        (key, rank, weight)
    }
}
