//! Pieces of JSON (RFC 8259).

use super::output::Put;

/// 2^53: up to here every integer is a 64-bit floating-point number, the type in which many readers
/// store a JSON number.
pub const LARGEST_NUMBER: u64 = 1 << 53;

/// Writes a text as a JSON string. A text that is not UTF-8 becomes an object,
/// `{"bytes":[97,255]}`: no string could hold its bytes, and with replacement characters two names
/// might become equal.
pub fn put_text(out: &mut impl Put, text: &[u8]) {
    if str::from_utf8(text).is_err() {
        out.put(b"{\"bytes\":");
        put_list(out, text, |out, &byte| out.put_number(byte.into()));
        out.put(b"}");
        return;
    }
    out.put(b"\"");
    let mut rest = text;
    while let Some(place) = rest.iter().position(|&byte| must_be_escaped(byte)) {
        out.put(&rest[..place]);
        put_escape(out, rest[place]);
        rest = &rest[place + 1..];
    }
    out.put(rest);
    out.put(b"\"");
}

fn must_be_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn put_escape(out: &mut impl Put, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    match byte {
        b'"' | b'\\' => out.put(&[b'\\', byte]),
        _ => {
            let (high, low) = (usize::from(byte >> 4), usize::from(byte & 15));
            out.put(&[b'\\', b'u', b'0', b'0', DIGITS[high], DIGITS[low]]);
        }
    }
}

/// Writes a list of values.
pub fn put_list<P: Put, T>(
    out: &mut P,
    values: impl IntoIterator<Item = T>,
    mut put: impl FnMut(&mut P, T),
) {
    let mut before: &[u8] = b"[";
    let mut is_empty = true;
    for value in values {
        out.put(before);
        put(out, value);
        (before, is_empty) = (b",", false);
    }
    out.put(if is_empty { b"[]" } else { b"]" });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        let mut out = Vec::new();
        put_text(&mut out, bytes);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn quotes_backslashes_and_controls_are_escaped() {
        assert_eq!(text(b"A"), "\"A\"");
        assert_eq!(text(b""), "\"\"");
        assert_eq!(text(br#"a"\b"#), r#""a\"\\b""#);
        assert_eq!(text(b"\x01\x1f\x7f/"), "\"\\u0001\\u001f\x7f/\"");
        assert_eq!(text("\u{e9}\u{1f600}".as_bytes()), "\"\u{e9}\u{1f600}\"");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_an_object() {
        assert_eq!(text(b"caf\xe9"), r#"{"bytes":[99,97,102,233]}"#);
        assert_ne!(text(b"\xff"), text(b"\xfe"));
    }

    #[test]
    fn lists_have_commas_between_their_values() {
        for (values, expected) in [(&[][..], "[]"), (&[1], "[1]"), (&[1, 2, 3], "[1,2,3]")] {
            let mut out = Vec::new();
            put_list(&mut out, values, |out, &value: &u64| out.put_number(value));
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
