//! The program `show-sieve`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::show_sieve::Arguments>()
}
