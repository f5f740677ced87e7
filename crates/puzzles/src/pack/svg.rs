//! Draws solutions as SVG: flat ones from above, solid ones as an oblique picture beside their
//! layers, from the top down.
//!
//! All coordinates are integers: triangles are 20 wide and 17 high, hexagons 20 wide and 24 high.

use super::apart::{Frame, PlacedPiece};
use super::draw::is_dark;
use super::grid::{At, Cell, Grid, add, is_up};
use super::{Coloring, Packing, Placements};
use dlx3_base::text::svg::Escaped;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A point of a picture: right, down.
type Point = (i32, i32);

/// The width of a square, and of most other things.
const STEP: i32 = 20;
/// The space around and between pictures.
const MARGIN: i32 = 10;
/// The offset of a row behind the next one in an oblique picture, to the right and up.
const DEPTH: i32 = 9;
/// The size of letters below pieces.
const LETTER: i32 = 12;
/// The approximate width of a sheet of pictures that are as high as wide.
const SHEET: i32 = 900;

/// A picture without a frame, and its size.
#[derive(Default)]
struct Picture {
    text: String,
    width: i32,
    height: i32,
}

/// The contents of a picture: cells, and what lies on them.
struct Scene<'p> {
    grid: Grid,
    /// The cells; for each, whether it may stay empty.
    cells: Vec<(Cell, bool)>,
    placed: Vec<Placed<'p>>,
    /// The cells with a dot, and its color; black if it has none.
    dots: Vec<(Cell, Option<u8>)>,
    /// Whether thin lines separate cells of one kind, and a thick line surrounds all.
    has_lines: bool,
}

/// A piece at a place.
struct Placed<'p> {
    piece: u32,
    cells: Vec<Cell>,
    /// The colored sides; a side is the sum of the two cells beside it.
    painted: &'p [(Cell, u8)],
}

impl<'p> Scene<'p> {
    /// The empty region.
    fn region(packing: &Packing) -> Self {
        let cells = packing.region.cells().iter();
        Scene {
            grid: packing.grid,
            cells: cells.clone().map(|cell| (cell.cell, cell.wild)).collect(),
            placed: Vec::new(),
            dots: cells
                .filter(|cell| cell.color > 0)
                .map(|cell| (cell.cell, Some(cell.color)))
                .collect(),
            has_lines: true,
        }
    }

    fn solution(packing: &Packing, placements: &'p Placements, solution: &[u32]) -> Self {
        let mut scene = Scene {
            dots: Vec::new(),
            has_lines: false,
            ..Scene::region(packing)
        };
        for &number in solution {
            let placement = &placements.list()[number as usize];
            let cell = |&cell: &u32| packing.region.cells()[cell as usize].cell;
            scene.placed.push(Placed {
                piece: placement.piece,
                cells: placement.cells.iter().map(cell).collect(),
                painted: placements.painted(number as usize),
            });
            let is_dark = |cell: &&u32| is_dark(packing, placement, **cell) == Some(true);
            let dark = placement.cells.iter().filter(is_dark);
            scene.dots.extend(dark.map(|at| (cell(at), None)));
        }
        scene
    }

    /// A piece alone, with the colors of its cells.
    fn piece(packing: &'p Packing, number: u32) -> Self {
        let shape = &packing.pieces[number as usize].shape;
        let dot = |&(cell, tint): &(Cell, u8)| match (&packing.coloring, tint) {
            (_, 0) | (Coloring::Checkered, 2..) => None,
            (Coloring::Checkered, _) => Some((cell, None)),
            (_, tint) => Some((cell, Some(tint))),
        };
        let cells = || shape.cells().iter().map(|&(cell, _)| cell);
        Scene {
            grid: packing.grid,
            cells: cells().map(|cell| (cell, false)).collect(),
            placed: vec![Placed {
                piece: number,
                cells: cells().collect(),
                painted: shape.sides(),
            }],
            dots: shape.cells().iter().filter_map(dot).collect(),
            has_lines: false,
        }
    }
}

/// One solution.
pub fn single(packing: &Packing, placements: &Placements, solution: &[u32]) -> String {
    let picture = draw(&Scene::solution(packing, placements, solution));
    framed(&in_rows(&[picture], 0, 0, MARGIN), 2, line(packing))
}

/// Many solutions, in rows.
pub fn sheet(packing: &Packing, placements: &Placements, solutions: &[Vec<u32>]) -> String {
    let scene = |solution: &Vec<u32>| Scene::solution(packing, placements, solution);
    let pictures: Vec<Picture> = solutions.iter().map(|one| draw(&scene(one))).collect();
    // A solution of several pictures is set apart from the next one.
    let solid = packing.grid == Grid::Cube;
    let gap = match solid || packing.region.parts() > 1 {
        true => 6 * MARGIN,
        false => MARGIN,
    };
    framed(&in_rows(&pictures, SHEET, gap, MARGIN), 1, line(packing))
}

/// The task: the region, and below it the pieces with their names, and how often each may be used,
/// if not once (`2|A`, `0:3|A`, `1:*|A`).
pub fn task(packing: &Packing) -> String {
    let region = draw(&Scene::region(packing));
    let piece = |number: u32| {
        let piece = &packing.pieces[number as usize];
        let picture = draw(&Scene::piece(packing, number));
        let name = match (piece.uses.lower, piece.uses.upper) {
            (1, Some(1)) => piece.name.clone(),
            (lower, Some(upper)) if lower == upper => format!("{lower}|{}", piece.name),
            (lower, Some(upper)) => format!("{lower}:{upper}|{}", piece.name),
            (lower, None) => format!("{lower}:*|{}", piece.name),
        };
        captioned(picture, &name)
    };
    let pieces: Vec<Picture> = (0..packing.pieces.len() as u32).map(piece).collect();
    let width = region.width.max(SHEET / 2);
    let pieces = in_rows(&pieces, width, 2 * MARGIN, 0);
    let all = in_rows(&[region, pieces], 0, 2 * MARGIN, MARGIN);
    framed(&all, 1, line(packing))
}

/// The moves that take an assembly apart: a picture after each of them with its words below, in
/// the order of lines. `letters` are the names of the pieces.
pub fn moves(
    packing: &Packing,
    pieces: &[PlacedPiece],
    frames: &[Frame],
    letters: &[char],
) -> String {
    let colors = copy_colors(packing, pieces);
    let picture = |frame: &Frame| {
        let placed = |&(piece, by): &(usize, Cell)| Placed {
            piece: colors[piece],
            cells: pieces[piece].cells.iter().map(|&at| add(at, by)).collect(),
            painted: &[],
        };
        let placed: Vec<Placed> = frame.places.iter().map(placed).collect();
        let cells = placed.iter().flat_map(|placed| &placed.cells);
        let scene = Scene {
            grid: packing.grid,
            cells: cells.map(|&cell| (cell, false)).collect(),
            placed,
            dots: Vec::new(),
            has_lines: false,
        };
        let text = frame.text(letters);
        captioned(front(&scene), &text)
    };
    let pictures: Vec<Picture> = frames.iter().map(picture).collect();
    framed(&in_rows(&pictures, SHEET, 2 * MARGIN, MARGIN), 1, 1)
}

/// A picture with words below it.
fn captioned(mut picture: Picture, words: &str) -> Picture {
    picture.height += LETTER + 4;
    let _ = writeln!(
        picture.text,
        "<text y=\"{}\" font-size=\"{LETTER}\" font-family=\"sans-serif\">{}</text>",
        picture.height - 1,
        Escaped(words.as_bytes())
    );
    let letters = words.chars().count() as i32;
    picture.width = picture.width.max(letters * LETTER * 2 / 3);
    picture
}

/// The width of lines around pieces; tiles have room for their colors.
fn line(packing: &Packing) -> i32 {
    let mut pieces = packing.pieces.iter();
    match pieces.any(|piece| !piece.shape.sides().is_empty()) {
        true => 1,
        false => 2,
    }
}

/// Pictures in rows. `most`: the width of rows, unless one picture is wider; `gap`: the space
/// between pictures; `margin`: the space around all.
fn in_rows(pictures: &[Picture], most: i32, gap: i32, margin: i32) -> Picture {
    let widths = pictures.iter().map(|picture| picture.width);
    let width = (widths.max().unwrap_or(0) + gap).max(1);
    let columns = (most / width).clamp(1, pictures.len().max(1) as i32);
    let mut text = String::new();
    let mut down = margin;
    for row in pictures.chunks(columns as usize) {
        for (column, picture) in (0..).zip(row) {
            let right = margin + column * width;
            let _ = writeln!(text, "<g transform=\"translate({right},{down})\">");
            text.push_str(&picture.text);
            text.push_str("</g>\n");
        }
        let heights = row.iter().map(|picture| picture.height);
        down += heights.max().unwrap_or(0) + gap;
    }
    Picture {
        text,
        width: columns * width - gap + 2 * margin,
        height: down - gap + margin,
    }
}

/// A picture with a frame, at a scale, and with lines of this width.
fn framed(picture: &Picture, scale: i32, line: i32) -> String {
    let Picture {
        text,
        width,
        height,
    } = picture;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" \
         height=\"{}\">\n\
         <style>.b{{stroke:#222;stroke-width:{line};stroke-linecap:round;fill:none}}\
         path{{stroke-linejoin:round}}.e{{fill:#eee}}.d{{fill:#000;fill-opacity:.35}}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         {text}</svg>\n",
        scale * width,
        scale * height
    )
}

/// For each covered cell, the index of its piece in the solution, and the number of the piece.
type Covered = HashMap<Cell, (usize, u32)>;

impl Scene<'_> {
    /// The pieces at their cells.
    fn covered(&self) -> Covered {
        let mut covered = Covered::new();
        for (turn, placed) in self.placed.iter().enumerate() {
            let cells = placed.cells.iter();
            covered.extend(cells.map(|&cell| (cell, (turn, placed.piece))));
        }
        covered
    }

    /// The least layer, row and column, and how many there are.
    fn extent(&self) -> ([i32; 3], [i32; 3]) {
        let ats = || self.cells.iter().map(|&(cell, _)| self.grid.at(cell));
        let least = [0, 1, 2].map(|axis| ats().map(|at| at[axis]).min().unwrap_or(0));
        let sizes = [0, 1, 2].map(|axis| {
            let size = ats().map(|at| at[axis] - least[axis] + 1);
            size.max().unwrap_or(0)
        });
        (least, sizes)
    }
}

/// A solid scene as an oblique picture alone.
fn front(scene: &Scene) -> Picture {
    let (least, sizes) = scene.extent();
    let mut picture = Picture {
        text: String::new(),
        width: sizes[2] * STEP + sizes[1] * DEPTH,
        height: sizes[0] * STEP + sizes[1] * DEPTH,
    };
    oblique(scene, &scene.covered(), least, sizes, &mut picture.text);
    picture
}

fn draw(scene: &Scene) -> Picture {
    let grid = scene.grid;
    let covered = scene.covered();
    let (least, sizes) = scene.extent();
    let mut picture = Picture::default();
    let mut shift = 0;
    if grid == Grid::Cube && sizes[0] > 1 && !covered.is_empty() {
        shift = sizes[2] * STEP + sizes[1] * DEPTH + 2 * MARGIN;
        picture.height = sizes[0] * STEP + sizes[1] * DEPTH;
        oblique(scene, &covered, least, sizes, &mut picture.text);
    }
    let corners_of = |cell: Cell| -> Vec<Point> {
        let [layer, row, column] = grid.at(cell);
        let right = shift + (layer - least[0]) * (sizes[2] * STEP + MARGIN);
        let corners = corners(grid, cell, [0, row - least[1], column - least[2]]);
        corners.into_iter().map(|(x, y)| (x + right, y)).collect()
    };
    let centre_of = |corners: &[Point]| {
        let (count, sum) = (corners.len() as i32, |(a, b), &(x, y)| (a + x, b + y));
        let (x, y) = corners.iter().fold((0, 0), sum);
        (x / count, y / count)
    };
    let all: HashSet<Cell> = match scene.has_lines {
        true => scene.cells.iter().map(|&(cell, _)| cell).collect(),
        false => HashSet::new(),
    };
    let (mut borders, mut lines) = (String::new(), String::new());
    for &(cell, wild) in &scene.cells {
        let corners = corners_of(cell);
        for &(x, y) in &corners {
            picture.width = picture.width.max(x);
            picture.height = picture.height.max(y);
        }
        let own = covered.get(&cell);
        let fill = own.map_or("#eee".to_owned(), |own| color(own.1, 100));
        polygon(&mut picture.text, &corners, &fill);
        let sides = grid.neighbors(cell).into_iter().take(corners.len());
        for (side, near) in sides.enumerate() {
            let is_border = own.is_none() && wild
                || scene.has_lines && !all.contains(&near)
                || covered.get(&near).map(|near| near.0) != own.map(|own| own.0);
            let drawn = match is_border {
                true => &mut borders,
                false if scene.has_lines => &mut lines,
                false => continue,
            };
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            let _ = write!(drawn, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
        }
    }
    for placed in &scene.placed {
        for &cell in &placed.cells {
            let corners = corners_of(cell);
            let centre = centre_of(&corners);
            let sides = grid.neighbors(cell).into_iter().take(corners.len());
            for (side, near) in sides.enumerate() {
                let mut painted = placed.painted.iter();
                if let Some(&(_, paint)) = painted.find(|known| known.0 == add(cell, near)) {
                    let points = [centre, corners[side], corners[(side + 1) % corners.len()]];
                    polygon(&mut picture.text, &points, &color(paint.into(), 100));
                }
            }
        }
    }
    for &(cell, tint) in &scene.dots {
        let (x, y) = centre_of(&corners_of(cell));
        let look = match tint {
            None => "class=\"d\"".to_owned(),
            Some(tint) => format!("fill=\"{}\" stroke=\"#222\"", color(tint.into(), 80)),
        };
        let _ = writeln!(
            picture.text,
            "<circle {look} cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"
        );
    }
    if !lines.is_empty() {
        let thin = "stroke=\"#999\" stroke-width=\".5\"";
        let _ = writeln!(picture.text, "<path {thin} d=\"{lines}\"/>");
    }
    let _ = writeln!(picture.text, "<path class=\"b\" d=\"{borders}\"/>");
    picture
}

/// The corners of a cell: side i, from corner i to the next one, is shared with neighbor i.
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

/// The cubes, seen from the front, from above and from the right: layer 0 is at the top, and the
/// last row at the front.
fn oblique(scene: &Scene, covered: &Covered, least: At, sizes: [i32; 3], text: &mut String) {
    let mut cells: Vec<(i32, i32, i32, Cell)> = scene
        .cells
        .iter()
        .map(|&(cell, _)| {
            let at = scene.grid.at(cell);
            (at[1] - least[1], least[0] - at[0], at[2] - least[2], cell)
        })
        .collect();
    // From back to front, from bottom to top, from left to right.
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
        // The outward directions of the faces, and those to the cells beside them.
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

/// A number for the [`color`] of each piece of an assembly, so that copies of a piece differ. The
/// first copy has the color that the piece has in other pictures.
pub fn copy_colors(packing: &Packing, pieces: &[PlacedPiece]) -> Vec<u32> {
    let colors = pieces.iter().enumerate().map(|(number, placed)| {
        let mut before = pieces[..number].iter();
        match before.any(|known| known.piece == placed.piece) {
            true => (packing.pieces.len() + number) as u32,
            false => placed.piece,
        }
    });
    colors.collect()
}

/// The color of a piece with this lightness in percent; hues are a golden section apart.
pub fn color(piece: u32, light: i32) -> String {
    // In thousandths of 360 degrees; consecutive pieces differ by 222.5 degrees.
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
