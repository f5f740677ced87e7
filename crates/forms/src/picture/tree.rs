//! A small search as a tree: its nodes by level, with the root at the top.
//!
//! Leaves are side by side in the order of the search, and a node is above the midpoint of its
//! first and last child.

use super::shape::{Kind, Node, Shape};
use super::{GAP, HEAD, counted, put_head};
use dlx3_base::text::svg::{At, BLUE, CLOSE, Escaped, GREEN, GROUND, RED, open};
use std::fmt::Write;

/// Up to this many nodes, each shows the name of its item.
const MOST_NAMED: usize = 120;

/// The width of a letter, with some space.
const LETTER: f64 = 5.6;

/// A tree with the name above it.
pub type Named<'n> = (&'n [u8], &'n Shape, &'n [Node]);

/// Distances and sizes.
struct Scale {
    /// The distance between leaves.
    across: f64,
    /// The distance between levels.
    down: f64,
    radius: f64,
    has_names: bool,
}

impl Scale {
    fn of(trees: &[Named<'_>]) -> Self {
        let most = trees.iter().map(|tree| tree.2.len()).max().unwrap_or(0);
        if most > MOST_NAMED {
            return Scale {
                across: 6.0,
                down: 34.0,
                radius: 2.2,
                has_names: false,
            };
        }
        let names = trees
            .iter()
            .flat_map(|tree| tree.2)
            .map(|node| match &node.kind {
                Kind::Solution => 0,
                Kind::Item { name, .. } => String::from_utf8_lossy(name).chars().count(),
            });
        let longest = names.max().unwrap_or(0);
        Scale {
            across: (longest as f64 * LETTER + 8.0).max(16.0),
            down: 42.0,
            radius: 4.0,
            has_names: true,
        }
    }
}

/// The positions of nodes, with the first leaf at 0; and the number of leaves.
fn places(nodes: &[Node]) -> (Vec<f64>, usize) {
    let mut places = vec![0.0; nodes.len()];
    // Going backwards, children come before their parent. For each level below: the last and the
    // first of the children placed so far.
    let leaves = |index: usize| {
        nodes
            .get(index + 1)
            .is_none_or(|next| next.level <= nodes[index].level)
    };
    let count = (0..nodes.len()).filter(|&index| leaves(index)).count();
    let mut next = count as f64;
    let mut children: Vec<Option<(f64, f64)>> = Vec::new();
    for (index, node) in nodes.iter().enumerate().rev() {
        if children.len() < node.level + 2 {
            children.resize(node.level + 2, None);
        }
        let place = match children[node.level + 1].take() {
            Some((first, last)) => f64::midpoint(first, last),
            None => {
                next -= 1.0;
                next
            }
        };
        places[index] = place;
        let last = children[node.level].map_or(place, |(_, last)| last);
        children[node.level] = Some((place, last));
    }
    (places, count)
}

/// Draws trees side by side.
pub fn draw(trees: &[Named<'_>]) -> String {
    let scale = &Scale::of(trees);
    let levels = trees
        .iter()
        .map(|tree| tree.1.levels.len())
        .max()
        .unwrap_or(1);
    let placed: Vec<(Vec<f64>, usize)> = trees.iter().map(|tree| places(tree.2)).collect();
    let width_of = |leaves: usize| ((leaves as f64 * scale.across) as usize).max(250);
    let width = placed
        .iter()
        .map(|(_, leaves)| width_of(*leaves) + GAP)
        .sum::<usize>()
        + GAP;
    let height = HEAD + (levels as f64 * scale.down) as usize + 30;
    let mut text = open(width, height, 1);
    let _ = writeln!(
        text,
        "<style>text{{font:10px sans-serif;fill:#333}}.name{{font-size:13px;font-weight:bold}}\
         .tree text{{text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:3px}}.edge{{fill:none;stroke:#999}}.item{{fill:{BLUE}}}\
         .solution{{fill:{GREEN}}}.dead{{fill:#fff;stroke:{RED};stroke-width:1.5}}</style>"
    );
    text += GROUND;
    let mut left = GAP;
    for ((name, shape, nodes), (places, leaves)) in trees.iter().zip(&placed) {
        put_head(&mut text, left, name, &told(shape));
        let _ = writeln!(
            text,
            "<g class=\"tree\" transform=\"translate({left},{})\">",
            HEAD + 16
        );
        // A narrow tree is centered in its place.
        let spare = width_of(*leaves) as f64 - (*leaves as f64) * scale.across;
        let x = |index: usize| (places[index] + 0.5) * scale.across + spare / 2.0;
        put_edges(&mut text, nodes, &x, scale);
        for (index, node) in nodes.iter().enumerate() {
            put_node(&mut text, node, x(index), scale);
        }
        text += "</g>\n";
        left += width_of(*leaves) + GAP;
    }
    put_legend(&mut text, height - 12);
    text += CLOSE;
    text
}

/// The numbers of nodes and solutions.
fn told(shape: &Shape) -> String {
    let kinds = shape.levels.iter().filter_map(|level| level.kinds);
    let solutions: u64 = kinds.map(|kinds| kinds.solutions).sum();
    let nodes: num_bigint::BigUint = shape.levels.iter().map(|level| &level.nodes).sum();
    let cut = if shape.is_cut {
        ", the tree is cut"
    } else {
        ""
    };
    let (nodes, solutions) = (counted(nodes, "node"), counted(solutions, "solution"));
    format!("{nodes}, {solutions}{cut}")
}

fn put_edges(text: &mut String, nodes: &[Node], x: &dyn Fn(usize) -> f64, scale: &Scale) {
    // For each level, the last node met.
    let mut above: Vec<usize> = Vec::new();
    *text += "<path class=\"edge\" d=\"";
    for (index, node) in nodes.iter().enumerate() {
        above.truncate(node.level);
        if let Some(&parent) = above.last() {
            let down = |level: usize| At(level as f64 * scale.down);
            let (from, to) = (down(node.level - 1), down(node.level));
            let _ = write!(text, "M{} {from} {} {to}", At(x(parent)), At(x(index)));
        }
        above.push(index);
    }
    *text += "\"/>\n";
}

fn put_node(text: &mut String, node: &Node, x: f64, scale: &Scale) {
    let (class, name, degree) = match &node.kind {
        Kind::Solution => ("solution", &b""[..], 0),
        Kind::Item { name, degree: 0 } => ("dead", &name[..], 0),
        Kind::Item { name, degree } => ("item", &name[..], *degree),
    };
    let y = node.level as f64 * scale.down;
    let radius = match class {
        "solution" => scale.radius * 1.4,
        _ => scale.radius,
    };
    let _ = write!(
        text,
        "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\">",
        At(x),
        At(y),
        At(radius)
    );
    let (level, name) = (node.level, Escaped(name));
    let _ = match class {
        "solution" => write!(text, "<title>level {level}: solution</title>"),
        _ => write!(
            text,
            "<title>level {level}: {name}, degree {degree}</title>"
        ),
    };
    *text += "</circle>";
    if scale.has_names && class != "solution" {
        // Above the node, as its edges are below it.
        let _ = write!(
            text,
            "<text x=\"{}\" y=\"{}\">{name}</text>",
            At(x),
            At(y - 7.0)
        );
    }
    *text += "\n";
}

fn put_legend(text: &mut String, y: usize) {
    let signs = [
        ("item", "branches on an item"),
        ("solution", "solution"),
        ("dead", "dead end"),
    ];
    let mut x = GAP;
    for (class, meaning) in signs {
        let (circle, word) = (y - 3, x + 8);
        let _ = writeln!(
            text,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{circle}\" r=\"4\"/>\
             <text x=\"{word}\" y=\"{y}\">{meaning}</text>"
        );
        x += 30 + 6 * meaning.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::shape::read_shape;

    #[test]
    fn a_node_stands_above_the_middle_of_its_children() {
        let shape = read_shape(&b"3 A\n2 B\nsol\n0 C\n0 D\n1 E\nsol\n"[..], 9).unwrap();
        let (places, leaves) = places(&shape.nodes.unwrap());
        assert_eq!(
            (places, leaves),
            (vec![1.75, 0.5, 0.0, 1.0, 2.0, 3.0, 3.0], 4)
        );
    }
}
