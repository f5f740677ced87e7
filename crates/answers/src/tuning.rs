//! The techniques of answers, each with a switch, and a value that tests set.

use dlx3_base::techniques::{Range, techniques};

/// With a disk, finished layers are noted at this interval, in milliseconds. A loss of ten seconds
/// is small. A note waits until all its files are synced, some milliseconds for each step with
/// waiting states, which is little of ten seconds.
const NOTE_AFTER: u64 = 10_000;

techniques! {
    /// The techniques of answers. No value changes a count, a cost, or whether there is a solution.
    /// It may change which solution is found, and the numbers of solutions.
    Tuning:
    "layers-narrow", layers_narrow: bool = true, in Range::Switch,
        "Go layer by layer in the order of items with the narrowest front.";
    "layers-input", layers_input: bool = true, in Range::Switch,
        "Go layer by layer in the order of the input, too.";
    "walk", walk: bool = true, in Range::Switch,
        "For a diagram, go depth first, the item with the fewest options first.";
    "dlx3", dlx3: bool = true, in Range::Switch,
        "To count or find, walk DLX3's tree.";
    "restarts", restarts: bool = true, in Range::Switch,
        "To find a solution, walk DLX3's tree in random order, again and again.";
    "learning", learning: bool = true, in Range::Switch,
        "To find a solution, learn clauses from failures.";
    "supports", supports: bool = true, in Range::Switch,
        "While learning, drop a color once an item that needs it has no option left with it.";
    "parity", parity: bool = true, in Range::Switch,
        "To find a solution, look first whether a sum of items would be odd and even.";
    "bounding", bounding: bool = true, in Range::Switch,
        "For the cheapest solutions, branch and bound.";
    "duality", duality: bool = true, in Range::Switch,
        "For the cheapest solutions, branch and bound by linear programs, too.";
    "dive", dive: bool = true, in Range::Switch,
        "In linear programs, choose what is largest until that is a solution, before all else.";
    "swaps", swaps: bool = true, in Range::Switch,
        "In linear programs of coverings, swap options for better ones, as nothing has upper bounds.";
    "cuts", cuts: bool = true, in Range::Switch,
        "In linear programs, add halves of sums of rows, rounded down, which raise the bound.";
    "splits", splits: bool = true, in Range::Switch,
        "In linear programs, try several ways to divide a node, and take the one that gains most.";
    "listing", listing: bool = true, in Range::Switch,
        "For the cheapest solutions, list all solutions of options that may be cheap enough, too.";
    "taxes", taxes: bool = true, in Range::Switch,
        "Tax items: that gives branch and bound a positive bound.";
    "reduce", reduce: bool = true, in Range::Switch,
        "Beside the search, remove options that are in no solution.";
    "foresight", foresight: bool = true, in Range::Switch,
        "Layer by layer, drop states that no solution can follow.";
    "components", components: bool = true, in Range::Switch,
        "Solve parts that have no items in common separately.";
    "note-after", note_after: u64 = NOTE_AFTER, in Range::Numbers(0, 86_400_000),
        "With --disk, keep finished layers after this many milliseconds; with 0, each of them.";
}

impl Tuning {
    /// Whether there is a way to a diagram and a way to a solution.
    pub fn has_ways(&self) -> bool {
        let has_layers = self.layers_narrow || self.layers_input;
        has_layers || (self.walk && (self.dlx3 || self.learning))
    }
}
