//! Including an option: all its other items are covered, partly covered, or
//! purified. The frame above is left as it is, and a new one is written.

use super::bounds::{Branching, ChosenOption};
use crate::search::bits::bitmap::and_not;
use crate::search::bits::kernels::Kernels;
use crate::search::bits::key;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::{Bit, Rank};
use crate::search::bits::price::{self, Cost};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::frames::two;
use std::ops::Range;

/// A child of a node: the options that are left, how many items are active, and
/// what going there cost.
pub struct Included<const W: usize> {
    pub live: [u64; W],
    pub active: u32,
    pub cost: Cost,
}

impl Sub {
    /// Covers the other items of an option, of `base`, in the frame at `depth + 1`.
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
        let mut cost = data.cost_beside(branching.changes);
        let mut active = active - data.satisfies;
        if !M::IS_PLAIN {
            active -= u32::from(branching.changes && branching.is_used_up());
        }
        let (live, used_up) = match M::HAS_COLORS {
            true => self.cover_in_order(kernels, base, &mut cost, depth, option, branching),
            false => self.cover_at_once::<M, W>(kernels, base, &mut cost, depth, option, branching),
        };
        Included {
            live,
            active: active - used_up,
            cost,
        }
    }

    /// Covers the other items without colors, where the order does not matter: the options
    /// that are left of `base`, and how many items are used up.
    #[inline(always)]
    fn cover_at_once<M: ModeType, const W: usize>(
        &mut self,
        kernels: impl Kernels,
        base: &[u64; W],
        cost: &mut Cost,
        depth: usize,
        option: Bit,
        branching: Branching,
    ) -> ([u64; W], u32) {
        let mut live = and_not(base, &self.masks.conflicts[option.index() * W..][..W]);
        let mut used_up = 0;
        if !M::IS_PLAIN {
            let rows = &self.rows;
            let chosen = ChosenOption {
                layout: &self.layout,
                masks: &self.masks,
                slots: &self.slots,
                option,
                branched: self.items[branching.rank.index()].slot,
            };
            let (from, to) = two(&mut self.frames.keys, self.layout.changing, depth);
            let (_, active) = two(&mut self.frames.active, self.layout.width, depth);
            chosen.take_choices(kernels, from, to, active, |rank| {
                live = and_not(&live, rows.item::<W>(rank));
                used_up += 1;
                cost.mems += price::COVER_OTHER;
                cost.updates += price::COVER_UPDATES;
            });
        }
        let hidden = self.weigh::<M, W>(depth, &and_not(base, &live));
        cost.mems += hidden.mems();
        cost.updates += hidden.pure;
        (live, used_up)
    }

    /// The same with colors: what is purified first makes hiding cheaper.
    #[inline(always)]
    fn cover_in_order<const W: usize>(
        &mut self,
        kernels: impl Kernels,
        base: &[u64; W],
        cost: &mut Cost,
        depth: usize,
        option: Bit,
        branching: Branching,
    ) -> ([u64; W], u32) {
        let mut used_up = 0;
        let has_bounds = self.layout.changing > 0;
        if has_bounds {
            let chosen = ChosenOption {
                layout: &self.layout,
                masks: &self.masks,
                slots: &self.slots,
                option,
                branched: self.items[branching.rank.index()].slot,
            };
            let (from, to) = two(&mut self.frames.keys, self.layout.changing, depth);
            let (_, active) = two(&mut self.frames.active, self.layout.width, depth);
            chosen.take_choices(kernels, from, to, active, |_| used_up += 1);
        }
        self.note_purified(cost, depth, option);
        let round = self.round(option, branching.rank);
        // Not earlier: it may have been stored in parts just now, and is loaded as a whole.
        let mut live = *base;
        if kernels.skips_steps::<W>(self.weights.pure.count) && !has_bounds {
            *cost += self.take_steps(kernels, &mut live, depth, Some(round));
            return (live, used_up);
        }
        self.scratch.steps.count = 0;
        for index in round {
            let node = self.rounds[index];
            let rank = node.item;
            let mut is_step = true;
            if node.hue != 0 {
                // Without a branch: whether it is purified is hard to predict.
                is_step = !self.is_purified(depth, rank);
            } else if rank.index() < self.layout.primary && self.items[rank.index()].may_change() {
                is_step = key::is_used_up(self.key(depth + 1, rank));
                cost.mems += price::COVER_OTHER * u64::from(is_step);
                cost.updates += price::COVER_UPDATES * u64::from(is_step);
            }
            self.scratch.steps.append_if(node, is_step);
        }
        *cost += self.take_steps(kernels, &mut live, depth, None);
        (live, used_up)
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

    /// The nodes of an option after that of the item branched on, and around to it.
    #[inline(always)]
    pub fn round(&self, option: Bit, branched: Rank) -> Range<usize> {
        let data = &self.options[option.index()];
        let (start, others) = (data.nodes().start, data.nodes().len() - 1);
        let known = branched.index() * self.options.len() + option.index();
        if let Some(&place) = self.places.get(known) {
            let first = 2 * start + usize::from(place) + 1;
            return first..first + others;
        }
        // All are looked at, as to leave early is hard to predict. Nor are they made into
        // vectors, which the black box forbids: that takes longer for so few.
        let mut place = 0;
        for (index, node) in self.nodes_of(data).iter().enumerate() {
            place += index * usize::from(node.item == branched);
            std::hint::black_box(());
        }
        let first = 2 * start + place + 1;
        first..first + others
    }
}
