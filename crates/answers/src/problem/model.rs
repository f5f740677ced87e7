//! A problem reduced to what decides its solutions: independent parts, without items that forbid
//! nothing.
//!
//! A solution is a set of options. An option that no remaining item has is free: it may hold or
//! not, whatever else holds. So the solutions of a problem are the product of those of its parts,
//! times two for each free option.

use crate::problem::reduce::Reduction;
use crate::tuning::Tuning;
use dlx3_format::{Bounds, ItemId, OptionId, Problem};

/// The condition of an item on the options that hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Exactly one of the item's options holds.
    Once,
    /// The number of the item's options that hold is bounded. The upper bound is at least 2, or it
    /// is the number of all its options.
    Bounded {
        /// The least number.
        lower: u32,
        /// The largest number.
        upper: u32,
    },
    /// The item's options that hold agree on a color from 1 to `colors`; or only one of them holds,
    /// with color 0.
    Agree {
        /// The number of its colors.
        colors: u32,
    },
}

/// An option of a part, with its items and their colors, numbered from 1 for each item; 0 means no
/// color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its number in the problem.
    pub option: OptionId,
    /// Its items, by their numbers in the part, with their colors.
    pub nodes: Vec<(u32, u32)>,
}

/// The item of the problem that an item of a part stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The item.
    pub item: ItemId,
    /// The byte of each of its colors, from number 1 on.
    pub colors: Vec<u8>,
}

/// A component of a problem: it shares no item with the rest. Items are numbered in input order,
/// and options are in input order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The condition of each item.
    pub demands: Vec<Demand>,
    /// The options.
    pub choices: Vec<Choice>,
}

/// A problem as the product of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Whether an item needs more options than it has. Then there are no solutions and no parts.
    pub is_impossible: bool,
    /// The parts, ordered by their first items.
    pub parts: Vec<Part>,
    /// Options that may hold or not, whatever else holds.
    pub free: Vec<OptionId>,
}

impl Model {
    /// The model of a problem, in time and memory linear in its nodes.
    pub fn new(problem: &Problem) -> Self {
        let demands = demands(problem);
        let impossible = |demand: &Option<Demand>| matches!(demand, Some(Demand::Bounded { lower, upper }) if lower > upper);
        let mut model = Model {
            is_impossible: demands.iter().any(impossible),
            parts: Vec::new(),
            free: Vec::new(),
        };
        if !model.is_impossible {
            model.divide(problem, &demands);
        }
        model
    }

    /// Divides the items into the classes that options connect (union-find).
    fn divide(&mut self, problem: &Problem, demands: &[Option<Demand>]) {
        let mut classes = Classes::new(problem.item_count());
        for option in problem.option_ids() {
            let mut items = problem
                .option(option)
                .map(|(item, _)| item.index())
                .filter(|&item| demands[item].is_some());
            if let Some(first) = items.next() {
                items.for_each(|item| classes.join(first, item));
            }
        }
        // Parts are numbered by their first items, and items within their parts.
        let mut part_of = vec![usize::MAX; problem.item_count()];
        let mut place = vec![0; problem.item_count()];
        for (item, demand) in demands.iter().enumerate() {
            let Some(demand) = demand else { continue };
            let root = classes.root(item);
            if part_of[root] == usize::MAX {
                part_of[root] = self.parts.len();
                self.parts.push(Part::default());
            }
            part_of[item] = part_of[root];
            let part = &mut self.parts[part_of[item]];
            place[item] = part.demands.len() as u32;
            part.demands.push(*demand);
        }
        let mut palette = Palette::default();
        for option in problem.option_ids() {
            let nodes: Vec<_> = problem
                .option(option)
                .filter(|(item, _)| demands[item.index()].is_some())
                .map(|(item, color)| (item.index(), palette.number(item.index(), color)))
                .collect();
            let Some(&(item, _)) = nodes.first() else {
                self.free.push(option);
                continue;
            };
            let part = &mut self.parts[part_of[item]];
            let mut nodes: Vec<_> = nodes.iter().map(|&(item, c)| (place[item], c)).collect();
            let is_real = |&(item, _): &(u32, u32)| {
                !matches!(part.demands[item as usize], Demand::Agree { .. })
            };
            if !nodes.iter().any(is_real) {
                // No other item limits whether it holds.
                nodes.push((part.demands.len() as u32, 0));
                part.demands.push(Demand::Bounded { lower: 0, upper: 1 });
            }
            part.choices.push(Choice { option, nodes });
        }
    }
}

impl Model {
    /// All parts as one. Each free option gets an item of its own, which asks for nothing.
    pub fn into_whole(self) -> Part {
        let free = self.free.clone();
        let apart = Tuning {
            components: false,
            ..Tuning::default()
        };
        let mut whole = self.with(&apart).parts.pop().unwrap_or_default();
        for option in free {
            let item = whole.demands.len() as u32;
            whole.demands.push(Demand::Bounded { lower: 0, upper: 1 });
            whole.choices.push(Choice {
                option,
                nodes: vec![(item, 0)],
            });
        }
        whole.choices.sort_by_key(|choice| choice.option);
        whole
    }

    /// Replaces the numbers of the options.
    pub fn standing_for(mut self, own: impl Fn(OptionId) -> OptionId) -> Self {
        let choices = self.parts.iter_mut().flat_map(|part| &mut part.choices);
        let options = choices.map(|choice| &mut choice.option);
        options
            .chain(&mut self.free)
            .for_each(|option| *option = own(*option));
        self
    }

    /// All parts as one, if components are switched off.
    pub fn with(mut self, tuning: &Tuning) -> Self {
        if tuning.components || self.parts.len() < 2 {
            return self;
        }
        let mut all = Part::default();
        for part in self.parts.drain(..) {
            let before = all.demands.len() as u32;
            all.demands.extend(part.demands);
            all.choices
                .extend(part.choices.into_iter().map(|mut choice| {
                    choice.nodes.iter_mut().for_each(|node| node.0 += before);
                    choice
                }));
        }
        all.choices.sort_by_key(|choice| choice.option);
        self.parts.push(all);
        self
    }
}

impl Part {
    /// The number of its nodes.
    pub fn node_count(&self) -> usize {
        self.choices.iter().map(|choice| choice.nodes.len()).sum()
    }

    /// Its option, if it has only one, which holds in its only solution.
    pub fn lone(&self) -> Option<OptionId> {
        let [choice] = &self.choices[..] else {
            return None;
        };
        let is_met = |demand: &Demand| match *demand {
            Demand::Once => true,
            Demand::Bounded { lower, upper } => lower == 1 && upper >= 1,
            Demand::Agree { .. } => false,
        };
        self.demands.iter().all(is_met).then_some(choice.option)
    }

    /// The costs of its options, in their order, from the costs of the problem's options.
    pub fn costs(&self, costs: &[i128]) -> Vec<i128> {
        let options = self.choices.iter().map(|choice| choice.option);
        options.map(|option| costs[option.index()]).collect()
    }

    /// The model after a reduction of the part. `alone` is the part as a problem.
    pub fn without(&self, alone: &Problem, reduction: &Reduction) -> Model {
        if reduction.is_impossible {
            return Model {
                is_impossible: true,
                ..Model::default()
            };
        }
        Model::new(&reduction.problem(alone)).standing_for(|option| {
            let choice = reduction.options[option.index()];
            self.choices[choice.index()].option
        })
    }

    /// For each item of the part, the problem's item and the bytes of its colors; `None` for an
    /// item that the model has added. [`Model::new`] must have made the part from `problem`.
    pub fn origins(&self, problem: &Problem) -> Vec<Option<Origin>> {
        let mut origins: Vec<Option<Origin>> = vec![None; self.demands.len()];
        let demands = demands(problem);
        for choice in &self.choices {
            let nodes = problem.option(choice.option);
            let nodes = nodes.filter(|(item, _)| demands[item.index()].is_some());
            for (&(place, number), (item, color)) in choice.nodes.iter().zip(nodes) {
                let origin = origins[place as usize].get_or_insert_with(|| Origin {
                    item,
                    colors: Vec::new(),
                });
                if let (Some(color), Some(number)) = (color, number.checked_sub(1)) {
                    let number = number as usize;
                    if origin.colors.len() <= number {
                        origin.colors.resize(number + 1, 0);
                    }
                    origin.colors[number] = color;
                }
            }
        }
        origins
    }

    /// The part as a problem of its own, with the same numbers of options.
    ///
    /// # Panics
    /// If there are more items than names for them: 36^7.
    pub fn to_problem(&self) -> Problem {
        let mut builder = Problem::builder();
        let mut items = vec![None; self.demands.len()];
        let name = |item: usize| {
            let digits = b"0123456789abcdefghijklmnopqrstuvwxyz";
            let mut name = Vec::new();
            let mut rest = item;
            while name.is_empty() || rest > 0 {
                name.push(digits[rest % 36]);
                rest /= 36;
            }
            name
        };
        for (item, demand) in self.demands.iter().enumerate() {
            let bounds = match *demand {
                Demand::Once => Bounds::ONE,
                Demand::Bounded { lower, upper } => Bounds { lower, upper },
                Demand::Agree { .. } => continue,
            };
            items[item] = Some(builder.item(name(item), bounds).expect("names differ"));
        }
        for (item, place) in items.iter_mut().enumerate() {
            if place.is_none() {
                *place = Some(builder.secondary(name(item)).expect("names differ"));
            }
        }
        let colors = color_bytes();
        for choice in &self.choices {
            let nodes: Vec<_> = choice
                .nodes
                .iter()
                .map(|&(item, color)| {
                    let item = items[item as usize].expect("all items are there");
                    (item, (color != 0).then(|| colors[color as usize - 1]))
                })
                .collect();
            builder.option(&nodes).expect("it was an option before");
        }
        builder.build().expect("a part has items")
    }
}

/// All bytes that can be colors.
fn color_bytes() -> Vec<u8> {
    let bytes = 1..=u8::MAX;
    bytes
        .filter(|&byte| !dlx3_base::text::blank::is_blank(byte))
        .collect()
}

/// The condition of each item. None if it forbids nothing.
pub(crate) fn demands(problem: &Problem) -> Vec<Option<Demand>> {
    let mut degrees = vec![0u32; problem.item_count()];
    let mut plain = vec![false; problem.item_count()];
    let mut palette = Palette::default();
    for option in problem.option_ids() {
        for (item, color) in problem.option(option) {
            degrees[item.index()] += 1;
            match color {
                None => plain[item.index()] = true,
                Some(_) => _ = palette.number(item.index(), color),
            }
        }
    }
    let demand = |item| {
        let degree = degrees[item];
        let agree = || {
            let colors = palette.colors(item);
            let clash = degree > 1 && (colors > 1 || plain[item]);
            clash.then_some(Demand::Agree { colors })
        };
        match problem.bounds(ItemId(item as u32)) {
            None => agree(),
            Some(Bounds::ONE) if degree > 0 => Some(Demand::Once),
            // At most once: the same as a secondary item without colors.
            Some(Bounds { lower: 0, upper: 1 }) => agree(),
            Some(Bounds { lower, upper }) => {
                let upper = upper.min(degree);
                (lower > 0 || upper < degree).then_some(Demand::Bounded { lower, upper })
            }
        }
    };
    (0..problem.item_count()).map(demand).collect()
}

/// Numbers for the colors of each item.
#[derive(Default)]
struct Palette {
    numbers: std::collections::HashMap<(usize, u8), u32>,
    used: std::collections::HashMap<usize, u32>,
}

impl Palette {
    fn number(&mut self, item: usize, color: Option<u8>) -> u32 {
        let Some(color) = color else { return 0 };
        let used = self.used.entry(item).or_default();
        *self.numbers.entry((item, color)).or_insert_with(|| {
            *used += 1;
            *used
        })
    }

    fn colors(&self, item: usize) -> u32 {
        self.used.get(&item).copied().unwrap_or(0)
    }
}

/// Classes of connected items (union-find).
struct Classes(Vec<usize>);

impl Classes {
    fn new(items: usize) -> Self {
        Classes((0..items).collect())
    }

    fn root(&mut self, mut item: usize) -> usize {
        while self.0[item] != item {
            self.0[item] = self.0[self.0[item]];
            item = self.0[item];
        }
        item
    }

    /// The smaller root stays a root.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(text: &str) -> Model {
        Model::new(&text.parse().unwrap())
    }

    #[test]
    fn what_shares_no_item_is_apart() {
        let model = model("A B C D\nA B\nC\nA\nB\nC D\nD\n");
        let sizes: Vec<_> = model.parts.iter().map(|part| part.choices.len()).collect();
        assert_eq!(sizes, [3, 3]);
        assert!(model.free.is_empty());
    }

    #[test]
    fn items_that_forbid_nothing_are_left_out() {
        let model = model("A 0:9|B 0:1|C | X Y Z\nA X:1 Y:1 Z\nB X:1\nA Y:2\nB C\n");
        let demands = [Demand::Once, Demand::Agree { colors: 2 }];
        assert_eq!(model.parts[0].demands, demands);
        assert_eq!(model.free, [OptionId(1), OptionId(3)]);
    }

    #[test]
    fn an_option_that_no_item_asks_for_is_asked_for_by_an_item_of_its_own() {
        let model = model("A 0:9|B | X\nA X:1\nB X:2\n");
        let part = &model.parts[0];
        assert_eq!(part.demands[2], Demand::Bounded { lower: 0, upper: 1 });
        assert_eq!(part.choices[1].nodes, [(1, 2), (2, 0)]);
    }

    #[test]
    fn an_item_with_too_few_options_makes_all_impossible() {
        assert!(model("A B\nA\n").is_impossible);
        assert!(model("3|A\nA\nA\n").is_impossible);
        assert!(!model("2|A\nA\nA\n").is_impossible);
    }

    #[test]
    fn bounds_that_say_at_most_once_are_colorless_secondary_items() {
        let model = model("A 0:1|B\nA B\nB A\nA\n");
        let demands = [Demand::Once, Demand::Agree { colors: 0 }];
        assert_eq!(model.parts[0].demands, demands);
    }
}
