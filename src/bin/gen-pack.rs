//! The program `gen-pack`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::gen_pack::Arguments>()
}
