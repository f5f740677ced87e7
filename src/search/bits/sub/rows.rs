//! Bitmaps of options for items, and bitmaps of items for options.

use super::lists::SubItem;
use crate::search::bits::key;
use crate::search::bits::lane::{Lane, Words};
use crate::search::bits::number::{Rank, Slot};

/// For items: the options that contain them.
#[derive(Debug, Default)]
pub struct Rows {
    /// For each rank, the options that contain the item.
    pub items: Words,
    /// For each hue, the options that contain it, and those that contain another
    /// one of its item.
    pub hues: Words,
    /// The item of each hue.
    pub hue_items: Vec<Rank>,
}

impl Rows {
    /// The row of an item.
    #[inline(always)]
    pub fn item<const W: usize>(&self, rank: Rank) -> &[u64; W] {
        let row = &self.items[rank.index() * W..][..W];
        row.try_into().expect("W words")
    }

    /// Finds for each hue the options that contain another one of its item.
    pub fn find_other_hues(&mut self, words: usize) {
        for (hue, item) in self.hue_items.iter().enumerate().skip(1) {
            let row = &self.items[item.index() * words..][..words];
            let masks = &mut self.hues[hue * 2 * words..][..2 * words];
            let (same, other) = masks.split_at_mut(words);
            for word in 0..words {
                other[word] = row[word] & !same[word];
            }
        }
    }
}

/// For slots: what the choice looks at, eight slots at a time.
#[derive(Debug, Default)]
pub struct Slots {
    /// The rank of each slot, for all groups.
    pub ranks: Vec<Rank>,
    /// The base keys of all slots as they were encoded.
    pub keys: Vec<Lane>,
    /// The rows of all slots: for each group, a lane for each word.
    pub columns: Vec<Lane>,
}

impl Slots {
    /// Gives slots to the primary items. Those whose bound may change come first, in
    /// groups of their own. The numbers of groups, of all and of these.
    #[inline(always)]
    pub fn place(
        &mut self,
        items: &mut [SubItem],
        base_key: impl Fn(Rank, &SubItem) -> u64,
    ) -> (usize, usize) {
        let changing = items.iter().filter(|item| item.may_change()).count();
        let changing = changing.div_ceil(8);
        let mut next = [changing as u32 * 8, 0];
        for item in &mut *items {
            let next = &mut next[usize::from(item.may_change())];
            item.slot = Slot(*next);
            *next += 1;
        }
        let groups = next[0].div_ceil(8) as usize;
        super::layout::zero(&mut self.ranks, groups * 8);
        super::layout::zero(&mut self.keys, groups);
        for (rank, item) in items.iter().enumerate() {
            let (rank, slot) = (Rank(rank as u32), item.slot);
            self.ranks[slot.0 as usize] = rank;
            self.keys[slot.group()].0[slot.lane()] = base_key(rank, item);
        }
        (groups, changing)
    }
}

/// The base key of an item that has just been encoded from lists.
pub fn new_key(rank: Rank, item: &SubItem) -> u64 {
    key::new(item.bound, item.slack, rank)
}

/// For options: what choosing one changes.
#[derive(Debug, Default)]
pub struct Masks {
    /// Without colors: the options that are hidden whenever it is chosen.
    pub conflicts: Words,
    /// The slots that it certainly satisfies. After the last option come the slots of
    /// none.
    pub satisfied: Vec<u64>,
    /// Its slots among those whose bound may change.
    pub choices: Vec<u64>,
    /// The secondary items that it wants a color for.
    pub colored: Vec<u64>,
}
