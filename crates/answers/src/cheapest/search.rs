//! What a search for the cheapest solutions is to others, and what these know of each other.
//!
//! Each search is a way of its own. After each turn at whose end it only pauses, it writes on a
//! [`Board`] what it has found, and before each turn it reads what others have written.

use super::scale::Scale;
use crate::race::way::Way;
use crate::{Effort, Status};
use dlx3_format::OptionId;
use std::cell::RefCell;
use std::rc::Rc;

/// A solution: its cost, and its options in input order.
pub type Priced = (i128, Vec<OptionId>);

/// What a search has found of a part, the cheapest first.
pub struct Found {
    /// The solutions.
    pub solutions: Vec<Priced>,
    /// More were wanted, but did not fit into memory. They cost no less than all that are here.
    pub is_cut: bool,
}

/// A search for the cheapest solutions of a part. It knows the part, the costs of its options, how
/// many solutions are wanted, and what it is told here; no clock, and no other search.
///
/// All solutions are lists of options with their numbers in the *problem*, sorted. What it answers
/// with [`Status::Done`] are the cheapest solutions; or, if one is wanted, nothing is cheaper than
/// that and what it was offered. With [`Status::Full`] it leaves, and all that it has found since
/// its last pause is lost.
pub trait BestSearch: Way<Found> {
    /// What the cheapest solution that it has found costs.
    fn least(&self) -> Option<i128>;

    /// The cheapest solution that it has found.
    fn best(&self) -> Option<Priced>;

    /// What every solution costs at least, but for those that it was offered; none if it does not
    /// know.
    fn bound(&self) -> Option<i128> {
        None
    }

    /// Takes note of a solution that has been found elsewhere, if only one is wanted: from now on,
    /// it may look for cheaper ones only.
    fn offer(&mut self, best: &Priced);

    /// What a relaxation tells, once it is solved.
    fn reduced(&self) -> Option<Reduced> {
        None
    }

    /// Takes note of what a relaxation tells. It is called before each turn once that is known.
    fn reduce(&mut self, _: &Rc<Reduced>) {}
}

/// The options of a solution in input order.
pub fn in_input_order(options: impl Iterator<Item = OptionId>) -> Vec<OptionId> {
    let mut options: Vec<OptionId> = options.collect();
    options.sort_unstable();
    options
}

/// What a relaxation tells. Costs are scaled.
pub struct Reduced {
    /// What every solution costs at least.
    pub bound: i128,
    /// What each option costs after taxes.
    pub net: Vec<i128>,
    /// The scale.
    pub scale: Scale,
}

impl Reduced {
    /// What every solution costs at least that has this option.
    pub fn bound_of(&self, option: u32) -> i128 {
        self.bound.saturating_add(self.net[option as usize].max(0))
    }
}

/// What all searches know together.
#[derive(Default)]
pub struct Board {
    /// The cheapest solution; of those that cost the same, the one found first.
    best: Option<Priced>,
    /// How often there was a better one.
    better: u32,
    /// The bound of each search.
    bounds: Vec<Option<i128>>,
    reduced: Option<Rc<Reduced>>,
}

impl Board {
    /// The cheapest solution that has been found.
    pub fn best(&self) -> Option<&Priced> {
        self.best.as_ref()
    }

    /// What every solution costs at least.
    pub fn bound(&self) -> Option<i128> {
        let best = self.bounds.iter().flatten().max()?;
        // A search may have looked for nothing as dear as what another one has found.
        let known = self.best.iter().map(|best| &best.0);
        known.chain([best]).min().copied()
    }
}

/// A search that shares what it knows.
pub struct Sharing<'p> {
    search: Box<dyn BestSearch + 'p>,
    board: Rc<RefCell<Board>>,
    /// Whether one solution is wanted: then each needs to look only for what is cheaper than what
    /// others have.
    is_single: bool,
    /// What it has heard of better solutions. Those that were there before it are not told to it.
    heard: u32,
    /// Which bound is its own.
    place: usize,
}

impl<'p> Sharing<'p> {
    /// A search for the `most` cheapest.
    pub fn new(search: Box<dyn BestSearch + 'p>, board: &Rc<RefCell<Board>>, most: usize) -> Self {
        let place = board.borrow().bounds.len();
        board.borrow_mut().bounds.push(None);
        let heard = board.borrow().better;
        let sharing = Sharing {
            search,
            board: Rc::clone(board),
            is_single: most == 1,
            heard,
            place,
        };
        sharing.tell();
        sharing
    }

    fn hear(&mut self) {
        let board = self.board.borrow();
        if let Some(reduced) = &board.reduced {
            self.search.reduce(reduced);
        }
        let is_news = self.is_single && self.heard < board.better;
        self.heard = board.better;
        if let Some(best) = board.best.as_ref().filter(|_| is_news)
            && self.search.least() != Some(best.0)
        {
            self.search.offer(best);
        }
    }

    fn tell(&self) {
        let mut board = self.board.borrow_mut();
        let known = board.best.as_ref().map_or(i128::MAX, |best| best.0);
        if self.search.least().is_some_and(|least| least < known) {
            board.best = self.search.best();
            board.better += 1;
        }
        board.bounds[self.place] = self.search.bound();
        if board.reduced.is_none() {
            board.reduced = self.search.reduced().map(Rc::new);
        }
    }

    /// What it has found in the end are the cheapest, but for what others have told.
    fn with_others(&self, found: Found) -> Found {
        if !self.is_single {
            return found;
        }
        let known = self.board.borrow().best.clone();
        let all = found.solutions.into_iter().chain(known);
        let best = all.reduce(|one, other| if other.0 < one.0 { other } else { one });
        Found {
            solutions: best.into_iter().collect(),
            is_cut: false,
        }
    }
}

impl Way<Found> for Sharing<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        self.hear();
        let status = self.search.run(more, memory);
        if matches!(status, Status::Paused) {
            self.tell();
        }
        status.map(|found| self.with_others(found))
    }

    fn spent(&self) -> u64 {
        self.search.spent()
    }

    fn estimate(&self) -> f64 {
        self.search.estimate()
    }

    fn so_far(&mut self) -> Option<Found> {
        self.search.so_far()
    }

    fn effort(&self) -> Effort {
        self.search.effort()
    }

    fn name(&self) -> String {
        self.search.name()
    }
}
