//! Any bytes as Sudoku puzzles.

#![no_main]

mod puzzle_properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| puzzle_properties::reading_puzzles_ends_well(bytes));
