//! Compares numbers of solutions by cost, and solutions up to a cost, with brute force.

use super::brute::Solutions;
use super::checks::{Asked, Checked, is};
use dlx3::OptionId;
use dlx3::answers::best::NotCheapest;
use dlx3::answers::by_cost::{NotCounted, count_by_cost};
use dlx3::answers::family::Family;
use dlx3::answers::within::{Within, all_within};
use std::collections::{BTreeMap, BTreeSet};

/// The solutions of a case by cost.
struct Known<'a> {
    asked: &'a Asked<'a>,
    by_cost: BTreeMap<i128, BTreeSet<&'a Vec<OptionId>>>,
    /// A limit that leaves some of them out, if they do not all cost the same.
    most: i128,
}

/// Checks all answers by cost. Each cost is less than 2^90.
pub fn by_cost(asked: &Asked<'_>) -> Checked {
    let mut by_cost: BTreeMap<i128, BTreeSet<_>> = BTreeMap::new();
    for set in &asked.solutions {
        let cost = set.iter().map(|option| asked.costs[option.index()]).sum();
        by_cost.entry(cost).or_default().insert(set);
    }
    let place = asked.case.seed as usize % (by_cost.len() + 1);
    let most = by_cost.keys().nth(place).copied();
    let known = Known {
        asked,
        most: most.unwrap_or_else(|| asked.case.seed as i128 % 7 - 3),
        by_cost,
    };
    known.counts(None)?;
    known.counts(Some(known.most))?;
    known.limited_family()?;
    known.all_within()
}

impl Known<'_> {
    fn counts(&self, most: Option<i128>) -> Checked {
        let asked = self.asked;
        let costs = &asked.costs;
        match asked.limited(|limits| count_by_cost(&asked.problem, costs, most, limits)) {
            Ok(counted) => {
                let is_wanted = |cost: i128| most.is_none_or(|most| cost <= most);
                let expected = self.by_cost.iter().filter(|(cost, _)| is_wanted(**cost));
                let expected = expected.map(|(cost, sets)| (*cost, sets.len() as u64));
                let found = counted.numbers.iter();
                let found = found.map(|(cost, number)| (*cost, number.to_string()));
                is(
                    found.eq(expected.map(|(cost, number)| (cost, number.to_string()))),
                    || format!("{:?} up to {most:?}", counted.numbers),
                )
            }
            Err(NotCounted::TooDear(_)) => asked.is_too_dear(),
            Err(NotCounted::Stopped(why)) => asked.missing(why),
        }
    }

    /// The solutions that cost no more than the limit.
    fn cheap(&self) -> Solutions {
        let sets = self.by_cost.range(..=self.most).flat_map(|(_, sets)| sets);
        sets.map(|set| (*set).clone()).collect()
    }

    fn limited_family(&self) -> Checked {
        let asked = self.asked;
        let family = asked.limited(|limits| {
            let family = Family::new(&asked.problem, limits)?;
            family.within(&asked.costs, self.most, limits)
        });
        let family = match family {
            Ok(family) => family,
            Err(why) => return asked.missing(why),
        };
        let cheap = self.cheap();
        is(family.number() == cheap.len() as u64, || {
            format!(
                "{} of {} cost up to {}",
                family.number(),
                cheap.len(),
                self.most
            )
        })?;
        let numbers = (0..cheap.len() as u64).map(Into::into);
        let found: Option<Solutions> = numbers.map(|number| family.solution(&number)).collect();
        is(found == Some(cheap), || {
            "other solutions are cheap".to_owned()
        })
    }

    fn all_within(&self) -> Checked {
        let asked = self.asked;
        let least = self.by_cost.first_key_value().map_or(0, |(&cost, _)| cost);
        let distance = |best: i128| best + (self.most - least);
        for within in [Within::Cost(self.most), Within::Of(&distance)] {
            let cheap = self.cheap();
            let found =
                asked.limited(|limits| all_within(&asked.problem, &asked.costs, &within, limits));
            match found {
                Ok(found) => {
                    let sets: Solutions = found.solutions.iter().map(|one| one.1.clone()).collect();
                    is(
                        sets == cheap && found.solutions.len() == cheap.len(),
                        || format!("{} and not {} are cheap", sets.len(), cheap.len()),
                    )?;
                    is(found.solutions.is_sorted_by_key(|one| one.0), || {
                        "they are not in order".to_owned()
                    })?;
                }
                Err(NotCheapest::TooDear(_)) => asked.is_too_dear()?,
                Err(NotCheapest::Unfinished(unfinished)) => {
                    let all = |(cost, set): &(i128, Vec<OptionId>)| {
                        cheap.contains(set) && self.by_cost[cost].contains(set)
                    };
                    is(unfinished.solutions.iter().all(all), || {
                        "what was found is not cheap".to_owned()
                    })?;
                    asked.missing(unfinished.why)?;
                }
            }
        }
        Ok(())
    }
}
