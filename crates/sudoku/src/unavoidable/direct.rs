//! All minimal unavoidable sets up to a size, found by following changes.
//!
//! The lowest cell of a set changes its digit. A cell that takes digit `d` forces
//! each peer that held `d` to change as well: that peer is pending until it has a
//! new digit. When nothing is pending, the changed cells are an unavoidable set.
//! Every minimal set is found this way, since all that must change follows from
//! its lowest cell. The pending cell with fewest digits is changed next.
//!
//! Invariants: `touched` holds the changed and the pending cells, none below the
//! start; a unit never gets a new digit twice. A unit touched once must be touched
//! again, for its digits are permuted: this bounds the size from below.

use super::keep_minimal_until;
use crate::instructions::Instructions;
use crate::solved::Filled;
use crate::solved::cells::Cells;
use crate::{Stop, ask, never};
use dlx3_answers::Stopped;

/// The minimal unavoidable sets of at most `limit` cells, smallest first.
pub fn minimal_sets<const W: usize>(grid: &Filled<W>, limit: usize) -> Vec<Cells<W>> {
    minimal_sets_until(grid, limit, &never).expect("nobody stops it")
}

/// `minimal_sets`, until `stop` asks for an end.
///
/// # Errors
/// If it was stopped before the list was complete.
pub fn minimal_sets_until<const W: usize>(
    grid: &Filled<W>,
    limit: usize,
    stop: &Stop<'_>,
) -> Result<Vec<Cells<W>>, Stopped> {
    let limit = limit.min(grid.cells()) as u32;
    let mut changes = Changes::new(grid, limit, stop);
    let instructions = Instructions::detect();
    for start in 0..grid.cells() {
        changes.start_at(start, instructions);
        changes.asked?;
    }
    let mut sets = changes.found;
    keep_minimal_until(&mut sets, stop)?;
    Ok(sets)
}

/// Changes between two checks of `stop`: some milliseconds.
const LOOK: u64 = 1 << 14;

struct Changes<'g, const W: usize> {
    grid: &'g Filled<W>,
    limit: u32,
    /// At `cell * order + digit`: the peers of the cell that hold the digit.
    holders: Vec<Cells<W>>,
    /// The digits that a cell may take without changing a cell below the start.
    allowed: Vec<u32>,
    /// The new digits of each unit.
    taken: Vec<u32>,
    /// The units of each kind: rows, columns, boxes.
    kinds: [u128; 3],
    found: Vec<Cells<W>>,
    stop: &'g Stop<'g>,
    asked: Result<(), Stopped>,
    /// How many changes have been made.
    steps: u64,
}

/// The cells touched, those of them that are pending, and how many are touched.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    touched: Cells<W>,
    pending: Cells<W>,
    size: u32,
    touches: Touches,
}

/// How often the units are touched.
#[derive(Clone, Copy, Default)]
struct Touches {
    once_or_more: u128,
    twice_or_more: u128,
}

impl Touches {
    #[inline(always)]
    fn add(&mut self, units: [usize; 3]) {
        let units = units.iter().fold(0, |all, unit| all | 1u128 << unit);
        self.twice_or_more |= self.once_or_more & units;
        self.once_or_more |= units;
    }

    /// A lower bound of the number of cells still to be touched.
    #[inline(always)]
    fn missing(&self, kinds: &[u128; 3]) -> u32 {
        let once = self.once_or_more & !self.twice_or_more;
        let of_kind = |kind: &u128| (once & kind).count_ones();
        kinds.iter().map(of_kind).max().unwrap_or(0)
    }
}

impl<'g, const W: usize> Changes<'g, W> {
    fn new(grid: &'g Filled<W>, limit: u32, stop: &'g Stop<'g>) -> Self {
        let order = grid.order();
        let with: Vec<Cells<W>> = (0..order).map(|digit| grid.cells_with(digit)).collect();
        let holders = (0..grid.cells())
            .flat_map(|cell| with.iter().map(move |with| with.and(grid.peers(cell))))
            .collect();
        let others = |cell| (((1u64 << order) - 1) as u32) & !(1 << grid.digit(cell));
        let kind = |kind: usize| ((1u128 << order) - 1) << (kind * order);
        Changes {
            grid,
            limit,
            holders,
            allowed: (0..grid.cells()).map(others).collect(),
            taken: vec![0; 3 * order],
            kinds: [kind(0), kind(1), kind(2)],
            found: Vec::new(),
            stop,
            asked: Ok(()),
            steps: 0,
        }
    }

    /// Finds the sets whose lowest cell is `start`.
    fn start_at(&mut self, start: usize, instructions: Instructions) {
        if self.limit > 0 {
            let mut touches = Touches::default();
            touches.add(self.grid.units_of(start));
            let first = Cells::single(start);
            let node = Node {
                touched: first,
                pending: first,
                size: 1,
                touches,
            };
            match instructions.min(Instructions::detect()) {
                Instructions::Portable => self.change(node),
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the processor has been found to have these features. A third of the time
                // goes into counting bits without them.
                _ => unsafe { self.change_with_popcnt(node) },
                #[cfg(not(target_arch = "x86_64"))]
                _ => self.change(node),
            }
        }
        let digit = 1u32 << self.grid.digit(start);
        for peer in self.grid.peers(start).iter() {
            self.allowed[peer] &= !digit;
        }
    }

    #[inline(always)]
    fn holders(&self, cell: usize, digit: usize) -> &Cells<W> {
        &self.holders[cell * self.grid.order() + digit]
    }

    /// The digits that a pending cell can take with room for this many more cells.
    #[inline(always)]
    fn choices(&self, cell: usize, touched: &Cells<W>, room: u32) -> u32 {
        let units = self.grid.units_of(cell);
        let taken = units.iter().fold(0, |all, &unit| all | self.taken[unit]);
        let mut digits = self.allowed[cell] & !taken;
        if room < 3 {
            let mut rest = digits;
            while rest != 0 {
                let digit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if self.holders(cell, digit).minus(touched).count() > room {
                    digits &= !(1 << digit);
                }
            }
        }
        digits
    }

    fn change(&mut self, node: Node<W>) {
        self.change_with(node, |changes, node| changes.change(node));
    }

    /// `change`, compiled for more instructions.
    #[cfg(target_arch = "x86_64")]
    // Not AVX2: the compiler would count the bits of two words by its shuffles, which is slower.
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn change_with_popcnt(&mut self, node: Node<W>) {
        self.change_with(node, |changes, node| changes.change_with_popcnt(node));
    }

    /// Visits a node, and those below it by `change`.
    #[inline(always)]
    fn change_with(&mut self, node: Node<W>, change: impl Fn(&mut Self, Node<W>)) {
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK) && self.asked.is_ok() {
            self.asked = ask(self.stop);
        }
        if self.asked.is_err() {
            return;
        }
        let Node {
            touched,
            pending,
            size,
            touches,
        } = node;
        let room = self.limit - size;
        let mut fewest = u32::MAX;
        let mut best = (0, 0);
        for cell in pending.iter() {
            let digits = self.choices(cell, &touched, room);
            if digits.count_ones() < fewest {
                fewest = digits.count_ones();
                best = (cell, digits);
                if fewest <= 1 {
                    break;
                }
            }
        }
        if fewest == u32::MAX {
            self.found.push(touched);
            return;
        }
        let (cell, mut digits) = best;
        let units = self.grid.units_of(cell);
        let rest = pending.minus(&Cells::single(cell));
        while digits != 0 {
            let digit = digits & digits.wrapping_neg();
            digits &= !digit;
            let forced = self
                .holders(cell, digit.trailing_zeros() as usize)
                .minus(&touched);
            let size = size + forced.count();
            let mut touches = touches;
            for peer in forced.iter() {
                touches.add(self.grid.units_of(peer));
            }
            if size + touches.missing(&self.kinds) > self.limit {
                continue;
            }
            for unit in units {
                self.taken[unit] |= digit;
            }
            let child = Node {
                touched: touched.or(&forced),
                pending: rest.or(&forced),
                size,
                touches,
            };
            change(self, child);
            for unit in units {
                self.taken[unit] &= !digit;
            }
        }
    }
}
