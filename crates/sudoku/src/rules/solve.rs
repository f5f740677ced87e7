//! Solutions of Sudokus with rules: by backtracking and, if that does not end soon, by clause
//! learning on their exact cover, in turns.

use super::compile::{Compiled, RuleFault};
use super::cover::{self, Cover};
use super::search::{Reached, Search};
use super::{Cell, Digits, Variant, automaton};
use crate::{Stop, ask};
use dlx3_answers::learning::Learner;
use dlx3_answers::learning::literal::Literal;
use dlx3_answers::problem::model::Model;
use dlx3_answers::{Status, Stopped};
use dlx3_format::{BuildError, OptionId};
use std::cell::OnceCell;

/// Work between two questions whether to stop, in about nanoseconds.
const SLICE: u64 = 10_000_000;

/// The work of backtracking before clauses are learned beside it.
const BEFORE_LEARNING: u64 = 40_000_000;

/// How many times as long backtracking goes on until it begins anew.
const LONGER: u64 = 4;

/// A solution: the digits of the cells of the grid, then of those beside it.
pub type Solution = Vec<u8>;

/// A Sudoku with rules, ready to be solved.
pub struct Rules<'v> {
    variant: &'v Variant,
    compiled: Compiled,
    /// Built when it is needed.
    formula: OnceCell<Formula>,
}

/// The exact cover as a formula that has not been searched.
struct Formula {
    learner: Learner,
    cover: Cover,
    /// The option of the problem that each variable stands for.
    options: Vec<OptionId>,
    /// The variables of each cell and digit.
    variables: Vec<Vec<(u8, u32)>>,
}

/// Digits of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// For each cell of the Sudoku, the number of solutions with each digit, up to a limit.
    pub counts: Vec<Vec<(u8, u64)>>,
    /// Pairs of cells that have the same digit in all solutions, though that digit is not known.
    pub equal: Vec<[Cell; 2]>,
}

impl Candidates {
    /// The cells with equal digits, all of a digit together.
    pub fn classes(&self) -> Vec<Vec<Cell>> {
        let mut classes: Vec<Vec<Cell>> = Vec::new();
        for &[a, b] in &self.equal {
            match classes.iter_mut().find(|class| class.contains(&a)) {
                Some(class) if class.contains(&b) => {}
                Some(class) => class.push(b),
                None => classes.push(vec![a, b]),
            }
        }
        classes
    }
}

impl<'v> Rules<'v> {
    /// Prepares a Sudoku.
    ///
    /// # Errors
    /// If a rule does not fit its kind or the grid, or needs too much.
    pub fn new(variant: &'v Variant) -> Result<Self, RuleFault> {
        Ok(Rules {
            compiled: Compiled::new(variant)?,
            variant,
            formula: OnceCell::new(),
        })
    }

    /// Its constraints.
    pub(super) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The Sudoku.
    pub fn variant(&self) -> &Variant {
        self.variant
    }

    /// Why there is no solution, if that is plain: a rule that cannot hold, or several that contradict
    /// each other.
    pub fn contradiction(&self) -> Option<&str> {
        self.compiled.contradiction.as_deref()
    }

    /// The exact cover; none if there is a plain contradiction.
    ///
    /// # Errors
    /// If it would be too large.
    pub fn cover(&self) -> Result<Option<Cover>, BuildError> {
        match self.contradiction() {
            None => cover::cover(self.variant, &self.compiled).map(Some),
            Some(_) => Ok(None),
        }
    }

    fn formula(&self) -> &Formula {
        self.formula
            .get_or_init(|| Formula::new(self.variant, &self.compiled))
    }

    /// Up to `most` solutions.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn solutions(&self, most: usize, stop: &Stop<'_>) -> Result<Vec<Solution>, Stopped> {
        if self.contradiction().is_some() || most == 0 {
            return Ok(Vec::new());
        }
        let mut search = Search::new(&self.compiled, self.variant.shape);
        let mut learner: Option<(&Formula, Learner)> = None;
        let mut found: Vec<Solution> = Vec::new();
        let mut again = BEFORE_LEARNING;
        loop {
            ask(stop)?;
            match search.run(SLICE) {
                Reached::Solution if search.known().len() < most => continue,
                Reached::Solution | Reached::End => return Ok(search.known().to_vec()),
                Reached::Pause if search.work() < BEFORE_LEARNING => continue,
                Reached::Pause => {}
            }
            if search.work() >= again {
                // Begin anew with fewer digits, and with what weights there are.
                search.probe();
                again = search.work() * LONGER;
            }
            // The other way has its own solutions.
            let (formula, learner) = learner.get_or_insert_with(|| {
                let formula = self.formula();
                (formula, formula.learner.clone())
            });
            match learner.run(SLICE, usize::MAX) {
                Status::Done(None) => return Ok(found),
                Status::Done(Some(variables)) => {
                    let solution = formula.solution(&self.compiled, &variables);
                    learner.restart();
                    learner.require(&formula.not_all(&solution));
                    found.push(solution);
                    if found.len() >= most {
                        return Ok(found);
                    }
                }
                Status::Paused => {}
                Status::Full | Status::TooLarge => unreachable!("there are no limits"),
            }
        }
    }

    /// Which digits each cell has in some solution, and in how many, counted up to `most` for each;
    /// and which cells have equal digits.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn candidates(&self, most: u64, stop: &Stop<'_>) -> Result<Candidates, Stopped> {
        let of_cell = |&set: &Digits| automaton::digits(set).map(|digit| (digit, 0)).collect();
        let own = &self.compiled.sets[..self.compiled.own];
        let mut counts: Vec<Vec<(u8, u64)>> = own.iter().map(of_cell).collect();
        let mut equal = Vec::new();
        if self.contradiction().is_some() {
            counts.iter_mut().for_each(Vec::clear);
            return Ok(Candidates { counts, equal });
        }
        let formula = self.formula();
        let mut search = formula.learner.clone();
        let mut solutions = 0u64;
        while let Some(solution) = self.next(formula, &mut search, stop)? {
            for (cell, &digit) in solution.iter().enumerate() {
                let own = counts[cell].iter_mut().find(|own| own.0 == digit);
                own.expect("its digits were possible").1 += 1;
            }
            if solutions == 0 {
                equal = self.unsettled_pairs(&solution);
            }
            equal.retain(|[a, b]| solution[usize::from(*a)] == solution[usize::from(*b)]);
            solutions += 1;
            search.restart();
            search.require(&formula.not_all(&solution));
            // The next solution shows something new.
            let wanted = |cell: usize, digit: u8| {
                let mut own = counts[cell].iter().filter(|own| own.0 == digit);
                own.any(|own| own.1 < most)
            };
            search.require(&formula.some_of(&wanted));
        }
        for of_cell in &mut counts {
            of_cell.retain_mut(|own| {
                own.1 = own.1.min(most);
                own.1 > 0
            });
        }
        let is_open = |cell: Cell| counts[usize::from(cell)].len() > 1;
        equal.retain(|[a, b]| is_open(*a) && is_open(*b));
        // Equal in all solutions that were seen: is there another one?
        let mut proved = Vec::new();
        for [a, b] in equal {
            let mut search = formula.learner.clone();
            for &(digit, variable) in &formula.variables[usize::from(a)] {
                let others = formula.variables[usize::from(b)].iter();
                for &(_, other) in others.filter(|own| own.0 == digit) {
                    search.require(&[Literal::no(variable), Literal::no(other)]);
                }
            }
            if self.next(formula, &mut search, stop)?.is_none() {
                proved.push([a, b]);
            }
        }
        Ok(Candidates {
            counts,
            equal: proved,
        })
    }

    /// Pairs of cells with the same digit in a solution, whose digits are not known at once.
    fn unsettled_pairs(&self, solution: &[u8]) -> Vec<[Cell; 2]> {
        let is_open = |&cell: &Cell| self.compiled.set(cell).count_ones() > 1;
        let cells: Vec<Cell> = (0..self.compiled.own as Cell).filter(is_open).collect();
        let mut pairs = Vec::new();
        for (place, &a) in cells.iter().enumerate() {
            for &b in &cells[place + 1..] {
                if solution[usize::from(a)] == solution[usize::from(b)] {
                    pairs.push([a, b]);
                }
            }
        }
        pairs
    }

    fn next(
        &self,
        formula: &Formula,
        search: &mut Learner,
        stop: &Stop<'_>,
    ) -> Result<Option<Solution>, Stopped> {
        loop {
            ask(stop)?;
            match search.run(SLICE, usize::MAX) {
                Status::Done(found) => {
                    return Ok(found.map(|own| formula.solution(&self.compiled, &own)));
                }
                Status::Paused => {}
                Status::Full | Status::TooLarge => unreachable!("there are no limits"),
            }
        }
    }
}

impl Formula {
    fn new(variant: &Variant, compiled: &Compiled) -> Self {
        let cover = cover::cover(variant, compiled).expect("names and numbers of items are small");
        let model = Model::new(&cover.problem);
        debug_assert!(!model.is_impossible, "each item has options");
        let part = model.into_whole();
        let options: Vec<OptionId> = part.choices.iter().map(|choice| choice.option).collect();
        let mut variables = vec![Vec::new(); compiled.own];
        for (variable, option) in (0..).zip(&options) {
            if let Some((cell, digit)) = cover.places[option.index()]
                && usize::from(cell) < compiled.own
            {
                variables[usize::from(cell)].push((digit, variable));
            }
        }
        Formula {
            learner: Learner::new(&part),
            cover,
            options,
            variables,
        }
    }

    /// The digits of the variables that hold.
    fn solution(&self, compiled: &Compiled, variables: &[u32]) -> Solution {
        let own = |&variable: &u32| self.options[variable as usize];
        let options: Vec<OptionId> = variables.iter().map(own).collect();
        self.cover.digits(compiled, &options)
    }

    /// Some digit differs from this solution.
    fn not_all(&self, solution: &[u8]) -> Vec<Literal> {
        let cells = self.variables.iter().zip(solution);
        let own = cells.filter_map(|(of_cell, &digit)| {
            let open = of_cell.len() > 1;
            let own = of_cell.iter().find(|own| own.0 == digit);
            open.then(|| own.expect("its digits are variables").1)
        });
        own.map(Literal::no).collect()
    }

    /// Some cell has a digit that is wanted.
    fn some_of(&self, is_wanted: &dyn Fn(usize, u8) -> bool) -> Vec<Literal> {
        let cells = self.variables.iter().enumerate();
        let all =
            cells.flat_map(|(cell, own)| own.iter().map(move |&(digit, own)| (cell, digit, own)));
        let wanted = all.filter(|&(cell, digit, _)| is_wanted(cell, digit));
        wanted
            .map(|(_, _, variable)| Literal::yes(variable))
            .collect()
    }
}
