//! The worst game: the least score with which a game can end. A game ends when no number
//! that is left has a proper divisor left.
//!
//! Every number D up to N/2 leaves in the end, as 2D would have it left; and it leaves
//! as a pick or as a divisor of one. On the other hand, if each of them has left, nothing
//! that is left is a divisor of another number. So a pairing that can be played is a game
//! that has ended if and only if each D up to N/2 divides a pick. That is asked of D above
//! N/4 only, as any other one divides such a D.
//!
//! Few pairs are in question, where D stands for the numbers from N/4 to N/2:
//!
//! * (D, T) for each quotient T of D by a prime. T is below N/4.
//! * (2D, D), which can be played last. No other pick above N/2 is needed: an odd 3D gives
//!   way to 2D. If D is a pick, 2D is either idle or, as three times 2D/3, dearer than 4D/3.
//!
//! So the worst game is a cheapest cover. [`encode`] writes it down without the order of
//! moves; cuts say that (see [`cycles`]):
//!
//! ```
//! use dlx3::Answers;
//! use dlx3::sieve::{Numbers, worst};
//!
//! let numbers = Numbers::new(50)?;
//! let mut cuts = Vec::new();
//! let score = loop {
//!     let problem = worst::encode(&numbers, &cuts)?;
//!     let best = problem.best(1)?.remove(0);
//!     let pairs = worst::pairs(&numbers, &best.1);
//!     let cycles = worst::cycles(&numbers, &pairs);
//!     if cycles.is_empty() {
//!         break best.0;
//!     }
//!     cuts.extend(cycles);
//! };
//! assert_eq!(score, 296);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cuts::{Cut, PairSide};
use super::insertion::Picks;
use super::order::playing_order;
use super::{Numbers, Pair};
use dlx3_format::{Bounds, BuildError, OptionId, Problem};

/// The pairings in which each number up to N/2 divides a pick, as a problem:
///
/// * `0:1|n` is number n, if it is in one of these pairs;
/// * `1:k|dD` says that D divides a pick, for D above N/4 and up to N/2;
/// * `0:k-1|zJ` is cut J.
///
/// Options are these pairs, by pick and then from the largest tax down; each costs its pick.
/// Any prime may take 1: in a worst game, that is seldom the largest one.
///
/// # Errors
/// If the problem has too many nodes.
pub fn encode(numbers: &Numbers, cuts: &[Cut]) -> Result<Problem, BuildError> {
    let largest = numbers.largest();
    let mut builder = Problem::builder();
    let mut is_used = vec![false; largest as usize + 1];
    for pair in all_pairs(numbers) {
        for number in [pair.pick, pair.tax] {
            is_used[number as usize] = true;
        }
    }
    let mut items = vec![None; largest as usize + 1];
    for number in (1..=largest).filter(|&number| is_used[number as usize]) {
        items[number as usize] = Some(builder.item(number.to_string(), bounds(0, 1))?);
    }
    let first = largest / 4 + 1;
    let mut divides = Vec::new();
    for number in first..=largest / 2 {
        let item = builder.item(format!("d{number}"), bounds(1, largest / number))?;
        divides.push(item);
    }
    let mut extra = vec![Vec::new(); all_pairs(numbers).count()];
    for (index, cut) in cuts.iter().enumerate() {
        let item = builder.item(format!("z{}", index + 1), bounds(0, cut.most().max(1)))?;
        let mut members = cut.pairs(numbers);
        members.sort_unstable();
        for (pair, extra) in all_pairs(numbers).zip(&mut extra) {
            if members.binary_search(&pair).is_ok() {
                extra.push(item);
            }
        }
    }
    let mut costs = Vec::with_capacity(extra.len());
    let mut nodes = Vec::new();
    for (pair, extra) in all_pairs(numbers).zip(extra) {
        nodes.clear();
        for number in [pair.pick, pair.tax] {
            nodes.push((items[number as usize].expect("it is used"), None));
        }
        // Of these quotients only 1, 2 and 3 lead above N/4.
        for quotient in (1..=3).filter(|quotient| pair.pick % quotient == 0) {
            let divisor = pair.pick / quotient;
            if (first..=largest / 2).contains(&divisor) {
                nodes.push((divides[(divisor - first) as usize], None));
            }
        }
        nodes.extend(extra.into_iter().map(|item| (item, None)));
        builder.option(&nodes)?;
        costs.push(i128::from(pair.pick));
    }
    let priced = builder.build()?.with_costs(costs);
    Ok(priced.expect("numbers of 32 bits add up to less than the most"))
}

/// The pairs of which some worst game consists, by pick and then from the largest tax down.
fn all_pairs(numbers: &Numbers) -> impl Iterator<Item = Pair> + '_ {
    let half = numbers.largest() / 2;
    let picks = numbers.largest() / 4 + 1..=numbers.largest();
    picks.flat_map(move |pick| {
        let taxes = numbers.below(pick).iter();
        let taxes = taxes.filter(move |&&tax| pick <= half || 2 * tax == pick);
        taxes.map(move |&tax| Pair { pick, tax })
    })
}

fn bounds(lower: u32, upper: u32) -> Bounds {
    Bounds { lower, upper }
}

/// The pairs of a solution of [`encode`].
///
/// # Panics
/// If an option is not one of that problem.
pub fn pairs(numbers: &Numbers, solution: &[OptionId]) -> Vec<Pair> {
    let all: Vec<Pair> = all_pairs(numbers).collect();
    solution.iter().map(|option| all[option.index()]).collect()
}

/// Cuts that rule out a pairing that cannot be played: cycles without a common pair. None
/// if it can be played.
pub fn cycles(numbers: &Numbers, pairs: &[Pair]) -> Vec<Cut> {
    let mut left = pairs.to_vec();
    let mut cuts = Vec::new();
    while let Err(cycle) = playing_order(numbers, &left) {
        left.retain(|pair| !cycle.contains(pair));
        let taxes = cycle.iter().map(|pair| pair.tax).collect();
        cuts.push(Cut::new(PairSide::Taxes, taxes));
    }
    cuts
}

/// A game that has ended and scores little. It picks numbers from N/4 to N/2 while all of
/// them can be played: first those of `pairs`, then the others, each time the large ones
/// first. Then it picks twice each number that is left.
pub fn small_game(numbers: &Numbers, pairs: &[Pair]) -> Vec<Pair> {
    let half = numbers.largest() / 2;
    let least = numbers.largest() / 4 + 1;
    if half == 0 {
        return Vec::new();
    }
    let lower = Numbers::new(half).expect("N is larger");
    let mut picks = Picks::new(&lower, least);
    let mut wish = vec![0.0; half as usize + 1];
    for pair in pairs.iter().filter(|pair| pair.pick <= half) {
        wish[pair.pick as usize] = 1.0;
    }
    let (_, direct) = picks.search(&wish, 1, 0.0, 0.0);
    let mut moves = picks.pairs(&direct);
    // Twice 3K is three times 2K, so 2K needs no pick then. As 3K is larger, it goes first.
    let mut is_doubled = vec![false; half as usize + 1];
    for number in (least..=half).rev() {
        let larger = number / 2 * 3;
        let is_covered = number.is_multiple_of(2) && larger <= half && is_doubled[larger as usize];
        if is_covered {
            moves.retain(|pair| pair.pick != number);
        } else {
            is_doubled[number as usize] = direct.binary_search(&number).is_err();
        }
    }
    let doubles = (least..=half).filter(|&number| is_doubled[number as usize]);
    moves.extend(doubles.map(|tax| Pair { pick: 2 * tax, tax }));
    playing_order(numbers, &moves).expect("doubles can be picked last")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_problem_reads_as_described() {
        let numbers = Numbers::new(6).unwrap();
        let problem = encode(&numbers, &[]).unwrap();
        assert_eq!(
            problem.to_string(),
            "0:1|1 0:1|2 0:1|3 0:1|4 0:1|6 1:3|d2 1:2|d3\n\
             2 1 d2 |2\n3 1 d3 |3\n4 2 d2 |4\n6 3 d3 d2 |6\n"
        );
    }

    #[test]
    fn a_small_game_leaves_nothing_up_to_the_half() {
        for largest in 1..200 {
            let numbers = Numbers::new(largest).unwrap();
            let moves = small_game(&numbers, &[]);
            let mut game = crate::sieve::game::Game::new(&numbers);
            for pair in &moves {
                game.play(*pair).unwrap();
            }
            for number in 1..=largest / 2 {
                assert!(
                    moves.iter().any(|pair| pair.pick % number == 0),
                    "{number} is left of {largest}"
                );
            }
        }
    }
}
