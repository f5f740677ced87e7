//! The watch of a worker: it makes pieces of what it sees, and tells its worker
//! when to cut the part or to leave it.

use super::Joint;
use super::cut::Progress;
use super::keep::Keep;
use super::line::{Claim, Line};
use super::piece::Piece;
use crate::search::{Count, Counters, Path, Position, State, Watch};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A piece is handed over when it holds so many bytes of text.
const MUCH_TEXT: usize = 1 << 17;

/// How often a worker looks up, in mems: this part of a piece; and where a piece may end
/// for its solutions alone. (A shorter one would take longer than to walk it again.)
const LOOKS: u64 = 8;
const SHORT: u64 = 256;

pub(super) struct Recorder<'l, J> {
    line: &'l Line,
    spacing: u64,
    keep: Keep,
    /// When so many solutions have been found, the next one is shown, if that is known.
    shown_at: Count,
    /// The mems of a piece.
    piece: u64,
    id: u64,
    /// Where the piece begins, and what had been counted there.
    from: Position,
    end: Path,
    before: Counters,
    since: Instant,
    text: Vec<u8>,
    ends: Vec<u32>,
    progress: Progress,
    look_at: u64,
    /// The piece should end at the next node.
    is_full: bool,
    /// It should look up at the next node.
    call: Arc<AtomicBool>,
    /// Where the part ends from now on; the rest is somebody else's.
    new_end: Option<Path>,
    joint: PhantomData<fn(J)>,
}

impl<'l, J: Joint> Recorder<'l, J> {
    /// For a part that begins with these counters.
    pub fn new(
        line: &'l Line,
        worker: usize,
        spacing: u64,
        piece: u64,
        claim: Claim,
        before: Counters,
    ) -> Self {
        let mut recorder = Recorder {
            line,
            spacing,
            keep: Keep::All,
            shown_at: Count::ZERO,
            piece,
            id: claim.id,
            from: claim.at,
            end: claim.end,
            before,
            since: Instant::now(),
            text: Vec::new(),
            ends: Vec::new(),
            progress: Progress::default(),
            look_at: 0,
            is_full: false,
            call: line.call_of(worker),
            new_end: None,
            joint: PhantomData,
        };
        recorder.begin_piece(claim.keep);
        recorder
    }

    /// What to keep from now on.
    fn begin_piece(&mut self, keep: Keep) {
        self.since = Instant::now();
        if let Keep::Shown { before } = &keep {
            let left = self.spacing - before.modulo(self.spacing);
            self.shown_at = self.before.solutions.plus(&left.into());
        }
        self.keep = keep;
    }

    /// Keeps a solution.
    fn render(&mut self, state: &dyn State) {
        if self.text.capacity() == 0 {
            // The last solution may go beyond.
            self.text.reserve_exact(MUCH_TEXT + MUCH_TEXT / 8);
        }
        J::render(state, &mut self.text);
        self.ends.push(self.text.len() as u32);
        if self.text.len() >= MUCH_TEXT {
            self.fill();
        }
    }

    /// The piece is to end at the next node.
    fn fill(&mut self) {
        self.is_full = true;
        self.call.store(true, Ordering::Relaxed);
    }

    /// The part has been walked.
    pub fn finish(mut self, counters: &Counters) {
        let piece = self.take_piece(counters, None);
        self.line.finish(self.id, piece);
    }

    /// Ends the piece. Without a place to go on from, it is the last one.
    fn take_piece(&mut self, counters: &Counters, next: Option<&Position>) -> Piece {
        let counted = counters.since(&self.before);
        self.before.clone_from(counters);
        let from = match next {
            Some(next) => std::mem::replace(&mut self.from, next.clone()),
            None => self.from.clone(),
        };
        let piece = Piece {
            from,
            end: next.is_none().then(|| self.end.clone()),
            counted,
            time: self.since.elapsed(),
            keep: self.keep.clone(),
            text: match self.text.len() >= MUCH_TEXT / 2 {
                true => std::mem::take(&mut self.text),
                false => self.text.as_slice().to_vec(),
            },
            ends: self.ends.as_slice().to_vec(),
        };
        self.text.clear();
        self.ends.clear();
        self.is_full = false;
        piece
    }

    /// Whether the piece has as many solutions as it should have, and no more: with many
    /// more, some are shown in any case, and the longer it is, the better.
    fn has_enough(&self, counters: &Counters) -> bool {
        let Keep::None { most } = self.keep else {
            return false;
        };
        let found = &counters.solutions - &self.before.solutions;
        let mems = counters.mems.walked() - self.before.mems.walked();
        found >= most && found <= self.spacing / 2 && mems >= self.piece / SHORT
    }

    /// Hands a piece over; breaks if the part has to be left. An empty piece has
    /// no node at which it could end.
    fn hand_over(&mut self, state: &dyn State) -> ControlFlow<()> {
        if state.counters().nodes == self.before.nodes {
            return ControlFlow::Continue(());
        }
        let here = Position::inside(state);
        let piece = self.take_piece(state.counters(), Some(&here));
        match self.line.hand_over(self.id, piece, here) {
            Some(keep) => {
                self.begin_piece(keep);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}

impl<J: Joint> Watch for Recorder<'_, J> {
    fn urgent(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.call)
    }

    fn look_at(&self) -> u64 {
        self.look_at
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        match self.keep {
            Keep::None { .. } => None,
            Keep::All => Some(found.plus(&1.into())),
            Keep::Shown { .. } => Some(self.shown_at.clone()),
        }
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = state.counters().mems.walked();
        let part = match self.keep {
            Keep::None { most } if most < u64::MAX => SHORT,
            _ => LOOKS,
        };
        self.look_at = mems + 1 + self.piece / part;
        self.call.store(false, Ordering::Relaxed);
        if self.line.is_stopped() {
            return ControlFlow::Break(());
        }
        self.progress.look(state);
        if self.is_full
            || self.has_enough(state.counters())
            || mems - self.before.mems.walked() >= self.piece
        {
            self.hand_over(state)?;
        }
        if self.line.wants_cuts() && self.line.may_cut(self.id) {
            let here = Path::of(state);
            if let Some(cut) = self.progress.cut(&here, &self.end, self.piece) {
                self.hand_over(state)?;
                self.line.cut(self.id, cut.clone());
                self.end = cut.clone();
                self.new_end = Some(cut);
            }
        }
        ControlFlow::Continue(())
    }

    fn take_end(&mut self) -> Option<Path> {
        self.new_end.take()
    }

    #[inline]
    fn is_shown_nodes(&self) -> bool {
        false
    }

    #[inline]
    fn is_shown_moves(&self) -> bool {
        false
    }

    #[inline]
    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        let counters = state.counters();
        match self.keep {
            Keep::None { .. } => {}
            Keep::All => self.render(state),
            Keep::Shown { .. } if counters.solutions == self.shown_at => {
                self.shown_at += &self.spacing.into();
                self.render(state);
            }
            Keep::Shown { .. } => {}
        }
        ControlFlow::Continue(())
    }
}
