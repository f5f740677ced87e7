//! Compares solver and `.dlx` with a trial of every 4x4 grid.

use dlx3::Problem;
use dlx3::Solve;
use dlx3::sudoku::make::{Maker, Recipe};
use dlx3::sudoku::{Board, Cage, Geometry, Grid, Random, Solver, encode, jigsaw};

/// All 576 Latin squares of order 4.
fn squares() -> Vec<Grid> {
    let rows: Vec<[u8; 4]> = (0..256)
        .map(|k| [k & 3, k >> 2 & 3, k >> 4 & 3, k >> 6].map(|digit| digit as u8 + 1))
        .filter(|row| (1..5).all(|digit| row.contains(&digit)))
        .collect();
    let mut squares: Vec<Vec<[u8; 4]>> = vec![Vec::new()];
    for _ in 0..4 {
        squares = squares
            .iter()
            .flat_map(|square| {
                let fits = |row: &&[u8; 4]| {
                    square
                        .iter()
                        .all(|above| (0..4).all(|k| above[k] != row[k]))
                };
                let rows = rows.iter().filter(fits);
                rows.map(|row| [&square[..], &[*row]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    let grids = squares
        .iter()
        .map(|rows| Grid::from_cells(4, &rows.concat()));
    let mut grids: Vec<Grid> = grids.collect();
    grids.sort_by_key(Grid::to_line);
    grids
}

/// Random cages that cover most cells, with the sums of a grid, or wrong ones.
fn random_cages(grid: &Grid, random: &mut Random) -> Vec<Cage> {
    let mut cells: Vec<u16> = (0..16).collect();
    random.shuffle(&mut cells);
    let mut cages = Vec::new();
    while cells.len() > 2 {
        let size = 1 + random.below(3) as usize;
        let mut cage: Vec<u16> = cells.split_off(cells.len().saturating_sub(size));
        cage.sort_unstable();
        let digits = cage
            .iter()
            .map(|&cell| u32::from(grid.cells()[cell as usize]));
        let sum = digits.sum::<u32>() + u32::from(random.below(20) == 0);
        let cage = Cage { sum, cells: cage };
        if cage.digit_sets(4).next().is_some() {
            cages.push(cage);
        }
    }
    cages
}

fn random_jigsaw(random: &mut Random) -> Geometry {
    let mut names = *b"AAAABBBBCCCCDDDD";
    random.shuffle(&mut names);
    let text: Vec<u8> = names
        .chunks(4)
        .flat_map(|row| [row, b"\n"].concat())
        .collect();
    jigsaw::read(&text).unwrap()
}

/// Compares three ways of counting: all squares tried, the solver, and DLX3.
fn compare(board: &Board, clues: &Grid, squares: &[Grid]) -> usize {
    let has_clues =
        |square: &&Grid| (0..16).all(|k| clues.get(k).is_none_or(|d| square.get(k) == Some(d)));
    let solved: Vec<Grid> = squares
        .iter()
        .filter(|square| board.is_solved_by(square))
        .filter(has_clues)
        .cloned()
        .collect();
    let mut found = Solver::new(board).solutions(clues, 1000);
    found.sort_by_key(|grid| grid.to_line());
    assert_eq!(found, solved, "{board:?} {clues}");
    if clues.clash(&board.geometry).is_none() {
        let mut text = Vec::new();
        encode::write_general(&board.geometry, clues, &board.cages, &mut text).unwrap();
        let problem: Problem = String::from_utf8(text).unwrap().parse().unwrap();
        assert_eq!(
            problem.solutions().count(),
            solved.len(),
            "{board:?} {clues}"
        );
    }
    solved.len()
}

fn some_clues(square: &Grid, random: &mut Random) -> Grid {
    let mut clues = Grid::empty(4);
    for _ in 0..random.below(5) {
        let cell = random.below(16) as usize;
        clues.set(cell, square.cells()[cell]);
    }
    clues
}

#[test]
fn there_are_288_grids_with_square_boxes() {
    let board = Board::from(Geometry::of_order(4).unwrap());
    assert_eq!(squares().len(), 576);
    assert_eq!(compare(&board, &Grid::empty(4), &squares()), 288);
}

#[test]
fn jigsaw_puzzles_have_the_solutions_that_trying_finds() {
    let squares = squares();
    let mut solvable = 0;
    for stream in 0..300 {
        let random = &mut Random::new(21, stream);
        let board = Board::from(random_jigsaw(random));
        let square = &squares[random.below(576) as usize];
        let clues = some_clues(square, random);
        solvable += usize::from(compare(&board, &clues, &squares) > 0);
    }
    assert!(solvable >= 30, "{solvable} of 300 have solutions");
}

#[test]
fn killer_puzzles_have_the_solutions_that_trying_finds() {
    let squares = squares();
    let (mut solvable, mut unique) = (0, 0);
    for stream in 0..800 {
        let random = &mut Random::new(22, stream);
        let geometry = match random.below(3) {
            0 => random_jigsaw(random),
            1 => Geometry::with_boxes(4, &[false; 16], &[]).unwrap(),
            _ => Geometry::of_order(4).unwrap(),
        };
        let board = Board::from(geometry);
        let fits: Vec<&Grid> = squares
            .iter()
            .filter(|grid| board.is_solved_by(grid))
            .collect();
        if fits.is_empty() {
            continue;
        }
        let square = fits[random.below(fits.len() as u32) as usize];
        let cages = random_cages(square, random);
        let clues = some_clues(square, random);
        let found = compare(&Board { cages, ..board }, &clues, &squares);
        solvable += usize::from(found > 0);
        unique += usize::from(found == 1);
    }
    assert!(solvable >= 100 && unique >= 50, "{solvable} and {unique}");
}

#[test]
fn minimal_means_that_every_clue_counts() {
    let squares = squares();
    let board = Board::from(Geometry::of_order(4).unwrap());
    let solver = Solver::new(&board);
    let count = |clues: &Grid| {
        let fits = |square: &&Grid| {
            board.is_solved_by(square)
                && (0..16).all(|k| clues.get(k).is_none_or(|d| square.get(k) == Some(d)))
        };
        squares.iter().filter(fits).count()
    };
    let mut minimal = 0;
    for stream in 0..2000 {
        let random = &mut Random::new(23, stream);
        let square = &squares[random.below(576) as usize];
        let mut clues = some_clues(square, random);
        for _ in 0..3 {
            let cell = random.below(16) as usize;
            clues.set(cell, square.cells()[cell]);
        }
        if !square.is_solved(&board.geometry) || count(&clues) != 1 {
            continue;
        }
        let every_clue_counts = (0..16).filter(|&k| clues.get(k).is_some()).all(|k| {
            let mut less = clues.clone();
            less.set(k, 0);
            count(&less) > 1
        });
        assert_eq!(solver.is_minimal(&clues), every_clue_counts, "{clues}");
        minimal += usize::from(every_clue_counts);
    }
    assert!(minimal >= 5, "{minimal}");
}

#[test]
fn the_fast_solver_counts_what_dlx3_counts() {
    const MOST: usize = 300;
    let board = Board::from(Geometry::of_order(9).unwrap());
    let solver = Solver::new(&board);
    let maker = Maker::new(&board, Recipe::default());
    let mut seen = [0; 3];
    for stream in 0..250 {
        let random = &mut Random::new(24, stream);
        let mut puzzle = maker.make(24, stream).unwrap().puzzle;
        // Fewer clues give more solutions, a wrong one mostly none.
        for _ in 0..random.below(5) {
            puzzle.set(random.below(81) as usize, 0);
        }
        if random.below(3) == 0 {
            let blank = (0..81).find(|&cell| puzzle.get(cell).is_none()).unwrap();
            let digit = 1 + random.below(9) as u8;
            puzzle.set(blank, digit);
        }
        if puzzle.clash(&board.geometry).is_some() {
            assert_eq!(solver.count(&puzzle, 2), 0);
            continue;
        }
        let mut text = Vec::new();
        encode::write_plain(&board.geometry, &puzzle, &mut text).unwrap();
        let problem: Problem = String::from_utf8(text).unwrap().parse().unwrap();
        let expected = problem.solutions().take(MOST).count();
        assert_eq!(
            solver.count(&puzzle, MOST as u64),
            expected as u64,
            "{puzzle}"
        );
        let found = solver.solutions(&puzzle, MOST);
        assert_eq!(found.len(), expected);
        assert!(found.iter().all(|grid| board.is_solved_by(grid)));
        seen[expected.min(2)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 15), "{seen:?}");
}
