//! The filter `dlx-check`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dlx3::cli::run("dlx-check", || {
        dlx3::cli::dlx_check::main(std::env::args_os())
    })
}
