//! The program `gen-sieve`.

fn main() -> std::process::ExitCode {
    dlx3::cli::gen_sieve()
}
