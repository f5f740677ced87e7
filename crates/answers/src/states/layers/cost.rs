//! The time of a count by layers in nanoseconds, estimated.

use crate::Effort;

/// The time to try an option in a state, and to put a new state into a growing table, in
/// nanoseconds for each word read or written. Within a factor of 2 of the times measured on 40
/// problems, inside the caches and beyond.
const TRIAL: u64 = 4;
const WORD_OF_TRIAL: u64 = 5;
const WORD_OF_STATE: u64 = 50;

/// A look for dead states takes as long as this many trials.
pub(super) const LOOK: u64 = 4;

/// The time of some trials, in states of `words` words.
pub(super) fn of_trials(trials: u64, words: usize) -> u64 {
    trials * (TRIAL + WORD_OF_TRIAL * words as u64)
}

/// The time of an effort, with states of `words` words and counts of `limbs` words.
pub(super) fn work(effort: &Effort, words: usize, limbs: usize) -> u64 {
    let found = effort.moves - effort.hits - effort.dead;
    of_trials(effort.trials, words) + found * WORD_OF_STATE * (words + limbs) as u64
}
