//! A cube: a stretch of the walk through the tree, the legs in which it is walked, and the branches
//! that it consists of.

use dlx3_base::count::Count;
use dlx3_format::ItemId;
use dlx3_search::{
    Counters, Links, Observer, Observing, Outcome, Path, Position, Search, Side, State, Watch,
};
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A stretch of the walk through the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube {
    /// The beginning: the start of the walk, inside a node, or after the subtree of a node.
    pub from: Position,
    /// The cube ends with the subtree of this node. The last cube ends with the whole tree.
    pub end: Path,
    /// The cube ends inside that node instead, once it is counted: the walk was stopped there.
    pub ends_inside: bool,
}

/// A leg of the walk through a cube.
#[derive(Debug, PartialEq, Eq)]
struct Leg {
    /// Where the leg begins. `None`: where the last leg ended.
    pub from: Option<Position>,
    /// The leg ends with the subtree of this node. `None`: it ends at the next node, once that is
    /// counted.
    pub to: Option<Path>,
}

impl Cube {
    /// The cube from a position to the end of a node's subtree.
    pub(super) fn new(from: Position, end: Path) -> Self {
        Cube {
            from,
            end,
            ends_inside: false,
        }
    }

    /// The legs of the walk. Each ends with a sibling of its first node or of an ancestor of that:
    /// the engine by bitmaps looks for an end only there.
    fn legs(&self) -> Vec<Leg> {
        let (from, end) = (self.from.path.branches(), self.end.branches());
        let at = |from| Leg { from, to: None };
        let walk = |from, to| Leg {
            from: Some(from),
            to: Some(to),
        };
        if end.is_empty() {
            return vec![match self.ends_inside {
                true => at(Some(self.from.clone())),
                false => walk(self.from.clone(), Path::default()),
            }];
        }
        let mut legs = Vec::new();
        let is_inside = self.from.side == Side::Inside;
        let mut level = from.iter().zip(end).take_while(|(a, b)| a == b).count();
        // Where the next leg begins. `None`: where the last one ended.
        let mut here = None;
        if self.from.side == Side::Before {
            legs.push(at(Some(self.from.clone())));
        } else if level == end.len() {
            // The cube begins in the subtree with which it ends.
            return vec![walk(self.from.clone(), self.end.clone())];
        } else if is_inside && level == from.len() {
            here = Some(self.from.clone());
        } else {
            // On this level the walk continues with a later branch.
            if level + 1 == end.len() && !self.ends_inside {
                return vec![walk(self.from.clone(), self.end.clone())];
            }
            let before = self.end.leaving(level, end[level] - 1);
            if is_inside || self.from.path != before {
                legs.push(walk(self.from.clone(), before.clone()));
            }
            legs.push(at(Some(Position::after(before))));
            level += 1;
        }
        // On this level, the walk is inside the node of the end's path.
        for (level, &number) in end.iter().enumerate().skip(level) {
            legs.push(at(here.take()));
            let first = Position::inside_of(self.end.leaving(level, 1));
            if level + 1 == end.len() && !self.ends_inside {
                legs.push(walk(first, self.end.clone()));
            } else if number > 1 {
                let before = self.end.leaving(level, number - 1);
                legs.push(walk(first, before.clone()));
                legs.push(at(Some(Position::after(before))));
            }
        }
        legs
    }

    /// Whether the end comes after the beginning, as far as the paths tell.
    pub(crate) fn goes_forward(&self) -> bool {
        let (from, end) = (self.from.path.branches(), self.end.branches());
        let ends_later = || self.from.path.cmp_ends(&self.end) == Ordering::Less;
        match (self.from.side, self.ends_inside) {
            (Side::Before, _) => from.is_empty(),
            (Side::Inside, false) => end.starts_with(from) || ends_later(),
            (Side::After, false) => ends_later(),
            // The order of the paths is the order of visits.
            (Side::Inside, true) => from < end,
            (Side::After, true) => from < end && !end.starts_with(from),
        }
    }
}

impl Cube {
    /// Walks this cube, wherever the search stands. Afterwards the search's counters are those of
    /// this cube alone; the counters of all cubes add up to those of the whole tree. Returns
    /// `None`, and walks nothing, if the tree has no such cube.
    ///
    /// ```
    /// use dlx3::parts::Cubes;
    /// use dlx3::search::{Engine, Search};
    ///
    /// let problem: dlx3::Problem = "A B C\nA\nB\nC\nA B\nB C\nA C\n".parse()?;
    /// let cubes = Cubes::new(&problem, Some(3));
    /// let found = (0..cubes.count()).map(|number| {
    ///     // Each on a machine of its own, as it may be.
    ///     let mut search = Search::new(&problem, Engine::Auto);
    ///     cubes.cube(number).run(&mut search, &mut ()).expect("the tree has it");
    ///     search.counters().solutions.clone()
    /// });
    /// assert_eq!(found.map(|found| found.to_u64().unwrap()).sum::<u64>(), 4);
    /// # Ok::<(), dlx3::Fault>(())
    /// ```
    ///
    /// # Panics
    /// If an observer of the search has panicked before, or if the search makes random choices.
    pub fn run(&self, search: &mut Search<'_>, observer: &mut dyn Observer) -> Option<Outcome> {
        let is_there = self.is_in_tree_of(search);
        let mut observing = Observing::new(observer, &Counters::default());
        is_there.then(|| self.walk(search, Count::ZERO, &mut observing))?
    }

    /// Whether the search's tree has the nodes at which the walk of the cube begins and turns.
    /// Moves the search.
    pub(crate) fn is_in_tree_of(&self, search: &mut Search<'_>) -> bool {
        let legs = self.legs();
        let mut places = legs.iter().filter_map(|leg| leg.from.as_ref());
        self.goes_forward() && places.all(|at| search.lists().go_to(at))
    }

    /// Walks this cube, wherever the search stands. The counters begin with `found` solutions and
    /// are otherwise zero. Returns `None`, with meaningless counters, if the lists find that the
    /// tree has no such cube. (Bitmaps do not check: see [`Self::is_in_tree_of`].)
    ///
    /// If the watch asks for a break, the rest is the cube that begins inside the node where the
    /// search stands.
    ///
    /// An engine's walk must end beside the path of its beginning, so a cube is walked in several
    /// legs.
    pub(crate) fn walk<W: Watch>(
        &self,
        search: &mut Search<'_>,
        found: Count,
        watch: &mut W,
    ) -> Option<Outcome> {
        let mut counted = Counters::with_solutions(found);
        for leg in self.legs() {
            if let Some(at) = &leg.from {
                let is_there = match &leg.to {
                    Some(end) => search.go_to(at, end),
                    None => search.lists().go_to(at),
                };
                if !is_there {
                    return None;
                }
                search.lists().add(&counted);
            }
            let outcome = match &leg.to {
                Some(_) => search.walk(watch),
                None => match search.lists().walk(&mut ToNextNode(&mut *watch)) {
                    Outcome::Paused => Outcome::Exhausted,
                    // There is no next node.
                    Outcome::Exhausted => return None,
                },
            };
            if outcome == Outcome::Paused {
                return Some(Outcome::Paused);
            }
            counted = search.counters().clone();
        }
        Some(Outcome::Exhausted)
    }
}

/// A watch that forwards all calls and pauses the walk at the next node.
struct ToNextNode<'w, W>(&'w mut W);

impl<W: Watch> Watch for ToNextNode<'_, W> {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(true))
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn wants_choices(&self) -> bool {
        self.0.wants_choices()
    }

    fn wants_branches(&self) -> bool {
        self.0.wants_branches()
    }

    fn chosen(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        self.0.chosen(state, best);
    }

    fn branched(&mut self, state: &dyn State) {
        self.0.branched(state);
    }
}

/// Consecutive branches of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Branches {
    /// The node.
    pub of: Path,
    /// The number of the first branch.
    pub first: u32,
    /// The number of the last branch.
    pub last: u32,
}

impl Cube {
    /// The branches whose subtrees make up the cube, in the order of the walk. The lists must have
    /// the cube's problem.
    pub(crate) fn branches(&self, links: &mut Links<'_>) -> Vec<Branches> {
        let (from, end) = (self.from.path.branches(), self.end.branches());
        let mut all = Vec::new();
        let mut add = |of: &[u32], first: u32, last: Option<u32>| {
            let of = Path::new(of.to_vec()).expect("it is a part of a path");
            let last = last.unwrap_or_else(|| {
                let there = links.go_to(&Position::inside_of(of.clone()));
                debug_assert!(there, "{of} is in the tree");
                links.branch_count()
            });
            if first <= last {
                all.push(Branches { of, first, last });
            }
        };
        let beyond = |level: usize| u32::from(level + 1 < end.len() || self.ends_inside);
        let mut level = 0;
        let is_inside = self.from.side == Side::Inside;
        if self.from.side == Side::Before || from.is_empty() {
            if end.is_empty() && !self.ends_inside {
                add(end, 1, None);
            }
        } else if is_inside && from == end {
            let (&last, above) = end.split_last().expect("it is not the root");
            add(above, last, Some(last));
            level = end.len();
        } else {
            let alike = from.iter().zip(end).take_while(|(a, b)| a == b).count();
            for level in (alike..from.len()).rev() {
                let last = match end.get(level) {
                    Some(&number) if level == alike => Some(number - beyond(level)),
                    _ => None,
                };
                // The walk may be inside a solution.
                let is_here = is_inside && level + 1 == from.len();
                add(&from[..level], from[level] + u32::from(!is_here), last);
            }
            level = alike + usize::from(alike < from.len());
        }
        for level in level..end.len() {
            add(&end[..level], 1, Some(end[level] - beyond(level)));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cube after the subtree of a node, or from the start.
    fn cube(from: &str, end: &str) -> Cube {
        let from = match from {
            "start" => Position::start(),
            path => Position::after(path.parse().unwrap()),
        };
        Cube::new(from, end.parse().unwrap())
    }

    #[test]
    fn a_cube_is_walked_in_legs_that_end_on_the_path_or_beside_it() {
        let legs = |from: &str, end: &str| {
            let leg = |leg: &Leg| {
                let from = leg.from.as_ref().map_or("here".to_owned(), |from| {
                    let side = format!("{:?}", from.side).to_lowercase();
                    format!("{side} {}", from.path)
                });
                let to = leg.to.as_ref();
                let to = to.map_or("next node".to_owned(), |to| to.to_string());
                format!("{from} to {to}")
            };
            let legs = cube(from, end).legs();
            legs.iter().map(leg).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(legs("start", "."), "before . to .");
        assert_eq!(legs("3.1", "."), "after 3.1 to .");
        assert_eq!(legs("3.1", "3.4"), "after 3.1 to 3.4");
        assert_eq!(legs("3.1.5.2", "4"), "after 3.1.5.2 to 4");
        assert_eq!(
            legs("start", "1.3.1"),
            "before . to next node; here to next node; here to next node; inside 1.1 to 1.2; \
             after 1.2 to next node; here to next node; inside 1.3.1 to 1.3.1"
        );
        assert_eq!(
            legs("1.1.3", "1.2.4"),
            "after 1.1.3 to 1.1; after 1.1 to next node; here to next node; inside 1.2.1 to 1.2.4"
        );
        assert_eq!(
            legs("1.1", "1.2.1"),
            "after 1.1 to next node; here to next node; inside 1.2.1 to 1.2.1"
        );
    }

    #[test]
    fn a_cube_consists_of_branches_beside_its_paths() {
        // Each node of the first three levels has two branches.
        let problem = "a b c\na\na\nb\nb\nc\nc\n".parse().unwrap();
        let mut links = Links::new(&problem);
        let mut branches = |from: &str, end: &str| {
            let all = cube(from, end).branches(&mut links);
            let all = all.iter().map(|some| match some.first == some.last {
                true => format!("{} of {}", some.first, some.of),
                false => format!("{}-{} of {}", some.first, some.last, some.of),
            });
            all.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(branches("start", "."), "1-2 of .");
        assert_eq!(branches("1", "."), "2 of .");
        assert_eq!(branches("2.2.1", "."), "2 of 2.2");
        assert_eq!(branches("start", "2.2.1"), "1 of ., 1 of 2, 1 of 2.2");
        assert_eq!(branches("1.1.1", "2.1"), "2 of 1.1, 2 of 1, 1 of 2");
        assert_eq!(branches("1.1", "1.2"), "2 of 1");
        assert_eq!(branches("1.1.1", "1"), "2 of 1.1, 2 of 1");
        assert_eq!(branches("1", "2.2"), "1-2 of 2");
    }
}
