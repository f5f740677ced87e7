//! Problems whose secondary items have colors.

use super::dice::Dice;
use std::collections::BTreeSet;
use std::fmt::Write;

/// MacMahon's 24 squares with edges of three colors in a box; the border has one
/// color.
pub fn macmahon_squares(rows: usize, columns: usize) -> String {
    let mut squares: BTreeSet<[u8; 4]> = BTreeSet::new();
    for number in 0..81 {
        let edges = [27, 9, 3, 1].map(|power| b'a' + (number / power % 3) as u8);
        let mut least = edges;
        let mut turned = edges;
        for _ in 0..3 {
            turned.rotate_left(1);
            least = least.min(turned);
        }
        squares.insert(least);
    }
    let name = |edges: &[u8; 4]| String::from_utf8_lossy(edges).into_owned();
    let mut text = String::new();
    for y in 0..rows {
        for x in 0..columns {
            write!(text, "{y}{x} ").unwrap();
        }
    }
    squares
        .iter()
        .for_each(|square| text += &(name(square) + " "));
    text.push('|');
    for y in 0..=rows {
        for x in 0..=columns {
            write!(text, " h{y}{x} v{y}{x}").unwrap();
        }
    }
    text.push('\n');
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        for square in &squares {
            let mut turned = *square;
            let mut seen = BTreeSet::new();
            for _ in 0..4 {
                turned.rotate_left(1);
                let [top, right, bottom, left] = turned;
                let border = [
                    (y == 0, top),
                    (x + 1 == columns, right),
                    (y + 1 == rows, bottom),
                    (x == 0, left),
                ];
                if !seen.insert(turned) || border.iter().any(|&(at, color)| at && color != b'a') {
                    continue;
                }
                let [top, right, bottom, left] = turned.map(char::from);
                writeln!(
                    text,
                    "{y}{x} {} h{y}{x}:{top} v{y}{}:{right} h{}{x}:{bottom} v{y}{x}:{left}",
                    name(square),
                    x + 1,
                    y + 1
                )
                .unwrap();
            }
        }
    }
    text
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
    let mut text = String::new();
    for line in 0..size {
        write!(text, "a{line} ").unwrap();
    }
    for line in 0..size {
        write!(text, "d{line} ").unwrap();
    }
    text.push('|');
    for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
        write!(text, " {y}{x}").unwrap();
    }
    text.push('\n');
    for line in 0..size {
        for word in &words {
            for across in [true, false] {
                let (letter, cell): (_, &dyn Fn(usize) -> (usize, usize)) = if across {
                    ('a', &|place| (line, place))
                } else {
                    ('d', &|place| (place, line))
                };
                write!(text, "{letter}{line}").unwrap();
                for (place, color) in word.chars().enumerate() {
                    let (y, x) = cell(place);
                    write!(text, " {y}{x}:{color}").unwrap();
                }
                text.push('\n');
            }
        }
    }
    text
}
