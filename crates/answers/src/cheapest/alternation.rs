//! The policy among the three searches for the cheapest solutions: branch and bound with taxes that
//! are known at once; branch and bound with taxes of linear programs;
//! [lists](crate::cheapest::listing) without bounds. The first one ends on small problems before
//! the others have begun, and needs no memory. The second one has better bounds. The third one is
//! the fastest per node.

use crate::cheapest::search::{Found, cheapest};
use crate::race::{Entrant, Entrants, Kind, Policy, Turn};

/// The first search runs alone until it has spent this, in nanoseconds.
const ALONE: u64 = 1 << 20;

/// After that, the linear programs get `TIMES` the time of the first search.
const TIMES: u64 = 6;

/// The length of a turn, in nanoseconds.
const TURN: u64 = 1 << 20;

/// Lists begin once the other searches have spent this: about a second. Most problems are done by
/// then, and lists would only delay them.
const BEFORE_LISTS: u64 = 1 << 30;

/// Lists get one part in `LIST_SHARE` of what the other searches have spent. They get as much as
/// these if the list promises to end within `LIST_TIMES` times the total spent so far.
const LIST_SHARE: u64 = 10;
const LIST_TIMES: f64 = 4.0;

/// A list loses work when its turn ends, so its turns are longer: at least `LIST_TURN`, and at
/// least one part in `LIST_PART` of what the list has spent so far.
const LIST_TURN: u64 = 4 << 20;
const LIST_PART: u64 = 8;

/// The policy for the cheapest solutions.
pub struct Alternation {
    /// The number of solutions wanted.
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

    fn so_far(&self, all: Vec<Found>) -> Option<Found> {
        let is_cut = all.iter().any(|found| found.is_cut);
        let all = all.into_iter().flat_map(|found| found.solutions).collect();
        let solutions = cheapest(all, self.most);
        Some(Found { solutions, is_cut })
    }
}
