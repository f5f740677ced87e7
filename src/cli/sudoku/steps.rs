//! Steps of a solution as lines of text, for `sudoku solve --path` and `sudoku hint`.

use crate::cli::{Failure, exit};
use crate::sudoku::Geometry;
use crate::sudoku::logic::{Explanation, Ladder, Regions, told_inference};
use std::sync::Mutex;

/// Ladders for several threads. Each keeps memory for its searches.
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

/// The houses of a board beside boxes, rows and columns.
///
/// # Errors
/// With the option that needs another board, if techniques do not know this one.
pub fn regions(geometry: &Geometry, what: &str) -> Result<Regions, Failure> {
    Regions::of(geometry).ok_or_else(|| {
        let reason = format_args!(
            "{what} knows only 9x9 puzzles with square boxes, alone or with --diagonal or --hyper"
        );
        Failure::new(reason).with_status(exit::BAD_USAGE)
    })
}

/// A step: rating, technique, effect and sentence, separated by tabs; then its chains, a line each.
pub fn put_step(step: &Explanation, text: &mut String) {
    put_line(step, text);
    for line in &step.lines {
        *text += "\t\t\t";
        *text += line;
        *text += "\n";
    }
}

/// The same with a line for each link of its chains, and why it holds.
pub fn put_reasons(step: &Explanation, text: &mut String) {
    put_line(step, text);
    for one in step.inferences.iter().flatten() {
        let lines = one.within.iter().map(|line| format!("  {line}"));
        for line in std::iter::once(told_inference(one)).chain(lines) {
            *text += "\t\t\t";
            *text += &line;
            *text += "\n";
        }
    }
}

fn put_line(step: &Explanation, text: &mut String) {
    let columns = [
        &step.rating(),
        step.technique.name(),
        &step.effect,
        &step.sentence,
    ];
    *text += &columns.join("\t");
    *text += "\n";
}
