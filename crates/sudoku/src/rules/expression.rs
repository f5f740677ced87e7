//! Regular expressions over digits: `()`, `|`, `.`, `[...]`, `[^...]`, `*`, `+`, `?`, `{n}`,
//! `{n,}`, `{n,m}`. A digit is written `0` to `9`, then `A` for 10; in classes, ranges such as
//! `1-4` stand for all digits between.

use super::{Digits, Machine, Shape};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, satisfy, u8 as number};
use nom::combinator::{all_consuming, cut, map, opt, value, verify};
use nom::multi::{fold_many0, many0, many1, separated_list1};
use nom::sequence::{delimited, pair, preceded};
use nom::{IResult, Parser};

/// The most states of an expression; each digit and each repetition of one needs some.
const MOST_STATES: usize = 10_000;

/// The deepest nesting of groups.
const DEEPEST: usize = 100;

/// An expression.
#[derive(Clone, Debug)]
enum Expression {
    /// One digit of a set.
    One(Digits),
    /// One after the other.
    Row(Vec<Expression>),
    /// One of them.
    Any(Vec<Expression>),
    /// So many times at least, and at most.
    Times(Box<Expression>, u8, Option<u8>),
}

/// The machine of an expression; digits are those of the shape.
///
/// # Errors
/// What is wrong with the text.
pub fn machine(text: &str, shape: Shape) -> Result<Machine, String> {
    let text: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let (mut depth, mut deepest) = (0usize, 0);
    for sign in text.bytes() {
        match sign {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    if deepest > DEEPEST {
        return Err(format!("more than {DEEPEST} groups are open at once"));
    }
    let parsed = all_consuming(|rest| any(rest, shape)).parse(&text);
    let expression = match parsed {
        Ok((_, expression)) => expression,
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => {
            let place = text.len() - error.input.len() + 1;
            return Err(match error.input.chars().next() {
                Some(sign) => format!("`{sign}' at place {place} is not expected"),
                None => "it ends too soon".to_owned(),
            });
        }
        Err(nom::Err::Incomplete(_)) => unreachable!("the text is complete"),
    };
    let mut states = States::default();
    let start = states.add();
    let end = states.put(&expression, start)?;
    Ok(states.machine(start, end))
}

fn any(text: &str, shape: Shape) -> IResult<&str, Expression> {
    let rows = separated_list1(char('|'), |rest| row(rest, shape));
    map(rows, Expression::Any).parse(text)
}

fn row(text: &str, shape: Shape) -> IResult<&str, Expression> {
    map(many0(|rest| repeated(rest, shape)), Expression::Row).parse(text)
}

fn repeated(text: &str, shape: Shape) -> IResult<&str, Expression> {
    let (rest, first) = primary(text, shape)?;
    let times = |whole, (least, most)| Expression::Times(Box::new(whole), least, most);
    fold_many0(repetition, move || first.clone(), times).parse(rest)
}

/// How often, at least and at most.
fn repetition(text: &str) -> IResult<&str, (u8, Option<u8>)> {
    let most = map(preceded(char(','), opt(number)), |most| most);
    let braces = delimited(char('{'), pair(number, opt(most)), char('}'));
    let braces = map(braces, |(least, most)| (least, most.unwrap_or(Some(least))));
    let braces = verify(braces, |&(least, most)| {
        most.is_none_or(|most| most >= least)
    });
    alt((
        value((0, None), char('*')),
        value((1, None), char('+')),
        value((0, Some(1)), char('?')),
        braces,
    ))
    .parse(text)
}

fn primary(text: &str, shape: Shape) -> IResult<&str, Expression> {
    let all = shape.digits();
    alt((
        delimited(char('('), cut(|rest| any(rest, shape)), cut(char(')'))),
        map(delimited(tag("[^"), class, char(']')), move |set| {
            Expression::One(all & !set)
        }),
        map(delimited(char('['), class, char(']')), Expression::One),
        value(Expression::One(all), char('.')),
        map(digit, |digit| Expression::One(1 << digit)),
    ))
    .parse(text)
}

/// The digits of a class.
fn class(text: &str) -> IResult<&str, Digits> {
    let range = pair(digit, opt(preceded(one_of("-"), digit)));
    let range = verify(range, |(low, high)| high.is_none_or(|high| *low <= high));
    let set = map(range, |(low, high): (u8, Option<u8>)| {
        (low..=high.unwrap_or(low)).fold(0, |set: Digits, digit| set | 1 << digit)
    });
    map(many1(set), |sets| {
        sets.into_iter().fold(0, |all, set| all | set)
    })
    .parse(text)
}

fn digit(text: &str) -> IResult<&str, u8> {
    let sign = satisfy(|sign| sign.is_ascii_digit() || ('A'..='G').contains(&sign));
    map(sign, |sign| match sign {
        '0'..='9' => sign as u8 - b'0',
        _ => sign as u8 - b'A' + 10,
    })
    .parse(text)
}

/// States with steps that read a digit, and steps that read nothing.
#[derive(Default)]
struct States {
    steps: Vec<Vec<(Digits, usize)>>,
    free: Vec<Vec<usize>>,
}

impl States {
    fn add(&mut self) -> usize {
        self.steps.push(Vec::new());
        self.free.push(Vec::new());
        self.steps.len() - 1
    }

    /// Adds an expression after a state; the state after it.
    fn put(&mut self, expression: &Expression, from: usize) -> Result<usize, String> {
        if self.steps.len() > MOST_STATES {
            return Err(format!("it needs more than {MOST_STATES} states"));
        }
        match expression {
            Expression::One(set) => {
                let to = self.add();
                self.steps[from].push((*set, to));
                Ok(to)
            }
            Expression::Row(all) => all.iter().try_fold(from, |at, own| self.put(own, at)),
            Expression::Any(all) => {
                let to = self.add();
                for own in all {
                    let begin = self.add();
                    self.free[from].push(begin);
                    let end = self.put(own, begin)?;
                    self.free[end].push(to);
                }
                Ok(to)
            }
            Expression::Times(own, least, most) => {
                let mut at = from;
                for _ in 0..*least {
                    at = self.put(own, at)?;
                }
                let to = self.add();
                self.free[at].push(to);
                match most {
                    Some(most) => {
                        for _ in *least..*most {
                            at = self.put(own, at)?;
                            self.free[at].push(to);
                        }
                    }
                    None => {
                        let begin = self.add();
                        self.free[at].push(begin);
                        let end = self.put(own, begin)?;
                        self.free[end].extend([begin, to]);
                    }
                }
                Ok(to)
            }
        }
    }

    /// The states that are reached without reading.
    fn closure(&self, state: usize) -> Vec<usize> {
        let mut reached = vec![false; self.free.len()];
        let mut open = vec![state];
        let mut all = Vec::new();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                all.push(state);
                open.extend(&self.free[state]);
            }
        }
        all.sort_unstable();
        all
    }

    /// The machine without steps that read nothing.
    fn machine(&self, start: usize, end: usize) -> Machine {
        let each = |state: usize| {
            let closure = self.closure(state);
            let steps = closure.iter().flat_map(|&own| &self.steps[own]);
            let steps = steps
                .flat_map(|&(set, to)| super::automaton::digits(set).map(move |digit| (digit, to)));
            (closure.contains(&end), steps.collect())
        };
        Machine {
            start: vec![start],
            states: (0..self.steps.len()).map(each).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(text: &str, row: &[u8]) -> bool {
        let machine = machine(text, Shape::square(16)).unwrap();
        let mut now = machine.start.clone();
        for &digit in row {
            let steps = now.iter().flat_map(|&state| &machine.states[state].1);
            now = steps
                .filter(|step| step.0 == digit)
                .map(|step| step.1)
                .collect();
        }
        now.iter().any(|&state| machine.states[state].0)
    }

    #[test]
    fn expressions_accept_what_they_say() {
        for (text, row, is_accepted) in [
            ("123", &[1, 2, 3][..], true),
            ("123", &[1, 2], false),
            ("(12|3)*", &[], true),
            ("(12|3)*", &[3, 1, 2, 3], true),
            ("(12|3)*", &[1, 3], false),
            ("[1-3]+.", &[2, 3, 9], true),
            ("[^1-3]", &[3], false),
            ("[^1-3]", &[4], true),
            ("5?6{2}", &[6, 6], true),
            ("6{2,3}", &[6, 6, 6, 6], false),
            ("6{2,}", &[6, 6, 6, 6], true),
            ("A.[B-D]", &[10, 16, 12], true),
            ("(|4)5", &[5], true),
            ("1 2\n3", &[1, 2, 3], true),
        ] {
            assert_eq!(accepts(text, row), is_accepted, "{text} {row:?}");
        }
    }

    #[test]
    fn what_is_no_expression_is_refused_with_its_place() {
        for (text, why) in [
            ("(12", "it ends too soon"),
            ("12)", "`)' at place 3 is not expected"),
            ("*1", "`*' at place 1 is not expected"),
            ("1{3,2}", "`{' at place 2 is not expected"),
            ("[]", "`[' at place 1 is not expected"),
            ("1x", "`x' at place 2 is not expected"),
        ] {
            assert_eq!(machine(text, Shape::square(9)).unwrap_err(), why, "{text}");
        }
        assert!(machine(&"(".repeat(101), Shape::square(9)).is_err());
        assert!(machine("((1{200}){200}){200}", Shape::square(9)).is_err());
    }
}
