//! Few items with very many options, many of them alike.

use super::{Dice, RandomProblem};

/// Bounds that may far exceed the length of an item's list.
fn any_bounds(dice: &mut Dice, length: usize) -> (usize, usize) {
    let upper = match dice.below(12) {
        0..6 => 1,
        6..9 => dice.between(1, 6),
        9 => length + dice.below(60),
        10 => dice.between(1, length.max(1)),
        _ => *dice.pick(&[5004, 16_000, 16_001, 20_000, 9_999_999]),
    };
    let lower = match dice.below(4) {
        0 => 0,
        1 => upper,
        _ => dice.below(upper.min(5) + 1),
    };
    (if upper > length { lower.min(2) } else { lower }, upper)
}

/// A few kinds of options, each thousands of times.
pub fn equal_options(dice: &mut Dice, size: usize) -> RandomProblem {
    let items = dice.between(1, 12);
    let kinds = dice.between(1, 8);
    let mut problem = RandomProblem::default();
    for item in 0..items {
        let (lower, upper) = any_bounds(dice, size / kinds);
        problem.bounded(format!("m{item}"), lower, upper);
    }
    for item in 0..3 {
        problem.secondary(format!("x{item}"));
    }
    let kinds: Vec<Vec<String>> = (0..kinds)
        .map(|_| {
            let count = dice.between(1, 3);
            let items = dice.sample(count, items);
            let mut words: Vec<String> = items.iter().map(|item| format!("m{item}")).collect();
            match dice.below(5) {
                0 => words.push(format!("x{}", dice.below(3))),
                1 => words.push(format!("x{}:{}", dice.below(3), dice.pick(&["a", "b"]))),
                _ => {}
            }
            words
        })
        .collect();
    let in_turn = dice.chance(1, 2);
    for number in 0..size {
        let kind = match in_turn {
            true => number * kinds.len() / size,
            false => dice.below(kinds.len()),
        };
        problem.add(kinds[kind].clone());
    }
    problem
}

/// Thousands of options of one or two items each, of a few dozen items.
pub fn few_items_many_options(dice: &mut Dice, size: usize) -> RandomProblem {
    let items = dice.between(2, 60.min(size));
    let pairs = *dice.pick(&[0, 0, 1, 5]);
    let mut problem = RandomProblem::default();
    for item in 0..items {
        let (lower, upper) = any_bounds(dice, size / items);
        problem.bounded(format!("m{item}"), lower, upper);
    }
    for _ in 0..size {
        let count = 1 + usize::from(dice.chance(pairs, 10));
        let items = dice.sample(count, items);
        problem.add(items.iter().map(|item| format!("m{item}")));
    }
    problem
}

/// Optional items, each with options of its own: 2^n solutions, connected by a counting item or a
/// few colors.
pub fn free_choices(dice: &mut Dice, size: usize) -> RandomProblem {
    let items = dice.between(1, size.min(300));
    let of_each = (size / items).max(1);
    let mut problem = RandomProblem::default();
    let upper = dice.between(1, of_each + 2);
    for item in 0..items {
        problem.bounded(format!("a{item}"), 0, upper);
    }
    let counted = dice.chance(1, 2);
    if counted {
        let upper = *dice.pick(&[items, items / 2 + 1, 16_001, 20_000, 9_999_999]);
        problem.bounded("#", dice.below(3), upper);
    }
    for color in 0..4 {
        problem.secondary(format!("x{color}"));
    }
    for item in 0..items {
        for _ in 0..of_each {
            let mut words = vec![format!("a{item}")];
            words.extend(counted.then(|| "#".to_owned()));
            if dice.chance(1, 8) {
                words.push(format!(
                    "x{}:{}",
                    dice.below(4),
                    dice.pick(&["a", "b", "c"])
                ));
            }
            problem.add(words);
        }
    }
    problem
}
