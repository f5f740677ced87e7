//! Looks for an example of each technique, and prints them as
//! `crates/sudoku/src/logic/examples.txt` has them: a line each with the technique, the houses of
//! the board, the digits, and the candidates that earlier steps have taken away (digit, row,
//! column), separated by tabs.
//!
//!     cargo run --release --example technique-examples > crates/sudoku/src/logic/examples.txt
//!
//! Puzzles are made and solved, and each step may be an example of its technique. The example is the
//! one with the shortest chains, then with the fewest candidates taken away before. For techniques
//! that none of them has, puzzles that need it are made, each for two minutes at most; if there is
//! none, the present example stays. The first word on the command line is the number of puzzles
//! (4000 if absent); others are files with further puzzles, a line each. (The examples of the two
//! last techniques are of puzzles of `testdata/sudoku/ratings.txt`, rated 9.0 and more.)

use dlx3::sudoku::logic::{Example, Ladder, Marks, Regions, Technique};
use dlx3::sudoku::make::{Maker, Recipe};
use dlx3::sudoku::wished::{Wish, WishMaker};
use dlx3::sudoku::{Board, Grid, Puzzles};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The seed of all puzzles.
const SEED: u64 = 2026;
/// How long a puzzle that needs a technique is looked for.
const PATIENCE: Duration = Duration::from_secs(120);

/// The best example of each technique so far, and how hard it is to follow.
type Found = HashMap<Technique, ((usize, u32), String)>;

fn main() {
    let count: u64 = match std::env::args().nth(1).map(|word| word.parse()) {
        None => 4000,
        Some(Ok(count)) => count,
        Some(Err(error)) => {
            eprintln!("the number of puzzles: {error}");
            std::process::exit(2);
        }
    };
    let (mut ladder, mut found) = (Ladder::new(), Found::new());
    made(&mut ladder, Regions::None, count, &mut found);
    for file in std::env::args().skip(2) {
        let text = std::fs::read(&file).unwrap_or_else(|error| {
            eprintln!("{file}: {error}");
            std::process::exit(1);
        });
        let board = Board::from(Regions::None.geometry());
        for puzzle in Puzzles::new(&board.geometry, &text[..]) {
            let (_, grid) = puzzle.expect("a puzzle");
            look(&mut ladder, Regions::None, &grid, &mut found);
        }
    }
    // Boards with windows have what the usual one does not have.
    let mut others = Found::new();
    made(&mut ladder, Regions::Windows, count / 4, &mut others);
    for technique in Technique::ALL {
        if !found.contains_key(&technique) && !others.contains_key(&technique) {
            wish(&mut ladder, technique, &mut found);
        }
    }
    for technique in Technique::ALL {
        match found.get(&technique).or(others.get(&technique)) {
            Some((_, line)) => println!("{line}"),
            None => println!("{}", technique.example().line(technique)),
        }
    }
}

/// Looks at made puzzles of a board.
fn made(ladder: &mut Ladder, regions: Regions, count: u64, found: &mut Found) {
    let board = Board::from(regions.geometry());
    let recipe = Recipe {
        minimal: true,
        ..Recipe::default()
    };
    let maker = Maker::new(&board, recipe);
    for number in 0..count {
        let made = maker.make(SEED, number).expect("there are puzzles");
        look(ladder, regions, &made.puzzle, found);
    }
}

/// Makes a puzzle that needs a technique.
fn wish(ladder: &mut Ladder, technique: Technique, found: &mut Found) {
    let board = Board::from(Regions::None.geometry());
    let wish = Wish {
        technique: Some(technique),
        ..Wish::default()
    };
    let maker = WishMaker::new(&board, Recipe::default(), wish);
    let begin = Instant::now();
    let late = || begin.elapsed() > PATIENCE;
    match maker.make_until(ladder, (SEED, 0), &late) {
        Ok(made) => look(ladder, Regions::None, &made.puzzle, found),
        Err(fault) => eprintln!("{technique}: {fault}"),
    }
}

/// Takes the steps of a puzzle as examples, if they are better than those before.
fn look(ladder: &mut Ladder, regions: Regions, puzzle: &Grid, found: &mut Found) {
    let clues: [u8; 81] = puzzle.cells().try_into().expect("81 cells");
    let mut marks = Marks::on(regions, &clues);
    while let Some(step) = ladder.next(&marks) {
        let links = step.reason.chains.iter().flatten().count();
        let digits: [u8; 81] = std::array::from_fn(|cell| marks.placed(cell));
        let all = Marks::on(regions, &digits);
        let gone = std::array::from_fn(|cell| all.digits(cell) & !marks.digits(cell));
        let count: u32 = gone.iter().map(|set: &u16| set.count_ones()).sum();
        let hard = (links, count);
        let best = found.get(&step.technique);
        if best.is_none_or(|best| hard < best.0) {
            let example = Example {
                regions,
                digits,
                gone,
            };
            found.insert(step.technique, (hard, example.line(step.technique)));
        }
        step.apply(&mut marks);
        if marks.is_full() {
            return;
        }
    }
}
