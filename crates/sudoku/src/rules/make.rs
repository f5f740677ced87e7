//! Puzzles with given rules, and clues that can go.

use super::compile::RuleFault;
use super::search::{Reached, Search};
use super::solve::{Rules, Solution};
use super::{Cell, Variant};
use crate::random::Random;
use crate::{Stop, ask};
use dlx3_answers::Stopped;

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMade {
    /// A rule does not fit its kind.
    Fault(RuleFault),
    /// The rules have no solution.
    NoSolution,
    /// It was stopped.
    Stopped(Stopped),
}

dlx3_base::messages! {
    NotMade {
        Self::Fault(it) => "{it}",
        Self::NoSolution => "the rules have no solution",
        Self::Stopped(it) => "{it}",
    }
    through { RuleFault => Fault, Stopped => Stopped }
}

/// The work of one attempt at a random solution, in about nanoseconds.
const ATTEMPT: u64 = 50_000_000;

/// How many attempts are made before any solution is good.
const ATTEMPTS: usize = 20;

/// What is needed besides the digits of a Sudoku, one by one: cells and rules that can go, each by
/// itself, while there is exactly one solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redundant {
    /// Cells whose digits can go.
    pub cells: Vec<Cell>,
    /// Places of rules.
    pub rules: Vec<usize>,
}

/// A puzzle with the rules of `variant`, the digits that it has, and few more: exactly one
/// solution, and none of the added digits can go. Also its solution.
///
/// # Errors
/// If there is none, or it was stopped.
pub fn make(
    variant: &Variant,
    seed: u64,
    number: u64,
    stop: &Stop<'_>,
) -> Result<(Variant, Solution), NotMade> {
    let mut random = Random::new(seed, number);
    let solution = random_solution(variant, &mut random, stop)?;
    let mut puzzle = variant.clone();
    for (set, &digit) in puzzle.sets.iter_mut().zip(&solution) {
        *set = 1 << digit;
    }
    let mut cells: Vec<Cell> = (0..variant.sets.len() as Cell).collect();
    random.shuffle(&mut cells);
    // Cells beside the grid never have clues of their own.
    cells.sort_by_key(|&cell| usize::from(cell) < variant.shape.cells());
    for cell in cells {
        let place = usize::from(cell);
        let before = puzzle.sets[place];
        if before == variant.sets[place] {
            continue;
        }
        puzzle.sets[place] = variant.sets[place];
        if Rules::new(&puzzle)?.solutions(2, stop)?.len() != 1 {
            puzzle.sets[place] = before;
        }
    }
    Ok((puzzle, solution))
}

fn random_solution(
    variant: &Variant,
    random: &mut Random,
    stop: &Stop<'_>,
) -> Result<Solution, NotMade> {
    let rules = Rules::new(variant)?;
    if rules.contradiction().is_some() {
        return Err(NotMade::NoSolution);
    }
    for _ in 0..ATTEMPTS {
        ask(stop)?;
        let mut search = Search::new(rules.compiled(), variant.shape);
        search.draw(random.clone());
        random.below(u32::MAX);
        match search.run(ATTEMPT) {
            Reached::Solution => return Ok(search.known()[0].clone()),
            Reached::End => return Err(NotMade::NoSolution),
            Reached::Pause => {}
        }
    }
    let first = rules.solutions(1, stop)?.pop();
    first.ok_or(NotMade::NoSolution)
}

/// Which clues of a Sudoku with one solution can go and, if that is asked, which rules.
///
/// # Errors
/// If a rule does not fit its kind without another one, or it was stopped.
pub fn redundant(
    variant: &Variant,
    has_rules: bool,
    stop: &Stop<'_>,
) -> Result<Redundant, NotMade> {
    let all = variant.shape.digits();
    let mut found = Redundant::default();
    let is_one = |less: &Variant| -> Result<bool, NotMade> {
        Ok(Rules::new(less)?.solutions(2, stop)?.len() == 1)
    };
    for cell in 0..variant.sets.len() {
        if variant.sets[cell] != all {
            let mut less = variant.clone();
            less.sets[cell] = all;
            if is_one(&less)? {
                found.cells.push(cell as Cell);
            }
        }
    }
    let rules = if has_rules { variant.rules.len() } else { 0 };
    for rule in 0..rules {
        let mut less = variant.clone();
        less.rules.remove(rule);
        if is_one(&less)? {
            found.rules.push(rule);
        }
    }
    Ok(found)
}
