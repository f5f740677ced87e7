//! Short keys: the key of an item with bounds, including the length of its list, in 16 bits; and
//! the tables of a sub-problem for sweeps by them. A lane has the keys of 32 items, by rank.
//!
//! From the highest bit on, a short key holds whether the item is active, the score, the spare, and
//! the complement of what the lower bound lacks. If score and spare are equal, the longer list
//! lacks more, so short keys have the order of keys in 64 bits. Their highest bit is the sign, so
//! the best item has the least signed number.

use super::Sub;
use super::arrays::{lengthen, zero};
use crate::bits::bitmap::{bits_of, count};
use crate::bits::number::{Bit, RECORDS, Rank};
use crate::bits::{key, price};
use crate::vector::Lane;

/// Sub-problems with larger bitmaps lose too many options at a node.
pub const SHORT_WORDS: usize = 4;

/// The tables; lanes have 32 items, by rank.
#[derive(Debug, Default)]
pub struct ShortLanes {
    /// How keys are written, if they fit.
    pub form: Option<ShortForm>,
    /// The lanes of a node's keys, and of an option's record.
    pub lanes: usize,
    /// What the option of each [record](Bit::record) adds to the keys of its items.
    pub slots: Vec<Lane>,
    /// The [weight](price::weight) of each record's option.
    pub weights: Vec<u64>,
    /// The items whose bound may change.
    pub changing: [u32; SHORT_LANES],
    is_known: bool,
}

impl ShortLanes {
    /// Forgets the tables, as another problem is encoded.
    pub fn clear(&mut self) {
        (self.form, self.is_known) = (None, false);
    }

    /// Whether it is known that keys do not fit.
    #[inline(always)]
    pub fn do_not_fit(&self) -> bool {
        self.is_known && self.form.is_none()
    }
}

impl Sub {
    /// Makes the tables, if keys fit and they have not been made.
    #[inline(always)]
    pub fn look_for_shorts<const W: usize>(&mut self) {
        if !self.shorts.is_known {
            self.find_shorts::<W>();
        }
    }

    /// The lack and the spare of an item in the frame at `depth`.
    #[inline(always)]
    pub fn lack_and_spare(&self, depth: usize, rank: Rank) -> (u32, u32) {
        let base = self.key(depth, rank);
        let spare = key::spare(base);
        (key::bound(base) - spare, spare)
    }

    /// The largest lack and the largest spare of some items.
    pub fn most_lack_and_spare(
        &self,
        depth: usize,
        ranks: impl Iterator<Item = Rank>,
    ) -> (u32, u32) {
        let (mut most_lack, mut most_spare) = (0, 0);
        for rank in ranks {
            let (lack, spare) = self.lack_and_spare(depth, rank);
            (most_lack, most_spare) = (most_lack.max(lack), most_spare.max(spare));
        }
        (most_lack, most_spare)
    }

    #[inline(never)]
    fn find_shorts<const W: usize>(&mut self) {
        self.shorts.is_known = true;
        if self.layout.primary > SHORT_LANES * PER_LANE {
            return;
        }
        let (most_lack, most_spare) = self.most_lack_and_spare(0, self.primary());
        let Some(form) = ShortForm::new(most_lack, most_spare) else {
            return;
        };
        let lanes = self.layout.primary.div_ceil(PER_LANE).max(1);
        let mut slots = std::mem::take(&mut self.shorts.slots);
        lengthen(&mut slots, RECORDS * W * lanes);
        slots[..RECORDS * W * lanes].fill(Lane::default());
        let mut changing = [0; SHORT_LANES];
        let mut weights = std::mem::take(&mut self.shorts.weights);
        zero(&mut weights, RECORDS * W);
        let mut fits = true;
        for (index, option) in self.options.iter().enumerate() {
            let weight = price::weight(option.pure, option.purified);
            fits &= weight.is_some();
            weights[Bit(index).record()] = weight.unwrap_or_default();
        }
        for rank in self.primary() {
            let row = self.rows.item::<W>(rank);
            let (lack, spare) = self.lack_and_spare(0, rank);
            fits &= form.key(lack, spare, count(row) as u32).is_some();
            let (lane, place) = (rank.index() / PER_LANE, rank.index() % PER_LANE);
            let may_change = self.items[rank.index()].may_change();
            changing[lane] |= u32::from(may_change) << place;
            for record in bits_of(row).map(Bit::record) {
                slots[record * lanes + lane].0[place / 4] |= u64::from(OPTION) << (place % 4 * 16);
            }
        }
        self.shorts = ShortLanes {
            form: fits.then_some(form),
            lanes,
            slots,
            weights,
            changing,
            is_known: true,
        };
    }

    /// Writes the short keys of a node with these live options and the frame at `depth`.
    #[inline(always)]
    pub fn write_shorts<const W: usize>(
        &self,
        form: ShortForm,
        live: &[u64; W],
        depth: usize,
        to: &mut [Lane],
    ) {
        for rank in 0..to.len() * PER_LANE {
            set(to, rank, INACTIVE);
        }
        for rank in self.primary() {
            if !self.is_active(depth, rank) {
                continue;
            }
            let row = self.rows.item::<W>(rank);
            let mut length = 0;
            for word in 0..W {
                length += (row[word] & live[word]).count_ones();
            }
            let (lack, spare) = self.lack_and_spare(depth, rank);
            let key = form.key(lack, spare, length);
            set(to, rank.index(), key.expect("it fits at the root"));
        }
    }
}

/// Sub-problems with more lanes have no short keys.
pub const SHORT_LANES: usize = 4;
/// The items in a lane.
pub const PER_LANE: usize = 32;

/// Marks an active item.
pub const ACTIVE: u16 = 1 << 15;
/// An inactive item has this key, or a lesser one once its options are subtracted; it never becomes
/// active again.
pub const INACTIVE: u16 = ACTIVE - 1;
/// The change of a key for each option in the list.
pub const OPTION: u16 = 1 << SCORE;

const SCORE: u32 = 8;
const MOST_SCORE: u32 = 127;
/// Bases must leave room for the score.
const MOST_BASE: u32 = 255;

/// How the bits below the score are divided between lack and spare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortForm {
    /// The largest lack, as a mask of its bits, all of which are set if nothing is lacking. Scores
    /// are stored with this added.
    pub most_lack: u16,
    /// The first bit of the spare.
    spare: u32,
}

/// A short key, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
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

impl ShortForm {
    /// The form for these largest values, if both fit.
    pub fn new(most_lack: u32, most_spare: u32) -> Option<ShortForm> {
        let bits = |most: u32| u32::BITS - most.leading_zeros();
        (bits(most_lack) + bits(most_spare) <= SCORE).then(|| ShortForm {
            most_lack: (1 << bits(most_lack)) - 1,
            spare: bits(most_lack),
        })
    }

    /// Whether each lack has a base key.
    pub fn has_bases(&self) -> bool {
        u32::from(self.most_lack) < MOST_BASE
    }

    /// The key of an item with an empty list and no active bit: see [`Self::has_bases`].
    #[inline(always)]
    pub fn base(self, lack: u32, spare: u32) -> u16 {
        let rest = u32::from(self.most_lack) - lack;
        ((1 + rest) << SCORE | spare << self.spare | rest) as u16
    }

    /// What keys of items of bound 1 have below the score: if it is lacking, and if it is spare.
    #[inline(always)]
    pub fn of_bound_one(self) -> [u64; 2] {
        let most_lack = u64::from(self.most_lack);
        [most_lack.wrapping_sub(1), 1 << self.spare | most_lack]
    }

    /// The key of an active item, if it fits. Scores only fall afterwards.
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

    /// Whether an item is active and lacks nothing, but has no options: its only branch is the null
    /// move.
    #[inline(always)]
    pub fn is_forgone(self, key: u16) -> bool {
        let nothing = ACTIVE | (self.most_lack + 1) << SCORE | self.most_lack;
        key & (!(OPTION - 1) | self.most_lack) == nothing
    }

    /// The least key with a branch.
    #[inline(always)]
    pub fn first_positive(self) -> u16 {
        ACTIVE | (self.most_lack + 1) << SCORE
    }
}

/// The key of an item.
#[inline(always)]
pub fn get(lanes: &[Lane], rank: usize) -> u16 {
    (lanes[rank / PER_LANE].0[rank % PER_LANE / 4] >> (rank % 4 * 16)) as u16
}

/// Writes the key of an item.
fn set(lanes: &mut [Lane], rank: usize, key: u16) {
    let word = &mut lanes[rank / PER_LANE].0[rank % PER_LANE / 4];
    let shift = rank % 4 * 16;
    *word = *word & !(0xffff << shift) | u64::from(key) << shift;
}

/// For each place of a lane, a mask of its key.
static PLACES: [Lane; PER_LANE] = {
    let mut places = [Lane([0; 8]); PER_LANE];
    let mut place = 0;
    while place < PER_LANE {
        places[place].0[place / 4] = 0xffff << (place % 4 * 16);
        place += 1;
    }
    places
};

/// Makes an item inactive. The whole lane is written, so that loading it as a vector does not
/// stall.
#[inline(always)]
pub fn forgo(lanes: &mut [Lane], rank: usize) {
    let (lane, place) = (&mut lanes[rank / PER_LANE], &PLACES[rank % PER_LANE]);
    let inactive = u64::from(INACTIVE) * 0x1_0001_0001_0001;
    for (keys, place) in lane.0.iter_mut().zip(&place.0) {
        *keys = (*keys & !place) | (inactive & place);
    }
}
