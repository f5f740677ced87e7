//! The program `dlx-check`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::dlx_check::Arguments>()
}
