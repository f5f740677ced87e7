//! Expanding nodes eight at a time: each vector has a word of each of eight parents, or
//! children. Nothing depends on how many children a node has, or on whether they fail, so that
//! little is mispredicted.
//!
//! All children of a batch are [written](write) to columns first, with what their options change;
//! and then they are [visited](visit). With bounds, a node has a short key for each item whose
//! bound may change, four to a word, as [`short`](crate::search::bits::short) has them, but
//! without a length: those are counted.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop, clippy::manual_memcpy)]

mod visit;
mod write;

use super::expand::CHILDREN;
use super::level::SweepLevel;
use super::sums::Sums;
use crate::search::bits::bitmap::ones;
use crate::search::bits::decide::sweep::SWEPT_WIDTH;
use crate::search::bits::kernels::eight::{BEYOND, Eight};
use crate::search::bits::kernels::vector::EightsRule;
use crate::search::bits::mode::{Mode, ModeType};
use crate::search::bits::number::Bit;
use crate::search::bits::short::{Form, OPTION};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::layout::lengthen;
use crate::search::bits::sub::lists::Opt;

/// At most this many nodes of a level are expanded together: half as many take 5% more time on
/// dominoes, queens 16, planted cover and Sudoku.
pub const BATCH: usize = 64;

/// A key here has the item's rank; from this bit on, its short key without the score; and the
/// score. It fits in half a word.
const SHORT: u32 = 10;
const SCORE: u32 = 18;
const RANKS: u64 = (1 << SHORT) - 1;
const _: () = assert!(64 * SWEPT_WIDTH <= 1 << SHORT && OPTION == 1 << (SCORE - SHORT));

/// Sub-problems with more words of short keys are not swept so.
const MOST_SHORTS: usize = 2 * EightsRule::MOST_CHANGING;

/// What an item has from these bits on, for [`Eights::items`]: its slot is below.
const HAS_SLACK: u64 = 1 << 32;
const MAY_CHANGE: u64 = 1 << 33;

/// For each four bits a number of 16 bits with all bits set, or none.
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

/// What is kept for a sweep.
#[derive(Debug, Default)]
pub struct Eights {
    /// For each child of a batch: the options that its parent leaves it, its parent's active
    /// slots and short keys, and its option; then what that option hides, satisfies and chooses.
    /// For each parent: its item's row, and what is known of that.
    columns: Vec<u64>,
    /// For each live option its [price](Opt::price), the options that it hides, the slots that it
    /// satisfies, and the short keys that it changes. After the last one, what choosing nothing
    /// changes.
    options: Vec<u64>,
    /// For each slot its key, but for what is counted and what may change; and its row.
    slots: Vec<u64>,
    /// For each rank the item's slot, and whether it has slack and may change.
    items: Vec<u64>,
    /// The slots whose rows have live options at different places of their words, so that these
    /// can be counted as one, where that takes less. Bricks take 0.95 of the time with AVX2.
    apart: [u64; SWEPT_WIDTH],
    /// How many words short keys take, and the slots that they are for.
    shorts: usize,
    changing: usize,
    form: Option<Form>,
}

/// The children that there is place for: those of a node too many, and a vector beyond.
#[inline(always)]
const fn place(words: usize) -> usize {
    CHILDREN + 8 * 64 * words + 16
}

/// The same for parents.
const PARENTS: usize = BATCH + 8;

impl Eights {
    /// How many words a node has.
    #[inline(always)]
    fn fields(&self, words: usize, width: usize) -> usize {
        words + width + 1 + self.shorts
    }

    /// Prepares for a sweep below the node at `depth`, and writes that as the only one of a level;
    /// false if its keys do not fit.
    #[inline(always)]
    pub fn begin<M: ModeType, const W: usize>(
        &mut self,
        sub: &Sub,
        live: &[u64; W],
        depth: usize,
        key: u64,
        root: &mut SweepLevel,
        counts_apart: bool,
    ) -> bool {
        let (layout, width) = (&sub.layout, sub.layout.width);
        let active = sub.frames.active(layout, depth);
        self.changing = layout.changing * 8;
        self.shorts = layout.changing * 2;
        self.form = match sub.mode {
            Mode::Plain => Form::new(0, 0),
            _ => self.find_form(sub, depth),
        };
        let Some(form) = self.form else {
            return false;
        };
        let fields = self.fields(W, width);
        lengthen(&mut self.columns, 2 * fields * place(W) + (W + 1) * PARENTS);
        let record = fields;
        lengthen(&mut self.options, (64 * W + 1) * record + BEYOND);
        lengthen(&mut self.slots, layout.groups * 8 * (W + 1));
        lengthen(&mut self.items, layout.primary);
        for word in 0..W {
            for bit in ones(live[word]) {
                let option = Bit::new(word, bit).index();
                let data = &sub.options[option];
                let to = &mut self.options[option * record..][..record];
                to[0] = Opt::price(data);
                let conflicts = &sub.masks.conflicts[option * W..][..W];
                let satisfied = &sub.masks.satisfied[option * width..][..width];
                for word in 0..W {
                    to[1 + word] = conflicts[word];
                }
                for word in 0..width {
                    to[1 + W + word] = satisfied[word];
                }
                for short in 0..self.shorts {
                    let choices = sub.masks.choices[option * layout.changing_width + short / 16];
                    let four = choices >> (short % 16 * 4) & 15;
                    to[1 + W + width + short] = SPREAD[four as usize];
                }
            }
        }
        self.options[64 * W * record..][..record].fill(0);
        root.reserve_fields(1, fields);
        self.apart = [0; SWEPT_WIDTH];
        let mut shorts = [0; MOST_SHORTS];
        for rank in sub.primary() {
            let item = &sub.items[rank.index()];
            let slot = item.slot.0 as usize;
            if !sub.is_active(depth, rank) {
                continue;
            }
            let to = &mut self.slots[slot * (W + 1)..][..W + 1];
            to[0] = rank.0.into();
            to[1..].copy_from_slice(sub.rows.item::<W>(rank));
            if counts_apart && W > 1 {
                let (mut all, mut twice) = (0, 0);
                for word in 0..W {
                    let row = to[1 + word] & live[word];
                    twice |= all & row;
                    all |= row;
                }
                self.apart[slot / 64] |= u64::from(twice == 0) << (slot % 64);
            }
            if M::IS_PLAIN {
                continue;
            }
            let (lack, spare) = sub.lack_and_spare(depth, rank);
            let short = form.base(lack, spare);
            if slot < self.changing {
                shorts[slot / 4] |= u64::from(short) << (slot % 4 * 16);
            } else {
                to[0] |= u64::from(short) << SHORT;
            }
            let slack = if item.slack > 0 { HAS_SLACK } else { 0 };
            let changes = if item.may_change() { MAY_CHANGE } else { 0 };
            self.items[rank.index()] = slot as u64 | slack | changes;
        }
        let (rank, score) = (M::rank(key), M::score(key));
        let mut key = u64::from(rank.0);
        if !M::IS_PLAIN {
            let (lack, spare) = sub.lack_and_spare(depth, rank);
            let score = score + i64::from(form.most_lack);
            let below = u64::from(form.base(lack, spare) & (OPTION - 1));
            key |= (score as u64) << SCORE | below << SHORT;
        }
        let words = live.iter().chain(active).chain([&key]);
        for (field, &word) in words.chain(&shorts[..self.shorts]).enumerate() {
            // SAFETY: there is place for a node.
            unsafe { *root.field(field) = word };
        }
        root.count = 1;
        true
    }

    #[inline(never)]
    fn find_form(&self, sub: &Sub, depth: usize) -> Option<Form> {
        if self.shorts > MOST_SHORTS {
            return None;
        }
        let active = sub.primary().filter(|&rank| sub.is_active(depth, rank));
        let (most_lack, most_spare) = sub.most_lack_and_spare(depth, active);
        Form::new(most_lack, most_spare).filter(Form::has_bases)
    }
}

/// What the options of a batch's children cost, and what is known of their parents.
struct Batch<V> {
    count: usize,
    mems: u64,
    updates: u64,
    /// The parents whose item is covered for good, is used up, and stays active.
    parents: [usize; 3],
    /// The null moves of those whose item is used up, and stays active.
    nulls: [usize; 2],
    kinds: Kinds<V>,
}

/// The children that choose an option, for each of eight parents: where the parent's item is covered
/// for good; where it is used up and may be forgone; where its bound might change; and where it is
/// used up though it might.
struct Kinds<V> {
    simple: V,
    used_up: V,
    changing: V,
    changed: V,
}

/// Visits all children of a batch of nodes. `A` is the number of words of a bitmap of slots.
///
/// # Safety
/// The machine has the instructions of `V`. The bitmaps of the sub-problem, which has the mode
/// `M`, have `W` words of options and `A` of slots, `eights` have begun with it, and the nodes come
/// from there.
#[inline(always)]
pub unsafe fn expand_eights<V: Eight, M: ModeType, const W: usize, const A: usize>(
    sub: &Sub,
    from: &mut SweepLevel,
    to: &mut SweepLevel,
    sums: &mut Sums,
    eights: &mut Eights,
) {
    debug_assert!(sub.layout.words == W && sub.layout.width == A);
    debug_assert!(eights.columns.len() >= 2 * eights.fields(W, A) * place(W) + (W + 1) * PARENTS);
    debug_assert!(eights.form.is_some());
    // SAFETY: the caller's.
    unsafe {
        let batch = write::write::<V, M, W, A>(sub, from, eights);
        visit::visit::<V, M, W, A>(sub, &batch, to, sums, eights);
    }
}
