//! An integer program, filled by its readers: rows, variables, an objective. `sums.rs` has the
//! arithmetic of its rows, and `literals.rs` translates it to a problem.

use super::words::Word;
use super::{Fault, Place, shown};
use dlx3_format::{Decimal, TooLarge};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The integer programs that are read, for a help page.
pub const READ: &str = "sums of integer variables that have bounds, such as 0 and 1";

/// A range of integers; the limits of the type stand for no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub lower: i128,
    pub upper: i128,
    /// Whether a bound was rounded. Values between it and the given bound are lost for a variable
    /// that is not an integer.
    pub is_cut: bool,
}

/// Numbers of at least this size count as infinite, as in solvers.
pub const INFINITE: i128 = 100_000_000_000_000_000_000;

impl Range {
    pub const ANY: Range = Range {
        lower: i128::MIN,
        upper: i128::MAX,
        is_cut: false,
    };
    pub const BINARY: Range = Range {
        lower: 0,
        upper: 1,
        ..Range::ANY
    };
    pub const COUNT: Range = Range {
        lower: 0,
        ..Range::ANY
    };

    /// Restricts the range to at least this.
    pub fn at_least(&mut self, bound: Decimal) {
        self.is_cut |= !bound.is_whole();
        let bound = -bound.negated().floor();
        self.lower = if bound <= -INFINITE { i128::MIN } else { bound };
    }

    /// Restricts the range to at most this.
    pub fn at_most(&mut self, bound: Decimal) {
        self.is_cut |= !bound.is_whole();
        let bound = bound.floor();
        self.upper = if bound >= INFINITE { i128::MAX } else { bound };
    }
}

/// The relation of a row to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    AtMost,
    AtLeast,
    Equal,
}

impl Range {
    /// The range in which `sum RELATION bound` holds.
    pub fn of(relation: Relation, bound: Decimal) -> Self {
        let mut range = Range::ANY;
        range.narrow(relation, bound);
        range
    }

    /// Restricts the range by another relation.
    pub fn narrow(&mut self, relation: Relation, bound: Decimal) {
        if relation != Relation::AtMost {
            self.at_least(bound);
        }
        if relation != Relation::AtLeast {
            self.at_most(bound);
        }
    }
}

pub struct Row {
    pub name: Box<[u8]>,
    pub place: Place,
    /// The numbers with which the sum is compared.
    pub sides: Vec<(Relation, Decimal)>,
    /// Variables with their coefficients, which are not 0.
    pub terms: Vec<(u32, Decimal)>,
}

impl Row {
    /// A fault of this row, which cannot be expressed.
    pub fn fault(&self, told: impl std::fmt::Display) -> Fault {
        let name = shown(&self.name);
        Fault::new(
            self.place,
            format!("row {name} cannot be said in .dlx: {told}"),
        )
    }
}

pub struct Variable {
    pub name: Box<[u8]>,
    pub place: Place,
    pub range: Range,
    pub is_integer: bool,
    /// Its coefficients in the objective.
    pub cost: Vec<(Decimal, Place)>,
    /// The coefficients of 1 - variable in the objective.
    pub cost_of_not: Vec<(Decimal, Place)>,
}

impl Variable {
    /// A fault of this variable, which cannot be expressed.
    pub fn fault(&self, told: impl std::fmt::Display) -> Fault {
        let name = shown(&self.name);
        Fault::new(self.place, format!("variable {name} {told}"))
    }
}

type Numbers = HashMap<Box<[u8]>, u32, foldhash::fast::RandomState>;

#[derive(Default)]
pub struct Program {
    pub rows: Vec<Row>,
    pub variables: Vec<Variable>,
    row_numbers: Numbers,
    variable_numbers: Numbers,
    /// Whether the objective is maximized.
    pub is_maximum: bool,
    /// The constant of the objective.
    pub constant: Option<Decimal>,
    pub notes: Vec<String>,
}

impl Program {
    /// A new row, whose name must not be taken.
    pub fn add_row(&mut self, name: &[u8], place: Place) -> Result<u32, Fault> {
        let number = self.rows.len() as u32;
        match self.row_numbers.entry(name.into()) {
            Entry::Occupied(_) => {
                let told = format!("two rows are called `{}'", shown(name));
                Err(Fault::new(place, told))
            }
            Entry::Vacant(entry) => {
                entry.insert(number);
                self.rows.push(Row {
                    name: name.into(),
                    place,
                    sides: Vec::new(),
                    terms: Vec::new(),
                });
                Ok(number)
            }
        }
    }

    pub fn row(&self, name: &[u8]) -> Option<u32> {
        self.row_numbers.get(name).copied()
    }

    pub fn variable(&self, name: &[u8]) -> Option<u32> {
        self.variable_numbers.get(name).copied()
    }

    /// The variable with this name, which may be new.
    pub fn named(&mut self, word: Word<'_>) -> u32 {
        let number = self.variables.len() as u32;
        match self.variable_numbers.entry(word.text.into()) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                entry.insert(number);
                self.variables.push(Variable {
                    name: word.text.into(),
                    place: word.place,
                    range: Range::COUNT,
                    is_integer: false,
                    cost: Vec::new(),
                    cost_of_not: Vec::new(),
                });
                number
            }
        }
    }

    /// The binary variable with this name, which may be new.
    pub fn binary(&mut self, word: Word<'_>) -> u32 {
        let number = self.named(word);
        let variable = &mut self.variables[number as usize];
        variable.range = Range::BINARY;
        variable.is_integer = true;
        number
    }

    /// A row without a name; it is called `c` and its number from 1.
    pub fn next_row(&mut self, place: Place) -> Result<u32, Fault> {
        let name = format!("c{}", self.rows.len() + 1);
        self.add_row(name.as_bytes(), place)
    }

    /// Removes those of the first `count` variables that occur neither in a row nor in the
    /// objective.
    pub fn forget_unused(&mut self, count: usize) {
        let mut is_used = vec![false; self.variables.len()];
        is_used[count..].fill(true);
        for (number, variable) in self.variables.iter().enumerate() {
            is_used[number] |= !variable.cost.is_empty() || !variable.cost_of_not.is_empty();
        }
        for &(variable, _) in self.rows.iter().flat_map(|row| &row.terms) {
            is_used[variable as usize] = true;
        }
        let mut numbers = Vec::with_capacity(is_used.len());
        let mut next = 0;
        for &is_used in &is_used {
            numbers.push(next);
            next += u32::from(is_used);
        }
        for (variable, _) in self.rows.iter_mut().flat_map(|row| &mut row.terms) {
            *variable = numbers[*variable as usize];
        }
        let mut used = is_used.iter();
        self.variables
            .retain(|_| *used.next().expect("a place for each"));
        self.variable_numbers
            .retain(|_, number| is_used[*number as usize]);
        self.variable_numbers
            .values_mut()
            .for_each(|number| *number = numbers[*number as usize]);
    }

    /// Adds a term to the objective.
    pub fn add_cost(&mut self, variable: u32, cost: Decimal, place: Place) {
        self.variables[variable as usize].cost.push((cost, place));
    }

    /// Adds a term to a row; the terms of a variable must come in one sequence.
    pub fn add_term(
        &mut self,
        row: u32,
        variable: u32,
        coefficient: Decimal,
        place: Place,
    ) -> Result<(), Fault> {
        if coefficient.is_zero() {
            return Ok(());
        }
        let row = &mut self.rows[row as usize];
        if row.terms.last().is_some_and(|&(last, _)| last == variable) {
            let name = shown(&self.variables[variable as usize].name);
            let told = format!("row {} has {name} twice", shown(&row.name));
            return Err(Fault::new(place, told));
        }
        row.terms.push((variable, coefficient));
        Ok(())
    }

    /// Adds to the constant of the objective.
    pub fn add_constant(&mut self, more: Decimal, place: Place) -> Result<(), Fault> {
        let sum = self.constant.unwrap_or(Decimal::ZERO).plus(more);
        let sum = sum.ok_or_else(|| Fault::new(place, TooLarge.to_string()))?;
        self.constant = Some(sum);
        Ok(())
    }
}
