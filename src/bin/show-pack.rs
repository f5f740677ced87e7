//! The program `show-pack`.

fn main() -> std::process::ExitCode {
    dlx3::cli::show_pack()
}
