//! Decides which subtrees are searched as a whole, without showing each node to the watch: by a
//! sweep or, with colors, in bitmaps of a few words.
//!
//! Subtrees below nodes with few active items are swept. The limit is learned: sweeps should be
//! large enough to repay, and small enough not to be given up. With colors, subtrees with few live
//! options are encoded in two words, which costs a few nodes, or in four, which costs more and so
//! must have repaid.
//!
//! If the watch sees every solution, or nearly so, a trial that meets more solutions than it may
//! count is given up, and its nodes are walked ([`TrialRule`]):
//!
//! ```text
//! for each number of active items:
//!     balance = time saved by trials - time spent on them
//!     try while it is not negative; otherwise after ever longer rests
//! ```
//!
//! The unit is a node counted in a trial. Subtrees with many items have solutions, those with few
//! are too small to repay; the rule learns which sizes in between do.

use super::Rule;
use super::compact::{steps, steps_now};
use crate::bits::bitmap::count;
use crate::bits::kernels::{Kernels, shorten};
use crate::bits::sub::arrays::Layout;
use crate::bits::sub::shorts::{PER_LANE, SHORT_WORDS};
use crate::bits::sub::{Sub, Subtrees};
use std::ops::Range;

/// Limits for sweeps: the words of a bitmap of options, the words of a bitmap of slots, and,
/// without short keys, the groups of changing bounds.
pub const SWEPT_WORDS: usize = 16;
pub const SWEPT_WIDTH: usize = 16;
pub const SWEPT_CHANGING: usize = 8;
/// The most nodes of a sweep: signals and idle threads have to wait for its end.
const MOST_NODES: u64 = 1 << 18;
/// The most nodes of a small subtree, and of one of middle size.
const MOST_NODES_IN_WORDS: [u64; 2] = [1 << 20, 1 << 16];
/// The most nodes of the first sweep, or first subtree of its size. Later ones may have
/// `FIRST_NODES + counted / SHARE`, as a trial that is given up has cost more than walking.
const FIRST_NODES: u64 = 1 << 11;
/// Failed trials may waste `LITTLE_WASTE + counted / SHARE` nodes.
const LITTLE_WASTE: u64 = 1 << 12;
const SHARE: u64 = 16;
/// The average number of nodes that sweeps aim at.
pub const WANTED: Range<u64> = 1 << 7..1 << 10;
/// [`WANTED`] for sweeps of eights, whose batches must be large.
pub const WANTED_EIGHTS: Range<u64> = 1 << 9..1 << 12;
/// [`WANTED`] for sweeps with ties broken at random, which go depth first.
pub const WANTED_DRAWN: Range<u64> = 1 << 9..1 << 12;
/// If sweeps of the last round were smaller on average, they take one node at a time: the memo
/// knows all larger subtrees.
pub const LEAST_EIGHTS: u64 = 80;
/// If sweeps of single nodes reach this average, eights are tried again.
pub const EIGHTS_AGAIN: u64 = 120;
/// The average number of nodes from which on sweeps of eights may pack their options.
pub const LEAST_PACKED: u64 = 128;
/// Up to this many words, a sweep that keeps lengths may renumber its options in one or two words;
/// it waits until they are few enough.
pub const MOST_NUMBERED: usize = 4;
/// The average number of nodes is taken over this many sweeps.
const ROUND: u64 = 16;
/// After this many nodes without a sweep, larger ones are tried.
const MANY_WALKED: u32 = 256;

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swept {
    All,
    /// It was given up at a limit.
    UpToLimit,
    /// It was given up: it has too many nodes.
    TooLarge,
}

/// Decides below which nodes to sweep.
///
/// ```text
/// sweep below nodes with at most `most_active` active items
/// after each round of sweeps:
///     too many nodes on average:  most_active falls below what was swept
///     too few:                    most_active += 1
/// after a sweep that was given up:
///     too many nodes:             most_active = 7/8 of what was swept
///     too much waste:             most_active falls below what was swept
/// after many nodes without one:   most_active += 1
/// ```
#[derive(Debug)]
pub struct SweepRule {
    /// Nodes with at most this many active items are swept.
    most_active: u32,
    /// The nodes that sweeps have counted; halved whenever a sweep becomes too large.
    counted: u64,
    /// The sweeps of this round and their nodes.
    sweeps: u64,
    nodes: u64,
    /// The nodes of failed sweeps, and those counted lately.
    rule: Rule,
    /// Nodes that were walked since the last sweep.
    walked: u32,
    /// The options hidden at a node of the last sweep, on average, in sixteenths.
    hidden: u64,
    /// The average number of nodes of the last round's sweeps; at first, the largest number.
    pub average: u64,
}

impl Default for SweepRule {
    fn default() -> Self {
        SweepRule {
            most_active: u32::MAX,
            counted: 0,
            sweeps: 0,
            nodes: 0,
            rule: Rule::default(),
            walked: 0,
            hidden: 0,
            average: u64::MAX,
        }
    }
}

impl SweepRule {
    /// Whether to try a sweep below a node with `active` active items.
    #[inline(always)]
    pub fn is_due(&mut self, sub: &Sub, active: u32) -> bool {
        let layout = &sub.layout;
        if layout.changing > SWEPT_CHANGING
            && (layout.words > SHORT_WORDS || sub.shorts.do_not_fit())
        {
            return false;
        }
        let is_due = active <= self.most_active;
        self.walked += u32::from(!is_due);
        if self.walked > MANY_WALKED {
            self.walked = 0;
            self.most_active += 1;
        }
        is_due
    }

    /// The most nodes that the next sweep may have.
    #[inline]
    pub fn most_nodes(&self) -> u64 {
        MOST_NODES.min(FIRST_NODES + self.counted / SHARE)
    }

    /// Learns from a sweep below a node with `active` active items: how it ended, how many nodes
    /// were `wanted` and counted, and how many options these hid.
    pub fn learn(
        &mut self,
        active: u32,
        swept: Swept,
        wanted: Range<u64>,
        nodes: u64,
        options: u64,
    ) {
        let most = active.min(self.most_active);
        if swept == Swept::TooLarge {
            self.counted /= 2;
            self.most_active = most / 8 * 7;
            return;
        }
        if swept == Swept::UpToLimit {
            self.rule.add(nodes + 1, 0);
            if self.rule.is_overdrawn(LITTLE_WASTE, SHARE) {
                self.rule.cost /= 2;
                self.most_active = most - 1;
            }
            return;
        }
        self.walked = 0;
        self.hidden = 16 * options / nodes.max(1);
        self.counted = self.counted.saturating_add(nodes);
        self.sweeps += 1;
        self.nodes += nodes;
        if self.nodes > ROUND * wanted.end {
            self.most_active = most - 1;
        } else if self.sweeps < ROUND {
            return;
        } else if self.nodes < ROUND * wanted.start {
            self.most_active = self.most_active.saturating_add(1);
        }
        self.average = self.nodes / self.sweeps;
        self.rule.gain = (self.rule.gain + self.nodes) / 2;
        (self.sweeps, self.nodes) = (0, 0);
    }

    /// Whether keeping lengths is cheaper than counting them, in a plain sub-problem.
    #[inline(always)]
    pub fn should_keep_lengths(&self, kernels: impl Kernels, layout: &Layout) -> bool {
        let gone = self.hidden / 16 + 2;
        layout.words <= shorten::KEPT_WORDS && kernels.keeps_lengths(layout, gone as usize)
    }

    /// Whether keeping short keys is cheaper than counting lengths.
    #[inline(always)]
    pub fn should_keep_keys(&self, kernels: impl Kernels, sub: &Sub) -> bool {
        let gone = self.hidden / 16 + 2;
        let lanes = sub.layout.primary.div_ceil(PER_LANE);
        sub.layout.changing > SWEPT_CHANGING
            || kernels.keeps_keys(&sub.layout, lanes, gone as usize)
    }
}

/// The words of subtrees of middle size. Small subtrees of sub-problems with this many words, or
/// within middle ones, have their own code (MacMahon squares take 0.85 of the time with it).
pub const MIDDLE_WORDS: usize = 4;
/// The most live options of small subtrees: two words.
pub const MOST_SMALL: u64 = 128;
/// The most live options, by size.
const MOST_OPTIONS: [u64; 2] = [MOST_SMALL, 64 * MIDDLE_WORDS as u64];
/// The most active items: a word.
const MOST_ACTIVE: u32 = u64::BITS;
/// Once failed trials have wasted too much, the rule rests for this many walked nodes for each node
/// of the last trial. The rest doubles, up to `MOST_DOUBLINGS` times, whenever less was counted
/// since the last rest than this trial wasted.
const REST: u64 = 16;
const MOST_DOUBLINGS: u32 = 10;
/// The cost of encoding a middle subtree, fixed and for each node of an option, in quarters of a
/// [step](steps).
const ENCODING: u64 = 500;
const ENCODING_NODE: u64 = 6;

/// How many options a subtree may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubtreeSize {
    /// Up to two words of options.
    Small,
    /// Up to four words: see [`middle`](crate::bits::small::Middle).
    Middle,
}

/// How the search of a small or middle subtree ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubtreeEnd {
    /// It was finished, and this many nodes were counted.
    All { nodes: u64 },
    /// It was given up at a limit of the watch.
    UpToLimit,
    /// It was given up: it has too many nodes.
    TooLarge,
}

/// Decides below which nodes to search a subtree with colors in a few words.
///
/// ```text
/// after trials given up have cost too much:
///     the last one was too large:    most = 7/8 of its options
///     it met a limit of the watch:   none is tried for a while
/// after a round of subtrees:
///     few nodes on average:          most += 1
/// ```
#[derive(Debug)]
pub struct SmallRule {
    /// Whether to try even if it does not repay; for tests.
    always: bool,
    /// By size: the most options.
    most: [u64; 2],
    /// By size: the subtrees of this round, and the nodes that were visited in them.
    rounds: [(u64, u64); 2],
    /// By size: the nodes of failed trials, and those counted.
    rules: [Rule; 2],
    /// By size: the nodes that had been counted at the last rest.
    counted_before: [u64; 2],
    /// What subtrees of middle size have cost and saved, by the words of the sub-problem.
    middle: [Rule; 8],
}

impl Default for SmallRule {
    fn default() -> Self {
        SmallRule {
            always: false,
            most: MOST_OPTIONS,
            rounds: [(0, 0); 2],
            rules: [Rule::default(); 2],
            counted_before: [0; 2],
            middle: [Rule::default(); 8],
        }
    }
}

impl SmallRule {
    pub fn new(always: bool) -> Self {
        SmallRule {
            always,
            ..SmallRule::default()
        }
    }

    /// Whether to try below a node, after `walked` walked nodes, and in which size.
    #[inline(always)]
    pub fn is_due<const W: usize>(
        &self,
        sub: &Sub,
        live: &[u64; W],
        active: u32,
        walked: u64,
    ) -> Option<SubtreeSize> {
        let Subtrees { small, middle, .. } = sub.subtrees;
        if !(small || middle) || active > MOST_ACTIVE {
            return None;
        }
        let options = count(live);
        let size = if small && options <= MOST_OPTIONS[0] {
            SubtreeSize::Small
        } else if middle
            && options <= MOST_OPTIONS[1]
            && (self.always || self.middle[log(W)].repays())
        {
            SubtreeSize::Middle
        } else {
            return None;
        };
        let is_due = options <= self.most[size as usize];
        let has_rested = self.rules[size as usize].has_rested(walked);
        (is_due && has_rested).then_some(size)
    }

    /// The most nodes that the next one may visit.
    #[inline]
    pub fn most_nodes(&self, size: SubtreeSize) -> u64 {
        let most = FIRST_NODES + self.rules[size as usize].gain / SHARE;
        most.min(MOST_NODES_IN_WORDS[size as usize])
    }

    /// Learns from a subtree with `options` options, of which `visited` nodes were visited, after
    /// `walked` walked nodes.
    pub fn learn(
        &mut self,
        size: SubtreeSize,
        end: SubtreeEnd,
        options: u64,
        visited: u64,
        walked: u64,
    ) {
        let rule = &mut self.rules[size as usize];
        if let SubtreeEnd::All { nodes } = end {
            rule.add(0, nodes);
            let (subtrees, nodes) = &mut self.rounds[size as usize];
            (*subtrees, *nodes) = (*subtrees + 1, *nodes + visited);
            if *subtrees == ROUND {
                let most = self.most[size as usize] + u64::from(*nodes < ROUND * WANTED.start);
                self.most[size as usize] = most.min(MOST_OPTIONS[size as usize]);
                (*subtrees, *nodes) = (0, 0);
            }
            return;
        }
        rule.add(visited, 0);
        // A subtree that did not fit visited no node: it tells nothing.
        if visited == 0 || !rule.is_overdrawn(LITTLE_WASTE, SHARE) {
            return;
        }
        rule.cost /= 2;
        if end == SubtreeEnd::TooLarge {
            self.most[size as usize] = options - options.div_ceil(8);
            return;
        }
        let before = std::mem::replace(&mut self.counted_before[size as usize], rule.gain);
        rule.doublings = match rule.gain - before < visited {
            true => MOST_DOUBLINGS.min(rule.doublings + 1),
            false => 0,
        };
        rule.rest(walked, (REST * visited) << rule.doublings);
    }

    /// Learns what a middle subtree of `options` options has saved by counting `nodes` nodes.
    pub fn learn_middle(&mut self, sub: &Sub, options: u64, nodes: u64) {
        let (items, breadth) = (sub.layout.primary, sub.breadth as u64);
        let cost = ENCODING + options * breadth * ENCODING_NODE;
        let gain = steps_now(sub).saturating_sub(steps(sub, items, MIDDLE_WORDS));
        self.middle[log(sub.layout.words)].add(cost, nodes * gain as u64);
    }
}

/// About this many comparisons of siblings cost as much as visiting a node.
const COMPARED: u64 = 8;
/// If comparing siblings has cost more than it saved, none are compared for this many walked nodes
/// for each visited one.
const SIBLINGS_REST: u64 = 64;

/// Decides whether to look for equal siblings.
#[derive(Debug, Default)]
pub struct SiblingRule {
    /// By size: what comparing has cost, and the nodes saved.
    rules: [Rule; 2],
}

impl SiblingRule {
    /// Whether to look for them, after `walked` walked nodes.
    #[inline(always)]
    pub fn is_due(&self, size: SubtreeSize, walked: u64) -> bool {
        self.rules[size as usize].has_rested(walked)
    }

    /// Learns from a subtree in which `visited` nodes were visited and `saved` ones saved.
    pub fn learn(&mut self, size: SubtreeSize, visited: u64, saved: u64, walked: u64) {
        let rule = &mut self.rules[size as usize];
        rule.add(visited, COMPARED.saturating_mul(saved));
        if rule.is_overdrawn(LITTLE_WASTE, 1) {
            rule.rest(walked, SIBLINGS_REST * rule.cost);
            (rule.cost, rule.gain) = (0, 0);
        }
        // An old gain must not last long.
        rule.gain = rule.gain.min(rule.cost + 8 * LITTLE_WASTE);
    }
}

/// The class of a number of words: its binary logarithm.
#[inline(always)]
fn log(words: usize) -> usize {
    words.ilog2() as usize % 8
}

/// If more solutions than this may be counted before one has to be shown, [`TrialRule`] is not
/// asked: a subtree is always tried, and nothing is learned from it.
pub const NEAR_SOLUTIONS: u64 = 1 << 8;
/// The fixed cost of a trial, in its nodes.
const TRIAL: i64 = 60;
/// The cost of walking a node, in nodes of a trial.
const WALKED: i64 = 5;
/// A balance stays within the cost of this many trials, so that it soon shows a change.
const MOST_TRIALS: i64 = 16;
/// The rest before the next trial, in nodes; it doubles up to `MOST_RESTED`.
const RESTED: u32 = 16;
const MOST_RESTED: u32 = 1 << 12;
/// Classes by the number of active items; larger numbers share the last class.
const CLASSES: usize = 64;

/// Decides by their balance whether trials repay: sweeps where solutions are shown, and sweeps that
/// draw random numbers.
#[derive(Debug)]
pub struct TrialRule {
    classes: [Class; CLASSES],
}

#[derive(Clone, Copy, Debug, Default)]
struct Class {
    balance: i64,
    /// The nodes to skip before the next trial, and how many they were at first.
    rest: u32,
    rests: u32,
}

impl Default for TrialRule {
    fn default() -> Self {
        TrialRule {
            classes: [Class::default(); CLASSES],
        }
    }
}

impl TrialRule {
    fn class(&mut self, active: u32) -> &mut Class {
        &mut self.classes[(active as usize).min(CLASSES - 1)]
    }

    /// Whether to try below a node with `active` active items.
    #[inline]
    pub fn is_due(&mut self, active: u32) -> bool {
        let class = self.class(active);
        if class.balance >= 0 {
            return true;
        }
        class.rest = class.rest.saturating_sub(1);
        class.rest == 0
    }

    /// Learns from a trial of `nodes` nodes that was finished (`is_done`) or given up.
    pub fn learn(&mut self, active: u32, is_done: bool, nodes: u64) {
        let nodes = nodes.min(1 << 32) as i64;
        let gain = match is_done {
            true => (WALKED - 1) * nodes - TRIAL,
            false => -nodes - TRIAL,
        };
        self.settle(active, gain);
    }

    /// Learns the gain of a trial: the cost saved, less the cost spent.
    pub fn settle(&mut self, active: u32, gain: i64) {
        let class = self.class(active);
        let rested = class.balance < 0;
        let most = MOST_TRIALS * TRIAL;
        class.balance = match rested && gain > 0 {
            true => gain.min(most),
            false => (class.balance + gain).clamp(-most, most),
        };
        if class.balance < 0 {
            class.rests = match rested {
                true => MOST_RESTED.min(2 * class.rests),
                false => RESTED,
            };
            class.rest = class.rests;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::bitmap::first;
    use crate::bits::key::Mode;

    /// A sub-problem of some words, with 16 items.
    fn sub(words: usize) -> Sub {
        Sub {
            mode: Mode::Colors,
            layout: Layout {
                words,
                primary: 16,
                groups: 2,
                ..Layout::default()
            },
            breadth: 5,
            subtrees: Subtrees {
                small: true,
                middle: words > MIDDLE_WORDS,
                within: true,
                ..Subtrees::default()
            },
            ..Sub::default()
        }
    }

    /// The size that is due in a sub-problem of `W` words with some options.
    fn due<const W: usize>(rule: &SmallRule, options: usize, walked: u64) -> Option<SubtreeSize> {
        rule.is_due(&sub(W), &first::<W>(options), 16, walked)
    }

    #[test]
    fn those_of_middle_size_are_left_where_they_do_not_repay() {
        let mut rule = SmallRule::default();
        let sizes = [128, 129, 256, 257].map(|options| due::<8>(&rule, options, 0));
        let middle = Some(SubtreeSize::Middle);
        assert_eq!(sizes, [Some(SubtreeSize::Small), middle, middle, None]);
        assert_eq!(due::<4>(&rule, 256, 0), None);
        for _ in 0..100 {
            rule.learn_middle(&sub(8), 200, 1);
            rule.learn_middle(&sub(16), 200, 1000);
        }
        assert_eq!(due::<8>(&rule, 200, 0), None);
        assert_eq!(due::<8>(&rule, 100, 0), Some(SubtreeSize::Small));
        assert_eq!(due::<16>(&rule, 200, 0), middle);
    }

    #[test]
    fn after_many_nodes_in_vain_others_are_walked_before_the_next_trial_of_that_size() {
        let mut rule = SmallRule::default();
        let middle = Some(SubtreeSize::Middle);
        rule.learn(
            SubtreeSize::Middle,
            SubtreeEnd::UpToLimit,
            200,
            LITTLE_WASTE,
            7,
        );
        assert_eq!(due::<8>(&rule, 200, 7), middle);
        rule.learn(SubtreeSize::Middle, SubtreeEnd::UpToLimit, 200, 10, 7);
        // Nothing was counted: the rest is twice as long.
        assert_eq!(due::<8>(&rule, 200, 7 + 319), None);
        assert_eq!(due::<8>(&rule, 200, 7 + 320), middle);
        // One that did not fit.
        rule.learn(SubtreeSize::Middle, SubtreeEnd::UpToLimit, 200, 0, 7);
        assert_eq!(due::<8>(&rule, 200, 7 + 319), None);
        assert_eq!(due::<8>(&rule, 100, 7), Some(SubtreeSize::Small));
        // The counters have restarted: there is no rest.
        assert_eq!(due::<8>(&rule, 200, 0), middle);
        rule.learn(
            SubtreeSize::Middle,
            SubtreeEnd::All { nodes: 10 },
            200,
            10,
            400,
        );
        rule.learn(
            SubtreeSize::Middle,
            SubtreeEnd::UpToLimit,
            200,
            2 * LITTLE_WASTE,
            400,
        );
        rule.learn(
            SubtreeSize::Middle,
            SubtreeEnd::All { nodes: 10 },
            200,
            10,
            400,
        );
        rule.learn(SubtreeSize::Middle, SubtreeEnd::UpToLimit, 200, 10, 400);
        assert_eq!(due::<8>(&rule, 200, 400 + 159), None);
        assert_eq!(due::<8>(&rule, 200, 400 + 160), middle);
    }

    #[test]
    fn where_subtrees_are_too_large_smaller_ones_are_tried_until_they_have_few_nodes() {
        let mut rule = SmallRule::default();
        let tried = |rule: &SmallRule| {
            (0..=128)
                .rev()
                .find(|&most| due::<8>(rule, most, 0).is_some())
        };
        for most in [112, 98, 85] {
            while tried(&rule) > Some(most) {
                let options = tried(&rule).unwrap() as u64;
                let visited = rule.most_nodes(SubtreeSize::Small) + 1;
                rule.learn(
                    SubtreeSize::Small,
                    SubtreeEnd::TooLarge,
                    options,
                    visited,
                    0,
                );
            }
            assert_eq!(tried(&rule), Some(most));
        }
        // Subtrees of middle size are not concerned.
        assert_eq!(due::<8>(&rule, 129, 0), Some(SubtreeSize::Middle));
        let mut learn = |nodes: u64| {
            for _ in 0..ROUND {
                let end = SubtreeEnd::All { nodes };
                rule.learn(SubtreeSize::Small, end, 80, nodes, 0);
            }
            tried(&rule)
        };
        assert_eq!(learn(WANTED.start), Some(85));
        assert_eq!(learn(WANTED.start - 1), Some(86));
        for _ in 0..100 {
            learn(1);
        }
        assert_eq!(learn(1), Some(128));
    }

    #[test]
    fn siblings_are_compared_where_that_saves_nodes() {
        let (mut rule, size) = (SiblingRule::default(), SubtreeSize::Small);
        let mut compared = 0;
        for walked in (0..100_000_000).step_by(100) {
            if rule.is_due(size, walked) {
                compared += 100;
                rule.learn(size, 100, 0, walked);
            }
        }
        assert!((1_000_000..2_000_000).contains(&compared), "{compared}");
        let walked = (0..).find(|&walked| rule.is_due(size, 100_000_000 + walked));
        for _ in 0..1000 {
            assert!(rule.is_due(size, 100_000_000 + walked.unwrap()));
            rule.learn(size, 100, 100 / COMPARED + 1, 100_000_000 + walked.unwrap());
        }
    }

    /// How many of these nodes are tried if all trials end this way.
    fn tried(rule: &mut TrialRule, active: u32, nodes: u32, is_done: bool, size: u64) -> u32 {
        let mut tried = 0;
        for _ in 0..nodes {
            if rule.is_due(active) {
                tried += 1;
                rule.learn(active, is_done, size);
            }
        }
        tried
    }

    #[test]
    fn subtrees_that_are_given_up_or_small_are_tried_ever_less_often() {
        let mut rule = TrialRule::default();
        assert_eq!(tried(&mut rule, 9, 10_000, true, 100), 10_000);
        for (active, is_done, size) in [(20, false, 100), (200, false, 3), (5, true, 10)] {
            let tried = tried(&mut rule, active, 10_000, is_done, size);
            assert!((5..20).contains(&tried), "{tried}");
        }
    }

    #[test]
    fn a_trial_that_repays_brings_more_of_them() {
        let mut rule = TrialRule::default();
        tried(&mut rule, 9, 10_000, false, 100);
        assert_eq!(tried(&mut rule, 9, MOST_RESTED, false, 100), 1);
        while !rule.is_due(9) {}
        rule.learn(9, true, 1000);
        assert_eq!(tried(&mut rule, 9, 100, true, 1000), 100);
        // One in ten is given up.
        for _ in 0..100 {
            assert_eq!(tried(&mut rule, 9, 9, true, 1000), 9);
            assert_eq!(tried(&mut rule, 9, 1, false, 100), 1);
        }
    }
}
