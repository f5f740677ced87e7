//! Sums of integer variables between two integers: brings rows into a form that takes few options.
//!
//! ```text
//! 0.5 x - 1.5 y <= 0.7              x - 3 y <= 1             whole coefficients without a common factor
//! x + 9 y >= 2   (0 <= x, y <= 1)   x + 2 y >= 2             no coefficient larger than what is asked for
//! x - y <= 0                        x + (1-y) <= 1           literals only
//! ```
//!
//! Invariant: each step keeps the solutions in integers within the variables' bounds.

use super::Fault;
use super::program::{INFINITE, Relation, Row};
use dlx3_format::Decimal;

/// `lower <= sum of coefficient * variable <= upper`; the limits of the type stand for no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub terms: Vec<(u32, i128)>,
    pub lower: i128,
    pub upper: i128,
}

/// The variable, or, with `is_not`, its upper bound minus the variable; with a coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    pub variable: u32,
    pub is_not: bool,
    pub times: u128,
}

/// `lower <= sum of literals <= upper`; `most` is the sum of all coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literals {
    pub all: Vec<Literal>,
    pub lower: i128,
    pub upper: i128,
    pub most: i128,
}

/// A number exceeds 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide;

/// Whether a row can hold and can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Always,
    Never,
    Sometimes,
}

fn gcd(one: u128, other: u128) -> u128 {
    match other {
        0 => one,
        _ => gcd(other, one % other),
    }
}

impl Row {
    /// The row with integer coefficients that have no common factor.
    pub fn sum(&self) -> Result<Sum, Fault> {
        let too_wide = || {
            let name = super::shown(&self.name);
            let told = format!("the numbers of row {name} differ too much in size");
            Fault::new(self.place, told)
        };
        let exponents = self
            .terms
            .iter()
            .map(|(_, coefficient)| coefficient.exponent);
        let exponent = exponents.min().unwrap_or(0);
        let in_units = |&(variable, coefficient): &(u32, Decimal)| {
            let zeros = u32::try_from(coefficient.exponent - exponent).ok()?;
            let digits = coefficient.digits.checked_mul(10i128.checked_pow(zeros)?)?;
            Some((variable, digits))
        };
        let terms: Option<Vec<(u32, i128)>> = self.terms.iter().map(in_units).collect();
        let mut terms = terms.ok_or_else(too_wide)?;
        let divisor = terms.iter().fold(0, |divisor, &(_, coefficient)| {
            gcd(coefficient.unsigned_abs(), divisor)
        });
        // No number has the digits of `i128::MIN`.
        let divisor = i128::try_from(divisor.max(1)).map_err(|_| too_wide())?;
        terms
            .iter_mut()
            .for_each(|(_, coefficient)| *coefficient /= divisor);
        let factor = match terms.is_empty() {
            true => Decimal::ONE,
            false => Decimal {
                digits: divisor,
                exponent,
            },
        };
        let (mut lower, mut upper) = (i128::MIN, i128::MAX);
        for &(relation, side) in &self.sides {
            let (floor, ceiling) = side.quotient(factor).ok_or_else(too_wide)?;
            if relation != Relation::AtMost && ceiling > -INFINITE {
                lower = lower.max(ceiling);
            }
            if relation != Relation::AtLeast && floor < INFINITE {
                upper = upper.min(floor);
            }
        }
        Ok(Sum {
            terms,
            lower,
            upper,
        })
    }
}

impl Sum {
    /// Whether all coefficients are `sign`, 1 or -1.
    pub fn is_plain(&self, sign: i128) -> bool {
        self.terms
            .iter()
            .all(|&(_, coefficient)| coefficient == sign)
    }

    /// Subtracts a number from the sum.
    pub fn subtract(&mut self, number: i128) -> Result<(), TooWide> {
        let less = |bound: i128, none: i128| match bound == none {
            true => Some(none),
            false => bound.checked_sub(number),
        };
        self.lower = less(self.lower, i128::MIN).ok_or(TooWide)?;
        self.upper = less(self.upper, i128::MAX).ok_or(TooWide)?;
        Ok(())
    }

    /// The least and the greatest sum if each variable is at least 0 and at most `most` of it.
    pub fn ends(&self, most: impl Fn(u32) -> u32) -> Result<(i128, i128), TooWide> {
        let mut ends = (0i128, 0i128);
        for &(variable, coefficient) in &self.terms {
            let product = coefficient.checked_mul(most(variable).into());
            let end = if coefficient < 0 {
                &mut ends.0
            } else {
                &mut ends.1
            };
            *end = product
                .and_then(|product| end.checked_add(product))
                .ok_or(TooWide)?;
        }
        // Their difference must fit, too.
        ends.1.checked_sub(ends.0).ok_or(TooWide)?;
        Ok(ends)
    }

    /// Makes coefficients smaller, if variables range from 0 to `most`. Returns what is then known
    /// of the row.
    pub fn reduce(&mut self, most: impl Fn(u32) -> u32) -> Result<Holds, TooWide> {
        loop {
            let (least, greatest) = self.ends(&most)?;
            if self.lower <= least {
                self.lower = i128::MIN;
            }
            if self.upper >= greatest {
                self.upper = i128::MAX;
            }
            // The required sum of literals: of those with the signs as they are, or of their
            // opposites.
            let wanted = match (self.lower, self.upper) {
                (i128::MIN, i128::MAX) => return Ok(Holds::Always),
                (lower, upper) if lower > upper || lower > greatest || upper < least => {
                    return Ok(Holds::Never);
                }
                (lower, i128::MAX) => lower.checked_sub(least),
                (i128::MIN, upper) => greatest.checked_sub(upper),
                _ => None,
            };
            let mut is_changed = false;
            if let Some(wanted) = wanted {
                for (_, coefficient) in &mut self.terms {
                    let less = (*coefficient).clamp(-wanted, wanted);
                    is_changed |= std::mem::replace(coefficient, less) != less;
                }
                let (least, greatest) = self.ends(&most)?;
                match self.lower == i128::MIN {
                    true => self.upper = greatest - wanted,
                    false => self.lower = least + wanted,
                }
            }
            let divisor = self.terms.iter().fold(0, |divisor, &(_, coefficient)| {
                gcd(coefficient.unsigned_abs(), divisor)
            });
            if divisor > 1 {
                let divisor = divisor as i128;
                is_changed = true;
                self.terms
                    .iter_mut()
                    .for_each(|(_, coefficient)| *coefficient /= divisor);
                if self.lower != i128::MIN {
                    self.lower = -(-self.lower).div_euclid(divisor);
                }
                if self.upper != i128::MAX {
                    self.upper = self.upper.div_euclid(divisor);
                }
            }
            if !is_changed {
                return Ok(Holds::Sometimes);
            }
        }
    }

    /// The sum as one of literals: variables with negative coefficients are negated or, with
    /// `is_negated`, those with positive ones.
    pub fn literals(
        &self,
        is_negated: bool,
        most: impl Fn(u32) -> u32,
    ) -> Result<Literals, TooWide> {
        let (least, greatest) = self.ends(most)?;
        let less = |bound: i128, by: i128| bound.checked_sub(by).ok_or(TooWide);
        let (lower, upper) = match is_negated {
            false => (
                match self.lower {
                    i128::MIN => 0,
                    lower => less(lower, least)?,
                },
                match self.upper {
                    i128::MAX => greatest - least,
                    upper => less(upper, least)?,
                },
            ),
            true => (
                match self.upper {
                    i128::MAX => 0,
                    upper => less(greatest, upper)?,
                },
                match self.lower {
                    i128::MIN => greatest - least,
                    lower => less(greatest, lower)?,
                },
            ),
        };
        let literal = |&(variable, coefficient): &(u32, i128)| Literal {
            variable,
            is_not: (coefficient < 0) != is_negated,
            times: coefficient.unsigned_abs(),
        };
        Ok(Literals {
            all: self.terms.iter().map(literal).collect(),
            lower: lower.max(0),
            upper: upper.min(greatest - least),
            most: greatest - least,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a sum lies between its bounds.
    fn holds(sum: &Sum, values: &[i128]) -> bool {
        let products = sum
            .terms
            .iter()
            .map(|&(variable, coefficient)| coefficient * values[variable as usize]);
        (sum.lower..=sum.upper).contains(&products.sum())
    }

    fn holds_by_literals(literals: &Literals, values: &[i128], most: &[u32]) -> bool {
        let values = literals.all.iter().map(|literal| {
            let variable = literal.variable as usize;
            let value = match literal.is_not {
                true => i128::from(most[variable]) - values[variable],
                false => values[variable],
            };
            literal.times as i128 * value
        });
        (literals.lower..=literals.upper).contains(&values.sum())
    }

    /// All values of up to four variables, each from 0 to its maximum.
    fn all_values(most: &[u32]) -> Vec<Vec<i128>> {
        let mut all = vec![Vec::new()];
        for &most in most {
            all = all
                .into_iter()
                .flat_map(|values| {
                    (0..=i128::from(most)).map(move |value| [&values[..], &[value]].concat())
                })
                .collect();
        }
        all
    }

    #[test]
    fn a_smaller_sum_and_its_literals_hold_for_the_same_values() {
        let mut seed = 1u64;
        let mut below = |most: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % most
        };
        let mut smaller = 0;
        for _ in 0..3000 {
            let most: Vec<u32> = (0..1 + below(4)).map(|_| 1 + below(3) as u32).collect();
            let terms: Vec<(u32, i128)> = (0..most.len() as u32)
                .map(|variable| (variable, below(13) as i128 - 6))
                .filter(|&(_, coefficient)| coefficient != 0)
                .collect();
            let bound = below(15) as i128 - 7;
            let (lower, upper) = match below(4) {
                0 => (i128::MIN, bound),
                1 => (bound, i128::MAX),
                2 => (bound, bound),
                _ => (bound, bound + below(5) as i128),
            };
            let sum = Sum {
                terms,
                lower,
                upper,
            };
            let mut reduced = sum.clone();
            let of = |variable: u32| most[variable as usize];
            let known = reduced.reduce(of).unwrap();
            smaller += usize::from(reduced.terms != sum.terms);
            let literals =
                [false, true].map(|is_negated| reduced.literals(is_negated, of).unwrap());
            let all = all_values(&most);
            let count = all.iter().filter(|values| holds(&sum, values)).count();
            match known {
                Holds::Always => assert_eq!(count, all.len(), "{sum:?}"),
                Holds::Never => assert_eq!(count, 0, "{sum:?}"),
                Holds::Sometimes => {}
            }
            for values in &all {
                let expected = holds(&sum, values);
                assert_eq!(holds(&reduced, values), expected, "{sum:?} {reduced:?}");
                for literals in &literals {
                    let found = holds_by_literals(literals, values, &most);
                    assert_eq!(found, expected, "{sum:?} {literals:?}");
                }
            }
        }
        assert!(smaller > 500, "{smaller}");
    }
}
