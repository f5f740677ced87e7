//! `show-sudoku --hint --svg`: a step of a puzzle as a picture.

use super::stream::PuzzleStream;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::Alphabet;
use crate::sudoku::forms::Played;
use crate::sudoku::given::{mistakes, played_of, position, solutions_of};
use crate::sudoku::hint_picture::svg;
use crate::sudoku::logic::{Explanation, Ladder, Marks, Regions, Technique};
use std::path::{Path, PathBuf};

/// The file of the one puzzle, its board, and its digits if they are given.
pub struct Puzzle<'p> {
    pub file: Option<&'p Path>,
    pub regions: Regions,
    pub digits: Option<Alphabet>,
}

/// Draws the next step of the one puzzle of a file, or the first step of a technique on the way to
/// the solution.
///
/// # Errors
/// If there is not exactly one puzzle with one solution, something in it is wrong, or there is no
/// such step.
pub fn run(
    puzzle: &Puzzle<'_>,
    technique: Option<Technique>,
    process: &mut Process,
) -> Result<u8, Failure> {
    let regions = puzzle.regions;
    let played = puzzle.read()?;
    let fault = |reason: &str| puzzle.fault(reason);
    match &solutions_of(regions, &played)[..] {
        [] => return Err(fault("0 solutions")),
        [solution] => {
            let (digits, marks) = position(regions, &played).mistakes(solution);
            if !digits.is_empty() || !marks.is_empty() {
                let names = mistakes(&digits, &marks);
                return Err(fault(&format!("wrong: {names}")));
            }
        }
        _ => return Err(fault("2 or more solutions")),
    }
    let mut marks = Marks::with_sets_on(regions, &played.digits, &played.marks);
    let mut ladder = Ladder::new();
    while let Some(step) = ladder.next(&marks) {
        if technique.is_none_or(|technique| technique == step.technique) {
            let explanation = Explanation::new(&step, &marks);
            let picture = svg(&explanation, &marks, &played.clues);
            process.out().put(picture.as_bytes());
            return Ok(exit::DONE);
        }
        step.apply(&mut marks);
    }
    Err(fault(match technique {
        _ if marks.is_full() && technique.is_none() => "the puzzle is solved",
        Some(_) => "no step on the way to the solution is of that technique",
        None => "no technique finds a step",
    }))
}

impl Puzzle<'_> {
    fn read(&self) -> Result<Played, Failure> {
        let geometry = self.regions.geometry();
        let files: Vec<PathBuf> = self.file.into_iter().map(Path::to_path_buf).collect();
        let mut stream = PuzzleStream::new(&geometry, &files, self.digits);
        let first = stream.next_given()?;
        let first = first.ok_or_else(|| self.fault("there is no puzzle"))?;
        let played = first.and_then(played_of).map_err(Failure::new)?;
        match stream.next_given()? {
            None => Ok(played),
            Some(_) => Err(self.fault("there is a second puzzle, and only one is drawn")),
        }
    }

    fn fault(&self, reason: &str) -> Failure {
        Failure::new(reason).in_file(self.file)
    }
}
