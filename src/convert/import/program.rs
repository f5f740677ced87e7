//! An integer program whose rows are sums of binary variables, as a problem.
//!
//! ```text
//! variable                    an option, with the item #NAME
//! row, lower <= sum <= upper  an item with these bounds; c x + c y <= b  is  x + y <= b/c
//! row, sum <= 1               a secondary item
//! fixed at 0                  no option;  fixed at 1: #NAME must be covered
//! in rows `<= 1` or none      #NAME need not be covered: a primary item, 0 or 1 times
//! nothing is left             an item `nothing`, 0 or 1 times, without options
//! ```
//!
//! So each solution of the program is one of the problem, and each of the problem one of the
//! program.

use super::draft::{Draft, Kind};
use super::words::Word;
use super::{Fault, Imported, Place, shown};
use crate::format::{Bounds, Decimal, TooLarge};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What is read of integer programs, for a help page.
pub const READ: &str = "sums of binary variables, which have one coefficient in each row";

/// Whole numbers, or the limits of the type for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub lower: i128,
    pub upper: i128,
    /// Whether a limit was rounded. A variable that need not be an integer may lie in between.
    is_cut: bool,
}

/// From here on, a number is as good as none at all: what solvers take for infinite.
const INFINITE: i128 = 100_000_000_000_000_000_000;

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

    /// The sum is at least this.
    pub fn at_least(&mut self, bound: Decimal) {
        self.is_cut |= !bound.is_whole();
        let bound = -bound.negated().floor();
        self.lower = if bound <= -INFINITE { i128::MIN } else { bound };
    }

    /// The sum is at most this.
    pub fn at_most(&mut self, bound: Decimal) {
        self.is_cut |= !bound.is_whole();
        let bound = bound.floor();
        self.upper = if bound >= INFINITE { i128::MAX } else { bound };
    }
}

/// How a row stands to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    AtMost,
    AtLeast,
    Equal,
}

impl Range {
    /// Where `sum RELATION bound` holds.
    pub fn of(relation: Relation, bound: Decimal) -> Self {
        let mut range = Range::ANY;
        range.narrow(relation, bound);
        range
    }

    /// Adds one more such relation.
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
    name: Box<[u8]>,
    place: Place,
    /// What the sum is compared with.
    pub sides: Vec<(Relation, Decimal)>,
    /// The coefficient of all variables. None before the first one.
    factor: Option<Decimal>,
    variables: Vec<u32>,
}

impl Row {
    /// Where the sum of the variables may lie: the row, divided by its factor.
    fn range(&self) -> Result<Range, Fault> {
        let factor = self.factor.unwrap_or(Decimal::ONE);
        let mut range = Range::ANY;
        for &(relation, side) in &self.sides {
            let relation = match relation {
                Relation::AtMost if factor.digits < 0 => Relation::AtLeast,
                Relation::AtLeast if factor.digits < 0 => Relation::AtMost,
                relation => relation,
            };
            let (floor, ceiling) = side.quotient(factor).ok_or_else(|| {
                let name = shown(&self.name);
                let told = format!("the numbers of row {name} differ too much in size");
                Fault::new(self.place, told)
            })?;
            if relation != Relation::AtMost && ceiling > -INFINITE {
                range.lower = range.lower.max(ceiling);
            }
            if relation != Relation::AtLeast && floor < INFINITE {
                range.upper = range.upper.min(floor);
            }
        }
        Ok(range)
    }
}

pub struct Variable {
    name: Box<[u8]>,
    place: Place,
    pub range: Range,
    pub is_integer: bool,
    /// In the objective.
    cost: Vec<(Decimal, Place)>,
}

type Numbers = HashMap<Box<[u8]>, u32, foldhash::fast::RandomState>;

#[derive(Default)]
pub struct Program {
    pub rows: Vec<Row>,
    pub variables: Vec<Variable>,
    row_numbers: Numbers,
    variable_numbers: Numbers,
    /// The largest objective is asked for.
    pub is_maximum: bool,
    /// What the objective is with no variable at all.
    pub constant: Option<Decimal>,
    pub notes: Vec<String>,
}

impl Program {
    /// A row of a name that no other has.
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
                    factor: None,
                    variables: Vec::new(),
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

    /// The variable of that name, which need not be there yet.
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
                });
                number
            }
        }
    }

    /// Adds a term of the objective.
    pub fn add_cost(&mut self, variable: u32, cost: Decimal, place: Place) {
        self.variables[variable as usize].cost.push((cost, place));
    }

    /// Adds a term of a row, whose variables come one after the other.
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
        let name = shown(&self.variables[variable as usize].name);
        let row = &mut self.rows[row as usize];
        let factor = *row.factor.get_or_insert(coefficient);
        let difference = coefficient.plus(factor.negated());
        if difference.is_none_or(|difference| !difference.is_zero()) {
            let told = format!(
                "row {} cannot be said in .dlx: its coefficients differ: {factor} before, and \
                 {coefficient} for {name}",
                shown(&row.name)
            );
            return Err(Fault::new(place, told));
        }
        if row.variables.last() == Some(&variable) {
            let told = format!("row {} has {name} twice", shown(&row.name));
            return Err(Fault::new(place, told));
        }
        row.variables.push(variable);
        Ok(())
    }

    /// The problem that has the same solutions.
    pub fn into_problem(mut self) -> Result<Imported, Fault> {
        let ranges: Result<Vec<Range>, Fault> = self.rows.iter().map(Row::range).collect();
        let ranges = ranges?;
        let mut states = self.states(&ranges)?;
        self.leave_out(&ranges, &mut states);
        let kinds = self.kinds(&ranges, &states)?;
        let mut draft = Draft::new();
        draft.notes = self.notes;
        // The items of rows, in their order, and the rows of each variable.
        let mut rows_of = vec![Vec::new(); self.variables.len()];
        for (row, kind) in self.rows.iter().zip(kinds) {
            let Some((kind, has_options)) = kind else {
                continue;
            };
            let item = draft.new_item(&row.name, kind, row.place)?;
            if has_options {
                for &variable in &row.variables {
                    rows_of[variable as usize].push(item);
                }
            }
        }
        let mut left_out = None;
        for ((variable, rows), state) in self.variables.iter().zip(&rows_of).zip(&states) {
            let is_primary = |&item: &u32| draft.kind(item) != Kind::Secondary;
            let kind = match (state, rows.iter().any(is_primary)) {
                (State::Free, true) => Kind::Secondary,
                (State::Free, false) => Kind::Primary(Bounds { lower: 0, upper: 1 }),
                (State::One | State::Contradiction, _) => Kind::Primary(Bounds::ONE),
                (State::Zero, _) => {
                    left_out.get_or_insert((&variable.name, 0)).1 += 1;
                    continue;
                }
            };
            let name = [b"#", &*variable.name].concat();
            let id = draft.new_item(&name, kind, variable.place)?;
            if *state == State::Contradiction {
                continue;
            }
            draft.begin(variable.place);
            rows.iter().for_each(|&item| {
                draft.node(item, None);
            });
            draft.node(id, None);
            for &(cost, place) in &variable.cost {
                draft.cost(cost, place)?;
            }
            draft.end();
        }
        if let Some((name, count)) = left_out {
            let name = shown(name);
            draft.notes.push(match count {
                1 => format!("{name} must be 0: there is no option for it"),
                _ => {
                    format!("{count} variables must be 0, and have no options; the first is {name}")
                }
            });
        }
        if self.is_maximum {
            let told = "the program maximizes: see dlx best --most";
            draft.notes.push(told.into());
        }
        match self.constant {
            Some(constant) if !constant.is_zero() => draft.notes.push(format!(
                "the objective has a constant of {constant}, which no option costs: add it to what solutions cost"
            )),
            _ => {}
        }
        if draft.items() == 0 {
            // An item that need not be covered, and cannot be.
            let first = self.variables.first().map(|variable| variable.place);
            let place = first.ok_or_else(|| Fault::nowhere("no variable is left, and no row"))?;
            let kind = Kind::Primary(Bounds { lower: 0, upper: 1 });
            draft.new_item(b"nothing", kind, place)?;
            draft
                .notes
                .push("in the only solution, all variables are 0".into());
        }
        draft.build()
    }

    /// What the bounds of the variables say, in which rows may help.
    fn states(&self, ranges: &[Range]) -> Result<Vec<State>, Fault> {
        let mut is_small = vec![false; self.variables.len()];
        for (row, range) in self.rows.iter().zip(ranges) {
            if range.upper <= 1 {
                row.variables
                    .iter()
                    .for_each(|&variable| is_small[variable as usize] = true);
            }
        }
        let states = self.variables.iter().zip(is_small);
        let states = states.map(|(variable, is_small)| {
            let fault = |told: &str| {
                let told = format!("variable {} {told}", shown(&variable.name));
                Err(Fault::new(variable.place, told))
            };
            let Range {
                lower,
                upper,
                is_cut,
            } = variable.range;
            // Where all are at least 0, none is larger than their sum.
            let upper = if is_small { upper.min(1) } else { upper };
            match (lower, upper) {
                _ if is_cut && !variable.is_integer => fault("need not be an integer"),
                _ if lower > upper => fault("has no value: its bounds contradict each other"),
                (0, 0) => Ok(State::Zero),
                (1, 1) => Ok(State::One),
                _ if !variable.is_integer => fault("need not be an integer"),
                (0, 1) => Ok(State::Free),
                (..0, _) => fault("may be less than 0"),
                _ => fault("may be greater than 1"),
            }
        });
        states.collect()
    }

    /// Variables whose sum must be 0 are left out.
    fn leave_out(&self, ranges: &[Range], states: &mut [State]) {
        let rows = self.rows.iter().zip(ranges);
        for (row, _) in rows.filter(|(_, range)| range.upper == 0 && range.lower <= 0) {
            for &variable in &row.variables {
                let state = &mut states[variable as usize];
                *state = match state {
                    State::Free | State::Zero => State::Zero,
                    State::One | State::Contradiction => State::Contradiction,
                };
            }
        }
    }

    /// What rows are as items, and whether they have options; none for a row that always holds.
    fn kinds(
        &mut self,
        ranges: &[Range],
        states: &[State],
    ) -> Result<Vec<Option<(Kind, bool)>>, Fault> {
        let mut kinds = Vec::with_capacity(self.rows.len());
        for (row, range) in self.rows.iter().zip(ranges) {
            let has_option =
                |&&variable: &&u32| matches!(states[variable as usize], State::Free | State::One);
            let count = row.variables.iter().filter(has_option).count() as i128;
            let Range { lower, upper, .. } = *range;
            let bound = |bound: i128| {
                let bound = u32::try_from(bound).ok();
                bound.filter(|&bound| bound <= Bounds::MAX).ok_or_else(|| {
                    let told = format!(
                        "row {} cannot be said in .dlx: its bounds exceed {}",
                        shown(&row.name),
                        Bounds::MAX
                    );
                    Fault::new(row.place, told)
                })
            };
            kinds.push(if lower > count || upper < 0 || lower > upper {
                self.notes.push(format!(
                    "line {}: row {} cannot hold, so there is no solution",
                    row.place.line,
                    shown(&row.name)
                ));
                Some((Kind::Primary(Bounds::ONE), false))
            } else if lower <= 0 && upper >= count {
                None
            } else if lower <= 0 && upper == 1 {
                Some((Kind::Secondary, true))
            } else {
                let lower = bound(lower.max(0))?;
                let upper = bound(upper.min(count))?;
                Some((Kind::Primary(Bounds { lower, upper }), true))
            });
        }
        Ok(kinds)
    }
}

/// What a variable may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    Zero,
    One,
    /// Its bounds ask for 1 and a row for 0.
    Contradiction,
}

impl Program {
    /// Adds to the constant of the objective.
    pub fn add_constant(&mut self, more: Decimal, place: Place) -> Result<(), Fault> {
        let sum = self.constant.unwrap_or(Decimal::ZERO).plus(more);
        let sum = sum.ok_or_else(|| Fault::new(place, TooLarge.to_string()))?;
        self.constant = Some(sum);
        Ok(())
    }
}
