//! Runs a race and, beside it, the reduction of the part. The reduction gets a small share of the
//! time. If the problem has no solution, it often proves that at once; if it removes nothing,
//! little is lost.

use crate::problem::model::{Model, Part};
use crate::problem::reduce::Reducer;
use crate::race::way::Won;
use crate::race::{Policy, Race};
use crate::{Limits, Stopped, Unfinished};
use dlx3_base::count::Count;
use dlx3_format::Problem;

/// The end of a race beside a reduction.
pub enum Ended<'w, T> {
    /// The answer.
    Won(Won<'w, T>),
    /// The reduced part. It has the same solutions, and may be impossible.
    Smaller(Model),
}

/// The quota of a reduction in nanoseconds. Before the race, it may take about as long as reading
/// the part. During the race, it may take `TIMES` times as long as the race, up to 40 ms ([`SOON`])
/// or one part in `PART` of what the race promises to take. After that, it gets one part in `SHARE`
/// of the race's time.
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
    /// None once the reduction is over.
    reducer: Option<Reducer<'p>>,
    smaller: Option<Model>,
    /// The most that it may have spent, by what the race has spent and how much more it promises to
    /// spend.
    quota: Box<dyn Fn(u64, f64) -> u64>,
}

impl<'p> Beside<'p> {
    /// The reduction of a part; `alone` is the part as a problem.
    pub fn new(part: &'p Part, alone: &'p Problem) -> Self {
        let nodes: usize = part.node_count();
        let first = (FIRST + PER_NODE * nodes as u64).min(SOON);
        let quota = move |spent: u64, promise: f64| {
            let soon = first + spent.saturating_mul(TIMES).min((promise / PART) as u64);
            soon.min(SOON) + spent / SHARE
        };
        Self::with_quota(part, alone, quota)
    }

    /// A reduction that may spend `quota(spent, promise)` in all, when the race has spent `spent`
    /// and promises to spend `promise` more.
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

    /// Continues within the quota. Returns whether there is a smaller problem on which it pays to
    /// restart the race, given that the race would take `promise` more.
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
            // Little is lost.
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

    /// The smaller problem, once it is known and worth a restart.
    pub fn smaller(&mut self) -> Option<Model> {
        self.smaller.take()
    }

    /// Whether the reduction is over.
    pub fn is_over(&self) -> bool {
        self.reducer.is_none()
    }
}

/// Runs a race for a part, and reduces the part beside it if `alone` is given: the part as a
/// problem. The race is made only if the first reductions do not suffice. It may spend `most`
/// nanoseconds of counted work, if that is given.
///
/// # Errors
/// If the limits or `most` end it, or if there is too little memory. The error has the race.
pub fn run<'w, T: 'w, P: Policy<T>>(
    part: &Part,
    alone: Option<&Problem>,
    most: Option<u64>,
    race: impl FnOnce() -> Race<'w, T, P>,
    limits: &mut Limits<'_>,
) -> Result<Ended<'w, T>, (Stopped, Race<'w, T, P>)> {
    let alone = alone.filter(|_| limits.tuning.reduce);
    let mut beside = alone.map(|alone| Beside::new(part, alone));
    let mut go_on = |spent, promise| {
        let beside = beside.as_mut();
        beside.is_some_and(|beside| beside.go_on(spent, promise))
    };
    if !go_on(0, f64::INFINITY) {
        let mut race = race();
        let mut is_late = false;
        let won = race.run(limits, &mut |spent, promise| {
            is_late = most.is_some_and(|most| spent >= most);
            is_late || go_on(spent, promise)
        });
        match won {
            Ok(Some(won)) => return Ok(Ended::Won(won)),
            Ok(None) if is_late => return Err((Stopped::Limit, race)),
            Ok(None) => {}
            Err(why) => return Err((why, race)),
        }
    }
    let smaller = beside.and_then(|mut beside| beside.smaller());
    let smaller = smaller.expect("that ended the race");
    Ok(Ended::Smaller(smaller.with(&limits.tuning)))
}

/// The model after the whole reduction of a part; `alone` is the part as a problem.
///
/// # Errors
/// If the limits end it.
pub fn reduced(part: &Part, alone: &Problem, limits: &mut Limits<'_>) -> Result<Model, Unfinished> {
    let mut reducer = Reducer::new(alone);
    while !reducer.run(SOON) {
        if limits.is_over() {
            return Err(Unfinished {
                why: Stopped::Limit,
                at_least: Count::ZERO,
            });
        }
    }
    reducer.follow(SOON);
    let smaller = part.without(alone, &reducer.finish());
    Ok(smaller.with(&limits.tuning))
}
