//! The order of the item lists after random insertion.

use dlx3_format::{NodeId, Problem};

/// All nodes, sorted so that each item's nodes are in the order of its list. `skipped[n]` is 1 +
/// the number of nodes above node `n` in its list when it was inserted, or 0 if it became the last
/// one.
///
/// # Panics
/// If there is not a number for each node, or a number exceeds the length of its list at that time.
///
/// The insertions are taken from the last to the first: each one takes its place among those still
/// free, which a Fenwick tree finds.
pub fn shuffled(problem: &Problem, skipped: &[u32]) -> Vec<u32> {
    let (items, nodes) = (problem.item_count(), problem.node_count());
    let found = skipped.len();
    assert!(
        found == nodes,
        "{found} places were drawn for {nodes} nodes"
    );
    let mut ends = vec![0u32; items + 1];
    let nodes = || (0..problem.node_count() as u32).map(NodeId);
    for node in nodes() {
        ends[problem.node_item(node).index() + 1] += 1;
    }
    for item in 0..items {
        ends[item + 1] += ends[item];
    }
    let mut by_item = vec![0u32; problem.node_count()];
    let mut next = ends.clone();
    for node in nodes() {
        let slot = &mut next[problem.node_item(node).index()];
        by_item[*slot as usize] = node.0;
        *slot += 1;
    }
    let mut places = Vec::new();
    let mut list = Vec::new();
    for item in 0..items {
        let nodes = &mut by_item[ends[item] as usize..ends[item + 1] as usize];
        list.clear();
        list.extend_from_slice(nodes);
        // A Fenwick tree over the free places.
        places.clear();
        places.extend((0..=list.len()).map(|index| (index & index.wrapping_neg()) as u32));
        for (before, &node) in list.iter().enumerate().rev() {
            let skip = skipped[node as usize] as usize;
            assert!(
                skip <= before,
                "{before} nodes cannot be skipped {skip} deep"
            );
            let place = match skip {
                0 => before,
                skipped => skipped - 1,
            };
            nodes[take_place(&mut places, place)] = node;
        }
    }
    by_item
}

/// Takes the free place with `rank` free places before it.
fn take_place(places: &mut [u32], rank: usize) -> usize {
    let mut rest = rank as u32;
    let mut index = 0;
    let mut step = (places.len() - 1).checked_ilog2().map_or(0, |log| 1 << log);
    while step > 0 {
        if index + step < places.len() && places[index + step] <= rest {
            index += step;
            rest -= places[index];
        }
        step >>= 1;
    }
    let mut above = index + 1;
    while above < places.len() {
        places[above] -= 1;
        above += above & above.wrapping_neg();
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gb_flip::GbFlip;

    #[test]
    fn the_order_is_that_of_insertions_one_by_one() {
        let mut text = String::from("A B C D E\n");
        let mut flip = GbFlip::new(7);
        for _ in 0..200 {
            let mask = 1 + flip.uniform(31);
            let names = (0..5).filter(|bit| mask >> bit & 1 == 1);
            let option: Vec<&str> = names.map(|bit| ["A", "B", "C", "D", "E"][bit]).collect();
            text += &format!("{}\n", option.join(" "));
        }
        let problem: Problem = text.parse().unwrap();
        let mut lists = vec![Vec::new(); 5];
        let mut skipped = Vec::new();
        for node in 0..problem.node_count() as u32 {
            let list = &mut lists[problem.node_item(NodeId(node)).index()];
            let skip = flip.uniform(list.len() as u32 + 1);
            skipped.push(skip);
            match skip as usize {
                0 => list.push(node),
                skip => list.insert(skip - 1, node),
            }
        }
        assert_eq!(shuffled(&problem, &skipped), lists.concat());
    }
}
