//! The prices of Knuth's programs for the same work.
//!
//! If all items have bounds of exactly one, DLX1, DLX2 and DLX3 do the same to their lists, and
//! differ only in what they read on the way. So each engine is written once, for a table of prices;
//! a price of 0 costs no addition.

use dlx3_format::Original;

/// A table of prices: those of DLX3, unless a program has its own.
pub(super) trait Prices: 'static {
    /// Reading a bound, perhaps with its slack, or writing it.
    const BOUND: u64 = 1;
    /// Testing, once a branch is taken, whether any item is active.
    const ANY_ACTIVE: u64 = 0;
    /// If no item is active: choosing, beside what each item costs; and coming back.
    const CHOICE_OF_NONE: u64 = 1;
    const RETREAT_FROM_SOLUTION: u64 = 2;
    /// Hiding an option because of its color: a node whose item is purified.
    const EXPEL_PURIFIED: u64 = 2;
    /// Whether the choice ends at the first item without options, which is then covered.
    const ENDS_AT_EMPTY: bool = false;
    /// Whether the choice ends at the first item with at most one option.
    const ENDS_AT_FORCED: bool = false;
    /// Whether mems for lengths of secondary items are told apart.
    const TELLS_LENGTHS: bool = false;
    /// Whether a limit or a report may fall on a solution.
    const STOPS_AT_SOLUTIONS: bool = true;
    /// Whether bitmaps may break ties at random.
    const HAS_DICE: bool = true;
}

/// DLX3's prices.
pub(super) struct Dlx3;

impl Prices for Dlx3 {}

/// DLX2's prices, which are also DLX1's for what both do.
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
    const HAS_DICE: bool = false;
}

/// For whoever wants nothing but solutions, of problems whose bounds are all one. An item with one
/// option is DLX3's choice unless another one has none, and then there is no solution below. So
/// solutions are DLX3's, in its order, but the tree is another one, and so are the counters.
pub(super) struct Hurried;

impl Prices for Hurried {
    const ENDS_AT_FORCED: bool = true;
}

/// Whether a program pays DLX3's prices.
pub(super) fn pays_as_dlx3(original: Original) -> bool {
    original == Original::Dlx3
}
