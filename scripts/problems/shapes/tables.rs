//! One primary item in each option, and colors: constraints on variables. A primary item is a
//! constraint, a secondary item a variable, an option a tuple of values.

use super::{Dice, RandomProblem};

/// The name of a color.
fn color(number: usize) -> char {
    char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number])
}

/// Constraints on a few variables each. Some allow no tuple, one, or all; some have tuples twice.
/// In most, all tuples have the same scope. In the others, some tuples omit variables, have them
/// without a color, or name them in another order.
pub fn constraints(dice: &mut Dice, size: usize) -> RandomProblem {
    let count = dice.of_any_size(1, (size / 2).clamp(2, 200));
    let variables = dice.of_any_size(1, (2 * count).clamp(2, 200));
    let colors = *dice.pick(&[1, 2, 2, 3, 4, 6, 40]);
    let irregular = *dice.pick(&[0, 0, 1, 5]);
    let (place, most) = (dice.below(3), dice.between(1, 4).min(variables));
    let agrees = dice.between(0, 3);
    let mut problem = RandomProblem::default();
    for constraint in 0..count {
        problem.once(format!("c{constraint}"));
    }
    for variable in 0..variables {
        problem.secondary(format!("x{variable}"));
    }
    let planted: Vec<usize> = (0..variables).map(|_| dice.below(colors)).collect();
    for constraint in 0..count {
        let arity = dice.between(usize::from(most > 1), most);
        let scope = match dice.chance(1, 2) {
            true => dice.sample(arity, variables),
            false => {
                let first = dice.below(variables);
                (first..first + arity).map(|at| at % variables).collect()
            }
        };
        let tuples = match dice.below(12) {
            0 => dice.below(2),
            _ => dice.between(1, (2 * size / count).max(1)),
        };
        for _ in 0..tuples {
            let is_planted = dice.chance(agrees, 20);
            let mut words: Vec<String> = scope
                .iter()
                .map(|&variable| {
                    let value = dice.below(colors);
                    let value = if is_planted { planted[variable] } else { value };
                    format!("x{variable}:{}", color(value))
                })
                .collect();
            if !words.is_empty() && dice.chance(irregular, 20) {
                let at = dice.below(words.len());
                match dice.below(3) {
                    0 => drop(words.remove(at)),
                    1 => {
                        let (name, _) = words[at].split_once(':').expect("it has a color");
                        words[at] = name.to_owned();
                    }
                    _ => words.swap(0, at),
                }
            }
            words.insert(place.min(words.len()), format!("c{constraint}"));
            let times = if dice.chance(1, 40) { 2 } else { 1 };
            (0..times).for_each(|_| problem.add(words.clone()));
        }
    }
    problem
}

/// Edges of a graph, each of which allows the same pairs of values: a graph coloring, or any
/// homomorphism.
pub fn homomorphism(dice: &mut Dice, size: usize) -> RandomProblem {
    let colors = dice.between(2, 20.min(size.isqrt().max(2)));
    let is_coloring = dice.chance(1, 2);
    let part = dice.between(1, 9);
    let pairs: Vec<(usize, usize)> = (0..colors)
        .flat_map(|one| (0..colors).map(move |other| (one, other)))
        .filter(|&(one, other)| match is_coloring {
            true => one != other,
            false => dice.chance(part, 10),
        })
        .collect();
    let edges = (size / pairs.len().max(1)).clamp(1, 150);
    let vertices = dice.between(2, edges.max(2) + 1);
    let columns = vertices.isqrt().max(1);
    let is_grid = dice.chance(1, 2);
    let mut problem = RandomProblem::default();
    for edge in 0..edges {
        problem.once(format!("e{edge}"));
    }
    for vertex in 0..vertices {
        problem.secondary(format!("v{vertex}"));
    }
    for edge in 0..edges {
        let one = dice.below(vertices);
        let step = *dice.pick(&[1, columns]);
        let other = match is_grid {
            true => (one + step) % vertices,
            false => dice.below(vertices),
        };
        if one == other {
            problem.add([format!("e{edge}")]);
            continue;
        }
        for &(here, there) in &pairs {
            problem.add([
                format!("e{edge}"),
                format!("v{one}:{}", color(here)),
                format!("v{other}:{}", color(there)),
            ]);
        }
    }
    problem
}

/// Tiles whose edges must match, each used any number of times.
pub fn wang_tiles(dice: &mut Dice, size: usize) -> RandomProblem {
    let cells = dice.of_any_size(1, (size / 3).clamp(2, 100));
    let rows = dice.between(1, cells.isqrt());
    let columns = (cells / rows).max(1);
    let colors = dice.between(1, 5);
    let tiles: Vec<Vec<char>> = (0..(size / (rows * columns)).clamp(1, 60))
        .map(|_| (0..4).map(|_| color(dice.below(colors))).collect())
        .collect();
    let mut problem = RandomProblem::default();
    for row in 0..=rows {
        for column in 0..=columns {
            if row < rows && column < columns {
                problem.once(format!("{row}.{column}"));
            }
            problem.secondary(format!("h{row}.{column}"));
            problem.secondary(format!("v{row}.{column}"));
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            for edges in &tiles {
                problem.add([
                    format!("{row}.{column}"),
                    format!("h{row}.{column}:{}", edges[0]),
                    format!("v{row}.{}:{}", column + 1, edges[1]),
                    format!("h{}.{column}:{}", row + 1, edges[2]),
                    format!("v{row}.{column}:{}", edges[3]),
                ]);
            }
        }
    }
    problem
}
