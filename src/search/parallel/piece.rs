//! What a worker hands over: what it has counted and found between two positions
//! of the walk.

use crate::search::{Counters, Path, Position};

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
    /// The solutions, one after the other, without their numbers.
    pub text: Vec<u8>,
    /// Where each of them ends in `text`; empty if they are not kept.
    pub ends: Vec<u32>,
}

impl Piece {
    /// The solutions, if they have been kept.
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
        size_of::<Self>() + self.text.len() + 4 * self.ends.len() + 8 * words
    }
}

/// What of its solutions a worker keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Nothing: none is shown.
    Nothing,
    /// All of them, as text.
    Text,
    /// Nothing: few are shown, and they are searched again. For this, pieces have
    /// at most so many solutions.
    Few(u64),
}

/// Up to this spacing, showing all solutions costs less than searching again for
/// those that are shown.
const DENSE: u64 = 100;

/// With larger spacing, about this share of a thread's work is done again.
const AGAIN: u64 = 16;

impl Keep {
    /// For showing every solution whose number is a multiple of `spacing`.
    pub fn for_spacing(spacing: u64) -> Self {
        match spacing {
            0 => Keep::Nothing,
            1..=DENSE => Keep::Text,
            _ => Keep::Few(spacing / AGAIN),
        }
    }
}
