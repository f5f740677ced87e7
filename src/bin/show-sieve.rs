//! `show-sieve`: solutions of `gen-sieve` as games.

use dlx3::cli::{page, show_sieve};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("show-sieve", |arguments| show_sieve::run(&arguments))
}
