//! All ways in turn, each by as much as the others: where none can promise anything.

use crate::race::{Entrants, Policy, Turn};

/// What each may spend in the first round, and from one look at the limits to the next. With each
/// round, all that it may have spent rises by a quarter.
const SLICE: u64 = 1 << 19;
const BREATH: u64 = 1 << 22;

/// The policy.
pub struct Rounds {
    /// What each may have spent in all after this round.
    end: u64,
    place: usize,
    /// What each may take, of which others may have taken some already.
    memory: usize,
    /// How many ways there were when the way at that place had its first turn of this round.
    begun: Option<usize>,
}

impl Rounds {
    /// Each way may take this many bytes.
    pub fn within(memory: usize) -> Self {
        Rounds {
            memory,
            end: SLICE,
            place: 0,
            begun: None,
        }
    }
}

impl<T> Policy<T> for Rounds {
    fn turn(&mut self, entrants: &mut Entrants<'_, T>, _: usize) -> Turn {
        loop {
            let ways = entrants.all();
            let Some(way) = ways.get(self.place) else {
                if ways.is_empty() {
                    return Turn::End;
                }
                self.end += self.end / 4;
                self.place = 0;
                continue;
            };
            // One that has gone too far has a turn in each round all the same: it may be done.
            if self.begun == Some(ways.len()) && way.spent() >= self.end {
                (self.place, self.begun) = (self.place + 1, None);
                continue;
            }
            self.begun = Some(ways.len());
            return Turn::Run {
                place: self.place,
                slice: self.end.saturating_sub(way.spent()).min(BREATH),
                memory: self.memory,
            };
        }
    }
}
