//! White space as C's `isspace` sees it in its default locale.

/// Whether `byte` is a space, `\t`, `\n`, `\v`, `\f` or `\r`.
///
/// Unlike [`u8::is_ascii_whitespace`] this includes the vertical tab.
#[inline]
pub const fn is_blank(byte: u8) -> bool {
    byte == b' ' || matches!(byte, b'\t'..=b'\r')
}

/// The number of blank bytes at the start of `bytes`.
#[inline]
pub fn leading_blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| is_blank(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_the_six_of_the_c_locale() {
        let blanks: Vec<u8> = (0..=255).filter(|&byte| is_blank(byte)).collect();
        assert_eq!(blanks, b"\t\n\x0b\x0c\r ");
    }
}
