//! The program `dlx2`.

fn main() -> std::process::ExitCode {
    dlx3::cli::dlx2()
}
