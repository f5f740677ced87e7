//! Assemblies that come apart: against a search by single steps, and against published numbers.

use crate::common::filter::{self, TemporaryFile};
use dlx3::Solve;
use dlx3::pack::apart::{
    ApartFault, Direction, Disassembler, Frame, Handling, PlacedPiece, Separation, Walk, ordered,
    placed,
};
use dlx3::pack::decode::Decoder;
use dlx3::pack::encode::encode;
use dlx3::pack::{
    Assembly, Cell, Coloring, Grid, Moves, PieceSet, Placements, RegionSpec, Shape, Source, Spot,
    Symmetries, Uses,
};
use insta::assert_snapshot;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// Pieces without names, a list of cubes each.
fn pieces(cells: &[&[Cell]]) -> Vec<PlacedPiece> {
    let piece = |(number, cells): (u32, &&[Cell])| PlacedPiece {
        piece: number,
        cells: cells.to_vec(),
    };
    (0..).zip(cells).map(piece).collect()
}

/// Numbers at random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// Connected pieces that fill a box: they grow from cubes of their own.
    fn assembly(&mut self, count: usize, sizes: Cell) -> Vec<PlacedPiece> {
        let mut owners: BTreeMap<Cell, usize> = BTreeMap::new();
        let mut cells: Vec<Cell> = Vec::new();
        for x in 0..sizes[0] {
            for y in 0..sizes[1] {
                cells.extend((0..sizes[2]).map(|z| [x, y, z]));
            }
        }
        while owners.len() < count {
            let cell = cells[self.below(cells.len())];
            let next = owners.len();
            owners.entry(cell).or_insert(next);
        }
        // Some cubes stay empty, so that there is room to move.
        let filled = cells.len() - self.below(cells.len() / 5 + 1);
        while owners.len() < filled {
            let cell = cells[self.below(cells.len())];
            if owners.contains_key(&cell) {
                continue;
            }
            let near = Grid::Cube.neighbors(cell);
            if let Some(&owner) = owners.get(&near[self.below(near.len())]) {
                owners.insert(cell, owner);
            }
        }
        let own = |number| {
            let own = owners.iter().filter(|&(_, &owner)| owner == number);
            own.map(|(&cell, _)| cell).collect()
        };
        let piece = |number| PlacedPiece {
            piece: number as u32,
            cells: own(number),
        };
        (0..count).map(piece).collect()
    }
}

fn shifted(cell: Cell, by: Cell) -> Cell {
    [0, 1, 2].map(|axis| cell[axis] + by[axis])
}

/// Whether some pieces, displaced, share no cube with the others.
fn is_clear(pieces: &[PlacedPiece], part: &[usize], places: &[Cell]) -> bool {
    let mut taken: HashSet<Cell> = HashSet::new();
    part.iter().zip(places).all(|(&piece, &by)| {
        let mut cells = pieces[piece].cells.iter();
        cells.all(|&cell| taken.insert(shifted(cell, by)))
    })
}

/// More than any way out.
const FAR: i32 = 40;

/// The fewest moves after which a part is divided, one step after the other, for all groups.
fn fewest(pieces: &[PlacedPiece], part: &[usize], start: &[Cell]) -> Option<usize> {
    let relative = |places: &[Cell]| -> Vec<Cell> {
        let first = places[0];
        let against = |place: &Cell| [0, 1, 2].map(|axis| place[axis] - first[axis]);
        places.iter().map(against).collect()
    };
    let mut known = HashSet::from([relative(start)]);
    let mut open = VecDeque::from([(relative(start), 0)]);
    while let Some((places, moves)) = open.pop_front() {
        let mut next = Vec::new();
        for group in 1..(1_u32 << part.len()) - 1 {
            for (axis, sign) in [0, 1, 2]
                .into_iter()
                .flat_map(|axis| [(axis, 1), (axis, -1)])
            {
                let mut moved = places.clone();
                for distance in 1.. {
                    for (number, place) in moved.iter_mut().enumerate() {
                        if group >> number & 1 == 1 {
                            place[axis] += sign;
                        }
                    }
                    if !is_clear(pieces, part, &moved) {
                        break;
                    }
                    if distance > FAR {
                        return Some(moves + 1);
                    }
                    next.push(relative(&moved));
                }
            }
        }
        for places in next {
            if known.insert(places.clone()) {
                open.push_back((places, moves + 1));
            }
        }
    }
    None
}

/// Walks through a separation by single steps, and checks that each of its sequences is as short as
/// can be. Returns how many separations it has.
fn check(pieces: &[PlacedPiece], separation: &Separation, start: &[Cell]) -> usize {
    let part = &separation.pieces;
    let least = fewest(pieces, part, start);
    assert_eq!(Some(separation.moves.len()), least, "{pieces:?} {part:?}");
    let mut places = start.to_vec();
    let mut before = places.clone();
    for (number, shift) in separation.moves.iter().enumerate() {
        before.clone_from(&places);
        let is_last = number + 1 == separation.moves.len();
        assert_eq!(shift.distance.is_none(), is_last);
        for _ in 0..shift.distance.unwrap_or(FAR) {
            for (piece, place) in part.iter().zip(&mut places) {
                if shift.pieces.contains(piece) {
                    *place = shifted(*place, shift.direction.times(1));
                }
            }
            assert!(is_clear(pieces, part, &places), "{pieces:?} {shift:?}");
        }
    }
    let gone = &separation.moves.last().unwrap().pieces;
    let own = |is_gone: bool| {
        let all = part.iter().zip(&before);
        all.filter(move |(piece, _)| gone.contains(piece) == is_gone)
    };
    let mut count = 1;
    for (further, is_gone) in [(&separation.left, false), (&separation.removed, true)] {
        match further {
            None => assert_eq!(own(is_gone).count(), 1),
            Some(further) => {
                assert!(own(is_gone).map(|(piece, _)| piece).eq(&further.pieces));
                let places: Vec<Cell> = own(is_gone).map(|(_, &place)| place).collect();
                count += check(pieces, further, &places);
            }
        }
    }
    count
}

#[test]
fn each_separation_is_as_short_as_a_search_by_single_steps_finds() {
    let mut random = Random(71);
    let mut levels: BTreeMap<u32, usize> = BTreeMap::new();
    let mut disassembler = Disassembler::new(Vec::new());
    for round in 0..300 {
        let sizes = [3, 3, 2 + round % 2];
        let assembly = random.assembly(2 + round as usize % 4, sizes);
        let found = disassembler.separation(&assembly).unwrap();
        let start = vec![[0; 3]; assembly.len()];
        let Some(separation) = found else {
            // Some part is locked, here or after some pieces have left.
            *levels.entry(0).or_default() += 1;
            let all: Vec<usize> = (0..assembly.len()).collect();
            let locked = (1_u32..1 << all.len()).any(|group| {
                let part: Vec<usize> = all
                    .iter()
                    .copied()
                    .filter(|at| group >> at & 1 == 1)
                    .collect();
                part.len() > 1 && fewest(&assembly, &part, &start[..part.len()]).is_none()
            });
            assert!(locked, "{assembly:?}");
            continue;
        };
        let separations = check(&assembly, &separation, &start);
        assert_eq!(separations, assembly.len() - 1);
        *levels.entry(separation.level().first()).or_default() += 1;
    }
    // All kinds were tried.
    assert!(levels.len() >= 3 && levels[&0] >= 10, "{levels:?}");
}

#[test]
fn more_pieces_than_bits_and_huge_assemblies_are_refused() {
    let mut disassembler = Disassembler::new(Vec::new());
    let line: Vec<Vec<Cell>> = (0..65).map(|at| vec![[at, 0, 0]]).collect();
    let line: Vec<&[Cell]> = line.iter().map(|cells| &cells[..]).collect();
    let fault = disassembler.separation(&pieces(&line)).unwrap_err();
    assert_eq!(fault, ApartFault::ManyPieces(65));
    assert!(
        disassembler
            .separation(&pieces(&line[..64]))
            .unwrap()
            .is_some()
    );
    let far: [&[Cell]; 2] = [&[[i32::MIN, 0, 0]], &[[i32::MAX, 0, 0]]];
    let fault = disassembler.separation(&pieces(&far)).unwrap_err();
    assert_eq!(fault, ApartFault::Large);
    assert_eq!(disassembler.separation(&pieces(&line[..1])), Ok(None));
    assert_eq!(disassembler.separation(&[]), Ok(None));
}

/// Two hooks that hold each other: one must go up before it can leave to the side.
fn hooks() -> Vec<PlacedPiece> {
    // From the side, along rows and layers:  AAA   and, in its room,  .B.
    //                                        A.A                      .B.
    //                                        A..                      BBB
    let side = |text: [&str; 4]| -> Vec<Cell> {
        let rows = text.iter().zip(0..);
        let cells = rows.flat_map(|(row, layer)| {
            let cells = row.bytes().zip(0..).filter(|cell| cell.0 == b'#');
            cells.map(move |(_, column)| [column, 0, layer])
        });
        cells.collect()
    };
    pieces(&[
        &side(["####", "#..#", "#.##", "...."]),
        &side(["....", ".##.", ".#..", ".###"]),
    ])
}

#[test]
fn heavy_pieces_stay_where_they_are() {
    let assembly = hooks();
    // In the plane of the hooks nothing leaves, but across it each does.
    let found = Disassembler::new(Vec::new()).separation(&assembly);
    let found = found.unwrap().unwrap();
    assert_eq!(found.moves[0].direction, Direction::Forward);
    assert_eq!(found.moves[0].pieces, [0]);
    let handling = vec![
        Handling {
            weight: 2,
            ..Handling::default()
        },
        Handling::default(),
    ];
    let found = Disassembler::new(handling).separation(&assembly);
    let found = found.unwrap().unwrap();
    assert_eq!(found.moves[0].direction, Direction::Back);
    assert_eq!(found.moves[0].pieces, [1]);
}

/// Two rings through one another, which never part, and a cube beside them.
fn chain() -> Vec<PlacedPiece> {
    let ring = |at: &dyn Fn(i32, i32) -> Cell| -> Vec<Cell> {
        let mut cells = Vec::new();
        for one in 0..4 {
            for other in 0..4 {
                if one % 3 == 0 || other % 3 == 0 {
                    cells.push(at(one, other));
                }
            }
        }
        cells
    };
    pieces(&[
        &ring(&|one, other| [one, other, 2]),
        &ring(&|one, other| [one + 2, 1, other + 1]),
        &[[0, 0, 0]],
    ])
}

#[test]
fn pieces_of_one_group_may_stay_together() {
    let assembly = chain();
    let mut plain = Disassembler::new(Vec::new());
    assert_eq!(plain.separation(&assembly), Ok(None));
    let group = |groups: &[(u32, u32)]| Handling {
        groups: groups.to_vec(),
        ..Handling::default()
    };
    let handling = vec![group(&[(1, 1)]), group(&[(1, 1)]), group(&[])];
    let found = Disassembler::new(handling).separation(&assembly);
    let found = found.unwrap().unwrap();
    assert_eq!(found.level().to_string(), "1");
    assert_eq!((&found.left, &found.removed), (&None, &None));
    let frames = Frame::all(&found, &assembly);
    let last = frames.last().unwrap();
    assert_eq!(last.text(&['A', 'B', 'C']), "A, B stay together");
    // Several groups for the copies of a piece are tried one after the other.
    let handling = vec![group(&[(1, 1), (2, 1)]), group(&[(2, 1)]), group(&[])];
    let found = Disassembler::new(handling).separation(&assembly);
    assert!(found.unwrap().is_some());
    let handling = vec![group(&[(1, 1)]), group(&[(2, 1)]), group(&[])];
    let found = Disassembler::new(handling).separation(&assembly);
    assert_eq!(found, Ok(None));
}

/// The pieces of six-piece burrs that can be sawn: sticks of 2x2x6 with notches across.
///
/// W. H. Cutler, "The Six-Piece Burr", Journal of Recreational Mathematics 10 (1977-78), 241-250: 12
/// cubes can be missing, and 59 pieces have notches only.
fn notchable() -> Vec<Shape> {
    let rotations: Vec<_> = Grid::Cube
        .maps()
        .into_iter()
        .filter(|map| !map.is_mirror())
        .collect();
    // What a notch takes of a slice: the upper half, the front half, the back half.
    let (upper, front, back) = (0b0011, 0b0101, 0b1010);
    let inner = [0, upper, front, back, upper | front, upper | back];
    let mut known: BTreeSet<Shape> = BTreeSet::new();
    let mut found = Vec::new();
    for number in 0..144 {
        let slices = [
            [0, upper][number % 2],
            inner[number / 2 % 6],
            inner[number / 12 % 6],
            [0, upper][number / 72],
        ];
        let mut cells: Vec<Cell> = Vec::new();
        for x in 0..6_i32 {
            let missing = match x {
                0 | 5 => 0,
                _ => slices[x as usize - 1],
            };
            let places = [[x, 0, 0], [x, 1, 0], [x, 0, 1], [x, 1, 1]];
            let places = places.into_iter().enumerate();
            cells.extend(
                places
                    .filter(|(at, _)| missing >> at & 1 == 0)
                    .map(|(_, at)| at),
            );
        }
        let shape = Shape::plain(Grid::Cube, cells);
        let images = shape.images(Grid::Cube, &rotations);
        if shape.holds_together(Grid::Cube) && known.insert(images[0].clone()) {
            found.push(shape);
        }
    }
    found
}

/// The cubes of a six-piece burr: three pairs of sticks across one another.
fn burr() -> Vec<Spot> {
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    for along in 0..6 {
        for across in 1..5 {
            for level in 2..4 {
                cells.insert([along, across, level]);
                cells.insert([level, along, across]);
                cells.insert([across, level, along]);
            }
        }
    }
    let spot = |&cell: &Cell| Spot {
        at: Grid::Cube.at(cell),
        letter: b'#',
        wild: false,
        color: 0,
    };
    cells.iter().map(spot).collect()
}

#[test]
fn the_notchable_pieces_form_314_solid_burrs() {
    let found = notchable();
    assert_eq!(found.len(), 59);
    let named = |(number, shape)| (format!("N{number}"), shape);
    let set = PieceSet {
        grid: Grid::Cube,
        moves: Some(Moves::OneSided),
        pieces: (1..).zip(found).map(named).collect(),
    };
    let assembly = Assembly {
        grid: Grid::Cube,
        sources: vec![Source::Set(set)],
        regions: vec![RegionSpec::Cells(burr())],
        moves: None,
        coloring: Coloring::None,
        each: Uses {
            lower: 0,
            upper: Some(6),
        },
        uses: Vec::new(),
        border: None,
    };
    let packing = assembly.packing().unwrap();
    let placements = Placements::new(&packing);
    let symmetries = Symmetries::new(&packing, &placements, false).unwrap();
    let problem = encode(&packing, &placements, None).unwrap();
    let mut known: HashSet<Vec<u32>> = HashSet::new();
    let mut disassembler = Disassembler::new(Vec::new());
    let (mut apart, mut used) = (0, BTreeSet::new());
    for solution in problem.solutions() {
        // Options are written in the order of placements.
        let found: Vec<u32> = solution.options.iter().map(|option| option.0).collect();
        let (least, _) = symmetries.canonical(&found);
        if !known.insert(least) {
            continue;
        }
        let found = ordered(&placements, &found);
        let pieces = placed(&packing, &placements, &found);
        if disassembler.separation(&pieces).unwrap().is_some() {
            apart += 1;
            used.extend(pieces.iter().map(|piece| piece.piece));
        }
    }
    // Cutler's numbers, the same paper.
    assert_eq!((apart, used.len()), (314, 25));
}
