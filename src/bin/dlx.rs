//! The program `dlx`.

fn main() -> std::process::ExitCode {
    dlx3::cli::dlx()
}
