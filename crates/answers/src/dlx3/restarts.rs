//! One solution by a search with restarts.
//!
//! If there are many solutions, and a search that goes astray early does not recover, then most
//! random searches are short and a few are endless (Gomes, Selman and Kautz, Boosting combinatorial
//! search through randomization, 1998). So DLX3's search restarts from the root again and again, on
//! lists in random order and with random tie-breaking. The lengths of the runs follow the sequence
//! 1, 1, 2, 1, 1, 2, 4, ..., which is at most a logarithmic factor worse than the best one (Luby,
//! Sinclair and Zuckerman, Optimal speedup of Las Vegas algorithms, 1993).
//!
//! It uses lists: most runs end before bitmaps would repay the cost of making them.

use super::One;
use crate::race::way::Way;
use crate::{Effort, Status};
use dlx3_format::{OptionId, Problem};
use dlx3_search::{Count, GbFlip, Outcome, Search, State, Watch};
use std::ops::ControlFlow;

/// The mems of the shortest run: a fraction of a millisecond, or the time to begin one.
const SHORTEST: u64 = 1 << 17;
const PER_NODE: u64 = 32;

/// The time to make the lists in random order, in nanoseconds for each node.
const TO_BEGIN: u64 = 32;

/// A search with restarts. Its random numbers are the same in each program run.
pub struct Restarts<'p> {
    problem: &'p Problem,
    /// The present run, if there is one.
    search: Option<Search<'p>>,
    /// The number of this run, from 1.
    number: u64,
    shortest: u64,
    /// The mems of the earlier runs, and the time to begin all of them.
    spent: u64,
    states: u64,
}

impl<'p> Restarts<'p> {
    /// A search that has not begun.
    pub fn new(problem: &'p Problem) -> Self {
        Restarts {
            problem,
            search: None,
            number: 0,
            shortest: SHORTEST.max(PER_NODE * problem.node_count() as u64),
            spent: 0,
            states: 0,
        }
    }

    fn begin(&mut self) {
        self.number += 1;
        // Any seeds would do. These are never negative.
        let mut flip = GbFlip::new((self.number % (1 << 30)) as i32);
        let mut before = vec![0; self.problem.item_count()];
        let nodes = self.problem.option_ids();
        let skipped: Vec<u32> = nodes
            .flat_map(|option| self.problem.option(option))
            .map(|(item, _)| {
                let before = &mut before[item.index()];
                *before += 1;
                flip.uniform(*before)
            })
            .collect();
        self.search = Some(Search::shuffled_by(None, self.problem, &skipped, flip));
        self.spent += self.problem.node_count() as u64 * TO_BEGIN;
    }

    /// The mems of the present run.
    fn own(&self) -> u64 {
        let search = self.search.as_ref();
        search.map_or(0, |search| search.counters().mems.walked())
    }
}

impl Way<One> for Restarts<'_> {
    fn run(&mut self, more: u64, _: usize) -> Status<One> {
        let end = self.spent().saturating_add(more);
        while self.spent() < end {
            if self.search.is_none() {
                self.begin();
            }
            let most = self.shortest.saturating_mul(luby(self.number));
            let until = most.min(self.own() + end.saturating_sub(self.spent()));
            let search = self.search.as_mut().expect("it has begun");
            let mut first = First {
                until,
                solution: None,
            };
            let outcome = search.walk(&mut first);
            if outcome == Outcome::Exhausted || first.solution.is_some() {
                return Status::Done(first.solution);
            }
            if self.own() >= most {
                self.spent += self.own();
                let search = self.search.take();
                self.states += search.map_or(0, |search| search.counters().nodes.walked());
            }
        }
        Status::Paused
    }

    fn spent(&self) -> u64 {
        self.spent + self.own()
    }

    /// There is no estimate.
    fn estimate(&self) -> f64 {
        f64::INFINITY
    }

    fn effort(&self) -> Effort {
        let search = self.search.as_ref();
        let own = search.map_or(0, |search| search.counters().nodes.walked());
        Effort {
            states: self.states + own,
            ..Effort::default()
        }
    }

    fn name(&self) -> String {
        match self.number {
            0 | 1 => "DLX3's tree in random order".to_owned(),
            number => format!("DLX3's tree in random order, {} restarts", number - 1),
        }
    }
}

/// Waits for the first solution, or for a number of mems.
struct First {
    until: u64,
    solution: Option<Vec<OptionId>>,
}

impl Watch for First {
    fn soft_alarm_at(&self) -> u64 {
        self.until
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        Some(found.plus(&1.into()))
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        let nodes = (0..state.level()).filter_map(|level| state.branch(level).node);
        self.solution = Some(nodes.map(|node| state.problem().option_of(node)).collect());
        ControlFlow::Break(())
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, ...: number `n`, from 1.
fn luby(n: u64) -> u64 {
    let mut n = n;
    loop {
        let bits = n.ilog2() + 1;
        if n + 1 == 1 << bits {
            return 1 << (bits - 1);
        }
        n -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_lubys() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    fn answer(text: &str, shortest: u64) -> (Option<Vec<OptionId>>, u64) {
        let problem: Problem = text.parse().unwrap();
        let mut restarts = Restarts::new(&problem);
        restarts.shortest = shortest;
        loop {
            match restarts.run(10, 0) {
                Status::Done(solution) => return (solution, restarts.number),
                Status::Paused => {}
                status => panic!("{status:?}"),
            }
        }
    }

    #[test]
    fn it_begins_anew_until_a_search_comes_to_an_end() {
        let text = "A B C D\nA B\nB C\nC D\nA C\nB D\nA D\n";
        let (solution, searches) = answer(text, 5);
        assert_eq!(solution.unwrap().len(), 2);
        assert!(searches > 1, "{searches}");
        assert_eq!(answer("A B C\nA B\nB C\nA C\n", 5).0, None);
    }
}
