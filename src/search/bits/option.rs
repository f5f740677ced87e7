//! Including an option: all its other items are covered, partly covered, or
//! purified. The frame above is left as it is, and a new one is written.

use super::cover::and_not;
use super::isa::Isa;
use super::key;
use super::price::{self, Cost};
use super::sub::{BOUNDS, COLORS, PLAIN, Sub};

/// A child of a node: the options that are left, how many items are active, and
/// what going there cost.
pub(super) struct Included<const W: usize> {
    pub live: [u64; W],
    pub active: u32,
    pub cost: Cost,
}

/// The item that is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branching {
    pub rank: usize,
    pub score: i64,
    /// How many choices are left after this one.
    pub bound: u32,
    pub slack: u32,
    /// Whether its bound may change in this sub-problem.
    pub changes: bool,
}

impl Branching {
    /// Whether it is covered, so that its options are hidden already.
    #[inline(always)]
    pub fn is_used_up(self) -> bool {
        self.bound == 0
    }

    /// Whether it is covered for good: nor may it be forgone.
    #[inline(always)]
    pub fn is_simple(self) -> bool {
        self.bound == 0 && self.slack == 0
    }
}

impl Sub {
    /// Covers the other items of an option, of `base`, in the frame at
    /// `depth + 1`. With `PLAIN`, the frame is left to [`Self::satisfy`].
    #[inline(always)]
    pub fn include<I: Isa, const W: usize, const MODE: u8>(
        &mut self,
        base: &[u64; W],
        depth: usize,
        active: u32,
        option: usize,
        branching: Branching,
    ) -> Included<W> {
        match MODE {
            COLORS => self.include_in_order::<I, W>(base, depth, active, option, branching),
            _ => self.include_at_once::<W, MODE>(base, depth, active, option, branching),
        }
    }

    /// Without colors the order does not matter.
    #[inline(always)]
    fn include_at_once<const W: usize, const MODE: u8>(
        &mut self,
        base: &[u64; W],
        depth: usize,
        active: u32,
        option: usize,
        branching: Branching,
    ) -> Included<W> {
        let mut live = and_not(base, &self.conflicts[option * W..][..W]);
        let data = &self.options[option];
        let mut cost = data.cost_beside(branching.changes);
        let mut active = active - data.satisfies;
        if MODE == BOUNDS {
            self.satisfy(depth, option);
            active -= u32::from(branching.changes && branching.is_used_up());
            self.choose_each(depth, option, branching, |sub, rank| {
                live = and_not(&live, sub.row::<W>(rank));
                active -= 1;
                cost.mems += price::COVER_OTHER;
                cost.updates += price::COVER_UPDATES;
            });
        }
        let hidden = and_not(base, &live);
        let weight = self.weigh::<W, MODE>(depth, &hidden);
        cost.mems += weight.mems();
        cost.updates += weight.pure;
        Included { live, active, cost }
    }

    /// With colors, what is purified first makes hiding cheaper.
    #[inline(always)]
    fn include_in_order<I: Isa, const W: usize>(
        &mut self,
        base: &[u64; W],
        depth: usize,
        active: u32,
        option: usize,
        branching: Branching,
    ) -> Included<W> {
        self.satisfy(depth, option);
        let data = self.options[option];
        let mut active =
            active - data.satisfies - u32::from(branching.changes && branching.is_used_up());
        self.choose_each(depth, option, branching, |_, _| active -= 1);
        let mut cost = data.cost_beside(branching.changes);
        let before = depth * self.color_width;
        for word in 0..self.color_width {
            let purified = self.frames.purified[before + word];
            let colored = self.colored[option * self.color_width + word];
            self.frames.purified[before + self.color_width + word] = purified | colored;
            let steps = u64::from((colored & !purified).count_ones());
            cost.mems += price::PURIFY * steps;
            cost.cleansings += price::PURIFY_CLEANSINGS * steps;
        }
        let (start, end) = (data.start as usize, data.end as usize);
        // All are looked at, as to leave early is hard to predict.
        let mut place = 0;
        for (index, node) in self.nodes[start..end].iter().enumerate() {
            let is_it = node.item as usize == branching.rank;
            place += index * usize::from(is_it);
        }
        let first = 2 * start + place + 1;
        let round = first..first + (end - start - 1);
        let mut live = *base;
        if I::skips_steps::<W>(self.pure.count) && self.changing == 0 {
            cost += self.take_steps::<I, W>(&mut live, depth, Some(round));
            return Included { live, active, cost };
        }
        self.steps.count = 0;
        for index in round {
            let node = self.rounds[index];
            let rank = node.item as usize;
            let mut is_step = true;
            if node.hue != 0 {
                // Without a branch: whether it is purified is hard to predict.
                is_step = !self.is_purified(depth, rank);
            } else if rank < self.primary && self.items[rank].bound > 1 {
                is_step = key::is_used_up(self.key(depth + 1, rank));
                cost.mems += price::COVER_OTHER * u64::from(is_step);
                cost.updates += price::COVER_UPDATES * u64::from(is_step);
            }
            self.steps.append_if(node, is_step);
        }
        cost += self.take_steps::<I, W>(&mut live, depth, None);
        Included { live, active, cost }
    }

    /// Writes the active items of the frame at `depth + 1`: those that an option
    /// certainly satisfies are not among them.
    #[inline(always)]
    pub fn satisfy(&mut self, depth: usize, option: usize) {
        let width = self.width;
        let (above, below) = self.frames.active.split_at_mut((depth + 1) * width);
        let above = &above[depth * width..][..width];
        let (below, satisfied) = (
            &mut below[..width],
            &self.satisfied[option * width..][..width],
        );
        for word in 0..width {
            below[word] = above[word] & !satisfied[word];
        }
    }

    /// Takes a choice off each of the option's items whose bound may change, in
    /// the frame at `depth + 1`; shows those that are used up now, but for the
    /// one that is branched on.
    #[inline(always)]
    fn choose_each(
        &mut self,
        depth: usize,
        option: usize,
        branching: Branching,
        mut used_up: impl FnMut(&Self, usize),
    ) {
        let changing = self.changing;
        let keep = self.items[branching.rank].slot as usize;
        for group in 0..changing {
            let mut keys = self.frames.keys[depth * changing + group];
            let choices = self.choices[option * self.changing_width + group / 8] >> (group % 8 * 8);
            let mut gone = 0u8;
            for lane in 0..8 {
                let base = keys.0[lane];
                let is_chosen = choices >> lane & 1 == 1;
                let next = key::chosen(base);
                keys.0[lane] = if is_chosen { next } else { base };
                gone |= u8::from(is_chosen && key::is_used_up(next)) << lane;
            }
            self.frames.keys[(depth + 1) * changing + group] = keys;
            let slots = u64::from(gone) << (group % 8 * 8);
            self.frames.active[(depth + 1) * self.width + group / 8] &= !slots;
            for lane in super::ones(gone.into()) {
                if group * 8 + lane != keep {
                    used_up(self, self.ranks[group * 8 + lane] as usize);
                }
            }
        }
    }

    /// Forgoes the item: it becomes inactive in the frame at `depth + 1`.
    #[inline(always)]
    pub fn forgo<const MODE: u8>(&mut self, depth: usize, branching: Branching) {
        let (width, changing) = (self.width, self.changing);
        let frames = &mut self.frames;
        let slot = self.items[branching.rank].slot as usize;
        for word in 0..width {
            frames.active[(depth + 1) * width + word] = frames.active[depth * width + word];
        }
        frames.active[(depth + 1) * width + slot / 64] &= !(1 << (slot % 64));
        for group in 0..changing {
            frames.keys[(depth + 1) * changing + group] = frames.keys[depth * changing + group];
        }
        if MODE == COLORS {
            let planes = self.pure.words.len();
            frames
                .pure
                .copy_within(depth * planes..(depth + 1) * planes, (depth + 1) * planes);
            let width = self.color_width;
            frames
                .purified
                .copy_within(depth * width..(depth + 1) * width, (depth + 1) * width);
        }
        debug_assert!(MODE != PLAIN);
    }
}
