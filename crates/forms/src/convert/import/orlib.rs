//! Set partitioning and set covering problems of the OR-Library.

use super::draft::{Draft, Kind};
use super::words::{Word, lines, words};
use super::{FEW, Fault, ImportRow, Imported, Place};
use dlx3_format::{Bounds, Decimal};

pub const ORLIB: ImportRow = ImportRow {
    name: "orlib",
    about: "Set partitioning and covering problems of the OR-Library",
    read: "`ROWS COLUMNS', then for each column `COST COUNT ROW...'; with --cover `ROWS COLUMNS',\n\
           the costs of the columns, then for each row `COUNT COLUMN...'",
    options: &["--cover"],
    reader: |text, choices| match choices.cover {
        true => covering(text),
        false => partitioning(text),
    },
};

/// All words of a text, across line breaks.
struct Numbers<I> {
    words: I,
    last: Place,
    length: usize,
}

fn numbers(text: &[u8]) -> Numbers<impl Iterator<Item = Word<'_>>> {
    let all = lines(text).flat_map(|(number, line)| words(number, line));
    Numbers {
        words: all,
        last: Place { line: 1, column: 1 },
        length: text.len(),
    }
}

impl<'t, I: Iterator<Item = Word<'t>>> Numbers<I> {
    fn next(&mut self, expected: &str) -> Result<Word<'t>, Fault> {
        let Some(word) = self.words.next() else {
            let told = format!("the text ends where {expected} is expected");
            return Err(Fault::new(self.last, told));
        };
        self.last = Place {
            column: word.place.column + word.text.len(),
            ..word.place
        };
        Ok(word)
    }

    /// Reads a number of things, each of which the rest of the text must name.
    fn size(&mut self, what: &str) -> Result<usize, Fault> {
        let word = self.next(what)?;
        match word.count(what)? {
            size if size <= self.length.max(FEW) => Ok(size),
            size => Err(word.fault(format!("the text is too short for {size} of them"))),
        }
    }

    fn end(mut self) -> Result<(), Fault> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(word.unexpected("the end of the text")),
        }
    }
}

fn partitioning(text: &[u8]) -> Result<Imported, Fault> {
    let mut numbers = numbers(text);
    let rows = numbers.size("the number of rows")?;
    let columns = numbers.size("the number of columns")?;
    let mut draft = Draft::new();
    draft.numbered(rows, Kind::Primary(Bounds::ONE), numbers.last)?;
    for column in 1..=columns {
        let cost = numbers.next(&format!("the cost of column {column} of {columns}"))?;
        draft.begin(cost.place);
        draft.cost(cost.decimal("the cost of a column")?, cost.place)?;
        let count = numbers.next("the number of rows of a column")?;
        for _ in 0..count.count("the number of rows of a column")? {
            let row = numbers.next("a row")?;
            if !draft.node(row.index(rows, "a row")? as u32, None) {
                return Err(row.fault(format!("column {column} has this row twice")));
            }
        }
        draft.end();
    }
    numbers.end()?;
    draft.build()
}

fn covering(text: &[u8]) -> Result<Imported, Fault> {
    let mut numbers = numbers(text);
    let rows = numbers.size("the number of rows")?;
    let columns = numbers.size("the number of columns")?;
    let mut costs: Vec<(Decimal, Place)> = Vec::new();
    for column in 1..=columns {
        let cost = numbers.next(&format!("the cost of column {column} of {columns}"))?;
        costs.push((cost.decimal("the cost of a column")?, cost.place));
    }
    let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); columns];
    for row in 0..rows {
        let count = numbers.next(&format!(
            "the number of columns of row {} of {rows}",
            row + 1
        ))?;
        for _ in 0..count.count("the number of columns of a row")? {
            let word = numbers.next("a column")?;
            let column = &mut rows_of[word.index(columns, "a column")?];
            if column.last() == Some(&(row as u32)) {
                return Err(word.fault(format!("row {} has this column twice", row + 1)));
            }
            column.push(row as u32);
        }
    }
    numbers.end()?;
    let mut draft = Draft::new();
    draft.numbered(rows, Kind::AtLeast(1), Place { line: 1, column: 1 })?;
    for ((cost, place), rows) in costs.into_iter().zip(rows_of) {
        draft.begin(place);
        draft.cost(cost, place)?;
        rows.iter().for_each(|&row| {
            draft.node(row, None);
        });
        draft.end();
    }
    draft.build()
}
