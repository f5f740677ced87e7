//! Expands nodes eight at a time: each vector holds one word of each of eight parents or children
//! (structure of arrays).
//!
//! ```text
//! write: for eight parents of the batch at a time, until all lists are empty:
//!            take an option off each list; append the children to columns
//!        copy what their options change to columns
//! visit: for eight children at a time:
//!            live &= !hidden;  active &= !satisfied
//!            for each slot that is active in any of them:
//!                key  = count(live & row) | slot
//!                best = min(best, key) for the children in which it is active
//!            append those that have branches to the next level (compress)
//! ```
//!
//! Nothing depends on how many children a node has, or on whether they fail, so little is
//! mispredicted. If the live options fit into fewer words, all bitmaps are packed first, without
//! the bits of dead options. With bounds, a node has a [short key](crate::bits::sub::shorts) for
//! each item whose bound may change, four to a word; these keys leave out the length, which is
//! counted.

// For a word or two, a call takes longer than a loop.
#![allow(clippy::manual_memcpy)]

mod visit;
mod write;

use super::chains::Chains;
use super::level::{Sums, SweepLevel};
use super::single::CHILDREN;
use crate::bits::bitmap::{bits_of, count_all, first};
use crate::bits::decide::subtrees::SWEPT_WIDTH;
use crate::bits::encode::gather;
use crate::bits::kernels::{EightsRule, Kernels, Mask};
use crate::bits::key::{Mode, ModeType};
use crate::bits::number::Bit;
use crate::bits::sub::Sub;
use crate::bits::sub::arrays::{Layout, Opt, lengthen, zero};
use crate::bits::sub::shorts::{OPTION, ShortForm};
use crate::prices::Prices;
use crate::vector::{BEYOND, Vector};

/// The most nodes of a level that are expanded together. With half as many, dominoes, queens 16,
/// planted cover and Sudoku take 1.05 times as long.
pub const BATCH: usize = 64;

/// A key here packs the item's rank; from this bit on, its short key without the score; and the
/// score. It fits in half a word.
const SHORT: u32 = 10;
const SCORE: u32 = 18;
const RANKS: u64 = (1 << SHORT) - 1;
const _: () = assert!(64 * SWEPT_WIDTH <= 1 << SHORT && OPTION == 1 << (SCORE - SHORT));

/// Sub-problems with more words of short keys are not swept in eights.
const MOST_SHORTS: usize = 2 * EightsRule::MOST_CHANGING;

/// An item's slot, and flags above it, for [`Eights::items`].
const SLOTS: u64 = (1 << 32) - 1;
const HAS_SLACK: u64 = 1 << 32;
const MAY_CHANGE: u64 = 1 << 33;

/// For each mask of four bits, a word of four 16-bit fields, all ones where a bit is set.
static SPREAD: [u64; 16] = {
    let mut all = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut place = 0;
        while place < 4 {
            if bits >> place & 1 == 1 {
                all[bits] |= 0xffff << (16 * place);
            }
            place += 1;
        }
        bits += 1;
    }
    all
};

/// The data of a sweep.
#[derive(Debug, Default)]
pub struct Eights {
    /// For each child of a batch: the options that its parent leaves it, the parent's active slots
    /// and short keys, and its option; then what that option hides, satisfies and chooses. For each
    /// parent: the row of its item, and its entry in `items`.
    columns: Vec<u64>,
    /// For each live option: its [price](crate::bits::sub::arrays::Opt::price), the options that it
    /// hides, the slots that it satisfies, and the short keys that it changes. The record after the
    /// last one is that of a null move.
    options: Vec<u64>,
    /// For each slot: the constant parts of its key, without the length; and its row.
    slots: Vec<u64>,
    /// For each active item, by rank: its slot, and whether it has slack and may change.
    items: Vec<u64>,
    /// If bitmaps are packed: the rows of items, the options that each live option hides, and the
    /// planes of both weights.
    packed: Vec<u64>,
    is_packed: bool,
    /// If mems for lengths of secondary items are told apart, for each live option: the options
    /// that it hides by such an item, and its number of such items.
    by_secondary: Vec<u64>,
    /// The slots whose rows have no bit position in more than one word, so that all words can be
    /// counted as one.
    apart: [u64; SWEPT_WIDTH],
    /// The slots whose items may be forgone or chosen once more, except those that may change.
    of_bound_one: [u64; SWEPT_WIDTH],
    /// The number of words of short keys, and of slots that have one.
    shorts: usize,
    changing: usize,
    form: Option<ShortForm>,
}

/// The room for children: those of a batch and of one node more, and a vector beyond.
#[inline(always)]
const fn place(words: usize) -> usize {
    CHILDREN + 8 * 64 * words + 16
}

/// The room for parents.
const PARENTS: usize = BATCH + 8;

impl Eights {
    /// The rows of items.
    fn rows<'e>(&'e self, sub: &'e Sub) -> &'e [u64] {
        match self.is_packed {
            true => &self.packed,
            false => &sub.rows.items,
        }
    }

    /// The planes of both weights; each plane has `words` words.
    fn planes<'e>(&'e self, sub: &'e Sub, words: usize) -> (&'e [u64], &'e [u64]) {
        let (pure, others) = (&sub.other_nodes.pure, &sub.other_nodes.others);
        if !self.is_packed {
            let [pure, others] = [pure, others].map(|planes| &planes.words[..planes.count * words]);
            return (pure, others);
        }
        let start = self.packed.len() - (pure.count + others.count) * words;
        self.packed[start..].split_at(pure.count * words)
    }

    /// The number of words that a node has.
    #[inline(always)]
    fn fields(&self, words: usize, width: usize) -> usize {
        words + width + 1 + self.shorts
    }
}

/// Sums over the children of a batch, and counts of their parents.
struct EightsBatch<V> {
    count: usize,
    mems: u64,
    updates: u64,
    /// The number of parents whose item is covered for good, of those whose item is used up but may
    /// be forgone, and of those whose item stays active.
    parents: [usize; 3],
    /// The null moves of parents whose item is used up, and of those whose item stays active.
    nulls: [usize; 2],
    kinds: Kinds<V>,
}

/// For each of eight parents, the number of children that choose an option: if the parent's item is
/// covered for good; is used up and may be forgone; has a bound that may change; is used up, with a
/// bound that may change.
struct Kinds<V> {
    simple: V,
    used_up: V,
    changing: V,
    changed: V,
}

/// The number of bits of each word.
#[inline(always)]
fn count_words<V: Vector>(words: V) -> V {
    words.count().sum_counts()
}

/// For each of eight nodes with live options of `W` words, how many are in a row of `W` words.
///
/// # Safety
/// See [`Vector`]; the row has `W` words.
#[inline(always)]
pub unsafe fn lengths<V: Vector, const W: usize>(live: &[V; W], row: *const u64) -> V {
    debug_assert!(W <= V::MOST_COUNTS);
    // SAFETY: the caller's contract.
    unsafe {
        let mut counts = V::splat(*row).and(live[0]).count();
        for word in 1..W {
            let row = V::splat(*row.add(word));
            counts = counts.add_counts(row.and(live[word]).count());
        }
        counts.sum_counts()
    }
}

/// [`lengths`], but faster, if no two words of the row have a bit in the same position.
///
/// # Safety
/// See [`lengths`].
#[inline(always)]
pub unsafe fn lengths_apart<V: Vector, const W: usize>(live: &[V; W], row: *const u64) -> V {
    // SAFETY: the caller's contract.
    unsafe {
        let mut all = V::splat(*row).and(live[0]);
        for word in 1..W {
            all = all.or(V::splat(*row.add(word)).and(live[word]));
        }
        count_words(all)
    }
}

/// Visits all children of a batch of nodes. `A` is the number of words of a bitmap of slots.
/// `below` has a level for each depth that a chain may reach.
///
/// # Safety
/// The machine has the instructions of `K`. The sub-problem has the mode `M`, and its bitmaps of
/// slots have `A` words; [`Eights::begin`] was called for it with the same `W`; and the nodes were
/// written here.
#[inline(always)]
pub unsafe fn expand_eights<K: Kernels, M: ModeType, const W: usize, const A: usize>(
    sub: &Sub,
    from: &mut SweepLevel,
    below: &mut [SweepLevel],
    sums: &mut Sums,
    eights: &mut Eights,
    chains: &mut Chains,
) {
    debug_assert!(sub.layout.width == A);
    debug_assert!(eights.columns.len() >= 2 * eights.fields(W, A) * place(W) + (W + 1) * PARENTS);
    debug_assert!(eights.form.is_some());
    // SAFETY: the caller's contract.
    unsafe {
        let batch = write::write::<K::Lane, M, W, A>(sub, from, eights);
        if M::Prices::TELLS_LENGTHS && sub.length_masks.are_on {
            let lengths = eights.lengths_of_children::<W, A>(batch.count);
            sums.lengths = sums.lengths.wrapping_add(lengths);
        }
        visit::visit::<K, K::Lane, M, W, A>(sub, &batch, below, sums, eights, chains);
    }
}

impl Eights {
    /// Prepares for a sweep below the node at `depth`, with bitmaps of `W` words, which must hold
    /// the live options; writes that node as the only one of a level. False if its keys do not fit.
    #[inline(always)]
    pub fn begin<K: Kernels, M: ModeType, const W: usize, const A: usize>(
        &mut self,
        kernels: K,
        sub: &Sub,
        live: &[u64],
        depth: usize,
        key: u64,
        root: &mut SweepLevel,
    ) -> bool {
        let (layout, width) = (&sub.layout, sub.layout.width);
        self.changing = layout.changing * 8;
        self.shorts = layout.changing * 2;
        self.form = match sub.mode {
            Mode::Plain => ShortForm::new(0, 0),
            _ => self.find_form(sub, depth),
        };
        let Some(form) = self.form else {
            return false;
        };
        let fields = self.fields(W, width);
        lengthen(&mut self.columns, 2 * fields * place(W) + (W + 1) * PARENTS);
        lengthen(&mut self.items, layout.primary);
        lengthen(&mut self.slots, layout.groups * 8 * (W + 1));
        self.is_packed = live.len() != W;
        if self.is_packed {
            self.pack::<K, W>(kernels, sub, live);
        }
        self.write_options::<W>(sub, live);
        if M::Prices::TELLS_LENGTHS && sub.length_masks.are_on {
            self.write_length_masks::<K, W>(kernels, sub, live);
        }
        let live: [u64; W] = match self.is_packed {
            true => first(count_all(live)),
            false => std::array::from_fn(|word| live[word]),
        };
        (self.apart, self.of_bound_one) = ([0; SWEPT_WIDTH], [0; SWEPT_WIDTH]);
        let [_, spares_one] = form.of_bound_one();
        let mut shorts = [0; MOST_SHORTS];
        for rank in sub.primary() {
            if !sub.is_active(depth, rank) {
                continue;
            }
            let item = &sub.items[rank.index()];
            let slot = item.slot.0 as usize;
            let mut row: [u64; W] = [0; W];
            for word in 0..W {
                row[word] = self.rows(sub)[rank.index() * W + word] & live[word];
            }
            let record = &mut self.slots[slot * (W + 1)..][..W + 1];
            record[0] = rank.0.into();
            let (mut all, mut twice) = (0, 0);
            for word in 0..W {
                record[1 + word] = row[word];
                twice |= all & record[1 + word];
                all |= record[1 + word];
            }
            self.apart[slot / 64] |= u64::from(twice == 0) << (slot % 64);
            self.items[rank.index()] = slot as u64;
            if M::IS_PLAIN {
                continue;
            }
            let (lack, spare) = sub.lack_and_spare(depth, rank);
            let short = form.base(lack, spare);
            if slot < self.changing {
                shorts[slot / 4] |= u64::from(short) << (slot % 4 * 16);
            } else {
                record[0] |= u64::from(short) << SHORT;
                let is_one = u64::from(short & (OPTION - 1)) == spares_one;
                self.of_bound_one[slot / 64] |= u64::from(is_one) << (slot % 64);
            }
            let slack = if item.slack > 0 { HAS_SLACK } else { 0 };
            let changes = if item.may_change() { MAY_CHANGE } else { 0 };
            self.items[rank.index()] |= slack | changes;
        }
        let (rank, score) = (M::rank(key), M::score(key));
        let mut key = u64::from(rank.0);
        if !M::IS_PLAIN {
            let (lack, spare) = sub.lack_and_spare(depth, rank);
            let score = score + i64::from(form.most_lack);
            let below = u64::from(form.base(lack, spare) & (OPTION - 1));
            key |= (score as u64) << SCORE | below << SHORT;
        }
        root.reserve_fields(1, fields);
        let words = live
            .iter()
            .chain(sub.frames.active(layout, depth))
            .chain([&key]);
        for (field, &word) in words.chain(&shorts[..self.shorts]).enumerate() {
            // SAFETY: there is place for a node.
            unsafe { *root.field(field) = word };
        }
        root.count = 1;
        true
    }

    /// Writes [`Self::packed`].
    #[inline(always)]
    fn pack<'s, K: Kernels, const W: usize>(&mut self, kernels: K, sub: &'s Sub, live: &[u64]) {
        let width = live.len();
        let mut storage = Vec::new();
        let masks = &K::Mask::all(live, &mut storage)[..width];
        let rows = |words: &'s [u64], count| words.chunks_exact(width).take(count);
        let (pure, others) = (&sub.other_nodes.pure, &sub.other_nodes.others);
        let mut sources: Vec<&[u64]> = Vec::new();
        sources.extend(rows(&sub.rows.items, sub.layout.primary));
        for option in bits_of(live).map(Bit::index) {
            sources.push(&sub.masks.conflicts[option * width..][..width]);
        }
        sources.extend(rows(&pure.words, pure.count));
        sources.extend(rows(&others.words, others.count));
        zero(&mut self.packed, sources.len() * W);
        for number in 0..sources.len() {
            let to = &mut self.packed[number * W..][..W];
            gather(kernels, sources[number], masks, to, 0);
        }
    }

    /// Writes [`Self::options`].
    #[inline(always)]
    fn write_options<const W: usize>(&mut self, sub: &Sub, live: &[u64]) {
        let Layout {
            width,
            changing_width,
            ..
        } = sub.layout;
        let record = self.fields(W, width);
        lengthen(&mut self.options, (64 * W + 1) * record + BEYOND);
        for (live_before, option) in bits_of(live).map(Bit::index).enumerate() {
            let satisfied = &sub.masks.satisfied[option * width..][..width];
            let (masks, place, number): (&[u64], _, _) = match self.is_packed {
                true => (&self.packed, sub.layout.primary + live_before, live_before),
                false => (&sub.masks.conflicts, option, option),
            };
            let conflicts = &masks[place * W..][..W];
            let to = &mut self.options[number * record..][..record];
            to[0] = Opt::price(&sub.options[option]);
            for word in 0..W {
                to[1 + word] = conflicts[word];
            }
            for word in 0..width {
                to[1 + W + word] = satisfied[word];
            }
            for short in 0..self.shorts {
                let choices = sub.masks.choices[option * changing_width + short / 16];
                let four = choices >> (short % 16 * 4) & 15;
                to[1 + W + width + short] = SPREAD[four as usize];
            }
        }
        self.options[64 * W * record..][..record].fill(0);
    }

    /// Writes [`Self::by_secondary`].
    #[inline(always)]
    fn write_length_masks<K: Kernels, const W: usize>(
        &mut self,
        kernels: K,
        sub: &Sub,
        live: &[u64],
    ) {
        let width = live.len();
        let mut storage = Vec::new();
        let masks = &K::Mask::all(live, &mut storage)[..width];
        zero(&mut self.by_secondary, 64 * W * (W + 1));
        for (live_before, option) in bits_of(live).enumerate() {
            let mask = &sub.length_masks.by_secondary[option.index() * width..][..width];
            let number = match self.is_packed {
                true => live_before,
                false => option.index(),
            };
            let to = &mut self.by_secondary[number * (W + 1)..][..W + 1];
            match self.is_packed {
                true => gather(kernels, mask, masks, &mut to[..W], 0),
                false => to[..W].copy_from_slice(mask),
            }
            to[W] = sub.secondary_items_of(option);
        }
    }

    /// The number of secondary items of the options of a batch's children, less the number of
    /// options that these hide by such items.
    ///
    /// # Safety
    /// The batch has just been written, without bounds.
    #[inline(always)]
    unsafe fn lengths_of_children<const W: usize, const A: usize>(&self, count: usize) -> u64 {
        let (place, mut lengths) = (place(W), 0_u64);
        let columns = self.columns.as_ptr();
        for child in 0..count {
            // SAFETY: columns have a word for each child; numbers of options are below 64 for each
            // word.
            unsafe {
                let option = *columns.add((W + A) * place + child) as usize;
                let known = self.by_secondary.as_ptr().add(option * (W + 1));
                lengths = lengths.wrapping_add(*known.add(W));
                for word in 0..W {
                    let left = *columns.add(word * place + child);
                    let hidden = left & *known.add(word);
                    lengths = lengths.wrapping_sub(u64::from(hidden.count_ones()));
                }
            }
        }
        lengths
    }

    #[inline(never)]
    fn find_form(&self, sub: &Sub, depth: usize) -> Option<ShortForm> {
        if self.shorts > MOST_SHORTS {
            return None;
        }
        let active = sub.primary().filter(|&rank| sub.is_active(depth, rank));
        let (most_lack, most_spare) = sub.most_lack_and_spare(depth, active);
        ShortForm::new(most_lack, most_spare).filter(ShortForm::has_bases)
    }
}
