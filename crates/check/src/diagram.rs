//! Does a diagram prove how many solutions a problem has? Each path is a solution, each solution
//! has a path, and different paths are different solutions: so there are as many solutions as
//! paths.
//!
//! The text that `dlx count --certificate` writes:
//!
//! ```text
//! diagram 1
//! problem OPTIONS PRIMARY SECONDARY
//! root TARGET
//! NODE: OPTION>TARGET OPTION>TARGET ... TARGET
//! ...
//! solutions NUMBER
//! ```
//!
//! A node has a *state*: the options that may still be taken, and what is left of each item's
//! bounds. The root has that of the problem. A line decides some options of its node's state, one
//! after another: if one is taken, the path leads to its TARGET, with the state that taking it
//! leaves; otherwise it is out. The last TARGET is for paths that take none of them. A TARGET is
//! * a node, whose line comes later. All paths to it must leave the same state;
//! * `!ITEM`, a dead end: fewer options of ITEM may still be taken than it needs;
//! * `.`, a solution: no option may still be taken, and no item needs one.
//!
//! Why this is enough: the solutions below a state are those with the first option and those
//! without it. So each solution has exactly one path, by induction on the number of options that
//! may still be taken. It does not matter how the text was made, or which options a line decides.
//!
//! Invariant: a node is open if it has been reached and its line has not come. Only open nodes are
//! in memory, and a line closes its node. A closed node's number may be used again for another
//! node.

use dlx3_base::count::Count;
use dlx3_base::text::lines::Lines;
use dlx3_base::text::plural::counted;
use dlx3_base::text::shown;
use dlx3_format::{Bounds, ItemId, Name, OptionId, Problem};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

/// Why a line of a diagram does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum DiagramFault {
    /// Something else should stand in the line.
    Expected(&'static str),
    OtherProblem {
        here: [u64; 3],
        wanted: [u64; 3],
    },
    NoSuchOption(u64),
    NoSuchItem(String),
    NotOpen(u64),
    NotAllowed(OptionId),
    /// A node is reached with a state other than before.
    OtherState {
        node: u64,
        before: u64,
        difference: Difference,
    },
    NotDead {
        item: Name,
        needed: u32,
        left: u32,
    },
    Undecided(OptionId),
    Needed(Name),
    /// The line of a node never comes.
    StillOpen {
        node: u64,
        line: u64,
    },
    Number {
        said: Count,
        paths: Count,
    },
    NoEnd,
    AfterEnd,
}

/// How two states differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum Difference {
    Option { option: OptionId, is_here: bool },
    Item(Name),
}

impl fmt::Display for DiagramFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::OtherProblem { here, wanted } => {
                let [options, primary, secondary] = here;
                write!(f, "{options} options and {primary}+{secondary} items, ")?;
                let [options, primary, secondary] = wanted;
                write!(
                    f,
                    "but the problem has {options} options and {primary}+{secondary} items"
                )
            }
            Self::NoSuchOption(number) => write!(f, "the problem has no option {number}"),
            Self::NoSuchItem(name) => write!(f, "`{name}' is not a primary item of the problem"),
            Self::NotOpen(node) => {
                write!(
                    f,
                    "no line between the last one of node {node} and this one leads to it"
                )
            }
            Self::NotAllowed(option) => {
                write!(f, "option {} may no longer be taken here", option.0 + 1)
            }
            Self::OtherState {
                node,
                before,
                difference,
            } => {
                write!(
                    f,
                    "node {node} has another state than where line {before} leads: "
                )?;
                match difference {
                    Difference::Option { option, is_here } => {
                        let may = if *is_here { "may" } else { "may not" };
                        write!(f, "option {} {may} be taken here", option.0 + 1)
                    }
                    Difference::Item(item) => {
                        write!(
                            f,
                            "item {item} needs, or has room for, another number of options"
                        )
                    }
                }
            }
            Self::NotDead { item, needed, left } => write!(
                f,
                "this is no dead end: item {item} needs {needed} more, and {left} may be taken"
            ),
            Self::Undecided(option) => write!(
                f,
                "this is not the end of a solution: option {} may still be taken",
                option.0 + 1
            ),
            Self::Needed(item) => {
                write!(
                    f,
                    "this is not the end of a solution: item {item} needs more options"
                )
            }
            Self::StillOpen { node, line } => {
                write!(f, "line {line} leads to node {node}, which is not there")
            }
            Self::Number { said, paths } => {
                let are = if *paths == 1 { "is" } else { "are" };
                let solutions = counted(paths, "solution");
                write!(f, "there {are} {solutions}, not {said}")
            }
            Self::NoEnd => f.write_str("the text ends before the number of solutions"),
            Self::AfterEnd => f.write_str("nothing may follow the number of solutions"),
        }
    }
}

impl Error for DiagramFault {}

/// Why a diagram does not hold, or could not be checked.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiagramError {
    /// Something is wrong with it.
    Fault {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong there.
        fault: DiagramFault,
    },
    /// It cannot be read.
    Io(io::Error),
    /// Open nodes take too much memory.
    Memory {
        /// The number of the line, from 1.
        line: u64,
        /// The most bytes that they may take.
        most: usize,
    },
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault { line, fault } => write!(f, "line {line}: {fault}"),
            Self::Io(error) => error.fmt(f),
            Self::Memory { line, most } => write!(
                f,
                "line {line}: nodes that are reached, and whose lines have not come, take more \
                 than {most} bytes"
            ),
        }
    }
}

impl Error for DiagramError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Fault { fault, .. } => Some(fault),
            Self::Io(error) => Some(error),
            Self::Memory { .. } => None,
        }
    }
}

impl From<io::Error> for DiagramError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What a diagram proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// How many solutions the problem has.
    pub solutions: Count,
    /// How many nodes the diagram has.
    pub nodes: u64,
}

/// Checks a diagram with at most this many bytes of open nodes.
///
/// ```
/// use dlx3::check::check_diagram;
///
/// let problem: dlx3::Problem = "A B\nA\nB\nA B\n".parse()?;
/// let text = "diagram 1\nproblem 3 2 0\nroot 1\n1: 1>2 3>. !A\n2: 2>. !B\nsolutions 2\n";
/// let proved = check_diagram(&problem, 1 << 20, text.as_bytes()).unwrap();
/// assert_eq!(proved.solutions, 2);
/// let without = text.replace(" 3>.", "");
/// let error = check_diagram(&problem, 1 << 20, without.as_bytes()).unwrap_err();
/// let message = "line 4: this is no dead end: item A needs 1 more, and 1 may be taken";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), dlx3::Fault>(())
/// ```
///
/// # Errors
/// The first line that does not hold, or why the check could not be done.
pub fn check_diagram(
    problem: &Problem,
    memory: usize,
    text: impl Read,
) -> Result<Proved, DiagramError> {
    let mut checker = Checker::new(problem, memory);
    let mut lines = Lines::new(text);
    let proved = checker.check(&mut lines);
    proved.map_err(|why| match why {
        Wrong::Fault(fault) => DiagramError::Fault {
            line: lines.number().max(1),
            fault,
        },
        Wrong::Io(error) => DiagramError::Io(error),
        Wrong::Memory => DiagramError::Memory {
            line: lines.number(),
            most: memory,
        },
    })
}

/// The end of a check, before its line is known.
enum Wrong {
    Fault(DiagramFault),
    Io(io::Error),
    Memory,
}

impl From<DiagramFault> for Wrong {
    fn from(fault: DiagramFault) -> Self {
        Wrong::Fault(fault)
    }
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Wrong::Io(error)
    }
}

/// An item of the problem.
enum Kind {
    /// A primary item that wants exactly one option: the index of the bit which says that it has
    /// one.
    Once(usize),
    /// Any other primary item: the index of the word with its need and its room.
    Bounded(usize),
    Secondary,
}

/// The state of a node: a bit for each option that may still be taken; a bit for each item that
/// wants one option and has it; and a word for each other primary item. Its upper half is how many
/// options the item still needs, its lower half how many it has room for.
type State = Box<[u64]>;

/// A node that has been reached.
struct Open {
    state: State,
    /// How many paths lead to it.
    paths: BigUint,
    /// The first line that leads to it.
    line: u64,
}

/// The approximate bytes of an open node, without its state.
const OPEN: usize = 2 * size_of::<(u64, Open)>() + 64;

struct Checker<'p> {
    problem: &'p Problem,
    kinds: Vec<Kind>,
    /// The options of each item, with their colors.
    options_of: Vec<Vec<(OptionId, Option<u8>)>>,
    /// The words of a state.
    length: usize,
    open: HashMap<u64, Open>,
    solutions: BigUint,
    nodes: u64,
    memory: usize,
    /// Scratch space for a state.
    scratch: Vec<u64>,
}

/// The first line of such a text.
const FIRST: &[u8] = b"diagram 1";

/// The form of a node's line.
const NODE: &str = "`NODE: OPTION>TARGET ... TARGET', or `solutions NUMBER'";

impl<'p> Checker<'p> {
    fn new(problem: &'p Problem, memory: usize) -> Self {
        let words = problem.option_count().div_ceil(64);
        let (mut once, mut bounded) = (0, 0);
        let mut kinds: Vec<Kind> = problem
            .item_ids()
            .map(|item| match problem.bounds(item) {
                None => Kind::Secondary,
                Some(Bounds { lower: 1, upper: 1 }) => {
                    once += 1;
                    Kind::Once(words * 64 + once - 1)
                }
                Some(_) => {
                    bounded += 1;
                    Kind::Bounded(bounded - 1)
                }
            })
            .collect();
        let before = words + once.div_ceil(64);
        for kind in &mut kinds {
            if let Kind::Bounded(place) = kind {
                *place += before;
            }
        }
        let mut options_of = vec![Vec::new(); problem.item_count()];
        for option in problem.option_ids() {
            for (item, color) in problem.option(option) {
                options_of[item.index()].push((option, color));
            }
        }
        Checker {
            problem,
            kinds,
            options_of,
            length: before + bounded,
            open: HashMap::new(),
            solutions: BigUint::ZERO,
            nodes: 0,
            memory,
            scratch: Vec::new(),
        }
    }

    fn check(&mut self, lines: &mut Lines<impl Read>) -> Result<Proved, Wrong> {
        self.read_heading(lines)?;
        loop {
            let number = lines.number() + 1;
            let line = lines.next()?.ok_or(DiagramFault::NoEnd)?;
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if let Some(said) = line.strip_prefix(b"solutions ") {
                let said = std::str::from_utf8(said).ok();
                let said = said.and_then(|said| said.parse::<Count>().ok());
                let said = said.ok_or(DiagramFault::Expected("`solutions NUMBER'"))?;
                self.end(said)?;
                return match lines.next()? {
                    None => Ok(Proved {
                        solutions: std::mem::take(&mut self.solutions).into(),
                        nodes: self.nodes,
                    }),
                    Some(_) => Err(DiagramFault::AfterEnd.into()),
                };
            }
            self.node(line, number)?;
        }
    }

    fn read_heading(&mut self, lines: &mut Lines<impl Read>) -> Result<(), Wrong> {
        let mut next = || -> Result<Vec<u8>, Wrong> {
            let line = lines.next()?.ok_or(DiagramFault::NoEnd)?;
            Ok(line.strip_suffix(b"\n").unwrap_or(line).to_vec())
        };
        if next()? != FIRST {
            return Err(DiagramFault::Expected("`diagram 1'").into());
        }
        let primary = self.problem.primary_count();
        let wanted = [
            self.problem.option_count() as u64,
            primary as u64,
            (self.problem.item_count() - primary) as u64,
        ];
        let line = next()?;
        let numbers = line.strip_prefix(b"problem ").map(|rest| {
            let numbers = rest.split(|&byte| byte == b' ').map(number);
            numbers.collect::<Option<Vec<u64>>>()
        });
        let here = match numbers {
            Some(Some(numbers)) => numbers.try_into().ok(),
            _ => None,
        };
        let here: [u64; 3] = here.ok_or(DiagramFault::Expected(
            "`problem OPTIONS PRIMARY SECONDARY'",
        ))?;
        if here != wanted {
            return Err(DiagramFault::OtherProblem { here, wanted }.into());
        }
        let line = next()?;
        let root = line.strip_prefix(b"root ");
        let root = root.ok_or(DiagramFault::Expected("`root TARGET'"))?;
        let mut state = self.root();
        self.settle(&mut state);
        self.target(root, &mut state, &BigUint::from(1u32), 3)
    }

    /// The state of the whole problem.
    fn root(&self) -> Vec<u64> {
        let mut state = vec![0; self.length];
        for option in self.problem.option_ids() {
            state[option.index() / 64] |= 1 << (option.index() % 64);
        }
        for item in self.problem.item_ids() {
            if let (Kind::Bounded(place), Some(bounds)) =
                (&self.kinds[item.index()], self.problem.bounds(item))
            {
                state[*place] = pack(bounds.lower, bounds.upper);
            }
        }
        state
    }

    /// Reads the line of a node; `at` is the number of the line.
    fn node(&mut self, line: &[u8], at: u64) -> Result<(), Wrong> {
        let malformed = || DiagramFault::Expected(NODE);
        let colon = memchr::memchr(b':', line).ok_or_else(malformed)?;
        let node = number(&line[..colon]).ok_or_else(malformed)?;
        let rest = line[colon + 1..].strip_prefix(b" ").ok_or_else(malformed)?;
        let Some(Open {
            mut state, paths, ..
        }) = self.open.remove(&node)
        else {
            return Err(DiagramFault::NotOpen(node).into());
        };
        self.nodes += 1;
        let mut has_branches = false;
        let mut child = std::mem::take(&mut self.scratch);
        let mut words = rest.split(|&byte| byte == b' ').peekable();
        while let Some(word) = words.next() {
            if words.peek().is_none() {
                if !has_branches {
                    return Err(malformed().into());
                }
                self.settle(&mut state);
                self.target(word, &mut state, &paths, at)?;
                break;
            }
            let arrow = memchr::memchr(b'>', word).ok_or_else(malformed)?;
            let option = number(&word[..arrow]).ok_or_else(malformed)?;
            let option = self.option(option)?;
            if !may_be_taken(&state, option) {
                return Err(DiagramFault::NotAllowed(option).into());
            }
            child.clear();
            child.extend_from_slice(&state);
            self.take(&mut child, option);
            self.settle(&mut child);
            self.target(&word[arrow + 1..], &mut child, &paths, at)?;
            // From here on, it is not taken.
            forbid(&mut state, option);
            has_branches = true;
        }
        self.scratch = child;
        Ok(())
    }

    /// The option with this number, from 1.
    fn option(&self, number: u64) -> Result<OptionId, DiagramFault> {
        match number {
            1.. if number <= self.problem.option_count() as u64 => Ok(OptionId(number as u32 - 1)),
            _ => Err(DiagramFault::NoSuchOption(number)),
        }
    }

    /// Takes an option that may be taken, and forbids the options that this rules out.
    fn take(&self, state: &mut [u64], taken: OptionId) {
        forbid(state, taken);
        for (item, color) in self.problem.option(taken) {
            let options = &self.options_of[item.index()];
            match self.kinds[item.index()] {
                Kind::Once(bit) => {
                    state[bit / 64] |= 1 << (bit % 64);
                    options
                        .iter()
                        .for_each(|&(option, _)| forbid(state, option));
                }
                Kind::Bounded(place) => {
                    let (needed, room) = unpack(state[place]);
                    state[place] = pack(needed.saturating_sub(1), room - 1);
                    if room == 1 {
                        options
                            .iter()
                            .for_each(|&(option, _)| forbid(state, option));
                    }
                }
                // Without a color, no other option may have the item.
                Kind::Secondary => options
                    .iter()
                    .filter(|(_, own)| color.is_none() || *own != color)
                    .for_each(|&(option, _)| forbid(state, option)),
            }
        }
    }

    /// Normalizes a state: an item has room for no more options than may still be taken.
    fn settle(&self, state: &mut [u64]) {
        for (item, kind) in self.kinds.iter().enumerate() {
            if let Kind::Bounded(place) = *kind {
                let (needed, room) = unpack(state[place]);
                state[place] = pack(needed, room.min(self.left(state, item)));
            }
        }
    }

    /// How many options of an item may still be taken.
    fn left(&self, state: &[u64], item: usize) -> u32 {
        let options = self.options_of[item].iter();
        let left = options.filter(|(option, _)| may_be_taken(state, *option));
        left.count() as u32
    }

    /// How many options an item needs at least.
    fn needed(&self, state: &[u64], item: ItemId) -> u32 {
        match self.kinds[item.index()] {
            Kind::Once(bit) => u32::from(state[bit / 64] & 1 << (bit % 64) == 0),
            Kind::Bounded(place) => unpack(state[place]).0,
            Kind::Secondary => 0,
        }
    }

    /// Follows a TARGET, with a state and a number of paths.
    fn target(
        &mut self,
        word: &[u8],
        state: &mut [u64],
        paths: &BigUint,
        at: u64,
    ) -> Result<(), Wrong> {
        if word == b"." {
            self.is_solution(state)?;
            self.solutions += paths;
            return Ok(());
        }
        if let Some(name) = word.strip_prefix(b"!") {
            return Ok(self.is_dead(name, state)?);
        }
        let expected = "a target: a node, `.' or `!ITEM'";
        let node = number(word).ok_or(DiagramFault::Expected(expected))?;
        if let Some(open) = self.open.get_mut(&node) {
            if *open.state != *state {
                let before = open.line;
                let difference = self.difference(&self.open[&node].state, state);
                return Err(DiagramFault::OtherState {
                    node,
                    before,
                    difference,
                }
                .into());
            }
            open.paths += paths;
            return Ok(());
        }
        if (self.open.len() + 1).saturating_mul(self.length * 8 + OPEN) > self.memory {
            return Err(Wrong::Memory);
        }
        self.open.insert(
            node,
            Open {
                state: state.to_vec().into(),
                paths: paths.clone(),
                line: at,
            },
        );
        Ok(())
    }

    /// Whether this state ends a solution.
    fn is_solution(&self, state: &[u64]) -> Result<(), DiagramFault> {
        let mut options = self.problem.option_ids();
        if let Some(option) = options.find(|&option| may_be_taken(state, option)) {
            return Err(DiagramFault::Undecided(option));
        }
        let mut items = self.problem.item_ids();
        match items.find(|&item| self.needed(state, item) > 0) {
            Some(item) => Err(DiagramFault::Needed(self.name(item))),
            None => Ok(()),
        }
    }

    /// Whether this item shows that no solution can be reached.
    fn is_dead(&self, name: &[u8], state: &[u64]) -> Result<(), DiagramFault> {
        let item = self.problem.item(name);
        let item = item.filter(|item| item.index() < self.problem.primary_count());
        let item = item.ok_or_else(|| DiagramFault::NoSuchItem(shown(name)))?;
        let (needed, left) = (self.needed(state, item), self.left(state, item.index()));
        match needed > left {
            true => Ok(()),
            false => Err(DiagramFault::NotDead {
                item: self.name(item),
                needed,
                left,
            }),
        }
    }

    fn name(&self, item: ItemId) -> Name {
        Name::new(self.problem.name(item)).expect("an item has a name")
    }

    /// How two states differ.
    fn difference(&self, before: &[u64], here: &[u64]) -> Difference {
        let differs =
            |&option: &OptionId| may_be_taken(before, option) != may_be_taken(here, option);
        if let Some(option) = self.problem.option_ids().find(differs) {
            return Difference::Option {
                option,
                is_here: may_be_taken(here, option),
            };
        }
        let differs = |item: &ItemId| match self.kinds[item.index()] {
            Kind::Once(bit) => (before[bit / 64] ^ here[bit / 64]) >> (bit % 64) & 1 != 0,
            Kind::Bounded(place) => before[place] != here[place],
            Kind::Secondary => false,
        };
        let item = self.problem.item_ids().find(differs);
        Difference::Item(self.name(item.expect("states have nothing else")))
    }

    /// Checks the last line, which says how many solutions there are.
    fn end(&mut self, said: Count) -> Result<(), DiagramFault> {
        let open = self.open.iter();
        if let Some((&node, open)) = open.min_by_key(|(node, open)| (open.line, **node)) {
            let line = open.line;
            return Err(DiagramFault::StillOpen { node, line });
        }
        match said == self.solutions {
            true => Ok(()),
            false => Err(DiagramFault::Number {
                said,
                paths: self.solutions.clone().into(),
            }),
        }
    }
}

fn may_be_taken(state: &[u64], option: OptionId) -> bool {
    state[option.index() / 64] & 1 << (option.index() % 64) != 0
}

fn forbid(state: &mut [u64], option: OptionId) {
    state[option.index() / 64] &= !(1 << (option.index() % 64));
}

fn pack(needed: u32, room: u32) -> u64 {
    u64::from(needed) << 32 | u64::from(room)
}

fn unpack(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

/// A number in decimal digits.
fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 19 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |digit: &u8| u64::from(digit - b'0');
    Some(
        digits
            .iter()
            .map(digit)
            .fold(0, |number, digit| 10 * number + digit),
    )
}
