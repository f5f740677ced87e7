//! The program `dlx2`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::dlx2::Arguments>()
}
