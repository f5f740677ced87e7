//! `progress=`: a function that is called while a verb works, or `True` for a bar.

use crate::faults::wrong;
use crate::run::{Asked, Control, MARGIN, STACK, run};
use dlx3::answers::{Limits, Sight, View};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// From one call to the next.
const SPACING: Duration = Duration::from_millis(200);

/// Who is told of the progress.
pub struct Progress<'py> {
    listener: Option<Bound<'py, PyAny>>,
}

/// What is told: for how long it has worked, and how far it has come.
struct News(Duration, Sight);

impl<'py> Progress<'py> {
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
        let listener = self
            .listener
            .as_ref()
            .map(|listener| listener.clone().unbind());
        let is_heard = listener.is_some();
        let mut is_told_to_stop = false;
        let hear = |py: Python<'_>, News(gone, sight): News| {
            let Some(listener) = &listener else {
                return Ok(false);
            };
            let values = PyDict::new(py);
            values.set_item("seconds", gone.as_secs_f64())?;
            values.set_item("states", sight.states)?;
            values.set_item("bytes", sight.bytes)?;
            values.set_item("walked", sight.walked)?;
            let front = sight.front.map(|front| (front.layer, front.layers));
            values.set_item("layer", front)?;
            let made = py.import("dlx3._progress")?.getattr("Progress")?;
            let answer = listener.call1(py, (made.call((), Some(&values))?,))?;
            is_told_to_stop |= answer.is_truthy(py)?;
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
        if let Some(listener) = &self.listener
            && listener.hasattr("close")?
        {
            listener.call_method0("close")?;
        }
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
