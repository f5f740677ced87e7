//! The live options of each table at a node, and how choosing an option changes them.
//!
//! ```text
//! purify(item, hue):  for each live table with the item:
//!     live words = live words AND mask(item, hue)        a new block, of the words that are not 0
//!     its options have one node less that is not purified
//! undo:               back to the blocks of before
//! ```
//!
//! Invariant: a table without live options has no words. The blocks of live lists are below `top`.
//! An active item's key holds the sum of its tables' lengths.

use super::shape::{Shape, Table};
use crate::bits::price::{self, COVERED, Cost, MARK};
use crate::prices::Prices;

/// The key of an inactive item.
pub const INACTIVE: i32 = i32::MAX;
/// The number of keys compared at a time.
const LANES: usize = 16;

/// The live options of a table: the block of its words, and their number. Each has `pure` other
/// nodes that are not purified.
#[derive(Clone, Copy, Debug, Default)]
pub struct List {
    pub start: u32,
    pub words: u32,
    pub length: u32,
    pub pure: u32,
}

/// All lists.
#[derive(Debug, Default)]
pub struct Board {
    pub lists: Vec<List>,
    /// For each primary item, its length and its number in one key, or [`INACTIVE`].
    pub keys: Vec<i32>,
    /// For each secondary item, 0, or a positive number if it is purified or covered; with a memo,
    /// that is its hue + 1.
    pub taken: Vec<u16>,
    /// For each secondary item, the number of active primary items that have options with it.
    pub active_items: Vec<u32>,
    /// The old values of changed lists.
    trail: Vec<(u32, List)>,
    /// Blocks: the words that are not 0, and their places in the table.
    words: Vec<u64>,
    places: Vec<u16>,
    top: usize,
}

/// A state to which the board can go back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    trail: u32,
    top: u32,
}

impl Board {
    /// Resets the board to the root.
    pub fn reset(&mut self, shape: &Shape) {
        // A block is written with room for all words; only those that are not 0 stay.
        let most = shape.tables.iter().map(|table| table.words).max();
        let room = shape.room + most.unwrap_or(0) as usize;
        self.words.resize(room, 0);
        self.places.resize(room, 0);
        self.top = 0;
        self.lists.clear();
        self.trail.clear();
        self.keys.clear();
        self.keys.extend((0..shape.primary).map(|item| item as i32));
        for table in &shape.tables {
            self.add_table(shape.shift, table);
        }
        let padded = shape.primary.next_multiple_of(LANES);
        self.keys.resize(padded, INACTIVE);
        self.taken.clear();
        self.taken.resize(shape.seconds.len(), 0);
        self.active_items.clear();
        let items = shape.seconds.iter().map(|second| second.items);
        self.active_items.extend(items);
    }

    fn add_table(&mut self, shift: u32, table: &Table) {
        let (start, words) = (self.top, table.words as usize);
        let last = table.length as usize - 64 * (words - 1);
        self.words[start..][..words].fill(u64::MAX);
        self.words[start + words - 1] = u64::MAX >> (64 - last);
        let places = self.places[start..][..words].iter_mut();
        places.zip(0..).for_each(|(place, number)| *place = number);
        self.lists.push(List {
            start: start as u32,
            words: table.words,
            length: table.length,
            pure: table.arity,
        });
        self.keys[table.item as usize] += (table.length << shift) as i32;
        self.top += words;
    }

    #[inline(always)]
    pub fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len() as u32,
            top: self.top as u32,
        }
    }

    /// The least key: the first of the items with the fewest options.
    #[inline(always)]
    pub fn least_key(&self) -> i32 {
        let mut least = [INACTIVE; LANES];
        let (keys, _) = self.keys.as_chunks::<LANES>();
        for keys in keys {
            for lane in 0..LANES {
                least[lane] = least[lane].min(keys[lane]);
            }
        }
        let mut best = INACTIVE;
        for key in least {
            best = best.min(key);
        }
        best
    }

    /// How many items up to this one are active.
    #[inline(always)]
    pub fn active_up_to(&self, item: usize) -> u64 {
        let mut number = 0_u32;
        for &key in &self.keys[..=item] {
            number += u32::from(key != INACTIVE);
        }
        number.into()
    }

    /// The number of an item's options; `None` if it is inactive.
    #[inline(always)]
    pub fn length(&self, shape: &Shape, item: usize) -> Option<u32> {
        let key = self.keys[item];
        (key != INACTIVE).then(|| key as u32 >> shape.shift)
    }

    /// Makes an item inactive, and appends its rows. Returns the cost of hiding its options from
    /// the lists of other items.
    #[inline(always)]
    pub fn take_item(&mut self, shape: &Shape, item: usize, rows: &mut Vec<u32>) -> TableCost {
        let tables = shape.tables_of[item];
        let start = rows.len();
        for table in tables.range() {
            self.append_rows(&shape.tables[table], self.lists[table], rows);
        }
        if tables.len() > 1 {
            rows[start..].sort_unstable_by_key(|&row| shape.options[row as usize]);
        }
        let mut cost = TableCost::of(Cost {
            mems: price::COVER,
            updates: price::COVER_UPDATES,
            cleansings: 0,
        });
        for table in tables.range() {
            let list = self.lists[table];
            let (length, pure) = (u64::from(list.length), u64::from(list.pure));
            let arity = u64::from(shape.tables[table].arity);
            cost.paid.mems += price::hiding(length, length * pure, length * (arity - pure));
            cost.paid.updates += length * pure;
            // All of these nodes have secondary items.
            cost.lengths += price::LENGTH * length * pure;
            self.trail.push((table as u32, list));
            self.lists[table] = List::default();
        }
        for &second in &shape.all_seconds[shape.seconds_of[item].range()] {
            self.active_items[second as usize] -= 1;
        }
        self.keys[item] = INACTIVE;
        cost
    }

    #[inline(always)]
    fn append_rows(&self, table: &Table, list: List, rows: &mut Vec<u32>) {
        let block = list.start as usize..(list.start + list.words) as usize;
        for (&word, &place) in self.words[block.clone()].iter().zip(&self.places[block]) {
            let first = (table.first_word + u32::from(place)) * 64;
            let mut bits = word;
            while bits != 0 {
                rows.push(first + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }

    /// Undoes [`Self::take_item`] for an item that had this key.
    #[inline(always)]
    pub fn give_back(&mut self, shape: &Shape, item: usize, key: i32) {
        for _ in shape.tables_of[item].range() {
            let (table, list) = self.trail.pop().expect("the item was taken");
            self.lists[table as usize] = list;
        }
        for &second in &shape.all_seconds[shape.seconds_of[item].range()] {
            self.active_items[second as usize] += 1;
        }
        self.keys[item] = key;
    }

    /// Undoes the changes to lists of active items since `mark`.
    #[inline(always)]
    pub fn undo(&mut self, shape: &Shape, mark: Mark) {
        while self.trail.len() > mark.trail as usize {
            let Some((table, list)) = self.trail.pop() else {
                break;
            };
            let now = &mut self.lists[table as usize];
            let item = shape.tables[table as usize].item as usize;
            self.keys[item] += ((list.length - now.length) << shape.shift) as i32;
            *now = list;
        }
        self.top = mark.top as usize;
    }

    /// Purifies a secondary item: options that want another hue are hidden, and those that want the
    /// same one are marked.
    #[inline(always)]
    pub fn purify<P: Prices>(&mut self, shape: &Shape, second: usize, hue: u8) -> TableCost {
        let second = &shape.seconds[second];
        let masks = &shape.masks[second.mask(hue)..][..second.stride as usize];
        let mut cost = TableCost::of(PURIFIED);
        for incidence in &shape.incidences[second.incidences.range()] {
            let list = self.lists[incidence.table as usize];
            if list.length == 0 {
                continue;
            }
            self.trail.push((incidence.table, list));
            let mut now = self.narrow(list, &masks[incidence.offset as usize..]);
            now.pure = list.pure - 1;
            self.lists[incidence.table as usize] = now;
            let hidden = list.length - now.length;
            self.keys[incidence.item as usize] -= (hidden << shape.shift) as i32;
            let (hidden, left) = (u64::from(hidden), u64::from(now.length));
            let (arity, pure) = (u64::from(incidence.arity), u64::from(list.pure));
            let of_one = price::expelled::<P>();
            let each = of_one.option + of_one.node * arity + of_one.pure * pure;
            cost.paid.mems += hidden * each + MARK * left;
            cost.paid.updates += hidden * pure;
            cost.paid.cleansings += left;
            // One of the other nodes has the primary item.
            cost.lengths += price::LENGTH * hidden * (pure - 1);
        }
        cost
    }

    /// The intersection of a list with a mask.
    #[inline(always)]
    fn narrow(&mut self, list: List, mask: &[u64]) -> List {
        let block = list.start as usize..(list.start + list.words) as usize;
        let (old, new) = self.words.split_at_mut(self.top);
        let (old_places, new_places) = self.places.split_at_mut(self.top);
        let new = &mut new[..block.len()];
        let new_places = &mut new_places[..block.len()];
        let (mut words, mut length) = (0, 0);
        for (&word, &place) in old[block.clone()].iter().zip(&old_places[block]) {
            let bits = word & mask[place as usize];
            (new[words], new_places[words]) = (bits, place);
            words += usize::from(bits != 0);
            length += bits.count_ones();
        }
        if length == list.length {
            return list;
        }
        let start = self.top as u32;
        self.top += words;
        List {
            start,
            words: words as u32,
            length,
            pure: 0,
        }
    }

    /// Covers a secondary item: all options with it are hidden.
    #[inline(always)]
    pub fn cover(&mut self, shape: &Shape, second: usize) -> TableCost {
        let second = &shape.seconds[second];
        let mut cost = TableCost::of(HIDDEN);
        for incidence in &shape.incidences[second.incidences.range()] {
            let list = self.lists[incidence.table as usize];
            if list.length == 0 {
                continue;
            }
            self.trail.push((incidence.table, list));
            self.lists[incidence.table as usize] = List::default();
            self.keys[incidence.item as usize] -= (list.length << shape.shift) as i32;
            let hidden = u64::from(list.length);
            let (arity, pure) = (u64::from(incidence.arity), u64::from(list.pure));
            let each = COVERED.option + COVERED.node * arity + COVERED.pure * pure;
            cost.paid.mems += hidden * each;
            cost.paid.updates += hidden * pure;
            cost.lengths += price::LENGTH * hidden * (pure - 1);
        }
        cost
    }
}

/// The cost of an operation, and the part of its mems that pays for lengths of secondary items.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableCost {
    pub paid: Cost,
    pub lengths: u64,
}

impl TableCost {
    #[inline(always)]
    pub fn of(paid: Cost) -> Self {
        TableCost { paid, lengths: 0 }
    }
}

impl std::ops::AddAssign for TableCost {
    #[inline(always)]
    fn add_assign(&mut self, other: TableCost) {
        self.paid += other.paid;
        self.lengths += other.lengths;
    }
}

/// The cost of purifying, and of covering, a secondary item that no live option has.
pub const PURIFIED: Cost = Cost {
    mems: price::PURIFY,
    updates: 0,
    cleansings: price::PURIFY_CLEANSINGS,
};
pub const HIDDEN: Cost = Cost {
    mems: price::COVER_OTHER,
    updates: price::COVER_UPDATES,
    cleansings: 0,
};
