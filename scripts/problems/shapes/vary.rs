//! Changes that fit any problem: bounds, secondary items, equal options, orders.

use super::{Dice, RandomProblem};

/// Names of at most this many bytes leave room in the C program's line for bounds.
const MOST_BOUNDED: usize = 3000;

/// Changes a problem in some ways. It may lose its solutions, or gain very many.
pub fn vary(problem: &mut RandomProblem, dice: &mut Dice) {
    if dice.chance(1, 3) {
        change_bounds(problem, dice);
    }
    if dice.chance(1, 4) {
        relax(problem, dice);
    }
    if dice.chance(1, 4) {
        add_secondary(problem, dice);
    }
    if dice.chance(1, 6) {
        repeat(problem, dice);
    }
    if dice.chance(1, 6) {
        problem.options.retain(|_| !dice.chance(1, 10));
    }
    if dice.chance(1, 3) {
        dice.shuffle(&mut problem.options);
    }
    if dice.chance(1, 4) {
        dice.shuffle(&mut problem.primary);
    }
    if dice.chance(1, 8) {
        problem
            .options
            .iter_mut()
            .for_each(|words| dice.shuffle(words));
    }
}

/// Bounds of all kinds, even far above the length of a list.
fn change_bounds(problem: &mut RandomProblem, dice: &mut Dice) {
    if problem.primary.len() > MOST_BOUNDED {
        return;
    }
    let part = *dice.pick(&[1, 3, 10]);
    let length = problem.options.len();
    let kinds = dice.between(1, 6);
    for (_, lower, upper) in &mut problem.primary {
        if dice.chance(part, 10) {
            (*lower, *upper) = match dice.below(kinds) {
                0 => (0, 1),
                1 => (1, dice.between(1, 4)),
                2 => (0, dice.between(1, 4)),
                3 => (dice.below(2), length + 1 + dice.below(20)),
                4 => (
                    dice.below(3),
                    *dice.pick(&[16_000, 16_001, 20_000, 9_999_999]),
                ),
                _ => (2, 2),
            };
        }
    }
}

/// Makes some primary items secondary, but not all of them.
fn relax(problem: &mut RandomProblem, dice: &mut Dice) {
    let part = *dice.pick(&[1, 3, 8]);
    let (mut kept, mut relaxed) = (Vec::new(), Vec::new());
    for item in problem.primary.drain(..) {
        match dice.chance(part, 10) {
            true => relaxed.push(item),
            false => kept.push(item),
        }
    }
    if kept.is_empty() {
        kept.extend(relaxed.pop());
    }
    problem.primary = kept;
    problem
        .secondary
        .extend(relaxed.into_iter().map(|(name, ..)| name));
}

/// Secondary items with and without colors, in any options.
fn add_secondary(problem: &mut RandomProblem, dice: &mut Dice) {
    let count = dice.between(1, 6);
    let colors = dice.between(1, 4);
    let part = dice.between(1, 20);
    let uncolored = dice.below(4);
    for item in 0..count {
        problem.secondary.push(format!("zz{item}"));
    }
    for words in &mut problem.options {
        if dice.chance(part, 40) {
            let item = dice.below(count);
            let place = dice.below(words.len() + 1);
            let word = match dice.chance(uncolored, 8) {
                true => format!("zz{item}"),
                false => format!("zz{item}:{}", char::from(b'a' + dice.below(colors) as u8)),
            };
            words.insert(place, word);
        }
    }
}

/// All options some times, or one of them very often.
fn repeat(problem: &mut RandomProblem, dice: &mut Dice) {
    let count = problem.options.len();
    if count == 0 || count > 3000 {
        return;
    }
    if dice.chance(1, 2) {
        let times = dice.between(2, 3);
        let options = problem.options.drain(..);
        problem.options = options.flat_map(|words| vec![words; times]).collect();
    } else {
        let words = dice.pick(&problem.options).clone();
        let times = dice.of_any_size(2, (20 * count).min(3000));
        problem.options.extend(std::iter::repeat_n(words, times));
    }
}
