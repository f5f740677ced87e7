//! What a search has learned and forgotten, for a proof that another program checks.
//!
//! Each clause follows by unit propagation from the problem and the clauses before it, so a proof
//! is the list of them. Clauses that are forgotten are named, so that the checker forgets them,
//! too. Literals that hold in all solutions are written before any clause is dropped: the clauses
//! that they satisfy may be the reason for them.

use super::Learner;
use super::literal::Literal;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordStep<'r> {
    /// At least one of these holds. Such steps are numbered from 0.
    Learned(&'r [Literal]),
    /// The step of this number is not used any more.
    Forgotten(u64),
}

/// Steps that nobody has taken yet.
#[derive(Clone, Debug, Default)]
pub struct Record {
    literals: Vec<Literal>,
    /// Where the literals of each step end; or the number of a clause that was forgotten.
    steps: Vec<(bool, u64)>,
    /// How many clauses were learned.
    learned: u64,
    /// How many literals of the trail are known to hold.
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
    /// Keeps records from now on; nothing has been done yet.
    pub fn recording(mut self) -> Self {
        self.record = Some(Record::default());
        self.clauses.numbers = Some(Vec::new());
        self
    }

    /// Shows the steps since the last time, in order.
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

    /// The clause of the analysis has been learned.
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

    /// What holds in all solutions.
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

    /// Clauses have been forgotten.
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
