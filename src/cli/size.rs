//! Sizes of memory on command lines.

/// `100`, `64K`, `256M`, `2G`.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.bytes().last().map(|byte| byte.to_ascii_uppercase()) {
        Some(b'K') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number = digits.bytes().all(|byte| byte.is_ascii_digit());
    number
        .then(|| digits.parse::<usize>().ok()?.checked_mul(unit))
        .flatten()
        .ok_or_else(|| "a size is a number of bytes, or a number and K, M or G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("0"), Ok(0));
        assert_eq!(parse_size("12k"), Ok(12 << 10));
        assert_eq!(parse_size("3M"), Ok(3 << 20));
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        for wrong in ["", "K", "-1", "+1", "1T", "1 M", "99999999999G", "é"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
