//! A branch as one line: the option from its chosen node rightwards, or `null`.

use crate::format::{NodeId, Problem};
use crate::search::{Branch, State};
use crate::text::output::Put;

/// Writes ` A B X:0 (1 of 2)`, or ` null A (2 of 2)`, and a newline.
///
/// DLX3 counts the branch's number by walking its item's list; the list is never
/// changed above the branch, so that the number is that of the branch.
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
    out.put(b" (");
    out.put_number(u64::from(branch.number));
    out.put(b" of ");
    // Only branches of positive score are ever taken.
    out.put_number(branch.score as u64);
    out.put(b")\n");
}

fn write_node(out: &mut impl Put, problem: &Problem, node: NodeId) {
    out.put(b" ");
    out.put(problem.name(problem.node_item(node)));
    if let Some(color) = problem.node_color(node) {
        out.put(&[b':', color]);
    }
}
