//! Options that have names: a `dict` from names to options, and costs by these names.

use crate::faults::{shown, wrong};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMapping, PyTuple};

/// Options as they were given, and what they are called.
pub struct Named<'py> {
    pub options: Bound<'py, PyAny>,
    pub names: Option<Bound<'py, PyTuple>>,
    pub costs: Option<Bound<'py, PyAny>>,
}

impl<'py> Named<'py> {
    /// Of the arguments `options`, `names` and `costs`.
    ///
    /// # Errors
    /// If there are two kinds of names, or costs have other ones.
    pub fn new(
        options: &Bound<'py, PyAny>,
        names: Option<&Bound<'py, PyAny>>,
        costs: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let (options, names) = match (options.cast::<PyMapping>(), names) {
            (Ok(_), Some(_)) => {
                return Err(PyTypeError::new_err("options have names already"));
            }
            (Ok(mapping), None) => {
                let names = mapping.keys()?.to_tuple();
                (mapping.values()?.into_any(), Some(names))
            }
            (Err(_), None) => (options.clone(), None),
            (Err(_), Some(names)) => {
                let listed = names.try_iter();
                let listed = listed.map_err(|_| wrong("names are a list", names))?;
                let listed = listed.collect::<PyResult<Vec<_>>>()?;
                (options.clone(), Some(PyTuple::new(names.py(), listed)?))
            }
        };
        let costs = match (costs.map(|costs| costs.cast::<PyMapping>()), &names) {
            (Some(Ok(by_name)), Some(names)) => Some(of_names(by_name, names)?.into_any()),
            _ => costs.cloned(),
        };
        Ok(Named {
            options,
            names,
            costs,
        })
    }

    /// The names of this number of options.
    ///
    /// # Errors
    /// If there are more or fewer names.
    pub fn names_of(&self, total: usize) -> PyResult<Option<Py<PyTuple>>> {
        let Some(names) = &self.names else {
            return Ok(None);
        };
        match names.len() == total {
            true => Ok(Some(names.clone().unbind())),
            false => Err(PyValueError::new_err(format!(
                "{} names for {total} options: each option needs one",
                names.len()
            ))),
        }
    }
}

/// Costs in the order of names.
fn of_names<'py>(
    costs: &Bound<'py, PyMapping>,
    names: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyList>> {
    let cost = |name: Bound<'py, PyAny>| match costs.contains(&name)? {
        true => costs.get_item(&name),
        false => {
            let told = format!("option {} has no cost", shown(&name));
            Err(PyValueError::new_err(told))
        }
    };
    let listed = names.iter().map(cost).collect::<PyResult<Vec<_>>>()?;
    if costs.len()? > names.len() {
        for key in costs.keys()?.iter() {
            if !names.contains(&key)? {
                let told = format!("there is no option {}, but a cost of it", shown(&key));
                return Err(PyValueError::new_err(told));
            }
        }
    }
    PyList::new(costs.py(), listed)
}
