//! Man pages. clap_mangen writes the options. The text around them has tables, exit statuses and
//! examples, so it is laid out here.

use crate::Page;
use crate::extra::Extra;
use clap::{Arg, ArgAction, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

/// `sudoku-make` for `sudoku make`.
pub fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The page of a program or subcommand.
pub fn page(command: &Command, programs: &[Command]) -> Page {
    let extra = Extra::of(name(command));
    let man = Man::new(command.clone())
        .source(concat!("dlx3 ", env!("CARGO_PKG_VERSION")))
        .manual("Exact covering");
    let mut text = Vec::new();
    let options = |text: &mut Vec<u8>| {
        man.render_title(text)?;
        man.render_name_section(text)?;
        synopsis(command).to_writer(text)?;
        let mut description = Roff::new();
        description.control("SH", ["DESCRIPTION"]);
        let about = command.get_long_about().or(command.get_about());
        let about = about.map(ToString::to_string).unwrap_or_default();
        about
            .split("\n\n")
            .for_each(|part| paragraph(part, &mut description));
        description.to_writer(text)?;
        man.render_options_section(text)?;
        match command.has_subcommands() {
            true => man.render_subcommands_section(text),
            false => Ok(()),
        }
    };
    options(&mut text).expect("a vector takes everything");
    let mut rest = Roff::new();
    let help = command.get_after_help().map(ToString::to_string);
    let mut sections = sections(&help.unwrap_or_default());
    if !extra.exit.is_empty() {
        sections.push(("EXIT STATUS".to_owned(), extra.exit.to_owned()));
    }
    if !extra.examples.is_empty() {
        let examples = format!("  {}", extra.examples.join("\n  "));
        match sections.iter_mut().find(|(head, _)| head == "EXAMPLES") {
            Some((_, text)) => *text = format!("{text}\n{examples}"),
            None => sections.push(("EXAMPLES".to_owned(), examples)),
        }
    }
    for (head, text) in sections {
        rest.control("SH", [&head[..]]);
        match &head[..] {
            "EXIT STATUS" => statuses(&text, &mut rest),
            _ => text
                .split("\n\n")
                .for_each(|part| paragraph(part, &mut rest)),
        }
    }
    see_also(command, programs, &mut rest);
    rest.to_writer(&mut text)
        .expect("a vector takes everything");
    Page {
        path: format!("share/man/man1/{}.1", name(command)),
        text,
    }
}

/// The command line. clap_mangen writes one without the values of options.
fn synopsis(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    let mut line = vec![bold(command.get_bin_name().unwrap_or(command.get_name()))];
    let arguments = || command.get_arguments().filter(|arg| !arg.is_hide_set());
    let options = || arguments().filter(|arg| !arg.is_positional());
    // Required options come after optional ones.
    for is_required in [false, true] {
        let some = options().filter(|arg| arg.is_required_set() == is_required);
        some.for_each(|option| in_brackets(option, of_option(option), &mut line));
    }
    for operand in arguments().filter(|arg| arg.is_positional()) {
        in_brackets(operand, vec![italic(values(operand))], &mut line);
    }
    if command.has_subcommands() {
        let name = command.get_subcommand_value_name().unwrap_or("COMMAND");
        line.extend([roman(" "), italic(name)]);
    }
    roff.text(line);
    roff
}

/// An option or operand, in brackets unless it must be there.
fn in_brackets(argument: &Arg, words: Vec<Inline>, line: &mut Vec<Inline>) {
    let (before, after) = match argument.is_required_set() {
        true => (" ", ""),
        false => (" [", "]"),
    };
    line.push(roman(before));
    line.extend(words);
    line.push(roman(after));
    if matches!(argument.get_action(), ArgAction::Append | ArgAction::Count) {
        let is_told = argument.is_positional() && takes_several(argument);
        line.extend((!is_told).then(|| roman("...")));
    }
}

/// The names of an option, and its values.
fn of_option(option: &Arg) -> Vec<Inline> {
    let mut words = Vec::new();
    if let Some(short) = option.get_short() {
        words.push(bold(format!("-{short}")));
    }
    if let Some(long) = option.get_long() {
        words.extend((!words.is_empty()).then(|| roman("|")));
        words.push(bold(format!("--{long}")));
    }
    let number = option.get_num_args().unwrap_or_default();
    if !number.takes_values() || !option.get_action().takes_values() {
        return words;
    }
    let sign = if option.is_require_equals_set() {
        "="
    } else {
        " "
    };
    match number.min_values() {
        0 => words.extend([
            roman(format!("[{sign}")),
            italic(values(option)),
            roman("]"),
        ]),
        _ => words.extend([roman(sign), italic(values(option))]),
    }
    words
}

/// The names of the values of an argument.
fn values(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    let names = match names.is_empty() {
        true => argument.get_id().as_str().to_uppercase(),
        false => names.join(" "),
    };
    match takes_several(argument) {
        true => format!("{names}..."),
        false => names,
    }
}

fn takes_several(argument: &Arg) -> bool {
    let names = argument.get_value_names().unwrap_or_default().len().max(1);
    argument
        .get_num_args()
        .is_some_and(|number| number.max_values() > names)
}

/// The sections of the text below the options of a help page. A paragraph with a head, as in `Exit
/// status: ...`, begins a section. Paragraphs before the first head are notes.
fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for part in text.split("\n\n").filter(|part| !part.is_empty()) {
        let line = part.lines().next().unwrap_or_default();
        let head = line.split_once(':').map(|(head, _)| head);
        let is_head = |head: &&str| {
            head.starts_with(|c: char| c.is_ascii_uppercase())
                && head.chars().all(|c| c.is_ascii_alphabetic() || c == ' ')
        };
        match (head.filter(is_head), sections.last_mut()) {
            (Some(head), _) => {
                let text = part[head.len() + 1..].trim_start_matches('\n');
                let text = match line.len() == head.len() + 1 {
                    true => text,
                    false => text.trim_start(),
                };
                let head = match head {
                    "Example" => "Examples",
                    head => head,
                };
                sections.push((head.to_uppercase(), text.to_owned()));
            }
            (None, Some((_, text))) => *text = format!("{text}\n\n{part}"),
            (None, None) => sections.push(("NOTES".to_owned(), part.to_owned())),
        }
    }
    sections
}

/// A paragraph: filled, or line by line if one of its lines is indented.
fn paragraph(text: &str, roff: &mut Roff) {
    let is_table = text.lines().any(|line| line.starts_with(' '));
    roff.control("PP", []);
    if is_table {
        roff.control("nf", []);
    }
    for line in text.lines() {
        roff.text([roman(line)]);
    }
    if is_table {
        roff.control("fi", []);
    }
}

/// Exit statuses, as `0 all went well; 130, 143 interrupted.`
fn statuses(text: &str, roff: &mut Roff) {
    let text = text.trim_end_matches('.').replace('\n', " ");
    let mut items: Vec<&str> = text.split("; ").collect();
    if !items.iter().any(|item| item.starts_with("141 ")) {
        items.push("141 no reader is left at the pipe under stdout");
    }
    for item in items {
        let is_status = |word: &&str| {
            let number = word.trim_end_matches(',');
            number == "to" || number.bytes().all(|byte| byte.is_ascii_digit())
        };
        let words = item.split(' ').take_while(is_status);
        let status = words.collect::<Vec<_>>().join(" ");
        roff.control("TP", []);
        roff.text([roman(&status[..])]);
        roff.text([roman(item[status.len()..].trim_start())]);
    }
}

fn see_also(command: &Command, programs: &[Command], roff: &mut Roff) {
    let own = name(command);
    let others = programs.iter().map(name).filter(|&other| other != own);
    let mut words = Vec::new();
    for other in others {
        if !words.is_empty() {
            words.push(roman(", "));
        }
        words.push(bold(other));
        words.push(roman("(1)"));
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text(words);
}
