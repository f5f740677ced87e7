//! Who wants to know how a text is written, and not only what it says: its blanks, prefixes and
//! ignored options are not in the problem.

use super::ItemId;

/// Hears what a [`Reader`](super::Reader) reads, in the order of the text. By default, each method
/// does nothing.
pub trait Listener {
    /// A line begins with this many blanks.
    fn line(&mut self, _blanks: usize) {}

    /// This many blanks follow a word, or the bar between the items.
    fn blanks(&mut self, _blanks: usize) {}

    /// An item. `scanned` has the lengths in bytes of its bounds, if it has any, and of its name.
    fn item(&mut self, _item: ItemId, _is_primary: bool, _scanned: impl Iterator<Item = usize>) {}

    /// The end of the line of items.
    fn end_of_items(&mut self) {}

    /// A node of an option: its item, whose name has so many bytes. If places are random,
    /// `_skipped` tells how many nodes of the item's list its insertion skipped.
    fn node(&mut self, _item: ItemId, _length: usize, _is_colored: bool, _skipped: Option<u32>) {}

    /// The end of an option of this many nodes; it is ignored if it has no primary item.
    fn end_of_option(&mut self, _nodes: usize, _is_kept: bool) {}
}

/// Hears nothing.
impl Listener for () {}
