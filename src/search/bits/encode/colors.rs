//! Encoding a sub-problem with colors anew, where colors are left and no bound may change. Few
//! options lose a node, so most of what is known of them still holds.

use super::gather::{gather, gather_planes};
use crate::search::bits::bitmap::{ones, words_for};
use crate::search::bits::kernels::{Kernels, Mask};
use crate::search::bits::mode::Mode;
use crate::search::bits::number::{Bit, Rank};
use crate::search::bits::price;
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::layout::{lengthen, zero};
use crate::search::bits::sub::lists::{Opt, Renumbering, SubNode};
use crate::search::bits::sub::rows::new_key;
use std::hint;

/// For nodes whose items are not left.
const GONE: Rank = Rank(u32::MAX);

impl Sub {
    /// Encodes what `from`, which has colors, has left in the frame at `depth`, if some of them are
    /// left and no bound may change; whether that is so.
    #[inline(always)]
    pub fn keep_colors<K: Kernels>(
        &mut self,
        kernels: K,
        from: &Sub,
        live: &[u64],
        depth: usize,
    ) -> bool {
        if from.layout.changing > 0 {
            return false;
        }
        let mut left = std::mem::take(&mut self.scratch.left);
        left.options.clear();
        let (mut nodes, mut longest) = (0, 0);
        for (word, &bits) in live.iter().enumerate() {
            for place in ones(bits) {
                let option = Bit::new(word, place).index();
                let length = from.options[option].nodes().len();
                (nodes, longest) = (nodes + length, length.max(longest));
                left.options.push(option as u32);
            }
        }
        let is_colored = from.has_colors(&left.options, depth);
        if is_colored {
            self.clear();
            self.mode = Mode::Colors;
            self.layout.words = words_for(left.options.len(), true);
            self.keep_items(&mut left, from, live, depth);
            self.place(self.layout.primary, new_key);
            self.clear_masks(left.options.len());
            self.clear_places(left.options.len(), longest);
            lengthen(&mut self.rounds, 2 * nodes);
            // In loops of their own: as these are short, the processor fetches what is known of several
            // options at a time, and does not wait for words that it has just written.
            self.copy_options(kernels, &left, from, depth);
            self.copy_nodes(&mut left, from);
            self.fill_rows();
            self.fill_columns();
            self.gather_weights(kernels, from, live, depth);
            let nodes = self.options.last().map_or(0, |option| option.end);
            self.breadth = nodes as usize / self.options.len();
            self.scratch.steps.reset(longest);
            self.open_frames();
        }
        self.scratch.left = left;
        is_colored
    }

    /// Whether some of these options want a color for an item that is not purified.
    #[inline(always)]
    fn has_colors(&self, options: &[u32], depth: usize) -> bool {
        let purified = self.frames.purified(&self.layout, depth);
        let width = self.layout.color_width;
        for &option in options {
            let colored = &self.masks.colored[option as usize * width..][..width];
            for (colored, purified) in colored.iter().zip(purified) {
                if colored & !purified != 0 {
                    return true;
                }
            }
        }
        false
    }

    /// Lists the items that are left.
    #[inline(always)]
    fn keep_items(&mut self, left: &mut Renumbering, from: &Sub, live: &[u64], depth: usize) {
        let (old, gone) = (from.layout, SubNode { item: GONE, hue: 0 });
        left.nodes.clear();
        left.nodes.resize(from.items.len(), gone);
        zero(&mut left.colors, old.color_width);
        let purified = from.frames.purified(&old, depth);
        for (rank, item) in from.items.iter().enumerate() {
            let is_left = match rank.checked_sub(old.primary) {
                None => from.is_active(depth, Rank(rank as u32)),
                Some(color) => {
                    let row = &from.rows.items[rank * old.words..][..old.words];
                    let is_left = purified[color / 64] >> (color % 64) & 1 == 0
                        && row.iter().zip(live).any(|(row, live)| row & live != 0);
                    left.colors[color / 64] |= u64::from(is_left) << (color % 64);
                    is_left
                }
            };
            if is_left {
                left.nodes[rank].item = Rank(self.items.len() as u32);
                self.items.push(*item);
            }
            if rank < old.primary {
                self.layout.primary = self.items.len();
            }
        }
        // Hues get their numbers where they are seen first.
        for item in &from.rows.hue_items {
            let node = left.nodes[item.index()];
            left.nodes.push(node);
        }
    }

    /// Copies the live options, and what their masks have for the items that are left.
    #[inline(always)]
    fn copy_options<K: Kernels>(
        &mut self,
        kernels: K,
        left: &Renumbering,
        from: &Sub,
        depth: usize,
    ) {
        let (old, to) = (from.layout, self.layout);
        let (mut storage, mut color_storage) = (Vec::new(), Vec::new());
        let (masks, new_masks) = (&from.masks, &mut self.masks);
        // Slots are ranks.
        let active = K::Mask::all(from.frames.active(&old, depth), &mut storage);
        let (from_masks, kept) = (&masks.satisfied, &active[..old.width]);
        let to_masks = &mut new_masks.satisfied;
        gather_masks(kernels, from_masks, kept, &left.options, to_masks, to.width);
        let colors = K::Mask::all(&left.colors, &mut color_storage);
        let (from_masks, width, kept) =
            (&masks.colored, old.color_width, &colors[..old.color_width]);
        let to_masks = &mut new_masks.colored;
        gather_masks(
            kernels,
            from_masks,
            kept,
            &left.options,
            to_masks,
            to.color_width,
        );
        let purified = from.frames.purified(&old, depth);
        let mut start = 0;
        for &option in &left.options {
            let colored = &from.masks.colored[option as usize * width..][..width];
            let mut gone = 0;
            for word in 0..width {
                gone += (colored[word] & purified[word]).count_ones();
            }
            let option = &from.options[option as usize];
            let end = start + option.end - option.start - gone;
            let (pure, purified) = (end - start - 1, option.purified + gone);
            self.options.push(Opt {
                start,
                end,
                purified,
                pure,
                weight: price::hiding(1, pure.into(), purified.into()) as u32,
                // What its purified nodes cost, they cost as nodes, too.
                ..*option
            });
            start = end;
        }
    }

    /// Copies the nodes whose items are left.
    #[inline(always)]
    fn copy_nodes(&mut self, left: &mut Renumbering, from: &Sub) {
        let (items, count) = (from.items.len(), self.options.len());
        // Taken apart once, and not for each node: this is done often.
        let (news, places) = (&mut left.nodes[..], &mut self.places[..]);
        let hue_items = &mut self.rows.hue_items;
        hue_items.clear();
        hue_items.push(Rank::default());
        let mut rest = &mut self.rounds[..];
        for (index, (option, &old)) in self.options.iter().zip(&left.options).enumerate() {
            let length = option.nodes().len();
            let (first, others) = rest.split_at_mut(length);
            let (second, others) = others.split_at_mut(length);
            rest = others;
            let mut place = 0;
            for node in from.nodes_of(&from.options[old as usize]) {
                // Without a branch: that would be hard to predict.
                let hue = items + node.hue as usize;
                let known = hint::select_unpredictable(node.hue == 0, node.item.index(), hue);
                let node = &mut news[known];
                if node.item == GONE {
                    continue;
                }
                if known >= items && node.hue == 0 {
                    node.hue = hue_items.len() as u32;
                    hue_items.push(node.item);
                }
                let node = *node;
                (first[place], second[place]) = (node, node);
                // Secondary items have none.
                if let Some(to) = places.get_mut(node.item.index() * count + index) {
                    *to = place as u8;
                }
                place += 1;
            }
        }
        self.hues = hue_items.len() - 1;
    }

    /// Writes the rows of items and hues.
    #[inline(always)]
    fn fill_rows(&mut self) {
        let words = self.layout.words;
        self.rows.items.zero(self.items.len() * words);
        self.rows.hues.zero((self.hues + 1) * 2 * words);
        let (rows, hue_rows): (&mut [u64], &mut [u64]) =
            (&mut self.rows.items, &mut self.rows.hues);
        for (index, option) in self.options.iter().enumerate() {
            let (word, bit) = (Bit(index).word(), Bit(index).mask());
            let nodes = option.nodes();
            for node in &self.rounds[2 * nodes.start..][..nodes.len()] {
                rows[node.item.index() * words + word] |= bit;
                if node.hue != 0 {
                    hue_rows[node.hue as usize * 2 * words + word] |= bit;
                }
            }
        }
        self.rows.find_other_hues(words);
    }

    /// Moves together how many nodes the options have.
    #[inline(always)]
    fn gather_weights<K: Kernels>(&mut self, kernels: K, from: &Sub, live: &[u64], depth: usize) {
        let mut storage = Vec::new();
        let masks = &K::Mask::all(live, &mut storage)[..live.len()];
        let (to, words) = (&mut self.weights, self.layout.words);
        let pure = from.frames.pure(&from.layout, depth);
        gather_planes(kernels, 0, pure, masks, &mut to.pure, words);
        to.pure.drop_zeros(words);
        let (base, others) = (from.weights.others.base, &from.weights.others.words);
        gather_planes(kernels, base, others, masks, &mut to.others, words);
        to.others.drop_zeros(words);
        self.layout.planes = to.pure.words.len();
    }
}

/// Moves together what the masks of some options have of the bits in `kept`.
#[inline(always)]
fn gather_masks<K: Kernels>(
    kernels: K,
    from: &[u64],
    kept: &[K::Mask],
    options: &[u32],
    to: &mut [u64],
    width: usize,
) {
    if let [kept] = kept {
        // One word is the rule.
        for (&option, to) in options.iter().zip(to) {
            *to = kernels.extract(from[option as usize], kept);
        }
        return;
    }
    for (&option, to) in options.iter().zip(to.chunks_exact_mut(width)) {
        let from = &from[option as usize * kept.len()..][..kept.len()];
        gather(kernels, from, kept, to, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Problem;
    use crate::search::bits::bitmap::first;
    use crate::search::bits::branch::bounds::Branching;
    use crate::search::bits::encode::encoder::Encoder;
    use crate::search::bits::kernels::portable::Portable;
    use crate::search::bits::mode::ColorsMode;
    use crate::search::bits::sub::lists::SubItem;

    /// A sub-problem of options with nodes, which are items and hues. The first items are primary.
    fn encode(primary: usize, items: usize, options: &[&[(u32, u32)]]) -> Sub {
        let mut sub = Sub::default();
        for item in 0..items {
            sub.items.push(SubItem {
                id: 100 + item as u32,
                bound: u32::from(item < primary),
                ..SubItem::default()
            });
        }
        sub.layout.primary = primary;
        for (id, nodes) in options.iter().enumerate() {
            let start = sub.nodes.len() as u32;
            for &(item, hue) in *nodes {
                let item = Rank(item);
                sub.nodes.push(SubNode { item, hue });
                sub.hues = sub.hues.max(hue as usize);
            }
            sub.options.push(Opt {
                id: id as u32,
                start,
                end: sub.nodes.len() as u32,
                ..Opt::default()
            });
        }
        sub.index();
        sub
    }

    /// All that is known of an option, and of its items in order.
    fn describe(sub: &Sub) -> Vec<String> {
        let rows = sub.rows.items.chunks_exact(sub.layout.words);
        let mut rows: Vec<_> = rows
            .zip(&sub.items)
            .map(|(row, item)| (item.id, row))
            .collect();
        // Secondary items may have other ranks.
        rows[sub.layout.primary..].sort_unstable();
        let mut lines = vec![
            // The rows of no hue are nobody's.
            format!(
                "{rows:?} {:?} {:?}",
                &sub.rows.hues[2 * sub.layout.words..],
                sub.places
            ),
            format!("{:?} {:?}", sub.slots.columns, sub.masks.satisfied),
            format!("{:?} {:?} {}", sub.weights, sub.frames.active, sub.breadth),
        ];
        for (option, &data) in sub.options.iter().enumerate() {
            let item = |node: &SubNode| (sub.items[node.item.index()].id, node.hue);
            let round = &sub.rounds[2 * data.nodes().start..2 * data.nodes().end];
            let round: Vec<_> = round.iter().map(item).collect();
            let width = sub.layout.color_width;
            let colored = &sub.masks.colored[option * width..][..width];
            let colors = |color: &usize| colored[color / 64] >> (color % 64) & 1 == 1;
            let colors = (0..sub.items.len() - sub.layout.primary).filter(colors);
            let colors = colors.map(|color| sub.items[sub.layout.primary + color].id);
            let mut colors: Vec<_> = colors.collect();
            colors.sort_unstable();
            lines.push(format!("{data:?} {round:?} {colors:?}"));
        }
        lines
    }

    #[test]
    fn what_is_kept_is_what_is_encoded_node_by_node() {
        // Items 3, 4 and 6 want colors; 5 wants none.
        let options: [&[(u32, u32)]; 9] = [
            &[(0, 0), (3, 1), (4, 3)],
            &[(0, 0), (3, 2), (4, 3), (5, 0)],
            &[(1, 0), (3, 1), (4, 4)],
            &[(4, 3), (3, 1), (1, 0), (6, 5)],
            &[(1, 0), (3, 2), (6, 6)],
            &[(1, 0), (5, 0), (4, 3)],
            &[(2, 0), (3, 1), (6, 6)],
            &[(5, 0), (2, 0), (3, 1)],
            &[(2, 0), (6, 5), (4, 4)],
        ];
        let mut from = encode(3, 7, &options);
        assert_eq!(from.mode, Mode::Colors);
        let branching = Branching {
            rank: Rank(0),
            score: 2,
            bound: 0,
            slack: 0,
            changes: false,
        };
        // Items 3 and 4 are purified, and what wants other colors leaves.
        let base = first::<1>(options.len()).map(|live| live & !0b11);
        let child = from.include::<ColorsMode, 1>(Portable, &base, 0, 3, Bit(0), branching);
        let live = child.live;
        assert_eq!(live, [0b0_1110_1000]);
        let mut kept = Sub::default();
        assert!(kept.keep_colors(Portable, &from, &live, 1));
        let problem: Problem = "a\na\n".parse().unwrap();
        let mut encoded = Sub::default();
        Encoder::new(&problem).encode_sub(&mut encoded, &from, &live, 1);
        assert_eq!(describe(&kept), describe(&encoded));
        // Nobody wants a color that is still open.
        assert!(!kept.keep_colors(Portable, &from, &[0b0_1010_0000], 1));
    }
}
