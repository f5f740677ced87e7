//! Tables of a sub-problem for sweeps by short keys.

use super::Sub;
use super::arrays::{lengthen, zero};
use crate::search::bits::bitmap::{count, ones};
use crate::search::bits::lane::Lane;
use crate::search::bits::number::{Bit, RECORDS, Rank};
use crate::search::bits::short::{self, Form, INACTIVE, OPTION, PER_LANE, SHORT_LANES};
use crate::search::bits::{key, price};

/// Sub-problems with larger bitmaps lose too many options at a node.
pub const SHORT_WORDS: usize = 2;

/// For the items in the order of their ranks, 32 to a lane.
#[derive(Debug, Default)]
pub struct ShortLanes {
    /// How keys are written, if they fit.
    pub form: Option<Form>,
    /// How many lanes there are for a node, and for an option.
    pub lanes: usize,
    /// What the option of each [record](Bit::record) adds to the keys of its items.
    pub slots: Vec<Lane>,
    /// The [weight](price::weight) of each.
    pub weights: Vec<u64>,
    /// The items whose bound may change.
    pub changing: [u32; SHORT_LANES],
    is_known: bool,
}

impl ShortLanes {
    /// Forgets them, as another problem is encoded.
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
    /// Makes what sweeps by short keys need, if they fit and it is not there yet.
    #[inline(always)]
    pub fn look_for_shorts<const W: usize>(&mut self) {
        if !self.shorts.is_known {
            self.find_shorts::<W>();
        }
    }

    /// What a bound lacks and spares in the frame at `depth`.
    #[inline(always)]
    pub fn lack_and_spare(&self, depth: usize, rank: Rank) -> (u32, u32) {
        let base = self.key(depth, rank);
        let spare = key::spare(base);
        (key::bound(base) - spare, spare)
    }

    /// The most that bounds of some items lack, and spare.
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
        let Some(form) = Form::new(most_lack, most_spare) else {
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
            for (word, &bits) in row.iter().enumerate() {
                for bit in ones(bits) {
                    let record = Bit::new(word, bit).record();
                    slots[record * lanes + lane].0[place / 4] |=
                        u64::from(OPTION) << (place % 4 * 16);
                }
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

    /// Writes the short keys of a node whose options are `live`, and whose frame is at `depth`.
    #[inline(always)]
    pub fn write_shorts<const W: usize>(
        &self,
        form: Form,
        live: &[u64; W],
        depth: usize,
        to: &mut [Lane],
    ) {
        for rank in 0..to.len() * PER_LANE {
            short::set(to, rank, INACTIVE);
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
            short::set(to, rank.index(), key.expect("it fits at the root"));
        }
    }
}
