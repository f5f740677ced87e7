//! Expands nodes of a plain sub-problem that keep the lengths of all lists.
//!
//! ```text
//! for each node of a batch:  list its children: parent | option
//! for each child:
//!     live    = left of the parent & !conflicts of the option
//!     lengths = the parent's, less the options that are gone;  choose the least (see `shorten`)
//!     if it has branches: append it to the next level
//! ```
//!
//! All children are listed first, as a node's number of children is hard to predict. The costs of
//! hidden options are added up as these are subtracted from lengths.

use super::level::{Sums, SweepLevel, get, part, part_mut, stride};
use super::single::{BATCH, CHILDREN};
use crate::bits::bitmap::{and, and_not, bits_of, count as count_bits, ones};
use crate::bits::kernels::Kernels;
use crate::bits::kernels::shorten::{
    Gone, KEPT_WORDS, LONGEST, count_lengths, looked_at, shorten_lengths, spread,
};
use crate::bits::number::{Bit, RECORDS};
use crate::bits::price;
use crate::bits::sub::Sub;
use crate::bits::sub::arrays::{Opt, lengthen};
use crate::prices::Prices;
use crate::vector::Lane;
use std::hint::select_unpredictable;

/// The room for children: those of a batch, of one node more, and entries listed beyond.
const PLACE: usize = CHILDREN + 64 * KEPT_WORDS + LISTED;

/// A child is coded as its option's [record](Bit::record) and, from this bit on, the number of its
/// parent in the batch.
const PARENT: u32 = 8;
const _: () = assert!(RECORDS * KEPT_WORDS <= 1 << PARENT);

/// How many children are listed without testing whether there are any: most nodes have no more.
const LISTED: usize = 2;

/// The data of a sweep. Each live option has a [record](Bit::record).
#[derive(Debug, Default)]
pub struct KeptLengths {
    /// For each option, its slots as bytes in `A` lanes.
    pub(super) slots: Vec<Lane>,
    /// For each option, its [weight](price::weight).
    pub(super) weights: Vec<u64>,
    /// For each option: the options that it hides, its [price](Opt::price), and how many items it
    /// satisfies.
    pub(super) options: Vec<u64>,
    /// If mems for lengths of secondary items are told apart, for each option: the options that it
    /// hides by such an item, and its number of such items.
    by_secondary: Vec<u64>,
    tells_lengths: bool,
    /// The rows of slots, and the options that are live at the root. If that saves words, options
    /// are renumbered from 0.
    pub(super) rows: Vec<u64>,
    live: [u64; KEPT_WORDS],
    /// The children of a batch.
    children: Vec<u32>,
}

impl KeptLengths {
    /// The words of an option's entry in `options`.
    pub(super) const fn words(words: usize) -> usize {
        words + 2
    }

    /// Prepares for a sweep with bitmaps of `W` words, which must hold the live options; false if
    /// weights do not fit. Entries of options that are not live are never read.
    #[inline(always)]
    pub fn begin<I: Kernels, const W: usize, const A: usize>(
        &mut self,
        sub: &Sub,
        live: &[u64],
    ) -> bool {
        lengthen(&mut self.slots, RECORDS * W * A);
        lengthen(&mut self.weights, RECORDS * W);
        lengthen(&mut self.options, RECORDS * W * Self::words(W));
        lengthen(&mut self.children, PLACE);
        match live.len() == W {
            true => self.begin_as::<I, W, A, false>(sub, live),
            false => self.begin_as::<I, W, A, true>(sub, live),
        }
    }

    /// Prepares with renumbered options, or without.
    #[inline(always)]
    fn begin_as<I: Kernels, const W: usize, const A: usize, const NEW: bool>(
        &mut self,
        sub: &Sub,
        live: &[u64],
    ) -> bool {
        self.live = [0; KEPT_WORDS];
        self.rows.clear();
        if NEW {
            self.write_rows::<W, A>(sub, live);
        } else {
            self.live[..W].copy_from_slice(live);
            self.rows
                .extend_from_slice(&sub.rows.items[..sub.layout.primary * W]);
        }
        self.tells_lengths = sub.length_masks.are_on;
        if self.tells_lengths {
            self.write_length_masks::<W>(sub, live);
        }
        let (mut number, mut fits) = (0, true);
        for index in bits_of(live).map(Bit::index) {
            let record = Bit(if NEW { number } else { index }).record();
            number += 1;
            let data = &sub.options[index];
            let weight = price::weight(data.pure, data.purified);
            fits &= weight.is_some();
            self.weights[record] = weight.unwrap_or_default();
            let to = &mut self.options[record * Self::words(W)..][..Self::words(W)];
            to[W] = Opt::price(data);
            to[W + 1] = data.satisfies.into();
            if NEW {
                to[..W].fill(0);
            } else {
                to[..W].copy_from_slice(&sub.masks.conflicts[index * W..][..W]);
            }
            for word in 0..A {
                let satisfied = sub.masks.satisfied[index * A + word];
                // SAFETY: these are the kernels of this machine.
                unsafe { spread::<I::Lane>(satisfied, &mut self.slots[record * A + word]) };
                if NEW {
                    for slot in ones(satisfied) {
                        let row = &self.rows[(64 * word + slot) * W..][..W];
                        for word in 0..W {
                            to[word] |= row[word];
                        }
                    }
                }
            }
        }
        for word in 0..W {
            let nothing = (word + 1) * RECORDS - 1;
            self.slots[nothing * A..][..A].fill(Lane::default());
            self.weights[nothing] = 0;
        }
        fits
    }

    /// Writes what tells mems for lengths apart. As there are secondary items, options are not
    /// renumbered.
    #[inline(always)]
    fn write_length_masks<const W: usize>(&mut self, sub: &Sub, live: &[u64]) {
        debug_assert!(live.len() == W);
        lengthen(&mut self.by_secondary, RECORDS * W * (W + 1));
        for option in bits_of(live) {
            let to = &mut self.by_secondary[option.record() * (W + 1)..][..W + 1];
            to[..W].copy_from_slice(sub.length_masks.of::<W>(option));
            to[W] = sub.secondary_items_of(option);
        }
    }

    /// Renumbers the live options from 0, and writes rows with the new numbers.
    #[inline(always)]
    fn write_rows<const W: usize, const A: usize>(&mut self, sub: &Sub, live: &[u64]) {
        debug_assert!(!sub.has_secondary);
        self.rows.resize(sub.layout.primary * W, 0);
        let mut number = Bit(0);
        for option in bits_of(live).map(Bit::index) {
            self.live[number.word()] |= number.mask();
            for slot in bits_of(&sub.masks.satisfied[option * A..][..A]) {
                self.rows[slot.index() * W + number.word()] |= number.mask();
            }
            number = Bit(number.index() + 1);
        }
    }

    /// The live options of the root.
    #[inline(always)]
    pub fn live<const W: usize>(&self) -> &[u64; W] {
        self.live[..W].try_into().expect("W words")
    }

    /// Writes the length of each list at the root.
    #[inline(always)]
    pub fn count<const W: usize>(&self, to: &mut [Lane]) {
        count_lengths(self.rows.as_chunks::<W>().0, self.live(), to);
    }
}

/// The last word of a node holds the slot to branch on; from these bits on, the length of its list,
/// and the number of active slots.
const LENGTH: u32 = 16;
const ACTIVE: u32 = 32;

/// The last word of a node.
#[inline(always)]
pub fn last_word(slot: u64, length: u32, active: u64) -> u64 {
    slot | u64::from(length) << LENGTH | active << ACTIVE
}

/// Lists `count` options as children of one parent, and returns the sum of their weights.
/// [`LISTED`] entries are always written.
///
/// # Safety
/// `weights` has one for each [record](Bit::record), and `to` has place for all.
#[inline(always)]
unsafe fn list_options<const W: usize>(
    options: [u64; W],
    count: usize,
    weights: &[u64],
    parent: usize,
    to: *mut u32,
) -> u64 {
    let (mut left, mut listed, mut weight) = (options, 0, 0);
    macro_rules! next {
        () => {
            // The next option, of the first word or else of the last one.
            let is_first = W == 1 || left[0] != 0;
            let bits = select_unpredictable(is_first, left[0], left[W - 1]);
            let start = select_unpredictable(is_first, 0, RECORDS);
            let rest = bits & bits.wrapping_sub(1);
            left[W - 1] = select_unpredictable(is_first, left[W - 1], rest);
            left[0] = select_unpredictable(is_first, rest, left[0]);
            let record = start + bits.trailing_zeros() as usize;
            // SAFETY: the caller's contract.
            unsafe {
                weight += *get(weights, record);
                *to.add(listed) = (parent << PARENT | record) as u32;
            }
            listed += 1;
        };
    }
    for _ in 0..LISTED {
        next!();
    }
    while listed < count {
        next!();
    }
    weight
}

/// Visits all children of a batch of nodes. `A` is the number of words of a bitmap of slots.
///
/// The kernels are those of this machine. `kept` was prepared for the sub-problem: it has a row for
/// each slot, with bits of live options only, and a record for each of these. `from` has as many
/// records as it counts, and they were written here or are the root.
#[inline(always)]
pub unsafe fn expand_kept<I: Kernels, P: Prices, const W: usize, const A: usize>(
    from: &mut SweepLevel,
    to: &mut SweepLevel,
    sums: &mut Sums,
    kept: &mut KeptLengths,
) {
    // SAFETY: the caller's contract.
    unsafe {
        const { assert!(W <= KEPT_WORDS) };
        let stride = stride(W);
        let end = from.count;
        let begin = end.saturating_sub(BATCH);
        let KeptLengths {
            slots,
            weights,
            options,
            rows,
            children,
            by_secondary,
            tells_lengths,
            ..
        } = kept;
        let (rows, _) = rows.as_chunks::<W>();
        debug_assert!(children.len() >= PLACE);
        let mut all_left = [[0; W]; BATCH];
        let (mut count, mut number) = (0, begin);
        // The weight of all options gone, less that of those which the parents hid.
        let mut hidden = 0_u64;
        while number < end && count < CHILDREN {
            let node = part(&from.nodes, number * stride, stride);
            let above: &[u64; W] = node[..W].try_into().expect("W words");
            let row = get(rows, (node[W] & ((1 << LENGTH) - 1)) as usize);
            let length = (node[W] >> LENGTH) as u16 as usize;
            let parent = number - begin;
            all_left[parent] = and_not(above, row);
            let list = and(above, row);
            debug_assert_eq!(count_bits(&list), length as u64);
            let to = children.as_mut_ptr().wrapping_add(count);
            // There is room for the children of one node more.
            let weight = list_options(list, length, weights, parent, to);
            hidden = hidden.wrapping_sub(weight * length as u64);
            count += length;
            number += 1;
        }
        to.reserve(to.count + count, stride, A);
        let mut last = to.count;
        let (mut mems, mut updates) = (0, 0);
        let (mut solutions, mut dead) = (0, 0);
        for child in 0..count {
            let child = *get(children, child);
            let parent = (child >> PARENT) as usize;
            let chosen = (child & ((1 << PARENT) - 1)) as usize;
            let node = part(&from.nodes, (begin + parent) * stride, stride);
            let above: &[u64; W] = node[..W].try_into().expect("W words");
            let option = part(
                options,
                chosen * KeptLengths::words(W),
                KeptLengths::words(W),
            );
            let live = and_not(get(&all_left, parent), &option[..W]);
            if P::TELLS_LENGTHS && *tells_lengths {
                let of_option = part(by_secondary, chosen * (W + 1), W + 1);
                let number = count_bits(&and(get(&all_left, parent), &of_option[..W]));
                sums.lengths = sums.lengths.wrapping_add(of_option[W]).wrapping_sub(number);
            }
            let active = (node[W] >> ACTIVE) - option[W + 1];
            mems += option[W] & u64::from(u32::MAX);
            updates += option[W] >> 32;
            let gone = Gone {
                options: and_not(above, &live),
                slots,
                weights,
            };
            let lengths = part(&from.keys, (begin + parent) * A, A);
            let to_lengths = part_mut(&mut to.keys, last * A, A);
            let choice = shorten_lengths::<I::Lane, W, A>(lengths, to_lengths, &gone, chosen);
            hidden = hidden.wrapping_add(choice.weight);
            solutions += u64::from(u64::from(choice.length) > LONGEST);
            sums.active += active;
            if P::ENDS_AT_EMPTY {
                // Branchless: whether a node is dead is hard to predict.
                let is_dead = choice.length == 0;
                dead += u64::from(is_dead);
                let beyond = active - looked_at::<I::Lane, A>(to_lengths, choice.slot);
                sums.active -= select_unpredictable(is_dead, beyond, 0);
            }
            let record = part_mut(&mut to.nodes, last * stride, stride);
            record[..W].copy_from_slice(&live);
            record[W] = last_word(choice.slot, choice.length, active);
            // Appended if its list is not empty.
            last += usize::from(u64::from(choice.length.wrapping_sub(1)) < LONGEST);
        }
        from.end_batch(begin, number..end, stride, A);
        to.count = last;
        let (nodes, parents) = (count as u64, (number - begin) as u64);
        to.visited += nodes;
        sums.nodes += nodes;
        sums.pay_plain::<P>(mems, updates, parents, nodes);
        sums.end_nodes::<P>(solutions, dead);
        sums.hide(hidden);
    }
}
