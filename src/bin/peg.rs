//! The program `peg`.

fn main() -> std::process::ExitCode {
    dlx3::cli::peg()
}
