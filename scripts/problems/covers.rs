//! Queens, Langford pairs, dominations, hitting sets, planted covers, from the library's families;
//! and Sudoku and covers of our own, which are only for measuring.

use super::dice::Dice;
use dlx3::families::Family;
use dlx3::families::domination::{Domination, Layout, Piece};
use dlx3::families::langford::{Langford, Places};
use dlx3::families::latin::Holes;
use dlx3::families::queens::{Order, Queens};
use dlx3::families::random::{HittingSets, Planted, sample};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Options that may be taken or not: `2.pow(count)` solutions, each of `count` levels.
pub fn free(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|number| format!("a{number}")).collect();
    let items: Vec<String> = names.iter().map(|name| format!("0:1|{name}")).collect();
    items.join(" ") + "\n" + &names.join("\n") + "\n"
}

/// Few items, each with very many options of its own: nearly every node is a solution.
pub fn few_items(items: usize, options: usize) -> String {
    let bounds = ["", "1:3|", "3|", "", "2|", "2:5|"];
    let names = (0..items).map(|item| format!("{}i{item}", bounds[item % bounds.len()]));
    let mut text = names.collect::<Vec<_>>().join(" ") + "\n";
    for option in 0..options {
        writeln!(text, "i{}", (5 * option + option / items) % items).unwrap();
    }
    text
}

/// Items in a row, most of them optional. An option has one of them or two neighbors, some with a
/// color. Nodes are small and solutions many.
pub fn slack_chain(items: usize) -> String {
    let bounds = ["0:1|", "0:7|", "", "0:1|", "0:2|", "1:2|"];
    let names = (0..items).map(|item| format!("{}i{item} ", bounds[item % bounds.len()]));
    let colors: String = (0..items).map(|item| format!("u{item} ")).collect();
    let mut text = names.collect::<String>() + "| " + &colors + "\n";
    for item in 0..items {
        let (next, color) = ((item + 1) % items, item * 7 % items);
        writeln!(text, "i{item}\ni{item} i{next}").unwrap();
        match item % 3 {
            0 => writeln!(text, "i{item} u{color}:a").unwrap(),
            1 => writeln!(text, "i{item} i{next} u{color}:b").unwrap(),
            _ => {}
        }
    }
    text
}

/// The n queens, from the middle outwards.
pub fn queens(n: usize) -> String {
    Queens::new(n, Order::OrganPipe).unwrap().text()
}

/// Langford pairs.
pub fn langford(n: usize) -> String {
    Langford::new(n, 0, Places::Taken).unwrap().text()
}

/// Langford pairs with places left over: every place at most once.
pub fn langford_with_gaps(n: usize, gaps: usize) -> String {
    Langford::new(n, gaps, Places::Bounded).unwrap().text()
}

/// Queens that attack or occupy every cell.
pub fn queen_domination(n: usize, queens: usize) -> String {
    let problem = Domination::new((n, n), queens, Piece::Queen, Layout::CountFirst);
    problem.unwrap().text()
}

/// Cells that are, or are beside, every cell.
pub fn grid_domination(rows: usize, columns: usize, chosen: usize) -> String {
    let board = (rows, columns);
    let problem = Domination::new(board, chosen, Piece::Neighbor, Layout::CountFirst);
    problem.unwrap().text()
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
    let problem = HittingSets::new(elements, sets, chosen, 0);
    problem.unwrap().text()
}

/// Random options of three to seven items, and among them a cover.
pub fn planted(options: usize, items: usize) -> String {
    Planted::new(options, items, 0).unwrap().text()
}

/// Random options of `size` items each, among them a cover of all items but the last `items % size`
/// of a random order.
pub fn planted_evenly(items: usize, options: usize, size: usize) -> String {
    let dice = &mut Dice::new(1, items as u64);
    let mut hidden: Vec<usize> = (0..items).collect();
    dice.shuffle(&mut hidden);
    let mut rows: Vec<Vec<usize>> = hidden.chunks_exact(size).map(<[usize]>::to_vec).collect();
    while rows.len() < options {
        rows.push(sample(dice, size, items).into_iter().collect());
    }
    dice.shuffle(&mut rows);
    let names = |row: &[usize]| {
        row.iter()
            .map(|item| format!("n{item} "))
            .collect::<String>()
    };
    let mut text = names(&(0..items).collect::<Vec<_>>()) + "\n";
    for row in rows {
        text += &(names(&row) + "\n");
    }
    text
}

/// A random Latin square with holes.
pub fn holes(order: usize, holes: usize, seed: u64) -> String {
    Holes::new(order, holes, seed).unwrap().text()
}

/// A shuffled regular Sudoku of `side`^4 cells, of which `holes` are empty.
pub fn large_sudoku(side: usize, holes: usize, seed: u64) -> String {
    let dice = &mut Dice::new(seed, 25);
    let size = side * side;
    // Rows stay in their bands, and columns in their stacks.
    let mut lines = || -> Vec<usize> {
        let mut bands: Vec<Vec<usize>> = (0..side)
            .map(|band| (band * side..(band + 1) * side).collect())
            .collect();
        bands.iter_mut().for_each(|band| dice.shuffle(band));
        dice.shuffle(&mut bands);
        bands.concat()
    };
    let (rows, columns) = (lines(), lines());
    let digit = |y: usize, x: usize| {
        let (y, x) = (rows[y], columns[x]);
        (side * (y % side) + y / side + x) % size
    };
    let empty = sample(dice, holes, size * size);
    let items = |y: usize, x: usize, digit: usize| {
        [
            format!("p{y}.{x}"),
            format!("r{y}.{digit}"),
            format!("c{x}.{digit}"),
            format!("b{}.{digit}", y / side * side + x / side),
        ]
    };
    let mut wanted = BTreeSet::new();
    for cell in &empty {
        let (y, x) = (cell / size, cell % size);
        wanted.extend(items(y, x, digit(y, x)));
    }
    let mut text: String = wanted.iter().map(|item| format!("{item} ")).collect();
    for cell in &empty {
        for digit in 0..size {
            let items = items(cell / size, cell % size, digit);
            if items.iter().all(|item| wanted.contains(item)) {
                text += &format!("\n{}", items.join(" "));
            }
        }
    }
    text + "\n"
}

/// Triples of points, such that each pair of points is in one of them.
pub fn triples(points: usize) -> String {
    let pairs = (0..points).flat_map(|one| (one + 1..points).map(move |other| (one, other)));
    let mut text: String = pairs
        .clone()
        .map(|(one, other)| format!("{one}.{other} "))
        .collect();
    for (one, other) in pairs {
        for third in other + 1..points {
            text += &format!("\n{one}.{other} {one}.{third} {other}.{third}");
        }
    }
    text + "\n"
}

/// Random options of `size` items each.
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
