//! The names in the cells of a table, as `dlx import csv` reads them.

use dlx3::convert::import::cells;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The names in each of some cells, all of one column. `separators` says what stands between names,
/// unless there are none; `several` that other columns have names, too.
///
/// Raises `ValueError` with the number of a cell and a question if names can be read in two ways.
#[pyfunction]
pub fn names_of_cells(
    cells: Vec<String>,
    separators: Vec<String>,
    several: bool,
) -> PyResult<Vec<Vec<String>>> {
    let plain: Vec<_> = cells
        .iter()
        .map(|cell| cells::plain(cell.as_bytes()))
        .collect();
    let texts: Vec<&[u8]> = plain.iter().map(|text| &text[..]).collect();
    let rule = cells::rule(&texts, &separators, several)
        .map_err(|doubt| PyValueError::new_err((doubt.cell, doubt.question(said))))?;
    let names = texts.iter().map(|text| {
        let names = rule.split(text);
        let names = names
            .iter()
            .map(|name| String::from_utf8_lossy(name).into_owned());
        names.collect()
    });
    Ok(names.collect())
}

/// Separators as an argument says them.
fn said(separators: &[String]) -> String {
    match separators {
        [only] => format!("separator=\"{only}\""),
        all => {
            let all: Vec<String> = all.iter().map(|one| format!("\"{one}\"")).collect();
            format!("separator=[{}]", all.join(", "))
        }
    }
}
