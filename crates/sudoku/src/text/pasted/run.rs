//! All cells of a puzzle in one run: in an address or another line, or in lines of any length.

use super::cell::{self, Empty};
use super::{Asked, Found, FoundGrid, lists};
use crate::text::reading::Sign;
use dlx3_base::text::blank::words;

/// Lines that have all cells of a puzzle in one word, in an address or after a name, among lines of
/// prose.
pub fn addresses(asked: Asked, lines: &[Vec<u8>]) -> Option<Found> {
    let mut grids = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if line.trim_ascii().is_empty() || cell::is_frame(line) {
            continue;
        }
        match in_line(asked, line)? {
            Some(signs) => grids.push(FoundGrid {
                line: number,
                signs,
                entered: Vec::new(),
            }),
            None if lists::is_solution(&line.to_ascii_lowercase()) => {}
            None if cell::is_text(asked.order, line) => {}
            None => return None,
        }
    }
    let used = lines.len();
    Some(Found { grids, used })
}

/// The puzzle in a line, `Some(None)` if it has none, and none if it has several.
fn in_line(asked: Asked, line: &[u8]) -> Option<Option<Vec<Sign>>> {
    let is_address = line.windows(3).any(|part| part == b"://") || line.starts_with(b"www.");
    let decoded;
    let line = match is_address {
        true => {
            decoded = without_percents(line);
            &decoded[..]
        }
        false => line,
    };
    let is_between = |byte: &u8| {
        byte.is_ascii_whitespace()
            || b"/&=#:;,\"'<>()[]{}|!".contains(byte)
            || is_address && *byte == b'?'
    };
    let mut puzzles: Vec<Vec<(Sign, Empty)>> = Vec::new();
    for word in line.split(is_between) {
        // The name of a page may have an ending.
        let endings: [&[u8]; 4] = [b"", b".html", b".htm", b".php"];
        let mut words = endings
            .iter()
            .filter_map(|ending| word.strip_suffix(*ending));
        let cells = words.find_map(|word| whole(asked, word));
        puzzles.extend(cells.filter(|cells| !puzzles.contains(cells)));
    }
    // A solution is no puzzle, beside it or in a line of its own.
    let is_open = |cells: &[(Sign, Empty)]| cells.iter().any(|&(_, empty)| empty != Empty::No);
    if puzzles.iter().any(|cells| is_open(cells)) {
        puzzles.retain(|cells| is_open(cells));
    }
    match &puzzles[..] {
        [] => Some(None),
        [only] if !is_open(only) && lists::is_solution(&line.to_ascii_lowercase()) => Some(None),
        [only] => cell::signs(only).map(Some),
        _ => None,
    }
}

fn whole(asked: Asked, word: &[u8]) -> Option<Vec<(Sign, Empty)>> {
    if word.len() != asked.cells() {
        return None;
    }
    let cells = word.chunks(1).map(|sign| cell::read(asked.order, sign));
    let cells: Vec<_> = cells.collect::<Option<_>>()?;
    let has_digit = word.iter().any(|&sign| cell::is_digit(asked.order, sign));
    has_digit.then_some(cells)
}

fn without_percents(line: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((&first, after)) = rest.split_first() {
        let code = (first == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                rest = &after[2..];
            }
            None => {
                decoded.push(first);
                rest = after;
            }
        }
    }
    decoded
}

/// Nothing but the cells of one puzzle, in lines of one length, except the last.
pub fn wrapped(asked: Asked, lines: &[Vec<u8>]) -> Option<Found> {
    let mut cells = Vec::with_capacity(asked.cells());
    let mut counts = Vec::new();
    let mut first = None;
    for (number, line) in lines.iter().enumerate() {
        let before = cells.len();
        let words: Vec<&[u8]> = words(line, b",;").collect();
        for word in &words {
            match cell::read(asked.order, word) {
                Some(cell) => cells.push(cell),
                None => {
                    let signs = word.chunks(1).map(|sign| cell::read(asked.order, sign));
                    cells.extend(signs.collect::<Option<Vec<_>>>()?);
                }
            }
        }
        if cells.len() > asked.cells() {
            return None;
        }
        if cells.len() > before {
            first.get_or_insert(number);
            counts.push(cells.len() - before);
        }
    }
    let [length, .., last] = counts[..] else {
        return None;
    };
    let are_even = counts[..counts.len() - 1]
        .iter()
        .all(|&count| count == length);
    // Rows of another board would look the same.
    let is_clear = last <= length && (length > asked.order || length == 1) && asked.is_whole;
    if cells.len() != asked.cells() || !are_even || !is_clear {
        return None;
    }
    Some(Found {
        grids: vec![FoundGrid {
            line: first?,
            signs: cell::signs(&cells)?,
            entered: Vec::new(),
        }],
        used: lines.len(),
    })
}
