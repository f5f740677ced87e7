//! Paths, solutions and counters as serde values, with the feature `serde`. A path is a text such
//! as `1.3.2`.

use super::{Counters, Path, Solution};
use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    use crate::{Engine, Search, Solve};
    use dlx3_format::Problem;
    use serde_test::{Token, assert_de_tokens_error, assert_ser_tokens, assert_tokens};

    #[test]
    fn a_path_is_read_again_as_it_was_written() {
        let path: Path = "1.3.2".parse().unwrap();
        assert_tokens(&path, &[Token::Str("1.3.2")]);
        let message =
            "a path is a `.', or branch numbers from 1 with dots between them, such as 1.3.2";
        assert_de_tokens_error::<Path>(&[Token::Str("1.x")], message);
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
}
