//! The filter `peg`.

use clap::Parser;
use dlx3::cli::{self, peg};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = peg::Arguments::parse();
    cli::run("peg", || peg::run(&arguments))
}
