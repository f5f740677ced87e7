//! What the package for JavaScript asks: answers as JSON. Options are numbers, from 0, in the order
//! of the text; solutions come a few at a time, from a search that waits between two calls.
//!
//! The fields of a question are its text, the bytes that states may take (or nothing), and what the
//! question itself takes.

use crate::answers::MEMORY;
use crate::json::{list, object, optional, quoted};
use crate::out::{Out, say};
use crate::problem::read;
use crate::sudoku::{board, grid};
use crate::{Ended, Failure, Fields};
use dlx3::answers::Stopped;
use dlx3::answers::best::NotCheapest;
use dlx3::format::{Costs, OptionId, Problem};
use dlx3::search::Solutions;
use dlx3::sudoku::Solver;
use dlx3::sudoku::make::Level;
use dlx3::{Answers, Solve};
use std::cell::RefCell;
use std::collections::BTreeMap;

self_cell::self_cell!(
    /// A search and the problem that it is in.
    struct Listing {
        owner: Problem,
        #[not_covariant]
        dependent: Solutions,
    }
);

/// Searches that wait, by their numbers.
#[derive(Default)]
struct Listings {
    open: BTreeMap<u32, Listing>,
    last: u32,
}

thread_local! {
    static LISTINGS: RefCell<Listings> = RefCell::default();
}

/// A verb, and who answers it.
type Verb = (&'static str, fn(&Fields) -> Ended);

const VERBS: [Verb; 9] = [
    ("ask-count", count),
    ("ask-find", find),
    ("ask-best", best),
    ("ask-sample", sample),
    ("list-open", open),
    ("list-next", next),
    ("list-close", close),
    ("sudoku-level", level),
    ("sudoku-minimal", minimal),
];

/// Who answers this verb, if it is one of these.
pub fn answering(verb: &str) -> Option<fn(&Fields) -> Ended> {
    let found = VERBS.iter().find(|(name, _)| *name == verb);
    found.map(|&(_, answer)| answer)
}

fn numbers(options: impl IntoIterator<Item = OptionId>) -> String {
    list(options.into_iter().map(|option| option.index()))
}

/// Why there is no answer.
fn name(why: Stopped) -> String {
    quoted(match why {
        Stopped::Limit => "limit",
        Stopped::Memory => "memory",
    })
}

fn memory(fields: &Fields) -> Result<usize, Failure> {
    fields.number(1, MEMORY)
}

/// `ask-count TEXT MEMORY`: the number of solutions, or a number that there are at least.
fn count(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let values = match problem.ask().memory(memory(fields)?).count() {
        Ok(number) => object! { count: quoted(number.to_string()) },
        Err(it) => {
            object! { stopped: name(it.why), atLeast: quoted(it.at_least.to_string()) }
        }
    };
    say(Out::Values, values);
    Ok(0)
}

/// `ask-find TEXT MEMORY`: a solution; null if there is none.
fn find(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let values = match problem.ask().memory(memory(fields)?).find() {
        Ok(found) => object! { solution: optional(found.map(numbers)) },
        Err(why) => object! { stopped: name(why) },
    };
    say(Out::Values, values);
    Ok(0)
}

/// `ask-best TEXT MEMORY K`: the K cheapest solutions with their costs; or those that were found,
/// and what each solution costs at least.
fn best(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let free = Costs::default();
    let costs = problem.costs().unwrap_or(&free);
    let priced = |solutions: Vec<(i128, Vec<OptionId>)>| {
        list(solutions.into_iter().map(|(cost, options)| {
            let amount = quoted(costs.amount(cost).to_string());
            list([amount, numbers(options)])
        }))
    };
    let most = fields.number(2, 1usize)?;
    let values = match problem.ask().memory(memory(fields)?).best(most) {
        Ok(solutions) => object! { solutions: priced(solutions) },
        Err(NotCheapest::TooDear(fault)) => return Err(Failure::new(fault)),
        Err(NotCheapest::Unfinished(it)) => object! {
            stopped: name(it.why),
            bound: quoted(costs.amount(it.bound).to_string()),
            solutions: priced(it.solutions),
        },
    };
    say(Out::Values, values);
    Ok(0)
}

/// `ask-sample TEXT MEMORY N SEED`: solutions drawn at random, none if there are none, and of how
/// many.
fn sample(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let (size, seed) = (fields.number(2, 1u64)?, fields.number(3, 0u64)?);
    let values = match problem.ask().memory(memory(fields)?).family() {
        Ok(family) => {
            let drawn = family.sample(size, seed).into_iter();
            object! {
                of: quoted(family.number().to_string()),
                solutions: list(drawn.map(|(_, options)| numbers(options))),
            }
        }
        Err(why) => object! { stopped: name(why) },
    };
    say(Out::Values, values);
    Ok(0)
}

/// `list-open TEXT`: begins a search for all solutions, and says its number.
fn open(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let listing = Listing::new(problem, |problem| problem.solutions());
    let number = LISTINGS.with_borrow_mut(|listings| {
        listings.last += 1;
        listings.open.insert(listings.last, listing);
        listings.last
    });
    say(Out::Values, number.to_string());
    Ok(0)
}

/// `list-next NUMBER MOST`: the next solutions of a search, a line each as soon as it is found;
/// fewer than asked for, if there are no more. Then the search is over.
fn next(fields: &Fields) -> Ended {
    let (number, most) = (fields.number(0, 0u32)?, fields.number(1, 1usize)?);
    let waiting = LISTINGS.with_borrow_mut(|listings| listings.open.remove(&number));
    let Some(mut listing) = waiting else {
        return Err(Failure::new(format_args!("there is no search {number}")));
    };
    let mut found = 0;
    listing.with_dependent_mut(|_, solutions| {
        for mut solution in solutions.take(most) {
            solution.options.sort_unstable();
            say(Out::Values, numbers(solution.options) + "\n");
            found += 1;
        }
    });
    if found == most {
        LISTINGS.with_borrow_mut(|listings| listings.open.insert(number, listing));
    }
    Ok(0)
}

/// `list-close NUMBER`: forgets a search, if it is not over.
fn close(fields: &Fields) -> Ended {
    let number = fields.number(0, 0u32)?;
    LISTINGS.with_borrow_mut(|listings| listings.open.remove(&number));
    Ok(0)
}

/// `sudoku-level NAME`: the least and greatest rating of a level, in tenths.
fn level(fields: &Fields) -> Ended {
    let names = ["easy", "medium", "hard", "evil"];
    let text = fields.text(0)?;
    let Some(place) = names.iter().position(|&name| name == text) else {
        let told = format!("`{text}' is no difficulty: {} are", names.join(", "));
        return Err(Failure::new(told));
    };
    let (least, most) = Level::ALL[place].rating();
    say(Out::Values, list([least, most]));
    Ok(0)
}

/// `sudoku-minimal BOARD GRID`: whether a puzzle with one solution has several when any clue goes.
fn minimal(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let grid = grid(&board, fields.bytes(4))?;
    let is_minimal = Solver::new(&board).is_minimal(&grid);
    say(Out::Values, is_minimal.to_string());
    Ok(0)
}
