//! How hard a puzzle is: its choices, DLX3's work on it, and the rules that solve it.

pub mod choices;
pub mod rating;
