//! Numbers of packings: published ones, and classes against brute force.

use dlx3::Answers;
use dlx3::Count;
use dlx3::Solve;
use dlx3::pack::encode::encode;
use dlx3::pack::reduce::Reduction;
use dlx3::pack::{
    Assembly, Cell, Coloring, Grid, Moves, Packing, Picture, Placements, RegionSpec, Shape, Source,
    Spec, Symmetries, Uses, choose_grid, named_pieces, parse_region, parse_uses,
};
use dlx3::{OptionId, Problem};
use std::collections::BTreeSet;

const ANY: Uses = Uses {
    lower: 0,
    upper: None,
};

/// Pieces and a region as a command line names them. A region with a `#` in it is a picture.
fn assembly(pieces: &str, region: &str) -> Assembly {
    let source = |name| match named_pieces(name).unwrap() {
        Spec::Named(set) => Source::Set(set),
        Spec::File(fault) => panic!("{fault}"),
    };
    let sources: Vec<Source> = pieces.split('+').map(source).collect();
    let spec = |name: &str| match name.contains('#') {
        true => RegionSpec::Picture(Picture::read(name.as_bytes()).unwrap()),
        false => match parse_region(name).unwrap() {
            Spec::Named(spec) => spec,
            Spec::File(fault) => panic!("{fault}"),
        },
    };
    let regions: Vec<RegionSpec> = region.split('+').map(spec).collect();
    Assembly {
        grid: choose_grid(&sources, &regions).unwrap(),
        sources,
        regions,
        moves: None,
        coloring: Coloring::None,
        each: Uses::ONCE,
        uses: Vec::new(),
        border: None,
    }
}

/// Runs on a deep stack: searches go deeper than the stacks of test threads.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

fn count(problem: &Problem) -> Count {
    with_stack(|| problem.count())
}

/// The packing, its placements, and the reduction to classes.
struct Case {
    packing: Packing,
    placements: Placements,
    symmetries: Symmetries,
    reduction: Reduction,
}

impl Case {
    fn new(assembly: &Assembly) -> Self {
        let packing = assembly.packing().unwrap();
        let placements = Placements::new(&packing);
        let symmetries = Symmetries::new(&packing, &placements, true).unwrap();
        let reduction = Reduction::new(&packing, &placements, &symmetries).unwrap();
        Case {
            packing,
            placements,
            symmetries,
            reduction,
        }
    }

    fn named(pieces: &str, region: &str) -> Self {
        Self::new(&assembly(pieces, region))
    }

    fn problem(&self) -> Problem {
        encode(&self.packing, &self.placements, None).unwrap()
    }

    fn classes(&self) -> u64 {
        let problem = encode(&self.packing, &self.placements, Some(&self.reduction)).unwrap();
        assert!(self.reduction.is_exact());
        count(&problem).to_u64().unwrap()
    }

    /// All solutions, as numbers of placements.
    fn solutions(&self) -> Vec<Vec<u32>> {
        let problem = self.problem();
        let number = |option: &OptionId| option.0;
        let solutions = || {
            let solutions = problem.solutions();
            let numbers = solutions.map(|found| found.options.iter().map(number).collect());
            numbers.collect()
        };
        with_stack(solutions)
    }

    /// The classes by Burnside's lemma, from all solutions.
    fn by_burnside(&self) -> u64 {
        let order = self.symmetries.elements().len();
        let fixing = |solution: &Vec<u32>| self.symmetries.canonical(solution).1;
        let sum: usize = self.solutions().iter().map(fixing).sum();
        assert_eq!(sum % order, 0);
        (sum / order) as u64
    }

    /// The classes by brute force, knowing only the grid's maps: a solution is a set of cells,
    /// dark or light ones, with the painted shapes on them. For regions in one part.
    fn by_brute_force(&self) -> u64 {
        let grid = self.packing.grid;
        let region: Vec<(Cell, u8)> = self
            .packing
            .region
            .cells()
            .iter()
            .map(|cell| (cell.cell, u8::from(cell.wild) | cell.color << 1))
            .collect();
        let own = Shape::new(grid, region.clone(), Vec::new());
        let maps: Vec<_> = grid
            .maps()
            .into_iter()
            .filter(|map| own.mapped(grid, map) == own)
            .collect();
        let mut classes = BTreeSet::new();
        for solution in self.solutions() {
            let image = |map: &dlx3::pack::Map| {
                let mapped = region.iter().map(|cell| map.apply(cell.0));
                let shift = grid.normal_shift(mapped.collect::<Vec<_>>().into_iter());
                let image = solution.iter().map(|&number| {
                    let placement = &self.placements.list()[number as usize];
                    let cells = placement.cells.iter().map(|&cell| {
                        let cell = region[cell as usize].0;
                        let at = map.apply(cell);
                        let dark = placement.parity.map(|one| Some(one) == grid.parity(cell));
                        ([0, 1, 2].map(|axis| at[axis] + shift[axis]), dark)
                    });
                    let cells: BTreeSet<(Cell, Option<bool>)> = cells.collect();
                    let sides = self.placements.painted(number as usize).iter().map(|side| {
                        let at = map.apply(side.0);
                        ([0, 1, 2].map(|axis| at[axis] + 2 * shift[axis]), side.1)
                    });
                    let sides: BTreeSet<(Cell, u8)> = sides.collect();
                    // Pieces of one shape may have different colors.
                    let colored = self.packing.coloring.is_of_region();
                    (cells, sides, colored.then_some(placement.piece))
                });
                image.collect::<BTreeSet<_>>()
            };
            classes.insert(maps.iter().map(image).min().unwrap());
        }
        classes.len() as u64
    }
}

/// C. B. Haselgrove and J. Haselgrove, "A computer program for pentominoes", Eureka 23 (1960);
/// D. S. Scott (1958) for the square without its middle; TAOCP 7.2.2.1.
#[test]
fn pentominoes_fill_rectangles_in_as_many_ways_as_published() {
    for (region, classes) in [
        ("6x10", 2339),
        ("5x12", 1010),
        ("4x15", 368),
        ("3x20", 2),
        ("8x8-2x2", 65),
    ] {
        assert_eq!(
            Case::named("pentominoes", region).classes(),
            classes,
            "{region}"
        );
    }
}

/// J. H. Conway and M. J. T. Guy (1961): 240, mirror images being of one class.
#[test]
fn the_soma_cube_has_240_solutions() {
    let case = Case::named("soma", "3x3x3");
    assert_eq!(case.classes(), 240);
    assert_eq!(count(&case.problem()), 240 * 48);
}

/// C. J. Bouwkamp, "Packing a rectangular box with the twelve solid pentominoes", Journal of
/// Combinatorial Theory 7 (1969).
#[test]
#[ignore = "long"]
fn flat_pentacubes_fill_a_box_of_3x4x5_in_3940_ways() {
    assert_eq!(Case::named("pentominoes", "3x4x5").classes(), 3940);
}

/// Computed without reduction, too: 624 and 18 solutions.
#[test]
fn hexiamonds_and_tetrahexes_fill_a_rhombus() {
    assert_eq!(Case::named("hexiamonds", "6x6").classes(), 156);
    assert_eq!(Case::named("tetrahexes", "4x7").classes(), 9);
}

/// Tilings by dominoes are OEIS A004003: 2, 36, 6728. Their classes by Burnside's lemma.
#[test]
fn dominoes_tile_squares_and_each_class_is_counted_once() {
    for (region, all, classes) in [("2x2", 2_u32, 1), ("4x4", 36, 9), ("6x6", 6728, 930)] {
        let mut assembly = assembly("dominoes", region);
        assembly.each = ANY;
        let case = Case::new(&assembly);
        assert_eq!(count(&case.problem()), u64::from(all));
        assert_eq!(case.classes(), classes, "{region}");
    }
}

/// 106,624 solutions in classes of four, with two ways to exchange the colors that are not on the
/// border.
#[test]
#[ignore = "long"]
fn macmahon_squares_with_a_border_of_one_color_fill_4x6_in_13328_ways() {
    let mut assembly = assembly("macmahon-squares", "4x6");
    assembly.border = Some(b'a');
    assert_eq!(Case::new(&assembly).classes(), 2 * 13328);
}

#[test]
fn reductions_burnside_and_brute_force_agree() {
    let once = Uses::ONCE;
    let few = Uses {
        lower: 0,
        upper: Some(2),
    };
    for (pieces, region, each) in [
        // A piece that is used once, with and without symmetric solutions.
        ("tetrominoes+monomino", "3x7", once),
        ("tetrominoes+monomino", "5x5-2x2@0,0", once),
        ("trominoes", "2x3", once),
        ("monomino+trominoes", "3x3-1x2@0,0", once),
        ("trominoes+dominoes+monomino", "3x3", once),
        ("monomino", "1x1", once),
        // Cells that all symmetries fix.
        ("trominoes", "3x3", ANY),
        ("trominoes+monomino", "3x3", few),
        // Neither.
        ("dominoes", "4x4", ANY),
        ("dominoes", "3x4", ANY),
        ("trominoes", "5x5-1x1", ANY),
        ("tetrominoes", "4x5", ANY),
        ("one-sided-tetrominoes", "4x4", few),
        ("fixed-dominoes", "4x3", few),
        // Cells that may stay empty, in such numbers that there are solutions.
        ("trominoes", "?##?\n####\n?##?", ANY),
        ("tetrominoes", "?###?\n#####\n?###?", once),
        // The other grids.
        ("2-iamonds", "H2", ANY),
        ("triamonds+diamond+moniamond", "T3", ANY),
        ("trihexes", "#.#.#\n.#.#.\n#.#.#\n.#.#.", ANY),
        ("trihexes+monohex", "H2", few),
        ("dominoes", "2x2x3", ANY),
        ("tricubes", "2x3x3", few),
        ("tetracubes", "2x2x4", few),
        // A set whose mirror images are exchanged by pieces.
        ("one-sided-tetrominoes", "2x4", few),
    ] {
        let mut assembly = assembly(pieces, region);
        assembly.each = each;
        let case = Case::new(&assembly);
        let brute = case.by_brute_force();
        assert_eq!(case.by_burnside(), brute, "{pieces} {region}");
        assert_eq!(case.classes(), brute, "{pieces} {region}");
    }
}

#[test]
fn some_of_these_have_symmetric_solutions_and_some_need_each_rule() {
    let all = |pieces: &str, region: &str| {
        let mut assembly = assembly(pieces, region);
        assembly.each = ANY;
        Case::new(&assembly)
    };
    let dominoes = all("dominoes", "4x4");
    assert!(dominoes.reduction.primary_items() > 0);
    let solutions = dominoes.solutions();
    let fixing = |solution: &Vec<u32>| dominoes.symmetries.canonical(solution).1;
    let kinds: BTreeSet<usize> = solutions.iter().map(fixing).collect();
    assert_eq!(kinds, BTreeSet::from([1, 2, 4]));
    let regular = Case::named("pentominoes", "6x10").reduction;
    assert_eq!((regular.primary_items(), regular.secondary_items()), (0, 0));
    let chained = Case::named("tetrominoes+monomino", "5x5-2x2@0,0").reduction;
    assert_eq!(chained.primary_items(), 0);
}

#[test]
fn colored_tiles_have_classes_too() {
    let mut assembly = assembly("macmahon-squares", "2x3");
    assembly.each = Uses {
        lower: 0,
        upper: Some(1),
    };
    assembly.border = Some(b'a');
    let case = Case::new(&assembly);
    let brute = case.by_brute_force();
    assert!(brute > 10);
    assert_eq!(case.by_burnside(), brute);
    assert_eq!(case.classes(), brute);
}

/// Pieces and a region from pictures, with colors of cells or without.
fn drawn(grid: Grid, coloring: Coloring, pieces: &str, region: &str) -> Assembly {
    let read = |text: &str| match coloring.is_of_region() {
        true => Picture::read_with_colors(text.as_bytes()).unwrap(),
        false => Picture::read(text.as_bytes()).unwrap(),
    };
    Assembly {
        grid,
        sources: vec![Source::Picture(read(pieces))],
        regions: vec![RegionSpec::Picture(read(region))],
        coloring,
        each: ANY,
        ..assembly("monomino", "1x1")
    }
}

#[test]
fn colors_of_sides_and_cells_have_classes_on_every_grid() {
    use Coloring::{Checkered, None, Same};
    let triangle = "  #\n ###\n#####\n";
    for (grid, coloring, pieces, region) in [
        // Sides; those at the border may have any color.
        (
            Grid::Square,
            None,
            "A = abab\nB = aabb\nC = bbbb",
            "###\n###\n",
        ),
        (Grid::Triangle, None, "A = aab\nB = abb", " #\n###\n"),
        (
            Grid::Hexagon,
            None,
            "A = ababab\nB = aabbbb\n",
            " # #\n# #\n",
        ),
        (Grid::Cube, None, "A = aabbab\nB = aaabbb\n", "##\n#\n"),
        // Dark and light cells in turn.
        (Grid::Square, Checkered, "lLl.IiI.Oo\n", "###\n###\n###\n"),
        (Grid::Triangle, Checkered, "lLl..Oo.I\n", triangle),
        (Grid::Cube, Checkered, "lLl.Ii\n", "###\n###\n\n###\n###\n"),
        // Cells of the region with colors; a piece with one color, with two, without.
        (
            Grid::Square,
            Same,
            "A1A2A...B1B...C.C.",
            "#1#2#1\n#2#.#2\n#1#2#1\n",
        ),
        (Grid::Square, Same, "A1A2..B.", "#1#1#.\n#1#.#.\n#.#.#.\n"),
        (
            Grid::Triangle,
            Same,
            "A1A.....B.B.B...C2",
            "    #1\n  #.#.#.\n#1#.#.#.#1\n",
        ),
        (
            Grid::Hexagon,
            Same,
            "A1..A.......B...B2..B.",
            "  #1  #1\n#.  #2  #.\n  #1  #1\n",
        ),
        (
            Grid::Cube,
            Same,
            "A1A...B.B.B2",
            "#1#.#1\n#.#2#.\n\n#1#.#1\n#.#2#.\n",
        ),
    ] {
        let case = Case::new(&drawn(grid, coloring, pieces, region));
        let brute = case.by_brute_force();
        assert!(brute > 1, "{grid} {pieces} has {brute} classes");
        assert!(case.symmetries.elements().len() > 1, "{grid} {pieces}");
        assert_eq!(case.by_burnside(), brute, "{grid} {pieces}");
        assert_eq!(case.classes(), brute, "{grid} {pieces}");
    }
}

#[test]
fn a_colored_cell_lies_on_its_color_or_on_none() {
    // A domino of colors 1 and 2 in 2x2, where one cell has color 1: the domino may not put its 2
    // there. The other domino has no colors, so it fits. Colors that meet no colored cell make no
    // second solution.
    let colored = drawn(Grid::Square, Coloring::Same, "A1A2..B.B.", "#1#.\n#.#.\n");
    let case = Case::new(&Assembly {
        each: Uses::ONCE,
        ..colored
    });
    assert_eq!(case.solutions().len(), 4);
    // With a second cell of color 1 beside the first the domino may lie across, not along.
    let colored = drawn(Grid::Square, Coloring::Same, "A1A2..B.B.", "#1#1\n#.#.\n");
    let case = Case::new(&Assembly {
        each: Uses::ONCE,
        ..colored
    });
    assert_eq!(case.solutions().len(), 3);
    assert_eq!(case.classes(), 2);
}

/// Two boxes side by side, each with 3 tilings of 2x3 in 2 classes: there are 3 unordered pairs of
/// classes. With unlike boxes, pairs are ordered.
#[test]
fn parts_of_a_region_have_symmetries_of_their_own() {
    for (region, all, classes) in [
        ("2x3+2x3", 9_u32, 3),
        ("2x2+2x3", 6, 2),
        ("2x3+2x3+2x3", 27, 4),
    ] {
        let mut assembly = assembly("dominoes", region);
        assembly.each = ANY;
        let case = Case::new(&assembly);
        assert_eq!(count(&case.problem()), u64::from(all));
        assert_eq!(case.classes(), classes, "{region}");
        assert_eq!(case.by_burnside(), classes, "{region}");
    }
}

#[test]
fn a_checkered_set_alternates_as_a_whole() {
    // Two trominoes, each dark in the middle, do not alternate beside each other in 2x3; one
    // with a light middle and one with a dark one do.
    for (picture, expected) in [("lLl.iIi\n", 0_u32), ("lLl.IiI\n", 2)] {
        let assembly = Assembly {
            grid: Grid::Square,
            sources: vec![Source::Picture(Picture::read(picture.as_bytes()).unwrap())],
            coloring: Coloring::Checkered,
            ..assembly("monomino", "2x3")
        };
        let case = Case::new(&assembly);
        assert_eq!(count(&case.problem()), u64::from(expected), "{picture}");
        assert_eq!(u64::from(expected > 0), case.classes(), "{picture}");
    }
}

#[test]
fn bounds_say_how_often_pieces_are_used() {
    let mut assembly = assembly("trominoes", "3x4");
    // Names of trominoes are A and B, in the order of their shapes.
    assembly.uses = parse_uses("4|A 0|B").unwrap();
    let straight = count(&Case::new(&assembly).problem());
    assembly.uses = parse_uses("0|A 4|B").unwrap();
    let bent = count(&Case::new(&assembly).problem());
    assembly.uses = parse_uses("1:*|A 1:*|B").unwrap();
    let both = count(&Case::new(&assembly).problem());
    assembly.uses = parse_uses("0:*|A 0:*|B").unwrap();
    let any = count(&Case::new(&assembly).problem());
    assert_eq!(straight.clone() + bent.clone() + both, any);
    let mut numbers = [straight, bent];
    numbers.sort();
    assert_eq!(numbers, [3, 4]);
}

#[test]
fn pieces_that_may_not_be_turned_are_not() {
    let mut assembly = assembly("one-sided-tetrominoes", "3x3");
    assembly.each = ANY;
    // In 3x3 a square has 4 places; T, S, Z, L and J have 2 for each orientation; I has none.
    for (moves, orientations) in [(Moves::Fixed, 5), (Moves::OneSided, 16), (Moves::Free, 28)] {
        assembly.moves = Some(moves);
        let placements = Placements::new(&assembly.packing().unwrap());
        assert_eq!(placements.list().len(), 4 + 2 * orientations, "{moves:?}");
    }
}
