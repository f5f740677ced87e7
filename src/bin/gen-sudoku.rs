//! The program `gen-sudoku`.

fn main() -> std::process::ExitCode {
    dlx3::cli::gen_sudoku()
}
