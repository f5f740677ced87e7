//! The numbers 1 to 3n in n triples, all with equal sums, or all of the form x + y = z.
//!
//! With equal sums, the number of solutions for n = 1, 3, 5, ... is OEIS A104185: 1, 2, 11, 84,
//! 1296, 24293; for even n there are none, as the sum 3 (3n + 1) / 2 is not an integer. With x + y
//! = z, it is OEIS A108235 for n = 1, 2, 3, ...: 1, 0, 0, 8, 21, 0, 0, 3040, 20505.

use super::{Family, FamilyError, within, write_line};
use std::io::{self, Write};

/// The property of each triple.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// All have the same sum.
    #[default]
    EqualSums,
    /// The largest number is the sum of the others.
    SumOfTwo,
}

/// The problem for some number of triples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triples {
    n: usize,
    rule: Rule,
}

impl Triples {
    /// The problem for `n` triples, 1 to 1000.
    ///
    /// # Errors
    /// If `n` is out of this range.
    pub fn new(n: usize, rule: Rule) -> Result<Self, FamilyError> {
        let n = within("the number of triples", n, 1..=1000)?;
        Ok(Triples { n, rule })
    }
}

impl Family for Triples {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let most = 3 * self.n;
        write_line(out, 1..=most)?;
        for x in 1..=most {
            for y in x + 1..=most {
                let z = match self.rule {
                    Rule::SumOfTwo => Some(x + y),
                    // Twice each sum is 3 (3n + 1).
                    Rule::EqualSums if self.n.is_multiple_of(2) => None,
                    Rule::EqualSums => (3 * (most + 1) / 2).checked_sub(x + y),
                };
                if let Some(z) = z.filter(|&z| y < z && z <= most) {
                    write_line(out, [x, y, z])?;
                }
            }
        }
        Ok(())
    }
}
