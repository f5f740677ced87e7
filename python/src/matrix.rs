//! Problems from matrices: rows are options, columns are items.
//!
//! A NumPy array is read where it stands: each element is looked at once. (The buffers of Python
//! itself are not part of the stable interface of 3.9, so the array tells by NumPy's own protocol
//! where its data is.)

use crate::faults::refused;
use crate::given::{Given, Labels};
use crate::numbers;
use dlx3::{Bounds, BuildError, Builder, ItemId, OptionId, Problem};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::collections::HashMap;

/// A problem whose options are rows of items.
struct Rows {
    builder: Builder,
    labels: Labels,
    /// The columns of a row that are set, as items without colors.
    row: Vec<(ItemId, Option<u8>)>,
    done: usize,
}

impl Rows {
    fn new(py: Python<'_>, rows: usize, columns: usize) -> PyResult<Self> {
        let mut builder = Problem::builder();
        for column in 0..columns {
            let added = builder.item(column.to_string(), Bounds::ONE);
            added.map_err(|error| refused(py, format!("column {column}: {error}"), None))?;
        }
        Ok(Rows {
            builder,
            labels: Labels::new(rows),
            row: Vec::new(),
            done: 0,
        })
    }

    #[inline]
    fn set(&mut self, column: usize) {
        self.row.push((ItemId(column as u32), None));
    }

    fn end_row(&mut self, py: Python<'_>) -> PyResult<()> {
        match self.builder.option(&self.row) {
            Ok(_) => self.labels.keep(self.done),
            // An empty row is in no solution.
            Err(BuildError::NoPrimaryItem) => {}
            Err(error) => {
                let told = format!("row {}: {error}", self.done);
                return Err(refused(py, told, Some(self.done)));
            }
        }
        self.row.clear();
        self.done += 1;
        Ok(())
    }
}

/// The problem of a matrix; see `Problem.from_matrix`.
pub fn from_matrix(
    py: Python<'_>,
    matrix: &Bound<'_, PyAny>,
    costs: Option<&Bound<'_, PyAny>>,
) -> PyResult<Given> {
    let rows = if matrix.hasattr("tocsr")? {
        sparse(py, matrix)?
    } else if matrix.hasattr("__array_interface__")? {
        dense(py, matrix)?
    } else {
        listed(py, matrix)?
    };
    let costs = costs
        .map(|costs| numbers::costs(costs, rows.done))
        .transpose()?;
    let costs = costs.map(|costs| costs.some(rows.labels.kept().map(|row| OptionId(row as u32))));
    let problem = rows.builder.build();
    let problem = problem.map_err(|_| refused(py, "a matrix needs at least one column", None))?;
    let columns = 0..problem.item_count();
    let columns = columns.map(|column| Ok(column.into_pyobject(py)?.into_any().unbind()));
    let columns: PyResult<Vec<Py<PyAny>>> = columns.collect();
    Ok(Given {
        problem,
        labels: rows.labels,
        costs,
        items: Some(columns?),
        colors: HashMap::new(),
        imems: None,
    })
}

/// Rows of Python objects, each true or false.
fn listed(py: Python<'_>, matrix: &Bound<'_, PyAny>) -> PyResult<Rows> {
    let count = matrix.len()?;
    let mut rows: Option<(Rows, usize)> = None;
    for (number, row) in matrix.try_iter()?.enumerate() {
        let row = row?;
        if rows.is_none() {
            let columns = row.len()?;
            rows = Some((Rows::new(py, count, columns)?, columns));
        }
        let (rows, columns) = rows.as_mut().expect("there is one now");
        let mut length = 0;
        for element in row.try_iter()? {
            if element?.is_truthy()? {
                if length == *columns {
                    break;
                }
                rows.set(length);
            }
            length += 1;
        }
        if length != *columns || row.len()? != *columns {
            return Err(PyValueError::new_err(format!(
                "row {number} has {} elements, but row 0 has {columns}",
                row.len()?
            )));
        }
        rows.end_row(py)?;
    }
    match rows {
        Some((rows, _)) => Ok(rows),
        None => Rows::new(py, 0, 0),
    }
}

/// A SciPy sparse matrix. Elements that are stored and zero are zero.
fn sparse(py: Python<'_>, matrix: &Bound<'_, PyAny>) -> PyResult<Rows> {
    let mut csr = matrix.call_method0("tocsr")?;
    if !csr.getattr("has_canonical_format")?.is_truthy()? {
        // The matrix of the user stays as it is.
        csr = csr.call_method0("copy")?;
        csr.call_method0("sum_duplicates")?;
    }
    let (count, columns): (usize, usize) = csr.getattr("shape")?.extract()?;
    let starts = Array::new(csr.getattr("indptr")?)?;
    let indices = Array::new(csr.getattr("indices")?)?;
    let data = Array::new(csr.getattr("data")?)?;
    let mut rows = Rows::new(py, count, columns)?;
    for row in 0..count {
        for at in starts.integer(row)?..starts.integer(row + 1)? {
            if data.is_set(&[at])? {
                let column = indices.integer(at)?;
                rows.set(column);
            }
        }
        rows.end_row(py)?;
    }
    Ok(rows)
}

fn dense(py: Python<'_>, matrix: &Bound<'_, PyAny>) -> PyResult<Rows> {
    let array = Array::new(matrix.clone())?;
    let [count, columns] = array.shape[..] else {
        return Err(PyValueError::new_err(format!(
            "a matrix has 2 dimensions, not {}",
            array.shape.len()
        )));
    };
    let mut rows = Rows::new(py, count, columns)?;
    for row in 0..count {
        array.each_set(row, |column| rows.set(column));
        rows.end_row(py)?;
    }
    Ok(rows)
}

/// A NumPy array of numbers, read in place.
struct Array<'py> {
    /// Keeps the data where it is.
    _array: Bound<'py, PyAny>,
    data: *const u8,
    shape: Vec<usize>,
    /// In bytes.
    strides: Vec<isize>,
    /// Bytes of an element.
    size: usize,
    is_signed: bool,
}

impl<'py> Array<'py> {
    fn new(given: Bound<'py, PyAny>) -> PyResult<Self> {
        let numpy = given.py().import("numpy")?;
        let mut array = numpy.call_method1("asarray", (given,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        match kind.as_str() {
            "b" | "i" | "u" => {}
            // Negative zeros are zeros, and objects are asked.
            "f" | "c" => array = array.call_method1("__ne__", (0,))?,
            "O" => array = array.call_method1("astype", ("bool",))?,
            _ => {
                let told = format!("a matrix has numbers, not {}", array.getattr("dtype")?);
                return Err(PyTypeError::new_err(told));
            }
        }
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let is_native = array.getattr("dtype")?.getattr("isnative")?.is_truthy()?;
        if kind != "b" && !is_native {
            array = array.call_method1("__ne__", (0,))?;
        }
        let interface = array.getattr("__array_interface__")?;
        let (data, _): (usize, bool) = interface.get_item("data")?.extract()?;
        Ok(Array {
            data: data as *const u8,
            shape: array.getattr("shape")?.extract()?,
            strides: array.getattr("strides")?.extract()?,
            size: array.getattr("itemsize")?.extract()?,
            is_signed: kind == "i",
            _array: array,
        })
    }

    /// The bytes of an element.
    fn element(&self, place: &[usize]) -> PyResult<&[u8]> {
        let is_inside = place.len() == self.shape.len()
            && place
                .iter()
                .zip(&self.shape)
                .all(|(at, length)| at < length);
        if !is_inside {
            return Err(PyValueError::new_err("the sparse matrix is not valid"));
        }
        let steps = place.iter().zip(&self.strides);
        let offset: isize = steps.map(|(&at, &stride)| at as isize * stride).sum();
        // SAFETY: `_array` is an array of NumPy's own (`asarray` makes sure), which is alive, and
        // says that each element within its shape stands at the sum of its strides. Nobody writes
        // to it or changes its size, as the lock of the interpreter is held.
        Ok(unsafe { std::slice::from_raw_parts(self.data.offset(offset), self.size) })
    }

    fn is_set(&self, place: &[usize]) -> PyResult<bool> {
        Ok(self.element(place)?.iter().any(|&byte| byte != 0))
    }

    /// An index.
    fn integer(&self, place: usize) -> PyResult<usize> {
        let bytes = self.element(&[place])?;
        let value = match bytes.len() {
            4 => i64::from(i32::from_ne_bytes(bytes.try_into().expect("4 bytes"))),
            8 => i64::from_ne_bytes(bytes.try_into().expect("8 bytes")),
            _ => -1,
        };
        let value = usize::try_from(value).ok().filter(|_| self.is_signed);
        value.ok_or_else(|| PyValueError::new_err("the sparse matrix is not valid"))
    }

    /// Calls `set` with each column of a row that is not zero.
    fn each_set(&self, row: usize, mut set: impl FnMut(usize)) {
        let columns = self.shape[1];
        if columns == 0 {
            return;
        }
        let stride = self.strides[1];
        let start = row as isize * self.strides[0];
        if stride == self.size as isize {
            // SAFETY: as in `element`; the elements of this row stand side by side.
            let row =
                unsafe { std::slice::from_raw_parts(self.data.offset(start), columns * self.size) };
            each_set_in(row, self.size, set);
            return;
        }
        for column in 0..columns {
            let place = start + column as isize * stride;
            // SAFETY: as in `element`.
            let element = unsafe { std::slice::from_raw_parts(self.data.offset(place), self.size) };
            if element.iter().any(|&byte| byte != 0) {
                set(column);
            }
        }
    }
}

/// Calls `set` with each element of `size` bytes that is not zero. Most are zero: 64 bytes are
/// looked at together, then eight.
fn each_set_in(bytes: &[u8], size: usize, mut set: impl FnMut(usize)) {
    let mut last = usize::MAX;
    let mut see = |at: usize| {
        let element = at / size;
        if element != last {
            last = element;
            set(element);
        }
    };
    for (number, line) in bytes.chunks(64).enumerate() {
        if let Ok(line) = <&[u8; 64]>::try_from(line)
            && line.iter().fold(0, |all, byte| all | byte) == 0
        {
            continue;
        }
        let start = 64 * number;
        let (words, rest) = line.as_chunks::<8>();
        for (number, word) in words.iter().enumerate() {
            let mut bits = u64::from_le_bytes(*word);
            while bits != 0 {
                let byte = bits.trailing_zeros() as usize / 8;
                see(start + 8 * number + byte);
                bits &= !(0xff << (8 * byte));
            }
        }
        for (at, &byte) in rest.iter().enumerate() {
            if byte != 0 {
                see(start + 8 * words.len() + at);
            }
        }
    }
}
