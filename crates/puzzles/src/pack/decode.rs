//! Translates solutions, as `dlx3` prints them, back to placements.

use super::encode::{Names, words};
use super::{PackFault, Packing, Placement, Placements};
use dlx3_base::text::plural::counted;
use dlx3_format::Name;
use dlx3_format::solution::{AboutLines, Line, SolutionNumber, StreamSolution, Word};
use std::collections::HashMap;

/// A fault in a solution, and the line of its stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeFault {
    /// The line of the stream, from 1.
    pub line: u64,
    /// The number of the solution.
    pub solution: SolutionNumber,
    /// The kind of the fault.
    pub kind: DecodeFaultKind,
}

dlx3_base::messages! {
    DecodeFault {
        Self { line, solution, kind } => "line {line}, solution {solution}: {kind}",
    }
}

/// The kinds of faults in a solution of a packing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum DecodeFaultKind {
    NoPlacement,
    CoveredTwice(String),
    NotCovered(String),
    Uses {
        name: String,
        found: u32,
        expected: String,
    },
}

dlx3_base::messages! {
    DecodeFaultKind {
        Self::NoPlacement =>
            "this is no piece at a place of this region; is the stream from gen-pack, with the same arguments?",
        Self::CoveredTwice(it) => "cell {it} is covered twice",
        Self::NotCovered(it) => "cell {it} is not covered",
        Self::Uses { name, found, expected } => (
            "piece {name} is used {}, but {expected} are allowed",
            counted(found, "time"),
        ),
    }
}

/// Finds placements by the words of their options.
pub struct Decoder<'p> {
    packing: &'p Packing,
    placements: &'p Placements,
    names: Names,
    numbers: HashMap<Vec<Word>, u32>,
    about: AboutLines<Option<u32>>,
}

impl<'p> Decoder<'p> {
    /// A decoder for the solutions of a packing, reduced or not.
    ///
    /// # Errors
    /// If two placements have the same option.
    ///
    /// # Panics
    /// If a name of the packing is no item's name.
    pub fn new(packing: &'p Packing, placements: &'p Placements) -> Result<Self, PackFault> {
        let names = Names::new(packing);
        let mut numbers = HashMap::with_capacity(placements.list().len());
        for (number, placement) in placements.list().iter().enumerate() {
            let words = words(packing, &names, placement);
            let name = |name: String| Name::new(name.as_bytes()).expect("an item's name");
            let mut words: Vec<Word> = words.into_iter().map(|(word, c)| (name(word), c)).collect();
            words.sort_unstable_by_key(|word| (*word.0.as_bytes()).to_vec());
            if numbers.insert(words, number as u32).is_some() {
                let option = text(packing, &names, placement);
                return Err(PackFault::SameOption(option));
            }
        }
        Ok(Decoder {
            packing,
            placements,
            names,
            numbers,
            about: AboutLines::new(),
        })
    }

    /// The numbers of a solution's placements, in the order of its levels.
    ///
    /// # Errors
    /// If it is not a solution of the packing.
    pub fn decode(&mut self, solution: &StreamSolution) -> Result<Vec<u32>, DecodeFault> {
        let fault = |line, kind| DecodeFault {
            line,
            solution: solution.number.clone(),
            kind,
        };
        let cells = self.packing.region.cells();
        let mut covered = vec![false; cells.len()];
        let mut uses = vec![0; self.packing.pieces.len()];
        let mut found = Vec::new();
        for (line, level) in (solution.line + 1..).zip(&solution.levels) {
            let (about, numbers) = (&mut self.about, &self.numbers);
            let Some(number) = about.get(level, |level| find(numbers, level)) else {
                let compares = level.words.iter().any(|word| word.0.as_bytes()[0] == b'>');
                if compares || level.null().is_some() {
                    continue;
                }
                return Err(fault(line, DecodeFaultKind::NoPlacement));
            };
            let placement = &self.placements.list()[number as usize];
            for &cell in &placement.cells {
                if std::mem::replace(&mut covered[cell as usize], true) {
                    let name = self.names.cells[cell as usize].clone();
                    return Err(fault(line, DecodeFaultKind::CoveredTwice(name)));
                }
            }
            uses[placement.piece as usize] += 1;
            found.push(number);
        }
        for ((cell, covered), name) in cells.iter().zip(covered).zip(&self.names.cells) {
            if !covered && !cell.wild {
                let kind = DecodeFaultKind::NotCovered(name.clone());
                return Err(fault(solution.line, kind));
            }
        }
        for (piece, found) in self.packing.pieces.iter().zip(uses) {
            let upper = piece.uses.upper.unwrap_or(u32::MAX);
            if !(piece.uses.lower..=upper).contains(&found) {
                let expected = match piece.uses.upper {
                    Some(upper) => format!("{} to {upper}", piece.uses.lower),
                    None => format!("{} or more", piece.uses.lower),
                };
                let name = piece.name.clone();
                let kind = DecodeFaultKind::Uses {
                    name,
                    found,
                    expected,
                };
                return Err(fault(solution.line, kind));
            }
        }
        Ok(found)
    }

    /// The words of a placement's option, without the states of a reduction.
    pub fn words(&self, number: usize) -> String {
        let placement = &self.placements.list()[number];
        text(self.packing, &self.names, placement)
    }
}

/// The number of the placement in a line.
fn find(numbers: &HashMap<Vec<Word>, u32>, level: &Line) -> Option<u32> {
    let is_state = |word: &&Word| word.0.as_bytes().starts_with(b"=");
    let words = level.words.iter().filter(|word| !is_state(word)).cloned();
    let mut words: Vec<Word> = words.collect();
    words.sort_unstable_by_key(|word| (*word.0.as_bytes()).to_vec());
    numbers.get(&words).copied()
}

/// The words of a placement's option, separated by blanks.
fn text(packing: &Packing, names: &Names, placement: &Placement) -> String {
    let word = |(name, color): (String, Option<u8>)| match color {
        Some(color) => format!("{name}:{}", char::from(color)),
        None => name,
    };
    let words = words(packing, names, placement).into_iter().map(word);
    words.collect::<Vec<String>>().join(" ")
}
