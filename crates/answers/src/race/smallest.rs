//! The policy for making a diagram: chooses among several ways one with a small diagram. The choice
//! depends on the problem alone, and so does the order of the solutions.
//!
//! The work of each way is counted, not timed, and so is its memory:
//!
//! ```text
//! room = 64K
//! loop:
//!     for the ways, those that promise to spend the least first:
//!         run the way until it uses `room` bytes, or has spent its time:
//!             4 ns for each byte of room for the first way, and for each other way
//!             a quarter of the time of the one before it
//!     room = 2 * room
//! ```
//!
//! So a way that ends within some memory wins over those that need twice as much, and over those
//! that take much longer. Beside others, a way gets at most 256 MB ([`MOST_BESIDE`]): once the way
//! that promises to end first has reached that, it continues alone.
//!
//! `--memory` does not influence the choice. If there is too little, there is no answer.

use crate::race::{Entrants, Policy, Turn};

/// The first limit of memory for each way, and the largest one beside others.
const LEAST: usize = 1 << 16;
const MOST_BESIDE: usize = 1 << 28;

/// The time in nanoseconds for each byte of memory: a walk on a problem with many solutions takes
/// one, a walk on one with few solutions takes many.
const PACE: u64 = 4;

/// A slice is one part in `PART` of the work spent, within these bounds. Memory is checked after
/// each slice, so it exceeds its limit only a little.
const SLICE: u64 = 1 << 16;
const MOST_SLICE: u64 = 1 << 22;
const PART: u64 = 32;

/// The policy for a diagram.
pub struct Smallest {
    room: usize,
    /// The index of the way whose turn it is in this round.
    place: usize,
    /// Whether only the way that promises to end first is left.
    is_alone: bool,
}

impl Default for Smallest {
    fn default() -> Self {
        Smallest {
            room: LEAST,
            place: 0,
            is_alone: false,
        }
    }
}

impl<T> Policy<T> for Smallest {
    fn turn(&mut self, entrants: &mut Entrants<'_, T>, memory: usize) -> Turn {
        loop {
            let Some(way) = entrants.all().get(self.place) else {
                // The next round. From the second one on, all ways are there.
                entrants.make();
                entrants.sort();
                let Some(best) = entrants.all().first() else {
                    return Turn::End;
                };
                if best.bytes() > MOST_BESIDE {
                    entrants.keep_first();
                    self.is_alone = true;
                }
                self.room = self.room.saturating_mul(2);
                self.place = 0;
                continue;
            };
            let time = PACE.saturating_mul(self.room as u64) >> (2 * self.place);
            let is_done = way.spent() >= time || way.bytes() > self.room.min(MOST_BESIDE);
            if is_done && !self.is_alone {
                self.place += 1;
                continue;
            }
            // A way that stops may have exceeded its limit by a slice. Where it stops must not
            // depend on `memory`.
            if way.bytes() > memory {
                return Turn::End;
            }
            return Turn::Run {
                place: self.place,
                slice: (way.spent() / PART).clamp(SLICE, MOST_SLICE),
                memory: usize::MAX,
            };
        }
    }
}
