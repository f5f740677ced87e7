//! A worker: takes a part, walks it, and takes the next one.

use super::Joint;
use super::line::Line;
use super::piece::Keep;
use super::recorder::{Recorder, Wish};
use crate::search::{Outcome, Search, State};

/// Works until there is nothing left to do.
pub(super) fn work<J: Joint>(
    mut search: Search<'_>,
    line: &Line,
    worker: usize,
    keep: Keep,
    piece: u64,
) {
    while let Some(claim) = line.claim() {
        let found = search.links.go_to(&claim.at);
        debug_assert!(found, "{claim:?} is in the tree");
        search.links.end_behind(&claim.end);
        let before = search.links.counters().clone();
        let mut recorder = Recorder::<J>::new(line, worker, keep, piece, claim, before);
        loop {
            match (search.run(&mut recorder), recorder.take_wish()) {
                (Outcome::Exhausted, _) => {
                    recorder.finish(search.links.counters());
                    break;
                }
                (Outcome::Paused, Some(Wish::End(path))) => search.links.end_behind(&path),
                (Outcome::Paused, _) => break,
            }
        }
    }
}
