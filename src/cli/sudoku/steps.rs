//! Steps of a solution as lines of text, for `sudoku solve --path` and `sudoku hint`.

use crate::cli::{Failure, exit};
use crate::sudoku::forms::Played;
use crate::sudoku::logic::{Candidate, Explanation, Ladder, Position};
use crate::sudoku::{Geometry, Given, Grid};
use std::sync::Mutex;

/// What finds steps, for several threads: each keeps memory for its searches.
#[derive(Default)]
pub struct Ladders(Mutex<Vec<Ladder>>);

impl Ladders {
    /// Works with one that no other thread uses.
    pub fn with<T>(&self, work: impl FnOnce(&mut Ladder) -> T) -> T {
        let idle = || self.0.lock().ok();
        let mut ladder = idle().and_then(|mut idle| idle.pop()).unwrap_or_default();
        let result = work(&mut ladder);
        if let Some(mut idle) = idle() {
            idle.push(ladder);
        }
        result
    }
}

/// Refuses boards whose puzzles techniques do not know.
///
/// # Errors
/// With the option that needs another board.
pub fn needs_plain_nine(geometry: &Geometry, what: &str) -> Result<(), Failure> {
    if geometry.is_plain_nine() {
        return Ok(());
    }
    let reason = format_args!("{what} rates only 9x9 puzzles with square boxes and nothing else");
    Err(Failure::new(reason).with_status(exit::BAD_USAGE))
}

/// The digits of a 9x9 grid.
///
/// # Errors
/// If the digits have other names than those in the sentences.
pub fn digits_of(grid: &Grid) -> Result<[u8; 81], String> {
    if !grid.alphabet().is_usual() {
        return Err(format!(
            "steps are told with the digits 1 to 9, and these are {}",
            grid.alphabet()
        ));
    }
    let cells = grid.cells().try_into();
    cells.map_err(|_| "steps are told of 9x9 grids only".to_owned())
}

/// A puzzle of the 9x9 board with what was done in it.
///
/// # Errors
/// If the digits have other names than those in the sentences.
pub fn played_of(given: Given) -> Result<Played, String> {
    match given {
        Given::Plain(grid) => digits_of(&grid).map(Played::new),
        Given::Played(played) => Ok(*played),
    }
}

/// A puzzle as techniques see it.
pub fn position(played: &Played) -> Position<'_> {
    Position {
        clues: &played.clues,
        digits: &played.digits,
        marks: Some(&played.marks),
    }
}

/// The solutions of a puzzle, up to two: those of its clues, or, if its candidates are part of it,
/// those within them.
pub fn solutions_of(played: &Played) -> Vec<[u8; 81]> {
    match played.is_of_candidates() {
        true => played.solutions(2),
        false => Played::new(played.clues).solutions(2),
    }
}

/// The names of cells that were filled wrongly, or whose candidates lack the digit of the solution.
pub fn mistakes(digits: &[u8], marks: &[Candidate]) -> String {
    let cells = digits
        .iter()
        .copied()
        .chain(marks.iter().map(|mark| mark.cell));
    let names: Vec<String> = cells
        .map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1))
        .collect();
    names.join(" ")
}

/// A rating.
pub fn rating(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A step: rating, technique, effect and sentence, separated by tabs; then its chains, a line each.
pub fn put_step(step: &Explanation, text: &mut String) {
    let columns = [
        &rating(step.tenths),
        step.technique.name(),
        &step.effect,
        &step.sentence,
    ];
    *text += &columns.join("\t");
    *text += "\n";
    for line in &step.lines {
        *text += "\t\t\t";
        *text += line;
        *text += "\n";
    }
}
