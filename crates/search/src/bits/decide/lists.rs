//! Decides at a node whether bitmaps take over from lists: if what is left fits, and bitmaps have
//! been faster for lists of about that length.

use super::Rule;
use super::compact::steps;
use crate::bits::bitmap::{MOST_OPTIONS, MOST_WIDE_OPTIONS, needs_colors, words_for};
use crate::bits::encode::clip;
use crate::bits::key::{self, Mode};
use crate::bits::sub::Sub;
use crate::bits::sub::wide::{LONGEST_WIDE_LIST, WORDS_BELOW_WIDE, WideRule, WideSize};
use crate::counters::Counters;
use crate::links::{Links, Remains};
use crate::state::State;
use dlx3_base::count::Count;
use dlx3_format::Problem;

/// An upper bound for the bytes of stack of one level of recursion: a fixed part, and a part for
/// each word of a bitmap. Without optimization, inlined functions keep all their variables: up to
/// 280,000 bytes were seen.
const LEVEL: usize = if cfg!(debug_assertions) { 300_000 } else { 800 };
const LEVEL_PER_WORD: usize = 128;
/// The most words of a sub-problem's arrays: 64 MB. (4,096 options with 24,000 items of three
/// colors each take 44 MB.)
const MOST_ARRAY_WORDS: usize = 1 << 23;
/// The most planes of a number that stands for each option, about.
const PLANES: usize = 16;

/// The most stack that the recursion takes in any search of a problem: 0.5 MB for a Sudoku.
pub fn most_stack(problem: &Problem) -> usize {
    let bounds = || problem.item_ids().map_while(|item| problem.bounds(item));
    let choices = bounds().map(|bounds| bounds.upper as usize).sum::<usize>();
    let nulls = bounds().filter(|bounds| bounds.slack() > 0).count();
    let options = problem.option_count();
    let words = options.min(MOST_OPTIONS).div_ceil(64).next_power_of_two();
    (choices.min(options) + nulls + 1).saturating_mul(LEVEL + LEVEL_PER_WORD * words)
}

/// The limits of a sub-problem.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The most options.
    pub options: usize,
    /// The most stack of the recursion, in bytes.
    pub stack: usize,
    /// One more than the most hues of a sub-problem.
    pub hues: usize,
    /// Which sub-problems are [wide](crate::bits::wide).
    pub wide: WideRule,
}

/// What the lists have left at a node, and by how much to clip bounds.
#[derive(Debug, Default)]
pub struct Left {
    pub remains: Remains,
    pub clips: Vec<u32>,
}

impl Left {
    /// Lists what is left, and finds out whether it can be encoded.
    pub fn fits(&mut self, problem: &Problem, links: &Links<'_>, room: Room) -> bool {
        let has_hues = room.hues > 1;
        // Listing very many options takes long, so it is done only if they will probably be wide.
        let breadth = problem.node_count() / problem.option_count().max(1);
        let nodes = links.total_length();
        let mut active = 0;
        links.for_each_active(&mut |_| active += 1);
        let about = WideSize {
            items: active,
            options: (nodes / breadth.max(1)).max(1),
            nodes,
        };
        let most = room
            .options
            .min(match !has_hues && room.wide.prefers(about) {
                true => MOST_WIDE_OPTIONS,
                false => MOST_OPTIONS,
            });
        if !links.remains(&mut self.remains, most) {
            return false;
        }
        let (items, options) = (&self.remains.items, self.remains.options.len());
        if items.len() > key::MOST_ITEMS || !clip(items, &mut self.clips) {
            return false;
        }
        let nodes = self.remains.options.iter();
        let nodes = nodes.map(|(option, _)| problem.nodes_of(*option).len());
        let nodes = nodes.sum::<usize>();
        let size = WideSize {
            items: items.len(),
            options,
            nodes,
        };
        let is_wide = !has_hues
            && room.wide.prefers(size)
            && items.iter().all(|item| item.length <= LONGEST_WIDE_LIST);
        if options > MOST_OPTIONS && !is_wide {
            return false;
        }
        let (words, on_stack) = match is_wide {
            true => (options.div_ceil(64), WORDS_BELOW_WIDE),
            false => {
                let words = words_for(options, needs_colors(has_hues, options));
                (words, words)
            }
        };
        let most_depth = room.stack / (LEVEL + LEVEL_PER_WORD * on_stack);
        let depth = self.most_depth(problem, most_depth);
        if depth > most_depth {
            return false;
        }
        let all_items = nodes.min(problem.item_count());
        let hues = nodes.min(room.hues);
        // Rows and columns; two bitmaps for each hue; conflicts; planes of numbers. Then bitmaps of
        // items for each option and frame. (Wide sub-problems have rows and, in each frame, lengths
        // and two bitmaps of live options.)
        let bitmaps = match is_wide {
            true => all_items + 2 * (depth + 2),
            false => 2 * all_items + 2 * hues + options + (depth + 2) * PLANES,
        };
        let lengths = if is_wide {
            depth * (items.len() + 64) / 2
        } else {
            0
        };
        let changing = items.iter().filter(|item| item.bound > 1).count();
        let for_items = (2 * options + 2 * depth) * all_items.div_ceil(64)
            + depth * changing.next_multiple_of(8);
        words * bitmaps + lengths + for_items + 4 * nodes <= MOST_ARRAY_WORDS
    }

    /// An upper bound for the depth of the tree below: the number of options and null moves or, if
    /// that exceeds `enough`, one by how many items options cover.
    fn most_depth(&self, problem: &Problem, enough: usize) -> usize {
        let (items, options) = (&self.remains.items, &self.remains.options);
        let nulls = items.iter().filter(|item| item.slack > 0).count();
        // An item is chosen at most as often as its list is long.
        let choices = items
            .iter()
            .map(|item| item.bound.min(item.length) as usize);
        let choices = choices.sum::<usize>();
        let depth = choices.min(options.len()) + nulls;
        if depth <= enough {
            return depth;
        }
        let primary = |option| {
            let nodes = problem.nodes_of(option);
            nodes.filter(|&node| problem.node_item(node).index() < problem.primary_count())
        };
        let covered = options.iter().map(|&(option, _)| primary(option).count());
        choices / covered.min().unwrap_or(1).max(1) + nulls
    }
}

/// After a node at which bitmaps do not repay, this many nodes are skipped: at first, and at most.
const REST: u32 = 7;
const MOST_REST: u32 = 255;

/// After losses in a row, lists search up to about 2 to this power parts before bitmaps are tried
/// again.
const MOST_LOSSES: u32 = 10;

/// Decides which nodes bitmaps take from lists, by the total length of the lists there.
#[derive(Debug)]
pub struct Lengths {
    /// Encodes whatever fits; for tests.
    always: bool,
    /// The total length from which on lists have been found not to fit.
    most_length: usize,
    /// The total length from which on lists have been found to be faster.
    lost_length: usize,
    /// How often lists were faster since bitmaps last won in a part; and how many more parts are
    /// left to lists for that.
    losses: u32,
    parts_left: u32,
    /// How many more nodes to skip, as one has just been found not to repay; and how many the next
    /// time.
    rest: u32,
    next_rest: u32,
    /// What bitmaps have cost, and what lists would have cost, by size.
    rules: [Rule; usize::BITS as usize],
}

/// The size class of lists by their total length: its binary logarithm.
pub fn size_of(length: usize) -> usize {
    length.max(1).ilog2() as usize
}

impl Lengths {
    pub fn new(always: bool) -> Self {
        Lengths {
            always,
            most_length: usize::MAX,
            lost_length: usize::MAX,
            losses: 0,
            parts_left: 0,
            rest: 0,
            next_rest: REST,
            rules: [Rule::default(); usize::BITS as usize],
        }
    }

    /// Whether to skip a node without looking at its lists, which takes time.
    pub fn rests(&mut self) -> bool {
        let rests = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        rests
    }

    /// Begins a part of the walk. Returns whether bitmaps are tried there.
    pub fn begin_part(&mut self) -> bool {
        self.rest = 0;
        if self.parts_left > 0 {
            self.parts_left -= 1;
            return false;
        }
        self.lost_length = usize::MAX;
        true
    }

    /// Whether a part of the walk may begin with lists of this length.
    pub fn may_begin(&self, length: usize) -> bool {
        length < self.most_length && length < self.lost_length
    }

    /// Whether lists of this length may fit and bitmaps may repay there.
    pub fn may_repay(&mut self, length: usize) -> bool {
        if length >= self.most_length {
            return false;
        }
        let repays = self.always || self.rules[size_of(length)].repays();
        if length >= self.lost_length || !repays {
            self.rest = self.next_rest;
            self.next_rest = (2 * self.rest).min(MOST_REST);
            return false;
        }
        self.next_rest = REST;
        true
    }

    /// Notes that lists of this length do not fit. As finding that out takes time, the next lists
    /// looked at are shorter by an eighth.
    pub fn does_not_fit(&mut self, length: usize) {
        self.most_length = length - length / 8;
    }

    /// Adds the cost of a sub-problem of some size, and what lists would have cost. A sub-problem
    /// in which a part began is searched for longer than others of its size, so the rule of its
    /// size does not learn from it.
    pub fn add(&mut self, size: usize, cost: u64, gain: u64, is_part: bool) {
        if !is_part {
            self.rules[size].add(cost, gain);
        } else if cost < gain {
            self.losses = 0;
        }
    }

    /// Notes that lists were faster: in this part of the walk, only smaller sizes are tried again.
    /// After the n-th loss, lists search the next 2^(n - 1) - 1 parts.
    pub fn lose(&mut self, size: usize) {
        self.lost_length = 1 << size;
        self.parts_left = (1 << self.losses) - 1;
        self.losses = (self.losses + 1).min(MOST_LOSSES);
    }
}

/// The work of lists for a mem. The unit is about a quarter of a nanosecond.
const PER_MEM: u64 = 2;
/// The work of finding an option's node in the lists and encoding it.
const PER_NODE: u64 = 40;
/// The fixed work of any sub-problem. Without it, millions of small sub-problems take bitmaps 15
/// times as long as lists.
const PER_PROBLEM: u64 = 3000;

/// The work of a swept node (one of eight, or with short keys) is the work of a walked one divided
/// by this. Without it, slack chains and covers with bounds are left to lists, which take three to
/// five times as long.
const SWEPT: u64 = 4;

/// What a sub-problem from lists has cost so far, and what lists would have taken.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    rule: Rule,
    /// The nodes of the tree whose cost is included.
    nodes: u64,
    /// The mems when it began.
    mems: Count,
    /// The walked mems at which to ask whether to leave the rest to lists.
    pub review_at: u64,
    /// Whether lists win in any case; for tests.
    pub always_loses: bool,
}

impl Balance {
    pub fn new(counters: &Counters, review: u64) -> Self {
        Balance {
            rule: Rule::default(),
            nodes: counters.nodes.walked(),
            mems: counters.mems.clone(),
            review_at: counters.mems.walked().saturating_add(review),
            always_loses: false,
        }
    }

    /// Adds the cost of encoding a sub-problem from lists.
    pub fn add_encoding(&mut self, sub: &Sub) {
        let cost = PER_PROBLEM + sub.nodes.len() as u64 * PER_NODE;
        self.add(cost);
        if sub.wide.is_on {
            // There are many options: nothing is known until lists would have taken twice as long.
            self.review_at = self.review_at.saturating_add(2 * cost / PER_MEM);
        }
    }

    /// Adds the nodes that were searched in `sub` since the last call.
    pub fn add_nodes(&mut self, counters: &Counters, sub: &Sub) {
        let nodes = counters.nodes.walked();
        self.add((nodes - self.nodes) * work(sub));
        self.nodes = nodes;
    }

    /// Adds nodes that were counted in `sub`, eight at a time or by short keys.
    #[inline]
    pub fn add_swept(&mut self, nodes: u64, sub: &Sub) {
        self.nodes += nodes;
        self.add(nodes * work(sub) / SWEPT);
    }

    /// Adds the nodes of chains, which cost next to nothing.
    #[inline]
    pub fn add_chained(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    pub fn add(&mut self, work: u64) {
        self.rule.add(work, 0);
    }

    /// Whether lists would have been clearly faster, having walked all mems (they know no states).
    /// If not, asks again when twice as much has been done. (A peg game for which lists are best
    /// takes 1.05 times as long as with lists alone; without this question, 1.4 times.)
    pub fn loses(&mut self, counters: &Counters, sub: &Sub) -> bool {
        self.add_nodes(counters, sub);
        let mems = &counters.mems - &self.mems;
        self.review_at = counters.mems.walked() + mems.walked();
        let (_, lists) = self.sums(counters);
        self.always_loses || self.rule.is_overdrawn(lists.saturating_add(lists / 4), 1)
    }

    /// The cost of bitmaps so far, and what lists would have cost.
    pub fn sums(&self, counters: &Counters) -> (u64, u64) {
        let mems = &counters.mems - &self.mems;
        let lists = mems.saturated().saturating_mul(PER_MEM);
        (self.rule.cost, lists)
    }
}

/// The approximate work of a node.
fn work(sub: &Sub) -> u64 {
    // Words without live options are skipped.
    if sub.wide.is_on {
        return 0; // `take_work` counts it
    }
    let words = sub.options.len().div_ceil(64);
    let steps = steps(sub, sub.layout.groups * 8, words) as u64;
    match sub.mode {
        Mode::Colors => steps,
        _ => 100 + 4 * steps,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::decide::MOST_TRIED;

    const SIZE: usize = 17;

    /// How many parts are left to lists before bitmaps are tried again.
    fn parts_left_to_lists(lengths: &mut Lengths) -> usize {
        (0..).find(|_| lengths.begin_part()).unwrap()
    }

    // Regression: after a loss in its first part, a worker left all later parts to lists.
    #[test]
    fn after_a_loss_bitmaps_are_tried_again_in_a_later_part() {
        let mut lengths = Lengths::new(false);
        let left = [0, 1, 2, 3].map(|_| {
            lengths.lose(SIZE);
            assert!(!lengths.may_begin(1 << SIZE) && lengths.may_begin((1 << SIZE) - 1));
            let left = parts_left_to_lists(&mut lengths);
            assert!(lengths.may_begin(1 << SIZE));
            left
        });
        assert_eq!(left, [0, 1, 3, 7]);
        lengths.add(SIZE, 1, 2, true);
        lengths.lose(SIZE);
        assert_eq!(parts_left_to_lists(&mut lengths), 0);
    }

    #[test]
    fn parts_that_do_not_repay_their_encoding_are_no_reason_to_skip_other_nodes() {
        let mut lengths = Lengths::new(false);
        lengths.add(SIZE, 2 * MOST_TRIED, 0, true);
        assert!(lengths.may_repay(1 << SIZE));
        lengths.add(SIZE, 2 * MOST_TRIED, 0, false);
        assert!(!lengths.may_repay(1 << SIZE));
    }
}
