//! What changes from node to node beside the live options: a frame for each level.

use super::layout::{Layout, lengthen};
use crate::search::bits::lane::{Lane, Words};

/// The frames of all levels, one after another in each array.
#[derive(Debug, Default)]
pub struct Frames {
    /// The deepest level that there is room for.
    pub depth: usize,
    /// The active items, a bit for each slot.
    pub active: Vec<u64>,
    /// The base keys of the slots whose bound may change.
    pub keys: Vec<Lane>,
    /// With colors: how many other nodes of each option are not purified, in planes.
    pub pure: Words,
    /// The secondary items purified since the sub-problem was encoded.
    pub purified: Vec<u64>,
}

impl Frames {
    #[inline(always)]
    pub fn active(&self, layout: &Layout, depth: usize) -> &[u64] {
        &self.active[depth * layout.width..][..layout.width]
    }

    #[inline(always)]
    pub fn keys(&self, layout: &Layout, depth: usize) -> &[Lane] {
        &self.keys[depth * layout.changing..][..layout.changing]
    }

    #[inline(always)]
    pub fn pure(&self, layout: &Layout, depth: usize) -> &[u64] {
        &self.pure[depth * layout.planes..][..layout.planes]
    }

    #[inline(always)]
    pub fn purified(&self, layout: &Layout, depth: usize) -> &[u64] {
        &self.purified[depth * layout.color_width..][..layout.color_width]
    }

    /// Makes room for the frames up to `depth`.
    #[inline(always)]
    pub fn reserve(&mut self, layout: &Layout, depth: usize) {
        if self.depth < depth {
            self.grow(layout, 2 * depth + 8);
        }
    }

    #[cold]
    #[inline(never)]
    pub fn grow(&mut self, layout: &Layout, depth: usize) {
        self.depth = depth;
        lengthen(&mut self.active, (depth + 1) * layout.width);
        lengthen(&mut self.keys, (depth + 1) * layout.changing);
        self.pure.lengthen((depth + 1) * layout.planes);
        lengthen(&mut self.purified, (depth + 1) * layout.color_width);
    }
}

/// What one of the arrays has for the frame at `depth`, and for the next one, which is to
/// be written; `size` is what it has for each.
#[inline(always)]
pub fn two<T>(array: &mut [T], size: usize, depth: usize) -> (&[T], &mut [T]) {
    let (above, below) = array.split_at_mut((depth + 1) * size);
    (&above[depth * size..], &mut below[..size])
}
