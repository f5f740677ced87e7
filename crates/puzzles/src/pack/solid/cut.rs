//! A sheet for a laser cutter: the outlines of all pieces of a solution, in real millimetres.

use super::super::grid::{Cell, Grid};
use super::super::{Packing, Placements};
use super::mesh::bounds;
use super::plan::{Flat, Plan};
use super::rows::rows;
use super::{Dimensions, DimensionsFault, MOST_TAKEN, PieceKind, parts};
use std::fmt::Write;

/// The space between pieces, and around all of them, in addition to the kerf.
const SPACE: f64 = 2.0;

/// The outlines of the pieces that a solution uses, each as often as it is used, in rows. The beam
/// removes half a kerf on each side of its line, so lines run half a kerf outside a piece, and half
/// a kerf inside its holes.
///
/// # Errors
/// If a piece is not flat, or the kerf or the gap is too wide.
pub fn cut(
    packing: &Packing,
    placements: &Placements,
    solution: &[u32],
    dimensions: &Dimensions,
    kerf: f64,
) -> Result<String, DimensionsFault> {
    let unit = dimensions.unit;
    if kerf > MOST_TAKEN * unit {
        return Err(DimensionsFault::KerfTooWide { kerf, unit });
    }
    let mut drawn: Vec<(String, Vec<Vec<Flat>>)> = Vec::new();
    for part in parts(packing, placements, solution) {
        let name = &packing.pieces[part.piece as usize].name;
        let flat =
            flat_cells(packing.grid, &part).ok_or_else(|| DimensionsFault::NotFlat(name.clone()));
        let grid = match packing.grid {
            Grid::Cube => Grid::Square,
            grid => grid,
        };
        let plan = Plan::new(grid, &flat?, unit);
        let outlines = plan.outlines(dimensions.inset() - kerf / 2.0);
        for copy in 1..=part.placements.len() {
            let id = match copy {
                1 => format!("piece-{}", part.name),
                _ => format!("piece-{}.{copy}", part.name),
            };
            drawn.push((id, outlines.clone()));
        }
    }
    Ok(sheet(&drawn, SPACE + kerf))
}

/// The cells of a flat piece in the plane; `None` if it is not flat.
fn flat_cells(grid: Grid, part: &PieceKind) -> Option<Vec<Cell>> {
    if grid != Grid::Cube {
        return Some(part.cells.clone());
    }
    let is_level = |&axis: &usize| {
        part.cells
            .iter()
            .all(|cell| cell[axis] == part.cells[0][axis])
    };
    let axis = [2, 1, 0].into_iter().find(is_level)?;
    let (one, other) = [(1, 2), (0, 2), (0, 1)][axis];
    Some(
        part.cells
            .iter()
            .map(|cell| [cell[one], cell[other], 0])
            .collect(),
    )
}

fn sheet(drawn: &[(String, Vec<Vec<Flat>>)], space: f64) -> String {
    let bounds: Vec<([f64; 2], [f64; 2])> = drawn
        .iter()
        .map(|(_, outlines)| bounds(outlines.iter().flatten()))
        .collect();
    let sizes: Vec<[f64; 2]> = bounds
        .iter()
        .map(|(least, most)| [most[0] - least[0], most[1] - least[1]])
        .collect();
    let rows = rows(&sizes, space);
    let [width, height] = rows.size.map(|size| shown(size + 2.0 * space));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <g fill=\"none\" stroke=\"#f00\" stroke-width=\"0.01\">\n"
    );
    for (((id, outlines), place), (least, _)) in drawn.iter().zip(rows.places).zip(bounds) {
        let _ = write!(text, "<path id=\"{id}\" d=\"");
        for outline in outlines {
            for (number, point) in outline.iter().enumerate() {
                let [x, y] =
                    [0, 1].map(|axis| shown(space + place[axis] + point[axis] - least[axis]));
                let sign = if number == 0 { 'M' } else { 'L' };
                let _ = write!(text, "{sign}{x} {y}");
            }
            text.push('z');
        }
        text.push_str("\"/>\n");
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// A length, rounded to the micrometre.
fn shown(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0 + 0.0
}
