//! A tree over the literals. A vertex has outputs; the j-th says that at least `j` of the literals
//! below it hold, and is equivalent to that. Outputs beyond the constraint's bounds are not made.

use super::{Clauses, Count, Literal, Size, smaller};
use std::collections::BTreeMap;
use std::io;

/// The number of outputs of the root.
fn height(count: Count) -> usize {
    match count.upper < count.of {
        true => count.upper + 1,
        false => count.lower,
    }
}

pub fn size(count: Count) -> Size {
    let negated = count.negated();
    let count = match height(negated) < height(count) {
        true => negated,
        false => count,
    };
    let bounds = u64::from(count.upper < count.of) + u64::from(count.lower > 0);
    let tree = tree_size(count.of, height(count), &mut BTreeMap::new());
    tree + Size {
        variables: 0,
        clauses: bounds,
    }
}

/// The size of a tree over `of` literals. Each level has at most two kinds of subtrees, so `known`
/// stays small.
fn tree_size(of: usize, height: usize, known: &mut BTreeMap<usize, Size>) -> Size {
    if of == 1 {
        return Size::default();
    }
    if let Some(&size) = known.get(&of) {
        return size;
    }
    let (left, right) = (of / 2, of - of / 2);
    let below = tree_size(left, height, known) + tree_size(right, height, known);
    let own = of.min(height);
    let (l, r) = (left.min(height), right.min(height));
    let size = below
        + Size {
            variables: own as u64,
            clauses: (pairs(l, r, height) - 1).saturating_add(pairs(l, r, own - 1)),
        };
    known.insert(of, size);
    size
}

/// The number of pairs (a, b) with a <= `left`, b <= `right` and a + b <= `sum`.
fn pairs(left: usize, right: usize, sum: usize) -> u64 {
    let (last, right, sum) = (left.min(sum) as u128, right as u128, sum as u128);
    // For the first values of a, any b will do; for a later one, b <= sum - a.
    let free = (sum + 1).saturating_sub(right).min(last + 1);
    let later = last + 1 - free;
    let pairs = free * (right + 1) + later * (sum + 1) - later * (free + last) / 2;
    u64::try_from(pairs).unwrap_or(u64::MAX)
}

pub fn write(count: Count, literals: &[Literal], clauses: &mut Clauses<'_>) -> io::Result<()> {
    let (count, literals) = smaller(count, literals, height);
    let outputs = tree(&literals, height(count), clauses)?;
    if count.upper < count.of {
        clauses.add(&[-outputs[count.upper]])?;
    }
    if count.lower > 0 {
        clauses.add(&[outputs[count.lower - 1]])?;
    }
    Ok(())
}

fn tree(
    literals: &[Literal],
    height: usize,
    clauses: &mut Clauses<'_>,
) -> io::Result<Vec<Literal>> {
    if let [literal] = literals {
        return Ok(vec![*literal]);
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let left = tree(left, height, clauses)?;
    let right = tree(right, height, clauses)?;
    let own = literals.len().min(height);
    let outputs: Vec<Literal> = (0..own).map(|_| clauses.fresh()).collect();
    let mut clause = Vec::with_capacity(3);
    for a in 0..=left.len() {
        for b in 0..=right.len().min(height.saturating_sub(a)) {
            // If a on the left and b on the right hold, a + b hold.
            if a + b > 0 {
                clause.clear();
                clause.extend(a.checked_sub(1).map(|a| -left[a]));
                clause.extend(b.checked_sub(1).map(|b| -right[b]));
                clause.push(outputs[a + b - 1]);
                clauses.add(&clause)?;
            }
            // If at most a and at most b hold, at most a + b hold.
            if a + b < own {
                clause.clear();
                clause.extend(left.get(a));
                clause.extend(right.get(b));
                clause.push(-outputs[a + b]);
                clauses.add(&clause)?;
            }
        }
    }
    Ok(outputs)
}
