//! What the programs pay differently for the same work.
//!
//! Where all items have the bounds of exactly one, DLX1, DLX2 and DLX3 do the same to their lists,
//! and differ only in what they look at on the way. So each engine is written once, for a table of
//! prices; what costs nothing is not even added.

use dlx3_format::Original;

/// A table of prices.
pub(super) trait Prices: 'static {
    /// A bound that is read, perhaps with its slack, or written.
    const BOUND: u64;
    /// Looking, once a branch is taken, whether any item is active.
    const ANY_ACTIVE: u64;
    /// Choosing an item, beside what each item costs, and coming back, where none is active.
    const CHOICE_OF_NONE: u64;
    const RETREAT_FROM_SOLUTION: u64;
    /// Hiding an option because of its color: a node whose item is purified.
    const EXPEL_PURIFIED: u64;
    /// Whether the choice ends with the first item without options. Such an item is covered, too.
    const ENDS_AT_EMPTY: bool;
    /// Whether mems for lengths of secondary items are told apart.
    const TELLS_LENGTHS: bool;
    /// Whether a limit or a report may fall on a solution.
    const STOPS_AT_SOLUTIONS: bool;
}

/// DLX3's prices.
pub(super) struct Dlx3;

impl Prices for Dlx3 {
    const BOUND: u64 = 1;
    const ANY_ACTIVE: u64 = 0;
    const CHOICE_OF_NONE: u64 = 1;
    const RETREAT_FROM_SOLUTION: u64 = 2;
    const EXPEL_PURIFIED: u64 = 2;
    const ENDS_AT_EMPTY: bool = false;
    const TELLS_LENGTHS: bool = false;
    const STOPS_AT_SOLUTIONS: bool = true;
}

/// DLX2's prices, which are DLX1's, too, as far as that goes.
pub(super) struct Dlx2;

impl Prices for Dlx2 {
    const BOUND: u64 = 0;
    const ANY_ACTIVE: u64 = 1;
    const CHOICE_OF_NONE: u64 = 0;
    const RETREAT_FROM_SOLUTION: u64 = 0;
    const EXPEL_PURIFIED: u64 = 1;
    const ENDS_AT_EMPTY: bool = true;
    const TELLS_LENGTHS: bool = true;
    const STOPS_AT_SOLUTIONS: bool = false;
}

/// Whose prices a program pays.
pub(super) fn pays_as_dlx3(original: Original) -> bool {
    original == Original::Dlx3
}
