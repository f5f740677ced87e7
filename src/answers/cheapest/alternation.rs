//! Three searches that take turns: branch and bound with taxes that are known at once, and with
//! those of linear programs, and [lists](crate::answers::cheapest::listing) without bounds. The
//! first one is done with a small problem before the others have begun, and needs no memory; the
//! second one has better bounds; the third one is the fastest for each node.
//!
//! If one solution is wanted, each of them knows the best one that the others have found.

use crate::answers::cheapest::bound::{Bounding, Found, Priced, Sums, grain};
use crate::answers::cheapest::duality::Duality;
use crate::answers::cheapest::listing::Listing;
use crate::answers::race::way::Way;
use crate::answers::{Effort, Status};

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
/// these, if the list promises to end within `NEAR` times the total spent so far.
const LIST_SHARE: u64 = 10;
const NEAR: f64 = 4.0;

/// A list loses something when its turn ends, so its turns are longer: at least `LIST_TURN`, and at
/// least one part in `LIST_PART` of what the list has spent so far.
const LIST_TURN: u64 = 4 << 20;
const LIST_PART: u64 = 8;

/// The searches.
pub struct Alternation<'p, C> {
    plain: Option<Bounding<C>>,
    /// Made when it is its turn for the first time.
    dual: Option<Duality>,
    later: Option<Later<'p>>,
    lists: Option<Listing<'p>>,
    most: usize,
    grain: i128,
    /// What the better known solution costs, if one is wanted.
    least: Option<i128>,
    /// Which of them has found all.
    winner: Option<Turn>,
}

/// One of the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Plain,
    Dual,
    Lists,
}

/// Makes a search by linear programs; none if costs are too large for it.
pub type Later<'p> = Box<dyn FnOnce() -> Option<Duality> + 'p>;

impl<'p, C: Sums> Alternation<'p, C> {
    /// Any of them may be missing. `costs` are those of the options of the part.
    pub fn new(
        plain: Option<Bounding<C>>,
        later: Option<Later<'p>>,
        lists: Option<Listing<'p>>,
        costs: &[i128],
        most: usize,
    ) -> Self {
        Alternation {
            plain,
            dual: None,
            later,
            lists,
            most,
            grain: grain(costs),
            least: None,
            winner: None,
        }
    }

    /// What the cheapest solution that has been found costs.
    pub fn least(&self) -> Option<i128> {
        let plain = self.plain.as_ref().and_then(Bounding::least);
        let dual = self.dual.as_ref().and_then(Duality::least);
        let lists = self.lists.as_ref().and_then(Listing::least);
        plain.into_iter().chain(dual).chain(lists).min()
    }

    /// The cheapest solution that has been found.
    pub fn best(&self) -> Option<Priced> {
        let plain = self.plain.as_ref().and_then(Bounding::best);
        let dual = self.dual.as_ref().and_then(Duality::best);
        let lists = self.lists.as_ref().and_then(Listing::best);
        let all = plain.into_iter().chain(dual).chain(lists);
        all.reduce(|one, other| if other.0 < one.0 { other } else { one })
    }

    /// What every solution costs at least.
    pub fn bound(&self) -> Option<i128> {
        let plain = self.plain.as_ref().map(Bounding::bound);
        let dual = self.dual.as_ref().and_then(Duality::bound);
        let best = plain.into_iter().chain(dual).max();
        // A search that has looked for nothing as dear as what another one has found.
        let known = best.into_iter().chain(self.least());
        best.and(known.min())
    }

    /// Gives away the cheapest that have been found, each once.
    pub fn take(&mut self) -> Found {
        let plain = self.plain.as_mut().map(Bounding::take);
        let dual = self.dual.as_mut().map(Duality::take);
        let lists = self.lists.as_mut().map(Listing::take);
        let mut all = Found {
            solutions: Vec::new(),
            is_cut: false,
        };
        for found in plain.into_iter().chain(dual).chain(lists) {
            all.solutions.extend(found.solutions);
            all.is_cut |= found.is_cut;
        }
        all.solutions.sort();
        all.solutions.dedup();
        all.solutions.truncate(self.most);
        all
    }

    /// One of them has ended: what it has found are the cheapest, but for what the others have
    /// told.
    fn won(&mut self, found: Found, winner: Turn) -> Found {
        self.winner = Some(winner);
        if self.most > 1 {
            return found;
        }
        let solutions = found.solutions.into_iter().chain(self.best());
        let best = solutions.reduce(|one, other| if other.0 < one.0 { other } else { one });
        Found {
            solutions: best.into_iter().collect(),
            is_cut: false,
        }
    }

    /// Tells each of them what the others have found.
    fn share(&mut self) {
        if let (Some(dual), Some(lists)) = (&self.dual, &mut self.lists)
            && !lists.is_reduced()
            && let Some(reduced) = dual.reduced()
        {
            lists.reduce(reduced);
        }
        let least = self.least();
        if self.most > 1 || least.is_none() || least >= self.least.or(Some(i128::MAX)) {
            return;
        }
        self.least = least;
        let (cost, options) = self.best().expect("there is one");
        if let Some(plain) = &mut self.plain
            && plain.least() != Some(cost)
        {
            plain.lower_ceiling(cost - self.grain);
        }
        if let Some(dual) = &mut self.dual
            && dual.least() != Some(cost)
        {
            dual.offer(&options);
        }
        if let Some(lists) = &mut self.lists {
            lists.lower_cutoff(cost);
        }
    }

    /// Whose turn it is; of those that are there.
    fn turn(&self) -> Turn {
        let has_dual = self.dual.is_some() || self.later.is_some();
        let plain = self.plain.as_ref().map(Bounding::spent);
        let dual = self.dual.as_ref().map_or(0, Duality::spent);
        let others = plain.unwrap_or(0) + dual;
        if let Some(lists) = &self.lists {
            let spent = lists.spent();
            let is_alone = plain.is_none() && !has_dual;
            let is_near = lists.estimate() < NEAR * (others + spent) as f64 && spent > 0;
            let due = if is_near { others } else { others / LIST_SHARE };
            if is_alone || (others >= BEFORE_LISTS && spent < due) {
                return Turn::Lists;
            }
        }
        match plain {
            Some(plain) if !has_dual || plain < ALONE || dual >= plain.saturating_mul(TIMES) => {
                Turn::Plain
            }
            _ => Turn::Dual,
        }
    }

    fn is_empty(&self) -> bool {
        let has_dual = self.dual.is_some() || self.later.is_some();
        self.plain.is_none() && self.lists.is_none() && !has_dual
    }

    /// Lets a search run; none if it is not there, or has given up.
    fn run_one(&mut self, turn: Turn, more: u64, memory: usize) -> Option<Status<Found>> {
        match turn {
            Turn::Plain => self.plain.as_mut().map(|plain| plain.run(more, memory)),
            Turn::Dual => {
                if let Some(later) = self.later.take() {
                    self.dual = later();
                }
                self.dual.as_mut().map(|dual| dual.run(more, memory))
            }
            Turn::Lists => {
                let lists = self.lists.as_mut()?;
                let more = more.max(LIST_TURN).max(lists.spent() / LIST_PART);
                match lists.run(more, memory) {
                    Status::Full | Status::TooLarge => {
                        self.lists = None;
                        None
                    }
                    status => Some(status),
                }
            }
        }
    }
}

impl<C: Sums> Way<Found> for Alternation<'_, C> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        let end = self.spent().saturating_add(more);
        while self.spent() < end {
            let turn = self.turn();
            let slice = (end - self.spent()).min(TURN);
            match self.run_one(turn, slice, memory) {
                Some(Status::Done(found)) => return Status::Done(self.won(found, turn)),
                Some(Status::Paused) => self.share(),
                // The first two do not give up.
                Some(status) => return status,
                None if self.is_empty() => return Status::Full,
                None => {}
            }
        }
        Status::Paused
    }

    fn spent(&self) -> u64 {
        let plain = self.plain.as_ref().map_or(0, Bounding::spent);
        let lists = self.lists.as_ref().map_or(0, Listing::spent);
        plain + lists + self.dual.as_ref().map_or(0, |dual| dual.spent())
    }

    /// No estimate is known. Twice what has been spent is as good as any.
    fn estimate(&self) -> f64 {
        2.0 * self.spent() as f64
    }

    fn effort(&self) -> Effort {
        let plain = self.plain.as_ref().map(Bounding::effort);
        let dual = self.dual.as_ref().map(Duality::effort);
        let lists = self.lists.as_ref().map(Listing::effort);
        let (plain, dual) = (plain.unwrap_or_default(), dual.unwrap_or_default());
        let lists = lists.unwrap_or_default();
        Effort {
            states: plain.states + dual.states + lists.states,
            bytes: plain.bytes + dual.bytes,
            ..plain
        }
    }

    fn name(&self) -> String {
        let plain = self.plain.as_ref().map(Bounding::name);
        let dual = self.dual.as_ref().map(Duality::name);
        let lists = self.lists.as_ref().map(Listing::name);
        let winner = match self.winner {
            Some(Turn::Lists) => lists.clone(),
            Some(Turn::Dual) => dual.clone(),
            _ => None,
        };
        winner.or(plain).or(dual).or(lists).unwrap_or_default()
    }
}
