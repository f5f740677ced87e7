//! Counts that may exceed 64 bits: a search adds the totals of known subtrees at once.

use num_bigint::BigUint;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;
use std::sync::Arc;

#[cfg(feature = "serde")]
mod serial;

/// A number of solutions, mems or nodes, of any size: the integer of this library. It adds,
/// subtracts and compares; for other arithmetic, [`to_big`](Self::to_big) converts it to a number
/// of the crate num-bigint.
///
/// The part that a walk counts one by one stays below 2^63: more would take centuries. Only the
/// known part, which is added at once, may be larger.
///
/// ```
/// use dlx3::Count;
///
/// let mut count = Count::from(u64::MAX);
/// count += &Count::from(1);
/// assert_eq!(count.to_string(), "18446744073709551616");
/// assert_eq!(count.to_u64(), None);
/// ```
#[derive(Clone, Default)]
pub struct Count {
    walked: u64,
    /// The part that was added at once, while it is less than `MOST_KNOWN`.
    known: u128,
    /// The rest of the known part. Two words suffice for nearly all problems. With an allocation
    /// for each number, a search that recalls most of its states takes a third longer.
    high: Option<Arc<BigUint>>,
}

const MOST_KNOWN: u128 = 1 << 127;

impl Count {
    /// No solutions, mems or nodes.
    pub const ZERO: Count = Count {
        walked: 0,
        known: 0,
        high: None,
    };

    /// This number as a count, all of it known and nothing walked.
    pub fn known(number: u64) -> Self {
        Count {
            known: number.into(),
            ..Count::ZERO
        }
    }

    /// The number with these digits in base 2^64, lowest first.
    pub fn from_digits(digits: &[u64]) -> Self {
        match *digits {
            [] => Count::ZERO,
            [digit] => Count::known(digit),
            [low, high] if high < 1 << 63 => Count {
                known: u128::from(high) << 64 | u128::from(low),
                ..Count::ZERO
            },
            _ => {
                let halves = digits
                    .iter()
                    .flat_map(|&digit| [digit as u32, (digit >> 32) as u32]);
                BigUint::new(halves.collect()).into()
            }
        }
    }

    /// Appends the number of digits in base 2^64, then the digits, lowest first.
    pub fn write_digits(&self, to: &mut Vec<u64>) {
        match self.to_u128() {
            Some(number) => {
                let digits = [number as u64, (number >> 64) as u64];
                let length = 2 - (number.leading_zeros() / 64) as usize;
                to.push(length as u64);
                to.extend_from_slice(&digits[..length]);
            }
            None => {
                let digits = self.to_big().to_u64_digits();
                to.push(digits.len() as u64);
                to.extend(digits);
            }
        }
    }

    /// The same number, all of it known and nothing walked.
    pub fn all_known(&self) -> Self {
        match self.to_u128() {
            Some(known @ 0..MOST_KNOWN) => Count {
                known,
                ..Count::ZERO
            },
            _ => self.to_big().into(),
        }
    }

    /// The part that a walk has counted one by one.
    #[inline(always)]
    pub fn walked(&self) -> u64 {
        self.walked
    }

    /// Adds to the walked part without a check: it cannot overflow, and a check would make the
    /// search by lists take a twentieth longer.
    #[inline(always)]
    pub fn walk(&mut self, more: u64) {
        self.walked += more;
    }

    /// The sum of two numbers.
    pub fn plus(&self, more: &Count) -> Count {
        let mut sum = self.clone();
        sum += more;
        sum
    }

    /// The number, if it fits in 64 bits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.high {
            None => self.walked.checked_add(u64::try_from(self.known).ok()?),
            // `high` is present only if the number is large.
            Some(_) => None,
        }
    }

    /// The number, if `high` is not used. (It may fit in 128 bits even if it is.)
    #[inline]
    fn to_u128(&self) -> Option<u128> {
        match &self.high {
            // `known` is below 2^127.
            None => Some(self.known + u128::from(self.walked)),
            Some(_) => None,
        }
    }

    /// The number, or `u64::MAX` if it is larger.
    pub fn saturated(&self) -> u64 {
        self.to_u64().unwrap_or(u64::MAX)
    }

    /// The number, rounded.
    pub fn to_f64(&self) -> f64 {
        match self.to_u128() {
            Some(number) => number as f64,
            None => {
                let digits: Vec<u64> = self.to_big().iter_u64_digits().collect();
                let add = |sum: f64, &digit: &u64| sum * 2f64.powi(64) + digit as f64;
                digits.iter().rev().fold(0.0, add)
            }
        }
    }

    /// The number as a `BigUint`.
    pub fn to_big(&self) -> BigUint {
        let low = BigUint::from(self.walked) + self.known;
        match &self.high {
            None => low,
            Some(high) => low + &**high,
        }
    }

    /// Whether it is a multiple of a number that is not 0.
    ///
    /// # Panics
    /// If the number is 0.
    #[inline]
    pub fn is_multiple_of(&self, divisor: u64) -> bool {
        assert!(divisor != 0, "0 has no multiples");
        match self.to_u64() {
            Some(number) => number.is_multiple_of(divisor),
            None => self.to_big() % divisor == BigUint::ZERO,
        }
    }

    /// The remainder of the division by a number that is not 0.
    ///
    /// # Panics
    /// If the number is 0.
    pub fn modulo(&self, divisor: u64) -> u64 {
        match self.to_u64() {
            Some(number) => number % divisor,
            None => u64::try_from(self.to_big() % divisor).expect("less than the divisor"),
        }
    }

    /// The first larger multiple of a number that is not 0.
    ///
    /// # Panics
    /// If the number is 0.
    pub fn multiple_after(&self, divisor: u64) -> Count {
        assert!(divisor != 0, "0 has no multiples");
        let number = self.to_u64().map(|number| number - number % divisor);
        if let Some(next) = number.and_then(|number| number.checked_add(divisor)) {
            return next.into();
        }
        let big = self.to_big();
        let rest = &big % divisor;
        (big + divisor - rest).into()
    }

    /// Makes room: the walked part becomes known.
    #[cold]
    #[inline(never)]
    fn settle(&mut self) {
        *self = self.all_known();
    }

    /// The walked count at which this number reaches `mark`, if nothing is added at once before
    /// that.
    pub fn walked_at(&self, mark: &Count) -> u64 {
        if let (None, Some(mark)) = (&self.high, mark.to_u128()) {
            return u64::try_from(mark.saturating_sub(self.known)).unwrap_or(u64::MAX);
        }
        let known = &self.to_big() - self.walked;
        let mark = mark.to_big();
        match mark > known {
            true => u64::try_from(mark - known).unwrap_or(u64::MAX),
            false => 0,
        }
    }
}

impl From<u64> for Count {
    #[inline]
    fn from(number: u64) -> Self {
        Count::known(number)
    }
}

impl From<Count> for BigUint {
    fn from(count: Count) -> Self {
        count.to_big()
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        match u128::try_from(&number) {
            Ok(known @ 0..MOST_KNOWN) => Count {
                known,
                ..Count::ZERO
            },
            _ => Count {
                high: Some(Arc::new(number)),
                ..Count::ZERO
            },
        }
    }
}

/// Adds to the walked part.
impl AddAssign<u64> for Count {
    #[inline(always)]
    fn add_assign(&mut self, more: u64) {
        if self.walked.checked_add(more).is_none() {
            self.settle();
        }
        self.walked += more;
    }
}

impl AddAssign<&Count> for Count {
    #[inline]
    fn add_assign(&mut self, more: &Count) {
        *self += more.walked;
        // Both are below 2^127.
        self.known += more.known;
        if let Some(high) = &more.high {
            let sum = match &self.high {
                Some(own) => &**own + &**high,
                None => (**high).clone(),
            };
            self.high = Some(Arc::new(sum));
        }
        if self.known >= MOST_KNOWN {
            let known = std::mem::take(&mut self.known);
            let high = self.high.get_or_insert_default();
            *Arc::make_mut(high) += known;
        }
    }
}

impl Add for Count {
    type Output = Count;

    fn add(mut self, more: Count) -> Count {
        self += &more;
        self
    }
}

/// The difference from a number that is not larger. If that number is an earlier count of the same
/// run, the walked part of the difference is what was walked since.
///
/// # Panics
/// If the number is larger.
impl Sub for &Count {
    type Output = Count;

    #[inline]
    fn sub(self, less: &Count) -> Count {
        let same = match (&self.high, &less.high) {
            (None, None) => true,
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            _ => false,
        };
        let walked = self.walked.checked_sub(less.walked);
        match (walked, self.known.checked_sub(less.known)) {
            (Some(walked), Some(known)) if same => Count {
                walked,
                known,
                high: None,
            },
            _ => self.less_in_full(less),
        }
    }
}

impl Count {
    /// The difference if the known part of `less` is larger, or `high` differs.
    #[cold]
    #[inline(never)]
    fn less_in_full(&self, less: &Count) -> Count {
        let (all, less_all) = (self.to_big(), less.to_big());
        assert!(all >= less_all, "{less} is larger than {self}");
        let rest = all - less_all;
        let walked = self.walked.saturating_sub(less.walked);
        match rest >= walked.into() {
            true => Count {
                walked,
                ..Count::from(rest - walked)
            },
            false => rest.into(),
        }
    }
}

impl PartialEq for Count {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Count {}

impl Ord for Count {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.to_u128(), other.to_u128()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Count {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<u64> for Count {
    #[inline]
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl PartialEq<BigUint> for Count {
    fn eq(&self, other: &BigUint) -> bool {
        self.to_big() == *other
    }
}

impl PartialOrd<u64> for Count {
    #[inline]
    fn partial_cmp(&self, other: &u64) -> Option<Ordering> {
        Some(match self.to_u64() {
            Some(number) => number.cmp(other),
            None => Ordering::Greater,
        })
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_u128() {
            Some(number) => number.fmt(f),
            None => self.to_big().fmt(f),
        }
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

crate::messages! {
    NotANumber {
        _ => "a number is digits only",
    }
}

impl FromStr for Count {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Self, NotANumber> {
        decimal(text).map(Count::from).ok_or(NotANumber)
    }
}

/// Texts of up to this many digits are read directly, by num-bigint, whose time is quadratic: 4096
/// digits take 30 microseconds.
const DIGITS_AT_ONCE: usize = 1 << 12;

/// The number with these decimal digits, however many. `None` if the text is empty or has other
/// characters. Reads the two halves separately and multiplies, as products take less than quadratic
/// time.
pub fn decimal(text: &str) -> Option<BigUint> {
    let digits = text.as_bytes();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // 10^`DIGITS_AT_ONCE`, then each power is the square of the last one.
    let mut powers: Vec<BigUint> = Vec::new();
    while DIGITS_AT_ONCE << powers.len() < digits.len() {
        powers.push(match powers.last() {
            Some(last) => last * last,
            None => BigUint::from(10u32).pow(DIGITS_AT_ONCE as u32),
        });
    }
    Some(value(digits, &powers))
}

/// The value of decimal digits, at most twice as many as the last power has zeros.
fn value(digits: &[u8], powers: &[BigUint]) -> BigUint {
    let Some((power, powers)) = powers.split_last() else {
        return BigUint::parse_bytes(digits, 10).expect("they are digits");
    };
    let low = DIGITS_AT_ONCE << powers.len();
    match digits.len().checked_sub(low) {
        None | Some(0) => value(digits, powers),
        Some(high) => {
            let (high, low) = digits.split_at(high);
            value(high, powers) * power + value(low, powers)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Count {
        text.parse().unwrap()
    }

    #[test]
    fn sums_and_differences_do_not_overflow() {
        let numbers = [
            "0",
            "1",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "2444888770250892795802079170816",
            "170141183460469231731687303715884105727",
            "170141183460469231731687303715884105728",
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456",
            "99999999999999999999999999999999999999999999999999",
        ];
        for a in numbers.map(count) {
            for b in numbers.map(count) {
                let mut sum = a.clone();
                sum += &b;
                assert_eq!(sum.to_big(), a.to_big() + b.to_big());
                let mut sum = b.clone();
                sum += &a;
                assert_eq!(&sum - &b, a);
                assert_eq!(a.cmp(&b), a.to_big().cmp(&b.to_big()));
                assert_eq!(sum.to_string(), sum.to_big().to_string());
            }
        }
    }

    #[test]
    fn digits_give_the_number_back() {
        for length in 1..100 {
            let number = count(&"9".repeat(length));
            for number in [Count::ZERO, number.clone(), number.plus(&Count::from(1))] {
                let mut walked = number.clone();
                walked += 12;
                let mut digits = Vec::new();
                walked.write_digits(&mut digits);
                assert_eq!(digits[0] as usize, digits.len() - 1);
                assert_eq!(digits[1..], walked.to_big().to_u64_digits());
                assert_eq!(Count::from_digits(&digits[1..]), walked);
            }
        }
    }

    #[test]
    fn numbers_between_2_to_the_63_and_2_to_the_64_fit_in_64_bits() {
        for number in [1 << 63, (1 << 63) + 1, u64::MAX] {
            assert_eq!(Count::from(number).to_u64(), Some(number));
            assert_eq!(Count::from(number), number);
            let less = Count::from(number - 1);
            assert!(less < number);
        }
    }

    #[test]
    fn no_sum_and_no_difference_wraps_around() {
        let mut sum = Count::ZERO;
        sum += u64::MAX;
        sum += 1;
        assert_eq!(sum, count("18446744073709551616"));
        let mut twice = Count::ZERO;
        twice += u64::MAX;
        let more = twice.clone();
        twice += &more;
        assert_eq!(twice, count("36893488147419103230"));
        let mut walked = Count::ZERO;
        walked += 3;
        assert_eq!(&Count::from(5) - &walked, 2);
        assert_eq!(&walked - &Count::from(2), 1);
        assert_eq!(&sum - &walked, count("18446744073709551613"));
    }

    #[test]
    #[should_panic(expected = "5 is larger than 3")]
    fn no_number_is_negative() {
        let _ = &Count::from(3) - &Count::from(5);
    }

    #[test]
    #[should_panic(expected = "0 has no multiples")]
    fn zero_has_no_multiples() {
        Count::from(3).is_multiple_of(0);
    }

    #[test]
    fn counting_on_goes_beyond_64_bits() {
        let mut number = Count::from(u64::MAX);
        let before = number.clone();
        number += 5;
        assert_eq!(number, count("18446744073709551620"));
        assert_eq!(&number - &before, 5);
        assert_eq!(number.to_string(), "18446744073709551620");
        assert!(number > u64::MAX);
        assert_eq!(number.walked(), 5);
    }

    #[test]
    fn what_must_be_walked_to_a_mark_leaves_out_what_is_known() {
        for known in [0, 10, u64::MAX].map(Count::from) {
            let mut number = known.clone();
            number += 3;
            let mut mark = known.clone();
            mark += 9;
            assert_eq!(number.walked_at(&mark), 9);
            assert_eq!(number.walked_at(&known), 0);
        }
        let far = count("2444888770250892795802079170816");
        assert_eq!(Count::ZERO.walked_at(&far), u64::MAX);
    }

    #[test]
    fn multiples_are_found_in_large_numbers_too() {
        for text in ["0", "7", "20", "18446744073709551620"] {
            let number = count(text);
            let next = number.multiple_after(10);
            assert!(next > number && next.is_multiple_of(10));
            assert!((&next - &number) <= 10);
        }
    }

    #[test]
    fn numbers_of_any_length_are_read_by_halves() {
        for length in [1, 19, 4095, 4096, 4097, 8192, 8193, 20_000] {
            for pattern in ["9", "1234567890", "10000000000000000000", "0"] {
                let text = pattern.repeat(length / pattern.len() + 1);
                let text = &text[..length];
                let number = BigUint::parse_bytes(text.as_bytes(), 10);
                assert_eq!(decimal(text), number, "{length} digits of {pattern}");
            }
        }
        let zeros = format!("{}7", "0".repeat(10_000));
        assert_eq!(decimal(&zeros), Some(BigUint::from(7u32)));
        assert_eq!(decimal(&format!("{zeros}x")), None);
        assert_eq!(decimal(""), None);
    }

    #[test]
    fn numbers_are_digits_only() {
        for text in ["", "+1", "-1", " 1", "1 ", "0x1", "1e3"] {
            assert_eq!(text.parse::<Count>(), Err(NotANumber), "{text:?}");
        }
    }
}
