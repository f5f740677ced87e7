//! The source of a table's rows: lines with cells, lines of digits, or lists in brackets. A first
//! line with the numbers of rows and columns is not a row.

use super::csv::Columns;
use super::records::{Cell, Records, separator, yes_or_no};
use super::words::lines;
use super::{Fault, Place, nested, sets, shown};

/// A text with a table.
pub struct Source<'t> {
    text: &'t [u8],
    kind: Kind,
    /// The length of a first line with the numbers of rows and columns.
    counts: usize,
}

enum Kind {
    /// Lines with this separator of cells.
    Lines(u8),
    /// Lines of digits without separators.
    Digits,
    /// Lists, and whether the first one names the columns.
    Lists(Vec<Vec<Cell>>, bool),
}

/// The rows of a table.
pub enum Rows<'t> {
    Lines(Records<'t>),
    Digits(Records<'t>),
    Lists(std::slice::Iter<'t, Vec<Cell>>),
}

impl<'t> Source<'t> {
    pub fn of(text: &'t [u8], columns: &Columns) -> Result<Self, Fault> {
        if let Some((rows, has_header)) = nested::table(text)? {
            let kind = Kind::Lists(rows, has_header);
            let counts = 0;
            let source = Source { text, kind, counts };
            source.refuse_sets(columns)?;
            return Ok(source);
        }
        let counts = match columns.header == Some(true) {
            true => 0,
            false => counts(text, columns)?,
        };
        let rest = &text[counts..];
        let kind = match is_digits(rest) && columns.items.is_none() {
            true => Kind::Digits,
            false => Kind::Lines(separator(rest)),
        };
        Ok(Source { text, kind, counts })
    }

    pub fn rows(&self) -> Rows<'_> {
        match &self.kind {
            Kind::Lines(separator) => {
                Rows::Lines(Records::after(self.text, *separator, self.counts))
            }
            Kind::Digits => Rows::Digits(Records::after(self.text, b',', self.counts)),
            Kind::Lists(rows, _) => Rows::Lists(rows.iter()),
        }
    }

    /// The separator of cells.
    pub fn separator(&self) -> u8 {
        match self.kind {
            Kind::Lines(separator) => separator,
            _ => b',',
        }
    }

    /// Whether the first row is certainly a header, or certainly none.
    pub fn tells_header(&self) -> bool {
        self.counts > 0 || !matches!(self.kind, Kind::Lines(_))
    }

    pub fn has_header(&self, columns: &Columns) -> bool {
        match self.kind {
            _ if columns.header == Some(true) => true,
            Kind::Lists(_, has_header) => has_header,
            Kind::Digits => false,
            Kind::Lines(_) => columns.header != Some(false) && self.counts == 0,
        }
    }

    /// A note about a first line that is not a row.
    pub fn note(&self) -> Option<String> {
        let line = self.text[..self.counts].trim_ascii();
        (self.counts > 0).then(|| {
            format!(
                "line 1: `{}' counts rows and columns, and is no row",
                shown(line)
            )
        })
    }

    /// Refuses lists that are not rows of a matrix, unless the user describes columns: they are
    /// sets.
    fn refuse_sets(&self, columns: &Columns) -> Result<(), Fault> {
        let Kind::Lists(rows, false) = &self.kind else {
            return Ok(());
        };
        let is_said = columns.header.is_some() && rows.iter().all(|row| row.len() == rows[0].len())
            || columns.cost.is_some()
            || columns.items.is_some()
            || columns.id.is_some();
        let are_sets = |row: &Vec<Cell>| {
            let texts: std::collections::HashSet<&[u8]> =
                row.iter().map(|cell| &cell.text[..]).collect();
            texts.len() == row.len()
        };
        if is_said || nested::are_matrix(rows) || !rows.iter().all(are_sets) {
            return Ok(());
        }
        let width = rows[0].len();
        let is_bad = |cell: &&Cell| yes_or_no(&cell.text).is_none();
        let (place, told) = if let Some(cell) = rows.iter().flatten().find(is_bad) {
            let word = shown(&cell.text);
            (cell.place, format!("`{word}' is neither 0 nor 1"))
        } else if let Some(row) = rows.iter().find(|row| row.len() != width) {
            let told = "this list is not as long as the first";
            (row[0].place, told.to_owned())
        } else {
            let told = "each list has one cell: for a matrix of one column say --no-header";
            (rows[0][0].place, told.to_owned())
        };
        let told = format!("{told}; {}", sets::ADVICE);
        Err(Fault::new(place, told))
    }

    /// Whether the lines are perhaps sets instead of rows.
    pub fn may_be_sets(&self, columns: &Columns) -> bool {
        let is_said = columns.cost.is_some() || columns.items.is_some() || columns.id.is_some();
        !is_said && matches!(self.kind, Kind::Lines(_)) && sets::are_likely(self.text)
    }
}

impl Rows<'_> {
    /// Reads the next row into `cells`; false at the end.
    pub fn next(&mut self, cells: &mut Vec<Cell>) -> Result<bool, Fault> {
        match self {
            Rows::Lines(records) => records.next(cells),
            Rows::Digits(records) => {
                let is_one = records.next(cells)?;
                let Some(word) = cells.pop() else {
                    return Ok(is_one);
                };
                cells.extend((0..).zip(&word.text).map(|(before, &digit)| Cell {
                    text: vec![digit],
                    place: Place {
                        column: word.place.column + before,
                        ..word.place
                    },
                }));
                Ok(is_one)
            }
            Rows::Lists(rows) => {
                cells.clear();
                let row = rows.next();
                cells.extend(row.into_iter().flatten().cloned());
                Ok(row.is_some())
            }
        }
    }
}

/// Whether all lines are equally long words of zeros and ones.
fn is_digits(text: &[u8]) -> bool {
    let mut words = lines(text).map(|(_, line)| line.trim_ascii());
    let first = words.next().map_or(0, <[u8]>::len);
    let is_word = |word: &[u8]| word.len() == first && word.iter().all(|byte| b"01".contains(byte));
    let mut words = lines(text).map(|(_, line)| line.trim_ascii());
    first > 1 && words.all(|word| word.is_empty() || is_word(word))
}

/// The length of the first line, with its end, if it has the numbers of rows and columns of the
/// matrix below; otherwise 0.
fn counts(text: &[u8], columns: &Columns) -> Result<usize, Fault> {
    let Some(end) = memchr::memchr(b'\n', text) else {
        return Ok(0);
    };
    let Some(numbers) = sets::numbers(&text[..end]) else {
        return Ok(0);
    };
    let rest = &text[end + 1..];
    let mut records = Records::new(rest, separator(rest));
    let (mut cells, mut rows, mut width) = (Vec::new(), 0, 0);
    while let Ok(true) = records.next(&mut cells) {
        let digits = matches!(&cells[..], [only] if only.text.len() > 1 && is_digits(&only.text));
        let length = if digits {
            cells[0].text.len()
        } else {
            cells.len()
        };
        let is_row = digits || cells.iter().all(|cell| yes_or_no(&cell.text).is_some());
        if !is_row || length < 2 || rows > 0 && length != width {
            return Ok(0);
        }
        width = length;
        rows += 1;
    }
    let is_row = numbers.len() == width && numbers.iter().all(|&number| number <= 1);
    if rows == 0 || is_row || numbers.len() == width && columns.header.is_none() {
        return Ok(0);
    }
    let are_counts = match numbers[..] {
        [only] => only == width || only == rows,
        [one, other] => {
            let is_secondary = one + other == width && other > 0;
            if is_secondary && [one, other] != [rows, width] && [one, other] != [width, rows] {
                let told = format!(
                    "this line may say that the last {other} of {width} columns are secondary: leave \
                     it out, and say so with --secondary"
                );
                return Err(Fault::new(Place { line: 1, column: 1 }, told));
            }
            [one, other] == [rows, width]
                || [one, other] == [width, rows]
                || [one, other] == [width, 0]
        }
        [one, other, _] => [one, other] == [rows, width] || [one, other] == [width, rows],
        _ => false,
    };
    Ok(if are_counts { end + 1 } else { 0 })
}
