//! The program `gen-pack`.

fn main() -> std::process::ExitCode {
    dlx3::cli::gen_pack()
}
