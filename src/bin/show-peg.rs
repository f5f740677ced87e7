//! The program `show-peg`.

fn main() -> std::process::ExitCode {
    dlx3::cli::show_peg()
}
