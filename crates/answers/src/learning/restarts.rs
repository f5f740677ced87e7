//! When the search begins again, and with which values it decides.
//!
//! Two modes take turns (Biere, CaDiCaL, 2017; Oh, 2015). The focused one restarts where clauses
//! of late have more levels than usual (Audemard and Simon, Glucose, 2009): it proves. The stable
//! one restarts seldom (Luby, Sinclair and Zuckerman, 1993) and decides as in the longest
//! assignment without a conflict: it finds.

use super::Learner;

/// The conflicts of the first stable mode.
const FIRST: u64 = 1000;

/// Conflicts between restarts: in the focused mode at least, and in the stable mode times 1, 1, 2,
/// 1, 1, 2, 4, ...
const FOCUSED: u64 = 2;
const STABLE: u64 = 1024;

/// How much longer than the focused mode the stable one lasts.
const STABLE_TIMES: u64 = 2;

/// How much worse than usual clauses of late must be.
const MARGIN: f64 = 1.1;

/// Conflicts until values are forgotten for the first time.
const REPHASE: u64 = 1000;

/// When to restart.
#[derive(Clone, Debug, Default)]
pub struct Restarts {
    /// Moving means of the levels of clauses.
    fast: Mean,
    slow: Mean,
    is_stable: bool,
    /// Conflicts at which to restart next.
    next: u64,
    /// The numbers of Knuth's way to Luby's sequence.
    luby: (u64, u64),
    /// The work of the first mode, how many modes there were, and the work at which this one ends.
    mode: u64,
    modes: u64,
    mode_ends: u64,
    /// Conflicts at which values are forgotten next, and how often that was.
    rephase: u64,
    rephased: u64,
}

/// An exponential moving mean without bias.
#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    share: f64,
    /// What the mean still has of its beginning.
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
    /// Before the first conflict.
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

    /// Whether it is the mode that finds.
    pub fn is_stable(&self) -> bool {
        self.is_stable
    }

    /// Notes a conflict.
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

/// The values with which variables are decided.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    /// The last value of each variable.
    pub saved: Vec<bool>,
    /// The values of the longest assignment without a conflict since they were last forgotten.
    target: Vec<Option<bool>>,
    target_length: usize,
    /// The same since values were last set to those.
    best: Vec<bool>,
    best_length: usize,
    original: Vec<bool>,
}

impl Phases {
    /// Begins with these values.
    pub fn new(original: Vec<bool>) -> Self {
        Phases {
            saved: original.clone(),
            target: vec![None; original.len()],
            best: original.clone(),
            original,
            ..Phases::default()
        }
    }

    /// The value to decide a variable with.
    pub fn of(&self, variable: u32, is_stable: bool) -> bool {
        let saved = self.saved[variable as usize];
        match is_stable {
            true => self.target[variable as usize].unwrap_or(saved),
            false => saved,
        }
    }

    /// What it takes of memory.
    pub fn bytes(&self) -> usize {
        self.saved.len() * 5
    }
}

impl Learner {
    /// Notes an assignment without a conflict: the first literals of the trail.
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

    /// Sets values to others, if it is time.
    pub(super) fn rephase(&mut self) {
        if self.conflicts < self.restarts.rephase {
            return;
        }
        let number = self.restarts.rephased;
        self.restarts.rephased += 1;
        self.restarts.rephase = self.conflicts + REPHASE * (number + 2);
        self.backtrack(0);
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
