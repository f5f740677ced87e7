//! Problems from matrices: rows are options, columns are items.

use crate::array::Array;
use crate::element::{Axes, Ones};
use crate::faults::{number_of, refused, shown, wrong};
use crate::given::{Given, Labels, is_table, labels, listed, row_labels};
use crate::{numbers, options, sparse};
use dlx3::{Bounds, BuildError, Builder, ItemId, OptionId, Problem};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyMemoryView, PySet, PyString, PyTuple};
use std::collections::HashMap;

/// How many columns pass until signals are looked for, and how many rows.
const BREATH: usize = 1 << 16;
const BREATH_OF_ROWS: usize = 1 << 12;

/// The library numbers items and options in 31 bits.
const MOST: usize = i32::MAX as usize;

/// A problem whose options are rows of items.
pub struct Rows {
    builder: Builder,
    labels: Labels,
    /// The columns of the row that is being read that are ones.
    pub row: Vec<usize>,
    option: Vec<(ItemId, Option<u8>)>,
}

impl Rows {
    /// No rows yet. Columns are called by their numbers, if they have no names.
    pub fn new(py: Python<'_>, columns: usize, axes: &Axes<'_>) -> PyResult<Self> {
        at_most("columns", columns)?;
        let names = axes.columns.as_ref().map(column_names).transpose()?;
        let mut builder = Problem::builder();
        for column in 0..columns {
            if column % BREATH == 0 {
                py.check_signals()?;
            }
            let added = match &names {
                Some(names) => builder.item(&names[column], Bounds::ONE),
                None => builder.item(column.to_string(), Bounds::ONE),
            };
            added.map_err(|error| refused(py, format!("column {column}: {error}"), None))?;
        }
        Ok(Rows {
            builder,
            labels: Labels::new(0),
            row: Vec::new(),
            option: Vec::new(),
        })
    }

    /// The row is complete.
    pub fn end_row(&mut self, py: Python<'_>) -> PyResult<()> {
        let done = self.labels.total;
        if done.is_multiple_of(BREATH_OF_ROWS) {
            py.check_signals()?;
        }
        let items = self.row.drain(..);
        self.option.clear();
        self.option
            .extend(items.map(|column| (ItemId(column as u32), None)));
        match self.builder.option(&self.option) {
            Ok(_) => self.labels.keep(done),
            // An empty row is in no solution.
            Err(BuildError::NoPrimaryItem) => {}
            Err(error) => return Err(refused(py, format!("row {done}: {error}"), Some(done))),
        }
        self.labels.total += 1;
        Ok(())
    }
}

/// Refuses a matrix whose rows or columns the library cannot number.
pub fn at_most(what: &str, number: usize) -> PyResult<()> {
    match number <= MOST {
        true => Ok(()),
        false => {
            let told = format!("a matrix has at most {MOST} {what}, not {number}");
            Err(PyValueError::new_err(told))
        }
    }
}

/// Names for columns, by what a user calls them.
fn column_names(columns: &Bound<'_, PyTuple>) -> PyResult<Vec<String>> {
    let py = columns.py();
    let seen = PyDict::new(py);
    for (number, column) in columns.iter().enumerate() {
        if let Some(before) = seen.get_item(&column)? {
            let told = format!("columns {before} and {number} are both {}", shown(&column));
            return Err(refused(py, told, None));
        }
        seen.set_item(column, number)?;
    }
    let columns: Vec<Bound<'_, PyAny>> = columns.iter().collect();
    options::names(&columns)
}

/// The problem of a matrix; see `Problem.from_matrix`.
pub fn from_matrix<'py>(
    py: Python<'py>,
    matrix: &Bound<'py, PyAny>,
    costs: Option<&Bound<'py, PyAny>>,
    ones: Ones,
) -> PyResult<Given> {
    let mut axes = Axes::numbered(py, ones)?;
    let rows = if matrix.hasattr("tocsr")? {
        sparse::read(matrix, &axes)?
    } else if is_table(matrix)? {
        axes.name(row_labels(matrix)?, column_labels(matrix)?);
        dense(matrix, &axes)?
    } else if matrix.hasattr("__array_interface__")? || matrix.hasattr("__array__")? {
        refuse_masked(matrix, &axes)?;
        dense(matrix, &axes)?
    } else if matrix.is_instance_of::<PyMemoryView>() {
        match py.import("numpy") {
            Ok(_) => dense(matrix, &axes)?,
            Err(_) => of_lists(&matrix.call_method0("tolist")?, &axes)?,
        }
    } else {
        of_lists(matrix, &axes)?
    };
    let count = rows.labels.total;
    let costs = costs
        .map(|costs| numbers::costs(costs, count, axes.rows.as_ref()))
        .transpose()?;
    let costs = costs.map(|costs| costs.some(rows.labels.kept().map(|row| OptionId(row as u32))));
    let problem = rows.builder.build();
    let problem = problem.map_err(|_| refused(py, "a matrix needs at least one column", None))?;
    let items = match axes.columns {
        Some(columns) => columns.iter().map(Bound::unbind).collect(),
        None => {
            let columns = 0..problem.item_count();
            let columns = columns.map(|column| Ok(column.into_pyobject(py)?.into_any().unbind()));
            columns.collect::<PyResult<Vec<Py<PyAny>>>>()?
        }
    };
    Ok(Given {
        problem,
        labels: rows.labels,
        costs,
        items: Some(items),
        colors: HashMap::new(),
        imems: None,
        names: axes.rows.map(Bound::unbind),
    })
}

/// What a table calls its columns.
fn column_labels<'py>(table: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    // Tables of Arrow have lists of values as `columns`.
    let columns = match table.getattr_opt("column_names")? {
        Some(names) => names,
        None => table.getattr("columns")?,
    };
    labels(&columns)
}

/// Refuses a masked array if any of its elements is masked.
fn refuse_masked<'py>(matrix: &Bound<'py, PyAny>, axes: &Axes<'py>) -> PyResult<()> {
    if !matrix.hasattr("mask")? {
        return Ok(());
    }
    let masks = matrix.py().import("numpy.ma")?;
    if !masks
        .call_method1("isMaskedArray", (matrix,))?
        .is_truthy()?
    {
        return Ok(());
    }
    let mask = Array::read(&masks.call_method1("getmaskarray", (matrix,))?, Ones::One)?;
    let [count, columns] = mask.sides()?;
    let mut masked = Vec::new();
    for row in 0..count {
        mask.ones_of(row, columns, axes, &mut masked)?;
        if let Some(&column) = masked.first() {
            let told = format!("{} is masked", axes.place(row, column));
            return Err(refused(matrix.py(), told, Some(row)));
        }
    }
    Ok(())
}

/// A matrix that NumPy makes an array of.
fn dense<'py>(matrix: &Bound<'py, PyAny>, axes: &Axes<'py>) -> PyResult<Rows> {
    let py = matrix.py();
    let array = Array::read(matrix, axes.ones)?;
    let [count, columns] = array.sides()?;
    at_most("rows", count)?;
    let mut rows = Rows::new(py, columns, axes)?;
    for row in 0..count {
        array.ones_of(row, columns, axes, &mut rows.row)?;
        rows.end_row(py)?;
    }
    Ok(rows)
}

/// Rows of Python objects.
fn of_lists<'py>(matrix: &Bound<'py, PyAny>, axes: &Axes<'py>) -> PyResult<Rows> {
    let py = matrix.py();
    let wanted = "a matrix is an array, a table, or a list of rows";
    if is_set(matrix) {
        return Err(wrong(wanted, matrix));
    }
    let mut rows: Option<(Rows, usize)> = None;
    let mut ones = Vec::new();
    for (number, row) in listed(wanted, matrix)?.enumerate() {
        let columns = rows.as_ref().map(|(_, columns)| *columns);
        let length = of_list(number, &row?, columns, axes, &mut ones)?;
        if rows.is_none() {
            rows = Some((Rows::new(py, length, axes)?, length));
        }
        let (rows, columns) = rows.as_mut().expect("there is one now");
        if length != *columns {
            let told = match length > *columns {
                true => format!("row {number} has more elements than row 0, which has {columns}"),
                false => format!(
                    "row {number} has {}, but row 0 has {columns}",
                    number_of(length, "element")
                ),
            };
            return Err(refused(py, told, Some(number)));
        }
        rows.row.append(&mut ones);
        rows.end_row(py)?;
    }
    match rows {
        Some((rows, _)) => Ok(rows),
        None => Rows::new(py, 0, axes),
    }
}

/// Reads a row that is a list, no farther than one element beyond `columns`: which of its elements
/// are ones. Its length.
fn of_list<'py>(
    number: usize,
    row: &Bound<'py, PyAny>,
    columns: Option<usize>,
    axes: &Axes<'py>,
    ones: &mut Vec<usize>,
) -> PyResult<usize> {
    let wanted = format_args!("row {number} is a list of numbers");
    if is_set(row) || row.is_instance_of::<PyString>() {
        return Err(wrong(wanted, row));
    }
    // An array gives all elements at once as Python's own numbers, and `None` if they are masked.
    let row = match row.get_type().hasattr("tolist")? {
        true => row.call_method0("tolist")?,
        false => row.clone(),
    };
    let mut length = 0;
    for element in listed(wanted, &row)? {
        if columns == Some(length) {
            return Ok(length + 1);
        }
        if axes.is_one(number, length, &element?)? {
            ones.push(length);
        }
        length += 1;
        if length % BREATH == 0 {
            row.py().check_signals()?;
        }
    }
    Ok(length)
}

/// Whether these have no order.
fn is_set(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PySet>() || given.is_instance_of::<PyFrozenSet>()
}
