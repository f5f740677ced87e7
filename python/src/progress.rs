//! `progress=`: a function that is called while a verb works, or `True` for a bar.

use crate::faults::wrong;
use crate::run::{Asked, Control, MARGIN, STACK, run};
use dlx3::answers::{Limits, Sight, View};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// From one call to the next.
pub const SPACING: Duration = Duration::from_millis(200);

/// Who is told of the progress.
pub struct Progress<'py> {
    listener: Option<Bound<'py, PyAny>>,
}

/// What is told: for how long it has worked, and how far it has come.
struct News(Duration, Sight);

/// What one verb knows beside that.
pub enum More<'py> {
    Nothing,
    /// The cost of the best solution so far, and what all cost at least.
    Cheapest(Option<Bound<'py, PyAny>>, Bound<'py, PyAny>),
    /// How many solutions have been taken.
    Taken(u64),
}

/// A listener that any thread may have, with the lock.
pub struct Listener(Py<PyAny>);

impl Listener {
    /// Tells for how long it has worked, how far it has come, and what more is known. Returns
    /// whether to end.
    pub fn tell(
        &self,
        py: Python<'_>,
        gone: Duration,
        sight: &Sight,
        more: More<'_>,
    ) -> PyResult<bool> {
        let values = PyDict::new(py);
        values.set_item("seconds", gone.as_secs_f64())?;
        values.set_item("states", sight.states)?;
        values.set_item("bytes", sight.bytes)?;
        values.set_item("walked", sight.walked)?;
        let front = sight.front.map(|front| (front.layer, front.layers));
        values.set_item("layer", front)?;
        match more {
            More::Nothing => {}
            More::Cheapest(best, bound) => {
                values.set_item("best", best)?;
                values.set_item("bound", bound)?;
            }
            More::Taken(number) => values.set_item("taken", number)?,
        }
        let made = py.import("dlx3._progress")?.getattr("Progress")?;
        let answer = self.0.call1(py, (made.call((), Some(&values))?,))?;
        answer.is_truthy(py)
    }

    /// Takes a bar away.
    ///
    /// # Errors
    /// What the listener raises.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        close(self.0.bind(py))
    }

    /// Shows the garbage collector what is held.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.0)
    }
}

/// Takes a bar away, if the listener has one.
fn close(listener: &Bound<'_, PyAny>) -> PyResult<()> {
    match listener.hasattr("close")? {
        true => listener.call_method0("close").map(drop),
        false => Ok(()),
    }
}

impl<'py> Progress<'py> {
    /// Who is told, if anybody.
    pub fn listener(&self) -> Option<Listener> {
        let listener = self.listener.as_ref()?;
        Some(Listener(listener.clone().unbind()))
    }

    /// Takes a bar away.
    ///
    /// # Errors
    /// What the listener raises.
    pub fn close(&self) -> PyResult<()> {
        self.listener.as_ref().map_or(Ok(()), close)
    }

    /// Of the argument `progress`.
    ///
    /// # Errors
    /// If it is neither a function nor a `bool`.
    pub fn new(given: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let listener = match given {
            None => None,
            Some(given) => match given.cast::<PyBool>() {
                Ok(flag) if flag.is_true() => {
                    let module = given.py().import("dlx3._progress")?;
                    Some(module.getattr("Bar")?.call0()?)
                }
                Ok(_) => None,
                Err(_) if given.is_callable() => Some(given.clone()),
                Err(_) => return Err(wrong("progress is a function, or True", given)),
            },
        };
        Ok(Progress { listener })
    }

    /// Does some work within limits, and tells of its progress. The flag says whether the listener
    /// has ended it.
    ///
    /// # Errors
    /// What the listener raises, and as `run` does.
    pub fn within<T: Send>(
        &self,
        py: Python<'py>,
        asked: Asked,
        work: impl FnOnce(&mut Limits<'_>) -> T + Send,
    ) -> PyResult<(T, bool)> {
        let begun = Instant::now();
        let listener = self.listener();
        let is_heard = listener.is_some();
        let mut is_told_to_stop = false;
        let hear = |py: Python<'_>, News(gone, sight): News| {
            let Some(listener) = &listener else {
                return Ok(false);
            };
            is_told_to_stop |= listener.tell(py, gone, &sight, More::Nothing)?;
            Ok(is_told_to_stop)
        };
        let done = run(
            py,
            asked,
            |control: &Control, news: Sender<News>| {
                let due = begun + SPACING;
                let mut watcher = Watcher { begun, due, news };
                let mut limits = Limits {
                    threads: control.asked.threads,
                    stack: STACK - MARGIN,
                    stop: &mut || control.must_stop(),
                    ..Limits::new(control.asked.memory)
                };
                if is_heard {
                    limits.view = Some(&mut watcher);
                }
                work(&mut limits)
            },
            hear,
        );
        self.close()?;
        Ok((done?, is_told_to_stop))
    }
}

struct Watcher {
    begun: Instant,
    due: Instant,
    news: Sender<News>,
}

impl View for Watcher {
    fn is_due(&mut self) -> bool {
        Instant::now() >= self.due
    }

    fn show(&mut self, sight: &Sight) {
        self.due = Instant::now() + SPACING;
        // Whoever listens waits until this thread is done.
        let _ = self.news.send(News(self.begun.elapsed(), sight.clone()));
    }
}
