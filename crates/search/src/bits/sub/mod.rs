//! A sub-problem: the bitmaps of what is left of a problem below some node. It has the live
//! options, renumbered in input order, and the active items.
//!
//! Invariant: once it is encoded, only its frames change. A frame does not change while the
//! branches of its node are taken.

pub mod arrays;
pub mod lengths;
pub mod orders;
pub mod shorts;
pub mod wide;

use super::bitmap::{NameLanes, needs_colors, words_for};
use super::key::Mode;
use super::number::{Bit, Rank};
use super::price;
use super::small::leaves::Leaves;
use crate::prices::{Dlx2, Dlx3, Prices};
use arrays::{
    Frames, Layout, Masks, Opt, OtherNodes, Rows, Slots, StepList, SubItem, SubNode, bytes,
    lengthen, new_key, zero,
};
use lengths::LengthMasks;
use orders::Orders;
use shorts::ShortLanes;
use wide::{Wide, WideSize};

/// The largest number of [`places`](Sub::places).
const MOST_PLACES: usize = 1 << 18;

#[derive(Debug, Default)]
pub struct Sub {
    pub mode: Mode,
    pub layout: Layout,
    pub items: Vec<SubItem>,
    pub options: Vec<Opt>,
    /// The nodes of all options, if it was encoded from lists.
    pub nodes: Vec<SubNode>,
    /// With colors: the nodes of each option twice in a row, so that those after any one of them,
    /// around to it, are contiguous.
    pub rounds: Vec<SubNode>,
    /// With colors: for each primary item and option, which node of the option has the item, if
    /// any; empty if there would be too many.
    pub places: Vec<u8>,
    /// Without colors: whether there were secondary items when it was encoded from lists.
    pub has_secondary: bool,
    /// The number of hues: of items together with a color.
    pub hues: usize,
    pub slots: Slots,
    pub orders: Orders,
    pub rows: Rows,
    pub masks: Masks,
    pub other_nodes: OtherNodes,
    pub length_masks: LengthMasks,
    /// Whether masks are known not to tell mems for lengths apart.
    pub order_matters: bool,
    /// The names of options, of which states' names are made; empty until they are needed.
    pub names: Vec<NameLanes>,
    pub frames: Frames,
    pub shorts: ShortLanes,
    pub wide: Wide,
    /// With colors: the average number of an option's nodes.
    pub breadth: usize,
    /// Whether any smaller encoding might be worth it.
    pub may_compact: bool,
    /// Whether it has the prices of DLX2.
    pub pays_as_dlx2: bool,
    /// How it may be swept.
    pub sweeps: Sweeps,
    /// With colors: which subtrees may be encoded in few words.
    pub subtrees: Subtrees,
    /// Scratch space: the items' ranks before the sub-problem was compacted, and the steps of an
    /// option.
    pub kept: Vec<Rank>,
    pub steps: StepList,
}

/// Which subtrees of a sub-problem with colors may be searched in few words: see
/// [`small`](super::small).
#[derive(Clone, Copy, Debug, Default)]
pub struct Subtrees {
    pub small: bool,
    pub middle: bool,
    /// Whether those of middle size may contain small ones.
    pub within: bool,
    /// The data for counting leaves by their parent, if allowed; and whether equal siblings may be
    /// merged.
    pub leaves: Option<Leaves>,
    pub siblings: bool,
}

/// How the subtrees of a sub-problem may be swept; decided when its search begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sweeps {
    /// Whether they may be swept at all.
    pub any: bool,
    /// Whether there is code for eight nodes at a time. With colors, nothing is swept, but the memo
    /// uses this.
    pub eights: bool,
    /// Whether sweeps of eights may have shorter bitmaps than the sub-problem.
    pub pack: bool,
    /// Whether lengths may be kept, and whether such sweeps may renumber options.
    pub lengths: bool,
    pub renumber_lengths: bool,
    /// Whether short keys may be kept.
    pub keys: bool,
    /// Whether to sweep node by node if none of these is possible.
    pub single: bool,
    /// Whether to look for chains of null moves.
    pub chains: bool,
}

impl Sub {
    /// Empties the lists. The caller then fills `items`, `options` and `nodes`, and calls
    /// [`Self::index`].
    pub fn clear(&mut self) {
        self.items.clear();
        self.options.clear();
        self.names.clear();
        self.nodes.clear();
        self.hues = 0;
        self.order_matters = false;
    }

    /// The bytes that it takes, except for arrays of one element an option or item.
    pub fn bytes(&self) -> usize {
        let (masks, frames) = (&self.masks, &self.frames);
        let aligned = [
            &self.rows.items,
            &self.rows.hues,
            &masks.conflicts,
            &self.other_nodes.pure.words,
            &self.other_nodes.others.words,
            &self.length_masks.by_secondary,
            &frames.pure,
        ];
        let aligned = aligned.iter().map(|words| words.bytes()).sum::<usize>();
        aligned
            + self.wide.bytes()
            + self.orders.bytes()
            + bytes(&[&masks.satisfied, &masks.choices, &masks.colored])
            + bytes(&[&frames.active, &frames.purified])
            + bytes(&[&self.slots.columns, &self.slots.keys])
            + bytes(&[&frames.keys, &self.shorts.slots])
            + bytes(&[&self.nodes, &self.rounds])
    }

    /// Makes the bitmaps from the lists.
    pub fn index(&mut self) {
        let primary = self.layout.primary;
        let has_lengths = self.pays_as_dlx2 && self.items.len() > primary;
        self.length_masks.are_on = has_lengths
            && !self.order_matters
            && self.hues == 0
            && !needs_colors(false, self.options.len());
        if self.index_once() {
            return;
        }
        self.length_masks.are_on = false;
        self.order_matters = true;
        self.index_once();
    }

    /// [`Self::index`]; false if masks should tell lengths apart, and there are none.
    fn index_once(&mut self) -> bool {
        let (count, primary) = (self.options.len(), self.layout.primary);
        self.wide.is_on = self.hues == 0
            && self.wide.rule.prefers(WideSize {
                items: primary,
                options: count,
                nodes: self.nodes.len(),
            });
        let is_wide = self.wide.is_on;
        // Mems for lengths, which DLX2 tells apart, may depend on the order of an option's items,
        // as colors do.
        let has_lengths = self.pays_as_dlx2 && self.items.len() > primary;
        let has_lengths = has_lengths && !self.length_masks.are_on;
        let colored = !is_wide && needs_colors(self.hues > 0 || has_lengths, count);
        let words = match is_wide {
            true => count.div_ceil(64).max(1),
            false => words_for(count, colored),
        };
        self.layout.words = words;
        self.has_secondary = self.items.len() > primary;
        self.mode = match (
            colored,
            self.items[..primary].iter().all(SubItem::is_simple),
        ) {
            (true, _) => Mode::Colors,
            (false, false) => Mode::Bounds,
            (false, true) => Mode::Plain,
        };
        self.place(primary, new_key);
        self.rows.items.zero(self.items.len() * words);
        self.rows.hues.zero((self.hues + 1) * 2 * words);
        zero(&mut self.rows.hue_items, self.hues + 1);
        self.clear_masks(count);
        let longest = self.options.iter().map(|option| option.nodes().len());
        let longest = longest.max().unwrap_or(0);
        self.places.clear();
        if colored {
            if primary * count <= MOST_PLACES && longest <= u8::MAX.into() {
                self.places.resize(primary * count, 0);
            }
            lengthen(&mut self.rounds, 2 * self.nodes.len());
        }
        self.index_options();
        self.length_masks.are_on &= !is_wide;
        if self.length_masks.are_on && !self.find_length_masks() {
            return false;
        }
        self.breadth = self.nodes.len() / count.max(1);
        if is_wide {
            self.index_wide();
            self.open_frames();
            return true;
        }
        self.fill_columns();
        self.rows.find_other_hues(words);
        let nodes = self.options.iter().map(|o| u64::from(o.end - o.start - 1));
        self.other_nodes.pure.encode(words, colored, nodes);
        let others = self.options.iter().map(|option| match colored {
            true => u64::from(option.purified + option.end - option.start - 1),
            false => u64::from(option.purified),
        });
        self.other_nodes.others.encode(words, false, others);
        if self.pays_as_dlx2 && (colored || self.length_masks.are_on) {
            let nodes = &self.nodes;
            let primaries = self.options.iter().map(|option| {
                let items = nodes[option.nodes()].iter().map(|node| node.item.index());
                items.filter(|&rank| rank < primary).count() as u64
            });
            self.other_nodes.primaries.encode(words, false, primaries);
        }
        if colored {
            self.layout.planes = self.other_nodes.pure.words.len();
        } else {
            self.find_conflicts();
        }
        self.steps.reset(longest);
        self.open_frames();
        true
    }

    /// Assigns slots to the first `primary` items, and sets the widths.
    #[inline(always)]
    pub fn place(&mut self, primary: usize, base_key: impl Fn(Rank, &SubItem) -> u64) {
        self.shorts.clear();
        let layout = &mut self.layout;
        let items = &mut self.items[..primary];
        let are_ranks = self.orders.is_on;
        (layout.groups, layout.changing) = self.slots.place(items, are_ranks, base_key);
        layout.primary = primary;
        layout.width = layout.groups.div_ceil(8);
        layout.changing_width = layout.changing.div_ceil(8);
        // The mode decides, as its code relies on it, whether or not an item has a color.
        layout.color_width = match self.mode {
            Mode::Colors => (self.items.len() - primary).div_ceil(64),
            Mode::Plain | Mode::Bounds => 0,
        };
        layout.planes = 0;
    }

    /// Makes room for the masks of the options, but for conflicts.
    #[inline(always)]
    pub fn clear_masks(&mut self, options: usize) {
        zero(&mut self.masks.satisfied, (options + 1) * self.layout.width);
        zero(
            &mut self.masks.choices,
            options * self.layout.changing_width,
        );
        zero(&mut self.masks.colored, options * self.layout.color_width);
    }

    /// Writes the bits of all options, and the cost of choosing each.
    fn index_options(&mut self) {
        let Layout {
            words,
            primary,
            width,
            changing_width,
            color_width,
            ..
        } = self.layout;
        let count = self.options.len();
        let is_colored = self.mode == Mode::Colors;
        let bound = match self.pays_as_dlx2 {
            true => Dlx2::BOUND,
            false => Dlx3::BOUND,
        };
        // Split once, not for each node: with colors this is done often.
        let (items, nodes) = (&self.items[..], &self.nodes[..]);
        let (rows, hues): (&mut [u64], &mut [u64]) = (&mut self.rows.items, &mut self.rows.hues);
        let (hue_items, places) = (&mut self.rows.hue_items[..], &mut self.places[..]);
        let (rounds, masks) = (&mut self.rounds[..], &mut self.masks);
        for (index, option) in self.options.iter_mut().enumerate() {
            let (word, bit) = (Bit(index).word(), Bit(index).mask());
            let all = option.nodes();
            let (start, others) = (all.start, all.len() as u32 - 1);
            (option.covers, option.satisfies) = (0, 0);
            let mut fixed = price::OPTION + price::OPTION_NODE * u64::from(option.purified);
            for (place, &node) in nodes[all.clone()].iter().enumerate() {
                if is_colored {
                    rounds[2 * start + place] = node;
                    rounds[start + all.end + place] = node;
                }
                let rank = node.item.index();
                rows[rank * words + word] |= bit;
                if rank >= primary {
                    hues[node.hue as usize * 2 * words + word] |= bit;
                    hue_items[node.hue as usize] = node.item;
                    fixed += price::OPTION_NODE;
                    if node.hue == 0 {
                        fixed += price::COVER_OTHER;
                        option.covers += 1;
                    } else {
                        let color = rank - primary;
                        masks.colored[index * color_width + color / 64] |= 1 << (color % 64);
                    }
                    continue;
                }
                if let Some(to) = places.get_mut(rank * count + index) {
                    *to = place as u8;
                }
                let slot = items[rank].slot;
                if items[rank].may_change() {
                    masks.choices[index * changing_width + slot.word()] |= slot.mask();
                    fixed += price::option_primary(bound);
                } else {
                    masks.satisfied[index * width + slot.word()] |= slot.mask();
                    fixed += price::option_covered(bound);
                    option.covers += 1;
                    option.satisfies += 1;
                }
            }
            option.pure = others;
            option.hiding = price::hiding(1, others.into(), option.purified.into()) as u32;
            option.fixed = fixed as u32;
        }
    }

    /// Writes the columns of slots from the rows of items.
    pub fn fill_columns(&mut self) {
        let words = self.layout.words;
        zero(&mut self.slots.columns, self.layout.groups * words);
        let rows = self.rows.items.chunks_exact(words);
        for (row, item) in rows.zip(&self.items[..self.layout.primary]) {
            let columns = &mut self.slots.columns[item.slot.group() * words..][..words];
            for (column, &word) in columns.iter_mut().zip(row) {
                column.0[item.slot.lane()] = word;
            }
        }
    }

    fn find_conflicts(&mut self) {
        let words = self.layout.words;
        self.masks.conflicts.zero(self.options.len() * words);
        let masks = self.masks.conflicts.chunks_exact_mut(words);
        for (option, mask) in self.options.iter().zip(masks) {
            for node in &self.nodes[option.nodes()] {
                let rank = node.item.index();
                if rank >= self.layout.primary || !self.items[rank].may_change() {
                    let row = &self.rows.items[rank * words..][..words];
                    mask.iter_mut()
                        .zip(row)
                        .for_each(|(mask, row)| *mask |= row);
                }
            }
        }
    }

    /// Makes the frame of the sub-problem's root.
    pub fn open_frames(&mut self) {
        let (layout, frames) = (&self.layout, &mut self.frames);
        frames.grow(layout, layout.primary.min(64));
        frames.active[..layout.width].fill(0);
        for item in &self.items[..layout.primary] {
            frames.active[item.slot.word()] |= item.slot.mask();
        }
        frames.keys[..layout.changing].copy_from_slice(&self.slots.keys[..layout.changing]);
        frames.pure[..layout.planes].copy_from_slice(&self.other_nodes.pure.words[..layout.planes]);
        frames.purified[..layout.color_width].fill(0);
    }

    /// The base key of a primary item in the frame at `depth`.
    pub fn key(&self, depth: usize, rank: Rank) -> u64 {
        let slot = self.items[rank.index()].slot;
        let changing = self.layout.changing;
        match slot.group() < changing {
            true => self.frames.keys[depth * changing + slot.group()].0[slot.lane()],
            false => self.slots.keys[slot.group()].0[slot.lane()],
        }
    }

    /// The nodes of an option, with colors or in a wide sub-problem.
    #[inline(always)]
    pub fn nodes_of(&self, option: &Opt) -> &[SubNode] {
        let nodes = option.nodes();
        if self.wide.is_on {
            return &self.nodes[nodes];
        }
        &self.rounds[2 * nodes.start..][..nodes.len()]
    }

    /// Whether an item, by rank, is purified in the frame at `depth`.
    #[inline(always)]
    pub fn is_purified(&self, depth: usize, rank: Rank) -> bool {
        let color = rank.index().wrapping_sub(self.layout.primary);
        match self.frames.purified(&self.layout, depth).get(color / 64) {
            Some(word) => word >> (color % 64) & 1 == 1,
            None => false,
        }
    }

    /// Whether a primary item is active in the frame at `depth`.
    pub fn is_active(&self, depth: usize, rank: Rank) -> bool {
        let slot = self.items[rank.index()].slot;
        self.frames.active[depth * self.layout.width + slot.word()] & slot.mask() != 0
    }

    /// How many primary items up to this one are active in the frame at `depth`. Slots are ranks.
    pub fn active_up_to(&self, depth: usize, rank: Rank) -> u32 {
        let slot = self.items[rank.index()].slot;
        let active = self.frames.active(&self.layout, depth);
        let before: u32 = active[..slot.word()]
            .iter()
            .map(|word| word.count_ones())
            .sum();
        before + (active[slot.word()] & (slot.mask() | (slot.mask() - 1))).count_ones()
    }

    /// The ranks of the primary items, in order.
    pub fn primary(&self) -> impl Iterator<Item = Rank> + use<> {
        (0..self.layout.primary as u32).map(Rank)
    }
}
