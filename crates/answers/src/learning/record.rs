//! The learned and forgotten clauses of a search, for a proof that another program checks.
//!
//! Each clause follows by unit propagation from the problem and the clauses before it (RUP), so a
//! proof is the list of them. Forgotten clauses are named, so that the checker forgets them, too.
//! Literals that hold in all solutions are written before any clause is dropped: a clause that they
//! satisfy may be the reason for them.

use super::Learner;
use super::literal::Literal;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordStep<'r> {
    /// At least one of these literals holds. Such steps are numbered from 0.
    Learned(&'r [Literal]),
    /// The learned step with this number is not used any longer.
    Forgotten(u64),
}

/// Steps that have not been taken yet.
#[derive(Clone, Debug, Default)]
pub struct Record {
    literals: Vec<Literal>,
    /// For a learned clause, true and the end of its literals; for a forgotten one, false and its
    /// number.
    steps: Vec<(bool, u64)>,
    /// The number of learned clauses.
    learned: u64,
    /// The number of literals on the trail that were recorded as fixed.
    fixed: usize,
}

impl Record {
    fn learn(&mut self, literals: impl Iterator<Item = Literal>) -> u64 {
        self.literals.extend(literals);
        self.steps.push((true, self.literals.len() as u64));
        self.learned += 1;
        self.learned - 1
    }

    fn bytes(&self) -> usize {
        self.literals.capacity() * 4 + self.steps.capacity() * 16
    }
}

impl Learner {
    /// Keeps records from now on. The search must not have begun. [Supports](super::supports) are
    /// the first steps; they are not forgotten.
    pub fn recording(mut self) -> Self {
        let mut record = Record::default();
        for clause in 0..self.formula.supports.count() as u32 {
            record.learn(self.formula.supports.list(clause).iter().copied());
        }
        self.record = Some(record);
        self.clauses.numbers = Some(Vec::new());
        self
    }

    /// Shows the steps since the last call, in order.
    pub fn take_steps(&mut self, show: &mut dyn FnMut(RecordStep<'_>)) {
        let Some(record) = &mut self.record else {
            return;
        };
        let mut begin = 0;
        for &(is_learned, number) in &record.steps {
            if is_learned {
                let end = number as usize;
                show(RecordStep::Learned(&record.literals[begin..end]));
                begin = end;
            } else {
                show(RecordStep::Forgotten(number));
            }
        }
        record.literals.clear();
        record.steps.clear();
    }

    /// Records the clause of the analysis as learned.
    pub(super) fn record_learned(&mut self) {
        let Some(record) = &mut self.record else {
            return;
        };
        let clause = &self.analysis.clause;
        let number = record.learn(clause.iter().copied());
        if let (true, Some(numbers)) = (clause.len() > 1, &mut self.clauses.numbers) {
            numbers.push(number);
        }
    }

    /// Records the literals that hold in all solutions.
    pub(super) fn record_fixed(&mut self) {
        let Some(record) = &mut self.record else {
            return;
        };
        let end = match self.trail.level() {
            0 => self.trail.assigned.len(),
            _ => self.trail.start(1),
        };
        for &literal in &self.trail.assigned[record.fixed.min(end)..end] {
            record.learn(std::iter::once(literal));
        }
        record.fixed = end;
    }

    /// Records the clauses that were forgotten.
    pub(super) fn record_forgotten(&mut self) {
        let removed = std::mem::take(&mut self.clauses.removed);
        if let Some(record) = &mut self.record {
            let steps = removed.into_iter().map(|number| (false, number));
            record.steps.extend(steps);
        }
    }

    pub(super) fn record_bytes(&self) -> usize {
        self.record.as_ref().map_or(0, Record::bytes)
    }
}
