//! The program `show-peg`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::show_peg::Arguments>()
}
