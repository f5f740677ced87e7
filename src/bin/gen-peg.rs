//! The program `gen-peg`.

fn main() -> std::process::ExitCode {
    dlx3::cli::gen_peg()
}
