//! A worker: takes a part, walks it, and takes the next one.

use super::Render;
use super::recorder::Recorder;
use super::schedule::Schedule;
use super::split::Splitter;
use crate::search::{Outcome, Search, State};

/// Works until no part is left.
pub(super) fn work(
    mut search: Search<'_>,
    schedule: &Schedule,
    mut to_text: Render,
    worker: usize,
    spacing: u64,
) {
    let mut splitter = Splitter::default();
    while let Some(claim) = schedule.claim() {
        let found = search.go_to(&claim.at, &claim.end);
        debug_assert!(found, "{claim:?} is in the tree");
        let before = search.links.counters().clone();
        splitter.begin();
        let mut recorder = Recorder::new(
            schedule,
            &mut to_text,
            worker,
            spacing,
            claim,
            before,
            &mut splitter,
        );
        // Otherwise the rest of the part is no longer this worker's.
        if search.walk(&mut recorder) == Outcome::Exhausted {
            recorder.finish(search.links.counters());
        }
    }
}
