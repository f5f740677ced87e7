//! Writes the man pages and shell completions of all programs into a folder, laid out as below the
//! prefix of an installation:
//!
//!     pages FOLDER

mod completions;
mod extra;
mod man;

use clap::Command;
use dlx3::cli;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

/// A file below the prefix.
struct Page {
    path: String,
    text: Vec<u8>,
}

fn main() -> ExitCode {
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let [folder] = &words[..] else {
        eprintln!("Usage: pages FOLDER");
        return ExitCode::from(2);
    };
    match write(Path::new(folder), &pages()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pages: cannot write: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path, pages: &[Page]) -> io::Result<()> {
    for Page { path, text } in pages {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// All files of all programs.
fn pages() -> Vec<Page> {
    let programs: Vec<Command> = cli::commands().into_iter().map(built).collect();
    let mut pages = Vec::new();
    for program in &programs {
        pages.push(man::page(program, &programs));
        for subcommand in program.get_subcommands() {
            pages.push(man::page(subcommand, &programs));
        }
    }
    pages.extend(cli::commands().iter().flat_map(completions::pages));
    pages
}

/// A command as clap completes it, with the full names of its subcommands.
fn built(command: Command) -> Command {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The commands that have a man page: programs and their subcommands.
    fn commands() -> Vec<Command> {
        let programs = cli::commands().into_iter().map(built);
        let with_subcommands = |program: Command| {
            let mut commands: Vec<Command> = program.get_subcommands().cloned().collect();
            commands.push(program);
            commands
        };
        programs.flat_map(with_subcommands).collect()
    }

    fn text(path: &str) -> String {
        let pages = pages();
        let page = pages.iter().find(|page| page.path == path);
        let page = page.unwrap_or_else(|| panic!("no page is called {path}"));
        String::from_utf8(page.text.clone()).unwrap()
    }

    fn man(command: &Command) -> String {
        let name = man::name(command);
        // Man pages write `\-`, because a plain `-` is a hyphen.
        text(&format!("share/man/man1/{name}.1")).replace("\\-", "-")
    }

    /// The long options of a command: those that its help shows, and those that it hides.
    fn options<'c>(command: &'c Command) -> (Vec<&'c str>, Vec<&'c str>) {
        let named = command
            .get_arguments()
            .filter(|arg| arg.get_long().is_some());
        let (hidden, shown): (Vec<_>, Vec<_>) = named.partition(|arg| arg.is_hide_set());
        let long =
            |args: Vec<&'c clap::Arg>| args.into_iter().filter_map(clap::Arg::get_long).collect();
        (long(shown), long(hidden))
    }

    /// The synopsis must say `[-k K]`, not `[-k ]`.
    #[test]
    fn the_synopsis_of_a_man_page_has_the_values_of_options() {
        let mut seen = 0;
        for command in commands() {
            let page = man(&command);
            let synopsis = page.split_once(".SH SYNOPSIS\n").unwrap().1;
            let synopsis = synopsis.split_once(".SH ").unwrap().0;
            let plain = ["\\fB", "\\fI", "\\fR"]
                .iter()
                .fold(synopsis.to_owned(), |text, font| text.replace(font, ""));
            for option in command.get_opts().filter(|arg| !arg.is_hide_set()) {
                let name = match (option.get_long(), option.get_short()) {
                    (Some(long), _) => format!("--{long}"),
                    (None, short) => format!("-{}", short.unwrap()),
                };
                let value = &option.get_value_names().unwrap()[0];
                let ways = [" ", "=", "[=", "[ "].map(|sign| format!("{name}{sign}{value}"));
                assert!(
                    ways.iter().any(|way| plain.contains(way)),
                    "{name} {value}: {plain}"
                );
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen}");
    }

    /// Whether a text has an option as a word: `--seed`, but not `--seeds`.
    fn mentions(text: &str, option: &str) -> bool {
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        let mut rests = text.split(option).skip(1);
        rests.any(is_end)
    }

    #[test]
    fn every_program_in_src_bin_has_pages() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let names = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
        let programs: BTreeSet<String> = names.collect();
        let commands = cli::commands();
        let named = commands.iter().map(|command| command.get_name().to_owned());
        assert_eq!(named.collect::<BTreeSet<_>>(), programs);
    }

    #[test]
    fn man_pages_tell_of_every_option_that_help_shows_and_of_no_other() {
        let mut seen = 0;
        for command in commands() {
            let page = man(&command);
            let (shown, hidden) = options(&command);
            for option in shown {
                assert!(
                    mentions(&page, &format!("--{option}")),
                    "--{option}\n{page}"
                );
                seen += 1;
            }
            for option in hidden {
                assert!(
                    !mentions(&page, &format!("--{option}")),
                    "--{option}\n{page}"
                );
            }
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn completions_know_every_option_that_help_shows_and_no_other() {
        for program in cli::commands() {
            let name = program.get_name().to_owned();
            let scripts = completions::pages(&program);
            assert_eq!(scripts.len(), 3);
            let program = built(program);
            let commands = program.get_subcommands().chain([&program]);
            let (mut shown, mut hidden) = (Vec::new(), Vec::new());
            for command in commands {
                let both = options(command);
                shown.extend(both.0);
                hidden.extend(both.1);
            }
            for script in scripts {
                let (path, text) = (script.path, String::from_utf8(script.text).unwrap());
                assert!(path.contains(&name) && text.contains(&name), "{path}");
                // Fish writes `-l seed` for `--seed`.
                let is_known = |option: &str| {
                    mentions(&text, &format!("--{option}"))
                        || mentions(&text, &format!("-l {option}"))
                };
                for option in &shown {
                    assert!(is_known(option), "{path}: --{option}");
                }
                for option in &hidden {
                    assert!(!is_known(option), "{path}: --{option}");
                }
            }
        }
    }

    #[test]
    fn man_pages_of_programs_have_exit_statuses_and_examples() {
        for command in commands() {
            let page = man(&command);
            assert!(page.contains(".SH \"EXIT STATUS\"\n.TP\n0\n"), "{page}");
            assert!(
                page.contains("\n2\nbad usage\n") || page.contains("\n255\nbad usage\n"),
                "{page}"
            );
            assert!(page.contains("\n141\n"), "{page}");
            let is_program =
                !man::name(&command).contains("make") && command.get_version().is_some();
            assert!(!is_program || page.contains(".SH EXAMPLES\n"), "{page}");
        }
    }

    /// `tests/project/documents.rs` runs these.
    #[test]
    fn examples_that_only_man_pages_have_come_from_the_manuals() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut manuals = fs::read_to_string(root.join("README.md")).unwrap();
        for entry in fs::read_dir(root.join("docs")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                manuals += &fs::read_to_string(path).unwrap();
            }
        }
        for extra in extra::EXTRA {
            for line in extra.examples {
                assert!(manuals.contains(&format!("$ {line}\n")), "{line}");
            }
        }
    }

    #[test]
    fn extra_texts_are_for_commands_that_exist_and_do_not_repeat_their_help() {
        let commands = commands();
        for extra in extra::EXTRA {
            let command = commands
                .iter()
                .find(|command| man::name(command) == extra.command);
            let command = command.unwrap_or_else(|| panic!("{}", extra.command));
            let help = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                !help.contains("Exit status:") || extra.exit.is_empty(),
                "{}",
                extra.command
            );
        }
    }
}
