//! To `.dlx`: items for the numbers, for the count of pairs and for cuts;
//! options for pairs. Every solution is a pairing, given by [`super::decode`].
//!
//! * `lo:hi|K` counts the pairs, as it is in every option;
//! * `0:1|n` is number n; the largest prime and 1 are exact, and form a pair;
//! * `0:k-1|zJ` is cut J: in the options that would close a cycle on its k taxes;
//! * `0:k-1|sJ` and `1:k|sJ` express a least score: not all of k options may be
//!   chosen if together they cost too much, and not all of k numbers may be unused.

use super::cuts::Cut;
use super::matching::{Best, best, most_pairs};
use super::{Numbers, Pair};
use dlx3_format::{Bounds, BuildError, Problem};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// What the pairings of the `.dlx` text should satisfy.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The number of pairs; if `None`, the largest possible and one less, or
    /// whatever a least score allows.
    pub pairs: Option<RangeInclusive<u32>>,
    /// The cuts to be satisfied.
    pub cuts: Vec<Cut>,
    /// A least score.
    pub score: Option<u64>,
}

/// The problem, and whether it expresses the least score exactly.
#[non_exhaustive]
pub struct Encoded {
    /// The problem.
    pub problem: Problem,
    /// Whether all its solutions have at least the score that was asked for.
    pub score_is_exact: bool,
}

/// Why there is no such problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum EncodeFault {
    TooManyPairs(u32, u32),
    ScoreTooHigh(u64, u64),
    ScoreNeedsOtherPairs(u32, u32, u64),
    TooLargeForScore,
    Format(BuildError),
}

dlx3_base::messages! {
    EncodeFault {
        Self::TooManyPairs(pairs, most) => "no pairing has {pairs} pairs: {most} is the most",
        Self::ScoreTooHigh(score, most) => "no pairing scores {score}: {most} is the most",
        Self::ScoreNeedsOtherPairs(least, most, score) =>
            "no pairing of {least} to {most} pairs scores {score}",
        Self::TooLargeForScore => "least scores are for N up to {MOST_WITH_SCORE}",
        Self::Format(it) => "{it}",
    }
    from { BuildError => Format }
}

/// The largest N for which a least score can be asked for.
pub const MOST_WITH_SCORE: u32 = 5000;

/// The greatest number of items that express a least score.
const MOST_SCORE_ITEMS: usize = 1000;

/// Makes the problem.
///
/// # Errors
/// If no pairing is of that kind.
pub fn encode(numbers: &Numbers, wishes: &Wishes) -> Result<Encoded, EncodeFault> {
    let limits = match wishes.score {
        None => ScoreLimits::none(numbers),
        Some(score) => ScoreLimits::for_score(numbers, score)?,
    };
    let pairs = match &wishes.pairs {
        None => limits.pairs.clone(),
        Some(pairs) => {
            let most = most_pairs(numbers);
            if *pairs.start() > most {
                return Err(EncodeFault::TooManyPairs(*pairs.start(), most));
            }
            if wishes.score.is_some()
                && (pairs.end() < limits.pairs.start() || pairs.start() > limits.pairs.end())
            {
                let score = limits.score;
                return Err(EncodeFault::ScoreNeedsOtherPairs(
                    *pairs.start(),
                    *pairs.end(),
                    score,
                ));
            }
            pairs.clone()
        }
    };

    // The upper bound of an item is at least 1, though N = 1 allows no pair.
    let mut builder = Problem::builder();
    let count = builder.item("K", bounds(*pairs.start(), (*pairs.end()).max(1)))?;
    let mut items = Vec::with_capacity(numbers.largest() as usize + 1);
    for number in 1..=numbers.largest() {
        let prime = numbers.largest_prime();
        let exact = prime.is_some() && (number == 1 || prime == Some(number));
        let needed = exact || limits.needed.contains(&number);
        let name = number.to_string();
        items.push(builder.item(name, bounds(u32::from(needed), 1))?);
    }
    let open: Vec<Pair> = numbers
        .pairs()
        .filter(|pair| !limits.closed.contains(pair))
        .collect();
    // The items that a pair is in besides those of its numbers.
    let mut extra: HashMap<Pair, Vec<dlx3_format::ItemId>> = HashMap::new();
    let used = open
        .iter()
        .copied()
        .collect::<std::collections::HashSet<_>>();
    for (index, cut) in wishes.cuts.iter().enumerate() {
        let item = builder.item(format!("z{}", index + 1), bounds(0, cut.most().max(1)))?;
        let pairs = cut.pairs(numbers).into_iter();
        for pair in pairs.filter(|pair| used.contains(pair)) {
            extra.entry(pair).or_default().push(item);
        }
    }
    for (index, group) in limits.groups.iter().enumerate() {
        let name = format!("s{}", index + 1);
        match group {
            Group::NotAll(pairs) => {
                let item = builder.item(name, bounds(0, pairs.len() as u32 - 1))?;
                for &pair in pairs {
                    extra.entry(pair).or_default().push(item);
                }
            }
            Group::NotNone(group) => {
                let item = builder.item(name, bounds(1, group.len() as u32))?;
                for pair in &open {
                    if group.contains(&pair.pick) || group.contains(&pair.tax) {
                        extra.entry(*pair).or_default().push(item);
                    }
                }
            }
        }
    }
    let mut nodes = Vec::new();
    for pair in open {
        nodes.clear();
        nodes.push((items[pair.pick as usize - 1], None));
        nodes.push((items[pair.tax as usize - 1], None));
        nodes.push((count, None));
        let extra = extra.get(&pair).into_iter().flatten();
        nodes.extend(extra.map(|&item| (item, None)));
        builder.option(&nodes)?;
    }
    Ok(Encoded {
        problem: builder.build()?,
        score_is_exact: limits.is_exact,
    })
}

fn bounds(lower: u32, upper: u32) -> Bounds {
    Bounds { lower, upper }
}

/// Pairs or numbers that together cost too much.
enum Group {
    /// Not all of these pairs may be chosen.
    NotAll(Vec<Pair>),
    /// Not all of these numbers may be missed.
    NotNone(Vec<u32>),
}

/// What a least score means for pairs and numbers.
struct ScoreLimits {
    score: u64,
    pairs: RangeInclusive<u32>,
    closed: std::collections::HashSet<Pair>,
    needed: std::collections::HashSet<u32>,
    groups: Vec<Group>,
    groups_seen: usize,
    is_exact: bool,
}

impl ScoreLimits {
    fn none(numbers: &Numbers) -> Self {
        let most = most_pairs(numbers);
        ScoreLimits {
            score: 0,
            pairs: most.saturating_sub(1)..=most,
            closed: Default::default(),
            needed: Default::default(),
            groups: Vec::new(),
            groups_seen: 0,
            is_exact: true,
        }
    }

    /// With the prices of a best pairing, any other score is the best one less the
    /// prices of the numbers missed and less what each chosen pair costs above its
    /// pick. A pair that alone costs too much is left out, a number that may not be
    /// missed is needed; what costs too much only together goes into a group.
    fn for_score(numbers: &Numbers, score: u64) -> Result<Self, EncodeFault> {
        if numbers.largest() > MOST_WITH_SCORE {
            return Err(EncodeFault::TooLargeForScore);
        }
        let best: Best = best(numbers);
        let enough = |pairs: &u32| best.scores[*pairs as usize] >= score;
        let counts = 0..best.scores.len() as u32;
        let (Some(least), Some(most)) = (counts.clone().find(enough), counts.rev().find(enough))
        else {
            return Err(EncodeFault::ScoreTooHigh(score, best.score()));
        };
        let spare = best.score() - score;
        let mut limits = ScoreLimits {
            score,
            pairs: least..=most,
            closed: Default::default(),
            needed: Default::default(),
            groups: Vec::new(),
            groups_seen: 0,
            is_exact: true,
        };
        let mut losses: Vec<(u64, Loss)> = Vec::new();
        for number in 1..=numbers.largest() {
            let price = best.prices[number as usize];
            if price > spare {
                limits.needed.insert(number);
            } else if price > 0 {
                losses.push((price, Loss::Missed(number)));
            }
        }
        for pair in numbers.pairs() {
            let price = best.prices[pair.pick as usize] + best.prices[pair.tax as usize];
            let loss = price - u64::from(pair.pick);
            if loss > spare {
                limits.closed.insert(pair);
            } else if loss > 0 {
                losses.push((loss, Loss::Chosen(pair)));
            }
        }
        limits.group(losses, spare);
        Ok(limits)
    }

    /// Finds the smallest groups that cost more than `spare`.
    fn group(&mut self, mut losses: Vec<(u64, Loss)>, spare: u64) {
        // Largest losses first: then a group is smallest if it costs no more than
        // `spare` without its last member.
        losses.sort_unstable_by(|a, b| b.cmp(a));
        let mut chosen = Vec::new();
        if !self.add_groups(&losses, 0, spare, &mut chosen) {
            self.groups.clear();
            self.is_exact = false;
        }
    }

    /// Returns `false` if there are too many groups.
    fn add_groups(
        &mut self,
        losses: &[(u64, Loss)],
        from: usize,
        spare: u64,
        chosen: &mut Vec<Loss>,
    ) -> bool {
        let rest: u64 = losses[from..].iter().map(|(loss, _)| loss).sum();
        if rest <= spare {
            return true;
        }
        for at in from..losses.len() {
            let (loss, what) = losses[at];
            chosen.push(what);
            let ended = if loss > spare {
                self.add_group(chosen)
            } else {
                self.add_groups(losses, at + 1, spare - loss, chosen)
            };
            chosen.pop();
            if !ended {
                return false;
            }
        }
        true
    }

    fn add_group(&mut self, chosen: &[Loss]) -> bool {
        self.groups_seen += 1;
        if self.groups_seen > MOST_SCORE_ITEMS {
            return false;
        }
        let mut pairs = Vec::new();
        let mut missed = Vec::new();
        for loss in chosen {
            match *loss {
                Loss::Chosen(pair) => pairs.push(pair),
                Loss::Missed(number) => missed.push(number),
            }
        }
        // Two pairs that share a number are never both chosen.
        let meet = |one: &Pair, other: &Pair| {
            one.pick == other.pick
                || one.pick == other.tax
                || one.tax == other.pick
                || one.tax == other.tax
        };
        let clash = pairs
            .iter()
            .enumerate()
            .any(|(index, one)| pairs[..index].iter().any(|other| meet(one, other)));
        let uses = |pair: &Pair| missed.contains(&pair.pick) || missed.contains(&pair.tax);
        if clash || pairs.iter().any(uses) {
            return true;
        }
        match (pairs.is_empty(), missed.is_empty()) {
            (false, true) => self.groups.push(Group::NotAll(pairs)),
            (true, false) => self.groups.push(Group::NotNone(missed)),
            // A bound counts what is chosen or what is missed, not both.
            _ => self.is_exact = false,
        }
        true
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Loss {
    Chosen(Pair),
    Missed(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_sieve_reads_as_described() {
        let numbers = Numbers::new(6).unwrap();
        let encoded = encode(&numbers, &Wishes::default()).unwrap();
        assert_eq!(
            encoded.problem.to_string(),
            "2:3|K 1 0:1|2 0:1|3 0:1|4 5 0:1|6\n4 2 K\n5 1 K\n6 3 K\n6 2 K\n"
        );
    }

    #[test]
    fn one_number_alone_makes_a_problem_without_options() {
        let numbers = Numbers::new(1).unwrap();
        let encoded = encode(&numbers, &Wishes::default()).unwrap();
        assert_eq!(encoded.problem.to_string(), "0:1|K 0:1|1\n");
    }

    #[test]
    fn wishes_that_cannot_be_are_refused() {
        let numbers = Numbers::new(10).unwrap();
        let fault = |wishes: &Wishes| encode(&numbers, wishes).err().unwrap().to_string();
        let wishes = Wishes {
            score: Some(41),
            ..Wishes::default()
        };
        assert_eq!(fault(&wishes), "no pairing scores 41: 40 is the most");
        let wishes = Wishes {
            pairs: Some(6..=7),
            ..Wishes::default()
        };
        assert_eq!(fault(&wishes), "no pairing has 6 pairs: 5 is the most");
        let wishes = Wishes {
            pairs: Some(1..=2),
            score: Some(40),
            ..Wishes::default()
        };
        assert_eq!(fault(&wishes), "no pairing of 1 to 2 pairs scores 40");
    }
}
