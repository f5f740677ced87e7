//! Chooses, of several ways to the diagram of a part, one whose diagram is small. The choice
//! depends on the problem alone, and so does the order of the solutions.
//!
//! The steps of each way are counted, not timed, and so is its memory:
//!
//! ```text
//! room = 64K
//! loop:
//!     the ways by what they promise to spend in all, the least first:
//!         run it until it takes `room` bytes, or has spent its time:
//!             the first one 4 ns for each byte of room, each other one a quarter
//!             of the one before it
//!     room = 2 * room
//! ```
//!
//! So a way that comes to its end within some memory wins over those that need twice as
//! much, and over those that need much longer. From 256 MB on ([`MOST`]), a way has no more
//! room beside others: once the way that promises most has come there, it continues alone.
//!
//! `--memory` has no part in this: if there is too little, there is no answer.

use crate::answers::race::beside::Aside;
use crate::answers::race::way::{Way, Won};
use crate::answers::{Limits, Sight, Status, Stopped};

/// The room at first, and the most that a way may take beside others.
const LEAST: usize = 1 << 16;
const MOST: usize = 1 << 28;

/// This many nanoseconds may be spent for a byte of room: a walk through problems with many
/// solutions takes one, and one for few solutions takes many.
const PACE: u64 = 4;

/// A slice is a part of what has been spent, within these bounds. Memory is looked at after
/// each one, so it grows little beyond its limit.
const SLICE: u64 = 1 << 16;
const MOST_SLICE: u64 = 1 << 22;
const PART: u64 = 32;

/// Ways to a diagram.
pub struct Smallest<'w, T> {
    ways: Vec<Box<dyn Way<T> + 'w>>,
    /// Ways that are not made before the others have had a first turn.
    later: Box<dyn Iterator<Item = Box<dyn Way<T> + 'w>> + 'w>,
}

impl<'w, T> Smallest<'w, T> {
    /// Of a way that begins at once, and others.
    pub fn new(
        first: Option<Box<dyn Way<T> + 'w>>,
        later: impl Iterator<Item = Box<dyn Way<T> + 'w>> + 'w,
    ) -> Self {
        Smallest {
            ways: first.into_iter().collect(),
            later: Box::new(later),
        }
    }

    /// The answer, and the way that came to it; or none, if what runs beside it ends it.
    /// That is told again and again what has been spent, and how much more the best way
    /// promises to spend.
    ///
    /// # Errors
    /// If the limits ask for an end, or if a way needs more memory than there is.
    pub fn run(
        mut self,
        limits: &mut Limits<'_>,
        beside: &mut Aside<'_>,
    ) -> Result<Option<Won<'w, T>>, Stopped> {
        let mut room = LEAST;
        let mut is_alone = false;
        loop {
            self.ways
                .sort_by(|one, other| promise(&**one).total_cmp(&promise(&**other)));
            if self.ways.first().is_some_and(|best| best.bytes() > MOST) {
                self.ways.truncate(1);
                is_alone = true;
            }
            let mut place = 0;
            while place < self.ways.len() {
                let time = PACE.saturating_mul(room as u64) >> (2 * place);
                loop {
                    if limits.must_end() {
                        return Err(Stopped::Limit);
                    }
                    limits.show(|| self.sight());
                    let spent: u64 = self.ways.iter().map(|way| way.spent()).sum();
                    let rest = self
                        .ways
                        .iter()
                        .map(|way| promise(&**way) - way.spent() as f64);
                    let rest = rest.fold(f64::INFINITY, f64::min);
                    if beside(spent, rest) {
                        return Ok(None);
                    }
                    let way = &mut self.ways[place];
                    let is_done = way.spent() >= time || way.bytes() > room.min(MOST);
                    if is_done && !is_alone {
                        place += 1;
                        break;
                    }
                    // What stands still may have come beyond the limit by a slice: where it
                    // stands must not depend on the limit.
                    if way.bytes() > limits.memory {
                        return Err(Stopped::Memory);
                    }
                    let slice = (way.spent() / PART).clamp(SLICE, MOST_SLICE);
                    match way.run(slice, usize::MAX) {
                        Status::Paused => {}
                        Status::Done(answer) => {
                            return Ok(Some((answer, self.ways.swap_remove(place))));
                        }
                        Status::Full | Status::TooLarge => {
                            self.ways.remove(place);
                            break;
                        }
                    }
                }
            }
            self.ways.extend(self.later.by_ref());
            if self.ways.is_empty() {
                return Err(Stopped::Memory);
            }
            room = room.saturating_mul(2);
        }
    }

    /// How far it has come.
    fn sight(&self) -> Sight {
        let mut sight = Sight::default();
        for way in &self.ways {
            match way.front() {
                Some(front) => {
                    let effort = way.effort();
                    sight.states += effort.states;
                    sight.bytes += effort.bytes;
                    sight.front = sight.front.or(Some(front));
                }
                None => sight.walked = Some(way.spent() as f64 / promise(&**way).max(1.0)),
            }
        }
        sight
    }
}

/// What a way will have spent in the end, as far as it can tell.
fn promise<T>(way: &(dyn Way<T> + '_)) -> f64 {
    way.estimate().max(way.spent() as f64)
}
