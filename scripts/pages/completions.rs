//! Completions for bash, zsh and fish.

use crate::Page;
use clap::Command;
use clap_complete::{Shell, generate};

/// The scripts of a program.
pub fn pages(program: &Command) -> Vec<Page> {
    let name = program.get_name();
    [
        (
            Shell::Bash,
            format!("share/bash-completion/completions/{name}"),
        ),
        (Shell::Zsh, format!("share/zsh/site-functions/_{name}")),
        (
            Shell::Fish,
            format!("share/fish/vendor_completions.d/{name}.fish"),
        ),
    ]
    .map(|(shell, path)| {
        let mut text = Vec::new();
        generate(shell, &mut shown(program), name, &mut text);
        Page { path, text }
    })
    .into()
}

/// A command without the options that help does not show.
fn shown(command: &Command) -> Command {
    let arguments = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set());
    // clap keeps names that live as long as the process, which ends soon.
    let name: &'static str = command.get_name().to_owned().leak();
    let shown = Command::new(name)
        .about(command.get_about().cloned().unwrap_or_default())
        .args(arguments.cloned())
        .subcommands(command.get_subcommands().map(shown));
    match command.get_version() {
        Some(_) => shown.version(env!("CARGO_PKG_VERSION")),
        None => shown,
    }
}
