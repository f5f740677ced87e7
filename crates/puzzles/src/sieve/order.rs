//! The order of a pairing's moves.
//!
//! Pick a must come before pick c when the tax of a divides c. A tax has as many
//! prime factors as c or fewer; if it has fewer by two or more, then the order by
//! layers (picks of few prime factors first) already puts a before c. So only arcs
//! inside a layer, where c is the tax times a prime, can close a cycle.

use super::{Numbers, Pair};
use std::collections::HashMap;

/// Sorts pairs so that they can be played: by number of prime factors, then
/// topologically inside a layer, and otherwise in the order given.
///
/// # Errors
/// A shortest cycle of the pairing, each pair before the next and the last
/// before the first.
pub fn playing_order(numbers: &Numbers, pairs: &[Pair]) -> Result<Vec<Pair>, Vec<Pair>> {
    let arcs = Arcs::new(numbers, pairs);
    // Of the pairs without an unplaced predecessor, the first one of the lowest
    // layer.
    let mut held = vec![0u32; pairs.len()];
    for after in arcs.after.iter().flatten() {
        held[*after as usize] += 1;
    }
    let key = |index: u32| (numbers.prime_factors(pairs[index as usize].pick), index);
    let mut free: std::collections::BTreeSet<(u32, u32)> = (0..pairs.len() as u32)
        .filter(|&index| held[index as usize] == 0)
        .map(key)
        .collect();
    let mut ordered = Vec::with_capacity(pairs.len());
    while let Some((_, index)) = free.pop_first() {
        ordered.push(pairs[index as usize]);
        for &after in &arcs.after[index as usize] {
            held[after as usize] -= 1;
            if held[after as usize] == 0 {
                free.insert(key(after));
            }
        }
    }
    if ordered.len() == pairs.len() {
        return Ok(ordered);
    }
    let stuck: Vec<bool> = held.iter().map(|&held| held > 0).collect();
    let cycle = arcs.shortest_cycle(&stuck);
    Err(cycle
        .into_iter()
        .map(|index| pairs[index as usize])
        .collect())
}

/// A cycle in words: which pick must come before which.
pub fn describe_cycle(cycle: &[Pair]) -> String {
    let picks = cycle.iter().chain(cycle.first());
    let steps: Vec<String> = picks
        .map(|Pair { pick, tax }| format!("{pick} (takes {tax})"))
        .collect();
    steps.join(" before ")
}

/// Which pairs come right after which, inside the layers.
struct Arcs {
    after: Vec<Vec<u32>>,
}

impl Arcs {
    fn new(numbers: &Numbers, pairs: &[Pair]) -> Self {
        let index_of: HashMap<u32, u32> = (0..)
            .zip(pairs)
            .map(|(index, pair)| (pair.pick, index))
            .collect();
        let after = (0u32..)
            .zip(pairs)
            .map(|(index, pair)| {
                let multiples = numbers.above(pair.tax).iter();
                multiples
                    .filter_map(|multiple| index_of.get(multiple).copied())
                    .filter(|&other| other != index)
                    .collect()
            })
            .collect();
        Arcs { after }
    }

    /// A shortest cycle among the pairs that are `stuck`; there is one.
    fn shortest_cycle(&self, stuck: &[bool]) -> Vec<u32> {
        let mut shortest: Vec<u32> = Vec::new();
        let mut parent = vec![u32::MAX; stuck.len()];
        for start in (0..stuck.len() as u32).filter(|&start| stuck[start as usize]) {
            parent.fill(u32::MAX);
            let mut queue = std::collections::VecDeque::from([start]);
            'search: while let Some(index) = queue.pop_front() {
                for &after in &self.after[index as usize] {
                    if after == start {
                        let mut cycle = vec![index];
                        while let Some(&last) = cycle.last()
                            && last != start
                        {
                            cycle.push(parent[last as usize]);
                        }
                        cycle.reverse();
                        if shortest.is_empty() || cycle.len() < shortest.len() {
                            shortest = cycle;
                        }
                        break 'search;
                    }
                    if stuck[after as usize] && parent[after as usize] == u32::MAX {
                        parent[after as usize] = index;
                        queue.push_back(after);
                    }
                }
            }
        }
        shortest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(list: &[(u32, u32)]) -> Vec<Pair> {
        list.iter().map(|&(pick, tax)| Pair { pick, tax }).collect()
    }

    #[test]
    fn moves_are_sorted_by_layers_and_then_by_need() {
        let numbers = Numbers::new(18).unwrap();
        let list = pairs(&[
            (16, 8),
            (18, 6),
            (12, 4),
            (10, 2),
            (14, 7),
            (15, 5),
            (9, 3),
            (17, 1),
        ]);
        let picks: Vec<u32> = playing_order(&numbers, &list)
            .unwrap()
            .iter()
            .map(|pair| pair.pick)
            .collect();
        assert_eq!(picks, [17, 9, 15, 10, 14, 18, 12, 16]);
    }

    #[test]
    fn the_cycle_of_the_essay_is_found() {
        let numbers = Numbers::new(21).unwrap();
        let list = pairs(&[
            (19, 1),
            (21, 7),
            (14, 2),
            (10, 5),
            (15, 3),
            (20, 4),
            (12, 6),
            (18, 9),
            (16, 8),
        ]);
        assert_eq!(
            playing_order(&numbers, &list).unwrap_err(),
            pairs(&[(21, 7), (14, 2), (10, 5), (15, 3)])
        );
    }
}
