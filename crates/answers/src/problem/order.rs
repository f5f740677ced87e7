//! Orders of items. A search that decides the items in a fixed order has few states if its *front*
//! is narrow: at each step, few items occur both in options decided before and in options decided
//! later.

use crate::problem::model::{Demand, Part};
use crate::tuning::Tuning;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An order of the items to branch on: the items of a part that are not secondary.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The items in order.
    pub items: Vec<u32>,
    /// Where it comes from, for the report: `input`, or `greedy from 17`.
    pub origin: String,
    /// The sum over all cuts of `GROWTH` to the power of the front's width.
    pub cost: f64,
}

/// The number of starts of the greedy rule.
const STARTS: usize = 48;

/// The most pairs of items sharing an option that are enumerated, the most pairs that are listed,
/// at 4 bytes each, and the most nodes that the greedy rule may visit for all starts together.
const PAIRS: usize = 40_000_000;
const LISTED: usize = 1 << 21;
const EFFORT: usize = 10_000_000;

/// The factor by which each item of the front multiplies the states. A guess: tilings by trominoes
/// have 1.3.
const GROWTH: f64 = 1.4;

/// The order with the narrowest front found, and the input order.
pub fn orders(part: &Part) -> Vec<Order> {
    orders_for(part, &Tuning::default())
}

/// The orders that are switched on. If no other order is narrower, the input order counts as the
/// narrowest.
pub fn orders_for(part: &Part, tuning: &Tuning) -> Vec<Order> {
    let graph = Graph::new(part);
    let real: Vec<u32> = (0..part.demands.len() as u32)
        .filter(|&item| !matches!(part.demands[item as usize], Demand::Agree { .. }))
        .collect();
    let input = Order {
        cost: graph.cost(&real),
        items: real.clone(),
        origin: "input".to_owned(),
    };
    let starts = match graph.degrees.is_empty() || !tuning.layers_narrow {
        true => 0,
        false => STARTS
            .min(EFFORT / (graph.edges() + 1))
            .max(1)
            .min(real.len()),
    };
    let greedy = (0..starts)
        .map(|start| real[start * real.len() / starts])
        .map(|start| {
            let items = graph.greedy(start, &real);
            Order {
                cost: graph.cost(&items),
                items,
                origin: format!("greedy from {start}"),
            }
        })
        .min_by(|one, other| one.cost.total_cmp(&other.cost));
    let narrower = greedy.filter(|greedy| greedy.cost != input.cost);
    let has_input = tuning.layers_input || tuning.layers_narrow && narrower.is_none();
    let input = has_input.then_some(input);
    narrower.into_iter().chain(input).collect()
}

/// The items of the front, in a bucket queue by the number of new items that each would bring. It
/// returns the item with the fewest; among equals, the one that has waited longest. An item has an
/// entry for each number that it has had.
struct FrontItems {
    entries: Vec<BinaryHeap<Reverse<(u32, u32)>>>,
    /// When each item came, from 1; 0 if it has not come.
    came: Vec<u32>,
    coming: u32,
    /// No entry has a smaller number.
    least: usize,
}

impl FrontItems {
    fn new(items: usize) -> Self {
        FrontItems {
            entries: Vec::new(),
            came: vec![0; items],
            coming: 0,
            least: 0,
        }
    }

    /// Adds an item. [`Self::falls`] then says how many items it would bring.
    fn add(&mut self, item: u32) {
        self.coming += 1;
        self.came[item as usize] = self.coming;
    }

    /// Records the new number of an item, if the item is in the front.
    fn falls(&mut self, item: u32, number: u32) {
        let came = self.came[item as usize];
        if came > 0 {
            let number = number as usize;
            if self.entries.len() <= number {
                self.entries.resize_with(number + 1, BinaryHeap::new);
            }
            self.entries[number].push(Reverse((came, item)));
            self.least = number.min(self.least);
        }
    }

    /// Removes the best item. `is_so` says whether an entry is up to date.
    fn take(&mut self, is_so: impl Fn(u32, u32) -> bool) -> Option<u32> {
        while self.least < self.entries.len() {
            while let Some(Reverse((_, item))) = self.entries[self.least].pop() {
                if is_so(item, self.least as u32) {
                    return Some(item);
                }
            }
            self.least += 1;
        }
        None
    }
}

/// The graph of items that share options.
struct Graph {
    choices_of: Vec<Vec<u32>>,
    /// For each item, the number of items with which it shares an option. Empty if that is too
    /// expensive.
    degrees: Vec<u32>,
    /// These items: those of item `i` are `beside[starts[i]..starts[i + 1]]`. Empty if there are
    /// too many to list.
    beside: Vec<u32>,
    starts: Vec<usize>,
    items_of: Vec<Vec<u32>>,
    is_real: Vec<bool>,
}

/// The set of items seen in this round.
struct Seen {
    rounds: Vec<u32>,
    round: u32,
}

impl Seen {
    fn new(items: usize) -> Self {
        Seen {
            rounds: vec![0; items],
            round: 0,
        }
    }

    fn begin(&mut self) {
        self.round += 1;
    }

    /// Whether the item is seen for the first time in this round.
    fn is_new(&mut self, item: u32) -> bool {
        std::mem::replace(&mut self.rounds[item as usize], self.round) != self.round
    }
}

impl Graph {
    fn new(part: &Part) -> Self {
        let items = part.demands.len();
        let mut choices_of = vec![Vec::new(); items];
        let items_of: Vec<Vec<u32>> = part
            .choices
            .iter()
            .map(|choice| choice.nodes.iter().map(|&(item, _)| item).collect())
            .collect();
        for (choice, nodes) in items_of.iter().enumerate() {
            for &item in nodes {
                choices_of[item as usize].push(choice as u32);
            }
        }
        let is_real = part
            .demands
            .iter()
            .map(|demand| !matches!(demand, Demand::Agree { .. }))
            .collect();
        let mut graph = Graph {
            choices_of,
            degrees: Vec::new(),
            beside: Vec::new(),
            starts: Vec::new(),
            items_of,
            is_real,
        };
        let pairs: usize = graph.items_of.iter().map(|items| items.len().pow(2)).sum();
        if pairs <= PAIRS {
            graph.list();
        }
        graph
    }

    /// Counts the items that share an option with each item, and lists them unless they are too
    /// many: one option with all items gives the square of their number.
    fn list(&mut self) {
        let items = self.choices_of.len();
        let mut seen = Seen::new(items);
        let (mut degrees, mut starts, mut beside) =
            (Vec::with_capacity(items), vec![0], Vec::new());
        let mut is_listed = true;
        for item in 0..items as u32 {
            let mut degree = 0;
            self.each_beside(item, &mut seen, |other| {
                degree += 1;
                if is_listed {
                    beside.push(other);
                }
            });
            degrees.push(degree);
            starts.push(beside.len());
            if beside.len() > LISTED {
                is_listed = false;
                beside = Vec::new();
            }
        }
        self.degrees = degrees;
        if is_listed {
            (self.starts, self.beside) = (starts, beside);
        }
    }

    /// Shows the items that share an option with an item, in the order of its options.
    fn each_beside(&self, item: u32, seen: &mut Seen, mut show: impl FnMut(u32)) {
        if !self.beside.is_empty() {
            let range = self.starts[item as usize]..self.starts[item as usize + 1];
            self.beside[range].iter().copied().for_each(show);
            return;
        }
        seen.begin();
        for &choice in &self.choices_of[item as usize] {
            for &other in &self.items_of[choice as usize] {
                if other != item && seen.is_new(other) {
                    show(other);
                }
            }
        }
    }

    /// The work of the greedy rule for one start, about.
    fn edges(&self) -> usize {
        let edges: usize = self.degrees.iter().map(|&degree| degree as usize).sum();
        let options: usize = self.items_of.iter().map(Vec::len).sum();
        2 * edges + 2 * options
    }

    /// From a start, always takes the item of the front that brings the fewest new items; among
    /// equals, the one that has waited longest.
    fn greedy(&self, start: u32, real: &[u32]) -> Vec<u32> {
        let items = self.degrees.len();
        // The number of new items that each item would bring.
        let mut brings = self.degrees.clone();
        let mut is_touched = vec![false; items];
        let mut is_done = vec![false; items];
        let mut front = FrontItems::new(items);
        let mut order = Vec::with_capacity(real.len());
        let mut rest = real.iter();
        let mut next = start;
        let (mut seen, mut is_changed) = (Seen::new(items), Seen::new(items));
        let (mut near, mut changed) = (Vec::new(), Vec::new());
        loop {
            is_done[next as usize] = true;
            order.push(next);
            near.clear();
            self.each_beside(next, &mut seen, |item| near.push(item));
            near.push(next);
            is_changed.begin();
            for &item in &near {
                if std::mem::replace(&mut is_touched[item as usize], true) {
                    continue;
                }
                self.each_beside(item, &mut seen, |other| {
                    brings[other as usize] -= 1;
                    if is_changed.is_new(other) {
                        changed.push(other);
                    }
                });
                if self.is_real[item as usize] && item != next {
                    front.add(item);
                    if is_changed.is_new(item) {
                        changed.push(item);
                    }
                }
            }
            for item in changed.drain(..) {
                front.falls(item, brings[item as usize]);
            }
            let best = front
                .take(|item, number| !is_done[item as usize] && number == brings[item as usize]);
            next = match best
                .or_else(|| rest.by_ref().copied().find(|&item| !is_done[item as usize]))
            {
                Some(item) => item,
                None => return order,
            };
        }
    }

    /// The sum over all cuts of `GROWTH` to the power of the front's width.
    fn cost(&self, order: &[u32]) -> f64 {
        let mut first = vec![usize::MAX; self.items_of.len()];
        let mut changes = vec![0i32; order.len() + 1];
        let mut place = vec![usize::MAX; self.choices_of.len()];
        for (at, &item) in order.iter().enumerate() {
            place[item as usize] = at;
            for &choice in &self.choices_of[item as usize] {
                let first = &mut first[choice as usize];
                *first = at.min(*first);
            }
        }
        for (item, choices) in self.choices_of.iter().enumerate() {
            let steps = choices.iter().map(|&choice| first[choice as usize]);
            let Some(begin) = steps.clone().min() else {
                continue;
            };
            let end = match place[item] {
                usize::MAX => steps.max().expect("there is one"),
                place => place,
            };
            changes[begin] += 1;
            changes[end] -= 1;
        }
        let mut width = 0;
        let terms = changes.iter().map(|change| {
            width += change;
            GROWTH.powi(width)
        });
        terms.sum()
    }
}
