//! The Sudoku filters, run as a user runs them.

mod brute_force;
mod forms;
mod limits;
mod pages;
mod recorded;
mod round_trips;
pub mod run;
mod streams;
