//! `gen-sieve`: the Ginnow sieve to `.dlx`.

use dlx3::cli::{gen_sieve, page};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("gen-sieve", |arguments| gen_sieve::run(&arguments))
}
