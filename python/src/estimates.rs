//! `Problem.estimate`: how large DLX3's search will be.

use crate::faults::{self, Known};
use crate::run::{Asked, MARGIN, STACK, run_quietly};
use dlx3::Problem;
use dlx3::answers::Stopped;
use dlx3::estimate::{Settings, estimate};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::{Duration, Instant};

/// The values of `dlx3.Estimate`.
///
/// # Errors
/// If time was up before there was a sample.
pub fn values<'py>(
    py: Python<'py>,
    problem: &Problem,
    samples: Option<u64>,
    seed: u64,
    asked: Asked,
) -> PyResult<Bound<'py, PyAny>> {
    let left = |end: Instant| end.saturating_duration_since(Instant::now());
    let time: Option<Duration> = asked.end.map(left);
    let found = run_quietly(py, asked, |control| {
        let settings = Settings {
            time,
            samples,
            seed,
            stack: STACK - MARGIN,
            ..Settings::default()
        };
        estimate(problem, &settings, &mut |_| {
            !control.stop.load(std::sync::atomic::Ordering::Relaxed)
        })
    })?;
    let found = found.ok_or_else(|| faults::stopped(py, Stopped::Limit, Known::default()))?;
    let values = PyDict::new(py);
    for (name, amount) in [
        ("solutions", found.solutions),
        ("nodes", found.nodes),
        ("mems", found.mems),
        ("seconds", found.seconds()),
    ] {
        values.set_item(name, amount.value)?;
        values.set_item(format!("{name}_range"), (amount.low, amount.high))?;
    }
    values.set_item("samples", found.samples)?;
    values.set_item("is_exact", found.exact.is_some())?;
    py.import("dlx3._stats")?
        .getattr("Estimate")?
        .call((), Some(&values))
}
