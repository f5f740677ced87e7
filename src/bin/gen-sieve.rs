//! `gen-sieve`: the Ginnow sieve to `.dlx`.

use clap::Parser;
use dlx3::cli::{self, gen_sieve};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = gen_sieve::Arguments::parse();
    cli::run("gen-sieve", || gen_sieve::run(&arguments))
}
