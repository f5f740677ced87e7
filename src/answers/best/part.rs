//! The cheapest solutions of one part, by whichever search has them first.

use super::Method;
use super::stages::{Drawn, Stage};
use crate::answers::cheapest::alternation::{Alternation, Later};
use crate::answers::cheapest::bound::{Bounding, Found, Priced, Sums, reach};
use crate::answers::cheapest::duality::Duality;
use crate::answers::cheapest::listing::{LISTS, Listing};
use crate::answers::count::Told;
use crate::answers::dlx3::Dlx3;
use crate::answers::family::diagram_ways;
use crate::answers::problem::model::{Model, Part};
use crate::answers::race::Race;
use crate::answers::race::beside::{self, Ended};
use crate::answers::race::contest::Contest;
use crate::answers::race::way::Way;
use crate::answers::{Effort, Front, Limits, Status, Stopped};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// About what a solution takes when solutions are put in order.
const PER_SOLUTION: usize = 256;

/// What was found of a part.
pub(super) enum Solved {
    Done(Stage, Told),
    /// This is left of it.
    Smaller(Model),
}

/// What is known of a part when there was no time for more.
pub(super) struct Known {
    pub(super) why: Stopped,
    /// What was found, the cheapest first.
    pub(super) found: Vec<Priced>,
    /// What all solutions cost at least.
    pub(super) bound: i128,
}

/// Sees the cost of the best solution of a part, and a bound for all, and may ask for it.
pub(super) type WatchPart<'w> =
    dyn FnMut(Option<i128>, i128, &dyn Fn() -> Option<Priced>) -> bool + 'w;

/// A part to be solved.
pub(super) struct Task<'t> {
    pub(super) method: Method,
    pub(super) part: &'t Part,
    pub(super) costs: &'t [i128],
    pub(super) most: usize,
    pub(super) may_reduce: bool,
    /// Its solutions are those of the problem.
    pub(super) is_alone: bool,
}

impl Task<'_> {
    /// The cheapest solutions of the part, and what they took.
    ///
    /// `watch` sees what the best one costs and what all cost at least, and may say that it is
    /// enough.
    pub(super) fn solve(
        &self,
        limits: &mut Limits<'_>,
        watch: Option<&mut WatchPart<'_>>,
    ) -> Result<Solved, Known> {
        match i64::try_from(reach(self.part, self.costs)) {
            Ok(_) => self.solve_in::<i64>(limits, watch),
            Err(_) => self.solve_in::<i128>(limits, watch),
        }
    }

    /// Solves the part with costs added up in type `C`.
    fn solve_in<C: Sums>(
        &self,
        limits: &mut Limits<'_>,
        mut watch: Option<&mut WatchPart<'_>>,
    ) -> Result<Solved, Known> {
        let &Task { part, costs, .. } = self;
        let (tuning, dlx3) = (limits.tuning, Dlx3::within(limits));
        let is_bounded = match self.method {
            Method::Chosen => tuning.bounding,
            method => method == Method::BranchAndBound,
        };
        let is_dual = match self.method {
            Method::Chosen => tuning.duality,
            method => method == Method::Duality,
        };
        let plain = is_bounded.then(|| Bounding::new(part, costs, self.most, tuning.taxes));
        let dual = || Duality::new(part, costs, self.most).map(|dual| dual.with_dive(tuning.dive));
        let dual = is_dual.then(|| Box::new(dual) as Later<'_>);
        // For a bound, if there is nothing else.
        let first_bound = match plain {
            Some(_) => i128::MIN,
            None => Bounding::<i128>::new(part, costs, 1, tuning.taxes).bound(),
        };
        let is_listed = match self.method {
            Method::Chosen => tuning.listing,
            method => method == Method::Listing,
        };
        let rooms = [const { OnceCell::new() }; LISTS];
        let lists = || Listing::new(part, costs, self.most, dlx3, &rooms);
        let lists = is_listed.then(lists);
        let has_bounds = plain.is_some() || dual.is_some() || lists.is_some();
        let all = Alternation::<'_, C>::new(plain, dual, lists, costs, self.most);
        let bounding = Rc::new(RefCell::new(all));
        let held = self.most.saturating_mul(PER_SOLUTION);
        let drawn = |way| {
            let form = |diagram| Stage::Drawn(Drawn::new(part, costs, diagram));
            Box::new(Mapped { way, form, held }) as Box<dyn Way<Stage> + '_>
        };
        let listed = Mapped {
            way: Box::new(Shared(bounding.clone())),
            form: Stage::Listed,
            // What it finds is the answer already.
            held: if self.is_alone { 0 } else { held },
        };
        let race = || {
            let bounded = has_bounds.then(|| Box::new(listed) as _);
            let drawing = matches!(self.method, Method::Chosen | Method::Diagrams);
            let drawing = drawing.then(|| diagram_ways(part, tuning));
            Race::new(Contest::default())
                .begun_by(bounded)
                .and_later(drawing.into_iter().flatten().map(drawn))
        };
        let alone = self.may_reduce.then(|| part.to_problem());
        // Limits are looked at while the search is paused.
        let mut stop = || {
            let is_enough = match (&mut watch, bounding.try_borrow()) {
                (Some(watch), Ok(known)) => {
                    let bound = known.bound().unwrap_or(first_bound);
                    watch(known.least(), bound, &|| known.best())
                }
                _ => false,
            };
            is_enough || (limits.stop)()
        };
        let mut limits = Limits {
            memory: limits.memory,
            threads: limits.threads,
            stack: limits.stack,
            stop: &mut stop,
            view: match &mut limits.view {
                Some(view) => Some(&mut **view),
                None => None,
            },
            tuning,
            bits: limits.bits,
        };
        match beside::run(part, alone.as_ref(), None, race, &mut limits) {
            Ok(Ended::Won((stage, way))) => Ok(Solved::Done(stage, Told::of(part, &*way))),
            Ok(Ended::Smaller(smaller)) => Ok(Solved::Smaller(smaller)),
            Err((why, _)) => {
                let mut bounding = bounding.borrow_mut();
                let bound = bounding.bound().unwrap_or(first_bound);
                Err(Known {
                    why,
                    found: bounding.take().solutions,
                    bound,
                })
            }
        }
    }
}

/// A search that others may look at while it is paused.
struct Shared<'p, C>(Rc<RefCell<Alternation<'p, C>>>);

impl<C: Sums> Way<Found> for Shared<'_, C> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        self.0.borrow_mut().run(more, memory)
    }

    fn spent(&self) -> u64 {
        self.0.borrow().spent()
    }

    fn estimate(&self) -> f64 {
        self.0.borrow().estimate()
    }

    fn effort(&self) -> Effort {
        self.0.borrow().effort()
    }

    fn name(&self) -> String {
        self.0.borrow().name()
    }
}

/// A way whose answer is put into another form.
struct Mapped<'w, T, F> {
    way: Box<dyn Way<T> + 'w>,
    form: F,
    /// How much memory is to be left for what is made of the answer, but no more than half.
    held: usize,
}

impl<T, U, F: Fn(T) -> U> Way<U> for Mapped<'_, T, F> {
    fn run(&mut self, more: u64, memory: usize) -> Status<U> {
        let status = self.way.run(more, memory - self.held.min(memory / 2));
        status.map(&self.form)
    }

    fn spent(&self) -> u64 {
        self.way.spent()
    }

    fn estimate(&self) -> f64 {
        self.way.estimate()
    }

    fn effort(&self) -> Effort {
        self.way.effort()
    }

    fn front(&self) -> Option<Front> {
        self.way.front()
    }

    fn name(&self) -> String {
        self.way.name()
    }
}
