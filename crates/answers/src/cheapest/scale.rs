//! Conversions of costs to the numbers that searches add up, and back.
//!
//! Searches find the cheapest solutions; the dearest ones are the cheapest of negated costs
//! ([`Sense`]). Linear programs multiply costs by a power of two, so that rounding takes less than
//! a unit off a bound ([`Scale`]).
//!
//! Invariant: costs get their sign once, on the way into a search, and lose it once, when they are
//! printed. Searches exchange unscaled costs, except in [`Reduced`](super::search::Reduced), which
//! has its scale.

use dlx3_format::{Amount, Costs};

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The cheapest.
    Cheapest,
    /// The dearest.
    Dearest,
}

impl Sense {
    /// The dearest, or else the cheapest.
    pub fn dearest(is_dearest: bool) -> Self {
        match is_dearest {
            true => Sense::Dearest,
            false => Sense::Cheapest,
        }
    }

    /// Converts a cost of the problem to a cost for a search, or back.
    pub fn signed(self, cost: i128) -> i128 {
        match self {
            Sense::Cheapest => cost,
            Sense::Dearest => -cost,
        }
    }

    /// The costs for a search. No sum of them wraps, and none is `i128::MIN`.
    pub fn costs(self, costs: &Costs) -> Vec<i128> {
        let values = costs.values().iter();
        values.map(|&cost| self.signed(cost)).collect()
    }

    /// A cost of a search as an amount of the problem.
    pub fn amount(self, costs: &Costs, cost: i128) -> Amount {
        costs.amount(self.signed(cost))
    }

    /// The word for a better cost: no solution costs *less* than a bound.
    pub fn than(self) -> &'static str {
        match self {
            Sense::Cheapest => "less",
            Sense::Dearest => "more",
        }
    }
}

/// The factor of costs, and their common divisor.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Costs are multiplied by 2 to this power.
    shift: u32,
    /// Scaled costs are multiples of this.
    grain: i128,
}

impl Scale {
    /// The scale for these costs, which are multiplied by 2 to the power of `shift`.
    pub fn new(costs: &[i128], shift: u32) -> Self {
        let grain = greatest_divisor(costs) << shift;
        Scale { shift, grain }
    }

    /// Scales a cost.
    pub fn up(self, cost: i128) -> i128 {
        cost << self.shift
    }

    /// Removes the scale of a cost.
    pub fn down(self, cost: i128) -> i128 {
        cost >> self.shift
    }

    /// The common divisor of all scaled costs.
    pub fn grain(self) -> i128 {
        self.grain
    }

    /// Rounds up to a multiple of the grain.
    pub fn rounded(self, bound: i128) -> i128 {
        match bound.rem_euclid(self.grain) {
            0 => bound,
            over => bound.saturating_add(self.grain - over),
        }
    }

    /// Converts a bound on scaled costs to one on unscaled costs.
    pub fn bound(self, bound: i128) -> i128 {
        self.down(self.rounded(bound))
    }

    /// The highest possible cost below this one, both scaled.
    pub fn below(self, cost: i128) -> i128 {
        cost - self.grain
    }
}

/// The greatest common divisor of all costs, and so of the costs of solutions; 1 if there are no
/// costs.
fn greatest_divisor(costs: &[i128]) -> i128 {
    let divisor = costs.iter().fold(0u128, |divisor, cost| {
        let (mut one, mut other) = (divisor, cost.unsigned_abs());
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one
    });
    i128::try_from(divisor).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up_to_what_solutions_can_cost() {
        let scale = Scale::new(&[6, -9, 0], 4);
        assert_eq!(
            (scale.grain(), scale.up(-3), scale.down(-48)),
            (48, -48, -3)
        );
        assert_eq!(scale.below(scale.up(6)), scale.up(3));
        for (bound, rounded) in [(0, 0), (1, 3), (48, 3), (49, 6), (-1, 0), (-49, -3)] {
            assert_eq!(scale.bound(bound), rounded, "{bound}");
        }
        assert_eq!(scale.rounded(i128::MAX), i128::MAX);
        assert_eq!(Scale::new(&[0, 0], 0).grain(), 1);
    }

    #[test]
    fn the_dearest_are_the_cheapest_of_negated_costs() {
        let costs = Costs::parse(["1.5", "-2"]).unwrap();
        let sense = Sense::dearest(true);
        assert_eq!(sense.costs(&costs), [-15, 20]);
        assert_eq!(sense.amount(&costs, -15).to_string(), "1.5");
        assert_eq!(Sense::dearest(false).costs(&costs), [15, -20]);
    }
}
