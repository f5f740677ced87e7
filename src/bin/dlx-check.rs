//! The program `dlx-check`.

fn main() -> std::process::ExitCode {
    dlx3::cli::dlx_check()
}
