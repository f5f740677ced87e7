//! Sudokus with rules in other forms: texts, links, and the exact cover.

use super::{Ruled, remarks};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::links::{self, LinkFault};
use crate::sudoku::rules::Variant;
use crate::sudoku::rules::solve::Rules;
use crate::sudoku::variant_picture;

/// A form to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The JSON of f-puzzles.
    Fpuzzles,
    /// The text of Interactive Sudoku Solver.
    Iss,
    /// A link to f-puzzles or, if that lacks a rule, to Interactive Sudoku Solver.
    Link,
    /// A picture.
    Svg,
}

/// The Sudoku in a form.
///
/// # Errors
/// If the form lacks a rule.
pub fn text(variant: &Variant, form: Form) -> Result<String, LinkFault> {
    match form {
        Form::Fpuzzles => links::fpuzzles::write(variant),
        Form::Iss => links::iss::write(variant),
        Form::Svg => Ok(variant_picture::svg(variant, None).trim_end().to_owned()),
        Form::Link => links::link(variant),
    }
}

/// Writes all of them, one a line.
///
/// # Errors
/// If output fails.
pub fn convert(all: Vec<Ruled>, form: Form, process: &mut Process) -> Result<u8, Failure> {
    let mut status = exit::DONE;
    if form == Form::Svg && all.len() > 1 {
        return Err(Failure::new(
            "a picture has one puzzle, and here are several",
        ));
    }
    for (number, ruled) in all.iter().enumerate() {
        remarks(ruled)
            .into_iter()
            .for_each(|line| process.say(line));
        let Ok(variant) = &ruled.variant else {
            status = status.max(ruled.if_bad);
            continue;
        };
        match text(variant, form) {
            Ok(text) => {
                // A text of rules goes on to the next blank line.
                if form == Form::Iss && number > 0 {
                    process.out().put(b"\n");
                }
                process.out().put(text.as_bytes());
                process.out().put(b"\n");
            }
            Err(fault) => {
                process.say(format_args!("{}{fault}", ruled.place));
                status = status.max(exit::FAILURE);
            }
        }
        process.check()?;
    }
    Ok(status)
}

/// Writes the exact cover of the one Sudoku.
///
/// # Errors
/// If there are several, or it is none, or output fails.
pub fn cover(all: Vec<Ruled>, process: &mut Process) -> Result<u8, Failure> {
    let [ruled] = &all[..] else {
        return Err(Failure::new(
            "there is a second puzzle; there must be one only",
        ));
    };
    if ruled.variant.is_ok() {
        remarks(ruled)
            .into_iter()
            .for_each(|line| process.say(line));
    }
    let bad = |why: String| {
        Failure::new(format_args!("{}{why}", ruled.place)).with_status(exit::BAD_INPUT)
    };
    let variant = ruled
        .variant
        .as_ref()
        .map_err(|fault| bad(fault.to_string()))?;
    let rules = Rules::new(variant).map_err(|fault| bad(fault.to_string()))?;
    let cover = rules.cover().map_err(Failure::new)?;
    let Some(cover) = cover else {
        return Err(Failure::new(super::solve::none(&rules).trim_end()));
    };
    if let Ok(text) = links::iss::write(variant) {
        // So that the problem tells what it is.
        process.out().put(format!("|rules {text}\n").as_bytes());
    }
    process.write_with(|writer| cover.problem.write(writer))?;
    Ok(exit::DONE)
}
