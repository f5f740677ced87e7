//! `Problem.best`: the cheapest solutions, and what is known of them while they are searched for.

use crate::faults::{self, Known, shown, wrong};
use crate::numbers::{self, amount};
use crate::problem::PyProblem;
use crate::run::{Asked, Control, run, within};
use dlx3::OptionId;
use dlx3::answers::best::{NotCheapest, Standing, cheapest_improving};
use dlx3::format::Costs;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::sync::mpsc::Sender;

/// A solution and its cost.
type Priced = (i128, Vec<OptionId>);

/// What is wanted of `best`.
pub struct Wanted {
    k: usize,
    /// -1 if the dearest ones are wanted: their costs are those of the cheapest, negated.
    sign: i128,
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
        let sign = if most { -1 } else { 1 };
        let ceiling = bound.map(|bound| numbers::in_units("bound", bound, sign, &costs));
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
            sign,
            ceiling: ceiling.transpose()?,
            costs,
            gap,
            callback: callback.map(Bound::unbind),
        })
    }

    /// An amount in the units of the search, as the user knows it.
    fn amount<'py>(&self, py: Python<'py>, cost: i128) -> PyResult<Bound<'py, PyAny>> {
        amount(py, &self.costs, self.sign * cost)
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
            let told = format!("{wanted}, and not negative: {}", shown(gap));
            Err(PyValueError::new_err(told))
        }
    }
}

/// The best that has been seen.
#[derive(Default)]
struct Seen {
    best: Option<Priced>,
    /// What all cost at least.
    bound: Option<i128>,
}

impl Seen {
    /// Takes note of how it stands. A search that begins again on fewer options may have lost the
    /// best one, so it is kept here.
    fn see(&mut self, standing: Standing, solution: &dyn Fn() -> Option<Priced>) {
        self.raise(standing.bound);
        let known = self.best.as_ref().map(|best| best.0);
        if let Some(cost) = standing.best
            && known.is_none_or(|known| cost < known)
        {
            self.best = solution().or(self.best.take());
        }
    }

    fn raise(&mut self, bound: i128) {
        self.bound = Some(self.bound.map_or(bound, |known| known.max(bound)));
    }

    /// The cost of the best one, and the bound.
    fn known(&self) -> (Option<i128>, Option<i128>) {
        (self.best.as_ref().map(|best| best.0), self.bound)
    }

    /// Whether the best one is no farther than this share of its cost from the optimum.
    fn is_within(&self, share: f64) -> bool {
        let (Some(best), Some(bound)) = self.known() else {
            return false;
        };
        let distance = (best - bound.min(best)) as f64;
        distance == 0.0 || distance / (best.unsigned_abs() as f64) <= share
    }
}

/// The solutions that are wanted of a problem.
///
/// # Errors
/// If a limit is reached, or the callback stops the search or raises.
pub fn best<'py>(
    py: Python<'py>,
    this: &PyProblem,
    wanted: &Wanted,
    asked: Asked,
) -> PyResult<Bound<'py, PyList>> {
    // No sum of them wraps, and none is the least number.
    let costs = wanted.costs.values().iter();
    let signed: Vec<i128> = costs.map(|cost| wanted.sign * cost).collect();
    let mut is_told_to_stop = false;
    let hear = |py: Python<'_>, (best, bound): (Option<i128>, i128)| -> PyResult<bool> {
        let Some(callback) = &wanted.callback else {
            return Ok(false);
        };
        let best = best.map(|best| wanted.amount(py, best)).transpose()?;
        let answer = callback.bind(py).call1((best, wanted.amount(py, bound)?))?;
        is_told_to_stop |= answer.is_truthy()?;
        Ok(is_told_to_stop)
    };
    let work = |control: &Control, news: Sender<(Option<i128>, i128)>| {
        let (mut last, mut is_enough, mut seen) = (None, false, Seen::default());
        let mut watch = |standing: Standing, solution: &dyn Fn() -> Option<Priced>| {
            seen.see(standing, solution);
            let (best, bound) = seen.known();
            let bound = bound.unwrap_or(standing.bound);
            if wanted.callback.is_some() && last.replace((best, bound)) != Some((best, bound)) {
                // Whoever listens waits until this thread is done.
                let _ = news.send((best, bound));
            }
            // None is wanted, or the best one is near enough.
            let is_near = wanted.gap.is_some_and(|gap| seen.is_within(gap));
            is_enough |= is_near || !wanted.is_wanted(bound);
            is_enough
        };
        let found = within(control, |limits| {
            let (problem, k) = (this.problem(), wanted.k);
            cheapest_improving(problem, &signed, k, limits, &mut watch)
        });
        (found, seen, is_enough)
    };
    let (found, mut seen, is_enough) = run(py, asked, work, hear)?;
    let list = |solutions: &[Priced]| {
        let solutions = solutions.iter();
        let solutions = solutions.filter(|solution| wanted.is_wanted(solution.0));
        let pairs = solutions.map(|(cost, solution)| {
            let cost = wanted.amount(py, *cost)?;
            PyTuple::new(py, [cost, this.list(py, solution)?.into_any()])
        });
        PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
    };
    let unfinished = match found {
        Ok(cheapest) => return list(&cheapest.solutions),
        Err(NotCheapest::TooDear(error)) => return Err(PyValueError::new_err(error.to_string())),
        Err(NotCheapest::Unfinished(unfinished)) => unfinished,
    };
    // The library's bound is for all others than those that were found.
    seen.raise(unfinished.bound);
    let (bound, mut solutions) = (seen.known().1, unfinished.solutions);
    if let Some(best) = seen.best
        && wanted.k == 1
        && solutions.first().is_none_or(|first| best.0 < first.0)
    {
        solutions = vec![best];
    }
    if is_enough {
        return list(&solutions);
    }
    let bound = bound.unwrap_or(unfinished.bound);
    let least = solutions.first().map_or(bound, |best| best.0.min(bound));
    let known = Known {
        best: Some(list(&solutions)?.into_any().unbind()),
        bound: Some(wanted.amount(py, least)?.unbind()),
        ..Known::default()
    };
    let reason = match is_told_to_stop {
        true => faults::Reason::Callback,
        false => unfinished.why.into(),
    };
    Err(faults::stopped(py, reason, known))
}
