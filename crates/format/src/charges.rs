//! The mems that the C programs charge for reading. They compare names one by one; here names are
//! looked up in a table, and the charge is computed.

use super::Original;

/// A line: reading its newline, and the blanks at its start.
#[inline]
pub fn line(blanks: usize) -> u64 {
    1 + after_blanks(blanks)
}

/// Skipping blanks: reading each, and the byte after them.
#[inline]
pub fn after_blanks(blanks: usize) -> u64 {
    blanks as u64 + 1
}

/// Scanning a name or a bound prefix of `length` bytes: reading each byte, and the delimiter if it
/// is among the first eight bytes; storing each.
#[inline]
pub fn scan(length: usize) -> u64 {
    2 * length as u64 + u64::from(length < 8)
}

/// Reading the first byte of a word of the item line, or the end of that line.
pub const ITEM_WORD: u64 = 1;

/// Comparing a new item's name with the others and itself; `number` counts from 1.
pub fn new_name(number: usize) -> u64 {
    number as u64
}

/// The charges in which the programs differ.
pub struct Charges {
    /// Links, bounds and header of a new primary item.
    pub primary_item: u64,
    /// Links and header of a new secondary item.
    pub secondary_item: u64,
    /// The end of the item line.
    pub end_of_items: u64,
    /// A node without a color.
    pub uncolored: u64,
}

impl Original {
    /// The charges of this program.
    pub(super) const fn charges(self) -> Charges {
        match self {
            // All items are linked in the same way. The end of the line costs the links of the last
            // item, and those that make two rings of the items.
            Original::Dlx1 | Original::Dlx2 => Charges {
                primary_item: 3,
                secondary_item: 3,
                end_of_items: 6,
                uncolored: matches!(self, Original::Dlx2) as u64,
            },
            // A secondary item is linked to itself. The end of the line costs the root's link and
            // the first spacer.
            Original::Dlx3 => Charges {
                primary_item: 4,
                secondary_item: 2,
                end_of_items: 2,
                uncolored: 1,
            },
        }
    }
}

/// The terminator of a short name in an option.
#[inline]
pub fn terminator(length: usize) -> u64 {
    u64::from(length < 8)
}

/// The search for a name in an option, which begins at the root, whose name is empty; `number`
/// counts from 1.
#[inline]
pub fn lookup(number: usize) -> u64 {
    number as u64 + 1
}

/// The duplicate test, the node's item, the list's length.
pub const NEW_NODE: u64 = 3;

/// Insertion at the bottom of a list: the new length, the old bottom, the links.
pub const INSERT_AT_BOTTOM: u64 = 5;

/// Insertion at a random place: the new length, the draw, the walk, the links.
#[inline]
pub fn insert_after(skipped: u32) -> u64 {
    1 + 4 + (1 + u64::from(skipped)) + 4
}

/// A color: reading it and the byte after it, and storing it.
pub const COLORED: u64 = 3;

/// The spacer at an option's end.
pub const END_OF_OPTION: u64 = 3;

/// Taking a node of an ignored option out of its list.
pub const REMOVED_NODE: u64 = 6;
