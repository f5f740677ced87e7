//! A Sudoku with rules as text: the grid with its walls and the clues around it, then the rules.

use super::super::outline;
use super::around::{self, Side};
use super::{Shown, regions, shown};
use crate::rules::kinds::{Kind, Look};
use crate::rules::{Cell, Custom, Rule, Variant};
use std::collections::BTreeMap;

/// A Sudoku as text: a drawing of its grid, the cells beside it, and a line for each rule, with its
/// name, its numbers and its cells. A solution is as for a [picture](super::svg).
pub fn text(variant: &Variant, solution: Option<&[u8]>) -> String {
    let shape = variant.shape;
    // Clues of diagonals would need arrows; the rules tell their cells.
    let clues = around::clues(variant);
    let clues = clues.iter().filter(|clue| clue.arrow.is_none());
    // The clues of a place, from the innermost.
    let mut places: BTreeMap<(Side, isize), Vec<String>> = BTreeMap::new();
    let mut widest = if shape.last > 9 { 2 } else { 1 };
    for clue in clues {
        let number = clue.number.to_string();
        if matches!(clue.side, Side::Top | Side::Bottom) {
            widest = widest.max(number.len());
        }
        places
            .entry((clue.side, clue.slot))
            .or_default()
            .push(number);
    }
    let width = widest;
    let of = |side: Side, slot: usize| -> &[String] {
        places
            .get(&(side, slot as isize))
            .map_or(&[], |own| &own[..])
    };
    let outermost_first = |own: &[String]| {
        let own: Vec<&str> = own.iter().rev().map(String::as_str).collect();
        own.join(" ")
    };
    let before: Vec<String> = (0..shape.rows)
        .map(|row| outermost_first(of(Side::Left, row)))
        .collect();
    let margin = before.iter().map(String::len).max().unwrap_or(0);
    let indent = if margin > 0 { margin + 1 } else { 0 };
    let of_cell = regions(variant);
    let box_at = |row: usize, column: usize| Some(&of_cell[usize::from(shape.cell(row, column))]);
    let put = |row: usize, column: usize, text: &mut Vec<u8>| {
        let cell = usize::from(shape.cell(row, column));
        text.extend_from_slice(sign(variant, solution, cell).as_bytes());
    };
    let mut text = Vec::new();
    let columns = |side: Side, lane: usize, lanes: usize| {
        let mut line = " ".repeat(indent);
        for column in 0..shape.columns {
            let own = of(side, column);
            // Those nearest to the grid stand in its nearest line.
            let own = match side {
                Side::Top => own.get(lanes - 1 - lane),
                _ => own.get(lane),
            };
            line.push_str(&format!("  {:>width$}", own.map_or("", String::as_str)));
            line.push(' ');
        }
        line
    };
    let lanes = |side: Side| {
        let all = (0..shape.columns).map(|column| of(side, column).len());
        all.max().unwrap_or(0)
    };
    let above = lanes(Side::Top);
    for lane in 0..above {
        outline::end_line(columns(Side::Top, lane, above).as_bytes(), &mut text);
    }
    for (row, line) in outline::drawn(shape.rows, shape.columns, width, box_at, put) {
        let before = row.map_or("", |row| &before[row]);
        let mut whole = vec![b' '; margin - before.len()];
        whole.extend_from_slice(before.as_bytes());
        whole.resize(indent, b' ');
        whole.extend_from_slice(&line);
        if let Some(row) = row {
            for clue in of(Side::Right, row) {
                whole.push(b' ');
                whole.extend_from_slice(clue.as_bytes());
            }
        }
        outline::end_line(&whole, &mut text);
    }
    let below = lanes(Side::Bottom);
    for lane in 0..below {
        outline::end_line(columns(Side::Bottom, lane, below).as_bytes(), &mut text);
    }
    let mut text = String::from_utf8(text).expect("all of it was text");
    for (number, name) in variant.extra.iter().enumerate() {
        let own = sign(variant, solution, shape.cells() + number);
        text.push_str(&format!("{name} {own}\n"));
    }
    for cell in 0..variant.sets.len() {
        if let Shown::Marks(set) = shown(variant, solution, cell) {
            let digits = crate::rules::automaton::digits(set);
            let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
            let name = variant.name(cell as Cell);
            text.push_str(&format!("{name} is one of {}\n", digits.join(" ")));
        }
    }
    if !variant.has_lines {
        text.push_str("rows and columns may have a digit twice\n");
    }
    for rule in &variant.rules {
        put_rule(variant, rule, "", &mut text);
    }
    text
}

/// The digit of a cell, or a dot.
fn sign(variant: &Variant, solution: Option<&[u8]>, cell: usize) -> String {
    match shown(variant, solution, cell) {
        Shown::Given(digit) | Shown::Entered(digit) => digit.to_string(),
        Shown::Marks(_) | Shown::Blank => ".".to_owned(),
    }
}

/// A line for a rule; below it, those of its alternatives.
fn put_rule(variant: &Variant, rule: &Rule, indent: &str, text: &mut String) {
    let kind: &Kind = rule.kind;
    text.push_str(indent);
    text.push_str(kind.name);
    for number in &rule.numbers {
        text.push_str(&format!(" {number}"));
    }
    if let Some(Custom::Expression(expression)) = rule.custom.as_deref() {
        text.push_str(&format!(" {}", expression.escape_debug()));
    }
    for (place, cells) in rule.parts.iter().enumerate() {
        text.push_str(if place == 0 { ": " } else { " | " });
        match (kind.look, &cells[..]) {
            (Look::Edge, [first, .., last]) => {
                let both = [*first, *last].map(|cell| variant.name(cell));
                text.push_str(&both.join(" to "));
            }
            _ => text.push_str(&variant.names(cells)),
        }
    }
    text.push('\n');
    if let Some(Custom::Any(all)) = rule.custom.as_deref() {
        for (number, group) in all.iter().enumerate() {
            if number > 0 {
                text.push_str(&format!("{indent}or\n"));
            }
            for inner in group {
                put_rule(variant, inner, &format!("{indent}  "), text);
            }
        }
    }
}
