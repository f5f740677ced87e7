//! Recipes: short texts from which long ones are made.
//!
//! Parts of a recipe between `«` and `»` are repeated, all equally often; the rest comes once. In
//! such a part,
//!
//! ```text
//! {n}   is the number of the round, from 0
//! {r}   is a number of up to 7 digits that looks random
//! {l}   is a letter, another one in each round
//! ```
//!
//! So `«i{n} »|«\ni{n}»` has some items, and an option for each of them.

use dlx3::sudoku::Random;
use std::fmt::{self, Write};

/// A piece of a recipe: a text that comes once, or once in each round.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Once(String),
    Rounds(String),
}

/// A recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe(Vec<Piece>);

impl Recipe {
    /// Reads a recipe. A part without an end comes once.
    pub fn new(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, from)) = rest.split_once('«')
            && let Some((rounds, after)) = from.split_once('»')
        {
            pieces.push(Piece::Once(before.to_owned()));
            pieces.push(Piece::Rounds(rounds.to_owned()));
            rest = after;
        }
        pieces.push(Piece::Once(rest.to_owned()));
        Recipe(pieces)
    }

    /// Reads a recipe as [`line`](Self::line) writes it.
    pub fn of_line(line: &str) -> Self {
        let (mut text, mut signs) = (String::new(), line.chars());
        while let Some(sign) = signs.next() {
            let sign = match sign {
                '\\' => match signs.next() {
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('t') => '\t',
                    Some('0') => '\0',
                    other => other.unwrap_or('\\'),
                },
                sign => sign,
            };
            text.push(sign);
        }
        Recipe::new(&text)
    }

    /// The recipe in a line: `\n` for the end of a line, `\\` for a backslash and so on.
    pub fn line(&self) -> String {
        let mut line = String::new();
        for sign in self.to_string().chars() {
            match sign {
                '\n' => line += "\\n",
                '\r' => line += "\\r",
                '\t' => line += "\\t",
                '\0' => line += "\\0",
                '\\' => line += "\\\\",
                sign => line.push(sign),
            }
        }
        line
    }

    /// A text of about `size` bytes: no more, unless one round has more.
    pub fn text(&self, size: usize) -> Vec<u8> {
        let (mut rounds, mut text) = (1, self.with_rounds(1));
        // Numbers become longer with more rounds.
        for _ in 0..4 {
            let more = rounds * size / text.len().max(1);
            if more.abs_diff(rounds) * 20 <= rounds {
                break;
            }
            (rounds, text) = (more.max(1), self.with_rounds(more.max(1)));
        }
        text.into_bytes()
    }

    fn with_rounds(&self, rounds: usize) -> String {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Once(piece) => text += piece,
                Piece::Rounds(piece) => (0..rounds).for_each(|round| put(&mut text, piece, round)),
            }
        }
        text
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Once(text) => f.write_str(text),
            Piece::Rounds(text) => write!(f, "«{text}»"),
        })
    }
}

/// One round of a part.
fn put(text: &mut String, part: &str, round: usize) {
    let mut rest = part;
    while let Some((before, from)) = rest.split_once('{') {
        *text += before;
        let mut signs = from.chars();
        let told = match (signs.next(), signs.next()) {
            (Some('n'), Some('}')) => write!(text, "{round}"),
            (Some('r'), Some('}')) => {
                let mixed = (round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                write!(text, "{}", (mixed >> 40) % 10_000_000)
            }
            (Some('l'), Some('}')) => write!(text, "{}", char::from(b'a' + (round % 26) as u8)),
            _ => {
                *text += "{";
                rest = from;
                continue;
            }
        };
        told.expect("strings take all");
        rest = &from[2..];
    }
    *text += rest;
}

/// The separators of fragments.
const BETWEEN: [&str; 5] = ["", " ", "\n", ",", ";"];

/// Recipes of fragments between two texts: first each fragment repeated, then random ones. There is
/// one for each number, always the same.
pub fn of_fragments(head: &str, fragments: &[&str], tail: &str, number: u64) -> Recipe {
    let simple = (fragments.len() * BETWEEN.len()) as u64;
    let body = match number < simple {
        true => {
            let between = BETWEEN[number as usize % BETWEEN.len()];
            format!("«{}{between}»", fragments[number as usize / BETWEEN.len()])
        }
        false => random(fragments, &mut Random::new(67, number)),
    };
    Recipe::new(&format!("{head}{body}{tail}"))
}

/// Fragments in an arrangement that is known to be hard for readers.
fn random(fragments: &[&str], random: &mut Random) -> String {
    let mut any = |among: &[&str]| among[random.below(among.len() as u32) as usize].to_owned();
    let between = any(&BETWEEN);
    let (one, two) = (any(fragments), any(fragments));
    let (three, four) = (any(fragments), any(fragments));
    match random.below(8) {
        // In turn.
        0 => format!("«{one}{between}{two}{between}»"),
        1 => format!("«{one}{between}{two}{between}{three}{between}»"),
        // Open and close, or define and use.
        2 => format!("«{one}{between}»«{two}{between}»"),
        3 => format!("«{one}{between}»\n«{two}{between}»\n«{three}{between}»"),
        4 => format!("«{one}{between}»{two}{between}«{three}{between}»"),
        // Begin once, and perhaps end.
        5 => format!("{one}{between}«{two}{between}»"),
        6 => format!("{one}{between}«{two}{between}»{three}{between}"),
        // In turn, after others.
        _ => format!("«{one}{between}{two}{between}»\n«{three}{between}{four}{between}»"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_says_what_comes_once_and_what_comes_again() {
        let text = |recipe: &str, size| String::from_utf8(Recipe::new(recipe).text(size)).unwrap();
        assert_eq!(text("a«b{n} »|«{{l}»", 20), "ab0 b1 b2 |{a{b{c");
        assert_eq!(text("a", 20), "a");
        assert_eq!(text("a«b", 20), "a«b");
        for recipe in ["«i{n} »\n«i{n}\n»", "x«{r},»", "«»y", "«\\»\t\\n"] {
            assert_eq!(Recipe::new(recipe).to_string(), recipe);
            let line = Recipe::new(recipe).line();
            assert_eq!(Recipe::of_line(&line), Recipe::new(recipe), "{line}");
            assert!(!line.contains('\n'));
        }
    }

    #[test]
    fn texts_have_the_size_that_is_asked_for() {
        for number in 0..200 {
            let recipe = of_fragments("head", &["i{n}", "{r}", "{l}:", "["], "tail", number);
            for size in [1 << 10, 1 << 13, 1 << 17] {
                let length = recipe.text(size).len();
                assert!(
                    (size * 9 / 10..=size * 11 / 10).contains(&length),
                    "{recipe}: {length}"
                );
            }
        }
    }
}
