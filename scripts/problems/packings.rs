//! Polyominoes and bricks in boxes.

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
pub fn polyominoes(rows: i32, columns: i32, sizes: &[usize]) -> String {
    let cells = || (0..rows).flat_map(move |y| (0..columns).map(move |x| (y, x)));
    let name = |(y, x): Cell| format!("{y}_{x}");
    let mut text = cells().map(name).collect::<Vec<_>>().join(" ") + "\n";
    for shape in sizes.iter().flat_map(|&size| of_size(size)) {
        for (dy, dx) in cells() {
            let placed = shape.iter().map(|&(y, x)| (y + dy, x + dx));
            if placed.clone().all(|(y, x)| y < rows && x < columns) {
                let names: Vec<_> = placed.map(name).collect();
                text += &names.join(" ");
                text.push('\n');
            }
        }
    }
    text
}

/// All polyominoes of a size, in all orientations.
fn of_size(size: usize) -> BTreeSet<Piece> {
    let mut all = BTreeSet::from([Piece::from([(0, 0)])]);
    for _ in 1..size {
        let larger = all.iter().flat_map(|piece| {
            let beside = piece
                .iter()
                .flat_map(|&(y, x)| [(y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)]);
            beside
                .filter(|cell| !piece.contains(cell))
                .flat_map(|cell| orientations(&piece.iter().copied().chain([cell]).collect()))
        });
        all = larger.collect();
    }
    all
}

/// Dominoes without names, on a board of any size.
pub fn dominoes(rows: usize, columns: usize) -> String {
    let cell = |row: usize, column: usize| format!("{row}.{column}");
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column)));
    let mut text = cells.collect::<Vec<_>>().join(" ") + "\n";
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                writeln!(text, "{} {}", cell(row, column), cell(row, column + 1)).unwrap();
            }
            if row + 1 < rows {
                writeln!(text, "{} {}", cell(row, column), cell(row + 1, column)).unwrap();
            }
        }
    }
    text
}

/// Bricks of three kinds in a box, with bounds on the number of each kind.
pub fn bricks(length: i32, width: i32, height: i32) -> String {
    let kinds = [('a', [1, 2, 2]), ('b', [1, 1, 3]), ('c', [1, 2, 4])];
    let mut text = String::from("8:12|a 3:9|b 1:4|c");
    let name = |x, y, z| format!("{x}{y}{z}");
    let place = |sizes: [i32; 3], mut put: Box<dyn FnMut(String) + '_>| {
        for x in 0..=length - sizes[0] {
            for y in 0..=width - sizes[1] {
                for z in 0..=height - sizes[2] {
                    let mut option = String::new();
                    for dx in 0..sizes[0] {
                        for dy in 0..sizes[1] {
                            for dz in 0..sizes[2] {
                                option += " ";
                                option += &name(x + dx, y + dy, z + dz);
                            }
                        }
                    }
                    put(option);
                }
            }
        }
    };
    place([1, 1, 1], Box::new(|cell| text += &cell));
    text.push('\n');
    for (kind, [a, b, c]) in kinds {
        let turns: BTreeSet<[i32; 3]> = [
            [a, b, c],
            [a, c, b],
            [b, a, c],
            [b, c, a],
            [c, a, b],
            [c, b, a],
        ]
        .into();
        for sizes in turns {
            place(
                sizes,
                Box::new(|cells| writeln!(text, "{kind}{cells}").unwrap()),
            );
        }
    }
    text
}
