//! Tables in Markdown that are also readable as plain text.

use std::io::{self, Write};

/// A table. The first column is aligned left, numbers right.
pub struct Table {
    widths: Vec<usize>,
}

/// The text of a cell without a figure.
pub const NONE: &str = "–";

impl Table {
    /// Prints the head: headings, and how wide their columns are at least.
    pub fn begin(columns: &[(&str, usize)]) -> Self {
        let widths = columns.iter();
        let widths = widths.map(|&(heading, width)| width.max(heading.chars().count()));
        let table = Table {
            widths: widths.collect(),
        };
        let headings: Vec<&str> = columns.iter().map(|column| column.0).collect();
        table.row(&headings);
        let rules = table.widths.iter().enumerate().map(|(place, &width)| {
            let dashes = "-".repeat(width + 1);
            if place == 0 {
                dashes + "-"
            } else {
                dashes + ":"
            }
        });
        println!("|{}|", rules.collect::<Vec<_>>().join("|"));
        table
    }

    /// Prints a row at once: the next one may take long.
    pub fn row<S: AsRef<str>>(&self, cells: &[S]) {
        let cells = cells.iter().zip(&self.widths).enumerate();
        let line: Vec<String> = cells
            .map(|(place, (cell, &width))| match place {
                0 => format!(" {:<width$} ", cell.as_ref()),
                _ => format!(" {:>width$} ", cell.as_ref()),
            })
            .collect();
        println!("|{}|", line.join("|"));
        let _ = io::stdout().flush();
    }
}

/// Three digits or so, of seconds or of a ratio: enough to divide one by another.
pub fn figure(number: f64) -> String {
    match number {
        ..0.01 => format!("{number:.5}"),
        ..0.1 => format!("{number:.4}"),
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

/// [`figure`], or [`NONE`] if there is no number.
pub fn figure_or_none(number: Option<f64>) -> String {
    number.map_or_else(|| NONE.to_owned(), figure)
}
