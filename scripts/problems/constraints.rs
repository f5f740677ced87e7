//! Constraints on colored items: each option has one primary item, the constraint that it
//! satisfies.

use super::dice::Dice;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The name of a color.
fn color(number: usize) -> char {
    char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number])
}

/// The first line of such a problem.
fn items(primary: &[String], secondary: &[String]) -> String {
    format!("{} | {}\n", primary.join(" "), secondary.join(" "))
}

/// A board of tiles, each of which may be used any number of times; edges that meet have the same
/// color.
pub fn wang_tiles(rows: usize, columns: usize, colors: usize, tiles: usize, seed: u64) -> String {
    let mut dice = Dice::new(56, seed);
    let tiles: Vec<[char; 4]> = (0..tiles)
        .map(|_| [(); 4].map(|()| color(dice.below(colors))))
        .collect();
    let (mut cells, mut edges, mut options) = (Vec::new(), Vec::new(), String::new());
    for row in 0..=rows {
        for column in 0..=columns {
            edges.extend([format!("x{row}_{column}"), format!("y{row}_{column}")]);
            if row == rows || column == columns {
                continue;
            }
            let (below, right) = (row + 1, column + 1);
            cells.push(format!("c{row}_{column}"));
            for [west, east, north, south] in &tiles {
                writeln!(
                    options,
                    "c{row}_{column} x{row}_{column}:{west} x{row}_{right}:{east} \
                     y{row}_{column}:{north} y{below}_{column}:{south}"
                )
                .unwrap();
            }
        }
    }
    items(&cells, &edges) + &options
}

/// Each edge of a random graph allows the same pairs of colors.
fn edges_allow(dice: &mut Dice, vertices: usize, edges: usize, pairs: &[(usize, usize)]) -> String {
    let mut graph = BTreeSet::new();
    while graph.len() < edges {
        let (one, other) = (dice.below(vertices), dice.below(vertices));
        if one < other {
            graph.insert((one, other));
        }
    }
    let names = |letter, count| (0..count).map(move |number| format!("{letter}{number}"));
    let constraints: Vec<String> = names('e', edges).collect();
    let vertices: Vec<String> = names('v', vertices).collect();
    let mut text = items(&constraints, &vertices);
    for (edge, (one, other)) in graph.into_iter().enumerate() {
        for &(here, there) in pairs {
            let (here, there) = (color(here), color(there));
            writeln!(text, "e{edge} v{one}:{here} v{other}:{there}").unwrap();
        }
    }
    text
}

/// Colorings of a random graph's vertices, whose edges join different colors.
pub fn colorings(vertices: usize, edges: usize, colors: usize, seed: u64) -> String {
    let all = (0..colors).flat_map(|one| (0..colors).map(move |other| (one, other)));
    let pairs: Vec<_> = all.filter(|(one, other)| one != other).collect();
    edges_allow(&mut Dice::new(57, seed), vertices, edges, &pairs)
}

/// Homomorphisms of a random graph into one with `joined` edges between `colors` vertices.
pub fn homomorphisms(
    (vertices, edges): (usize, usize),
    (colors, joined): (usize, usize),
    seed: u64,
) -> String {
    let mut dice = Dice::new(58, seed);
    let mut pairs = BTreeSet::new();
    while pairs.len() < 2 * joined {
        let (one, other) = (dice.below(colors), dice.below(colors));
        if one != other {
            pairs.extend([(one, other), (other, one)]);
        }
    }
    let pairs: Vec<_> = pairs.into_iter().collect();
    edges_allow(&mut dice, vertices, edges, &pairs)
}

/// All ways to put runs of these lengths into a line, as words of 0 and 1.
fn lines(runs: &[usize], length: usize) -> Vec<String> {
    let Some((&run, rest)) = runs.split_first() else {
        return vec!["0".repeat(length)];
    };
    let least = rest.iter().map(|run| run + 1).sum::<usize>();
    let mut all = Vec::new();
    for before in 0..=(length - least - run) {
        let gap = usize::from(!rest.is_empty());
        let start = "0".repeat(before) + &"1".repeat(run) + &"0".repeat(gap);
        let rest = lines(rest, length - start.len());
        all.extend(rest.iter().map(|rest| start.clone() + rest));
    }
    all
}

/// A nonogram: a picture given by the lengths of runs in each row and column.
pub fn nonogram(size: usize, part: usize, seed: u64) -> String {
    let mut dice = Dice::new(59, seed);
    let picture: Vec<Vec<bool>> = (0..size)
        .map(|_| (0..size).map(|_| dice.chance(part, 100)).collect())
        .collect();
    let (mut constraints, mut cells, mut options) = (Vec::new(), Vec::new(), String::new());
    for line in 0..2 * size {
        let is_row = line < size;
        let at = |place: usize| match is_row {
            true => (line, place),
            false => (place, line - size),
        };
        let dark = (0..size).map(|place| picture[at(place).0][at(place).1]);
        let dark: Vec<bool> = dark.collect();
        let runs = dark.split(|&cell| !cell).map(<[bool]>::len);
        let runs: Vec<usize> = runs.filter(|&run| run > 0).collect();
        constraints.push(format!("l{line}"));
        for word in lines(&runs, size) {
            write!(options, "l{line}").unwrap();
            for (place, color) in word.chars().enumerate() {
                let (row, column) = at(place);
                write!(options, " p{row}_{column}:{color}").unwrap();
            }
            options.push('\n');
        }
        if is_row {
            cells.extend((0..size).map(|column| format!("p{line}_{column}")));
        }
    }
    items(&constraints, &cells) + &options
}

/// Words whose letters mostly alternate between vowels and consonants.
fn words(dice: &mut Dice, length: usize, count: usize) -> BTreeSet<String> {
    let letters: [&[u8]; 2] = [b"aaeeeiioou", b"bcdfghklmnnprrsstttvw"];
    let mut words = BTreeSet::new();
    while words.len() < count {
        let first = dice.below(2);
        let word = (0..length).map(|place| {
            let kind = (first + place + usize::from(dice.chance(1, 12))) % 2;
            char::from(*dice.pick(letters[kind]))
        });
        words.insert(word.collect());
    }
    words
}

/// Rectangles of words, from lists of this number of words across and down.
pub fn word_rectangles(rows: usize, columns: usize, count: usize, seed: u64) -> String {
    let mut dice = Dice::new(60, seed);
    let (across, down) = (
        words(&mut dice, columns, count),
        words(&mut dice, rows, count),
    );
    let name = |letter, number: usize| format!("{letter}{number}");
    let mut constraints: Vec<String> = (0..rows).map(|row| name('a', row)).collect();
    constraints.extend((0..columns).map(|column| name('d', column)));
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells: Vec<String> = cells
        .map(|(row, column)| format!("{row}_{column}"))
        .collect();
    let mut text = items(&constraints, &cells);
    let mut add = |letter, line: usize, word: &str, is_row| {
        write!(text, "{letter}{line}").unwrap();
        for (place, sign) in word.chars().enumerate() {
            let (row, column) = if is_row { (line, place) } else { (place, line) };
            write!(text, " {row}_{column}:{sign}").unwrap();
        }
        text.push('\n');
    };
    for row in 0..rows {
        across.iter().for_each(|word| add('a', row, word, true));
    }
    for column in 0..columns {
        down.iter().for_each(|word| add('d', column, word, false));
    }
    text
}
