//! Words that the sentences of all steps share.

use crate::boards::digit;
use dlx3_base::text::list::list;

/// The digits of a set, from 1.
pub fn of(set: u32) -> impl Iterator<Item = u8> {
    (1..=32u8).filter(move |digit| set >> (digit - 1) & 1 == 1)
}

/// How a digit is written: letters from 10 on.
pub fn sign(value: u8) -> char {
    char::from(digit::encode(value.into())).to_ascii_uppercase()
}

/// The digits of a set in words.
pub fn digits(set: u32, last: &str) -> String {
    list(of(set).map(sign), last)
}
