//! White space as C's `isspace` sees it in its default locale.

/// Whether `byte` is a space, `\t`, `\n`, `\v`, `\f` or `\r`.
///
/// Unlike [`u8::is_ascii_whitespace`] this includes the vertical tab.
#[inline]
pub const fn is_blank(byte: u8) -> bool {
    byte == b' ' || matches!(byte, b'\t'..=b'\r')
}

/// The words of a text: what stands between ASCII white space (the vertical tab is none) and the
/// bytes of `also`.
#[inline]
pub fn words<'t>(text: &'t [u8], also: &'t [u8]) -> impl Iterator<Item = &'t [u8]> + Clone {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || also.contains(byte);
    text.split(is_between).filter(|word| !word.is_empty())
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

    #[test]
    fn words_stand_between_white_space_and_signs() {
        let words = |text| -> Vec<&[u8]> { words(text, b",;").collect() };
        assert_eq!(words(b" a, b;;c\td\n"), [b"a", b"b", b"c", b"d"]);
        assert_eq!(words(b"a\x0bb"), [b"a\x0bb"]);
        assert!(words(b", \r\n").is_empty());
    }
}
