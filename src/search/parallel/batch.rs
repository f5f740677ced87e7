//! What a worker hands over: what it has counted and found between two positions of
//! the walk.

use crate::search::{Count, Counters, Path, Position};
use std::time::Duration;

/// Rendering a byte takes about as long as this many mems. (Measured with free options on
/// 150 levels: 2.5 ns a byte; the yardsticks take 0.1 to 1 ns a mem.)
const MEMS_PER_BYTE: u64 = 4;

/// What a stretch of the walk has counted and found.
///
/// Invariant: a search that goes to `from` and walks to the end of the subtree of `end`
/// counts and finds the same. If there is no `end`, it stops at the node at which its mems
/// are those of `counted`, once the node is counted.
#[derive(Debug)]
pub(super) struct Batch {
    pub from: Position,
    pub end: Option<Path>,
    pub counted: Counters,
    /// How long that has taken.
    pub time: Duration,
    /// Which of its solutions have been rendered.
    pub rendering: Rendering,
    /// Those solutions as text, one after the other, without their numbers.
    pub text: Vec<u8>,
    /// Where each of them ends in `text`.
    pub ends: Vec<u32>,
}

/// Which solutions of a batch are rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rendering {
    /// None. If some are shown, the batch is walked again; so it should have no more than
    /// this many solutions if that is easy.
    Nothing { most: u64 },
    /// All.
    All,
    /// Those that are shown; there are this many solutions before the batch.
    Shown { before: Count },
}

impl Batch {
    /// The solutions that have been rendered.
    pub fn solutions(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let solution = &self.text[start..end as usize];
            start = end as usize;
            solution
        })
    }

    /// About how many bytes the batch takes.
    pub fn bytes(&self) -> usize {
        let words = self.counted.profile.len() + self.from.path.level();
        size_of::<Self>() + self.text.capacity() + 4 * self.ends.len() + 8 * words
    }

    /// About how much work it is to make the batch, in mems that are walked.
    pub fn work(&self) -> u64 {
        self.counted.mems.walked() + MEMS_PER_BYTE * self.text.len() as u64
    }
}
