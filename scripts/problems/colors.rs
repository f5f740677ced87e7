//! Problems whose secondary items have colors.

use super::dice::Dice;
use dlx3::families::Family;
use dlx3::families::macmahon::Squares;
use dlx3::families::words::{WordList, WordSquare};
use std::collections::BTreeSet;

/// MacMahon's 24 squares with edges of three colors in a box; the border has one
/// color.
pub fn macmahon_squares(rows: usize, columns: usize) -> String {
    Squares::new(rows, columns).unwrap().text()
}

/// Double word squares over random words of a skewed alphabet.
pub fn word_squares(size: usize, count: usize) -> String {
    let mut dice = Dice::new(0, 2);
    let letters = [b"eeeaaaiioou", b"tnrslddmhcp"];
    let mut words = BTreeSet::new();
    while words.len() < count {
        let first = dice.below(2);
        let word: String = (0..size)
            .map(|place| {
                let kind = if dice.below(5) == 0 {
                    0
                } else {
                    (first + place) % 2
                };
                char::from(letters[kind][dice.below(11)])
            })
            .collect();
        words.insert(word);
    }
    let list = words.into_iter().collect::<Vec<_>>().join("\n");
    let list = WordList::read(list.as_bytes(), None).unwrap();
    WordSquare::new(list).text()
}
