//! That a problem has no solution, as a sum of its equations has even coefficients and an odd number
//! on the other side.
//!
//! An item that occurs a given number of times is an equation. Which of them add up to such a sum is
//! found by Gaussian elimination modulo 2: rows are bitmaps of options, and each has a bitmap of the
//! equations that it is the sum of. Langford pairs of 13 or 14 numbers are such a problem, which
//! takes a search millions of nodes.
//!
//! The proof has three lines: half of the sum of all `>=`, rounded up; half of that of all `<=`,
//! rounded down; and both together.

use super::{Numbering, Proof, Sum};
use crate::format::{ItemId, Problem};

/// More words than this are not looked at: about four seconds.
const MOST_WORK: u128 = 1 << 33;

/// An equation, or a sum of some.
struct Row {
    options: Vec<u64>,
    is_odd: bool,
    /// The equations, by their places in the list of all.
    sum: Vec<u64>,
}

impl Row {
    fn has(&self, option: usize) -> bool {
        self.options[option / 64] >> (option % 64) & 1 != 0
    }

    fn add(&mut self, other: &Row) {
        let words = self.options.iter_mut().zip(&other.options);
        let sums = self.sum.iter_mut().zip(&other.sum);
        words.chain(sums).for_each(|(word, other)| *word ^= other);
        self.is_odd ^= other.is_odd;
    }
}

/// Items whose equations add up to a sum that cannot be; none if there are none, or the problem is
/// so large that looking takes long.
pub fn contradiction(problem: &Problem) -> Option<Vec<ItemId>> {
    let fixed = |&item: &ItemId| {
        let bounds = problem.bounds(item);
        bounds.is_some_and(|bounds| bounds.lower == bounds.upper)
    };
    let items: Vec<ItemId> = problem.item_ids().filter(fixed).collect();
    let words = problem.option_count().div_ceil(64);
    let sum_words = items.len().div_ceil(64);
    let size = items.len() as u128;
    if size * size * (words + sum_words) as u128 > MOST_WORK {
        return None;
    }
    let mut places = vec![usize::MAX; problem.item_count()];
    let mut rows: Vec<Row> = Vec::with_capacity(items.len());
    for (place, &item) in items.iter().enumerate() {
        places[item.index()] = place;
        let mut sum = vec![0; sum_words];
        sum[place / 64] |= 1 << (place % 64);
        rows.push(Row {
            options: vec![0; words],
            is_odd: problem.bounds(item).is_some_and(|it| it.lower % 2 == 1),
            sum,
        });
    }
    for option in problem.option_ids() {
        for (item, _) in problem.option(option) {
            if let Some(row) = rows.get_mut(places[item.index()]) {
                row.options[option.index() / 64] |= 1 << (option.index() % 64);
            }
        }
    }
    // An item without options is one constraint, which needs no sum to be impossible.
    rows.retain(|row| row.options.iter().any(|&word| word != 0));
    while let Some(row) = rows.pop() {
        let word = row.options.iter().position(|&word| word != 0);
        let Some(word) = word else {
            if row.is_odd {
                let own = |place: &usize| row.sum[place / 64] >> (place % 64) & 1 != 0;
                let places = (0..items.len()).filter(own);
                return Some(places.map(|place| items[place]).collect());
            }
            continue;
        };
        let pivot = word * 64 + row.options[word].trailing_zeros() as usize;
        for other in rows.iter_mut().filter(|other| other.has(pivot)) {
            other.add(&row);
        }
    }
    None
}

/// Writes that the sum of these items cannot be; the number of the contradiction.
pub fn prove(items: &[ItemId], numbering: &Numbering, proof: &mut Proof) -> u64 {
    let mut half = |constraints: &[u64]| {
        let mut sum = Sum::new();
        for item in items {
            sum.add(constraints[item.index()], 1);
        }
        sum.divide(2);
        proof.sum(&sum)
    };
    let (least, most) = (half(&numbering.at_least), half(&numbering.at_most));
    let mut sum = Sum::new();
    sum.add(least, 1);
    sum.add(most, 1);
    proof.sum(&sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Option<Vec<u32>> {
        let items = contradiction(&text.parse().unwrap());
        items.map(|items| items.into_iter().map(|item| item.0).collect())
    }

    #[test]
    fn an_odd_number_of_items_is_not_covered_by_pairs() {
        assert_eq!(items("A B C\nA B\nB C\nA C\n"), Some(vec![0, 1, 2]));
        assert_eq!(items("A B C D\nA B\nB C\nA C\nC D\n"), None);
        // Twice, three times, or as often as one likes.
        assert_eq!(items("A B 2|C\nA B\nB C\nA C\n"), None);
        assert_eq!(items("A B 3|C\nA B\nB C\nA C\n"), Some(vec![0, 1, 2]));
        assert_eq!(items("A B 1:2|C\nA B\nB C\nA C\n"), None);
    }

    #[test]
    fn langford_pairs_of_some_numbers_cannot_be() {
        for n in 2..40usize {
            let names = (1..=n).map(|number| format!("n{number} "));
            let mut text: String = names.collect();
            (1..=2 * n).for_each(|place| text += &format!("p{place} "));
            for number in 1..=n {
                for place in 1..2 * n - number {
                    text += &format!("\nn{number} p{place} p{}", place + number + 1);
                }
            }
            assert_eq!(
                items(&(text + "\n")).is_some(),
                matches!(n % 4, 1 | 2),
                "{n}"
            );
        }
    }
}
