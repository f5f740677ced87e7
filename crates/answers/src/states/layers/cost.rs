//! What a count by layers takes, about, in nanoseconds.

use crate::Effort;

/// What it takes to try an option in a state, and to put a state that is new into a table
/// that grows, in nanoseconds for each word that is read or written: within a factor of 2
/// of what was measured on 40 problems, within the caches and beyond them.
const TRIAL: u64 = 4;
const WORD_OF_TRIAL: u64 = 5;
const WORD_OF_STATE: u64 = 50;

/// To look whether a state is dead takes as long as this many trials.
pub(super) const LOOK: u64 = 4;

/// What a number of trials takes, in states of a number of words.
pub(super) fn of_trials(trials: u64, words: usize) -> u64 {
    trials * (TRIAL + WORD_OF_TRIAL * words as u64)
}

/// What an effort takes, with states of a number of words and counts of a number of limbs.
pub(super) fn work(effort: &Effort, words: usize, limbs: usize) -> u64 {
    let found = effort.moves - effort.hits - effort.dead;
    of_trials(effort.trials, words) + found * WORD_OF_STATE * (words + limbs) as u64
}
