//! The meaning of the signs in a drawing.
//!
//! Most signs have one meaning. `o`, `x` and `*` depend on each other: if two of them occur in a
//! drawing, either can be the peg. Then there is a [`Reading`] for each, and the caller takes the
//! only one that makes sense. Dots and dashes are empty holes if no other sign is.

use std::collections::BTreeSet;

/// The meaning of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Peg,
    Empty,
    NoHole,
}

/// Signs that always mean a peg.
const PEGS: &[char] = &['1', 'p', '•', '●', '⚫', '⬤', '🔴', '🔵'];
/// Signs that always mean an empty hole.
const EMPTY: &[char] = &['0', 'h', '·', '◦', '○', '◯', '⚪'];
/// Signs that mean a peg, unless another of them does.
const EITHER: &[char] = &['x', '*', 'o'];
/// Signs that mean an empty hole, unless another sign does: then they only fill lines.
const FILLS: &[char] = &['.', '-', '_'];

/// Whether a drawing may use a sign for a peg or a hole.
pub fn is_sign(sign: char) -> bool {
    [PEGS, EMPTY, EITHER, FILLS]
        .iter()
        .any(|signs| signs.contains(&sign))
}

/// Whether a sign is a space.
pub fn is_blank(sign: char) -> bool {
    matches!(sign, ' ' | '\u{a0}' | '\u{3000}')
}

/// The sign in lower case: capital letters mean the same.
pub fn folded(sign: char) -> char {
    match sign {
        'X' => 'x',
        'O' => 'o',
        'P' => 'p',
        'H' => 'h',
        sign => sign,
    }
}

/// One way to read the signs of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which of `x`, `*` and `o` is a peg, and which is an empty hole.
    peg: Option<char>,
    empty: Option<char>,
    /// Which of dots and dashes is an empty hole; `None` if another sign is.
    only_empty: Option<char>,
    /// Whether `o` means no hole, as beside P and H.
    o_is_none: bool,
}

impl Reading {
    /// The meaning of a sign.
    pub fn of(&self, sign: char) -> Meaning {
        match sign {
            sign if Some(sign) == self.peg => Meaning::Peg,
            'o' if self.o_is_none => Meaning::NoHole,
            sign if FILLS.contains(&sign) && Some(sign) != self.only_empty => Meaning::NoHole,
            sign if PEGS.contains(&sign) => Meaning::Peg,
            _ => Meaning::Empty,
        }
    }

    /// If either of two signs can be the peg: the one that is, and the one that is an empty hole.
    pub fn signs(&self) -> Option<(char, char)> {
        self.peg.zip(self.empty)
    }

    /// The one of dots and dashes that is an empty hole.
    pub fn only_empty(&self) -> Option<char> {
        self.only_empty
    }
}

/// All ways to read these signs; none if `x`, `*` and `o` all occur.
pub fn readings(signs: &BTreeSet<char>) -> Vec<Reading> {
    let has = |some: &[char]| some.iter().any(|sign| signs.contains(sign));
    let those = |some: &[char]| -> Vec<char> {
        let there = some.iter().copied();
        there.filter(|sign| signs.contains(sign)).collect()
    };
    let o_is_none = signs.contains(&'p') && signs.contains(&'h');
    let mut either = those(EITHER);
    either.retain(|&sign| sign != 'o' || !o_is_none);
    let fills = those(FILLS);
    let reading = |peg, empty: Option<char>| -> Vec<Reading> {
        let reading = |only_empty| Reading {
            peg,
            empty,
            only_empty,
            o_is_none,
        };
        match empty.is_some() || has(EMPTY) || fills.is_empty() {
            true => vec![reading(None)],
            false => fills.iter().map(|&fill| reading(Some(fill))).collect(),
        }
    };
    match either[..] {
        [] => reading(None, None),
        // Beside filled circles, P or 1, it can only be a ring.
        ['o'] if has(PEGS) => reading(None, Some('o')),
        [sign] => reading(Some(sign), None),
        [one, other] => [
            reading(Some(one), Some(other)),
            reading(Some(other), Some(one)),
        ]
        .concat(),
        _ => Vec::new(),
    }
}

/// The reading in which a ring is an empty hole among pegs that are dots, and both signs: some
/// people draw a full board this way. It applies only if the usual reading makes no game.
pub fn swapped(signs: &BTreeSet<char>) -> Option<(char, char, Reading)> {
    let holes = signs.iter().copied().filter(|&sign| is_sign(sign));
    let holes: Vec<char> = holes.filter(|sign| !matches!(sign, '-' | '_')).collect();
    let (peg, empty) = match holes[..] {
        ['.', ring @ ('0' | 'o' | '◦' | '○' | '◯')] => ('.', ring),
        ['o', '·'] => ('·', 'o'),
        ['·', ring @ ('◦' | '○' | '◯')] => ('·', ring),
        _ => return None,
    };
    let reading = Reading {
        peg: Some(peg),
        empty: Some(empty),
        only_empty: None,
        o_is_none: false,
    };
    Some((peg, empty, reading))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meaning of each sign of a text, in each reading: `x` is a peg, `.` an empty hole, `#`
    /// none.
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
            ("x-", &["x."]),
            ("xo-", &["x.#", ".x#"]),
            ("01-", &[".x#"]),
            ("x.-", &["x.#", "x#."]),
            ("ph", &["x."]),
            ("oph", &["#x."]),
            ("op", &[".x"]),
        ] {
            assert_eq!(meanings(text), expected, "{text}");
        }
    }
}
