//! The assignment: values, reasons, and their order.

use super::literal::Literal;

/// Why a literal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was decided, or holds in all solutions.
    None,
    /// This literal implies it.
    Literal(Literal),
    /// It is the last literal of this clause that is not false.
    Clause(u32),
    /// This bound has as many variables that hold as it may have.
    Upper(u32),
    /// This bound has as few candidates left as it needs.
    Lower(u32),
}

/// The assignment. Each decision begins a level.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// 1 if the literal holds, -1 if its negation does, 0 for neither.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// The place of each variable on the trail.
    places: Vec<u32>,
    /// The assigned literals, in order.
    pub assigned: Vec<Literal>,
    /// The start of each level, from level 1 on.
    starts: Vec<u32>,
    /// The assignments before this place have been propagated.
    pub head: usize,
}

impl Trail {
    /// An empty assignment of this many variables.
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

    /// The reason for a variable's value.
    #[inline]
    pub fn reason_of(&self, variable: u32) -> Reason {
        self.reasons[variable as usize]
    }

    /// The place of an assigned variable.
    #[inline]
    pub fn place_of(&self, variable: u32) -> u32 {
        self.places[variable as usize]
    }

    /// The present level: the number of decisions.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The start of a level, from level 1 on.
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
    pub fn begin_level(&mut self) {
        self.starts.push(self.assigned.len() as u32);
    }

    /// Begins a level with this decision.
    pub fn decide(&mut self, literal: Literal) {
        self.begin_level();
        self.assign(literal, Reason::None);
    }

    /// Takes back the last literal.
    #[inline]
    pub fn pop(&mut self) -> Option<Literal> {
        let literal = self.assigned.pop()?;
        self.values[literal.index()] = 0;
        self.values[(!literal).index()] = 0;
        Some(literal)
    }

    /// Drops the levels above this one. Their literals have been taken back.
    pub fn cut(&mut self, level: u32) {
        self.starts.truncate(level as usize);
        self.head = self.head.min(self.assigned.len());
    }

    /// Updates reasons after clauses have moved. `moved` has old and new offsets, sorted.
    pub fn move_reasons(&mut self, moved: &[(u32, u32)]) {
        for literal in &self.assigned {
            if let Reason::Clause(clause) = &mut self.reasons[literal.variable() as usize] {
                let place = moved.binary_search_by_key(clause, |&(from, _)| from);
                *clause = moved[place.expect("reasons are kept")].1;
            }
        }
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.levels.len() * (2 + 4 + size_of::<Reason>() + 4 + 4)
    }
}
