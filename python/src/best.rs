//! `Problem.best`: the cheapest solutions, and what is known of them while they are searched for.

use crate::faults::{self, Known, shown, wrong};
use crate::numbers::{self, amount};
use crate::problem::PyProblem;
use crate::progress::{More, Progress, SPACING};
use crate::proof::ProofFile;
use crate::run::{Asked, Control, run, within};
use dlx3::answers::best::{Cheapest, NotCheapest, Seen, Sense, Standing, cheapest_improving};
use dlx3::answers::claims::cheapest::Proved;
use dlx3::answers::{Latest, Limits, Sight, Stopped, View};
use dlx3::format::Costs;
use dlx3::{OptionId, Problem};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::cell::RefCell;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// A solution and its cost.
type Priced = (i128, Vec<OptionId>);

/// What is wanted of `best`.
pub struct Wanted {
    k: usize,
    sense: Sense,
    costs: Costs,
    /// The largest cost that is wanted.
    ceiling: Option<i128>,
    /// How far the best one may be from the optimum, as a share of its cost.
    gap: Option<f64>,
    callback: Option<Py<PyAny>>,
}

impl Wanted {
    /// Of the arguments of `best`.
    ///
    /// # Errors
    /// If they make no sense.
    pub fn new(
        k: usize,
        most: bool,
        costs: Costs,
        bound: Option<&Bound<'_, PyAny>>,
        gap: Option<&Bound<'_, PyAny>>,
        callback: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let sense = Sense::dearest(most);
        let ceiling = bound.map(|bound| numbers::in_units("bound", bound, sense, &costs));
        let gap = gap.map(share).transpose()?;
        if gap.is_some() && k > 1 {
            let told = "gap is for one solution, not for several";
            return Err(PyValueError::new_err(told));
        }
        if let Some(callback) = &callback
            && !callback.is_callable()
        {
            return Err(wrong("callback is a function", callback));
        }
        Ok(Wanted {
            k,
            sense,
            ceiling: ceiling.transpose()?,
            costs,
            gap,
            callback: callback.map(Bound::unbind),
        })
    }

    /// An amount in the units of the search, as the user knows it.
    fn amount<'py>(&self, py: Python<'py>, cost: i128) -> PyResult<Bound<'py, PyAny>> {
        amount(py, &self.costs, self.sense.signed(cost))
    }

    fn is_wanted(&self, cost: i128) -> bool {
        self.ceiling.is_none_or(|ceiling| cost <= ceiling)
    }
}

/// The share that a gap is: a number of percent, or a string such as `1%`, as `dlx best` reads it.
fn share(gap: &Bound<'_, PyAny>) -> PyResult<f64> {
    let py = gap.py();
    let wanted = "gap is a number of percent, or a string such as '1%'";
    let percent = if let Ok(text) = gap.cast::<PyString>() {
        let text = text.to_string_lossy();
        let text = text.strip_suffix('%').unwrap_or(&text);
        text.parse::<f64>().ok()
    } else {
        match gap.extract::<f64>() {
            Ok(percent) => Some(percent),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                return Err(wrong(wanted, gap));
            }
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => None,
            Err(error) => return Err(error),
        }
    };
    match percent.filter(|percent| percent.is_finite() && *percent >= 0.0) {
        Some(percent) => Ok(percent / 100.0),
        None => {
            let told = format!("{wanted}, from 0 on, not {}", shown(gap));
            Err(PyValueError::new_err(told))
        }
    }
}

/// How it stands: the cost of the best solution, and the bound.
struct News {
    best: Option<i128>,
    bound: i128,
    /// Whether one of them has changed.
    is_new: bool,
    /// For how long it has worked and how far it has come, if it is time to tell.
    progress: Option<(Duration, Sight)>,
}

/// What is searched for, and who is told meanwhile.
struct Task<'t> {
    problem: &'t Problem,
    wanted: &'t Wanted,
    /// What the options cost the search.
    costs: &'t [i128],
    begun: Instant,
    /// Whether anybody is told of the progress.
    is_heard: bool,
}

/// What a search has brought.
struct Outcome {
    found: Result<Cheapest, NotCheapest>,
    seen: Seen,
    /// Whether it ended because what was found is good enough.
    is_enough: bool,
    proved: Option<Proved>,
}

impl Task<'_> {
    fn search(&self, control: &Control, news: &Sender<News>) -> Outcome {
        let wanted = self.wanted;
        let (mut last, mut is_enough, mut seen) = (None, false, Seen::default());
        let (sight, mut due) = (RefCell::new(Sight::default()), self.begun + SPACING);
        let mut watch = |standing: Standing, solution: &dyn Fn() -> Option<Priced>| {
            seen.see(standing, solution);
            let best = seen.cost();
            let bound = seen.bound.unwrap_or(standing.bound);
            let is_new = last.replace((best, bound)) != Some((best, bound));
            let progress = (self.is_heard && Instant::now() >= due).then(|| {
                due = Instant::now() + SPACING;
                (self.begun.elapsed(), sight.borrow().clone())
            });
            if is_new && wanted.callback.is_some() || progress.is_some() {
                // Whoever listens waits until this thread is done.
                let _ = news.send(News {
                    best,
                    bound,
                    is_new,
                    progress,
                });
            }
            // None is wanted, or the best one is near enough.
            let is_near = wanted.gap.is_some_and(|gap| seen.is_within(gap));
            is_enough |= is_near || !wanted.is_wanted(bound);
            is_enough
        };
        let found = within(control, |limits| {
            let mut latest = Latest(&sight);
            let limits = &mut Limits {
                view: self.is_heard.then_some(&mut latest as &mut dyn View),
                threads: limits.threads,
                stack: limits.stack,
                stop: &mut *limits.stop,
                ..Limits::new(limits.memory)
            };
            cheapest_improving(self.problem, self.costs, wanted.k, limits, &mut watch)
        });
        Outcome {
            found,
            seen,
            is_enough,
            proved: None,
        }
    }
}

/// The solutions that are wanted of a problem, and the proof that none is better, if there is a
/// file for it.
///
/// # Errors
/// If a limit is reached, or the callback or who is told of the progress stops the search or
/// raises; if the file cannot be written.
pub fn best<'py>(
    py: Python<'py>,
    this: &PyProblem,
    wanted: &Wanted,
    progress: &Progress<'py>,
    mut proof: Option<ProofFile>,
    asked: Asked,
) -> PyResult<Bound<'py, PyList>> {
    let listener = progress.listener();
    let costs = wanted.sense.costs(&wanted.costs);
    let task = Task {
        problem: this.problem(),
        wanted,
        costs: &costs,
        begun: Instant::now(),
        is_heard: listener.is_some(),
    };
    let mut is_told_to_stop = false;
    let hear = |py: Python<'_>, news: News| -> PyResult<bool> {
        let amount = |cost| wanted.amount(py, cost);
        let best = news.best.map(amount).transpose()?;
        if let Some(callback) = &wanted.callback
            && news.is_new
        {
            let answer = callback.bind(py).call1((&best, amount(news.bound)?))?;
            is_told_to_stop |= answer.is_truthy()?;
        }
        if let (Some(listener), Some((gone, sight))) = (&listener, news.progress) {
            let known = More::Cheapest(best, amount(news.bound)?);
            is_told_to_stop |= listener.tell(py, gone, &sight, known)?;
        }
        Ok(is_told_to_stop)
    };
    let work = |control: &Control, news: Sender<News>| {
        let mut outcome = task.search(control, &news);
        if let Some(file) = &mut proof {
            let best = outcome.seen.best.as_ref();
            let proved = within(control, |limits| {
                file.prove(task.problem, task.costs, &outcome.found, best, limits)
            });
            outcome.proved = Some(proved);
        }
        outcome
    };
    let done = run(py, asked, work, hear);
    proof.map_or(Ok(()), ProofFile::finish)?;
    progress.close()?;
    answer(py, this, wanted, done?, is_told_to_stop)
}

fn answer<'py>(
    py: Python<'py>,
    this: &PyProblem,
    wanted: &Wanted,
    outcome: Outcome,
    is_told_to_stop: bool,
) -> PyResult<Bound<'py, PyList>> {
    let mut seen = outcome.seen;
    let list = |solutions: &[Priced]| {
        let solutions = solutions.iter();
        let solutions = solutions.filter(|solution| wanted.is_wanted(solution.0));
        let pairs = solutions.map(|(cost, solution)| {
            let cost = wanted.amount(py, *cost)?;
            PyTuple::new(py, [cost, this.list(py, solution)?.into_any()])
        });
        PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
    };
    let stopped = |why: Stopped, solutions: &[Priced], bound: Option<i128>| {
        let bound = bound.map(|bound| wanted.amount(py, bound)).transpose()?;
        let known = Known {
            best: Some(list(solutions)?.into_any().unbind()),
            bound: bound.map(Bound::unbind),
            ..Known::default()
        };
        let reason = match is_told_to_stop {
            true => faults::Reason::Callback,
            false => why.into(),
        };
        Err(faults::stopped(py, reason, known))
    };
    let unfinished = match outcome.found {
        Ok(cheapest) => {
            // The answer is known, but its proof has not come to its end.
            return match outcome.proved {
                Some(Proved::Bound(bound)) => {
                    stopped(Stopped::Limit, &cheapest.solutions, Some(bound))
                }
                Some(Proved::Nothing) => stopped(Stopped::Limit, &cheapest.solutions, None),
                _ => list(&cheapest.solutions),
            };
        }
        Err(NotCheapest::TooDear(error)) => return Err(PyValueError::new_err(error.to_string())),
        Err(NotCheapest::Unfinished(unfinished)) => unfinished,
    };
    // The library's bound is for all others than those that were found.
    seen.raise(unfinished.bound);
    let solutions = seen.or_better(unfinished.solutions, wanted.k);
    if outcome.is_enough {
        return list(&solutions);
    }
    let bound = seen.bound.unwrap_or(unfinished.bound);
    let least = solutions.first().map_or(bound, |best| best.0.min(bound));
    stopped(unfinished.why, &solutions, Some(least))
}
