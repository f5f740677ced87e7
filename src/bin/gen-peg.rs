//! The program `gen-peg`.

use dlx3::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main::<cli::gen_peg::Arguments>()
}
