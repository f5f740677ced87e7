//! For each item, its options as variables. Those of a secondary item are in groups: options of one
//! group, which give it the same color, may hold together; others may not.

use super::cardinality::Literal;
use dlx3_format::{ItemId, Problem};

/// The variable of an option: its number from 1.
fn variable(index: usize) -> Literal {
    // Nodes are numbered in 31 bits, and each option has at least one.
    index as Literal + 1
}

/// The options of every item, in input order; those of a secondary item, by color.
pub struct Lists {
    starts: Vec<u32>,
    variables: Vec<Literal>,
    /// The colors of the same nodes; 0 for none.
    colors: Vec<u8>,
}

/// Options of a secondary item that may hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group<'l> {
    /// Their color; `None` for an option that gives none, which is a group of its own.
    pub color: Option<u8>,
    pub options: &'l [Literal],
}

impl Lists {
    pub fn new(problem: &Problem) -> Self {
        let mut starts = vec![0; problem.item_count() + 1];
        for option in problem.option_ids() {
            for (item, _) in problem.option(option) {
                starts[item.index() + 1] += 1;
            }
        }
        for item in 0..problem.item_count() {
            starts[item + 1] += starts[item];
        }
        let mut lists = Lists {
            variables: vec![0; problem.node_count()],
            colors: vec![0; problem.node_count()],
            starts,
        };
        let mut ends = lists.starts.clone();
        for option in problem.option_ids() {
            for (item, color) in problem.option(option) {
                let end = &mut ends[item.index()];
                lists.variables[*end as usize] = variable(option.index());
                lists.colors[*end as usize] = color.unwrap_or(0);
                *end += 1;
            }
        }
        lists.sort_by_color(problem);
        lists
    }

    fn sort_by_color(&mut self, problem: &Problem) {
        let mut nodes: Vec<(u8, Literal)> = Vec::new();
        for item in problem.item_ids().skip(problem.primary_count()) {
            let range = self.range(item);
            let variables = &mut self.variables[range.clone()];
            let colors = &mut self.colors[range];
            nodes.clear();
            nodes.extend(colors.iter().copied().zip(variables.iter().copied()));
            nodes.sort_unstable();
            for (place, &(color, variable)) in nodes.iter().enumerate() {
                (colors[place], variables[place]) = (color, variable);
            }
        }
    }

    fn range(&self, item: ItemId) -> std::ops::Range<usize> {
        self.starts[item.index()] as usize..self.starts[item.index() + 1] as usize
    }

    /// All options with an item.
    pub fn options(&self, item: ItemId) -> &[Literal] {
        &self.variables[self.range(item)]
    }

    /// The groups of a secondary item: first the options without a color, then by color.
    pub fn groups(&self, item: ItemId) -> impl Iterator<Item = Group<'_>> {
        let range = self.range(item);
        let colors = &self.colors[range.clone()];
        let mut rest = &self.variables[range];
        let chunks = colors.chunk_by(|one, other| one == other && *one != 0);
        chunks.map(move |chunk| {
            let (options, after) = rest.split_at(chunk.len());
            rest = after;
            Group {
                color: (chunk[0] != 0).then_some(chunk[0]),
                options,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_grouped_by_color_and_are_alone_without_one() {
        let text = "A | X\nA X:b\nX A\nA X:a\nA\nA X:b\nA X\n";
        let problem: Problem = text.parse().unwrap();
        let lists = Lists::new(&problem);
        assert_eq!(lists.options(ItemId(0)), [1, 2, 3, 4, 5, 6]);
        let groups: Vec<_> = lists.groups(ItemId(1)).collect();
        let groups: Vec<_> = groups.iter().map(|g| (g.color, g.options)).collect();
        assert_eq!(
            groups,
            [
                (None, &[2][..]),
                (None, &[6]),
                (Some(b'a'), &[3]),
                (Some(b'b'), &[1, 5]),
            ]
        );
    }
}
