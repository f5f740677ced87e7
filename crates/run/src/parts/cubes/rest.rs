//! The residual problem below some branches of a node, as a problem of its own.

use super::Branches;
use dlx3_format::{Bounds, BuildError, Builder, ItemId, OptionId, Problem};
use dlx3_search::{Active, Links, Position, Remains, State};
use std::collections::BTreeSet;

impl Branches {
    /// A problem with as many solutions as there are below these branches of a node. It has the
    /// items that are active there, with the rest of their bounds, and the options that may still
    /// be chosen, without the colors that are settled.
    ///
    /// Branch k of an item chooses its k-th option and none before it. So the solutions below the
    /// branches `first` to `last` are those whose first option of this item is one of these; the
    /// null move has the solutions without any.
    ///
    /// # Errors
    /// If the problem cannot be built: one more item may be too many.
    ///
    /// # Panics
    /// If the tree has no such branches.
    pub(crate) fn rest(&self, links: &mut Links<'_>) -> Result<Problem, BuildError> {
        let Branches { of, first, last } = self;
        let there = links.go_to(&Position::inside_of(of.clone()));
        let best = links
            .best_item()
            .filter(|&(_, score)| *last as i32 <= score);
        let (header, score) = best.filter(|_| there).expect("the tree has these branches");
        let chosen = ItemId(header - 1);
        let options: Vec<OptionId> = links.options_of(chosen).collect();
        let mut remains = Remains::default();
        links.remains(&mut remains, usize::MAX);

        let mut item = Rest::of(&remains.items, chosen);
        // The options that may be the first one. Those before them are not chosen.
        let (before, from) = options.split_at(*first as usize - 1);
        let among = &from[..from.len().min((last - first + 1) as usize)];
        let mut left_out: BTreeSet<OptionId> = before.iter().copied().collect();
        let mut needs_one_of: &[OptionId] = &[];
        if *last < score as u32 {
            // The later branches, null moves included, belong to other cubes.
            item.lower = item.lower.max(1);
            if item.upper == 1 {
                left_out.extend(&from[among.len()..]);
            } else if among.len() < from.len() {
                needs_one_of = among;
            }
        }
        let rest = Rest {
            chosen: (chosen, item),
            left_out,
            needs_one_of: needs_one_of.iter().copied().collect(),
        };
        rest.build(links.problem(), &remains)
    }
}

/// The differences between the problem below the branches and the problem at their node.
struct Rest {
    /// The item that is branched on, and its bounds.
    chosen: (ItemId, Bounds),
    left_out: BTreeSet<OptionId>,
    /// If this is not empty, at least one of them must be chosen.
    needs_one_of: BTreeSet<OptionId>,
}

impl Rest {
    fn of(items: &[Active], chosen: ItemId) -> Bounds {
        let active = items.iter().find(|active| active.item == chosen);
        bounds(active.expect("it is active"))
    }

    fn build(&self, problem: &Problem, remains: &Remains) -> Result<Problem, BuildError> {
        let mut builder = Builder::new();
        let mut numbers: Vec<Option<ItemId>> = vec![None; problem.item_count()];
        for active in &remains.items {
            let item = active.item;
            let bounds = match self.chosen {
                (chosen, bounds) if chosen == item => bounds,
                _ => bounds(active),
            };
            numbers[item.index()] = Some(builder.item(problem.name(item), bounds)?);
        }
        let one_of = match self.needs_one_of.is_empty() {
            true => None,
            false => {
                let mut names = (0..).map(|number| format!("+{number}"));
                let free = names.find(|name| problem.item(name.as_bytes()).is_none());
                let (lower, upper) = (1, self.chosen.1.upper);
                let name = free.expect("there are more names than items");
                Some(builder.item(name, Bounds { lower, upper })?)
            }
        };
        let options = remains.options.iter().map(|(option, _)| *option);
        let options: Vec<OptionId> = options.filter(|it| !self.left_out.contains(it)).collect();
        let is_open = |item: ItemId| {
            let is_secondary = item.index() >= problem.primary_count();
            is_secondary && !remains.is_purified(item)
        };
        let nodes = options.iter().flat_map(|&option| problem.option(option));
        let open: BTreeSet<ItemId> = nodes
            .map(|(item, _)| item)
            .filter(|&item| is_open(item))
            .collect();
        for item in open {
            numbers[item.index()] = Some(builder.secondary(problem.name(item))?);
        }
        for &option in &options {
            let nodes = problem.option(option);
            let mut nodes: Vec<(ItemId, Option<u8>)> = nodes
                .filter_map(|(item, color)| Some((numbers[item.index()]?, color)))
                .collect();
            if self.needs_one_of.contains(&option) {
                nodes.extend(one_of.map(|item| (item, None)));
            }
            builder.option(&nodes)?;
        }
        builder.build()
    }
}

/// The rest of the bounds of an item.
fn bounds(active: &Active) -> Bounds {
    Bounds {
        lower: active.bound - active.spare(),
        upper: active.bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::cubes::Cubes;
    use dlx3_search::{Engine, Search};

    /// Counts the solutions of each cube as those of its residual problems.
    fn cubes_count_what_their_rests_count(text: &str, wanted: u64) -> u64 {
        let problem: Problem = text.parse().unwrap();
        let cubes = Cubes::new(&problem, Some(wanted));
        let mut links = Links::new(&problem);
        let mut all = 0;
        for number in 0..cubes.count() {
            let cube = cubes.cube(number);
            let mut search = Search::new(&problem, Engine::Links);
            cube.walk(&mut search, 0.into(), &mut ());
            let mut count = 0;
            for branches in cube.branches(&mut links) {
                let rest = branches.rest(&mut links).unwrap();
                // It can be written and read again.
                let rest: Problem = rest.to_string().parse().unwrap();
                let mut search = Search::new(&rest, Engine::Links);
                search.run(&mut ());
                count += search.counters().solutions.to_u64().unwrap();
            }
            assert_eq!(search.counters().solutions, count, "{text}{cube:?}");
            all += count;
        }
        all
    }

    #[test]
    fn what_is_left_has_the_solutions_of_a_cube() {
        // Bounds of all kinds, colors, items that may be forgone.
        let bounds = ["", "2|", "0:1|", "0:2|", "1:3|", "2:3|", "0:3|"];
        let mut all = 0;
        for first in bounds {
            for second in bounds {
                let text = format!(
                    "{first}A {second}B 1:2|C | x y +0\nA B x:1\nA C x:2\nB y\nA x:1 y:3\nB C\nC x:1\n\
                     A +0:5\nB x:2\nA B C y:3\nC y\nB x:1 +0:5\nA C\nA y:2 B\n"
                );
                for wanted in [5, 1000] {
                    all += cubes_count_what_their_rests_count(&text, wanted);
                }
            }
        }
        assert!(all > 1000, "{all}");
    }
}
