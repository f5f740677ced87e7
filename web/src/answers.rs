//! Answers on other trees than DLX3's: `count`, `find`, `sample`, `best`.

use crate::json::{list, object};
use crate::out::{Out, Writer, say};
use crate::problem::read;
use crate::{Ended, Failure, Fields};
use dlx3::Answers;
use dlx3::format::{Costs, OptionId, Problem};
use dlx3::report::{Form, Listing};
use std::fmt::Display;
use std::io::Write;

/// What states may take of memory, in bytes.
pub const MEMORY: usize = 1 << 29;

/// `count TEXT`: how many solutions there are.
pub fn count(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let counted = problem.ask().memory(MEMORY).count();
    let number = counted.map_err(|unfinished| {
        let least = unfinished.at_least;
        Failure::new(format_args!("{}; at least {least}", unfinished.why))
    })?;
    say(Out::Output, format!("{number}\n"));
    Ok(0)
}

/// `find TEXT MEMORY`: one solution, by whichever way has it first; nothing but a message if there is
/// none. States take at most these bytes, if a number is given.
pub fn find(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let memory = fields.number(1, MEMORY)?;
    let found = problem.ask().memory(memory).find();
    match found.map_err(Failure::new)? {
        Some(options) => print(&problem, &1, &options),
        None => say(Out::Messages, "There is no solution.\n"),
    }
    Ok(0)
}

/// `why TEXT`: items that cannot be covered together, if there is no solution: as text, with their
/// options; and, as values, the places of these items and options, and whether each item is needed.
pub fn why(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let found = problem.ask().memory(MEMORY).conflict();
    let Some(found) = found.map_err(Failure::new)? else {
        say(Out::Messages, "There is a solution.\n");
        return Ok(0);
    };
    say(Out::Output, found.text(&problem));
    let items = found.items.iter().map(|own| own.item.index());
    let options = found.options(&problem);
    let options = options.iter().map(|option| option.index());
    say(
        Out::Values,
        object! {
            items: list(items),
            options: list(options),
            minimal: found.is_minimal,
        },
    );
    Ok(0)
}

/// `sample TEXT N SEED`: solutions drawn at random.
pub fn sample(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let (size, seed) = (fields.number(1, 1u64)?, fields.number(2, 0u64)?);
    let family = problem.ask().memory(MEMORY).family();
    let family = family.map_err(Failure::new)?;
    let solutions = family.sample(size.min(1000), seed);
    if solutions.is_empty() {
        return Err(Failure::new("there are no solutions"));
    }
    for (number, options) in &solutions {
        print(&problem, &number.plus(&1.into()), options);
    }
    let number = family.number();
    say(Out::Messages, format!("Drawn from {number} solutions.\n"));
    Ok(0)
}

/// `best TEXT K`: the cheapest solutions.
pub fn best(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let most = fields.number(1, 1usize)?.clamp(1, 1000);
    let solutions = problem.ask().memory(MEMORY).best(most);
    let solutions = solutions.map_err(Failure::new)?;
    if solutions.is_empty() {
        return Err(Failure::new("there is no solution"));
    }
    let free = Costs::default();
    let costs = problem.costs().unwrap_or(&free);
    for (number, (cost, options)) in (1..).zip(&solutions) {
        print(&problem, &number, options);
        let amount = costs.amount(*cost);
        say(
            Out::Messages,
            format!("Solution {number} costs {amount}.\n"),
        );
    }
    Ok(0)
}

/// Prints a solution as the programs do.
fn print(problem: &Problem, number: &dyn Display, options: &[OptionId]) {
    let mut text = Vec::new();
    Listing::new(problem, Form::Text).print(number, options, &mut text);
    // Memory takes all.
    let _ = Writer::new(Out::Output).write_all(&text);
}
