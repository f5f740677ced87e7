//! A branch as one line: the option from its chosen node rightwards, or `null`.

use dlx3_base::text::output::Put;
use dlx3_format::{NodeId, Problem};
use dlx3_search::{Branch, State};

/// Writes ` A B X:0 (1 of 2)`, or ` null A (2 of 2)`, and a newline. [`PathText`](super::PathText)
/// does the same from a cache.
pub fn write_branch(out: &mut impl Put, state: &dyn State, branch: Branch) {
    let problem = state.problem();
    match branch.node {
        Some(node) => problem
            .cycle(node)
            .for_each(|node| write_node(out, problem, node)),
        None => {
            out.put(b" null ");
            out.put(problem.name(branch.item));
        }
    }
    // Only branches of positive score are ever taken.
    write_number(out, branch.number, branch.score as u32);
}

/// Writes ` A` or ` X:0`.
pub fn write_node(out: &mut impl Put, problem: &Problem, node: NodeId) {
    out.put(b" ");
    out.put(problem.name(problem.node_item(node)));
    if let Some(color) = problem.node_color(node) {
        out.put(&[b':', color]);
    }
}

/// Writes ` (1 of 2)` and a newline.
#[inline]
pub fn write_number(out: &mut impl Put, number: u32, score: u32) {
    if number < 10 && score < 10 {
        let [number, score] = [number, score].map(|digit| b'0' + digit as u8);
        out.put(&[
            b' ', b'(', number, b' ', b'o', b'f', b' ', score, b')', b'\n',
        ]);
        return;
    }
    out.put(b" (");
    out.put_number(number.into());
    out.put(b" of ");
    out.put_number(score.into());
    out.put(b")\n");
}
