//! The progress line: where the search stands, two digits for each level.

use dlx3_base::text::output::Output;
use dlx3_format::Original;
use dlx3_search::State;
use std::io::Write;

/// The digits 0 to 61. Larger numbers are `*`.
const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn digit(number: i64) -> u8 {
    usize::try_from(number)
        .ok()
        .and_then(|index| DIGITS.get(index))
        .copied()
        .unwrap_or(b'*')
}

/// The share of the tree that is done, from 0 to 1. Branch k of d counts as (k-1)/d of its node's
/// subtree, as if all subtrees of a node had the same size.
pub fn share_done(state: &dyn State) -> f64 {
    let (mut done, mut parts) = (0.0, 1.0);
    for level in 0..state.level() {
        let branch = state.branch(level);
        parts *= branch.score as f64;
        done += f64::from(branch.number - 1) / parts;
    }
    done + 0.5 / parts
}

/// Writes ` after MEMS mems: N sols, 12 23 0.37500`. The last number is that of [`share_done`],
/// computed from the levels shown. DLX2 shows one level less, and computes it from all levels.
pub fn write_progress<W: Write>(
    out: &mut Output<W>,
    state: &dyn State,
    original: Original,
    levels_up_to: i64,
) {
    let is_of_all = original == Original::Dlx2;
    let counters = state.counters();
    let (mems, solutions) = (&counters.mems, &counters.solutions);
    write!(out, " after {mems} mems: {solutions} sols,");
    let (mut done, mut parts) = (0.0, 1.0);
    for level in 0..state.level() {
        let branch = state.branch(level);
        parts *= branch.score as f64;
        done += f64::from(branch.number - 1) / parts;
        let is_last = level as i64 >= levels_up_to;
        if !(is_last && is_of_all) {
            out.put(&[b' ', digit(i64::from(branch.number)), digit(branch.score)]);
        }
        if !is_last {
            continue;
        }
        if !is_of_all {
            out.put(b"...");
            break;
        }
        if level == 0 || level as i64 == levels_up_to {
            out.put(b"...");
        }
    }
    writeln!(out, " {:.5}", done + 0.5 / parts);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_run_to_sixty_one() {
        let digits = [0, 9, 10, 35, 36, 61, 62].map(digit);
        assert_eq!(&digits, b"09azAZ*");
    }
}
