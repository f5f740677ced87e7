//! Chains of null moves. If an item that may be forgone has no live option, its only branch is the
//! null move, which changes nothing else. So all such items whose keys are less than the least key
//! of an item with options are forgone one after another. If no option is live, all items are
//! forgone, and a solution follows:
//!
//! ```text
//! next  = the least key of an active item with live options
//! chain = the active items without any whose key is less than `next`
//! if no active item has options:  a solution, `chain` levels below
//! else:                           a node that branches on the item of `next`, as deep down
//! ```
//!
//! With slack, most nodes are such moves. A sweep visits the node above a chain and counts the
//! chain's nodes at once; the node after the chain waits on its own level.

use super::level::{Sums, SweepLevel};
use crate::bits::bitmap::{and, count, ones};
use crate::bits::key;
use crate::bits::number::Slot;
use crate::bits::price;
use crate::bits::sub::Sub;
use crate::bits::sub::shorts::{ACTIVE, INACTIVE, OPTION, PER_LANE, SHORT_LANES, ShortForm};
use crate::vector::{Lane, Vector};

/// The chains of a batch.
#[derive(Debug, Default)]
pub struct Chains {
    /// Whether to look for them.
    pub is_on: bool,
    /// How many chains have each number of moves, from 1 on.
    numbers: Vec<u64>,
    /// The nodes visited lately by sweeps of eights that looked for chains, and the moves saved;
    /// and how many sweeps have not looked since.
    visited: u64,
    saved: u64,
    skipped: u32,
}

/// Sweeps of eights look for chains if those lately saved at least two moves for three visits.
/// (AVX2: Langford with gaps, 36 moves for 100 visits, takes 1.15 times as long with chains;
/// timetables, 133 for 100, take 0.75 of the time.)
const SAVED: u64 = 2;
const VISITS: u64 = 3;
/// Otherwise one sweep in this many looks.
const SKIPPED: u32 = 32;
/// After this many visits, all counts are halved.
const MOST_VISITED: u64 = 1 << 16;

/// Sums over chains of null moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    pub moves: u64,
    /// Moves of items that could be chosen just once more.
    pub of_one: u64,
    /// The active items at the nodes to which the moves lead.
    pub active: u64,
}

impl Moves {
    /// A chain of `moves` moves from a node with `active` active items.
    pub fn new(moves: u64, of_one: u64, active: u64) -> Self {
        Moves {
            moves,
            of_one,
            active: moves * active - moves * (moves + 1) / 2,
        }
    }
}

impl Sums {
    /// Adds the nodes of chains: those to which the moves lead. Each has one branch or is a
    /// solution.
    #[inline(always)]
    pub fn add_chains(&mut self, chains: Moves) {
        let Moves {
            moves,
            of_one,
            active,
        } = chains;
        self.nodes += moves;
        self.chained += moves;
        self.active += active;
        self.mems += price::FORGO * moves + price::FORGO_USED_UP * of_one;
        self.updates += price::USED_UP.updates * of_one;
    }
}

impl Chains {
    /// Prepares for a sweep below a node with this many active items.
    pub fn begin(&mut self, is_on: bool, active: u32) {
        self.is_on = is_on;
        let most = active as usize + 1;
        if is_on && self.numbers.len() < most {
            self.numbers.resize(most, 0);
        }
    }

    /// [`Self::begin`] for a sweep of eights: chains stay off if they saved little lately.
    pub fn begin_eights(&mut self, may_be: bool, active: u32) {
        let repays = VISITS * self.saved >= SAVED * self.visited || self.skipped >= SKIPPED;
        self.skipped = if repays { 0 } else { self.skipped + 1 };
        self.begin(may_be && repays, active);
    }

    /// Learns from a sweep of eights.
    pub fn end_eights(&mut self, sums: &Sums) {
        if !self.is_on {
            return;
        }
        self.visited += sums.nodes - sums.chained;
        self.saved += sums.chained;
        if self.visited > MOST_VISITED {
            self.visited /= 2;
            self.saved /= 2;
        }
    }

    /// Notes a chain.
    #[inline(always)]
    pub fn add(&mut self, moves: usize) {
        self.numbers[moves] += 1;
    }

    /// Counts the nodes of all chains noted, on their levels; chains begin on the first of
    /// `levels`.
    #[inline(always)]
    pub fn count(&mut self, levels: &mut [SweepLevel]) {
        let mut nodes = 0;
        for (number, level) in self.numbers.iter_mut().zip(levels).skip(1).rev() {
            nodes += std::mem::take(number);
            level.visited += nodes;
        }
    }
}

/// Follows the chain that begins at a node, given its live options, active slots, and keys of slots
/// whose bound may change; its best item has no options. Forgone items become inactive. Returns the
/// moves, and the key of the item that comes next.
#[inline(always)]
pub fn follow_by_rows<const W: usize>(
    sub: &Sub,
    live: &[u64; W],
    active: &mut [u64],
    keys: &[Lane],
) -> (Moves, u64) {
    let all = active.iter().map(|word| u64::from(word.count_ones())).sum();
    let base = |slot: Slot| {
        let keys = keys.get(slot.group());
        keys.unwrap_or_else(|| &sub.slots.keys[slot.group()]).0[slot.lane()]
    };
    let length = |slot: Slot| {
        count(&and(
            live,
            sub.rows.item::<W>(sub.slots.ranks[slot.0 as usize]),
        ))
    };
    let slot = |word: usize, bit: usize| Slot((64 * word + bit) as u32);
    let mut next = key::NONE;
    for (word, &bits) in active.iter().enumerate() {
        for slot in ones(bits).map(|bit| slot(word, bit)) {
            let length = length(slot);
            if length > 0 {
                next = next.min(key::with_length(base(slot), length));
            }
        }
    }
    let (mut moves, mut of_one) = (0, 0);
    for (word, bits) in active.iter_mut().enumerate() {
        for slot in ones(*bits).map(|bit| slot(word, bit)) {
            let key = base(slot);
            // An item with options has key `next` or a greater one.
            if key < next && length(slot) == 0 {
                moves += 1;
                of_one += u64::from(key::bound(key) == 1);
                *bits &= !slot.mask();
            }
        }
    }
    (Moves::new(moves, of_one, all), next)
}

/// The end of a chain, by short keys.
pub struct Followed {
    pub moves: u64,
    /// See [`Moves::of_one`].
    pub of_one: u64,
    /// The least key of an item with options, and its rank; a key of no item if there is none.
    pub next: u16,
    pub rank: u32,
}

/// Follows the chain that begins at a node with these short keys; its best item has no options. The
/// keys become those of the node after the chain.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
pub unsafe fn follow<V: Vector>(form: ShortForm, keys: &mut [Lane]) -> Followed {
    // SAFETY: the caller's contract.
    unsafe {
        let [_, spares_one] = form.of_bound_one();
        let least = V::splat_short(spares_one as u16);
        let (scores, below) = (V::splat_short(0xff), V::splat_short(OPTION - 1));
        let active = V::splat_short((ACTIVE >> 8) + 1);
        let (inactive, rests) = (V::splat_short(INACTIVE), V::splat_short(form.most_lack));
        let mut empty = [inactive; SHORT_LANES];
        let mut next = inactive;
        for (lane, keys) in keys.iter().enumerate() {
            let keys = V::of_lane(keys);
            // An active item without options has a score of one more than its lack field.
            let score = keys.shift_right(8).and(scores);
            empty[lane] = score.same_shorts(keys.and(rests).add_shorts(active));
            let others = keys.and_not(empty[lane]).or(inactive.and(empty[lane]));
            next = next.min_shorts(others);
        }
        let next = next.least_short();
        let (mut moves, mut of_one, mut rank) = (0, 0, 0);
        let bound = V::splat_short(next);
        for (lane, to) in keys.iter_mut().enumerate().rev() {
            let keys = V::of_lane(to);
            let is_before = keys.min_shorts(bound).same_shorts(keys);
            let goes = empty[lane].and(is_before);
            let of_bound_one = keys.and(below).same_shorts(least);
            moves += goes.short_bits().count_ones();
            of_one += goes.and(of_bound_one).short_bits().count_ones();
            let keys = keys.and_not(goes).or(inactive.and(goes));
            keys.to_lane(to);
            let those = keys.same_shorts(bound).short_bits();
            if those != 0 {
                rank = (lane * PER_LANE) as u32 + those.trailing_zeros();
            }
        }
        Followed {
            moves: moves.into(),
            of_one: of_one.into(),
            next,
            rank,
        }
    }
}
