//! Sets of cells: their sums, the digits that they have.

use super::super::constraint::{Constraint, numbers};
use super::super::{Cell, Digits, Rule};
use super::builder::{Builder, Built, refuse};
use super::dots::is_of;
use super::lines::{line, number, one};
use super::{Kind, Look};
use std::collections::BTreeMap;

/// Different digits, mostly with a sum.
pub static CAGE: Kind = Kind {
    name: "cage",
    says: "the digits differ, and add up to N if a number is told",
    look: Look::Cage,
    build: |builder, rule| {
        let cells = line(rule)?;
        // A cell that is told twice counts twice, but does not differ from itself.
        let mut once = cells.to_vec();
        once.sort_unstable();
        once.dedup();
        let mut constraints = Vec::new();
        if let Some(&sum) = rule.numbers.first() {
            constraints.push(match once.len() == cells.len() {
                true => builder.cage(cells, sum)?,
                false => {
                    let terms: Vec<(Cell, i32)> = cells.iter().map(|&cell| (cell, 1)).collect();
                    builder.weighted(&terms, sum)?
                }
            });
        }
        constraints.push(Constraint::Distinct(once));
        Ok(constraints)
    },
};

/// A sum of digits that may repeat, each times a weight.
pub static SUM: Kind = Kind {
    name: "sum",
    says: "the digits, each times its weight if weights are told, add up to N; they may repeat",
    look: Look::Cage,
    build: |builder, rule| {
        let cells = line(rule)?;
        let [total, weights @ ..] = &rule.numbers[..] else {
            return refuse("it has no sum");
        };
        if !weights.is_empty() && weights.len() != cells.len() {
            return refuse("it has not a weight for each cell");
        }
        let weight = |place: usize| weights.get(place).copied().unwrap_or(1);
        let terms = cells
            .iter()
            .enumerate()
            .map(|(place, &cell)| (cell, weight(place)));
        one(builder.weighted(&terms.collect::<Vec<_>>(), *total))
    },
};

/// Different digits.
pub static DIFFERENT: Kind = Kind {
    name: "extra region",
    says: "the digits differ",
    look: Look::Shade("#e4e4e4"),
    build: |_, rule| Ok(vec![Constraint::Distinct(line(rule)?.to_vec())]),
};

/// No digits of a cage have a sum.
pub static RELLIK: Kind = Kind {
    name: "rellik cage",
    says: "the digits differ, and neither one nor several of them add up to N",
    look: Look::Cage,
    build: |builder, rule| {
        let cells = line(rule)?;
        let sum = number(rule, 0);
        if !(1..=120).contains(&sum) {
            return refuse("its number is not from 1 to 120");
        }
        // All sums of some digits, as bits.
        let step = |&sums: &u128, digit, _| {
            let now = sums | sums << digit;
            (now >> sum & 1 == 0).then_some(now & ((1 << (sum + 1)) - 1))
        };
        let row = builder.row(cells, 1, step, |_| true)?;
        Ok(vec![Constraint::Distinct(cells.to_vec()), row])
    },
};

/// As many odd digits as even ones, as many low ones as high ones.
pub static EQUALITY: Kind = Kind {
    name: "equality cage",
    says: "the digits differ; as many are odd as even, and as many low as high; the middle digit \
           is neither",
    look: Look::Cage,
    build: |builder, rule| {
        let cells = line(rule)?;
        let twice_middle = builder.first() + builder.last();
        let step = |&(odd, high): &(i32, i32), digit: i32, _| {
            let side = (2 * digit - twice_middle).signum();
            let parity = if digit % 2 == 0 { -1 } else { 1 };
            (side != 0).then_some((odd + parity, high + side))
        };
        let row = builder.row(cells, (0, 0), step, |&balance| balance == (0, 0))?;
        Ok(vec![Constraint::Distinct(cells.to_vec()), row])
    },
};

/// A sum of the digits between the least and the greatest.
pub static LUNCHBOX: Kind = Kind {
    name: "lunchbox",
    says: "the digits differ, and those between the least and the greatest add up to N",
    look: Look::Cage,
    build: |builder, rule| {
        let cells = line(rule)?;
        let row = sandwiched(builder, cells, number(rule, 0))?;
        Ok(vec![Constraint::Distinct(cells.to_vec()), row])
    },
};

/// Digits that stand around a corner.
pub static QUADRUPLE: Kind = Kind {
    name: "quadruple",
    says: "the digits of the circle are among its four cells, as often as they are told",
    look: Look::Corner,
    build: contains,
};

/// Digits that a set of cells has.
pub static CONTAINS: Kind = Kind {
    name: "contains",
    says: "the cells have these digits, at least as often as they are told",
    look: Look::Cage,
    build: contains,
};

/// The number of times that a set of cells has each digit.
pub static CONTAINS_EXACTLY: Kind = Kind {
    name: "contains exactly",
    says: "the cells have these digits, as often as they are told and not more often",
    look: Look::Cage,
    build: |builder, rule| {
        let mut counts: BTreeMap<i32, u8> = BTreeMap::new();
        for &digit in &rule.numbers {
            *counts.entry(digit).or_insert(0) += 1;
        }
        one(counted(builder, line(rule)?, &counts, true))
    },
};

/// Counts and digits.
pub static LOOK_AND_SAY: Kind = Kind {
    name: "look and say",
    says: "each count of the clue tells how often the cells have the digit after it; other digits \
           are free",
    look: Look::Cage,
    build: |builder, rule| {
        let (pairs, []) = rule.numbers.as_chunks::<2>() else {
            return refuse("its clue is not pairs of a count and a digit");
        };
        let mut counts = BTreeMap::new();
        for &[count, digit] in pairs {
            let Ok(count) = u8::try_from(count) else {
                return refuse("a count is negative");
            };
            if counts.insert(digit, count).is_some() {
                return refuse(format!("it tells twice how many {digit} there are"));
            }
        }
        one(counted(builder, line(rule)?, &counts, true))
    },
};

/// Sets of cells with the same digits.
pub static SAME_VALUES: Kind = Kind {
    name: "same values",
    says: "all sets of cells have the same digits, each as often as the others",
    look: Look::Shade("#dfe8f3"),
    build: |builder, rule| {
        let mut constraints = Vec::new();
        for two in rule.parts.windows(2) {
            constraints.extend(same(builder, &two[0], &two[1])?);
        }
        Ok(constraints)
    },
};

/// Copies.
pub static CLONES: Kind = Kind {
    name: "clones",
    says: "the cells at the same places of all parts have the same digits",
    look: Look::Shade("#d9d9d9"),
    build: |builder, rule| {
        let mut constraints = Vec::new();
        for two in rule.parts.windows(2) {
            if two[0].len() != two[1].len() {
                return refuse("its parts have not the same number of cells");
            }
            let pairs = two[0].iter().zip(&two[1]);
            constraints.extend(pairs.map(|(&a, &b)| builder.pair([a, b], |a, b| a == b)));
        }
        Ok(constraints)
    },
};

/// Sets of cells with the same sum.
pub static EQUAL_SUMS: Kind = Kind {
    name: "equal sums",
    says: "all sets of cells have the same sum",
    look: Look::Shade("#e3efe3"),
    build: |builder, rule| builder.equal_sums(&rule.parts),
};

/// Some digits only.
pub static DIGITS: Kind = Kind {
    name: "digits",
    says: "the cells have only digits that are told",
    look: Look::Cage,
    build: |builder, rule| {
        let told = rule.numbers.clone();
        only(builder, rule, |digit| told.contains(&digit))
    },
};

/// Odd digits.
pub static ODD: Kind = Kind {
    name: "odd",
    says: "the digits are odd",
    look: Look::Shade("#d0d0d0"),
    build: |builder, rule| only(builder, rule, |digit| digit % 2 == 1),
};

/// Even digits.
pub static EVEN: Kind = Kind {
    name: "even",
    says: "the digits are even",
    look: Look::Shade("#d0d0d0"),
    build: |builder, rule| only(builder, rule, |digit| digit % 2 == 0),
};

/// A digit that is less than its neighbors.
pub static MINIMUM: Kind = Kind {
    name: "minimum",
    says: "the digit is less than those of its neighbors that are no minimum themselves",
    look: Look::Shade("#e8e8e8"),
    build: |builder, rule| extreme(builder, rule, &MINIMUM, |own, other| own < other),
};

/// A digit that is greater than its neighbors.
pub static MAXIMUM: Kind = Kind {
    name: "maximum",
    says: "the digit is greater than those of its neighbors that are no maximum themselves",
    look: Look::Shade("#e8e8e8"),
    build: |builder, rule| extreme(builder, rule, &MAXIMUM, |own, other| own > other),
};

fn only(builder: &Builder<'_>, rule: &Rule, has: impl Fn(i32) -> bool) -> Built<Vec<Constraint>> {
    let all = numbers(builder.variant.shape.digits()).filter(|&digit| has(digit));
    let set = all.fold(0, |set: Digits, digit| set | 1 << digit);
    let cells = line(rule)?.iter();
    Ok(cells.map(|&cell| Constraint::Only(cell, set)).collect())
}

fn extreme(
    builder: &Builder<'_>,
    rule: &Rule,
    kind: &'static Kind,
    holds: impl Fn(i32, i32) -> bool,
) -> Built<Vec<Constraint>> {
    let same = builder
        .variant
        .rules
        .iter()
        .filter(|rule| is_of(rule, kind));
    let same: Vec<Cell> = same.flat_map(Rule::cells).collect();
    let shape = builder.variant.shape;
    let mut constraints = Vec::new();
    for &cell in line(rule)? {
        if usize::from(cell) >= shape.cells() {
            return refuse("its cell is not in the grid");
        }
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let beside = beside
            .into_iter()
            .filter_map(|(r, c)| shape.beside(cell, r, c));
        let others = beside.filter(|other| !same.contains(other));
        constraints.extend(others.map(|other| builder.pair([cell, other], &holds)));
    }
    Ok(constraints)
}

fn contains(builder: &mut Builder<'_>, rule: &Rule) -> Built<Vec<Constraint>> {
    let mut counts: BTreeMap<i32, u8> = BTreeMap::new();
    for &digit in &rule.numbers {
        *counts.entry(digit).or_insert(0) += 1;
    }
    one(counted(builder, line(rule)?, &counts, false))
}

/// Cells that have each digit as often as `counts` says; unless `exactly`, at least as often.
fn counted(
    builder: &Builder<'_>,
    cells: &[Cell],
    counts: &BTreeMap<i32, u8>,
    exactly: bool,
) -> Built<Constraint> {
    let wanted: Vec<(i32, u8)> = counts
        .iter()
        .map(|(&digit, &count)| (digit, count))
        .collect();
    let start: Vec<u8> = wanted.iter().map(|own| own.1).collect();
    let step = |missing: &Vec<u8>, digit: i32, place: usize| {
        let mut missing = missing.clone();
        if let Some(own) = wanted.iter().position(|own| own.0 == digit) {
            match (missing[own], exactly) {
                (0, true) => return None,
                (0, false) => {}
                _ => missing[own] -= 1,
            }
        }
        let all: usize = missing.iter().map(|&count| usize::from(count)).sum();
        (all < cells.len() - place).then_some(missing)
    };
    builder.row(cells, start, step, |missing| {
        missing.iter().all(|&count| count == 0)
    })
}

/// Two sets of cells with the same digits.
fn same(builder: &Builder<'_>, a: &[Cell], b: &[Cell]) -> Built<Vec<Constraint>> {
    if a.len() != b.len() {
        return refuse("its sets have not the same number of cells");
    }
    // What both have is equal anyway.
    let mut b = b.to_vec();
    let a: Vec<Cell> = a
        .iter()
        .copied()
        .filter(|cell| match b.iter().position(|other| other == cell) {
            Some(place) => {
                b.remove(place);
                false
            }
            None => true,
        })
        .collect();
    let all = [&a[..], &b[..]].concat();
    match (&a[..], &b[..]) {
        ([], _) => return Ok(Vec::new()),
        ([a], [b]) => return Ok(vec![builder.pair([*a, *b], |a, b| a == b)]),
        _ => {}
    }
    if a.len() <= 4 || (builder.share_a_house(&a) && builder.share_a_house(&b)) {
        let is_set = builder.share_a_house(&a);
        let step = |open: &Vec<i32>, digit: i32, place: usize| {
            let mut open = open.clone();
            match open.binary_search(&digit) {
                Ok(_) if place < a.len() && is_set => return None,
                Ok(at) | Err(at) if place < a.len() => open.insert(at, digit),
                Ok(at) => _ = open.remove(at),
                Err(_) => return None,
            }
            Some(open)
        };
        return one(builder.row(&all, Vec::new(), step, Vec::is_empty));
    }
    // Each digit by itself: as often in one set as in the other.
    let each = |digit: i32| {
        let step = |&more: &i32, read: i32, place: usize| match (read == digit, place < a.len()) {
            (false, _) => Some(more),
            (true, true) => Some(more + 1),
            (true, false) => (more > 0).then_some(more - 1),
        };
        builder.row(&all, 0, step, |&more| more == 0)
    };
    (builder.first()..=builder.last()).map(each).collect()
}

/// Different cells of which those between the least and the greatest digit have a sum.
pub fn sandwiched(builder: &Builder<'_>, cells: &[Cell], sum: i32) -> Built<Constraint> {
    /// What has been read.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct Read {
        least: i32,
        most: i32,
        /// Which of them came last; both did if there is one cell.
        is_most_last: bool,
        between: i32,
        /// The sum after both.
        after: i32,
    }
    let step = |read: &Option<Read>, digit: i32, _| {
        let Some(read) = *read else {
            return Some(Some(Read {
                least: digit,
                most: digit,
                is_most_last: true,
                between: 0,
                after: 0,
            }));
        };
        if digit == read.least || digit == read.most {
            return None;
        }
        let is_first_pair = read.least == read.most;
        Some(Some(if digit > read.most {
            Read {
                most: digit,
                is_most_last: true,
                between: match (is_first_pair, read.is_most_last) {
                    (true, _) | (_, false) => read.after,
                    (false, true) => read.between + read.most + read.after,
                },
                after: 0,
                ..read
            }
        } else if digit < read.least {
            Read {
                least: digit,
                is_most_last: false,
                between: match (is_first_pair, read.is_most_last) {
                    (true, _) | (_, true) => read.after,
                    (false, false) => read.between + read.least + read.after,
                },
                after: 0,
                ..read
            }
        } else {
            Read {
                after: read.after + digit,
                ..read
            }
        }))
    };
    builder.row(cells, None, step, |read| {
        read.is_some_and(|read| read.between == sum && (read.least < read.most || sum == 0))
    })
}
