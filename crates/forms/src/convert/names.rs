//! Names in texts that cannot hold every byte. Escapes are reversible: different names stay
//! different.

use dlx3_format::{OptionId, Problem};

/// How to escape bytes that may not stand for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// For comments: printable ASCII except the backslash stands for itself; any other byte is a
    /// backslash and two hexadecimal digits, such as `\e9`.
    Comment,
    /// For identifiers: letters and digits stand for themselves; any other byte is `_` and two
    /// hexadecimal digits, such as `_3a` for `:`.
    Identifier,
}

impl Escape {
    fn mark(self) -> u8 {
        match self {
            Escape::Comment => b'\\',
            Escape::Identifier => b'_',
        }
    }

    fn is_plain(self, byte: u8) -> bool {
        match self {
            Escape::Comment => byte.is_ascii_graphic() && byte != b'\\',
            Escape::Identifier => byte.is_ascii_alphanumeric(),
        }
    }

    /// Appends a name.
    ///
    /// ```
    /// use dlx3::convert::names::Escape;
    ///
    /// let mut text = Vec::new();
    /// Escape::Identifier.put(b"1,2", &mut text);
    /// assert_eq!(text, b"1_2c2");
    /// assert_eq!(Escape::Identifier.undo(&text).unwrap(), b"1,2");
    /// ```
    pub fn put(self, name: &[u8], text: &mut Vec<u8>) {
        for &byte in name {
            if self.is_plain(byte) {
                text.push(byte);
                continue;
            }
            let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
            text.extend_from_slice(&[self.mark(), digit(byte >> 4), digit(byte & 15)]);
        }
    }

    /// The name with this escaped form; `None` if there is none.
    pub fn undo(self, text: &[u8]) -> Option<Vec<u8>> {
        let mut name = Vec::new();
        let mut rest = text.iter();
        while let Some(&byte) = rest.next() {
            if byte == self.mark() {
                let mut digit = || char::from(*rest.next()?).to_digit(16);
                let value = 16 * digit()? + digit()?;
                name.push(u8::try_from(value).ok()?);
            } else {
                name.push(byte);
            }
        }
        Some(name)
    }
}

/// Appends an option, for a comment: `A B X:1`.
pub fn put_option(problem: &Problem, option: OptionId, text: &mut Vec<u8>) {
    for (place, (item, color)) in problem.option(option).enumerate() {
        if place > 0 {
            text.push(b' ');
        }
        Escape::Comment.put(problem.name(item), text);
        if let Some(color) = color {
            text.push(b':');
            Escape::Comment.put(&[color], text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back_unchanged() {
        let all: Vec<u8> = (0..=255).collect();
        for escape in [Escape::Comment, Escape::Identifier] {
            let mut text = Vec::new();
            escape.put(&all, &mut text);
            assert!(text.iter().all(u8::is_ascii_graphic));
            assert_eq!(escape.undo(&text), Some(all.clone()));
        }
        assert_eq!(Escape::Comment.undo(b"a\\4"), None);
        assert_eq!(Escape::Comment.undo(b"a\\4g"), None);
    }
}
