//! Constraints that can be dropped, to find out which of them contradict each other.
//!
//! A [side](Side) of an item is its least number of options, or its greatest one (for a secondary
//! item, one option or one color). Each side has a variable that drops it:
//!
//! ```text
//! at least one       a clause: one of the options holds, or the side is dropped
//! at most one        a group of copies; an option holds its copy, or the side is dropped
//! one color          the same; all options of a color share one copy
//! at least 2, ...    a bound on copies; a copy holds its option, or the side is dropped
//! at most 2, ...     a bound on copies; an option holds its copy, or the side is dropped
//! ```
//!
//! Cost: a variable and a clause for each node and side, so a search takes two to three times as
//! long as without.

use super::Learner;
use super::counters;
use super::formula::{Bound, Formula, Lists};
use super::literal::Literal;
use crate::problem::model::{Demand, Part};
use std::collections::HashMap;

/// Half of the condition of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The item of the part.
    pub item: u32,
    /// Whether it is the least number of its options; otherwise the greatest one, or its colors.
    pub is_least: bool,
}

/// The sides of a part that forbid something, by their items.
pub fn sides(part: &Part) -> Vec<Side> {
    let mut degrees = vec![0u32; part.demands.len()];
    for &(item, _) in part.choices.iter().flat_map(|choice| &choice.nodes) {
        degrees[item as usize] += 1;
    }
    let mut sides = Vec::new();
    for (item, demand) in (0..).zip(&part.demands) {
        let (lower, upper) = limits(demand);
        let both = [(true, lower > 0), (false, upper < degrees[item as usize])];
        let there = both.into_iter().filter(|&(_, is_there)| is_there);
        sides.extend(there.map(|(is_least, _)| Side { item, is_least }));
    }
    sides
}

/// The least and the greatest number of an item's options that hold; of colors, one may hold.
fn limits(demand: &Demand) -> (u32, u32) {
    match *demand {
        Demand::Once => (1, 1),
        Demand::Bounded { lower, upper } => (lower, upper),
        Demand::Agree { .. } => (0, 1),
    }
}

/// A formula that is being made.
#[derive(Default)]
struct Guarded {
    variables: u32,
    clauses: Vec<(u32, u32)>,
    clause_count: u32,
    wider: Vec<Vec<Literal>>,
    groups: Vec<(u32, u32)>,
    bounded: Vec<(u32, u32)>,
    bounds: Vec<Bound>,
}

impl Guarded {
    fn variable(&mut self) -> u32 {
        self.variables += 1;
        self.variables - 1
    }

    /// Adds a side, with the variable that drops it and the item's options with their colors.
    fn add(&mut self, side: Side, demand: &Demand, drop: u32, options: &[(u32, u32)]) {
        let (lower, upper) = limits(demand);
        let is_too_much = lower as usize > options.len();
        if side.is_least && (lower == 1 || is_too_much) {
            let own = options.iter().map(|&(option, _)| option);
            let own = own.filter(|_| !is_too_much).chain([drop]);
            self.clauses
                .extend(own.map(|variable| (self.clause_count, variable)));
            self.clause_count += 1;
            return;
        }
        let list = self.bounds.len() as u32;
        let mut of_color = HashMap::new();
        for &(option, color) in options {
            let mut is_new = color == 0;
            let copy = match color {
                0 => self.variable(),
                color => *of_color.entry(color).or_insert_with(|| {
                    is_new = true;
                    self.variables += 1;
                    self.variables - 1
                }),
            };
            let (from, to) = match side.is_least {
                true => (copy, option),
                false => (option, copy),
            };
            let clause = [Literal::yes(drop), Literal::no(from), Literal::yes(to)];
            self.wider.push(clause.to_vec());
            match upper {
                _ if !is_new => {}
                1 if !side.is_least => self.groups.push((side.item, copy)),
                _ => self.bounded.push((list, copy)),
            }
        }
        if side.is_least || upper > 1 {
            let all = options.len() as u32;
            let (lower, upper) = if side.is_least {
                (lower, all)
            } else {
                (0, upper)
            };
            self.bounds.push(Bound { lower, upper, all });
        }
    }
}

impl Formula {
    /// The constraints of a part, each of which can be dropped. The variables of its sides come
    /// after those of its options.
    fn guarded(part: &Part, sides: &[Side]) -> Self {
        let count = part.choices.len();
        let mut options_of = vec![Vec::new(); part.demands.len()];
        for (option, choice) in (0..).zip(&part.choices) {
            for &(item, color) in &choice.nodes {
                options_of[item as usize].push((option, color));
            }
        }
        let mut made = Guarded {
            variables: (count + sides.len()) as u32,
            ..Guarded::default()
        };
        for (drop, &side) in (count as u32..).zip(sides) {
            let item = side.item as usize;
            made.add(side, &part.demands[item], drop, &options_of[item]);
        }
        let variables = made.variables as usize;
        let inverted = |lists: &[(u32, u32)]| {
            let pairs: Vec<_> = lists.iter().map(|&(list, member)| (member, list)).collect();
            Lists::of(variables, &pairs)
        };
        Formula {
            variables,
            options: count,
            groups_of: inverted(&made.groups),
            groups: Lists::of(part.demands.len(), &made.groups),
            implied: Lists::of(2 * variables, &[]),
            clauses: Lists::of(made.clause_count as usize, &made.clauses),
            wider: made.wider,
            bounds_of: inverted(&made.bounded),
            bounded: Lists::of(made.bounds.len(), &made.bounded),
            bounds: made.bounds,
            ..Formula::default()
        }
    }
}

impl Learner {
    /// A search through a part whose [sides] can be dropped: see [`Self::with_sides`].
    pub fn guarded(part: &Part, sides: &[Side]) -> Self {
        Self::of(Formula::guarded(part, sides).with_counters(counters::LEAST))
    }

    /// Searches for a solution that need not have all sides: those whose number `is_kept`. What was
    /// learned before stays.
    pub fn with_sides(&mut self, count: usize, is_kept: impl Fn(usize) -> bool) {
        let first = self.formula.options;
        let literals = (0..count).map(|side| {
            let variable = (first + side) as u32;
            match is_kept(side) {
                true => Literal::no(variable),
                false => Literal::yes(variable),
            }
        });
        self.assume(literals.collect());
    }

    /// The sides that have no solution together, after a search among some sides that found none.
    pub fn refuted_sides(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.formula.options;
        let own = self.refuted().iter();
        own.map(move |literal| literal.variable() as usize - first)
    }
}
