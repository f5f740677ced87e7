//! The interface of a search for the cheapest solutions, and what such searches share.
//!
//! Each search is a way of its own. After each turn that ends with a pause, it writes its results
//! on a [`Board`]; before each turn, it reads those of the others.

use super::scale::Scale;
use crate::Status;
use crate::race::way::{Way, tell_of};
use dlx3_format::OptionId;
use std::cell::RefCell;
use std::rc::Rc;

/// A solution: its cost, and its options in input order.
pub type Priced = (i128, Vec<OptionId>);

/// The solutions that a search has found for a part, cheapest first.
pub struct Found {
    /// The solutions.
    pub solutions: Vec<Priced>,
    /// More were wanted, but did not fit into memory. They cost at least as much as all these.
    pub is_cut: bool,
}

/// A search for the cheapest solutions of a part. It knows the part, the costs of its options, the
/// number of solutions wanted, and what these methods tell it; no clock, and no other search.
///
/// Solutions are sorted lists of options, by their numbers in the *problem*. [`Status::Done`] has
/// the cheapest solutions. If one is wanted, the cheaper of its own and the offered solution is
/// optimal. After [`Status::Full`] the search leaves, and everything that it has found since its
/// last pause is lost.
pub trait BestSearch: Way<Found> {
    /// The cost of the cheapest solution found.
    fn least(&self) -> Option<i128>;

    /// The cheapest solution found.
    fn best(&self) -> Option<Priced>;

    /// A lower bound for the cost of all solutions other than those offered. None if it has no
    /// bound.
    fn bound(&self) -> Option<i128> {
        None
    }

    /// Offers a solution found elsewhere, if only one is wanted. From now on, the search may look
    /// for cheaper ones only.
    fn offer(&mut self, best: &Priced);

    /// The result of a relaxation, once it is solved.
    fn reduced(&self) -> Option<Reduced> {
        None
    }

    /// Receives the result of a relaxation. Called before each turn once it is known.
    fn reduce(&mut self, _: &Rc<Reduced>) {}
}

/// The cheapest of solutions that several searches have found, without duplicates.
pub fn cheapest(mut all: Vec<Priced>, most: usize) -> Vec<Priced> {
    all.sort();
    all.dedup();
    all.truncate(most);
    all
}

/// The options of a solution in input order.
pub fn in_input_order(options: impl Iterator<Item = OptionId>) -> Vec<OptionId> {
    let mut options: Vec<OptionId> = options.collect();
    options.sort_unstable();
    options
}

/// The result of a relaxation. Costs are scaled.
pub struct Reduced {
    /// A lower bound for the cost of all solutions.
    pub bound: i128,
    /// The cost of each option after taxes.
    pub net: Vec<i128>,
    /// The scale.
    pub scale: Scale,
}

impl Reduced {
    /// A lower bound for the cost of all solutions with this option.
    pub fn bound_of(&self, option: u32) -> i128 {
        self.bound.saturating_add(self.net[option as usize].max(0))
    }
}

/// The shared knowledge of all searches.
#[derive(Default)]
pub struct Board {
    /// The cheapest solution; of equal ones, the one found first.
    best: Option<Priced>,
    /// How often a better solution was found.
    better: u32,
    /// The bound of each search.
    bounds: Vec<Option<i128>>,
    reduced: Option<Rc<Reduced>>,
}

impl Board {
    /// The cheapest solution found.
    pub fn best(&self) -> Option<&Priced> {
        self.best.as_ref()
    }

    /// A lower bound for the cost of all solutions.
    pub fn bound(&self) -> Option<i128> {
        let best = self.bounds.iter().flatten().max()?;
        // A search may have skipped solutions as dear as one that another has found.
        let known = self.best.iter().map(|best| &best.0);
        known.chain([best]).min().copied()
    }
}

/// A search that shares its results through a board.
pub struct Sharing<'p> {
    search: Box<dyn BestSearch + 'p>,
    board: Rc<RefCell<Board>>,
    /// Whether one solution is wanted: then each search need only find cheaper ones than the others
    /// have.
    is_single: bool,
    /// The value of `better` that it has seen. Solutions from before its start are not offered to
    /// it.
    heard: u32,
    /// The index of its bound.
    place: usize,
}

impl<'p> Sharing<'p> {
    /// A search for the `most` cheapest solutions.
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

    /// The final result: its own solution, or the best one of the others if that is cheaper.
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

    fn so_far(&mut self) -> Option<Found> {
        self.search.so_far()
    }

    tell_of!(search);
}
