//! `show-sieve`: solutions of `gen-sieve` as games.

use clap::Parser;
use dlx3::cli::{self, show_sieve};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = show_sieve::Arguments::parse();
    cli::run("show-sieve", || show_sieve::run(&arguments))
}
