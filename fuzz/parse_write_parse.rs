//! A problem that can be read can be written and read again.

#![no_main]

#[allow(dead_code)] // each target feeds one of them
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::writing_is_undone_by_reading(bytes));
