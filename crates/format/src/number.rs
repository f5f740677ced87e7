//! The number of a solution, of any size.

use std::fmt;

/// The number of a solution in a stream: `dlx nth` and `dlx sample` print any size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolutionNumber {
    /// The number, or `u64::MAX` if it is larger.
    value: u64,
    /// The digits of a larger number, without leading zeros. Compared by length first, then by
    /// digits.
    length: usize,
    digits: Box<[u8]>,
}

impl SolutionNumber {
    /// The number with these decimal digits; `None` if the text is empty or has anything else.
    pub fn parse(text: &[u8]) -> Option<Self> {
        if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let value = std::str::from_utf8(text).ok()?.parse::<u64>();
        Some(value.map_or_else(|_| Self::large(text), Self::from))
    }

    fn large(text: &[u8]) -> Self {
        let zeros = text.iter().take_while(|&&byte| byte == b'0').count();
        SolutionNumber {
            value: u64::MAX,
            length: text.len() - zeros,
            digits: text[zeros..].into(),
        }
    }

    /// The number, if it has at most 64 bits.
    #[inline]
    pub fn value(&self) -> Option<u64> {
        (self.length == 0).then_some(self.value)
    }
}

/// The sum.
impl std::ops::Add for &SolutionNumber {
    type Output = SolutionNumber;

    fn add(self, other: Self) -> SolutionNumber {
        if let (Some(one), Some(two)) = (self.value(), other.value())
            && let Some(sum) = one.checked_add(two)
        {
            return sum.into();
        }
        let (one, two) = (self.to_string(), other.to_string());
        let length = one.len().max(two.len()) + 1;
        let mut sum = vec![b'0'; length];
        let mut carry = 0;
        for place in 0..length {
            let digit = |of: &str| of.bytes().rev().nth(place).map_or(0, |byte| byte - b'0');
            carry += digit(&one) + digit(&two);
            sum[length - 1 - place] += carry % 10;
            carry /= 10;
        }
        SolutionNumber::large(&sum)
    }
}

impl From<u64> for SolutionNumber {
    #[inline]
    fn from(value: u64) -> Self {
        SolutionNumber {
            value,
            length: 0,
            digits: Box::default(),
        }
    }
}

impl PartialEq<u64> for SolutionNumber {
    #[inline]
    fn eq(&self, other: &u64) -> bool {
        self.value() == Some(*other)
    }
}

impl fmt::Display for SolutionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => value.fmt(f),
            None => self.digits.escape_ascii().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> SolutionNumber {
        SolutionNumber::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn numbers_of_any_size_are_ordered_and_added() {
        let most = number("18446744073709551615");
        let more = number("18446744073709551616");
        assert_eq!(most.value(), Some(u64::MAX));
        assert_eq!(&most + &1.into(), more);
        assert_eq!(more.value(), None);
        assert_eq!(
            &more + &number("0099999999999999999999"),
            number("118446744073709551615")
        );
        assert!(number("7") < most && most < more && more < number("99999999999999999999"));
        assert!(number("99999999999999999999") < number("100000000000000000000"));
        assert_eq!(
            number("000100000000000000000000").to_string(),
            "100000000000000000000"
        );
        assert!(
            [&b""[..], b"1x", b"-1", b"+1"].map(SolutionNumber::parse) == [None, None, None, None]
        );
    }
}
