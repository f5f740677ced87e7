//! The program `dlx3`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::dlx3::Arguments>()
}
