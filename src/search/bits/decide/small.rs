//! When to search a small subtree with colors with code of its own: below nodes with few live
//! options. Encoding them takes as long as visiting a few nodes; those of middle size take longer, so
//! these must have saved more than that.
//!
//! Measured with one thread, processor time, where there were none of middle size: with AVX2, word
//! squares took 0.8 of the time and MacMahon squares 0.78. What the middle size has brought since is
//! told in [`middle`](crate::search::bits::small::middle).

use super::repaid::Repaid;
use super::shrink::{steps, steps_now};
use crate::search::bits::bitmap::count;
use crate::search::bits::sub::{Sub, Subtrees};

/// The words of those of middle size. Small ones of sub-problems of so many words, or within those of
/// middle size, have code of their own: with it, MacMahon squares took 0.85 of the time.
pub const FEW: usize = 4;
/// The most live options of small ones: two words.
pub const MOST_SMALL: u64 = 128;
/// The same, by size.
const MOST_OPTIONS: [u64; 2] = [MOST_SMALL, 64 * FEW as u64];
/// The most active items: a word.
const MOST_ACTIVE: u32 = u64::BITS;
/// The most nodes, by size: signals and other threads wait for its end.
const MOST_NODES: [u64; 2] = [1 << 20, 1 << 16];
/// The same for the first ones. Later it is this number and a sixteenth of what has been counted,
/// as with sweeps.
const FIRST_NODES: u64 = 1 << 11;
/// This many nodes may always be visited in vain.
const LITTLE_WASTE: u64 = 1 << 12;
/// For each node that was visited in vain, so many are walked before the next trial, if more than
/// a little has been wasted. This doubles each time when fewer were counted than wasted meanwhile, but
/// not more often than so.
const REST: u64 = 16;
const MOST_DOUBLINGS: u32 = 10;
/// What encoding one of middle size takes, and for each node of an option, in quarters of a
/// [step](steps).
const ENCODING: u64 = 500;
const ENCODING_NODE: u64 = 6;

/// How many options a subtree may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As many as two words have bits.
    Small,
    /// As many as four words have: see [`middle`](crate::search::bits::small::middle).
    Middle,
}

/// Below which nodes to do so.
#[derive(Debug, Default)]
pub struct SmallRule {
    /// Whether to do so whether it is repaid or not; for tests.
    always: bool,
    /// What has been tried, by size.
    tried: [Tried; 2],
    /// What those of middle size have brought, by the words of the sub-problem.
    middle: [Repaid; 8],
}

/// What has been tried.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    /// Nodes counted so, and in vain.
    counted: u64,
    wasted: u64,
    /// How many nodes are to be walked before the next trial, and how many had been walked when that
    /// was said.
    rest: u64,
    since: u64,
    /// How often that number has been doubled, and the nodes counted until then.
    doublings: u32,
    counted_before: u64,
}

impl SmallRule {
    pub fn new(always: bool) -> Self {
        SmallRule {
            always,
            ..SmallRule::default()
        }
    }

    /// Whether to try below a node, when so many have been walked.
    #[inline(always)]
    pub fn is_due<const W: usize>(
        &self,
        sub: &Sub,
        live: &[u64; W],
        active: u32,
        walked: u64,
    ) -> Option<Size> {
        let Subtrees { small, middle, .. } = sub.subtrees;
        if !(small || middle) || active > MOST_ACTIVE {
            return None;
        }
        let options = count(live);
        let size = if small && options <= MOST_OPTIONS[0] {
            Size::Small
        } else if middle
            && options <= MOST_OPTIONS[1]
            && (self.always || self.middle[log(W)].is_worth_while())
        {
            Size::Middle
        } else {
            return None;
        };
        let tried = &self.tried[size as usize];
        // With other counters, this is a large number.
        let rested = walked.wrapping_sub(tried.since);
        (rested >= tried.rest).then_some(size)
    }

    /// How many nodes have been counted so, by size; for tests.
    #[cfg(test)]
    pub fn counted(&self) -> [u64; 2] {
        self.tried.map(|tried| tried.counted)
    }

    /// The most nodes that the next one may have.
    #[inline]
    pub fn most_nodes(&self, size: Size) -> u64 {
        let most = FIRST_NODES + self.tried[size as usize].counted / 16;
        most.min(MOST_NODES[size as usize])
    }

    /// Learns from a subtree that has been searched, or was given up after so many nodes, when
    /// others had been walked.
    pub fn learn(&mut self, size: Size, is_done: bool, nodes: u64, walked: u64) {
        let tried = &mut self.tried[size as usize];
        if is_done {
            tried.counted = tried.counted.saturating_add(nodes);
            return;
        }
        tried.wasted += nodes;
        // What does not fit has no nodes, and tells nothing.
        if nodes > 0 && tried.wasted > LITTLE_WASTE + tried.counted / 16 {
            tried.wasted /= 2;
            tried.doublings = match tried.counted - tried.counted_before < nodes {
                true => MOST_DOUBLINGS.min(tried.doublings + 1),
                false => 0,
            };
            tried.counted_before = tried.counted;
            (tried.rest, tried.since) = ((REST * nodes) << tried.doublings, walked);
        }
    }

    /// Learns what a subtree of middle size has brought, which had so many options, if so many nodes
    /// were counted.
    pub fn learn_middle(&mut self, sub: &Sub, options: u64, nodes: u64) {
        let (items, breadth) = (sub.layout.primary, sub.breadth as u64);
        let cost = ENCODING + options * breadth * ENCODING_NODE;
        let gain = steps_now(sub).saturating_sub(steps(sub, items, FEW));
        self.middle[log(sub.layout.words)].add(cost, nodes * gain as u64);
    }
}

/// The place of a number of words.
#[inline(always)]
fn log(words: usize) -> usize {
    words.ilog2() as usize % 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bits::bitmap::first;
    use crate::search::bits::mode::Mode;
    use crate::search::bits::sub::layout::Layout;

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
                middle: words > FEW,
                within: true,
            },
            ..Sub::default()
        }
    }

    /// What is due in a sub-problem of so many words with so many options.
    fn due<const W: usize>(rule: &SmallRule, options: usize, walked: u64) -> Option<Size> {
        rule.is_due(&sub(W), &first::<W>(options), 16, walked)
    }

    #[test]
    fn those_of_middle_size_are_left_where_they_do_not_repay() {
        let mut rule = SmallRule::default();
        let sizes = [128, 129, 256, 257].map(|options| due::<8>(&rule, options, 0));
        let middle = Some(Size::Middle);
        assert_eq!(sizes, [Some(Size::Small), middle, middle, None]);
        assert_eq!(due::<4>(&rule, 256, 0), None);
        for _ in 0..100 {
            rule.learn_middle(&sub(8), 200, 1);
            rule.learn_middle(&sub(16), 200, 1000);
        }
        assert_eq!(due::<8>(&rule, 200, 0), None);
        assert_eq!(due::<8>(&rule, 100, 0), Some(Size::Small));
        assert_eq!(due::<16>(&rule, 200, 0), middle);
    }

    #[test]
    fn after_many_nodes_in_vain_others_are_walked_before_the_next_trial_of_that_size() {
        let mut rule = SmallRule::default();
        let middle = Some(Size::Middle);
        rule.learn(Size::Middle, false, LITTLE_WASTE, 7);
        assert_eq!(due::<8>(&rule, 200, 7), middle);
        rule.learn(Size::Middle, false, 10, 7);
        // Nothing was counted: the rest is twice as long.
        assert_eq!(due::<8>(&rule, 200, 7 + 319), None);
        assert_eq!(due::<8>(&rule, 200, 7 + 320), middle);
        // One that did not fit.
        rule.learn(Size::Middle, false, 0, 7);
        assert_eq!(due::<8>(&rule, 200, 7 + 319), None);
        assert_eq!(due::<8>(&rule, 100, 7), Some(Size::Small));
        // Other counters: there is no rest.
        assert_eq!(due::<8>(&rule, 200, 0), middle);
        rule.learn(Size::Middle, true, 10, 400);
        rule.learn(Size::Middle, false, 2 * LITTLE_WASTE, 400);
        rule.learn(Size::Middle, true, 10, 400);
        rule.learn(Size::Middle, false, 10, 400);
        assert_eq!(due::<8>(&rule, 200, 400 + 159), None);
        assert_eq!(due::<8>(&rule, 200, 400 + 160), middle);
    }
}
