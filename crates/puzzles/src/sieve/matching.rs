//! The best pairings when cycles are allowed: matchings of a bipartite graph,
//! since pairs join numbers with an even and an odd count of prime factors.
//!
//! Invariant of both searches: `partner` is symmetric, and 0 for a free number.

use super::{Numbers, Pair};
use std::collections::VecDeque;

/// The graph of the pairs worth considering.
struct Graph {
    /// By number: the numbers it may be paired with.
    neighbours: Vec<Vec<u32>>,
    /// Whether a number has an even count of prime factors.
    even: Vec<bool>,
}

impl Graph {
    fn new(numbers: &Numbers) -> Self {
        let size = numbers.largest() as usize + 1;
        let mut neighbours = vec![Vec::new(); size];
        for Pair { pick, tax } in numbers.pairs() {
            neighbours[pick as usize].push(tax);
            neighbours[tax as usize].push(pick);
        }
        let even = (0..size as u32)
            .map(|number| number > 0 && numbers.prime_factors(number).is_multiple_of(2))
            .collect();
        Graph { neighbours, even }
    }

    fn evens(&self) -> impl Iterator<Item = u32> + '_ {
        (1..self.even.len() as u32).filter(|&number| self.even[number as usize])
    }
}

/// The greatest number of pairs (Hopcroft and Karp).
pub fn most_pairs(numbers: &Numbers) -> u32 {
    let graph = Graph::new(numbers);
    let size = graph.even.len();
    let mut partner = vec![0u32; size];
    let mut pairs = 0;
    loop {
        // Layers of alternating paths from the free even numbers.
        let mut level = vec![u32::MAX; size];
        let mut queue = VecDeque::new();
        for even in graph.evens().filter(|&even| partner[even as usize] == 0) {
            level[even as usize] = 0;
            queue.push_back(even);
        }
        let mut reaches_free = false;
        while let Some(even) = queue.pop_front() {
            for &odd in &graph.neighbours[even as usize] {
                match partner[odd as usize] {
                    0 => reaches_free = true,
                    next if level[next as usize] == u32::MAX => {
                        level[next as usize] = level[even as usize] + 1;
                        queue.push_back(next);
                    }
                    _ => {}
                }
            }
        }
        if !reaches_free {
            return pairs;
        }
        let mut next = vec![0usize; size];
        let starts: Vec<u32> = graph
            .evens()
            .filter(|&even| partner[even as usize] == 0)
            .collect();
        for start in starts {
            // Depth first along the layers; `path` holds even numbers.
            let mut path = vec![start];
            while let Some(&even) = path.last() {
                let at = &mut next[even as usize];
                let Some(&odd) = graph.neighbours[even as usize].get(*at) else {
                    level[even as usize] = u32::MAX;
                    path.pop();
                    if let Some(&before) = path.last() {
                        next[before as usize] += 1;
                    }
                    continue;
                };
                match partner[odd as usize] {
                    0 => {
                        for &even in path.iter().rev() {
                            let odd = graph.neighbours[even as usize][next[even as usize]];
                            partner[odd as usize] = even;
                            partner[even as usize] = odd;
                        }
                        pairs += 1;
                        break;
                    }
                    other
                        if level[other as usize] != u32::MAX
                            && level[other as usize] == level[even as usize] + 1 =>
                    {
                        path.push(other);
                    }
                    _ => *at += 1,
                }
            }
        }
    }
}

/// The greatest scores of pairings, cycles allowed, and prices that prove them.
pub struct Best {
    /// By number of pairs: the greatest score.
    pub scores: Vec<u64>,
    /// Dual prices of the numbers for the greatest score of all, none negative: the
    /// prices of the two numbers of a pair add up to at least the pick, and all
    /// prices together to that score.
    pub prices: Vec<u64>,
}

impl Best {
    /// The greatest score.
    pub fn score(&self) -> u64 {
        self.prices.iter().sum()
    }
}

/// Finds the greatest score for every number of pairs, by shortest augmenting
/// paths: about N²/2 steps for each of some N/2 paths at worst, far fewer as a rule.
pub fn best(numbers: &Numbers) -> Best {
    let graph = Graph::new(numbers);
    let size = graph.even.len();
    let gain = |one: u32, other: u32| i64::from(one.max(other));
    let mut partner = vec![0u32; size];
    let mut scores = vec![0u64];
    let mut best = (0, partner.clone());
    loop {
        // The alternating path from a free even to a free odd number that adds
        // the most to the score.
        let mut worth = vec![i64::MIN; size];
        let mut parent = vec![0u32; size];
        let mut queue: VecDeque<u32> = graph
            .evens()
            .filter(|&even| partner[even as usize] == 0)
            .collect();
        for &even in &queue {
            worth[even as usize] = 0;
        }
        let mut queued = vec![false; size];
        let mut end: Option<(i64, u32)> = None;
        while let Some(even) = queue.pop_front() {
            queued[even as usize] = false;
            for &odd in &graph.neighbours[even as usize] {
                if partner[even as usize] == odd {
                    continue;
                }
                let longer = worth[even as usize] + gain(even, odd);
                if longer <= worth[odd as usize] {
                    continue;
                }
                worth[odd as usize] = longer;
                parent[odd as usize] = even;
                match partner[odd as usize] {
                    0 => end = end.max(Some((longer, odd))),
                    next => {
                        worth[next as usize] = longer - gain(odd, next);
                        if !std::mem::replace(&mut queued[next as usize], true) {
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        let Some((added, mut odd)) = end else { break };
        while odd != 0 {
            let even = parent[odd as usize];
            let before = partner[even as usize];
            partner[even as usize] = odd;
            partner[odd as usize] = even;
            odd = before;
        }
        let score = scores[scores.len() - 1].wrapping_add_signed(added);
        scores.push(score);
        if score > best.0 {
            best = (score, partner.clone());
        }
    }
    Best {
        scores,
        prices: prices(&graph, &best.1),
    }
}

/// Prices that prove a matching of greatest gain: with p the price of an even
/// and -q that of an odd number, all conditions compare differences of p, q and
/// zero, so repeated raising finds the least p and q.
fn prices(graph: &Graph, partner: &[u32]) -> Vec<u64> {
    let size = partner.len();
    // Index 0 stands for the value zero, which no number has.
    let least: i64 = -2 * size as i64 * size as i64;
    let mut value = vec![least; size];
    value[0] = 0;
    let mut queue = VecDeque::from([0u32]);
    let mut queued = vec![false; size];
    let raise = |value: &mut Vec<i64>,
                 queue: &mut VecDeque<u32>,
                 queued: &mut Vec<bool>,
                 number: u32,
                 to: i64| {
        if value[number as usize] < to {
            value[number as usize] = to;
            if !std::mem::replace(&mut queued[number as usize], true) {
                queue.push_back(number);
            }
        }
    };
    while let Some(number) = queue.pop_front() {
        queued[number as usize] = false;
        let from = value[number as usize];
        if number == 0 {
            // Prices are not negative; those of free numbers are zero.
            for other in 1..size as u32 {
                if graph.even[other as usize] || partner[other as usize] == 0 {
                    raise(&mut value, &mut queue, &mut queued, other, 0);
                }
            }
        } else if graph.even[number as usize] {
            // p - q = gain for a pair of the matching: q at least p - gain.
            let odd = partner[number as usize];
            if odd != 0 {
                let gain = i64::from(number.max(odd));
                raise(&mut value, &mut queue, &mut queued, odd, from - gain);
            }
        } else {
            for &even in &graph.neighbours[number as usize] {
                let gain = i64::from(number.max(even));
                raise(&mut value, &mut queue, &mut queued, even, from + gain);
            }
        }
    }
    (0..size)
        .map(|number| {
            let value = value[number];
            let price = if graph.even[number] { value } else { -value };
            if number == 0 || value == least {
                0
            } else {
                price.max(0) as u64
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_prove_the_greatest_score_of_a_pairing() {
        for largest in 1..150 {
            let numbers = Numbers::new(largest).unwrap();
            let best = best(&numbers);
            assert_eq!(best.scores.len() as u32 - 1, most_pairs(&numbers));
            assert_eq!(Some(&best.score()), best.scores.iter().max());
            for Pair { pick, tax } in numbers.pairs() {
                let price = best.prices[pick as usize] + best.prices[tax as usize];
                assert!(price >= u64::from(pick), "{pick} {tax} of {largest}");
            }
        }
    }

    #[test]
    fn the_game_without_order_gives_145_for_21() {
        let best = best(&Numbers::new(21).unwrap());
        assert_eq!(best.score(), 145);
    }
}
