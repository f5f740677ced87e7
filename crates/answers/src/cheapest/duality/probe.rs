//! How a node is divided: strong branching.
//!
//! A node is divided by two items (one option has both, or none has both; Ryan and Foster, 1981) or
//! by one option. The values of the relaxation give many such *splits*. Those that promise most are
//! tried: some pivots of the relaxations of both children say by how much their bounds rise. The
//! split with the largest product of both is taken. Gains are remembered: they say later which splits
//! promise most.
//!
//! Source: T. Achterberg, Constraint integer programming (thesis, Berlin, 2007), chapter 5.

use super::{Doing, Duality, Node, WHOLE, remove};
use dlx3_lp::{Basis, Ending};
use std::collections::HashMap;

/// The most splits that are tried at a node, and the most after the best one so far.
pub const TRIED: usize = 10;
const TRIED_AFTER: usize = 4;

/// The pivots for a child.
const PIVOTS: u64 = 25;

/// The trials of a split after which its mean gain is believed.
const RELIABLE: u32 = 4;

/// A gain counts as at least this share of the mean.
const LEAST_GAIN: f64 = 1e-3;

/// So that nothing is divided by zero, and products are not zero.
const TINY: f64 = 1e-9;

/// Divides a node in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Split {
    /// One option has both items, or none has both.
    Items(u32, u32),
    /// The option holds, or not.
    Option(u32),
}

/// The gains of a split's children per unit of value, summed up over all trials.
#[derive(Clone, Copy, Default)]
struct Gains {
    near: f64,
    far: f64,
    times: u32,
}

impl Gains {
    fn add(&mut self, (near, far): (f64, f64)) {
        self.near += near;
        self.far += far;
        self.times += 1;
    }
}

/// The gains of all splits that were tried.
#[derive(Default)]
pub struct History {
    of: HashMap<Split, Gains>,
    all: Gains,
}

impl History {
    /// The product of the gains that its children promise.
    fn promise(&self, split: Split, value: f64) -> f64 {
        let own = self.of.get(&split).copied().unwrap_or_default();
        let all = f64::from(self.all.times.max(1));
        // The mean of all counts as one more trial.
        let mean = |own_sum: f64, sum: f64| (own_sum + sum / all + TINY) / f64::from(own.times + 1);
        mean(own.near, self.all.near) * (1.0 - value) * mean(own.far, self.all.far) * value
    }
}

/// The trials at a node.
pub struct Probing {
    /// The splits with their values in the relaxation: those that promise most come first.
    splits: Vec<(Split, f64)>,
    /// The present one, and the gain of its first child.
    place: usize,
    near: Option<f64>,
    /// The best one so far, and its score.
    best: usize,
    score: f64,
    /// The relaxation of the node.
    basis: Basis,
    objective: f64,
}

impl Probing {
    /// Goes on to the next split after the present one has this score.
    fn rate(&mut self, score: f64) {
        if score > self.score {
            (self.score, self.best) = (score, self.place);
        }
        self.place += 1;
        self.near = None;
    }
}

impl Duality {
    /// The splits of a node whose open options are these, with their values in the relaxation. Most
    /// promising ones come first. None is empty on one side, unless it is the only one.
    pub(super) fn splits(&self, open: &[u32]) -> Vec<(Split, f64)> {
        let mut shares: HashMap<(u32, u32), f64> = HashMap::new();
        let mut splits = Vec::new();
        for &option in open {
            let value = self.program.value(option);
            if !(WHOLE..=1.0 - WHOLE).contains(&value) {
                continue;
            }
            let rows = self.rows.of[option as usize].iter().filter(|&&row| {
                let row = &self.rows.rows[row as usize];
                (row.lower, row.upper) == (1, 1)
            });
            let rows: Vec<u32> = rows.copied().collect();
            for (place, &one) in rows.iter().enumerate() {
                for &other in &rows[place + 1..] {
                    *shares.entry((one, other)).or_default() += value;
                }
            }
            splits.push((Split::Option(option), value));
        }
        let is_inside = |share: &f64| (WHOLE..1.0 - WHOLE).contains(share);
        let mut pairs: Vec<(Split, f64)> = shares
            .into_iter()
            .filter(|(_, share)| is_inside(share))
            .map(|((one, other), share)| (Split::Items(one, other), share))
            .collect();
        if !pairs.is_empty() {
            splits.clear();
        }
        splits.append(&mut pairs);
        let mut promising: Vec<(f64, Split, f64)> = splits
            .into_iter()
            .map(|(split, value)| (self.history.promise(split, value), split, value))
            .collect();
        promising
            .sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let promising = promising
            .into_iter()
            .map(|(_, split, value)| (split, value));
        let mut splits: Vec<_> = promising
            .filter(|&(split, _)| self.divides(split, open))
            .take(self.tries)
            .collect();
        if splits.is_empty() {
            // The values are whole, or rounding has spoiled them.
            splits.push((Split::Option(self.doubtful(open)), 0.5));
        }
        splits
    }

    /// Whether each child loses some option.
    fn divides(&self, split: Split, open: &[u32]) -> bool {
        let Split::Items(one, other) = split else {
            return true;
        };
        let (mut has_one, mut has_both) = (false, false);
        for &option in open {
            let rows = &self.rows.of[option as usize];
            match (rows.contains(&one), rows.contains(&other)) {
                (true, true) => has_both = true,
                (true, false) | (false, true) => has_one = true,
                _ => {}
            }
        }
        has_one && has_both
    }

    /// The options that the children of a split lose: the near one, where one option has both
    /// items, and the far one.
    pub(super) fn lost(&self, split: Split, open: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let (mut near, mut far) = (Vec::new(), Vec::new());
        match split {
            Split::Option(option) => far.push(option),
            Split::Items(one, other) => {
                for &option in open {
                    let rows = &self.rows.of[option as usize];
                    match (rows.contains(&one), rows.contains(&other)) {
                        (true, true) => far.push(option),
                        (true, false) | (false, true) => near.push(option),
                        _ => {}
                    }
                }
            }
        }
        (near, far)
    }

    /// Begins to try splits. The relaxation of the node has just been solved.
    pub(super) fn begin_probes(&mut self, splits: Vec<(Split, f64)>) -> Probing {
        let mut basis = Basis::default();
        self.program.simplex.save(&mut basis);
        Probing {
            splits,
            place: 0,
            near: None,
            best: 0,
            score: -1.0,
            basis,
            objective: self.program.simplex.objective(),
        }
    }

    /// Tries a child. Returns the split to take once that is known; then the relaxation is that of
    /// the node again, but not recomputed.
    pub(super) fn step_of_probes(&mut self, probing: &mut Probing, open: &[u32]) -> Option<Split> {
        let is_enough = probing.place > probing.best + TRIED_AFTER || probing.splits.len() == 1;
        let next = probing.splits.get(probing.place);
        let Some(&(split, value)) = next.filter(|_| !is_enough) else {
            return Some(probing.splits[probing.best].0);
        };
        let tried = self.history.of.get(&split).map_or(0, |gains| gains.times);
        if tried >= RELIABLE {
            let score = self.history.promise(split, value);
            probing.rate(score);
            return None;
        }
        let (near, far) = self.lost(split, open);
        let Some(gain) = probing.near else {
            let holds = match split {
                Split::Option(option) => Some(option),
                Split::Items(..) => None,
            };
            probing.near = Some(self.gain(probing, &near, holds));
            return None;
        };
        let gains = (gain, self.gain(probing, &far, None));
        if gains.0.is_finite() && gains.1.is_finite() {
            let per_unit = (gains.0 / (1.0 - value), gains.1 / value);
            self.history.of.entry(split).or_default().add(per_unit);
            self.history.all.add(per_unit);
        }
        let all = self.history.all;
        let least = |sum: f64| LEAST_GAIN * sum / f64::from(all.times.max(1)) + TINY;
        let score = gains.0.max(least(all.near)) * gains.1.max(least(all.far));
        probing.rate(score);
        // A child without solutions: no other split divides less.
        (score == f64::INFINITY).then_some(split)
    }

    /// By how much the objective falls in a child. Infinite if the child has no solution.
    fn gain(&mut self, probing: &Probing, lost: &[u32], holds: Option<u32>) -> f64 {
        let cutoff = self.program.cutoff(self.cutoff());
        let program = &mut self.program;
        let before = program.simplex.work();
        program.simplex.restore(&probing.basis);
        lost.iter().for_each(|&option| program.bound(option, 0, 0));
        holds.iter().for_each(|&option| program.bound(option, 1, 1));
        let ending = program.simplex.run_for(cutoff, PIVOTS, &mut || false);
        let gain = (probing.objective - program.simplex.objective()).max(0.0);
        lost.iter().for_each(|&option| program.bound(option, 0, 1));
        holds.iter().for_each(|&option| program.bound(option, 0, 1));
        program.simplex.restore(&probing.basis);
        self.work += self.program.simplex.work() - before;
        match ending {
            Ending::Cutoff | Ending::Infeasible => f64::INFINITY,
            Ending::Optimal | Ending::Stalled => gain,
        }
    }

    /// Continues to try the splits of a node.
    pub(super) fn step_of_probing(
        &mut self,
        node: Node,
        mut probing: Box<Probing>,
        open: Box<[u32]>,
    ) {
        match self.step_of_probes(&mut probing, &open) {
            None => self.current = Some((node, Doing::Probing(probing, open))),
            Some(split) => self.divide(node, split, &open),
        }
    }

    /// Divides a node.
    fn divide(&mut self, node: Node, split: Split, open: &[u32]) {
        let basis = self.program.basis();
        let child = |number| Node {
            bound: node.bound,
            number,
            open: node.open.clone(),
            chosen: node.chosen.clone(),
            basis: basis.clone(),
        };
        let (mut near, mut far) = (child(self.number()), child(self.number()));
        let lost = self.lost(split, open);
        lost.0
            .iter()
            .for_each(|&option| remove(&mut near.open, option));
        lost.1
            .iter()
            .for_each(|&option| remove(&mut far.open, option));
        if let Split::Option(option) = split {
            self.choose(&mut near, option);
        }
        self.node_bytes += far.bytes();
        self.nodes.push(far);
        self.solve(near, true);
    }
}
