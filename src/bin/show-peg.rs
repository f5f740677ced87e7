//! The filter `show-peg`.

use clap::Parser;
use dlx3::cli::{self, show_peg};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = show_peg::Arguments::parse();
    cli::run("show-peg", || show_peg::run(&arguments))
}
