//! Random problems with a seed, the same on every machine.
//!
//! A *hitting set* has an element of each of some sets: the dual of a cover (TAOCP 7.2.2.1). A
//! *planted cover* is a solution to which random options are added.

use super::dice::Dice;
use super::{Family, FamilyError, within, write_line};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// `count` different numbers below `n`, in order.
pub fn sample(dice: &mut Dice, count: usize, n: usize) -> BTreeSet<usize> {
    let mut chosen = BTreeSet::new();
    while chosen.len() < count.min(n) {
        chosen.insert(dice.below(n));
    }
    chosen
}

/// Random sets of five to ten elements, each of which a given number of elements must hit one to
/// three times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HittingSets {
    elements: usize,
    sets: usize,
    chosen: usize,
    seed: u64,
}

impl HittingSets {
    /// The problem for 10 to 100,000 elements, 1 to 100,000 sets, and `chosen` of the elements.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn new(
        elements: usize,
        sets: usize,
        chosen: usize,
        seed: u64,
    ) -> Result<Self, FamilyError> {
        let elements = within("the number of elements", elements, 10..=100_000)?;
        Ok(HittingSets {
            elements,
            sets: within("the number of sets", sets, 1..=100_000)?,
            chosen: within("how many are chosen", chosen, 1..=elements)?,
            seed,
        })
    }
}

impl Family for HittingSets {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let dice = &mut Dice::new(self.seed, 3);
        let mut of_element = vec![Vec::new(); self.elements];
        write!(out, "{}|#", self.chosen)?;
        for set in 0..self.sets {
            write!(out, " 1:3|u{set}")?;
            let size = 5 + dice.below(6);
            for element in sample(dice, size, self.elements) {
                of_element[element].push(set);
            }
        }
        writeln!(out)?;
        for sets in of_element {
            write!(out, "#")?;
            for set in sets {
                write!(out, " u{set}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Random options of three to seven items, and among them a cover by options of five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    options: usize,
    items: usize,
    seed: u64,
}

impl Planted {
    /// The problem for 10 to 1,000,000 items, and 1 to 10,000,000 options, or more if the cover
    /// needs more.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn new(options: usize, items: usize, seed: u64) -> Result<Self, FamilyError> {
        Ok(Planted {
            options: within("the number of options", options, 1..=10_000_000)?,
            items: within("the number of items", items, 10..=1_000_000)?,
            seed,
        })
    }
}

impl Family for Planted {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let dice = &mut Dice::new(self.seed, 30);
        for item in 0..self.items {
            write!(out, "i{item} ")?;
        }
        writeln!(out)?;
        let mut order: Vec<usize> = (0..self.items).collect();
        for place in (1..self.items).rev() {
            order.swap(place, dice.below(place + 1));
        }
        let mut lines: Vec<BTreeSet<usize>> = order
            .chunks(5)
            .map(|chunk| chunk.iter().copied().collect())
            .collect();
        while lines.len() < self.options {
            let size = 3 + dice.below(5);
            lines.push(sample(dice, size, self.items));
        }
        for place in (1..lines.len()).rev() {
            lines.swap(place, dice.below(place + 1));
        }
        for line in lines {
            write_line(out, line.iter().map(|item| format!("i{item}")))?;
        }
        Ok(())
    }
}
