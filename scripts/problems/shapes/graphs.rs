//! Exact covers of graphs.

use super::{Dice, RandomProblem};
use std::collections::BTreeSet;

/// The neighbors of each vertex.
struct Graph(Vec<BTreeSet<usize>>);

impl Graph {
    /// A grid, a ring with chords, or any edges; about `edges` of them, between `vertices`
    /// vertices.
    fn new(dice: &mut Dice, vertices: usize, edges: usize) -> Self {
        let mut graph = Graph(vec![BTreeSet::new(); vertices]);
        match dice.below(3) {
            0 => {
                let columns = dice.between(2, vertices.isqrt().max(2));
                for vertex in 0..vertices {
                    if (vertex + 1) % columns != 0 {
                        graph.link(vertex, vertex + 1);
                    }
                    graph.link(vertex, vertex + columns);
                }
            }
            1 => (0..vertices).for_each(|vertex| graph.link(vertex, (vertex + 1) % vertices)),
            _ => {}
        }
        let near = dice.chance(1, 2);
        for _ in graph.edges().len()..edges {
            let vertex = dice.below(vertices);
            let other = match near {
                true => vertex + 1 + dice.below(6),
                false => dice.below(vertices),
            };
            graph.link(vertex, other);
        }
        graph
    }

    fn link(&mut self, vertex: usize, other: usize) {
        if vertex != other && other < self.0.len() {
            self.0[vertex].insert(other);
            self.0[other].insert(vertex);
        }
    }

    fn edges(&self) -> Vec<(usize, usize)> {
        let ends = |(vertex, others): (usize, &BTreeSet<usize>)| {
            let later = others.range(vertex..).copied();
            later.map(move |other| (vertex, other)).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(ends).collect()
    }
}

/// Perfect matchings, or with some vertices left over.
pub fn matching(dice: &mut Dice, size: usize) -> RandomProblem {
    let vertices = dice.of_any_size(4, (size / 2).clamp(5, 600)) & !1;
    let graph = Graph::new(dice, vertices, size);
    let mut problem = RandomProblem::default();
    let alone = dice.chance(1, 4).then(|| dice.between(1, 4));
    for vertex in 0..vertices {
        problem.once(format!("v{vertex}"));
    }
    if let Some(most) = alone {
        problem.bounded("alone", 0, most);
        (0..vertices).for_each(|vertex| problem.add([format!("v{vertex}"), "alone".to_owned()]));
    }
    for (vertex, other) in graph.edges() {
        problem.add([format!("v{vertex}"), format!("v{other}")]);
    }
    problem
}

/// Every vertex in one connected part of three or four vertices.
pub fn connected_parts(dice: &mut Dice, size: usize) -> RandomProblem {
    let part = dice.between(3, 4);
    let vertices = dice.between(2, (size / 6).clamp(2, 120)) * part;
    let graph = Graph::new(dice, vertices, vertices * 3 / 2);
    let mut problem = RandomProblem::default();
    for vertex in 0..vertices {
        problem.once(format!("v{vertex}"));
    }
    let mut parts: BTreeSet<BTreeSet<usize>> = (0..vertices).map(|v| [v].into()).collect();
    for _ in 1..part {
        parts = parts
            .iter()
            .flat_map(|part| part.iter().map(move |&vertex| (part, vertex)))
            .flat_map(|(part, vertex)| graph.0[vertex].iter().map(move |&next| (part, next)))
            .filter(|(part, next)| !part.contains(next))
            .map(|(part, next)| part.iter().copied().chain([next]).collect())
            .take(20 * size)
            .collect();
    }
    for part in parts.iter().take(9000) {
        problem.add(part.iter().map(|vertex| format!("v{vertex}")));
    }
    problem
}

/// Vertices that are, or are beside, each vertex: once (a perfect code) or more often.
pub fn domination(dice: &mut Dice, size: usize) -> RandomProblem {
    let vertices = size.clamp(4, 450);
    let degree = dice.between(1, 4);
    let graph = Graph::new(dice, vertices, vertices * degree / 2);
    let most = *dice.pick(&[1, 2, 3, vertices, 16_001]);
    let mut problem = RandomProblem::default();
    let chosen = dice.chance(1, 2);
    if chosen {
        let lower = vertices / (degree + 2);
        problem.bounded(
            "#",
            dice.below(lower + 1),
            lower + dice.below(lower + 1) + 1,
        );
    }
    for vertex in 0..vertices {
        problem.bounded(format!("v{vertex}"), 1, most);
    }
    for vertex in 0..vertices {
        let mut words: Vec<String> = chosen.then(|| "#".to_owned()).into_iter().collect();
        words.push(format!("v{vertex}"));
        words.extend(graph.0[vertex].iter().map(|other| format!("v{other}")));
        problem.add(words);
    }
    problem
}

/// Colorings of the vertices: with colored secondary items for vertices, or with uncolored
/// secondary items for each edge and color.
pub fn coloring(dice: &mut Dice, size: usize) -> RandomProblem {
    let colors = dice.between(2, 5);
    let vertices = (size / colors).clamp(2, 450);
    let edges = vertices * dice.between(1, 3);
    let graph = Graph::new(dice, vertices, edges);
    let edges = graph.edges();
    let by_color = dice.chance(1, 3);
    let mut problem = RandomProblem::default();
    if by_color {
        // An option is an edge with two different colors at its ends.
        (0..edges.len()).for_each(|edge| problem.once(format!("e{edge}")));
        (0..vertices).for_each(|vertex| problem.secondary(format!("v{vertex}")));
        let shown = |color: usize| char::from(b'0' + color as u8);
        for (edge, (vertex, other)) in edges.iter().enumerate().take(450) {
            for (one, two) in (0..colors).flat_map(|one| (0..colors).map(move |two| (one, two))) {
                if one != two {
                    problem.add([
                        format!("e{edge}"),
                        format!("v{vertex}:{}", shown(one)),
                        format!("v{other}:{}", shown(two)),
                    ]);
                }
            }
        }
        problem.primary.truncate(450);
        return problem;
    }
    (0..vertices).for_each(|vertex| problem.once(format!("v{vertex}")));
    // Keep within the number of items that the C program can hold.
    let edges = &edges[..edges.len().min(9000 / colors)];
    for (edge, color) in (0..edges.len()).flat_map(|edge| (0..colors).map(move |c| (edge, c))) {
        problem.secondary(format!("e{edge}.{color}"));
    }
    for vertex in 0..vertices {
        for color in 0..colors {
            let mut words = vec![format!("v{vertex}")];
            for (edge, &(one, other)) in edges.iter().enumerate() {
                if one == vertex || other == vertex {
                    words.push(format!("e{edge}.{color}"));
                }
            }
            problem.add(words);
        }
    }
    problem
}

/// Random sets, each hit some times by a number of chosen elements.
pub fn hitting_sets(dice: &mut Dice, size: usize) -> RandomProblem {
    let elements = size.clamp(3, 2000);
    let sets = dice.of_any_size(2, (2 * elements).min(500));
    let mut of_element = vec![Vec::new(); elements];
    let mut problem = RandomProblem::default();
    let most = dice.between(1, 4);
    let chosen = dice.of_any_size(1, sets.min(60));
    problem.bounded("#", dice.below(chosen + 1), chosen);
    for set in 0..sets {
        problem.bounded(format!("u{set}"), 1, most);
        let count = dice.between(1, 10);
        for element in dice.sample(count, elements) {
            of_element[element].push(format!("u{set}"));
        }
    }
    for sets in of_element {
        problem.add(std::iter::once("#".to_owned()).chain(sets));
    }
    problem
}
