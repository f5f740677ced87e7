//! The program `show-pack`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::show_pack::Arguments>()
}
