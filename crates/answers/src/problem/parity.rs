//! Proves that a problem has no solution, if some of its equations add up to one with even
//! coefficients and an odd right side.
//!
//! Each item that occurs a fixed number of times is an equation. Gaussian elimination modulo 2
//! finds which of them to add: a row is a bitmap of options, with a bitmap of the equations that it
//! is the sum of. This decides Langford pairs of 13 or 14 numbers, on which a search takes millions
//! of nodes.

use dlx3_base::text::plural::counted;
use dlx3_format::{ItemId, Problem};

/// The work in words for about half a millisecond, before any search.
pub const AT_ONCE: u64 = 1 << 20;

/// The work in words for about four seconds, where a short proof is worth it.
pub const FOR_A_PROOF: u64 = 1 << 33;

/// The report for these items.
pub fn told(items: &[ItemId]) -> String {
    format!(
        "the sum of {} is odd and even",
        counted(items.len(), "item")
    )
}

/// An equation, or a sum of equations.
struct Equation {
    options: Vec<u64>,
    is_odd: bool,
    /// The equations in the sum, by their index in the list of all.
    sum: Vec<u64>,
}

impl Equation {
    fn has(&self, option: usize) -> bool {
        self.options[option / 64] >> (option % 64) & 1 != 0
    }

    fn add(&mut self, other: &Equation) {
        let words = self.options.iter_mut().zip(&other.options);
        let sums = self.sum.iter_mut().zip(&other.sum);
        words.chain(sums).for_each(|(word, other)| *word ^= other);
        self.is_odd ^= other.is_odd;
    }
}

/// Items whose equations add up to a contradiction. None if there are no such items, or if
/// elimination would take more than `most` words of work.
pub fn contradiction(problem: &Problem, most: u64) -> Option<Vec<ItemId>> {
    let fixed = |&item: &ItemId| {
        let bounds = problem.bounds(item);
        bounds.is_some_and(|bounds| bounds.lower == bounds.upper)
    };
    let items: Vec<ItemId> = problem.item_ids().filter(fixed).collect();
    let words = problem.option_count().div_ceil(64);
    let sum_words = items.len().div_ceil(64);
    let size = items.len() as u128;
    if size * size * (words + sum_words) as u128 > u128::from(most) {
        return None;
    }
    let mut places = vec![usize::MAX; problem.item_count()];
    let mut rows: Vec<Equation> = Vec::with_capacity(items.len());
    for (place, &item) in items.iter().enumerate() {
        places[item.index()] = place;
        let mut sum = vec![0; sum_words];
        sum[place / 64] |= 1 << (place % 64);
        rows.push(Equation {
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
    // An item without options is impossible without a sum.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Option<Vec<u32>> {
        let items = contradiction(&text.parse().unwrap(), FOR_A_PROOF);
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
