//! The full state: all branches on the path to the current node.

use super::option::write_branch;
use dlx3_base::text::output::Output;
use dlx3_format::Original;
use dlx3_search::State;
use std::io::Write;

/// Writes `Current state (level 2):`, a line per level, and the totals so far.
pub fn write_state<W: Write>(
    out: &mut Output<W>,
    state: &dyn State,
    original: Original,
    levels_up_to: i64,
) {
    writeln!(out, "Current state (level {}):", state.level());
    for level in 0..state.level() {
        write_branch(out, state, state.branch(level));
        if level as i64 >= levels_up_to {
            out.put(b" ...\n");
            break;
        }
    }
    let counters = state.counters();
    let solutions = match original {
        Original::Dlx3 => "sols",
        _ => "solutions",
    };
    writeln!(
        out,
        " {} {solutions}, {} mems, and max level {} so far.",
        counters.solutions,
        counters.mems,
        counters.max_level()
    );
}
