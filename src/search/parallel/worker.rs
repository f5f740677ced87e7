//! A worker: takes a part, walks it, and takes the next one.

use super::line::Line;
use super::piece::Keep;
use super::recorder::{Recorder, Wish};
use super::{Joint, Parallel};
use crate::format::Problem;
use crate::search::{Links, Outcome, State};

/// Works until there is nothing left to do.
pub(super) fn work<J: Joint>(problem: &Problem, line: &Line, keep: Keep, parallel: &Parallel) {
    let mut links = Links::new(problem);
    while let Some(claim) = line.claim() {
        let found = links.go_to(&claim.at);
        debug_assert!(found, "{claim:?} is in the tree");
        links.end_behind(&claim.end);
        let before = links.counters().clone();
        let mut recorder = Recorder::<J>::new(line, keep, parallel.piece, claim, before);
        loop {
            match (links.run(&mut recorder), recorder.take_wish()) {
                (Outcome::Exhausted, _) => {
                    recorder.finish(links.counters());
                    break;
                }
                (Outcome::Paused, Some(Wish::End(path))) => links.end_behind(&path),
                (Outcome::Paused, _) => break,
            }
        }
    }
}
