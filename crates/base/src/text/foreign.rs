//! Input quoted in messages, with nothing that could control a terminal.
//!
//! Printable characters stay. Control characters, invisible characters, characters that change the
//! direction of text, and bytes that are not UTF-8 are escaped: `\x1b`, `\u{202e}`, `\xe9`. Every
//! message that quotes an input uses these functions.

use std::fmt::Write;

/// A whole word as messages show it.
pub fn shown(word: &[u8]) -> String {
    escaped(word, |_| false)
}

/// A word, cut to at most `most` bytes.
pub fn beginning(word: &[u8], most: usize) -> String {
    if word.len() <= most {
        return shown(word);
    }
    // Cuts between characters: each has at most four bytes.
    let is_inner = |at: usize| word[at] & 0xc0 == 0x80;
    let cut = (most.saturating_sub(3)..=most).rfind(|&at| !is_inner(at));
    shown(&word[..cut.unwrap_or(most)]) + "..."
}

/// At most 20 bytes of a word.
pub fn excerpt(word: &[u8]) -> String {
    beginning(word, 20)
}

/// A whole message. Its line breaks and tabs stay.
pub fn shown_lines(message: &[u8]) -> String {
    escaped(message, |c| matches!(c, '\n' | '\t'))
}

fn escaped(text: &[u8], stays: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                _ if stays(c) || !is_hidden(c) => shown.push(c),
                '\0'..='\x7f' => put(&mut shown, format_args!("\\x{:02x}", u32::from(c))),
                _ => put(&mut shown, format_args!("\\u{{{:x}}}", u32::from(c))),
            }
        }
        for byte in chunk.invalid() {
            put(&mut shown, format_args!("\\x{byte:02x}"));
        }
    }
    shown
}

fn put(text: &mut String, escape: std::fmt::Arguments<'_>) {
    text.write_fmt(escape).expect("a string takes all");
}

/// Control characters, and characters that a reader does not see although they change the line.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_control_a_terminal_is_escaped_and_letters_stay() {
        for (word, expected) in [
            (&b"A_1"[..], "A_1"),
            ("Zürich \u{4e2d}".as_bytes(), "Zürich \u{4e2d}"),
            (b"x\x1b[2J", r"x\x1b[2J"),
            (b"a\r\n\0\x7f", r"a\x0d\x0a\x00\x7f"),
            (b"\xe9t\xe9", r"\xe9t\xe9"),
            ("a\u{9b}31m\u{202e}b".as_bytes(), r"a\u{9b}31m\u{202e}b"),
            ("\u{feff}A".as_bytes(), r"\u{feff}A"),
        ] {
            assert_eq!(shown(word), expected, "{word:?}");
        }
        assert_eq!(shown_lines(b"a\tb\x1b\n"), "a\tb\\x1b\n");
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        let word = "\u{e4}".repeat(11);
        assert_eq!(excerpt(word.as_bytes()), "\u{e4}".repeat(10) + "...");
        let word = format!("a{}", "\u{4e2d}".repeat(7));
        assert_eq!(
            excerpt(word.as_bytes()),
            format!("a{}...", "\u{4e2d}".repeat(6))
        );
        assert_eq!(excerpt(&[0x80; 21]), r"\x80".repeat(20) + "...");
        assert_eq!(excerpt(&[b'x'; 20]), "x".repeat(20));
    }
}
