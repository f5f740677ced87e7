//! The flat arrays of a sub-problem: its items and options one by one, bitmaps of options for items
//! ([`Rows`], and for the choice [`Slots`]), bitmaps of items for options ([`Masks`]), numbers of
//! options ([`Planes`]), and what changes from node to node ([`Frames`]).

use crate::bits::key;
use crate::bits::number::{Rank, Slot};
use crate::bits::price::{self, Cost};
use crate::prices::Prices;
use crate::vector::{AlignedWords, Lane};
use std::ops::Range;

/// The sizes from which indices are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// The words of a bitmap of options.
    pub words: usize,
    /// The number of primary items, whose ranks come first.
    pub primary: usize,
    /// The number of groups of slots, and of those whose bound may change.
    pub groups: usize,
    pub changing: usize,
    /// The words of a bitmap of slots, and of slots whose bound may change.
    pub width: usize,
    pub changing_width: usize,
    /// The words of a bitmap of secondary items; 0 without colors.
    pub color_width: usize,
    /// The words of all planes that a frame has; 0 without colors.
    pub planes: usize,
}

/// Empties a vector and fills it with zeros.
pub fn zero<T: Clone + Default>(vector: &mut Vec<T>, length: usize) {
    vector.clear();
    vector.resize(length, T::default());
}

/// Makes a vector at least this long, without clearing it.
pub fn lengthen<T: Clone + Default>(vector: &mut Vec<T>, length: usize) {
    if vector.len() < length {
        vector.resize(length, T::default());
    }
}

/// The bytes that some vectors take.
pub fn bytes<T>(vectors: &[&Vec<T>]) -> usize {
    vectors
        .iter()
        .map(|vector| vector.capacity() * size_of::<T>())
        .sum()
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SubItem {
    /// Its number in the problem.
    pub id: u32,
    /// Its bound and slack when it was encoded, less what was clipped (see
    /// [`clip`](crate::bits::encode::clip())).
    pub bound: u32,
    pub slack: u32,
    pub clipped: u32,
    pub slot: Slot,
}

impl SubItem {
    /// Whether it must be chosen exactly once, and so is covered for good when it is.
    #[inline(always)]
    pub fn is_simple(&self) -> bool {
        self.bound == 1 && self.slack == 0
    }

    /// Whether its bound may change before it is covered.
    #[inline(always)]
    pub fn may_change(&self) -> bool {
        self.bound > 1
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Opt {
    /// Its number in the problem.
    pub id: u32,
    /// Its nodes.
    pub start: u32,
    pub end: u32,
    /// How many of its nodes were purified when it was encoded, and so left out.
    pub purified: u32,
    /// The mems of covering its items, whatever they hide.
    pub fixed: u32,
    /// How many of its items are covered whenever it is chosen, and how many of these are primary.
    pub covers: u32,
    pub satisfies: u32,
    /// How many other nodes it has that are not purified, and the mems of hiding it; constant
    /// without colors.
    pub pure: u32,
    pub hiding: u32,
}

impl Opt {
    /// Its nodes, in order.
    #[inline(always)]
    pub fn nodes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Without colors: the cost of choosing it in a sweep, beside what its items hide. The lower
    /// half holds mems, which are paid twice, the upper half updates.
    #[inline(always)]
    pub fn price(&self) -> u64 {
        let (mems, updates) = (self.fixed + self.hiding, self.covers + self.pure);
        u64::from(mems) | u64::from(updates) << 32
    }

    /// The cost of covering its items except the one branched on, beside what they hide.
    #[inline(always)]
    pub fn cost_beside<P: Prices>(&self, changes: bool) -> Cost {
        Cost {
            mems: u64::from(self.fixed) - price::of_branched_by::<P>(changes),
            updates: u64::from(self.covers) - u64::from(!changes),
            cleansings: 0,
        }
    }
}

/// An item's place in an option.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubNode {
    pub item: Rank,
    /// The number of its item and color together; 0 if it has no color.
    pub hue: u32,
}

/// A list of an option's nodes that are to be covered or purified, with room for all.
#[derive(Debug, Default)]
pub struct StepList {
    elements: Vec<SubNode>,
    pub count: usize,
}

impl StepList {
    pub fn reset(&mut self, most: usize) {
        self.count = 0;
        lengthen(&mut self.elements, most);
    }

    /// Appends an element if `is_so`, without a branch.
    #[inline(always)]
    pub fn append_if(&mut self, element: SubNode, is_so: bool) {
        self.elements[self.count] = element;
        self.count += usize::from(is_so);
    }

    #[inline(always)]
    pub fn all(&self) -> &[SubNode] {
        &self.elements[..self.count]
    }
}

/// Bitmaps of options, for items.
#[derive(Debug, Default)]
pub struct Rows {
    /// For each rank, the options that contain the item.
    pub items: AlignedWords,
    /// For each hue, the options that contain it, and those that contain another hue of its item.
    pub hues: AlignedWords,
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

    /// Computes for each hue the options that contain another hue of its item.
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

/// The arrays that the choice reads, eight slots at a time.
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
    /// Assigns slots to the primary items. Those whose bound may change come first, in groups of
    /// their own. If slots are to be ranks, all groups up to the last one with such an item count
    /// as changing. Returns the numbers of all groups, and of changing ones.
    #[inline(always)]
    pub fn place(
        &mut self,
        items: &mut [SubItem],
        are_ranks: bool,
        base_key: impl Fn(Rank, &SubItem) -> u64,
    ) -> (usize, usize) {
        if are_ranks {
            let last = items.iter().rposition(SubItem::may_change);
            let changing = last.map_or(0, |last| last / 8 + 1);
            for (slot, item) in items.iter_mut().enumerate() {
                item.slot = Slot(slot as u32);
            }
            let groups = items.len().div_ceil(8);
            self.fill(items, groups, base_key);
            return (groups, changing);
        }
        let changing = items.iter().filter(|item| item.may_change()).count();
        let changing = changing.div_ceil(8);
        let mut next = [changing as u32 * 8, 0];
        for item in &mut *items {
            let next = &mut next[usize::from(item.may_change())];
            item.slot = Slot(*next);
            *next += 1;
        }
        let groups = next[0].div_ceil(8) as usize;
        self.fill(items, groups, base_key);
        (groups, changing)
    }

    /// Writes the ranks and keys of all slots.
    #[inline(always)]
    fn fill(&mut self, items: &[SubItem], groups: usize, base_key: impl Fn(Rank, &SubItem) -> u64) {
        zero(&mut self.ranks, groups * 8);
        zero(&mut self.keys, groups);
        for (rank, item) in items.iter().enumerate() {
            let (rank, slot) = (Rank(rank as u32), item.slot);
            self.ranks[slot.0 as usize] = rank;
            self.keys[slot.group()].0[slot.lane()] = base_key(rank, item);
        }
    }
}

/// The base key of an item that has just been encoded from lists.
pub fn new_key(rank: Rank, item: &SubItem) -> u64 {
    key::new(item.bound, item.slack, rank)
}

/// What choosing an option changes.
#[derive(Debug, Default)]
pub struct Masks {
    /// Without colors: the options that it always hides.
    pub conflicts: AlignedWords,
    /// The slots that it certainly satisfies; after the last option, an empty mask.
    pub satisfied: Vec<u64>,
    /// Its slots among those whose bound may change.
    pub choices: Vec<u64>,
    /// The secondary items that it wants a color for.
    pub colored: Vec<u64>,
}

/// A number for each option: a common base, plus a bitmap for each bit (bit-sliced).
#[derive(Debug, Default)]
pub struct Planes {
    pub base: u64,
    pub count: usize,
    pub words: AlignedWords,
}

impl Planes {
    /// Encodes numbers in planes of `words` words each; with `from_zero`, the base is 0.
    pub fn encode(
        &mut self,
        words: usize,
        from_zero: bool,
        numbers: impl Iterator<Item = u64> + Clone,
    ) {
        let least = numbers.clone().min().unwrap_or(0);
        let most = numbers.clone().max().unwrap_or(0);
        self.base = if from_zero { 0 } else { least };
        self.count = (u64::BITS - (most - self.base).leading_zeros()) as usize;
        self.words.zero(self.count * words);
        if self.count == 0 {
            return;
        }
        // A word at a time, so that no bit has to wait for the one before to reach memory.
        let mut numbers = numbers.map(|number| number - self.base);
        for word in 0..words {
            let mut part = [0; 64];
            for (to, number) in part.iter_mut().zip(&mut numbers) {
                *to = number;
            }
            for plane in 0..self.count {
                let mut bits = 0;
                for (place, number) in part.iter().enumerate() {
                    bits |= (number >> plane & 1) << place;
                }
                self.words[plane * words + word] = bits;
            }
        }
    }
}

/// How many other nodes each option has.
#[derive(Debug, Default)]
pub struct OtherNodes {
    /// Those not purified. With colors these change, and frames have them, too.
    pub pure: Planes,
    /// Without colors, those purified; with colors, all.
    pub others: Planes,
    /// How many primary items each option has, if mems for lengths of secondary items are told
    /// apart. Without colors, all options have equally many.
    pub primaries: Planes,
}

/// The frames of all levels, one after another in each array.
#[derive(Debug, Default)]
pub struct Frames {
    /// The deepest level with room.
    pub depth: usize,
    /// The active items, a bit for each slot.
    pub active: Vec<u64>,
    /// The base keys of the slots whose bound may change.
    pub keys: Vec<Lane>,
    /// With colors: in planes, how many other nodes of each option are not purified.
    pub pure: AlignedWords,
    /// The secondary items purified since the sub-problem was encoded.
    pub purified: Vec<u64>,
}

impl Frames {
    #[inline(always)]
    pub fn active(&self, layout: &Layout, depth: usize) -> &[u64] {
        &self.active[depth * layout.width..][..layout.width]
    }

    #[inline(always)]
    pub fn keys(&self, layout: &Layout, depth: usize) -> &[Lane] {
        &self.keys[depth * layout.changing..][..layout.changing]
    }

    #[inline(always)]
    pub fn pure(&self, layout: &Layout, depth: usize) -> &[u64] {
        &self.pure[depth * layout.planes..][..layout.planes]
    }

    #[inline(always)]
    pub fn purified(&self, layout: &Layout, depth: usize) -> &[u64] {
        &self.purified[depth * layout.color_width..][..layout.color_width]
    }

    /// Makes room for the frames up to `depth`.
    #[inline(always)]
    pub fn reserve(&mut self, layout: &Layout, depth: usize) {
        if self.depth < depth {
            self.grow(layout, 2 * depth + 8);
        }
    }

    #[cold]
    #[inline(never)]
    pub fn grow(&mut self, layout: &Layout, depth: usize) {
        self.depth = depth;
        lengthen(&mut self.active, (depth + 1) * layout.width);
        lengthen(&mut self.keys, (depth + 1) * layout.changing);
        self.pure.lengthen((depth + 1) * layout.planes);
        lengthen(&mut self.purified, (depth + 1) * layout.color_width);
    }
}

/// The elements of an array for the frame at `depth`, and for the next one, which is about to be
/// written; each frame has `size` of them.
#[inline(always)]
pub fn two<T>(array: &mut [T], size: usize, depth: usize) -> (&[T], &mut [T]) {
    let (above, below) = array.split_at_mut((depth + 1) * size);
    (&above[depth * size..], &mut below[..size])
}
