//! The program `dlx3`.

fn main() -> std::process::ExitCode {
    dlx3::cli::dlx3()
}
