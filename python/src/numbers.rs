//! Numbers of any size between Python and the library.

use crate::faults::{number_of, shown, wrong};
use crate::given::{listed, row_labels};
use dlx3::answers::best::Sense;
use dlx3::format::{CostFault, Costs};
use num_bigint::BigUint;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyTuple};
use std::fmt::Display;

/// No cost has more bits than this: the library has 128.
const MOST_BITS: usize = 1024;

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

/// The `int` that an object is as an index, such as an `int` of NumPy; none if it is none.
pub fn index_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if object.is_exact_instance_of::<PyInt>() {
        return Ok(Some(object.clone()));
    }
    // A class has the methods of its objects as attributes, so its own type is asked.
    if !object.get_type().hasattr("__index__")? {
        return Ok(None);
    }
    match object.call_method0("__index__") {
        Ok(index) => Ok(Some(index).filter(|index| index.is_instance_of::<PyInt>())),
        // An array of several elements is none.
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The number of an `int`; none if it is negative. `what` is its name in messages.
///
/// # Errors
/// If it is no `int`.
pub fn from_int(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<BigUint>> {
    let number = index_of(object)?;
    let number = number.ok_or_else(|| wrong(format_args!("{what} is an int"), object))?;
    if number.lt(0)? {
        return Ok(None);
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let bytes = number.call_method1("to_bytes", (bits / 8 + 1, "little"))?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    Ok(Some(BigUint::from_bytes_le(bytes)))
}

/// A number of things, at most as many as there can be.
///
/// # Errors
/// If it is no `int`, or negative.
fn whole(what: &str, object: &Bound<'_, PyAny>) -> PyResult<usize> {
    match from_int(what, object)? {
        Some(number) => Ok(usize::try_from(number).unwrap_or(usize::MAX)),
        None => {
            let told = format!("{what} must not be negative, but is {}", shown(object));
            Err(PyValueError::new_err(told))
        }
    }
}

/// The argument `memory`.
pub fn memory(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("memory", object)
}

/// The argument `threads`.
pub fn threads(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", object)
}

/// The argument `time`.
///
/// # Errors
/// If it is no number.
pub fn seconds(object: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if object.is_none() {
        return Ok(None);
    }
    match object.extract() {
        Ok(seconds) => Ok(Some(seconds)),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            Err(wrong("time is a number of seconds", object))
        }
        Err(error) => Err(error),
    }
}

/// The argument `k` of `best`.
pub fn k(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("k", object)
}

/// The argument `n` of `sample`.
pub fn n(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("n", object).map(|number| number as u64)
}

/// The argument `seed`: a fresh one if it is `None`.
pub fn seed(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    if object.is_none() {
        let puzzle = object.py().import("dlx3._puzzle")?;
        return puzzle.call_method1("as_seed", (object,))?.extract();
    }
    let number = from_int("seed", object)?;
    let number = number.and_then(|number| u64::try_from(number).ok());
    number.ok_or_else(|| {
        let told = format!("seed is from 0 to {}: {}", u64::MAX, shown(object));
        PyValueError::new_err(told)
    })
}

/// Costs, one for each of `count` options: integers, decimals, and floats by their shortest text.
/// If options have names, costs that have names, too, must have the same.
///
/// # Errors
/// If they are no numbers, too large, or not as many; or if their names differ.
pub fn costs(
    given: &Bound<'_, PyAny>,
    count: usize,
    names: Option<&Bound<'_, PyTuple>>,
) -> PyResult<Costs> {
    let wanted = "costs is a list with a number for each option";
    let is_set = given.is_instance_of::<PySet>() || given.is_instance_of::<PyFrozenSet>();
    if is_set {
        return Err(wrong(wanted, given));
    }
    let each = listed(wanted, given)?;
    if let Some(names) = names {
        same_names(names, given)?;
    }
    let mut texts: Vec<String> = Vec::new();
    for cost in each {
        let number = texts.len();
        if number == count {
            return Err(PyValueError::new_err(format!(
                "there are more costs than {}: each option needs one",
                number_of(count, "option")
            )));
        }
        texts.push(text_of(
            format_args!("the cost of option {number}"),
            &cost?,
        )?);
    }
    if texts.len() != count {
        return Err(PyValueError::new_err(format!(
            "{} for {}: each option needs one",
            number_of(texts.len(), "cost"),
            number_of(count, "option")
        )));
    }
    Costs::parse(&texts).map_err(|fault| {
        let (at, is) = match fault {
            CostFault::NotNumber(at) => (at, "not a decimal number"),
            CostFault::TooLarge(at) => (at, "too large"),
        };
        PyValueError::new_err(format!("the cost of option {at} is {is}: {}", texts[at]))
    })
}

/// Costs that have names of rows must have those of the options: they are not put into another
/// order, and what was meant is not known.
fn same_names(names: &Bound<'_, PyTuple>, costs: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(own) = row_labels(costs)? else {
        return Ok(());
    };
    for (number, (name, own)) in names.iter().zip(&own).enumerate() {
        if !name.is(&own) && !name.eq(&own)? {
            return Err(PyValueError::new_err(format!(
                "the costs have another index than the options: at {number} it has {}, and option \
                 {number} is {}",
                shown(&own),
                shown(&name)
            )));
        }
    }
    Ok(())
}

/// The decimal digits of a number. `what` is its name in messages.
///
/// # Errors
/// If it is no number.
fn text_of(what: impl Display, number: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = number.py();
    let text = if number.is_instance_of::<PyFloat>() {
        // A subclass, such as NumPy's, may show itself in other words.
        py.get_type::<PyFloat>()
            .call_method1("__repr__", (number,))?
    } else if let Some(index) = index_of(number)? {
        // Python writes no more than some thousand digits.
        let bits: usize = index.call_method0("bit_length")?.extract()?;
        if bits > MOST_BITS {
            return Err(PyValueError::new_err(format!("{what} is too large")));
        }
        index.str()?.into_any()
    } else if number.get_type().hasattr("__float__")? && !number.is_instance_of::<PyComplex>() {
        // Complex numbers had `__float__`, which raises, until Python 3.9.
        number.str()?.into_any()
    } else {
        return Err(wrong(format_args!("{what} is a number"), number));
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

/// A number, signed as `sense` has it, in the unit of these costs: the greatest that is not greater.
///
/// # Errors
/// If it is no number. `what` is its name in messages.
pub fn in_units(
    what: &str,
    number: &Bound<'_, PyAny>,
    sense: Sense,
    costs: &Costs,
) -> PyResult<i128> {
    let text = text_of(what, number)?;
    let own = Costs::parse([&text]).map_err(|fault| {
        PyValueError::new_err(match fault {
            CostFault::NotNumber(_) => format!("{what} is not a decimal number: {text}"),
            CostFault::TooLarge(_) => format!("{what} is too large: {text}"),
        })
    })?;
    let value = sense.signed(own.values()[0]);
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
