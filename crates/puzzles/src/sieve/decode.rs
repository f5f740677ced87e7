//! From solutions of `.dlx` problems, as `dlx3` prints them, to pairings.
//!
//! An option is printed from any of its nodes on, so the larger of its two
//! numbers is the pick, wherever it stands.

use super::{Numbers, Pair};
use dlx3_format::solution::{AboutLines, Line, StreamSolution};

/// What is wrong with a solution, and on which line of its stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeFault {
    /// The line of the stream, from 1.
    pub line: u64,
    /// What is wrong there.
    pub kind: DecodeFaultKind,
}

dlx3_base::messages! {
    DecodeFault {
        Self { line, kind } => "line {line}: {kind}",
    }
}

/// What is wrong with a solution of the sieve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum DecodeFaultKind {
    NotTwoNumbers(usize),
    UnknownItem(String),
    NoPair { pick: u32, tax: u32, largest: u32 },
    Twice(u32),
}

dlx3_base::messages! {
    DecodeFaultKind {
        Self::NotTwoNumbers(it) => "an option of the sieve names two numbers, this one {it}",
        Self::UnknownItem(it) => "`{it}' is no item of the sieve",
        Self::NoPair { pick, tax, largest } => "{pick} and {tax} are no pair for N = {largest}",
        Self::Twice(it) => "{it} is in two pairs",
    }
}

/// Turns the solutions of a stream into pairings.
pub struct Decoder<'n> {
    numbers: &'n Numbers,
    /// The pair of a line; none of a null move.
    about: AboutLines<Result<Option<Pair>, DecodeFaultKind>>,
}

impl<'n> Decoder<'n> {
    /// For these numbers.
    pub fn new(numbers: &'n Numbers) -> Self {
        Decoder {
            numbers,
            about: AboutLines::new(),
        }
    }

    /// The pairs of a solution, in the order of its levels.
    ///
    /// # Errors
    /// If it is not a pairing of these numbers.
    pub fn decode(&mut self, solution: &StreamSolution) -> Result<Vec<Pair>, DecodeFault> {
        let numbers = self.numbers;
        let mut used = vec![false; numbers.largest() as usize + 1];
        let mut pairs = Vec::with_capacity(solution.levels.len());
        for (line, level) in (solution.line + 1..).zip(&solution.levels) {
            let fault = |kind| DecodeFault { line, kind };
            let found = self.about.get(level, |level| match level.null() {
                Some(_) => Ok(None),
                None => pair_of(numbers, level).map(Some),
            });
            let Some(pair) = found.map_err(fault)? else {
                continue;
            };
            for number in [pair.pick, pair.tax] {
                if std::mem::replace(&mut used[number as usize], true) {
                    return Err(fault(DecodeFaultKind::Twice(number)));
                }
            }
            pairs.push(pair);
        }
        Ok(pairs)
    }
}

fn pair_of(numbers: &Numbers, level: &Line) -> Result<Pair, DecodeFaultKind> {
    let mut found = Vec::new();
    for (name, _) in &level.words {
        let bytes = name.as_bytes();
        match bytes[0] {
            b'0'..=b'9' => match std::str::from_utf8(bytes).map(str::parse) {
                Ok(Ok(number)) => found.push(number),
                _ => return Err(DecodeFaultKind::UnknownItem(name.to_string())),
            },
            b'K' | b'z' | b's' | b'd' => {}
            _ => return Err(DecodeFaultKind::UnknownItem(name.to_string())),
        }
    }
    let &[one, other] = &found[..] else {
        return Err(DecodeFaultKind::NotTwoNumbers(found.len()));
    };
    let pair = Pair {
        pick: u32::max(one, other),
        tax: u32::min(one, other),
    };
    if !numbers.is_pair(pair) {
        let Pair { pick, tax } = pair;
        let largest = numbers.largest();
        return Err(DecodeFaultKind::NoPair { pick, tax, largest });
    }
    Ok(pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx3_format::solution::SolutionReader;

    fn decoded(text: &str) -> Result<Vec<Pair>, DecodeFault> {
        let numbers = Numbers::new(21).unwrap();
        let solution = SolutionReader::new(text.as_bytes())
            .next()
            .unwrap()
            .unwrap();
        Decoder::new(&numbers).decode(&solution)
    }

    #[test]
    fn the_larger_number_is_the_pick_wherever_it_stands() {
        let text = "1:\n K 19 1 (1 of 1)\n 5 K z1 z2 10 (1 of 2)\n null 3 (1 of 1)\n 8 4 K (?)\n";
        let expected = [(19, 1), (10, 5), (8, 4)].map(|(pick, tax)| Pair { pick, tax });
        assert_eq!(decoded(text).unwrap(), expected);
    }

    #[test]
    fn what_is_no_pairing_is_refused_with_its_line() {
        for (text, message) in [
            (
                "1:\n 10 5 K (1 of 1)\n 5 15 K (1 of 1)\n",
                "line 3: 5 is in two pairs",
            ),
            (
                "1:\n 10 K (1 of 1)\n",
                "line 2: an option of the sieve names two numbers, this one 1",
            ),
            (
                "1:\n 12 3 K (1 of 1)\n",
                "line 2: 12 and 3 are no pair for N = 21",
            ),
            (
                "1:\n 22 11 K (1 of 1)\n",
                "line 2: 22 and 11 are no pair for N = 21",
            ),
            (
                "1:\n 22 0 K (1 of 1)\n",
                "line 2: 22 and 0 are no pair for N = 21",
            ),
            (
                "1:\n 1x 11 K (1 of 1)\n",
                "line 2: `1x' is no item of the sieve",
            ),
            (
                "1:\n p1 11 K (1 of 1)\n",
                "line 2: `p1' is no item of the sieve",
            ),
        ] {
            assert_eq!(decoded(text).unwrap_err().to_string(), message);
        }
    }
}
