//! What is assigned: values, why, and in which order.

use super::literal::Literal;

/// Why a literal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was decided, or holds in all solutions.
    None,
    /// This literal implies it.
    Literal(Literal),
    /// It is the only literal of a clause that is left.
    Clause(u32),
    /// A bound has as many variables as it may have.
    Upper(u32),
    /// A bound has no more variables than it must have.
    Lower(u32),
}

/// The assignment. Literals are assigned in levels: one for each decision.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// 1 if a literal holds, -1 if its negation does, 0 for neither.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// Where each variable stands on the trail.
    places: Vec<u32>,
    /// What is assigned, in order.
    pub assigned: Vec<Literal>,
    /// Where each level begins, from level 1 on.
    starts: Vec<u32>,
    /// What is assigned up to here has been propagated.
    pub head: usize,
}

impl Trail {
    /// Of this many variables.
    pub fn new(variables: usize) -> Self {
        Trail {
            values: vec![0; 2 * variables],
            levels: vec![0; variables],
            reasons: vec![Reason::None; variables],
            places: vec![0; variables],
            assigned: Vec::with_capacity(variables),
            starts: Vec::new(),
            head: 0,
        }
    }

    /// 1 if a literal holds, -1 if its negation does, 0 for neither.
    #[inline]
    pub fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    /// The level at which a variable was assigned.
    #[inline]
    pub fn level_of(&self, variable: u32) -> u32 {
        self.levels[variable as usize]
    }

    /// Why a variable was assigned.
    #[inline]
    pub fn reason_of(&self, variable: u32) -> Reason {
        self.reasons[variable as usize]
    }

    /// Where an assigned variable stands.
    #[inline]
    pub fn place_of(&self, variable: u32) -> u32 {
        self.places[variable as usize]
    }

    /// The number of decisions.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Where a level begins, from level 1 on.
    pub fn start(&self, level: u32) -> usize {
        self.starts[level as usize - 1] as usize
    }

    /// Assigns a literal that has no value.
    #[inline]
    pub fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable() as usize;
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[variable] = self.starts.len() as u32;
        self.reasons[variable] = reason;
        self.places[variable] = self.assigned.len() as u32;
        self.assigned.push(literal);
    }

    /// Begins a level.
    pub fn decide(&mut self, literal: Literal) {
        self.starts.push(self.assigned.len() as u32);
        self.assign(literal, Reason::None);
    }

    /// Takes the last literal back.
    #[inline]
    pub fn pop(&mut self) -> Option<Literal> {
        let literal = self.assigned.pop()?;
        self.values[literal.index()] = 0;
        self.values[(!literal).index()] = 0;
        Some(literal)
    }

    /// Forgets levels above this one, whose literals have been taken back.
    pub fn cut(&mut self, level: u32) {
        self.starts.truncate(level as usize);
        self.head = self.head.min(self.assigned.len());
    }

    /// Clauses have moved: from where to where, sorted.
    pub fn move_reasons(&mut self, moved: &[(u32, u32)]) {
        for literal in &self.assigned {
            if let Reason::Clause(clause) = &mut self.reasons[literal.variable() as usize] {
                let place = moved.binary_search_by_key(clause, |&(from, _)| from);
                *clause = moved[place.expect("reasons are kept")].1;
            }
        }
    }

    /// What it takes of memory.
    pub fn bytes(&self) -> usize {
        self.levels.len() * (2 + 4 + size_of::<Reason>() + 4 + 4)
    }
}
