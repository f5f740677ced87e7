//! What is said of Sudokus with rules, and of their digits.

use super::automaton::digits;
use super::conflict::Conflict;
use super::make::Redundant;
use super::solve::Candidates;
use super::{Digits, Rule, Variant};
use crate::boards::digit::encode;
use dlx3_base::text::list::list;

/// The digits of a set, a sign each.
fn signs(set: Digits) -> String {
    let sign = |digit: u8| char::from(encode(usize::from(digit)));
    digits(set).map(sign).collect()
}

/// A solution in one line: the digits of the grid, a sign each; then those of cells beside it, with
/// names.
pub fn line(variant: &Variant, solution: &[u8]) -> String {
    let cells = variant.shape.cells();
    let mut line: String = solution[..cells]
        .iter()
        .map(|&digit| char::from(encode(usize::from(digit))))
        .collect();
    // Digits that a doppelganger lacks follow from the grid.
    let beside = variant.extra.iter().zip(&solution[cells..]);
    for (name, own) in beside.filter(|(name, _)| name.starts_with('V')) {
        line += &format!(" {name}={own}");
    }
    line
}

/// A rule: its name, its numbers and its cells.
pub fn rule(variant: &Variant, rule: &Rule) -> String {
    let mut text = rule.kind.name.to_owned();
    for number in &rule.numbers {
        text += &format!(" {number}");
    }
    let cells = rule.cells();
    if !cells.is_empty() {
        text += &format!(" {}", variant.names(&cells));
    }
    text
}

/// The clues and rules that can go, with commas between them; empty if there are none.
pub fn redundant(variant: &Variant, found: &Redundant) -> String {
    let mut parts = Vec::new();
    if !found.cells.is_empty() {
        parts.push(variant.names(&found.cells));
    }
    let rules = found.rules.iter().map(|&place| &variant.rules[place]);
    parts.extend(rules.map(|own| rule(variant, own)));
    parts.join(", ")
}

/// Clues and rules that contradict each other.
pub fn conflict(variant: &Variant, found: &Conflict) -> String {
    // Without a digit, a cell is all of the conflict.
    if let [cell] = found.cells[..]
        && variant.sets[usize::from(cell)] == 0
    {
        return format!("the clues leave {} no digit", variant.name(cell));
    }
    let clues = found.cells.iter().map(|&cell| {
        let own = signs(variant.sets[usize::from(cell)]);
        format!("{}={own}", variant.name(cell))
    });
    let rules = found.rules.iter();
    let rules = rules.map(|&place| rule(variant, &variant.rules[place]));
    let named: Vec<String> = clues.chain(rules).collect();
    match &named[..] {
        [] => "rows, columns and boxes contradict each other".to_owned(),
        [only] => format!("{only} cannot hold"),
        _ => {
            let some = if found.is_minimal {
                ""
            } else {
                ", or some of them,"
            };
            format!("these{some} contradict each other: {}", list(named, "and"))
        }
    }
}

/// A line for each row of the grid, its cells in columns, perhaps with the numbers of solutions;
/// then the cells beside the grid, and a line for cells with equal digits.
pub fn candidates(variant: &Variant, found: &Candidates, has_counts: bool) -> String {
    let cell = |counts: &Vec<(u8, u64)>| -> String {
        if !has_counts {
            return signs(counts.iter().fold(0, |set, own| set | 1 << own.0));
        }
        let own = counts
            .iter()
            .map(|(digit, count)| format!("{}={count}", signs(1 << digit)));
        own.collect::<Vec<_>>().join(",")
    };
    let texts: Vec<String> = found.counts.iter().map(cell).collect();
    let shape = variant.shape;
    let (grid, beside) = texts.split_at(shape.cells());
    let width = |column: usize| {
        let column = grid.iter().skip(column).step_by(shape.columns);
        column.map(String::len).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..shape.columns).map(width).collect();
    let mut text = String::new();
    for row in grid.chunks(shape.columns) {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:width$}"));
        text += cells.collect::<Vec<_>>().join(" ").trim_end();
        text.push('\n');
    }
    for (name, cell) in variant.extra.iter().zip(beside) {
        text += &format!("{name} {cell}\n");
    }
    for class in found.classes() {
        let names: Vec<String> = class.iter().map(|&cell| variant.name(cell)).collect();
        text += &(names.join(" = ") + "\n");
    }
    text
}
