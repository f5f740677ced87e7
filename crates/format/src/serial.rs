//! Problems as serde values, with the feature `serde`.
//!
//! A problem is its `.dlx` text, which must be UTF-8. It is checked when it is read.

use super::{Bounds, ItemId, NodeId, OptionId, Problem};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = Vec::new();
        self.write(&mut text).map_err(serde::ser::Error::custom)?;
        let text = std::str::from_utf8(&text).map_err(|error| {
            let before = &text[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            serde::ser::Error::custom(format_args!("the problem is not UTF-8 (line {line})"))
        })?;
        serializer.serialize_str(text)
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                u32::deserialize(deserializer).map($name)
            }
        }
    )*};
}

numbers! { ItemId OptionId NodeId }

impl Serialize for Bounds {
    /// As a pair: `[lower, upper]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.lower, self.upper).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (lower, upper) = <(u32, u32)>::deserialize(deserializer)?;
        match lower <= upper && upper > 0 && upper <= Bounds::MAX {
            true => Ok(Bounds { lower, upper }),
            false => Err(D::Error::custom(
                "bounds are 0 <= lower <= upper, upper > 0",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_test::{Token, assert_de_tokens_error, assert_ser_tokens_error, assert_tokens};

    const TEXT: &str = "A 0:2|B | X\nA X:1\nB X:1\nA B\n";

    #[test]
    fn a_problem_that_is_written_is_read_again_as_it_was() {
        let problem: Problem = TEXT.parse().unwrap();
        assert_tokens(&problem, &[Token::Str(TEXT)]);
        assert_tokens(&OptionId(7), &[Token::U32(7)]);
        let bounds = Bounds { lower: 2, upper: 3 };
        let pair = [
            Token::Tuple { len: 2 },
            Token::U32(2),
            Token::U32(3),
            Token::TupleEnd,
        ];
        assert_tokens(&bounds, &pair);
    }

    #[test]
    fn a_problem_that_is_not_utf_8_says_where() {
        let problem = Problem::from_bytes(b"A \xff\nA\n\xff\n").unwrap();
        let refused = "the problem is not UTF-8 (line 1)";
        assert_ser_tokens_error(&problem, &[], refused);
    }

    #[test]
    fn what_is_no_problem_and_no_bounds_is_refused() {
        let fault = "A B\nA C\n".parse::<Problem>().unwrap_err().to_string();
        assert_de_tokens_error::<Problem>(&[Token::Str("A B\nA C\n")], &fault);
        let message = "bounds are 0 <= lower <= upper, upper > 0";
        let pair = [
            Token::Tuple { len: 2 },
            Token::U32(3),
            Token::U32(2),
            Token::TupleEnd,
        ];
        assert_de_tokens_error::<Bounds>(&pair, message);
    }
}
