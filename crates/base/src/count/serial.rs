//! Counts as values of serde (feature `serde`): a number that fits in 64 bits is a number, a larger
//! one a string of its digits.

use super::Count;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(number) => serializer.serialize_u64(number),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;

        impl Visitor<'_> for Digits {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0, or a string of its digits")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Count, E> {
                Ok(number.into())
            }

            fn visit_str<E: Error>(self, digits: &str) -> Result<Count, E> {
                digits.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_test::{Token, assert_de_tokens_error, assert_tokens};

    #[test]
    fn a_number_is_read_again_as_it_was_written() {
        assert_tokens(&Count::from(u64::MAX), &[Token::U64(u64::MAX)]);
        let large: Count = "18446744073709551616".parse().unwrap();
        assert_tokens(&large, &[Token::Str("18446744073709551616")]);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        assert_de_tokens_error::<Count>(&[Token::Str("-1")], "a number is digits only");
    }
}
