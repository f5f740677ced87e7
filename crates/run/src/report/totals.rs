//! The item totals: the length of every list. They should be equal before and after a whole run.

use dlx3_base::text::output::Output;
use dlx3_format::{ItemId, Problem};
use dlx3_search::State;
use std::io::Write;

/// Writes the lengths of all lists at a state of the search.
pub fn write_totals<W: Write>(out: &mut Output<W>, state: &dyn State) {
    write_totals_of(out, state.problem(), |item| state.length(item));
}

/// Writes `Item totals: 2 3 | 4` with the lengths given.
pub fn write_totals_of<W: Write>(
    out: &mut Output<W>,
    problem: &Problem,
    length: impl Fn(ItemId) -> u32,
) {
    out.put(b"Item totals:");
    for item in problem.item_ids() {
        if item.index() == problem.primary_count() {
            out.put(b" |");
        }
        write!(out, " {}", length(item));
    }
    out.put(b"\n");
}
