//! Polyominoes and bricks in boxes.

use dlx3::Bounds;
use dlx3::families::Family;
use dlx3::families::bricks::{Brick, Bricks};
use dlx3::families::tilings::{Dominoes, Polyominoes};
use std::collections::BTreeSet;
use std::fmt::Write;

type Cell = (i32, i32);
type Piece = BTreeSet<Cell>;

const PENTOMINOES: [(char, &str); 12] = [
    ('F', ".XX XX. .X."),
    ('I', "XXXXX"),
    ('L', "XXXX X..."),
    ('N', "XXX. ..XX"),
    ('P', "XXX XX."),
    ('T', "XXX .X. .X."),
    ('U', "X.X XXX"),
    ('V', "X.. X.. XXX"),
    ('W', "X.. XX. .XX"),
    ('X', ".X. XXX .X."),
    ('Y', "XXXX .X.."),
    ('Z', "XX. .X. .XX"),
];

const TETROMINOES: [(char, &str); 5] = [
    ('I', "XXXX"),
    ('L', "XXX X.."),
    ('O', "XX XX"),
    ('S', "XX. .XX"),
    ('T', "XXX .X."),
];

fn piece(drawing: &str) -> Piece {
    drawing
        .split(' ')
        .zip(0..)
        .flat_map(|(row, y)| {
            row.chars()
                .zip(0..)
                .filter_map(move |(mark, x)| (mark == 'X').then_some((y, x)))
        })
        .collect()
}

/// All ways to turn and flip a piece, moved to the corner.
fn orientations(piece: &Piece) -> BTreeSet<Piece> {
    let mut all = BTreeSet::new();
    for turn in 0..8 {
        let turned: Piece = piece
            .iter()
            .map(|&(mut y, mut x)| {
                for _ in 0..turn % 4 {
                    (y, x) = (x, -y);
                }
                if turn >= 4 { (y, -x) } else { (y, x) }
            })
            .collect();
        let top = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
        all.insert(turned.iter().map(|&(y, x)| (y - top, x - left)).collect());
    }
    all
}

fn cell_name(row: i32, column: i32) -> String {
    let digit = |n: i32| char::from_digit(n as u32, 36).expect("a small board");
    format!("{}{}", digit(row), digit(column))
}

fn packing(
    pieces: &[(char, &str)],
    prefix: &str,
    rows: i32,
    columns: i32,
    holes: &[Cell],
) -> String {
    let mut text = String::new();
    for (name, _) in pieces {
        write!(text, "{prefix}{name} ").unwrap();
    }
    let cells = || (0..rows).flat_map(move |y| (0..columns).map(move |x| (y, x)));
    for (y, x) in cells().filter(|cell| !holes.contains(cell)) {
        write!(text, "{} ", cell_name(y, x)).unwrap();
    }
    text.push('\n');
    for (name, drawing) in pieces {
        for shape in orientations(&piece(drawing)) {
            for (dy, dx) in cells() {
                let placed = || shape.iter().map(|&(y, x)| (y + dy, x + dx));
                if placed().all(|(y, x)| y < rows && x < columns && !holes.contains(&(y, x))) {
                    text.push(*name);
                    placed().for_each(|(y, x)| write!(text, " {}", cell_name(y, x)).unwrap());
                    text.push('\n');
                }
            }
        }
    }
    text
}

/// The twelve pentominoes, each once.
pub fn pentominoes(rows: i32, columns: i32, holes: &[Cell]) -> String {
    packing(&PENTOMINOES, "", rows, columns, holes)
}

/// The five tetrominoes, each a given number of times.
pub fn tetrominoes(rows: i32, columns: i32, times: u32) -> String {
    packing(&TETROMINOES, &format!("{times}|"), rows, columns, &[])
}

/// All polyominoes of some sizes, without names and as often as they fit.
pub fn polyominoes(rows: usize, columns: usize, sizes: &[usize]) -> String {
    Polyominoes::new(rows, columns, sizes).unwrap().text()
}

/// Dominoes without names.
pub fn dominoes(rows: usize, columns: usize) -> String {
    Dominoes::new(rows, columns).unwrap().text()
}

/// Bricks of three kinds in a box, with bounds on the number of each kind.
pub fn bricks(length: usize, width: usize, height: usize) -> String {
    let kinds = [([1, 2, 2], 8, 12), ([1, 1, 3], 3, 9), ([1, 2, 4], 1, 4)];
    let kinds = kinds.map(|(sizes, lower, upper)| Brick {
        sizes,
        bounds: Bounds { lower, upper },
    });
    Bricks::new([length, width, height], kinds).unwrap().text()
}

/// The 35 hexominoes, each once.
pub fn hexominoes(rows: i32, columns: i32) -> String {
    let mut pieces = BTreeSet::from([Piece::from([(0, 0)])]);
    for _ in 1..6 {
        let mut larger = BTreeSet::new();
        for piece in &pieces {
            for &(y, x) in piece {
                for cell in [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)] {
                    let mut grown = piece.clone();
                    if grown.insert(cell) {
                        larger.extend(orientations(&grown).into_iter().next());
                    }
                }
            }
        }
        pieces = larger;
    }
    let mut text = String::new();
    for number in 0..pieces.len() {
        write!(text, "P{number} ").unwrap();
    }
    let cells = || (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x)));
    cells().for_each(|(y, x)| write!(text, "{} ", cell_name(y, x)).unwrap());
    text.push('\n');
    for (number, piece) in pieces.iter().enumerate() {
        for shape in orientations(piece) {
            for (dy, dx) in cells() {
                let placed = || shape.iter().map(|&(y, x)| (y + dy, x + dx));
                if placed().all(|(y, x)| y < rows && x < columns) {
                    write!(text, "P{number}").unwrap();
                    placed().for_each(|(y, x)| write!(text, " {}", cell_name(y, x)).unwrap());
                    text.push('\n');
                }
            }
        }
    }
    text
}

/// The partridge puzzle: squares of sides 1 to `largest`, of each as many as its side is long, in a
/// square.
pub fn partridge(largest: usize) -> String {
    let side = largest * (largest + 1) / 2;
    let mut text = String::new();
    for square in 1..=largest {
        write!(text, "{square}|s{square} ").unwrap();
    }
    for x in 0..side {
        (0..side).for_each(|y| write!(text, "x{x}y{y} ").unwrap());
    }
    text.push('\n');
    for square in 1..=largest {
        for (left, top) in
            (0..=side - square).flat_map(|x| (0..=side - square).map(move |y| (x, y)))
        {
            write!(text, "s{square}").unwrap();
            for (x, y) in (0..square).flat_map(|x| (0..square).map(move |y| (left + x, top + y))) {
                write!(text, " x{x}y{y}").unwrap();
            }
            text.push('\n');
        }
    }
    text
}
