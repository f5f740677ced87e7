//! `sudoku check` for Sudokus with rules.

use super::solve::{Question, none, several};
use super::{Answer, Ruled, answer_all};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::rules::Variant;
use crate::sudoku::rules::make::{self, NotMade};
use crate::sudoku::rules::words::{self, line};

/// What is told of a Sudoku with one solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// That it has one.
    Count,
    /// Whether each clue is needed.
    Minimal,
    /// Which clues and rules can go.
    Redundant,
}

/// Checks them, in order.
///
/// # Errors
/// If time is up, or output fails.
pub fn run(
    all: Vec<Ruled>,
    told: Told,
    question: Question,
    process: &mut Process,
) -> Result<u8, Failure> {
    answer_all(all, question.threads, "checked", process, |ruled| {
        check(ruled, told, question)
    })
}

fn check(ruled: &Ruled, told: Told, question: Question) -> Answer {
    let rules = match ruled.rules() {
        Ok(rules) => rules,
        Err(bad) => return Ok(bad),
    };
    let variant = rules.variant();
    let stop = || question.deadline.is_over();
    let solutions = rules.solutions(2, &stop)?;
    let text = match &solutions[..] {
        [] => return Ok((none(&rules), exit::FAILURE)),
        [_] if told == Told::Count => "1 solution\n".to_owned(),
        [_] => match make::redundant(variant, told == Told::Redundant, &stop) {
            Ok(found) if told == Told::Minimal => match found.cells.is_empty() {
                true => "1 solution, minimal\n".to_owned(),
                false => "1 solution, not minimal\n".to_owned(),
            },
            Ok(found) => listed(variant, &found),
            Err(NotMade::Stopped(why)) => return Err(why),
            Err(other) => format!("1 solution; {other}\n"),
        },
        _ if told == Told::Count => return Ok(("2 or more solutions\n".to_owned(), exit::FAILURE)),
        two => {
            let mut text = several(&rules, two, question)?;
            text.push(':');
            for solution in two {
                text.push(' ');
                text += &line(variant, solution);
            }
            text.push('\n');
            return Ok((text, exit::FAILURE));
        }
    };
    Ok((text, exit::DONE))
}

/// The clues and rules that can go.
fn listed(variant: &Variant, found: &make::Redundant) -> String {
    match &words::redundant(variant, found)[..] {
        "" => "1 solution, nothing is redundant\n".to_owned(),
        list => format!("1 solution, redundant: {list}\n"),
    }
}
