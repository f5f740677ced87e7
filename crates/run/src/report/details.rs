//! The choice of an item in detail: all candidates with their scores.

use dlx3_base::text::output::Put;
use dlx3_format::{ItemId, Original};
use dlx3_search::State;

/// Writes `Level 3: A(2) B(0:2,3) branching on A(2)`. Only DLX3 writes a line at a solution, and
/// only DLX3 looks at items after one without options.
pub fn write_choice(
    out: &mut impl Put,
    state: &dyn State,
    original: Original,
    best: Option<(ItemId, i64)>,
) {
    let is_dlx3 = original == Original::Dlx3;
    if best.is_none() && !is_dlx3 {
        return;
    }
    let mut is_at_end = false;
    let problem = state.problem();
    out.put(b"Level ");
    out.put_number(state.level() as u64);
    out.put(b":");
    state.for_each_active(&mut |active| {
        if is_at_end {
            return;
        }
        is_at_end = !is_dlx3 && active.length == 0;
        out.put(b" ");
        out.put(problem.name(active.item));
        out.put(b"(");
        let spare = active.spare();
        if active.bound != 1 || spare != 0 {
            out.put_number(u64::from(active.bound - spare));
            out.put(b":");
            out.put_number(u64::from(active.bound));
            out.put(b",");
            out.put_signed(active.score());
        } else {
            out.put_number(u64::from(active.length));
        }
        out.put(b")");
    });
    match best {
        Some((item, score)) => {
            out.put(b" branching on ");
            out.put(problem.name(item));
            out.put(b"(");
            out.put_signed(score);
            out.put(b")\n");
        }
        None => out.put(b" solution\n"),
    }
}
