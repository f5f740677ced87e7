//! The filter `dlx3`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dlx3::cli::run_deep("dlx3", |stack| {
        dlx3::cli::dlx3::main(std::env::args_os(), stack)
    })
}
