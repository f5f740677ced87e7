//! All solutions by brute force: by taking or leaving one option after the other. It knows nothing
//! of the library but its problems, and shares no mistake with its searches.

use dlx3::{OptionId, Problem};
use std::collections::BTreeSet;

pub type Solutions = BTreeSet<Vec<OptionId>>;

/// How an item has been used so far.
#[derive(Clone, Copy, Default)]
struct Used {
    times: usize,
    color: Option<u8>,
}

struct Search<'p> {
    problem: &'p Problem,
    used: Vec<Used>,
    chosen: Vec<OptionId>,
    found: Solutions,
    most: usize,
}

/// All solutions. (Only tests ask without a limit.)
#[allow(dead_code)]
pub fn solutions(problem: &Problem) -> Solutions {
    up_to(problem, usize::MAX).expect("no more solutions fit into memory")
}

/// All solutions, if there are no more than `most`.
pub fn up_to(problem: &Problem, most: usize) -> Option<Solutions> {
    let mut search = Search {
        problem,
        most,
        used: vec![Used::default(); problem.item_count()],
        chosen: Vec::new(),
        found: Solutions::new(),
    };
    let options: Vec<OptionId> = problem.option_ids().collect();
    search.go_on(&options).then_some(search.found)
}

impl Search<'_> {
    /// Takes or leaves each option. False if there are too many solutions.
    fn go_on(&mut self, options: &[OptionId]) -> bool {
        let Some((&option, rest)) = options.split_first() else {
            let has_enough = |item| match self.problem.bounds(item) {
                Some(bounds) => self.used[item.index()].times >= bounds.lower as usize,
                None => true,
            };
            if self.problem.item_ids().all(has_enough) {
                self.found.insert(self.chosen.clone());
            }
            return self.found.len() <= self.most;
        };
        let nodes: Vec<_> = self.problem.option(option).collect();
        let may_take = nodes.iter().all(|&(item, color)| {
            let used = self.used[item.index()];
            match self.problem.bounds(item) {
                Some(bounds) => used.times < bounds.upper as usize,
                None => used.times == 0 || (color.is_some() && color == used.color),
            }
        });
        if may_take {
            let before: Vec<Used> = nodes
                .iter()
                .map(|(item, _)| self.used[item.index()])
                .collect();
            for &(item, color) in &nodes {
                let used = &mut self.used[item.index()];
                used.times += 1;
                used.color = color;
            }
            self.chosen.push(option);
            let few = self.go_on(rest);
            self.chosen.pop();
            for ((item, _), before) in nodes.iter().zip(before) {
                self.used[item.index()] = before;
            }
            if !few {
                return false;
            }
        }
        self.go_on(rest)
    }
}
