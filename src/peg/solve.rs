//! Solving: the class test over GF(2), the relaxed problems, then depth-first
//! search with a table of dead positions (the first algorithm of section 5 of the
//! paper), or forward-backward search (the second).
//!
//! Bounds and table together stay sound. A position is put in the table when all
//! sequences from it were tried or pruned. Bounds hold for all solutions, so they
//! prune a sequence only if no solution begins like that; if a dead position had
//! a way to the finish, then the sequence that led to it, with that way, would be
//! a solution that the bounds had pruned.

use super::bounds::{self, Upper};
use super::classes::{Classes, Key};
use super::feasible::{self, Effort, TooMany};
use super::linear::SolverFailure;
use super::seen::Seen;
use super::{Jump, Position, Problem, Span};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A short depth-first search without bounds; then bounds, a longer one, and
    /// forward-backward search.
    Auto,
    /// Depth-first from the start.
    Forward,
    /// Layers from both ends.
    ForwardBackward,
}

/// How to go about it.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub method: Method,
    /// Solve the relaxed problems first, and prune with their bounds.
    pub bounds: bool,
    /// Keep a table of dead positions.
    pub table: bool,
    /// Depth-first search gives up after so many nodes.
    pub most_nodes: u64,
    pub effort: Effort,
}

/// What proved that there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Start and finish lie in different classes over GF(2).
    Class,
    /// The relaxed problems are infeasible.
    Relaxed,
    /// All was searched.
    Searched,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Solution(Vec<Jump>),
    Infeasible(Reason),
    /// Depth-first search gave up.
    Unknown,
}

/// A step of solving, as [`solve`] tells about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Class,
    /// The relaxed problems; the sum of the bounds, if they are feasible.
    Bounds(Option<u64>),
    /// Depth-first search: the positions visited.
    DepthFirst { nodes: u64 },
    /// Forward-backward search: the classes in all layers.
    ForwardBackward { nodes: u64 },
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    #[error(transparent)]
    Solver(#[from] SolverFailure),
    #[error(transparent)]
    TooMany(#[from] TooMany),
}

/// Nodes of the first search of [`Method::Auto`]: about as much work as the
/// relaxed problems.
const SHORT: u64 = 20_000;
/// Nodes of its second search.
const LONG: u64 = 2_000_000;

/// Solves a problem. `tell` is called after each stage.
///
/// # Errors
/// [`SolveError`].
pub fn solve(
    problem: &Problem,
    options: Options,
    mut tell: impl FnMut(Stage),
) -> Result<Answer, SolveError> {
    let same = problem.same_class();
    tell(Stage::Class);
    if !same {
        return Ok(Answer::Infeasible(Reason::Class));
    }
    let auto = options.method == Method::Auto;
    let mut first = |upper: Option<Vec<u32>>, most: u64| {
        let most = most.min(options.most_nodes);
        let (answer, nodes) = depth_first(problem, upper, options.table, most);
        (answer, Stage::DepthFirst { nodes })
    };
    if auto {
        let (answer, stage) = first(None, SHORT);
        tell(stage);
        if answer != Answer::Unknown {
            return Ok(answer);
        }
    }
    let mut upper = None;
    if options.bounds {
        match bounds::upper_bounds(problem)? {
            Upper::Infeasible => {
                tell(Stage::Bounds(None));
                return Ok(Answer::Infeasible(Reason::Relaxed));
            }
            Upper::Bounds(bounds) => {
                tell(Stage::Bounds(Some(bounds.iter().map(|&b| u64::from(b)).sum())));
                upper = Some(bounds);
            }
        }
    }
    if options.method != Method::ForwardBackward {
        let (answer, stage) = first(upper, if auto { LONG } else { u64::MAX });
        tell(stage);
        if answer != Answer::Unknown || !auto {
            return Ok(answer);
        }
    }
    let meeting = feasible::solve(problem, options.effort)?;
    tell(Stage::ForwardBackward {
        nodes: meeting.nodes,
    });
    Ok(match meeting.solution {
        Some(jumps) => Answer::Solution(jumps),
        None => Answer::Infeasible(Reason::Searched),
    })
}

/// Depth-first search from the start. Also the number of positions visited.
fn depth_first(
    problem: &Problem,
    upper: Option<Vec<u32>>,
    table: bool,
    most_nodes: u64,
) -> (Answer, u64) {
    fn with<K: Key>(
        classes: Classes<K>,
        problem: &Problem,
        upper: Option<Vec<u32>>,
        table: bool,
        most_nodes: u64,
    ) -> (Answer, u64) {
        let jumps = problem.board.jumps();
        let most = problem.length() as u32;
        let bits = Span::of(&problem.board).rank();
        let mut search = DepthFirst {
            finish: problem.finish,
            jumps,
            left: upper.unwrap_or_else(|| vec![most; jumps.len()]),
            dead: table.then(|| (classes, Seen::new(bits))),
            made: Vec::new(),
            nodes: 0,
            most_nodes,
        };
        let found = search.visit(problem.start, problem.length());
        let answer = match found {
            Found::Solution => Answer::Solution(search.made),
            Found::Nothing => Answer::Infeasible(Reason::Searched),
            Found::OutOfNodes => Answer::Unknown,
        };
        (answer, search.nodes)
    }
    let symmetries = problem.symmetries();
    match Classes::<u32>::new(&problem.board, problem.start, &symmetries) {
        Some(classes) => with(classes, problem, upper, table, most_nodes),
        None => {
            let classes = Classes::<u64>::new(&problem.board, problem.start, &symmetries);
            let classes = classes.expect("64 bits are enough");
            with(classes, problem, upper, table, most_nodes)
        }
    }
}

enum Found {
    Solution,
    Nothing,
    OutOfNodes,
}

struct DepthFirst<'p, K> {
    finish: Position,
    jumps: &'p [Jump],
    /// How often each jump may still be made.
    left: Vec<u32>,
    /// The keys of dead positions.
    dead: Option<(Classes<K>, Seen<K>)>,
    made: Vec<Jump>,
    nodes: u64,
    most_nodes: u64,
}

impl<K: Key> DepthFirst<'_, K> {
    /// Searches from a position with `rest` jumps to make; at most 63 deep.
    fn visit(&mut self, position: Position, rest: usize) -> Found {
        if rest == 0 {
            return if position == self.finish { Found::Solution } else { Found::Nothing };
        }
        if self.nodes == self.most_nodes {
            return Found::OutOfNodes;
        }
        self.nodes += 1;
        if let Some((classes, dead)) = &mut self.dead {
            // It is dead once this visit ends, or else nobody asks again.
            if !dead.insert(classes.key(position)) {
                return Found::Nothing;
            }
        }
        for index in 0..self.jumps.len() {
            let jump = self.jumps[index];
            let Some(after) = position.after(&jump) else {
                continue;
            };
            if self.left[index] == 0 {
                continue;
            }
            self.left[index] -= 1;
            self.made.push(jump);
            match self.visit(after, rest - 1) {
                Found::Nothing => {}
                found => return found,
            }
            self.made.pop();
            self.left[index] += 1;
        }
        Found::Nothing
    }
}
