//! Sizes of memory on command lines.

/// `100`, `64K`, `256M`, `1.5G`. A fraction of a byte is dropped.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.bytes().last().map(|byte| byte.to_ascii_uppercase()) {
        Some(b'K') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    size(digits, unit).ok_or_else(|| {
        "a size is a number of bytes, or a number and K, M or G, and less than 2^64".to_owned()
    })
}

/// A number of units, with at most nine decimals if a unit is more than a byte.
fn size(digits: &str, unit: usize) -> Option<usize> {
    let (whole, decimals) = match digits.split_once('.') {
        Some((_, decimals)) if decimals.is_empty() || decimals.len() > 9 || unit == 1 => None?,
        Some(parts) => parts,
        None => (digits, ""),
    };
    let number = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<u128>().ok()).flatten()
    };
    let part = match decimals {
        "" => 0,
        _ => number(decimals)? * unit as u128 / 10_u128.pow(decimals.len() as u32),
    };
    let whole = number(whole)?.checked_mul(unit as u128)?;
    usize::try_from(whole.checked_add(part)?).ok()
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
        assert_eq!(parse_size("1.5K"), Ok(1536));
        assert_eq!(parse_size("0.25M"), Ok(1 << 18));
        for wrong in ["1.5", ".5K", "1.K", "1.2.3K", "1.0000000001G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "K", "-1", "+1", "1T", "1 M", "99999999999G", "é"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
