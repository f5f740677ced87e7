//! Conflict analysis: learns a clause that would have prevented a conflict.
//!
//! From the conflict back along the trail, literals of the last level are replaced by their causes,
//! until one is left (the first unique implication point: Marques-Silva and Sakallah, GRASP, 1996).
//! Literals that follow from others of the clause are dropped (clause minimization: Sorensson and
//! Biere, 2009).
//!
//! The activities of all variables on that path rise, and those of the causes of the clause's
//! literals (reason side rate: Liang and others, 2016). The latter halve the conflicts on
//! quasigroups with holes, or better.

use super::Learner;
use super::literal::Literal;
use super::propagate::Conflict;
use super::trail::Reason;

/// Marks of a variable during the analysis of a conflict.
const SEEN: u8 = 1;
const REDUNDANT: u8 = 2;
const NEEDED: u8 = 4;
const BEHIND: u8 = 8;

/// Buffers of a conflict analysis, and its result.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The learned clause. The first literal holds after backtracking; the second one has the level
    /// to backtrack to.
    pub clause: Vec<Literal>,
    /// The number of levels in the clause (its glue, or LBD).
    pub glue: u32,
    marks: Vec<u8>,
    marked: Vec<u32>,
    causes: Vec<Literal>,
    /// For each level, the last count that met it.
    met: Vec<u64>,
    count: u64,
    stack: Vec<(u32, Vec<Literal>)>,
    spare: Vec<Vec<Literal>>,
}

/// The time to examine a literal, in nanoseconds.
const LOOK: u64 = 8;

/// The largest depth of causes when minimizing a clause.
const DEEP: usize = 500;

impl Analysis {
    /// Buffers for this many variables.
    pub fn new(variables: usize) -> Self {
        Analysis {
            marks: vec![0; variables],
            met: vec![0; variables + 1],
            ..Analysis::default()
        }
    }

    fn mark(&mut self, variable: u32, mark: u8) {
        let marks = &mut self.marks[variable as usize];
        if *marks == 0 {
            self.marked.push(variable);
        }
        *marks |= mark;
    }

    fn has(&self, variable: u32, mark: u8) -> bool {
        self.marks[variable as usize] & mark != 0
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.marks.len() * 9
    }
}

impl Learner {
    /// Learns a clause from a conflict, into [`Analysis::clause`]. Returns the level to backtrack
    /// to.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> u32 {
        let mut analysis = std::mem::take(&mut self.analysis);
        let level = self.trail.level();
        analysis.clause.clear();
        analysis.clause.push(Literal::of_number(0));
        let mut causes = std::mem::take(&mut analysis.causes);
        self.causes_of(conflict, &mut causes);
        if let Conflict::Clause(clause) = conflict {
            self.note(clause, &mut analysis);
        }
        let mut open = 0;
        let mut place = self.trail.assigned.len();
        let last = loop {
            self.work += LOOK * causes.len() as u64;
            for &cause in &causes {
                let variable = cause.variable();
                let own = self.trail.level_of(variable);
                if own == 0 || analysis.has(variable, SEEN) {
                    continue;
                }
                analysis.mark(variable, SEEN);
                match own == level {
                    true => open += 1,
                    false => analysis.clause.push(!cause),
                }
            }
            let literal = loop {
                place -= 1;
                let literal = self.trail.assigned[place];
                if analysis.has(literal.variable(), SEEN) {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                break literal;
            }
            let reason = self.trail.reason_of(literal.variable());
            if let Reason::Clause(clause) = reason {
                self.note(clause, &mut analysis);
            }
            self.causes(literal, reason, &mut causes);
        };
        analysis.causes = causes;
        analysis.clause[0] = !last;
        self.mark_behind(&mut analysis);
        self.raise(&analysis);
        self.shorten(&mut analysis);
        let clause = std::mem::take(&mut analysis.clause);
        analysis.glue = self.levels(clause.iter().copied(), &mut analysis);
        analysis.clause = clause;
        let back = self.second_level(&mut analysis.clause);
        for variable in analysis.marked.drain(..) {
            analysis.marks[variable as usize] = 0;
        }
        self.analysis = analysis;
        back
    }

    /// Marks the causes of the clause's literals.
    fn mark_behind(&mut self, analysis: &mut Analysis) {
        let mut causes = std::mem::take(&mut analysis.causes);
        for at in 0..analysis.clause.len() {
            let literal = !analysis.clause[at];
            let reason = self.trail.reason_of(literal.variable());
            self.causes(literal, reason, &mut causes);
            self.work += LOOK * causes.len() as u64;
            for &cause in &causes {
                let variable = cause.variable();
                if self.trail.level_of(variable) != 0 && !analysis.has(variable, SEEN) {
                    analysis.mark(variable, BEHIND);
                }
            }
        }
        analysis.causes = causes;
    }

    /// Raises the activities of all marked variables.
    fn raise(&mut self, analysis: &Analysis) {
        for &variable in &analysis.marked {
            self.activity.raise(variable);
        }
        self.activity.grow();
        self.work += LOOK * 4 * analysis.marked.len() as u64;
    }

    /// Records the use of a clause.
    fn note(&mut self, clause: u32, analysis: &mut Analysis) {
        if self.clauses.is_learned(clause) {
            let mut glue = self.clauses.glue(clause);
            if glue > 2 {
                glue = self.levels(self.clauses.literals(clause).iter(), analysis);
            }
            self.clauses.note(clause, glue);
        }
    }

    /// The number of levels among some literals.
    fn levels(&self, literals: impl Iterator<Item = Literal>, analysis: &mut Analysis) -> u32 {
        analysis.count += 1;
        let mut levels = 0;
        for literal in literals {
            let met = &mut analysis.met[self.trail.level_of(literal.variable()) as usize];
            levels += u32::from(*met != analysis.count);
            *met = analysis.count;
        }
        levels
    }

    /// Drops literals that follow from the others.
    fn shorten(&mut self, analysis: &mut Analysis) {
        analysis.count += 1;
        for at in 1..analysis.clause.len() {
            let level = self.trail.level_of(analysis.clause[at].variable());
            analysis.met[level as usize] = analysis.count;
        }
        let mut kept = 1;
        for at in 1..analysis.clause.len() {
            let literal = analysis.clause[at];
            if !self.is_redundant(!literal, analysis) {
                analysis.clause[kept] = literal;
                kept += 1;
            }
        }
        analysis.clause.truncate(kept);
    }

    /// Whether a true literal follows from others that are marked as seen.
    fn is_redundant(&mut self, literal: Literal, analysis: &mut Analysis) -> bool {
        if self.trail.reason_of(literal.variable()) == Reason::None {
            return false;
        }
        let mut causes = analysis.spare.pop().unwrap_or_default();
        let reason = self.trail.reason_of(literal.variable());
        self.causes(literal, reason, &mut causes);
        analysis.stack.push((literal.variable(), causes));
        // The first literal is itself marked as seen, so it is pushed without that check. Only
        // unmarked literals follow it on the stack.
        let mut failed = false;
        while let Some((variable, causes)) = analysis.stack.last_mut() {
            let variable = *variable;
            let Some(cause) = causes.pop() else {
                analysis.mark(variable, REDUNDANT);
                let (_, causes) = analysis.stack.pop().expect("it is there");
                analysis.spare.push(causes);
                continue;
            };
            self.work += LOOK;
            let own = cause.variable();
            let level = self.trail.level_of(own);
            if level == 0 || analysis.has(own, SEEN | REDUNDANT) {
                continue;
            }
            let reason = self.trail.reason_of(own);
            if reason == Reason::None
                || analysis.has(own, NEEDED)
                || analysis.met[level as usize] != analysis.count
                || analysis.stack.len() > DEEP
            {
                failed = true;
                break;
            }
            let mut causes = analysis.spare.pop().unwrap_or_default();
            self.causes(cause, reason, &mut causes);
            analysis.stack.push((own, causes));
        }
        while let Some((variable, causes)) = analysis.stack.pop() {
            analysis.mark(variable, NEEDED);
            analysis.spare.push(causes);
        }
        !failed
    }

    /// Moves a literal of the highest level, except the first literal, to the second place. Returns
    /// its level.
    fn second_level(&self, clause: &mut [Literal]) -> u32 {
        let level = |literal: Literal| self.trail.level_of(literal.variable());
        let Some(second) = (1..clause.len()).max_by_key(|&at| (level(clause[at]), usize::MAX - at))
        else {
            return 0;
        };
        clause.swap(1, second);
        level(clause[1])
    }
}
