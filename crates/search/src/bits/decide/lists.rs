//! Decides whether bitmaps take over from lists at a node: if what lists have left fits, and if
//! bitmaps have been faster for lists of about that length.

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

/// The stack that a level of the recursion takes at most, and what it takes besides for each
/// word of a bitmap. Without optimization, inlined functions keep all their variables: up to
/// 280,000 bytes were seen.
const LEVEL: usize = if cfg!(debug_assertions) { 300_000 } else { 800 };
const LEVEL_PER_WORD: usize = 128;
/// What the arrays of a sub-problem may take, in words: 64 MB. (4,096 options with 24,000
/// items of three colors each take 44 MB.)
const MOST_ARRAY_WORDS: usize = 1 << 23;
/// The most planes of a number that stands for each option, about.
const PLANES: usize = 16;

/// What the recursion takes of the stack at most in any search of a problem: 0.5 MB for a Sudoku.
pub fn most_stack(problem: &Problem) -> usize {
    let bounds = || problem.item_ids().map_while(|item| problem.bounds(item));
    let choices = bounds().map(|bounds| bounds.upper as usize).sum::<usize>();
    let nulls = bounds().filter(|bounds| bounds.slack() > 0).count();
    let options = problem.option_count();
    let words = options.min(MOST_OPTIONS).div_ceil(64).next_power_of_two();
    (choices.min(options) + nulls + 1).saturating_mul(LEVEL + LEVEL_PER_WORD * words)
}

/// What may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The most options.
    pub options: usize,
    /// What the recursion may take of the stack, in bytes.
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
        // To list very many options takes long: only if they will probably be wide.
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
        // Rows and columns, hues both ways, conflicts, and planes of numbers; then what
        // each option and each frame has for items. (Wide ones have rows and, in frames, twice live
        // options and lengths.)
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

    /// How deep the tree can be below: no deeper than the number of options and null moves. If that
    /// is more than `enough`, a closer bound is computed from how many items options cover.
    fn most_depth(&self, problem: &Problem, enough: usize) -> usize {
        let (items, options) = (&self.remains.items, &self.remains.options);
        let nulls = items.iter().filter(|item| item.slack > 0).count();
        // No item is chosen for more often than its list is long.
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

/// How many nodes are not looked at after one that does not repay it: at first, and at most.
/// Instructions on the central peg game in 14 layers (0.3 Gmems): 10% more without a
/// rest, 2% more with 7 at most; 1% less with 31 at first, 0.2% less with 4,095 at most. Word
/// squares, planted cover, bricks and Sudoku do not depend on it.
const REST: u32 = 7;
const MOST_REST: u32 = 255;

/// Lists search at most about 2 to this power parts until bitmaps are tried again.
const MOST_LOSSES: u32 = 10;

/// Which nodes are taken from lists, by the total length of the lists there.
#[derive(Debug)]
pub struct Lengths {
    /// Encodes whatever fits; for tests.
    always: bool,
    /// Lists longer than this in total are too large, as far as is known.
    most_length: usize,
    /// From this length on, lists have been found to be faster.
    lost_length: usize,
    /// How often that was found since bitmaps were last faster in a part, and for how many parts it
    /// is believed.
    losses: u32,
    parts_left: u32,
    /// How many more nodes are not looked at, because one has just been found not to repay; and
    /// how many the next time.
    rest: u32,
    next_rest: u32,
    /// What encodings have cost, and what lists would have taken, by size.
    rules: [Rule; usize::BITS as usize],
}

/// The size of lists of some total length: those of one size differ by a factor of two.
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

    /// Whether a node is skipped without a look at its lists, which takes time.
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

    /// Whether lists of this length may fit, and bitmaps repay what they take.
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

    /// Notes that lists of this length do not fit. To find that out takes time, so only those
    /// that are shorter by an eighth are looked at again. (Planted cover, 60,000 options: with
    /// a quarter 1.4% fewer instructions, with a sixteenth 1.2% more; otherwise no difference.)
    pub fn does_not_fit(&mut self, length: usize) {
        self.most_length = length - length / 8;
    }

    /// Adds what a sub-problem of some size has cost, and what lists would have taken. One in which
    /// a part began is searched for longer than others of its size, so their rule learns nothing
    /// from it.
    pub fn add(&mut self, size: usize, cost: u64, gain: u64, is_part: bool) {
        if !is_part {
            self.rules[size].add(cost, gain);
        } else if cost < gain {
            self.losses = 0;
        }
    }

    /// Notes that lists have been found to be faster: in this part of the walk, only smaller sizes
    /// are tried again. Lists search no other part after the first loss, one after the second,
    /// three after the third, and so on.
    pub fn lose(&mut self, size: usize) {
        self.lost_length = 1 << size;
        self.parts_left = (1 << self.losses) - 1;
        self.losses = (self.losses + 1).min(MOST_LOSSES);
    }
}

/// What lists take for a mem. The unit of work is about a quarter of a nanosecond.
const PER_MEM: u64 = 2;
/// What it takes to find a node of an option in the lists and to encode it.
const PER_NODE: u64 = 40;
/// What any sub-problem takes, however small. Without it, bitmaps took 15 times as long as lists
/// for millions of small ones among 60,000 options with 20,000 secondary items.
const PER_PROBLEM: u64 = 3000;

/// A node that is swept with seven others, or by short keys, takes this share of what it takes to
/// walk it. (Until this was known, a slack chain with 150 free options was left to lists, which take
/// four times as long with AVX-512, and three times with AVX2; so were covers with bounds of 1 to 5,
/// which are swept by short keys: five times. To charge lists for nodes beside mems was no remedy:
/// trees of leaves then took twice as long with bitmaps.)
const SWEPT: u64 = 4;

/// What a sub-problem from lists has cost so far, and what lists would have taken.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    rule: Rule,
    /// The tree's nodes that the cost includes.
    nodes: u64,
    /// The mems when it began.
    mems: Count,
    /// The walked mems at which to ask whether to leave the rest to lists.
    pub review_at: u64,
    /// Whether lists are said to be faster in any case; for tests.
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

    /// Adds what it took to encode a sub-problem from lists.
    pub fn add_encoding(&mut self, sub: &Sub) {
        let cost = PER_PROBLEM + sub.nodes.len() as u64 * PER_NODE;
        self.add(cost);
        if sub.wide.is_on {
            // There are many: until lists would have taken twice as long, nothing is known.
            self.review_at = self.review_at.saturating_add(2 * cost / PER_MEM);
        }
    }

    /// Adds the nodes since the last time, which were searched in `sub`.
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

    /// Adds nodes of chains, which take next to nothing.
    #[inline]
    pub fn add_chained(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    pub fn add(&mut self, work: u64) {
        self.rule.add(work, 0);
    }

    /// Whether lists would have been clearly faster. If not, asks again when
    /// twice as much has been done. Lists know no states: they would have walked all mems.
    ///
    /// (The central peg game in 14 layers takes 1.05 times as long as with lists alone, and 1.4
    /// times if this is never asked.)
    pub fn loses(&mut self, counters: &Counters, sub: &Sub) -> bool {
        self.add_nodes(counters, sub);
        let mems = &counters.mems - &self.mems;
        self.review_at = counters.mems.walked() + mems.walked();
        let (_, lists) = self.sums(counters);
        self.always_loses || self.rule.is_overdrawn(lists.saturating_add(lists / 4), 1)
    }

    /// What it has cost, and what lists would have taken.
    pub fn sums(&self, counters: &Counters) -> (u64, u64) {
        let mems = &counters.mems - &self.mems;
        let lists = mems.saturated().saturating_mul(PER_MEM);
        (self.rule.cost, lists)
    }
}

/// What a node takes, about.
fn work(sub: &Sub) -> u64 {
    // Words without live options are skipped.
    if sub.wide.is_on {
        return 0; // see `take_work`
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

    /// How many parts are left to lists until bitmaps are tried again.
    fn parts_left_to_lists(lengths: &mut Lengths) -> usize {
        (0..).find(|_| lengths.begin_part()).unwrap()
    }

    // A worker whose first part was lost left all later parts to lists: partridge 8 took 1.4 times
    // as long with two threads as with one.
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
