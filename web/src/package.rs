//! What the package for JavaScript asks: answers as JSON. Options are numbers, from 0, in the order
//! of the text; solutions come a few at a time, from a search that waits between two calls.
//!
//! The fields of a question are its text, the bytes that states may take (or nothing), the
//! question's own, and PROGRESS: with `1`, the library tells how far it has come.

use crate::answers::MEMORY;
use crate::json::{list, object, optional, quoted};
use crate::out::{Out, say};
use crate::problem::read;
use crate::sudoku::{board, grid};
use crate::{Ended, Failure, Fields};
use dlx3::answers::best::{Cheapest, NotCheapest, Standing, cheapest, cheapest_improving};
use dlx3::answers::count;
use dlx3::answers::family::Family;
use dlx3::answers::find;
use dlx3::answers::{Limits, Sight, Stopped, View};
use dlx3::format::{CostFault, Costs, OptionId, Problem};
use dlx3::search::{Engine, Observer, Outcome, Search, Solution, State};
use dlx3::sudoku::Solver;
use dlx3::sudoku::make::Level;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

self_cell::self_cell!(
    /// A search and the problem that it is in.
    struct Listing {
        owner: Problem,
        #[not_covariant]
        dependent: Search,
    }
);

/// How many bytes of solutions are said at a time, unless they are rare.
const CHUNK: usize = 1 << 14;

/// Solutions are rare if fewer bytes than [`CHUNK`] come in this many mems: 5 to 20 ms.
const RARE: u64 = 1 << 22;

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

/// Tells how far an answer has come.
struct Told;

impl View for Told {
    fn is_due(&mut self) -> bool {
        true
    }

    fn show(&mut self, sight: &Sight) {
        tell(sight, None);
    }
}

/// Says how far an answer has come; of a search for the cheapest solution also its cost and the
/// bound so far.
fn tell(sight: &Sight, standing: Option<(String, String)>) {
    // Parts of an answer that have no states of their own show nothing.
    if *sight == Sight::default() && standing.is_none() {
        return;
    }
    let layer = sight.front.map(|front| list([front.layer, front.layers]));
    let (best, bound) = standing.unzip();
    let values = object! {
        states: sight.states,
        bytes: sight.bytes,
        walked: optional(sight.walked.filter(|share| share.is_finite())),
        layer: optional(layer),
        best: optional(best),
        bound: optional(bound),
    };
    say(Out::Progress, values);
}

/// The limits of a question, and its progress if the field in this place wants it.
fn limits<'l>(
    fields: &Fields,
    progress: usize,
    view: &'l mut dyn View,
) -> Result<Limits<'l>, Failure> {
    Ok(Limits {
        view: fields.is(progress).then_some(view),
        ..Limits::new(fields.number(1, MEMORY)?)
    })
}

/// `ask-count TEXT MEMORY PROGRESS`: the number of solutions, or a number that there are at least.
fn count(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let view = &mut Told;
    let values = match count::count(&problem, &mut limits(fields, 2, view)?) {
        Ok(counted) => object! { count: quoted(counted.number.to_string()) },
        Err(it) => {
            object! { stopped: name(it.why), atLeast: quoted(it.at_least.to_string()) }
        }
    };
    say(Out::Values, values);
    Ok(0)
}

/// `ask-find TEXT MEMORY PROGRESS`: a solution; null if there is none.
fn find(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let view = &mut Told;
    let values = match find::find(&problem, &mut limits(fields, 2, view)?) {
        Ok(found) => object! { solution: optional(found.solution.map(numbers)) },
        Err(why) => object! { stopped: name(why) },
    };
    say(Out::Values, values);
    Ok(0)
}

/// The costs of a question: a decimal number for each option, with blanks between them; or those
/// of the problem if there are none.
fn costs<'p>(problem: &'p Problem, given: &str) -> Result<Cow<'p, Costs>, Failure> {
    let options = problem.option_count();
    if given.is_empty() {
        return match problem.costs() {
            Some(costs) => Ok(Cow::Borrowed(costs)),
            None if options == 0 => Ok(Cow::Owned(Costs::default())),
            None => Err(Failure::new(NO_COSTS)),
        };
    }
    let texts: Vec<&str> = given.split_ascii_whitespace().collect();
    if texts.len() != options {
        let told = format!("costs: {} of them for {options} options", texts.len());
        return Err(Failure::new(told));
    }
    let costs = Costs::parse(&texts).map_err(|fault| {
        let (at, is) = match fault {
            CostFault::NotNumber(at) => (at, "no decimal number"),
            CostFault::TooLarge(at) => (at, "too large"),
        };
        Failure::new(format_args!("costs: {} of option {at} is {is}", texts[at]))
    })?;
    Ok(Cow::Owned(costs))
}

const NO_COSTS: &str = "the problem has no costs: give them as `costs`, one for each option";

/// `ask-best TEXT MEMORY K PROGRESS COSTS`: the K cheapest solutions with their costs; or those
/// that were found, and what each solution costs at least.
fn best(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let costs = costs(&problem, fields.text(4)?)?;
    let most = fields.number(2, 1usize)?;
    let priced = |solutions: Vec<(i128, Vec<OptionId>)>| {
        list(solutions.into_iter().map(|(cost, options)| {
            let amount = quoted(costs.amount(cost).to_string());
            list([amount, numbers(options)])
        }))
    };
    let values = match cheapest_of(&problem, &costs, most, fields)? {
        Ok(cheapest) => object! { solutions: priced(cheapest.solutions) },
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

/// Keeps how far a search has come.
struct Latest<'s>(&'s RefCell<Sight>);

impl View for Latest<'_> {
    fn is_due(&mut self) -> bool {
        true
    }

    fn show(&mut self, sight: &Sight) {
        self.0.replace(sight.clone());
    }
}

fn cheapest_of(
    problem: &Problem,
    costs: &Costs,
    most: usize,
    fields: &Fields,
) -> Result<Result<Cheapest, NotCheapest>, Failure> {
    const PROGRESS: usize = 3;
    let sight = RefCell::new(Sight::default());
    let view = &mut Latest(&sight);
    let mut limits = limits(fields, PROGRESS, view)?;
    if !fields.is(PROGRESS) {
        return Ok(cheapest(problem, costs.values(), most, &mut limits));
    }
    let amount = |cost| quoted(costs.amount(cost).to_string());
    let mut watch = |standing: Standing, _: &dyn Fn() -> Option<_>| {
        let best = optional(standing.best.map(amount));
        tell(&sight.borrow(), Some((best, amount(standing.bound))));
        false
    };
    Ok(cheapest_improving(
        problem,
        costs.values(),
        most,
        &mut limits,
        &mut watch,
    ))
}

/// `ask-sample TEXT MEMORY N SEED PROGRESS`: solutions drawn at random, none if there are none, and
/// of how many.
fn sample(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let (size, seed) = (fields.number(2, 1u64)?, fields.number(3, 0u64)?);
    let view = &mut Told;
    let values = match Family::new(&problem, &mut limits(fields, 4, view)?) {
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
    let listing = Listing::new(problem, |problem| Search::new(problem, Engine::Auto));
    let number = LISTINGS.with_borrow_mut(|listings| {
        listings.last += 1;
        listings.open.insert(listings.last, listing);
        listings.last
    });
    say(Out::Values, number.to_string());
    Ok(0)
}

/// Appends a number in decimal digits: a solution of a large grid has hundreds, and formatting is
/// slow.
fn put_number(text: &mut Vec<u8>, mut number: u32) {
    let begin = text.len();
    loop {
        text.push(b'0' + (number % 10) as u8);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text[begin..].reverse();
}

/// Writes solutions, a line each, and breaks once it has as many as it wants.
struct Lines {
    /// How many more solutions it wants.
    left: usize,
    /// The options of a solution, which are sorted here.
    sorted: Vec<OptionId>,
    /// Lines that have not been said.
    text: Vec<u8>,
}

impl Lines {
    fn flush(&mut self) {
        if !self.text.is_empty() {
            say(Out::Values, &self.text);
            self.text.clear();
        }
    }
}

impl Observer for Lines {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.sorted.clear();
        self.sorted.extend_from_slice(&solution.options);
        self.sorted.sort_unstable();
        let mut before = b'[';
        for option in &self.sorted {
            self.text.push(before);
            put_number(&mut self.text, option.0);
            before = b',';
        }
        if self.sorted.is_empty() {
            self.text.push(b'[');
        }
        self.text.extend_from_slice(b"]\n");
        if self.text.len() >= CHUNK {
            self.flush();
        }
        self.left -= 1;
        match self.left {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn progress_every(&self) -> u64 {
        RARE
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        self.flush();
        ControlFlow::Continue(())
    }
}

/// `list-next NUMBER MOST`: the next solutions of a search, a line each, said soon after they are
/// found; fewer than asked for, if there are no more. Then the search is over.
fn next(fields: &Fields) -> Ended {
    let (number, most) = (fields.number(0, 0u32)?, fields.number(1, 1usize)?);
    let waiting = LISTINGS.with_borrow_mut(|listings| listings.open.remove(&number));
    let Some(mut listing) = waiting else {
        return Err(Failure::new(format_args!("there is no search {number}")));
    };
    let mut lines = Lines {
        left: most.max(1),
        sorted: Vec::new(),
        text: Vec::with_capacity(CHUNK),
    };
    let outcome = listing.with_dependent_mut(|_, search| search.run(&mut lines));
    lines.flush();
    if outcome == Outcome::Paused {
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
