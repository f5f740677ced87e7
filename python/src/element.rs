//! Elements of a matrix: which are 1, which are 0, and which are neither and refused.

use crate::faults::{refused, shorter, shown, wrong};
use pyo3::exceptions::PyArithmeticError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};

/// Which elements say that a row has a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ones {
    /// Those that are 1. The others are 0.
    One,
    /// All numbers that are not 0, as in the package `exact_cover`.
    NotZero,
}

/// What the rows and columns of a matrix are called, and what its elements may be.
pub struct Axes<'py> {
    pub ones: Ones,
    /// The objects that Python has for 0 and 1: most lists have only these.
    usual: [Bound<'py, PyAny>; 2],
    pub rows: Option<Bound<'py, PyTuple>>,
    pub columns: Option<Bound<'py, PyTuple>>,
}

impl<'py> Axes<'py> {
    /// Without names.
    pub fn numbered(py: Python<'py>, ones: Ones) -> PyResult<Self> {
        Ok(Axes {
            ones,
            usual: [
                0u8.into_pyobject(py)?.into_any(),
                1u8.into_pyobject(py)?.into_any(),
            ],
            rows: None,
            columns: None,
        })
    }

    /// Rows and columns have these names. Polars has none for rows.
    pub fn name(&mut self, rows: Option<Bound<'py, PyTuple>>, columns: Bound<'py, PyTuple>) {
        self.rows = rows;
        self.columns = Some(columns);
    }

    /// Whether an element is a one.
    ///
    /// # Errors
    /// If it is no number, or another one than it may be.
    pub fn is_one(&self, row: usize, column: usize, element: &Bound<'py, PyAny>) -> PyResult<bool> {
        if element.is(&self.usual[0]) {
            return Ok(false);
        }
        if element.is(&self.usual[1]) {
            return Ok(true);
        }
        let refuse = |is: &str| {
            let number = match element.str() {
                Ok(number) => shorter(&number.to_string_lossy()),
                Err(_) => shown(element),
            };
            let told = format!("{}: {number} {is}", self.place(row, column));
            refused(element.py(), told, Some(row))
        };
        match value_of(element)? {
            Some(Value::Zero) => Ok(false),
            Some(Value::One) => Ok(true),
            Some(Value::Other) if self.ones == Ones::NotZero => Ok(true),
            Some(Value::NotANumber) if self.ones == Ones::NotZero => Err(refuse("is no number")),
            Some(_) => Err(refuse("is neither 0 nor 1")),
            None => {
                let place = self.place(row, column);
                let wanted = format_args!("{place}: a matrix has numbers or booleans");
                Err(wrong(wanted, element))
            }
        }
    }

    /// Where an element is, in messages.
    pub fn place(&self, row: usize, column: usize) -> String {
        let column = named("column", column, self.columns.as_ref());
        format!("{}, {column}", self.row(row))
    }

    /// A row, in messages.
    pub fn row(&self, row: usize) -> String {
        named("row", row, self.rows.as_ref())
    }
}

/// A row or column with its number, and its name if it has one that is not this number.
fn named(what: &str, number: usize, names: Option<&Bound<'_, PyTuple>>) -> String {
    let name = names.and_then(|names| names.get_item(number).ok());
    match name {
        Some(name) if !name.eq(number).unwrap_or(false) => {
            format!("{what} {number} ({})", shown(&name))
        }
        _ => format!("{what} {number}"),
    }
}

/// What a number may be.
enum Value {
    Zero,
    One,
    Other,
    /// It is not even equal to itself.
    NotANumber,
}

/// The value of a number or boolean; none if it is something else.
fn value_of(element: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    let value = |is_zero: bool, is_one: bool, is_number: bool| match (is_zero, is_one) {
        (true, _) => Value::Zero,
        (false, true) => Value::One,
        (false, false) if is_number => Value::Other,
        (false, false) => Value::NotANumber,
    };
    if let Ok(boolean) = element.cast_exact::<PyBool>() {
        let is_one = boolean.is_true();
        return Ok(Some(value(!is_one, is_one, true)));
    }
    if let Ok(int) = element.cast_exact::<PyInt>() {
        // What is too large for the type is neither.
        let int = int.extract::<i64>().unwrap_or(2);
        return Ok(Some(value(int == 0, int == 1, true)));
    }
    if let Ok(float) = element.cast::<PyFloat>() {
        let float = float.value();
        return Ok(Some(value(float == 0.0, float == 1.0, !float.is_nan())));
    }
    if !is_number(element)? {
        return Ok(None);
    }
    // A number that signals compares with nothing.
    let compared = |equal: PyResult<bool>| match equal {
        Err(error) if error.is_instance_of::<PyArithmeticError>(element.py()) => Ok(false),
        equal => equal,
    };
    let is_zero = compared(element.eq(0))?;
    let is_one = compared(element.eq(1))?;
    Ok(Some(value(is_zero, is_one, compared(element.eq(element))?)))
}

/// Whether an object is a number, as Python's `numbers` or NumPy know them.
fn is_number(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.get_type().hasattr("dtype")? {
        let kind = |object: &Bound<'_, PyAny>| -> PyResult<(String, usize)> {
            let kind = object.getattr("dtype")?.getattr("kind")?.extract()?;
            Ok((kind, object.getattr("ndim")?.extract()?))
        };
        // Spans of time are integers for Python, and other libraries have other kinds.
        return Ok(kind(object).is_ok_and(|(kind, dimensions)| {
            dimensions == 0 && matches!(kind.as_str(), "b" | "i" | "u" | "f" | "c")
        }));
    }
    let numbers = object.py().import("numbers")?;
    object.is_instance(&numbers.getattr("Number")?)
}
