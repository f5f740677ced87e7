//! The program `dlx1`.

fn main() -> std::process::ExitCode {
    dlx3::cli::dlx1()
}
