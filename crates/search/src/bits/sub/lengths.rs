//! Mems for the lengths of secondary items, which DLX2 tells apart, without colors.
//!
//! An option that is hidden leaves the lists of all its items except the one that is covered. So
//! the number of secondary items that lose it depends on which item hides it first, and so on the
//! order of the chosen option's items, around from the one branched on. If an item of the same
//! kind, primary or secondary, is the first from every starting point, a mask for each option tells
//! the kind. (For instance, two squares of a chessboard have at most one line in common.) Otherwise
//! the sub-problem is walked as one with colors, which takes items in order.

use super::Sub;
use super::arrays::Opt;
use crate::bits::branch::Hidden;
use crate::bits::key::ModeType;
use crate::bits::number::Bit;
use crate::bits::price;
use crate::prices::Prices;
use crate::vector::AlignedWords;

/// Whether masks tell mems for lengths apart; and for each option, those that it hides by a
/// secondary item.
#[derive(Debug, Default)]
pub struct LengthMasks {
    pub are_on: bool,
    pub by_secondary: AlignedWords,
}

impl LengthMasks {
    /// The options that this option hides by a secondary item.
    #[inline(always)]
    pub fn of<const W: usize>(&self, option: Bit) -> &[u64; W] {
        let mask = &self.by_secondary[option.index() * W..][..W];
        mask.try_into().expect("W words")
    }
}

impl Sub {
    /// Computes the masks of all options from their rows; false if there are none, because the
    /// order of items matters, or options differ in their number of primary items.
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

    /// Computes the mask of an option; false if it has none.
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
        // Options that share items of both kinds: finds which item comes first from each starting
        // point.
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

    /// The mems for lengths of secondary items, if they are told apart, when options are hidden as
    /// the rows of a primary item's list.
    #[inline(always)]
    pub fn lengths_of_rows<M: ModeType>(&self, hidden: Hidden) -> u64 {
        match M::Prices::TELLS_LENGTHS && (M::HAS_COLORS || self.length_masks.are_on) {
            true => hidden.lengths(),
            false => 0,
        }
    }

    /// The mems for lengths of secondary items for all that a chosen option hides, without colors.
    /// Secondary items hide `number` of these.
    #[inline(always)]
    pub fn lengths_of_choice(hidden: Hidden, number: u64) -> u64 {
        hidden.lengths() - price::LENGTH * number
    }
}
