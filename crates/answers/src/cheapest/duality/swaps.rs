//! A local search for coverings: finds cheap solutions where the tree has only a bound.
//!
//! A part is a covering if none of its items has too many options in any choice: then a
//! solution stays one when options are added.
//!
//! ```text
//! loop:
//!     if no item lacks options:
//!         keep the solution; drop the option that loses least for its cost
//!     else:
//!         drop the option that loses least for its cost, but not one that was just added
//!         while an item lacks options:
//!             of a random one, add the option that gains most for its cost, unless the
//!             sum would not be below the cheapest solution
//!             the items that still lack options weigh one more
//! ```
//!
//! An option gains the weights of the items that lack options, and loses the weights of those
//! that have none to spare. After it is dropped, it stays out until one of its neighbors has changed.
//!
//! Nothing is proved here: the tree asks for cheaper solutions than those found.
//!
//! Source: C. Gao, T. Weise, J. Li, A weighting-based local search heuristic algorithm for the
//! set covering problem (IEEE CEC 2014).

use super::Part;
use crate::problem::model::Demand;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// The time to look at a node of an option, in nanoseconds, about.
const PER_NODE: u64 = 4;

/// What an option brings, for what it costs.
#[derive(Clone, Copy, PartialEq)]
struct Worth {
    per_cost: f64,
    /// The step at which it has changed. Among equals, the older one counts more.
    changed: u64,
}

impl Worth {
    fn is_above(self, other: Worth) -> bool {
        self.per_cost > other.per_cost
            || self.per_cost == other.per_cost && self.changed < other.changed
    }
}

/// An item of the part.
struct Item {
    lower: u32,
    /// How many of its options are chosen.
    used: u32,
    weight: i64,
    options: Vec<u32>,
}

/// An option of the part.
struct Own {
    items: Vec<u32>,
    cost: i128,
    /// The cost as a divisor, above 0.
    divisor: f64,
    is_chosen: bool,
    /// Whether a neighbor has changed since it was dropped.
    may_come: bool,
    /// If it is chosen, the weights of the items that have no option to spare; otherwise
    /// those of the items that lack options.
    weight: i64,
    changed: u64,
}

fn bounds(demand: &Demand) -> (u32, u32) {
    match *demand {
        Demand::Once => (1, 1),
        Demand::Bounded { lower, upper } => (lower, upper),
        Demand::Agree { .. } => (0, 1),
    }
}

/// A set of options on the way to the next solution.
pub struct Swaps {
    items: Vec<Item>,
    options: Vec<Own>,
    chosen: Vec<u32>,
    /// The items that lack options, and the place of each item in this list.
    lacking: Vec<u32>,
    places: Vec<u32>,
    cost: i128,
    step: u64,
    /// The option that was added last.
    newest: Option<u32>,
    dice: Pcg64Mcg,
    work: u64,
}

impl Swaps {
    /// Begins with nothing. None if the part is no covering, or an option costs nothing or less.
    pub fn new(part: &Part, costs: &[i128]) -> Option<Self> {
        let mut items = Vec::with_capacity(part.demands.len());
        for demand in &part.demands {
            let (lower, _) = bounds(demand);
            items.push(Item {
                lower,
                used: 0,
                weight: 1,
                options: Vec::new(),
            });
        }
        let mut options = Vec::with_capacity(costs.len());
        for ((choice, &cost), number) in part.choices.iter().zip(costs).zip(0..) {
            if cost <= 0 {
                return None;
            }
            for &(item, _) in &choice.nodes {
                items[item as usize].options.push(number);
            }
            options.push(Own {
                items: choice.nodes.iter().map(|node| node.0).collect(),
                cost,
                divisor: cost as f64,
                is_chosen: false,
                may_come: true,
                weight: 0,
                changed: 0,
            });
        }
        let is_free =
            |(demand, item): (&Demand, &Item)| item.options.len() <= bounds(demand).1 as usize;
        if !part.demands.iter().zip(&items).all(is_free) {
            return None;
        }
        let mut swaps = Swaps {
            places: vec![0; items.len()],
            items,
            options,
            chosen: Vec::new(),
            lacking: Vec::new(),
            cost: 0,
            step: 0,
            newest: None,
            dice: Pcg64Mcg::new(1),
            work: 0,
        };
        for item in 0..swaps.items.len() {
            if swaps.items[item].lower > 0 {
                swaps.begin_to_lack(item);
                for &option in &swaps.items[item].options {
                    swaps.options[option as usize].weight += 1;
                }
            }
        }
        Some(swaps)
    }

    /// Work that was done, in nanoseconds, about.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Swaps some options. Returns a solution if that leads to one, which costs less than `most`.
    pub fn step(&mut self, most: i128) -> Option<Vec<u32>> {
        self.work += PER_NODE;
        if self.lacking.is_empty() {
            // The cheapest solution is this one, or was found elsewhere.
            let found = (self.cost < most).then(|| self.chosen.clone());
            self.drop_least(None);
            return found;
        }
        if !self.chosen.is_empty() {
            self.drop_least(self.newest);
        }
        while !self.lacking.is_empty() {
            let at = self.dice.next_u64() % self.lacking.len() as u64;
            let item = self.lacking[at as usize];
            let Some(option) = self.most_wanted(item, most) else {
                break;
            };
            self.add(option);
            self.newest = Some(option);
            for at in 0..self.lacking.len() {
                let item = &mut self.items[self.lacking[at] as usize];
                item.weight += 1;
                self.work += PER_NODE * item.options.len() as u64;
                for &option in &item.options {
                    self.options[option as usize].weight += 1;
                }
            }
        }
        None
    }

    /// The option that gains most for its cost, of those that keep the sum below `most`.
    fn most_wanted(&mut self, item: u32, most: i128) -> Option<u32> {
        let mut best: Option<(Worth, u32)> = None;
        let own = &self.items[item as usize].options;
        self.work += PER_NODE * own.len() as u64;
        for &number in own {
            let option = &self.options[number as usize];
            if option.is_chosen || !option.may_come || self.cost + option.cost >= most {
                continue;
            }
            let worth = Worth {
                per_cost: option.weight as f64 / option.divisor,
                changed: option.changed,
            };
            if best.is_none_or(|best| worth.is_above(best.0)) {
                best = Some((worth, number));
            }
        }
        best.map(|best| best.1)
    }

    /// Drops the chosen option that loses least for its cost, but not `newest`.
    fn drop_least(&mut self, newest: Option<u32>) {
        let mut least: Option<(Worth, usize)> = None;
        self.work += PER_NODE * self.chosen.len() as u64;
        for (place, &number) in self.chosen.iter().enumerate() {
            if newest == Some(number) {
                continue;
            }
            let option = &self.options[number as usize];
            let worth = Worth {
                per_cost: -option.weight as f64 / option.divisor,
                changed: option.changed,
            };
            if least.is_none_or(|least| worth.is_above(least.0)) {
                least = Some((worth, place));
            }
        }
        if let Some((_, place)) = least {
            let option = self.chosen.swap_remove(place);
            self.remove(option);
        }
    }

    fn add(&mut self, number: u32) {
        let own = self.begin_change(number, true);
        self.chosen.push(number);
        for &item in &own {
            let at = item as usize;
            self.items[at].used += 1;
            let (used, lower) = (self.items[at].used, self.items[at].lower);
            let weight = self.items[at].weight;
            let lacks_no_more = used == lower;
            for place in 0..self.items[at].options.len() {
                let other = self.items[at].options[place];
                let option = &mut self.options[other as usize];
                option.may_come = true;
                let counts_no_more = match option.is_chosen {
                    true => used == lower + 1,
                    false => lacks_no_more,
                };
                option.weight -= if counts_no_more { weight } else { 0 };
            }
            if lacks_no_more {
                self.end_to_lack(at);
            }
        }
        self.finish_change(number, own);
    }

    fn remove(&mut self, number: u32) {
        let own = self.begin_change(number, false);
        for &item in &own {
            let at = item as usize;
            self.items[at].used -= 1;
            let (used, lower) = (self.items[at].used, self.items[at].lower);
            let weight = self.items[at].weight;
            let begins_to_lack = used + 1 == lower;
            for place in 0..self.items[at].options.len() {
                let other = self.items[at].options[place];
                let option = &mut self.options[other as usize];
                option.may_come = true;
                let begins_to_count = match option.is_chosen {
                    true => used == lower,
                    false => begins_to_lack,
                };
                option.weight += if begins_to_count { weight } else { 0 };
            }
            if begins_to_lack {
                self.begin_to_lack(at);
            }
        }
        self.finish_change(number, own);
        self.options[number as usize].may_come = false;
    }

    fn begin_change(&mut self, number: u32, comes: bool) -> Vec<u32> {
        self.step += 1;
        let option = &mut self.options[number as usize];
        option.is_chosen = comes;
        option.changed = self.step;
        self.cost += if comes { option.cost } else { -option.cost };
        std::mem::take(&mut option.items)
    }

    /// Computes the option's own weight again, and gives its items back.
    fn finish_change(&mut self, number: u32, own: Vec<u32>) {
        let option = &mut self.options[number as usize];
        option.weight = 0;
        for &item in &own {
            let item = &self.items[item as usize];
            self.work += PER_NODE * item.options.len() as u64;
            let counts = match option.is_chosen {
                true => item.used <= item.lower,
                false => item.used < item.lower,
            };
            option.weight += if counts { item.weight } else { 0 };
        }
        option.items = own;
    }

    fn begin_to_lack(&mut self, item: usize) {
        self.places[item] = self.lacking.len() as u32;
        self.lacking.push(item as u32);
    }

    fn end_to_lack(&mut self, item: usize) {
        let place = self.places[item] as usize;
        self.lacking.swap_remove(place);
        if let Some(&moved) = self.lacking.get(place) {
            self.places[moved as usize] = place as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::best::cheapest;
    use crate::problem::model::Model;
    use dlx3_format::Problem;

    /// A part, and what [`Swaps`] make of its options with these costs.
    fn swaps(text: &str, costs: &[i128]) -> (Part, Option<Swaps>) {
        let problem: Problem = text.parse().unwrap();
        let mut model = Model::new(&problem);
        let part = model.parts.remove(0);
        let swaps = Swaps::new(&part, costs);
        (part, swaps)
    }

    #[test]
    fn only_coverings_with_costs_are_searched() {
        assert!(swaps("1:2|a 1:2|b\na b\na\nb\n", &[1, 1, 1]).1.is_some());
        assert!(swaps("1:2|a 1:2|b\na b\na\nb\n", &[1, 0, 1]).1.is_none());
        assert!(swaps("1:2|a b\na b\na\nb\n", &[1, 1, 1]).1.is_none());
        assert!(swaps("1:2|a 1:2|b\na b\na b\na\nb\n", &[1; 4]).1.is_none());
    }

    /// A random covering of which the first item connects all options, and its costs.
    fn covering(dice: &mut Pcg64Mcg) -> (String, Vec<i128>) {
        let (items, options) = (2 + dice.next_u64() % 6, 3 + dice.next_u64() % 12);
        let mut sets: Vec<Vec<u64>> = Vec::new();
        for _ in 0..options {
            let set = (1..items).filter(|_| dice.next_u64().is_multiple_of(3));
            sets.push([0].into_iter().chain(set).collect());
        }
        let mut text = String::new();
        for item in 0..items {
            let degree = sets.iter().filter(|set| set.contains(&item)).count() as u64;
            let lower = (1 + dice.next_u64() % 3).min(degree);
            text += &format!("{lower}:{}|i{item} ", degree.max(1));
        }
        text.push('\n');
        for set in &sets {
            let names: Vec<String> = set.iter().map(|item| format!("i{item}")).collect();
            text += &(names.join(" ") + "\n");
        }
        let costs = sets.iter().map(|_| 1 + i128::from(dice.next_u64() % 9));
        (text, costs.collect())
    }

    #[test]
    fn the_weights_are_those_that_a_fresh_count_gives() {
        let mut dice = Pcg64Mcg::new(3);
        for _ in 0..200 {
            let (text, costs) = covering(&mut dice);
            let mut swaps = swaps(&text, &costs).1.unwrap();
            let mut most = i128::MAX;
            for _ in 0..60 {
                if let Some(solution) = swaps.step(most) {
                    most = solution.iter().map(|&option| costs[option as usize]).sum();
                }
                for (option, own) in swaps.options.iter().enumerate() {
                    let items = own.items.iter().map(|&item| &swaps.items[item as usize]);
                    let counted = items.filter(|item| {
                        let chosen = item.options.iter();
                        let chosen =
                            chosen.filter(|&&other| swaps.options[other as usize].is_chosen);
                        let used = chosen.count() as u32;
                        assert_eq!(used, item.used);
                        used < item.lower || own.is_chosen && used == item.lower
                    });
                    let weight: i64 = counted.map(|item| item.weight).sum();
                    assert_eq!(weight, own.weight, "option {option} of {text}");
                }
            }
        }
    }

    #[test]
    fn nearly_all_small_coverings_are_solved_and_each_solution_is_cheaper() {
        let mut dice = Pcg64Mcg::new(4);
        let mut solved = 0;
        for _ in 0..300 {
            let (text, costs) = covering(&mut dice);
            let (part, swaps) = swaps(&text, &costs);
            let mut swaps = swaps.unwrap();
            let mut most = i128::MAX;
            for _ in 0..500 {
                if let Some(solution) = swaps.step(most) {
                    let cost = solution.iter().map(|&option| costs[option as usize]).sum();
                    assert!(cost < most);
                    most = cost;
                    for (item, own) in swaps.items.iter().enumerate() {
                        let used = solution.iter().filter(|&&option| {
                            let nodes = &part.choices[option as usize].nodes;
                            nodes.iter().any(|node| node.0 as usize == item)
                        });
                        assert!(used.count() >= own.lower as usize, "{text}");
                    }
                }
            }
            let problem: Problem = text.parse().unwrap();
            let best = cheapest(&problem, &costs, 1, &mut Limits::new(1 << 30)).unwrap();
            assert!(most >= best.solutions[0].0);
            solved += u32::from(most == best.solutions[0].0);
        }
        assert!(solved > 290, "{solved}");
    }
}
