//! Modes of sub-problems, and keys. A key packs all that the choice compares into one number; the
//! item with the smallest key is branched on (MRV, minimum remaining values). From the highest bits
//! on, a key holds the score, the spare, the complement of the length (a longer list is better),
//! and the rank.
//!
//! A base key has length 0. It also tells the bound, which is the spare plus what the lower bound
//! still lacks.
//!
//! Each mode has code of its own. Plain problems need less of a key.

use super::number::Rank;
#[cfg(feature = "dlx2")]
use crate::prices::Dlx2;
use crate::prices::{Dlx3, Prices};
use crate::vector::Lane;

/// The score field of a base key is at most `BIAS + 1`.
const BIAS: u64 = 1 << 14;
const SCORE: u32 = 48;
pub(super) const SPARE: u32 = 32;
const LENGTH: u32 = 19;
const LONGEST: u64 = (1 << (SPARE - LENGTH)) - 1;
pub(super) const RANK_BITS: u32 = LENGTH;
/// Keys below this have a score of at most 0.
pub(super) const POSITIVE: u64 = (BIAS + 1) << SCORE;
/// Stands for no item.
pub(super) const NONE: u64 = u64::MAX >> 1;
/// Stands for any item whose score is at most 0.
pub(super) const FAILED: u64 = 0;
/// The most items: as many as there are ranks.
pub(super) const MOST_ITEMS: usize = 1 << LENGTH;
/// The largest lack of a lower bound, and the largest spare, that keys can hold: less than half of
/// their fields.
pub(super) const MOST_LACK: u32 = 16_000;
pub(super) const MOST_SPARE: u32 = 16_000;
/// A choice adds this to the base key of an item that lacks something; from any other one, it
/// subtracts `SPARES_LESS`.
pub(super) const LACKS_LESS: u64 = 1 << SCORE;
pub(super) const SPARES_LESS: u64 = 1 << SPARE;
/// The fields to which each option of the list adds 1, and from which it subtracts 1.
pub(super) const PER_OPTION: (u32, u32) = (SCORE, LENGTH);

/// A key of a plain problem has only a score, from this bit on, and a rank.
pub(super) const PLAIN_SCORE: u32 = LENGTH;

pub(super) fn new(bound: u32, slack: u32, rank: Rank) -> u64 {
    let spare = u64::from(slack.min(bound));
    let lack = u64::from(bound) - spare;
    (BIAS + 1 - lack) << SCORE | spare << SPARE | LONGEST << LENGTH | u64::from(rank.0)
}

/// A base key with a length.
#[inline(always)]
pub(super) fn with_length(base: u64, length: u64) -> u64 {
    base.wrapping_add(length << SCORE)
        .wrapping_sub(length << LENGTH)
}

/// A key that has only this score.
pub(super) fn of_score(score: i64) -> u64 {
    ((BIAS as i64 + score) as u64) << SCORE
}

#[inline(always)]
pub(super) fn score(key: u64) -> i64 {
    (key >> SCORE) as i64 - BIAS as i64
}

#[inline(always)]
pub(super) fn rank(key: u64) -> Rank {
    Rank((key & ((1 << LENGTH) - 1)) as u32)
}

/// Whether an item has options, by its key.
#[inline(always)]
pub(super) fn has_options(key: u64) -> bool {
    key >> LENGTH & LONGEST != LONGEST
}

/// A key without its rank.
#[inline(always)]
pub(super) fn without_rank(key: u64) -> u64 {
    key >> RANK_BITS
}

/// The key with these two parts.
#[inline(always)]
pub(super) fn of_parts(without_rank: u64, rank: Rank) -> u64 {
    without_rank << RANK_BITS | u64::from(rank.0)
}

/// The bound of a base key.
#[inline(always)]
pub(super) fn bound(base: u64) -> u32 {
    let lack = (BIAS + 1).wrapping_sub(base >> SCORE) as u32;
    lack + spare(base)
}

/// The spare of a base key.
#[inline(always)]
pub(super) fn spare(base: u64) -> u32 {
    (base >> SPARE & 0xffff) as u32
}

/// A base key after one choice.
#[inline(always)]
pub(super) fn chosen(base: u64) -> u64 {
    if base < POSITIVE {
        base + LACKS_LESS
    } else {
        base - SPARES_LESS
    }
}

/// Whether the bound in a base key is 0.
#[inline(always)]
pub(super) fn is_used_up(base: u64) -> bool {
    base >> SPARE == POSITIVE >> SPARE
}

/// Takes a choice off the base keys in the mask `choices`. Returns the new keys, and a mask of
/// those that are used up.
#[inline(always)]
pub(super) fn chosen_lanes(base: &Lane, choices: u8) -> (Lane, u8) {
    let (mut keys, mut gone) = (*base, 0);
    for lane in 0..8 {
        let base = base.0[lane];
        let is_chosen = choices >> lane & 1 == 1;
        let next = chosen(base);
        keys.0[lane] = if is_chosen { next } else { base };
        gone |= u8::from(is_chosen && is_used_up(next)) << lane;
    }
    (keys, gone)
}

/// The modes of sub-problems, for a table of prices.
pub(super) trait Modes: Prices {
    type Plain: ModeType<Prices = Self>;
    type Colors: ModeType<Prices = Self>;
    /// Whether there are bounds. Without them, there is no code for [`BoundsMode`].
    const HAS_BOUNDS: bool;
}

impl Modes for Dlx3 {
    type Plain = PlainMode;
    type Colors = ColorsMode;
    const HAS_BOUNDS: bool = true;
}

#[cfg(feature = "dlx2")]
impl Modes for Dlx2 {
    type Plain = PlainMode2;
    type Colors = ColorsMode2;
    const HAS_BOUNDS: bool = false;
}

/// The mode of a sub-problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// Every primary item is chosen exactly once, and there are no colors.
    #[default]
    Plain,
    /// There are bounds, but no colors.
    Bounds,
    /// There are colors, and perhaps bounds.
    Colors,
}

/// A mode as a type, and the format of its keys.
pub(super) trait ModeType: 'static {
    const IS_PLAIN: bool = false;
    const HAS_COLORS: bool = false;
    /// The prices that the walk pays.
    type Prices: Modes;
    /// The mode with the same keys and the prices of DLX3.
    type Choice: ModeType;

    /// The score in a key.
    #[inline(always)]
    fn score(key: u64) -> i64 {
        score(key)
    }

    /// The rank in a key.
    #[inline(always)]
    fn rank(key: u64) -> Rank {
        rank(key)
    }

    /// A key that has only a score and a rank.
    #[inline(always)]
    fn key_of(score: i64, rank: Rank) -> u64 {
        of_score(score) | u64::from(rank.0)
    }

    /// The key of an item with this base key and length in a slot.
    #[inline(always)]
    fn key(base: u64, length: u64, _slot: usize) -> u64 {
        with_length(base, length)
    }
}

/// [`Mode::Plain`]. No choice may be forgone, scores are lengths, and slots are ranks: a key is the
/// score and the rank.
pub(super) struct PlainMode;

/// [`Mode::Bounds`].
pub(super) struct BoundsMode;

/// [`Mode::Colors`].
pub(super) struct ColorsMode;

impl ModeType for PlainMode {
    const IS_PLAIN: bool = true;
    type Prices = Dlx3;
    type Choice = Self;

    #[inline(always)]
    fn score(key: u64) -> i64 {
        (key >> PLAIN_SCORE) as i64
    }

    #[inline(always)]
    fn key_of(score: i64, rank: Rank) -> u64 {
        (score as u64) << PLAIN_SCORE | u64::from(rank.0)
    }

    #[inline(always)]
    fn key(_base: u64, length: u64, slot: usize) -> u64 {
        length << PLAIN_SCORE | slot as u64
    }
}

impl ModeType for BoundsMode {
    type Prices = Dlx3;
    type Choice = Self;
}

impl ModeType for ColorsMode {
    const HAS_COLORS: bool = true;
    type Prices = Dlx3;
    type Choice = Self;
}

/// [`Mode::Plain`], with the prices of DLX2.
#[cfg(feature = "dlx2")]
pub(super) struct PlainMode2;

/// [`Mode::Colors`], with the prices of DLX2.
#[cfg(feature = "dlx2")]
pub(super) struct ColorsMode2;

#[cfg(feature = "dlx2")]
impl ModeType for PlainMode2 {
    const IS_PLAIN: bool = true;
    type Prices = Dlx2;
    type Choice = PlainMode;

    #[inline(always)]
    fn score(key: u64) -> i64 {
        PlainMode::score(key)
    }

    #[inline(always)]
    fn key_of(score: i64, rank: Rank) -> u64 {
        PlainMode::key_of(score, rank)
    }

    #[inline(always)]
    fn key(base: u64, length: u64, slot: usize) -> u64 {
        PlainMode::key(base, length, slot)
    }
}

#[cfg(feature = "dlx2")]
impl ModeType for ColorsMode2 {
    const HAS_COLORS: bool = true;
    type Prices = Dlx2;
    type Choice = ColorsMode;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_bound_score_and_rank() {
        for (bound, slack) in [
            (1, 0),
            (1, 1),
            (3, 1),
            (3, 7),
            (16_000, 0),
            (16_000, 16_000),
        ] {
            let mut base = new(bound, slack, Rank(77));
            for used in 0..bound {
                let left = bound - used;
                assert_eq!(base, new(left, slack, Rank(77)));
                assert_eq!(super::bound(base), left);
                let spare = i64::from(slack.min(left));
                let key = with_length(base, 4096);
                assert!(has_options(key) && !has_options(base));
                assert_eq!(score(key), 4096 + spare - i64::from(left) + 1);
                assert_eq!(rank(key), Rank(77));
                assert!(!is_used_up(base));
                base = chosen(base);
            }
            assert!(is_used_up(base));
        }
    }

    #[test]
    fn the_smallest_key_is_the_best_item() {
        let ordered = [
            with_length(new(2, 0, Rank(9)), 3),
            with_length(new(1, 0, Rank(5)), 3),
            with_length(new(1, 0, Rank(6)), 3),
            with_length(new(2, 1, Rank(4)), 3),
            with_length(new(1, 1, Rank(4)), 2),
        ];
        assert!(ordered.is_sorted());
    }
}
