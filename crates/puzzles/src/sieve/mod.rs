//! The Ginnow sieve (also called the taxman game). Pick numbers from 1..N,
//! each as long as a proper divisor of it is left; then it and all its divisors are
//! taken away. The score is the sum of the picks.
//!
//! A game is the same as a pairing: each pick takes a tax, the pick divided by
//! a prime, every number is in at most one pair, and the order "a before c when
//! the tax of a divides c" has no cycle.
//!
//! * [`numbers`]: 1..N, quotients and multiples by primes;
//! * [`game`]: playing moves; [`order`]: a playable order of a pairing, or its cycle;
//! * [`cuts`]: sets of numbers that no playable pairing may use up;
//! * [`matching`]: the best pairings when cycles are allowed;
//! * [`encode`] and [`decode`]: to `.dlx` and back;
//! * [`chain`]: what sieves side by side say about each other;
//! * [`certificate`]: proofs of best scores, and how they are checked;
//! * [`optimum`]: proved best scores, on [linear programs](dlx3_lp);
//! * [`worst`]: the least score that a game can end with;
//! * [`essay`]: the search that Ginnow's essay describes.

pub mod certificate;
pub mod chain;
pub mod cuts;
pub mod decode;
pub mod encode;
pub mod essay;
pub mod game;
mod insertion;
pub mod matching;
pub mod numbers;
pub mod optimum;
pub mod order;
pub mod worst;

pub use numbers::{Numbers, SizeFault};

/// A pick and the divisor that it is paired with: the pick divided by a prime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// The larger number.
    pub pick: u32,
    /// Its divisor.
    pub tax: u32,
}
