//! What a user gives: a problem, and what the user calls its options, items and colors.

use crate::faults::wrong;
use dlx3::format::Costs;
use dlx3::{OptionId, Problem};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyIterator, PyList, PyMapping, PyString, PyTuple};
use std::collections::HashMap;
use std::fmt::Display;

/// Which options of the user's list the options of a problem are.
#[derive(Clone, PartialEq, Eq)]
pub struct Labels {
    pub rows: Vec<u32>,
    /// How many options the user's list has.
    pub total: usize,
}

impl Labels {
    /// Of no options yet.
    pub fn new(total: usize) -> Self {
        Labels {
            rows: Vec::new(),
            total,
        }
    }

    /// All options of a list of this length.
    pub fn all(total: usize) -> Self {
        Labels {
            rows: (0..total as u32).collect(),
            total,
        }
    }

    /// The next option of the problem is this one.
    pub fn keep(&mut self, number: usize) {
        self.rows.push(number as u32);
    }

    pub fn kept(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(|&row| row as usize)
    }

    /// The option of the problem that is this one of the user's.
    pub fn find(&self, number: usize) -> Option<OptionId> {
        let row = u32::try_from(number).ok()?;
        let place = self.rows.binary_search(&row).ok()?;
        Some(OptionId(place as u32))
    }
}

/// The user's colors, by items and bytes.
pub type Colors = HashMap<(u32, u8), Py<PyAny>>;

/// A problem as it was given.
pub struct Given {
    pub problem: Problem,
    pub labels: Labels,
    /// What the options cost, if anybody has said so.
    pub costs: Option<Costs>,
    /// The user's items, by their numbers; none if they are the names of a text.
    pub items: Option<Vec<Py<PyAny>>>,
    pub colors: Colors,
    /// The mems of reading the text.
    pub imems: Option<u64>,
    /// What the user calls the options, one name for each of the user's list; none if a user
    /// knows them by their numbers only.
    pub names: Option<Py<PyTuple>>,
}

/// Iterates over what should be a list. Strings are lists of characters, mappings of their keys,
/// and tables of their columns: whoever gives them means something else. `wanted` says what is
/// wanted: "costs is a list of numbers".
///
/// # Errors
/// If it is one of these, or no list.
pub fn listed<'py>(
    wanted: impl Display,
    given: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    if given.is_exact_instance_of::<PyList>() || given.is_exact_instance_of::<PyTuple>() {
        return given.try_iter();
    }
    let is_text = given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || given.is_instance_of::<PyByteArray>();
    if is_text || given.cast::<PyMapping>().is_ok() || is_table(given)? {
        return Err(wrong(wanted, given));
    }
    given.try_iter().map_err(
        |error| match error.is_instance_of::<PyTypeError>(given.py()) {
            true => wrong(wanted, given),
            false => error,
        },
    )
}

/// Whether this is a table with names of columns, such as a `DataFrame` of pandas or Polars.
pub fn is_table(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(given.hasattr("columns")? && given.hasattr("__array__")?)
}

/// The labels of an axis of pandas, as a list of Python's own objects.
pub fn labels<'py>(index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let list = match index.hasattr("tolist")? {
        true => index.call_method0("tolist")?,
        false => index.clone(),
    };
    PyTuple::new(index.py(), list.try_iter()?.collect::<PyResult<Vec<_>>>()?)
}

/// The names of rows that a table or series of pandas has. (The `index` of a list is a method.)
pub fn row_labels<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    match given.getattr_opt("index")? {
        Some(index) if !index.is_callable() => labels(&index).map(Some),
        _ => Ok(None),
    }
}
