//! Where a node is.

/// A node's place in its sub-problem and in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its frame, and how far it is below the sub-problem's root.
    pub depth: usize,
    pub level: usize,
    /// How many items are active.
    pub active: u32,
}

impl Place {
    #[inline(always)]
    pub fn below(self, active: u32) -> Self {
        Place {
            depth: self.depth + 1,
            level: self.level + 1,
            active,
        }
    }
}
