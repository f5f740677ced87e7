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
//! much, and over those that need much longer. From 256 MB on ([`MOST_BESIDE`]), a way has no more
//! room beside others: once the way that promises to end first has come there, it continues alone.
//!
//! `--memory` has no part in this: if there is too little, there is no answer.

use crate::race::{Entrants, Policy, Turn};

/// The room at first, and the most that a way may take beside others.
const LEAST: usize = 1 << 16;
const MOST_BESIDE: usize = 1 << 28;

/// This many nanoseconds may be spent for a byte of room: a walk through problems with many
/// solutions takes one, and one for few solutions takes many.
const PACE: u64 = 4;

/// A slice is a part of what has been spent, within these bounds. Memory is looked at after
/// each one, so it grows little beyond its limit.
const SLICE: u64 = 1 << 16;
const MOST_SLICE: u64 = 1 << 22;
const PART: u64 = 32;

/// The policy for a diagram.
pub struct Smallest {
    room: usize,
    /// Whose turn it is in this round.
    place: usize,
    /// Only the way that promises to end first is left.
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
                // The next round. All ways are there from the second one on.
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
            // What stands still may have come beyond the limit by a slice: where it stands must not
            // depend on the limit.
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
