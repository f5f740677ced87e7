//! Solves problems: the class test over GF(2), the relaxed problems, then depth-first search with a
//! table of dead positions (the first algorithm of section 5 of the paper), or forward-backward
//! search (the second).
//!
//! Bounds and table together are sound. A position enters the table when all sequences from it have
//! been tried or pruned. Bounds hold for all solutions, so they prune a sequence only if no
//! solution begins with it. If a dead position had a path to the finish, the sequence that led to
//! it, continued by that path, would be a solution pruned by the bounds.

use super::bounds::{self, Upper};
use super::classes::{Classes, Key};
use super::feasible::{self, Resources, TooMany};
use super::seen::{Action, Seen};
use super::{Board, Game, Hole, Jump, PegProblem, Position, SolverFailure, Span};

/// The method of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Short depth-first searches without bounds; then bounds, longer searches, and
    /// forward-backward search.
    Auto,
    /// Depth-first from the start.
    Forward,
    /// Layers from both ends.
    ForwardBackward,
}

/// The settings of [`solve`].
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The method of search.
    pub method: Method,
    /// Solve the relaxed problems first, and prune with their bounds.
    pub bounds: bool,
    /// Keep a table of dead positions.
    pub table: bool,
    /// Depth-first search gives up after this many nodes.
    pub most_nodes: u64,
    /// The resources of the searches.
    pub effort: Resources,
}

/// The proof that there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Start and finish are in different classes over GF(2) or, if the finish is open, no single
    /// peg is in the start's class.
    Class,
    /// The relaxed problems are infeasible.
    Relaxed,
    /// The search was exhaustive.
    Searched,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Jumps that lead from start to finish.
    Solution(Vec<Jump>),
    /// There is no solution, by this proof.
    Infeasible(Reason),
    /// Depth-first search gave up.
    Unknown,
}

/// A stage of [`solve`] that has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Start and finish have been compared over GF(2).
    Class,
    /// The relaxed problems; the sum of the bounds, if they are feasible.
    Bounds(Option<u64>),
    /// Depth-first search: the positions visited.
    DepthFirst {
        /// The number of positions.
        nodes: u64,
    },
    /// Forward-backward search: the classes in all layers.
    ForwardBackward {
        /// The number of classes.
        nodes: u64,
    },
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum SolveError {
    Solver(SolverFailure),
    TooMany(TooMany),
    Stopped,
}

dlx3_base::messages! {
    SolveError {
        Self::Solver(it) => "{it}",
        Self::TooMany(it) => "{it}",
        Self::Stopped => "it was asked to end",
    }
    through { SolverFailure => Solver, TooMany => TooMany }
}

/// Called regularly by any thread; returns whether to stop.
pub type Stop<'s> = &'s (dyn Fn() -> bool + Sync);

/// The order in which depth-first search tries jumps. None is best everywhere, and a search with a
/// bad early choice can take a thousand times as long as another. So several orders are tried, each
/// with a limit of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By hole and direction, in the board's order.
    Numbered,
    /// Jumps from the holes farthest from the middle first.
    Outermost,
    /// Jumps that land nearest to the middle first.
    Inward,
}

impl Order {
    fn jumps(self, board: &Board) -> Vec<usize> {
        let distances = board.distances();
        let distance = |hole: Hole| distances[hole.index()];
        let mut order: Vec<usize> = (0..board.jumps().len()).collect();
        order.sort_by_key(|&index| {
            let Jump { from, to, .. } = board.jumps()[index];
            match self {
                Order::Numbered => 0,
                Order::Outermost => -distance(from),
                Order::Inward => distance(to) - distance(from),
            }
        });
        order
    }
}

/// The searches of [`Method::Auto`], with their limits of nodes. The short ones together take less
/// time than the relaxed problems; the long ones follow with bounds.
const SHORT: [(Order, u64); 4] = [
    (Order::Numbered, 3_000),
    (Order::Outermost, 3_000),
    (Order::Inward, 12_000),
    (Order::Outermost, 12_000),
];
const LONG: [(Order, u64); 3] = [
    (Order::Inward, 500_000),
    (Order::Outermost, 500_000),
    (Order::Numbered, 500_000),
];

/// Solves a problem. `tell` is called after each stage.
///
/// # Errors
/// [`SolveError`].
pub fn solve(
    problem: &PegProblem,
    options: Options,
    mut tell: impl FnMut(Stage),
) -> Result<Answer, SolveError> {
    let asked = Asked {
        options,
        stop: &|| false,
    };
    match quickly(problem, asked, &mut tell)? {
        Answer::Unknown => thoroughly(problem, asked, &mut tell),
        answer => Ok(answer),
    }
}

/// The settings of a search, and the callback that can stop it.
#[derive(Clone, Copy)]
struct Asked<'s> {
    options: Options,
    stop: Stop<'s>,
}

impl Asked<'_> {
    fn check(self) -> Result<(), SolveError> {
        match (self.stop)() {
            true => Err(SolveError::Stopped),
            false => Ok(()),
        }
    }
}

/// Solves a game, whose finish may be open. `tell` is called after each stage, with the finish it
/// is about.
///
/// All finishes get a short search before any gets a long one, as one reachable finish is enough,
/// and often easy to find.
///
/// # Errors
/// [`SolveError`].
pub fn solve_game(
    game: &Game,
    options: Options,
    tell: impl FnMut(Position, Stage),
) -> Result<Answer, SolveError> {
    solve_game_until(game, options, &|| false, tell)
}

/// Solves a game like [`solve_game`], unless `stop` says to end. Searches call it at least every
/// few milliseconds, and after each linear program.
///
/// # Errors
/// [`SolveError`].
pub fn solve_game_until(
    game: &Game,
    options: Options,
    stop: Stop<'_>,
    mut tell: impl FnMut(Position, Stage),
) -> Result<Answer, SolveError> {
    let asked = Asked { options, stop };
    let mut reason = Reason::Class;
    let mut rest = Vec::new();
    for problem in game.problems() {
        match quickly(&problem, asked, &mut |stage| tell(problem.finish, stage))? {
            answer @ Answer::Solution(_) => return Ok(answer),
            Answer::Infeasible(other) => reason = stronger(reason, other),
            Answer::Unknown => rest.push(problem),
        }
    }
    let (mut gave_up, mut too_many) = (false, None);
    for problem in rest {
        match thoroughly(&problem, asked, &mut |stage| tell(problem.finish, stage)) {
            Ok(answer @ Answer::Solution(_)) => return Ok(answer),
            Ok(Answer::Infeasible(other)) => reason = stronger(reason, other),
            Ok(Answer::Unknown) => gave_up = true,
            // Another finish may need less memory.
            Err(SolveError::TooMany(limit)) => too_many = Some(limit),
            Err(error) => return Err(error),
        }
    }
    match too_many {
        Some(limit) => Err(limit.into()),
        None if gave_up => Ok(Answer::Unknown),
        None => Ok(Answer::Infeasible(reason)),
    }
}

/// The reason that was harder to find.
fn stronger(one: Reason, other: Reason) -> Reason {
    let rank = |reason| match reason {
        Reason::Class => 0,
        Reason::Relaxed => 1,
        Reason::Searched => 2,
    };
    match rank(one) < rank(other) {
        true => other,
        false => one,
    }
}

/// The class test, and short searches.
fn quickly(
    problem: &PegProblem,
    asked: Asked<'_>,
    tell: &mut impl FnMut(Stage),
) -> Result<Answer, SolveError> {
    let same = problem.same_class();
    tell(Stage::Class);
    if !same {
        return Ok(Answer::Infeasible(Reason::Class));
    }
    match asked.options.method {
        Method::Auto => depth_first(problem, None, asked, &SHORT, tell),
        _ => Ok(Answer::Unknown),
    }
}

/// The stages after [`quickly`].
fn thoroughly(
    problem: &PegProblem,
    asked: Asked<'_>,
    tell: &mut impl FnMut(Stage),
) -> Result<Answer, SolveError> {
    let options = asked.options;
    let auto = options.method == Method::Auto;
    let mut upper = None;
    if options.bounds {
        match bounds::upper_bounds_until(problem, asked.stop)? {
            None => return Err(SolveError::Stopped),
            Some(Upper::Infeasible) => {
                tell(Stage::Bounds(None));
                return Ok(Answer::Infeasible(Reason::Relaxed));
            }
            Some(Upper::Bounds(bounds)) => {
                let sum = bounds.iter().map(|&bound| u64::from(bound)).sum();
                tell(Stage::Bounds(Some(sum)));
                upper = Some(bounds);
            }
        }
    }
    if options.method != Method::ForwardBackward {
        let all: &[(Order, u64)] = &[(Order::Numbered, u64::MAX)];
        let plan = if auto { &LONG } else { all };
        let answer = depth_first(problem, upper, asked, plan, tell)?;
        if answer != Answer::Unknown || !auto {
            return Ok(answer);
        }
    }
    let met = feasible::solve_until(problem, options.effort, asked.stop);
    // The result of an interrupted search is meaningless.
    asked.check()?;
    let meeting = met?;
    tell(Stage::ForwardBackward {
        nodes: meeting.nodes,
    });
    Ok(match meeting.solution {
        Some(jumps) => Answer::Solution(jumps),
        None => Answer::Infeasible(Reason::Searched),
    })
}

/// Depth-first searches from the start, one after another, until one ends within its limit of
/// nodes. They share the table of dead positions.
fn depth_first(
    problem: &PegProblem,
    upper: Option<Vec<u32>>,
    asked: Asked<'_>,
    plan: &[(Order, u64)],
    tell: &mut impl FnMut(Stage),
) -> Result<Answer, SolveError> {
    let symmetries = problem.symmetries();
    match Classes::<u32>::new(&problem.board, problem.start, &symmetries) {
        Some(classes) => run_plan(classes, problem, upper, asked, plan, tell),
        None => {
            let classes = Classes::<u64>::new(&problem.board, problem.start, &symmetries);
            let classes = classes.expect("64 bits are enough");
            run_plan(classes, problem, upper, asked, plan, tell)
        }
    }
}

fn run_plan<K: Key>(
    classes: Classes<K>,
    problem: &PegProblem,
    upper: Option<Vec<u32>>,
    asked: Asked<'_>,
    plan: &[(Order, u64)],
    tell: &mut impl FnMut(Stage),
) -> Result<Answer, SolveError> {
    let options = asked.options;
    let jumps = problem.board.jumps();
    let most = problem.length() as u32;
    let bits = Span::of(&problem.board).rank();
    let upper = upper.unwrap_or_else(|| vec![most; jumps.len()]);
    let mut search = DepthFirst {
        finish: problem.finish,
        jumps: Vec::new(),
        left: Vec::new(),
        dead: options.table.then(|| (classes, Seen::new(bits))),
        made: Vec::new(),
        nodes: 0,
        most_nodes: 0,
        stop: asked.stop,
    };
    for &(order, most_nodes) in plan {
        let order = order.jumps(&problem.board);
        search.jumps = order.iter().map(|&index| jumps[index]).collect();
        search.left = order.iter().map(|&index| upper[index]).collect();
        search.made.clear();
        search.nodes = 0;
        search.most_nodes = most_nodes.min(options.most_nodes);
        let found = search.visit(problem.start, problem.length());
        tell(Stage::DepthFirst {
            nodes: search.nodes,
        });
        match found {
            Found::Solution => return Ok(Answer::Solution(search.made)),
            Found::Nothing => return Ok(Answer::Infeasible(Reason::Searched)),
            Found::OutOfNodes => asked.check()?,
        }
    }
    Ok(Answer::Unknown)
}

enum Found {
    Solution,
    Nothing,
    OutOfNodes,
}

/// The number of nodes between two calls of `stop`: less than a millisecond's work.
const BREATH: u64 = 1 << 12;

struct DepthFirst<'s, K> {
    finish: Position,
    jumps: Vec<Jump>,
    /// How often each jump may still be made.
    left: Vec<u32>,
    /// The keys of dead positions, and of those on the current path.
    dead: Option<(Classes<K>, Seen<K>)>,
    made: Vec<Jump>,
    nodes: u64,
    most_nodes: u64,
    stop: Stop<'s>,
}

impl<K: Key> DepthFirst<'_, K> {
    /// Searches from a position with `rest` jumps left; at most 63 deep.
    fn visit(&mut self, position: Position, rest: usize) -> Found {
        if rest == 0 {
            return if position == self.finish {
                Found::Solution
            } else {
                Found::Nothing
            };
        }
        if self.nodes.is_multiple_of(BREATH) && (self.stop)() {
            self.most_nodes = self.nodes;
        }
        if self.nodes == self.most_nodes {
            return Found::OutOfNodes;
        }
        let mut own = None;
        if let Some((classes, dead)) = &mut self.dead {
            let key = classes.key(position);
            if !dead.insert(key) {
                return Found::Nothing;
            }
            own = Some(key);
        }
        self.nodes += 1;
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
                Found::Solution => return Found::Solution,
                Found::OutOfNodes => {
                    if let (Some((_, dead)), Some(key)) = (&mut self.dead, own) {
                        // Not everything was tried, so the position is not known to be dead.
                        dead.apply(Action::Remove, &[key], &mut Vec::new());
                    }
                    return Found::OutOfNodes;
                }
            }
            self.made.pop();
            self.left[index] += 1;
        }
        Found::Nothing
    }
}
