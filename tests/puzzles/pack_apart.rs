//! Assemblies that come apart: against a search by single steps, and against published numbers.

use crate::common::filter::TemporaryFile;
use crate::pack_filters::{out, run};
use dlx3::Solve;
use dlx3::pack::apart::{
    ApartFault, Direction, Disassembler, Frame, Handling, PlacedPiece, Separation, ordered, placed,
};
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

/// Six sticks through each other; each cube that two could have belongs to one of them, or to none.
fn random_burr(random: &mut Random, holes: usize) -> Vec<PlacedPiece> {
    let mut owners: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for stick in 0..6 {
        for number in 0..24 {
            let (along, across, level) = (number / 4, number / 2 % 2, 2 + number % 2);
            let across = 1 + across + 2 * (stick % 2);
            let cell = match stick / 2 {
                0 => [along, across, level],
                1 => [level, along, across],
                _ => [across, level, along],
            };
            let own = owners.entry(cell.map(|at| at as i32)).or_default();
            own.push(stick);
        }
    }
    let shared: Vec<Cell> = owners
        .iter()
        .filter(|known| known.1.len() > 1)
        .map(|known| *known.0)
        .collect();
    loop {
        let empty: HashSet<Cell> = (0..holes)
            .map(|_| shared[random.below(shared.len())])
            .collect();
        let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); 6];
        for (&cell, own) in owners.iter().filter(|known| !empty.contains(known.0)) {
            cells[own[random.below(own.len())]].push(cell);
        }
        let is_whole = |cells: &Vec<Cell>| {
            Shape::plain(Grid::Cube, cells.iter().copied()).holds_together(Grid::Cube)
        };
        if cells.iter().all(is_whole) {
            let cells: Vec<&[Cell]> = cells.iter().map(|cells| &cells[..]).collect();
            return pieces(&cells);
        }
    }
}

fn shifted(cell: Cell, by: Cell) -> Cell {
    [0, 1, 2].map(|axis| cell[axis] + by[axis])
}

/// A bit for each cube of space, near the assembly.
struct Space(Vec<u64>);

impl Space {
    fn new() -> Self {
        Space(vec![0; 1 << 15])
    }

    /// Whether some pieces, displaced, share no cube with the others.
    fn is_clear(&mut self, pieces: &[PlacedPiece], part: &[usize], places: &[Cell]) -> bool {
        let mut taken = Vec::new();
        let mut is_clear = true;
        'pieces: for (&piece, &by) in part.iter().zip(places) {
            for &cell in &pieces[piece].cells {
                let cell = shifted(cell, by);
                assert!(cell.iter().all(|at| (-64..64).contains(at)));
                let bit = cell
                    .iter()
                    .fold(0, |bit, at| bit * 128 + (at + 64) as usize);
                if self.0[bit / 64] >> (bit % 64) & 1 == 1 {
                    is_clear = false;
                    break 'pieces;
                }
                self.0[bit / 64] |= 1 << (bit % 64);
                taken.push(bit / 64);
            }
        }
        for word in taken {
            self.0[word] = 0;
        }
        is_clear
    }
}

/// More than any way out.
const FAR: i32 = 16;

/// The fewest moves after which a part is divided, one step after the other, for all groups.
fn fewest(pieces: &[PlacedPiece], part: &[usize], start: &[Cell]) -> Option<usize> {
    let relative = |places: &[Cell]| -> Vec<Cell> {
        let first = places[0];
        let against = |place: &Cell| [0, 1, 2].map(|axis| place[axis] - first[axis]);
        places.iter().map(against).collect()
    };
    let mut known = HashSet::from([relative(start)]);
    let mut open = VecDeque::from([(relative(start), 0)]);
    let mut space = Space::new();
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
                    if !space.is_clear(pieces, part, &moved) {
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
    let mut space = Space::new();
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
            assert!(
                space.is_clear(pieces, part, &places),
                "{pieces:?} {shift:?}"
            );
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

/// Checks what was found for an assembly against a search by single steps. Returns the moves until
/// the first piece leaves, or 0.
fn checked(disassembler: &mut Disassembler, assembly: &[PlacedPiece]) -> u32 {
    let start = vec![[0; 3]; assembly.len()];
    let Some(separation) = disassembler.separation(assembly).unwrap() else {
        // Some part is locked, here or after some pieces have left.
        let all: Vec<usize> = (0..assembly.len()).collect();
        let mut parts: Vec<u32> = (1..1 << all.len()).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.count_ones()));
        let locked = parts.into_iter().any(|group| {
            let part = all.iter().copied().filter(|at| group >> at & 1 == 1);
            let part: Vec<usize> = part.collect();
            part.len() > 1 && fewest(assembly, &part, &start[..part.len()]).is_none()
        });
        assert!(locked, "{assembly:?}");
        return 0;
    };
    let separations = check(assembly, &separation, &start);
    assert_eq!(separations, assembly.len() - 1);
    separation.level().first()
}

#[test]
fn each_separation_is_as_short_as_a_search_by_single_steps_finds() {
    let mut random = Random(71);
    let mut levels: BTreeMap<u32, usize> = BTreeMap::new();
    let mut disassembler = Disassembler::new(Vec::new());
    for round in 0..40 {
        let sizes = [3, 3, 2 + round % 2];
        let assembly = random.assembly(2 + round as usize % 4, sizes);
        *levels
            .entry(checked(&mut disassembler, &assembly))
            .or_default() += 1;
    }
    // Burrs with few states: a step of this search looks at each of 62 groups.
    let mut tried = 0;
    while tried < 6 {
        let assembly = random_burr(&mut random, 3 + tried % 8);
        let before = disassembler.states();
        let separation = disassembler.separation(&assembly).unwrap();
        let states = disassembler.states() - before;
        // Most of them are locked or fall apart at once; take some of these only.
        let is_plain = separation.is_none_or(|found| found.level().first() == 1);
        if states > 24 || is_plain && random.below(40) > 0 {
            continue;
        }
        tried += 1;
        *levels
            .entry(checked(&mut disassembler, &assembly))
            .or_default() += 1;
    }
    // All kinds were tried.
    assert!(levels.len() >= 3 && levels.contains_key(&0), "{levels:?}");
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
    // A notch takes one of four halves of a slice. Only slices in the middle have all four.
    let (upper, lower, front, back) = (0b0011, 0b1100, 0b0101, 0b1010);
    let inner = [
        0,
        upper,
        lower,
        front,
        back,
        upper | front,
        upper | back,
        lower | front,
        lower | back,
    ];
    let mut known: BTreeSet<Shape> = BTreeSet::new();
    let mut found = Vec::new();
    for number in 0..324 {
        let slices = [
            [0, upper][number % 2],
            inner[number / 2 % 9],
            inner[number / 18 % 9],
            [0, upper][number / 162],
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
#[ignore = "long"]
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

/// Status, stdout and stderr.
fn all(program: &str, words: &str, input: &str) -> String {
    let run = run(program, words, input);
    format!("[{}]\n{}{}", run.status.unwrap(), run.stdout, run.stderr)
}

/// A box with an opening above, in the fourth column, and a cube for the passage to it.
const BOX: &str = "\
AAAAA
AAA.A
AAAAA

AAAAA
AB..A
AAAAA

AAAAA
AAAAA
AAAAA
";

/// The box and all its cubes; those of the passage and the opening may stay empty.
const ROOM: &str = "\
#####
###?#
#####

#####
#???#
#####

#####
#####
#####
";

/// The words for a drawing of pieces and a region, and all assemblies.
fn assemblies(pieces: &str, room: &str) -> (TemporaryFile, TemporaryFile, String, String) {
    let (pieces, room) = (TemporaryFile::with(pieces), TemporaryFile::with(room));
    let words = format!("{} {}", pieces.name(), room.name());
    let found = out("dlx3", "m1 v0", &out("gen-pack", &words, ""));
    (pieces, room, words, found)
}

#[test]
fn moves_are_told_in_words_with_the_letters_of_the_picture() {
    let two = format!("{BOX}\n2|B\n");
    let full = ROOM.replace("#???#", "###?#");
    let (_pieces, _room, words, found) = assemblies(&two, &full);
    let picture = "\
AAAAA  AAAAA  AAAAA
AAA.A  ABC.A  AAAAA
AAAAA  AAAAA  AAAAA
";
    let moves = [
        "1. right 1: C\n",
        "2. up and out: C\n",
        "3. right 2: B\n",
        "4. down and out: A\n",
    ];
    let told = out("show-pack", &format!("{words} --apart"), &found);
    assert_eq!(
        told,
        format!("1: level 2.2\n{picture}C is B\n{}", moves.concat())
    );
    let told = out("show-pack", &format!("{words} --apart=levels"), &found);
    assert_eq!(told, "1: 2.2\n");
    // The pieces that are there, layer by layer; a piece that left stands above the box.
    let rest = "AAAAA  AAAAA  AAAAA\n";
    let empty = ".....  .....  ";
    let pictures = [
        format!("{rest}AAA.A  AB.CA  AAAAA\n{rest}"),
        format!("{empty}{rest}...C.  .....  AAA.A  AB..A  AAAAA\n{empty}{rest}"),
        format!("{rest}AAA.A  A..BA  AAAAA\n{rest}"),
        format!(".....  .....  {rest}...B.  .....  AAA.A  A...A  AAAAA\n.....  .....  {rest}"),
    ];
    let steps: String = moves
        .iter()
        .zip(pictures)
        .map(|(words, picture)| format!("{words}{picture}"))
        .collect();
    let told = out("show-pack", &format!("{words} --apart=pictures"), &found);
    assert_eq!(told, format!("1: level 2.2\n{picture}C is B\n{steps}"));
    assert_snapshot!(
        "svg_apart",
        out("show-pack", &format!("{words} --apart --svg"), &found)
    );
}

#[test]
fn assemblies_are_chosen_and_sorted_by_their_levels() {
    // The cube is in the passage, in the opening, or in a cell of its own.
    let wider = |line: &str, end: &str| match line {
        "" => "\n".to_owned(),
        line => format!("{line}{end}\n"),
    };
    let wide = |text: &str, sign: &str, middle: &str| -> String {
        let lines = text.lines().enumerate();
        let lines = lines.map(|(number, line)| match number {
            5 => wider(line, middle),
            _ => wider(line, sign),
        });
        lines.collect()
    };
    let (pieces, room) = (wide(BOX, "AA", ".A"), wide(ROOM, "##", "?#"));
    let (_pieces, _room, words, found) = assemblies(&pieces, &room);
    let levels = |options: &str| -> Vec<String> {
        let told = out(
            "show-pack",
            &format!("{words} --apart=levels {options}"),
            &found,
        );
        let levels = told
            .lines()
            .map(|line| line.split_once(": ").unwrap().1.to_owned());
        levels.collect()
    };
    let mut all = levels("");
    all.sort_unstable();
    // The box as it was drawn, with the cube in each of five places; turned about the long axis in
    // three ways, with the cube in the opening that was; turned end for end.
    assert_eq!(all, ["-", "1", "1", "1", "1", "1", "2", "2", "2"]);
    let mut sorted = ["2", "2", "2", "1", "1", "1", "1", "1", "-"].to_vec();
    assert_eq!(levels("--by-level"), sorted);
    sorted.pop();
    assert_eq!(levels("--by-level --only-apart"), sorted);
    let mut apart = levels("--only-apart");
    apart.sort_unstable();
    sorted.reverse();
    assert_eq!(apart, sorted);
    let told = run("show-pack", &format!("{words} --apart=levels"), &found).stderr;
    let summary = "show-pack: 9 assemblies, 8 of them can be taken apart; highest level 2\n";
    assert_eq!(told, summary);
    // The same assemblies are told in the order of the stream and in that of levels.
    let told = |options: &str| -> BTreeSet<String> {
        let told = out("show-pack", &format!("{words} --apart {options}"), &found);
        told.trim_end().split("\n\n").map(str::to_owned).collect()
    };
    let all = told("");
    assert_eq!(all, told("--by-level"));
    assert!(
        all.iter()
            .any(|told| told.contains(": cannot be taken apart\n"))
    );
}

#[test]
fn burrtools_gets_the_places_of_pieces_before_and_after_each_move() {
    let two = format!("{BOX}\n2|B\n");
    let full = ROOM.replace("#???#", "###?#");
    let (_pieces, _room, words, found) = assemblies(&two, &full);
    let written = TemporaryFile::new();
    let options = format!("{words} --apart=levels --write-xmpuzzle {}", written.name());
    assert_eq!(out("show-pack", &options, &found), "1: 2.2\n");
    let packed = std::fs::read(written.path()).unwrap();
    let mut text = String::new();
    let mut reader = flate2::read::GzDecoder::new(&packed[..]);
    std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
    // Place and rotation: the box, and both cubes.
    assert!(
        text.contains("<assembly>0 0 0 0 1 1 1 0 2 1 1 0</assembly>"),
        "{text}"
    );
    let state = |x: &str, z: &str| {
        let y = ["0", "1", "1"][..x.split(' ').count()].join(" ");
        format!("<state><dx>{x}</dx><dy>{y}</dy><dz>{z}</dz></state>\n")
    };
    let both = [
        state("0 1 2", "0 1 1"),
        state("0 1 3", "0 1 1"),
        state("0 1 3", "0 1 -19999"),
    ];
    let one = [
        state("0 1", "0 1"),
        state("0 3", "0 1"),
        state("0 3", "20000 1"),
    ];
    assert!(text.contains(&both.concat()), "{text}");
    assert!(text.contains(&one.concat()), "{text}");
    // It is the same packing, whose two cubes may be used twice.
    let words = format!("--xmpuzzle {}", written.name());
    let again = out("dlx3", "m1 v0", &out("gen-pack", &words, ""));
    let told = out("show-pack", &format!("{words} --apart=levels"), &again);
    assert_eq!(told, "1: 2.2\n");
}

/// A cube, a bar that closes it in, and what holds both: pieces, weights, groups and colors.
const PUZZLE: &str = r#"<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors><color red="1" green="2" blue="3"/><color red="4" green="5" blue="6"/></colors>
<shapes>
<voxel x="2" y="1" z="1" weight="2" type="0" name="heavy">#1#1</voxel>
<voxel x="1" y="1" z="1" type="0" name="light">#2</voxel>
<voxel x="5" y="1" z="1" type="0">#1#1#2#2#2</voxel>
</shapes>
<problems><problem><shapes>
<shape id="0" count="1"/>
<shape id="1" min="2" max="4" group="3"/>
</shapes><result id="2"/><bitmap>
<pair piece="0" result="0"/><pair piece="1" result="1"/>
</bitmap></problem></problems>
</puzzle>
"#;

#[test]
fn weights_groups_ranges_and_colors_of_burrtools_are_used_and_kept() {
    let puzzle = TemporaryFile::with(PUZZLE);
    let words = format!("--xmpuzzle {}", puzzle.name());
    let found = out("dlx3", "m1 v0", &out("gen-pack", &words, ""));
    let written = TemporaryFile::new();
    let options = format!("{words} --apart --write-xmpuzzle {}", written.name());
    // The colors leave the heavy piece one place.
    let told = all("show-pack", &options, &found);
    let expected = "\
[0]
1: level 1
AABCD
A is heavy, B is light, C is light, D is light
1. right and out: D
2. right and out: C
3. right and out: B
";
    assert_eq!(told, expected);
    let again = format!("--xmpuzzle {}", written.name());
    let told_again = all("show-pack", &format!("{again} --apart"), &found);
    assert_eq!(told_again, told);
    let packed = std::fs::read(written.path()).unwrap();
    let mut text = String::new();
    let mut reader = flate2::read::GzDecoder::new(&packed[..]);
    std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
    for part in [
        "<color red=\"1\" green=\"2\" blue=\"3\"/><color red=\"4\" green=\"5\" blue=\"6\"/>",
        "weight=\"2\" name=\"heavy\"",
        ">#1#1#2#2#2<",
        "<shape id=\"1\" min=\"2\" max=\"4\" group=\"3\"/>",
        "<pair piece=\"0\" result=\"0\"/>\n<pair piece=\"1\" result=\"1\"/>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn what_is_no_assembly_of_cubes_is_refused() {
    let mut text = String::new();
    let one = |words: &str| out("dlx3", "m1 v0 t1", &out("gen-pack", words, ""));
    for (words, options) in [
        ("pentominoes 6x10", "--apart"),
        ("tetrahexes 4x7", "--apart"),
        ("tetracubes 2x2x2+2x2x2 --each 0:4", "--apart"),
        ("monomino 5x5x3 --grid cube --each 0:*", "--apart"),
        ("soma 3x3x3", "--only-apart"),
        ("soma 3x3x3", "--by-level"),
        ("soma 3x3x3", "--write-xmpuzzle soma.xmpuzzle"),
        ("soma 3x3x3", "--apart=turns"),
        ("soma 3x3x3", "--apart --svg=sheet"),
        ("soma 3x3x3", "--apart --classes"),
        ("soma 3x3x3", "--apart --stl pieces"),
    ] {
        text += &all("show-pack", &format!("{words} {options}"), &one(words));
    }
    // No stream of solutions, and one without any that comes apart.
    text += &all("show-pack", "soma 3x3x3 --apart", "");
    text += &all(
        "show-pack",
        "monomino 1x1x1 --apart --svg",
        "1:\n #1 0.0.0 (1 of 1)\n",
    );
    let damaged = TemporaryFile::with(PUZZLE.replace("weight=\"2\"", "weight=\"much\""));
    let told = all("gen-pack", &format!("--xmpuzzle {}", damaged.name()), "");
    text += &told.replace(damaged.name(), "FILE");
    assert_snapshot!("apart_refusals", text);
}
