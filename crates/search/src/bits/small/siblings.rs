//! The nodes of a small subtree that are yet to be searched. Equal siblings are merged into one,
//! which is counted as often as there are siblings:
//!
//! ```text
//! for each child of a node:
//!     if an earlier sibling has the same state:   sibling.times += node.times
//!     else:                                       append it, with node.times
//! ```
//!
//! If many siblings are equal on each level, few nodes are visited. Recognizing a new state usually
//! takes one bit of a filter. Where few siblings are equal, merging loses time: see
//! [`SiblingRule`](crate::bits::decide::subtrees::SiblingRule).

use super::encode::SmallNode;
use super::search::Best;
use crate::bits::number::Rank;

/// A node that is yet to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Pending<const N: usize> {
    pub state: SmallNode<N>,
    pub best: Best,
    /// How often it is counted.
    pub times: u64,
    pub level: usize,
}

/// All such nodes. They come from different options: siblings are children by different options,
/// none of which is live below any sibling. So there are at most as many as options.
#[derive(Debug, Default)]
pub struct Stack<const N: usize> {
    nodes: Vec<Pending<N>>,
    count: usize,
}

impl<const N: usize> Stack<N> {
    /// Begins with a node.
    #[inline(always)]
    pub fn begin(&mut self, node: Pending<N>) {
        if self.nodes.is_empty() {
            // Room for the root, a node for each option, and one in the making.
            self.nodes.resize(64 * N + 2, node);
        }
        self.nodes[0] = node;
        self.count = 1;
    }

    /// The node that comes next.
    #[inline(always)]
    pub fn last(&self) -> Option<&Pending<N>> {
        Some(&self.nodes[self.count.checked_sub(1)?])
    }

    #[inline(always)]
    pub fn remove_last(&mut self) {
        self.count -= 1;
    }

    /// Storage for making a node, which is not appended until [`keep`](Self::keep).
    #[inline(always)]
    pub fn next(&mut self) -> &mut Pending<N> {
        &mut self.nodes[self.count]
    }

    #[inline(always)]
    pub fn keep(&mut self) {
        self.count += 1;
    }

    /// The number of nodes: the children of the node that was removed last are appended there.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Merges the node in the making with an equal one among those from number `start` on; false if
    /// there is none.
    #[inline(always)]
    pub fn merge(&mut self, start: usize, seen: &mut Filter) -> bool {
        let (before, made) = self.nodes.split_at_mut(self.count);
        let made = &made[0];
        if !seen.may_have(&made.state.live) {
            return false;
        }
        let equal = before[start..]
            .iter_mut()
            .find(|sibling| sibling.state == made.state);
        match equal {
            Some(sibling) => {
                sibling.times += made.times;
                true
            }
            None => false,
        }
    }
}

/// A filter of bitmaps seen among siblings (a Bloom filter of one hash).
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter(u64);

impl Filter {
    /// Whether this bitmap may have been seen; from now on it has.
    #[inline(always)]
    fn may_have<const N: usize>(&mut self, live: &[u64; N]) -> bool {
        let mut hash = 0_u64;
        for &word in live {
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let bit = 1 << (hash >> 58);
        let has = self.0 & bit != 0;
        self.0 |= bit;
        has
    }
}

impl<const N: usize> Pending<N> {
    /// The root, which has chosen an item.
    pub fn root(state: SmallNode<N>, rank: Rank, times: u64, level: usize) -> Self {
        Pending {
            state,
            best: Best::Item(rank),
            times,
            level,
        }
    }
}
