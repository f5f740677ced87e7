//! The plan of a scan: the sets, the numbering of the cells, and units of work.
//!
//! Invariant: a plan depends on the grid and the number of clues alone. The units
//! have no puzzle in common, and together they have all.

use super::bitmaps::{self, Bitmaps};
use super::node::Node;
use super::uniqueness::{Sink, UniquenessTest};
use crate::solved::cells::Cells;
use crate::solved::{Filled, Second};
use crate::unavoidable::direct;
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

/// Why a grid cannot be scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum ScanFault {
    #[error("a puzzle of this grid has from 1 to {cells} clues, not {clues}")]
    Clues { clues: usize, cells: usize },
}

/// How a grid is scanned for puzzles with a given number of clues.
pub struct Plan {
    /// With its cells renumbered.
    grid: Filled<2>,
    /// The original cell of each cell.
    original: Vec<usize>,
    clues: usize,
    sets: usize,
    units: Vec<Node>,
}

impl Plan {
    /// # Errors
    /// If there are no clues, or more than cells.
    pub fn new(grid: &Filled<2>, clues: usize) -> Result<Self, ScanFault> {
        let cells = grid.cells();
        if !(1..=cells).contains(&clues) {
            return Err(ScanFault::Clues { clues, cells });
        }
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
        Ok(Plan {
            grid: grid.renumbered(&original),
            original,
            clues,
            sets: sets.len(),
            units: cut(root),
        })
    }

    /// The number of clues.
    pub fn clues(&self) -> usize {
        self.clues
    }

    /// The number of unavoidable sets used.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// The number of units of work.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// The unit that finds a puzzle with these clues, if it has one solution.
    pub fn unit_of(&self, clues: &Cells<2>) -> Option<usize> {
        let places = self.original.iter().enumerate();
        let renumbered = places.filter(|&(_, &cell)| clues.contains(cell));
        let clues = renumbered.fold(0u128, |clues, (cell, _)| clues | 1 << cell);
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

    /// A scanner, which does units; each thread has its own.
    pub fn scanner(&self) -> Scanner<'_> {
        Scanner {
            plan: self,
            bitmaps: Bitmaps::new(self.grid.cells()),
            uniqueness: UniquenessTest::new(Second::new(self.grid.clone())),
        }
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

/// Does units of a [`Plan`].
pub struct Scanner<'p> {
    plan: &'p Plan,
    bitmaps: Bitmaps,
    uniqueness: UniquenessTest,
}

impl Scanner<'_> {
    /// Uses no instructions that only some processors have.
    pub fn portable(mut self) -> Self {
        self.bitmaps = self.bitmaps.portable();
        self
    }

    /// Finds the puzzles of a unit, always in the same order; `found` takes the
    /// cells of the clues and may end the search. `halt` is asked now and then.
    /// Returns whether the unit was finished.
    pub fn scan(
        &mut self,
        unit: usize,
        halt: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Cells<2>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.uniqueness.forget();
        let original = &self.plan.original;
        let mut sink = |clues: u128| {
            let clues = Cells::from_bits(clues);
            found(clues.iter().map(|cell| original[cell]).collect())
        };
        let node = &self.plan.units[unit];
        descend(
            &mut self.bitmaps,
            &mut self.uniqueness,
            node,
            halt,
            &mut sink,
        )
    }
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
