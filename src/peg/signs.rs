//! What the signs of a drawing mean.
//!
//! Most signs have one meaning. `o`, `x` and `*` depend on each other: where two of them stand in a
//! drawing, either can be the peg. Then there is a [`Reading`] for each, and who reads the drawing
//! takes the only one that makes sense.

use std::collections::BTreeSet;

/// What a sign stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Peg,
    Empty,
    NoHole,
}

/// Signs that stand for a peg, whatever else there is.
const PEGS: &[char] = &['1', '•', '●', '⚫', '⬤', '🔴', '🔵'];
/// Signs that stand for an empty hole.
const EMPTY: &[char] = &['0', '·', '◦', '○', '◯', '⚪'];
/// Signs that stand for a peg, unless another one of them does.
const EITHER: &[char] = &['x', '*', 'o'];
/// An empty hole, unless another sign is: then it fills lines.
const DOT: char = '.';

/// Whether a drawing may have a sign for a peg or a hole.
pub fn is_sign(sign: char) -> bool {
    sign == DOT
        || [PEGS, EMPTY, EITHER]
            .iter()
            .any(|signs| signs.contains(&sign))
}

/// A capital letter means what the small one means.
pub fn folded(sign: char) -> char {
    match sign {
        'X' => 'x',
        'O' => 'o',
        sign => sign,
    }
}

/// One way to read the signs of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which of `x`, `*` and `o` is a peg, and which of them an empty hole.
    peg: Option<char>,
    empty: Option<char>,
    /// Whether another sign than the dot is an empty hole.
    dots_fill: bool,
}

impl Reading {
    /// What a sign means.
    pub fn of(&self, sign: char) -> Meaning {
        match sign {
            DOT if self.dots_fill => Meaning::NoHole,
            sign if Some(sign) == self.peg || PEGS.contains(&sign) => Meaning::Peg,
            _ => Meaning::Empty,
        }
    }

    /// In words, for who must choose between two: `x a peg and o an empty hole`.
    pub fn signs(&self) -> Option<(char, char)> {
        self.peg.zip(self.empty)
    }
}

/// All ways to read these signs; none if `x`, `*` and `o` are there all three.
pub fn readings(signs: &BTreeSet<char>) -> Vec<Reading> {
    let has = |some: &[char]| some.iter().any(|sign| signs.contains(sign));
    let either: Vec<char> = EITHER
        .iter()
        .copied()
        .filter(|sign| signs.contains(sign))
        .collect();
    let reading = |peg, empty: Option<char>| Reading {
        peg,
        empty,
        dots_fill: empty.is_some() || has(EMPTY),
    };
    match either[..] {
        [] => vec![reading(None, None)],
        // Beside filled circles or 1, it can only be a ring.
        ['o'] if has(PEGS) => vec![reading(None, Some('o'))],
        [sign] => vec![reading(Some(sign), None)],
        [one, other] => vec![
            reading(Some(one), Some(other)),
            reading(Some(other), Some(one)),
        ],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meaning of each sign of a text, in each reading: `x` a peg, `.` an empty hole, `#` none.
    fn meanings(text: &str) -> Vec<String> {
        let signs = text.chars().collect();
        let mark = |reading: &Reading, sign| match reading.of(sign) {
            Meaning::Peg => 'x',
            Meaning::Empty => '.',
            Meaning::NoHole => '#',
        };
        let all = readings(&signs).into_iter();
        all.map(|reading| text.chars().map(|sign| mark(&reading, sign)).collect())
            .collect()
    }

    #[test]
    fn signs_have_one_meaning_unless_two_of_them_can_be_pegs() {
        for (text, expected) in [
            ("x.", &["x."][..]),
            ("o.", &["x."]),
            ("*.", &["x."]),
            ("●○", &["x."]),
            ("●○.", &["x.#"]),
            ("●o", &["x."]),
            ("1o", &["x."]),
            ("o○", &["x."]),
            ("x0", &["x."]),
            ("01", &[".x"]),
            ("01.", &[".x#"]),
            ("xo", &["x.", ".x"]),
            ("*o", &["x.", ".x"]),
            ("x*.", &["x.#", ".x#"]),
            ("x*o", &[]),
        ] {
            assert_eq!(meanings(text), expected, "{text}");
        }
    }
}
