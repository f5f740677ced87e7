//! A user's own rules: tables of pairs, regular expressions, machines, and alternatives.

use super::super::constraint::{Constraint, numbers};
use super::super::expression;
use super::super::{Cell, Custom, Digits, Machine, Rule};
use super::builder::{Builder, Built, refuse};
use super::lines::{line, one};
use super::{Ends, Kind, Look};

/// Neighbors on a line, by a table.
pub static PAIRS: Kind = Kind {
    name: "pairs along a line",
    says: "a table tells which digit may follow which along the line",
    look: Look::Line("#c0b0a0", Ends::Plain),
    build: |builder, rule| {
        let table = table(rule)?;
        let cells = line(rule)?;
        let step = |&last: &Option<i32>, digit: i32, _| {
            last.is_none_or(|last| follows(table, last, digit))
                .then_some(Some(digit))
        };
        one(builder.row(cells, None, step, |_| true))
    },
};

/// The most states of an automaton for all pairs of some cells.
const MOST_STATES: u32 = 128;

/// All pairs of cells, by a table.
pub static ALL_PAIRS: Kind = Kind {
    name: "all pairs",
    says: "a table tells which two digits any two of the cells may have",
    look: Look::Line("#b0a0c0", Ends::Plain),
    build: |builder, rule| {
        let table = table(rule)?;
        let cells = line(rule)?;
        // One row for all of them says more than many pairs.
        let step = |&seen: &Digits, digit: i32, _| {
            let mut seen_digits = numbers(seen);
            let is_good = seen_digits.all(|before| follows(table, before, digit));
            is_good.then_some(seen | 1 << digit)
        };
        let row = builder.row(cells, 0, step, |_| true);
        if let Ok(Constraint::Row(_, automaton)) = &row
            && automaton.width() <= MOST_STATES
        {
            let all = numbers(builder.variant.shape.digits());
            let mut constraints = vec![row?];
            if all.into_iter().all(|digit| !follows(table, digit, digit)) {
                constraints.push(Constraint::Distinct(cells.to_vec()));
            }
            return Ok(constraints);
        }
        let mut constraints = Vec::new();
        for (place, &a) in cells.iter().enumerate() {
            for &b in &cells[place + 1..] {
                constraints.push(builder.pair([a, b], |a, b| follows(table, a, b)));
            }
        }
        Ok(constraints)
    },
};

/// A regular expression.
pub static EXPRESSION: Kind = Kind {
    name: "expression",
    says: "the digits along the line match a regular expression",
    look: Look::Line("#a0b0c0", Ends::Plain),
    build: |builder, rule| {
        let Some(Custom::Expression(text)) = rule.custom.as_deref() else {
            return refuse("it has no expression");
        };
        match expression::machine(text, builder.variant.shape) {
            Ok(machine) => one(accepted(builder, line(rule)?, &machine)),
            Err(fault) => refuse(format!("the expression {text:?}: {fault}")),
        }
    },
};

/// A machine with states.
pub static MACHINE: Kind = Kind {
    name: "machine",
    says: "a machine with states accepts the digits along the line",
    look: Look::Line("#a0c0b0", Ends::Plain),
    build: |builder, rule| {
        let Some(Custom::Machine(machine)) = rule.custom.as_deref() else {
            return refuse("it has no machine");
        };
        one(accepted(builder, line(rule)?, machine))
    },
};

/// Alternatives.
pub static ANY: Kind = Kind {
    name: "alternatives",
    says: "one of several rules, or groups of rules, holds, or more than one",
    look: Look::Sentence,
    build: |builder, rule| {
        let Some(Custom::Any(all)) = rule.custom.as_deref() else {
            return refuse("it has no alternatives");
        };
        let mut constraints = Vec::new();
        let sums = builder.sums.len();
        // For each group, the cells that tell whether its constraints hold.
        let mut flags = Vec::new();
        let mut sizes = Vec::new();
        for group in all {
            let before = flags.len();
            for inner in group {
                let built = (inner.kind.build)(builder, inner).map_err(|why| {
                    super::builder::Refused(format!("{}: {}", inner.kind.name, why.0))
                })?;
                for constraint in built {
                    let mut cells = constraint.cells();
                    let automaton = constraint.automaton(&builder.sets)?;
                    let sets = builder.sets_of(&cells);
                    let flag = builder.hidden_cell(0b11);
                    cells.push(flag);
                    flags.push(flag);
                    constraints.push(Constraint::Row(cells, automaton.with_flag(&sets)));
                }
            }
            sizes.push(flags.len() - before);
        }
        // They need not hold.
        builder.sums.truncate(sums);
        // Whether some group held, and whether the present one still holds.
        let mut ends: Vec<usize> = Vec::new();
        for size in &sizes {
            ends.push(ends.last().copied().unwrap_or(0) + size);
        }
        if sizes.contains(&0) {
            return Ok(Vec::new());
        }
        let step = |&(is_met, is_good): &(bool, bool), flag: i32, place: usize| {
            let is_good = is_good && flag == 1;
            Some(match ends.contains(&(place + 1)) {
                true => (is_met || is_good, true),
                false => (is_met, is_good),
            })
        };
        constraints.push(builder.row(&flags, (false, true), step, |own| own.0)?);
        Ok(constraints)
    },
};

fn table(rule: &Rule) -> Built<&[Digits]> {
    match rule.custom.as_deref() {
        Some(Custom::Pairs(table)) => Ok(table),
        _ => refuse("it has no table"),
    }
}

fn follows(table: &[Digits], first: i32, second: i32) -> bool {
    let set = table.get(first as usize).copied().unwrap_or(0);
    set >> second & 1 == 1
}

/// A row that some way through a machine accepts. Sets of states make it deterministic.
fn accepted(builder: &Builder<'_>, cells: &[Cell], machine: &Machine) -> Built<Constraint> {
    let step = |now: &Vec<usize>, digit: i32, _| {
        let steps = now.iter().flat_map(|&state| &machine.states[state].1);
        let steps = steps.filter(|step| i32::from(step.0) == digit);
        let mut next: Vec<usize> = steps.map(|step| step.1).collect();
        next.sort_unstable();
        next.dedup();
        (!next.is_empty()).then_some(next)
    };
    let mut start = machine.start.clone();
    start.sort_unstable();
    start.dedup();
    builder.row(cells, start, step, |now| {
        now.iter().any(|&state| machine.states[state].0)
    })
}
