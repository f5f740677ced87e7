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

use super::piece::Piece;
use crate::search::{Count, Counters};
use std::time::Duration;

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

/// All solutions are kept if that takes at most so many times as long as one thread takes
/// for the same mems.
const MOST: f64 = 1.25;

/// What has been learnt loses so much of its weight with each piece.
const FADING: f64 = 0.75;

/// A shorter time tells nothing.
const LEAST: f64 = 1e-4;

/// Where to keep all takes too long, it is tried again after so many times as long.
const TRY_AFTER: f64 = 32.0;

/// Work done in some part of the walk. It is told by the clock: a mem that is swept takes
/// a tenth of one that is walked, and one that is known takes nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    seconds: f64,
    mems: f64,
}

impl Work {
    fn add(&mut self, time: Duration, counted: &Counters) {
        self.seconds = FADING * self.seconds + time.as_secs_f64();
        self.mems = FADING * self.mems + counted.mems.saturated() as f64;
    }
}

/// Chooses what is kept, and learns how long it takes.
#[derive(Debug)]
pub(super) struct Choice {
    /// Solutions whose number is a multiple of this are shown; none if it is 0.
    spacing: u64,
    /// Where only those are rendered that are shown.
    shown: Work,
    /// Where all are kept.
    all: Work,
    /// Whether all are kept where it is not known which are shown.
    keeps_all: bool,
    /// The seconds of work until that is tried again.
    rest: f64,
}

impl Choice {
    /// One thread has counted so much in this time.
    pub fn new(spacing: u64, counted: &Counters, time: Duration) -> Self {
        let mut shown = Work::default();
        shown.add(time, counted);
        Choice {
            spacing,
            shown,
            all: Work::default(),
            keeps_all: spacing <= DENSE,
            rest: 0.0,
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
        if self.spacing < 2 || self.spacing > DENSE {
            return;
        }
        match piece.keep {
            Keep::Shown { .. } => self.shown.add(piece.time, &piece.counted),
            Keep::All => {
                self.all.add(piece.time, &piece.counted);
                if self.all.seconds >= LEAST {
                    let of_one = self.shown.seconds / self.shown.mems;
                    self.keeps_all = self.all.seconds <= MOST * of_one * self.all.mems;
                    self.rest = TRY_AFTER * self.all.seconds;
                }
                return;
            }
            Keep::None { .. } => {}
        }
        self.rest -= piece.time.as_secs_f64();
        if !self.keeps_all && self.rest <= 0.0 {
            self.keeps_all = true;
            self.all = Work::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Position;

    fn counted(mems: u64) -> Counters {
        let mut counters = Counters::default();
        counters.mems += mems;
        counters
    }

    fn piece(keep: Keep, milliseconds: u64) -> Piece {
        Piece {
            from: Position::start(),
            end: None,
            counted: counted(1000),
            time: Duration::from_millis(milliseconds),
            keep,
            text: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// One thread takes 100 milliseconds for 1000 mems.
    fn choice(spacing: u64) -> Choice {
        Choice::new(spacing, &counted(1000), Duration::from_millis(100))
    }

    const NONE: Keep = Keep::None { most: 50 / AGAIN };

    #[test]
    fn where_the_number_is_known_only_what_is_shown_is_kept() {
        for spacing in [2, 50, 1000] {
            let before = Count::from(77);
            let shown = Keep::Shown {
                before: before.clone(),
            };
            assert_eq!(choice(spacing).keep(Some(before)), shown);
        }
        assert_eq!(choice(1).keep(Some(7.into())), Keep::All);
        assert_eq!(choice(1).keep(None), Keep::All);
        let nothing = Keep::None { most: u64::MAX };
        assert_eq!(choice(0).keep(Some(7.into())), nothing);
    }

    #[test]
    fn all_are_kept_as_long_as_that_takes_little_more_time() {
        let mut choice = choice(50);
        for _ in 0..100 {
            choice.learn(&piece(Keep::All, 120));
            assert_eq!(choice.keep(None), Keep::All);
        }
    }

    #[test]
    fn what_takes_too_long_is_given_up_and_tried_again_after_much_work() {
        let mut choice = choice(50);
        assert_eq!(choice.keep(None), Keep::All);
        choice.learn(&piece(Keep::All, 250));
        for _ in 0..TRY_AFTER as u32 {
            assert_eq!(choice.keep(None), NONE);
            choice.learn(&piece(NONE, 250));
        }
        assert_eq!(choice.keep(None), Keep::All);
        // What one thread does takes longer now.
        let shown = Keep::Shown { before: 9.into() };
        choice.learn(&piece(shown, 1000));
        choice.learn(&piece(Keep::All, 250));
        assert_eq!(choice.keep(None), Keep::All);
    }

    #[test]
    fn where_few_are_shown_all_are_never_kept() {
        let most = 1600 / AGAIN;
        assert_eq!(choice(1600).keep(None), Keep::None { most });
    }
}
