//! The filter `gen-peg`.

use dlx3::cli::{gen_peg, page};
use std::process::ExitCode;

fn main() -> ExitCode {
    page::run_parsed("gen-peg", |arguments| gen_peg::run(&arguments))
}
