//! Registers `s(i, j)`: at least `j` of the first `i` literals hold. Each register is equivalent to
//! its statement. With one register for each literal, this is the ladder.

use super::{Clauses, Count, Literal, Size, smaller};
use std::io;

/// The number of registers of the last literals.
fn height(count: Count) -> usize {
    match count.upper < count.of {
        true => count.upper,
        false => count.lower,
    }
}

pub fn size(count: Count) -> Size {
    let negated = count.negated();
    let Count { of, lower, upper } = match height(negated) < height(count) {
        true => negated,
        false => count,
    };
    let height = height(Count { of, lower, upper }) as u128;
    let (of, lower, upper) = (of as u128, lower as u128, upper as u128);
    // The first rows form a triangle, as j <= i.
    let registers = height * (height + 1) / 2 + (of - 1 - height) * height;
    let grown = registers - height;
    let lowered = registers - (of - 1);
    let at_most = of - upper;
    let at_least = lower.min(2);
    let clauses = 2 * registers + grown + lowered + at_most + at_least;
    Size {
        variables: u64::try_from(registers).unwrap_or(u64::MAX),
        clauses: u64::try_from(clauses).unwrap_or(u64::MAX),
    }
}

pub fn write(count: Count, literals: &[Literal], clauses: &mut Clauses<'_>) -> io::Result<()> {
    let (count, literals) = smaller(count, literals, height);
    let height = height(count);
    // Row i has s(i, 1) to s(i, height), except those that cannot hold.
    let mut row: Vec<Literal> = Vec::new();
    for (index, &x) in literals.iter().enumerate() {
        if count.upper < count.of && index >= count.upper {
            clauses.add(&[-x, -row[count.upper - 1]])?;
        }
        if index + 1 == literals.len() {
            return at_least(count.lower, &row, x, clauses);
        }
        let above = row;
        row = (0..height.min(index + 1))
            .map(|_| clauses.fresh())
            .collect();
        for (j, &register) in row.iter().enumerate() {
            let same = above.get(j).copied();
            // s(i - 1, j - 1); s(i - 1, 0) always holds.
            let less = j.checked_sub(1).map(|less| above[less]);
            if let Some(same) = same {
                clauses.add(&[-same, register])?;
            }
            match less {
                Some(less) => clauses.add(&[-x, -less, register])?,
                None => clauses.add(&[-x, register])?,
            }
            match same {
                Some(same) => clauses.add(&[same, x, -register])?,
                None => clauses.add(&[x, -register])?,
            }
            if let Some(less) = less {
                clauses.add(&[less, -register])?;
            }
        }
    }
    Ok(())
}

/// The last literal must make the count large enough.
fn at_least(
    lower: usize,
    row: &[Literal],
    last: Literal,
    clauses: &mut Clauses<'_>,
) -> io::Result<()> {
    if lower > 0 {
        clauses.add(&[row[lower - 1], last])?;
    }
    if lower > 1 {
        clauses.add(&[row[lower - 2]])?;
    }
    Ok(())
}
