//! `sudoku solve` for Sudokus with rules.

use super::{Answer, Ruled, answer_all};
use crate::answers::Stopped;
use crate::cli::arguments::deadline::Deadline;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::rules::Variant;
use crate::sudoku::rules::conflict;
use crate::sudoku::rules::solve::{Rules, Solution};
use crate::sudoku::rules::words::{self, line};
use crate::sudoku::variant_picture;

/// What is asked.
#[derive(Clone, Copy)]
pub struct Question {
    /// Print nothing but solutions, up to this number.
    pub solutions: Option<u64>,
    /// How many solutions are counted.
    pub most: u64,
    /// If there is no solution, tell which clues and rules contradict each other.
    pub why: bool,
    /// Solutions are drawn.
    pub pretty: bool,
    /// The number of threads.
    pub threads: usize,
    /// When to stop.
    pub deadline: Deadline,
}

/// Solves them, in order.
///
/// # Errors
/// If time is up, or output fails.
pub fn run(all: Vec<Ruled>, question: Question, process: &mut Process) -> Result<u8, Failure> {
    answer_all(all, question.threads, "solved", process, |ruled| {
        answer(ruled, question)
    })
}

fn answer(ruled: &Ruled, question: Question) -> Answer {
    let rules = match ruled.rules() {
        Ok(rules) => rules,
        Err(bad) => return Ok(bad),
    };
    let variant = rules.variant();
    let stop = || question.deadline.is_over();
    let most = question.solutions.unwrap_or(2);
    let solutions = rules.solutions(usize::try_from(most).unwrap_or(usize::MAX), &stop)?;
    let mut text = String::new();
    match &solutions[..] {
        [] if question.why => match conflict::why(&rules, &stop)? {
            Some(found) => {
                text += &format!("0 solutions: {}\n", words::conflict(variant, &found));
            }
            None => text += &none(&rules),
        },
        [] => text += &none(&rules),
        [solution] => put(variant, solution, question.pretty, &mut text),
        several if question.solutions.is_some() => {
            for solution in several {
                put(variant, solution, question.pretty, &mut text);
            }
        }
        two => {
            text += &several(&rules, two, question)?;
            match question.pretty {
                true => {
                    text += ":\n";
                    for solution in two {
                        put(variant, solution, true, &mut text);
                    }
                }
                false => {
                    text.push(':');
                    for solution in two {
                        text.push(' ');
                        text += &line(variant, solution);
                    }
                    text.push('\n');
                }
            }
        }
    }
    let status = if solutions.len() == 1 {
        exit::DONE
    } else {
        exit::FAILURE
    };
    Ok((text, status))
}

fn put(variant: &Variant, solution: &Solution, is_pretty: bool, text: &mut String) {
    match is_pretty {
        true => *text += &variant_picture::text(variant, Some(solution)),
        false => {
            *text += &line(variant, solution);
            text.push('\n');
        }
    }
}

/// That there is no solution, with the reason if it is plain.
pub fn none(rules: &Rules<'_>) -> String {
    match rules.contradiction() {
        None => "0 solutions\n".to_owned(),
        Some(why) => format!("0 solutions: {why}\n"),
    }
}

/// How many solutions there are, and where two of them differ.
pub fn several(rules: &Rules<'_>, two: &[Solution], question: Question) -> Result<String, Stopped> {
    let stop = || question.deadline.is_over();
    let most = usize::try_from(question.most).unwrap_or(usize::MAX);
    // As many as are found in time.
    let (count, is_all) = match rules.solutions(most, &stop) {
        Ok(found) => (found.len(), found.len() < most),
        Err(_) => (2, false),
    };
    let more = if is_all { "" } else { " or more" };
    let variant = rules.variant();
    let cells = 0..variant.sets.len();
    let differing = cells.filter(|&cell| two[0][cell] != two[1][cell]);
    let names: String = differing
        .map(|cell| format!(" {}", variant.name(cell as u16)))
        .collect();
    Ok(format!(
        "{count}{more} solutions, such as two that differ in{names}"
    ))
}
