//! Sparse matrices of SciPy, by rows.
//!
//! SciPy checks what its arrays say when a matrix is made, but anybody may write to them later, and
//! its compiled code then reads and writes where it should not. So they are checked before any of
//! it is called.
//!
//! Elements that are stored and zero are zero, and what is stored twice is added.

use crate::array::{Array, Look, Read};
use crate::element::{Axes, Ones};
use crate::faults::{number_of, wrong};
use crate::matrix::{Rows, at_most};
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;

/// The problem of a sparse matrix.
pub fn read<'py>(matrix: &Bound<'py, PyAny>, axes: &Axes<'py>) -> PyResult<Rows> {
    let py = matrix.py();
    let shape: Vec<usize> = matrix.getattr("shape")?.extract()?;
    let [count, columns] = shape[..] else {
        let told = format!("a matrix has 2 dimensions, not {}", shape.len());
        return Err(PyValueError::new_err(told));
    };
    at_most("rows", count)?;
    at_most("columns", columns)?;
    let format = match matrix.getattr_opt("format")? {
        Some(format) => format.extract()?,
        None => String::new(),
    };
    match format.as_str() {
        "csc" => check_lines("column", matrix, columns, "row", count)?,
        "bsr" => check_blocks(matrix, count, columns)?,
        "coo" => check_coordinates(matrix, count, columns)?,
        "lil" => check_lists(matrix, count)?,
        "dia" => check_diagonals(matrix)?,
        _ => {}
    }
    let is_by_rows = format == "csr";
    let csr = match is_by_rows {
        true => matrix.clone(),
        false => matrix.call_method0("tocsr")?,
    };
    let lines =
        Lines::new(&csr).map_err(|error| match error.is_instance_of::<PyAttributeError>(py) {
            true => wrong("a sparse matrix is one of SciPy", matrix),
            false => error,
        })?;
    let mut rows = Rows::new(py, columns, axes)?;
    let mut entries = Vec::new();
    for row in 0..count {
        let stored = lines.range("row", row)?;
        entries.clear();
        for at in stored {
            entries.push((lines.index("row", row, at, "column", columns)?, at));
        }
        if !entries.is_sorted_by(|one, other| one.0 < other.0) {
            entries.sort_unstable();
        }
        for same in entries.chunk_by(|one, other| one.0 == other.0) {
            let column = same[0].0;
            if lines.is_one(row, column, same, axes)? {
                rows.row.push(column);
            }
        }
        rows.end_row(py)?;
    }
    lines.check_end("row", count)?;
    Ok(rows)
}

fn invalid(told: &str) -> PyErr {
    PyValueError::new_err(format!("the sparse matrix is not valid: {told}"))
}

/// What is stored by rows or by columns: where each begins, the numbers of the others, and elements.
struct Lines<'py> {
    starts: Array<'py>,
    indices: Array<'py>,
    data: Read<'py>,
    /// How many elements there are.
    length: usize,
}

impl<'py> Lines<'py> {
    fn new(matrix: &Bound<'py, PyAny>) -> PyResult<Self> {
        let starts = Read::indices(matrix, "indptr")?;
        let indices = Read::indices(matrix, "indices")?;
        let data = matrix.getattr("data")?;
        let length = data.len()?.min(indices.shape()[0]);
        Ok(Lines {
            starts,
            indices,
            data: Array::read(&data, Ones::One)?,
            length,
        })
    }

    /// Where the elements of a line are. `kind` is "row" or "column".
    fn range(&self, kind: &str, line: usize) -> PyResult<std::ops::Range<usize>> {
        let at = |line: usize| {
            let start = self.starts.integer(line);
            start.ok_or_else(|| invalid(&format!("indptr ends before {kind} {line}")))
        };
        let (start, end) = (at(line)?, at(line + 1)?);
        let told = if line == 0 && start != 0 {
            format!("indptr begins with {start}, not with 0")
        } else if end < start {
            format!("{kind} {line}: indptr goes down from {start} to {end}")
        } else if end > self.length as i64 {
            let stored = number_of(self.length, "element");
            format!("{kind} {line}: indptr goes up to {end}, beyond what is stored ({stored})")
        } else {
            // From 0 on, they only go up.
            return Ok(start as usize..end as usize);
        };
        Err(invalid(&told))
    }

    /// The number of the other line that an element is in.
    fn index(
        &self,
        kind: &str,
        line: usize,
        at: usize,
        other: &str,
        count: usize,
    ) -> PyResult<usize> {
        let index = self.indices.integer(at).unwrap_or(-1);
        match usize::try_from(index).ok().filter(|&index| index < count) {
            Some(index) => Ok(index),
            None => Err(invalid(&format!(
                "{kind} {line}, {other} {index}: the matrix has {}",
                number_of(count, other)
            ))),
        }
    }

    /// Refuses more lines than there are.
    fn check_end(&self, kind: &str, count: usize) -> PyResult<()> {
        let starts = self.starts.shape()[0];
        match starts == count + 1 {
            true => Ok(()),
            false => Err(invalid(&format!(
                "indptr has {} for {}, not one more",
                number_of(starts, "element"),
                number_of(count, kind)
            ))),
        }
    }

    /// Whether what is stored for an element adds up to a one.
    fn is_one(
        &self,
        row: usize,
        column: usize,
        stored: &[(usize, usize)],
        axes: &Axes<'py>,
    ) -> PyResult<bool> {
        if let (Read::Numbers(data), [(_, at)]) = (&self.data, stored) {
            match data.look(*at) {
                Some(Look::Zero) => return Ok(false),
                Some(Look::One) => return Ok(true),
                Some(Look::Other) | None => {}
            }
        }
        let mut sum: Option<Bound<'py, PyAny>> = None;
        for (_, at) in stored {
            let next = self.data.object(*at)?;
            // Booleans are added as such.
            sum = Some(match sum {
                None => next,
                Some(sum) => sum.add(next)?,
            });
        }
        let sum = sum.expect("something is stored");
        axes.is_one(row, column, &sum)
    }
}

/// Checks a matrix that is stored by columns, or by rows.
fn check_lines(
    kind: &str,
    matrix: &Bound<'_, PyAny>,
    count: usize,
    other: &str,
    others: usize,
) -> PyResult<()> {
    let lines = Lines::new(matrix)?;
    for line in 0..count {
        for at in lines.range(kind, line)? {
            lines.index(kind, line, at, other, others)?;
        }
    }
    lines.check_end(kind, count)
}

/// Checks a matrix of blocks.
fn check_blocks(matrix: &Bound<'_, PyAny>, count: usize, columns: usize) -> PyResult<()> {
    let shape: Vec<usize> = matrix.getattr("data")?.getattr("shape")?.extract()?;
    let fits = |&[_, high, wide]: &[usize; 3]| {
        high > 0 && wide > 0 && count.is_multiple_of(high) && columns.is_multiple_of(wide)
    };
    let shape = <[usize; 3]>::try_from(shape).ok().filter(fits);
    let Some([_, high, wide]) = shape else {
        return Err(invalid("the blocks do not fit"));
    };
    let (rows, across) = (count / high, columns / wide);
    check_lines("block row", matrix, rows, "block column", across)
}

/// Checks a matrix of places and elements.
fn check_coordinates(matrix: &Bound<'_, PyAny>, count: usize, columns: usize) -> PyResult<()> {
    let length = matrix.getattr("data")?.len()?;
    for (kind, most) in [("row", count), ("col", columns)] {
        let numbers = Read::indices(matrix, kind)?;
        if numbers.shape()[0] != length {
            let (own, all) = (numbers.shape()[0], number_of(length, "element"));
            return Err(invalid(&format!("{kind} has {own} numbers for {all}")));
        }
        for at in 0..length {
            let number = numbers.integer(at).unwrap_or(-1);
            if usize::try_from(number).is_ok_and(|number| number < most) {
                continue;
            }
            let all = number_of(most, if kind == "row" { "row" } else { "column" });
            let told = format!("element {at}: {kind} is {number}, and the matrix has {all}");
            return Err(invalid(&told));
        }
    }
    Ok(())
}

/// Checks a matrix of lists: as many columns as elements in each row.
fn check_lists(matrix: &Bound<'_, PyAny>, count: usize) -> PyResult<()> {
    let (rows, data) = (matrix.getattr("rows")?, matrix.getattr("data")?);
    if rows.len()? != count || data.len()? != count {
        return Err(invalid("there is not one list for each row"));
    }
    for row in 0..count {
        let (columns, elements) = (rows.get_item(row)?.len()?, data.get_item(row)?.len()?);
        if columns != elements {
            let (columns, elements) =
                (number_of(columns, "column"), number_of(elements, "element"));
            let told = format!("row {row}: {columns} for {elements}");
            return Err(invalid(&told));
        }
    }
    Ok(())
}

/// Checks a matrix of diagonals: one line of data for each.
fn check_diagonals(matrix: &Bound<'_, PyAny>) -> PyResult<()> {
    let offsets = Read::indices(matrix, "offsets")?;
    let shape: Vec<usize> = matrix.getattr("data")?.getattr("shape")?.extract()?;
    match shape[..] {
        [lines, _] if lines == offsets.shape()[0] => Ok(()),
        _ => Err(invalid("there is not one line of data for each diagonal")),
    }
}
