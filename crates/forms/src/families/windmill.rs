//! Windmill dominoes: a small domino glued onto a large one, rotated by an eighth of a turn and
//! smaller by a factor of the square root of two. There are ten such pieces, and each is used once;
//! no two may overlap in either layer.
//!
//! S. Grabarchuk, *Cubism For Fun* 41 (1996); TAOCP 7.2.2.1, exercise 305. Knuth's program
//! WINDMILL-DOMINOES-DLX has the same items and options in the same order.

use super::{Family, FamilyError, digit, within, write_line};
use std::io::{self, Write};

/// The problem for a box.
///
/// A square of the large grid has its center at two odd coordinates. A square of the small grid has
/// its center in the middle of a large square's side, at one odd and one even coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windmills {
    rows: usize,
    columns: usize,
}

/// Coordinates go to twice this number, and are single digits.
const MOST_SIDE: usize = 30;

/// The number of pieces.
const PIECES: i32 = 10;

/// The four squares of a piece: two large ones, then two small ones.
type Squares = [(i32, i32); 4];

impl Windmills {
    /// The problem for a box of 1 to 30 rows and columns of large squares.
    ///
    /// # Errors
    /// If one of them is out of this range.
    pub fn new(rows: usize, columns: usize) -> Result<Self, FamilyError> {
        Ok(Windmills {
            rows: within("the number of rows", rows, 1..=MOST_SIDE)?,
            columns: within("the number of columns", columns, 1..=MOST_SIDE)?,
        })
    }
}

/// A piece whose large domino extends upwards from the origin.
///
/// Its small domino touches that. Five of them rise from the right side of the large one, from its
/// upper end downwards; five fall from its left side, from its lower end upwards.
fn piece(number: i32) -> Squares {
    let (first, step) = match number {
        0..5 => ((number % 2, 3 - number), (1, 1)),
        _ => ((-2 + number % 2, number - 5), (1, -1)),
    };
    [(0, 0), (0, 2), first, (first.0 + step.0, first.1 + step.1)]
}

/// Rotates it clockwise by a quarter turn.
fn turned(squares: Squares) -> Squares {
    squares.map(|(x, y)| (y, -x))
}

/// The shifts to odd coordinates that keep all coordinates between 0 and `end`.
fn places(squares: impl Iterator<Item = i32> + Clone, end: i32) -> impl Iterator<Item = i32> {
    let least = squares.clone().min().unwrap_or_default();
    let most = squares.max().unwrap_or_default();
    ((1 - least) | 1..end - most).step_by(2)
}

impl Family for Windmills {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (width, height) = (2 * self.columns, 2 * self.rows);
        for number in 0..PIECES {
            write!(out, "{number} ")?;
        }
        write!(out, "|")?;
        for x in 1..width {
            for y in (1..height).filter(|y| x % 2 == 1 || y % 2 == 1) {
                write!(out, " {}{}", digit(x), digit(y))?;
            }
        }
        writeln!(out)?;
        for number in 0..PIECES {
            let mut squares = piece(number);
            for _ in 0..4 {
                for x in places(squares.iter().map(|square| square.0), width as i32) {
                    for y in places(squares.iter().map(|square| square.1), height as i32) {
                        let name = |(dx, dy)| {
                            let [x, y] = [x + dx, y + dy].map(|at: i32| digit(at as usize));
                            format!("{x}{y}")
                        };
                        let names = squares.map(name);
                        write_line(out, [number.to_string()].into_iter().chain(names))?;
                    }
                }
                squares = turned(squares);
            }
        }
        Ok(())
    }
}
