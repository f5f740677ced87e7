//! The filter `gen-peg`.

use clap::Parser;
use dlx3::cli::{self, gen_peg};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = gen_peg::Arguments::parse();
    cli::run("gen-peg", || gen_peg::run(&arguments))
}
