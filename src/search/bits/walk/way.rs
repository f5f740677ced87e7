//! The way to the node where a part of the walk begins.

use crate::search::path::Side;

/// The way from the root of a sub-problem to the node where the walk continues.
#[derive(Debug, Default)]
pub struct WayDown {
    /// The numbers of the branches that are still to be taken, the first one last.
    pub branches: Vec<u32>,
    /// Whether the last node has been left.
    pub is_behind: bool,
}

impl WayDown {
    pub fn new(path: &[u32], side: Side) -> Self {
        debug_assert!(side != Side::Before && !path.is_empty());
        WayDown {
            branches: path.iter().rev().copied().collect(),
            is_behind: side == Side::After,
        }
    }

    /// Whether the search is still on its way.
    #[inline(always)]
    pub fn is_on_way(&self) -> bool {
        !self.branches.is_empty()
    }
}
