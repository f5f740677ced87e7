//! Random problems: small, varied, and often with solutions.

use super::dice::Dice;

/// A problem in pieces, so that it can be printed in many ways and shrunk.
#[derive(Clone, Debug, Default)]
pub struct RandomProblem {
    /// Names with their bounds.
    pub primary: Vec<(String, usize, usize)>,
    pub secondary: Vec<String>,
    /// Words of each option.
    pub options: Vec<Vec<String>>,
}

impl RandomProblem {
    /// A problem whose numbers of items and options suit a brute-force search
    /// if `tiny`.
    pub fn new(dice: &mut Dice, tiny: bool) -> Self {
        let most = if tiny { 5 } else { 14 };
        let bounded = dice.chance(2, 3);
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let mut name = |number: usize| {
            let long = dice.chance(1, 8);
            let letter = char::from(letters[number]);
            if long {
                format!("{letter}{}", "longish".get(..1 + dice.below(7)).unwrap())
            } else {
                letter.to_string()
            }
        };
        let mut names: Vec<String> = (0..2 * most).map(&mut name).collect();
        let primary = 1 + dice.below(most);
        let secondary = if dice.chance(2, 3) {
            dice.below(most)
        } else {
            0
        };
        let secondary_names = names.split_off(primary);
        let primary = names
            .into_iter()
            .map(|name| {
                let (mut lower, mut upper) = (1, 1);
                if bounded && dice.chance(1, 2) {
                    let most = 1 + dice.below(4);
                    upper = 1 + dice.below(most);
                    lower = dice.below(upper + 1);
                    if dice.chance(1, 30) {
                        upper += 20;
                    }
                }
                (name, lower, upper)
            })
            .collect();
        let mut problem = RandomProblem {
            primary,
            secondary: secondary_names.into_iter().take(secondary).collect(),
            options: Vec::new(),
        };
        let count = 1 + dice.below(if tiny { 9 } else { 40 });
        let colors = *dice.pick(&[1, 2, 2, 3, 4]);
        let density = 1 + dice.below(4);
        let planted = dice.chance(1, 2);
        let mut uncovered: Vec<usize> = Vec::new();
        for _ in 0..count {
            if planted && uncovered.is_empty() {
                uncovered = (0..problem.primary.len()).collect();
            }
            let option = problem.option(dice, density, colors, planted.then_some(&mut uncovered));
            problem.options.push(option);
        }
        problem
    }

    fn option(
        &self,
        dice: &mut Dice,
        density: usize,
        colors: usize,
        uncovered: Option<&mut Vec<usize>>,
    ) -> Vec<String> {
        let mut items: Vec<usize> = Vec::new();
        let size = 1 + dice.below(density + 1);
        match uncovered {
            Some(uncovered) => {
                for _ in 0..size.min(uncovered.len()) {
                    items.push(uncovered.swap_remove(dice.below(uncovered.len())));
                }
            }
            None => {
                for _ in 0..size {
                    let item = dice.below(self.primary.len());
                    if !items.contains(&item) {
                        items.push(item);
                    }
                }
            }
        }
        let mut words: Vec<String> = items
            .iter()
            .map(|&item| self.primary[item].0.clone())
            .collect();
        if dice.chance(1, 25) {
            words.clear();
        }
        for name in &self.secondary {
            if dice.chance(1, 3) {
                let color = b"ab:|"[dice.below(colors.max(1))];
                let colored = dice.chance(3, 4);
                let place = dice.below(words.len() + 1);
                let word = if colored {
                    format!("{name}:{}", char::from(color))
                } else {
                    name.clone()
                };
                words.insert(place, word);
            }
        }
        if words.is_empty() {
            words.push(self.primary[0].0.clone());
        }
        words
    }

    /// Adds a primary item that is wanted once.
    pub fn once(&mut self, name: impl Into<String>) {
        self.bounded(name, 1, 1);
    }

    /// Adds a primary item; an upper bound of 0 becomes 1.
    pub fn bounded(&mut self, name: impl Into<String>, lower: usize, upper: usize) {
        self.primary.push((name.into(), lower, upper.max(1)));
    }

    /// Adds a secondary item.
    pub fn secondary(&mut self, name: impl Into<String>) {
        self.secondary.push(name.into());
    }

    /// Adds an option.
    pub fn add(&mut self, words: impl IntoIterator<Item = impl Into<String>>) {
        self.options
            .push(words.into_iter().map(Into::into).collect());
    }

    /// Makes every primary item exactly once.
    pub fn unbound(&mut self) {
        for (_, lower, upper) in &mut self.primary {
            (*lower, *upper) = (1, 1);
        }
    }

    /// Removes all colors.
    pub fn uncolor(&mut self) {
        for word in self.options.iter_mut().flatten() {
            if let Some(colon) = word.find(':') {
                word.truncate(colon);
            }
        }
    }

    /// Puts a `#` before some names that have room for it.
    pub fn mark(&mut self, mut is_marked: impl FnMut() -> bool) {
        let primary = self.primary.iter_mut().map(|(name, ..)| name);
        let mut marked = std::collections::HashSet::new();
        for name in primary.chain(&mut self.secondary) {
            if name.len() < 8 && is_marked() {
                marked.insert(name.clone());
                name.insert(0, '#');
            }
        }
        for word in self.options.iter_mut().flatten() {
            let name = word.split(':').next().unwrap_or_default();
            if marked.contains(name) {
                word.insert(0, '#');
            }
        }
    }

    /// The problem as plain `.dlx` text.
    pub fn text(&self) -> String {
        let mut words: Vec<String> = self
            .primary
            .iter()
            .map(|(name, lower, upper)| match (lower, upper) {
                (1, 1) => name.clone(),
                _ if lower == upper => format!("{upper}|{name}"),
                _ => format!("{lower}:{upper}|{name}"),
            })
            .collect();
        if !self.secondary.is_empty() {
            words.push("|".to_owned());
            words.extend(self.secondary.iter().cloned());
        }
        let mut text = words.join(" ") + "\n";
        for option in &self.options {
            text += &(option.join(" ") + "\n");
        }
        text
    }
}

/// The same text with other white space, and with comments and blank lines.
pub fn respace(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines() {
        if dice.chance(1, 12) {
            bytes.extend_from_slice(dice.pick::<&[u8]>(&[
                &b"\n"[..],
                b"  \t\n",
                b"| a comment\n",
                b" |\n",
            ]));
        }
        if dice.chance(1, 12) {
            bytes.extend_from_slice(dice.pick::<&[u8]>(&[&b" "[..], b"\t\t", b"\x0b\x0c "]));
        }
        for byte in line.bytes() {
            if byte == b' ' {
                bytes.extend_from_slice(dice.pick::<&[u8]>(&[
                    &b" "[..],
                    b" ",
                    b" ",
                    b"\t",
                    b"  ",
                    b" \r",
                ]));
            } else {
                bytes.push(byte);
            }
        }
        bytes.extend_from_slice(dice.pick::<&[u8]>(&[&b"\n"[..], b"\n", b"\n", b"\r\n", b" \n"]));
    }
    bytes
}

/// The same bytes with some of them changed, but no NUL and no newline lost at
/// the end.
pub fn mutate(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..1 + dice.below(3) {
        let place = dice.below(bytes.len());
        let byte = *dice.pick(b"A:|012 \t\nx\xff9B-");
        match dice.below(3) {
            0 => bytes[place] = byte,
            1 => bytes.insert(place, byte),
            _ if bytes.len() > 1 => {
                bytes.remove(place);
            }
            _ => {}
        }
    }
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    bytes
}
