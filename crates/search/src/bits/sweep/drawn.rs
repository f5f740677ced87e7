//! Searches a small subtree of a plain sub-problem whose ties are broken at random. It goes depth
//! first, as random numbers must be drawn in the order of the nodes.
//!
//! ```text
//! until no node has a branch left:
//!     option  = the next one in the list of the topmost node, in the order of that list
//!     live    = left of the node & !conflicts of the option
//!     lengths = the node's, less the options that are gone (see `shorten`)
//!     for each length, from 0 to that of the first active slot:
//!         each slot with this length before the first shorter list, except the first, draws
//!             a number
//!     branch on the first of the shortest lists, or on a later one that was drawn; if that list is
//!         not empty, the child becomes the topmost node
//! ```
//!
//! Which slots draw a number depends on lengths alone. So the draws of a dead node are skipped by
//! an addition, and the next node waits for nothing else. If a parent has no branch left, its child
//! takes its place on the stack, so there is nothing to return to.

use super::Root;
use super::lengths::KeptLengths;
use super::level::{Sums, get, part};
use crate::bits::bitmap::{and, and_not, count, count_all, ones};
use crate::bits::decide::compact::steps_now;
use crate::bits::decide::subtrees::{SweepRule, Swept, TrialRule, WANTED_DRAWN};
use crate::bits::kernels::Kernels;
use crate::bits::kernels::shorten::{self, KEPT_WORDS, LONGEST, for_each_record};
use crate::bits::key::{ModeType, PlainMode};
use crate::bits::number::{Bit, RECORDS, Rank};
use crate::bits::price;
use crate::bits::sub::Sub;
use crate::bits::sub::arrays::{lengthen, zero};
use crate::counters::Counters;
use crate::gb_flip::{FEW, GbFlip, MORE, is_multiple};
use crate::prices::Dlx3;
use crate::vector::Lane;
use crate::vector::Vector;
use std::hint::select_unpredictable;

/// The most lanes of lengths. The ties among their slots can be drawn together.
const MOST_LANES: usize = 2;
const _: () = assert!(64 * MOST_LANES <= FEW);

/// The room for each list.
const PLACES: usize = LONGEST as usize + 1;

/// Limits are tested once in this many nodes. Their options fit into a sum of weights.
const ROUND: u64 = 256;
const _: () = assert!(ROUND * (LONGEST + 1) <= price::MOST_WEIGHTS);

/// Approximate work, in quarters of a nanosecond: of a walked node, beside its
/// [steps](crate::bits::decide::compact::steps); of a swept node, beside the options that are gone;
/// of each of these, for a lane; and of beginning a sweep, for each option. (Without the last one,
/// pentominoes 6x10 take twice as long as without sweeps.)
const WALKED: u64 = 200;
const SWEPT: u64 = 100;
const GONE: u64 = 6;
const BEGUN: u64 = 120;

/// A node with branches.
#[derive(Clone, Copy, Debug, Default)]
struct Fork {
    /// The lengths and the options without the list branched on.
    lengths: [Lane; MOST_LANES],
    left: [u64; KEPT_WORDS],
    /// The places in the item's list of the options that are still to be taken.
    list: [u64; KEPT_WORDS],
    slot: usize,
    active: u64,
    level: usize,
}

/// Buffers and rules that are kept from one such sweep to the next.
#[derive(Debug, Default)]
pub struct Drawing {
    pub rule: SweepRule,
    /// Decides whether sweeps repay, by the number of active items.
    pub balance: TrialRule,
    kept: KeptLengths,
    /// For each slot, the records of its options in the order of its list; and for each record, its
    /// place in that list.
    ordered: Vec<u8>,
    places: Vec<u8>,
    /// The record of each live option of the sub-problem.
    records: Vec<u8>,
    forks: Vec<Fork>,
    /// The nodes of each level.
    levels: Vec<u64>,
    /// The sums of the last sweep.
    pub sums: Sums,
}

impl Drawing {
    /// Adds the subtree of a node on `level` to the counters; returns how many levels it has.
    pub fn count(&self, counters: &mut Counters, level: usize) -> usize {
        self.sums.count(counters);
        counters.nodes_below(level, self.levels.iter().copied())
    }

    /// Writes the order of each active slot's list.
    #[inline(always)]
    fn order<const W: usize>(&mut self, sub: &Sub, live: &[u64], active: &[u64]) {
        let records = RECORDS * W;
        lengthen(&mut self.records, sub.options.len());
        lengthen(&mut self.ordered, sub.layout.primary * PLACES);
        lengthen(&mut self.places, sub.layout.primary * records);
        let (are_new, mut number) = (live.len() != W, 0);
        for (word, &options) in live.iter().enumerate() {
            for place in ones(options) {
                let option = Bit::new(word, place);
                let record = if are_new { Bit(number) } else { option }.record();
                self.records[option.index()] = record as u8;
                number += 1;
            }
        }
        for (word, &slots) in active.iter().enumerate() {
            for slot in ones(slots) {
                let slot = 64 * word + slot;
                let ordered = &mut self.ordered[slot * PLACES..][..PLACES];
                let places = &mut self.places[slot * records..][..records];
                let mut place = 0;
                // Every option is written, as whether it is live is hard to predict.
                for &option in sub.orders.list(Rank(slot as u32)) {
                    let option = Bit(option.into());
                    ordered[place] = self.records[option.index()];
                    let is_live = live[option.word()] & option.mask() != 0;
                    place += usize::from(is_live);
                }
                for (place, &record) in ordered[..place].iter().enumerate() {
                    places[usize::from(record)] = place as u8;
                }
            }
        }
    }

    /// Searches all below a node; false if it was given up, `None` if it cannot be swept. In both
    /// cases `flip` stays unchanged.
    #[inline(always)]
    pub fn sweep<I: Kernels>(&mut self, _: I, flip: &mut GbFlip, node: Root<'_>) -> Option<bool> {
        let Root { sub, live, .. } = node;
        let options = count_all(live) as u64;
        // Renumbering needs the rows of all items, and secondary items have none.
        let can_number = sub.sweeps.renumber_lengths && !sub.has_secondary;
        let words = match can_number {
            true => options.div_ceil(64).max(1) as usize,
            false => live.len(),
        };
        // Not in a browser, which has to load all code.
        if cfg!(target_family = "wasm") || options > LONGEST {
            return None;
        }
        macro_rules! by_words {
            ($($words:literal $width:literal,)*) => {
                $(if words == $words && sub.layout.width == $width {
                    return self.sweep_as::<I, $words, $width>(flip, node);
                })*
            };
        }
        by_words!(1 1, 1 2, 2 1, 2 2,);
        None
    }

    /// Sweeps with code for `W` words of options and `A` words of slots.
    #[inline(always)]
    fn sweep_as<I: Kernels, const W: usize, const A: usize>(
        &mut self,
        flip: &mut GbFlip,
        node: Root<'_>,
    ) -> Option<bool> {
        let (sub, live, depth) = (node.sub, node.live, node.place.depth);
        let active = sub.frames.active(&sub.layout, depth);
        if !self.kept.begin::<I, W, A>(sub, live) {
            return None;
        }
        self.order::<W>(sub, live, active);
        // The first fork is not at 0, and the deepest node is one level below the last item.
        lengthen(&mut self.forks, node.place.active as usize + 2);
        zero(&mut self.levels, node.place.active as usize + 1);
        #[cfg(test)]
        crate::bits::tests::note("drawn");
        let mut lengths = [Lane::default(); A];
        self.kept.count::<W>(&mut lengths);
        let before = flip.clone();
        // SAFETY: these are the kernels of this machine; what was prepared is of this sub-problem.
        let swept = unsafe {
            shorten::mark_inactive::<I::Lane>(active, &mut lengths);
            self.search::<I::Lane, W, A>(flip, node, lengths)
        };
        let Sums { nodes, options, .. } = self.sums;
        (self.rule).learn(node.place.active, swept, WANTED_DRAWN, nodes, options);
        let live = count_all(live) as u64;
        let cost = SWEPT * nodes + GONE * A as u64 * options + BEGUN * live;
        let walked = match swept {
            Swept::All => nodes * (WALKED + 4 * steps_now(sub) as u64),
            _ => 0,
        };
        let gain = walked as i64 - cost as i64;
        (self.balance).settle(node.place.active, gain / SWEPT as i64);
        if swept != Swept::All {
            *flip = before;
        }
        Some(swept == Swept::All)
    }

    /// # Safety
    /// See [`Vector`]; there are records for all live options, an order for the list of each
    /// active slot, and forks and levels for each active item.
    #[inline(always)]
    unsafe fn search<V: Vector, const W: usize, const A: usize>(
        &mut self,
        flip: &mut GbFlip,
        node: Root<'_>,
        lengths: [Lane; A],
    ) -> Swept {
        // SAFETY: the caller's contract.
        unsafe {
            let most_nodes = self.rule.most_nodes();
            let (forks, levels) = (&mut self.forks[..], &mut self.levels[..]);
            let (ordered, places) = (&self.ordered[..], &self.places[..]);
            let KeptLengths {
                slots,
                weights,
                options,
                rows,
                ..
            } = &self.kept;
            let (rows, _) = rows.as_chunks::<W>();
            let slots = &slots[..];
            let live = self.kept.live::<W>();
            let mut sums = Sums::default();
            let (mut nodes, mut parents, mut solutions, mut draws) = (0_u64, 1_u64, 0, 0);
            let (mut total_active, mut mems, mut updates) = (0, 0, 0);
            let (mut hidden, mut round_end) = (0_u64, ROUND);
            let mut swept = Swept::All;
            let record_words = const { KeptLengths::words(W) };

            // Writes a fork that branches on a slot.
            macro_rules! branch {
                ($fork:expr, $lengths:expr, $live:expr, $slot:expr, $active:expr, $level:expr) => {{
                    let (fork, slot): (&mut Fork, usize) = ($fork, $slot);
                    let row = get(rows, slot);
                    let list = and(&$live, row);
                    let mut left: [V; A] = $lengths;
                    let mut to = [0_u64; W];
                    for_each_record!(list, 2_usize.div_ceil(W), |record| {
                        for lane in 0..A {
                            let own = V::of_lane(get(slots, record * A + lane));
                            left[lane] = left[lane].sub_bytes(own);
                        }
                        let is_some = record % RECORDS != 64;
                        let place = *get(places, slot * RECORDS * W + record);
                        for word in 0..W {
                            let bit = u64::from(is_some) << (place % 64);
                            to[word] |= if usize::from(place) / 64 == word {
                                bit
                            } else {
                                0
                            };
                        }
                    });
                    for lane in 0..A {
                        left[lane].to_lane(&mut fork.lengths[lane]);
                    }
                    let rest = and_not(&$live, row);
                    for word in 0..W {
                        (fork.left[word], fork.list[word]) = (rest[word], to[word]);
                    }
                    (fork.slot, fork.active, fork.level) = (slot, $active, $level);
                }};
            }

            let mut root = [V::splat(0); A];
            for lane in 0..A {
                root[lane] = V::of_lane(&lengths[lane]);
            }
            let slot = PlainMode::rank(node.key).index();
            branch!(&mut forks[1], root, live, slot, node.place.active.into(), 0);
            // The first fork is 1; at 0, no node has a branch left.
            let mut top = 1;
            while top != 0 {
                debug_assert!(top < forks.len());
                let fork = forks.get_unchecked_mut(top);
                let place = pop::<W>(&mut fork.list);
                let is_last = fork.list[..W].iter().all(|&word| word == 0);
                let record = usize::from(*get(ordered, fork.slot * PLACES + place));
                let option = part(options, record * record_words, record_words);
                let mut above = [0; W];
                #[allow(clippy::manual_memcpy)] // for a word or two, a call takes longer
                for word in 0..W {
                    above[word] = fork.left[word];
                }
                let gone = and(&above, &option[..W]);
                let live = and_not(&above, &option[..W]);
                let active = fork.active - option[W + 1];
                let level = fork.level + 1;
                let mut left = [V::splat(0); A];
                for lane in 0..A {
                    left[lane] = V::of_lane(&fork.lengths[lane]);
                    // The slots of the option become inactive.
                    let own = V::of_lane(get(slots, record * A + lane));
                    left[lane] = left[lane].or(own.shift_left(shorten::INACTIVE));
                }
                for_each_record!(gone, 4_usize.div_ceil(W), |record| {
                    hidden += *get(weights, record);
                    for lane in 0..A {
                        let own = V::of_lane(get(slots, record * A + lane));
                        left[lane] = left[lane].sub_bytes(own);
                    }
                });
                top -= usize::from(is_last);
                nodes += 1;
                debug_assert!(level <= levels.len());
                *levels.get_unchecked_mut(level - 1) += 1;
                total_active += active;
                mems += option[W] & u64::from(u32::MAX);
                updates += option[W] >> 32;
                if active == 0 {
                    solutions += 1;
                    if solutions > node.limits.solutions {
                        swept = Swept::UpToLimit;
                        break;
                    }
                } else {
                    let ties = Ties::of(&left);
                    // The number of draws that decide between the best.
                    let (all, late) = (ties.draws, count(&ties.best) - 1);
                    draws += all;
                    if ties.are_dead {
                        if !flip.skips(all as usize, FEW as u32) {
                            draw_one_by_one(flip, &to_lanes(&left));
                        }
                    } else {
                        let numbers = flip.ahead((all - late) as usize);
                        let slot = match numbers {
                            Some(numbers) if numbers.len() >= late as usize + AT_ONCE => {
                                let number = last_multiple(numbers, late as usize);
                                flip.advance(all as usize);
                                ties.slot(number)
                            }
                            _ => draw_one_by_one(flip, &to_lanes(&left)),
                        };
                        top += 1;
                        parents += 1;
                        debug_assert!(top < forks.len());
                        branch!(
                            forks.get_unchecked_mut(top),
                            left,
                            live,
                            slot,
                            active,
                            level
                        );
                    }
                }
                if nodes >= round_end {
                    round_end += ROUND;
                    sums.hide(std::mem::take(&mut hidden));
                    // Limits compare what has been counted so far; the final sums are made at the
                    // end.
                    (sums.mems, sums.nodes, sums.active) = (2 * mems, nodes, total_active);
                    if nodes > most_nodes {
                        swept = Swept::TooLarge;
                        break;
                    }
                    if sums.exceed(node.limits) {
                        swept = Swept::UpToLimit;
                        break;
                    }
                }
            }
            sums.hide(hidden);
            (sums.nodes, sums.solutions, sums.active) = (nodes, solutions, total_active);
            (sums.mems, sums.draws) = (0, draws);
            // A parent that still has branches is given up with the whole sweep.
            sums.pay_plain::<Dlx3>(mems, updates, parents, nodes);
            self.sums = sums;
            if swept == Swept::All && sums.exceed(node.limits) {
                swept = Swept::UpToLimit;
            }
            swept
        }
    }
}

/// Removes the first place; there must be one.
#[inline(always)]
fn pop<const W: usize>(places: &mut [u64; KEPT_WORDS]) -> usize {
    if W == 1 {
        let place = places[0].trailing_zeros() as usize;
        places[0] &= places[0].wrapping_sub(1);
        return place;
    }
    let [first, second] = *places;
    let is_first = first != 0;
    let bits = select_unpredictable(is_first, first, second);
    let rest = bits & bits.wrapping_sub(1);
    places[0] = select_unpredictable(is_first, rest, 0);
    places[1] = select_unpredictable(is_first, second, rest);
    bits.trailing_zeros() as usize + select_unpredictable(is_first, 0, 64)
}

/// Which slots draw a number.
struct Ties<const A: usize> {
    /// The slots with the shortest lists.
    best: [u64; A],
    /// Whether these are empty.
    are_dead: bool,
    /// How many numbers are drawn.
    draws: u64,
}

impl<const A: usize> Ties<A> {
    /// The ties between these lengths; at least one slot is active.
    #[inline(always)]
    fn of<V: Vector>(lengths: &[V; A]) -> Self {
        let mut active = [0; A];
        for lane in 0..A {
            active[lane] = !lengths[lane].byte_bits();
        }
        let (mut best, mut shorter, mut drawing) = ([0; A], [0; A], [0; A]);
        let (mut has_best, mut are_dead, mut length) = (false, false, 0);
        loop {
            // Four lengths at a time, as the end of the loop is hard to predict.
            for _ in 0..4 {
                let mut same = [0; A];
                for lane in 0..A {
                    // SAFETY: there is a vector.
                    let all = unsafe { V::splat_byte(length) };
                    same[lane] = lengths[lane].same_bytes(all).byte_bits();
                }
                let before = and(&before_first(&shorter), &same);
                let drawn = and_not(&before, &first_of(&before));
                are_dead |= length == 0 && same != [0; A];
                for lane in 0..A {
                    best[lane] = select_unpredictable(has_best, best[lane], same[lane]);
                    shorter[lane] |= same[lane];
                    drawing[lane] |= drawn[lane];
                }
                has_best = shorter != [0; A];
                length += 1;
            }
            // Longer lists come after the first active slot, and are worse.
            let first = first_of(&active);
            if and(&first, &shorter) != [0; A] {
                break;
            }
        }
        Ties {
            best,
            are_dead,
            draws: count(&drawing),
        }
    }

    /// The slot of one of the best, by its number from 0.
    #[inline(always)]
    fn slot(&self, number: usize) -> usize {
        let (mut best, mut passed) = (self.best, 0);
        loop {
            for before in passed..passed + AT_ONCE {
                let mut is_passed = before < number;
                for word in 0..A {
                    let rest = best[word] & best[word].wrapping_sub(1);
                    let is_here = is_passed & (best[word] != 0);
                    best[word] = select_unpredictable(is_here, rest, best[word]);
                    is_passed &= !is_here;
                }
            }
            passed += AT_ONCE;
            if passed >= number {
                break;
            }
        }
        let mut slot = 0;
        for word in (0..A).rev() {
            let place = 64 * word + best[word].trailing_zeros() as usize;
            slot = select_unpredictable(best[word] != 0, place, slot);
        }
        slot
    }
}

/// The places before the first one; all if there is none.
#[inline(always)]
fn before_first<const A: usize>(places: &[u64; A]) -> [u64; A] {
    let (mut before, mut all) = ([0; A], u64::MAX);
    for word in 0..A {
        let bits = places[word];
        before[word] = all & !bits & bits.wrapping_sub(1);
        all = select_unpredictable(bits == 0, all, 0);
    }
    before
}

/// The first place alone.
#[inline(always)]
fn first_of<const A: usize>(places: &[u64; A]) -> [u64; A] {
    let (mut first, mut all) = ([0; A], u64::MAX);
    for word in 0..A {
        let bits = places[word];
        first[word] = all & bits & bits.wrapping_neg();
        all = select_unpredictable(bits == 0, all, 0);
    }
    first
}

/// This many ties are handled at once, as the end of the loop is hard to predict.
const AT_ONCE: usize = 4;
const _: () = assert!(AT_ONCE <= MORE);

/// Divides the first `count` numbers by 2, 3, 4, and so on. Returns the place, from 1, of the last
/// one that leaves no remainder, or 0.
#[inline(always)]
fn last_multiple(numbers: &[u32], count: usize) -> usize {
    let (mut last, mut done) = (0, 0);
    loop {
        let four = &numbers[done..][..AT_ONCE];
        let mut multiples = 0_u64;
        for place in 0..AT_ONCE {
            let is_multiple = is_multiple(four[place], (done + place) as u32 + 2);
            multiples |= u64::from(is_multiple) << place;
        }
        multiples &= (1 << (count - done).min(AT_ONCE)) - 1;
        let length = (u64::BITS - multiples.leading_zeros()) as usize;
        last = select_unpredictable(multiples != 0, done + length, last);
        done += AT_ONCE;
        if done >= count {
            return last;
        }
    }
}

#[inline(always)]
fn to_lanes<V: Vector, const A: usize>(lengths: &[V; A]) -> [Lane; A] {
    let mut lanes = [Lane::default(); A];
    for lane in 0..A {
        lengths[lane].to_lane(&mut lanes[lane]);
    }
    lanes
}

/// Draws a number for each tie between lengths, in order. Returns the slot of the shortest list.
#[cold]
#[inline(never)]
fn draw_one_by_one<const A: usize>(flip: &mut GbFlip, lengths: &[Lane; A]) -> usize {
    let (mut best, mut slot, mut ties) = (LONGEST + 1, 0, 0);
    for place in 0..64 * A {
        let length = lengths[place / 64].0[place % 64 / 8] >> (place % 8 * 8) & 0xff;
        if length > LONGEST || length > best {
            continue;
        }
        ties = if length < best { 1 } else { ties + 1 };
        if ties == 1 || flip.uniform(ties) == 0 {
            slot = place;
        }
        best = length;
    }
    slot
}
