//! When to sweep a subtree: below nodes that have few active items. How many are few is
//! learned: sweeps should be large enough to repay, and small enough not to be given up.
//!
//! Measured with one thread, processor time: without sweeps, bricks take 1.4 times as long,
//! Langford 15 takes 2.6 times, and Sudoku 1.3 times; pentominoes 6x10, where states come
//! back, just as long. Where sweeps do not keep lengths, Sudoku takes 1.15 times as long.

use crate::search::bits::kernels::Kernels;
use crate::search::bits::kernels::shorten;
use crate::search::bits::short::PER_LANE;
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::layout::Layout;
use crate::search::bits::sub::shorts::SHORT_WORDS;
use std::ops::Range;

/// Sub-problems with larger bitmaps, of options or of slots, are not swept; nor
/// are those with more keys that change, unless they are short.
pub const SWEPT_WORDS: usize = 16;
pub const SWEPT_WIDTH: usize = 16;
pub const SWEPT_CHANGING: usize = 8;
/// The most nodes of a sweep: signals wait for its end, and so do threads that have nothing to do. (With four
/// times as many, one that was given up took 20 ms; those of the yardsticks have up to 160,000.)
const MOST_NODES: u64 = 1 << 18;
/// The same for the first sweeps. Later it is this number and a sixteenth of what sweeps have
/// counted: one that is given up has cost more than walking. (When all others might have a million, a
/// chain of dominoes took 3.4 times as long as with lists.)
const FIRST_NODES: u64 = 1 << 11;
/// How many nodes sweeps should have on average. (With half as many, Sudoku takes 1.06 times as many
/// instructions, planted cover 1.07: sub-problems are encoded anew more often.) And those that take
/// eight nodes at a time, whose batches must be large: with fewer, dominoes take 1.6 times as long,
/// Langford 15 1.4 times.
pub const WANTED: Range<u64> = 1 << 7..1 << 10;
pub const WANTED_EIGHTS: Range<u64> = 1 << 9..1 << 12;
/// Where sweeps had fewer nodes lately, they take one at a time: the memo knows all that is larger.
/// With eights even there, tetrominoes 8x10 take 9% more; with twice as many, bricks take 4% more.
/// (With the memo, AVX-512.)
pub const LEAST_EIGHTS: u64 = 80;
/// Where those that take one at a time have so many, eights are tried again. With 80, tetrominoes
/// 8x10 take 2% more; with 240, bricks take 13% more.
pub const EIGHTS_AGAIN: u64 = 120;
/// Up to so many words, a sweep that keeps lengths may number its options anew, in one or two words;
/// so it waits until they are few enough. Planted cover takes 0.86 of the instructions.
pub const MOST_NUMBERED: usize = 4;
/// Where sweeps of eights have so many nodes, their options may be numbered anew: that takes as long as
/// about 100 nodes.
pub const LEAST_RENUMBERED: u64 = 256;
/// The average number of nodes is taken over this many sweeps.
const ROUND: u64 = 16;
/// After this many nodes without a sweep, larger ones are tried.
const MANY_WALKED: u32 = 256;
/// This many nodes may always be visited in vain.
const LITTLE_WASTE: u64 = 1 << 12;

/// How a sweep came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swept {
    All,
    /// It was given up at a limit.
    UpToLimit,
    /// It was given up as it has too many nodes.
    TooLarge,
}

/// Below which nodes to sweep.
#[derive(Debug)]
pub struct SweepRule {
    /// Nodes with more active items are not swept below.
    most_active: u32,
    /// What sweeps have counted in all; half as much whenever one becomes too large.
    counted: u64,
    /// The last sweeps and their nodes.
    sweeps: u64,
    nodes: u64,
    /// Nodes counted by sweeps, and in vain.
    useful: u64,
    wasted: u64,
    /// Nodes that were walked since the last sweep.
    walked: u32,
    /// How many sixteenths of an option were hidden at a node of the last sweep.
    hidden: u64,
    /// How many nodes the sweeps of the last round had on average.
    average: u64,
}

impl Default for SweepRule {
    fn default() -> Self {
        SweepRule {
            most_active: u32::MAX,
            counted: 0,
            sweeps: 0,
            nodes: 0,
            useful: 0,
            wasted: 0,
            walked: 0,
            hidden: 0,
            average: u64::MAX,
        }
    }
}

impl SweepRule {
    /// Whether to try.
    #[inline(always)]
    pub fn is_due(&mut self, sub: &Sub, active: u32) -> bool {
        let layout = &sub.layout;
        if layout.words > SWEPT_WORDS
            || layout.width > SWEPT_WIDTH
            || layout.changing > SWEPT_CHANGING
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
        MOST_NODES.min(FIRST_NODES + self.counted / 16)
    }

    /// How many nodes sweeps have on average; before the first round, many.
    #[inline]
    pub fn average(&self) -> u64 {
        self.average
    }

    /// How many nodes have been counted lately, about; for tests.
    #[cfg(test)]
    pub fn swept(&self) -> u64 {
        self.useful + self.nodes
    }

    /// Learns from a sweep below a node with `active` active items: from how many nodes it
    /// had, where so many are wanted, and how many options were hidden there.
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
            self.wasted += nodes + 1;
            if self.wasted > LITTLE_WASTE + self.useful / 16 {
                self.wasted /= 2;
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
        self.useful = (self.useful + self.nodes) / 2;
        (self.sweeps, self.nodes) = (0, 0);
    }

    /// Whether it takes less to keep lengths than to count anew, in a plain sub-problem.
    #[inline(always)]
    pub fn should_keep_lengths(&self, kernels: impl Kernels, layout: &Layout) -> bool {
        let gone = self.hidden / 16 + 2;
        layout.words <= shorten::KEPT_WORDS && kernels.keeps_lengths(layout, gone as usize)
    }

    /// Whether it takes less to keep short keys than to count anew.
    #[inline(always)]
    pub fn should_keep_keys(&self, kernels: impl Kernels, sub: &Sub) -> bool {
        let gone = self.hidden / 16 + 2;
        let lanes = sub.layout.primary.div_ceil(PER_LANE);
        sub.layout.changing > SWEPT_CHANGING
            || kernels.keeps_keys(&sub.layout, lanes, gone as usize)
    }
}
