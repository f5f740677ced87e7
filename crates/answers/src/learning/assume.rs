//! Searches under assumptions: literals that hold until others are assumed, in place of clauses
//! (Een and Sorensson, An extensible SAT-solver, 2003). If there is no solution, some of them are
//! refuted together.
//!
//! All assumptions are decided at once, at level 1, to which restarts go back. A conflict there is
//! traced back to the assumptions that cause it.

use super::Learner;
use super::literal::Literal;
use super::propagate::Conflict;
use super::trail::Reason;

/// The assumptions of a search, and those of them that were refuted.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumed {
    literals: Vec<Literal>,
    refuted: Vec<Literal>,
}

impl Learner {
    /// Assumes these literals in place of those that were assumed before.
    pub(super) fn assume(&mut self, literals: Vec<Literal>) {
        self.restart();
        self.assumed = Some(Assumed {
            literals,
            refuted: Vec::new(),
        });
    }

    /// The assumptions that have no solution together, after a search that found none.
    pub(super) fn refuted(&self) -> &[Literal] {
        let assumed = self.assumed.as_ref();
        assumed.map_or(&[], |assumed| &assumed.refuted)
    }

    /// The level of the assumptions: 0 if there are none.
    pub(super) fn base(&self) -> u32 {
        u32::from(self.assumed.is_some())
    }

    /// Decides the assumptions; false if one of them contradicts what holds in all solutions.
    pub(super) fn decide_assumptions(&mut self) -> bool {
        let Some(assumed) = &mut self.assumed else {
            return true;
        };
        let is_false = |literal: &&Literal| self.trail.value(**literal) < 0;
        if let Some(&literal) = assumed.literals.iter().find(is_false) {
            assumed.refuted = vec![literal];
            return false;
        }
        self.trail.begin_level();
        for &literal in &assumed.literals {
            if self.trail.value(literal) == 0 {
                self.trail.assign(literal, Reason::None);
            }
        }
        self.work += 8 * assumed.literals.len() as u64;
        true
    }

    /// Notes the assumptions that cause a conflict at their level.
    pub(super) fn refute(&mut self, conflict: Conflict) {
        let mut causes = Vec::new();
        let mut is_cause = vec![false; self.formula.variables];
        let mut refuted = Vec::new();
        self.causes_of(conflict, &mut causes);
        let first = self.trail.start(1);
        for place in (first..self.trail.assigned.len()).rev() {
            for cause in causes.drain(..) {
                is_cause[cause.variable() as usize] = true;
            }
            let literal = self.trail.assigned[place];
            if !is_cause[literal.variable() as usize] {
                continue;
            }
            match self.trail.reason_of(literal.variable()) {
                Reason::None => refuted.push(literal),
                reason => self.causes(literal, reason, &mut causes),
            }
        }
        self.work += 8 * (self.trail.assigned.len() - first) as u64;
        if let Some(assumed) = &mut self.assumed {
            assumed.refuted = refuted;
        }
    }
}
