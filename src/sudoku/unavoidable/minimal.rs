//! Which sets of a list are minimal.

use crate::sudoku::cells::Cells;

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
    order_by_size(sets);
    let cells = 64 * W;
    // A subset's lowest cell is one of the set's cells.
    let mut kept: Vec<Vec<Cells<W>>> = vec![Vec::new(); cells];
    sets.retain(|set| {
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
}
