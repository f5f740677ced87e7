//! Where the clues beside the grid stand.

use super::super::outline::CELL;
use super::each_rule;
use crate::rules::kinds::{Kind, Look};
use crate::rules::{Cell, Shape, Variant};
use dlx3_base::text::svg::At;
use std::collections::BTreeMap;

/// How far the first clue of a line is from the grid, and each further one from that before it.
const NEAR: f64 = 14.0;
const NEXT: f64 = 21.0;
/// How far a clue of a diagonal stands aside of the corner where the diagonal begins.
const ASIDE: f64 = 19.0;

/// A side of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// A clue beside the grid.
pub struct Clue {
    pub kind: &'static Kind,
    pub number: i32,
    /// Whether the rule is no alternative.
    pub is_sure: bool,
    /// Where its line begins, as a side, and a column or row; -1 is beside the corner.
    pub side: Side,
    pub slot: isize,
    /// Its middle, from the corner of the grid.
    pub x: f64,
    pub y: f64,
    /// The arrow of a diagonal.
    pub arrow: Option<String>,
}

impl Clue {
    /// Half its width in a picture.
    pub fn half_width(&self) -> f64 {
        self.number.to_string().len() as f64 * 4.3 + 2.0
    }
}

/// All clues beside the grid.
pub fn clues(variant: &Variant) -> Vec<Clue> {
    let shape = variant.shape;
    let mut clues = Vec::new();
    let mut lanes: BTreeMap<(Side, isize), usize> = BTreeMap::new();
    each_rule(&variant.rules, &mut |rule, is_sure| {
        let cells = match (rule.kind.look, rule.parts.first()) {
            (Look::Edge, Some(cells)) if !cells.is_empty() => &cells[..],
            _ => return,
        };
        let Some(&number) = rule.numbers.first() else {
            return;
        };
        if cells.iter().any(|&cell| usize::from(cell) >= shape.cells()) {
            return;
        }
        let (down, right) = direction(shape, cells);
        let (row, column) = (
            shape.row(cells[0]) as isize,
            shape.column(cells[0]) as isize,
        );
        let is_diagonal = down != 0 && right != 0;
        let is_top = row == 0 && down > 0;
        let is_bottom = row + 1 == shape.rows as isize && down < 0;
        let (side, slot) = match () {
            () if is_top => (Side::Top, column - right),
            () if is_bottom => (Side::Bottom, column - right),
            () if down > 0 && !is_diagonal => (Side::Top, column),
            () if down < 0 && !is_diagonal => (Side::Bottom, column),
            () if right > 0 => (Side::Left, row - down),
            () => (Side::Right, row - down),
        };
        let lane = lanes.entry((side, slot)).or_insert(0);
        let out = NEAR + NEXT * *lane as f64;
        let at = |place: isize| (place as f64 + 0.5) * CELL as f64;
        let (wide, high) = (
            at(shape.columns as isize) - 20.0,
            at(shape.rows as isize) - 20.0,
        );
        // Where the line begins: at a corner of its first cell, or at the middle of a side.
        let half = CELL as f64 / 2.0;
        let start = (
            at(column) - half * right as f64,
            at(row) - half * down as f64,
        );
        let aside = |from: f64, step: isize| match is_diagonal {
            true => from - ASIDE * step as f64,
            false => from,
        };
        let (x, y) = match side {
            Side::Top => (aside(start.0, right), -out),
            Side::Bottom => (aside(start.0, right), high + out),
            Side::Left => (-out, aside(start.1, down)),
            Side::Right => (wide + out, aside(start.1, down)),
        };
        let arrow = is_diagonal.then(|| {
            let (right, down) = (right as f64, down as f64);
            let tip = (start.0 - right, start.1 - down);
            format!(
                "M{} {}L{} {}m{} 0h{}v{}",
                At(start.0 - 8.5 * right),
                At(start.1 - 8.5 * down),
                At(tip.0),
                At(tip.1),
                At(-4.5 * right),
                At(4.5 * right),
                At(-4.5 * down)
            )
        });
        clues.push(Clue {
            kind: rule.kind,
            number,
            is_sure,
            side,
            slot,
            x,
            y,
            arrow,
        });
        *lane += 1;
    });
    clues
}

/// Where the cells lead, down and to the right: -1, 0 or 1 each.
fn direction(shape: Shape, cells: &[Cell]) -> (isize, isize) {
    let place = |cell: Cell| (shape.row(cell) as isize, shape.column(cell) as isize);
    let (row, column) = place(cells[0]);
    if let Some(&second) = cells.get(1) {
        let (to_row, to_column) = place(second);
        return ((to_row - row).signum(), (to_column - column).signum());
    }
    // A diagonal of one cell is a corner; it leads out of the grid.
    let down = if row == 0 { 1 } else { -1 };
    let right = if column == 0 { -1 } else { 1 };
    match (shape.rows, shape.columns) {
        (1, _) => (down, 0),
        (_, 1) => (0, -right),
        _ => (down, right),
    }
}
