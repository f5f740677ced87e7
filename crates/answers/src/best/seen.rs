//! The best solution and bound that the watcher of a search has seen.

use super::stages::Unfinished;
use super::{Priced, Standing};

/// The best solution and the best bound so far.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The solution. A search that restarted on fewer options may have lost it.
    pub best: Option<Priced>,
    /// A lower bound for the cost of all solutions.
    pub bound: Option<i128>,
}

impl Seen {
    /// Records the state of a search. Returns whether there is a better solution.
    pub fn see(&mut self, standing: Standing, solution: &dyn Fn() -> Option<Priced>) -> bool {
        self.raise(standing.bound);
        let is_better = |cost: i128| self.cost().is_none_or(|known| cost < known);
        let better = standing.best.filter(|&cost| is_better(cost));
        match better.and_then(|_| solution()) {
            Some(better) => {
                self.best = Some(better);
                true
            }
            None => false,
        }
    }

    /// Records a bound.
    pub fn raise(&mut self, bound: i128) {
        self.bound = Some(self.bound.map_or(bound, |known| known.max(bound)));
    }

    /// Records the result of a search that was stopped.
    pub fn end(&mut self, unfinished: &Unfinished) {
        self.raise(unfinished.bound);
        if let Some(best) = unfinished.solutions.first()
            && self.cost().is_none_or(|known| best.0 < known)
        {
            self.best = Some(best.clone());
        }
    }

    /// The final solutions. If one is wanted and the best one seen is cheaper, that one instead.
    pub fn or_better(&self, mut solutions: Vec<Priced>, most: usize) -> Vec<Priced> {
        if let (1, Some(best)) = (most, &self.best)
            && solutions.first().is_none_or(|first| best.0 < first.0)
        {
            solutions = vec![best.clone()];
        }
        solutions
    }

    /// The cost of the best solution.
    pub fn cost(&self) -> Option<i128> {
        self.best.as_ref().map(|best| best.0)
    }

    /// The relative gap: the distance from the best solution to the bound, divided by its cost.
    pub fn gap(&self) -> Option<f64> {
        let (best, bound) = (self.cost()?, self.bound?);
        let distance = (best - bound.min(best)) as f64;
        Some(match distance {
            0.0 => 0.0,
            _ => distance / (best.unsigned_abs() as f64),
        })
    }

    /// Whether the gap is at most this share.
    pub fn is_within(&self, share: f64) -> bool {
        self.gap().is_some_and(|gap| gap <= share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_a_share_of_what_the_best_solution_costs() {
        let seen = |best: i128, bound| Seen {
            best: Some((best, Vec::new())),
            bound: Some(bound),
        };
        assert_eq!(seen(200, 150).gap(), Some(0.25));
        assert_eq!(seen(-100, -150).gap(), Some(0.5));
        assert_eq!(seen(0, 0).gap(), Some(0.0));
        assert_eq!(seen(0, -1).gap(), Some(f64::INFINITY));
        assert!(seen(200, 198).is_within(0.01) && !seen(200, 197).is_within(0.01));
    }
}
