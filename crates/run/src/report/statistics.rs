//! The statistics of a run: what was read, and what the search did.

use dlx3_base::text::output::Output;
use dlx3_format::{Original, Problem};
use dlx3_search::Counters;
use num_bigint::BigUint;
use std::io::Write;

/// The bytes of an item in the C program. Only DLX3 stores bounds there.
fn item_bytes(original: Original) -> usize {
    if original.has_bounds() { 24 } else { 16 }
}

/// The bytes of a node, and of a level.
const NODE_BYTES: usize = 16;
const LEVEL_BYTES: usize = 4;

/// Writes `(5 options, 3+2 items, 19 entries successfully read)`. See
/// [`entries`].
pub fn write_input_summary<W: Write>(out: &mut Output<W>, problem: &Problem) {
    writeln!(
        out,
        "({} options, {}+{} items, {} entries successfully read)",
        problem.option_count(),
        problem.primary_count(),
        problem.item_count() - problem.primary_count(),
        entries(problem)
    );
}

/// Writes `The maximum branching degree was 3.`, for DLX1.
pub fn write_max_degree<W: Write>(out: &mut Output<W>, degree: i64) {
    writeln!(out, "The maximum branching degree was {degree}.");
}

/// Writes the line that begins with `Altogether`.
pub fn write_statistics<W: Write>(
    out: &mut Output<W>,
    problem: &Problem,
    original: Original,
    imems: u64,
    counters: &Counters,
) {
    let bytes = bytes(problem, original, counters);
    let plural = if counters.solutions == 1 { "" } else { "s" };
    let (mems, lengths) = (&counters.mems, &counters.length_mems);
    write!(
        out,
        "Altogether {} solution{plural}, {imems}+{mems}",
        counters.solutions
    );
    if original == Original::Dlx2 {
        write!(out, "-{lengths}");
    }
    write!(out, " mems, {} updates, ", counters.updates);
    if original.has_colors() {
        write!(out, "{} cleansings, ", counters.cleansings);
    }
    writeln!(
        out,
        "{bytes} bytes, {} nodes, ccost {}%.",
        counters.nodes,
        choice_cost(original, counters)
    );
}

/// The bytes of the C program's arrays.
pub fn bytes(problem: &Problem, original: Original, counters: &Counters) -> usize {
    let headers = problem.item_count() + 1;
    headers * item_bytes(original)
        + (headers + problem.node_count() + problem.option_count()) * NODE_BYTES
        + counters.max_level() * LEVEL_BYTES
}

/// The number of entries that the C program has read: nodes, and spacers except the first.
pub fn entries(problem: &Problem) -> usize {
    problem.node_count() + problem.option_count()
}

/// The percentage of mems spent on choices, rounded. Mems for lengths that nobody reads do not
/// count.
fn choice_cost(original: Original, counters: &Counters) -> BigUint {
    let mems = match original {
        Original::Dlx2 => (&counters.mems - &counters.length_mems).to_big(),
        _ => counters.mems.to_big(),
    };
    // A deliberate departure: with `T0`, C divides by zero here.
    if mems == BigUint::ZERO {
        return mems;
    }
    (200u32 * counters.choice_mems.to_big() + &mems) / (2u32 * mems)
}
