//! Certificates of best scores: a game, and a proof in whole numbers that none is better.
//!
//! A certificate is text:
//!
//! ```text
//! sieve 21 score 144 bound 144       N, the score of the game, the bound that is proved
//! move 19 1                          the game, each pick with its tax
//! cycle taxes 2 3 5 7                cuts: sets of taxes or picks that close cycles,
//! half 6 10 24 raise 14/7            or half the sum of rows, rounded down
//! proof                              then a tree in preorder:
//! tighten 20 2:1048576 7:524288      pairs are fixed by reduced costs;
//! branch pick 6                      two subtrees follow, the first with this decision;
//! closed 4 2:16 24:33                no score is above the bound
//! closed 4 3:48
//! ```
//!
//! Rows 1 to N say that a number is in at most one pair; cuts are rows N + 1 and on, in
//! order. A multiplier `ROW:M` counts in units of 2 to the power of minus the number that
//! stands first. [`check()`] says what each line means, and knows nothing of the search.

mod check;

pub use check::{Fault, Proved, check};

use super::Pair;
use super::cuts::{Cut, PairSide};
use std::io::{self, Write};

/// Multipliers of rows, in units of 2^-`scale`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Multipliers {
    /// Bits after the binary point.
    pub scale: u32,
    /// Rows and what they are multiplied by, by row.
    pub terms: Vec<(u32, i64)>,
}

/// A cut and why it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Derived {
    /// A cycle cut.
    Cycle(Cut),
    /// Half the sum of rows, rounded down.
    Half {
        /// Rows before this one.
        rows: Vec<u32>,
        /// Pairs with odd coefficients that are rounded up.
        raised: Vec<Pair>,
    },
}

/// What a proof branches on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// Whether a number is a pick.
    Pick(u32),
    /// Whether it is a tax.
    Tax(u32),
    /// Whether a pair is chosen.
    Pair(Pair),
}

/// A line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Pairs are fixed by reduced costs, for the rest of this subtree.
    Tighten(Multipliers),
    /// Two subtrees follow: the first where it is so (or is not, if false), then the other.
    Branch(Branch, bool),
    /// Here no score is above the bound.
    Closed(Multipliers),
}

/// A game, and the proof of a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// N.
    pub largest: u32,
    /// The score of the game.
    pub score: u64,
    /// No game has a greater score.
    pub bound: u64,
    /// The game, in an order that can be played.
    pub moves: Vec<Pair>,
    /// Rows N + 1 and on.
    pub cuts: Vec<Derived>,
    /// A tree in preorder.
    pub proof: Vec<Step>,
}

impl Certificate {
    /// Writes the text.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Certificate {
            largest,
            score,
            bound,
            ..
        } = self;
        writeln!(out, "sieve {largest} score {score} bound {bound}")?;
        for Pair { pick, tax } in &self.moves {
            writeln!(out, "move {pick} {tax}")?;
        }
        for cut in &self.cuts {
            match cut {
                Derived::Cycle(Cut { side, members }) => {
                    write!(out, "cycle {}", side_name(*side))?;
                    write_numbers(out, members)?;
                }
                Derived::Half { rows, raised } => {
                    write!(out, "half")?;
                    write_numbers(out, rows)?;
                    if !raised.is_empty() {
                        write!(out, " raise")?;
                    }
                    for Pair { pick, tax } in raised {
                        write!(out, " {pick}/{tax}")?;
                    }
                }
            }
            writeln!(out)?;
        }
        writeln!(out, "proof")?;
        for step in &self.proof {
            match step {
                Step::Tighten(multipliers) => write_multipliers(out, "tighten", multipliers)?,
                Step::Closed(multipliers) => write_multipliers(out, "closed", multipliers)?,
                Step::Branch(branch, is_so) => {
                    let not = if *is_so { "" } else { "not " };
                    match branch {
                        Branch::Pick(number) => writeln!(out, "branch {not}pick {number}")?,
                        Branch::Tax(number) => writeln!(out, "branch {not}tax {number}")?,
                        Branch::Pair(Pair { pick, tax }) => {
                            writeln!(out, "branch {not}pair {pick}/{tax}")?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn side_name(side: PairSide) -> &'static str {
    match side {
        PairSide::Taxes => "taxes",
        PairSide::Picks => "picks",
    }
}

fn write_numbers(out: &mut dyn Write, numbers: &[u32]) -> io::Result<()> {
    numbers
        .iter()
        .try_for_each(|number| write!(out, " {number}"))
}

fn write_multipliers(out: &mut dyn Write, word: &str, multipliers: &Multipliers) -> io::Result<()> {
    write!(out, "{word} {}", multipliers.scale)?;
    for (row, multiplier) in &multipliers.terms {
        write!(out, " {row}:{multiplier}")?;
    }
    writeln!(out)
}
