//! Sudokus with rules: lines, dots, arrows, sums at the edge, and whatever an automaton can say.
//!
//! A rule names cells and demands something of their digits. Its kind ([`kinds`]) turns it into
//! constraints ([`constraint`]): cells that differ, rows of cells that an automaton reads
//! ([`automaton`]), lists of which one holds. These become an exact cover with colors
//! ([`cover`](mod@cover)), which [`solve`] searches.
//!
//! | file | what it knows |
//! |---|---|
//! | `variant.rs` | the grid, its digits, its rules |
//! | `automaton.rs` | layers of states, minimized |
//! | `constraint.rs` | what rules are made of |
//! | `kinds/` | kinds of rules, a table |
//! | `expression.rs` | regular expressions |
//! | `compile.rs` | all rules of a Sudoku, and the digits that they leave |
//! | `cover.rs` | the exact cover |
//! | `sums.rs` | sums of cells of which some differ |
//! | `search.rs` | propagation and backtracking |
//! | `broken.rs` | what the digits so far contradict |
//! | `make.rs` | puzzles with given rules; clues and rules that can go |
//! | `usual.rs`, `names.rs` | boards without rules; solutions by the names of items |
//! | `words.rs` | what is said of rules and digits |
//! | `solve.rs` | solutions, candidates; clause learning where backtracking does not end |

pub mod automaton;
pub mod broken;
pub mod compile;
pub mod conflict;
pub mod constraint;
pub mod cover;
pub mod expression;
pub mod kinds;
pub mod make;
pub mod names;
mod search;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod usual;
mod variant;
pub mod words;

pub use variant::{Custom, Machine, Rule, Shape, Variant};

/// A cell: those of the grid count from 0, row by row; those beside it follow.
pub type Cell = u16;

/// A set of digits: bit D for digit D.
pub type Digits = u32;
