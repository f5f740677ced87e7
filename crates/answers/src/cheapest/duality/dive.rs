//! Diving: a solution from the relaxation of the root, long before the tree comes to one.
//!
//! ```text
//! dive:
//!     solve the relaxation
//!     it is whole: a solution, and the end
//!     it can be solved: choose the options that it has as a whole, and the largest others
//!     otherwise: take choices back, and do without the largest option of the first of them
//! ```
//!
//! The tree knows nothing of what is chosen here, and leaves nothing out for it. So a dive may end
//! at any time: after some choices that were taken back, or when it has taken some times as long as
//! all before it.
//!
//! Source: T. Achterberg, Constraint integer programming (thesis, Berlin, 2007), section 9.2.

use super::{Doing, Duality, Node, PER_OPTION, Set, WHOLE, has, list, remove};
use dlx3_lp::Ending;

/// How many choices are taken back.
const TAKEN_BACK: u32 = 32;

/// A dive takes this many times as long as all before it, at most; and this long at least, in
/// nanoseconds.
const TIMES: u64 = 3;
const LEAST: u64 = 1 << 27;

/// Options that are this near to the largest are chosen with it.
const NEAR_LARGEST: f64 = 0.9;

/// A dive on its way.
pub struct Dive {
    /// What is open and chosen; its bound is that of the root.
    node: Node,
    /// For each choice what was open before, how many options were chosen, and the one that the
    /// relaxation did not have as a whole.
    choices: Vec<(Set, usize, u32)>,
    taken_back: u32,
    /// The pivots before this relaxation.
    pivots: u64,
    /// When to end.
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

    /// What costs more is of no use, whatever the ceiling is.
    fn dive_cutoff(&self) -> i128 {
        match self.kept.last() {
            Some(last) if self.kept.len() >= self.most => self.scale.below(last.0),
            _ => self.top,
        }
    }

    /// Begins to solve a relaxation from the basis of the one before.
    fn relax(&mut self, dive: &mut Dive) {
        let node = &dive.node;
        self.program
            .fix(|option| has(&node.open, option), &node.chosen);
        self.work += PER_OPTION * self.program.options.len() as u64;
        dive.pivots = self.program.simplex.iterations();
    }

    /// Continues with a dive.
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

    /// Keeps the solution that the relaxation is, or chooses more; whether there is more to do.
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
        // Colors may exclude what the relaxation has as a whole.
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

    /// Takes the last choice back, every other time also the one before it, and so on by powers of
    /// two; false if that has been done too often.
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
