//! Which solutions a worker keeps as text.
//!
//! Where the number of solutions before a piece is known, those that are to be shown
//! are known, too, and only they are rendered. It is known behind what has been walked
//! without a gap, so in the first part always. Elsewhere there are two ways. A worker
//! may keep all: then every solution has to be visited and rendered, where one thread
//! would pass by most of them, as the memo knows how many there are. Or it keeps none
//! and counts; then what holds a shown solution is walked twice. How much the ways cost
//! differs by factors of hundreds; so the first is tried now and then, and taken as long
//! as it costs not much more than what one thread does.

use super::piece::{BYTE, Piece};
use crate::search::{Count, Counters};

/// What of its solutions a worker keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// None of them. Where some are shown, the piece is walked again; so it should
    /// have no more than this many solutions if that is easy.
    None { most: u64 },
    /// All of them.
    All,
    /// Those that are shown; so many solutions are before the piece.
    Shown { before: Count },
}

/// With larger spacing, all solutions are never kept: to count, and to walk a few short
/// pieces again, costs little.
const DENSE: u64 = 100;

/// For this, a piece that may have to be walked again has about this share of the
/// solutions between two that are shown.
const AGAIN: u64 = 16;

/// All solutions are kept if that costs at most so many times what one thread does.
const MOST: f64 = 1.25;

/// What has been learnt loses so much of its weight with each piece.
const FADING: f64 = 0.75;

/// To keep all is tried again after the work of so many pieces.
const TRY_AFTER: f64 = 8.0;

/// Work done in some part of the walk.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    /// In mems that have been walked, or what takes as long.
    cost: f64,
    /// All mems, known ones too.
    mems: f64,
}

impl Work {
    fn add(&mut self, cost: f64, counted: &Counters) {
        self.cost = FADING * self.cost + cost;
        self.mems = FADING * self.mems + counted.mems.saturated() as f64;
    }
}

/// Chooses what is kept, and learns what it costs.
#[derive(Debug)]
pub(super) struct Choice {
    /// Solutions whose number is a multiple of this are shown; none if it is 0.
    spacing: u64,
    /// About how many mems a piece has.
    piece: f64,
    /// What it costs to walk where only those are visited that are shown.
    shown: Work,
    /// What it costs to keep all; less, for a comparison, what is rendered anyway.
    all: Work,
    /// Whether all are kept where it is not known which are shown.
    keeps_all: bool,
    /// The work since that was tried.
    since: f64,
}

impl Choice {
    /// `counted` is what one thread has counted so far.
    pub fn new(spacing: u64, piece: u64, counted: &Counters) -> Self {
        let mut shown = Work::default();
        shown.add(counted.mems.walked() as f64, counted);
        Choice {
            spacing,
            piece: piece as f64,
            shown,
            all: Work::default(),
            keeps_all: spacing <= DENSE,
            since: 0.0,
        }
    }

    /// What to keep in a piece; so many solutions are `before` it, if that is known.
    pub fn keep(&self, before: Option<Count>) -> Keep {
        match (self.spacing, before) {
            (0, _) => Keep::None { most: u64::MAX },
            (1, _) => Keep::All,
            (_, Some(before)) => Keep::Shown { before },
            _ if self.keeps_all => Keep::All,
            (spacing, _) => Keep::None {
                most: spacing / AGAIN,
            },
        }
    }

    /// Learns from a piece.
    pub fn learn(&mut self, piece: &Piece) {
        if self.spacing < 2 {
            return;
        }
        let walked = piece.counted.mems.walked() as f64;
        self.since += piece.work() as f64;
        match piece.keep {
            Keep::Shown { .. } => self.shown.add(walked, &piece.counted),
            Keep::All => {
                let text = BYTE * piece.text.len() as u64;
                let not_shown = text as f64 * (1.0 - MOST / self.spacing as f64);
                self.all.add(walked + not_shown, &piece.counted);
                // A few nodes tell nothing.
                if self.all.cost >= self.piece / 16.0 {
                    let of_one = self.shown.cost / self.shown.mems;
                    self.keeps_all = self.all.cost <= MOST * of_one * self.all.mems;
                    self.since = 0.0;
                }
            }
            Keep::None { .. } => {}
        }
        if !self.keeps_all && self.spacing <= DENSE && self.since >= TRY_AFTER * self.piece {
            self.keeps_all = true;
            self.all = Work::default();
            self.since = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Position;

    const PIECE: u64 = 1 << 20;

    fn counted(walked: u64, known: u64) -> Counters {
        let mut counters = Counters::default();
        counters.mems += &Count::from(known);
        counters.mems += walked;
        counters
    }

    fn piece(keep: Keep, counted: Counters, text: usize) -> Piece {
        Piece {
            from: Position::start(),
            end: None,
            counted,
            keep,
            text: vec![0; text],
            ends: Vec::new(),
        }
    }

    const NONE: Keep = Keep::None { most: 50 / AGAIN };

    #[test]
    fn where_the_number_is_known_only_what_is_shown_is_kept() {
        for spacing in [2, 50, 1000] {
            let choice = Choice::new(spacing, PIECE, &counted(100, 0));
            let before = Count::from(77);
            let shown = Keep::Shown {
                before: before.clone(),
            };
            assert_eq!(choice.keep(Some(before)), shown);
        }
        let every = Choice::new(1, PIECE, &counted(100, 0));
        assert_eq!(every.keep(Some(7.into())), Keep::All);
        assert_eq!(every.keep(None), Keep::All);
        let nothing = Choice::new(0, PIECE, &counted(100, 0));
        assert_eq!(nothing.keep(Some(7.into())), Keep::None { most: u64::MAX });
    }

    #[test]
    fn all_are_kept_as_long_as_that_costs_little() {
        let mut choice = Choice::new(50, PIECE, &counted(1000, 0));
        for _ in 0..100 {
            choice.learn(&piece(Keep::All, counted(PIECE, 0), PIECE as usize / 20));
            assert_eq!(choice.keep(None), Keep::All);
        }
    }

    #[test]
    fn what_costs_too_much_is_given_up_and_tried_again_after_much_work() {
        // Most mems are known; or the text is long.
        for (known, text) in [(100 * PIECE, 0), (0, 2 * PIECE as usize)] {
            let mut choice = Choice::new(50, PIECE, &counted(PIECE, known));
            assert_eq!(choice.keep(None), Keep::All);
            choice.learn(&piece(Keep::All, counted(PIECE, 0), text));
            assert_eq!(choice.keep(None), NONE);
            for _ in 1..TRY_AFTER as u32 {
                choice.learn(&piece(NONE, counted(PIECE, known), 0));
                assert_eq!(choice.keep(None), NONE);
            }
            choice.learn(&piece(NONE, counted(PIECE, known), 0));
            assert_eq!(choice.keep(None), Keep::All);
        }
    }
}
