//! The additional data of a wide sub-problem: one of many items or options, without colors, that is
//! walked with the lengths of all lists kept (see [`wide`](crate::bits::wide)).
//!
//! A length is kept as a 16-bit number, a *short*: 2 length, or 2 length + 3 if the item may be
//! forgone. The smallest short marks the best item of fixed bound. (An item that may be forgone has
//! score length + 1, and is the last among equal scores.) An inactive item's short is at least
//! [`INACTIVE`]. Items whose bound may change come after the others and are compared by their keys.
//! Their shorts are odd, so they are never 0.
//!
//! Invariant: in each frame, shorts and live options match: those of the node, and those of its
//! base, which is what is left once the item branched on has been covered or tweaked.

use super::Sub;
use super::arrays::{Opt, bytes, lengthen, zero};
use crate::bits::bitmap::{MOST_OPTIONS, first_of_word, needs_colors, words_for};
use crate::bits::key::Mode;
use crate::bits::number::Slot;
use crate::vector::AlignedWords;

/// The shorts that are compared at once.
pub const PER_CHUNK: usize = 32;

/// This many options of a word are listed without a branch.
pub const AT_ONCE: usize = 4;

/// The least short of inactive items. No length reaches it.
pub const INACTIVE: i16 = 1 << 14;

/// The most items: places are 16-bit numbers.
pub const MOST_WIDE_ITEMS: usize = 30_000;

/// The longest list: shorts have to stay below [`INACTIVE`].
pub const LONGEST_WIDE_LIST: u32 = 8_000;

/// The most words of a sub-problem below a wide one; larger ones are wide, too. This saves stack.
pub const WORDS_BELOW_WIDE: usize = 16;

/// Sub-problems with at most this many options are not wide, as sweeps do better (otherwise planted
/// cover, portable, takes 2.7 times as long).
const FEW_OPTIONS: usize = 256;

/// Options with at least this many items are long.
const LONG_OPTIONS: usize = 10;

/// The work of listing the options of a word that leave.
pub const PER_WORD: u64 = 7;

/// Decides which sub-problems are wide: see [`wide_rule`](crate::bits::decide::compact::wide_rule).
/// The unit of work is about a quarter of a nanosecond.
#[derive(Clone, Copy, Debug, Default)]
pub struct WideRule {
    pub is_on: bool,
    /// Whether all are wide for which there is room; for tests.
    pub always: bool,
    /// Larger sub-problems are wide in any case.
    pub most_options: usize,
    /// The work of comparing a chunk of shorts, and copying it twice.
    pub per_chunk: u64,
    /// The work of counting the lists of a group, for each word.
    pub per_lane: u64,
}

/// The size of what is left of a problem.
#[derive(Clone, Copy, Debug)]
pub struct WideSize {
    pub items: usize,
    pub options: usize,
    pub nodes: usize,
}

impl WideRule {
    /// The rule for sub-problems below a wide one.
    pub fn below(self) -> Self {
        WideRule {
            most_options: 64 * WORDS_BELOW_WIDE,
            ..self
        }
    }

    /// The work of choosing an item.
    #[inline(always)]
    pub fn choosing(&self, items: usize) -> u64 {
        self.per_chunk * items.div_ceil(PER_CHUNK) as u64
    }

    /// The work of counting the lists of some groups of slots. If there are many words, most soon
    /// become empty.
    pub fn counting(&self, groups: usize, words: usize) -> u64 {
        let words = match words {
            0..=16 => words,
            17..=32 => words * 2 / 3,
            _ => words / 3,
        };
        self.per_lane * (groups * words) as u64
    }

    /// Whether a sub-problem without colors is wide: if counting all lists costs more than counting
    /// what is gone.
    pub fn prefers(&self, size: WideSize) -> bool {
        let WideSize {
            items,
            options,
            nodes,
        } = size;
        if !self.is_on || items > MOST_WIDE_ITEMS {
            return false;
        }
        if self.always || options > self.most_options {
            return true;
        }
        if options <= FEW_OPTIONS {
            return false;
        }
        let as_colored = needs_colors(false, options);
        // Code for colors takes an option's items one by one.
        if as_colored && nodes / options >= LONG_OPTIONS {
            return true;
        }
        // Beyond the largest size of other sub-problems, lists would continue down to that size.
        let some = WideSize {
            items,
            options: options.min(MOST_OPTIONS),
            nodes: nodes * options.min(MOST_OPTIONS) / options,
        };
        let words = words_for(some.options, as_colored);
        let counting = 60 + self.counting(items.div_ceil(8), words);
        counting > self.keeping(some, items, some.options.div_ceil(64))
    }

    /// The approximate work of a node of a wide sub-problem with `all_items` items and `words`
    /// words, when `size` is left.
    pub fn keeping(&self, size: WideSize, all_items: usize, words: usize) -> u64 {
        let WideSize {
            items,
            options,
            nodes,
        } = size;
        let breadth = nodes / options.max(1);
        // The options that an option hides; a third of them, as lists have lost items at most
        // nodes.
        let hidden = (breadth * nodes / items.max(1)).min(options) / 3;
        let gone = 3 * hidden * (breadth + 1) + words * (PER_WORD as usize + breadth / 4);
        300 + self.choosing(all_items) + gone as u64
    }
}

/// Shorts that are compared at once.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Chunk(pub [i16; PER_CHUNK]);

impl Default for Chunk {
    /// The shorts of no items.
    fn default() -> Self {
        Chunk([i16::MAX; PER_CHUNK])
    }
}

#[inline(always)]
pub fn flat(chunks: &[Chunk]) -> &[i16] {
    // SAFETY: a chunk is that many shorts and nothing else.
    unsafe { std::slice::from_raw_parts(chunks.as_ptr().cast(), chunks.len() * PER_CHUNK) }
}

#[inline(always)]
pub fn flat_mut(chunks: &mut [Chunk]) -> &mut [i16] {
    // SAFETY: see [`flat`].
    unsafe { std::slice::from_raw_parts_mut(chunks.as_mut_ptr().cast(), chunks.len() * PER_CHUNK) }
}

/// An option's range of places, and the cost of hiding it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hideable {
    pub start: u32,
    pub end: u32,
    pub pure: u32,
    pub purified: u32,
}

/// See the [module](self).
#[derive(Debug, Default)]
pub struct Wide {
    /// Decides which sub-problems are wide; and whether this one is.
    pub rule: WideRule,
    pub is_on: bool,
    /// The number of a frame's chunks: those that are compared, and all.
    pub compared: usize,
    pub chunks: usize,
    /// For each node, the place of its item's short.
    pub places: Vec<u16>,
    pub options: Vec<Hideable>,
    /// The first option, if all options have equally many nodes and cost the same.
    pub uniform: Option<Hideable>,
    /// Two bitmaps for each depth: the live options of the node, and of its base.
    pub live: AlignedWords,
    /// Two sets for each depth: the shorts of the node, and of its base.
    pub shorts: Vec<Chunk>,
    /// The options that leave with the next choice, and a list of those that are in the base.
    pub gone: Vec<u64>,
    pub hidden: Vec<u32>,
    /// The branches of all nodes on the path.
    pub branches: Vec<u32>,
    /// The work since the last call of [`Sub::take_work`].
    pub work: u64,
}

/// The place of a slot's short: the slots below `changing` may change their bounds and come after
/// the `compared` chunks of the others.
#[inline(always)]
pub fn place_of(slot: usize, changing: usize, compared: usize) -> usize {
    match slot.checked_sub(changing) {
        Some(place) => place,
        None => compared * PER_CHUNK + slot,
    }
}

impl Wide {
    /// See [`place_of`].
    #[inline(always)]
    pub fn place(&self, slot: Slot, changing: usize) -> usize {
        place_of(slot.0 as usize, changing, self.compared)
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.live.bytes() + bytes(&[&self.places]) + bytes(&[&self.shorts])
    }

    /// Bitmap `number`: even numbers belong to nodes, odd ones to bases.
    #[inline(always)]
    fn bitmap(&self, words: usize, number: usize) -> &[u64] {
        &self.live[number * words..][..words]
    }
}

impl Sub {
    /// The live options of the node at some depth.
    #[inline(always)]
    pub fn live(&self, depth: usize) -> &[u64] {
        self.wide.bitmap(self.layout.words, 2 * depth)
    }

    /// The live options of its base.
    #[inline(always)]
    pub fn base(&self, depth: usize) -> &[u64] {
        self.wide.bitmap(self.layout.words, 2 * depth + 1)
    }

    /// Writes the places of all nodes, and the frame of the root.
    pub fn index_wide(&mut self) {
        debug_assert!(self.mode != Mode::Colors);
        let layout = self.layout;
        let changing = layout.changing * 8;
        let (count, words) = (self.options.len(), layout.words);
        self.wide.compared = (layout.groups * 8 - changing).div_ceil(PER_CHUNK);
        // All secondary items share the last place.
        self.wide.chunks = self.wide.compared + (changing + 1).div_ceil(PER_CHUNK);
        let secondary = self.wide.compared * PER_CHUNK + changing;
        self.wide.places.clear();
        for node in &self.nodes {
            let place = match node.item.index() < layout.primary {
                true => self
                    .wide
                    .place(self.items[node.item.index()].slot, changing),
                false => secondary,
            };
            self.wide.places.push(place as u16);
        }
        self.wide.options.clear();
        self.wide
            .options
            .extend(self.options.iter().map(|option: &Opt| Hideable {
                start: option.start,
                end: option.end,
                pure: option.pure,
                purified: option.purified,
            }));
        let kind = |own: &Hideable| (own.end - own.start, own.pure, own.purified);
        let (first, all) = (self.wide.options.first(), self.wide.options.iter());
        self.wide.uniform = first
            .filter(|first| all.clone().all(|own| kind(own) == kind(first)))
            .copied();
        lengthen(&mut self.wide.hidden, count + AT_ONCE);
        zero(&mut self.wide.gone, words);
        self.reserve_wide(0);
        let wide = &mut self.wide;
        wide.shorts[..wide.chunks].fill(Chunk::default());
        let shorts = flat_mut(&mut wide.shorts[..wide.chunks]);
        shorts[wide.compared * PER_CHUNK..].fill(1);
        for item in &self.items[..layout.primary] {
            if !item.may_change() {
                let place = item.slot.0 as usize - changing;
                shorts[place] = if item.slack > 0 { 3 } else { 0 };
            }
        }
        for &place in &wide.places {
            let short = &mut shorts[usize::from(place)];
            *short = short.wrapping_add(2);
        }
        for (word, live) in wide.live[..words].iter_mut().enumerate() {
            *live = first_of_word(count.saturating_sub(64 * word));
        }
    }

    /// Makes room for the frame at some depth.
    #[inline(always)]
    pub fn reserve_wide(&mut self, depth: usize) {
        if self.wide.shorts.len() < (depth + 1) * 2 * self.wide.chunks {
            let frames = (depth + 4) * 2;
            lengthen(&mut self.wide.shorts, frames * self.wide.chunks);
        }
        if self.wide.live.len() < (depth + 1) * 2 * self.layout.words {
            self.wide.live.lengthen((depth + 4) * 2 * self.layout.words);
        }
    }

    /// The approximate work since the last call: see [`WideRule`].
    #[inline(always)]
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.wide.work)
    }
}
