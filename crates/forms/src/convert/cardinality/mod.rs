//! Cardinality constraints: clauses that say how many of some literals hold, in several encodings.
//!
//! Every encoding is complete in both directions: once the literals are set, unit propagation sets
//! all new variables, or finds that the number is wrong. So new variables add no models.

mod clauses;
mod ladder;
mod pairwise;
mod product;
mod totalizer;

pub use clauses::{Clauses, Size};

use super::forms::named;
use std::io;

/// A variable's number; negative for its negation.
pub type Literal = i32;

/// An encoding's row, for command lines.
#[derive(Debug)]
#[non_exhaustive]
pub struct EncodingRow {
    /// Its name on command lines.
    pub name: &'static str,
    /// What it is, in a line of a help page.
    pub about: &'static str,
}

named! {
    /// The encodings of cardinality constraints.
    Encoding: EncodingRow {
        /// For each constraint, the encoding with the fewest clauses and variables together; rows
        /// and columns only in problems with colors.
        Auto = EncodingRow {
            name: "auto",
            about: "For each item the one with the fewest clauses and variables",
        },
        /// No new variables: a clause forbids each set of literals that is too large or leaves too
        /// few; for "at most one", each pair. (Frisch and Giannaros call this binomial.)
        Pairwise = EncodingRow {
            name: "pairwise",
            about: "A clause for each pair that may not be, and no more variables",
        },
        /// A ladder of variables, the i-th of which says that one of the first i literals holds
        /// (Gent and Nightingale); for larger numbers, Sinz's sequential counter.
        Ladder = EncodingRow {
            name: "ladder",
            about: "Ladders; sequential counters for larger numbers",
        },
        /// For "at most one", variables for the rows and columns of a rectangle of literals (Chen);
        /// for larger numbers, the ladder.
        Product = EncodingRow {
            name: "product",
            about: "Rows and columns; sequential counters for larger numbers",
        },
        /// Bailleux and Boufkhad's tree of unary sums.
        Totalizer = EncodingRow {
            name: "totalizer",
            about: "Trees of unary sums",
        },
    }
}

/// The encodings among which [`Encoding::Auto`] chooses.
const METHODS: [Encoding; 3] = [Encoding::Pairwise, Encoding::Ladder, Encoding::Totalizer];

/// From `lower` to `upper` of some literals hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of literals.
    pub of: usize,
    /// How many must hold; may exceed `of`.
    pub lower: usize,
    /// How many may hold; may exceed `of`.
    pub upper: usize,
}

/// The part of a constraint that clauses without new variables can say.
enum Simple {
    /// It cannot hold: the empty clause.
    Never,
    /// A unit for each literal.
    All,
    /// The negation of each literal.
    Nothing,
    /// At most two clauses, that some literal holds and that not all do; and the constraint left.
    Clauses {
        one: bool,
        not_all: bool,
        rest: Option<Count>,
    },
}

impl Count {
    fn simple(self) -> Simple {
        let Count { of, lower, upper } = self;
        if lower > of || lower > upper {
            return Simple::Never;
        }
        if lower == of {
            return Simple::All;
        }
        if upper == 0 {
            return Simple::Nothing;
        }
        let (one, not_all) = (lower == 1, upper + 1 == of);
        let rest = Count {
            of,
            lower: if one { 0 } else { lower },
            upper: if not_all { of } else { upper.min(of) },
        };
        let is_open = rest.lower > 0 || rest.upper < of;
        Simple::Clauses {
            one,
            not_all,
            rest: is_open.then_some(rest),
        }
    }

    /// The same constraint on the negated literals.
    fn negated(self) -> Count {
        Count {
            of: self.of,
            lower: self.of - self.upper,
            upper: self.of - self.lower,
        }
    }

    /// The variables and clauses that it takes.
    pub fn size(self, encoding: Encoding) -> Size {
        let clauses = |number| Size {
            variables: 0,
            clauses: number,
        };
        match self.simple() {
            Simple::Never => clauses(1),
            Simple::All | Simple::Nothing => clauses(self.of as u64),
            Simple::Clauses { one, not_all, rest } => {
                let rest = rest.map_or(Size::default(), |rest| match encoding {
                    Encoding::Auto => rest.size(rest.smallest()),
                    Encoding::Pairwise => pairwise::size(rest),
                    Encoding::Ladder => ladder::size(rest),
                    Encoding::Product => product::size(rest),
                    Encoding::Totalizer => totalizer::size(rest),
                });
                rest + clauses(u64::from(one) + u64::from(not_all))
            }
        }
    }

    /// The encoding itself; but rows and columns for [`Encoding::Auto`], if these may be and are
    /// smaller.
    pub fn method(self, encoding: Encoding, may_be_product: bool) -> Encoding {
        let total = |encoding| self.size(encoding).total();
        match encoding {
            Encoding::Auto if may_be_product && total(Encoding::Product) < total(encoding) => {
                Encoding::Product
            }
            encoding => encoding,
        }
    }

    fn smallest(self) -> Encoding {
        let smallest = METHODS
            .iter()
            .min_by_key(|&&method| self.size(method).total());
        *smallest.expect("there are methods")
    }

    /// Writes the clauses for these literals, of which there must be `of`.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(
        self,
        encoding: Encoding,
        literals: &[Literal],
        clauses: &mut Clauses<'_>,
    ) -> io::Result<()> {
        debug_assert_eq!(literals.len(), self.of);
        match self.simple() {
            Simple::Never => clauses.add(&[]),
            Simple::All => literals.iter().try_for_each(|&x| clauses.add(&[x])),
            Simple::Nothing => literals.iter().try_for_each(|&x| clauses.add(&[-x])),
            Simple::Clauses { one, not_all, rest } => {
                if one {
                    clauses.add(literals)?;
                }
                if not_all {
                    let negated: Vec<Literal> = literals.iter().map(|&x| -x).collect();
                    clauses.add(&negated)?;
                }
                let Some(rest) = rest else { return Ok(()) };
                let method = match encoding {
                    Encoding::Auto => rest.smallest(),
                    method => method,
                };
                match method {
                    Encoding::Pairwise => pairwise::write(rest, literals, clauses),
                    Encoding::Ladder => ladder::write(rest, literals, clauses),
                    Encoding::Product => product::write(rest, literals, clauses),
                    _ => totalizer::write(rest, literals, clauses),
                }
            }
        }
    }
}

/// The constraint or its negation, whichever counts less far; and its literals.
fn smaller(
    count: Count,
    literals: &[Literal],
    height: impl Fn(Count) -> usize,
) -> (Count, Vec<Literal>) {
    let negated = count.negated();
    match height(negated) < height(count) {
        true => (negated, literals.iter().map(|&x| -x).collect()),
        false => (count, literals.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clauses of a DIMACS text without its header.
    fn parse(text: &[u8]) -> Vec<Vec<Literal>> {
        let text = std::str::from_utf8(text).unwrap();
        let line = |line: &str| {
            let numbers = line.split(' ').map(|word| word.parse().unwrap());
            let mut clause: Vec<Literal> = numbers.collect();
            assert_eq!(clause.pop(), Some(0));
            clause
        };
        text.lines().map(line).collect()
    }

    /// How many literals follow by unit propagation; `None` if they contradict the clauses.
    fn propagate(clauses: &[Vec<Literal>], given: &[Literal], last: Literal) -> Option<usize> {
        let mut values = vec![None; last as usize + 1];
        let mut set = given.len();
        for &literal in given {
            values[literal.unsigned_abs() as usize] = Some(literal > 0);
        }
        loop {
            let before = set;
            for clause in clauses {
                let value = |x: Literal| values[x.unsigned_abs() as usize].map(|v| v == (x > 0));
                if clause.iter().any(|&x| value(x) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&x| value(x).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(&x), None) => {
                        values[x.unsigned_abs() as usize] = Some(x > 0);
                        set += 1;
                    }
                    _ => {}
                }
            }
            if set == before {
                return Some(set);
            }
        }
    }

    #[test]
    fn clauses_say_how_many_hold_and_new_variables_follow_from_the_literals() {
        for encoding in [
            Encoding::Auto,
            Encoding::Pairwise,
            Encoding::Ladder,
            Encoding::Product,
            Encoding::Totalizer,
        ] {
            for of in 0..8 {
                for lower in 0..of + 2 {
                    for upper in lower.max(1)..of + 3 {
                        let count = Count { of, lower, upper };
                        // Some literals are negative.
                        let literals: Vec<Literal> = (1..=of as Literal)
                            .map(|x| if x % 3 == 0 { -x } else { x })
                            .collect();
                        let mut text = Vec::new();
                        let mut clauses = Clauses::new(&mut text, of as Literal, None);
                        count.write(encoding, &literals, &mut clauses).unwrap();
                        let (last, written) = (clauses.last(), clauses.written());
                        let size = count.size(encoding);
                        let new = last as u64 - of as u64;
                        assert_eq!((size.variables, size.clauses), (new, written), "{count:?}");
                        let clauses = parse(&text);
                        for set in 0..1u32 << of {
                            let sign = |x: &Literal| match set >> (x.unsigned_abs() - 1) & 1 {
                                1 => *x,
                                _ => -*x,
                            };
                            let given: Vec<Literal> = literals.iter().map(sign).collect();
                            let holds = (lower..=upper).contains(&(set.count_ones() as usize));
                            let expected = holds.then_some(last as usize);
                            let found = propagate(&clauses, &given, last);
                            assert_eq!(found, expected, "{encoding:?} {count:?} {given:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rows_and_columns_say_that_at_most_one_of_many_holds() {
        for of in [9, 10, 11, 16, 17, 21, 26] {
            for (lower, upper) in [(0, 1), (1, 1), (of - 1, of)] {
                let count = Count { of, lower, upper };
                let literals: Vec<Literal> = (1..=of as Literal).collect();
                let mut text = Vec::new();
                let mut clauses = Clauses::new(&mut text, of as Literal, None);
                count
                    .write(Encoding::Product, &literals, &mut clauses)
                    .unwrap();
                let (last, written) = (clauses.last(), clauses.written());
                let size = count.size(Encoding::Product);
                let new = (last - of as Literal) as u64;
                assert_eq!((size.variables, size.clauses), (new, written), "{count:?}");
                let clauses = parse(&text);
                // None, one, two of them; or all others.
                let sign = if upper == 1 { 1 } else { -1 };
                for one in 0..of {
                    for other in one..of {
                        for none in [false, true] {
                            let is_in =
                                |x: Literal| !none && [one, other].contains(&(x as usize - 1));
                            let value = |&x: &Literal| if is_in(x) { sign * x } else { -sign * x };
                            let given: Vec<Literal> = literals.iter().map(value).collect();
                            let held = given.iter().filter(|&&x| x > 0).count();
                            let holds = (lower..=upper).contains(&held);
                            let expected = holds.then_some(last as usize);
                            assert_eq!(propagate(&clauses, &given, last), expected, "{count:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn large_sizes_are_known_without_writing() {
        let count = |of, lower, upper| Count { of, lower, upper };
        let size = |variables, clauses| Size { variables, clauses };
        let pairs = count(100_000, 0, 1).size(Encoding::Pairwise);
        assert_eq!(pairs, size(0, 4_999_950_000));
        let ladder = count(100_000, 0, 1).size(Encoding::Ladder);
        assert_eq!(ladder, size(99_999, 4 * 99_999 - 1));
        let many = count(1_000_000_000, 500_000_000, 500_000_000);
        assert_eq!(many.size(Encoding::Pairwise).clauses, u64::MAX);
        assert!(many.size(Encoding::Totalizer).clauses > 1 << 50);
        assert!(many.size(Encoding::Auto).total() > 1 << 50);
    }
}
