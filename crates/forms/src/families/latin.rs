//! Latin squares: n numbers in n x n cells, each once in each row and column; pairs of orthogonal
//! squares, in which each pair of numbers occurs in one cell; and random squares with holes.
//!
//! TAOCP 7.2.2.1, where Latin squares are exact covers by options of three items, and pairs of
//! orthogonal ones by options of six. The number of Latin squares is OEIS A002860: 1, 2, 12, 576,
//! 161280, ...

use super::dice::Dice;
use super::{DIGITS, Family, FamilyError, cells, digit, within, write_line};
use std::io::{self, Write};

/// Latin squares of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latin {
    n: usize,
}

impl Latin {
    /// The problem for order `n`, 1 to 62.
    ///
    /// # Errors
    /// If `n` is out of this range.
    pub fn new(n: usize) -> Result<Self, FamilyError> {
        let n = within("the order", n, 1..=DIGITS)?;
        Ok(Latin { n })
    }
}

/// The names of items: a letter and two numbers each.
fn items(n: usize, letters: &[char]) -> impl Iterator<Item = String> {
    let pairs = letters
        .iter()
        .flat_map(move |&letter| cells(n, n).map(move |(one, other)| item(letter, one, other)));
    pairs.collect::<Vec<_>>().into_iter()
}

fn item(letter: char, one: usize, other: usize) -> String {
    format!("{letter}{}{}", digit(one), digit(other))
}

impl Family for Latin {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_line(out, items(self.n, &['p', 'r', 'c']))?;
        for (row, column) in cells(self.n, self.n) {
            for number in 0..self.n {
                let items = [
                    item('p', row, column),
                    item('r', row, number),
                    item('c', column, number),
                ];
                write_line(out, items)?;
            }
        }
        Ok(())
    }
}

/// Pairs of orthogonal Latin squares of an order. An option puts a pair of numbers in a cell: `r`
/// and `c` are the rows and columns of the first square, `s` and `d` those of the second, and `o`
/// are the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orthogonal {
    n: usize,
}

impl Orthogonal {
    /// The problem for order `n`, 1 to 62.
    ///
    /// # Errors
    /// If `n` is out of this range.
    pub fn new(n: usize) -> Result<Self, FamilyError> {
        let n = within("the order", n, 1..=DIGITS)?;
        Ok(Orthogonal { n })
    }
}

impl Family for Orthogonal {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_line(out, items(self.n, &['p', 'r', 'c', 's', 'd', 'o']))?;
        for (row, column) in cells(self.n, self.n) {
            for (one, other) in cells(self.n, self.n) {
                let items = [
                    item('p', row, column),
                    item('r', row, one),
                    item('c', column, one),
                    item('s', row, other),
                    item('d', column, other),
                    item('o', one, other),
                ];
                write_line(out, items)?;
            }
        }
        Ok(())
    }
}

/// A random Latin square with holes to be filled: quasigroups with holes (Achlioptas, Gomes, Kautz
/// and Selman, Generating satisfiable problem instances, 2000). They are hardest when about 0.42 of
/// the cells are holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holes {
    n: usize,
    holes: usize,
    seed: u64,
}

impl Holes {
    /// The problem for order `n`, 1 to 62, and 1 to n^2 holes.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn new(n: usize, holes: usize, seed: u64) -> Result<Self, FamilyError> {
        let n = within("the order", n, 1..=DIGITS)?;
        let holes = within("the number of holes", holes, 1..=n * n)?;
        Ok(Holes { n, holes, seed })
    }
}

impl Family for Holes {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let n = self.n;
        let dice = &mut Dice::new(self.seed, 42);
        let square = random_square(n, dice);
        let mut order: Vec<(usize, usize)> = cells(n, n).collect();
        dice.shuffle(&mut order);
        let mut is_open = vec![vec![false; n]; n];
        // The numbers that rows and columns lack.
        let (mut rows, mut columns) = (vec![vec![false; n]; n], vec![vec![false; n]; n]);
        for &(row, column) in &order[..self.holes] {
            is_open[row][column] = true;
            rows[row][square[row][column]] = true;
            columns[column][square[row][column]] = true;
        }
        let items = [('p', &is_open), ('r', &rows), ('c', &columns)];
        let items = items.iter().flat_map(|&(letter, table)| {
            let wanted = cells(n, n).filter(move |&(one, other)| table[one][other]);
            wanted.map(move |(one, other)| item(letter, one, other))
        });
        write_line(out, items)?;
        for (row, column) in cells(n, n).filter(|&(row, column)| is_open[row][column]) {
            for number in (0..n).filter(|&number| rows[row][number] && columns[column][number]) {
                let items = [
                    item('p', row, column),
                    item('r', row, number),
                    item('c', column, number),
                ];
                write_line(out, items)?;
            }
        }
        Ok(())
    }
}

/// A random Latin square: a walk from square to square, some of them with an improper cell
/// (Jacobson and Matthews, Generating uniformly distributed random latin squares, 1996).
fn random_square(n: usize, dice: &mut Dice) -> Vec<Vec<usize>> {
    let mut square = vec![vec![0; n]; n];
    // How often each number is in each cell: 0 or 1, and -1 once in an improper cell.
    let mut counts = vec![0i8; n * n * n];
    let at = |row: usize, column: usize, number: usize| (row * n + column) * n + number;
    for (row, column) in cells(n, n) {
        counts[at(row, column, (row + column) % n)] = 1;
    }
    let mut improper = None;
    let mut steps = 0;
    while n > 1 && (steps < 4 * n * n || improper.is_some()) {
        steps += 1;
        let (row, column, number) = improper.unwrap_or_else(|| {
            loop {
                let cell = (dice.below(n), dice.below(n), dice.below(n));
                if counts[at(cell.0, cell.1, cell.2)] == 0 {
                    break cell;
                }
            }
        });
        // One of the entries on a line through the cell; there are two if the cell is improper.
        let mut other = |place: &dyn Fn(usize) -> usize| {
            let there: Vec<usize> = (0..n).filter(|&one| counts[place(one)] == 1).collect();
            *dice.pick(&there)
        };
        let other_row = other(&|row| at(row, column, number));
        let other_column = other(&|column| at(row, column, number));
        let other_number = other(&|number| at(row, column, number));
        for (change, places) in [
            (
                1,
                [(row, column, number), (row, other_column, other_number)],
            ),
            (
                1,
                [
                    (other_row, column, other_number),
                    (other_row, other_column, number),
                ],
            ),
            (
                -1,
                [(other_row, column, number), (row, other_column, number)],
            ),
            (
                -1,
                [
                    (row, column, other_number),
                    (other_row, other_column, other_number),
                ],
            ),
        ] {
            for (row, column, number) in places {
                counts[at(row, column, number)] += change;
            }
        }
        let cell = (other_row, other_column, other_number);
        improper = (counts[at(cell.0, cell.1, cell.2)] < 0).then_some(cell);
    }
    for (row, column) in cells(n, n) {
        let number = (0..n).find(|&number| counts[at(row, column, number)] == 1);
        square[row][column] = number.expect("each cell has a number");
    }
    square
}
