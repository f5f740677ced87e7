//! Conflict-driven clause learning on exact covers.
//!
//! Options are variables. "Exactly one option", bounds, and agreement on a color are propagated
//! directly, without clauses for each pair of options.
//!
//! ```text
//! loop:
//!     propagate
//!     on a conflict: learn a clause; backtrack to where one literal of it is left
//!     otherwise: restart, forget clauses, or decide the variable with the highest activity
//! ```
//!
//! * [`formula`]: the constraints; [`counters`]: those on large numbers; [`supports`]: what follows
//!   from colors. [`trail`]: the assignment. [`clauses`]: learned clauses.
//! * [`propagate`]: unit propagation; [`analyze`]: conflict analysis.
//! * [`record`]: the steps that a proof needs. [`guards`]: constraints that can be dropped, by
//!   assumptions (`assume.rs`).
//! * [`activity`]: which variable to decide. [`restarts`]: its value, and when to restart.

pub mod activity;
pub mod analyze;
mod assume;
pub mod clauses;
pub mod counters;
pub mod formula;
pub mod guards;
pub mod literal;
pub mod propagate;
pub mod record;
pub mod restarts;
pub mod supports;
pub mod trail;

#[cfg(test)]
mod tests;

use super::Status;
use super::problem::model::Part;
use activity::Activity;
use analyze::Analysis;
use assume::Assumed;
use clauses::Clauses;
use formula::Formula;
use literal::Literal;
use record::Record;
use restarts::{Phases, Restarts};
use trail::{Reason, Trail};

/// The clause base is reduced for the `k`-th time after `REDUCE * k` more conflicts.
const REDUCE: u64 = 300;

/// The least memory of each node and of each option, in bytes.
const NODE_BYTES: usize = 16;
const OPTION_BYTES: usize = 130;

/// A search for one solution that can be paused.
#[derive(Clone, Debug)]
pub struct Learner {
    formula: Formula,
    trail: Trail,
    clauses: Clauses,
    activity: Activity,
    analysis: Analysis,
    phases: Phases,
    restarts: Restarts,
    /// How many variables of each bound hold, and how many do not.
    counted: Vec<[u32; 2]>,
    /// The work done, in nanoseconds, about.
    work: u64,
    conflicts: u64,
    decisions: u64,
    /// The conflicts at which clauses are reduced next, and the number of reductions.
    reduce: u64,
    reductions: u64,
    is_impossible: bool,
    /// Learned and forgotten clauses, if a proof needs them.
    record: Option<Record>,
    /// Literals that are assumed.
    assumed: Option<Assumed>,
}

impl Learner {
    /// A search through a part that has not begun. All its variables are options or colors.
    pub fn new(part: &Part) -> Self {
        Self::of(Formula::new(part))
    }

    /// A search in which [colors support each other](supports), if that is wanted. All its variables
    /// are options or colors.
    pub fn supported(part: &Part, supports: bool) -> Self {
        Self::of(Formula::of(part, supports))
    }

    /// The same with counters for bounds on large numbers.
    pub fn counting(part: &Part, supports: bool) -> Self {
        Self::of(Formula::of(part, supports).with_counters(counters::LEAST))
    }

    fn of(formula: Formula) -> Self {
        let count = formula.variables;
        // Options of items with few options come first.
        let mut scores = vec![0.0f64; count];
        for list in 0..formula.clauses.count() as u32 {
            let members = formula.clauses.list(list);
            for &member in members {
                scores[member as usize] += 1.0 / (members.len() * members.len()) as f64;
            }
        }
        let mut learner = Learner {
            trail: Trail::new(count),
            clauses: Clauses::new(count),
            activity: Activity::new(scores),
            analysis: Analysis::new(count),
            phases: Phases::new(
                (0..count)
                    .map(|variable| variable < formula.options)
                    .collect(),
            ),
            restarts: Restarts::new(),
            counted: vec![[0; 2]; formula.bounds.len()],
            work: 0,
            conflicts: 0,
            decisions: 0,
            reduce: REDUCE,
            reductions: 0,
            is_impossible: false,
            record: None,
            assumed: None,
            formula,
        };
        learner.begin();
        learner
    }

    /// The least memory of a search through a part, computed without making it: each node is in the
    /// lists of its item and its option, and in a watched clause.
    pub fn least_bytes(part: &Part) -> usize {
        let nodes: usize = part.node_count();
        NODE_BYTES * nodes + OPTION_BYTES * part.choices.len()
    }

    /// Adds the formula's clauses, and assigns its units.
    fn begin(&mut self) {
        let mut literals = Vec::new();
        for list in 0..self.formula.clauses.count() as u32 {
            literals.clear();
            let members = self.formula.clauses.list(list).iter();
            literals.extend(members.map(|&member| Literal::yes(member)));
            match literals[..] {
                [] => self.is_impossible = true,
                [only] => self.assert(only),
                _ => _ = self.clauses.add(&literals, None),
            }
        }
        for clause in std::mem::take(&mut self.formula.wider) {
            self.begin_with(&clause);
        }
        let supports = std::mem::take(&mut self.formula.supports);
        for clause in 0..supports.count() as u32 {
            self.begin_with(supports.list(clause));
        }
        self.work += 8 * supports.all().len() as u64;
        self.formula.supports = supports;
        for bound in 0..self.formula.bounds.len() as u32 {
            let limits = self.formula.bounds[bound as usize];
            let all = match limits {
                _ if limits.lower > limits.all || limits.lower > limits.upper => {
                    self.is_impossible = true;
                    continue;
                }
                _ if limits.upper == 0 => false,
                _ if limits.lower == limits.all => true,
                _ => continue,
            };
            for place in self.formula.bounded.range(bound) {
                let member = self.formula.bounded.all()[place];
                self.assert(match all {
                    true => Literal::yes(member),
                    false => Literal::no(member),
                });
            }
        }
        self.work += 50 * self.formula.groups_of.all().len() as u64;
    }

    /// Adds a clause of the formula.
    fn begin_with(&mut self, clause: &[Literal]) {
        match *clause {
            [] => self.is_impossible = true,
            [only] => self.assert(only),
            _ => _ = self.clauses.add(clause, None),
        }
    }

    /// Takes back all decisions, so that more can be required. What was learned stays.
    pub fn restart(&mut self) {
        self.note_phases(self.trail.assigned.len());
        self.backtrack(0);
    }

    /// Requires at least one of these literals in a solution. Call it before the search begins, or
    /// after [`Self::restart`].
    pub fn require(&mut self, literals: &[Literal]) {
        match *literals {
            [] => self.is_impossible = true,
            [only] => self.assert(only),
            _ => {
                // Watch two literals without a value, if there are two.
                let mut literals = literals.to_vec();
                literals.sort_by_key(|&own| self.trail.value(own) < 0);
                let first = self.trail.value(literals[0]);
                match self.trail.value(literals[1]) {
                    _ if first > 0 => {}
                    0.. => _ = self.clauses.add(&literals, None),
                    _ if first < 0 => self.is_impossible = true,
                    _ => self.assert(literals[0]),
                }
            }
        }
    }

    /// Assigns a literal that holds in all solutions.
    fn assert(&mut self, literal: Literal) {
        match self.trail.value(literal) {
            0 => self.trail.assign(literal, Reason::None),
            1 => {}
            _ => self.is_impossible = true,
        }
    }

    /// Continues for this much work, within this many bytes of memory.
    pub fn run(&mut self, work: u64, memory: usize) -> Status<Option<Vec<u32>>> {
        let end = self.work.saturating_add(work);
        if self.bytes() > memory {
            return Status::Full;
        }
        loop {
            if self.is_impossible {
                return Status::Done(None);
            }
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                match self.trail.level() {
                    0 => {
                        self.is_impossible = true;
                        continue;
                    }
                    level if level == self.base() => {
                        self.refute(conflict);
                        return Status::Done(None);
                    }
                    _ => {}
                }
                self.learn(conflict);
                if self.bytes() > memory {
                    self.reduce = self.conflicts;
                }
                // With wide bounds, thousands of conflicts may follow one another.
                if self.work >= end {
                    return Status::Paused;
                }
                continue;
            }
            if self.trail.level() < self.base() {
                match self.decide_assumptions() {
                    true => continue,
                    false => return Status::Done(None),
                }
            }
            if self.trail.assigned.len() == self.formula.variables {
                return Status::Done(Some(self.solution()));
            }
            if self.work >= end {
                return Status::Paused;
            }
            if self.restarts.is_due(self.conflicts, self.work) {
                self.note_phases(self.trail.assigned.len());
                self.backtrack(self.base());
            } else if self.conflicts >= self.reduce {
                self.forget();
                if self.bytes() > memory {
                    return Status::Full;
                }
            } else {
                self.rephase();
                self.decide();
            }
        }
    }

    fn learn(&mut self, conflict: propagate::Conflict) {
        let level = self.trail.level();
        self.note_phases(self.trail.start(level));
        let back = self.analyze(conflict);
        self.record_learned();
        self.restarts.note(self.analysis.glue);
        self.backtrack(back);
        let first = self.analysis.clause[0];
        match self.analysis.clause[..] {
            [_] => self.assert(first),
            [_, other] => {
                self.clauses
                    .add(&self.analysis.clause, Some(self.analysis.glue));
                self.trail.assign(first, Reason::Literal(!other));
            }
            _ => {
                let clause = self
                    .clauses
                    .add(&self.analysis.clause, Some(self.analysis.glue));
                self.trail.assign(first, Reason::Clause(clause));
            }
        }
    }

    fn decide(&mut self) {
        let variable = loop {
            let variable = self.activity.top().expect("some variable has no value");
            if self.trail.value(Literal::yes(variable)) == 0 {
                break variable;
            }
            self.activity.pop();
            self.work += 8;
        };
        self.decisions += 1;
        let literal = match self.phases.of(variable, self.restarts.is_stable()) {
            true => Literal::yes(variable),
            false => Literal::no(variable),
        };
        self.trail.decide(literal);
    }

    /// Removes clauses that help little.
    fn forget(&mut self) {
        self.record_fixed();
        self.reductions += 1;
        self.reduce = self.conflicts + REDUCE * (self.reductions + 1);
        let trail = &self.trail;
        let is_satisfied = |literals: clauses::Slice<'_>| {
            literals
                .iter()
                .any(|own| trail.value(own) == 1 && trail.level_of(own.variable()) == 0)
        };
        let mut reasons: Vec<u32> = trail
            .assigned
            .iter()
            .filter_map(|literal| match trail.reason_of(literal.variable()) {
                Reason::Clause(clause) => Some(clause),
                _ => None,
            })
            .collect();
        reasons.sort_unstable();
        let is_reason = |clause: u32| reasons.binary_search(&clause).is_ok();
        let moved = self.clauses.reduce(is_satisfied, is_reason);
        self.work += self.clauses.bytes() as u64 / 4;
        self.trail.move_reasons(&moved);
        self.record_forgotten();
    }

    /// The options that hold.
    fn solution(&self) -> Vec<u32> {
        let options = 0..self.formula.options as u32;
        options
            .filter(|&option| self.trail.value(Literal::yes(option)) == 1)
            .collect()
    }

    /// The item and the color of each color variable.
    pub fn colors(&self) -> &[(u32, u32)] {
        &self.formula.colors
    }

    /// The work done so far, in nanoseconds, about.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The number of conflicts.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// The number of decisions.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.formula.bytes()
            + self.trail.bytes()
            + self.clauses.bytes()
            + self.activity.bytes()
            + self.analysis.bytes()
            + self.phases.bytes()
            + self.record_bytes()
    }
}
