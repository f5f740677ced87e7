//! Rules of the whole grid.

use super::super::constraint::Constraint;
use super::super::{Cell, Shape, Variant};
use super::builder::{Builder, Built, refuse};
use super::lines::thirds;
use super::{Kind, Look};

/// The diagonal that rises to the right.
pub static DIAGONAL_UP: Kind = Kind {
    name: "rising diagonal",
    says: "the digits of the diagonal that rises to the right differ",
    look: Look::Sentence,
    build: |builder, _| {
        let last = square(builder)? - 1;
        let shape = builder.variant.shape;
        let cells = (0..=last).map(|row| shape.cell(row, last - row)).collect();
        Ok(vec![Constraint::Distinct(cells)])
    },
};

/// The diagonal that falls to the right.
pub static DIAGONAL_DOWN: Kind = Kind {
    name: "falling diagonal",
    says: "the digits of the diagonal that falls to the right differ",
    look: Look::Sentence,
    build: |builder, _| {
        let last = square(builder)? - 1;
        let shape = builder.variant.shape;
        let cells = (0..=last).map(|row| shape.cell(row, row)).collect();
        Ok(vec![Constraint::Distinct(cells)])
    },
};

/// Boxes between the boxes.
pub static WINDOWS: Kind = Kind {
    name: "windows",
    says: "the digits of each window differ: boxes that stand one cell apart and one from the edge",
    look: Look::Sentence,
    build: |builder, _| match windows(builder.variant.shape) {
        Some(windows) => Ok(windows.into_iter().map(Constraint::Distinct).collect()),
        None => refuse("the grid has no boxes"),
    },
};

/// Boxes that stand one cell apart and one from the edge; none if the grid has no boxes.
pub fn windows(shape: Shape) -> Option<Vec<Vec<Cell>>> {
    let (rows, columns) = shape.box_of(shape.order())?;
    let mut windows = Vec::new();
    for top in (1..)
        .step_by(rows + 1)
        .take_while(|top| top + rows < shape.rows)
    {
        let lefts = (1..).step_by(columns + 1);
        for left in lefts.take_while(|left| left + columns < shape.columns) {
            let cells =
                (0..rows * columns).map(|k| shape.cell(top + k / columns, left + k % columns));
            windows.push(cells.collect());
        }
    }
    Some(windows)
}

/// Digits at equal places of boxes differ.
pub static DISJOINT_GROUPS: Kind = Kind {
    name: "disjoint groups",
    says: "digits at the same place of different boxes differ",
    look: Look::Sentence,
    build: |builder, _| {
        let shape = builder.variant.shape;
        let boxes = shape.boxes(builder.variant.box_size);
        let Some(first) = boxes.first() else {
            return refuse("the grid has no boxes");
        };
        let group = |place: usize| boxes.iter().map(|own| own[place]).collect();
        Ok((0..first.len())
            .map(|place| Constraint::Distinct(group(place)))
            .collect())
    },
};

/// A knight's move apart.
pub static KNIGHT: Kind = Kind {
    name: "knight's move",
    says: "cells that are a knight's move apart have different digits",
    look: Look::Sentence,
    build: |builder, _| Ok(apart(builder.variant, &[(1, 2), (2, 1), (1, -2), (2, -1)])),
};

/// A king's move apart.
pub static KING: Kind = Kind {
    name: "king's move",
    says: "cells that are a king's move apart have different digits",
    look: Look::Sentence,
    build: |builder, _| Ok(apart(builder.variant, &[(0, 1), (1, 0), (1, 1), (1, -1)])),
};

/// Neighbors are not consecutive.
pub static NON_CONSECUTIVE: Kind = Kind {
    name: "non-consecutive",
    says: "neighbors do not differ by 1",
    look: Look::Sentence,
    build: |builder, _| {
        let pairs = builder.variant.shape.neighbors().into_iter();
        let each = |pair| builder.pair(pair, |a: i32, b| (a - b).abs() != 1);
        Ok(pairs.map(each).collect())
    },
};

/// A digit as far from itself as it tells.
pub static TAXICAB: Kind = Kind {
    name: "taxicab",
    says: "two equal digits N are not N steps apart, along rows and columns",
    look: Look::Sentence,
    build: |builder, _| {
        let shape = builder.variant.shape;
        let mut constraints = Vec::new();
        for a in 0..shape.cells() as Cell {
            for b in a + 1..shape.cells() as Cell {
                let steps =
                    shape.row(a).abs_diff(shape.row(b)) + shape.column(a).abs_diff(shape.column(b));
                let is_digit = (shape.first..=shape.last).contains(&(steps as u8));
                let is_house = shape.row(a) == shape.row(b) || shape.column(a) == shape.column(b);
                if is_digit && !(is_house && builder.variant.has_lines) {
                    constraints.push(Constraint::NotBoth([(a, steps as u8), (b, steps as u8)]));
                }
            }
        }
        Ok(constraints)
    },
};

/// Low, middle and high digits in each square of four cells.
pub static ENTROPY: Kind = Kind {
    name: "entropy",
    says: "each square of four cells has a low, a middle and a high digit",
    look: Look::Sentence,
    build: |builder, _| {
        let (third, first) = (thirds(builder)?, builder.first());
        classes(builder, 3, |digit| (digit - first) / third)
    },
};

/// All remainders in each square of four cells.
pub static MODULO: Kind = Kind {
    name: "modular squares",
    says: "each square of four cells has digits of all three remainders when divided by 3",
    look: Look::Sentence,
    build: |builder, _| classes(builder, 3, |digit| digit % 3),
};

/// Five and its neighbors.
pub static FLATMATES: Kind = Kind {
    name: "Dutch flatmates",
    says: "each middle digit has the least digit directly above it or the greatest directly below",
    look: Look::Sentence,
    build: |builder, _| {
        let shape = builder.variant.shape;
        let (first, last) = (builder.first(), builder.last());
        let middle = (first + last + 1) / 2;
        // Whether the cell above has the least digit; whether the greatest must follow.
        let step = |&(is_below, must): &(bool, bool), digit: i32, _| {
            let now = (digit == first, digit == middle && !is_below);
            (!must || digit == last).then_some(now)
        };
        let each = |column| {
            let cells = shape.column_cells(column);
            builder.row(&cells, (false, false), step, |&(_, must)| !must)
        };
        (0..shape.columns).map(each).collect()
    },
};

/// The same digits in all regions.
pub static SAME_IN_REGIONS: Kind = Kind {
    name: "same digits in regions",
    says: "all rows, columns and regions of the largest size have the same set of digits",
    look: Look::Sentence,
    build: |builder, _| {
        let mut houses = builder.variant.houses();
        let most = houses.iter().map(Vec::len).max().unwrap_or(0);
        houses.retain(|house| house.len() == most);
        let missing = builder.variant.shape.order().saturating_sub(most);
        if missing == 0 {
            return Ok(Vec::new());
        }
        // The digits that are nowhere, in order.
        let digits = builder.variant.shape.digits();
        let absent: Vec<Cell> = (0..missing).map(|_| builder.hidden_cell(digits)).collect();
        let step = |&last: &i32, digit, _| (digit > last).then_some(digit);
        let mut constraints = vec![builder.row(&absent, -1, step, |_| true)?];
        for house in houses {
            constraints.push(Constraint::Distinct([&house[..], &absent].concat()));
        }
        Ok(constraints)
    },
};

/// A digit is missing in each house, and zeros tell which.
pub static DOPPELGANGER: Kind = Kind {
    name: "doppelganger",
    says: "each row, column and box lacks one digit, and no two of the same kind lack the same; \
           where a 0 stands, its row, column and box lack different digits",
    look: Look::Sentence,
    build: |builder, _| {
        let variant = builder.variant;
        let shape = variant.shape;
        if shape.first != 0 || shape.rows != shape.columns || shape.order() != shape.rows + 1 {
            return refuse("it needs a square with one digit more than cells in a row, from 0");
        }
        let digits = shape.digits() & !1;
        let mut constraints = Vec::new();
        // The missing digits may have names, so that other rules can use them.
        let mut missing = |builder: &mut Builder<'_>, letter: char, houses: &[Vec<Cell>]| {
            let named = |number: usize| {
                let name = format!("DG{letter}{}", number + 1);
                let place = variant.extra.iter().position(|own| *own == name);
                place.map(|place| (shape.cells() + place) as Cell)
            };
            let cell = |number: usize| named(number).unwrap_or_else(|| builder.hidden_cell(digits));
            let cells: Vec<Cell> = (0..houses.len()).map(cell).collect();
            constraints.extend(cells.iter().map(|&cell| Constraint::Only(cell, digits)));
            for (house, &cell) in houses.iter().zip(&cells) {
                constraints.push(Constraint::Distinct([&house[..], &[cell]].concat()));
            }
            constraints.push(Constraint::Distinct(cells.clone()));
            cells
        };
        let rows: Vec<Vec<Cell>> = (0..shape.rows).map(|row| shape.row_cells(row)).collect();
        let columns = (0..shape.columns).map(|column| shape.column_cells(column));
        let columns: Vec<Vec<Cell>> = columns.collect();
        let of_rows = missing(builder, 'C', &rows);
        let of_columns = missing(builder, 'R', &columns);
        let of_boxes = missing(builder, 'B', &variant.regions);
        for cell in 0..shape.cells() as Cell {
            let mut cells = vec![
                cell,
                of_rows[shape.row(cell)],
                of_columns[shape.column(cell)],
            ];
            let region = variant.regions.iter().position(|own| own.contains(&cell));
            cells.extend(region.map(|region| of_boxes[region]));
            // Once the cell is no zero, the others are free.
            let step = |state: &Option<Vec<i32>>, digit: i32, place: usize| match state {
                Some(_) if place == 0 && digit != 0 => Some(None),
                Some(_) if place == 0 => Some(Some(Vec::new())),
                Some(seen) => (!seen.contains(&digit)).then(|| {
                    let mut seen = [&seen[..], &[digit]].concat();
                    seen.sort_unstable();
                    Some(seen)
                }),
                None => Some(None),
            };
            constraints.push(builder.row(&cells, Some(Vec::new()), step, |_| true)?);
        }
        Ok(constraints)
    },
};

/// The number of rows of a square.
fn square(builder: &Builder<'_>) -> Built<usize> {
    let shape = builder.variant.shape;
    match shape.rows == shape.columns {
        true => Ok(shape.rows),
        false => refuse("the grid is no square"),
    }
}

/// Any two cells that one of these moves connects differ: rows down, columns right.
fn apart(variant: &Variant, moves: &[(isize, isize)]) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for cell in 0..variant.shape.cells() as Cell {
        for &(rows, columns) in moves {
            if let Some(other) = variant.shape.beside(cell, rows, columns) {
                constraints.push(Constraint::Distinct(vec![cell, other]));
            }
        }
    }
    constraints
}

/// Each square of four cells has digits of all classes.
fn classes(
    builder: &Builder<'_>,
    count: u32,
    class: impl Fn(i32) -> i32,
) -> Built<Vec<Constraint>> {
    let shape = builder.variant.shape;
    let mut constraints = Vec::new();
    for cell in 0..shape.cells() as Cell {
        let others = [(0, 1), (1, 0), (1, 1)].map(|(r, c)| shape.beside(cell, r, c));
        let [Some(right), Some(below), Some(across)] = others else {
            continue;
        };
        let cells = [cell, right, below, across];
        let step = |&seen: &u32, digit, place: usize| {
            let seen = seen | 1 << class(digit);
            (count - seen.count_ones() <= 3 - place as u32).then_some(seen)
        };
        constraints.push(builder.row(&cells, 0, step, |seen| seen.count_ones() == count)?);
    }
    Ok(constraints)
}
