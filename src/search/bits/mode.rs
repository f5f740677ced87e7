//! What the walk of a sub-problem needs. Code of its own is compiled for each mode.

use super::key;
use super::number::Rank;

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

/// A mode as a type; and what its keys hold.
pub(super) trait ModeType: 'static {
    const IS_PLAIN: bool = false;
    const HAS_COLORS: bool = false;

    /// The score in a key.
    #[inline(always)]
    fn score(key: u64) -> i64 {
        key::score(key)
    }

    /// The rank in a key.
    #[inline(always)]
    fn rank(key: u64) -> Rank {
        key::rank(key)
    }

    /// A key that has only a score and a rank.
    #[inline(always)]
    fn key_of(score: i64, rank: Rank) -> u64 {
        key::of_score(score) | u64::from(rank.0)
    }

    /// The key of an item with this base key and length in a slot.
    #[inline(always)]
    fn key(base: u64, length: u64, _slot: usize) -> u64 {
        key::with_length(base, length)
    }
}

/// [`Mode::Plain`]. No choice may be forgone, scores are lengths, and slots are ranks: keys
/// have no more than these two.
pub(super) struct PlainMode;

/// [`Mode::Bounds`].
pub(super) struct BoundsMode;

/// [`Mode::Colors`].
pub(super) struct ColorsMode;

impl ModeType for PlainMode {
    const IS_PLAIN: bool = true;

    #[inline(always)]
    fn score(key: u64) -> i64 {
        (key >> key::PLAIN_SCORE) as i64
    }

    #[inline(always)]
    fn rank(key: u64) -> Rank {
        Rank((key & ((1 << key::PLAIN_SCORE) - 1)) as u32)
    }

    #[inline(always)]
    fn key_of(score: i64, rank: Rank) -> u64 {
        (score as u64) << key::PLAIN_SCORE | u64::from(rank.0)
    }

    #[inline(always)]
    fn key(_base: u64, length: u64, slot: usize) -> u64 {
        length << key::PLAIN_SCORE | slot as u64
    }
}

impl ModeType for BoundsMode {}

impl ModeType for ColorsMode {
    const HAS_COLORS: bool = true;
}
