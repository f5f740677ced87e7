//! The program `dlx1`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::dlx1::Arguments>()
}
