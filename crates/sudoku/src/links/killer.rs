//! Killer Sudokus as numbers: `3x3:FLAGS:k:` and a number for each cell, with colons between them
//! and after the last. A number is 256 times the sum of the cell's cage, plus the number of the
//! cage. A cell whose sum is 0 is in no cage. The flag `d` gives the diagonals.
//!
//! Or as 81 signs: `<`, `>`, `^` and `v` point to the next cell of a cage, and one of its cells has
//! the sum: `0` to `9`, `A` for 10 up to `Z`, `a` for 36 up to `j`.

use super::LinkFault;
use crate::rules::kinds::{cages, whole};
use crate::rules::{Cell, Rule, Shape, Variant};

/// Whether a text begins as such.
pub fn is_begun(text: &str) -> bool {
    text.starts_with("3x3:") && text.split(':').nth(2) == Some("k")
}

/// Whether a text is 81 signs with arrows and sums of more than 9.
pub fn is_short(text: &str) -> bool {
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || b"<>^".contains(&sign);
    text.len() == 81
        && text.bytes().all(is_sign)
        && text.contains(['<', '>', '^'])
        && text.contains(|sign: char| sign.is_ascii_uppercase())
}

/// Reads such a text.
///
/// # Errors
/// What is wrong.
pub fn read_short(text: &str) -> Result<Variant, LinkFault> {
    let shape = Shape::square(9);
    let mut variant = Variant::new(shape).with_boxes();
    let next = |cell: Cell| -> Result<Option<Cell>, LinkFault> {
        let (rows, columns) = match text.as_bytes()[usize::from(cell)] {
            b'<' => (0, -1),
            b'>' => (0, 1),
            b'^' => (-1, 0),
            b'v' => (1, 0),
            _ => return Ok(None),
        };
        let other = shape.beside(cell, rows, columns).map(Some);
        let place = (shape.row(cell) + 1, shape.column(cell) + 1);
        let why = || format!("r{}c{}: its arrow points out of the grid", place.0, place.1);
        other.ok_or_else(|| LinkFault::Text(why()))
    };
    let mut cages: Vec<(Cell, Vec<Cell>)> = Vec::new();
    for cell in 0..shape.cells() as Cell {
        let (mut end, mut steps) = (cell, 0);
        while let Some(other) = next(end)? {
            (end, steps) = (other, steps + 1);
            if steps > 9 {
                let name = variant.name(cell);
                return Err(LinkFault::Text(format!(
                    "{name}: its arrows lead to no sum"
                )));
            }
        }
        match cages.iter_mut().find(|cage| cage.0 == end) {
            Some(cage) => cage.1.push(cell),
            None => cages.push((end, vec![cell])),
        }
    }
    for (end, cells) in cages {
        let sign = text.as_bytes()[usize::from(end)];
        let sum = match sign {
            b'0'..=b'9' => sign - b'0',
            b'A'..=b'Z' => sign - b'A' + 10,
            b'a'..=b'j' => sign - b'a' + 36,
            _ => {
                let (name, sign) = (variant.name(end), char::from(sign));
                return Err(LinkFault::Text(format!("{name}: `{sign}' is no sum")));
            }
        };
        variant
            .rules
            .push(Rule::new(&cages::CAGE, cells).with([i32::from(sum)]));
    }
    Ok(variant)
}

/// Reads a text of numbers.
///
/// # Errors
/// What is wrong.
pub fn read(text: &str) -> Result<Variant, LinkFault> {
    let shape = Shape::square(9);
    let mut variant = Variant::new(shape).with_boxes();
    let words: Vec<&str> = text.trim().trim_end_matches(':').split(':').collect();
    let [_, flags, _, numbers @ ..] = &words[..] else {
        return Err(LinkFault::Text("the killer Sudoku has no cells".to_owned()));
    };
    if numbers.len() != shape.cells() {
        let count = numbers.len();
        return Err(LinkFault::Text(format!(
            "the killer Sudoku has {count} cells, not 81"
        )));
    }
    match *flags {
        "" => {}
        "d" => {
            variant.rules.push(Rule::whole(&whole::DIAGONAL_UP));
            variant.rules.push(Rule::whole(&whole::DIAGONAL_DOWN));
        }
        other => return Err(LinkFault::unknown(&format!("killer flags {other:?}"), &[])),
    }
    let mut found: Vec<(i32, i32, Vec<Cell>)> = Vec::new();
    for (cell, number) in (0..).zip(numbers) {
        let number: i32 = number.parse().map_err(|_| {
            let name = variant.name(cell);
            LinkFault::Text(format!("{name}: {number:?} is no number"))
        })?;
        let (sum, cage) = (number / 256, number % 256);
        if sum == 0 {
            continue;
        }
        match found.iter_mut().find(|own| own.1 == cage) {
            Some(own) if own.0 != sum => {
                let name = variant.name(cell);
                return Err(LinkFault::Text(format!(
                    "{name}: its cage has another sum, too"
                )));
            }
            Some(own) => own.2.push(cell),
            None => found.push((sum, cage, vec![cell])),
        }
    }
    let rule = |(sum, _, cells): (i32, i32, Vec<Cell>)| Rule::new(&cages::CAGE, cells).with([sum]);
    variant.rules.extend(found.into_iter().map(rule));
    Ok(variant)
}
