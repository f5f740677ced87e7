//! Random options with a planted cover.

use super::{Dice, RandomProblem};

/// Adds options of `least` to `most` of these items: whole covers, and after them
/// others, until there are enough.
fn fill(
    problem: &mut RandomProblem,
    dice: &mut Dice,
    items: usize,
    (least, most): (usize, usize),
    size: usize,
) {
    let covers = dice.between(1, 3);
    let mut options: Vec<Vec<usize>> = Vec::new();
    for _ in 0..covers {
        let mut left = dice.sample(items, items);
        while !left.is_empty() {
            let count = dice.between(least, most).min(left.len());
            options.push(left.split_off(left.len() - count));
        }
    }
    while options.len() < size {
        let count = dice.between(least, most);
        // Few of very many items; duplicates are dropped.
        let mut option: Vec<usize> = (0..count).map(|_| dice.below(items)).collect();
        option.sort_unstable();
        option.dedup();
        options.push(option);
    }
    dice.shuffle(&mut options);
    for option in options {
        problem.add(option.iter().map(|item| format!("i{item}")));
    }
}

/// Covers of up to 400 items.
pub fn planted_cover(dice: &mut Dice, size: usize) -> RandomProblem {
    let items = dice.of_any_size(4, (size / 2).clamp(5, 400));
    let most = dice.between(2, 7);
    let mut problem = RandomProblem::default();
    for item in 0..items {
        problem.once(format!("i{item}"));
    }
    fill(&mut problem, dice, items, (1, most), size);
    problem
}

/// Thousands of items, each in few options.
pub fn many_items(dice: &mut Dice, size: usize) -> RandomProblem {
    let items = match size {
        0..100 => dice.between(size, 4 * size),
        _ => dice.between(3000, 8000),
    };
    let most = dice.between(items / 60 + 2, items / 12 + 3);
    let mut problem = RandomProblem::default();
    for item in 0..items {
        problem.once(format!("i{item}"));
    }
    // The C program compares each word with all names.
    fill(
        &mut problem,
        dice,
        items,
        (most / 2, most),
        size.min(24_000 / most),
    );
    if dice.chance(1, 2) {
        // Most of the items do not have to be covered.
        let wanted = dice.of_any_size(1, items);
        let rest = problem.primary.split_off(wanted);
        problem.secondary = rest.into_iter().map(|(name, ..)| name).collect();
    }
    problem
}

/// Options of up to 300 items, most of them secondary.
pub fn long_options(dice: &mut Dice, size: usize) -> RandomProblem {
    let primary = dice.between(2, 30);
    let secondary = dice.of_any_size(5, (4 * size).min(400));
    let longest = dice.of_any_size(2, secondary.min(300));
    let mut problem = RandomProblem::default();
    for item in 0..primary {
        match dice.chance(1, 3) {
            true => problem.bounded(format!("p{item}"), dice.below(3), 2),
            false => problem.once(format!("p{item}")),
        }
    }
    (0..secondary).for_each(|item| problem.secondary(format!("x{item}")));
    let colored = *dice.pick(&[0, 5, 9, 10]);
    for _ in 0..size.min(40_000 / longest) {
        let mut words = vec![format!("p{}", dice.below(primary))];
        let first = dice.below(secondary);
        for item in first..(first + dice.between(0, longest)).min(secondary) {
            words.push(match dice.chance(colored, 10) {
                // Colors that mostly agree.
                true => format!("x{item}:{}", dice.pick(&["a", "a", "a", "b"])),
                false => format!("x{item}"),
            });
        }
        problem.add(words);
    }
    problem
}

/// Random options of items that may be chosen several times, many of them optional: most nodes have
/// items without any option left.
pub fn lax_cover(dice: &mut Dice, size: usize) -> RandomProblem {
    let items = dice.of_any_size(4, (size / 2).clamp(5, 90));
    let (lower, upper) = (dice.between(0, 2), dice.between(1, 5));
    let most = dice.between(2, 7);
    let mut problem = RandomProblem::default();
    for item in 0..items {
        let (lower, upper) = match dice.chance(1, 4) {
            true => (dice.below(3), dice.between(1, 4)),
            false => (lower, upper),
        };
        problem.bounded(format!("i{item}"), lower.min(upper), upper);
    }
    fill(&mut problem, dice, items, (1, most), size.min(300));
    problem
}
