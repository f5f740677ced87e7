//! The joiner: puts pieces together in their order, so that whoever looks sees
//! one walk. Where something has to be told within a piece, it walks the piece
//! itself.

use super::Joint;
use super::line::{Found, Line};
use super::piece::Piece;
use super::until::Until;
use crate::search::{Counters, Outcome, Search};
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
                Found::Piece(piece) => self.join_piece(*piece),
                Found::Nothing(_) if !self.joint.urgent().load(Ordering::Relaxed) && alive() => {
                    continue;
                }
                Found::Nothing(at) => {
                    self.search.links.go_to(&at);
                    self.search.links.counters = self.total.clone();
                    match alive() {
                        true => self.joint.attend(&self.search.links),
                        false => ControlFlow::Break(()),
                    }
                }
                Found::End => return Outcome::Exhausted,
            };
            if went_on.is_break() {
                return Outcome::Paused;
            }
        }
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
        let solution = match piece.ends.is_empty() {
            true => self.joint.solution_at(&total.solutions),
            false => self.joint.most_solutions(),
        };
        alarm.is_some_and(|mems| total.mems.plus(&counted.mems) >= mems)
            || counted.solutions != 0
                && solution.is_some_and(|at| total.solutions.plus(&counted.solutions) >= at)
    }

    fn show(&mut self, piece: &Piece) -> ControlFlow<()> {
        let spacing = self.joint.spacing();
        let mut number = self.total.solutions.clone();
        for solution in piece.solutions() {
            number += 1;
            if number.is_multiple_of(spacing) {
                self.joint.show(&number, solution)?;
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
