//! Values as serde has them, with the feature `serde`.
//!
//! A problem is its `.dlx` text, which must be UTF-8, and is checked when it is read. A number that fits in 64 bits is a
//! number, a larger one a string of its digits. A path is a text such as `1.3.2`.

use crate::format::{Bounds, ItemId, NodeId, OptionId, Problem};
use crate::search::{Count, Counters, Path, Solution};
use serde::de::{Error, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

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

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Path {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Solution", 3)?;
        fields.serialize_field("number", &self.number)?;
        fields.serialize_field("options", &self.options)?;
        fields.serialize_field("path", &self.path)?;
        fields.end()
    }
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = Counters::NAMES;
        let mut fields = serializer.serialize_struct("Counters", names.len() + 1)?;
        for (name, count) in names.iter().zip(self.counts()) {
            fields.serialize_field(name, count)?;
        }
        fields.serialize_field("profile", &self.profile)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Engine, Search};
    use serde_test::{
        Token, assert_de_tokens_error, assert_ser_tokens, assert_ser_tokens_error, assert_tokens,
    };

    const TEXT: &str = "A 0:2|B | X\nA X:1\nB X:1\nA B\n";

    #[test]
    fn what_is_written_is_read_again_as_it_was() {
        let problem: Problem = TEXT.parse().unwrap();
        assert_tokens(&problem, &[Token::Str(TEXT)]);
        assert_tokens(&OptionId(7), &[Token::U32(7)]);
        assert_tokens(&Count::from(u64::MAX), &[Token::U64(u64::MAX)]);
        let large: Count = "18446744073709551616".parse().unwrap();
        assert_tokens(&large, &[Token::Str("18446744073709551616")]);
        let bounds = Bounds { lower: 2, upper: 3 };
        let pair = [
            Token::Tuple { len: 2 },
            Token::U32(2),
            Token::U32(3),
            Token::TupleEnd,
        ];
        assert_tokens(&bounds, &pair);
        let path: Path = "1.3.2".parse().unwrap();
        assert_tokens(&path, &[Token::Str("1.3.2")]);
    }

    #[test]
    fn a_problem_that_is_not_utf_8_says_where() {
        let problem = Problem::from_bytes(b"A \xff\nA\n\xff\n").unwrap();
        let refused = "the problem is not UTF-8 (line 1)";
        assert_ser_tokens_error(&problem, &[], refused);
    }

    #[test]
    fn solutions_and_counters_have_named_fields() {
        let problem: Problem = "A\nA\n".parse().unwrap();
        let solution = problem.solutions().next().unwrap();
        let (name, len) = ("Solution", 3);
        let options = [Token::Seq { len: Some(1) }, Token::U32(0), Token::SeqEnd];
        let mut tokens = vec![Token::Struct { name, len }];
        tokens.extend([Token::Str("number"), Token::U64(1), Token::Str("options")]);
        tokens.extend(options);
        tokens.extend([Token::Str("path"), Token::Str("1"), Token::StructEnd]);
        assert_ser_tokens(&solution, &tokens);

        let mut search = Search::new(&problem, Engine::Auto);
        search.run(&mut ());
        let counters = search.counters();
        let (name, len) = ("Counters", Counters::NAMES.len() + 1);
        let mut tokens = vec![Token::Struct { name, len }];
        for (name, count) in Counters::NAMES.iter().zip(counters.counts()) {
            tokens.extend([Token::Str(name), Token::U64(count.to_u64().unwrap())]);
        }
        assert!(tokens.contains(&Token::Str("mems")));
        let len = Some(counters.profile.len());
        tokens.extend([Token::Str("profile"), Token::Seq { len }]);
        let nodes = counters.profile.iter();
        tokens.extend(nodes.map(|nodes| Token::U64(nodes.to_u64().unwrap())));
        tokens.extend([Token::SeqEnd, Token::StructEnd]);
        assert_ser_tokens(counters, &tokens);
    }

    #[test]
    fn what_is_no_such_value_is_refused() {
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
        assert_de_tokens_error::<Count>(&[Token::Str("-1")], "a number is digits only");
        let message =
            "a path is a `.', or branch numbers from 1 with dots between them, such as 1.3.2";
        assert_de_tokens_error::<Path>(&[Token::Str("1.x")], message);
    }
}
