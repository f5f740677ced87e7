//! Takes one branch of a node: which options leave, which items become inactive, and what DLX3
//! would pay for that. The parent's frame stays unchanged, and the child's is written below it.
//!
//! ```text
//! include(option):
//!     active items -= those that the option certainly satisfies
//!     take a choice off its items whose bound may change; those that are used up are covered
//!     without colors:  live = base - conflicts(option) - rows of items that are used up
//!     with colors, in order, for each other item of the option:
//!         covered:   live -= row(item)
//!         purified:  live -= options that want another color; the others lose a node
//! ```
//!
//! The cost of hiding options depends on their number and on their other nodes, so it is a sum of
//! population counts. With colors the order matters: items purified earlier make hiding cheaper.

use super::bitmap::{and, and_not, ones};
use super::kernels::Kernels;
use super::kernels::steps::{MANY, Steps};
use super::key::{self, ModeType};
use super::number::{Bit, Rank, Slot};
use super::price::{self, Cost};
use super::sub::Sub;
use super::sub::arrays::{Layout, Masks, Planes, Rows, Slots, two};
use crate::prices::Prices;
use crate::vector::Lane;
use std::hint::black_box;
use std::ops::Range;

/// The item that is branched on.
#[derive(Clone, Copy, Debug)]
pub struct Branching {
    pub rank: Rank,
    pub score: i64,
    /// How many choices are left after this one.
    pub bound: u32,
    pub slack: u32,
    /// Whether its bound may still change in this sub-problem.
    pub changes: bool,
}

impl Branching {
    /// An item that must be chosen exactly once.
    #[inline(always)]
    pub fn simple(rank: Rank, score: i64) -> Self {
        Branching {
            rank,
            score,
            bound: 0,
            slack: 0,
            changes: false,
        }
    }

    /// The item chosen in the frame at `depth`, by its key.
    #[inline(always)]
    pub fn of<M: ModeType>(sub: &Sub, depth: usize, key: u64) -> Self {
        let branching = Self::simple(M::rank(key), M::score(key));
        if M::IS_PLAIN {
            return branching;
        }
        let (rank, item) = (branching.rank, &sub.items[branching.rank.index()]);
        Branching {
            bound: key::bound(sub.key(depth, rank)) - 1,
            slack: item.slack,
            changes: item.may_change(),
            ..branching
        }
    }

    /// Whether it is used up, and so covered: its options are hidden already.
    #[inline(always)]
    pub fn is_used_up(self) -> bool {
        self.bound == 0
    }

    /// Whether it is covered and cannot be forgone.
    #[inline(always)]
    pub fn is_simple(self) -> bool {
        self.bound == 0 && self.slack == 0
    }
}

/// An option that is chosen, and the slot of the item branched on.
#[derive(Clone, Copy)]
pub struct ChosenOption<'s> {
    pub layout: &'s Layout,
    pub masks: &'s Masks,
    pub slots: &'s Slots,
    pub option: Bit,
    pub branched: Slot,
}

impl ChosenOption<'_> {
    /// Takes a choice off each of the option's items whose bound may change; writes their base keys
    /// to `to`. Items that are used up become inactive and are passed to `used_up`, except the one
    /// branched on.
    #[inline(always)]
    pub fn take_choices(
        self,
        kernels: impl Kernels,
        from: &[Lane],
        to: &mut [Lane],
        active: &mut [u64],
        mut used_up: impl FnMut(Rank),
    ) {
        let width = self.layout.changing_width;
        let choices = &self.masks.choices[self.option.index() * width..][..width];
        for (group, (from, to)) in from.iter().zip(to).enumerate() {
            let choices = (choices[group / 8] >> (group % 8 * 8)) as u8;
            let (keys, gone) = kernels.chosen_lanes(from, choices);
            *to = keys;
            active[group / 8] &= !(u64::from(gone) << (group % 8 * 8));
            for lane in ones(gone.into()) {
                let slot = Slot::new(group, lane);
                if slot != self.branched {
                    used_up(self.slots.ranks[slot.0 as usize]);
                }
            }
        }
    }
}

impl Sub {
    /// Writes the active items of the frame at `depth + 1`: all but those that the option certainly
    /// satisfies.
    #[inline(always)]
    pub fn satisfy(&mut self, depth: usize, option: Bit) {
        let width = self.layout.width;
        let (above, below) = two(&mut self.frames.active, width, depth);
        let satisfied = &self.masks.satisfied[option.index() * width..][..width];
        for word in 0..width {
            below[word] = above[word] & !satisfied[word];
        }
    }

    /// Takes the null move: the item becomes inactive in the frame at `depth + 1`.
    #[inline(always)]
    #[allow(clippy::manual_memcpy)] // for a word or a lane, a call takes longer
    pub fn forgo<M: ModeType>(&mut self, depth: usize, rank: Rank) {
        debug_assert!(!M::IS_PLAIN);
        let (layout, frames) = (&self.layout, &mut self.frames);
        let slot = self.items[rank.index()].slot;
        let (above, below) = two(&mut frames.active, layout.width, depth);
        for word in 0..layout.width {
            below[word] = above[word];
        }
        below[slot.word()] &= !slot.mask();
        let (above, below) = two(&mut frames.keys, layout.changing, depth);
        for group in 0..layout.changing {
            below[group] = above[group];
        }
        if M::HAS_COLORS {
            let (above, below) = two(&mut frames.pure, layout.planes, depth);
            below.copy_from_slice(above);
            let (above, below) = two(&mut frames.purified, layout.color_width, depth);
            below.copy_from_slice(above);
        }
    }
}

/// Options that are hidden together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hidden {
    pub options: u64,
    /// How many primary items they have in total, if lengths are told apart.
    pub primaries: u64,
    /// Their other nodes: those not purified, and those purified.
    pub pure: u64,
    pub purified: u64,
}

impl Hidden {
    /// The cost of covering an item that has these options, except that of making it inactive.
    #[inline(always)]
    pub fn covering(self) -> Cost {
        Cost {
            mems: price::COVER + self.mems(),
            updates: price::COVER_UPDATES + self.pure,
            cleansings: 0,
        }
    }

    /// The part of [`mems`](Self::mems) that pays for lengths of secondary items, if they are
    /// hidden as rows of a primary item's list.
    #[inline(always)]
    pub fn lengths(self) -> u64 {
        price::LENGTH * (self.pure + self.options - self.primaries)
    }

    /// The mems of hiding them as the rows of a list.
    #[inline(always)]
    pub fn mems(self) -> u64 {
        price::hiding(self.options, self.pure, self.purified)
    }

    /// The mems of hiding them one by one.
    #[inline(always)]
    pub fn mems_alone(self) -> u64 {
        price::hiding_alone(self.options, self.pure, self.purified)
    }
}

impl Sub {
    /// Counts options that are hidden in the frame at `depth`, and their nodes.
    #[inline(always)]
    pub fn weigh<M: ModeType, const W: usize>(
        &self,
        kernels: impl Kernels,
        depth: usize,
        hidden: &[u64; W],
    ) -> Hidden {
        let options = kernels.count(hidden);
        let others = self.other_nodes.others.sum(kernels, hidden, options);
        if M::HAS_COLORS {
            let pure = sum_of_planes(kernels, self.frames.pure(&self.layout, depth), hidden);
            return Hidden {
                options,
                primaries: match M::Prices::TELLS_LENGTHS {
                    true => self.other_nodes.primaries.sum(kernels, hidden, options),
                    false => 0,
                },
                pure,
                purified: others - pure,
            };
        }
        Hidden {
            options,
            primaries: match M::Prices::TELLS_LENGTHS {
                true => self.other_nodes.primaries.base * options,
                false => 0,
            },
            pure: self.other_nodes.pure.sum(kernels, hidden, options),
            purified: others,
        }
    }

    /// What hiding one option costs, with colors.
    #[inline(always)]
    pub fn weigh_one<M: ModeType, const W: usize>(&self, depth: usize, option: Bit) -> Hidden {
        let number = |planes: &[u64]| {
            let (mut number, (planes, _)) = (0, planes.as_chunks::<W>());
            for (weight, plane) in planes.iter().enumerate() {
                number += u64::from(plane[option.word()] & option.mask() != 0) << weight;
            }
            number
        };
        let pure = number(self.frames.pure(&self.layout, depth));
        let others = &self.other_nodes.others;
        let primaries = &self.other_nodes.primaries;
        Hidden {
            options: 1,
            primaries: match M::Prices::TELLS_LENGTHS {
                true => primaries.base + number(&primaries.words),
                false => 0,
            },
            pure,
            purified: others.base + number(&others.words) - pure,
        }
    }
}

impl Planes {
    /// The sum of the options' numbers; there are `count` options.
    #[inline(always)]
    fn sum<const W: usize>(&self, kernels: impl Kernels, options: &[u64; W], count: u64) -> u64 {
        match self.count {
            0 => self.base * count,
            _ => self.base * count + sum_of_planes(kernels, &self.words, options),
        }
    }
}

/// The sum of some options' numbers, read from planes (bit slices). There are usually few planes,
/// so the first two stand before the loop. The black box keeps the compiler from vectorizing over
/// many planes, which would be much code that never runs.
#[inline(always)]
fn sum_of_planes<const W: usize>(kernels: impl Kernels, words: &[u64], options: &[u64; W]) -> u64 {
    let part = |plane: &[u64; W]| kernels.count(&and(options, plane));
    let (planes, _) = words.as_chunks::<W>();
    let (mut sum, rest) = match planes {
        [] => return 0,
        [a] => return part(a),
        [a, b, rest @ ..] if W <= 16 => (part(a) + 2 * part(b), rest),
        _ => (0, planes),
    };
    for (weight, plane) in (planes.len() - rest.len()..).zip(rest) {
        sum += part(plane) << weight;
        black_box(());
    }
    sum
}

/// A child of a node: the options that are left, how many items are active, and
/// what going there cost.
pub struct Included<const W: usize> {
    pub live: [u64; W],
    pub active: u32,
    pub cost: Cost,
    /// The part of the cost's mems that pays for lengths of secondary items, if these are told
    /// apart.
    pub lengths: u64,
}

impl Sub {
    /// Covers the option's other items, starting from `base`, in the frame at `depth + 1`.
    #[inline(always)]
    pub fn include<M: ModeType, const W: usize>(
        &mut self,
        kernels: impl Kernels,
        base: &[u64; W],
        depth: usize,
        active: u32,
        option: Bit,
        branching: Branching,
    ) -> Included<W> {
        self.satisfy(depth, option);
        let data = &self.options[option.index()];
        let mut cost = data.cost_beside::<M::Prices>(branching.changes);
        let mut active = active - data.satisfies;
        if !M::IS_PLAIN {
            active -= u32::from(branching.changes && branching.is_used_up());
        }
        let (live, used_up, lengths) = match M::HAS_COLORS {
            true => self.cover_in_order::<M, W>(kernels, base, &mut cost, depth, option, branching),
            false => self.cover_at_once::<M, W>(kernels, base, &mut cost, depth, option, branching),
        };
        Included {
            live,
            active: active - used_up,
            cost,
            lengths,
        }
    }

    /// Covers the other items without colors, where the order does not matter. Returns what is left
    /// of `base`, and how many items are used up.
    #[inline(always)]
    fn cover_at_once<M: ModeType, const W: usize>(
        &mut self,
        kernels: impl Kernels,
        base: &[u64; W],
        cost: &mut Cost,
        depth: usize,
        option: Bit,
        branching: Branching,
    ) -> ([u64; W], u32, u64) {
        let mut live = and_not(base, &self.masks.conflicts[option.index() * W..][..W]);
        let mut used_up = 0;
        if !M::IS_PLAIN {
            self.take_choices(kernels, depth, option, branching.rank, |rows, rank| {
                live = and_not(&live, rows.item::<W>(rank));
                used_up += 1;
                cost.mems += price::COVER_OTHER;
                cost.updates += price::COVER_UPDATES;
            });
        }
        let gone = and_not(base, &live);
        let hidden = self.weigh::<M, W>(kernels, depth, &gone);
        cost.mems += hidden.mems();
        cost.updates += hidden.pure;
        let mut lengths = 0;
        if M::Prices::TELLS_LENGTHS && self.length_masks.are_on {
            let by_secondary = and(&gone, self.length_masks.of::<W>(option));
            lengths = Self::lengths_of_choice(hidden, kernels.count(&by_secondary));
        }
        (live, used_up, lengths)
    }

    /// Covers the other items in order, with colors: items purified earlier make hiding cheaper.
    #[inline(always)]
    fn cover_in_order<M: ModeType, const W: usize>(
        &mut self,
        kernels: impl Kernels,
        base: &[u64; W],
        cost: &mut Cost,
        depth: usize,
        option: Bit,
        branching: Branching,
    ) -> ([u64; W], u32, u64) {
        let mut used_up = 0;
        let has_bounds = self.layout.changing > 0;
        if has_bounds {
            self.take_choices(kernels, depth, option, branching.rank, |_, _| used_up += 1);
        }
        self.note_purified(cost, depth, option);
        let round = self.round(option, branching.rank);
        // Loaded late: `base` may just have been stored in pieces, and store forwarding would fail.
        let mut live = *base;
        let skips = kernels.skips_steps::<W>(self.other_nodes.pure.count) && !has_bounds;
        self.steps.count = 0;
        for index in if skips { 0..0 } else { round.clone() } {
            let node = self.rounds[index];
            let rank = node.item;
            let mut is_step = true;
            if node.hue != 0 {
                // Branchless: whether the item is purified is hard to predict.
                is_step = !self.is_purified(depth, rank);
            } else if rank.index() < self.layout.primary && self.items[rank.index()].may_change() {
                is_step = key::is_used_up(self.key(depth + 1, rank));
                cost.mems += price::COVER_OTHER * u64::from(is_step);
                cost.updates += price::COVER_UPDATES * u64::from(is_step);
            }
            self.steps.append_if(node, is_step);
        }
        let round = skips.then_some(round);
        let (of_steps, lengths) = self.take_steps::<M, W>(kernels, &mut live, depth, round);
        *cost += of_steps;
        (live, used_up, lengths)
    }

    /// Takes a choice off the option's items whose bound may change, in the frame at `depth + 1`.
    /// Items that are used up are passed on with the rows of all items.
    #[inline(always)]
    pub fn take_choices(
        &mut self,
        kernels: impl Kernels,
        depth: usize,
        option: Bit,
        branched: Rank,
        mut used_up: impl FnMut(&Rows, Rank),
    ) {
        let (layout, rows) = (&self.layout, &self.rows);
        let chosen = ChosenOption {
            layout,
            masks: &self.masks,
            slots: &self.slots,
            option,
            branched: self.items[branched.index()].slot,
        };
        let (from, to) = two(&mut self.frames.keys, layout.changing, depth);
        let (_, active) = two(&mut self.frames.active, layout.width, depth);
        chosen.take_choices(kernels, from, to, active, |rank| used_up(rows, rank));
    }

    /// Writes which items are purified in the frame at `depth + 1`.
    #[inline(always)]
    fn note_purified(&mut self, cost: &mut Cost, depth: usize, option: Bit) {
        let width = self.layout.color_width;
        let (above, below) = two(&mut self.frames.purified, width, depth);
        let all_colored = &self.masks.colored[option.index() * width..][..width];
        for word in 0..width {
            let (purified, colored) = (above[word], all_colored[word]);
            below[word] = purified | colored;
            let steps = u64::from((colored & !purified).count_ones());
            cost.mems += price::PURIFY * steps;
            cost.cleansings += price::PURIFY_CLEANSINGS * steps;
        }
    }

    /// The option's nodes after that of the item branched on, around to it.
    #[inline(always)]
    pub fn round(&self, option: Bit, branched: Rank) -> Range<usize> {
        let data = &self.options[option.index()];
        let (start, others) = (data.nodes().start, data.nodes().len() - 1);
        let known = branched.index() * self.options.len() + option.index();
        if let Some(&place) = self.places.get(known) {
            let first = 2 * start + usize::from(place) + 1;
            return first..first + others;
        }
        // Looks at all nodes, since leaving early would be mispredicted. The black box forbids
        // vectors, which take longer for so few nodes.
        let mut place = 0;
        for (index, node) in self.nodes_of(data).iter().enumerate() {
            place += index * usize::from(node.item == branched);
            black_box(());
        }
        let first = 2 * start + place + 1;
        first..first + others
    }

    /// Takes the steps of an option from the frame at `depth` to that at `depth + 1`: the steps in
    /// `round`, or those listed if it is empty. Returns the cost, and its mems for lengths of
    /// secondary items.
    #[inline(always)]
    pub fn take_steps<M: ModeType, const W: usize>(
        &mut self,
        kernels: impl Kernels,
        live: &mut [u64; W],
        depth: usize,
        round: Option<Range<usize>>,
    ) -> (Cost, u64) {
        let (layout, frames) = (&self.layout, &mut self.frames);
        let (above, below) = two(&mut frames.pure, layout.planes, depth);
        let mut steps = Steps {
            steps: match round {
                Some(round) => &self.rounds[round],
                None => self.steps.all(),
            },
            primary: layout.primary,
            purified: &frames.purified[depth * layout.color_width..][..layout.color_width],
            rows: &self.rows.items,
            hue_rows: &self.rows.hues,
            above,
            below,
            others: &self.other_nodes.others,
            primaries: &self.other_nodes.primaries,
            lengths: 0,
        };
        let cost = match self.other_nodes.pure.count {
            _ if kernels.are_many(steps.steps.len()) => {
                kernels.take::<M::Prices, W, MANY>(&mut steps, live)
            }
            // For longer bitmaps, a loop over planes adds little.
            1 if const { W <= 16 } => kernels.take::<M::Prices, W, 1>(&mut steps, live),
            2 if const { W <= 16 } => kernels.take::<M::Prices, W, 2>(&mut steps, live),
            3 if const { W <= 16 } => kernels.take::<M::Prices, W, 3>(&mut steps, live),
            4 if const { W <= 16 } => kernels.take::<M::Prices, W, 4>(&mut steps, live),
            _ => kernels.take::<M::Prices, W, MANY>(&mut steps, live),
        };
        (cost, steps.lengths)
    }
}

/// The options that an item has lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tweaks {
    count: u64,
    /// The cost of hiding them.
    hiding: u64,
}

impl Tweaks {
    /// Removes the topmost option, which hides `hidden`, unless it is hidden already.
    #[inline(always)]
    pub fn lose(&mut self, hidden: Option<Hidden>) -> Cost {
        let mut cost = Cost {
            mems: price::TWEAK,
            updates: price::TWEAK_UPDATES,
            cleansings: 0,
        };
        self.count += 1;
        if let Some(hidden) = hidden {
            self.hiding += hidden.mems_alone();
            cost.mems += hidden.mems_alone();
            cost.updates += hidden.pure;
        }
        cost
    }

    /// Removes an option from a bitmap of the options that are left, as a tweak.
    #[inline(always)]
    pub fn tweak<M: ModeType, const W: usize>(
        &mut self,
        kernels: impl Kernels,
        sub: &Sub,
        base: &mut [u64; W],
        depth: usize,
        option: Bit,
        branching: Branching,
    ) -> Cost {
        if branching.is_used_up() {
            return self.lose(None);
        }
        let mut alone = [0; W];
        alone[option.word()] = option.mask();
        base[option.word()] &= !option.mask();
        self.lose(Some(sub.weigh::<M, W>(kernels, depth, &alone)))
    }

    /// The mems of untweaking all of them.
    #[inline(always)]
    pub fn untweak(self) -> u64 {
        price::untweak(self.count, self.hiding)
    }
}
