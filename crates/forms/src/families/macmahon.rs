//! MacMahon's colored squares and triangles, edge to edge: a piece for each cell, and a secondary
//! item, whose color is the edge's, for each edge. The border has the color `a`.
//!
//! P. A. MacMahon, *New Mathematical Pastimes* (1921); TAOCP 7.2.2.1 has both. Knuth's program
//! MACMAHON-TRIANGLES-DLX has the same items and options as [`Triangles`], in the same order.

use super::{Family, FamilyError, cells, digit};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The 24 squares with edges of three colors, in a box of 24 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    rows: usize,
    columns: usize,
}

impl Squares {
    /// The problem for a box.
    ///
    /// # Errors
    /// If it does not have 24 cells.
    pub fn new(rows: usize, columns: usize) -> Result<Self, FamilyError> {
        match rows.checked_mul(columns) {
            Some(24) => Ok(Squares { rows, columns }),
            _ => Err(FamilyError::Unfit(format!(
                "the 24 squares need a box of 24 cells, not {rows}x{columns}"
            ))),
        }
    }
}

/// All squares of three colors, each as the least of its four rotations: top, right, bottom, left.
fn squares() -> BTreeSet<[u8; 4]> {
    let all = (0..81).map(|number| [27, 9, 3, 1].map(|power| b'a' + (number / power % 3) as u8));
    all.map(|edges| turns(edges).min().unwrap_or(edges))
        .collect()
}

fn turns(edges: [u8; 4]) -> impl Iterator<Item = [u8; 4]> {
    (1..=4).map(move |turn| {
        let mut turned = edges;
        turned.rotate_left(turn);
        turned
    })
}

impl Family for Squares {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (rows, columns) = (self.rows, self.columns);
        let squares = squares();
        let name = |edges: &[u8; 4]| String::from_utf8_lossy(edges).into_owned();
        for (y, x) in cells(rows, columns) {
            write!(out, "{}{} ", digit(y), digit(x))?;
        }
        for square in &squares {
            write!(out, "{} ", name(square))?;
        }
        write!(out, "|")?;
        for (y, x) in cells(rows + 1, columns + 1) {
            write!(out, " h{0}{1} v{0}{1}", digit(y), digit(x))?;
        }
        writeln!(out)?;
        for (y, x) in cells(rows, columns) {
            for square in &squares {
                let mut seen = BTreeSet::new();
                for turned in turns(*square) {
                    let [top, right, bottom, left] = turned;
                    let border = [
                        (y == 0, top),
                        (x + 1 == columns, right),
                        (y + 1 == rows, bottom),
                        (x == 0, left),
                    ];
                    let fits = border.iter().all(|&(at, color)| !at || color == b'a');
                    if !seen.insert(turned) || !fits {
                        continue;
                    }
                    let [top, right, bottom, left] = turned.map(char::from);
                    let (cell, next) = ([y, x].map(digit), [y + 1, x + 1].map(digit));
                    let ([y, x], [below, beside]) = (cell, next);
                    writeln!(
                        out,
                        "{y}{x} {} h{y}{x}:{top} v{y}{beside}:{right} h{below}{x}:{bottom} \
                         v{y}{x}:{left}",
                        name(square)
                    )?;
                }
            }
        }
        Ok(())
    }
}

/// A large triangle of four small ones: its place, and whether it points down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LargeTriangle {
    /// The coordinate that grows to the right, 0 to 2.
    pub x: usize,
    /// The coordinate that grows upwards to the right, 0 to 2.
    pub y: usize,
    /// Whether it points down: `+` after its coordinates.
    pub is_down: bool,
}

impl std::str::FromStr for LargeTriangle {
    type Err = FamilyError;

    /// Reads `01`, or `01+` for a triangle that points down.
    fn from_str(text: &str) -> Result<Self, FamilyError> {
        let unfit = || {
            let message = format!("`{text}' is no triangle xy or xy+ with x and y from 0 to 2");
            FamilyError::Unfit(message)
        };
        let (place, is_down) = match text.strip_suffix('+') {
            Some(place) => (place, true),
            None => (text, false),
        };
        let &[x, y] = place.as_bytes() else {
            return Err(unfit());
        };
        let coordinate = |byte: u8| match byte {
            b'0'..=b'2' => Ok(usize::from(byte - b'0')),
            _ => Err(unfit()),
        };
        Ok(LargeTriangle {
            x: coordinate(x)?,
            y: coordinate(y)?,
            is_down,
        })
    }
}

/// The 24 triangles with edges of four colors, in a hexiamond of double size: six triangles, each
/// of four small ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triangles {
    /// Whether there is a triangle at x, y that points up.
    up: Grid,
    /// Whether there is one that points down.
    down: Grid,
}

/// Coordinates are less than this; those of edges may equal it.
const SIDE: usize = 6;

type Grid = [[bool; SIDE + 1]; SIDE + 1];

/// MacMahon's hexagon.
pub const HEXAGON: [&str; 6] = ["00+", "10", "10+", "01", "01+", "11"];

impl Triangles {
    /// The problem for a hexiamond.
    ///
    /// # Errors
    /// If a triangle occurs twice.
    pub fn new(hexiamond: [LargeTriangle; 6]) -> Result<Self, FamilyError> {
        let (mut up, mut down) = (Grid::default(), Grid::default());
        for (index, triangle) in hexiamond.iter().enumerate() {
            if hexiamond[..index].contains(triangle) {
                return Err(FamilyError::Unfit("a triangle is there twice".to_owned()));
            }
            let (x, y) = (2 * triangle.x, 2 * triangle.y);
            // Three small ones point like the large one, and the one in the middle does not.
            match triangle.is_down {
                false => {
                    (up[x][y], up[x + 1][y], up[x][y + 1]) = (true, true, true);
                    down[x][y] = true;
                }
                true => {
                    (down[x + 1][y + 1], down[x][y + 1], down[x + 1][y]) = (true, true, true);
                    up[x + 1][y + 1] = true;
                }
            }
        }
        Ok(Triangles { up, down })
    }

    /// The number of triangles with this edge: `-` is below the upper triangle of its place, `/` to
    /// the right, `\` to the left, in Knuth's notation.
    fn sides(&self, edge: char, x: usize, y: usize) -> usize {
        let below = y.checked_sub(1).is_some_and(|y| self.down[x][y]);
        let left = x.checked_sub(1).is_some_and(|x| self.down[x][y]);
        let other = match edge {
            '-' => below,
            '/' => left,
            _ => self.down[x][y],
        };
        usize::from(self.up[x][y]) + usize::from(other)
    }
}

/// The colors of all triangles, up to rotation but not reflection.
fn pieces() -> Vec<[char; 3]> {
    let colors = ['a', 'b', 'c', 'd'];
    let mut pieces = Vec::new();
    for (index, &one) in colors.iter().enumerate() {
        pieces.push([one; 3]);
        let others = colors.iter().filter(|&&other| other != one);
        pieces.extend(others.map(|&other| [one, one, other]));
        for (place, &two) in colors.iter().enumerate().skip(index + 1) {
            for &three in &colors[place + 1..] {
                pieces.extend([[one, two, three], [one, three, two]]);
            }
        }
    }
    pieces
}

/// The rotations of a piece.
fn turned(piece: [char; 3]) -> impl Iterator<Item = [char; 3]> {
    let count = if piece[1] == piece[2] { 1 } else { 3 };
    (0..count).map(move |turn| {
        let mut turned = piece;
        turned.rotate_left(turn);
        turned
    })
}

impl Family for Triangles {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let pieces = pieces();
        let name = |piece: &[char; 3]| piece.iter().collect::<String>();
        write!(out, "* ")?;
        for (x, y) in cells(SIDE, SIDE) {
            if self.up[x][y] {
                write!(out, "{x}{y} ")?;
            }
            if self.down[x][y] {
                write!(out, "{x}{y}' ")?;
            }
        }
        for piece in &pieces {
            write!(out, "{} ", name(piece))?;
        }
        write!(out, "|")?;
        for (x, y) in cells(SIDE + 1, SIDE + 1) {
            for edge in ['-', '/', '\\']
                .iter()
                .filter(|&&edge| self.sides(edge, x, y) > 0)
            {
                write!(out, " {edge}{x}{y}")?;
            }
        }
        writeln!(out)?;
        for (x, y) in cells(SIDE, SIDE) {
            let (right, above) = (x + 1, y + 1);
            for piece in pieces.iter().filter(|_| self.up[x][y]) {
                for [one, two, three] in turned(*piece) {
                    let name = name(piece);
                    writeln!(
                        out,
                        "{x}{y} {name} -{x}{y}:{one} /{x}{y}:{two} \\{x}{y}:{three}"
                    )?;
                }
            }
            for piece in pieces.iter().filter(|_| self.down[x][y]) {
                for [one, two, three] in turned(*piece) {
                    let name = name(piece);
                    writeln!(
                        out,
                        "{x}{y}' {name} -{x}{above}:{one} /{right}{y}:{two} \\{x}{y}:{three}"
                    )?;
                }
            }
        }
        write!(out, "*")?;
        for (x, y) in cells(SIDE + 1, SIDE + 1) {
            for edge in ['-', '\\', '/']
                .iter()
                .filter(|&&edge| self.sides(edge, x, y) == 1)
            {
                write!(out, " {edge}{x}{y}:a")?;
            }
        }
        writeln!(out)
    }
}
