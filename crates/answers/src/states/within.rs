//! The solutions of a diagram that cost at most a limit, as another diagram.
//!
//! Its nodes are pairs of a node and the amount that may still be spent. If all solutions below a
//! node cost at most that, the amount does not matter.

use crate::states::diagram::{Diagram, Edge};
use crate::{Limits, Stopped};

/// The amount if all solutions below a node are cheap enough.
const ENOUGH: i128 = i128::MAX;

/// Nodes between two checks of the limits.
const BREATH: usize = 1 << 14;

/// The solutions that cost at most `most`. Option `o` of the diagram costs `costs[o]`.
///
/// # Errors
/// If the limits end it, or if it needs too much memory.
pub fn within(
    diagram: &Diagram,
    costs: &[i128],
    most: i128,
    limits: &mut Limits<'_>,
) -> Result<Diagram, Stopped> {
    let mut found = Diagram::default();
    let Some(root) = diagram.root() else {
        return Ok(found);
    };
    let own = |edge: &Edge| edge.choice().map_or(0, |choice| costs[choice as usize]);
    // The least and the greatest cost of the solutions below each node.
    let mut ranges = vec![(0i128, 0i128); diagram.nodes()];
    for node in 1..diagram.nodes() as u32 {
        let edges = diagram.edges(node).iter();
        let below = edges.map(|edge| {
            let (least, greatest) = ranges[edge.to as usize];
            (own(edge) + least, own(edge) + greatest)
        });
        let join =
            |one: (i128, i128), other: (i128, i128)| (one.0.min(other.0), one.1.max(other.1));
        ranges[node as usize] = below.reduce(join).expect("a node has edges");
    }
    // The amount that may be spent below a node. None if nothing there is so cheap.
    let left = |node: u32, most: i128| {
        let (least, greatest) = ranges[node as usize];
        (least <= most).then_some(if greatest <= most { ENOUGH } else { most })
    };
    let mut waiting: Vec<Vec<i128>> = vec![Vec::new(); diagram.nodes()];
    waiting[root as usize].extend(left(root, most));
    let mut bytes = diagram.nodes() * 3 * size_of::<Vec<i128>>();
    for node in (1..diagram.nodes()).rev() {
        let mut amounts = std::mem::take(&mut waiting[node]);
        bytes -= amounts.capacity() * size_of::<i128>();
        amounts.sort_unstable();
        amounts.dedup();
        amounts.shrink_to_fit();
        for edge in diagram.edges(node as u32) {
            let to = &mut waiting[edge.to as usize];
            let before = to.capacity();
            to.extend(amounts.iter().filter_map(|&most| {
                let most = if most == ENOUGH {
                    ENOUGH
                } else {
                    most - own(edge)
                };
                left(edge.to, most)
            }));
            bytes += (to.capacity() - before) * size_of::<i128>();
        }
        bytes += amounts.capacity() * size_of::<i128>();
        waiting[node] = amounts;
        look(node, bytes, limits)?;
    }
    // The first new node of each node.
    let mut first = vec![Diagram::GOAL; diagram.nodes()];
    for node in 1..diagram.nodes() {
        first[node] = found.nodes() as u32;
        for &most in &waiting[node] {
            let edges = diagram.edges(node as u32).iter().filter_map(|edge| {
                let most = if most == ENOUGH {
                    ENOUGH
                } else {
                    most - own(edge)
                };
                let most = left(edge.to, most)?;
                let to = match edge.to {
                    Diagram::GOAL => Diagram::GOAL,
                    to => {
                        let place = waiting[to as usize].binary_search(&most);
                        first[to as usize] + place.expect("it has been seen") as u32
                    }
                };
                Some(Edge::new(edge.choice(), to))
            });
            found.add(edges).ok_or(Stopped::Memory)?;
        }
        look(node, bytes + found.bytes(), limits)?;
    }
    let last = found.nodes() as u32 - 1;
    found.set_root(left(root, most).map(|_| last));
    Ok(found)
}

fn look(node: usize, bytes: usize, limits: &mut Limits<'_>) -> Result<(), Stopped> {
    if bytes > limits.memory {
        return Err(Stopped::Memory);
    }
    match node.is_multiple_of(BREATH) && limits.is_over() {
        true => Err(Stopped::Limit),
        false => Ok(()),
    }
}
