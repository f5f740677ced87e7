//! Any bytes as a problem.

#![no_main]

#[allow(dead_code)] // each target feeds one of them
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::reading_ends_well(bytes));
