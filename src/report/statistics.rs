//! The numbers of a run: what was read, and what the search did.

use crate::format::Problem;
use crate::search::Counters;
use crate::text::output::Output;
use num_bigint::BigUint;
use std::io::Write;

/// The bytes of an item and of a node in the C program.
const ITEM_BYTES: usize = 24;
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

/// Writes the line that begins with `Altogether`.
pub fn write_statistics<W: Write>(
    out: &mut Output<W>,
    problem: &Problem,
    imems: u64,
    counters: &Counters,
) {
    let bytes = bytes(problem, counters);
    let plural = if counters.solutions == 1 { "" } else { "s" };
    writeln!(
        out,
        "Altogether {} solution{plural}, {imems}+{} mems, {} updates, {} cleansings, \
         {bytes} bytes, {} nodes, ccost {}%.",
        counters.solutions,
        counters.mems,
        counters.updates,
        counters.cleansings,
        counters.nodes,
        choice_cost(counters)
    );
}

/// The bytes of the C program's arrays.
pub fn bytes(problem: &Problem, counters: &Counters) -> usize {
    let headers = problem.item_count() + 1;
    headers * ITEM_BYTES
        + (headers + problem.node_count() + problem.option_count()) * NODE_BYTES
        + counters.max_level() * LEVEL_BYTES
}

/// How many entries the C program has read: nodes, and spacers but for the first.
pub fn entries(problem: &Problem) -> usize {
    problem.node_count() + problem.option_count()
}

/// The percentage of mems that went into choosing, rounded.
fn choice_cost(counters: &Counters) -> BigUint {
    let mems = counters.mems.to_big();
    // A deliberate departure: with `T0`, C divides by zero here.
    if mems == BigUint::ZERO {
        return mems;
    }
    (200u32 * counters.choice_mems.to_big() + &mems) / (2u32 * mems)
}
