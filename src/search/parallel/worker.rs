//! A worker: takes a part, walks it, and takes the next one.

use super::Joint;
use super::line::Line;
use super::recorder::Recorder;
use crate::search::{Outcome, Search, State};

/// Works until there is nothing left to do.
pub(super) fn work<J: Joint>(
    mut search: Search<'_>,
    line: &Line,
    worker: usize,
    spacing: u64,
    piece: u64,
) {
    while let Some(claim) = line.claim() {
        let found = search.go_to(&claim.at, &claim.end);
        debug_assert!(found, "{claim:?} is in the tree");
        let before = search.links.counters().clone();
        let mut recorder = Recorder::<J>::new(line, worker, spacing, piece, claim, before);
        // Otherwise the rest of the part is no longer this worker's.
        if search.run(&mut recorder) == Outcome::Exhausted {
            recorder.finish(search.links.counters());
        }
    }
}
