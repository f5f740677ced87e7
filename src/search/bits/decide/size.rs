//! Which nodes are taken from lists: by the total length of the lists there.

use super::repaid::Repaid;

/// How many nodes are not looked at when one does not repay it: at first, and when that
/// goes on. Instructions on the central peg game in 14 layers (0.3 Gmems): 10% more without a
/// rest, 2% more with 7 at most; 1% less with 31 at first, 0.2% less with 4,095 at most. Word
/// squares, planted cover, bricks and Sudoku do not depend on it.
const REST: u32 = 7;
const MOST_REST: u32 = 255;

/// What is known of sizes.
#[derive(Debug)]
pub struct Sizes {
    /// Encodes whatever fits; for tests.
    always: bool,
    /// Lists longer than this in total are too large, as far as is known; and from this
    /// length on, lists have been found to be faster.
    most_length: usize,
    lost_length: usize,
    /// How many more nodes are not looked at, as it has just been found not to repay; and
    /// how many the next time.
    rest: u32,
    next_rest: u32,
    /// What encodings have brought, by size.
    repaid: [Repaid; usize::BITS as usize],
}

/// The size of lists of some total length: those of one size differ by a factor of two.
pub fn of(length: usize) -> usize {
    length.max(1).ilog2() as usize
}

impl Sizes {
    pub fn new(always: bool) -> Self {
        Sizes {
            always,
            most_length: usize::MAX,
            lost_length: usize::MAX,
            rest: 0,
            next_rest: REST,
            repaid: [Repaid::default(); usize::BITS as usize],
        }
    }

    /// Whether a node is passed by without a look at its lists, which takes time.
    pub fn rests(&mut self) -> bool {
        let rests = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        rests
    }

    /// Looks at the next node in any case.
    pub fn wake(&mut self) {
        self.rest = 0;
    }

    /// Whether lists of this length may fit, and bitmaps repay what they take.
    pub fn may_repay(&mut self, length: usize) -> bool {
        if length >= self.most_length {
            return false;
        }
        let repays = self.always || self.repaid[of(length)].is_worth_while();
        if length >= self.lost_length || !repays {
            self.rest = self.next_rest;
            self.next_rest = (2 * self.rest).min(MOST_REST);
            return false;
        }
        self.next_rest = REST;
        true
    }

    /// Lists of this length do not fit: to find that out takes time, so that only those
    /// that are shorter by an eighth are looked at again. (Planted cover, 60,000 options: with
    /// a quarter 1.4% fewer instructions, with a sixteenth 1.2% more; otherwise no difference.)
    pub fn does_not_fit(&mut self, length: usize) {
        self.most_length = length - length / 8;
    }

    /// What a sub-problem of some size has taken, and what lists would have taken.
    pub fn add(&mut self, size: usize, cost: u64, gain: u64) {
        self.repaid[size].add(cost, gain);
    }

    /// Lists have been found to be faster: only smaller sizes are tried again.
    pub fn lose(&mut self, size: usize) {
        self.lost_length = 1 << size;
    }
}
