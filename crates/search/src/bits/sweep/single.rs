//! Expands nodes one by one: [`expand`] counts the list of each item of each child;
//! [`expand_short`], with bounds, keeps short keys.
//!
//! ```text
//! for each node of a batch, for each of its branches:
//!     active = the node's, less the items that the option satisfies or uses up
//!     live   = left & !conflicts & !(rows of the items that are used up)
//!     choose an item: count, or keys -= the options that are gone  (see `shorten`)
//!     if it has branches: append the child to the next level
//! ```
//!
//! With short keys, the costs of hidden options are added up as these are subtracted from keys.
//! Gain: hitting sets take 0.55 of the time with AVX-512, and 0.42 with AVX2.

use super::chains::{Chains, Moves, follow, follow_by_rows};
use super::level::{Sums, SweepLevel, get, part, part_mut, stride};
use crate::bits::bitmap::{and, and_not, count as count_bits, first_of_word, ones};
use crate::bits::branch::ChosenOption;
use crate::bits::decide::subtrees::SWEPT_WIDTH;
use crate::bits::kernels::Kernels;
use crate::bits::kernels::choose::Candidates;
use crate::bits::kernels::shorten::{
    Gone, KEPT_WORDS, for_each_record, shorten_keys, take_choices,
};
use crate::bits::key::ModeType;
use crate::bits::number::{Bit, Rank, Slot};
use crate::bits::sub::Sub;
use crate::bits::sub::arrays::{Opt, SubItem};
use crate::bits::sub::shorts::{self, ACTIVE, PER_LANE, SHORT_LANES, SHORT_WORDS, ShortForm};
use crate::bits::{key, price};
use crate::prices::Prices;
use crate::vector::Lane;

/// The most nodes of a level that are expanded together; fewer if their children fill a batch. With
/// 4, pentominoes 6x10 take 1.04 times as long, bricks 1.09, Sudoku 1.14, and Langford 15 1.18
/// times.
pub const BATCH: usize = 32;
pub const CHILDREN: usize = 8 * BATCH;

/// The most options that the children of a batch, and of one node more, can hide, in sub-problems
/// of few words whose options have [weights](price::weight).
const MOST_HIDDEN: usize = (CHILDREN + 64 * KEPT_WORDS) * 64 * KEPT_WORDS;
const _: () = assert!(MOST_HIDDEN as u64 <= price::MOST_WEIGHTS);
/// The most options that the children of one node can hide, with more words. A child lacks its own
/// option, and those tried before.
const MOST_HIDDEN_BELOW: usize = 64 * SHORT_WORDS * (64 * SHORT_WORDS - 1);
const _: () = assert!(MOST_HIDDEN_BELOW as u64 <= price::MOST_WEIGHTS);

/// The lanes of a node beside its record.
#[inline(always)]
pub fn lanes<M: ModeType>(sub: &Sub) -> usize {
    if M::IS_PLAIN { 0 } else { sub.layout.changing }
}

/// How a node branches, and its cost.
struct Expansion {
    /// The slot of the item branched on.
    slot: Slot,
    is_used_up: bool,
    /// How many branches choose an option.
    options: u64,
    /// Whether there is a null move.
    has_null: bool,
    /// The mems of the node without its branches, and its updates.
    mems: u64,
    updates: u64,
    /// The mems of a branch are 2 (cost of its option, and of what that hides) + `mems_more` -
    /// `mems_less`: the option's cost includes the item branched on, which is covered already.
    /// Updates likewise.
    mems_more: u64,
    mems_less: u64,
    updates_more: u64,
    updates_less: u64,
}

impl Expansion {
    #[inline(always)]
    fn of<M: ModeType>(sub: &Sub, keys: &[Lane], key: u64, options: u64) -> Self {
        if M::IS_PLAIN {
            let round = price::simple::<M::Prices>();
            return Expansion {
                slot: Slot::default(),
                is_used_up: true,
                options,
                has_null: false,
                mems: round.node,
                updates: round.updates,
                mems_more: round.each,
                mems_less: 2 * price::of_branched_by::<M::Prices>(false),
                updates_more: round.updates_each,
                updates_less: price::COVER_UPDATES,
            };
        }
        let item = &sub.items[M::rank(key).index()];
        let slot = item.slot;
        let keys = keys.get(slot.group());
        let base = keys.unwrap_or_else(|| &sub.slots.keys[slot.group()]).0[slot.lane()];
        let is_used_up = key::bound(base) == 1;
        Expansion::of_bounded(item, is_used_up, M::score(key) as u64, options)
    }

    /// The expansion of an item that may have bounds; `is_used_up` says whether one choice uses it
    /// up.
    #[inline(always)]
    fn of_bounded(item: &SubItem, is_used_up: bool, score: u64, options: u64) -> Self {
        let is_simple = is_used_up && item.slack == 0;
        let changes = item.may_change();
        let round = match (is_simple, is_used_up) {
            (true, _) => price::SIMPLE,
            (_, true) => price::USED_UP,
            _ => price::TWEAKED,
        };
        let has_null = options < score;
        let null = if has_null { round.null } else { 0 };
        Expansion {
            slot: item.slot,
            is_used_up,
            options: options.min(score),
            has_null,
            mems: round.node + null,
            updates: round.updates,
            mems_more: round.each,
            mems_less: 2 * price::of_branched(changes),
            updates_more: round.updates_each,
            updates_less: if changes { 0 } else { price::COVER_UPDATES },
        }
    }

    /// Pays for the branch of an option, without what it hides.
    #[inline(always)]
    fn pay(&self, option: &Opt, sums: &mut Sums) {
        sums.mems += 2 * u64::from(option.fixed + option.hiding) + self.mems_more;
        sums.mems -= self.mems_less;
        sums.updates += u64::from(option.covers + option.pure) + self.updates_more;
        sums.updates -= self.updates_less;
    }
}

/// A mask of the slots in a word of slots that are at most a rank, if slots are ranks.
#[inline(always)]
fn up_to(rank: Rank, word: usize) -> u64 {
    first_of_word((rank.index() + 1).saturating_sub(64 * word))
}

#[inline(always)]
fn copy_lanes(from: &[Lane], to: &mut [Lane]) {
    match (from, to) {
        // Without a call.
        ([from], [to]) => *to = *from,
        (from, to) => to.copy_from_slice(from),
    }
}

/// The planes whose sums are computed once for a batch.
const LATE_PLANES: usize = 3;

/// Visits all children of a batch of nodes.
///
/// `A` is the number of words of a bitmap of slots, or 0 for any. Nodes keep the keys that may
/// change. `below` has a level for each depth that a chain may reach.
///
/// # Safety
/// `from` has as many records as it counts, which were written here for this sub-problem or are
/// its root: keys have ranks of the sub-problem, whose rows have bits for its options only, and
/// each option has its mask of conflicts and its slots.
#[inline(always)]
pub unsafe fn expand<I: Kernels, M: ModeType, const W: usize, const A: usize>(
    kernels: I,
    sub: &Sub,
    from: &mut SweepLevel,
    below: &mut [SweepLevel],
    sums: &mut Sums,
    child_keys: &mut [Lane],
    chains: &mut Chains,
) {
    let (to, deeper) = below.split_first_mut().expect("there is a next level");
    // SAFETY: the caller's contract.
    unsafe {
        let width = if A == 0 { sub.layout.width } else { A };
        let lanes = lanes::<M>(sub);
        let stride = W + width + 1;
        let end = from.count;
        let begin = end.saturating_sub(BATCH);
        let mut number = begin;
        let (rows, _) = sub.rows.items.as_chunks::<W>();
        let (all_conflicts, _) = sub.masks.conflicts.as_chunks::<W>();
        let (planes, _) = sub.other_nodes.pure.words.as_chunks::<W>();
        let has_others = sub.other_nodes.others.count > 0 || planes.len() > LATE_PLANES;
        let mut hidden_options = [0; W];
        let mut hidden_pure = [[0; W]; LATE_PLANES];
        let mut count = to.count;
        let (mut nodes, mut solutions, mut dead) = (0, 0, 0);
        // A child's address is known only when the last child has chosen. Reading from there would
        // stall, so keys and active slots are prepared elsewhere.
        let mut child_active = [0; SWEPT_WIDTH];
        let child_keys = &mut child_keys[..lanes];
        macro_rules! write {
            ($to:ident, $count:expr, $live:ident, $key:expr) => {
                let child = part_mut(&mut $to.nodes, $count * stride, stride);
                child[..W].copy_from_slice(&$live);
                for word in 0..width {
                    child[W + word] = child_active[word];
                }
                child[W + width] = $key;
                if !M::IS_PLAIN {
                    copy_lanes(child_keys, part_mut(&mut $to.keys, $count * lanes, lanes));
                }
            };
        }
        // Visits a child whose active slots and keys have been prepared; keeps it if it has
        // branches.
        macro_rules! visit {
            ($live:ident) => {
                let active = &child_active[..width];
                let full = M::Prices::ENDS_AT_EMPTY;
                let candidates = Candidates::new(sub, active, child_keys, full);
                let key = kernels.choose::<M, W>(&candidates, &$live);
                nodes += 1;
                let is_dead = full && key != key::NONE && M::score(key) == 0;
                dead += u64::from(is_dead);
                for word in 0..width {
                    let mut looked_at = active[word];
                    if is_dead {
                        looked_at &= up_to(M::rank(key), word);
                    }
                    sums.active += u64::from(looked_at.count_ones());
                }
                let is_forgone = !M::IS_PLAIN && M::score(key) == 1 && !key::has_options(key);
                if is_forgone && chains.is_on {
                    let active = &mut child_active[..width];
                    let (chain, next) = follow_by_rows(sub, &$live, active, child_keys);
                    sums.add_chains(chain);
                    chains.add(chain.moves as usize);
                    solutions += u64::from(next == key::NONE);
                    if next != key::NONE {
                        let last = &mut deeper[chain.moves as usize - 1];
                        last.reserve(last.count + 1, stride, lanes);
                        write!(last, last.count, $live, next);
                        last.count += 1;
                    }
                } else {
                    solutions += u64::from(key == key::NONE);
                    write!(to, count, $live, key);
                    let goes_on = M::score(key) > 0 && key != key::NONE;
                    count += usize::from(goes_on);
                }
            };
        }
        while number < end && count < CHILDREN {
            let node = part(&from.nodes, number * stride, stride);
            let above: &[u64; W] = node[..W].try_into().expect("W words");
            let active = &node[W..W + width];
            let key = node[W + width];
            let keys = part(&from.keys, number * lanes, lanes);
            number += 1;
            let row = get(rows, M::rank(key).index());
            let list = and(above, row);
            let expansion = Expansion::of::<M>(sub, keys, key, kernels.count(&list));
            sums.mems += expansion.mems;
            sums.updates += expansion.updates;
            let mut left = match expansion.is_used_up {
                true => and_not(above, row),
                false => *above,
            };
            to.reserve(count + expansion.options as usize + 1, stride, lanes);
            let mut chosen = 0;
            'list: for word in 0..W {
                for bit in ones(list[word]) {
                    if !M::IS_PLAIN {
                        if chosen == expansion.options {
                            break 'list;
                        }
                        chosen += 1;
                        if !expansion.is_used_up {
                            left[word] &= !(1 << bit);
                        }
                    }
                    let option = Bit::new(word, bit);
                    expansion.pay(get(&sub.options, option.index()), sums);
                    let satisfied = part(&sub.masks.satisfied, option.index() * width, width);
                    for word in 0..width {
                        child_active[word] = active[word] & !satisfied[word];
                    }
                    let mut live = and_not(&left, get::<[u64; W]>(all_conflicts, option.index()));
                    if !M::IS_PLAIN {
                        let active = &mut child_active[..width];
                        let chosen = ChosenOption {
                            layout: &sub.layout,
                            masks: &sub.masks,
                            slots: &sub.slots,
                            option,
                            branched: expansion.slot,
                        };
                        chosen.take_choices(kernels, keys, child_keys, active, |rank| {
                            live = and_not(&live, &rows[rank.index()]);
                            sums.mems += 2 * price::COVER_OTHER;
                            sums.updates += price::COVER_UPDATES;
                        });
                    }
                    let hidden = and_not(&left, &live);
                    if M::Prices::TELLS_LENGTHS && sub.length_masks.are_on {
                        let by_secondary = and(&hidden, sub.length_masks.of::<W>(option));
                        let own = sub.secondary_items_of(option);
                        sums.lengths = sums.lengths.wrapping_add(own);
                        sums.lengths = sums.lengths.wrapping_sub(count_bits(&by_secondary));
                    }
                    for word in 0..W {
                        hidden_options[word] += u64::from(hidden[word].count_ones());
                    }
                    if has_others {
                        let weight = sub.weigh::<M, W>(kernels, 0, &hidden);
                        sums.pure += weight.pure;
                        sums.purified += weight.purified;
                    } else {
                        for plane in 0..LATE_PLANES {
                            if plane < planes.len() {
                                for word in 0..W {
                                    let bits = hidden[word] & planes[plane][word];
                                    hidden_pure[plane][word] += u64::from(bits.count_ones());
                                }
                            }
                        }
                    }
                    visit!(live);
                }
            }
            if !M::IS_PLAIN && expansion.has_null {
                #[allow(clippy::manual_memcpy)] // for one word, a call takes longer
                for word in 0..width {
                    child_active[word] = active[word];
                }
                child_active[expansion.slot.word()] &= !expansion.slot.mask();
                copy_lanes(keys, child_keys);
                visit!(left);
            }
        }
        from.end_batch(begin, number..end, stride, lanes);
        to.count = count;
        to.visited += nodes;
        sums.nodes += nodes;
        sums.end_nodes::<M::Prices>(solutions, dead);
        if chains.is_on {
            chains.count(below);
        }
        let options = hidden_options.iter().sum::<u64>();
        sums.options += options;
        if !has_others {
            sums.pure += sub.other_nodes.pure.base * options;
            sums.purified += sub.other_nodes.others.base * options;
            for (plane, hidden) in hidden_pure.iter().enumerate() {
                sums.pure += hidden.iter().sum::<u64>() << plane;
            }
        }
    }
}

/// The last word of a node.
pub fn item_and_active(rank: Rank, active: u64) -> u64 {
    u64::from(rank.0) | active << 32
}

/// Visits all children of a batch of nodes. `below` has a level for each depth that a chain may
/// reach.
///
/// # Safety
/// The kernels are those of this machine. `from` has as many records as it counts, which were
/// written here for this sub-problem or are its root: ranks are of the sub-problem, whose rows have
/// bits for its options only, and each option has its mask of conflicts.
#[inline(always)]
pub unsafe fn expand_short<I: Kernels, const W: usize>(
    sub: &Sub,
    form: ShortForm,
    from: &mut SweepLevel,
    below: &mut [SweepLevel],
    sums: &mut Sums,
    chains: &mut Chains,
) {
    let (to, deeper) = below.split_first_mut().expect("there is a next level");
    // SAFETY: the caller's contract.
    unsafe {
        let shorts = &sub.shorts;
        let (lanes, stride) = (shorts.lanes.min(SHORT_LANES), stride(W));
        let (slots, weights) = (&shorts.slots[..], &shorts.weights[..]);
        let end = from.count;
        let begin = end.saturating_sub(BATCH);
        let mut number = begin;
        let (rows, _) = sub.rows.items.as_chunks::<W>();
        let (all_conflicts, _) = sub.masks.conflicts.as_chunks::<W>();
        // The weight of all options gone, less that of those which the parents hid or tried.
        let mut hidden = 0;
        let mut count = to.count;
        let mut nodes = 0;
        // Not at the child's address, as in [`expand`]: reading from there would stall.
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
            let key = form.short(shorts::get(keys, rank.index()));
            let is_used_up = key.lack + key.spare == 1;
            let item = &sub.items[rank.index()];
            debug_assert_eq!(key.length(), count_bits(&list));
            let expansion = Expansion::of_bounded(item, is_used_up, key.score as u64, key.length());
            sums.mems += expansion.mems;
            sums.updates += expansion.updates;
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
                    expansion.pay(get(&sub.options, option.index()), sums);
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
                            sums.mems += 2 * price::COVER_OTHER;
                            sums.updates += price::COVER_UPDATES;
                        }
                    }
                    (live, active)
                } else {
                    copy_lanes(keys, &mut child_keys[..lanes]);
                    shorts::forgo(&mut child_keys, rank.index());
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
                sums.active += active;
                if chains.is_on && form.is_forgone(key) {
                    let chain = follow::<I::Lane>(form, to_keys);
                    sums.add_chains(Moves::new(chain.moves, chain.of_one, active));
                    chains.add(chain.moves as usize);
                    if chain.next < ACTIVE {
                        sums.solutions += 1;
                        continue;
                    }
                    let last = &mut deeper[chain.moves as usize - 1];
                    last.reserve(last.count + 1, stride, lanes);
                    copy_lanes(to_keys, part_mut(&mut last.keys, last.count * lanes, lanes));
                    let child = part_mut(&mut last.nodes, last.count * stride, stride);
                    child[..W].copy_from_slice(&live);
                    child[W] = item_and_active(Rank(chain.rank), active - chain.moves);
                    last.count += 1;
                    continue;
                }
                sums.solutions += u64::from(key < ACTIVE);
                let child = part_mut(&mut to.nodes, count * stride, stride);
                child[..W].copy_from_slice(&live);
                child[W] = item_and_active(Rank(rank), active);
                count += usize::from(key >= first_positive);
            }
            if W > KEPT_WORDS {
                sums.hide(std::mem::take(&mut hidden));
            }
        }
        from.end_batch(begin, number..end, stride, lanes);
        to.count = count;
        to.visited += nodes;
        sums.nodes += nodes;
        sums.hide(hidden);
        if chains.is_on {
            chains.count(below);
        }
    }
}
