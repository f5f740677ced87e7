//! Rules that dynamic chains use when implications end: locked candidates (or, on boards with
//! windows or diagonals, generalized intersections), hidden pairs, naked pairs, X-wings; then, by
//! depth, forcing chains and cycles, multiple chains, or dynamic chains.
//!
//! Only the first rule in this order that yields anything is used, with all its hints. The parents
//! of a hint are the candidates removed by the chain that it needs. A hint without parents is left
//! out: it holds without the chain.

use super::{by_table, number};
use crate::logic::marks::{HOUSE, HOUSE_SET, Marks, bits, cells};
use crate::logic::{fish, hidden_set, intersection, locked, naked_set};
use std::ops::ControlFlow;

/// A hint that a rule finds within a chain.
#[derive(Clone, Debug)]
pub struct Nested {
    /// In the order of the reference.
    pub removed: Vec<(u8, u16)>,
    /// Candidates that are off and make it possible.
    pub parents: Vec<u16>,
    /// The candidates of its chains, each ended by `u16::MAX`; nothing if it is no chain.
    pub sequence: Vec<u16>,
    /// The number of candidates in its chains.
    pub complexity: u32,
}

/// The hints of the first of the four simple rules that has any.
pub fn simple(marks: &Marks, source: &Marks, hints: &mut Vec<Nested>) {
    match marks.regions().is_usual() {
        true => locked(marks, source, hints),
        false => intersections(marks, source, hints),
    }
    if hints.is_empty() {
        hidden_pairs(marks, source, hints);
    }
    if hints.is_empty() {
        naked_pairs(marks, source, hints);
    }
    if hints.is_empty() {
        x_wings(marks, source, hints);
    }
}

fn keep(hints: &mut Vec<Nested>, mut removed: Vec<(u8, u16)>, parents: Vec<u16>) {
    if !parents.is_empty() && !removed.is_empty() {
        by_table(&mut removed, |&(cell, _)| cell);
        hints.push(Nested {
            removed,
            parents,
            sequence: Vec::new(),
            complexity: 0,
        });
    }
}

/// The places in `house` that a digit has lost, if they lie outside of `cover`.
fn lost(
    marks: &Marks,
    source: &Marks,
    house: usize,
    digit: usize,
    cover: u128,
) -> impl Iterator<Item = u16> {
    let gone = source.places(house, digit) & !marks.places(house, digit);
    let cells = bits(gone).map(move |place| usize::from(HOUSE[house][place]));
    let cells = cells.filter(move |cell| cover >> cell & 1 == 0);
    cells.map(move |cell| number(cell, digit, false))
}

fn locked(marks: &Marks, source: &Marks, hints: &mut Vec<Nested>) {
    let _: ControlFlow<()> = locked::each(marks, |found, _| {
        let before = source.places(found.from, found.digit);
        if before != marks.places(found.from, found.digit) {
            let removed = cells(found.removed(marks)).map(|cell| (cell as u8, 1 << found.digit));
            let removed: Vec<_> = removed.collect();
            if !removed.is_empty() {
                let cover = HOUSE_SET[found.to];
                let parents = lost(marks, source, found.from, found.digit, cover);
                keep(hints, removed, parents.collect());
            }
        }
        ControlFlow::Continue(())
    });
}

fn intersections(marks: &Marks, source: &Marks, hints: &mut Vec<Nested>) {
    let _: ControlFlow<()> = intersection::each(marks, |found| {
        let removed = cells(found.removed).map(|cell| (cell as u8, 1 << found.digit));
        let parents = lost(marks, source, found.house, found.digit, 0);
        keep(hints, removed.collect(), parents.collect());
        ControlFlow::Continue(())
    });
}

fn hidden_pairs(marks: &Marks, source: &Marks, hints: &mut Vec<Nested>) {
    let _: ControlFlow<()> = hidden_set::each(marks, 2, 4, |found| {
        let removed: Vec<_> = found.removed(marks).collect();
        if !removed.is_empty() {
            let others = bits(0x1ff & !found.places).flat_map(|place| {
                let cell = usize::from(HOUSE[found.house][place]);
                let before = source.digits(cell) & found.digits;
                bits(before).map(move |digit| number(cell, digit, false))
            });
            keep(hints, removed, others.collect());
        }
        ControlFlow::Continue(())
    });
}

fn naked_pairs(marks: &Marks, source: &Marks, hints: &mut Vec<Nested>) {
    let _: ControlFlow<()> = naked_set::each(marks, 2, |found| {
        let removed = found.removed(marks);
        if !removed.is_empty() {
            let others = found.cells().flat_map(|cell| {
                let before = source.digits(cell) & !found.digits;
                bits(before).map(move |digit| number(cell, digit, false))
            });
            keep(hints, removed, others.collect());
        }
        ControlFlow::Continue(())
    });
}

fn x_wings(marks: &Marks, source: &Marks, hints: &mut Vec<Nested>) {
    let _: ControlFlow<()> = fish::each(marks, 2, |found| {
        let removed: Vec<_> = found
            .removed(marks)
            .map(|cell| (cell, 1 << found.digit))
            .collect();
        if !removed.is_empty() {
            let cover = found.covered();
            let lines = bits(found.lines).map(|line| found.base + line);
            let parents = lines.flat_map(|house| lost(marks, source, house, found.digit, cover));
            keep(hints, removed, parents.collect());
        }
        ControlFlow::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use crate::logic::{Explanation, Ladder, Marks, Technique};
    use crate::text::forms::library_string;

    /// A position of a puzzle rated 10.6, and the steps of the reference there: each time, one
    /// assumption leads to both values of a candidate.
    const POSITION: &[u8] =
        b":0000:x:1..8....447..9..3...6..42..5.......7..1.3..5......84...9..7...1.1.2..6....\
        4..1...:216 516 616 134 534 145:::";

    #[test]
    fn chains_use_rules_and_chains_within_chains_if_nothing_else_helps() {
        let played = library_string(POSITION).unwrap();
        let mut marks = Marks::with_sets(&played.digits, &played.marks);
        let mut ladder = Ladder::new();
        for (technique, tenths, effect) in [
            (Technique::DynamicChains, 94, "r9c7<>8"),
            (Technique::DynamicChainsPlus, 99, "r9c4<>6"),
            (Technique::NestedChains, 103, "r9c9<>8"),
            (Technique::NestedChains, 105, "r7c4<>5"),
        ] {
            let step = ladder.next(&marks).unwrap();
            let told = Explanation::new(&step, &marks);
            assert_eq!((told.technique, told.tenths), (technique, tenths));
            assert_eq!(told.effect, effect);
            step.apply(&mut marks);
        }
    }
}
