//! Random small packings of squares, solved by brute force, with colors of cells or of sides,
//! copies, and cells that may stay empty. `gen-pack`, `dlx3` and `show-pack` must find the same
//! solutions, distinguish their placements, and agree on their classes.
//!
//! `PACK_PROBLEMS=2000` takes more of them.

use crate::common::filter::{self, TemporaryFile};
use crate::common::problems::dice::Dice;
use crate::common::tier;
use std::collections::{BTreeMap, BTreeSet};

type Cell = (i32, i32);
/// The cells of a piece with their colors, or the sides of a tile with theirs.
type Painted = BTreeMap<Cell, u8>;

/// A side is the sum of the two cells that it lies between.
const AROUND: [Cell; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    cells: Painted,
    sides: Painted,
}

#[derive(Debug)]
struct Piece {
    name: char,
    shape: Shape,
    uses: (u32, Option<u32>),
}

/// Colors are 0 (none), 1 and 2.
#[derive(Debug)]
struct Packing {
    pieces: Vec<Piece>,
    region: Painted,
    wild: BTreeSet<Cell>,
    moves: &'static str,
    border: Option<u8>,
    is_tiles: bool,
}

fn map(number: usize, (row, column): Cell) -> Cell {
    let (row, column) = if number & 4 > 0 {
        (column, row)
    } else {
        (row, column)
    };
    let sign = |bit: usize| if number & bit > 0 { -1 } else { 1 };
    (row * sign(1), column * sign(2))
}

/// Whether a map turns pieces over: an odd number of its three reflections.
fn is_mirror(number: usize) -> bool {
    number.count_ones() % 2 == 1
}

fn mapped(number: usize, shape: &Shape) -> Shape {
    let all = |painted: &Painted| -> Painted {
        let each = painted.iter().map(|(&at, &color)| (map(number, at), color));
        each.collect()
    };
    let (cells, sides) = (all(&shape.cells), all(&shape.sides));
    let least = |part: fn(&Cell) -> i32| cells.keys().map(part).min().unwrap();
    shifted(
        &Shape {
            cells: cells.clone(),
            sides,
        },
        (-least(|c| c.0), -least(|c| c.1)),
    )
}

fn shifted(shape: &Shape, by: Cell) -> Shape {
    let all = |painted: &Painted, times: i32| -> Painted {
        let each = painted.iter();
        each.map(|(at, &color)| ((at.0 + times * by.0, at.1 + times * by.1), color))
            .collect()
    };
    Shape {
        cells: all(&shape.cells, 1),
        sides: all(&shape.sides, 2),
    }
}

/// A piece at a place. Orientations with the same colored cells count as one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placement {
    piece: usize,
    cells: BTreeSet<Cell>,
    sides: Painted,
}

type Solution = BTreeSet<Placement>;

impl Packing {
    fn orientations(&self, piece: usize) -> BTreeSet<Shape> {
        let allowed = |&number: &usize| match self.moves {
            "--fixed" => number == 0,
            "--one-sided" => !is_mirror(number),
            _ => true,
        };
        let numbers = (0..8).filter(allowed);
        numbers
            .map(|number| mapped(number, &self.pieces[piece].shape))
            .collect()
    }

    fn is_inner(&self, side: Cell) -> bool {
        let mut near = self.region.keys().filter(|cell| {
            self.region
                .contains_key(&(side.0 - cell.0, side.1 - cell.1))
                && AROUND.contains(&(side.0 - 2 * cell.0, side.1 - 2 * cell.1))
        });
        near.next().is_some()
    }

    fn placements(&self) -> BTreeSet<Placement> {
        let mut found = BTreeSet::new();
        let shifts = || (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
        for piece in 0..self.pieces.len() {
            for shape in self.orientations(piece) {
                for placed in shifts().map(|by| shifted(&shape, by)) {
                    let fits = |(cell, &color): (&Cell, &u8)| {
                        let ground = self.region.get(cell);
                        ground.is_some_and(|&ground| color == 0 || ground == 0 || color == ground)
                    };
                    let border = |(&side, &color): (&Cell, &u8)| {
                        self.is_inner(side) || self.border.is_none_or(|border| border == color)
                    };
                    if placed.cells.iter().all(fits) && placed.sides.iter().all(border) {
                        found.insert(Placement {
                            piece,
                            cells: placed.cells.keys().copied().collect(),
                            sides: placed.sides,
                        });
                    }
                }
            }
        }
        found
    }

    /// All solutions; none if there are more than `most`.
    fn solutions(&self, placements: &[&Placement], most: usize) -> Option<Vec<Solution>> {
        let cells: Vec<Cell> = self.region.keys().copied().collect();
        let mut found = Vec::new();
        let mut steps = 0;
        let mut chosen = Vec::new();
        let finished = self.search(
            &cells,
            placements,
            &mut chosen,
            &mut found,
            &mut steps,
            most,
        );
        finished.then_some(found)
    }

    fn search<'p>(
        &self,
        cells: &[Cell],
        placements: &[&'p Placement],
        chosen: &mut Vec<&'p Placement>,
        found: &mut Vec<Solution>,
        steps: &mut usize,
        most: usize,
    ) -> bool {
        *steps += 1;
        if found.len() > most || *steps > 200_000 {
            return false;
        }
        let Some((cell, rest)) = cells.split_first() else {
            let used = |piece| chosen.iter().filter(|p| p.piece == piece).count() as u32;
            let mut pieces = self.pieces.iter().enumerate();
            if pieces.all(|(number, piece)| {
                let (lower, upper) = piece.uses;
                (lower..=upper.unwrap_or(u32::MAX)).contains(&used(number))
            }) {
                found.push(chosen.iter().map(|&p| p.clone()).collect());
            }
            return true;
        };
        if chosen
            .iter()
            .any(|placement| placement.cells.contains(cell))
        {
            return self.search(rest, placements, chosen, found, steps, most);
        }
        for &placement in placements {
            let agrees = |other: &&Placement| {
                let mut sides = placement.sides.iter();
                placement.cells.is_disjoint(&other.cells)
                    && sides.all(|(side, color)| {
                        other.sides.get(side).is_none_or(|known| known == color)
                    })
            };
            if placement.cells.first() == Some(cell) && chosen.iter().all(agrees) {
                chosen.push(placement);
                let finished = self.search(rest, placements, chosen, found, steps, most);
                chosen.pop();
                if !finished {
                    return false;
                }
            }
        }
        !self.wild.contains(cell) || self.search(rest, placements, chosen, found, steps, most)
    }

    /// The images of a solution under all symmetries.
    fn images(&self, solution: &Solution) -> BTreeSet<Solution> {
        let ground = |number: usize| {
            let marked = |(&cell, &color): (&Cell, &u8)| {
                (cell, color | u8::from(self.wild.contains(&cell)) << 4)
            };
            let cells = self.region.iter().map(marked).collect();
            let sides = Painted::new();
            mapped(number, &Shape { cells, sides })
        };
        let least = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold((i32::MAX, i32::MAX), |a, b| (a.0.min(b.0), a.1.min(b.1)))
        };
        let from = least(&mut self.region.keys().copied());
        let mut images = BTreeSet::new();
        for number in (0..8).filter(|&number| ground(number) == ground(0)) {
            let Some(pieces) = self.images_of_pieces(number) else {
                continue;
            };
            let to = least(&mut self.region.keys().map(|&cell| map(number, cell)));
            let by = (from.0 - to.0, from.1 - to.1);
            let image = |placement: &Placement| {
                let cell = |&cell: &Cell| {
                    let (row, column) = map(number, cell);
                    (row + by.0, column + by.1)
                };
                let side = |(&side, &color): (&Cell, &u8)| {
                    let (row, column) = map(number, side);
                    ((row + 2 * by.0, column + 2 * by.1), color)
                };
                Placement {
                    piece: pieces[placement.piece],
                    cells: placement.cells.iter().map(cell).collect(),
                    sides: placement.sides.iter().map(side).collect(),
                }
            };
            images.insert(solution.iter().map(image).collect());
        }
        images
    }

    /// The piece that a map makes of each, if it makes a piece of all of them.
    fn images_of_pieces(&self, number: usize) -> Option<Vec<usize>> {
        let mut taken = BTreeSet::new();
        let mut images = Vec::new();
        for piece in 0..self.pieces.len() {
            let all = self.orientations(piece);
            let image: BTreeSet<Shape> = all.iter().map(|shape| mapped(number, shape)).collect();
            let others = 0..self.pieces.len();
            let fits = |other: &usize| {
                !taken.contains(other)
                    && self.orientations(*other) == image
                    && self.pieces[*other].uses == self.pieces[piece].uses
            };
            let found = match image == all {
                true => piece,
                false => others.clone().find(fits)?,
            };
            taken.insert(found);
            images.push(found);
        }
        Some(images)
    }

    /// The text of the pieces, side by side, or a tile a line.
    fn pieces_text(&self) -> String {
        let mut lines = vec![String::new(); 4];
        let mut tiles = String::new();
        for piece in &self.pieces {
            if !piece.shape.sides.is_empty() {
                let color = |side: &Cell| char::from(b'a' + piece.shape.sides[side]);
                let sides: String = AROUND.iter().map(color).collect();
                tiles += &format!("{} = {sides}\n", piece.name);
                continue;
            }
            for (row, line) in lines.iter_mut().enumerate() {
                for column in 0..5 {
                    let color = piece.shape.cells.get(&(row as i32, column));
                    *line += &self.cell_text(color.map(|_| piece.name), color.copied());
                }
            }
        }
        lines.join("\n") + "\n" + &tiles
    }

    fn cell_text(&self, letter: Option<char>, color: Option<u8>) -> String {
        let color = match color {
            Some(color) if color > 0 => char::from(b'0' + color),
            _ => '.',
        };
        let mut text = letter.unwrap_or('.').to_string();
        if !self.is_tiles {
            text.push(color);
        }
        text
    }

    fn region_text(&self) -> String {
        let mut text = String::new();
        for row in 0..4 {
            for column in 0..4 {
                let cell = (row, column);
                let letter = if self.wild.contains(&cell) { '?' } else { '#' };
                let color = self.region.get(&cell).copied();
                text += &self.cell_text(color.map(|_| letter), color);
            }
            text.push('\n');
        }
        text
    }

    fn uses_text(&self) -> String {
        let one = |piece: &Piece| match piece.uses {
            (lower, None) => format!("{lower}:*|{}", piece.name),
            (lower, Some(upper)) => format!("{lower}:{upper}|{}", piece.name),
        };
        self.pieces.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

/// A connected set of cells in normal position.
fn polyomino(size: usize, dice: &mut Dice) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::from([(0, 0)]);
    while cells.len() < size {
        let all: Vec<Cell> = cells.iter().copied().collect();
        let (from, by) = (*dice.pick(&all), *dice.pick(&AROUND));
        cells.insert((from.0 + by.0, from.1 + by.1));
    }
    let least = |part: fn(&Cell) -> i32| cells.iter().map(part).min().unwrap();
    let (row, column) = (least(|c| c.0), least(|c| c.1));
    cells.iter().map(|c| (c.0 - row, c.1 - column)).collect()
}

fn packing(dice: &mut Dice) -> Packing {
    let is_tiles = dice.chance(1, 3);
    let mut pieces: Vec<Piece> = Vec::new();
    for number in 0..dice.between(1, 3) {
        let is_plain = !is_tiles || dice.chance(1, 4);
        let cells = match pieces.last() {
            Some(piece) if is_plain && dice.chance(1, 2) => {
                piece.shape.cells.keys().copied().collect()
            }
            _ if is_plain => polyomino(dice.between(1, 3), dice),
            _ => BTreeSet::from([(0, 0)]),
        };
        let color = |dice: &mut Dice| if is_tiles { 0 } else { dice.below(3) as u8 };
        let shape = Shape {
            cells: cells.iter().map(|&cell| (cell, color(dice))).collect(),
            sides: match is_plain {
                true => Painted::new(),
                false => AROUND.map(|side| (side, dice.below(2) as u8)).into(),
            },
        };
        let most = [Some(1), Some(2), None];
        let upper = if dice.chance(1, 2) {
            None
        } else {
            *dice.pick(&most)
        };
        let lower = if dice.chance(2, 3) {
            0
        } else {
            dice.below(2) as u32
        };
        pieces.push(Piece {
            name: *dice.pick(&[['A', 'x'], ['B', 'Q'], ['C', 'b']][number]),
            shape,
            uses: (lower, upper),
        });
    }
    let (rows, columns) = (dice.between(1, 3), dice.between(1, 3));
    let (has_colors, has_holes) = (!is_tiles && dice.chance(1, 2), dice.chance(1, 3));
    let has_wild = dice.chance(1, 5);
    let mut region = Painted::new();
    let mut wild = BTreeSet::new();
    for row in 0..rows as i32 {
        for column in 0..columns as i32 {
            if has_holes && dice.chance(1, 5) && !region.is_empty() {
                continue;
            }
            let color = if has_colors { dice.below(3) as u8 } else { 0 };
            region.insert((row, column), color);
            if has_wild && dice.chance(1, 3) {
                wild.insert((row, column));
            }
        }
    }
    Packing {
        pieces,
        region,
        wild,
        moves: ["", "", "--one-sided", "--fixed"][dice.below(4)],
        border: (is_tiles && dice.chance(1, 2)).then_some(0),
        is_tiles,
    }
}

fn run(program: &str, words: &[&str], input: &str) -> filter::Run {
    let mut command = filter::command(filter::path(program), words);
    filter::run(&mut command, input.as_bytes())
}

fn out(program: &str, words: &[&str], input: &str) -> String {
    let run = run(program, words, input);
    assert_eq!(run.status, Some(0), "{program} {words:?}: {}", run.stderr);
    run.stdout
}

fn numbered(text: &str) -> u64 {
    text.lines().filter(|line| line.ends_with(':')).count() as u64
}

/// The cells of a picture by their letters.
fn drawn(picture: &str) -> BTreeSet<BTreeSet<Cell>> {
    let mut letters: BTreeMap<char, BTreeSet<Cell>> = BTreeMap::new();
    for (row, line) in (0..).zip(picture.lines().skip(1)) {
        for (column, letter) in (0..).zip(line.chars()).filter(|found| found.1 != '.') {
            letters.entry(letter).or_default().insert((row, column));
        }
    }
    letters.into_values().collect()
}

/// Compares everything. Returns whether the packing was not too large.
fn check(packing: &Packing) -> bool {
    let placements = packing.placements();
    let list: Vec<&Placement> = placements.iter().collect();
    let Some(solutions) = packing.solutions(&list, 1500) else {
        return false;
    };
    let pieces = TemporaryFile::with(packing.pieces_text());
    let region = TemporaryFile::with(packing.region_text());
    let uses = packing.uses_text();
    let mut words = vec![
        pieces.name(),
        region.name(),
        "--use",
        &uses,
        "--grid",
        "square",
    ];
    words.extend(Some(packing.moves).filter(|moves| !moves.is_empty()));
    words.extend((!packing.is_tiles).then_some("--colors"));
    let border = packing
        .border
        .map(|color| char::from(b'a' + color).to_string());
    words.extend(border.iter().flat_map(|color| ["--border", color]));
    let with = |more: &[&'static str]| -> Vec<&str> { [&words[..], more].concat() };
    let shown = format!(
        "{words:?}\n{}{}",
        packing.pieces_text(),
        packing.region_text()
    );

    let written = run("gen-pack", &words, "");
    if written.status != Some(0) {
        assert!(
            written.stderr.contains("does not fit"),
            "{shown}{written:?}"
        );
        assert!(solutions.is_empty(), "{shown}");
        return true;
    }
    let options: Vec<&str> = written.stdout.lines().skip(1).collect();
    let different: BTreeSet<&&str> = options.iter().collect();
    assert_eq!(different.len(), options.len(), "{shown}equal options");
    assert_eq!(options.len(), placements.len(), "{shown}");
    let found = out("dlx3", &["m1", "v0"], &written.stdout);
    assert_eq!(numbered(&found), solutions.len() as u64, "{shown}");

    // The counts of placements agree, and each picture shows the placements of one solution.
    let counts = out("show-pack", &with(&["--counts"]), &found);
    let count = |line: &str| line.split(' ').next().unwrap().parse().unwrap();
    let mut counts: Vec<usize> = counts.lines().map(count).collect();
    let holding =
        |placement: &&Placement| solutions.iter().filter(|s| s.contains(placement)).count();
    let mut expected: Vec<usize> = list.iter().map(holding).collect();
    counts.sort_unstable();
    expected.sort_unstable();
    assert_eq!(counts, expected, "{shown}");
    if packing.region.keys().next() == Some(&(0, 0)) {
        let text = out("show-pack", &words, &found);
        let mut pictures: Vec<_> = text.split_terminator("\n\n").map(drawn).collect();
        let cells = |solution: &Solution| solution.iter().map(|p| p.cells.clone()).collect();
        let mut expected: Vec<BTreeSet<BTreeSet<Cell>>> = solutions.iter().map(cells).collect();
        pictures.sort();
        expected.sort();
        assert_eq!(pictures, expected, "{shown}{text}");
    }

    let mut classes: BTreeSet<BTreeSet<Solution>> = BTreeSet::new();
    for solution in &solutions {
        classes.insert(packing.images(solution));
    }
    let number = classes.len();
    let noun = if number == 1 { "class" } else { "classes" };
    let of = |solutions: u64| match solutions {
        1 => format!("show-pack: {number} {noun} of 1 solution"),
        _ => format!("show-pack: {number} {noun} of {solutions} solutions"),
    };
    let told = out("show-pack", &with(&["--classes"]), &found);
    assert_eq!(
        told.lines().last(),
        Some(&*format!("{number} {noun}")),
        "{shown}"
    );
    let unique = run("show-pack", &with(&["--unique"]), &found);
    let told = of(solutions.len() as u64);
    assert_eq!(unique.stderr.lines().last(), Some(&*told), "{shown}");
    let reduced = run("gen-pack", &with(&["--reduce"]), "");
    assert_eq!(reduced.status, Some(0), "{shown}{}", reduced.stderr);
    let left = out("dlx3", &["m1", "v0"], &reduced.stdout);
    let left_number = numbered(&left);
    match reduced
        .stderr
        .contains("some classes may have several solutions")
    {
        true => assert!(left_number >= number as u64, "{shown}"),
        false => assert_eq!(left_number, number as u64, "{shown}"),
    }
    let unique = run("show-pack", &with(&["--reduce", "--unique"]), &left);
    let told = of(left_number);
    assert_eq!(unique.stderr.lines().last(), Some(&*told), "{shown}");
    true
}

#[test]
fn three_ways_to_count_classes_agree_with_brute_force() {
    let problems = tier::problems("PACK_PROBLEMS", 100);
    let mut checked = 0;
    for stream in 0..problems {
        checked += usize::from(check(&packing(&mut Dice::new(33, stream))));
    }
    assert!(
        checked * 10 > problems as usize * 8,
        "{checked} of {problems}"
    );
}

#[test]
fn pieces_of_one_form_and_different_colors_are_told_apart() {
    let uses = (0, None);
    let domino = |name, colors: [u8; 2]| Piece {
        name,
        shape: Shape {
            cells: Painted::from([((0, 0), colors[0]), ((0, 1), colors[1])]),
            sides: Painted::new(),
        },
        uses,
    };
    let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let packing = Packing {
        pieces: vec![domino('A', [1, 2]), domino('B', [2, 0])],
        region: square.map(|cell| (cell, 0)).into(),
        wild: BTreeSet::new(),
        moves: "",
        border: None,
        is_tiles: false,
    };
    let placements = packing.placements();
    let list: Vec<&Placement> = placements.iter().collect();
    assert_eq!(packing.solutions(&list, 100).unwrap().len(), 8);
    assert!(check(&packing));
}
