//! The filter `show-peg`.

use dlx3::cli::{page, show_peg};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("show-peg", |arguments| show_peg::run(&arguments))
}
