//! Digits that name places, or count.

use super::super::constraint::{Constraint, numbers};
use super::super::{Cell, Digits, Rule, automaton};
use super::builder::{Builder, Built, refuse};
use super::lines::{line, one};
use super::{Kind, Look};

/// Where the number of its column stands in its row.
pub static COLUMN_INDEX: Kind = Kind {
    name: "column index",
    says: "a cell in column C with the digit D tells that C stands in column D of its row",
    look: Look::Shade("#f6dede"),
    build: |builder, rule| {
        let shape = builder.variant.shape;
        indices(builder, rule, |cell| {
            (shape.row_cells(shape.row(cell)), shape.column(cell) + 1)
        })
    },
};

/// Where the number of its row stands in its column.
pub static ROW_INDEX: Kind = Kind {
    name: "row index",
    says: "a cell in row R with the digit D tells that R stands in row D of its column",
    look: Look::Shade("#dee4f6"),
    build: |builder, rule| {
        let shape = builder.variant.shape;
        indices(builder, rule, |cell| {
            (shape.column_cells(shape.column(cell)), shape.row(cell) + 1)
        })
    },
};

/// Where the number of its place stands in its box.
pub static BOX_INDEX: Kind = Kind {
    name: "box index",
    says: "the P-th cell of a box with the digit D tells that P is in the D-th cell of the box",
    look: Look::Shade("#def6e2"),
    build: |builder, rule| {
        let regions = &builder.variant.regions;
        let region = |cell: Cell| regions.iter().find(|own| own.contains(&cell));
        if line(rule)?.iter().any(|&cell| region(cell).is_none()) {
            return refuse("a cell is in no box");
        }
        let own = |cell: Cell| {
            let cells = region(cell).expect("each cell is in a box");
            let place = cells.iter().position(|&own| own == cell);
            (cells.clone(), place.expect("it is there") + 1)
        };
        indices(builder, rule, own)
    },
};

/// A digit on a line, and how far it is.
pub static VALUE_INDEX: Kind = Kind {
    name: "value index",
    says: "the first digit stands on the line again, as many cells after the second as that tells",
    look: Look::Line("#bbbbbb", super::Ends::Bulb),
    build: |builder, rule| {
        let [value, control, indexed @ ..] = line(rule)? else {
            return refuse("it has less than three cells");
        };
        let mut lists = Vec::new();
        for place in numbers(builder.sets[usize::from(*control)]) {
            let Some(&cell) = indexed.get((place - 1) as usize) else {
                continue;
            };
            let both = builder.sets[usize::from(*value)] & builder.sets[usize::from(cell)];
            for digit in automaton::digits(both) {
                lists.push(vec![
                    (*control, place as u8),
                    (*value, digit),
                    (cell, digit),
                ]);
            }
        }
        Ok(vec![Constraint::OneOf(
            lists.into_iter().filter_map(consistent).collect(),
        )])
    },
};

/// A digit in a circle counts the circles that have it.
pub static COUNTING_CIRCLES: Kind = Kind {
    name: "counting circles",
    says: "the digit in a circle tells how many circles have that digit",
    look: Look::Circles,
    build: |builder, rule| {
        let cells = line(rule)?;
        let each = |digit: i32| {
            let step = |&count: &i32, read, _| {
                let count = count + i32::from(read == digit);
                (count <= digit).then_some(count)
            };
            builder.row(cells, 0, step, |&count| count == 0 || count == digit)
        };
        (builder.first()..=builder.last()).map(each).collect()
    },
};

/// The number of different digits.
pub static COUNT_DISTINCT: Kind = Kind {
    name: "count of digits",
    says: "the first digit tells how many different digits the other cells have",
    look: Look::Cage,
    build: |builder, rule| {
        let [control, others @ ..] = line(rule)? else {
            return refuse("it has no cells");
        };
        let cells = [others, &[*control]].concat();
        let step = |&seen: &Digits, digit: i32, place: usize| match place < others.len() {
            true => Some(seen | 1 << digit),
            false => (seen.count_ones() as i32 == digit).then_some(0),
        };
        one(builder.row(&cells, 0, step, |_| true))
    },
};

fn indices(
    builder: &Builder<'_>,
    rule: &Rule,
    own: impl Fn(Cell) -> (Vec<Cell>, usize),
) -> Built<Vec<Constraint>> {
    let each = |&cell: &Cell| {
        if usize::from(cell) >= builder.variant.shape.cells() {
            return refuse("its cell is not in the grid");
        }
        let (cells, digit) = own(cell);
        Ok(points_at(builder, cell, &cells, digit as u8))
    };
    line(rule)?.iter().map(each).collect()
}

/// The cell of a list that another cell names, counted from 1, has this digit.
pub fn points_at(builder: &Builder<'_>, from: Cell, cells: &[Cell], digit: u8) -> Constraint {
    let places = numbers(builder.sets[usize::from(from)]);
    let lists = places.filter_map(|place| {
        let &cell = cells.get(usize::try_from(place - 1).ok()?)?;
        consistent(vec![(from, place as u8), (cell, digit)])
    });
    Constraint::OneOf(lists.collect())
}

/// The list with each cell once; none if a cell would have two digits.
fn consistent(mut list: Vec<(Cell, u8)>) -> Option<Vec<(Cell, u8)>> {
    list.sort_unstable();
    list.dedup();
    let is_clash = list.windows(2).any(|two| two[0].0 == two[1].0);
    (!is_clash).then_some(list)
}
