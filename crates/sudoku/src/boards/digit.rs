//! Digits as bytes: `0`-`9`, then `a` for 10 up to `w` for 32. Rows, columns and
//! boxes are numbered from 0 in the same way.

/// The greatest order that has digits for all its values.
pub const MOST: usize = 32;

/// The byte that stands for `value`, which is at most [`MOST`].
#[inline]
pub const fn encode(value: usize) -> u8 {
    if value < 10 {
        b'0' + value as u8
    } else {
        b'a' + (value - 10) as u8
    }
}

/// The value, from 0 to [`MOST`], that a byte stands for. Capital letters count
/// as small ones.
#[inline]
pub const fn decode(byte: u8) -> Option<usize> {
    match byte {
        b'0'..=b'9' => Some((byte - b'0') as usize),
        b'a'..=b'w' => Some((byte - b'a') as usize + 10),
        b'A'..=b'W' => Some((byte - b'A') as usize + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_byte_of_its_own() {
        for value in 0..=MOST {
            assert_eq!(decode(encode(value)), Some(value));
        }
        assert_eq!((encode(9), encode(10), encode(32)), (b'9', b'a', b'w'));
        assert_eq!(
            (decode(b'x'), decode(b'.'), decode(b'W')),
            (None, None, Some(32))
        );
    }
}
