//! Makes sub-problems: from what lists have left, or from what a larger sub-problem has left.
//!
//! [`Encoder`] goes through the options one by one and adds their nodes. It encodes what lists have
//! left and, if there are colors, what a larger sub-problem has left. Without colors, [`gather`]
//! compresses the larger sub-problem's bitmaps instead, which is faster: the data of its options
//! stay valid.
//!
//! ```text
//! for each active item:   row = extract(old row, live)
//! for each live option:   conflicts = extract(old conflicts, live)
//! for each plane:         extract(old plane, live)
//! ```
//!
//! `extract` compresses the bits of one word at the places given by another: one instruction (PEXT)
//! on most processors with AVX2. Secondary items and lists of nodes are left out, as conflicts
//! suffice. If there are no conflicts yet, they are computed from the rows.
//!
//! A bound that does not fit into a key is lowered ([`clip`]) so that no comparison changes. A
//! spare falls by at most one for each option chosen, so by no more than the length of its list.
//! Items whose spares can become equal are lowered by the same number, and the others keep their
//! order. A lowered bound is never used up, even if its item is branched on length + 1 times
//! because of a null move.

use super::bitmap::{bits_of, count_all, words_for};
use super::kernels::{Kernels, Mask};
use super::key::{self, Mode};
use super::number::{Bit, Rank, Slot};
use super::sub::Sub;
use super::sub::arrays::{Layout, Opt, Planes, SubItem, SubNode, new_key, zero};
use crate::links::{Links, Remains};
use crate::state::{Active, State};
use dlx3_format::{ItemId, NodeId, Problem};
use std::collections::HashMap;

/// Maps old numbers to new ones, counted from 1; 0 means none yet.
#[derive(Debug, Default)]
struct Renumbering {
    numbers: Vec<u32>,
    seen: Vec<u32>,
}

impl Renumbering {
    /// Forgets all numbers.
    fn clear(&mut self, size: usize) {
        for old in self.seen.drain(..) {
            self.numbers[old as usize] = 0;
        }
        if self.numbers.len() < size {
            self.numbers.resize(size, 0);
        }
    }

    /// The new number of `old`, counted from 1, and whether it has just been given.
    #[inline]
    fn get(&mut self, old: u32) -> (u32, bool) {
        let number = &mut self.numbers[old as usize];
        let is_new = *number == 0;
        if is_new {
            self.seen.push(old);
            *number = self.seen.len() as u32;
        }
        (*number, is_new)
    }
}

/// Encodes sub-problems.
#[derive(Debug)]
pub struct Encoder {
    /// For each node, the number of its pair of item and color; empty without colors.
    hues: Vec<u32>,
    most_hues: usize,
    items: Renumbering,
    colors: Renumbering,
    /// With random choices: the new numbers of options.
    options: Renumbering,
}

impl Encoder {
    pub fn new(problem: &Problem) -> Self {
        let mut numbers = HashMap::new();
        let mut hues = Vec::new();
        for node in (0..problem.node_count() as u32).map(NodeId) {
            let color = problem.color_or_zero(node);
            if color != 0 {
                hues.resize(problem.node_count(), 0);
                let next = numbers.len() as u32 + 1;
                let hue = numbers.entry((problem.node_item(node), color));
                hues[node.index()] = *hue.or_insert(next);
            }
        }
        Encoder {
            hues,
            most_hues: numbers.len() + 1,
            items: Renumbering::default(),
            colors: Renumbering::default(),
            options: Renumbering::default(),
        }
    }

    /// One more than the most hues that a sub-problem can have.
    pub fn most_hues(&self) -> usize {
        self.most_hues
    }

    fn begin(&mut self, sub: &mut Sub, items: usize, hues: usize) {
        sub.clear();
        self.items.clear(items);
        self.colors.clear(hues);
    }

    /// Adds a node to the last option; `old_hue` is 0 if it has no color.
    #[inline]
    fn add_node(&mut self, sub: &mut Sub, old_item: u32, id: u32, old_hue: u32) {
        let (item, is_new) = self.items.get(old_item);
        if is_new {
            sub.items.push(SubItem {
                id,
                ..SubItem::default()
            });
        }
        let hue = match old_hue {
            0 => 0,
            hue => self.colors.get(hue).0,
        };
        let item = Rank(item - 1);
        sub.nodes.push(SubNode { item, hue });
    }

    /// Adds an option whose nodes have been added from `start` on. With its purified nodes, it has
    /// `nodes`.
    fn add_option(sub: &mut Sub, id: u32, start: usize, nodes: usize) {
        let end = sub.nodes.len();
        sub.options.push(Opt {
            id,
            start: start as u32,
            end: end as u32,
            purified: (nodes - (end - start)) as u32,
            ..Opt::default()
        });
    }

    fn finish(&mut self, sub: &mut Sub) {
        sub.hues = self.colors.seen.len();
        sub.index();
    }

    /// Encodes what the lists have left; `clips` says by how much to clip bounds.
    pub fn encode_links(
        &mut self,
        sub: &mut Sub,
        problem: &Problem,
        remains: &Remains,
        clips: &[u32],
    ) {
        self.begin(sub, problem.item_count(), self.most_hues);
        for (active, &clipped) in remains.items.iter().zip(clips) {
            self.items.get(active.item.0);
            sub.items.push(SubItem {
                id: active.item.0,
                bound: active.bound - clipped,
                slack: active.slack - clipped,
                clipped,
                slot: Slot::default(), // it gets one later
            });
        }
        sub.layout.primary = sub.items.len();
        for &(option, purified) in &remains.options {
            let start = sub.nodes.len();
            for node in problem.nodes_of(option) {
                let item = problem.node_item(node);
                if purified && remains.is_purified(item) {
                    continue;
                }
                let hue = self.hues.get(node.index()).copied().unwrap_or(0);
                self.add_node(sub, item.0, item.0, hue);
            }
            Self::add_option(sub, option.0, start, problem.nodes_of(option).len());
        }
        self.finish(sub);
    }

    /// Adds the order of each item's list to what [`Self::encode_links`] has encoded.
    pub fn add_orders(&mut self, sub: &mut Sub, links: &Links<'_>) {
        self.options.clear(links.problem().option_count());
        for option in &sub.options {
            self.options.get(option.id);
        }
        let numbers = &self.options.numbers;
        sub.orders.clear();
        for item in &sub.items[..sub.layout.primary] {
            let list = links.options_of(ItemId(item.id));
            let bits = list.map(|option| Bit(numbers[option.index()] as usize - 1));
            sub.orders.add(bits);
        }
    }

    /// Encodes what a larger sub-problem has left in the frame at `depth`.
    pub fn encode_sub(&mut self, sub: &mut Sub, from: &Sub, live: &[u64], depth: usize) {
        self.begin(sub, from.items.len(), from.hues + 1);
        for rank in from.primary().filter(|&rank| from.is_active(depth, rank)) {
            let item = from.items[rank.index()];
            let bound = key::bound(from.key(depth, rank));
            self.items.get(rank.0);
            sub.items.push(SubItem { bound, ..item });
        }
        sub.layout.primary = sub.items.len();
        for option in bits_of(live) {
            let old = &from.options[option.index()];
            let start = sub.nodes.len();
            for node in from.nodes_of(old) {
                if !from.is_purified(depth, node.item) {
                    let id = from.items[node.item.index()].id;
                    self.add_node(sub, node.item.0, id, node.hue);
                }
            }
            let nodes = old.nodes().len() + old.purified as usize;
            Self::add_option(sub, old.id, start, nodes);
        }
        sub.order_matters = from.order_matters;
        self.finish(sub);
    }
}

/// Finds by how much to clip each item's bound and slack; false if they would still be too large.
pub fn clip(items: &[Active], clips: &mut Vec<u32>) -> bool {
    clips.clear();
    clips.resize(items.len(), 0);
    let lack = |item: &Active| item.bound - item.spare();
    if items.iter().any(|item| lack(item) > key::MOST_LACK) {
        return false;
    }
    if items.iter().all(|item| item.spare() <= key::MOST_SPARE) {
        return true;
    }
    // The smallest spare that each item can come to.
    let least = |&index: &usize| i64::from(items[index].spare()) - i64::from(items[index].length);
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(least);
    // A bound of 2 is not used up by a null move, which takes one off.
    let (mut clipped, mut most) = (0, 1);
    for index in order {
        let spare = i64::from(items[index].spare());
        // The gap between this item's spares and all smaller ones is reduced to one.
        clipped += (least(&index) - clipped - most - 1).max(0);
        clips[index] = clipped as u32;
        most = most.max(spare - clipped);
    }
    most <= i64::from(key::MOST_SPARE)
}

/// Appends bits to a bitmap of zeros.
struct Appender<'a> {
    words: &'a mut [u64],
    length: u32,
}

impl Appender<'_> {
    #[inline(always)]
    fn append(&mut self, bits: u64, count: u32) {
        let (word, shift) = (self.length as usize / 64, self.length % 64);
        self.length += count;
        if bits == 0 {
            return;
        }
        self.words[word] |= bits << shift;
        if shift + count > 64 {
            self.words[word + 1] |= bits >> (64 - shift);
        }
    }
}

/// Compresses the live bits of `from` into `to`, from bit `start` on.
#[inline(always)]
pub fn gather<K: Kernels>(
    kernels: K,
    from: &[u64],
    live: &[K::Mask],
    to: &mut [u64],
    start: usize,
) {
    match to {
        [] => return,
        // One or two words are the rule, and simpler.
        [word] => {
            let mut shift = start as u32;
            for (&from, live) in from.iter().zip(live) {
                if live.bits() != 0 {
                    *word |= kernels.extract(from, live) << shift;
                    shift += live.bits().count_ones();
                }
            }
            return;
        }
        [low, high] => {
            let (mut all, mut shift) = (0, start as u32);
            for (&from, live) in from.iter().zip(live) {
                if live.bits() != 0 {
                    all |= u128::from(kernels.extract(from, live)) << shift;
                    shift += live.bits().count_ones();
                }
            }
            *low |= all as u64;
            *high |= (all >> 64) as u64;
            return;
        }
        _ => {}
    }
    let mut appender = Appender {
        words: to,
        length: start as u32,
    };
    for (&from, live) in from.iter().zip(live) {
        if live.bits() != 0 {
            appender.append(kernels.extract(from, live), live.bits().count_ones());
        }
    }
}

/// Compresses planes.
#[inline(always)]
fn gather_planes<K: Kernels>(
    kernels: K,
    from: &Planes,
    live: &[K::Mask],
    to: &mut Planes,
    words: usize,
) {
    let planes = from.words.chunks_exact(live.len());
    (to.base, to.count) = (from.base, from.count);
    to.words.zero(to.count * words);
    for (from, to) in planes.zip(to.words.chunks_exact_mut(words)) {
        gather(kernels, from, live, to, 0);
    }
}

impl Sub {
    /// Encodes what `from` has left in the frame at `depth`; false if `from` has colors or is wide.
    #[inline(always)]
    pub fn gather(
        &mut self,
        kernels: impl Kernels,
        from: &Sub,
        live: &[u64],
        depth: usize,
    ) -> bool {
        // Few words have their own code, whose loops are short.
        match live {
            _ if from.mode == Mode::Colors || from.wide.is_on => return false,
            [_, _] => self.gather_live(kernels, from, &live[..2], depth),
            [_, _, _] => self.gather_live(kernels, from, &live[..3], depth),
            _ => self.gather_live(kernels, from, live, depth),
        }
        true
    }

    #[inline(always)]
    fn gather_live<K: Kernels>(&mut self, kernels: K, from: &Sub, live: &[u64], depth: usize) {
        let mut storage = Vec::new();
        let masks = &K::Mask::all(live, &mut storage)[..live.len()];
        let words = words_for(count_all(live), false);
        (self.mode, self.layout.words, self.hues) = (from.mode, words, 0);
        self.nodes.clear();
        self.names.clear();
        self.keep_active(from, depth);
        let kept = std::mem::take(&mut self.kept);
        let items = kept.iter().map(|old| from.items[old.index()]);
        self.items.clear();
        self.items.extend(items);
        match from.mode {
            Mode::Plain => self.place(kept.len(), new_key),
            _ => self.place(kept.len(), |rank, _| {
                key::of_parts(key::without_rank(from.key(depth, kept[rank.index()])), rank)
            }),
        }

        self.rows.items.zero(kept.len() * words);
        zero(&mut self.slots.columns, self.layout.groups * words);
        for (rank, &old) in kept.iter().enumerate() {
            let row = &mut self.rows.items[rank * words..][..words];
            let old_row = &from.rows.items[old.index() * live.len()..][..live.len()];
            gather(kernels, old_row, masks, row, 0);
            let slot = self.items[rank].slot;
            let columns = &mut self.slots.columns[slot.group() * words..][..words];
            for (column, &word) in columns.iter_mut().zip(&*row) {
                column.0[slot.lane()] = word;
            }
        }
        self.kept = kept;
        self.has_secondary = from.has_secondary;
        self.length_masks.are_on = from.length_masks.are_on;
        self.gather_options(kernels, from, live, masks);
        let (to, from) = (&mut self.other_nodes, &from.other_nodes);
        gather_planes(kernels, &from.pure, masks, &mut to.pure, words);
        gather_planes(kernels, &from.others, masks, &mut to.others, words);
        to.primaries.base = from.primaries.base;
        self.open_frames();
    }

    /// Copies the live options, and compresses their masks.
    #[inline(always)]
    fn gather_options<K: Kernels>(
        &mut self,
        kernels: K,
        from: &Sub,
        live: &[u64],
        masks: &[K::Mask],
    ) {
        let count = count_all(live);
        let new = self.layout;
        self.options.clear();
        if from.length_masks.are_on {
            self.gather_length_masks(kernels, from, live, masks);
        }
        self.masks.conflicts.zero(count * new.words);
        self.clear_masks(count);
        for option in bits_of(live).map(Bit::index) {
            if from.has_secondary {
                let number = self.options.len();
                let conflicts = &from.masks.conflicts[option * masks.len()..][..masks.len()];
                let to = &mut self.masks.conflicts[number * new.words..][..new.words];
                gather(kernels, conflicts, masks, to, 0);
            }
            self.options.push(from.options[option]);
        }
        match new.words {
            1 => self.write_masks::<1>(),
            2 => self.write_masks::<2>(),
            3 => self.write_masks::<3>(),
            _ => self.write_masks::<0>(),
        }
    }

    /// Compresses the options' masks of lengths.
    #[inline(always)]
    fn gather_length_masks<K: Kernels>(
        &mut self,
        kernels: K,
        from: &Sub,
        live: &[u64],
        masks: &[K::Mask],
    ) {
        let words = self.layout.words;
        let to = &mut self.length_masks.by_secondary;
        to.zero(count_all(live) * words);
        for (to, option) in to.chunks_exact_mut(words).zip(bits_of(live)) {
            let mask = &from.length_masks.by_secondary[option.index() * masks.len()..];
            gather(kernels, &mask[..masks.len()], masks, to, 0);
        }
    }

    /// Writes the masks of options from the rows of items, which have `W` words, or any number if
    /// `W` is 0.
    #[inline(always)]
    fn write_masks<const W: usize>(&mut self) {
        let Layout {
            words,
            width,
            changing_width,
            ..
        } = self.layout;
        let words = if W == 0 { words } else { W };
        // Split once, not for each bit.
        let (all_satisfied, all_choices) =
            (&mut self.masks.satisfied[..], &mut self.masks.choices[..]);
        let all_conflicts = &mut self.masks.conflicts[..];
        let rows = self.rows.items.chunks_exact(words);
        for (row, item) in rows.zip(&self.items) {
            let (slot, mask) = (item.slot.word(), item.slot.mask());
            for option in bits_of(row).map(Bit::index) {
                if item.may_change() {
                    all_choices[option * changing_width + slot] |= mask;
                    continue;
                }
                all_satisfied[option * width + slot] |= mask;
                let conflicts = &mut all_conflicts[option * words..][..words];
                for (conflicts, row) in conflicts.iter_mut().zip(row) {
                    *conflicts |= row;
                }
            }
        }
    }

    /// Lists the active items of `from`.
    #[inline(always)]
    fn keep_active(&mut self, from: &Sub, depth: usize) {
        let kept = &mut self.kept;
        kept.clear();
        if from.mode != Mode::Plain {
            kept.extend(from.primary().filter(|&old| from.is_active(depth, old)));
            return;
        }
        // Slots are ranks.
        let active = from.frames.active(&from.layout, depth);
        kept.extend(bits_of(active).map(|slot| Rank(slot.0 as u32)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::bitmap::Moves;
    use crate::vector::portable::Portable;

    fn items(bounds: &[[u32; 3]]) -> Vec<Active> {
        let item = |(number, &[bound, slack, length]): (usize, &[u32; 3])| Active {
            item: ItemId(number as u32),
            bound,
            slack,
            length,
        };
        bounds.iter().enumerate().map(item).collect()
    }

    #[test]
    fn what_lies_between_spares_that_never_meet_is_clipped() {
        let mut clips = Vec::new();
        let all = items(&[
            [1, 0, 9],
            [9_999_999, 9_999_999, 3],
            [9_999_998, 9_000_000, 5],
            [20_000, 20_000, 4],
        ]);
        // The lack of 1,001,998 is too large.
        assert!(!clip(&all, &mut clips));
        let all = items(&[
            [1, 0, 9],
            [9_999_999, 9_999_999, 3],
            [9_999_997, 9_999_990, 5],
            [20_000, 20_000, 4],
            [20_007, 20_007, 2],
        ]);
        assert!(clip(&all, &mut clips));
        let spares: Vec<u32> = (0..5).map(|i| all[i].spare() - clips[i]).collect();
        // They stay apart: the spares range over 0, 2 to 6, 7 to 9, 10 to 15, and 16 to 19.
        assert_eq!(spares, [0, 19, 15, 6, 9]);
    }

    #[test]
    fn small_bounds_stay_as_they_are() {
        let mut clips = Vec::new();
        assert!(clip(&items(&[[3, 1, 9], [16_000, 16_000, 2]]), &mut clips));
        assert_eq!(clips, [0, 0]);
    }

    fn masks(words: &[u64]) -> Vec<Moves> {
        words.iter().copied().map(Moves::new).collect()
    }

    #[test]
    fn live_bits_are_moved_together_across_words() {
        let (mut words, from) = ([0; 2], [u64::MAX << 1, 0b101]);
        gather(Portable, &from, &masks(&[u64::MAX, 0b111]), &mut words, 0);
        assert_eq!(words, [u64::MAX << 1, 0b101]);
        let (mut words, from) = ([0; 3], [0b1011; 4]);
        gather(Portable, &from, &masks(&[0b1010; 4]), &mut words, 62);
        assert_eq!(words, [0b11 << 62, 0b111111, 0]);
    }
}
