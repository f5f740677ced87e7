//! Any bytes as a solution stream.

#![no_main]

#[allow(dead_code)] // each target feeds one of them
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::a_solution_stream_ends(bytes));
