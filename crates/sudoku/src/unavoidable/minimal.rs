//! Which sets of a list are minimal.

use crate::solved::cells::Cells;
use crate::{Stop, ask, never};
use dlx3_answers::Stopped;

/// Sorts sets by size, those of one size by their cells, and drops equal ones.
pub fn order_by_size<const W: usize>(sets: &mut Vec<Cells<W>>) {
    sets.sort_unstable_by(|a, b| {
        let reversed = |set: &Cells<W>| set.0.map(u64::reverse_bits);
        (a.count(), reversed(b)).cmp(&(b.count(), reversed(a)))
    });
    sets.dedup();
}

/// Sorts sets as [`order_by_size`] does and drops those that contain another.
pub fn keep_minimal<const W: usize>(sets: &mut Vec<Cells<W>>) {
    keep_minimal_until(sets, &never).expect("nobody stops it");
}

/// `keep_minimal`, until `stop` asks for an end. Then some are left that are not minimal.
///
/// # Errors
/// If it was stopped.
pub fn keep_minimal_until<const W: usize>(
    sets: &mut Vec<Cells<W>>,
    stop: &Stop<'_>,
) -> Result<(), Stopped> {
    /// Sets between two checks of `stop`.
    const LOOK: u64 = 256;
    order_by_size(sets);
    let (mut seen, mut asked) = (0u64, Ok(()));
    let cells = 64 * W;
    // A subset's lowest cell is one of the set's cells.
    let mut kept: Vec<Vec<Cells<W>>> = vec![Vec::new(); cells];
    sets.retain(|set| {
        seen += 1;
        if seen.is_multiple_of(LOOK) && asked.is_ok() {
            asked = ask(stop);
        }
        if asked.is_err() {
            return true;
        }
        let Some(first) = set.first() else {
            return true;
        };
        let minimal = !set
            .iter()
            .any(|cell| kept[cell].iter().any(|subset| subset.is_subset(set)));
        if minimal {
            kept[first].push(*set);
        }
        minimal
    });
    asked
}
