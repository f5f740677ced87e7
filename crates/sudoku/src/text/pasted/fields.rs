//! Rows of fields: a line for each row, its cells between bars, commas, `&` or blanks, or one after
//! the other. Headers, row names, frames and prose may stand beside and between.
//!
//! ```text
//! | 9 | 2 |   | ... |   Movement          5 & 3 &   & ... \\ \hline
//! ,0,1,2,3,4,5,6,7,8                        0  1  2 ...
//! 0,5,3,0,0,7,0,0,0,0                    0  5  3  0 ...
//! ```

use super::cell::{self, is_frame, is_text};
use super::{Asked, Found, FoundGrid};
use dlx3_base::text::blank;

/// The separator of cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A sign. Nothing between two of them is a blank.
    Sign(u8),
    /// Blanks, bars and commas.
    Words,
    /// Nothing: each character is a cell.
    Nothing,
}

const WAYS: [Way; 7] = [
    Way::Sign(b'|'),
    Way::Sign(b','),
    Way::Sign(b';'),
    Way::Sign(b'\t'),
    Way::Sign(b'&'),
    Way::Words,
    Way::Nothing,
];

/// A row: its line, its fields, whether a blank line stands before it, and a line of a frame below.
struct Row<'l> {
    line: usize,
    fields: Vec<&'l [u8]>,
    is_after_gap: bool,
    is_above_frame: bool,
}

/// The grids of a text, by the first separator with which all of it is understood.
pub fn find(asked: Asked, lines: &[Vec<u8>]) -> Option<Found> {
    let mut ways = WAYS.into_iter();
    ways.find_map(|way| in_way(asked, lines, way).filter(|found| !found.grids.is_empty()))
}

fn in_way(asked: Asked, lines: &[Vec<u8>], way: Way) -> Option<Found> {
    let mut grids = Vec::new();
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut is_after_gap = false;
    for (number, line) in lines.iter().enumerate() {
        let line = line.strip_prefix(b"> ").unwrap_or(line);
        if line.trim_ascii().is_empty() && !line.contains(&b'\t') {
            is_after_gap = true;
            continue;
        }
        if is_frame(line) {
            if let Some(row) = rows.last_mut() {
                row.is_above_frame = true;
            }
            continue;
        }
        match fields(asked, line, way) {
            Some(fields) => {
                rows.push(Row {
                    line: number,
                    fields,
                    is_after_gap: std::mem::take(&mut is_after_gap),
                    is_above_frame: false,
                });
            }
            None if is_text(asked.order, line) => {
                grids.extend(grids_of(asked, &rows)?);
                rows.clear();
            }
            None => return None,
        }
    }
    let mut used = lines.len();
    match (grids_of(asked, &rows), rows.first()) {
        (Some(more), _) => grids.extend(more),
        // The text continues.
        (None, Some(row)) if !asked.is_whole && !grids.is_empty() => used = row.line,
        (None, _) => return None,
    }
    Some(Found { grids, used })
}

/// The fields of a line, if most of them are cells or numbers of columns.
fn fields(asked: Asked, line: &[u8], way: Way) -> Option<Vec<&[u8]>> {
    let order = asked.order;
    let fields: Vec<&[u8]> = match way {
        Way::Sign(separator) => {
            let line = between(line, separator);
            if !line.contains(&separator) {
                return None;
            }
            let fields = line.split(|&byte| byte == separator);
            fields.map(<[u8]>::trim_ascii).collect()
        }
        Way::Words => words(line),
        Way::Nothing => {
            let words = words(line);
            let is_label = words.len() > 1 && words[0].len() <= 2 && words[1].len() == order;
            let (label, rest) = words.split_at(usize::from(is_label));
            let length: usize = rest.iter().map(|word| word.len()).sum();
            let (first, others) = rest.split_first()?;
            let rest = match first.len() == order && others.iter().all(|word| is_word(word)) {
                true => &rest[..1],
                false if length == order && others.iter().all(|word| word.len() == first.len()) => {
                    rest
                }
                false => return None,
            };
            let signs = rest.iter().flat_map(|word| word.chunks(1));
            label.iter().copied().chain(signs).collect()
        }
    };
    if !(order..=order + 2).contains(&fields.len()) {
        return None;
    }
    let is_cell = |field: &&&[u8]| cell::read(order, field).is_some();
    let cells = fields.iter().filter(is_cell).count();
    let mut windows = fields.windows(order);
    (cells >= order || windows.any(is_sequence)).then_some(fields)
}

fn is_word(word: &[u8]) -> bool {
    let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic());
    letters.count() > 1 && !word.iter().any(u8::is_ascii_digit)
}

/// A line without the text before its first and after its last bar, or after the end of a LaTeX
/// row.
fn between(line: &[u8], separator: u8) -> &[u8] {
    let line = match separator {
        b'\t' => line,
        _ => line.trim_ascii(),
    };
    match separator {
        b'|' if line.starts_with(b"|") => {
            let last = memchr::memrchr(b'|', line).unwrap_or(0);
            line.get(1..last).unwrap_or(b"")
        }
        b'|' => line.strip_suffix(b"|").unwrap_or(line),
        b'&' => {
            let end = memchr::memmem::find(line, b"\\\\").unwrap_or(line.len());
            let line = &line[..end];
            let line = line.strip_prefix(b"\\hline").unwrap_or(line);
            line.strip_suffix(b"\\hline").unwrap_or(line).trim_ascii()
        }
        b',' | b';' => {
            let line = line.trim_ascii_start();
            let start = line.iter().position(|byte| !b"[{(".contains(byte));
            let line = &line[start.unwrap_or(0)..];
            let end = line.iter().rposition(|byte| !b"]}); ".contains(byte));
            let is_bracketed = line.iter().any(|byte| b"]})".contains(byte));
            match end.filter(|_| is_bracketed) {
                Some(end) => line[..=end]
                    .strip_suffix(b",")
                    .map_or(&line[..=end], |line| {
                        let end = line.iter().rposition(|byte| !b"]}) ".contains(byte));
                        &line[..end.map_or(0, |end| end + 1)]
                    }),
                None => line,
            }
        }
        _ => line,
    }
}

/// The words of a line up to the first word of prose.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let line = line.trim_ascii();
    let line = match (line.starts_with(b"|"), memchr::memrchr(b'|', line)) {
        (true, Some(last @ 1..)) => &line[..last],
        _ => line,
    };
    let is_cell = |word: &&[u8]| !is_word(word) || cell::is_nothing(word);
    blank::words(line, b"|,;[]{}").take_while(is_cell).collect()
}

/// Whether fields are the numbers or letters of rows or columns, in their order.
fn is_sequence(fields: &[&[u8]]) -> bool {
    let number = |field: &[u8]| -> Option<usize> {
        let is_around = |byte: &u8| b"\"':.)(|".contains(byte) || byte.is_ascii_whitespace();
        let start = field.iter().position(|byte| !is_around(byte))?;
        let end = field.iter().rposition(|byte| !is_around(byte))?;
        let field = &field[start..=end];
        let digits = field.iter().rev().take_while(|byte| byte.is_ascii_digit());
        let (name, digits) = field.split_at(field.len() - digits.count());
        match (name, digits) {
            ([letter], []) if letter.is_ascii_alphabetic() => {
                Some(usize::from(letter.to_ascii_lowercase() - b'a') + 100)
            }
            (name, [_, ..]) if name.iter().all(|byte| !byte.is_ascii_digit()) => {
                let is_name = name
                    .iter()
                    .all(|&byte| byte.is_ascii_alphabetic() || byte == b' ');
                let digits = std::str::from_utf8(digits).ok()?;
                digits
                    .parse()
                    .ok()
                    .filter(|&number: &usize| is_name && number < 100)
            }
            _ => None,
        }
    };
    let Some(first) = fields.first().and_then(|field| number(field)) else {
        return false;
    };
    matches!(first, 0 | 1 | 100)
        && (first..)
            .zip(fields)
            .all(|(expected, field)| number(field) == Some(expected))
}

/// The grids of rows that follow one another; none if these are not whole grids.
fn grids_of(asked: Asked, rows: &[Row<'_>]) -> Option<Vec<FoundGrid>> {
    let order = asked.order;
    let (plain, headed) = (
        rows.len().is_multiple_of(order),
        rows.len().is_multiple_of(order + 1),
    );
    let all = |chunks: Vec<&[Row<'_>]>| -> Option<Vec<FoundGrid>> {
        chunks
            .into_iter()
            .map(|rows| grid_of(asked, rows))
            .collect()
    };
    if plain && let Some(grids) = all(rows.chunks(order).collect()) {
        return Some(grids);
    }
    // A header numbers the columns, or is empty, as in Markdown.
    let is_header = |row: &Row<'_>| {
        let is_bare = row.is_above_frame && row.fields.iter().all(|field| field.is_empty());
        is_bare || row.fields.windows(order).any(is_sequence)
    };
    if headed && rows.chunks(order + 1).all(|chunk| is_header(&chunk[0])) {
        return all(rows.chunks(order + 1).map(|chunk| &chunk[1..]).collect());
    }
    // Headers above and below.
    if rows.len() == order + 2 && is_header(&rows[0]) && is_header(&rows[order + 1]) {
        return all(vec![&rows[1..=order]]);
    }
    let is_first = rows.first().is_some_and(is_header);
    let chunks = rows.get(1..)?.chunks(order).collect();
    (is_first && (rows.len() - 1).is_multiple_of(order)).then(|| all(chunks))?
}

fn grid_of(asked: Asked, rows: &[Row<'_>]) -> Option<FoundGrid> {
    let order = asked.order;
    let band = asked.shape.map_or(1, |(rows, _)| rows);
    // A blank line stands between two bands, or between any two rows.
    let gaps = (1..order).filter(|&row| rows[row].is_after_gap);
    let are_bands = gaps.clone().all(|row| row.is_multiple_of(band));
    if !are_bands && gaps.count() + 1 < order {
        return None;
    }
    let count = rows[0].fields.len();
    if rows.iter().any(|row| row.fields.len() != count) {
        return None;
    }
    let column =
        |number: usize| -> Vec<&[u8]> { rows.iter().map(|row| row.fields[number]).collect() };
    let is_named = |number: usize| is_sequence(&column(number));
    let is_bare = |number: usize| column(number).iter().all(|field| field.is_empty());
    let start = match count - order {
        0 => 0,
        // Cells may begin with the first or the second column, but it must be clear with which.
        1 => {
            let (first, last) = (is_named(0) || is_bare(0), is_named(order) || is_bare(order));
            match (first, last) {
                (true, false) => 1,
                (false, true) => 0,
                _ => return None,
            }
        }
        _ if is_named(0) && (is_named(order + 1) || is_bare(order + 1)) => 1,
        _ if is_bare(0) && is_bare(order + 1) => 1,
        _ => return None,
    };
    let cells = rows
        .iter()
        .flat_map(|row| &row.fields[start..start + order]);
    let cells: Option<Vec<_>> = cells.map(|field| cell::read(order, field)).collect();
    Some(FoundGrid {
        line: rows[0].line,
        signs: cell::signs(&cells?)?,
        entered: Vec::new(),
    })
}
