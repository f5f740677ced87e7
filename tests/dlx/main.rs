//! The verbs of `dlx`, and the library calls behind them.

#[path = "../common/mod.rs"]
mod common;

/// Its other user is a script.
#[path = "../../scripts/answers_fuzz/mod.rs"]
#[allow(dead_code)]
mod answers_fuzz;

mod answers;
mod convert;
mod families;
mod pictures;
mod proofs;
mod puzzle_families;
mod recognized;
