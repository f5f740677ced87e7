//! The program `show-sudoku`.

fn main() -> std::process::ExitCode {
    dlx3::cli::show_sudoku()
}
