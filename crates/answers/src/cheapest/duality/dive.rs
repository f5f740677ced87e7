//! Diving: finds a solution from the relaxation of the root, long before the tree reaches one.
//!
//! ```text
//! loop:
//!     solve the relaxation
//!     if it is integral: keep the solution and end
//!     if it is feasible: choose its integral options, and the largest fractional ones
//!     otherwise: take back choices, and remove the largest option of the first of them
//! ```
//!
//! The tree ignores the choices of a dive, and drops nothing because of them. So a dive may end at
//! any time: after some choices were taken back, or when it has taken several times as long as
//! everything before it.
//!
//! Source: T. Achterberg, Constraint integer programming (thesis, Berlin, 2007), section 9.2.

use super::{Doing, Duality, Node, PER_OPTION, Set, WHOLE, has, list, remove};
use dlx3_lp::Ending;

/// At most this many choices are taken back.
const TAKEN_BACK: u32 = 32;

/// A dive is given up after `max(TIMES * t, LEAST)` nanoseconds, where `t` is the time of everything
/// before it.
const TIMES: u64 = 3;
const LEAST: u64 = 1 << 27;

/// Options whose value is at least this share of the largest are chosen with it.
const NEAR_LARGEST: f64 = 0.9;

/// A dive in progress.
pub struct Dive {
    /// The open and chosen options. The bound is that of the root.
    node: Node,
    /// For each choice: the options open before it, the number of options chosen before it, and the
    /// fractional option that led to it.
    choices: Vec<(Set, usize, u32)>,
    taken_back: u32,
    /// The pivots before this relaxation.
    pivots: u64,
    /// The work at which to end.
    end: u64,
}

impl Duality {
    /// Begins a dive from the root, before the relaxation of `node` is solved.
    pub(super) fn begin_dive(&mut self, node: Node) {
        let cutoff = self.dive_cutoff();
        let mut open: Set = vec![0; self.costs.len().div_ceil(64)].into_boxed_slice();
        for (option, &net) in self.root.net.iter().enumerate() {
            let is_dear = self.root.bound.saturating_add(net.max(0)) > cutoff;
            if !is_dear && self.program.has(option as u32) {
                open[option / 64] |= 1 << (option % 64);
            }
        }
        self.work += PER_OPTION * self.costs.len() as u64;
        let mut dive = Dive {
            node: Node {
                bound: self.root.bound,
                number: 0,
                open,
                chosen: Vec::new(),
                basis: self.root_basis.clone(),
            },
            choices: Vec::new(),
            taken_back: 0,
            pivots: 0,
            end: self.work + (TIMES * self.work).max(LEAST),
        };
        self.program.load(&dive.node.basis);
        self.relax(&mut dive);
        self.current = Some((node, Doing::Diving(Box::new(dive))));
    }

    /// Solutions that cost more are of no use, whatever the ceiling.
    pub(super) fn dive_cutoff(&self) -> i128 {
        match self.kept.last() {
            Some(last) if self.kept.len() >= self.most => self.scale.below(last.0),
            _ => self.top,
        }
    }

    /// Begins to solve a relaxation from the last basis.
    fn relax(&mut self, dive: &mut Dive) {
        let node = &dive.node;
        self.program
            .fix(|option| has(&node.open, option), &node.chosen);
        self.work += PER_OPTION * self.program.options.len() as u64;
        dive.pivots = self.program.simplex.iterations();
    }

    /// Continues a dive.
    pub(super) fn step_of_dive(&mut self, node: Node, mut dive: Box<Dive>) {
        let cutoff = self.program.cutoff(self.dive_cutoff());
        let Some(ending) = self.pivot(dive.pivots, cutoff) else {
            self.current = Some((node, Doing::Diving(dive)));
            return;
        };
        let goes_on = match ending {
            Ending::Optimal => self.go_down(&mut dive),
            _ => self.take_back(&mut dive),
        };
        if goes_on && self.work < dive.end {
            self.relax(&mut dive);
            self.current = Some((node, Doing::Diving(dive)));
        } else {
            self.solve_useful(node);
        }
    }

    /// Keeps the solution if the relaxation is integral; otherwise chooses more options. Returns
    /// whether to continue.
    fn go_down(&mut self, dive: &mut Dive) -> bool {
        let node = &mut dive.node;
        let open = list(&node.open);
        self.work += PER_OPTION * open.len() as u64;
        let values = open
            .into_iter()
            .map(|option| (option, self.program.value(option)));
        let (whole, mut parts): (Vec<_>, Vec<_>) = values
            .filter(|&(_, value)| value > WHOLE)
            .partition(|&(_, value)| value > 1.0 - WHOLE);
        parts.sort_by(|one, other| other.1.total_cmp(&one.1));
        let largest = parts.first().copied();
        if largest.is_none() {
            let whole = whole.iter().map(|&(option, _)| option);
            let options: Vec<u32> = whole.chain(node.chosen.iter().copied()).collect();
            if self.holds(&options) {
                self.keep(options);
                return false;
            }
        }
        // Colors may exclude an integral solution of the relaxation.
        let Some((last, least)) = largest.or(whole.last().copied()) else {
            return self.take_back(dive);
        };
        let before = (node.open.clone(), node.chosen.len(), last);
        let near = parts
            .into_iter()
            .take_while(|part| part.1 >= NEAR_LARGEST * least);
        for (option, _) in whole.into_iter().chain(near) {
            if has(&node.open, option) {
                self.choose(node, option);
            }
        }
        dive.choices.push(before);
        true
    }

    /// Takes back the last choice, every second time two, every fourth time three, and so on (the
    /// ruler function). False if that was done too often.
    fn take_back(&mut self, dive: &mut Dive) -> bool {
        dive.taken_back += 1;
        let kept = (dive.choices.len()).checked_sub(1 + dive.taken_back.trailing_zeros() as usize);
        let first = dive.choices.drain(kept.unwrap_or(0)..).next();
        let Some((open, chosen, option)) = first else {
            return false;
        };
        dive.node.open = open;
        dive.node.chosen.truncate(chosen);
        remove(&mut dive.node.open, option);
        dive.taken_back <= TAKEN_BACK
    }
}
