//! A contest, and beside it the reduction of the part. The reduction gets a small share of the
//! time. If it proves that there is nothing to search, that is soon known; if it removes nothing,
//! little is lost.

use crate::answers::problem::model::{Model, Part};
use crate::answers::problem::reduce::Reducer;
use crate::answers::race::contest::Contest;
use crate::answers::race::way::Won;
use crate::answers::{Limits, Unfinished};
use crate::format::Problem;

/// What a contest beside a reduction has come to.
pub enum Ended<'w, T> {
    /// The answer.
    Won(Won<'w, T>),
    /// What is left of the part. It has the same solutions, and may be impossible.
    Smaller(Model),
}

/// How much a reduction may take, in nanoseconds. Before anything else: about what it takes to
/// read the part. Then `TIMES` what the contest takes, up to 40 ms ([`SOON`]) or one part in `PART`
/// of what the contest promises to take; and then one part in `SHARE`.
const FIRST: u64 = 2_000_000;
const PER_NODE: u64 = 100;
const TIMES: u64 = 16;
const SOON: u64 = 40_000_000;
const PART: f64 = 16.0;
const SHARE: u64 = 32;

/// A reduction that runs beside something else.
pub struct Beside<'p> {
    part: &'p Part,
    /// The part as a problem.
    alone: &'p Problem,
    /// None once it is over.
    reducer: Option<Reducer<'p>>,
    smaller: Option<Model>,
    /// What it may spend in all when the contest has spent so much, and promises to spend so
    /// much more.
    quota: Box<dyn Fn(u64, f64) -> u64>,
}

impl<'p> Beside<'p> {
    /// The reduction of a part, which is also given as a problem.
    pub fn new(part: &'p Part, alone: &'p Problem) -> Self {
        let nodes: usize = part.choices.iter().map(|choice| choice.nodes.len()).sum();
        let first = (FIRST + PER_NODE * nodes as u64).min(SOON);
        let quota = move |spent: u64, promise: f64| {
            let soon = first + spent.saturating_mul(TIMES).min((promise / PART) as u64);
            soon.min(SOON) + spent / SHARE
        };
        Self::with_quota(part, alone, quota)
    }

    /// A reduction that may spend `quota(spent, promise)` in all, when the contest has spent
    /// `spent` and promises to spend `promise` more.
    pub fn with_quota(
        part: &'p Part,
        alone: &'p Problem,
        quota: impl Fn(u64, f64) -> u64 + 'static,
    ) -> Self {
        Beside {
            part,
            alone,
            reducer: Some(Reducer::new(alone)),
            smaller: None,
            quota: Box::new(quota),
        }
    }

    /// Continues as far as it may when the contest has spent this much. Whether there is a
    /// smaller problem, with which to start again is worth while if the contest would take
    /// `promise` more.
    pub fn go_on(&mut self, spent: u64, promise: f64) -> bool {
        let Some(reducer) = &mut self.reducer else {
            return false;
        };
        let more = (self.quota)(spent, promise).saturating_sub(reducer.spent());
        if more == 0 || !reducer.run(more) {
            return false;
        }
        let gone = reducer.removed();
        let spent = spent as f64;
        let mut reducer = self.reducer.take().expect("it has gone on");
        let is_worthwhile = match self.part.choices.len() {
            _ if reducer.is_impossible() => true,
            _ if gone == 0 => false,
            // Not much is lost.
            _ if spent <= SOON as f64 => true,
            all if gone >= all / 16 => promise >= spent / 2.0,
            _ => promise >= spent * 4.0,
        };
        if is_worthwhile {
            reducer.follow(SOON);
            let reduction = reducer.finish();
            self.smaller = Some(self.part.without(self.alone, &reduction));
        }
        is_worthwhile
    }

    /// What is left, once that is known and worth while.
    pub fn smaller(&mut self) -> Option<Model> {
        self.smaller.take()
    }

    /// Whether all is done.
    pub fn is_over(&self) -> bool {
        self.reducer.is_none()
    }
}

/// Has a contest for a part, and reduces the part beside it, if `alone` is there: the part
/// as a problem.
///
/// # Errors
/// If the limits ask for an end, or if no way is left; with what is known then.
pub fn run<'w, T: Send>(
    part: &Part,
    alone: Option<&Problem>,
    contest: impl FnOnce() -> Contest<'w, T>,
    limits: &mut Limits<'_>,
) -> Result<Ended<'w, T>, Unfinished> {
    run_with(part, alone, limits, |limits, beside| {
        let mut contest = contest();
        let won = contest.run_beside(limits, beside);
        won.map_err(|why| {
            let known = contest.ways().map(|way| way.at_least()).max();
            Unfinished {
                why,
                at_least: known.unwrap_or_default().into(),
            }
        })
    })
}

/// What runs beside a contest, and may end it: see [`Contest::run_beside`].
pub type Aside<'b> = dyn FnMut(u64, f64) -> bool + 'b;

/// Has a contest of any kind, which has no answer if the reduction beside it has ended it.
///
/// # Errors
/// Those of the contest.
pub fn run_with<'w, T, E>(
    part: &Part,
    alone: Option<&Problem>,
    limits: &mut Limits<'_>,
    contest: impl FnOnce(&mut Limits<'_>, &mut Aside<'_>) -> Result<Option<Won<'w, T>>, E>,
) -> Result<Ended<'w, T>, E> {
    let alone = alone.filter(|_| limits.tuning.reduce);
    let tuning = limits.tuning;
    let mut beside = alone.map(|alone| Beside::new(part, alone));
    let mut go_on = |spent, promise| match &mut beside {
        Some(beside) => beside.go_on(spent, promise),
        None => false,
    };
    let won = match go_on(0, f64::INFINITY) {
        true => None,
        false => contest(limits, &mut go_on)?,
    };
    Ok(match won {
        Some(won) => Ended::Won(won),
        None => {
            let smaller = beside.and_then(|mut beside| beside.smaller());
            let smaller = smaller.expect("that ended the contest");
            Ended::Smaller(smaller.with(&tuning))
        }
    })
}
