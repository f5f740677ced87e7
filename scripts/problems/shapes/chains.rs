//! Items in a row, each linked to the next: deep and narrow trees.

use super::{Dice, RandomProblem};

/// Up to 450 items of which most leave no choice: a solution has hundreds of levels.
pub fn chain(dice: &mut Dice, size: usize) -> RandomProblem {
    let length = dice.between(size / 2, size).clamp(3, 450);
    let mut problem = RandomProblem::default();
    let loose = *dice.pick(&[0, 0, 1, 5]);
    for link in 0..length {
        match dice.chance(loose, 20) {
            true => problem.bounded(format!("q{link}"), dice.below(2), 1 + dice.below(3)),
            false => problem.once(format!("q{link}")),
        }
    }
    let choices = *dice.pick(&[0, 1, 3, 10]);
    for link in 0..length {
        problem.add([format!("q{link}")]);
        if dice.chance(choices, 10) && link + 1 < length {
            problem.add([format!("q{link}"), format!("q{}", link + 1)]);
        }
        if dice.chance(choices, 30) {
            problem.add([format!("q{link}")]);
        }
    }
    problem
}

/// Items with slack in a ring, with a few colors beside it.
pub fn slack_ring(dice: &mut Dice, size: usize) -> RandomProblem {
    let length = dice.between(3, size.clamp(4, 30));
    let mut problem = RandomProblem::default();
    for link in 0..length {
        let upper = *dice.pick(&[1, 1, 1, 2, 2, 3, 7]);
        let lower = if dice.chance(3, 4) {
            0
        } else {
            dice.below(upper + 1)
        };
        match dice.chance(1, 4) {
            true => problem.once(format!("q{link}")),
            false => problem.bounded(format!("q{link}"), lower, upper),
        }
        problem.secondary(format!("u{link}"));
    }
    for link in 0..length {
        for _ in 0..1 + dice.below(3) {
            let mut words = vec![format!("q{link}")];
            if dice.chance(1, 3) {
                words.push(format!("q{}", (link + 1) % length));
            }
            match dice.below(6) {
                0 => words.push(format!("u{}", dice.below(length))),
                1 | 2 => words.push(format!(
                    "u{}:{}",
                    dice.below(length),
                    dice.pick(&["a", "b"])
                )),
                _ => {}
            }
            problem.add(words);
        }
    }
    problem
}

/// A walk through states: the color at each step must be the state that the step before left.
pub fn colored_chain(dice: &mut Dice, size: usize) -> RandomProblem {
    let steps = dice.of_any_size(2, size.clamp(3, 400));
    let states = dice.between(2, 26);
    let mut problem = RandomProblem::default();
    for step in 0..steps {
        problem.once(format!("t{step}"));
    }
    for step in 0..=steps {
        problem.secondary(format!("s{step}"));
    }
    let color = |state: usize| char::from(b'a' + state as u8);
    // One walk is planted.
    let walk: Vec<usize> = (0..=steps).map(|_| dice.below(states)).collect();
    for step in 0..steps {
        let mut from_to = vec![(walk[step], walk[step + 1])];
        for _ in 1..(size / steps).max(1) {
            from_to.push((dice.below(states), dice.below(states)));
        }
        dice.shuffle(&mut from_to);
        for (from, to) in from_to {
            problem.add([
                format!("t{step}"),
                format!("s{step}:{}", color(from)),
                format!("s{}:{}", step + 1, color(to)),
            ]);
        }
    }
    problem
}
