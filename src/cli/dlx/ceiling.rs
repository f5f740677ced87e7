//! Limits on the cost of solutions: `--at-most` and `--within`.

use crate::format::{Costs, Decimal};
use num_bigint::BigUint;

/// A decimal number.
///
/// # Errors
/// If the text is none.
pub fn parse_cost(text: &str) -> Result<Decimal, String> {
    let number = Decimal::parse(text.as_bytes());
    number.map_err(|fault| match fault {
        Some(too_large) => too_large.to_string(),
        None => "a cost is a decimal number, such as 7, 118.66 or -3".to_owned(),
    })
}

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug)]
pub enum Within {
    /// Up to a cost.
    Cost(Decimal),
    /// Up to a sum above the lowest cost.
    Above(Decimal),
    /// Up to a share above the lowest cost, in percent.
    Percent(Decimal),
}

/// `20`, `+5` or `+1%`.
///
/// # Errors
/// If the text is none of these.
pub fn parse_within(text: &str) -> Result<Within, String> {
    let wanted = || "it is a cost (20), or a distance from the optimum (+5, +1%)".to_owned();
    let Some(distance) = text.strip_prefix('+') else {
        return parse_cost(text).map(Within::Cost).map_err(|_| wanted());
    };
    let number = distance.strip_suffix('%').unwrap_or(distance);
    let is_positive = !number.starts_with(['+', '-']);
    match parse_cost(number) {
        Ok(number) if is_positive && distance.ends_with('%') => Ok(Within::Percent(number)),
        Ok(number) if is_positive => Ok(Within::Above(number)),
        _ => Err(wanted()),
    }
}

/// The highest cost, in the unit of these costs, that does not exceed a number.
pub fn in_units(number: Decimal, costs: &Costs) -> i128 {
    let decimals = i32::try_from(costs.decimals()).expect("there are few decimals");
    let exponent = number.exponent + decimals;
    Decimal { exponent, ..number }.floor()
}

/// This share of a cost, in percent, rounded down.
pub fn share_of(cost: i128, percent: Decimal) -> i128 {
    /// More zeros than this exceed 128 bits in any case.
    const MOST_ZEROS: u32 = 200;
    let product = BigUint::from(cost.unsigned_abs()) * percent.digits.unsigned_abs();
    let exponent = percent.exponent - 2;
    let ten = BigUint::from(10u32).pow(exponent.unsigned_abs().min(MOST_ZEROS));
    let share = match exponent < 0 {
        true => product / ten,
        false => product * ten,
    };
    i128::try_from(share).unwrap_or(i128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ceilings_are_costs_sums_and_shares() {
        let costs = Costs::parse(["1.25"]).unwrap();
        let units = |text| in_units(parse_cost(text).unwrap(), &costs);
        assert_eq!(["7", "1.259", "-0.001"].map(units), [700, 125, -1]);
        assert_eq!(units("1e300"), i128::MAX);
        let share = |cost, text| match parse_within(text) {
            Ok(Within::Percent(percent)) => share_of(cost, percent),
            other => panic!("{other:?}"),
        };
        assert_eq!(share(-250, "+1%"), 2);
        assert_eq!(share(1000, "+0.55%"), 5);
        assert_eq!(share(1000, "+1e-300%"), 0);
        assert_eq!(share(1, "+1e300%"), i128::MAX);
        assert!(matches!(parse_within("+5"), Ok(Within::Above(_))));
        assert!(matches!(parse_within("-5"), Ok(Within::Cost(_))));
        for text in ["", "+", "5%", "+-1", "+1%%", "x", "++1", "%", "+%"] {
            assert!(parse_within(text).is_err(), "{text}");
        }
    }
}
