//! Writes puzzles of BurrTools, with assemblies and how they come apart.
//!
//! In these files a piece lies at a rotation, by its number, and at the place of the first cube of
//! its box. A separation has the places of its pieces before each move and after the last one;
//! pieces that leave are then 20000 cubes away.

use super::super::apart::{Handling, PlacedPiece, Separation};
use super::super::grid::{Cell, add, difference};
use super::super::svg;
use super::super::{Coloring, Grid, Moves, Packing, Piece};
use dlx3_base::text::svg::Escaped;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;

/// How far pieces are away that have left.
const AWAY: i32 = 20_000;

/// An assembly to be written.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Its number among all assemblies, from 1.
    pub number: u64,
    /// Its pieces, in the order of pieces.
    pub pieces: Vec<PlacedPiece>,
    /// How it comes apart.
    pub separation: Option<Separation>,
}

/// Properties of a packing that such files cannot express.
pub fn left_out(packing: &Packing) -> Vec<&'static str> {
    let has_sides = |piece: &Piece| !piece.shape.sides().is_empty();
    let told = [
        (
            packing.coloring == Coloring::Checkered,
            "which cells are dark and light",
        ),
        (packing.pieces.iter().any(has_sides), "colors of sides"),
    ];
    let told = told.into_iter().filter(|told| told.0);
    told.map(|told| told.1).collect()
}

/// A packing of cubes as a puzzle of one problem, packed by gzip. `handling` has an entry for each
/// piece, `colors` are red, green and blue of colors 1, 2 and so on, if they are known, and
/// `assemblies` is their number, also of those that are not written.
///
/// # Panics
/// If the packing is not one of cubes, or an assembly has a piece where none of its rotations is.
pub fn write(
    packing: &Packing,
    handling: &[Handling],
    colors: &[[u8; 3]],
    assemblies: u64,
    solved: &[Solved],
) -> Vec<u8> {
    let text = Writer::new(packing).puzzle(handling, colors, assemblies, solved);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    let wrote = packed.write_all(text.as_bytes());
    wrote
        .and_then(|()| packed.finish())
        .expect("memory takes everything")
}

struct Writer<'p> {
    packing: &'p Packing,
    /// The number of each color.
    numbers: BTreeMap<u8, usize>,
    /// The least coordinates of the region, which are 0 in the file.
    corner: Cell,
    /// How often each piece may be used.
    most: Vec<u32>,
    text: String,
}

impl<'p> Writer<'p> {
    fn new(packing: &'p Packing) -> Self {
        assert_eq!(packing.grid, Grid::Cube, "files of BurrTools are of cubes");
        let region = packing.region.cells();
        let mut used: BTreeSet<u8> = BTreeSet::new();
        if packing.coloring.is_of_region() {
            let pieces = packing.pieces.iter().flat_map(|piece| piece.shape.cells());
            used.extend(pieces.map(|&(_, tint)| tint));
            used.extend(region.iter().map(|cell| cell.color));
            if let Coloring::Pairs(pairs) = &packing.coloring {
                used.extend(pairs.iter().flat_map(|&(one, other)| [one, other]));
                // They are numbers already; gaps stay gaps.
                used.extend(1..=used.last().copied().unwrap_or(0));
            }
            used.remove(&0);
        }
        let corner = region.iter().map(|cell| cell.cell);
        let corner = corner.reduce(|one, other| [0, 1, 2].map(|axis| one[axis].min(other[axis])));
        // No piece is used more often than the region has room for.
        let most = packing.pieces.iter().map(|piece| {
            let room = region.len() / piece.shape.size().max(1);
            piece.uses.upper.unwrap_or(room as u32)
        });
        Writer {
            packing,
            numbers: used.into_iter().zip(1..).collect(),
            corner: corner.unwrap_or_default(),
            most: most.collect(),
            text: String::new(),
        }
    }

    fn puzzle(
        mut self,
        handling: &[Handling],
        colors: &[[u8; 3]],
        assemblies: u64,
        solved: &[Solved],
    ) -> String {
        self.text
            .push_str("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n");
        self.text.push_str("<colors>");
        for number in 0..self.numbers.len() {
            let known = colors.get(number).copied();
            let [red, green, blue] = known.unwrap_or_else(|| shown(number as u32));
            let _ = write!(
                self.text,
                "<color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>"
            );
        }
        self.text.push_str("</colors>\n<shapes>\n");
        for (number, (piece, handling)) in self.packing.pieces.iter().zip(handling).enumerate() {
            let cells = piece.shape.cells().iter();
            let cells = cells.map(|&(cell, tint)| (cell, false, tint)).collect();
            let name = match piece.name == format!("S{}", number + 1) {
                true => "",
                false => &piece.name,
            };
            self.shape(name, handling.weight, cells);
        }
        let region = self.packing.region.cells().iter();
        let region = region.map(|cell| (difference(cell.cell, self.corner), cell.wild, cell.color));
        self.shape("Result", 1, region.collect());
        self.text.push_str("</shapes>\n<problems>\n");
        self.problem(handling, assemblies, solved);
        self.text.push_str("</problems>\n<comment/>\n</puzzle>\n");
        self.text
    }

    /// A shape whose least coordinates are 0.
    fn shape(&mut self, name: &str, weight: i32, cells: Vec<(Cell, bool, u8)>) {
        let size = |axis: usize| cells.iter().map(|cell| cell.0[axis] + 1).max().unwrap_or(0);
        let [x, y, z] = [0, 1, 2].map(size);
        let _ = write!(self.text, "<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\"");
        if weight != 1 {
            let _ = write!(self.text, " weight=\"{weight}\"");
        }
        if !name.is_empty() {
            let _ = write!(self.text, " name=\"{}\"", Escaped(name.as_bytes()));
        }
        self.text.push_str(" type=\"0\">");
        let mut states = vec!["_".to_owned(); (x * y * z) as usize];
        for ([column, row, layer], wild, color) in cells {
            let state = if wild { "+" } else { "#" };
            let color = self.numbers.get(&color).map(usize::to_string);
            states[((layer * y + row) * x + column) as usize] =
                state.to_owned() + &color.unwrap_or_default();
        }
        self.text.extend(states);
        self.text.push_str("</voxel>\n");
    }

    fn problem(&mut self, handling: &[Handling], assemblies: u64, solved: &[Solved]) {
        let apart = solved.iter().filter(|one| one.separation.is_some());
        let _ = writeln!(
            self.text,
            "<problem state=\"2\" assemblies=\"{assemblies}\" solutions=\"{}\" time=\"0\">",
            apart.count()
        );
        self.text.push_str("<shapes>\n");
        for (number, (piece, handling)) in self.packing.pieces.iter().zip(handling).enumerate() {
            let (least, most) = (piece.uses.lower, self.most[number]);
            let _ = write!(self.text, "<shape id=\"{number}\"");
            let _ = match least == most {
                true => write!(self.text, " count=\"{most}\""),
                false => write!(self.text, " min=\"{least}\" max=\"{most}\""),
            };
            match handling.groups[..] {
                [] => self.text.push_str("/>\n"),
                [(group, count)] if count == most => {
                    let _ = writeln!(self.text, " group=\"{group}\"/>");
                }
                _ => {
                    self.text.push('>');
                    for (group, count) in &handling.groups {
                        let _ = write!(self.text, "<group group=\"{group}\" count=\"{count}\"/>");
                    }
                    self.text.push_str("</shape>\n");
                }
            }
        }
        let _ = writeln!(
            self.text,
            "</shapes>\n<result id=\"{}\"/>\n<bitmap>",
            self.packing.pieces.len()
        );
        let pairs: Vec<(usize, usize)> = match &self.packing.coloring {
            Coloring::Pairs(pairs) => pairs
                .iter()
                .map(|(piece, result)| (self.numbers[piece], self.numbers[result]))
                .collect(),
            _ => self.numbers.values().map(|&own| (own, own)).collect(),
        };
        for (piece, result) in pairs {
            // Pairs count colors from 0, cubes from 1.
            let (piece, result) = (piece - 1, result - 1);
            let _ = writeln!(self.text, "<pair piece=\"{piece}\" result=\"{result}\"/>");
        }
        self.text.push_str("</bitmap>\n<solutions>\n");
        let mut turn = 0;
        for one in solved {
            let _ = write!(self.text, "<solution asmNum=\"{}\"", one.number);
            if one.separation.is_some() {
                turn += 1;
                let _ = write!(self.text, " solNum=\"{turn}\"");
            }
            self.text.push_str(">\n");
            self.solution(one);
            self.text.push_str("</solution>\n");
        }
        self.text.push_str("</solutions>\n</problem>\n");
    }

    fn solution(&mut self, solved: &Solved) {
        // Each piece has a number for each of its copies, used or not.
        let mut starts = Vec::new();
        let mut end = 0;
        for &most in &self.most {
            starts.push(end);
            end += most as usize;
        }
        let mut words = vec!["x".to_owned(); end];
        let (mut numbers, mut places) = (Vec::new(), Vec::new());
        for placed in &solved.pieces {
            let (rotation, place) = self.place(placed);
            let number = &mut starts[placed.piece as usize];
            let [x, y, z] = place;
            words[*number] = format!("{x} {y} {z} {rotation}");
            numbers.push(*number);
            places.push(place);
            *number += 1;
        }
        let _ = writeln!(self.text, "<assembly>{}</assembly>", words.join(" "));
        if let Some(separation) = &solved.separation {
            self.separation(separation, "", &numbers, &mut places);
        }
    }

    fn separation(
        &mut self,
        separation: &Separation,
        kind: &str,
        numbers: &[usize],
        places: &mut [Cell],
    ) {
        let pieces = &separation.pieces;
        let list = |number: &dyn Fn(usize) -> String| {
            let all: Vec<String> = pieces.iter().map(|&piece| number(piece)).collect();
            all.join(" ")
        };
        let _ = writeln!(
            self.text,
            "<separation{kind}>\n<pieces count=\"{}\">{}</pieces>",
            pieces.len(),
            list(&|piece| numbers[piece].to_string())
        );
        let state = |places: &[Cell]| {
            let axes = ["dx", "dy", "dz"].into_iter().enumerate();
            let axes: String = axes
                .map(|(axis, tag)| {
                    format!(
                        "<{tag}>{}</{tag}>",
                        list(&|piece| places[piece][axis].to_string())
                    )
                })
                .collect();
            format!("<state>{axes}</state>\n")
        };
        let mut text = state(places);
        for shift in &separation.moves {
            let before = places.to_vec();
            let by = shift.direction.times(shift.distance.unwrap_or(AWAY));
            for &piece in &shift.pieces {
                places[piece] = add(places[piece], by);
            }
            text += &state(places);
            if shift.distance.is_none() {
                places.copy_from_slice(&before);
            }
        }
        self.text += &text;
        // Both parts begin where they were, whatever the other one does.
        let before = places.to_vec();
        for (part, kind) in [
            (&separation.removed, " type=\"removed\""),
            (&separation.left, " type=\"left\""),
        ] {
            if let Some(part) = part {
                self.separation(part, kind, numbers, places);
                places.copy_from_slice(&before);
            }
        }
        self.text.push_str("</separation>\n");
    }

    /// The rotation of a piece in an assembly, and where the first cube of its box lies.
    fn place(&self, placed: &PlacedPiece) -> (usize, Cell) {
        let piece = &self.packing.pieces[placed.piece as usize];
        let mut wanted = placed.cells.clone();
        wanted.sort_unstable();
        let rotations = match piece.moves {
            Moves::Free => 48,
            _ => 24,
        };
        let fits = |rotation: &usize| {
            let image = |&(cell, tint): &(Cell, u8)| (rotated(*rotation, cell), tint);
            let mut cells: Vec<(Cell, u8)> = piece.shape.cells().iter().map(image).collect();
            cells.sort_unstable();
            let by = difference(wanted[0], cells[0].0);
            let lies = |(cell, wanted): (&(Cell, u8), &Cell)| {
                let at = add(cell.0, by);
                let region = &self.packing.region;
                let found = region.find(at).map(|found| &region.cells()[found as usize]);
                let fits = |color| self.packing.coloring.fits(cell.1, color);
                at == *wanted && found.is_some_and(|found| fits(found.color))
            };
            let all = cells.iter().zip(&wanted).all(lies);
            (all && cells.len() == wanted.len()).then_some(difference(by, self.corner))
        };
        let mut rotations = 0..rotations;
        let found = rotations.find_map(|rotation| Some((rotation, fits(&rotation)?)));
        found.expect("a rotation of the piece")
    }
}

/// A point after a rotation of BurrTools. Numbers from 24 on mirror it first.
fn rotated(number: usize, [x, y, z]: Cell) -> Cell {
    let x = if number < 24 { x } else { -x };
    let mut point = [x, y, z];
    // About the x axis by quarters, then about another one.
    for _ in 0..number % 4 {
        point = [point[0], -point[2], point[1]];
    }
    let about_y = |[x, y, z]: Cell| [-z, y, x];
    let about_z = |[x, y, z]: Cell| [-y, x, z];
    match number % 24 / 4 {
        5 => about_z(about_z(about_z(point))),
        4 => about_z(point),
        quarters => (0..quarters).fold(point, |point, _| about_y(point)),
    }
}

/// The color with which pictures show a number.
fn shown(number: u32) -> [u8; 3] {
    let text = svg::color(number, 100);
    let part = |start: usize| {
        let digits = text.get(start..start + 2);
        digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
    };
    [1, 3, 5].map(|start| part(start).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_24_rotations_are_the_group_and_the_others_its_mirror_images() {
        let maps = Grid::Cube.maps();
        let point = [1, 2, 4];
        for (numbers, is_mirror) in [(0..24, false), (24..48, true)] {
            let mut known: BTreeSet<Cell> = maps
                .iter()
                .filter(|map| map.is_mirror() == is_mirror)
                .map(|map| map.apply(point))
                .collect();
            for number in numbers {
                assert!(known.remove(&rotated(number, point)), "{number}");
            }
            assert!(known.is_empty());
        }
    }
}
