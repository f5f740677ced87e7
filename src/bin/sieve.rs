//! `sieve`: best games of the Ginnow sieve.

use clap::Parser;
use dlx3::cli::{self, sieve};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = sieve::Arguments::parse();
    cli::run("sieve", || sieve::run(&arguments))
}
