//! Counter variables for bounds on large numbers.
//!
//! Learning from a bound gives clauses with as many variables as the bound allows, and there are
//! too many such clauses. Variables for partial sums are few, and one clause over them says as much
//! (sequential counter: Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints,
//! 2005).
//!
//! ```text
//! s(i, j)    a variable: at least j of the first i literals hold
//! s(i, j)  =  s(i - 1, j)  or  literal i and s(i - 1, j - 1)            four clauses
//! ```
//!
//! Cost: four clauses for each pair of a literal and a number up to the bound. So bounds on small
//! numbers get no counter, nor do bounds on few of the options or with too large counters.

use super::formula::{Bound, Formula, Lists};
use super::literal::Literal;

/// Bounds that count to less get no counter. (Nor do bounds on fewer than half of the options.)
pub const LEAST: u32 = 5;
/// The largest number of new variables, for all bounds together.
const MOST_NEW: u64 = 20_000;

/// A constraint that between `lower` and `upper` of these literals hold. Counting stops at
/// `height`.
struct Count {
    lower: u32,
    upper: u32,
    literals: Vec<Literal>,
    height: u32,
}

impl Count {
    /// The constraint for a bound's literals, or for their negations if these need a smaller
    /// height.
    fn of(limits: Bound, members: &[u32]) -> Self {
        let all = limits.all;
        let (lower, upper) = (limits.lower, limits.upper.min(all));
        let height = |lower, upper| if upper < all { upper + 1 } else { lower };
        let (own, negated) = (height(lower, upper), height(all - upper, all - lower));
        match negated < own {
            true => Count {
                lower: all - upper,
                upper: all - lower,
                literals: members.iter().map(|&own| Literal::no(own)).collect(),
                height: negated,
            },
            false => Count {
                lower,
                upper,
                literals: members.iter().map(|&own| Literal::yes(own)).collect(),
                height: own,
            },
        }
    }

    /// The number of variables of the counter.
    fn variables(&self) -> u64 {
        u64::from(self.height) * self.literals.len() as u64
    }
}

/// The value of `s(i, j)`.
#[derive(Clone, Copy)]
enum PartialSum {
    Known(bool),
    Open(Literal),
}

impl std::ops::Not for PartialSum {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            PartialSum::Known(known) => PartialSum::Known(!known),
            PartialSum::Open(literal) => PartialSum::Open(!literal),
        }
    }
}

impl Formula {
    /// Adds counters for bounds with at least this height.
    pub fn with_counters(mut self, least: u32) -> Self {
        let mut kept = Vec::new();
        let mut room = MOST_NEW;
        for bound in 0..self.bounds.len() as u32 {
            let members = self.bounded.list(bound).to_vec();
            let limits = self.bounds[bound as usize];
            let is_open = limits.lower <= limits.upper
                && limits.upper > 0
                && limits.lower < limits.all
                && (limits.lower > 0 || limits.upper < limits.all);
            let count = is_open.then(|| Count::of(limits, &members));
            let is_clause =
                |count: &Count| count.lower == 1 && count.upper as usize == members.len();
            let is_worthwhile = |count: &Count| {
                count.height >= least
                    && 2 * members.len() >= self.options
                    && count.variables() <= room
            };
            match count {
                Some(count) if is_clause(&count) => self.wider.push(count.literals),
                Some(count) if is_worthwhile(&count) => {
                    room -= count.variables();
                    self.count(&count);
                }
                _ => {
                    kept.extend(members.iter().map(|&member| (member, bound)));
                    continue;
                }
            }
            self.bounds[bound as usize] = Bound {
                lower: 0,
                upper: limits.all,
                ..limits
            };
        }
        self.bounds_of = Lists::of(self.variables, &kept);
        self.groups_of.lengthen(self.variables);
        self.implied.lengthen(2 * self.variables);
        self
    }

    /// Adds the variables and clauses of a counter.
    fn count(&mut self, count: &Count) {
        let all = count.literals.len() as u32;
        let height = count.height;
        // Row i has variables for 1 to min(i, height).
        let mut row = vec![PartialSum::Known(false); height as usize + 1];
        row[0] = PartialSum::Known(true);
        for i in 1..=all {
            let before = row.clone();
            let literal = PartialSum::Open(count.literals[i as usize - 1]);
            for j in 1..=height.min(i) as usize {
                row[j] = PartialSum::Open(Literal::yes(self.variables as u32));
                self.variables += 1;
                self.any_of([!before[j], row[j]]);
                self.any_of([!literal, !before[j - 1], row[j]]);
                self.any_of([!row[j], before[j], literal]);
                self.any_of([!row[j], before[j - 1]]);
            }
        }
        if count.lower > 0 {
            self.any_of([row[count.lower as usize]]);
        }
        if count.upper < all {
            self.any_of([!row[count.upper as usize + 1]]);
        }
    }

    /// Adds a clause, unless it holds already.
    fn any_of<const N: usize>(&mut self, sums: [PartialSum; N]) {
        let mut clause = Vec::with_capacity(N);
        for sum in sums {
            match sum {
                PartialSum::Known(true) => return,
                PartialSum::Known(false) => {}
                PartialSum::Open(literal) => clause.push(literal),
            }
        }
        self.wider.push(clause);
    }
}
