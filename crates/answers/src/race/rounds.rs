//! The policy if no way has an estimate: all ways in turn, with equal shares.

use crate::race::{Entrants, Policy, Turn};

/// The work of each way in the first round, and the largest slice between two looks at the limits.
/// With each round, the total work of each way rises by a quarter.
const SLICE: u64 = 1 << 19;
const BREATH: u64 = 1 << 22;

/// The policy.
pub struct Rounds {
    /// The total work of each way after this round.
    end: u64,
    place: usize,
    /// The memory limit of each way.
    memory: usize,
    /// The number of ways when the present one had its first turn of this round.
    begun: Option<usize>,
}

impl Rounds {
    /// Each way may use this many bytes.
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
            // A way that has spent too much still gets a turn in each round: it may have an answer.
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
