//! Two searches by bounds that take turns: branch and bound with taxes that are known at once, and
//! with those of linear programs. The first one is done with a small problem before the other has
//! begun, and needs no memory; the other one has better bounds.
//!
//! If one solution is wanted, each of them knows the best one that the other has found.

use super::bound::{Bounding, Found, Priced, Sums, grain};
use super::contest::Way;
use super::duality::Duality;
use super::{Effort, Status};

/// The first search is alone until it has spent this, in nanoseconds.
const ALONE: u64 = 1 << 20;

/// Then the other search gets this many times as much.
const TIMES: u64 = 6;

/// From one turn to the next, in nanoseconds.
const TURN: u64 = 1 << 20;

/// The two searches.
pub struct Alternation<'p, C> {
    plain: Option<Bounding<C>>,
    /// Made when it is its turn for the first time.
    dual: Option<Duality>,
    later: Option<Later<'p>>,
    most: usize,
    grain: i128,
    /// What the better known solution costs, if one is wanted.
    least: Option<i128>,
    /// Which of them has found all.
    won_by_dual: bool,
}

/// Makes a search by linear programs; none if costs are too large for it.
pub type Later<'p> = Box<dyn FnOnce() -> Option<Duality> + 'p>;

impl<'p, C: Sums> Alternation<'p, C> {
    /// Either may be missing. `costs` are those of the options of the part.
    pub fn new(
        plain: Option<Bounding<C>>,
        later: Option<Later<'p>>,
        costs: &[i128],
        most: usize,
    ) -> Self {
        Alternation {
            plain,
            dual: None,
            later,
            most,
            grain: grain(costs),
            least: None,
            won_by_dual: false,
        }
    }

    /// What the cheapest solution that has been found costs.
    pub fn least(&self) -> Option<i128> {
        let plain = self.plain.as_ref().and_then(Bounding::least);
        let dual = self.dual.as_ref().and_then(Duality::least);
        plain.into_iter().chain(dual).min()
    }

    /// The cheapest solution that has been found.
    pub fn best(&self) -> Option<Priced> {
        let plain = self.plain.as_ref().and_then(Bounding::best);
        let dual = self.dual.as_ref().and_then(Duality::best);
        let both = plain.into_iter().chain(dual);
        both.reduce(|one, other| if other.0 < one.0 { other } else { one })
    }

    /// What every solution costs at least.
    pub fn bound(&self) -> Option<i128> {
        let plain = self.plain.as_ref().map(Bounding::bound);
        let dual = self.dual.as_ref().and_then(Duality::bound);
        let best = plain.into_iter().chain(dual).max();
        // A search that has looked for nothing as dear as what the other one has found.
        let known = best.into_iter().chain(self.least());
        best.and(known.min())
    }

    /// Gives away the cheapest that have been found.
    pub fn take(&mut self) -> Found {
        let plain = self.plain.as_mut().map(Bounding::take);
        let dual = self.dual.as_mut().map(Duality::take);
        match (plain, dual) {
            (Some(found), None) | (None, Some(found)) => found,
            (Some(plain), Some(dual)) => self.merged(plain, dual),
            (None, None) => Found {
                solutions: Vec::new(),
                is_cut: false,
            },
        }
    }

    /// What both have found, each once.
    fn merged(&self, one: Found, other: Found) -> Found {
        let mut solutions = one.solutions;
        solutions.extend(other.solutions);
        solutions.sort();
        solutions.dedup();
        solutions.truncate(self.most);
        Found {
            solutions,
            is_cut: one.is_cut || other.is_cut,
        }
    }

    /// One of them has ended: what it has found are the cheapest, but for what the other one has
    /// told.
    fn won(&mut self, found: Found, by_dual: bool) -> Found {
        self.won_by_dual = by_dual;
        if self.most > 1 {
            return found;
        }
        let other = match by_dual {
            true => self.plain.as_ref().and_then(Bounding::best),
            false => self.dual.as_ref().and_then(Duality::best),
        };
        let solutions = found.solutions.into_iter().chain(other);
        let best = solutions.reduce(|one, other| if other.0 < one.0 { other } else { one });
        Found {
            solutions: best.into_iter().collect(),
            is_cut: false,
        }
    }

    /// Tells each of them what the other one has found.
    fn share(&mut self) {
        let (Some(plain), Some(dual)) = (&mut self.plain, &mut self.dual) else {
            return;
        };
        if self.most > 1 {
            return;
        }
        let best = plain.least().into_iter().chain(dual.least()).min();
        if best >= self.least.or(Some(i128::MAX)) || best.is_none() {
            return;
        }
        self.least = best;
        if plain.least() > best || plain.least().is_none() {
            plain.lower_ceiling(best.expect("there is one") - self.grain);
        } else if let Some((_, options)) = plain.best() {
            dual.offer(&options);
        }
    }

    /// Whether it is the turn of the search by linear programs.
    fn is_turn_of_dual(&self) -> bool {
        let has_dual = self.dual.is_some() || self.later.is_some();
        let dual = self.dual.as_ref().map_or(0, |dual| dual.spent());
        match &self.plain {
            Some(plain) => {
                has_dual && plain.spent() >= ALONE && dual < plain.spent().saturating_mul(TIMES)
            }
            None => has_dual,
        }
    }
}

impl<C: Sums> Way<Found> for Alternation<'_, C> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        let end = self.spent().saturating_add(more);
        while self.spent() < end {
            let turn = (end - self.spent()).min(TURN);
            let is_dual = self.is_turn_of_dual();
            if is_dual && let Some(later) = self.later.take() {
                self.dual = later();
            }
            let dual = self.dual.as_mut().filter(|_| is_dual);
            let status = match (dual, &mut self.plain) {
                (Some(dual), _) => dual.run(turn, memory),
                (None, Some(plain)) => plain.run(turn, memory),
                (None, None) => return Status::Full,
            };
            match status {
                Status::Done(found) => {
                    let by_dual = is_dual && self.dual.is_some();
                    return Status::Done(self.won(found, by_dual));
                }
                Status::Paused => self.share(),
                // Neither of them gives up.
                status => return status,
            }
        }
        Status::Paused
    }

    fn spent(&self) -> u64 {
        let plain = self.plain.as_ref().map_or(0, Bounding::spent);
        plain + self.dual.as_ref().map_or(0, Duality::spent)
    }

    /// No estimate is known. Twice what has been spent is as good as any.
    fn estimate(&self) -> f64 {
        2.0 * self.spent() as f64
    }

    fn effort(&self) -> Effort {
        let plain = self.plain.as_ref().map(Bounding::effort);
        let dual = self.dual.as_ref().map(Duality::effort);
        let (plain, dual) = (plain.unwrap_or_default(), dual.unwrap_or_default());
        Effort {
            states: plain.states + dual.states,
            bytes: plain.bytes + dual.bytes,
            ..plain
        }
    }

    fn name(&self) -> String {
        let (plain, dual) = (&self.plain, &self.dual);
        match (plain, dual) {
            (_, Some(dual)) if self.won_by_dual => dual.name(),
            (Some(plain), _) => plain.name(),
            (None, Some(dual)) => dual.name(),
            (None, None) => String::new(),
        }
    }
}
