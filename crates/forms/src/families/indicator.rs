//! Polymorphisms of relations: functions of k values that, applied place by place to any k tuples
//! of a relation, give a tuple of the relation. This is known as an indicator problem.
//!
//! P. Jeavons, D. Cohen and M. Gyssens, *Closure properties of constraints* (1997). Knuth's program
//! INDICATOR-DLX has the same items and options in the same order.

use super::{Family, FamilyError, within};
use std::io::{self, Write};

/// The problem of some relations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indicator {
    values: usize,
    arity: usize,
    relations: Vec<Vec<Vec<u8>>>,
}

/// Values are decimal digits.
const MOST_VALUES: usize = 10;

/// The limit of Knuth's program.
const MOST_ARITY: usize = 7;
const MOST_RELATIONS: usize = 10;
const MOST_TUPLES: usize = 16;
const MOST_PLACES: usize = 10;

impl Indicator {
    /// The functions of `arity` values from 0 to `values - 1`. Tuples are written as digits.
    ///
    /// # Errors
    /// If a number is out of range, a relation is empty, the tuples of a relation differ in length,
    /// or a tuple has a digit that is not a value.
    pub fn new<R: AsRef<[String]>>(
        values: usize,
        arity: usize,
        relations: impl IntoIterator<Item = R>,
    ) -> Result<Self, FamilyError> {
        within("the number of values", values, 1..=MOST_VALUES)?;
        within("the number of arguments", arity, 1..=MOST_ARITY)?;
        let relations = relations.into_iter();
        let relations: Vec<_> = relations
            .map(|relation| tuples(values, relation.as_ref()))
            .collect::<Result<_, _>>()?;
        within(
            "the number of relations",
            relations.len(),
            1..=MOST_RELATIONS,
        )?;
        Ok(Indicator {
            values,
            arity,
            relations,
        })
    }
}

/// The tuples of a relation.
fn tuples(values: usize, relation: &[String]) -> Result<Vec<Vec<u8>>, FamilyError> {
    within(
        "the number of tuples of a relation",
        relation.len(),
        1..=MOST_TUPLES,
    )?;
    let places = relation[0].len();
    within("the length of a tuple", places, 1..=MOST_PLACES)?;
    let tuple = |text: &String| {
        let digits = text.bytes().map(|byte| byte.wrapping_sub(b'0'));
        if text.len() != places {
            let message =
                format!("the tuple `{text}' has not {places} values, as the first one has");
            return Err(FamilyError::Unfit(message));
        }
        if digits.clone().any(|digit| usize::from(digit) >= values) {
            let most = values - 1;
            let message =
                format!("the tuple `{text}' has something else than values from 0 to {most}");
            return Err(FamilyError::Unfit(message));
        }
        Ok(digits.collect())
    };
    relation.iter().map(tuple).collect()
}

/// All rows of `length` numbers below `base`; the last number changes fastest.
fn rows(base: usize, length: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = Some(vec![0; length]);
    std::iter::from_fn(move || {
        let row = next.take()?;
        if let Some(place) = row.iter().rposition(|&number| number + 1 < base) {
            let mut after = row.clone();
            after[place] += 1;
            after[place + 1..].fill(0);
            next = Some(after);
        }
        Some(row)
    })
}

/// The name of a row, one digit a number.
fn name(row: &[usize]) -> String {
    row.iter().map(|number| format!("{number:x}")).collect()
}

/// The letter of a relation.
fn letter(relation: usize) -> char {
    char::from(b'a' + relation as u8)
}

impl Family for Indicator {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (at, relation) in self.relations.iter().enumerate() {
            for row in rows(relation.len(), self.arity) {
                write!(out, "{}{} ", letter(at), name(&row))?;
            }
        }
        write!(out, "|")?;
        for row in rows(self.values, self.arity) {
            write!(out, " {}", name(&row))?;
        }
        writeln!(out)?;
        for (at, relation) in self.relations.iter().enumerate() {
            for row in rows(relation.len(), self.arity) {
                // The arguments of the function at each place, and which places have equal ones.
                let given: Vec<String> = (0..relation[0].len())
                    .map(|place| {
                        let values = row.iter().map(|&tuple| usize::from(relation[tuple][place]));
                        name(&values.collect::<Vec<_>>())
                    })
                    .collect();
                let first = |place: usize| given.iter().position(|other| *other == given[place]);
                let firsts: Vec<usize> = (0..given.len()).filter_map(first).collect();
                for tuple in relation {
                    let value = |place: usize| tuple[place];
                    if (0..given.len()).any(|place| value(place) != value(firsts[place])) {
                        continue;
                    }
                    write!(out, "{}{}", letter(at), name(&row))?;
                    for place in (0..given.len()).filter(|&place| firsts[place] == place) {
                        write!(out, " {}:{}", given[place], value(place))?;
                    }
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }
}
