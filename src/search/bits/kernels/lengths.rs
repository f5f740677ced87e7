//! Lengths that are kept: in a sweep without bounds, a child's lengths are its parent's,
//! less the options that are gone. They are all that the choice compares.
//!
//! There is a byte for each slot, which is enough for so few options. In those of slots that
//! are not active, each instruction set may keep what it likes.

use crate::search::bits::bitmap::ones;
use crate::search::bits::key::{self, PLAIN_SCORE};
use crate::search::bits::lane::Lane;
use crate::search::bits::number::Bit;

/// Sub-problems with larger bitmaps lose too many options at a node.
pub const KEPT_WORDS: usize = 2;

/// No list may be longer.
pub const LONGEST: u64 = 127;

/// A child whose lengths are asked for.
pub struct Child<'s, const W: usize, const A: usize> {
    /// The options that its parent has and it has not.
    pub gone: &'s [u64; W],
    /// The option that was chosen.
    pub chosen: Bit,
    /// Its active slots.
    pub active: &'s [u64; A],
    /// The slots of each option, `A` words; those of none come last.
    pub satisfied: &'s [u64],
    /// The same in bytes, `A` lanes each, if that is [asked for](super::vector::Kernels::SPREADS).
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

/// Takes options that are gone off a parent's lengths, and chooses among the active
/// slots.
#[inline(always)]
pub fn shorten<const W: usize, const A: usize>(
    from: &[Lane],
    to: &mut [Lane],
    child: &Child<'_, W, A>,
) -> u64 {
    to.copy_from_slice(from);
    let mut left = join(child.gone);
    while left != 0 {
        let option = left.trailing_zeros() as usize;
        left &= left - 1;
        for (lane, &slots) in to.iter_mut().zip(&child.satisfied[option * A..][..A]) {
            for slot in ones(slots) {
                lane.0[slot / 8] -= 1 << (slot % 8 * 8);
            }
        }
    }
    let mut best = key::NONE;
    for (word, &slots) in child.active.iter().enumerate() {
        for slot in ones(slots) {
            let length = to[word].0[slot / 8] >> (slot % 8 * 8) & 0xff;
            // Slots are ranks.
            best = best.min(length << PLAIN_SCORE | (word * 64 + slot) as u64);
        }
    }
    best
}
