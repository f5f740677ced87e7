//! Whose turn it is among searches for the cheapest solutions: branch and bound with taxes that are
//! known at once, and with those of linear programs, and [lists](crate::cheapest::listing)
//! without bounds. The first one is done with a small problem before the others have begun, and
//! needs no memory; the second one has better bounds; the third one is the fastest for each node.

use crate::cheapest::search::Found;
use crate::race::{Entrant, Entrants, Kind, Policy, Turn};

/// The first search is alone until it has spent this, in nanoseconds.
const ALONE: u64 = 1 << 20;

/// Then the other search gets this many times as much.
const TIMES: u64 = 6;

/// From one turn to the next, in nanoseconds.
const TURN: u64 = 1 << 20;

/// Lists begin when the other searches have spent this, about a second: most problems are done by
/// then, and lists would only take their time.
const BEFORE_LISTS: u64 = 1 << 30;

/// Then lists get one part in `LIST_SHARE` of what the other searches have had; and as much as
/// these, if the list promises to end within `LIST_TIMES` times the total spent so far.
const LIST_SHARE: u64 = 10;
const LIST_TIMES: f64 = 4.0;

/// A list loses something when its turn ends, so its turns are longer: at least `LIST_TURN`, and at
/// least one part in `LIST_PART` of what the list has spent so far.
const LIST_TURN: u64 = 4 << 20;
const LIST_PART: u64 = 8;

/// The policy for the cheapest solutions.
pub struct Alternation {
    /// How many are wanted.
    pub most: usize,
}

impl Policy<Found> for Alternation {
    fn turn(&mut self, entrants: &mut Entrants<'_, Found>, memory: usize) -> Turn {
        let bounding = entrants.first(Kind::Bounding);
        let programs = entrants.first(Kind::Programs);
        let spent = |one: Option<(usize, &Entrant<'_, Found>)>| one.map_or(0, |one| one.1.spent());
        let (plain, dual) = (spent(bounding), spent(programs));
        if let Some((place, lists)) = entrants.first(Kind::Listing) {
            let (others, spent) = (plain + dual, lists.spent());
            let is_alone = bounding.is_none() && programs.is_none();
            let is_near = lists.promise() < LIST_TIMES * (others + spent) as f64 && spent > 0;
            let due = if is_near { others } else { others / LIST_SHARE };
            if is_alone || (others >= BEFORE_LISTS && spent < due) {
                return Turn::Run {
                    place,
                    slice: LIST_TURN.max(spent / LIST_PART),
                    memory,
                };
            }
        }
        let place = match (bounding, programs) {
            (None, None) => return Turn::End,
            (Some((place, _)), None) | (None, Some((place, _))) => place,
            (Some((place, _)), Some(_)) if plain < ALONE || dual >= plain.saturating_mul(TIMES) => {
                place
            }
            (Some(_), Some((place, _))) => place,
        };
        Turn::Run {
            place,
            slice: entrants.left().min(TURN),
            memory,
        }
    }

    /// The cheapest of all, each once.
    fn so_far(&self, all: Vec<Found>) -> Option<Found> {
        let is_cut = all.iter().any(|found| found.is_cut);
        let solutions = all.into_iter().flat_map(|found| found.solutions);
        let mut solutions: Vec<_> = solutions.collect();
        solutions.sort();
        solutions.dedup();
        solutions.truncate(self.most);
        Some(Found { solutions, is_cut })
    }
}
