//! The program `sudoku`.

fn main() -> std::process::ExitCode {
    dlx3::cli::sudoku()
}
