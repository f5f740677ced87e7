//! The program `dlx`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::dlx::Arguments>()
}
