//! Queens, Langford pairs, latin squares, Sudokus.

use super::{Dice, RandomProblem};

/// Queens on a board, some of whose cells may be closed. Each row and column has exactly one queen,
/// or at most one.
pub fn queens(dice: &mut Dice, size: usize) -> RandomProblem {
    let n = size.isqrt().clamp(2, 95);
    let mut problem = RandomProblem::default();
    let mut lines: Vec<usize> = (0..n).collect();
    match dice.below(3) {
        0 => {}
        1 => lines.sort_by_key(|&line| line.abs_diff(n / 2)),
        _ => dice.shuffle(&mut lines),
    }
    let lower = dice.chance(1, 4).then(|| dice.below(n));
    for &line in &lines {
        for letter in ['r', 'c'] {
            problem.bounded(format!("{letter}{line}"), usize::from(lower.is_none()), 1);
        }
    }
    if let Some(lower) = lower {
        problem.bounded("#", lower, n);
    }
    for diagonal in 0..2 * n - 1 {
        problem.secondary(format!("a{diagonal}"));
        problem.secondary(format!("b{diagonal}"));
    }
    let closed = *dice.pick(&[0, 0, 1, 4]);
    for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
        if dice.chance(closed, 10) {
            continue;
        }
        let mut words = vec![
            format!("r{row}"),
            format!("c{column}"),
            format!("a{}", row + column),
            format!("b{}", row + n - 1 - column),
        ];
        words.extend(lower.map(|_| "#".to_owned()));
        problem.add(words);
    }
    problem
}

/// Number i twice (or thrice), with i places between; places may be left over.
pub fn langford(dice: &mut Dice, size: usize) -> RandomProblem {
    let times = *dice.pick(&[2, 2, 2, 3]);
    let n = match times {
        2 => (size * 2 / 3).isqrt(),
        _ => (size / 2).isqrt(),
    }
    .clamp(2, 78);
    let gaps = if dice.chance(1, 2) { 0 } else { dice.below(n) };
    let places = times * n + gaps;
    let mut problem = RandomProblem::default();
    for number in 1..=n {
        problem.once(format!("n{number}"));
    }
    for place in 0..places {
        problem.bounded(format!("s{place}"), usize::from(gaps == 0), 1);
    }
    if gaps > 0 && dice.chance(1, 2) {
        problem.secondary = problem
            .primary
            .split_off(n)
            .into_iter()
            .map(|(name, ..)| name)
            .collect();
    }
    for number in 1..=n {
        let step = number + 1;
        for left in 0..places.saturating_sub((times - 1) * step) {
            let mut words = vec![format!("n{number}")];
            words.extend((0..times).map(|time| format!("s{}", left + time * step)));
            problem.add(words);
        }
    }
    problem
}

/// A square whose rows and columns have each symbol once, and its boxes if there are
/// any; a part of a regular square is given.
fn square(dice: &mut Dice, n: usize, rows: usize, given: usize, with_boxes: bool) -> RandomProblem {
    let columns = n / rows;
    let mut symbols: Vec<usize> = (0..n).collect();
    dice.shuffle(&mut symbols);
    let regular =
        |row: usize, column: usize| symbols[(row % rows * columns + row / rows + column) % n];
    let items = |row: usize, column: usize, symbol: usize| {
        let mut items = vec![
            format!("p{row}.{column}"),
            format!("r{row}.{symbol}"),
            format!("c{column}.{symbol}"),
        ];
        if with_boxes {
            let place = row / rows * rows + column / columns;
            items.push(format!("b{place}.{symbol}"));
        }
        items
    };
    let cells = || (0..n).flat_map(move |row| (0..n).map(move |column| (row, column)));
    let mut used = std::collections::HashSet::new();
    for cell in dice.sample(given, n * n) {
        let (row, column) = (cell / n, cell % n);
        used.extend(items(row, column, regular(row, column)));
    }
    let mut problem = RandomProblem::default();
    let mut wanted = std::collections::BTreeSet::new();
    for (row, column) in cells() {
        for symbol in 0..n {
            let words = items(row, column, symbol);
            if words.iter().all(|word| !used.contains(word)) {
                wanted.extend(words.clone());
                problem.add(words);
            }
        }
    }
    for name in wanted {
        problem.once(name);
    }
    problem
}

/// How many of `cells` to give: up to two thirds.
fn given(dice: &mut Dice, cells: usize) -> usize {
    dice.below(cells * 2 / 3 + 1)
}

pub fn latin_square(dice: &mut Dice, size: usize) -> RandomProblem {
    let n = dice.between(
        (size as f64).cbrt() as usize,
        (3.0 * size as f64).cbrt() as usize,
    );
    let n = n.clamp(2, 21);
    let given = given(dice, n * n);
    square(dice, n, 1, given, false)
}

pub fn sudoku(dice: &mut Dice, size: usize) -> RandomProblem {
    let (rows, columns) = match size {
        0..150 => *dice.pick(&[(2, 2), (2, 3), (1, 5)]),
        150..1000 => *dice.pick(&[(2, 3), (2, 4), (3, 3)]),
        _ => *dice.pick(&[(3, 3), (3, 4), (4, 4)]),
    };
    let given = given(dice, rows * columns * rows * columns);
    square(dice, rows * columns, rows, given, true)
}
