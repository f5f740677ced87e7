//! Proved best scores, by branch and cut.
//!
//! ```text
//! root:   solve the program; add cuts that the values violate (cycles, halves);
//!         take a game from the values; fix pairs by reduced costs, rebuild, repeat
//! tree:   branch on numbers whose role is fractional: pick or not, tax or not;
//!         at each node the same, for a few rounds
//! ```
//!
//! All bounds are computed in whole numbers from rounded multipliers, so a search can
//! write down a [certificate](super::certificate).
//!
//! Invariant: every playable pairing with a score above `best` is in the subtree of one of
//! the open nodes, and none has a score above `bound`.

mod grow;
mod model;
mod proof;
mod pseudocosts;
mod relaxation;
mod round;
mod separate;

use super::certificate::{Certificate, Multipliers};
use super::cuts::Cut;
use super::insertion::{Dice, Picks};
use super::order::playing_order;
use super::{Numbers, Pair};
use dlx3_lp::pool::Origin;
use dlx3_lp::{Ending, halves};
use model::{Model, Source};
use proof::{Proof, ROOT};
use pseudocosts::Pseudocosts;
use relaxation::{Decision, Fixed, Relaxation};
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

/// What a search may begin with. All of it is optional.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// A playable pairing.
    pub pairs: Vec<Pair>,
    /// No game has a greater score.
    pub bound: Option<u64>,
    /// Cycle cuts, such as those of the sieve before.
    pub cuts: Vec<Cut>,
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
    solve_from(numbers, Start::default(), monitor).0
}

/// The same with what is known before. Returns the cycle cuts that the last program
/// had, too.
///
/// # Panics
/// If the pairs of `start` cannot be played.
pub fn solve_from(
    numbers: &Numbers,
    start: Start,
    monitor: &mut dyn Monitor,
) -> (Optimum, Vec<Cut>) {
    let mut search = BranchAndCut::new(numbers, start, None);
    let _ = search.run(monitor);
    (search.optimum(), search.cycle_cuts())
}

/// Finds a best game and writes down the proof. If `monitor` ends the search, the
/// certificate has a bound that the root proves.
///
/// ```
/// use dlx3::sieve::{Numbers, certificate, optimum};
///
/// let (_, certificate) = optimum::certify(&Numbers::new(21)?, &mut optimum::Unlimited);
/// let mut text = Vec::new();
/// certificate.write(&mut text)?;
/// let proved = certificate::check(&text[..])?;
/// assert_eq!((proved.score, proved.bound), (144, 144));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(numbers: &Numbers, monitor: &mut dyn Monitor) -> (Optimum, Certificate) {
    let mut search = BranchAndCut::new(numbers, Start::default(), Some(Proof::new()));
    let _ = search.run(monitor);
    let optimum = search.optimum();
    let alone = search.alone.take().unwrap_or_else(|| {
        let bound = search.relaxation.bound();
        (bound as u64, search.relaxation.multipliers(bound))
    });
    let proof = search.proof.take().expect("it is written down");
    let moves = optimum.moves.clone();
    let score = optimum.progress.score;
    let certificate = proof::certificate(&search.model, proof, score, moves, alone);
    (optimum, certificate)
}

/// The most numbers for which games are made by inserting picks: that takes a second for
/// this many.
const MOST_INSERTED: u32 = 5_000;

/// Games of the first local search, at most; later ones have a third of that.
const MOST_IMPROVED: u32 = 300;

/// Rounds of cuts at the root at most, and how many may hardly lower the bound.
const STALLED_AT_ROOT: u32 = 10;
/// Rounds of cuts at a node.
const ROUNDS_AT_NODE: u32 = 4;
/// A node's round that lowers the bound by a smaller part of the gap is its last.
const STALL_AT_NODE: f64 = 0.02;
/// A round that lowers the bound by less has stalled.
const STALL: f64 = 0.1;
/// Rounds at the root that look for shortest cycles as well.
const CYCLE_ROUNDS: u32 = 8;
/// Cuts are added if they are violated by this much.
const LEAST: f64 = 1e-3;
/// A cut leaves once it was slack in this many rounds, at the root and in the tree.
const PATIENCE_AT_ROOT: u8 = 3;
const PATIENCE: u8 = 10;
/// With more rows in the pool, it keeps only those of the present program, unless a proof
/// needs them: some 100 MB.
const MOST_ROWS: usize = 100_000;
/// Grown cuts that a round adds at most.
const GROWN: usize = 120;
/// With fewer cycle cuts than this, halves are looked for.
const FEW: usize = 25;

const HALVES: halves::Effort = halves::Effort {
    passes: 10,
    depth: 0.01,
    violation: 0.03,
    cuts: 200,
    columns: 400,
    candidates: 6000,
    tried: 800,
    parallel: 0.7,
};

struct OpenNode {
    bound: i64,
    /// Later nodes first among equal bounds.
    number: u64,
    decisions: Vec<Decision>,
    /// Its node in the proof.
    proof: usize,
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
    model: Model<'n>,
    /// What holds in the whole tree.
    fixed: Fixed,
    relaxation: Relaxation,
    picks: Picks<'n>,
    dice: Dice,
    best: i64,
    best_pairs: Vec<Pair>,
    /// No game has a greater score.
    bound: i64,
    pseudocosts: Pseudocosts,
    progress: Progress,
    /// Iterations of the programs other than the present one.
    iterations: u64,
    proof: Option<Proof>,
    /// A bound that multipliers prove alone, at the root.
    alone: Option<(u64, Multipliers)>,
    /// The greatest bound of a node where nothing was left to decide, and which was not
    /// closed: rounding could do that, though it has not been seen.
    left_open: i64,
}

impl<'n> BranchAndCut<'n> {
    fn new(numbers: &'n Numbers, start: Start, proof: Option<Proof>) -> Self {
        let mut model = Model::new(numbers);
        let cuts = start.cuts.into_iter();
        let cuts: Vec<u32> = cuts.filter_map(|cut| model.add_cycle(cut)).collect();
        let fixed = Fixed {
            bounds: vec![(0, 1); model.pairs().len()],
            needed: vec![false; numbers.largest() as usize + 1],
        };
        let largest = i64::from(numbers.largest());
        let trivial = largest * (largest + 1) / 2;
        let bound = start
            .bound
            .map_or(trivial, |bound| trivial.min(bound as i64));
        BranchAndCut {
            relaxation: Relaxation::new(&model, &fixed, cuts),
            fixed,
            model,
            picks: Picks::new(numbers, 1),
            dice: Dice::new(2),
            best: start.pairs.iter().map(|pair| i64::from(pair.pick)).sum(),
            best_pairs: start.pairs,
            bound,
            pseudocosts: Pseudocosts::new(numbers.largest()),
            progress: Progress::default(),
            iterations: 0,
            proof,
            alone: None,
            left_open: 0,
        }
    }

    fn optimum(&self) -> Optimum {
        let moves = playing_order(self.model.numbers(), &self.best_pairs);
        Optimum {
            progress: self.progress,
            moves: moves.expect("the pairs can be played"),
        }
    }

    fn cycle_cuts(&self) -> Vec<Cut> {
        let cuts = self.relaxation.cuts().iter();
        cuts.filter_map(|&cut| match self.model.pool.origin(cut) {
            Origin::Given(Source::Cycle(cut)) => Some(cut.clone()),
            _ => None,
        })
        .collect()
    }

    fn offer(&mut self, score: i64, pairs: impl FnOnce(&mut Self) -> Vec<Pair>) {
        if score > self.best {
            self.best_pairs = pairs(self);
            self.best = score;
        }
    }

    /// Makes games from the present values.
    fn round(&mut self, games: u32) {
        let numbers = self.model.numbers();
        let (score, pairs) = round::round(numbers, &self.relaxation);
        self.offer(score, |_| pairs);
        if numbers.largest() <= MOST_INSERTED && games > 0 {
            let wish = self.relaxation.picked();
            self.insert(&wish, games);
        }
    }

    fn insert(&mut self, wish: &[f64], games: u32) {
        let (score, picks) = self.picks.search(wish, games, 0.6, 0.7);
        self.offer(score, |search| search.picks.pairs(&picks));
    }

    /// Local search from the best game.
    fn improve(&mut self, games: u32, monitor: &mut dyn Monitor) {
        if self.model.numbers().largest() <= MOST_INSERTED {
            let start: Vec<u32> = self.best_pairs.iter().map(|pair| pair.pick).collect();
            let is_over = &mut || monitor.is_over();
            let (score, picks) = self.picks.improve(&start, games, is_over);
            self.offer(score, |search| search.picks.pairs(&picks));
        }
    }

    /// Notes that no score is above both `bound` and the best one.
    fn lower_bound_to(&mut self, bound: i64) {
        self.bound = self.bound.min(bound).max(self.best);
    }

    fn tell(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<()> {
        self.progress.score = self.best as u64;
        self.progress.bound = self.bound as u64;
        self.progress.cuts = self.relaxation.cuts().len() as u64;
        self.progress.columns = self.relaxation.pairs().len();
        self.progress.iterations = self.iterations + self.relaxation.iterations();
        monitor.look(&self.progress)
    }

    fn run(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<()> {
        // So that there is a game, even if there is no time for more.
        if self.best == 0 {
            self.round(0);
        }
        self.tell(monitor)?;
        self.first_games();
        while self.best < self.bound || self.proof.is_some() {
            if self.root(monitor)? || self.tree(monitor)? {
                self.bound = self.best.max(self.left_open);
                break;
            }
            // A better game was found. It fixes more pairs, so the tree begins again.
        }
        self.tell(monitor)
    }

    /// Inserts the largest numbers first; and before them, the picks of the game that is
    /// known, together with N.
    fn first_games(&mut self) {
        let largest = self.model.numbers().largest();
        if largest > MOST_INSERTED || self.best >= self.bound {
            return;
        }
        if !self.best_pairs.is_empty() {
            let mut wish = vec![0.0; self.fixed.needed.len()];
            for pair in &self.best_pairs {
                wish[pair.pick as usize] = 0.9;
            }
            wish[largest as usize] = 1.0;
            self.insert(&wish, 3);
        }
        if self.best < self.bound {
            self.insert(&vec![0.9; self.fixed.needed.len()], 1);
        }
    }

    /// Cuts at the root, until they hardly lower the bound and few pairs are fixed.
    /// Returns whether that is the end.
    fn root(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<(), bool> {
        loop {
            self.relaxation.decide(&[]);
            let ended = self.cut_at_root(monitor);
            let is_first = self.alone.is_none();
            if self.proof.is_some() && is_first {
                let bound = self.relaxation.bound().max(self.best);
                self.alone = Some((bound as u64, self.relaxation.multipliers(bound)));
            }
            if ended? == Ending::Stalled {
                return ControlFlow::Continue(false);
            }
            if self.bound > self.best {
                self.round(20 + self.model.numbers().largest() / 16);
                let games = (self.model.numbers().largest() * 3 / 10).min(MOST_IMPROVED);
                self.improve(if is_first { games } else { games / 3 }, monitor);
                self.tell(monitor)?;
            }
            if self.close(ROOT) {
                return ControlFlow::Continue(true);
            }
            let before = self.relaxation.pairs().len();
            self.tighten_root();
            let after = self.relaxation.pairs().len();
            if after * 10 > before * 9 {
                return ControlFlow::Continue(false);
            }
        }
    }

    /// Closes a node of the proof if the present multipliers prove that it has no
    /// better game.
    fn close(&mut self, node: usize) -> bool {
        let is_closed = self.relaxation.bound() <= self.best;
        if is_closed && let Some(proof) = &mut self.proof {
            proof.close(node, self.relaxation.multipliers(self.best));
        }
        is_closed
    }

    /// Fixes pairs by reduced costs, and builds the program without them.
    fn tighten_root(&mut self) {
        let (follows, multipliers) = self.relaxation.tighten(self.best);
        if follows.is_empty() {
            return;
        }
        for decision in follows {
            match decision {
                Decision::With(pair) => self.fixed.bounds[pair as usize] = (1, 1),
                Decision::Without(pair) => self.fixed.bounds[pair as usize] = (0, 0),
                Decision::Need(number) => self.fixed.needed[number as usize] = true,
                _ => unreachable!("reduced costs decide no roles"),
            }
        }
        if let Some(proof) = &mut self.proof {
            proof.tighten_root(multipliers);
        }
        self.iterations += self.relaxation.iterations();
        let cuts = self.relaxation.cuts().to_vec();
        self.relaxation = Relaxation::new(&self.model, &self.fixed, cuts);
    }

    fn cut_at_root(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<(), Ending> {
        let mut stalled = 0;
        let mut before = f64::INFINITY;
        for round in 0.. {
            let is_over = &mut || monitor.is_over();
            let ending = self.relaxation.run(self.best, is_over);
            let bound = self.relaxation.bound();
            self.lower_bound_to(bound);
            if ending != Ending::Optimal {
                self.tell(monitor)?;
                return ControlFlow::Continue(ending);
            }
            if self.bound <= self.best {
                break;
            }
            if round % 10 == 0 {
                self.round(1);
            }
            self.tell(monitor)?;
            let now = self.relaxation.objective();
            stalled = if before - now < STALL { stalled + 1 } else { 0 };
            before = before.min(now);
            if stalled >= STALLED_AT_ROOT || self.separate(round, stalled, monitor) == 0 {
                break;
            }
        }
        ControlFlow::Continue(Ending::Optimal)
    }

    /// Adds cuts that the values violate; returns how many. Removes cuts that have been
    /// slack for some time.
    fn separate(&mut self, round: u32, stalled: u32, monitor: &mut dyn Monitor) -> usize {
        let mut added = 0;
        let is_root = round < u32::MAX;
        if round < CYCLE_ROUNDS {
            added += separate::separate(&mut self.model, &mut self.relaxation);
        }
        self.relaxation
            .purge(if is_root { PATIENCE_AT_ROOT } else { PATIENCE });
        added += self.relaxation.add_from_pool(&self.model, LEAST, GROWN);
        if added >= FEW {
            return added;
        }
        let random = &mut || self.dice.fraction();
        let is_over = &mut || monitor.is_over();
        let effort = if is_root { grow::PLAIN } else { grow::SHORT };
        let mut grown = grow::grow(&self.model, &self.relaxation, effort, random, is_over);
        if is_root && (stalled >= 2 || grown.len() < 10) {
            let more = grow::grow(&self.model, &self.relaxation, grow::LONG, random, is_over);
            grown.extend(more);
        }
        let depth =
            |(violation, cut): &grow::Violated| violation / (cut.members.len() as f64).sqrt();
        grown.sort_by(|a, b| depth(b).total_cmp(&depth(a)).then_with(|| a.1.cmp(&b.1)));
        grown.dedup_by(|a, b| a.1 == b.1);
        for (_, cut) in grown.into_iter().take(GROWN) {
            if let Some(row) = self.model.add_cycle(cut) {
                added += usize::from(self.relaxation.add_cut(&self.model, row, LEAST));
            }
        }
        if added < FEW && !monitor.is_over() {
            added += self.relaxation.add_halves(&mut self.model, HALVES, random);
        }
        added
    }

    /// Searches the tree for better games. Returns false if one was found early, so that
    /// the tree is worth beginning again.
    fn tree(&mut self, monitor: &mut dyn Monitor) -> ControlFlow<(), bool> {
        if let Some(proof) = &mut self.proof {
            proof.restart();
        }
        let at_start = self.best;
        let nodes_before = self.progress.nodes;
        let mut open = BinaryHeap::new();
        let mut number = 0;
        open.push(OpenNode {
            bound: self.bound,
            number,
            decisions: Vec::new(),
            proof: ROOT,
        });
        while let Some(node) = open.pop() {
            self.lower_bound_to(node.bound.max(self.left_open));
            if self.proof.is_none() && self.model.pool.len() > MOST_ROWS {
                let cuts = self.model.compact(self.relaxation.cuts());
                self.relaxation.renumber(cuts);
            }
            let mut next = Some(node);
            // Dive: one child at once, the other one later.
            while let Some(mut node) = next.take() {
                self.tell(monitor)?;
                self.progress.nodes += 1;
                let Some((bound, children)) = self.node(&mut node, monitor) else {
                    break;
                };
                for (decision, proof) in children.into_iter().rev() {
                    number += 1;
                    let mut decisions = node.decisions.clone();
                    decisions.push(decision);
                    let child = OpenNode {
                        bound,
                        number,
                        decisions,
                        proof,
                    };
                    if let Some(other) = next.replace(child) {
                        open.push(other);
                    }
                }
            }
            if self.best > at_start && self.progress.nodes < nodes_before + 10 && !open.is_empty() {
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Processes a node: returns its bound and two decisions to branch on with their
    /// nodes in the proof, or `None` if its subtree needs no search. Decisions that
    /// follow are added to those of the node.
    fn node(
        &mut self,
        node: &mut OpenNode,
        monitor: &mut dyn Monitor,
    ) -> Option<(i64, [(Decision, usize); 2])> {
        self.relaxation.decide(&node.decisions);
        let mut bound = node.bound;
        let mut rounds = 0;
        let mut before = f64::INFINITY;
        loop {
            let ending = self.relaxation.run(self.best, &mut || monitor.is_over());
            if self.close(node.proof) {
                return None;
            }
            bound = bound.min(self.relaxation.bound());
            if ending != Ending::Optimal {
                let decisions = self.any_open(bound)?;
                return Some((bound, self.branch_proof(node.proof, decisions)));
            }
            let now = self.relaxation.objective();
            let has_stalled = before - now < STALL_AT_NODE * (now - self.best as f64);
            before = now;
            rounds += 1;
            if rounds <= ROUNDS_AT_NODE && !has_stalled && self.separate(u32::MAX, 0, monitor) > 0 {
                continue;
            }
            self.round(3);
            if self.close(node.proof) {
                return None;
            }
            self.tighten(node);
            match self.branch(&node.decisions) {
                Branching::On(decisions) => {
                    return Some((bound, self.branch_proof(node.proof, decisions)));
                }
                Branching::Only(decision, closed) => {
                    if let Some(proof) = &mut self.proof {
                        let [with, without] = proof.branch(node.proof, decision);
                        proof.close(without, closed.expect("it was asked for"));
                        node.proof = with;
                    }
                    node.decisions.push(decision);
                    self.relaxation.decide(&node.decisions);
                    rounds = 0;
                    before = f64::INFINITY;
                }
                Branching::Neither(decision, closed) => {
                    if let Some(proof) = &mut self.proof {
                        let children = proof.branch(node.proof, decision);
                        for (child, closed) in children.into_iter().zip(closed) {
                            proof.close(child, closed.expect("it was asked for"));
                        }
                    }
                    return None;
                }
                Branching::Nowhere => {
                    if self.separate(0, 2, monitor) == 0 {
                        let decisions = self.any_open(bound)?;
                        return Some((bound, self.branch_proof(node.proof, decisions)));
                    }
                }
            }
        }
    }

    /// The decisions with their nodes in the proof. The second is the opposite of the
    /// first.
    fn branch_proof(&mut self, node: usize, decisions: [Decision; 2]) -> [(Decision, usize); 2] {
        let [first, second] = match &mut self.proof {
            Some(proof) => proof.branch(node, decisions[0]),
            None => [ROOT; 2],
        };
        [(decisions[0], first), (decisions[1], second)]
    }

    /// Adds what reduced costs decide to the decisions of a node.
    fn tighten(&mut self, node: &mut OpenNode) {
        let (follows, multipliers) = self.relaxation.tighten(self.best);
        if follows.is_empty() {
            return;
        }
        if let Some(proof) = &mut self.proof {
            proof.tighten(node.proof, multipliers);
        }
        for &decision in &follows {
            self.relaxation.apply(decision);
        }
        node.decisions.extend(follows);
    }

    /// Without usable values: any pair that is not fixed yet. If there is none, the node's
    /// bound stands.
    fn any_open(&mut self, bound: i64) -> Option<[Decision; 2]> {
        let pair = self.relaxation.first_open();
        if pair.is_none() {
            self.left_open = self.left_open.max(bound);
        }
        pair.map(|pair| [Decision::With(pair), Decision::Without(pair)])
    }

    fn branch(&mut self, decisions: &[Decision]) -> Branching {
        let mut candidates = Vec::new();
        for number in 2..=self.model.numbers().largest() {
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
                let proves = self.proof.is_some();
                let low = self.relaxation.probe(decisions, down, self.best, proves);
                let high = self.relaxation.probe(decisions, up, self.best, proves);
                match (low.ruled_out, high.ruled_out) {
                    (true, true) => return Branching::Neither(down, [low.proof, high.proof]),
                    (true, false) => return Branching::Only(up, low.proof),
                    (false, true) => return Branching::Only(down, high.proof),
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
                let pair = self.relaxation.model_column(column);
                chosen = Branching::On([Decision::With(pair), Decision::Without(pair)]);
            }
        }
        chosen
    }
}

/// What to branch on at a node.
enum Branching {
    /// The child to look at first, and the other one.
    On([Decision; 2]),
    /// The opposite was ruled out, by these multipliers.
    Only(Decision, Option<Multipliers>),
    /// Both the decision and its opposite were.
    Neither(Decision, [Option<Multipliers>; 2]),
    /// All values are whole.
    Nowhere,
}
