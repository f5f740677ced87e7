//! Short keys: the key of an item with bounds, the length of its list included, in 16 bits. A
//! lane has those of 32 items, in the order of their ranks.
//!
//! From the highest bit on, a short key holds whether the item is active; the score; the
//! spare; and what the lower bound lacks, turned around. Where score and spare are the same, the
//! longer list lacks more, so short keys are in the order of [`key`](super::key)s. Their highest
//! bit is the sign, so that the least of numbers with a sign is the best one.

use super::lane::Lane;

/// Sub-problems with more lanes have no short keys.
pub(super) const SHORT_LANES: usize = 4;
/// The items in a lane.
pub(super) const PER_LANE: usize = 32;

/// An item that is active.
pub(super) const ACTIVE: u16 = 1 << 15;
/// One that is not, or less, as its own options are taken off. It stays so: no option is left
/// that contains it.
pub(super) const INACTIVE: u16 = ACTIVE - 1;
/// What an option in the list adds.
pub(super) const OPTION: u16 = 1 << SCORE;

const SCORE: u32 = 8;
const MOST_SCORE: u32 = 127;
/// Bases of more have no place for the score.
const MOST_BASE: u32 = 255;

/// How many bits what is lacking takes, of those below the score; spares take the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// All bits of what is lacking, which are set if nothing is: the most that can be told, and
    /// what scores are moved up by.
    pub most_lack: u16,
    /// Where the spare begins.
    spare: u32,
}

/// What a short key tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Short {
    pub score: i64,
    pub spare: u32,
    pub lack: u32,
}

impl Short {
    /// How many options the list has.
    #[inline(always)]
    pub fn length(&self) -> u64 {
        (self.score - 1 + i64::from(self.lack)) as u64
    }
}

impl Form {
    /// Some if these fit beside one another.
    pub fn new(most_lack: u32, most_spare: u32) -> Option<Form> {
        let bits = |most: u32| u32::BITS - most.leading_zeros();
        (bits(most_lack) + bits(most_spare) <= SCORE).then(|| Form {
            most_lack: (1 << bits(most_lack)) - 1,
            spare: bits(most_lack),
        })
    }

    /// Whether there is a base key for all that may be lacking.
    pub fn has_bases(&self) -> bool {
        u32::from(self.most_lack) < MOST_BASE
    }

    /// The key of an item without its list and whether it is active: see [`Self::has_bases`].
    #[inline(always)]
    pub fn base(self, lack: u32, spare: u32) -> u16 {
        let rest = u32::from(self.most_lack) - lack;
        ((1 + rest) << SCORE | spare << self.spare | rest) as u16
    }

    /// What keys of a bound of 1 have below the score: if that is lacking, and if it is spared.
    #[inline(always)]
    pub fn of_bound_one(self) -> [u64; 2] {
        let most_lack = u64::from(self.most_lack);
        [most_lack.wrapping_sub(1), 1 << self.spare | most_lack]
    }

    /// The key of an active item, if it fits. Scores only become smaller.
    pub fn key(self, lack: u32, spare: u32, length: u32) -> Option<u16> {
        let most_lack = u32::from(self.most_lack);
        let score = length + 1 + most_lack - lack;
        let key = score << SCORE | spare << self.spare | (most_lack - lack);
        (score <= MOST_SCORE).then_some(ACTIVE | key as u16)
    }

    #[inline(always)]
    pub fn short(self, key: u16) -> Short {
        let score = i64::from((key & !ACTIVE) >> SCORE) - i64::from(self.most_lack);
        Short {
            score,
            spare: u32::from(key & (OPTION - 1)) >> self.spare,
            lack: u32::from(!key & self.most_lack),
        }
    }

    /// The least key with a branch.
    #[inline(always)]
    pub fn first_positive(self) -> u16 {
        ACTIVE | (self.most_lack + 1) << SCORE
    }
}

/// The key of an item.
#[inline(always)]
pub(super) fn get(lanes: &[Lane], rank: usize) -> u16 {
    (lanes[rank / PER_LANE].0[rank % PER_LANE / 4] >> (rank % 4 * 16)) as u16
}

/// Writes the key of an item.
pub(super) fn set(lanes: &mut [Lane], rank: usize, key: u16) {
    let word = &mut lanes[rank / PER_LANE].0[rank % PER_LANE / 4];
    let shift = rank % 4 * 16;
    *word = *word & !(0xffff << shift) | u64::from(key) << shift;
}

/// For each place of a lane all bits of the key there.
static PLACES: [Lane; PER_LANE] = {
    let mut places = [Lane([0; 8]); PER_LANE];
    let mut place = 0;
    while place < PER_LANE {
        places[place].0[place / 4] = 0xffff << (place % 4 * 16);
        place += 1;
    }
    places
};

/// Makes an item inactive. All of its lane is written: a vector that is loaded from there would have
/// to wait for a part of it.
#[inline(always)]
pub(super) fn forgo(lanes: &mut [Lane], rank: usize) {
    let (lane, place) = (&mut lanes[rank / PER_LANE], &PLACES[rank % PER_LANE]);
    let inactive = u64::from(INACTIVE) * 0x1_0001_0001_0001;
    for (keys, place) in lane.0.iter_mut().zip(&place.0) {
        *keys = (*keys & !place) | (inactive & place);
    }
}
