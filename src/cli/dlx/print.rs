//! Solutions as `dlx3 m1` prints them, so that the same programs read them.

use crate::format::{ItemId, OptionId, Problem};
use crate::text::output::Put;

/// Writes solutions of one problem.
pub struct Printer<'p> {
    problem: &'p Problem,
    /// The number of each option among those that have its first item, from 1.
    places: Vec<u32>,
    /// How many options have an item as their first one.
    totals: Vec<u32>,
}

impl<'p> Printer<'p> {
    pub fn new(problem: &'p Problem) -> Self {
        let mut totals = vec![0; problem.item_count()];
        let places = problem.option_ids().map(|option| {
            let total = &mut totals[first_item(problem, option).index()];
            *total += 1;
            *total
        });
        Printer {
            places: places.collect(),
            problem,
            totals,
        }
    }

    /// Writes `NUMBER:` and a line ` OPTION (K of N)` for each option: it is the K-th of
    /// N branches for its first item, options with this as their first item being the
    /// branches, and one more if the item may be left out.
    pub fn print(&self, number: &dyn std::fmt::Display, options: &[OptionId], out: &mut impl Put) {
        out.put(format!("{number}:\n").as_bytes());
        let mut line = Vec::new();
        for &option in options {
            line.clear();
            line.push(b' ');
            self.problem.put_option(option, &mut line);
            let item = first_item(self.problem, option);
            let bounds = self.problem.bounds(item);
            let may_skip = bounds.is_some_and(|bounds| bounds.lower == 0);
            let all = self.totals[item.index()] + u32::from(may_skip);
            let place = self.places[option.index()];
            line.extend_from_slice(format!(" ({place} of {all})\n").as_bytes());
            out.put(&line);
        }
    }
}

fn first_item(problem: &Problem, option: OptionId) -> ItemId {
    let mut items = problem.option(option);
    items.next().expect("an option has items").0
}
