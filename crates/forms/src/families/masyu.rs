//! Masyu: loops through the centers of cells. At a black circle a loop turns, and goes straight
//! through the next cell on both sides; at a white one it goes straight, and turns in the next cell
//! on at least one side.
//!
//! Knuth's program MASYU-DLX has the same items and options in the same order. Circles make steps
//! from cell to cell depend on each other: steps that are always equal or always opposite form a
//! class, and options name only its leader. As there, a solution may have several loops.

use super::clues::{Clues, Rules};
use super::slitherlink::{PASSES, SIDES, beside, name};
use super::{Family, FamilyError, cells};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The problem of a puzzle. A cell has two even coordinates, its circle two odd ones, and a step
/// has those of its midpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Masyu {
    clues: Clues,
    classes: Classes,
}

/// Coordinates go to twice this number, and are single digits.
const MOST_SIDE: usize = 31;

const BLACK: u8 = b'1';

type Place = (usize, usize);

impl Masyu {
    /// Reads a puzzle: a line for each row, and `0` for a white circle, `1` for a black one or `.`
    /// for each cell. There are 2 to 31 rows and columns.
    ///
    /// # Errors
    /// If the text is something else, or the steps at circles alone are contradictory.
    pub fn read(text: &[u8]) -> Result<Self, FamilyError> {
        let rules = Rules {
            signs: b"01",
            called: "`0' for a white circle, `1' for a black one",
            sides: (2, MOST_SIDE),
            may_be_short: false,
        };
        let clues = rules.read(text)?;
        let (rows, columns) = (clues.rows(), clues.columns());
        let mut masyu = Masyu {
            classes: Classes::new(rows, columns),
            clues,
        };
        for (row, column) in cells(rows, columns) {
            let Some(circle) = masyu.clues.at(row, column) else {
                continue;
            };
            let [north, west, east, south] =
                SIDES.map(|side| masyu.step((2 * row, 2 * column), side, 1));
            let is_black = circle == BLACK;
            let mut agree = |one, two, differ| masyu.classes.unite(one, two, differ);
            let mut fits = agree(north, south, is_black);
            fits &= agree(east, west, is_black);
            if !is_black {
                fits &= agree(south, west, true);
            }
            if !fits {
                return Err(FamilyError::Unfit(format!(
                    "line {}, column {}: no loop goes through this circle and those before it",
                    row + 1,
                    column + 1
                )));
            }
        }
        Ok(masyu)
    }

    /// The step from a cell to one side, or the one `distance` farther in that direction; `None` if
    /// it leads off the board.
    fn step(&self, cell: Place, side: u8, distance: usize) -> Option<Place> {
        let mut place = cell;
        for _ in 0..distance {
            place = beside(place, side)?;
        }
        let (rows, columns) = (self.clues.rows(), self.clues.columns());
        Some(place).filter(|&(y, x)| y <= 2 * rows - 2 && x <= 2 * columns - 2)
    }

    /// The places of all cells, with their circles.
    fn circles(&self) -> impl Iterator<Item = (Place, Option<u8>)> + Clone {
        let all = cells(self.clues.rows(), self.clues.columns());
        all.map(|(row, column)| ((2 * row, 2 * column), self.clues.at(row, column)))
    }

    /// Writes the options of a cell without a circle: none or two of its steps are used.
    fn write_cell(&self, out: &mut dyn Write, cell: Place) -> io::Result<()> {
        for pass in PASSES {
            let mut demands = Demands::of(&self.classes);
            for side in SIDES {
                demands.add(self.step(cell, side, 1), pass & side > 0);
            }
            demands.write(out, cell)?;
        }
        Ok(())
    }

    /// Writes the options of a black circle: one for each way to turn.
    fn write_black(&self, out: &mut dyn Write, cell: Place) -> io::Result<()> {
        for &pass in &PASSES[..4] {
            let mut demands = Demands::of(&self.classes);
            for side in SIDES.into_iter().filter(|side| pass & side > 0) {
                demands.add(self.step(cell, side, 1), true);
                demands.add(self.step(cell, side, 3), true);
            }
            demands.write(out, (cell.0 + 1, cell.1 + 1))?;
        }
        Ok(())
    }

    /// Writes the options of a white circle: at most one of the next cells is crossed straight.
    fn write_white(&self, out: &mut dyn Write, cell: Place) -> io::Result<()> {
        for (one, other) in [(SIDES[0], SIDES[3]), (SIDES[1], SIDES[2])] {
            for straight in [(false, false), (false, true), (true, false)] {
                let mut demands = Demands::of(&self.classes);
                demands.add(self.step(cell, one, 1), true);
                demands.add(self.step(cell, one, 3), straight.0);
                demands.add(self.step(cell, other, 3), straight.1);
                demands.write(out, (cell.0 + 1, cell.1 + 1))?;
            }
        }
        Ok(())
    }
}

impl Family for Masyu {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (cell, _) in self.circles() {
            write!(out, "{} ", name(cell))?;
        }
        let with_circle = self.circles().filter(|(_, circle)| circle.is_some());
        for ((y, x), _) in with_circle.clone() {
            write!(out, "{} ", name((y + 1, x + 1)))?;
        }
        for leader in self.classes.leaders() {
            write!(out, "#{} ", name(leader))?;
        }
        write!(out, "|")?;
        for step in self.classes.of.keys().flatten() {
            write!(out, " {}", name(*step))?;
        }
        writeln!(out)?;
        // What is certain: no step leads off the board.
        for (cell, _) in with_circle {
            write!(out, "{} ", name(cell))?;
        }
        for (step, value) in self.classes.after(None) {
            if let Some(step) = step {
                write!(out, "{}:{} ", name(step), u8::from(value))?;
            }
        }
        writeln!(out)?;
        for leader in self.classes.leaders() {
            for is_used in [false, true] {
                write!(out, "#{}", name(leader))?;
                for (step, differs) in self.classes.after(Some(leader)) {
                    if let Some(step) = step {
                        write!(out, " {}:{}", name(step), u8::from(differs ^ is_used))?;
                    }
                }
                writeln!(out)?;
            }
        }
        for (cell, circle) in self.circles() {
            match circle {
                None => self.write_cell(out, cell)?,
                Some(BLACK) => self.write_black(out, cell)?,
                Some(_) => self.write_white(out, cell)?,
            }
        }
        Ok(())
    }
}

/// A step in its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member {
    leader: Option<Place>,
    /// Whether it is the opposite of its leader.
    differs: bool,
    /// The next member of the class; they form a ring.
    next: Option<Place>,
    /// The size of the class, if it is the leader.
    size: usize,
}

/// The classes of steps (union-find). `None` is a step off the board, which is never used.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Classes {
    of: BTreeMap<Option<Place>, Member>,
}

impl Classes {
    /// A class for each step.
    fn new(rows: usize, columns: usize) -> Self {
        let steps = cells(2 * rows - 1, 2 * columns - 1).filter(|(y, x)| (y + x) % 2 == 1);
        let member = |step, size| {
            let alone = Member {
                leader: step,
                differs: false,
                next: step,
                size,
            };
            (step, alone)
        };
        let steps = steps.map(|step| member(Some(step), 1));
        Classes {
            of: steps.chain([member(None, 0)]).collect(),
        }
    }

    /// Makes two steps equal or opposite; false if that contradicts what is known.
    fn unite(&mut self, one: Option<Place>, two: Option<Place>, differ: bool) -> bool {
        let (first, second) = (self.of[&one], self.of[&two]);
        let differ = differ ^ first.differs ^ second.differs;
        if first.leader == second.leader {
            return !differ;
        }
        let size = |leader: Option<Place>| self.of[&leader].size;
        let (mut less, mut more) = (first.leader, second.leader);
        // The smaller class joins the larger one, which keeps its leader; but the class of `None`
        // always leads.
        if less.is_none() || (more.is_some() && size(less) > size(more)) {
            (less, more) = (more, less);
        }
        let joining: Vec<_> = self.after(less).map(|(step, _)| step).collect();
        let (added, ends) = (size(less), [self.of[&less].next, self.of[&more].next]);
        for step in joining {
            let member = self.member(step);
            member.leader = more;
            member.differs ^= differ;
        }
        self.member(less).next = ends[1];
        let leader = self.member(more);
        leader.next = ends[0];
        leader.size += added;
        true
    }

    fn member(&mut self, step: Option<Place>) -> &mut Member {
        self.of.get_mut(&step).expect("all steps have a class")
    }

    /// The members of a leader's class in the order of its ring, the leader last, and whether each
    /// is its opposite.
    fn after(&self, leader: Option<Place>) -> impl Iterator<Item = (Option<Place>, bool)> {
        let mut at = leader;
        let mut is_done = false;
        std::iter::from_fn(move || {
            if is_done {
                return None;
            }
            at = self.of[&at].next;
            is_done = at == leader;
            Some((at, self.of[&at].differs))
        })
    }

    /// The leaders of classes with several members that are not certain.
    fn leaders(&self) -> impl Iterator<Item = Place> {
        let members = self.of.iter();
        members.filter_map(|(&step, member)| {
            let is_leader = member.leader == step && member.size > 1;
            step.filter(|_| is_leader)
        })
    }
}

/// What an option demands of leaders, in their order.
struct Demands<'c> {
    classes: &'c Classes,
    of: BTreeMap<Place, bool>,
    /// Whether the demands are consistent.
    is_possible: bool,
}

impl<'c> Demands<'c> {
    fn of(classes: &'c Classes) -> Self {
        Demands {
            classes,
            of: BTreeMap::new(),
            is_possible: true,
        }
    }

    fn add(&mut self, step: Option<Place>, is_used: bool) {
        let member = self.classes.of[&step];
        let is_used = is_used ^ member.differs;
        let known = match member.leader {
            None => false,
            Some(leader) => *self.of.entry(leader).or_insert(is_used),
        };
        self.is_possible &= known == is_used;
    }

    /// Writes the option, if it is possible.
    fn write(&self, out: &mut dyn Write, place: Place) -> io::Result<()> {
        if !self.is_possible {
            return Ok(());
        }
        write!(out, "{}", name(place))?;
        for (&leader, &is_used) in &self.of {
            write!(out, " {}:{}", name(leader), u8::from(is_used))?;
        }
        writeln!(out)
    }
}
