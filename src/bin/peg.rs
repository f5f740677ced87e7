//! The filter `peg`.

use dlx3::cli::{page, peg};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("peg", |arguments| peg::run(&arguments))
}
