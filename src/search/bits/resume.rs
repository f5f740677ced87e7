//! Going to where a part of the walk begins: the branches of its path are taken,
//! those beside it are passed by, and nothing is counted. `links` does the same in
//! its `travel`.

use crate::search::Side;

/// The way from the root of a sub-problem to where to go on.
#[derive(Debug, Default)]
pub(super) struct Resume {
    /// The numbers of the branches that are still to be taken, the first one last.
    branches: Vec<u32>,
    /// Whether the last node has been left.
    is_behind: bool,
}

/// Where to go on at the end of a branch that belongs to the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Onward {
    /// Further down.
    Below,
    /// At its node, which is counted.
    Here,
    /// When its node has been left.
    Behind,
}

impl Resume {
    pub fn new(path: &[u32], side: Side) -> Self {
        debug_assert!(side != Side::Before && !path.is_empty());
        Resume {
            branches: path.iter().rev().copied().collect(),
            is_behind: side == Side::Behind,
        }
    }

    /// Whether the search is still on its way.
    #[inline(always)]
    pub fn is_on_way(&self) -> bool {
        !self.branches.is_empty()
    }

    /// The number of the branch to take at the node where the search is; 0 if it is
    /// not on its way.
    #[inline(always)]
    pub fn next(&mut self) -> u32 {
        self.branches.pop().unwrap_or(0)
    }

    /// Where to go on when that branch has been taken.
    #[inline(always)]
    pub fn onward(&self) -> Onward {
        match (self.branches.is_empty(), self.is_behind) {
            (false, _) => Onward::Below,
            (true, false) => Onward::Here,
            (true, true) => Onward::Behind,
        }
    }
}
