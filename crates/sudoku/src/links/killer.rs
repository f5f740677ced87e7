//! Killer Sudokus as numbers: `3x3:FLAGS:k:` and a number for each cell, with colons between them
//! and after the last. A number is 256 times the sum of the cell's cage, plus the number of the
//! cage. A cell whose sum is 0 is in no cage. The flag `d` gives the diagonals.

use super::LinkFault;
use crate::rules::kinds::{cages, whole};
use crate::rules::{Cell, Rule, Shape, Variant};

/// Whether a text begins as such.
pub fn is_begun(text: &str) -> bool {
    text.starts_with("3x3:") && text.split(':').nth(2) == Some("k")
}

/// Reads such a text.
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
