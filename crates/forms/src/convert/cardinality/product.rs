//! At most one of many literals: they stand in a rectangle, with a variable for each row and one for
//! each column, which says that one of its literals holds. At most one row and at most one column
//! holds (Chen, A new SAT encoding of the at-most-one constraint, 2010). For other numbers, this is
//! the [ladder].

use super::{Clauses, Count, Literal, Size, ladder, pairwise};
use std::io;

/// Among so few literals, each pair has a clause.
const FEW: usize = 9;

/// How the constraint says that at most one holds: of the literals, or of their negations.
fn of_one(count: Count) -> Option<bool> {
    let is_one = |count: Count| count.lower == 0 && count.upper == 1;
    match is_one(count) {
        true => Some(true),
        false => is_one(count.negated()).then_some(false),
    }
}

/// The numbers of rows and columns of a rectangle for this many literals.
fn sides(of: usize) -> (usize, usize) {
    let rows = (of - 1).isqrt() + 1;
    (rows, of.div_ceil(rows))
}

fn pairs(of: usize) -> Count {
    Count {
        of,
        lower: 0,
        upper: 1,
    }
}

pub fn size(count: Count) -> Size {
    match of_one(count) {
        None => ladder::size(count),
        Some(_) => size_of_one(count.of),
    }
}

fn size_of_one(of: usize) -> Size {
    match of {
        0..2 => Size::default(),
        2..=FEW => pairwise::size(pairs(of)),
        _ => {
            let (rows, columns) = sides(of);
            let own = Size {
                variables: (rows + columns) as u64,
                clauses: (2 * of + rows + columns) as u64,
            };
            own + size_of_one(rows) + size_of_one(columns)
        }
    }
}

pub fn write(count: Count, literals: &[Literal], clauses: &mut Clauses<'_>) -> io::Result<()> {
    match of_one(count) {
        None => ladder::write(count, literals, clauses),
        Some(true) => at_most_one(literals, clauses),
        Some(false) => {
            let negated: Vec<Literal> = literals.iter().map(|&literal| -literal).collect();
            at_most_one(&negated, clauses)
        }
    }
}

fn at_most_one(literals: &[Literal], clauses: &mut Clauses<'_>) -> io::Result<()> {
    match literals.len() {
        0..2 => return Ok(()),
        2..=FEW => return pairwise::write(pairs(literals.len()), literals, clauses),
        _ => {}
    }
    let (rows, columns) = sides(literals.len());
    let mut lines = |count: usize, line: &dyn Fn(usize) -> Vec<Literal>| {
        let mut variables = Vec::with_capacity(count);
        for number in 0..count {
            let variable = clauses.fresh();
            variables.push(variable);
            let mut own = line(number);
            for &literal in &own {
                clauses.add(&[-literal, variable])?;
            }
            own.push(-variable);
            clauses.add(&own)?;
        }
        Ok::<_, io::Error>(variables)
    };
    let row = |number: usize| literals.chunks(columns).nth(number).unwrap_or(&[]).to_vec();
    let column = |number: usize| {
        literals[number..]
            .iter()
            .step_by(columns)
            .copied()
            .collect()
    };
    let rows = lines(rows, &row)?;
    let columns = lines(columns, &column)?;
    at_most_one(&rows, clauses)?;
    at_most_one(&columns, clauses)
}
