//! Numbers of any size between Python and the library.

use dlx3::format::{CostFault, Costs};
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyList};

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

/// Costs, one for each of `count` options: integers, decimals, and floats by their shortest text.
///
/// # Errors
/// If they are no numbers, too large, or of another number.
pub fn costs(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Costs> {
    let mut texts = Vec::with_capacity(count);
    for cost in given.try_iter()? {
        texts.push(text_of(&cost?)?);
    }
    if texts.len() != count {
        return Err(PyValueError::new_err(format!(
            "there are {} costs and {count} options: each option needs one",
            texts.len()
        )));
    }
    Costs::parse(&texts).map_err(|fault| {
        PyValueError::new_err(match fault {
            CostFault::NotNumber(at) => format!("the cost {} is not a decimal number", texts[at]),
            CostFault::TooLarge(at) => format!("the cost {} is too large", texts[at]),
        })
    })
}

/// The decimal digits of a number.
fn text_of(number: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = number.py();
    let text = if number.is_instance_of::<PyFloat>() {
        // A subclass, such as NumPy's, may show itself in other words.
        py.get_type::<PyFloat>()
            .call_method1("__repr__", (number,))?
    } else if number.hasattr("__index__")? || !number.hasattr("__float__")? {
        number.call_method0("__index__")?.str()?.into_any()
    } else {
        number.str()?.into_any()
    };
    text.extract()
}

/// An amount of these costs: an `int`, or a `decimal.Decimal` if any of them has decimals.
pub fn amount<'py>(py: Python<'py>, costs: &Costs, amount: i128) -> PyResult<Bound<'py, PyAny>> {
    match costs.decimals() {
        0 => Ok(amount.into_pyobject(py)?.into_any()),
        _ => {
            let text = costs.amount(amount).to_string();
            py.import("decimal")?.call_method1("Decimal", (text,))
        }
    }
}

/// A number, times `sign`, in the unit of these costs: the greatest that is not greater.
///
/// # Errors
/// If it is no number.
pub fn in_units(number: &Bound<'_, PyAny>, sign: i128, costs: &Costs) -> PyResult<i128> {
    let text = text_of(number)?;
    let own = Costs::parse([&text]).map_err(|fault| {
        PyValueError::new_err(match fault {
            CostFault::NotNumber(_) => format!("{text} is not a decimal number"),
            CostFault::TooLarge(_) => format!("{text} is too large"),
        })
    })?;
    let value = sign * own.values()[0];
    let (from, to) = (own.decimals(), costs.decimals());
    let power = 10i128.checked_pow(from.abs_diff(to)).unwrap_or(i128::MAX);
    Ok(match from > to {
        true => value.div_euclid(power),
        false => value.saturating_mul(power),
    })
}

/// A solution's options, by their labels.
pub fn to_list<'py>(
    py: Python<'py>,
    labels: &[Py<PyAny>],
    options: impl ExactSizeIterator<Item = usize>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, options.map(|option| labels[option].bind(py)))
}
