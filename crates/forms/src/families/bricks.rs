//! Bricks of some kinds in a box, with bounds on the number of each kind: an example of
//! multiplicities, and of symmetry that no option breaks.
//!
//! TAOCP 7.2.2.1 has such packings among its exercises on boxes. A well-known one is Conway's box:
//! 5x5x5 with thirteen 1x2x4, one 1x2x2, one 2x2x2 and three 1x1x3 (*Winning Ways*, chapter 24).

use super::{DIGITS, Family, FamilyError, digit, within};
use dlx3_format::Bounds;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Bricks of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brick {
    /// Its lengths in the three directions, in any order.
    pub sizes: [usize; 3],
    /// Bounds on its number.
    pub bounds: Bounds,
}

/// The problem for a box and bricks. The kinds are called a, b, c, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bricks {
    sizes: [usize; 3],
    kinds: Vec<Brick>,
}

impl Bricks {
    /// The problem for a box of 1 to 62 cells in each direction, and at most 26 kinds.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn new(sizes: [usize; 3], kinds: impl Into<Vec<Brick>>) -> Result<Self, FamilyError> {
        let kinds = kinds.into();
        within("the number of kinds", kinds.len(), 1..=26)?;
        for &size in sizes
            .iter()
            .chain(kinds.iter().flat_map(|kind| &kind.sizes))
        {
            within("a side", size, 1..=DIGITS)?;
        }
        Ok(Bricks { sizes, kinds })
    }

    /// The corners of all places of a brick.
    fn places(&self, size: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
        let [x, y, z] = [0, 1, 2].map(|way| (self.sizes[way] + 1).saturating_sub(size[way]));
        block([x, y, z])
    }
}

/// All cells of a box.
fn block([x, y, z]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    let planes = (0..x).flat_map(move |a| (0..y).map(move |b| (a, b)));
    planes.flat_map(move |(a, b)| (0..z).map(move |c| [a, b, c]))
}

fn turns([a, b, c]: [usize; 3]) -> BTreeSet<[usize; 3]> {
    [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
    ]
    .into()
}

fn name(cell: [usize; 3]) -> String {
    cell.map(digit).iter().collect()
}

impl Family for Bricks {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let kinds = || ('a'..='z').zip(&self.kinds);
        let mut before = "";
        for (letter, kind) in kinds() {
            let Bounds { lower, upper } = kind.bounds;
            write!(out, "{before}{lower}:{upper}|{letter}")?;
            before = " ";
        }
        for cell in block(self.sizes) {
            write!(out, " {}", name(cell))?;
        }
        writeln!(out)?;
        for (letter, kind) in kinds() {
            for size in turns(kind.sizes) {
                for corner in self.places(size) {
                    write!(out, "{letter}")?;
                    for cell in block(size) {
                        let at = [0, 1, 2].map(|way| corner[way] + cell[way]);
                        write!(out, " {}", name(at))?;
                    }
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }
}
