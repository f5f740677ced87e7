//! The puzzles: their filters, and known results.

#[path = "../common/mod.rs"]
mod common;
mod grids;

mod pack_apart;
mod pack_classes;
mod pack_counts;
mod pack_filters;
mod pack_solids;
mod pack_texts;
mod peg_counts;
mod peg_filters;
mod peg_solving;
mod peg_texts;
mod sieve_certificates;
mod sieve_filters;
mod sieve_scores;
mod sieve_worst;
mod sudoku_filters;
mod sudoku_forms;
mod sudoku_hitting;
mod sudoku_pasted;
mod sudoku_ratings;
mod sudoku_rules;
mod sudoku_scan;
mod sudoku_search;
mod sudoku_steps;
mod sudoku_texts;
mod sudoku_unavoidable;
mod sudoku_wishes;
mod time_limits;
