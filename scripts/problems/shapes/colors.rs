//! Secondary items with colors, and some without.

use super::{Dice, RandomProblem};

/// Random words across and down.
pub fn word_square(dice: &mut Dice, size: usize) -> RandomProblem {
    let (rows, columns) = (dice.between(2, 6), dice.between(2, 6));
    let letters = dice.between(2, 20);
    let count = (size / (rows + columns)).max(2);
    let mut word = |length: usize| -> Vec<char> {
        (0..length)
            .map(|_| char::from(b'a' + dice.below(letters) as u8))
            .collect()
    };
    let across: Vec<_> = (0..count).map(|_| word(columns)).collect();
    let down: Vec<_> = match rows == columns {
        true => across.clone(),
        false => (0..count).map(|_| word(rows)).collect(),
    };
    let mut problem = RandomProblem::default();
    for (letter, lines) in [('a', rows), ('d', columns)] {
        for line in 0..lines {
            problem.once(format!("{letter}{line}"));
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            problem.secondary(format!("{row}{column}"));
        }
    }
    for (row, word) in (0..rows).flat_map(|row| across.iter().map(move |word| (row, word))) {
        let cells = word.iter().enumerate();
        let cells = cells.map(|(column, color)| format!("{row}{column}:{color}"));
        problem.add(std::iter::once(format!("a{row}")).chain(cells));
    }
    for (column, word) in (0..columns).flat_map(|line| down.iter().map(move |word| (line, word))) {
        let cells = word.iter().enumerate();
        let cells = cells.map(|(row, color)| format!("{row}{column}:{color}"));
        problem.add(std::iter::once(format!("d{column}")).chain(cells));
    }
    problem
}

/// Square tiles whose edges must match. Each tile is used at most, or exactly, a given number of
/// times.
pub fn edge_matching(dice: &mut Dice, size: usize) -> RandomProblem {
    let cells = dice.of_any_size(4, (size / 8).clamp(4, 100));
    let rows = dice.between(2, cells.isqrt().max(2));
    let columns = (cells / rows).max(2);
    let tiles = (size / (4 * rows * columns)).clamp(1, 60);
    let colors = dice.between(2, 5);
    let exact = dice.chance(1, 3);
    let mut problem = RandomProblem::default();
    for row in 0..rows {
        for column in 0..columns {
            problem.once(format!("{row}.{column}"));
        }
    }
    for tile in 0..tiles {
        let upper = (rows * columns).div_ceil(tiles) + dice.below(3);
        problem.bounded(format!("t{tile}"), if exact { 1 } else { 0 }, upper);
    }
    for row in 0..=rows {
        for column in 0..=columns {
            problem.secondary(format!("h{row}.{column}"));
            problem.secondary(format!("v{row}.{column}"));
        }
    }
    for tile in 0..tiles {
        let mut edges: Vec<char> = (0..4)
            .map(|_| char::from(b'a' + dice.below(colors) as u8))
            .collect();
        let turns = if dice.chance(1, 2) { 4 } else { 1 };
        for _ in 0..turns {
            edges.rotate_left(1);
            for row in 0..rows {
                for column in 0..columns {
                    problem.add([
                        format!("{row}.{column}"),
                        format!("t{tile}"),
                        format!("h{row}.{column}:{}", edges[0]),
                        format!("v{row}.{}:{}", column + 1, edges[1]),
                        format!("h{}.{column}:{}", row + 1, edges[2]),
                        format!("v{row}.{column}:{}", edges[3]),
                    ]);
                }
            }
        }
    }
    problem
}

/// The same secondary items with colors in some options and without in others. Covers
/// that agree with one coloring are among the options.
pub fn mixed_colors(dice: &mut Dice, size: usize) -> RandomProblem {
    let primary = dice.of_any_size(2, (size / 4).clamp(3, 200));
    let secondary = dice.of_any_size(1, (size / 2).clamp(2, 300));
    let colors = dice.between(1, 4);
    let mut problem = RandomProblem::default();
    for item in 0..primary {
        match dice.chance(1, 6) {
            true => problem.bounded(format!("p{item}"), dice.below(2), 1 + dice.below(3)),
            false => problem.once(format!("p{item}")),
        }
    }
    for item in 0..secondary {
        problem.secondary(format!("x{item}"));
    }
    let color = |number: usize| char::from(b'a' + number as u8);
    let planted: Vec<usize> = (0..secondary).map(|_| dice.below(colors)).collect();
    let agrees = dice.between(1, 10);
    let uncolored = dice.between(0, 4);
    let most = dice.between(1, 4);
    let mut left: Vec<usize> = Vec::new();
    for _ in 0..size {
        if left.is_empty() {
            left = (0..primary).collect();
            dice.shuffle(&mut left);
        }
        let count = dice.between(1, most).min(left.len());
        let items = left.split_off(left.len() - count);
        let mut words: Vec<String> = items.iter().map(|item| format!("p{item}")).collect();
        let count = dice.below(most + 2);
        for item in dice.sample(count, secondary) {
            let place = dice.below(words.len() + 1);
            let word = match (dice.chance(uncolored, 10), dice.chance(agrees, 10)) {
                (true, _) => format!("x{item}"),
                (_, true) => format!("x{item}:{}", color(planted[item])),
                (_, false) => format!("x{item}:{}", color(dice.below(colors))),
            };
            words.insert(place, word);
        }
        problem.add(words);
    }
    problem
}
