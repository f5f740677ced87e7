//! Hints for a person at a terminal. They come after the C program's own messages, which say
//! little about what is wrong.

use crate::cli::files::recognized;
use crate::format::{Fault, FaultKind, Original};
use crate::text::shown;
use clap::error::ContextKind;
use std::ffi::OsString;
use std::path::Path;

/// The letters of Knuth's words.
const LETTERS: &[u8] = b"vmsdcCltTS";

/// The hint for a wrong word.
pub fn of_word(original: Original, words: &[OsString], wrong: usize) -> String {
    let word = &words[wrong];
    let name = shown(word.as_encoded_bytes());
    if Path::new(word).is_file() {
        let others = if words.len() > 1 { "... " } else { "" };
        let program = original.name();
        return format!("`{name}' is a file, not a word: try `{program} {others}< {name}'");
    }
    match word.as_encoded_bytes() {
        [letter, ..] if LETTERS.contains(letter) => {
            let letter = char::from(*letter);
            format!("`{name}' is no word: {letter} wants a number, as in {letter}1; try --help")
        }
        _ => format!("`{name}' is no word; try --help"),
    }
}

/// The hint for an option that clap does not know.
pub fn of_option(error: &clap::Error) -> Option<String> {
    let unknown = error.get(ContextKind::InvalidArg)?.to_string();
    let name = shown(unknown.as_bytes());
    if let [b'-', letter] = unknown.as_bytes()
        && LETTERS.contains(letter)
    {
        let letter = char::from(*letter);
        return Some(format!(
            "`{name}' is no option: words have no dash, as in {letter}1; try --help"
        ));
    }
    Some(match error.get(ContextKind::SuggestedArg) {
        Some(known) => format!("`{name}' is no option, but `{known}' is; try --help"),
        None => format!("`{name}' is no option; try --help"),
    })
}

/// The hint for a text that begins with a byte order mark.
pub fn of_mark(original: Original, has_mark: bool) -> Option<String> {
    let program = original.name();
    has_mark.then(|| {
        format!(
            "the text begins with a byte order mark, which is part of its first name: \
             `tail -c +4 FILE | {program} ...' leaves it out"
        )
    })
}

/// The hint for a text of another kind, given its beginning.
pub fn of_kind(first: &[u8]) -> Option<String> {
    recognized::hint(first, Path::new("-"))
}

/// The hint for a problem without options, given the beginning of its text.
pub fn of_no_options(first: &[u8]) -> String {
    let kind = of_kind(first).map(|kind| format!(": {kind}"));
    format!("the problem has no options{}", kind.unwrap_or_default())
}

/// The hint for a fault of the text.
pub fn of_fault(original: Original, fault: &Fault) -> Option<String> {
    let program = original.name();
    let [b'|', cost @ ..] = fault.excerpt.get(fault.position..)? else {
        return None;
    };
    let digits = cost.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_cost = digits > 0 && cost.get(digits).is_none_or(u8::is_ascii_whitespace);
    (fault.kind == FaultKind::UnknownItem && is_cost).then(|| {
        let cost = String::from_utf8_lossy(&cost[..digits]);
        format!("`|{cost}' is the cost of an option, which {program} does not have: see `dlx best'")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{ReadError, Reader};

    fn fault(text: &str) -> Fault {
        match Reader::new().read(text.as_bytes()) {
            Err(ReadError::Fault(fault)) => fault,
            _ => panic!("no fault in {text:?}"),
        }
    }

    #[test]
    fn costs_are_known_by_their_digits() {
        for text in ["A B\nA B |4\n", "A B\nA |4 B\n", "A B\nA |4"] {
            let hint = of_fault(Original::Dlx3, &fault(text)).expect("it is a cost");
            assert!(hint.starts_with("`|4' is the cost of an option"), "{hint}");
        }
        for text in ["A B\nA |\n", "A B\nA |x\n", "A B\nA C\n", "A |4\nA |4|B\n"] {
            assert_eq!(of_fault(Original::Dlx3, &fault(text)), None, "{text:?}");
        }
    }

    #[test]
    fn words_are_shown_without_what_controls_a_terminal() {
        let hint = of_word(Original::Dlx3, &["m1".into(), "x\x1b[2J".into()], 1);
        assert_eq!(hint, "`x\\x1b[2J' is no word; try --help");
    }
}
