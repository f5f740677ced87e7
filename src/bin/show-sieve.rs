//! The program `show-sieve`.

fn main() -> std::process::ExitCode {
    dlx3::cli::show_sieve()
}
