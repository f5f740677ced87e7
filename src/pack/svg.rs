//! Solutions as SVG: flat ones as they are, solid ones as an oblique picture beside their
//! layers, from the top down.
//!
//! All coordinates are integers: triangles are 20 wide and 17 high, hexagons 20 and 24.

use super::draw::is_dark;
use super::grid::{At, Cell, Grid, add, is_up};
use super::{Packing, Placements};
use std::collections::HashMap;
use std::fmt::Write;

/// A point of a picture: right, down.
type Point = (i32, i32);

/// The width of a square, and of most other things.
const STEP: i32 = 20;
/// The room around a picture, and between pictures.
const MARGIN: i32 = 10;
/// How far a row lies behind the next one in an oblique picture, to the right and up.
const DEPTH: i32 = 9;
/// A sheet is about this wide, in pictures that are as high as wide.
const SHEET: i32 = 900;

/// A picture of a solution, without a frame, with its size.
struct Picture {
    text: String,
    width: i32,
    height: i32,
}

/// One solution.
pub fn single(packing: &Packing, placements: &Placements, solution: &[u32]) -> String {
    let picture = draw(packing, placements, solution);
    framed(&[picture], 1, MARGIN, 2, line(packing))
}

/// Many solutions, in rows.
pub fn sheet(packing: &Packing, placements: &Placements, solutions: &[Vec<u32>]) -> String {
    let picture = |solution: &Vec<u32>| draw(packing, placements, solution);
    let pictures: Vec<Picture> = solutions.iter().map(picture).collect();
    let width = pictures
        .iter()
        .map(|picture| picture.width)
        .max()
        .unwrap_or(1);
    // A solution that is several pictures stands off the next one.
    let solid = packing.grid == Grid::Cube;
    let gap = match solid || packing.region.parts() > 1 {
        true => 6 * MARGIN,
        false => MARGIN,
    };
    let across = (SHEET / (width + gap)).max(1) as usize;
    framed(&pictures, across, gap, 1, line(packing))
}

/// The width of lines around pieces; tiles have their colors beside them.
fn line(packing: &Packing) -> i32 {
    let mut pieces = packing.pieces.iter();
    match pieces.any(|piece| !piece.shape.sides().is_empty()) {
        true => 1,
        false => 2,
    }
}

/// Pictures in rows: how many to a row, how wide the gap between them, how large each is beside
/// what its numbers say, and how wide its lines are.
fn framed(pictures: &[Picture], across: usize, gap: i32, scale: i32, line: i32) -> String {
    let width = pictures
        .iter()
        .map(|picture| picture.width)
        .max()
        .unwrap_or(0)
        + gap;
    let height = pictures
        .iter()
        .map(|picture| picture.height)
        .max()
        .unwrap_or(0)
        + gap;
    let columns = pictures.len().min(across) as i32;
    let rows = pictures.len().div_ceil(across) as i32;
    let (all, down) = (
        columns * width + 2 * MARGIN - gap,
        rows * height + 2 * MARGIN - gap,
    );
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all} {down}\" width=\"{}\" \
         height=\"{}\">\n\
         <style>.b{{stroke:#222;stroke-width:{line};stroke-linecap:round;fill:none}}\
         path{{stroke-linejoin:round}}.e{{fill:#eee}}.d{{fill:#000;fill-opacity:.35}}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        scale * all,
        scale * down
    );
    for (place, picture) in (0..).zip(pictures) {
        let (column, row) = (place % columns, place / columns);
        let (x, y) = (MARGIN + column * width, MARGIN + row * height);
        let _ = writeln!(text, "<g transform=\"translate({x},{y})\">");
        text.push_str(&picture.text);
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

/// What covers the cells: the turn in the solution, and the number of the piece.
type Covered = HashMap<Cell, (usize, u32)>;

fn draw(packing: &Packing, placements: &Placements, solution: &[u32]) -> Picture {
    let region = &packing.region;
    let mut covered = Covered::new();
    for (turn, &number) in solution.iter().enumerate() {
        let placement = &placements.list()[number as usize];
        let cells = placement.cells.iter();
        let cells = cells.map(|&cell| region.cells()[cell as usize].cell);
        covered.extend(cells.map(|cell| (cell, (turn, placement.piece))));
    }
    let ats = || region.cells().iter().map(|cell| packing.grid.at(cell.cell));
    let least = [0, 1, 2].map(|axis| ats().map(|at| at[axis]).min().unwrap_or(0));
    let sizes = [0, 1, 2].map(|axis| {
        ats()
            .map(|at| at[axis] - least[axis] + 1)
            .max()
            .unwrap_or(0)
    });
    let mut picture = Picture {
        text: String::new(),
        width: 0,
        height: 0,
    };
    let mut shift = 0;
    if packing.grid == Grid::Cube && sizes[0] > 1 {
        shift = sizes[2] * STEP + sizes[1] * DEPTH + 2 * MARGIN;
        picture.height = sizes[0] * STEP + sizes[1] * DEPTH;
        oblique(packing, &covered, least, sizes, &mut picture.text);
    }
    let place = |at: At| {
        let layer = at[0] - least[0];
        let right = shift + layer * (sizes[2] * STEP + MARGIN);
        (right, [0, at[1] - least[1], at[2] - least[2]])
    };
    let mut borders = String::new();
    for cell in region.cells() {
        let (right, at) = place(packing.grid.at(cell.cell));
        let corners = corners(packing.grid, cell.cell, at);
        let corners: Vec<Point> = corners.into_iter().map(|(x, y)| (x + right, y)).collect();
        for &(x, y) in &corners {
            picture.width = picture.width.max(x);
            picture.height = picture.height.max(y);
        }
        let own = covered.get(&cell.cell);
        let fill = own.map_or("#eee".to_owned(), |own| color(own.1, 100));
        polygon(&mut picture.text, &corners, &fill);
        for (side, near) in packing
            .grid
            .neighbors(cell.cell)
            .into_iter()
            .take(corners.len())
            .enumerate()
        {
            if own.is_none() && cell.wild
                || covered.get(&near).map(|near| near.0) != own.map(|own| own.0)
            {
                let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
                let _ = write!(borders, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
            }
        }
    }
    for &number in solution {
        let placement = &placements.list()[number as usize];
        let painted = placements.painted(number as usize);
        for &cell in &placement.cells {
            let at = region.cells()[cell as usize].cell;
            let (right, place) = place(packing.grid.at(at));
            let corners = corners(packing.grid, at, place);
            let count = corners.len() as i32;
            let sum = corners
                .iter()
                .fold((0, 0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
            let centre = (sum.0 / count + right, sum.1 / count);
            let sides = packing.grid.neighbors(at).into_iter().take(corners.len());
            for (side, near) in sides.enumerate() {
                if let Some(&(_, paint)) = painted.iter().find(|known| known.0 == add(at, near)) {
                    let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
                    let points = [centre, (from.0 + right, from.1), (to.0 + right, to.1)];
                    polygon(&mut picture.text, &points, &color(paint.into(), 100));
                }
            }
            if is_dark(packing, placement, cell) == Some(true) {
                let _ = writeln!(
                    picture.text,
                    "<circle class=\"d\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
                    centre.0, centre.1
                );
            }
        }
    }
    let _ = writeln!(picture.text, "<path class=\"b\" d=\"{borders}\"/>");
    picture
}

/// The corners of a cell, so that side number i, from corner i to the next one, is that to
/// neighbor number i.
pub(super) fn corners(grid: Grid, cell: Cell, [_, row, column]: At) -> Vec<Point> {
    match grid {
        Grid::Square | Grid::Cube => {
            let (x, y) = (column * STEP, row * STEP);
            vec![(x, y), (x + STEP, y), (x + STEP, y + STEP), (x, y + STEP)]
        }
        Grid::Triangle => {
            let (left, mid, right) = (column * 10, column * 10 + 10, column * 10 + 20);
            let (top, bottom) = (row * 17, row * 17 + 17);
            match is_up(cell) {
                true => vec![(left, bottom), (mid, top), (right, bottom)],
                false => vec![(right, top), (mid, bottom), (left, top)],
            }
        }
        Grid::Hexagon => {
            let (x, y) = (column * 10 + 10, row * 18 + 12);
            let around = [(0, -12), (10, -6), (10, 6), (0, 12), (-10, 6), (-10, -6)];
            around.map(|(right, down)| (x + right, y + down)).to_vec()
        }
    }
}

fn polygon(text: &mut String, points: &[Point], fill: &str) {
    let mut path = String::new();
    for (place, (x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{x} {y}", if place == 0 { 'M' } else { 'L' });
    }
    let _ = writeln!(
        text,
        "<path fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\".5\" d=\"{path}z\"/>"
    );
}

/// The cubes from the front, from above and from the right: layer 0 is the top one, and the
/// last row the front.
fn oblique(packing: &Packing, covered: &Covered, least: At, sizes: [i32; 3], text: &mut String) {
    let mut cells: Vec<(i32, i32, i32, Cell)> = packing
        .region
        .cells()
        .iter()
        .map(|cell| {
            let at = packing.grid.at(cell.cell);
            (
                at[1] - least[1],
                least[0] - at[0],
                at[2] - least[2],
                cell.cell,
            )
        })
        .collect();
    // From the back to the front, from the bottom to the top, from the left to the right.
    cells.sort_unstable();
    let mut lines: HashMap<(Cell, Cell), Vec<[Point; 2]>> = HashMap::new();
    for (row, up, column, cell) in cells {
        let Some(&(turn, piece)) = covered.get(&cell) else {
            continue;
        };
        let behind = (sizes[1] - 1 - row) * DEPTH;
        let x = column * STEP + behind;
        let y = -up * STEP + sizes[1] * DEPTH - behind;
        let back = |(x, y): Point| (x + DEPTH, y - DEPTH);
        let (a, b, c, d) = ((x, y), (x + STEP, y), (x + STEP, y + STEP), (x, y + STEP));
        // The way out of each face, and the ways to the cells at its sides.
        let (top, left, front) = ([0, 0, -1], [-1, 0, 0], [0, 1, 0]);
        let opposite = |way: Cell| way.map(|coordinate: i32| -coordinate);
        let faces = [
            (
                front,
                [a, b, c, d],
                [top, opposite(left), opposite(top), left],
                100,
            ),
            (
                top,
                [a, back(a), back(b), b],
                [left, opposite(front), opposite(left), front],
                115,
            ),
            (
                opposite(left),
                [b, back(b), back(c), c],
                [top, opposite(front), opposite(top), front],
                80,
            ),
        ];
        for (out, points, ways, light) in faces {
            if covered.contains_key(&add(cell, out)) {
                continue;
            }
            polygon(text, &points, &color(piece, light));
            let mut own: Vec<[Point; 2]> = Vec::new();
            let mut beside: Vec<[Point; 2]> = Vec::new();
            for side in 0..4 {
                let near = add(cell, ways[side]);
                let same = covered.get(&near).is_some_and(|near| near.0 == turn);
                let hidden = covered.contains_key(&add(near, out));
                if !same || hidden {
                    own.push([points[side], points[(side + 1) % 4]]);
                }
                // This face covers halves of the lines that end at its corners.
                let lines = lines.get(&(near, out)).into_iter().flatten().copied();
                beside.extend(lines.filter(|line| line.iter().any(|end| points.contains(end))));
            }
            let mut path = String::new();
            beside.extend(&own);
            for [from, to] in beside {
                let _ = write!(path, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
            }
            if !path.is_empty() {
                let _ = writeln!(text, "<path class=\"b\" d=\"{path}\"/>");
            }
            lines.insert((cell, out), own);
        }
    }
}

/// The color of a piece, as light as these hundredths say: hues a golden section apart.
pub fn color(piece: u32, light: i32) -> String {
    // 360 degrees, in thousandths; two pieces in a row differ by 222.5 degrees.
    let hue = i64::from(piece) * 222_492 % 360_000;
    let (low, high) = [(95, 235), (60, 200), (140, 245)][(piece / 5 % 3) as usize];
    let part = |shift: i64| {
        let angle = (hue + shift) % 360_000;
        let height = match angle {
            0..60_000 => angle,
            60_000..180_000 => 60_000,
            180_000..240_000 => 240_000 - angle,
            _ => 0,
        };
        let value = low + (high - low) * height / 60_000;
        (value * i64::from(light) / 100).min(255)
    };
    format!("#{:02x}{:02x}{:02x}", part(120_000), part(0), part(240_000))
}
