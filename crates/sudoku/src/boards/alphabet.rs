//! How the digits of a puzzle are written: `1` to `9` and then letters, from `0` on, as letters
//! alone, as numbers, or with any other signs.
//!
//! Invariant: all digits have different names. No name is a sign for a blank, except perhaps `0`.

use super::digit;
use dlx3_base::text::plural::counted;
use std::fmt;

/// The signs for a blank. `0` is a blank only if the puzzle has no other sign for one:
/// `text/reading.rs` has the rule.
pub const BLANKS: &[u8; 5] = b".0_-*";

/// The names of the digits 1 to some order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alphabet {
    order: u8,
    names: Names,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Names {
    /// One sign each.
    Signs([u8; digit::MOST]),
    /// Numbers from this one on, with blanks between them.
    Numbers(u8),
}

/// Why some text names no digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum AlphabetFault {
    Count { found: usize, expected: usize },
    Twice(u8),
    NoDigit(u8),
}

dlx3_base::messages! {
    AlphabetFault {
        Self::Count { found, expected } => (
            "{} where the board has {expected}",
            counted(found, "digit"),
        ),
        Self::Twice(it) => ("`{}' stands for two digits", it.escape_ascii()),
        Self::NoDigit(it) => ("`{}' cannot be a digit", it.escape_ascii()),
    }
}

impl Alphabet {
    /// `1` to `9`, then `a` to `w`.
    pub fn usual(order: usize) -> Self {
        Self::signs(order, |digit| digit::encode(digit + 1))
    }

    /// `1` to `9`, then `A` to `W`.
    pub fn capital(order: usize) -> Self {
        Self::usual(order).with_case(true)
    }

    /// `0` to `9`, then `A` to `V`.
    pub fn from_zero(order: usize) -> Self {
        Self::signs(order, digit::encode).with_case(true)
    }

    /// `A` to `Z`, if these are enough.
    pub fn letters(order: usize) -> Option<Self> {
        (order <= 26).then(|| Self::signs(order, |digit| b'A' + digit as u8))
    }

    /// Numbers, from 0 or 1 on.
    pub fn numbers(order: usize, first: u8) -> Self {
        Alphabet {
            order: order as u8,
            names: Names::Numbers(first),
        }
    }

    fn signs(order: usize, sign: impl Fn(usize) -> u8) -> Self {
        let mut signs = [0; digit::MOST];
        for (digit, place) in signs[..order].iter_mut().enumerate() {
            *place = sign(digit);
        }
        Alphabet {
            order: order as u8,
            names: Names::Signs(signs),
        }
    }

    /// Reads the argument of `--digits`: one sign for each digit, all different, or a range of
    /// numbers such as `1-16`.
    ///
    /// # Errors
    /// If there are too few or too many, or if some sign cannot be a digit.
    pub fn parse(order: usize, text: &[u8]) -> Result<Self, AlphabetFault> {
        if text.len() != order
            && let Some(numbers) = Self::parse_numbers(order, text)
        {
            return numbers;
        }
        if text.len() != order {
            let (found, expected) = (text.len(), order);
            return Err(AlphabetFault::Count { found, expected });
        }
        for (place, &sign) in text.iter().enumerate() {
            if !sign.is_ascii_graphic() || b"._-*#|+,;\"'[".contains(&sign) {
                return Err(AlphabetFault::NoDigit(sign));
            }
            if text[..place].contains(&sign) {
                return Err(AlphabetFault::Twice(sign));
            }
        }
        Ok(Self::signs(order, |digit| text[digit]))
    }

    /// `FIRST-LAST`
    fn parse_numbers(order: usize, text: &[u8]) -> Option<Result<Self, AlphabetFault>> {
        let (first, last) = std::str::from_utf8(text).ok()?.split_once('-')?;
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first > 1 || last < first {
            return None;
        }
        let found = last + 1 - first;
        Some(match found == order {
            true => Ok(Self::numbers(order, first as u8)),
            false => Err(AlphabetFault::Count {
                found,
                expected: order,
            }),
        })
    }

    /// The same alphabet with all letters capital, or all small.
    pub fn with_case(mut self, is_capital: bool) -> Self {
        if let Names::Signs(signs) = &mut self.names {
            match is_capital {
                true => signs.make_ascii_uppercase(),
                false => signs.make_ascii_lowercase(),
            }
        }
        self
    }

    /// The number of digits.
    pub fn order(&self) -> usize {
        usize::from(self.order)
    }

    /// Whether these are the usual signs, with small letters.
    pub fn is_usual(&self) -> bool {
        *self == Self::usual(self.order())
    }

    /// Whether the digits are numbers, with blanks between them.
    pub fn is_numbers(&self) -> bool {
        matches!(self.names, Names::Numbers(_))
    }

    /// Whether each digit is named by its value: otherwise sums of cages mislead.
    pub fn begins_with_one(&self) -> bool {
        match &self.names {
            Names::Numbers(first) => *first == 1,
            Names::Signs(_) => self.with_case(false).is_usual(),
        }
    }

    /// The greatest number of characters of a name.
    pub fn width(&self) -> usize {
        match self.names {
            Names::Signs(_) => 1,
            Names::Numbers(first) => self
                .order()
                .to_string()
                .len()
                .max((usize::from(first) + self.order() - 1).to_string().len()),
        }
    }

    /// The signs in use.
    fn own_signs(&self) -> &[u8] {
        match &self.names {
            Names::Signs(signs) => &signs[..self.order()],
            Names::Numbers(_) => &[],
        }
    }

    /// The digit that a sign stands for, from 1. A letter may be of either case, unless its other
    /// case is another digit.
    pub fn digit_of(&self, sign: u8) -> Option<u8> {
        let place = |sign: u8| self.own_signs().iter().position(|&own| own == sign);
        let other = match sign.is_ascii_lowercase() {
            true => sign.to_ascii_uppercase(),
            false => sign.to_ascii_lowercase(),
        };
        let found = place(sign).or_else(|| place(other))?;
        Some(found as u8 + 1)
    }

    /// The digit that a number stands for, from 1.
    pub fn digit_of_number(&self, number: usize) -> Option<u8> {
        let Names::Numbers(first) = self.names else {
            return None;
        };
        let digit = (number + 1).checked_sub(usize::from(first))?;
        (1..=self.order()).contains(&digit).then_some(digit as u8)
    }

    /// Appends the name of a digit from 1, or `.` for 0.
    pub fn put(&self, digit: u8, text: &mut Vec<u8>) {
        match (&self.names, digit) {
            (_, 0) => text.push(b'.'),
            (Names::Signs(signs), _) => text.push(signs[usize::from(digit) - 1]),
            (Names::Numbers(first), _) => {
                let number = usize::from(digit) + usize::from(*first) - 1;
                text.extend_from_slice(number.to_string().as_bytes());
            }
        }
    }

    /// The name of a digit from 1.
    pub fn name(&self, digit: u8) -> String {
        let mut name = Vec::new();
        self.put(digit, &mut name);
        name.into_iter().map(char::from).collect()
    }

    /// Appends digits, 0 for a blank, in one line.
    pub fn put_line(&self, digits: impl IntoIterator<Item = u8>, text: &mut Vec<u8>) {
        for (place, digit) in digits.into_iter().enumerate() {
            if place > 0 && self.is_numbers() {
                text.push(b' ');
            }
            self.put(digit, text);
        }
    }

    /// Rewrites a line of usual digits in this alphabet.
    pub fn rewrite(&self, usual: &[u8]) -> Vec<u8> {
        let mut line = Vec::with_capacity(usual.len());
        let digits = usual.iter().map(|&byte| digit::decode(byte).unwrap_or(0));
        self.put_line(digits.map(|digit| digit as u8), &mut line);
        line
    }

    /// The argument of `--digits` that names this alphabet.
    pub fn argument(&self) -> String {
        match &self.names {
            Names::Signs(_) => self
                .own_signs()
                .iter()
                .map(|&sign| char::from(sign))
                .collect(),
            Names::Numbers(first) => {
                let first = usize::from(*first);
                format!("{first}-{}", first + self.order() - 1)
            }
        }
    }
}

/// In short: `1-9A-G`, `A-P`, `the numbers 1 to 16`.
impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Names::Numbers(first) = self.names {
            let first = usize::from(first);
            return write!(f, "the numbers {first} to {}", first + self.order() - 1);
        }
        let mut rest = self.own_signs();
        while let Some(&first) = rest.first() {
            let follows =
                |(place, sign): (usize, &u8)| usize::from(*sign) == usize::from(first) + place;
            let run = rest
                .iter()
                .enumerate()
                .take_while(|&pair| follows(pair))
                .count();
            match run {
                1 => write!(f, "{}", char::from(first))?,
                _ => write!(f, "{}-{}", char::from(first), char::from(rest[run - 1]))?,
            }
            rest = &rest[run..];
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_are_told_in_short_and_as_arguments() {
        let told = |alphabet: Alphabet| (alphabet.to_string(), alphabet.argument());
        let pair = |short: &str, long: &str| (short.to_owned(), long.to_owned());
        assert_eq!(
            told(Alphabet::capital(16)),
            pair("1-9A-G", "123456789ABCDEFG")
        );
        assert_eq!(
            told(Alphabet::from_zero(16)),
            pair("0-9A-F", "0123456789ABCDEF")
        );
        let letters = Alphabet::letters(25).unwrap();
        assert_eq!(told(letters), pair("A-Y", "ABCDEFGHIJKLMNOPQRSTUVWXY"));
        let numbers = Alphabet::numbers(25, 1);
        assert_eq!(told(numbers), pair("the numbers 1 to 25", "1-25"));
        assert_eq!(Alphabet::letters(27), None);
        for order in [2, 9, 10, 16, 25, 26, 32] {
            let all = [
                Alphabet::usual(order),
                Alphabet::from_zero(order),
                Alphabet::numbers(order, 0),
                Alphabet::numbers(order, 1),
            ];
            for alphabet in all.into_iter().chain(Alphabet::letters(order)) {
                let argument = alphabet.argument();
                assert_eq!(Alphabet::parse(order, argument.as_bytes()), Ok(alphabet));
            }
        }
    }

    #[test]
    fn a_digit_has_its_name_in_every_alphabet() {
        let hex = Alphabet::from_zero(16);
        assert_eq!(
            (hex.digit_of(b'0'), hex.digit_of(b'f')),
            (Some(1), Some(16))
        );
        assert_eq!((hex.digit_of(b'G'), hex.name(11)), (None, "A".to_owned()));
        let numbers = Alphabet::numbers(16, 0);
        assert_eq!(numbers.digit_of_number(15), Some(16));
        assert_eq!(numbers.digit_of_number(16), None);
        assert_eq!(Alphabet::numbers(16, 1).digit_of_number(0), None);
        assert_eq!((numbers.width(), Alphabet::numbers(9, 1).width()), (2, 1));
        assert_eq!(numbers.rewrite(b"1.g"), b"0 . 15");
        assert_eq!(hex.rewrite(b"1.g"), b"0.F");
        // If both cases are digits, they are different ones.
        let both = Alphabet::parse(4, b"aAbB").unwrap();
        assert_eq!(
            [b'a', b'A', b'b', b'B'].map(|sign| both.digit_of(sign)),
            [1, 2, 3, 4].map(Some)
        );
    }

    #[test]
    fn what_names_no_digits_is_refused() {
        let message = |text: &str| Alphabet::parse(4, text.as_bytes()).unwrap_err().to_string();
        assert_eq!(message("123"), "3 digits where the board has 4");
        assert_eq!(message("1-5"), "5 digits where the board has 4");
        assert_eq!(message("1231"), "`1' stands for two digits");
        assert_eq!(message("12.4"), "`.' cannot be a digit");
        assert_eq!(message("12 4"), "` ' cannot be a digit");
        assert_eq!(message("\u{e9}12"), "`\\xc3' cannot be a digit");
    }
}
