//! Expands nodes eight at a time: each vector has a word of each of eight parents, or children.
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
//! Nothing depends on how many children a node has, or on whether they fail, so that little is
//! mispredicted. With bounds, a node has a short key for each item whose bound may change, four to a
//! word, as [`short`](crate::search::bits::short) has them, but without a length: those are
//! counted.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop, clippy::manual_memcpy)]

mod begin;
mod visit;
mod write;

use super::level::{Sums, SweepLevel};
use super::single::CHILDREN;
use crate::search::bits::decide::subtrees::SWEPT_WIDTH;
use crate::search::bits::kernels::vector::Vector;
use crate::search::bits::kernels::{EightsRule, Kernels};
use crate::search::bits::mode::ModeType;
use crate::search::bits::short::{Form, OPTION};
use crate::search::bits::sub::Sub;

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

/// An item's slot, and what it has above, for [`Eights::items`].
const SLOTS: u64 = (1 << 32) - 1;
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
    /// For each live option its [price](crate::search::bits::sub::arrays::Opt::price), the options that it hides, the slots that it
    /// satisfies, and the short keys that it changes. After the last one, what choosing nothing
    /// changes.
    options: Vec<u64>,
    /// For each slot its key, but for what is counted and what may change; and its row.
    slots: Vec<u64>,
    /// For each rank of an active item its slot, and whether it has slack and may change.
    items: Vec<u64>,
    /// The slots whose rows have all options at different places of their words, so that these can be
    /// counted as one.
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
}

/// What the options of a batch's children cost, and what is known of their parents.
struct EightsBatch<V> {
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

/// How many bits each word has.
#[inline(always)]
fn count_words<V: Vector>(words: V) -> V {
    words.count().sum_counts()
}

/// How many bits each node has of `W` words, among those of a row of `W` words.
///
/// # Safety
/// That of [`Vector`]; the row has `W` words.
#[inline(always)]
pub unsafe fn lengths<V: Vector, const W: usize>(live: &[V; W], row: *const u64) -> V {
    const { assert!(W <= V::MOST_COUNTS) };
    // SAFETY: the caller's.
    unsafe {
        let mut counts = V::splat(*row).and(live[0]).count();
        for word in 1..W {
            let row = V::splat(*row.add(word));
            counts = counts.add_counts(row.and(live[word]).count());
        }
        counts.sum_counts()
    }
}

/// The same in less time, if all bits of the row are at different places, whatever their words.
///
/// # Safety
/// That of [`lengths`].
#[inline(always)]
pub unsafe fn lengths_apart<V: Vector, const W: usize>(live: &[V; W], row: *const u64) -> V {
    // SAFETY: the caller's.
    unsafe {
        let mut all = V::splat(*row).and(live[0]);
        for word in 1..W {
            all = all.or(V::splat(*row.add(word)).and(live[word]));
        }
        count_words(all)
    }
}

/// Visits all children of a batch of nodes. `A` is the number of words of a bitmap of slots.
///
/// # Safety
/// The machine has the instructions of `K`. The sub-problem has the mode `M`, and its bitmaps of slots
/// have `A` words; `eights` have begun with it, and with `W` words of options; and the nodes come
/// from there.
#[inline(always)]
pub unsafe fn expand_eights<K: Kernels, M: ModeType, const W: usize, const A: usize>(
    sub: &Sub,
    from: &mut SweepLevel,
    to: &mut SweepLevel,
    sums: &mut Sums,
    eights: &mut Eights,
) {
    debug_assert!(sub.layout.width == A);
    debug_assert!(eights.columns.len() >= 2 * eights.fields(W, A) * place(W) + (W + 1) * PARENTS);
    debug_assert!(eights.form.is_some());
    // SAFETY: the caller's.
    unsafe {
        let batch = write::write::<K::Lane, M, W, A>(sub, from, eights);
        visit::visit::<K, K::Lane, M, W, A>(sub, &batch, to, sums, eights);
    }
}
