//! The choice of an item in detail: all candidates with their scores.

use crate::format::ItemId;
use crate::search::State;
use crate::text::output::Output;
use std::io::Write;

/// Writes `Level 3: A(2) B(0:2,3) branching on A(2)`.
pub fn write_choice<W: Write>(out: &mut Output<W>, state: &dyn State, best: Option<(ItemId, i64)>) {
    let problem = state.problem();
    write!(out, "Level {}:", state.level());
    state.for_each_active(&mut |active| {
        out.put(b" ");
        out.put(problem.name(active.item));
        let spare = active.spare();
        if active.bound != 1 || spare != 0 {
            let (lower, upper) = (active.bound - spare, active.bound);
            write!(out, "({lower}:{upper},{})", active.score());
        } else {
            write!(out, "({})", active.length);
        }
    });
    match best {
        Some((item, score)) => {
            out.put(b" branching on ");
            out.put(problem.name(item));
            writeln!(out, "({score})");
        }
        None => out.put(b" solution\n"),
    }
}
