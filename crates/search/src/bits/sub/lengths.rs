//! Mems for the lengths of secondary items, which DLX2 tells apart, without colors.
//!
//! An option that leaves takes itself off the lists of all its items but the one that is covered.
//! So how many secondary items lose it depends on which item hides it first, and that depends on
//! the order of the chosen option's items, around from the one branched on. Where it is the same
//! kind of item from wherever the way around begins, a mask for each option tells the kind. (Two
//! squares of a chessboard have one line in common, or none.) Where it is not, the sub-problem is
//! walked as one with colors, which takes items in order.

use super::Sub;
use super::arrays::Opt;
use crate::bits::branch::Hidden;
use crate::bits::key::ModeType;
use crate::bits::number::Bit;
use crate::bits::price;
use crate::prices::Prices;
use crate::vector::AlignedWords;

/// Whether mems for lengths are told apart by masks; and for each option, those that it hides by a
/// secondary item.
#[derive(Debug, Default)]
pub struct LengthMasks {
    pub are_on: bool,
    pub by_secondary: AlignedWords,
}

impl LengthMasks {
    /// The options that this one hides by a secondary item.
    #[inline(always)]
    pub fn of<const W: usize>(&self, option: Bit) -> &[u64; W] {
        let mask = &self.by_secondary[option.index() * W..][..W];
        mask.try_into().expect("W words")
    }
}

impl Sub {
    /// Finds the masks of all options by their rows; false if there are none, as the order of
    /// items matters, or as options differ in how many primary items they have.
    pub fn find_length_masks(&mut self) -> bool {
        let (words, primary) = (self.layout.words, self.layout.primary);
        let mut masks = std::mem::take(&mut self.length_masks.by_secondary);
        masks.zero(self.options.len() * words);
        let primaries_of = |option: &Opt| {
            let ranks = self.nodes[option.nodes()]
                .iter()
                .map(|node| node.item.index());
            ranks.filter(|&rank| rank < primary).count()
        };
        let number = self.options.first().map_or(0, primaries_of);
        let mut scratch = [vec![0; words], vec![0; words], vec![0; words]];
        let mut are_on = true;
        for option in 0..self.options.len() {
            let mask = &mut masks[option * words..][..words];
            are_on = primaries_of(&self.options[option]) == number
                && self.find_length_mask(option, mask, &mut scratch);
            if !are_on {
                break;
            }
        }
        self.length_masks.by_secondary = masks;
        are_on
    }

    /// Finds the mask of an option, if it has one.
    fn find_length_mask(
        &self,
        option: usize,
        mask: &mut [u64],
        [by_primary, left, mixed]: &mut [Vec<u64>; 3],
    ) -> bool {
        let (words, primary) = (self.layout.words, self.layout.primary);
        let nodes = &self.nodes[self.options[option].nodes()];
        let row = |place: usize| &self.rows.items[nodes[place].item.index() * words..][..words];
        let is_primary = |place: usize| nodes[place].item.index() < primary;
        by_primary.fill(0);
        for place in 0..nodes.len() {
            let to = if is_primary(place) {
                &mut **by_primary
            } else {
                &mut *mask
            };
            for (to, row) in to.iter_mut().zip(row(place)) {
                *to |= row;
            }
        }
        let mut are_mixed = 0;
        for word in 0..words {
            mixed[word] = mask[word] & by_primary[word];
            mask[word] &= !by_primary[word];
            by_primary[word] &= !(mask[word] | mixed[word]);
        }
        mixed[Bit(option).word()] &= !Bit(option).mask();
        for word in &*mixed {
            are_mixed |= word;
        }
        if are_mixed == 0 {
            return true;
        }
        // Those that have both kinds of items in common with it, from wherever one goes around.
        for first in (0..nodes.len()).filter(|&place| is_primary(place)) {
            for (word, row) in row(first).iter().enumerate() {
                left[word] = mixed[word] & !row;
            }
            for place in (first + 1..nodes.len()).chain(0..first) {
                let to = if is_primary(place) {
                    &mut **by_primary
                } else {
                    &mut *mask
                };
                for (word, row) in row(place).iter().enumerate() {
                    to[word] |= left[word] & row;
                    left[word] &= !row;
                }
            }
        }
        mask.iter()
            .zip(&*by_primary)
            .all(|(one, other)| one & other == 0)
    }

    /// How many secondary items an option has, without colors.
    #[inline(always)]
    pub fn secondary_items_of(&self, option: Bit) -> u64 {
        let items = u64::from(self.options[option.index()].pure) + 1;
        items - self.other_nodes.primaries.base
    }

    /// Those mems of hiding options that are for lengths of secondary items, if these are told
    /// apart: as the rows of the list of a primary item.
    #[inline(always)]
    pub fn lengths_of_rows<M: ModeType>(&self, hidden: Hidden) -> u64 {
        match M::Prices::TELLS_LENGTHS && (M::HAS_COLORS || self.length_masks.are_on) {
            true => hidden.lengths(),
            false => 0,
        }
    }

    /// Those mems without colors, for what an option hides when it is chosen. `number` of what is
    /// hidden is hidden by secondary items.
    #[inline(always)]
    pub fn lengths_of_choice(hidden: Hidden, number: u64) -> u64 {
        hidden.lengths() - price::LENGTH * number
    }
}
