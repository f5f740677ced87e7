//! What a worker hands over: what it has counted and found between two positions
//! of the walk.

use super::keep::Keep;
use crate::search::{Counters, Path, Position};
use std::time::Duration;

/// To render a byte takes about as long as so many mems (free options, 150 levels: 2.5 ns
/// a byte; the yardsticks: 0.1 to 1 ns a mem).
const BYTE: u64 = 4;

/// A piece of the walk.
///
/// Invariant: whoever goes to `from`, and walks until it has left `end`, or where
/// there is none until it has counted a node at which its mems are those of
/// `counted`, counts and finds the same.
#[derive(Debug)]
pub(super) struct Piece {
    pub from: Position,
    pub end: Option<Path>,
    pub counted: Counters,
    /// How long that took.
    pub time: Duration,
    /// Which of its solutions are kept.
    pub keep: Keep,
    /// Those solutions, one after the other, without their numbers.
    pub text: Vec<u8>,
    /// Where each of them ends in `text`.
    pub ends: Vec<u32>,
}

impl Piece {
    /// The solutions that have been kept.
    pub fn solutions(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let solution = &self.text[start..end as usize];
            start = end as usize;
            solution
        })
    }

    /// About how many bytes it occupies.
    pub fn weight(&self) -> usize {
        let words = self.counted.profile.len() + self.from.path.level();
        size_of::<Self>() + self.text.capacity() + 4 * self.ends.len() + 8 * words
    }

    /// About how much work it is to make it, in mems that are walked.
    pub fn work(&self) -> u64 {
        self.counted.mems.walked() + BYTE * self.text.len() as u64
    }
}
