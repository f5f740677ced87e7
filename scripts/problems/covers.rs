//! Queens, Langford pairs, dominations, Sudoku, hitting sets, planted covers.

use super::dice::Dice;
use std::collections::BTreeSet;
use std::fmt::Write;

/// `count` different numbers below `n`, in order.
fn sample(dice: &mut Dice, count: usize, n: usize) -> BTreeSet<usize> {
    let mut chosen = BTreeSet::new();
    while chosen.len() < count.min(n) {
        chosen.insert(dice.below(n));
    }
    chosen
}

fn base62(number: usize) -> char {
    char::from(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number])
}

/// Options that may be taken or not: `2.pow(count)` solutions, each of `count` levels.
pub fn free(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|number| format!("a{number}")).collect();
    let items: Vec<String> = names.iter().map(|name| format!("0:1|{name}")).collect();
    items.join(" ") + "\n" + &names.join("\n") + "\n"
}

/// The n queens: rows and columns primary, from the middle outwards; diagonals
/// secondary. 92 solutions for 8, 724 for 10, 14,200 for 12.
pub fn queens(n: usize) -> String {
    let mut text = String::new();
    for k in 0..n {
        // The organ-pipe order of TAOCP, exercise 7.2.2.1-.
        let t = if k % 2 == 1 { n - 1 - k } else { n + k } / 2;
        write!(text, "r{0} c{0} ", base62(t)).unwrap();
    }
    text.push('|');
    for d in 1..2 * n - 2 {
        write!(text, " a{0} b{0}", base62(d)).unwrap();
    }
    text.push('\n');
    for row in 0..n {
        for column in 0..n {
            write!(text, "r{} c{}", base62(row), base62(column)).unwrap();
            for (letter, diagonal) in [('a', row + column), ('b', n - 1 + column - row)] {
                if diagonal > 0 && diagonal < 2 * n - 2 {
                    write!(text, " {letter}{}", base62(diagonal)).unwrap();
                }
            }
            text.push('\n');
        }
    }
    text
}

/// Langford pairs: number i twice, with i places between.
pub fn langford(n: usize, places: usize) -> String {
    let mut text = String::new();
    for number in 1..=n {
        write!(text, "{number} ").unwrap();
    }
    for place in 1..=places {
        write!(text, "s{place} ").unwrap();
    }
    text.push('\n');
    pairs(n, places, &mut text);
    text
}

fn pairs(n: usize, places: usize, text: &mut String) {
    for number in 1..=n {
        for left in 1..places.saturating_sub(number) {
            writeln!(text, "{number} s{left} s{}", left + number + 1).unwrap();
        }
    }
}

/// Langford pairs with places left over: every place at most once.
pub fn langford_with_gaps(n: usize, gaps: usize) -> String {
    let mut text = String::new();
    for number in 1..=n {
        write!(text, "{number} ").unwrap();
    }
    for place in 1..=2 * n + gaps {
        write!(text, "0:1|s{place} ").unwrap();
    }
    text.push('\n');
    pairs(n, 2 * n + gaps, &mut text);
    text
}

fn domination(
    n_rows: usize,
    n_columns: usize,
    chosen: usize,
    dominates: impl Fn((usize, usize), (usize, usize)) -> bool,
) -> String {
    let cells = || (0..n_rows).flat_map(|y| (0..n_columns).map(move |x| (y, x)));
    let mut text = format!("{chosen}|#");
    for (y, x) in cells() {
        write!(text, " 1:{chosen}|{y}{x}").unwrap();
    }
    text.push('\n');
    for from in cells() {
        text.push('#');
        for to in cells().filter(|&to| dominates(from, to)) {
            write!(text, " {}{}", to.0, to.1).unwrap();
        }
        text.push('\n');
    }
    text
}

/// Queens that attack or occupy every cell.
pub fn queen_domination(n: usize, queens: usize) -> String {
    domination(n, n, queens, |(y, x), (v, u)| {
        y == v || x == u || y + x == v + u || y + u == v + x
    })
}

/// Cells that are, or are beside, every cell.
pub fn grid_domination(rows: usize, columns: usize, chosen: usize) -> String {
    domination(rows, columns, chosen, |(y, x), (v, u)| {
        y.abs_diff(v) + x.abs_diff(u) <= 1
    })
}

/// A Sudoku with 15 clues of a regular grid: very many solutions.
pub fn sudoku() -> String {
    let dice = &mut Dice::new(0, 7);
    let digit = |y: usize, x: usize| (3 * (y % 3) + y / 3 + x) % 9 + 1;
    let clues = sample(dice, 15, 81);
    let used: BTreeSet<String> = clues
        .iter()
        .flat_map(|cell| sudoku_items(cell / 9, cell % 9, digit(cell / 9, cell % 9)))
        .collect();
    let mut options = Vec::new();
    for (y, x) in (0..9).flat_map(|y| (0..9).map(move |x| (y, x))) {
        for d in 1..=9 {
            let items = sudoku_items(y, x, d);
            if items.iter().all(|item| !used.contains(item)) {
                options.push(items);
            }
        }
    }
    // All cells first, then rows, columns and boxes.
    let items: BTreeSet<(usize, String)> = options
        .iter()
        .flat_map(|items| items.iter().cloned().enumerate())
        .collect();
    let line = |items: Vec<String>| items.join(" ") + "\n";
    let mut text = line(items.into_iter().map(|(_, name)| name).collect());
    options
        .into_iter()
        .for_each(|items| text += &line(items.to_vec()));
    text
}

fn sudoku_items(y: usize, x: usize, d: usize) -> [String; 4] {
    let b = y / 3 * 3 + x / 3;
    [
        format!("p{y}{x}"),
        format!("r{y}{d}"),
        format!("c{x}{d}"),
        format!("b{b}{d}"),
    ]
}

/// Random sets, each to be hit one to three times by a given number of elements.
pub fn hitting_sets(elements: usize, sets: usize, chosen: usize) -> String {
    let dice = &mut Dice::new(0, 3);
    let mut of_element = vec![String::new(); elements];
    let mut text = format!("{chosen}|#");
    for set in 0..sets {
        write!(text, " 1:3|u{set}").unwrap();
        let size = 5 + dice.below(6);
        for element in sample(dice, size, elements) {
            write!(of_element[element], " u{set}").unwrap();
        }
    }
    text.push('\n');
    for sets in of_element {
        writeln!(text, "#{sets}").unwrap();
    }
    text
}

/// Random options of three to seven items, and among them a cover.
pub fn planted(options: usize, items: usize) -> String {
    let dice = &mut Dice::new(0, 30);
    let mut text = String::new();
    for item in 0..items {
        write!(text, "i{item} ").unwrap();
    }
    text.push('\n');
    let mut order: Vec<usize> = (0..items).collect();
    for place in (1..items).rev() {
        order.swap(place, dice.below(place + 1));
    }
    let mut lines: Vec<BTreeSet<usize>> = order
        .chunks(5)
        .map(|chunk| chunk.iter().copied().collect())
        .collect();
    while lines.len() < options {
        let size = 3 + dice.below(5);
        lines.push(sample(dice, size, items));
    }
    for place in (1..lines.len()).rev() {
        lines.swap(place, dice.below(place + 1));
    }
    for line in lines {
        let names: Vec<String> = line.iter().map(|item| format!("i{item}")).collect();
        writeln!(text, "{}", names.join(" ")).unwrap();
    }
    text
}

/// Random options of as many items each.
pub fn wide(options: usize, size: usize, items: usize) -> String {
    let dice = &mut Dice::new(0, 500_000);
    let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
    let mut text = names.join(" ") + "\n";
    for _ in 0..options {
        for item in sample(dice, size, items) {
            text += &names[item];
            text.push(' ');
        }
        text.pop();
        text.push('\n');
    }
    text
}
