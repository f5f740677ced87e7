//! Numbers of any size between Python and the library.

use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyList};

/// A Python `int`.
pub fn to_int<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    match u64::try_from(number) {
        Ok(small) => Ok(small.into_pyobject(py)?.into_any()),
        Err(_) => {
            let bytes = PyBytes::new(py, &number.to_bytes_le());
            py.get_type::<PyInt>()
                .call_method1("from_bytes", (bytes, "little"))
        }
    }
}

/// The number of an `int` that is not negative; none if it is.
pub fn from_int(number: &Bound<'_, PyAny>) -> PyResult<Option<BigUint>> {
    let number = number.call_method0("__index__")?;
    if number.lt(0)? {
        return Ok(None);
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let bytes = number.call_method1("to_bytes", (bits / 8 + 1, "little"))?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    Ok(Some(BigUint::from_bytes_le(bytes)))
}

/// What an option costs.
pub type Cost = i128;

/// Costs, one for each of `count` options.
///
/// # Errors
/// If they are no integers, too large, or of another number.
pub fn costs(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Cost>> {
    let mut costs = Vec::with_capacity(count);
    for cost in given.try_iter()? {
        let cost = cost?.call_method0("__index__")?;
        let small = cost
            .extract::<Cost>()
            .map_err(|_| PyValueError::new_err(format!("the cost {cost} is too large")))?;
        costs.push(small);
    }
    if costs.len() != count {
        return Err(PyValueError::new_err(format!(
            "there are {} costs and {count} options: each option needs one",
            costs.len()
        )));
    }
    Ok(costs)
}

/// A solution's options, by their labels.
pub fn to_list<'py>(
    py: Python<'py>,
    labels: &[Py<PyAny>],
    options: impl ExactSizeIterator<Item = usize>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, options.map(|option| labels[option].bind(py)))
}
