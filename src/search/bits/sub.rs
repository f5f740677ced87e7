//! A sub-problem as bitmaps: the live options, numbered anew in input order,
//! and the active items.
//!
//! Items are numbered by rank: the active primary items in input order, then the
//! secondary items that are not purified. For the choice, primary items stand in
//! slots, eight to a group; those whose bound may change (more than one choice
//! is left) come first, so that little has to be copied.
//!
//! Invariant: all that is in a sub-problem stays as it was encoded, but for
//! `frames`; those above a node stay as they are while its branches are taken.

use super::key;
use super::price::{self, Cost};
use crate::search::memo::Hash;

/// Eight slots' worth of words.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lane(pub [u64; 8]);

/// What is needed for including an option.
pub(super) const PLAIN: u8 = 0;
pub(super) const BOUNDS: u8 = 1;
pub(super) const COLORS: u8 = 2;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Item {
    /// Its number in the problem.
    pub id: u32,
    /// How many options could be chosen when it was encoded, and the slack: both less
    /// by what has been clipped (see [`super::clip`]).
    pub bound: u32,
    pub slack: u32,
    pub clipped: u32,
    pub slot: u32,
}

impl Item {
    /// Whether it is covered for good when an option is chosen for it.
    #[inline(always)]
    pub fn is_simple(&self) -> bool {
        self.bound == 1 && self.slack == 0
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opt {
    /// Its number in the problem.
    pub id: u32,
    pub start: u32,
    pub end: u32,
    /// How many of its nodes were purified when it was encoded; they are not
    /// among `nodes`.
    pub purified: u32,
    /// What covering its items costs whatever they hide.
    pub fixed: u32,
    /// How many of its items are covered whenever it is chosen, and how many of
    /// these are primary.
    pub covers: u32,
    pub satisfies: u32,
    /// How many other nodes it has that are not purified, and what hiding it
    /// costs; without colors, these stay.
    pub pure: u32,
    pub weight: u32,
}

impl Opt {
    /// What covering its items costs whatever they hide, but for the one branched on.
    #[inline(always)]
    pub fn cost_beside(&self, changes: bool) -> Cost {
        Cost {
            mems: u64::from(self.fixed) - price::of_branched(changes),
            updates: u64::from(self.covers) - u64::from(!changes),
            cleansings: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// The item's rank.
    pub item: u32,
    /// The number of its item and color together; 0 if it has no color.
    pub hue: u32,
}

/// A stack with place for all that it may hold.
#[derive(Debug, Default)]
pub(super) struct Stack<E> {
    elements: Vec<E>,
    pub count: usize,
}

impl<E: Clone + Default> Stack<E> {
    fn reset(&mut self, most: usize) {
        self.count = 0;
        lengthen(&mut self.elements, most);
    }

    /// Appends an element, or not, without a branch.
    #[inline(always)]
    pub fn append_if(&mut self, element: E, is_so: bool) {
        self.elements[self.count] = element;
        self.count += usize::from(is_so);
    }

    #[inline(always)]
    pub fn all(&self) -> &[E] {
        &self.elements[..self.count]
    }
}

/// A number for each option: its bits above a common base, a bitmap for each.
#[derive(Debug, Default)]
pub(super) struct Planes {
    pub base: u64,
    pub count: usize,
    pub words: Vec<u64>,
}

/// What changes from node to node beside the live options; one of each a level.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// The deepest level that there is place for.
    pub depth: usize,
    /// The active items, a bit for each slot.
    pub active: Vec<u64>,
    /// The keys of the slots whose bound may change.
    pub keys: Vec<Lane>,
    /// With colors: how many other nodes of each option are not purified.
    pub pure: Vec<u64>,
    /// The secondary items purified since the sub-problem was encoded.
    pub purified: Vec<u64>,
}

#[derive(Debug, Default)]
pub(super) struct Sub {
    pub mode: u8,
    /// The words of a bitmap of options.
    pub words: usize,
    pub primary: usize,
    /// The groups of slots, and those of slots whose bound may change.
    pub groups: usize,
    pub changing: usize,
    /// The words of a bitmap of slots, and of slots whose bound may change.
    pub width: usize,
    pub changing_width: usize,
    /// The words of a bitmap of secondary items; none without colors.
    pub color_width: usize,
    pub items: Vec<Item>,
    pub options: Vec<Opt>,
    pub nodes: Vec<Node>,
    /// With colors: each option's nodes twice, so that those after any one of
    /// them, around to it, are in a row.
    pub rounds: Vec<Node>,
    pub hues: usize,
    /// The rank of each slot, for all groups.
    pub ranks: Vec<u32>,
    /// For each rank, the options that contain the item.
    pub rows: Vec<u64>,
    /// The same for slots, `words` lanes for each group.
    pub columns: Vec<Lane>,
    /// For each hue, the options that contain it, and those that contain another
    /// one of its item.
    pub hue_rows: Vec<u64>,
    /// The rank of each hue's item.
    pub hue_items: Vec<u32>,
    /// For each option, those that are hidden whenever it is chosen.
    pub conflicts: Vec<u64>,
    /// For each option, the slots that it certainly satisfies; then those of none.
    pub satisfied: Vec<u64>,
    /// For each option, its slots among those whose bound may change.
    pub choices: Vec<u64>,
    /// For each option, the secondary items that it wants a color for.
    pub colored: Vec<u64>,
    /// The keys of all slots as they were encoded.
    pub keys: Vec<Lane>,
    /// How many other nodes each option has that are not purified. With colors
    /// these change, and stand in the frames.
    pub pure: Planes,
    /// How many other nodes each option has that are purified; with colors, how
    /// many it has in all.
    pub others: Planes,
    /// What stands for each option in the names of states, once it is asked for.
    pub names: Vec<Hash>,
    pub frames: Frames,
    /// Scratch: the ranks that the items had before it was encoded anew; and their
    /// slots, those whose bound could change apart.
    pub kept: Vec<u32>,
    pub slots: [Vec<u64>; 2],
    /// Scratch: the nodes of an option that are covered or purified.
    pub steps: Stack<Node>,
    /// With colors: how many nodes an option has, about; and whether any smaller
    /// encoding might be worth it.
    pub breadth: usize,
    pub may_shrink: bool,
}

impl Planes {
    /// Encodes a number for each option.
    fn encode(&mut self, words: usize, keep: bool, numbers: impl Iterator<Item = u64> + Clone) {
        let least = numbers.clone().min().unwrap_or(0);
        let most = numbers.clone().max().unwrap_or(0);
        self.base = if keep { 0 } else { least };
        self.count = (u64::BITS - (most - self.base).leading_zeros()) as usize;
        self.words.clear();
        self.words.resize(self.count * words, 0);
        for (option, number) in numbers.enumerate() {
            let (word, place) = (option / 64, option % 64);
            for plane in 0..self.count {
                let bit = (number - self.base) >> plane & 1;
                self.words[plane * words + word] |= bit << place;
            }
        }
    }
}

/// Empties a vector and fills it with zeros.
pub(super) fn zero<T: Clone + Default>(vector: &mut Vec<T>, length: usize) {
    vector.clear();
    vector.resize(length, T::default());
}

/// Makes a vector at least so long.
fn lengthen<T: Clone + Default>(vector: &mut Vec<T>, length: usize) {
    if vector.len() < length {
        vector.resize(length, T::default());
    }
}

impl Sub {
    /// Empties the lists; what follows is `items`, `options`, `nodes`, then
    /// [`Self::index`].
    pub fn clear(&mut self) {
        self.items.clear();
        self.options.clear();
        self.names.clear();
        self.nodes.clear();
        self.hues = 0;
    }

    /// The bytes that it takes, but for what depends on the number of options or items
    /// alone.
    pub fn bytes(&self) -> usize {
        let frames = &self.frames;
        let words = [
            &self.rows,
            &self.hue_rows,
            &self.conflicts,
            &self.satisfied,
            &self.choices,
            &self.colored,
            &self.pure.words,
            &self.others.words,
            &frames.active,
            &frames.pure,
            &frames.purified,
        ];
        let lanes = [&self.columns, &self.keys, &frames.keys];
        let words = words.iter().map(|words| words.capacity()).sum::<usize>();
        let lanes = lanes.iter().map(|lanes| lanes.capacity()).sum::<usize>();
        let nodes = self.nodes.capacity() + self.rounds.capacity();
        words * size_of::<u64>() + lanes * size_of::<Lane>() + nodes * size_of::<Node>()
    }

    /// Makes the bitmaps from the lists.
    pub fn index(&mut self) {
        let (count, primary) = (self.options.len(), self.primary);
        self.words = super::isa::words_for(count);
        let words = self.words;
        self.place();
        let colored = self.hues > 0;
        self.mode = match (colored, self.items[..primary].iter().all(Item::is_simple)) {
            (true, _) => COLORS,
            (false, false) => BOUNDS,
            (false, true) => PLAIN,
        };
        zero(&mut self.rows, self.items.len() * words);
        zero(&mut self.columns, self.groups * words);
        zero(&mut self.hue_rows, (self.hues + 1) * 2 * words);
        zero(&mut self.hue_items, self.hues + 1);
        zero(&mut self.satisfied, (count + 1) * self.width);
        zero(&mut self.choices, count * self.changing_width);
        zero(&mut self.colored, count * self.color_width);
        self.rounds.clear();
        for option in 0..count {
            self.index_option(option);
        }
        self.find_other_hues();
        let nodes = self.options.iter().map(|o| u64::from(o.end - o.start - 1));
        self.pure.encode(words, colored, nodes);
        let others = self.options.iter().map(|option| match colored {
            true => u64::from(option.purified + option.end - option.start - 1),
            false => u64::from(option.purified),
        });
        self.others.encode(words, false, others);
        if !colored {
            self.find_conflicts();
        }
        self.breadth = self.nodes.len() / count.max(1);
        self.may_shrink = self.is_heavier_than(self.steps(1, 1));
        let lengths = self.options.iter().map(|option| option.end - option.start);
        self.steps.reset(lengths.max().unwrap_or(0) as usize);
        self.open_frames();
    }

    /// Gives slots to the primary items.
    fn place(&mut self) {
        let changes = |item: &Item| item.bound > 1;
        let changing = self.items[..self.primary].iter().filter(|i| changes(i));
        self.changing = changing.count().div_ceil(8);
        let mut next = [self.changing as u32 * 8, 0];
        for item in &mut self.items[..self.primary] {
            let next = &mut next[usize::from(changes(item))];
            item.slot = *next;
            *next += 1;
        }
        self.groups = next[0].div_ceil(8) as usize;
        self.set_widths();
        zero(&mut self.ranks, self.groups * 8);
        zero(&mut self.keys, self.groups);
        for (rank, item) in self.items[..self.primary].iter().enumerate() {
            let slot = item.slot as usize;
            self.ranks[slot] = rank as u32;
            self.keys[slot / 8].0[slot % 8] = key::new(item.bound, item.slack, rank);
        }
    }

    pub fn set_widths(&mut self) {
        self.width = self.groups.div_ceil(8);
        self.changing_width = self.changing.div_ceil(8);
        self.color_width = match self.hues {
            0 => 0,
            _ => (self.items.len() - self.primary).div_ceil(64),
        };
    }

    fn index_option(&mut self, number: usize) {
        let (words, word, bit) = (self.words, number / 64, 1 << (number % 64));
        let option = &mut self.options[number];
        option.fixed = (price::OPTION + price::OPTION_NODE * u64::from(option.purified)) as u32;
        option.pure = option.end - option.start - 1;
        option.weight = price::hiding(1, option.pure.into(), option.purified.into()) as u32;
        (option.covers, option.satisfies) = (0, 0);
        let nodes = &self.nodes[option.start as usize..option.end as usize];
        if self.hues > 0 {
            self.rounds.extend_from_slice(nodes);
            self.rounds.extend_from_slice(nodes);
        }
        for node in nodes {
            let rank = node.item as usize;
            self.rows[rank * words + word] |= bit;
            if rank >= self.primary {
                self.hue_rows[node.hue as usize * 2 * words + word] |= bit;
                self.hue_items[node.hue as usize] = node.item;
                if node.hue == 0 {
                    option.fixed += (price::OPTION_NODE + price::COVER_OTHER) as u32;
                    option.covers += 1;
                } else {
                    let color = rank - self.primary;
                    self.colored[number * self.color_width + color / 64] |= 1 << (color % 64);
                    option.fixed += price::OPTION_NODE as u32;
                }
                continue;
            }
            let slot = self.items[rank].slot as usize;
            self.columns[slot / 8 * words + word].0[slot % 8] |= bit;
            if self.items[rank].bound > 1 {
                self.choices[number * self.changing_width + slot / 64] |= 1 << (slot % 64);
                option.fixed += price::OPTION_PRIMARY as u32;
            } else {
                self.satisfied[number * self.width + slot / 64] |= 1 << (slot % 64);
                option.fixed += price::OPTION_COVERED as u32;
                option.covers += 1;
                option.satisfies += 1;
            }
        }
    }

    fn find_other_hues(&mut self) {
        let words = self.words;
        for hue in 1..=self.hues {
            let row = &self.rows[self.hue_items[hue] as usize * words..][..words];
            let masks = &mut self.hue_rows[hue * 2 * words..][..2 * words];
            let (same, other) = masks.split_at_mut(words);
            for word in 0..words {
                other[word] = row[word] & !same[word];
            }
        }
    }

    fn find_conflicts(&mut self) {
        let words = self.words;
        zero(&mut self.conflicts, self.options.len() * words);
        let masks = self.conflicts.chunks_exact_mut(words);
        for (option, mask) in self.options.iter().zip(masks) {
            for node in &self.nodes[option.start as usize..option.end as usize] {
                let rank = node.item as usize;
                if rank >= self.primary || self.items[rank].bound == 1 {
                    let row = &self.rows[rank * words..][..words];
                    mask.iter_mut()
                        .zip(row)
                        .for_each(|(mask, row)| *mask |= row);
                }
            }
        }
    }

    /// Makes the frame of the sub-problem's root.
    pub fn open_frames(&mut self) {
        self.grow(self.primary.min(64));
        let frames = &mut self.frames;
        frames.active[..self.width].fill(0);
        for item in &self.items[..self.primary] {
            frames.active[item.slot as usize / 64] |= 1 << (item.slot % 64);
        }
        frames.keys[..self.changing].copy_from_slice(&self.keys[..self.changing]);
        if self.hues > 0 {
            frames.pure[..self.pure.words.len()].copy_from_slice(&self.pure.words);
        }
        frames.purified[..self.color_width].fill(0);
    }

    /// Makes place for the frames up to `depth`.
    #[inline(always)]
    pub fn reserve(&mut self, depth: usize) {
        if self.frames.depth < depth {
            self.grow(2 * depth + 8);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, depth: usize) {
        let pure = if self.hues > 0 {
            self.pure.words.len()
        } else {
            0
        };
        let frames = &mut self.frames;
        frames.depth = depth;
        // What is there already need not be cleared.
        lengthen(&mut frames.active, (depth + 1) * self.width);
        lengthen(&mut frames.keys, (depth + 1) * self.changing);
        lengthen(&mut frames.pure, (depth + 1) * pure);
        lengthen(&mut frames.purified, (depth + 1) * self.color_width);
    }

    /// All options.
    pub fn all<const W: usize>(&self) -> [u64; W] {
        let count = self.options.len();
        std::array::from_fn(|word| match count.saturating_sub(64 * word) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        })
    }

    /// The base key of a primary item in the frame at `depth`.
    pub fn key(&self, depth: usize, rank: usize) -> u64 {
        let slot = self.items[rank].slot as usize;
        match slot / 8 < self.changing {
            true => self.frames.keys[depth * self.changing + slot / 8].0[slot % 8],
            false => self.keys[slot / 8].0[slot % 8],
        }
    }

    /// The secondary items that are purified in the frame at `depth`.
    #[inline(always)]
    pub fn purified(&self, depth: usize) -> &[u64] {
        &self.frames.purified[depth * self.color_width..][..self.color_width]
    }

    /// Whether an item, by rank, is purified in the frame at `depth`.
    #[inline(always)]
    pub fn is_purified(&self, depth: usize, rank: usize) -> bool {
        let color = rank.wrapping_sub(self.primary);
        match self.purified(depth).get(color / 64) {
            Some(word) => word >> (color % 64) & 1 == 1,
            None => false,
        }
    }

    /// Whether a primary item is active in the frame at `depth`.
    pub fn is_active(&self, depth: usize, rank: usize) -> bool {
        let slot = self.items[rank].slot as usize;
        self.frames.active[depth * self.width + slot / 64] >> (slot % 64) & 1 == 1
    }
}
