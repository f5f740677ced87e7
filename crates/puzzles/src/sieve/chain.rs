//! What a best game of one sieve says about the sieves beside it.
//!
//! * best(N) <= N + best(N - 1): take N out of a game, and one of N - 1 is left.
//! * If N is a prime and P the prime before it, best(N) = best(N - 1) + N - P: in some best
//!   game the largest prime takes 1, nothing else takes 1, and it has no multiple up to N,
//!   so N and P can stand for each other.
//! * best(N - 1) >= best(N) - N, for the same reason as the first one, and games of N - 1
//!   are games of N.
//!
//! Cycle cuts are sets of numbers; a set gives a cut for every N.

use super::cuts::Cut;
use super::optimum::{self, Monitor, Optimum, Progress, Start};
use super::{Numbers, Pair};

/// What is known about one sieve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// N.
    pub largest: u32,
    /// No game has a greater score.
    pub bound: u64,
    /// The best game that is known, in an order that can be played.
    pub moves: Vec<Pair>,
}

impl Link {
    /// The score of its game.
    pub fn score(&self) -> u64 {
        self.moves.iter().map(|pair| u64::from(pair.pick)).sum()
    }

    /// Whether no game has a greater score.
    pub fn is_proved(&self) -> bool {
        self.score() == self.bound
    }

    /// The game of N - 1 that is left without N.
    pub fn without_largest(&self) -> Vec<Pair> {
        let Ok(numbers) = Numbers::new(self.largest.max(2) - 1) else {
            return Vec::new();
        };
        with_largest_prime(&numbers, &self.moves)
    }
}

/// The moves with numbers up to N; 1 goes to the largest prime.
fn with_largest_prime(numbers: &Numbers, moves: &[Pair]) -> Vec<Pair> {
    let first = numbers.largest_prime().map(|pick| Pair { pick, tax: 1 });
    let rest = moves.iter().copied();
    let rest = rest.filter(|pair| {
        let is_first = first.is_some_and(|first| pair.pick == first.pick);
        pair.pick <= numbers.largest() && pair.tax != 1 && !is_first
    });
    first.into_iter().chain(rest).collect()
}

/// A bound of the scores of N from one of N - 1.
pub fn bound_after(numbers: &Numbers, before: u64) -> u64 {
    let largest = numbers.largest();
    let gain = match Numbers::new(largest.max(2) - 1) {
        Ok(before) if numbers.largest_prime() == Some(largest) => {
            largest - before.largest_prime().unwrap_or(0)
        }
        _ => largest,
    };
    before + u64::from(gain)
}

/// Finds a best game with what is known about the sieve itself and those beside it. `cuts`
/// are those of a sieve near it; they become those of this one.
pub fn solve(
    numbers: &Numbers,
    known: [Option<&Link>; 3],
    cuts: &mut Vec<Cut>,
    monitor: &mut dyn Monitor,
) -> (Link, Progress) {
    let [before, own, after] = known;
    let games = [
        before.map(|link| with_largest_prime(numbers, &link.moves)),
        own.map(|link| link.moves.clone()),
        after.map(Link::without_largest),
    ];
    let score = |moves: &Vec<Pair>| -> u64 { moves.iter().map(|pair| u64::from(pair.pick)).sum() };
    let bounds = [
        before.map(|link| bound_after(numbers, link.bound)),
        own.map(|link| link.bound),
    ];
    let start = Start {
        pairs: games
            .into_iter()
            .flatten()
            .max_by_key(score)
            .unwrap_or_default(),
        bound: bounds.into_iter().flatten().min(),
        cuts: std::mem::take(cuts),
    };
    let (Optimum { progress, moves }, last) = optimum::solve_from(numbers, start, monitor);
    *cuts = last;
    let link = Link {
        largest: numbers.largest(),
        bound: progress.bound,
        moves,
    };
    (link, progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sieve::game::Game;

    #[test]
    fn a_chain_has_the_scores_of_single_sieves_and_legal_games() {
        let mut before: Option<Link> = None;
        let mut cuts = Vec::new();
        let mut settled = 0;
        for largest in 1..=90 {
            let numbers = Numbers::new(largest).unwrap();
            let known = [before.as_ref(), None, None];
            let (link, _) = solve(&numbers, known, &mut cuts, &mut optimum::Unlimited);
            let alone = optimum::solve(&numbers, &mut optimum::Unlimited);
            assert_eq!(link.bound, alone.progress.bound, "N = {largest}");
            assert!(link.is_proved());
            let mut game = Game::new(&numbers);
            for &pair in &link.moves {
                game.play(pair).unwrap();
            }
            if let Some(before) = before {
                let bound = bound_after(&numbers, before.bound);
                assert!(bound >= link.bound, "N = {largest}");
                settled += u32::from(bound == link.bound);
                let left: u64 = link
                    .without_largest()
                    .iter()
                    .map(|pair| u64::from(pair.pick))
                    .sum();
                assert!(left <= before.bound && left + u64::from(largest) >= link.bound);
            }
            before = Some(link);
        }
        assert!(settled > 30, "{settled}");
    }
}
