//! The exceptions of the package, which are classes of its Python part.

use crate::numbers::to_int;
use dlx3::Fault;
use dlx3::answers::Stopped;
use num_bigint::BigUint;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::fmt::Display;

fn class<'py>(py: Python<'py>, name: &'static str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || {
        py.import("dlx3._errors").map(|module| module.unbind())
    })?;
    module.bind(py).getattr(name)
}

/// `dlx3.Fault` for a text, with its place.
pub fn fault(py: Python<'_>, fault: &Fault) -> PyErr {
    let message = String::from_utf8_lossy(&fault.to_bytes())
        .trim_end()
        .to_owned();
    let place = (fault.line > 0).then_some((fault.line, fault.position + 1));
    let (line, column) = place.unzip();
    raise(py, "Fault", (message, line, column))
}

/// `dlx3.Fault` for an option, or for all.
pub fn refused(py: Python<'_>, message: impl ToString, option: Option<usize>) -> PyErr {
    let (line, column) = (None::<u64>, None::<u64>);
    raise(py, "Fault", (message.to_string(), line, column, option))
}

fn raise<'py, A>(py: Python<'py>, name: &'static str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let error = class(py, name).and_then(|class| class.call1(arguments));
    match error {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// `ValueError` with the library's words.
pub fn bad(reason: impl Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// How many characters of an object a message shows.
const SHOWN: usize = 60;

/// An object in a message: what it shows of itself, cut if it is long.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    // An object that cannot show itself is known by its type.
    let Ok(text) = object.repr() else {
        return format!("an object of type {}", type_of(object));
    };
    shorter(&text.to_string_lossy())
}

/// A number of things in a message: `1 row`, `2 rows`.
pub fn number_of(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A text of one line, cut if it is long.
pub fn shorter(text: &str) -> String {
    let mut cut: String = text.chars().take(SHOWN).collect();
    if cut.len() < text.len() {
        cut += "...";
    }
    cut.replace('\n', " ")
}

fn type_of(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    name.map_or_else(|_| "object".into(), |name| name.to_string())
}

/// `TypeError`: something, with the verb and what is wanted, and the object that was given.
pub fn wrong(wanted: impl Display, object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(match object.is_none() {
        true => format!("{wanted}, not None"),
        false => format!("{wanted}, not {} ({})", shown(object), type_of(object)),
    })
}

/// What was known when something was stopped.
#[derive(Default)]
pub struct Known {
    pub at_least: Option<BigUint>,
    pub best: Option<Py<PyAny>>,
    pub bound: Option<Py<PyAny>>,
}

/// What ended something.
#[derive(Clone, Copy)]
pub enum Reason {
    Time,
    Memory,
    Callback,
}

impl From<Stopped> for Reason {
    fn from(why: Stopped) -> Self {
        match why {
            Stopped::Limit => Reason::Time,
            Stopped::Memory => Reason::Memory,
        }
    }
}

/// `dlx3.Stopped`.
pub fn stopped(py: Python<'_>, why: impl Into<Reason>, known: Known) -> PyErr {
    let why = why.into();
    let made = || -> PyResult<PyErr> {
        let reason = match why {
            Reason::Time => "time",
            Reason::Memory => "memory",
            Reason::Callback => "callback",
        };
        let named = PyDict::new(py);
        if let Some(number) = &known.at_least {
            named.set_item("at_least", to_int(py, number)?)?;
        }
        if let Some(best) = known.best {
            named.set_item("best", best)?;
        }
        if let Some(bound) = known.bound {
            named.set_item("bound", bound)?;
        }
        let error = class(py, "Stopped")?.call((reason,), Some(&named))?;
        Ok(PyErr::from_value(error))
    };
    made().unwrap_or_else(|error| error)
}
