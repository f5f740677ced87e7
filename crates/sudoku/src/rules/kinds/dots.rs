//! Signs between two cells that share a side, and pairs of such cells without a sign.

use super::super::constraint::Constraint;
use super::super::{Cell, Rule};
use super::builder::{Builder, Built, refuse};
use super::lines::number;
use super::{Kind, Look, Sign};

/// Two digits with a difference.
pub static WHITE_DOT: Kind = Kind {
    name: "white dot",
    says: "the two digits differ by N (1 if no number is told)",
    look: Look::Sign(Sign::White),
    build: |builder, rule| {
        let difference = number(rule, 1);
        pair(builder, rule, |a, b| (a - b).abs() == difference)
    },
};

/// Two digits with a ratio.
pub static BLACK_DOT: Kind = Kind {
    name: "black dot",
    says: "one digit is N times the other (twice if no number is told)",
    look: Look::Sign(Sign::Black),
    build: |builder, rule| {
        let ratio = number(rule, 2);
        pair(builder, rule, |a, b| a == ratio * b || b == ratio * a)
    },
};

/// Two digits whose sum is 5.
pub static V: Kind = Kind {
    name: "V",
    says: "the two digits add up to 5",
    look: Look::Sign(Sign::Letter("V")),
    build: |builder, rule| pair(builder, rule, |a, b| a + b == 5),
};

/// Two digits whose sum is 10.
pub static X: Kind = Kind {
    name: "X",
    says: "the two digits add up to 10",
    look: Look::Sign(Sign::Letter("X")),
    build: |builder, rule| pair(builder, rule, |a, b| a + b == 10),
};

/// A digit that is greater than another.
pub static GREATER: Kind = Kind {
    name: "greater than",
    says: "the first digit is greater than the second",
    look: Look::Sign(Sign::Greater),
    build: |builder, rule| pair(builder, rule, |a, b| a > b),
};

/// No pair without a dot could have one.
pub static NO_OTHER_DOTS: Kind = Kind {
    name: "all dots are given",
    says: "neighbors without a dot neither differ by 1 nor is one twice the other",
    look: Look::Sentence,
    build: |builder, _| {
        let allows = |a: i32, b: i32| (a - b).abs() != 1 && a != 2 * b && b != 2 * a;
        Ok(others(builder, is_dot, allows))
    },
};

/// No pair without a dot could have a white one.
pub static NO_OTHER_WHITE_DOTS: Kind = Kind {
    name: "all white dots are given",
    says: "neighbors without a dot do not differ by N (1 if no number is told)",
    look: Look::Sentence,
    build: |builder, rule| {
        let numbers = numbers(rule, 1);
        let allows = |a: i32, b: i32| !numbers.contains(&(a - b).abs());
        Ok(others(builder, is_dot, allows))
    },
};

/// No pair without a dot could have a black one.
pub static NO_OTHER_BLACK_DOTS: Kind = Kind {
    name: "all black dots are given",
    says: "of neighbors without a dot, none is N times the other (twice if no number is told)",
    look: Look::Sentence,
    build: |builder, rule| {
        let numbers = numbers(rule, 2);
        let allows = |a: i32, b: i32| numbers.iter().all(|ratio| a != ratio * b && b != ratio * a);
        Ok(others(builder, is_dot, allows))
    },
};

/// No pair without a V or an X could have one.
pub static NO_OTHER_XV: Kind = Kind {
    name: "all V and X are given",
    says: "neighbors without a V or X add up neither to 5 nor to 10",
    look: Look::Sentence,
    build: |builder, _| Ok(others(builder, is_letter, |a, b| a + b != 5 && a + b != 10)),
};

/// Whether a rule is of this kind.
pub fn is_of(rule: &Rule, kind: &'static Kind) -> bool {
    std::ptr::eq(rule.kind, kind)
}

/// Whether a rule is about neighbors without a sign. Then fewer [signs](is_sign) make it stricter.
pub fn is_of_others(rule: &Rule) -> bool {
    let kinds = [
        &NO_OTHER_DOTS,
        &NO_OTHER_WHITE_DOTS,
        &NO_OTHER_BLACK_DOTS,
        &NO_OTHER_XV,
    ];
    kinds.into_iter().any(|kind| is_of(rule, kind))
}

/// Whether a rule is a dot, a V or an X.
pub fn is_sign(rule: &Rule) -> bool {
    is_dot(rule) || is_letter(rule)
}

fn pair(
    builder: &Builder<'_>,
    rule: &Rule,
    holds: impl Fn(i32, i32) -> bool,
) -> Built<Vec<Constraint>> {
    match &rule.parts[..] {
        [cells] => match cells[..] {
            [a, b] => Ok(vec![builder.pair([a, b], holds)]),
            _ => refuse("it is not between two cells"),
        },
        _ => refuse("it is not between two cells"),
    }
}

fn is_dot(rule: &Rule) -> bool {
    is_of(rule, &WHITE_DOT) || is_of(rule, &BLACK_DOT)
}

fn is_letter(rule: &Rule) -> bool {
    is_of(rule, &V) || is_of(rule, &X)
}

/// The numbers of a rule, or the usual one.
fn numbers(rule: &Rule, usual: i32) -> Vec<i32> {
    match rule.numbers.is_empty() {
        true => vec![usual],
        false => rule.numbers.clone(),
    }
}

/// Neighbors without a sign, in a relation.
fn others(
    builder: &Builder<'_>,
    is_sign: impl Fn(&Rule) -> bool,
    allows: impl Fn(i32, i32) -> bool,
) -> Vec<Constraint> {
    let signs = builder.variant.rules.iter().filter(|rule| is_sign(rule));
    let marked: Vec<Vec<Cell>> = signs.flat_map(|rule| rule.parts.iter().cloned()).collect();
    let is_marked = |pair: &[Cell; 2]| {
        marked
            .iter()
            .any(|own| pair.iter().all(|cell| own.contains(cell)))
    };
    let pairs = builder.variant.shape.neighbors().into_iter();
    let free = pairs.filter(|pair| !is_marked(pair));
    free.map(|pair| builder.pair(pair, &allows)).collect()
}
