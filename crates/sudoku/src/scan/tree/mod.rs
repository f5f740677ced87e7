//! A scan by a tree of choices: for all boards and numbers of clues.
//!
//! Near the root the sets are lists that are kept minimal ([`node`]); a few clues before the end
//! they become bitmaps ([`bitmaps`]).
//!
//! Invariant: the units have no puzzle in common, and together they have all.

mod bitmaps;
mod node;

use super::uniqueness::{Sink, UniquenessTest};
use crate::solved::Filled;
use crate::solved::cells::Cells;
use crate::unavoidable::direct;
pub use bitmaps::Bitmaps;
use node::Node;
use std::ops::ControlFlow;

/// Larger unavoidable sets are searched for until there are this many...
const ENOUGH_SETS: usize = 600;
/// ...or up to this size.
const LARGEST_SET: usize = 18;
/// At first the sets up to this size.
const FIRST_SIZE: usize = 12;
/// The most sets that are used.
const MOST_PLAN_SETS: usize = 2000;
/// The work is divided until it has this many units.
const ENOUGH_UNITS: usize = 1000;

/// The plan of a scan by a tree.
pub struct Tree {
    sets: usize,
    units: Vec<Node>,
}

impl Tree {
    /// The plan, and the original cell of each cell.
    pub fn new(grid: &Filled<2>, clues: usize) -> (Self, Vec<usize>) {
        let cells = grid.cells();
        let sets = sets(grid);
        let original = order(cells, &sets);
        let mut number = vec![0; cells];
        for (new, &old) in original.iter().enumerate() {
            number[old] = new;
        }
        let renumber = |set: &Cells<2>| {
            let cells: Cells<2> = set.iter().map(|cell| number[cell]).collect();
            cells.bits()
        };
        let root = Node {
            left: clues as u32,
            live: grid.all().bits(),
            placed: 0,
            sets: sets.iter().map(renumber).collect(),
        };
        let tree = Tree {
            sets: sets.len(),
            units: cut(root),
        };
        (tree, original)
    }

    pub fn sets(&self) -> usize {
        self.sets
    }

    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// The unit that finds a puzzle with these clues.
    pub fn unit_of(&self, clues: u128) -> Option<usize> {
        let has =
            |unit: &Node| unit.placed & !clues == 0 && clues & !(unit.placed | unit.live) == 0;
        self.units.iter().position(has)
    }

    /// An estimate of the work of a unit: the ways to hit disjoint sets and to place
    /// the clues that remain.
    pub fn weight(&self, unit: usize) -> f64 {
        let node = &self.units[unit];
        let mut union = 0;
        let mut ways = 1.0;
        let mut free = f64::from(node.left);
        for set in &node.sets {
            if set & union == 0 {
                union |= set;
                ways *= f64::from(set.count_ones());
                free -= 1.0;
            }
        }
        let live = f64::from(node.live.count_ones());
        let mut chosen = 1.0;
        while chosen <= free {
            ways *= (live / chosen).max(1.0);
            chosen += 1.0;
        }
        ways
    }

    /// Finds the puzzles of a unit, always in the same order.
    pub fn scan(
        &self,
        unit: usize,
        bitmaps: &mut Bitmaps,
        uniqueness: &mut UniquenessTest,
        halt: &dyn Fn() -> bool,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        descend(bitmaps, uniqueness, &self.units[unit], halt, sink)
    }
}

/// The sets to begin with, smallest first.
fn sets(grid: &Filled<2>) -> Vec<Cells<2>> {
    let mut size = FIRST_SIZE;
    loop {
        let mut sets = direct::minimal_sets(grid, size);
        if sets.len() >= ENOUGH_SETS || size >= LARGEST_SET.min(grid.cells()) {
            sets.truncate(MOST_PLAN_SETS);
            return sets;
        }
        size += 1;
    }
}

/// The cells in the order in which they are tried: cells in few and large sets first,
/// since a cell that was tried is ruled out for the others.
fn order(cells: usize, sets: &[Cells<2>]) -> Vec<usize> {
    let mut weights = vec![0.0; cells];
    for set in sets {
        for cell in set.iter() {
            let size = f64::from(set.count());
            weights[cell] += 1.0 / (size * size);
        }
    }
    let mut order: Vec<usize> = (0..cells).collect();
    order.sort_by(|&a, &b| weights[a].total_cmp(&weights[b]));
    order
}

/// Cuts the work below a node, level by level.
fn cut(mut root: Node) -> Vec<Node> {
    if !root.reduce() {
        return Vec::new();
    }
    let mut units = vec![root];
    while units.len() < ENOUGH_UNITS {
        let can_be_cut = |unit: &Node| unit.left > 2 && !unit.sets.is_empty();
        if !units.iter().any(can_be_cut) {
            break;
        }
        let mut smaller = Vec::new();
        for unit in units {
            if can_be_cut(&unit) {
                smaller.extend(unit.children());
            } else {
                smaller.push(unit);
            }
        }
        units = smaller;
    }
    units
}

/// Goes down lists of sets, and into bitmaps when few clues are left.
fn descend(
    bitmaps: &mut Bitmaps,
    uniqueness: &mut UniquenessTest,
    node: &Node,
    halt: &dyn Fn() -> bool,
    sink: Sink<'_>,
) -> ControlFlow<()> {
    if halt() {
        return ControlFlow::Break(());
    }
    if node.sets.is_empty() {
        uniqueness.rest.clear();
        return uniqueness.finish(node.left, node.live, node.placed, sink);
    }
    if node.left as usize <= bitmaps::MOST_LEFT {
        bitmaps.encode(node, uniqueness);
        return bitmaps.search(node, uniqueness, sink);
    }
    for child in node.children() {
        descend(bitmaps, uniqueness, &child, halt, &mut *sink)?;
    }
    ControlFlow::Continue(())
}
