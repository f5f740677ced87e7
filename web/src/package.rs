//! What the package for JavaScript asks: answers as JSON, and listed solutions as numbers.
//!
//! The fields of a question are PROBLEM, which is two of them; the bytes that states may take (or
//! nothing); PROGRESS: with `1`, the library tells how far it has come; END: when to end, in
//! milliseconds since 1970 (or nothing); then the question's own.
//! PROBLEM is a text and nothing, or nothing and numbers: see [`Asked::of_numbers`]. Options are
//! those of the text, or all that the numbers have, from 0.
//!
//! Solutions come a few at a time, from a search that waits between two calls.

use crate::answers::MEMORY;
use crate::json::{list, object, optional, quoted};
use crate::out::{Out, now, say};
use crate::problem::{BAD_INPUT, read};
use crate::sudoku::{board, grid};
use crate::{Ended, Failure, Fields};
use dlx3::answers::best::{Cheapest, NotCheapest, Standing, cheapest, cheapest_improving};
use dlx3::answers::conflict::conflict as conflict_of;
use dlx3::answers::count;
use dlx3::answers::dlx3::short;
use dlx3::answers::family::Family;
use dlx3::answers::find;
use dlx3::answers::{Latest, Limits, Sight, Stopped, View};
use dlx3::format::{Bounds, CostFault, Costs, ItemId, Numbered, OptionId, Problem};
use dlx3::search::{Engine, Links, Observer, Outcome, Search, Solution, State};
use dlx3::sudoku::Solver;
use dlx3::sudoku::make::Level;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A problem, and the caller's numbers of its options if these are others.
struct Asked {
    problem: Problem,
    rows: Option<Vec<u32>>,
    /// How many options the caller has.
    options: usize,
}

self_cell::self_cell!(
    /// A search and the problem that it is in.
    struct Listing {
        owner: Asked,
        #[not_covariant]
        dependent: Search,
    }
);

/// The field with the bytes that states may take.
const BYTES: usize = 2;
/// The field that says whether to tell how far it has come.
const PROGRESS: usize = 3;
/// The field with the moment at which to end.
const END: usize = 4;
/// The first of a question's own fields.
const OWN: usize = 5;

/// How many numbers of solutions are said at a time, unless solutions are rare.
const CHUNK: usize = 1 << 12;

/// The most solutions that are listed before a search waits.
const MOST: usize = 1 << 12;

/// How many mems are walked between two looks: 5 to 20 ms. A search that was given fewer waits then
/// without a solution, too, as more looks would keep bitmaps from sweeps.
const LONGEST: u64 = 1 << 22;

/// A search that waits.
struct Waiting {
    listing: Listing,
    /// How many of its next solutions have been said.
    known: usize,
}

/// Searches that wait, by their numbers.
#[derive(Default)]
struct Listings {
    open: BTreeMap<u32, Waiting>,
    last: u32,
}

thread_local! {
    static LISTINGS: RefCell<Listings> = RefCell::default();
}

/// A verb, and who answers it.
type Verb = (&'static str, fn(&Fields) -> Ended);

const VERBS: [Verb; 10] = [
    ("ask-count", count),
    ("ask-find", find),
    ("ask-best", best),
    ("ask-sample", sample),
    ("ask-conflict", conflict),
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

impl Asked {
    /// The problem of a question.
    fn new(fields: &Fields) -> Result<Self, Failure> {
        match fields.bytes(1) {
            b"" => {
                let problem = read(fields.bytes(0))?;
                let options = problem.option_count();
                Ok(Asked {
                    problem,
                    rows: None,
                    options,
                })
            }
            numbers => Asked::of_numbers(numbers),
        }
    }

    /// The problem of numbers, of 32 bits each, little endian: how many primary items, secondary
    /// items and options there are; `1` if there are bounds, and `1` if there are colors; the least
    /// and the greatest bound of each primary item; the length of each option; the item of each node;
    /// the color of each node, or 0. What is refused is said as values.
    fn of_numbers(bytes: &[u8]) -> Result<Self, Failure> {
        let (words, rest) = bytes.as_chunks::<4>();
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let cut = || Failure::new("the numbers of a problem end too soon");
        let mut next = || words.next().ok_or_else(cut);
        let [primary, secondary, options] = [next()?, next()?, next()?].map(|count| count as usize);
        let (is_bounded, is_colored) = (next()? == 1, next()? == 1);
        let taken = 2 * usize::from(is_bounded) * primary + options;
        let left = words.len().checked_sub(taken).filter(|_| rest.is_empty());
        let nodes = left.ok_or_else(cut)? / (1 + usize::from(is_colored));
        let mut bounds = vec![Bounds::ONE; primary];
        if is_bounded {
            for bounds in &mut bounds {
                let mut next = || words.next().unwrap_or_default();
                *bounds = Bounds {
                    lower: next(),
                    upper: next(),
                };
            }
        }
        let lengths: Vec<u32> = words.by_ref().take(options).collect();
        let items: Vec<u32> = words.by_ref().take(nodes).collect();
        let colors: Vec<u8> = words.map(|color| color as u8).collect();
        let numbered = Numbered {
            bounds: &bounds,
            secondary,
            lengths: &lengths,
            items: &items,
            colors: &colors,
        };
        let (problem, rows) = numbered.problem().map_err(|fault| {
            let values = object! {
                fault: quoted(fault.error.to_string()),
                option: optional(fault.option),
                item: optional(fault.item.map(ItemId::index)),
            };
            say(Out::Values, values);
            Failure::page(BAD_INPUT, "")
        })?;
        Ok(Asked {
            problem,
            rows,
            options,
        })
    }

    /// The caller's number of an option.
    fn row(&self, option: OptionId) -> u32 {
        match &self.rows {
            Some(rows) => rows[option.index()],
            None => option.0,
        }
    }

    /// The caller's numbers of options, as a list.
    fn numbers(&self, options: impl IntoIterator<Item = OptionId>) -> String {
        list(options.into_iter().map(|option| self.row(option)))
    }

    /// What the options cost: those of a question, a decimal number for each option of the caller
    /// with blanks between them; or those of the problem if there are none.
    fn costs(&self, given: &str) -> Result<Cow<'_, Costs>, Failure> {
        if given.is_empty() {
            return match self.problem.costs() {
                Some(costs) => Ok(Cow::Borrowed(costs)),
                None if self.options == 0 => Ok(Cow::Owned(Costs::default())),
                None => Err(Failure::new(NO_COSTS)),
            };
        }
        let texts: Vec<&str> = given.split_ascii_whitespace().collect();
        if texts.len() != self.options {
            let (costs, options) = (texts.len(), self.options);
            let told = format!("costs: {costs} of them for {options} options");
            return Err(Failure::new(told));
        }
        let costs = Costs::parse(&texts).map_err(|fault| {
            let (at, is) = match fault {
                CostFault::NotNumber(at) => (at, "no decimal number"),
                CostFault::TooLarge(at) => (at, "too large"),
            };
            Failure::new(format_args!("costs: {} of option {at} is {is}", texts[at]))
        })?;
        Ok(Cow::Owned(match &self.rows {
            Some(rows) => costs.some(rows.iter().copied().map(OptionId)),
            None => costs,
        }))
    }
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

/// The state of a search for the cheapest solution, as JSON: the least cost and the bound so far,
/// and the best solution with its cost.
struct Costing {
    best: String,
    bound: String,
    found: String,
}

/// Says how far an answer has come.
fn tell(sight: &Sight, costing: Option<Costing>) {
    // Parts of an answer that have no states of their own show nothing.
    if *sight == Sight::default() && costing.is_none() {
        return;
    }
    let layer = sight.front.map(|front| list([front.layer, front.layers]));
    let (layer, walked) = (
        optional(layer),
        optional(sight.walked.filter(|share| share.is_finite())),
    );
    let (states, bytes) = (sight.states, sight.bytes);
    let values = match costing {
        None => object! { states: states, bytes: bytes, walked: walked, layer: layer },
        Some(Costing { best, bound, found }) => object! {
            states: states,
            bytes: bytes,
            walked: walked,
            layer: layer,
            best: best,
            bound: bound,
            found: found,
        },
    };
    say(Out::Progress, values);
}

/// Whether a question must end now.
fn lateness(fields: &Fields) -> Result<impl FnMut() -> bool + use<>, Failure> {
    let end = fields.number(END, f64::INFINITY)?;
    Ok(move || end.is_finite() && now() >= end)
}

/// The limits of a question, and its progress if that is wanted.
fn limits<'l>(
    fields: &Fields,
    stop: &'l mut dyn FnMut() -> bool,
    view: &'l mut dyn View,
) -> Result<Limits<'l>, Failure> {
    Ok(Limits {
        stop,
        view: fields.is(PROGRESS).then_some(view),
        ..Limits::new(fields.number(BYTES, MEMORY)?)
    })
}

/// `ask-count PROBLEM MEMORY PROGRESS END`: the number of solutions, or a number that there are at
/// least.
fn count(fields: &Fields) -> Ended {
    let asked = Asked::new(fields)?;
    if let Some(number) = short::count(&asked.problem) {
        say(Out::Values, object! { count: quoted(number.to_string()) });
        return Ok(0);
    }
    let (stop, view) = (&mut lateness(fields)?, &mut Told);
    let values = match count::count(&asked.problem, &mut limits(fields, stop, view)?) {
        Ok(counted) => object! { count: quoted(counted.number.to_string()) },
        Err(it) => {
            object! { stopped: name(it.why), atLeast: quoted(it.at_least.to_string()) }
        }
    };
    say(Out::Values, values);
    Ok(0)
}

/// `ask-find PROBLEM MEMORY PROGRESS END`: a solution; null if there is none.
fn find(fields: &Fields) -> Ended {
    let asked = Asked::new(fields)?;
    if let Some(found) = short::find(&asked.problem) {
        let solution = found.map(|solution| asked.numbers(solution));
        say(Out::Values, object! { solution: optional(solution) });
        return Ok(0);
    }
    let (stop, view) = (&mut lateness(fields)?, &mut Told);
    let values = match find::find(&asked.problem, &mut limits(fields, stop, view)?) {
        Ok(found) => {
            let solution = found.solution.map(|solution| asked.numbers(solution));
            object! { solution: optional(solution) }
        }
        Err(why) => object! { stopped: name(why) },
    };
    say(Out::Values, values);
    Ok(0)
}

const NO_COSTS: &str = "the problem has no costs: give them as `costs`, one for each option";

/// `ask-best PROBLEM MEMORY PROGRESS END K COSTS`: the K cheapest solutions with their costs; or
/// those that were found, and what each solution costs at least.
fn best(fields: &Fields) -> Ended {
    let asked = Asked::new(fields)?;
    let costs = asked.costs(fields.text(OWN + 1)?)?;
    let most = fields.number(OWN, 1usize)?;
    let priced = |solutions: Vec<(i128, Vec<OptionId>)>| {
        list(solutions.into_iter().map(|(cost, options)| {
            let amount = quoted(costs.amount(cost).to_string());
            list([amount, asked.numbers(options)])
        }))
    };
    let values = match cheapest_of(&asked, &costs, most, fields)? {
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

fn cheapest_of(
    asked: &Asked,
    costs: &Costs,
    most: usize,
    fields: &Fields,
) -> Result<Result<Cheapest, NotCheapest>, Failure> {
    let problem = &asked.problem;
    let numbers = |options: Vec<OptionId>| asked.numbers(options);
    let sight = RefCell::new(Sight::default());
    let (stop, view) = (&mut lateness(fields)?, &mut Latest(&sight));
    let mut limits = limits(fields, stop, view)?;
    if !fields.is(PROGRESS) {
        return Ok(cheapest(problem, costs.values(), most, &mut limits));
    }
    let amount = |cost| quoted(costs.amount(cost).to_string());
    // The best solution is told each time, as only the last message may be heard.
    let mut known: Option<(i128, String)> = None;
    let mut watch = |standing: Standing, solution: &dyn Fn() -> Option<(i128, Vec<OptionId>)>| {
        let is_better = |&cost: &i128| known.as_ref().is_none_or(|&(least, _)| cost < least);
        if standing.best.as_ref().is_some_and(is_better)
            && let Some((cost, options)) = solution()
        {
            known = Some((cost, list([amount(cost), numbers(options)])));
        }
        let standing = Costing {
            best: optional(standing.best.map(amount)),
            bound: amount(standing.bound),
            found: optional(known.as_ref().map(|(_, found)| found)),
        };
        tell(&sight.borrow(), Some(standing));
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

/// `ask-sample PROBLEM MEMORY PROGRESS END N SEED`: solutions drawn at random, none if there are
/// none, and of how many.
fn sample(fields: &Fields) -> Ended {
    let asked = Asked::new(fields)?;
    let (size, seed) = (fields.number(OWN, 1u64)?, fields.number(OWN + 1, 0u64)?);
    let (stop, view) = (&mut lateness(fields)?, &mut Told);
    let values = match Family::new(&asked.problem, &mut limits(fields, stop, view)?) {
        Ok(family) => {
            let drawn = family.sample(size, seed).into_iter();
            object! {
                of: quoted(family.number().to_string()),
                solutions: list(drawn.map(|(_, options)| asked.numbers(options))),
            }
        }
        Err(why) => object! { stopped: name(why) },
    };
    say(Out::Values, values);
    Ok(0)
}

/// `ask-conflict PROBLEM MEMORY PROGRESS END NAMES COLORS`: items that cannot be covered together,
/// with the bounds that are needed; the options of those that need some; and all as text. Null if
/// there is a solution. NAMES is a line for each item of numbers; COLORS has lines of an item, the
/// byte of a color, and what that is called, with tabs between them.
fn conflict(fields: &Fields) -> Ended {
    let asked = Asked::new(fields)?;
    let (stop, view) = (&mut lateness(fields)?, &mut Told);
    let found = conflict_of(&asked.problem, &mut limits(fields, stop, view)?);
    let values = match found {
        Err(why) => object! { stopped: name(why) },
        Ok(None) => "null".to_owned(),
        Ok(Some(found)) => {
            let needs = found.items.iter().map(|own| {
                let item = own.item.index().to_string();
                list([item, optional(own.least), optional(own.most)])
            });
            let names = Names::new(&asked.problem, fields.text(OWN)?, fields.text(OWN + 1)?);
            object! {
                needs: list(needs),
                options: asked.numbers(found.options(&asked.problem)),
                isMinimal: found.is_minimal,
                text: quoted(found.text_with(&asked.problem, |item, color| names.of(item, color))),
            }
        }
    };
    say(Out::Values, values);
    Ok(0)
}

/// What items and colors are called: by the caller, or else by the text.
struct Names<'n> {
    problem: &'n Problem,
    items: Vec<&'n str>,
    colors: BTreeMap<(&'n str, &'n str), &'n str>,
}

impl<'n> Names<'n> {
    fn new(problem: &'n Problem, items: &'n str, colors: &'n str) -> Self {
        let color = |line: &'n str| {
            let (item, rest) = line.split_once('\t')?;
            let (byte, name) = rest.split_once('\t')?;
            Some(((item, byte), name))
        };
        Names {
            problem,
            items: items.lines().collect(),
            colors: colors.lines().filter_map(color).collect(),
        }
    }

    fn of(&self, item: ItemId, color: Option<u8>) -> Vec<u8> {
        let mut name = match self.items.get(item.index()) {
            Some(name) => name.as_bytes().to_vec(),
            None => self.problem.name(item).to_vec(),
        };
        if let Some(byte) = color {
            let (number, own) = (item.0.to_string(), byte.to_string());
            name.push(b':');
            match self.colors.get(&(number.as_str(), own.as_str())) {
                Some(color) => name.extend_from_slice(color.as_bytes()),
                None => name.push(byte),
            }
        }
        name
    }
}

/// `list-open PROBLEM`: begins a search for all solutions, and says the first ones as numbers, and
/// that of the search if it waits; see [`Said`].
fn open(fields: &Fields) -> Ended {
    let asked = Asked::new(fields)?;
    let mut known = 0;
    if asked.problem.node_count() <= short::NODES {
        let mut said = Said::new(&asked, short::MEMS, 0);
        let outcome = Links::new(&asked.problem).run_for_solutions(&mut said);
        said.flush();
        if outcome == Outcome::Exhausted {
            return Ok(0);
        }
        known = said.found;
    }
    // It begins again: to go where lists stand takes no less.
    let listing = Listing::new(asked, |asked| Search::new(&asked.problem, Engine::Auto));
    let number = LISTINGS.with_borrow_mut(|listings| {
        listings.last += 1;
        listings.last
    });
    wait(number, Waiting { listing, known });
    Ok(0)
}

/// `list-next NUMBER MEMS`: the next solutions of a search that waits; see [`Said`].
fn next(fields: &Fields) -> Ended {
    let (number, mems) = (fields.number(0, 0u32)?, fields.number(1, short::MEMS)?);
    let waiting = LISTINGS.with_borrow_mut(|listings| listings.open.remove(&number));
    let Some(Waiting { mut listing, known }) = waiting else {
        return Err(Failure::new(format_args!("there is no search {number}")));
    };
    let (outcome, known) = listing.with_dependent_mut(|asked, search| {
        let mut said = Said::new(asked, mems, known);
        let outcome = search.run(&mut said);
        said.flush();
        (outcome, said.known)
    });
    if outcome == Outcome::Paused {
        wait(number, Waiting { listing, known });
    }
    Ok(0)
}

/// Keeps a search, and says its number.
fn wait(number: u32, waiting: Waiting) {
    LISTINGS.with_borrow_mut(|listings| listings.open.insert(number, waiting));
    say(Out::Values, number.to_string());
}

/// Says solutions, each as its length and its options, as they are found: up to [`MOST`] of them, or
/// those of some mems; of [`LONGEST`] and more only if there are any.
struct Said<'a> {
    asked: &'a Asked,
    /// After how many mems it has enough, and how many have been walked.
    mems: u64,
    walked: u64,
    /// How many of the next solutions are known.
    known: usize,
    /// How many solutions it has.
    found: usize,
    /// The options of a solution, which are sorted here.
    sorted: Vec<OptionId>,
    /// Numbers that have not been said.
    numbers: Vec<u8>,
}

impl<'a> Said<'a> {
    fn new(asked: &'a Asked, mems: u64, known: usize) -> Self {
        Said {
            asked,
            mems,
            walked: 0,
            known,
            found: 0,
            sorted: Vec::new(),
            numbers: Vec::new(),
        }
    }

    fn flush(&mut self) {
        if !self.numbers.is_empty() {
            say(Out::Numbers, &self.numbers);
            self.numbers.clear();
        }
    }
}

impl Observer for Said<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        if self.known > 0 {
            self.known -= 1;
            return ControlFlow::Continue(());
        }
        self.sorted.clear();
        self.sorted.extend_from_slice(&solution.options);
        self.sorted.sort_unstable();
        let mut put = |number: u32| self.numbers.extend_from_slice(&number.to_le_bytes());
        put(self.sorted.len() as u32);
        for &option in &self.sorted {
            put(self.asked.row(option));
        }
        if self.numbers.len() >= 4 * CHUNK {
            self.flush();
        }
        self.found += 1;
        match self.found {
            MOST => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn progress_every(&self) -> u64 {
        self.mems.min(LONGEST)
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        // Whoever listens may end the search then.
        say(Out::Progress, "");
        self.flush();
        self.walked += self.progress_every();
        match self.walked >= self.mems && (self.found > 0 || self.mems < LONGEST) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
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
