//! Costs of options: decimal numbers, kept exactly as integers over a common power of ten.
//!
//! ```text
//! |7  |118.66  |-3      values 700, 11866, -300; decimals 2
//! ```
//!
//! Invariant: the absolute values add up to less than 2^127, so no sum of any of them overflows.

use super::OptionId;
use std::fmt;

/// Numbers with more digits do not fit into 128 bits.
const MOST_DIGITS: i32 = 38;

/// The costs of all options of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    values: Vec<i128>,
    decimals: u32,
    /// The sum of the absolute values.
    total: i128,
}

/// A decimal number: `digits * 10^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The digits, with the sign.
    pub digits: i128,
    /// The exponent of ten.
    pub exponent: i32,
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u32::try_from(-self.exponent) {
            Ok(decimals) => fmt::Display::fmt(
                &Amount {
                    amount: self.digits,
                    decimals,
                },
                f,
            ),
            Err(_) => write!(f, "{}e{}", self.digits, self.exponent),
        }
    }
}

/// The costs add up to 2^127 or more, in units of their last decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

dlx3_base::messages! {
    TooLarge {
        _ => "the costs add up to more than 128 bits hold",
    }
}

/// Why [`Costs::parse`] failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostFault {
    /// The text with this index is not a decimal number.
    NotNumber(usize),
    /// Up to the text with this index, the costs add up to 2^127 or more.
    TooLarge(usize),
}

dlx3_base::messages! {
    CostFault {
        CostFault::NotNumber(index) => "cost {index} is not a decimal number",
        CostFault::TooLarge(index) => "with cost {index}, {TooLarge}",
    }
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Decimal {
        digits: 0,
        exponent: 0,
    };
    /// One.
    pub const ONE: Self = Decimal {
        digits: 1,
        exponent: 0,
    };
    /// A number as good as infinite.
    pub const HUGE: Self = Decimal {
        digits: 1,
        exponent: 30,
    };

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// The number with the opposite sign.
    pub fn negated(self) -> Self {
        Decimal {
            digits: -self.digits,
            ..self
        }
    }

    /// The number without its sign.
    pub fn absolute(self) -> Self {
        Decimal {
            digits: self.digits.abs(),
            ..self
        }
    }

    /// The sum, if it fits.
    pub fn plus(self, other: Self) -> Option<Self> {
        match (self.digits, other.digits) {
            (0, _) => return Some(other),
            (_, 0) => return Some(self),
            _ => {}
        }
        let exponent = self.exponent.min(other.exponent);
        let digits = |number: Self| {
            let zeros = u32::try_from(number.exponent - exponent).ok()?;
            number.digits.checked_mul(10i128.checked_pow(zeros)?)
        };
        let digits = digits(self)?.checked_add(digits(other)?)?;
        // No number has the digits of `i128::MIN`, so all can be negated.
        (digits != i128::MIN).then_some(Decimal { digits, exponent })
    }

    /// Whether it is an integer.
    pub fn is_whole(self) -> bool {
        let ten = 10i128.checked_pow(self.exponent.unsigned_abs());
        self.exponent >= 0 || ten.map_or(self.digits == 0, |ten| self.digits % ten == 0)
    }

    /// The number rounded down; beyond 127 bits, the greatest or least integer of 127 bits.
    pub fn floor(self) -> i128 {
        let ten = 10i128.checked_pow(self.exponent.unsigned_abs());
        match (self.exponent < 0, ten) {
            (false, Some(ten)) => self.digits.saturating_mul(ten).max(-i128::MAX),
            (false, None) => self.digits.signum() * i128::MAX,
            (true, Some(ten)) => self.digits.div_euclid(ten),
            (true, None) => self.digits.signum().min(0),
        }
    }

    /// The quotient by a number that is not zero, rounded down and rounded up. `None` if the sizes
    /// of the two numbers differ so much that they do not fit into 128 bits in one unit.
    pub fn quotient(self, by: Self) -> Option<(i128, i128)> {
        let exponent = self.exponent.min(by.exponent);
        let in_units = |number: Self| {
            let zeros = u32::try_from(number.exponent - exponent).ok()?;
            number.digits.checked_mul(10i128.checked_pow(zeros)?)
        };
        let by_digits = by.digits.signum();
        let Some(divisor) = in_units(by) else {
            // In these units the dividend fits into 127 bits, and the divisor does not.
            let sign = self.digits.signum() * by_digits;
            return Some((sign.min(0), sign.max(0)));
        };
        let Some(dividend) = in_units(self) else {
            // In these units the dividend exceeds 2^127, and no divisor has more than 10^38 units.
            // So the quotient exceeds 10^21, or is unknown.
            let is_small = by.digits.unsigned_abs() < 100_000_000_000_000_000;
            let large = is_small || self.exponent - by.exponent > 2 * MOST_DIGITS;
            let sign = self.digits.signum() * by_digits;
            return large.then_some((sign * i128::MAX, sign * i128::MAX));
        };
        let floor = dividend.checked_div_euclid(divisor)?;
        let rest = dividend.checked_rem_euclid(divisor)?;
        // The remainder is never negative, so a negative divisor rounds the quotient up.
        Some(match (rest, by_digits > 0) {
            (0, _) => (floor, floor),
            (_, true) => (floor, floor + 1),
            (_, false) => (floor - 1, floor),
        })
    }

    /// Reads a number such as `118.66`, `-3` or `1e3`; `Err(None)` if it is none, and
    /// `Err(Some(TooLarge))` if it does not fit.
    pub fn parse(text: &[u8]) -> Result<Self, Option<TooLarge>> {
        let (is_negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        let at_e = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (mantissa, exponent) = match at_e {
            Some(at) => (&text[..at], exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let (whole, decimals) = match mantissa.iter().position(|&byte| byte == b'.') {
            Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
            None => (mantissa, &b""[..]),
        };
        let all = || whole.iter().chain(decimals);
        if all().next().is_none() || !all().all(u8::is_ascii_digit) {
            return Err(None);
        }
        // Trailing zeros would make the unit needlessly small.
        let used = decimals.iter().rposition(|&digit| digit != b'0');
        let decimals = &decimals[..used.map_or(0, |last| last + 1)];
        let mut digits = 0i128;
        for &digit in whole.iter().chain(decimals) {
            let larger = digits.checked_mul(10);
            let larger = larger.and_then(|digits| digits.checked_add(i128::from(digit - b'0')));
            digits = larger.ok_or(Some(TooLarge))?;
        }
        let mut number = Decimal {
            digits: if is_negative { -digits } else { digits },
            exponent: exponent - i32::try_from(decimals.len()).map_err(|_| Some(TooLarge))?,
        };
        if number.digits == 0 {
            number.exponent = 0;
        }
        while number.exponent < 0 && number.digits % 10 == 0 {
            number.digits /= 10;
            number.exponent += 1;
        }
        Ok(number)
    }

    /// The number in units of `10^-decimals`, of which it must be a multiple.
    fn in_units(self, decimals: u32) -> Option<i128> {
        let exponent = self.exponent + i32::try_from(decimals).ok()?;
        match self.digits {
            0 => Some(0),
            digits => digits.checked_mul(10i128.checked_pow(u32::try_from(exponent).ok()?)?),
        }
    }
}

/// Reads the exponent after an `e`. More than four digits saturate: no sum of costs is that large
/// or has that many decimals, and programs write `1e308` for "no bound".
fn exponent(text: &[u8]) -> Result<i32, Option<TooLarge>> {
    let (sign, digits) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        _ => (1, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(None);
    }
    let number = digits.iter().fold(0, |number, digit| {
        i32::min(10 * number + i32::from(digit - b'0'), 9999)
    });
    Ok(sign * number)
}

/// The sum of the absolute values; `None` if it exceeds 127 bits.
pub fn magnitude(costs: &[i128]) -> Option<i128> {
    let mut costs = costs.iter();
    costs.try_fold(0i128, |sum, cost| sum.checked_add(cost.checked_abs()?))
}

impl Costs {
    /// Integers, one for each option.
    ///
    /// # Errors
    /// If the absolute values add up to 2^127 or more.
    pub fn new(values: Vec<i128>) -> Result<Self, TooLarge> {
        Ok(Costs {
            total: magnitude(&values).ok_or(TooLarge)?,
            values,
            decimals: 0,
        })
    }

    /// Decimal numbers, such as `118.66`, `-3` and `1e3`, one for each option.
    ///
    /// ```
    /// let costs = dlx3::format::Costs::parse(["118.66", "-3"])?;
    /// assert_eq!((costs.values(), costs.decimals()), (&[11866, -300][..], 2));
    /// # Ok::<(), dlx3::format::CostFault>(())
    /// ```
    ///
    /// # Errors
    /// The first text that is not a decimal number, or does not fit.
    pub fn parse<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> Result<Self, CostFault> {
        let mut costs = Costs::default();
        for (index, text) in texts.into_iter().enumerate() {
            let cost = Decimal::parse(text.as_ref()).map_err(|error| match error {
                None => CostFault::NotNumber(index),
                Some(TooLarge) => CostFault::TooLarge(index),
            })?;
            costs.begin();
            let added = costs.add(cost);
            added.map_err(|TooLarge| CostFault::TooLarge(index))?;
        }
        Ok(costs)
    }

    /// The costs of the options, in units of `10^-decimals`, in the order of the options.
    pub fn values(&self) -> &[i128] {
        &self.values
    }

    /// The number of decimals of the unit.
    pub fn decimals(&self) -> u32 {
        self.decimals
    }

    /// The cost of an option, in units of `10^-decimals`.
    ///
    /// # Panics
    /// If the option is not one of the problem's.
    pub fn of(&self, option: OptionId) -> i128 {
        self.values[option.index()]
    }

    /// An amount in units of these costs, as a decimal number.
    pub fn amount(&self, amount: i128) -> Amount {
        Amount {
            amount,
            decimals: self.decimals,
        }
    }

    /// The total cost of these options.
    ///
    /// # Panics
    /// If one of them is not one of the problem's, or occurs so often that the sum is too large.
    pub fn amount_of(&self, options: &[OptionId]) -> Amount {
        let add = |sum: i128, &option: &OptionId| sum.checked_add(self.of(option));
        let sum = options.iter().try_fold(0, add);
        self.amount(sum.expect("no option is there often"))
    }

    /// The costs of some of the options, in the given order.
    ///
    /// # Panics
    /// If one of them is not one of the problem's, or occurs so often that the sum is too large.
    pub fn some(&self, options: impl Iterator<Item = OptionId>) -> Self {
        let values: Vec<i128> = options.map(|option| self.of(option)).collect();
        Costs {
            total: magnitude(&values).expect("no option is there often"),
            values,
            decimals: self.decimals,
        }
    }

    /// The costs of this many free options.
    pub fn free(options: usize) -> Self {
        Costs {
            values: vec![0; options],
            ..Costs::default()
        }
    }

    /// These costs, in the largest unit of which all are multiples; `None` if all options are free.
    pub(super) fn if_any(mut self) -> Option<Self> {
        if self.total == 0 {
            return None;
        }
        while self.decimals > 0 && self.values.iter().all(|value| value % 10 == 0) {
            self.values.iter_mut().for_each(|value| *value /= 10);
            self.total /= 10;
            self.decimals -= 1;
        }
        self.values.shrink_to_fit();
        Some(self)
    }

    /// Adds an option without a cost.
    pub fn begin(&mut self) {
        self.values.push(0);
    }

    /// Adds to the cost of the last option.
    pub fn add(&mut self, cost: Decimal) -> Result<(), TooLarge> {
        if cost.exponent < -MOST_DIGITS || cost.exponent > MOST_DIGITS && cost.digits != 0 {
            return Err(TooLarge);
        }
        let decimals = u32::try_from(-cost.exponent).unwrap_or(0);
        if decimals > self.decimals {
            let factor = 10i128.checked_pow(decimals - self.decimals);
            let factor = factor.ok_or(TooLarge)?;
            // No value exceeds the sum of the absolute values.
            self.total = self.total.checked_mul(factor).ok_or(TooLarge)?;
            self.values.iter_mut().for_each(|value| *value *= factor);
            self.decimals = decimals;
        }
        let more = cost.in_units(self.decimals).ok_or(TooLarge)?;
        let last = self.values.last_mut().expect("an option was added");
        let sum = last.checked_add(more).ok_or(TooLarge)?;
        let others = self.total - last.abs();
        let own = sum.checked_abs().ok_or(TooLarge)?;
        self.total = others.checked_add(own).ok_or(TooLarge)?;
        *last = sum;
        Ok(())
    }
}

/// An amount of costs. It prints itself as a decimal number: `118.66`, `-3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    amount: i128,
    decimals: u32,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.amount.unsigned_abs().to_string();
        let width = self.decimals as usize + 1;
        let digits = format!("{digits:0>width$}");
        let (whole, decimals) = digits.split_at(digits.len() - self.decimals as usize);
        let decimals = decimals.trim_end_matches('0');
        let sign = if self.amount < 0 { "-" } else { "" };
        match decimals {
            "" => f.pad(&format!("{sign}{whole}")),
            _ => f.pad(&format!("{sign}{whole}.{decimals}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Result<(i128, i32), Option<TooLarge>> {
        Decimal::parse(text.as_bytes()).map(|number| (number.digits, number.exponent))
    }

    #[test]
    fn decimal_numbers_are_read_exactly() {
        for (text, digits, exponent) in [
            ("7", 7, 0),
            ("118.66", 11866, -2),
            ("-3", -3, 0),
            ("+3", 3, 0),
            ("1e3", 1, 3),
            ("1.50", 15, -1),
            ("100", 100, 0),
            ("-0.5e-2", -5, -3),
            (".5", 5, -1),
            ("5.", 5, 0),
            ("0.000", 0, 0),
            ("0e99", 0, 0),
            ("1e100", 1, 100),
            ("-1e+0308", -1, 308),
            ("1e-99999", 1, -9999),
            ("250e-1", 25, 0),
            ("170141183460469231731687303715884105727", i128::MAX, 0),
        ] {
            assert_eq!(decimal(text), Ok((digits, exponent)), "{text}");
        }
        for text in [
            "", "-", ".", "e3", "1e", "1e+", "1.2.3", "0x1", "1,5", "inf", "--1", "1e1.5",
        ] {
            assert_eq!(decimal(text), Err(None), "{text}");
        }
        let text = "170141183460469231731687303715884105728";
        assert_eq!(decimal(text), Err(Some(TooLarge)));
    }

    fn costs(words: &[&str]) -> Result<Costs, TooLarge> {
        let mut costs = Costs::default();
        for word in words {
            costs.begin();
            costs.add(Decimal::parse(word.as_bytes()).unwrap())?;
        }
        Ok(costs)
    }

    #[test]
    fn sums_and_floors_are_exact() {
        let number = |text: &str| Decimal::parse(text.as_bytes()).unwrap();
        for (one, other, sum) in [
            ("1.5", "2.25", "3.75"),
            ("1e3", "-0.5", "999.5"),
            ("0", "7", "7"),
            ("0e99", "1e-9", "0.000000001"),
        ] {
            assert_eq!(number(one).plus(number(other)).unwrap().to_string(), sum);
        }
        assert_eq!(Decimal::HUGE.plus(number("1e-30")), None);
        for (text, floor) in [
            ("1.5", 1),
            ("-1.5", -2),
            ("-1", -1),
            ("2e2", 200),
            ("-3e60", -i128::MAX),
            ("3e60", i128::MAX),
            ("1e-50", 0),
            ("-1e-50", -1),
            ("-0e-50", 0),
        ] {
            assert_eq!(number(text).floor(), floor, "{text}");
            let is_whole = !matches!(text, "1.5" | "-1.5" | "1e-50" | "-1e-50");
            assert_eq!(number(text).is_whole(), is_whole, "{text}");
        }
    }

    #[test]
    fn all_costs_are_in_the_unit_of_the_smallest_one() {
        let costs = costs(&["7", "118.66", "-3", "1e3", "0.1"]).unwrap();
        assert_eq!(costs.values(), [700, 11866, -300, 100_000, 10]);
        assert_eq!(costs.decimals(), 2);
        let shown = [11866, -5, 0, 100, -12345, 110].map(|sum| costs.amount(sum).to_string());
        assert_eq!(shown, ["118.66", "-0.05", "0", "1", "-123.45", "1.1"]);
    }

    #[test]
    fn a_sum_that_does_not_fit_is_refused_and_one_that_does_is_not() {
        let half = (i128::MAX / 2).to_string();
        assert!(costs(&[&half, &half]).is_ok());
        assert_eq!(costs(&[&half, &half, "2"]), Err(TooLarge));
        assert_eq!(costs(&[&half, &format!("-{half}"), "2"]), Err(TooLarge));
        assert_eq!(costs(&[&half, "0.1"]), Err(TooLarge));
        assert_eq!(costs(&["1e38", "1e-1"]), Err(TooLarge));
        for word in ["1e39", "1e100", "1e-100", "1e99999"] {
            assert_eq!(costs(&[word]), Err(TooLarge), "{word}");
        }
        assert!(costs(&["1e38"]).is_ok());
        assert!(costs(&["0e99999"]).is_ok());
        assert_eq!(costs(&["1e-39"]), Err(TooLarge));
        assert_eq!(Costs::new(vec![i128::MIN]), Err(TooLarge));
    }
}
