//! When to restart, and the values of decisions (phases).
//!
//! Two modes take turns (Biere, CaDiCaL, 2017; Oh, 2015). The focused mode restarts if recent
//! clauses have a higher glue than usual (Audemard and Simon, Glucose, 2009): it is good at proofs.
//! The stable mode restarts seldom (Luby, Sinclair and Zuckerman, 1993) and decides values as in
//! the longest assignment without a conflict: it is good at finding solutions.

use super::Learner;

/// The conflicts of the first stable mode.
const FIRST: u64 = 1000;

/// Conflicts between restarts: at least `FOCUSED` in the focused mode, and `STABLE` times 1, 1, 2,
/// 1, 1, 2, 4, ... in the stable mode.
const FOCUSED: u64 = 2;
const STABLE: u64 = 1024;

/// The stable mode lasts `STABLE_TIMES` the time of the focused one.
const STABLE_TIMES: u64 = 2;

/// In the focused mode, recent clauses must be worse than usual by this factor.
const MARGIN: f64 = 1.1;

/// Conflicts before values are reset for the first time.
const REPHASE: u64 = 1000;

/// When to restart.
#[derive(Clone, Debug, Default)]
pub struct Restarts {
    /// Moving averages of the glue of clauses.
    fast: Mean,
    slow: Mean,
    is_stable: bool,
    /// The conflicts at which to restart next.
    next: u64,
    /// The pair of numbers with which Knuth computes Luby's sequence.
    luby: (u64, u64),
    /// The work of the first mode, the number of finished modes, and the work at which this one
    /// ends.
    mode: u64,
    modes: u64,
    mode_ends: u64,
    /// The conflicts at which values are reset next, and the number of resets.
    rephase: u64,
    rephased: u64,
}

/// An exponential moving average with bias correction.
#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    share: f64,
    /// The weight that the initial value still has.
    rest: f64,
}

impl Default for Mean {
    fn default() -> Self {
        Mean::of(1.0)
    }
}

impl Mean {
    fn of(share: f64) -> Self {
        Mean {
            value: 0.0,
            share,
            rest: 1.0,
        }
    }

    fn add(&mut self, value: f64) {
        self.value += self.share * (value - self.value);
        self.rest *= 1.0 - self.share;
    }

    fn get(&self) -> f64 {
        match self.rest < 1.0 {
            true => self.value / (1.0 - self.rest),
            false => 0.0,
        }
    }
}

impl Restarts {
    /// The state before the first conflict.
    pub fn new() -> Self {
        Restarts {
            fast: Mean::of(0.03),
            slow: Mean::of(1e-5),
            luby: (1, 1),
            is_stable: true,
            next: STABLE,
            rephase: REPHASE,
            ..Restarts::default()
        }
    }

    /// Whether the mode is the stable one.
    pub fn is_stable(&self) -> bool {
        self.is_stable
    }

    /// Records a conflict.
    pub fn note(&mut self, glue: u32) {
        self.fast.add(f64::from(glue));
        self.slow.add(f64::from(glue));
    }

    /// Whether to restart now.
    pub fn is_due(&mut self, conflicts: u64, work: u64) -> bool {
        if conflicts < self.next {
            return false;
        }
        if self.is_stable {
            let (u, v) = self.luby;
            self.luby = match u & u.wrapping_neg() == v {
                true => (u + 1, 1),
                false => (u, 2 * v),
            };
            self.next = conflicts + STABLE * self.luby.1;
        } else if self.fast.get() < MARGIN * self.slow.get() {
            return false;
        } else {
            self.next = conflicts + FOCUSED;
        }
        self.change_mode(conflicts, work);
        true
    }

    fn change_mode(&mut self, conflicts: u64, work: u64) {
        let ends = match self.modes {
            0 => conflicts >= FIRST,
            _ => work >= self.mode_ends,
        };
        if !ends {
            return;
        }
        if self.modes == 0 {
            self.mode = work;
        }
        self.modes += 1;
        let rounds = self.modes / 2 + 1;
        self.is_stable = !self.is_stable;
        let times = if self.is_stable { STABLE_TIMES } else { 1 };
        self.mode_ends = work + self.mode * rounds * rounds * times;
        self.next = conflicts + FOCUSED;
        if self.is_stable {
            self.luby = (1, 1);
            self.next = conflicts + STABLE;
        }
    }
}

/// The values for decisions.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    /// The last value of each variable (saved phases).
    pub saved: Vec<bool>,
    /// The values of the longest assignment without a conflict since the last reset (target
    /// phases).
    target: Vec<Option<bool>>,
    target_length: usize,
    /// The same since saved values were last set to these (best phases).
    best: Vec<bool>,
    best_length: usize,
    original: Vec<bool>,
}

impl Phases {
    /// Starts with these values.
    pub fn new(original: Vec<bool>) -> Self {
        Phases {
            saved: original.clone(),
            target: vec![None; original.len()],
            best: original.clone(),
            original,
            ..Phases::default()
        }
    }

    /// The value for deciding a variable.
    pub fn of(&self, variable: u32, is_stable: bool) -> bool {
        let saved = self.saved[variable as usize];
        match is_stable {
            true => self.target[variable as usize].unwrap_or(saved),
            false => saved,
        }
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.saved.len() * 5
    }
}

impl Learner {
    /// Records an assignment without a conflict: the first literals of the trail.
    pub(super) fn note_phases(&mut self, length: usize) {
        let assigned = &self.trail.assigned[..length];
        let phases = &mut self.phases;
        if length > phases.target_length {
            phases.target_length = length;
            for literal in assigned {
                phases.target[literal.variable() as usize] = Some(literal.is_yes());
            }
        }
        if length > phases.best_length {
            phases.best_length = length;
            for literal in assigned {
                phases.best[literal.variable() as usize] = literal.is_yes();
            }
        }
    }

    /// Resets the values, if it is time (rephasing).
    pub(super) fn rephase(&mut self) {
        if self.conflicts < self.restarts.rephase {
            return;
        }
        let number = self.restarts.rephased;
        self.restarts.rephased += 1;
        self.restarts.rephase = self.conflicts + REPHASE * (number + 2);
        self.backtrack(self.base());
        let phases = &mut self.phases;
        match number % 6 {
            0 | 4 => phases.saved.clone_from(&phases.original),
            2 => {
                for (saved, &original) in phases.saved.iter_mut().zip(&phases.original) {
                    *saved = !original;
                }
            }
            _ => {
                phases.saved.clone_from(&phases.best);
                phases.best_length = 0;
            }
        }
        phases.target.fill(None);
        phases.target_length = 0;
    }
}
