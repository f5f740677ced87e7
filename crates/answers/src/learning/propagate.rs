//! Unit propagation.
//!
//! ```text
//! for each assigned literal, in order:
//!     groups:  the other variables of the group are false   (exactly one, at most one, colors)
//!     implied: its implied literals are true                (options and their colors)
//!     bounds:  a bound that is reached decides the rest     (counters)
//!     clauses: watch another literal, or the last one is true
//! ```
//!
//! Most of the time of a search is spent here.

use super::Learner;
use super::formula::Formula;
use super::literal::Literal;
use super::trail::Reason;

/// The constraint that the assignment violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two true literals that exclude each other.
    Two(Literal, Literal),
    /// A clause without a literal left.
    Clause(u32),
    /// A bound with too many variables that hold.
    Upper(u32),
    /// A bound with too many variables that do not hold.
    Lower(u32),
}

/// Times in nanoseconds: for a literal; for eight members of a group; for a watch; for a clause
/// that is examined. Eight of its literals take as long as eight members.
const LITERAL: u64 = 24;
const EIGHT: u64 = 15;
const WATCH: u64 = 2;
const CLAUSE: u64 = 20;

impl Learner {
    /// Propagates all new assignments. Returns a conflict, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.assigned.get(self.trail.head) {
            self.trail.head += 1;
            self.work += LITERAL;
            let conflict = self
                .count(literal)
                .or_else(|| self.exclude(literal))
                .or_else(|| self.follow(literal));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Propagates the groups of a variable that holds, and the implications of a literal.
    #[inline]
    fn exclude(&mut self, literal: Literal) -> Option<Conflict> {
        let Formula {
            groups, groups_of, ..
        } = &self.formula;
        let (variable, reason) = (literal.variable(), Reason::Literal(literal));
        if literal.is_yes() {
            for &group in groups_of.list(variable) {
                let members = groups.list(group);
                self.work += (members.len() as u64).div_ceil(8) * EIGHT;
                for &member in members {
                    if member == variable {
                        continue;
                    }
                    let no = Literal::no(member);
                    match self.trail.value(no) {
                        0 => self.trail.assign(no, reason),
                        1 => {}
                        _ => return Some(Conflict::Two(literal, !no)),
                    }
                }
            }
        }
        for &implied in self.formula.implied.list(literal.number()) {
            match self.trail.value(implied) {
                0 => self.trail.assign(implied, reason),
                1 => {}
                _ => return Some(Conflict::Two(literal, !implied)),
            }
        }
        None
    }

    /// Propagates the bounds of a variable.
    #[inline]
    fn count(&mut self, literal: Literal) -> Option<Conflict> {
        let bounds = self.formula.bounds_of.list(literal.variable());
        if bounds.is_empty() {
            return None;
        }
        for &bound in bounds {
            let counted = &mut self.counted[bound as usize];
            counted[usize::from(!literal.is_yes())] += 1;
        }
        for &bound in bounds {
            let limits = self.formula.bounds[bound as usize];
            let [yes, no] = self.counted[bound as usize];
            let (settled, reason) = if literal.is_yes() {
                if yes > limits.upper {
                    return Some(Conflict::Upper(bound));
                }
                (yes == limits.upper, Reason::Upper(bound))
            } else {
                let most = limits.all - limits.lower;
                if no > most {
                    return Some(Conflict::Lower(bound));
                }
                (no == most, Reason::Lower(bound))
            };
            if !settled {
                continue;
            }
            let members = self.formula.bounded.list(bound);
            self.work += (members.len() as u64).div_ceil(8) * EIGHT;
            for &member in members {
                let rest = match literal.is_yes() {
                    true => Literal::no(member),
                    false => Literal::yes(member),
                };
                if self.trail.value(rest) == 0 {
                    self.trail.assign(rest, reason);
                }
            }
        }
        None
    }

    /// Propagates the clauses that watch the negation of a literal.
    #[inline]
    fn follow(&mut self, literal: Literal) -> Option<Conflict> {
        let watched = !literal;
        let mut list = std::mem::take(&mut self.clauses.watches[watched.index()]);
        self.work += list.len() as u64 * WATCH;
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        'watches: while from < list.len() {
            let watch = list[from];
            from += 1;
            let value = self.trail.value(watch.other);
            if value == 1 {
                list[to] = watch;
                to += 1;
                continue;
            }
            if watch.is_short() {
                list[to] = watch;
                to += 1;
                if value == 0 {
                    self.trail.assign(watch.other, Reason::Literal(literal));
                    continue;
                }
                conflict = Some(Conflict::Two(literal, !watch.other));
                break;
            }
            let clause = watch.clause();
            let (literals, place) = self.clauses.searched(clause);
            let other = Literal::of_number(literals[0] ^ literals[1] ^ watched.number());
            let value = self.trail.value(other);
            self.work += CLAUSE;
            if value == 1 {
                list[to] = watch.with_other(other);
                to += 1;
                continue;
            }
            let length = literals.len();
            let begin = (*place as usize).min(length);
            for at in (begin..length).chain(2..begin) {
                let candidate = Literal::of_number(literals[at]);
                if self.trail.value(candidate) >= 0 {
                    self.work += (at.abs_diff(begin) as u64 / 8) * EIGHT;
                    literals[0] = other.number();
                    literals[1] = candidate.number();
                    literals[at] = watched.number();
                    *place = at as u32;
                    self.clauses.watches[candidate.index()].push(watch.with_other(other));
                    continue 'watches;
                }
            }
            self.work += (length as u64 / 8) * EIGHT;
            list[to] = watch;
            to += 1;
            if value == 0 {
                self.trail.assign(other, Reason::Clause(clause));
            } else {
                conflict = Some(Conflict::Clause(clause));
                break;
            }
        }
        list.copy_within(from.., to);
        list.truncate(to + list.len() - from);
        self.clauses.watches[watched.index()] = list;
        conflict
    }

    /// Takes back all assignments above a level.
    pub(super) fn backtrack(&mut self, level: u32) {
        if level >= self.trail.level() {
            return;
        }
        let start = self.trail.start(level + 1);
        while self.trail.assigned.len() > start {
            let was_propagated = self.trail.assigned.len() <= self.trail.head;
            let literal = self.trail.pop().expect("the trail is longer");
            let variable = literal.variable();
            if was_propagated {
                for &bound in self.formula.bounds_of.list(variable) {
                    let counted = &mut self.counted[bound as usize];
                    counted[usize::from(!literal.is_yes())] -= 1;
                }
                self.trail.head = self.trail.assigned.len();
            }
            self.phases.saved[variable as usize] = literal.is_yes();
            self.activity.put(variable);
        }
        self.trail.cut(level);
    }

    /// The causes of a literal: true literals that imply it, for this reason.
    pub(super) fn causes(&self, literal: Literal, reason: Reason, causes: &mut Vec<Literal>) {
        causes.clear();
        let before =
            |variable: u32| self.trail.place_of(variable) < self.trail.place_of(literal.variable());
        match reason {
            Reason::None => {}
            Reason::Literal(cause) => causes.push(cause),
            Reason::Clause(clause) => {
                let literals = self.clauses.literals(clause).iter();
                causes.extend(literals.filter(|&own| own != literal).map(|own| !own));
            }
            Reason::Upper(bound) => {
                let most = self.formula.bounds[bound as usize].upper;
                self.held(bound, true, most, before, causes);
            }
            Reason::Lower(bound) => {
                let limits = self.formula.bounds[bound as usize];
                self.held(bound, false, limits.all - limits.lower, before, causes);
            }
        }
    }

    /// The causes of a conflict: true literals that exclude each other.
    pub(super) fn causes_of(&self, conflict: Conflict, causes: &mut Vec<Literal>) {
        causes.clear();
        match conflict {
            Conflict::Two(one, other) => causes.extend([one, other]),
            Conflict::Clause(clause) => {
                causes.extend(self.clauses.literals(clause).iter().map(|own| !own));
            }
            Conflict::Upper(bound) => {
                let most = self.formula.bounds[bound as usize].upper;
                self.held(bound, true, most + 1, |_| true, causes);
            }
            Conflict::Lower(bound) => {
                let limits = self.formula.bounds[bound as usize];
                let most = limits.all - limits.lower;
                self.held(bound, false, most + 1, |_| true, causes);
            }
        }
    }

    /// Collects `count` true literals of a bound whose variables are `wanted`.
    fn held(
        &self,
        bound: u32,
        is_yes: bool,
        count: u32,
        wanted: impl Fn(u32) -> bool,
        causes: &mut Vec<Literal>,
    ) {
        for &member in self.formula.bounded.list(bound) {
            if causes.len() == count as usize {
                break;
            }
            let literal = match is_yes {
                true => Literal::yes(member),
                false => Literal::no(member),
            };
            if self.trail.value(literal) == 1 && wanted(member) {
                causes.push(literal);
            }
        }
        debug_assert_eq!(causes.len(), count as usize);
    }
}
