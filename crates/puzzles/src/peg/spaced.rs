//! Finds the positions of holes in a drawing. Drawings with a blank between the holes of a line, as
//! they are typed and as matrices are printed, are closed up, so that neighbors are adjacent.
//! Triangles and drawings whose lines are shifted by half a hole are slanted, as boards of six
//! directions are.

use super::Directions;
use super::named::board_named;
use super::text::{Cell, Taken};
use std::ops::Range;

/// Built-in boards whose lines have different numbers of holes.
const BOARDS_OF_LINES: [&str; 4] = ["english", "french", "wiegleb", "diamond41"];

/// Assigns rows and columns to the cells of a drawing. Returns how it was read if that gave a board
/// of six directions.
pub fn arrange(cells: &mut [Cell], asked: Option<Directions>) -> Option<Taken> {
    if asked != Some(Directions::Four)
        && let Some(rows) = lean_triangle(cells)
    {
        return Some(Taken::Triangle(rows));
    }
    close_up(cells);
    if asked.is_none()
        && let Some(board) = centre(cells)
    {
        return Some(Taken::Centred(board));
    }
    let is_six = match asked {
        Some(Directions::Four) => false,
        // A drawing that is not slanted has six directions, too, if asked for.
        Some(Directions::Six) => true,
        None => has_pairs(cells),
    };
    (is_six && lean(cells)).then_some(Taken::Leaning)
}

/// Slants a triangle with 1, 2, 3 ... holes in its rows, or upside down; or two of them side by
/// side. Returns the number of rows, if it is one.
fn lean_triangle(cells: &mut [Cell]) -> Option<usize> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        match rows.last_mut() {
            Some(row) if cells[row.start].row == cell.row => row.end = index + 1,
            _ => rows.push(index..index + 1),
        }
    }
    let count = rows.len();
    let follow = |pair: &[Range<usize>]| cells[pair[0].start].row + 1 == cells[pair[1].start].row;
    if count < 3 || !rows.windows(2).all(follow) {
        return None;
    }
    let has = |per_hole: usize, is_upside_down: bool| {
        let wanted = |row: usize| if is_upside_down { count - row } else { row + 1 };
        let mut rows = rows.iter().enumerate();
        rows.all(|(row, holes)| holes.len() == per_hole * wanted(row))
    };
    let ways = [(1, false), (1, true), (2, false), (2, true)];
    let (boards, is_upside_down) = ways.into_iter().find(|&(per, turned)| has(per, turned))?;
    // The steps between holes are equal; those between boards are longer.
    let mut steps = Vec::new();
    let mut gaps = Vec::new();
    for row in &rows {
        let half = row.len() / boards;
        for (place, pair) in (1..).zip(cells[row.clone()].windows(2)) {
            let step = pair[1].place - pair[0].place;
            match boards == 2 && place == half {
                true => gaps.push(step),
                false => steps.push(step),
            }
        }
    }
    let step = steps[0];
    if steps.iter().any(|&other| other != step) || gaps.iter().any(|&gap| gap <= step) {
        return None;
    }
    for (number, row) in rows.into_iter().enumerate() {
        let half = row.len() / boards;
        let first = if is_upside_down { number } else { 0 };
        for (place, cell) in cells[row].iter_mut().enumerate() {
            cell.place = first + place % half + place / half * (count + 1);
        }
    }
    Some(count)
}

/// Centers lines that have lost their leading blanks, if they have as many holes as those of a
/// built-in board.
fn centre(cells: &mut [Cell]) -> Option<&'static str> {
    let left = cells.iter().map(|cell| cell.place).min()?;
    let top = cells[0].row;
    let follow = |pair: &[Cell]| match pair[0].row == pair[1].row {
        true => pair[0].place + 1 == pair[1].place,
        false => pair[0].row + 1 == pair[1].row && pair[1].place == left,
    };
    if cells[0].place != left || !cells.windows(2).all(follow) {
        return None;
    }
    BOARDS_OF_LINES.into_iter().find(|name| {
        let Some(board) = board_named(name).filter(|board| board.len() == cells.len()) else {
            return false;
        };
        let places: Vec<(usize, usize)> = board.holes().map(|hole| board.cell(hole)).collect();
        let rows = cells.iter().map(|cell| cell.row - top);
        let is_it = rows.eq(places.iter().map(|&(row, _)| row));
        if is_it {
            cells
                .iter_mut()
                .zip(&places)
                .for_each(|(cell, &(_, column))| cell.place = column);
        }
        is_it
    })
}

/// Removes the blanks between all holes of the lines.
fn close_up(cells: &mut [Cell]) {
    let rows = || cells.iter().map(|cell| cell.row);
    let mut columns: Vec<usize> = cells.iter().map(|cell| cell.place).collect();
    columns.sort_unstable();
    columns.dedup();
    // In one line, and with two columns, blanks separate the start from the finish.
    if rows().min() == rows().max() || columns.len() < 3 {
        return;
    }
    let runs: Vec<&[usize]> = columns.chunk_by(|a, b| b - a <= 2).collect();
    let is_spaced = runs
        .iter()
        .all(|run| run.windows(2).all(|pair| pair[1] - pair[0] == 2));
    let is_wide = runs.iter().any(|run| run.len() >= 3);
    if is_spaced && is_wide {
        // Each run of columns begins one column after its predecessor ends.
        let mut places = Vec::new();
        let mut next = 0;
        for run in runs {
            places.extend((next..).zip(run).map(|(place, &column)| (column, place)));
            next += run.len() + 1;
        }
        for cell in cells {
            let place = places.iter().find(|(column, _)| *column == cell.place);
            cell.place = place.map_or(cell.place, |&(_, place)| place);
        }
    }
}

/// Slants a drawing whose lines are shifted by half a hole; returns whether it is one.
fn lean(cells: &mut [Cell]) -> bool {
    let leans = |cell: &Cell| cell.row + cell.place;
    let first = cells.iter().map(leans).min().unwrap_or(0);
    let rows = || cells.iter().map(|cell| cell.row);
    let is_upright = cells.iter().all(|cell| (leans(cell) - first) % 2 == 0);
    if !is_upright || rows().min() == rows().max() {
        return false;
    }
    for cell in cells {
        cell.place = (leans(cell) - first) / 2;
    }
    true
}

/// Whether there are several lines whose holes are separated by blanks, and enough for a jump.
fn has_pairs(cells: &[Cell]) -> bool {
    let is_pair = |pair: &[Cell]| pair[0].row == pair[1].row && pair[0].place + 2 == pair[1].place;
    let mut rows: Vec<usize> = cells
        .windows(2)
        .filter(|pair| is_pair(pair))
        .map(|pair| pair[0].row)
        .collect();
    rows.dedup();
    rows.len() >= 2
}
