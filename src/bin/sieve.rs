//! `sieve`: best games of the Ginnow sieve.

use dlx3::cli::{page, sieve};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("sieve", |arguments| sieve::run(&arguments))
}
