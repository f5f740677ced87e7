//! The cheapest solutions of one part, by the search that ends first.

use super::stages::{Drawn, Stage};
use crate::cheapest::alternation::Alternation;
use crate::cheapest::bound::{bound_of, branch_and_bound};
use crate::cheapest::duality::Duality;
use crate::cheapest::listing::{LISTS, ListSearch};
use crate::cheapest::search::{Board, Found, Priced, Sharing, cheapest};
use crate::count::PartReport;
use crate::dlx3::Dlx3;
use crate::family::diagram_ways;
use crate::problem::model::{Model, Part};
use crate::race::beside::{self, Ended};
use crate::race::contest::Contest;
use crate::race::late::Late;
use crate::race::way::{Pace, Way, tell_of};
use crate::race::{Kind, Race};
use crate::{Limits, Status, Stopped};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The memory of a solution when solutions are sorted, about.
const PER_SOLUTION: usize = 256;

/// The result for a part.
pub(super) enum Solved {
    Done(Stage, PartReport),
    /// The part was reduced to this model.
    Smaller(Model),
}

/// The state of a part when the limits ended the search.
pub(super) struct Known {
    pub(super) why: Stopped,
    /// The solutions found, cheapest first.
    pub(super) found: Vec<Priced>,
    /// A lower bound for the cost of all solutions.
    pub(super) bound: i128,
}

/// Is shown the cost of a part's best solution and a bound for all, and may ask for that solution.
pub(super) type WatchPart<'w> =
    dyn FnMut(Option<i128>, i128, &dyn Fn() -> Option<Priced>) -> bool + 'w;

/// A part to solve.
pub(super) struct Task<'t> {
    pub(super) part: &'t Part,
    pub(super) costs: &'t [i128],
    pub(super) most: usize,
    pub(super) may_reduce: bool,
    /// Whether its solutions are those of the problem.
    pub(super) is_alone: bool,
}

impl Task<'_> {
    /// The cheapest solutions of the part, and how they were found.
    ///
    /// Shows `watch` the cost of the best solution and a lower bound for all. It may end the
    /// search.
    pub(super) fn solve(
        &self,
        limits: &mut Limits<'_>,
        mut watch: Option<&mut WatchPart<'_>>,
    ) -> Result<Solved, Known> {
        let &Task {
            part, costs, most, ..
        } = self;
        let (tuning, dlx3) = (limits.tuning, Dlx3::within(limits));
        let board = Rc::new(RefCell::new(Board::default()));
        let plain = tuning.bounding.then(|| {
            let search = branch_and_bound(part, costs, most, tuning.taxes);
            Box::new(Sharing::new(search, &board, most)) as Box<dyn Way<Found> + '_>
        });
        let make = |_| {
            let search = Duality::new(part, costs, most)?.with(&tuning);
            Some(Sharing::new(Box::new(search), &board, most))
        };
        let dual = tuning
            .duality
            .then(|| Box::new(Late::new(make)) as Box<dyn Way<Found> + '_>);
        let rooms = [const { OnceCell::new() }; LISTS];
        let lists = tuning.listing.then(|| {
            let search = ListSearch::new(part, costs, most, dlx3, &rooms);
            Box::new(Sharing::new(Box::new(search), &board, most)) as Box<dyn Way<Found> + '_>
        });
        // The only bound if no search runs.
        let first_bound = match plain {
            Some(_) => i128::MIN,
            None => bound_of(part, costs, tuning.taxes),
        };
        let has_bounds = plain.is_some() || dual.is_some() || lists.is_some();
        let searches = Race::new(Alternation { most })
            .with(Kind::Bounding, plain)
            .with(Kind::Programs, dual)
            .with(Kind::Listing, lists);
        let held = most.saturating_mul(PER_SOLUTION);
        let listed = Mapped {
            way: Box::new(searches),
            form: Stage::Listed,
            // Its result is already the answer.
            held: if self.is_alone { 0 } else { held },
        };
        let drawn = |way| {
            let form = |diagram| Stage::Drawn(Drawn::new(part, costs, diagram));
            Box::new(Mapped { way, form, held }) as Box<dyn Way<Stage> + '_>
        };
        let race = || {
            Race::new(Contest::default())
                .begun_by(has_bounds.then(|| Box::new(listed) as _))
                .and_later(diagram_ways(part, tuning).map(drawn))
        };
        let alone = self.may_reduce.then(|| part.to_problem());
        let bound = || board.borrow().bound().unwrap_or(first_bound);
        // The limits are only checked while no search runs.
        let is_enough = || {
            watch.as_mut().is_some_and(|watch| {
                let least = board.borrow().best().map(|best| best.0);
                watch(least, bound(), &|| board.borrow().best().cloned())
            })
        };
        let ended = limits.until(is_enough, |limits| {
            limits.tuning = tuning;
            beside::run(part, alone.as_ref(), None, race, limits)
        });
        match ended {
            Ok(Ended::Won((stage, way))) => Ok(Solved::Done(stage, PartReport::of(part, &*way))),
            Ok(Ended::Smaller(smaller)) => Ok(Solved::Smaller(smaller)),
            Err((why, mut race)) => {
                let mut found = match race.ways().find_map(|way| way.so_far()) {
                    Some(Stage::Listed(found)) => found.solutions,
                    _ => Vec::new(),
                };
                // A search may have left after it found this one.
                found.extend(board.borrow().best().cloned());
                Err(Known {
                    why,
                    found: cheapest(found, most),
                    bound: bound(),
                })
            }
        }
    }
}

/// A search whose answer is converted to another form.
struct Mapped<'w, T, F> {
    way: Box<dyn Way<T> + 'w>,
    form: F,
    /// Memory to leave for the converted answer, but at most half.
    held: usize,
}

impl<T, U, F: Fn(T) -> U> Way<U> for Mapped<'_, T, F> {
    fn run(&mut self, more: u64, memory: usize) -> Status<U> {
        let status = self.way.run(more, memory - self.held.min(memory / 2));
        status.map(&self.form)
    }

    fn run_at(&mut self, pace: &mut Pace<'_>, memory: usize) -> Status<U> {
        let status = self.way.run_at(pace, memory - self.held.min(memory / 2));
        status.map(&self.form)
    }

    fn settle(&mut self) -> Status<U> {
        self.way.settle().map(&self.form)
    }

    fn so_far(&mut self) -> Option<U> {
        self.way.so_far().map(&self.form)
    }

    tell_of!(way);
}
