//! Translates an integer program to an exact covering problem.
//!
//! ```text
//! binary variable x           an option, with the item #x
//!   if some row needs 1-x     two options: ?x #x:1 and ?x #x:0
//! integer variable 2 <= x     for each step two options: ?x>=3 #x>=3:1 and ?x>=3 #x>=3:0, where
//!                             #x>=4:1 requires #x>=3:1
//! row, lower <= sum <= upper  an item with these bounds
//! row, sum <= 1               a secondary item
//! coefficient 3               three options instead of one, which hold together: ?x, ?x.2, ?x.3
//! fixed at 0                  no option;  fixed at 1: #x must be covered
//! only in rows `<= 1`         #x need not be covered: a primary item, 0 or 1 times
//! nothing is left             an item `nothing`, 0 or 1 times, without options
//! ```
//!
//! So solutions of the program and of the problem correspond one to one.

use super::draft::{Draft, Kind};
use super::program::{Program, Range, Variable};
use super::sums::{Holds, Literals, Sum, TooWide};
use super::{Fault, Imported, shown};
use dlx3_format::{Bounds, Decimal, TooLarge};

/// The most values of an integer variable.
const MOST_VALUES: u32 = 1000;

/// The most nodes made of coefficients and values, beside those named in the text.
const MOST_NODES: u64 = 2_000_000;

/// The possible values of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// From `lower` to `lower + steps`.
    Free {
        lower: i128,
        steps: u32,
    },
    Zero,
    One,
    /// Fixed at a value other than 0 and 1.
    Fixed(i128),
    /// Its bounds require 1 and a row requires 0.
    Contradiction,
}

impl State {
    const BINARY: State = State::Free { lower: 0, steps: 1 };

    /// Whether its values are 0 and 1, or one of them.
    fn is_small(self) -> bool {
        match self {
            State::Free { .. } => self == State::BINARY,
            State::Fixed(_) => false,
            State::Zero | State::One | State::Contradiction => true,
        }
    }

    fn steps(self) -> u32 {
        match self {
            State::Free { steps, .. } => steps,
            _ => 0,
        }
    }
}

/// The item of a row.
enum Item {
    /// None, as the row always holds.
    None,
    /// An item without options, as the row cannot hold.
    Empty,
    Sum(Kind, Literals),
}

/// The nodes of a variable's options.
#[derive(Default)]
struct Use {
    /// The items of rows; for each, whether it belongs to the variable's opposite, and how often.
    items: Vec<(u32, bool, u32)>,
    /// The number of options that hold together.
    copies: u32,
    /// Whether there is an option for "not", too.
    is_two: bool,
}

impl Program {
    /// A problem with the same solutions.
    pub fn into_problem(mut self) -> Result<Imported, Fault> {
        let sums: Result<Vec<Sum>, Fault> =
            self.rows.iter().map(super::program::Row::sum).collect();
        let mut sums = sums?;
        let mut states = self.states(&sums)?;
        self.leave_out(&sums, &mut states);
        let holds = self.reduce(&mut sums, &states)?;
        let mut uses = self.uses(&sums, &holds, &states)?;
        let items = self.items(&sums, &holds, &states, &mut uses)?;
        self.limit(&items, &states, &uses)?;

        let mut draft = Draft::new();
        draft.notes = std::mem::take(&mut self.notes);
        for (row, item) in self.rows.iter().zip(items) {
            match item {
                Item::None => {}
                Item::Empty => {
                    draft.new_item(&row.name, Kind::Primary(Bounds::ONE), row.place)?;
                }
                Item::Sum(kind, literals) => {
                    let item = draft.new_item(&row.name, kind, row.place)?;
                    for literal in literals.all {
                        let items = &mut uses[literal.variable as usize].items;
                        items.push((item, literal.is_not, literal.times as u32));
                    }
                }
            }
        }
        for (variable, (state, own)) in self.variables.iter().zip(states.iter().zip(&uses)) {
            match own.is_two {
                true => put_two(&mut draft, variable, *state, own)?,
                false => put_one(&mut draft, variable, *state, own)?,
            }
        }
        self.tell(&mut draft, &states)?;
        if draft.items() == 0 {
            // An item that may stay uncovered, and must.
            let first = self.variables.first().map(|variable| variable.place);
            let place = first.ok_or_else(|| Fault::nowhere("no variable is left, and no row"))?;
            let kind = Kind::Primary(Bounds { lower: 0, upper: 1 });
            draft.new_item(b"nothing", kind, place)?;
            let are_zero = states.iter().all(|state| *state == State::Zero);
            draft.notes.push(match are_zero {
                true => "in the only solution, all variables are 0".into(),
                false => "there is only one solution, and no option for it".into(),
            });
        }
        draft.build()
    }

    /// The states of the variables by their bounds, which rows may narrow.
    fn states(&self, sums: &[Sum]) -> Result<Vec<State>, Fault> {
        for variable in &self.variables {
            let Range {
                lower,
                upper,
                is_cut,
            } = variable.range;
            if is_cut && !variable.is_integer {
                return Err(variable.fault("need not be an integer"));
            }
            if lower > upper {
                return Err(variable.fault("has no value: its bounds contradict each other"));
            }
            if lower != upper && !variable.is_integer {
                return Err(variable.fault("need not be an integer"));
            }
        }
        let ranges = self.variables.iter().map(|variable| variable.range);
        let mut ranges: Vec<(i128, i128)> =
            ranges.map(|range| (range.lower, range.upper)).collect();
        narrow(sums, &mut ranges);
        let states = self.variables.iter().zip(ranges);
        let states = states.map(|(variable, range)| match range {
            (0, 0) => Ok(State::Zero),
            (1, 1) => Ok(State::One),
            (value, other) if value == other => Ok(State::Fixed(value)),
            (i128::MIN, _) => Err(variable.fault("has no least value: its bounds should say one")),
            (_, i128::MAX) => {
                Err(variable.fault("has no greatest value: its bounds should say one"))
            }
            (lower, upper) => {
                let steps = upper
                    .checked_sub(lower)
                    .and_then(|steps| u32::try_from(steps).ok());
                let steps = steps.filter(|&steps| steps < MOST_VALUES).ok_or_else(|| {
                    variable.fault(format_args!(
                        "cannot be said in .dlx: it has more than {MOST_VALUES} values"
                    ))
                })?;
                Ok(State::Free { lower, steps })
            }
        });
        states.collect()
    }

    /// Fixes variables at 0 whose sum must be 0.
    fn leave_out(&self, sums: &[Sum], states: &mut [State]) {
        for sum in sums {
            let is_zero = match (sum.is_plain(1), sum.is_plain(-1)) {
                (true, _) => sum.upper == 0 && sum.lower <= 0,
                (_, true) => sum.lower == 0 && sum.upper >= 0,
                _ => false,
            };
            let is_small = |&(variable, _): &(u32, i128)| states[variable as usize].is_small();
            if !is_zero || !sum.terms.iter().all(is_small) {
                continue;
            }
            for &(variable, _) in &sum.terms {
                let state = &mut states[variable as usize];
                *state = match state {
                    State::One | State::Contradiction => State::Contradiction,
                    _ => State::Zero,
                };
            }
        }
    }

    /// Shifts variables so that they begin at 0, and makes coefficients small.
    fn reduce(&self, sums: &mut [Sum], states: &[State]) -> Result<Vec<Holds>, Fault> {
        let rows = self.rows.iter().zip(sums);
        let all = rows.map(|(row, sum)| {
            // A variable with values 0 and 1 has an option for 1, if the row needs no more.
            let is_small = |&(variable, _): &(u32, i128)| states[variable as usize].is_small();
            let is_plain = sum.is_plain(1) || sum.is_plain(-1);
            let keeps_ones = is_plain && sum.terms.iter().all(is_small);
            let steps = |variable: u32| match states[variable as usize] {
                State::One if keeps_ones => 1,
                state => state.steps(),
            };
            let mut reduce = || {
                let mut terms = Vec::with_capacity(sum.terms.len());
                for (variable, coefficient) in std::mem::take(&mut sum.terms) {
                    let value = match states[variable as usize] {
                        State::Zero | State::Contradiction => 0,
                        State::One if keeps_ones => 0,
                        State::One => 1,
                        State::Fixed(value) => value,
                        State::Free { lower, .. } => lower,
                    };
                    sum.subtract(coefficient.checked_mul(value).ok_or(TooWide)?)?;
                    if steps(variable) > 0 {
                        terms.push((variable, coefficient));
                    }
                }
                sum.terms = terms;
                sum.reduce(steps)
            };
            reduce().map_err(|TooWide| {
                let told = format!(
                    "the numbers of row {} differ too much in size",
                    shown(&row.name)
                );
                Fault::new(row.place, told)
            })
        });
        all.collect()
    }

    /// Which variables need two options regardless of the rows' choices, and how many copies of
    /// each.
    fn uses(&self, sums: &[Sum], holds: &[Holds], states: &[State]) -> Result<Vec<Use>, Fault> {
        let uses = self.variables.iter().zip(states).map(|(variable, state)| {
            let has_cost = variable.cost_of_not.iter().any(|(cost, _)| !cost.is_zero());
            let steps = state.steps();
            Use {
                items: Vec::new(),
                copies: 1,
                is_two: steps > 1 || steps == 1 && (has_cost || *state != State::BINARY),
            }
        });
        let mut uses: Vec<Use> = uses.collect();
        for ((row, sum), &holds) in self.rows.iter().zip(sums).zip(holds) {
            if holds != Holds::Sometimes {
                continue;
            }
            for &(variable, coefficient) in &sum.terms {
                if coefficient.abs() == 1 {
                    continue;
                }
                let copies = u32::try_from(coefficient.unsigned_abs()).ok();
                let copies = copies.filter(|&copies| copies <= MOST_VALUES).ok_or_else(|| {
                    let name = shown(&self.variables[variable as usize].name);
                    row.fault(format_args!(
                        "the coefficient of {name} takes {} options, and the limit is {MOST_VALUES}",
                        coefficient.unsigned_abs()
                    ))
                })?;
                let own = &mut uses[variable as usize];
                own.copies = own.copies.max(copies);
                own.is_two = true;
            }
        }
        Ok(uses)
    }

    /// The items of rows. A row with both signs is a sum of literals in two ways; the one that
    /// gives fewer variables a second option is chosen.
    fn items(
        &mut self,
        sums: &[Sum],
        holds: &[Holds],
        states: &[State],
        uses: &mut [Use],
    ) -> Result<Vec<Item>, Fault> {
        let mut items = Vec::with_capacity(sums.len());
        for ((row, sum), &holds) in self.rows.iter().zip(sums).zip(holds) {
            if holds == Holds::Always {
                items.push(Item::None);
                continue;
            }
            let steps = |variable: u32| match states[variable as usize] {
                State::One => 1,
                state => state.steps(),
            };
            let literals = |is_negated| {
                let literals = sum.literals(is_negated, steps);
                literals.map_err(|TooWide| row.fault("its numbers are too large"))
            };
            // A variable that must be 1 has no option for 0.
            let price = |literals: &Literals| {
                let mut price = (0, 0, 0);
                for literal in literals.all.iter().filter(|literal| literal.is_not) {
                    let variable = literal.variable as usize;
                    price.0 += usize::from(states[variable] == State::One);
                    price.1 += usize::from(!uses[variable].is_two);
                    price.2 += 1;
                }
                price
            };
            let (plain, negated) = (literals(false)?, literals(true)?);
            // A sum that must be 0 cannot be an item, but its opposite can.
            let literals = match (plain.upper, negated.upper) {
                _ if holds == Holds::Never => plain,
                (0, _) if !plain.all.is_empty() => negated,
                (_, 0) => plain,
                _ if price(&negated) < price(&plain) => negated,
                _ => plain,
            };
            if holds == Holds::Never {
                self.notes.push(format!(
                    "line {}: row {} cannot hold, so there is no solution",
                    row.place.line,
                    shown(&row.name)
                ));
                items.push(Item::Empty);
                continue;
            }
            for literal in literals.all.iter().filter(|literal| literal.is_not) {
                uses[literal.variable as usize].is_two = true;
            }
            let bound = |bound: i128| {
                let bound = u32::try_from(bound).ok();
                bound
                    .filter(|&bound| bound <= Bounds::MAX)
                    .ok_or_else(|| row.fault(format_args!("its bounds exceed {}", Bounds::MAX)))
            };
            let kind = match literals.lower == 0 && literals.upper == 1 {
                true => Kind::Secondary,
                false => Kind::Primary(Bounds {
                    lower: bound(literals.lower)?,
                    upper: bound(literals.upper)?,
                }),
            };
            items.push(Item::Sum(kind, literals));
        }
        Ok(items)
    }

    /// Refuses programs that would become much longer than their text.
    fn limit(&self, items: &[Item], states: &[State], uses: &[Use]) -> Result<(), Fault> {
        let mut nodes = 0u64;
        let mut add = |more: u128, fault: &dyn Fn() -> Fault| {
            nodes = nodes.saturating_add(u64::try_from(more).unwrap_or(u64::MAX));
            if nodes > MOST_NODES {
                Err(fault())
            } else {
                Ok(())
            }
        };
        for (row, item) in self.rows.iter().zip(items) {
            let Item::Sum(_, literals) = item else {
                continue;
            };
            for literal in &literals.all {
                let steps = states[literal.variable as usize].steps().max(1);
                let copies = literal.times * u128::from(steps);
                add(copies - 1, &|| {
                    row.fault("its coefficients take too many options")
                })?;
            }
        }
        for (variable, (state, own)) in self.variables.iter().zip(states.iter().zip(uses)) {
            let options = u128::from(own.copies) * u128::from(state.steps().max(1));
            add(6 * (options - 1), &|| {
                variable.fault("takes too many options")
            })?;
        }
        Ok(())
    }

    /// Notes what the problem leaves out or says differently.
    fn tell(&mut self, draft: &mut Draft, states: &[State]) -> Result<(), Fault> {
        let mut zeros = (0, None);
        let mut fixed = Vec::new();
        let mut many = (0, None);
        let count = |(count, first): &mut (usize, Option<usize>), index: usize| {
            *count += 1;
            first.get_or_insert(index);
        };
        for (index, state) in states.iter().enumerate() {
            match *state {
                State::Zero => count(&mut zeros, index),
                State::Fixed(value) => {
                    let name = shown(&self.variables[index].name);
                    fixed.push(format!("{name} = {value}"));
                }
                State::Free { steps, .. } if steps > 1 => count(&mut many, index),
                _ => {}
            }
        }
        let name = |index: usize| shown(&self.variables[index].name);
        if let (zeros, Some(first)) = zeros {
            let name = name(first);
            draft.notes.push(match zeros {
                1 => format!("{name} must be 0: there is no option for it"),
                _ => {
                    format!("{zeros} variables must be 0, and have no options; the first is {name}")
                }
            });
        }
        if let (_, Some(first)) = many {
            let name = name(first);
            draft.notes.push(format!(
                "#{name}>=N:1 in a solution says that {name} is at least N, and #{name}>=N:0 that it is less"
            ));
        }
        if !fixed.is_empty() {
            let names = fixed.join(", ");
            draft.notes.push(format!(
                "there is no option for what has one value: {names}"
            ));
        }
        if self.is_maximum {
            let told = "the program maximizes: see dlx best --most";
            draft.notes.push(told.into());
        }
        for (variable, state) in self.variables.iter().zip(states) {
            let (costs, times) = match *state {
                State::Zero => (&variable.cost_of_not, 1),
                State::Fixed(value) | State::Free { lower: value, .. } => (&variable.cost, value),
                State::One | State::Contradiction => continue,
            };
            for &(cost, place) in costs {
                let digits = cost.digits.checked_mul(times);
                let digits = digits.filter(|&digits| digits != i128::MIN);
                let digits = digits.ok_or_else(|| Fault::new(place, TooLarge.to_string()))?;
                let exponent = cost.exponent;
                let sum = self
                    .constant
                    .unwrap_or(Decimal::ZERO)
                    .plus(Decimal { digits, exponent });
                let sum = sum.ok_or_else(|| Fault::new(place, TooLarge.to_string()))?;
                self.constant = Some(sum);
            }
        }
        match self.constant {
            Some(constant) if !constant.is_zero() => draft.notes.push(format!(
                "the objective has a constant of {constant}, which no option costs: add it to what solutions cost"
            )),
            _ => {}
        }
        Ok(())
    }
}

/// Narrows the ranges of variables with more than two values by the rows (bounds propagation). At
/// least one value is left; contradictory rows stay.
fn narrow(sums: &[Sum], ranges: &mut [(i128, i128)]) {
    /// Bounds of a few rows follow from each other within these rounds; long chains are left to the
    /// limits.
    const ROUNDS: usize = 10;
    let is_wide = |(lower, upper): (i128, i128)| {
        lower == i128::MIN || upper == i128::MAX || upper.saturating_sub(lower) > 1
    };
    if !ranges.iter().any(|&range| is_wide(range)) {
        return;
    }
    // Sums of such products cannot overflow.
    let product = |coefficient: i128, value: i128| match value {
        i128::MIN | i128::MAX => None,
        value => coefficient.checked_mul(value),
    };
    for _ in 0..ROUNDS {
        let mut is_changed = false;
        for sum in sums {
            for sign in [1, -1] {
                // sign * sum must not exceed this.
                let most = match (sign, sum.lower, sum.upper) {
                    (1, _, i128::MAX) | (-1, i128::MIN, _) => continue,
                    (1, _, upper) => upper,
                    (_, lower, _) => -lower,
                };
                let least = |&(variable, coefficient): &(u32, i128), ranges: &[(i128, i128)]| {
                    let (lower, upper) = ranges[variable as usize];
                    let coefficient = sign * coefficient;
                    product(coefficient, if coefficient > 0 { lower } else { upper })
                };
                let (mut total, mut unknown) = (Some(0i128), 0);
                for term in &sum.terms {
                    match least(term, ranges) {
                        Some(value) => total = total.and_then(|total| total.checked_add(value)),
                        None => unknown += 1,
                    }
                }
                let Some(total) = total else { continue };
                for term in &sum.terms {
                    let own = least(term, ranges);
                    if unknown > usize::from(own.is_none()) {
                        continue;
                    }
                    let coefficient = sign * term.1;
                    let range = &mut ranges[term.0 as usize];
                    // The part left by the other variables.
                    let left = total.checked_sub(own.unwrap_or(0));
                    let left = left.and_then(|rest| most.checked_sub(rest));
                    let Some(left) = left.filter(|_| is_wide(*range)) else {
                        continue;
                    };
                    let before = *range;
                    match coefficient > 0 {
                        true => {
                            let upper = left.div_euclid(coefficient);
                            range.1 = range.1.min(upper.max(range.0));
                        }
                        false => {
                            let lower = -left.div_euclid(-coefficient);
                            // Options do not encode the least value, so one value is enough.
                            if range.0 == i128::MIN {
                                range.0 = lower.min(range.1);
                            }
                        }
                    }
                    is_changed |= *range != before;
                }
            }
        }
        if !is_changed {
            return;
        }
    }
}

/// Writes a variable whose falsity no row needs: an option, if it may be 1.
fn put_one(draft: &mut Draft, variable: &Variable, state: State, own: &Use) -> Result<(), Fault> {
    let is_primary = |&(item, ..): &(u32, bool, u32)| draft.kind(item) != Kind::Secondary;
    let kind = match (state, own.items.iter().any(is_primary)) {
        (State::Zero | State::Fixed(_), _) => return Ok(()),
        (State::Free { .. }, true) => Kind::Secondary,
        (State::Free { .. }, false) => Kind::Primary(Bounds { lower: 0, upper: 1 }),
        (State::One | State::Contradiction, _) => Kind::Primary(Bounds::ONE),
    };
    let name = [b"#", &*variable.name].concat();
    let id = draft.new_item(&name, kind, variable.place)?;
    if state == State::Contradiction {
        return Ok(());
    }
    draft.begin(variable.place);
    own.items.iter().for_each(|&(item, ..)| {
        draft.node(item, None);
    });
    draft.node(id, None);
    for &(cost, place) in &variable.cost {
        draft.cost(cost, place)?;
    }
    draft.end();
    Ok(())
}

/// Writes two options for each step of a variable: taken, or not. Steps are taken in order, and all
/// copies of a step together; the color of its item says which.
fn put_two(draft: &mut Draft, variable: &Variable, state: State, own: &Use) -> Result<(), Fault> {
    let State::Free { lower, steps } = state else {
        return put_one(draft, variable, state, own);
    };
    let mut before = None;
    for step in 1..=i128::from(steps) {
        let name = match state == State::BINARY {
            true => variable.name.to_vec(),
            false => [&*variable.name, format!(">={}", lower + step).as_bytes()].concat(),
        };
        let value = [b"#", &name[..]].concat();
        let value = draft.new_item(&value, Kind::Secondary, variable.place)?;
        for copy in 1..=own.copies {
            let mut choice = [b"?", &name[..]].concat();
            if copy > 1 {
                choice.extend_from_slice(format!(".{copy}").as_bytes());
            }
            let choice = draft.fresh_item(choice, Kind::Primary(Bounds::ONE), variable.place)?;
            for is_taken in [true, false] {
                draft.begin(variable.place);
                for &(item, is_not, times) in &own.items {
                    if is_not != is_taken && copy <= times {
                        draft.node(item, None);
                    }
                }
                draft.node(choice, None);
                draft.node(value, Some(if is_taken { b'1' } else { b'0' }));
                if let Some(before) = before.filter(|_| is_taken && copy == 1) {
                    draft.node(before, Some(b'1'));
                }
                let costs = match is_taken {
                    true => &variable.cost,
                    false => &variable.cost_of_not,
                };
                for &(cost, place) in costs.iter().filter(|_| copy == 1) {
                    draft.cost(cost, place)?;
                }
                draft.end();
            }
        }
        before = Some(value);
    }
    Ok(())
}
