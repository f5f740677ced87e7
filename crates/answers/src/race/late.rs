//! A way that is made at its first turn.

use crate::race::way::Way;
use crate::{Effort, Status};

/// A way that `F` makes within some memory, or not at all.
pub struct Late<W, F> {
    make: Option<F>,
    way: Option<W>,
}

impl<W, F: FnOnce(usize) -> Option<W>> Late<W, F> {
    /// The way that `make` returns, if any.
    pub fn new(make: F) -> Self {
        Late {
            make: Some(make),
            way: None,
        }
    }
}

impl<T, W: Way<T>, F: FnOnce(usize) -> Option<W>> Way<T> for Late<W, F> {
    fn run(&mut self, more: u64, memory: usize) -> Status<T> {
        if let Some(make) = self.make.take() {
            self.way = make(memory);
        }
        let way = self.way.as_mut();
        way.map_or(Status::Full, |way| way.run(more, memory))
    }

    fn spent(&self) -> u64 {
        self.way.as_ref().map_or(0, Way::spent)
    }

    /// There is no estimate before it is made.
    fn estimate(&self) -> f64 {
        self.way.as_ref().map_or(f64::INFINITY, Way::estimate)
    }

    fn so_far(&mut self) -> Option<T> {
        self.way.as_mut().and_then(Way::so_far)
    }

    fn effort(&self) -> Effort {
        self.way.as_ref().map(Way::effort).unwrap_or_default()
    }

    fn name(&self) -> String {
        self.way.as_ref().map(Way::name).unwrap_or_default()
    }
}
