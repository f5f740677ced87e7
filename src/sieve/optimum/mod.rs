//! Proved best scores, by branch and cut.
//!
//! The relaxation gives a bound, cycles give cuts, rounding gives pairings. What
//! the bound and the best score settle is taken out of the program. Then numbers
//! whose role is undecided are branched on: pick or not, tax or not.
//!
//! Invariant: every playable pairing with a score above the floor of a pass is
//! under one of its open nodes, and none has a score above the bound.

mod experience;
mod relaxation;
mod round;
mod separate;

use super::order::playing_order;
use super::simplex::Ending;
use super::{Numbers, Pair};
use experience::Experience;
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
    pub nodes: u64,
    pub cuts: u64,
    pub iterations: u64,
    /// Columns of the present program.
    pub columns: usize,
}

/// The outcome: optimal if the score equals the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    pub progress: Progress,
    /// In an order that can be played.
    pub moves: Vec<Pair>,
}

impl Optimum {
    pub fn is_proved(&self) -> bool {
        self.progress.score == self.progress.bound
    }
}

/// Whoever asked for a game looks on, and may break the search off.
pub trait Watch {
    /// Sees the progress, at every node of the tree.
    fn look(&mut self, progress: &Progress) -> ControlFlow<()>;

    /// Asked more often: whether the search is to end.
    fn is_over(&mut self) -> bool;
}

/// Lets a search run to its end.
pub struct Patience;

impl Watch for Patience {
    fn look(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn is_over(&mut self) -> bool {
        false
    }
}

/// Finds a best game. If `watch` ends the search, the best game and bound so far
/// are handed out.
///
/// ```
/// use dlx3::sieve::{Numbers, optimum};
///
/// let game = optimum::solve(&Numbers::new(18)?, &mut optimum::Patience);
/// assert_eq!(game.progress.score, 111);
/// assert!(game.is_proved());
/// # Ok::<(), dlx3::sieve::SizeFault>(())
/// ```
pub fn solve(numbers: &Numbers, watch: &mut dyn Watch) -> Optimum {
    let mut search = Search::new(numbers);
    let _ = search.run(watch);
    let moves = playing_order(numbers, &search.best_pairs).expect("rounding closes no cycle");
    Optimum {
        progress: search.progress,
        moves,
    }
}

/// How far below the bound the first pass looks.
const FIRST_STEP: i64 = 16;

struct Node {
    bound: i64,
    /// Later nodes first among equal bounds.
    number: u64,
    decisions: Vec<Decision>,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        (self.bound, self.number) == (other.bound, other.number)
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.bound, self.number).cmp(&(other.bound, other.number))
    }
}

/// Whoever looks on, passed on.
type Watcher<'w> = &'w mut dyn Watch;

struct Search<'n> {
    numbers: &'n Numbers,
    relaxation: Relaxation,
    best: i64,
    best_pairs: Vec<Pair>,
    /// Only scores above this are looked for; at least `best`.
    floor: i64,
    /// No game has a greater score.
    bound: i64,
    experience: Experience,
    progress: Progress,
    /// Iterations of the programs that are not at work now.
    iterations: u64,
}

impl<'n> Search<'n> {
    fn new(numbers: &'n Numbers) -> Self {
        let size = numbers.largest() as usize + 1;
        let open = numbers.pairs().collect();
        let largest = i64::from(numbers.largest());
        Search {
            numbers,
            relaxation: Relaxation::new(numbers, open, Vec::new(), vec![false; size], Vec::new()),
            best: 0,
            best_pairs: Vec::new(),
            floor: 0,
            bound: largest * (largest + 1) / 2,
            experience: Experience::new(numbers.largest()),
            progress: Progress::default(),
            iterations: 0,
        }
    }

    fn round(&mut self) {
        let (score, pairs) = round::round(self.numbers, &self.relaxation);
        if score > self.best {
            self.best = score;
            self.best_pairs = pairs;
            self.floor = self.floor.max(score);
        }
    }

    /// Notes that no score is above both `bound` and the floor.
    fn lower_bound_to(&mut self, bound: i64) {
        self.bound = self.bound.min(bound.max(self.floor));
    }

    fn tell(&mut self, watch: Watcher) -> ControlFlow<()> {
        self.progress.score = self.best as u64;
        self.progress.bound = self.bound as u64;
        self.progress.cuts = self.relaxation.cuts().len() as u64;
        self.progress.columns = self.relaxation.pairs().len();
        self.progress.iterations = self.iterations + self.relaxation.iterations();
        watch.look(&self.progress)
    }

    /// Passes over the tree, each with a floor that is a guess somewhat below
    /// the bound: the higher the floor, the more pairs are settled. If a pass
    /// finds nothing above its floor, the floor is a new bound.
    fn run(&mut self, watch: Watcher) -> ControlFlow<()> {
        // Any game is better than none, should there be no time for more.
        self.round();
        self.root(watch)?;
        let mut step = FIRST_STEP;
        while self.best < self.bound {
            self.floor = self.best.max(self.bound - step);
            let nodes = self.progress.nodes;
            self.relaxation.decide(&[]);
            self.relaxation.run(self.floor, &mut || watch.is_over());
            let bound = self.relaxation.settle(self.floor);
            self.lower_bound_to(bound);
            let pass = self.relaxation.rebuilt(self.numbers);
            let whole = std::mem::replace(&mut self.relaxation, pass);
            self.iterations += whole.iterations();
            let ended = self.pass(watch);
            self.iterations -= whole.iterations();
            let pass = std::mem::replace(&mut self.relaxation, whole);
            self.iterations += pass.iterations();
            self.relaxation.unsettle();
            for cut in pass.cuts() {
                self.relaxation
                    .add_cut(self.numbers, cut.clone(), f64::NEG_INFINITY);
            }
            ended?;
            self.lower_bound_to(self.floor);
            if self.progress.nodes - nodes < 50 {
                step *= 2;
            }
        }
        self.tell(watch)
    }

    /// Searches the tree for scores above the floor.
    fn pass(&mut self, watch: Watcher) -> ControlFlow<()> {
        let mut open = BinaryHeap::new();
        let mut number = 0;
        open.push(Node {
            bound: self.bound,
            number,
            decisions: Vec::new(),
        });
        while let Some(node) = open.pop() {
            if node.bound <= self.floor {
                break;
            }
            self.lower_bound_to(node.bound);
            let mut next = Some(node);
            // Dive: one child at once, the other one later.
            while let Some(mut node) = next.take() {
                self.tell(watch)?;
                self.progress.nodes += 1;
                let Some((bound, decisions)) = self.node(&mut node.decisions, node.bound, watch)
                else {
                    break;
                };
                for decision in decisions.into_iter().rev() {
                    number += 1;
                    let mut decisions = node.decisions.clone();
                    decisions.push(decision);
                    let child = Node {
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
    fn root(&mut self, watch: Watcher) -> ControlFlow<()> {
        let mut stalled = 0;
        let mut before = f64::INFINITY;
        loop {
            let ending = self.relaxation.run(self.floor, &mut || watch.is_over());
            let bound = self.relaxation.bound();
            self.lower_bound_to(bound);
            if ending != Ending::Optimal {
                return ControlFlow::Continue(());
            }
            self.round();
            self.tell(watch)?;
            let now = self.relaxation.objective();
            stalled = if before - now < 0.05 { stalled + 1 } else { 0 };
            before = now;
            if self.bound <= self.floor
                || stalled >= 8
                || separate::separate(self.numbers, &mut self.relaxation) == 0
            {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Works on a node: its bound and two decisions to branch on, or nothing if
    /// it is done with. Decisions that follow are added.
    fn node(
        &mut self,
        decisions: &mut Vec<Decision>,
        above: i64,
        watch: Watcher,
    ) -> Option<(i64, [Decision; 2])> {
        self.relaxation.decide(decisions);
        let mut bound = above;
        let mut stalled = 0;
        let mut before = f64::INFINITY;
        loop {
            let ending = self.relaxation.run(self.floor, &mut || watch.is_over());
            bound = bound.min(self.relaxation.bound());
            if bound <= self.floor {
                return None;
            }
            if ending != Ending::Optimal {
                return self.any_open().map(|decisions| (bound, decisions));
            }
            self.round();
            if bound <= self.floor {
                return None;
            }
            let now = self.relaxation.objective();
            stalled = if before - now < 0.05 { stalled + 1 } else { 0 };
            before = now;
            if stalled < 3 && separate::separate(self.numbers, &mut self.relaxation) > 0 {
                continue;
            }
            match self.branch(decisions) {
                Branch::On(pair) => return Some((bound, pair)),
                Branch::Only(decision) => {
                    decisions.push(decision);
                    self.relaxation.decide(decisions);
                    stalled = 0;
                }
                Branch::Neither => return None,
                Branch::Nowhere => {
                    if separate::separate(self.numbers, &mut self.relaxation) == 0 {
                        return self.any_open().map(|decisions| (bound, decisions));
                    }
                }
            }
        }
    }

    /// Where values are of no use, any column that is not settled yet.
    fn any_open(&self) -> Option<[Decision; 2]> {
        self.relaxation
            .first_open()
            .map(|column| [Decision::With(column), Decision::Without(column)])
    }

    fn branch(&mut self, decisions: &[Decision]) -> Branch {
        let mut candidates = Vec::new();
        for number in 2..=self.numbers.largest() {
            let (pick, tax) = self.relaxation.roles(number);
            for (value, role) in [(pick, 2 * number), (tax, 2 * number + 1)] {
                if value.min(1.0 - value) > 1e-4 {
                    let promise = self.experience.promise(role as usize, value);
                    candidates.push((promise, role, value));
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
        for &(promise, role, value) in &candidates {
            let number = role / 2;
            let [down, up] = if role % 2 == 0 {
                [Decision::NotPick(number), Decision::Pick(number)]
            } else {
                [Decision::NotTax(number), Decision::Tax(number)]
            };
            let mut score = promise;
            if !self.experience.is_reliable(role as usize) {
                probed = true;
                let low = self.relaxation.probe(decisions, down, self.floor);
                let high = self.relaxation.probe(decisions, up, self.floor);
                match (low.ruled_out, high.ruled_out) {
                    (true, true) => return Branch::Neither,
                    (true, false) => return Branch::Only(up),
                    (false, true) => return Branch::Only(down),
                    (false, false) => {}
                }
                let falls = [objective - low.objective, objective - high.objective];
                self.experience.note(role as usize, 0, value, falls[0]);
                self.experience.note(role as usize, 1, value, falls[1]);
                score = experience::score(falls[0], falls[1]);
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
        chosen.map_or(Branch::Nowhere, Branch::On)
    }

    fn branch_on_column(&self) -> Branch {
        let mut best = 1e-4;
        let mut chosen = Branch::Nowhere;
        for column in 0..self.relaxation.pairs().len() {
            let value = self.relaxation.value(column);
            if value.min(1.0 - value) > best {
                best = value.min(1.0 - value);
                let column = column as u32;
                chosen = Branch::On([Decision::With(column), Decision::Without(column)]);
            }
        }
        chosen
    }
}

/// How to go on at a node.
enum Branch {
    /// The child to look at first, and the other one.
    On([Decision; 2]),
    /// The opposite was ruled out.
    Only(Decision),
    /// Both were.
    Neither,
    /// All values are whole.
    Nowhere,
}
