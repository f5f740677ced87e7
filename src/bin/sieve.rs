//! The program `sieve`.

fn main() -> std::process::ExitCode {
    dlx3::cli::sieve()
}
