//! Langford pairs: each number 1 to n occurs twice in a row, with k places between the two numbers
//! k.
//!
//! TAOCP 7.2.2.1. With 2n places, the number of solutions is twice OEIS A014552: 0, 0, 1, 1, 0, 0,
//! 26, 150, 0, 0, 17792, 108144, ...

use super::{Family, FamilyError, within};
use std::io::{self, Write};

/// The items of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Places {
    /// Primary: each place is taken. With gaps there is no solution.
    #[default]
    Taken,
    /// Primary with the bounds 0 to 1: a place may stay empty, and is branched on.
    Bounded,
    /// Secondary: a place may stay empty.
    Secondary,
}

/// The problem for some numbers and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Langford {
    n: usize,
    gaps: usize,
    places: Places,
    half: bool,
}

impl Langford {
    /// The problem for the numbers 1 to `n`, 1 <= `n` <= 1000, in 2n + `gaps` places, `gaps` <=
    /// 1000.
    ///
    /// # Errors
    /// If one of them is out of its range.
    pub fn new(n: usize, gaps: usize, places: Places) -> Result<Self, FamilyError> {
        let n = within("the largest number", n, 1..=1000)?;
        let gaps = within("the number of gaps", gaps, 0..=1000)?;
        Ok(Langford {
            n,
            gaps,
            places,
            half: false,
        })
    }

    /// Keeps only one of each pair of reflections. Reflection moves the number k from place j on
    /// the left to 2n + gaps - k - j. For a k with 2n + gaps - k odd, no j is fixed, so half of its
    /// places suffice.
    #[must_use]
    pub fn half(self) -> Self {
        Langford { half: true, ..self }
    }

    /// The largest number that no reflection fixes, if there is one.
    fn halved(&self) -> Option<usize> {
        let numbers = (1..=self.n).rev();
        let mut halved = numbers.filter(|k| (self.gaps + k) % 2 == 1);
        halved.next().filter(|_| self.half)
    }
}

impl Family for Langford {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let places = 2 * self.n + self.gaps;
        for number in 1..=self.n {
            write!(out, "{number} ")?;
        }
        let prefix = match self.places {
            Places::Taken => "",
            Places::Bounded => "0:1|",
            Places::Secondary => {
                write!(out, "| ")?;
                ""
            }
        };
        for place in 1..=places {
            write!(out, "{prefix}s{place} ")?;
        }
        writeln!(out)?;
        let halved = self.halved();
        for number in 1..=self.n {
            for left in 1..places - number {
                if halved == Some(number) && 2 * left > places - number {
                    break;
                }
                writeln!(out, "{number} s{left} s{}", left + number + 1)?;
            }
        }
        Ok(())
    }
}
