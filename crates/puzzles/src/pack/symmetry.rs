//! The symmetries of a packing: they map the region to itself, each part by a map of its own, and
//! placements to placements.
//!
//! A reflection maps a piece that may not be reflected to its mirror image. If that is also a
//! piece, used as often, the two are exchanged; if not, the reflection is not a symmetry. So every
//! symmetry maps solutions to solutions.

use super::fault::{MOST_ELEMENTS, PackFault};
use super::grid::{Cell, Map, add};
use super::placement::Side;
use super::{Packing, Piece, Placement, Placements, Shape};
use std::collections::{HashMap, HashSet};

/// A symmetry, by its action on placements, pieces and cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The image of each placement.
    pub placements: Vec<u32>,
    /// The image of each piece.
    pub pieces: Vec<u32>,
    /// The image of each cell.
    pub cells: Vec<u32>,
}

/// The group of symmetries, the identity first. Elements with the same action on placements are
/// one.
#[derive(Clone, Debug)]
pub struct Symmetries {
    elements: Vec<Element>,
}

/// Placements, by their cells and all sides that they color.
type Places = HashMap<(Placement, Vec<(Cell, u8)>), u32>;

/// A map of a part of the region to a part.
#[derive(Clone, Copy)]
struct Way {
    to: usize,
    map: usize,
    shift: Cell,
}

impl Symmetries {
    /// The symmetries of a packing: only rotations, or reflections, too.
    ///
    /// # Errors
    /// If there are too many.
    pub fn new(
        packing: &Packing,
        placements: &Placements,
        with_mirrors: bool,
    ) -> Result<Self, PackFault> {
        let mut maps = packing.grid.maps();
        maps.retain(|map| with_mirrors || !map.is_mirror());
        let pieces: Vec<Option<Vec<u32>>> = piece_maps(packing, &maps);
        let ways = ways(packing, &maps, &pieces);
        let mut chosen = Vec::new();
        let mut groups = Vec::new();
        combine(&ways, &pieces, &mut chosen, &mut groups)?;
        // Tiles with the same colors within the region may differ at its border.
        let painted =
            (0..placements.list().len()).map(|number| placements.painted(number).to_vec());
        let places: Places = placements
            .list()
            .iter()
            .cloned()
            .zip(painted)
            .zip(0..)
            .collect();
        let mut elements: Vec<Element> = Vec::new();
        let mut seen = HashSet::new();
        for group in groups {
            let of_pieces = pieces[group[0].map].as_ref().expect("chosen for that");
            let element = act(packing, placements, &places, &maps, &group, of_pieces);
            if seen.insert(element.placements.clone()) {
                elements.push(element);
            }
            if elements.len() * placements.list().len() > MOST_ELEMENTS * 10_000 {
                return Err(PackFault::TooManySymmetries);
            }
        }
        Ok(Symmetries { elements })
    }

    /// All elements.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The least image of a solution, given as numbers of placements, and how many symmetries fix
    /// the solution.
    pub fn canonical(&self, solution: &[u32]) -> (Vec<u32>, usize) {
        let image = |element: &Element| {
            let image = solution
                .iter()
                .map(|&place| element.placements[place as usize]);
            let mut image: Vec<u32> = image.collect();
            image.sort_unstable();
            image
        };
        let own = image(&self.elements[0]);
        let mut least = own.clone();
        let mut fixing = 1;
        for element in &self.elements[1..] {
            let image = image(element);
            fixing += usize::from(image == own);
            least = least.min(image);
        }
        (least, fixing)
    }
}

/// For each map, the image of each piece; `None` if it does not map pieces to pieces.
fn piece_maps(packing: &Packing, maps: &[Map]) -> Vec<Option<Vec<u32>>> {
    let grid = packing.grid;
    let orientations = |piece: &Piece| piece.orientations(grid);
    let all: Vec<Vec<Shape>> = packing.pieces.iter().map(orientations).collect();
    let mut numbers: HashMap<&[Shape], Vec<usize>> = HashMap::new();
    for (place, shapes) in all.iter().enumerate() {
        numbers.entry(shapes).or_default().push(place);
    }
    let of_map = |map: &Map| {
        let mut taken = vec![false; all.len()];
        let mut images = Vec::with_capacity(all.len());
        for (place, piece) in packing.pieces.iter().enumerate() {
            let mapped = all[place].iter().map(|shape| shape.mapped(grid, map));
            let mut mapped: Vec<Shape> = mapped.collect();
            mapped.sort_unstable();
            let image = match mapped == all[place] {
                true => place,
                false => {
                    let mut same = numbers.get(&mapped[..])?.iter().copied();
                    same.find(|&other| !taken[other] && packing.pieces[other].uses == piece.uses)?
                }
            };
            taken[image] = true;
            images.push(image as u32);
        }
        Some(images)
    };
    maps.iter().map(of_map).collect()
}

/// For each part of the region, the maps to a part.
fn ways(packing: &Packing, maps: &[Map], pieces: &[Option<Vec<u32>>]) -> Vec<Vec<Way>> {
    let grid = packing.grid;
    let mut parts: Vec<Vec<(Cell, u8)>> = vec![Vec::new(); packing.region.parts()];
    for cell in packing.region.cells() {
        parts[cell.part as usize].push((cell.cell, u8::from(cell.wild) | cell.color << 1));
    }
    let shape = |part: &Vec<(Cell, u8)>| Shape::new(grid, part.clone(), Vec::new());
    let shift = |part: &Vec<(Cell, u8)>, map: &Map| {
        grid.normal_shift(
            part.iter()
                .map(|&(cell, _)| map.apply(cell))
                .collect::<Vec<_>>()
                .into_iter(),
        )
    };
    let identity = &grid.maps()[0];
    let shapes: Vec<Shape> = parts.iter().map(shape).collect();
    let shifts: Vec<Cell> = parts.iter().map(|part| shift(part, identity)).collect();
    let of_part = |(from, part): (usize, &Vec<(Cell, u8)>)| {
        let mut found = Vec::new();
        for (number, map) in maps.iter().enumerate() {
            if pieces[number].is_none() {
                continue;
            }
            let image = shapes[from].mapped(grid, map);
            let to_normal = shift(part, map);
            for to in (0..parts.len()).filter(|&to| shapes[to] == image) {
                let back = shifts[to];
                found.push(Way {
                    to,
                    map: number,
                    shift: [0, 1, 2].map(|axis| to_normal[axis] - back[axis]),
                });
            }
        }
        found
    };
    parts.iter().enumerate().map(of_part).collect()
}

/// All choices of a map for each part that are bijective and agree on the pieces.
fn combine(
    ways: &[Vec<Way>],
    pieces: &[Option<Vec<u32>>],
    chosen: &mut Vec<Way>,
    found: &mut Vec<Vec<Way>>,
) -> Result<(), PackFault> {
    if chosen.len() == ways.len() {
        if found.len() == MOST_ELEMENTS {
            return Err(PackFault::TooManySymmetries);
        }
        found.push(chosen.clone());
        return Ok(());
    }
    for way in &ways[chosen.len()] {
        let free = chosen.iter().all(|other| other.to != way.to);
        let first = chosen.first();
        if free && first.is_none_or(|first| pieces[first.map] == pieces[way.map]) {
            chosen.push(*way);
            combine(ways, pieces, chosen, found)?;
            chosen.pop();
        }
    }
    Ok(())
}

fn act(
    packing: &Packing,
    placements: &Placements,
    places: &Places,
    maps: &[Map],
    group: &[Way],
    pieces: &[u32],
) -> Element {
    let region = &packing.region;
    let image = |cell: Cell, part: u32| {
        let way = &group[part as usize];
        add(maps[way.map].apply(cell), way.shift)
    };
    let of_cell = |cell: &super::RegionCell| image(cell.cell, cell.part);
    let number = |cell| {
        region
            .find(of_cell(cell))
            .expect("the part's image is a part")
    };
    let cells: Vec<u32> = region.cells().iter().map(number).collect();
    // A side belongs to the part whose placements color it.
    let mut sides: Vec<Side> = vec![([0; 3], None); placements.sides().count()];
    for (&side, &number) in placements.numbers_of_sides() {
        sides[number as usize] = side;
    }
    let of_placement = |(number, placement): (usize, &Placement)| {
        let part = placement.part(region);
        let way = &group[part as usize];
        let mut covered: Vec<u32> = placement.cells.iter().map(|&c| cells[c as usize]).collect();
        covered.sort_unstable();
        let side = |&(side, color): &(u32, u8)| {
            let (side, border) = sides[side as usize];
            let mapped = maps[way.map].apply(side);
            let mapped = add(mapped, add(way.shift, way.shift));
            let border = border.map(|_| way.to as u32);
            (placements.numbers_of_sides()[&(mapped, border)], color)
        };
        let mut colored: Vec<(u32, u8)> = placement.sides.iter().map(side).collect();
        colored.sort_unstable();
        let parity = |cell: u32| {
            let cell = region.cells()[cell as usize].cell;
            packing.grid.parity(cell).unwrap_or(0)
        };
        let first = placement.cells[0];
        let turned = parity(first) ^ parity(cells[first as usize]);
        let image = Placement {
            piece: pieces[placement.piece as usize],
            cells: covered,
            sides: colored,
            parity: placement.parity.map(|parity| parity ^ turned),
        };
        let mapped = |&(side, color): &(Cell, u8)| {
            let side = maps[way.map].apply(side);
            (add(side, add(way.shift, way.shift)), color)
        };
        let mut painted: Vec<(Cell, u8)> = placements.painted(number).iter().map(mapped).collect();
        painted.sort_unstable();
        places[&(image, painted)]
    };
    Element {
        placements: placements
            .list()
            .iter()
            .enumerate()
            .map(of_placement)
            .collect(),
        pieces: pieces.to_vec(),
        cells,
    }
}
