//! Lines through cells.

use super::super::constraint::Constraint;
use super::super::{Cell, Digits, Rule};
use super::builder::{Builder, Built, refuse};
use super::{Ends, Kind, Look};

/// Digits grow from the bulb.
pub static THERMOMETER: Kind = Kind {
    name: "thermometer",
    says: "digits grow along the line, from the bulb",
    look: Look::Line("#cfcfcf", Ends::Bulb),
    build: |builder, rule| {
        let step = |&last: &i32, digit, _| (digit > last).then_some(digit);
        one(builder.row(line(rule)?, -1, step, |_| true))
    },
};

/// Digits do not fall from the bulb.
pub static SLOW_THERMOMETER: Kind = Kind {
    name: "slow thermometer",
    says: "no digit along the line is less than the one before, from the bulb",
    look: Look::Line("#b7cfe3", Ends::Bulb),
    build: |builder, rule| {
        let step = |&last: &i32, digit, _| (digit >= last).then_some(digit);
        one(builder.row(line(rule)?, -1, step, |_| true))
    },
};

/// Neighbors differ by a number at least.
pub static WHISPER: Kind = Kind {
    name: "whisper",
    says: "neighbors on the line differ by N or more (5 if no number is told)",
    look: Look::Line("#8fd08f", Ends::Plain),
    build: |builder, rule| {
        let least = number(rule, 5);
        let step = |&last: &Option<i32>, digit: i32, _| {
            let is_far = last.is_none_or(|last| (digit - last).abs() >= least);
            is_far.then_some(Some(digit))
        };
        one(builder.row(line(rule)?, None, step, |_| true))
    },
};

/// Consecutive digits in any order.
pub static RENBAN: Kind = Kind {
    name: "renban",
    says: "the digits on the line are consecutive and different, in any order",
    look: Look::Line("#d68fd6", Ends::Plain),
    build: |builder, rule| {
        let cells = line(rule)?;
        let step = |&seen: &Digits, digit: i32, _| {
            let now = seen | 1 << digit;
            let range = now.ilog2() - now.trailing_zeros();
            (seen >> digit & 1 == 0 && (range as usize) < cells.len()).then_some(now)
        };
        let row = builder.row(cells, 0, step, |_| true)?;
        Ok(vec![row, Constraint::Distinct(cells.to_vec())])
    },
};

/// Digits between those at the ends.
pub static BETWEEN: Kind = Kind {
    name: "between line",
    says: "the digits on the line are strictly between those in its circles",
    look: Look::Line("#b9a7e0", Ends::Circles),
    build: |builder, rule| {
        ends_first(
            builder,
            rule,
            |ends, digit| ends.0 < digit && digit < ends.1,
            0,
        )
    },
};

/// Digits outside those at the ends.
pub static LOCKOUT: Kind = Kind {
    name: "lockout line",
    says: "the digits in the diamonds differ by N or more (4 if no number is told); no digit on \
           the line is between them or equal to one of them",
    look: Look::Line("#9fb8e8", Ends::Diamonds),
    build: |builder, rule| {
        let least = number(rule, 4);
        ends_first(
            builder,
            rule,
            |ends, digit| digit < ends.0 || ends.1 < digit,
            least,
        )
    },
};

/// A line that reads the same from both ends.
pub static PALINDROME: Kind = Kind {
    name: "palindrome",
    says: "the line reads the same from both ends",
    look: Look::Line("#c8c8a0", Ends::Plain),
    build: |builder, rule| {
        let pairs = mirrored(line(rule)?).into_iter();
        Ok(pairs
            .map(|pair| builder.pair(pair, |a, b| a == b))
            .collect())
    },
};

/// Equal sums at equal distances from the middle.
pub static ZIPPER: Kind = Kind {
    name: "zipper line",
    says: "two digits at the same distance from the middle have the same sum everywhere, which is \
           the digit in the middle if there is one",
    look: Look::Line("#c7a9e8", Ends::Plain),
    build: |builder, rule| {
        let cells = line(rule)?;
        let mut parts: Vec<Vec<Cell>> = mirrored(cells).into_iter().map(Vec::from).collect();
        if cells.len() % 2 == 1 {
            parts.push(vec![cells[cells.len() / 2]]);
        }
        builder.equal_sums(&parts)
    },
};

/// Equal sums in each region.
pub static REGION_SUM: Kind = Kind {
    name: "region sum line",
    says: "the digits on the line have the same sum in each box that it passes, for each passage",
    look: Look::Line("#7fc4d8", Ends::Plain),
    build: |builder, rule| {
        let regions = &builder.variant.regions;
        let region = |cell: &Cell| regions.iter().position(|own| own.contains(cell));
        let cells = line(rule)?;
        let parts = cells.chunk_by(|a, b| region(a) == region(b));
        let parts: Vec<Vec<Cell>> = parts.map(<[Cell]>::to_vec).collect();
        builder.equal_sums(&parts)
    },
};

/// Segments with a sum.
pub static SUM_LINE: Kind = Kind {
    name: "sum line",
    says: "the line is divided into segments, each with the sum N (10 if no number is told)",
    look: Look::Line("#9fd8a0", Ends::Plain),
    build: |builder, rule| {
        let sum = number(rule, 10);
        let is_loop = rule.numbers.get(1) == Some(&1);
        if !(1..=30).contains(&sum) {
            return refuse("its sum is not from 1 to 30");
        }
        // The places before the first segment that are still possible, and the sum so far.
        let all: u32 = if is_loop { (1 << sum) - 1 } else { 1 };
        let step = |&(starts, so_far): &(u32, i32), digit, _| {
            // A segment may end at `so_far + digit`, and not within the digit.
            let passed = (1..digit).fold(0, |set, inner| set | 1 << ((so_far + inner) % sum));
            let left = starts & !passed;
            (left != 0).then_some((left, (so_far + digit) % sum))
        };
        let accepts = |&(_, so_far): &(u32, i32)| so_far == 0;
        one(builder.row(line(rule)?, (all, 0), step, accepts))
    },
};

/// Different remainders in each run of cells.
pub static MODULAR: Kind = Kind {
    name: "modular line",
    says: "any N neighbors on the line have different remainders when divided by N (3 if no \
           number is told)",
    look: Look::Line("#5fb8b8", Ends::Plain),
    build: |builder, rule| {
        let modulus = number(rule, 3);
        if modulus < 1 {
            return refuse("its number is not 1 or more");
        }
        windows(builder, rule, modulus as usize, |digit| digit % modulus)
    },
};

/// Low, middle and high digits.
pub static ENTROPIC: Kind = Kind {
    name: "entropic line",
    says: "any three neighbors on the line are a low, a middle and a high digit",
    look: Look::Line("#f0b28f", Ends::Plain),
    build: |builder, rule| {
        let third = thirds(builder)?;
        let first = builder.first();
        windows(builder, rule, 3, move |digit| (digit - first) / third)
    },
};

/// The number of low digits, middle digits, high digits.
///
/// # Errors
/// If they are not equally many.
pub fn thirds(builder: &Builder<'_>) -> Built<i32> {
    let order = builder.variant.shape.order() as i32;
    match order % 3 {
        0 => Ok(order / 3),
        _ => refuse(format!("{order} digits have no thirds")),
    }
}

/// The line of a rule.
pub fn line(rule: &Rule) -> Built<&[Cell]> {
    match &rule.parts[..] {
        [cells] if !cells.is_empty() => Ok(cells),
        _ => refuse("it has no cells"),
    }
}

/// Its first number.
pub fn number(rule: &Rule, usual: i32) -> i32 {
    rule.numbers.first().copied().unwrap_or(usual)
}

/// One constraint alone.
pub fn one(constraint: Built<Constraint>) -> Built<Vec<Constraint>> {
    constraint.map(|constraint| vec![constraint])
}

/// The cells at equal distances from the middle, from the outside.
fn mirrored(cells: &[Cell]) -> Vec<[Cell; 2]> {
    let pairs = (0..cells.len() / 2).map(|place| [cells[place], cells[cells.len() - 1 - place]]);
    pairs.collect()
}

/// Both ends, which differ by `least`, then the cells between, in a relation to the lesser and the
/// greater of them.
fn ends_first(
    builder: &Builder<'_>,
    rule: &Rule,
    holds: impl Fn((i32, i32), i32) -> bool,
    least: i32,
) -> Built<Vec<Constraint>> {
    let cells = line(rule)?;
    let [first, inner @ .., last] = cells else {
        return refuse("it has one cell");
    };
    let cells = [&[*first, *last], inner].concat();
    let step = |&(low, high): &(i32, i32), digit: i32, place| match place {
        0 => Some((digit, digit)),
        1 => ((digit - low).abs() >= least).then_some((low.min(digit), high.max(digit))),
        _ => holds((low, high), digit).then_some((low, high)),
    };
    one(builder.row(&cells, (0, 0), step, |_| true))
}

/// A line on which any `size` neighbors are of different classes.
fn windows(
    builder: &Builder<'_>,
    rule: &Rule,
    size: usize,
    class: impl Fn(i32) -> i32,
) -> Built<Vec<Constraint>> {
    let step = |last: &Vec<i32>, digit, _| {
        let own = class(digit);
        if last.contains(&own) {
            return None;
        }
        let mut now = last.clone();
        now.push(own);
        if now.len() >= size {
            now.remove(0);
        }
        Some(now)
    };
    one(builder.row(line(rule)?, Vec::new(), step, |_| true))
}
