//! Knuth's words, such as `m1 v1 s3 T1000 Sfoo.shape`, in any order. If a letter comes twice, the
//! first one counts.

use super::{Settings, Verbose};
use dlx3_base::text::system::file_name;
use dlx3_format::Original;
use std::ffi::{OsStr, OsString};

/// The message for a wrong word.
pub fn usage(original: Original) -> String {
    format!(
        "Usage: {} [v<n>] [m<n>] [s<n>] [d<n>] [c<n>] [C<n>] [l<n>] [t<n>] [T<n>] [S<bar>] \
         < foo.dlx\n",
        original.name()
    )
}

/// The words of a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The settings of the search.
    pub settings: Settings,
    /// `s`: the seed of random choices.
    pub seed: Option<i32>,
}

impl Words {
    /// Reads the words from last to first, as the C program does, and passes every shape file's
    /// name to `shape`.
    ///
    /// # Errors
    /// The index of the first wrong word.
    pub fn parse(words: &[OsString], shape: &mut dyn FnMut(&OsStr)) -> Result<Self, usize> {
        let mut parsed = Words::default();
        let mut wrong = None;
        for (place, word) in words.iter().enumerate().rev() {
            if parsed.word(word.as_encoded_bytes(), shape).is_none() {
                wrong = Some(place);
            }
        }
        wrong.map_or(Ok(parsed), Err)
    }

    fn word(&mut self, word: &[u8], shape: &mut dyn FnMut(&OsStr)) -> Option<()> {
        let settings = &mut self.settings;
        let (&letter, value) = word.split_first()?;
        match letter {
            b'v' => settings.verbose = Verbose(int(value)?),
            // C compares with unsigned counts, so -1 means a very large number.
            b'm' => settings.spacing = int(value)? as u64,
            b's' => self.seed = Some(int(value)?),
            b'd' => settings.delta = Some(long(value)? as u64),
            b'c' => settings.choices_below = int(value)?.into(),
            b'C' => settings.levels_up_to = int(value)?.into(),
            b'l' => settings.details_gap = int(value)?.into(),
            b't' => settings.most_solutions = Some((long(value)? as u64).into()),
            b'T' => settings.timeout = Some(long(value)? as u64),
            b'S' => shape(&file_name(value)),
            _ => return None,
        }
        Some(())
    }
}

/// Reads a number as `scanf` reads `%lld`: blanks, a sign and digits; the rest is ignored. A number
/// out of range becomes the nearest in range.
fn long(text: &[u8]) -> Option<i64> {
    let text = &text[dlx3_base::text::blank::leading_blanks(text)..];
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    digits.first().filter(|byte| byte.is_ascii_digit())?;
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0i64, |value, byte| {
        let digit = i64::from(byte - b'0');
        let value = value.saturating_mul(10);
        if negative {
            value.saturating_sub(digit)
        } else {
            value.saturating_add(digit)
        }
    }))
}

/// Reads a number as `scanf` reads `%d`: glibc takes the low half of a long number.
fn int(text: &[u8]) -> Option<i32> {
    long(text).map(|value| value as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<(Words, Vec<String>), usize> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let mut names = Vec::new();
        let parsed = Words::parse(&words, &mut |name| {
            names.push(name.to_str().unwrap().to_owned());
        });
        Ok((parsed?, names))
    }

    #[test]
    fn numbers_are_read_as_scanf_reads_them() {
        assert_eq!(long(b" \t+12x"), Some(12));
        assert_eq!(long(b"-007"), Some(-7));
        for none in ["", " ", "x", "- 1", "+-1"] {
            assert_eq!(long(none.as_bytes()), None, "{none:?}");
        }
        assert_eq!(long(b"99999999999999999999"), Some(i64::MAX));
        assert_eq!(long(b"-99999999999999999999"), Some(i64::MIN));
        assert_eq!(int(b"4294967297"), Some(1));
        assert_eq!(int(b"99999999999999999999"), Some(-1));
    }

    #[test]
    fn the_first_of_equal_letters_counts() {
        let (words, names) = parse(&["v3", "v1", "Sa", "t-1", "Sb"]).unwrap();
        assert_eq!(words.settings.verbose, Verbose(3));
        assert_eq!(words.settings.most_solutions, Some(u64::MAX.into()));
        assert_eq!(names, ["b", "a"]);
    }

    #[test]
    fn wrong_words_are_refused() {
        for word in ["x", "v", "mx", "-v1", ""] {
            assert_eq!(parse(&[word]), Err(0), "{word:?}");
            assert_eq!(parse(&["m1", word, "v1", "x"]), Err(1), "{word:?}");
        }
    }
}
