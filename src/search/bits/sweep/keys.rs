//! Expands nodes of a sub-problem with bounds that keep short keys.
//!
//! ```text
//! for each node of a batch, for each of its branches:
//!     keys = the node's, less a choice for each item of the option
//!     live = left & !conflicts & !(rows of the items that are used up)
//!     keys -= the options that are gone;  choose the least  (see `shorten`)
//!     if it has branches: append the child to the next level
//! ```
//!
//! What options cost when they are hidden is added up as they are taken off keys.
//! Cost: with AVX-512, hitting sets take 0.55 of the time without short keys; with AVX2 0.42.

use super::level::{Sums, SweepLevel, get, part, part_mut};
use super::single::{BATCH, CHILDREN, Expansion, copy_lanes};
use crate::search::bits::bitmap::{and, and_not, count as count_bits, ones};
use crate::search::bits::kernels::Kernels;
use crate::search::bits::kernels::shorten::{Gone, for_each_record, shorten_keys, take_choices};
use crate::search::bits::lane::Lane;
use crate::search::bits::number::{Bit, Rank};
use crate::search::bits::price;
use crate::search::bits::short::{self, ACTIVE, Form, PER_LANE, SHORT_LANES};
use crate::search::bits::sub::Sub;

/// The words of a node: its live options, the item to branch on and how many are active.
pub const fn stride(words: usize) -> usize {
    words + 1
}

/// The last word of a node.
pub fn item_and_active(rank: Rank, active: u64) -> u64 {
    u64::from(rank.0) | active << 32
}

/// Visits all children of a batch of nodes.
///
/// # Safety
/// The kernels are those of this machine. `from` has as many records as it counts, which were
/// written here for this sub-problem or are its root: ranks are of the sub-problem, whose rows have
/// bits for its options only, and each option has its mask of conflicts.
#[inline(always)]
pub unsafe fn expand_short<I: Kernels, const W: usize>(
    sub: &Sub,
    form: Form,
    from: &mut SweepLevel,
    to: &mut SweepLevel,
    sums: &mut Sums,
) {
    // SAFETY: the caller's.
    unsafe {
        let shorts = &sub.shorts;
        let (lanes, stride) = (shorts.lanes.min(SHORT_LANES), stride(W));
        let (slots, weights) = (&shorts.slots[..], &shorts.weights[..]);
        let end = from.count;
        let begin = end.saturating_sub(BATCH);
        let mut number = begin;
        let (rows, _) = sub.rows.items.as_chunks::<W>();
        let (all_conflicts, _) = sub.masks.conflicts.as_chunks::<W>();
        // The weight of all that are gone, less that of those that their parents have hidden or tried.
        let mut hidden = 0;
        let mut count = to.count;
        let (mut nodes, mut solutions, mut total_active) = (0, 0, 0);
        let (mut mems, mut updates) = (0, 0);
        // A child's place is known only when the last child has chosen: nothing may be read from
        // there, or the processor would wait.
        let mut child_keys = [Lane::default(); SHORT_LANES];
        let first_positive = form.first_positive();
        while number < end && nodes < CHILDREN as u64 {
            let node = part(&from.nodes, number * stride, stride);
            let above: &[u64; W] = node[..W].try_into().expect("W words");
            let (rank, active) = (Rank(node[W] as u32), node[W] >> 32);
            let keys = part(&from.keys, number * lanes, lanes);
            number += 1;
            let row = get(rows, rank.index());
            let list = and(above, row);
            let key = form.short(short::get(keys, rank.index()));
            let is_used_up = key.lack + key.spare == 1;
            let item = &sub.items[rank.index()];
            debug_assert_eq!(key.length(), count_bits(&list));
            let expansion = Expansion::of_bounded(item, is_used_up, key.score as u64, key.length());
            mems += expansion.mems;
            updates += expansion.updates;
            let mut left = match is_used_up {
                true => and_not(above, row),
                false => *above,
            };
            let mut others = shorts.changing;
            others[rank.index() / PER_LANE] &= !(1 << (rank.index() % PER_LANE));
            to.reserve(count + expansion.options as usize + 1, stride, lanes);
            let mut tried = 0;
            if is_used_up {
                for_each_record!(list, 1, |record| tried += get(weights, record));
            }
            let (mut word, mut bits) = (0, list[0]);
            for child in 0..expansion.options + u64::from(expansion.has_null) {
                let (live, active) = if child < expansion.options {
                    while W > 1 && bits == 0 {
                        word += 1;
                        bits = list[word];
                    }
                    let option = Bit::new(word, bits.trailing_zeros() as usize);
                    bits &= bits.wrapping_sub(1);
                    let record = option.record();
                    if !is_used_up {
                        left[word] &= !option.mask();
                        tried += get(weights, record);
                    }
                    let data = get(&sub.options, option.index());
                    mems += 2 * u64::from(data.fixed + data.weight) + expansion.mems_more;
                    mems -= expansion.mems_less;
                    updates += u64::from(data.covers + data.pure) + expansion.updates_more;
                    updates -= expansion.updates_less;
                    let mut live = and_not(&left, get::<[u64; W]>(all_conflicts, option.index()));
                    let own = part(slots, record * lanes, lanes);
                    let mut active = active;
                    for lane in 0..lanes {
                        let (keys, used_up) =
                            take_choices::<I::Lane>(&keys[lane], &own[lane], form);
                        child_keys[lane] = keys;
                        active -= u64::from(used_up.count_ones());
                        for place in ones(u64::from(used_up & others[lane])) {
                            live = and_not(&live, get::<[u64; W]>(rows, lane * PER_LANE + place));
                            mems += 2 * price::COVER_OTHER;
                            updates += price::COVER_UPDATES;
                        }
                    }
                    (live, active)
                } else {
                    copy_lanes(keys, &mut child_keys[..lanes]);
                    short::forgo(&mut child_keys, rank.index());
                    (left, active - 1)
                };
                let gone = Gone {
                    options: and_not(above, &live),
                    slots,
                    weights,
                };
                let to_keys = part_mut(&mut to.keys, count * lanes, lanes);
                let (key, rank, weight) = match lanes {
                    1 => shorten_keys::<I::Lane, W, 1>(&child_keys, to_keys, &gone),
                    2 => shorten_keys::<I::Lane, W, 2>(&child_keys, to_keys, &gone),
                    3 => shorten_keys::<I::Lane, W, 3>(&child_keys, to_keys, &gone),
                    _ => shorten_keys::<I::Lane, W, 4>(&child_keys, to_keys, &gone),
                };
                hidden += weight - tried;
                nodes += 1;
                total_active += active;
                solutions += u64::from(key < ACTIVE);
                let child = part_mut(&mut to.nodes, count * stride, stride);
                child[..W].copy_from_slice(&live);
                child[W] = item_and_active(Rank(rank), active);
                count += usize::from(key >= first_positive);
            }
        }
        from.end_batch(begin, number..end, stride, lanes);
        to.count = count;
        to.visited += nodes;
        sums.nodes += nodes;
        sums.solutions += solutions;
        sums.active += total_active;
        sums.mems += mems;
        sums.updates += updates;
        sums.hide(hidden);
    }
}
