//! The joiner: puts pieces together in their order, so that whoever looks sees
//! one walk. Where something has to be told within a piece, it walks the piece
//! itself.

use super::Joint;
use super::keep::Keep;
use super::line::{Found, Line};
use super::piece::Piece;
use super::until::Until;
use crate::search::{Counters, Outcome, Path, Position, Search, Side};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a signal may wait, at most.
const PATIENCE: Duration = Duration::from_millis(50);

/// Invariant: `total` is what one thread has counted where the walk is joined.
pub(super) struct Joiner<'j, 'p, J> {
    pub search: &'j mut Search<'p>,
    pub joint: &'j mut J,
    pub total: Counters,
}

impl<J: Joint> Joiner<'_, '_, J> {
    /// Joins all pieces. `alive` tells whether all workers are still there.
    pub fn join(mut self, line: &Line, alive: impl Fn() -> bool) -> Outcome {
        let outcome = {
            let _stop = StopAtEnd(line);
            self.join_pieces(line, alive)
        };
        if outcome == Outcome::Exhausted {
            self.search.links.go_to_root();
        }
        self.search.links.counters = self.total;
        outcome
    }

    fn join_pieces(&mut self, line: &Line, alive: impl Fn() -> bool) -> Outcome {
        loop {
            // Pieces may come so fast that there is always one more.
            let is_urgent = self.joint.urgent().load(Ordering::Relaxed);
            let went_on = match line.next(PATIENCE, is_urgent) {
                Found::Piece(piece) => self.join_piece(*piece).map_break(|()| Outcome::Paused),
                Found::Nothing(_) if !self.joint.urgent().load(Ordering::Relaxed) && alive() => {
                    continue;
                }
                Found::Nothing(at) if alive() => self.look(&at),
                Found::Nothing(_) => ControlFlow::Break(Outcome::Paused),
                Found::End => ControlFlow::Break(Outcome::Exhausted),
            };
            if let ControlFlow::Break(outcome) = went_on {
                return outcome;
            }
        }
    }

    /// Lets the watch look at the next node, as the walk is joined up to `at`: between
    /// two nodes, counters are such as one thread never shows.
    fn look(&mut self, at: &Position) -> ControlFlow<Outcome> {
        if at.side == Side::Inside {
            self.search.links.go_to(at);
            self.search.links.counters = self.total.clone();
            let went_on = self.joint.attend(&self.search.links);
            return went_on.map_break(|()| Outcome::Paused);
        }
        self.search.go_to(at, &Path::default());
        self.search.links.counters = self.total.clone();
        let mut until = Until::new(self.joint, None, 0);
        let outcome = self.search.run(&mut until);
        if until.reached {
            // The node will be joined with its piece.
            return ControlFlow::Continue(());
        }
        self.total = self.search.links.counters.clone();
        ControlFlow::Break(outcome)
    }

    fn join_piece(&mut self, piece: Piece) -> ControlFlow<()> {
        if self.must_be_walked(&piece) {
            self.walk(&piece)?;
        } else {
            self.show(&piece)?;
            self.total.add(&piece.counted);
        }
        self.joint.joined(&self.total)
    }

    /// Whether the watch has to see the piece itself. (At the piece's last node
    /// its mems are no more than those at its end.)
    fn must_be_walked(&self, piece: &Piece) -> bool {
        let (total, counted) = (&self.total, &piece.counted);
        let alarm = self.joint.alarm_at();
        let solution = match piece.keep {
            Keep::None { .. } => self.joint.solution_at(&total.solutions),
            Keep::All | Keep::Shown { .. } => self.joint.most_solutions(),
        };
        alarm.is_some_and(|mems| total.mems.plus(&counted.mems) >= mems)
            || counted.solutions != 0
                && solution.is_some_and(|at| total.solutions.plus(&counted.solutions) >= at)
    }

    fn show(&mut self, piece: &Piece) -> ControlFlow<()> {
        let spacing = self.joint.spacing();
        let mut number = self.total.solutions.clone();
        match &piece.keep {
            Keep::None { .. } => {}
            Keep::All => {
                for solution in piece.solutions() {
                    number += 1;
                    if number.is_multiple_of(spacing) {
                        self.joint.show(&number, solution)?;
                    }
                }
            }
            Keep::Shown { before } => {
                debug_assert_eq!(*before, number);
                for solution in piece.solutions() {
                    number = number.multiple_after(spacing);
                    self.joint.show(&number, solution)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn walk(&mut self, piece: &Piece) -> ControlFlow<()> {
        let end = piece.end.clone().unwrap_or_default();
        let found = self.search.go_to(&piece.from, &end);
        debug_assert!(found, "{:?} is in the tree", piece.from);
        self.search.links.counters = self.total.clone();
        let mems = match piece.end {
            Some(_) => None,
            None => Some(self.total.mems.plus(&piece.counted.mems)),
        };
        let mut until = Until::new(self.joint, mems, u64::MAX);
        let outcome = self.search.run(&mut until);
        let reached = until.reached;
        if reached || outcome == Outcome::Exhausted {
            self.total.add(&piece.counted);
            // Their profiles may lack what the memo has passed by.
            let walked = &self.search.links.counters;
            debug_assert_eq!(self.total.without_profile(), walked.without_profile());
            debug_assert_eq!(self.total.max_level(), walked.max_level());
            return ControlFlow::Continue(());
        }
        self.total = self.search.links.counters.clone();
        ControlFlow::Break(())
    }
}

/// Stops the workers when the joiner is done, even if it panics: they would wait
/// for it for ever.
struct StopAtEnd<'l>(&'l Line);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
