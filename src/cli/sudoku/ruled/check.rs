//! `sudoku check` for Sudokus with rules.

use super::solve::{Question, none, remarks, several};
use super::{Ruled, line};
use crate::answers::Stopped;
use crate::cli::arguments::deadline::time_is_up;
use crate::cli::sudoku::bulk;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::rules::Variant;
use crate::sudoku::rules::make::{self, NotMade};
use crate::sudoku::rules::solve::Rules;
use crate::text::plural::counted;

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
    let mut status = exit::DONE;
    let mut done = 0u64;
    let mut left = all.into_iter();
    bulk::in_order(
        question.threads,
        || Ok(left.next()),
        |ruled: Ruled| (remarks(&ruled), check(&ruled, told, question)),
        |(remarks, answer)| {
            remarks.into_iter().for_each(|line| process.say(line));
            let (text, own) = answer.map_err(|_| {
                let known = format!(", with {} checked", counted(done, "puzzle"));
                time_is_up(&known)
            })?;
            done += 1;
            status = status.max(own);
            process.out().put(text.as_bytes());
            process.check()
        },
    )?;
    Ok(status)
}

fn check(ruled: &Ruled, told: Told, question: Question) -> Result<(String, u8), Stopped> {
    let Ok(variant) = &ruled.variant else {
        return Ok(("bad puzzle\n".to_owned(), exit::BAD_INPUT));
    };
    let rules = match Rules::new(variant) {
        Ok(rules) => rules,
        Err(fault) => return Ok((format!("bad puzzle: {fault}\n"), exit::BAD_INPUT)),
    };
    let stop = || question.deadline.is_over();
    let solutions = rules.solutions(2, &stop)?;
    let text = match &solutions[..] {
        [] => return Ok((none(&rules), exit::FAILURE)),
        [_] if told == Told::Count => "1 solution\n".to_owned(),
        [_] => match make::redundant(variant, &stop) {
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
    let mut parts = Vec::new();
    if !found.cells.is_empty() {
        parts.push(variant.names(&found.cells));
    }
    for &rule in &found.rules {
        let rule = &variant.rules[rule];
        let mut part = rule.kind.name.to_owned();
        for number in &rule.numbers {
            part += &format!(" {number}");
        }
        let cells = rule.cells();
        if !cells.is_empty() {
            part += &format!(" {}", variant.names(&cells));
        }
        parts.push(part);
    }
    match parts.is_empty() {
        true => "1 solution, nothing is redundant\n".to_owned(),
        false => format!("1 solution, redundant: {}\n", parts.join(", ")),
    }
}
