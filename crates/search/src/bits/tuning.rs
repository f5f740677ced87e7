//! The techniques of the search by bitmaps, each with a switch.

use super::bitmap::MOST_WIDE_OPTIONS;
use crate::vector::Vectors;
use dlx3_base::techniques::{Range, techniques};

techniques! {
    /// Switches of the search by bitmaps. None of them changes a byte of the output.
    Tuning:
    "memo", memo: bool = true, in Range::Switch,
        "Remember what is below a state, and add it when the state comes back.";
    "sweep", sweep: bool = true, in Range::Switch,
        "Search small subtrees without colors many nodes at a time.";
    "eights", eights: bool = true, in Range::Switch,
        "Sweep eight nodes at a time where bitmaps are short.";
    "pack", pack: bool = true, in Range::Switch,
        "For sweeps of eights with AVX2, move live options together where they then take fewer words.";
    "lengths", lengths: bool = true, in Range::Switch,
        "Sweep with the lengths of all lists kept from parent to child.";
    "renumber-lengths", renumber_lengths: bool = true, in Range::Switch,
        "For sweeps with lengths, number options again from 0, and wait until they fit into two words.";
    "keys", keys: bool = true, in Range::Switch,
        "Sweep with bounds in keys of 16 bits that are kept from parent to child.";
    "single", single: bool = true, in Range::Switch,
        "Sweep node after node where no other sweep is possible.";
    "chains", chains: bool = true, in Range::Switch,
        "Take null moves of items without options at once.";
    "compact", compact: bool = true, in Range::Switch,
        "Encode a sub-problem without colors again when few of its options are left.";
    "compact-colors", compact_colors: bool = true, in Range::Switch,
        "The same with colors, or with more than 2,048 options.";
    "small", small: bool = true, in Range::Switch,
        "With colors, search subtrees of at most 128 options in bitmaps of two words.";
    "middle", middle: bool = true, in Range::Switch,
        "With colors, search subtrees of at most 256 options in bitmaps of four words.";
    "leaves", leaves: bool = true, in Range::Switch,
        "In small and middle subtrees, count the children of a node at once if all of them are leaves.";
    "siblings", siblings: bool = true, in Range::Switch,
        "In small and middle subtrees, search one of the children of a node that have the same state.";
    "wide", wide: bool = true, in Range::Switch,
        "Without colors, keep the lengths of all lists from node to node where there are many items or options.";
    "tables", tables: bool = true, in Range::Switch,
        "With colors, and one primary item in each option, give each item bitmaps of its own.";
    "twins", twins: bool = true, in Range::Switch,
        "In tables, search one of the branches that leave the same state.";
    "keep", keep: bool = true, in Range::Switch,
        "Keep the sub-problem in which a part of a walk began, for the parts that come next.";
    "shrink", always_shrink: bool = false, in Range::Switch,
        "Encode again as often as possible, whether it repays or not.";
    "always-wide", always_wide: bool = false, in Range::Switch,
        "Make every sub-problem without colors wide, for tests.";
    "recall", always_recall: bool = false, in Range::Switch,
        "Look up the state at every node that has more than one branch.";
    "options", most_options: usize = MOST_WIDE_OPTIONS, in Range::Numbers(0, MOST_WIDE_OPTIONS as u64),
        "The most live options of a sub-problem with bitmaps; 0 for lists only.";
    "review", review: u64 = 4_000_000, in Range::Numbers(0, u64::MAX),
        "After this many mems in a sub-problem, ask whether lists would be faster. With shrink, they always are.";
    "vectors", vectors: Vectors = Vectors::detect(), in Range::Words(Vectors::WORDS),
        "The best instructions to use.";
}
