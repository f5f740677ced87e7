//! Proved best scores, by branch and cut.
//!
//! The linear relaxation gives a bound, violated cycles give cuts, rounding gives
//! pairings. Pairs that reduced costs fix are taken out of the program. Then the
//! search branches on numbers whose role is fractional: pick or not, tax or not.
//!
//! Invariant: every playable pairing with a score above the cutoff of a pass is in
//! the subtree of one of its open nodes, and none has a score above the bound.

mod pseudocosts;
mod relaxation;
mod round;
mod separate;

use super::order::playing_order;
use super::{Numbers, Pair};
use dlx3_lp::Ending;
use pseudocosts::Pseudocosts;
use relaxation::{Decision, Relaxation};
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The best score found.
    pub score: u64,
    /// No game has a greater score.
    pub bound: u64,
    /// Nodes of the search tree that have been solved.
    pub nodes: u64,
    /// Cuts that have been added.
    pub cuts: u64,
    /// Iterations of the simplex method.
    pub iterations: u64,
    /// Columns of the present program.
    pub columns: usize,
}

/// The outcome: optimal if the score equals the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// How far the search has come.
    pub progress: Progress,
    /// In an order that can be played.
    pub moves: Vec<Pair>,
}

impl Optimum {
    /// Whether no game has a greater score.
    pub fn is_proved(&self) -> bool {
        self.progress.score == self.progress.bound
    }
}

/// Follows a search, and may end it.
pub trait Monitor {
    /// Called with the progress at every node of the tree.
    fn look(&mut self, progress: &Progress) -> ControlFlow<()>;

    /// Whether the search is to end; called more often.
    fn is_over(&mut self) -> bool;
}

/// Lets a search run to its end.
pub struct Unlimited;

impl Monitor for Unlimited {
    fn look(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn is_over(&mut self) -> bool {
        false
    }
}

/// Finds a best game. If `monitor` ends the search, the best game and bound so far
/// are returned.
///
/// ```
/// use dlx3::sieve::{Numbers, optimum};
///
/// let game = optimum::solve(&Numbers::new(18)?, &mut optimum::Unlimited);
/// assert_eq!(game.progress.score, 111);
/// assert!(game.is_proved());
/// # Ok::<(), dlx3::sieve::SizeFault>(())
/// ```
pub fn solve(numbers: &Numbers, monitor: &mut dyn Monitor) -> Optimum {
    let mut search = BranchAndCut::new(numbers);
    let _ = search.run(monitor);
    let moves = playing_order(numbers, &search.best_pairs).expect("rounding closes no cycle");
    Optimum {
        progress: search.progress,
        moves,
    }
}

/// How far below the bound the cutoff of the first pass is.
const FIRST_STEP: i64 = 16;

struct OpenNode {
    bound: i64,
    /// Later nodes first among equal bounds.
    number: u64,
    decisions: Vec<Decision>,
}

impl PartialEq for OpenNode {
    fn eq(&self, other: &Self) -> bool {
        (self.bound, self.number) == (other.bound, other.number)
    }
}

impl Eq for OpenNode {}

impl PartialOrd for OpenNode {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenNode {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.bound, self.number).cmp(&(other.bound, other.number))
    }
}

struct BranchAndCut<'n> {
    numbers: &'n Numbers,
    relaxation: Relaxation,
    best: i64,
    best_pairs: Vec<Pair>,
    /// The search is for scores above this; it is at least `best`.
    cutoff: i64,
    /// No game has a greater score.
    bound: i64,
    pseudocosts: Pseudocosts,
    progress: Progress,
    /// Iterations of the programs other than the present one.
    iterations: u64,
}

impl<'n> BranchAndCut<'n> {
    fn new(numbers: &'n Numbers) -> Self {
        let size = numbers.largest() as usize + 1;
        let open = numbers.pairs().collect();
        let largest = i64::from(numbers.largest());
        BranchAndCut {
            numbers,
            relaxation: Relaxation::new(numbers, open, Vec::new(), vec![false; size], Vec::new()),
            best: 0,
            best_pairs: Vec::new(),
            cutoff: 0,
            bound: largest * (largest + 1) / 2,
            pseudocosts: Pseudocosts::new(numbers.largest()),
            progress: Progress::default(),
            iterations: 0,
        }
    }

    fn round(&mut self) {
        let (score, pairs) = round::round(self.numbers, &self.relaxation);
        if score > self.best {
            self.best = score;
            self.best_pairs = pairs;
            self.cutoff = self.cutoff.max(score);
        }
    }

    /// Notes that no score is above both `bound` and the cutoff.
    fn lower_bound_to(&mut self, bound: i64) {
        self.bound = self.bound.min(bound.max(self.cutoff));
    }

    fn tell(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<()> {
        self.progress.score = self.best as u64;
        self.progress.bound = self.bound as u64;
        self.progress.cuts = self.relaxation.cuts().len() as u64;
        self.progress.columns = self.relaxation.pairs().len();
        self.progress.iterations = self.iterations + self.relaxation.iterations();
        monitor.look(&self.progress)
    }

    /// Searches the tree in passes, each with a cutoff somewhat below the bound: the
    /// higher the cutoff, the more pairs are fixed. If a pass finds nothing above its
    /// cutoff, the cutoff is a new bound.
    fn run(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<()> {
        // So that there is a game, even if there is no time for more.
        self.round();
        self.root(monitor)?;
        let mut step = FIRST_STEP;
        while self.best < self.bound {
            self.cutoff = self.best.max(self.bound - step);
            let nodes = self.progress.nodes;
            self.relaxation.decide(&[]);
            self.relaxation.run(self.cutoff, &mut || monitor.is_over());
            let bound = self.relaxation.fix_by_reduced_costs(self.cutoff);
            self.lower_bound_to(bound);
            let pass = self.relaxation.rebuilt(self.numbers);
            let whole = std::mem::replace(&mut self.relaxation, pass);
            self.iterations += whole.iterations();
            let ended = self.pass(monitor);
            self.iterations -= whole.iterations();
            let pass = std::mem::replace(&mut self.relaxation, whole);
            self.iterations += pass.iterations();
            self.relaxation.unfix();
            for cut in pass.cuts() {
                self.relaxation
                    .add_cut(self.numbers, cut.clone(), f64::NEG_INFINITY);
            }
            ended?;
            self.lower_bound_to(self.cutoff);
            if self.progress.nodes - nodes < 50 {
                step *= 2;
            }
        }
        self.tell(monitor)
    }

    /// Searches the tree for scores above the cutoff.
    fn pass(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<()> {
        let mut open = BinaryHeap::new();
        let mut number = 0;
        open.push(OpenNode {
            bound: self.bound,
            number,
            decisions: Vec::new(),
        });
        while let Some(node) = open.pop() {
            if node.bound <= self.cutoff {
                break;
            }
            self.lower_bound_to(node.bound);
            let mut next = Some(node);
            // Dive: one child at once, the other one later.
            while let Some(mut node) = next.take() {
                self.tell(monitor)?;
                self.progress.nodes += 1;
                let Some((bound, decisions)) = self.node(&mut node.decisions, node.bound, monitor)
                else {
                    break;
                };
                for decision in decisions.into_iter().rev() {
                    number += 1;
                    let mut decisions = node.decisions.clone();
                    decisions.push(decision);
                    let child = OpenNode {
                        bound,
                        number,
                        decisions,
                    };
                    if let Some(other) = next.replace(child) {
                        open.push(other);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Cuts at the root, until they hardly lower the bound.
    fn root(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<()> {
        let mut stalled = 0;
        let mut before = f64::INFINITY;
        loop {
            let ending = self.relaxation.run(self.cutoff, &mut || monitor.is_over());
            let bound = self.relaxation.bound();
            self.lower_bound_to(bound);
            if ending != Ending::Optimal {
                return ControlFlow::Continue(());
            }
            self.round();
            self.tell(monitor)?;
            let now = self.relaxation.objective();
            stalled = if before - now < 0.05 { stalled + 1 } else { 0 };
            before = now;
            if self.bound <= self.cutoff
                || stalled >= 8
                || separate::separate(self.numbers, &mut self.relaxation) == 0
            {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Processes a node: returns its bound and two decisions to branch on, or `None`
    /// if its subtree needs no search. Decisions that follow are added to
    /// `decisions`.
    fn node(
        &mut self,
        decisions: &mut Vec<Decision>,
        above: i64,
        monitor: &mut dyn Monitor,
    ) -> Option<(i64, [Decision; 2])> {
        self.relaxation.decide(decisions);
        let mut bound = above;
        let mut stalled = 0;
        let mut before = f64::INFINITY;
        loop {
            let ending = self.relaxation.run(self.cutoff, &mut || monitor.is_over());
            bound = bound.min(self.relaxation.bound());
            if bound <= self.cutoff {
                return None;
            }
            if ending != Ending::Optimal {
                return self.any_open().map(|decisions| (bound, decisions));
            }
            self.round();
            if bound <= self.cutoff {
                return None;
            }
            let now = self.relaxation.objective();
            stalled = if before - now < 0.05 { stalled + 1 } else { 0 };
            before = now;
            if stalled < 3 && separate::separate(self.numbers, &mut self.relaxation) > 0 {
                continue;
            }
            match self.branch(decisions) {
                Branching::On(pair) => return Some((bound, pair)),
                Branching::Only(decision) => {
                    decisions.push(decision);
                    self.relaxation.decide(decisions);
                    stalled = 0;
                }
                Branching::Neither => return None,
                Branching::Nowhere => {
                    if separate::separate(self.numbers, &mut self.relaxation) == 0 {
                        return self.any_open().map(|decisions| (bound, decisions));
                    }
                }
            }
        }
    }

    /// Without usable values: any column that is not fixed yet.
    fn any_open(&self) -> Option<[Decision; 2]> {
        self.relaxation
            .first_open()
            .map(|column| [Decision::With(column), Decision::Without(column)])
    }

    fn branch(&mut self, decisions: &[Decision]) -> Branching {
        let mut candidates = Vec::new();
        for number in 2..=self.numbers.largest() {
            let (pick, tax) = self.relaxation.roles(number);
            for (value, role) in [(pick, 2 * number), (tax, 2 * number + 1)] {
                if value.min(1.0 - value) > 1e-4 {
                    let estimate = self.pseudocosts.estimate(role as usize, value);
                    candidates.push((estimate, role, value));
                }
            }
        }
        if candidates.is_empty() {
            return self.branch_on_column();
        }
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        let objective = self.relaxation.objective();
        let mut best = f64::NEG_INFINITY;
        let mut chosen = None;
        let mut probed = false;
        let mut in_vain = 0;
        for &(estimate, role, value) in &candidates {
            let number = role / 2;
            let [down, up] = if role % 2 == 0 {
                [Decision::NotPick(number), Decision::Pick(number)]
            } else {
                [Decision::NotTax(number), Decision::Tax(number)]
            };
            let mut score = estimate;
            if !self.pseudocosts.is_reliable(role as usize) {
                probed = true;
                let low = self.relaxation.probe(decisions, down, self.cutoff);
                let high = self.relaxation.probe(decisions, up, self.cutoff);
                match (low.ruled_out, high.ruled_out) {
                    (true, true) => return Branching::Neither,
                    (true, false) => return Branching::Only(up),
                    (false, true) => return Branching::Only(down),
                    (false, false) => {}
                }
                let falls = [objective - low.objective, objective - high.objective];
                self.pseudocosts.add(role as usize, 0, value, falls[0]);
                self.pseudocosts.add(role as usize, 1, value, falls[1]);
                score = pseudocosts::score(falls[0], falls[1]);
            }
            if score > best {
                best = score;
                chosen = Some(if value > 0.5 { [up, down] } else { [down, up] });
                in_vain = 0;
            } else {
                in_vain += 1;
                if in_vain >= 8 {
                    break;
                }
            }
        }
        if probed {
            self.relaxation.end_probes();
        }
        chosen.map_or(Branching::Nowhere, Branching::On)
    }

    fn branch_on_column(&self) -> Branching {
        let mut best = 1e-4;
        let mut chosen = Branching::Nowhere;
        for column in 0..self.relaxation.pairs().len() {
            let value = self.relaxation.value(column);
            if value.min(1.0 - value) > best {
                best = value.min(1.0 - value);
                let column = column as u32;
                chosen = Branching::On([Decision::With(column), Decision::Without(column)]);
            }
        }
        chosen
    }
}

/// What to branch on at a node.
enum Branching {
    /// The child to look at first, and the other one.
    On([Decision; 2]),
    /// The opposite was ruled out.
    Only(Decision),
    /// Both were.
    Neither,
    /// All values are whole.
    Nowhere,
}
