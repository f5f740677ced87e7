//! Problems that several tests search.

use std::collections::{BTreeSet, HashSet};

/// The problem of n queens: 92 solutions for 8, 724 for 10, 14,200 for 12.
pub fn queens(n: usize) -> String {
    let name = |letter: char, number: usize| format!("{letter}{number}");
    let primary = (0..n).flat_map(|i| [name('r', i), name('c', i)]);
    let secondary = (0..2 * n - 1).flat_map(|i| [name('a', i), name('b', i)]);
    let all: Vec<String> = primary
        .chain(std::iter::once("|".to_owned()))
        .chain(secondary)
        .collect();
    let mut text = all.join(" ") + "\n";
    for row in 0..n {
        for column in 0..n {
            let words = [
                name('r', row),
                name('c', column),
                name('a', row + column),
                name('b', row + n - 1 - column),
            ];
            text += &(words.join(" ") + "\n");
        }
    }
    text
}

/// Coverings of a board by dominoes.
pub fn dominoes(rows: usize, columns: usize) -> String {
    let cell = |row: usize, column: usize| format!("{row}.{column}");
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column)));
    let mut text = cells.collect::<Vec<_>>().join(" ") + "\n";
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                text += &format!("{} {}\n", cell(row, column), cell(row, column + 1));
            }
            if row + 1 < rows {
                text += &format!("{} {}\n", cell(row, column), cell(row + 1, column));
            }
        }
    }
    text
}

/// A Sudoku whose clues are every fifth cell of a regular grid: very many solutions.
pub fn sudoku() -> String {
    let names = |cell: usize, digit: usize| {
        let (row, column) = (cell / 9, cell % 9);
        [
            format!("p{row}{column}"),
            format!("r{row}{digit}"),
            format!("c{column}{digit}"),
            format!("b{}{digit}", row / 3 * 3 + column / 3),
        ]
    };
    let digit = |cell: usize| (cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9 + 1;
    let clues = (0..81).step_by(5).flat_map(|cell| names(cell, digit(cell)));
    let used: HashSet<String> = clues.collect();
    let options: Vec<[String; 4]> = (0..81)
        .flat_map(|cell| (1..=9).map(move |digit| names(cell, digit)))
        .filter(|option| !option.iter().any(|item| used.contains(item)))
        .collect();
    let items: BTreeSet<&String> = options.iter().flatten().collect();
    let mut text = items
        .into_iter()
        .map(|item| item.clone() + " ")
        .collect::<String>()
        + "\n";
    for option in &options {
        text += &(option.join(" ") + "\n");
    }
    text
}
