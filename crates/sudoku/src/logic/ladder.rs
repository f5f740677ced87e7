//! The techniques in order of their difficulty, and the ratings of a puzzle.
//!
//! Each step is the first hint of the first technique that has any. A puzzle's rating (ER) is the
//! rating of its most difficult step. The pearl rating (EP) counts only the steps up to the first
//! placed digit, the diamond rating (ED) only the first step.

use super::chain::{Chains, Depth, Links, Task};
use super::marks::{CELLS, Marks};
use super::step::{Step, Technique, Visit, first, tenths};
use super::{
    aligned, bent_wing, fish, grave, hidden_set, hidden_single, intersection, locked, naked_set,
    naked_single, strong_links, unique_loop, xy_wing,
};
use crate::solve::nine::Nine;
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

/// The rating of a puzzle that no technique solves.
const BEYOND: f64 = 20.0;

/// The ratings that Sudoku Explainer calls ER, EP and ED.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratings {
    /// The most difficult step; 20 if no technique finds one.
    pub er: f64,
    /// The most difficult step up to the first digit that is placed.
    pub ep: f64,
    /// The first step.
    pub ed: f64,
}

/// The result of rating a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rated {
    /// It is rated.
    Ratings(Ratings),
    /// It does not have exactly one solution.
    NotOne,
    /// It was given up.
    Stopped,
}

impl Ratings {
    /// ER, EP and ED in tenths.
    pub fn tenths(&self) -> [u32; 3] {
        [self.er, self.ep, self.ed].map(tenths)
    }

    /// Takes one more step into account.
    pub fn add(&mut self, step: &Step) {
        self.er = self.er.max(step.rating);
        if self.ep == 0.0 {
            if self.ed == 0.0 {
                self.ed = self.er;
            }
            if step.placed.is_some() {
                self.ep = self.er;
            }
        }
    }
}

impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [er, ep, ed] = self.tenths().map(|tenths| (tenths / 10, tenths % 10));
        write!(f, "{}.{} {}.{} {}.{}", er.0, er.1, ep.0, ep.1, ed.0, ed.1)
    }
}

/// How hard a step may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The greatest rating, in tenths.
    pub tenths: u32,
    /// The last technique, in the order in which they are looked for.
    pub technique: Technique,
}

impl Reach {
    /// All steps.
    pub const ALL: Reach = Reach {
        tenths: u32::MAX,
        technique: Technique::NestedChains,
    };
}

/// Finds steps. It keeps memory for chains, so use one ladder for many puzzles.
#[derive(Default)]
pub struct Ladder {
    links: Option<Box<Links>>,
    /// Searches for chains, each made when it is first needed.
    chains: [Option<Box<Chains>>; DEPTHS.len()],
}

/// The depths of chains, easiest first.
const DEPTHS: [Depth; 10] = [
    Depth::Nishio,
    Depth::Static,
    Depth::Dynamic,
    Depth::Simple,
    Depth::Forcing,
    Depth::Multiple,
    Depth::Nested(0),
    Depth::Nested(1),
    Depth::Nested(2),
    Depth::Nested(3),
];

impl Ladder {
    /// A new one.
    pub fn new() -> Self {
        Ladder::default()
    }

    /// The easiest step; none if no technique finds one.
    pub fn next(&mut self, marks: &Marks) -> Option<Step> {
        self.next_until(marks, &|| false)
    }

    /// The easiest step; none if no technique finds one, or if `stop` ends the search.
    pub fn next_until(&mut self, marks: &Marks, stop: &dyn Fn() -> bool) -> Option<Step> {
        self.next_within(marks, Reach::ALL, stop)
    }

    /// `next_until`, but no step harder than `reach`; such steps are not searched for.
    pub fn next_within(
        &mut self,
        marks: &Marks,
        reach: Reach,
        stop: &dyn Fn() -> bool,
    ) -> Option<Step> {
        // A pattern may remove nothing. (The reference then does not end.)
        let step = self.first(marks, reach, stop);
        step.filter(|step| {
            let allowed = step.tenths() <= reach.tenths && step.technique <= reach.technique;
            allowed && step.changes(marks)
        })
    }

    /// Techniques are tried in groups, each with its least rating and first technique. Groups
    /// beyond reach are skipped.
    fn first(&mut self, marks: &Marks, reach: Reach, stop: &dyn Fn() -> bool) -> Option<Step> {
        let within = |tenths, technique| reach.tenths >= tenths && reach.technique >= technique;
        singles_and_sets(marks)
            .or_else(|| within(40, Technique::TwoStrongLinks).then(|| patterns(marks))?)
            .or_else(|| {
                within(65, Technique::Cycle).then(|| {
                    let links = self.links.get_or_insert_with(|| Box::new(Links::new()));
                    links.find(marks)
                })?
            })
            .or_else(|| within(75, Technique::TuvwxyzWing).then(|| bent_wing::find(marks, 6))?)
            .or_else(|| {
                within(75, Technique::AlignedTriplet)
                    .then(|| first(|visit| aligned::steps(marks, 3, visit)))?
            })
            .or_else(|| {
                let mut depths = DEPTHS.into_iter().zip(&mut self.chains);
                depths.find_map(|(depth, chains)| {
                    if !within(tenths(depth.rating()), depth.technique()) {
                        return None;
                    }
                    let chains = chains.get_or_insert_with(|| Box::new(Chains::new(depth)));
                    chains.find(Task { marks, stop })
                })
            })
    }

    /// All steps that are possible now, the easiest first; of those of a technique that do the same,
    /// one. Techniques harder than multiple forcing chains are tried only if the others find
    /// nothing, in their order up to the first one that does. If `stop` ends the search, the steps
    /// found until then.
    pub fn all(&mut self, marks: &Marks, stop: &dyn Fn() -> bool) -> Vec<Step> {
        let mut steps = all_but_chains(marks, stop);
        if !stop() {
            let links = self.links.get_or_insert_with(|| Box::new(Links::new()));
            steps.extend(links.all(marks));
        }
        for (depth, chains) in DEPTHS.into_iter().zip(&mut self.chains) {
            let is_tried = matches!(depth, Depth::Nishio | Depth::Static);
            if stop() || (!is_tried && !steps.is_empty()) {
                continue;
            }
            let chains = chains.get_or_insert_with(|| Box::new(Chains::new(depth)));
            steps.extend(chains.all(Task { marks, stop }));
        }
        steps.retain(|step| step.changes(marks));
        // Stable: the steps of a technique stay in their order.
        steps.sort_by_key(|step| (step.tenths(), step.technique));
        let (mut known, mut singles) = (HashSet::new(), HashSet::new());
        steps.retain(|step| {
            let is_direct = (Technique::DirectPointing..=Technique::DirectHiddenTriplet)
                .contains(&step.technique)
                && step.technique != Technique::NakedSingle;
            // A digit that has one place needs no locked candidates or pairs for that.
            if is_direct && singles.contains(&step.placed) {
                return false;
            }
            if step.placed.is_some() {
                singles.insert(step.placed);
            }
            let mut removed = step.removed.clone();
            removed.sort_unstable();
            known.insert((step.technique, step.placed, removed))
        });
        steps
    }

    /// All steps from some clues (digits from 1 to 9, 0 for none) to the solution, or as far as
    /// techniques go.
    pub fn path(&mut self, clues: &[u8; CELLS]) -> Vec<Step> {
        self.path_from(Marks::new(clues))
    }

    /// [`Self::path`] from some marks on any board that techniques know.
    pub fn path_from(&mut self, mut marks: Marks) -> Vec<Step> {
        let mut steps = Vec::new();
        while !marks.is_full()
            && let Some(step) = self.next(&marks)
        {
            step.apply(&mut marks);
            steps.push(step);
        }
        steps
    }

    /// Rates a puzzle; none if it does not have exactly one solution.
    pub fn rate(&mut self, clues: &[u8; CELLS]) -> Option<Ratings> {
        match self.rate_until(clues, &|| false) {
            Rated::Ratings(ratings) => Some(ratings),
            Rated::NotOne | Rated::Stopped => None,
        }
    }

    /// Rates a puzzle until `stop` asks for an end. The search for chains asks some thousand times
    /// a second.
    pub fn rate_until(&mut self, clues: &[u8; CELLS], stop: &dyn Fn() -> bool) -> Rated {
        let solutions = Nine::with_clues(clues).map_or(0, |nine| nine.count(2));
        if solutions != 1 {
            return Rated::NotOne;
        }
        self.rate_marks_until(Marks::new(clues), stop)
    }

    /// Rates the rest of a puzzle with one solution, from these marks on, until `stop` asks for an
    /// end.
    pub fn rate_marks_until(&mut self, marks: Marks, stop: &dyn Fn() -> bool) -> Rated {
        self.rate_with_hardest_until(marks, stop).0
    }

    /// [`Self::rate_marks_until`], and the most difficult step with the marks before it, if it is
    /// known: the first one of several.
    pub fn rate_with_hardest_until(
        &mut self,
        mut marks: Marks,
        stop: &dyn Fn() -> bool,
    ) -> (Rated, Option<(Step, Marks)>) {
        let (mut ratings, mut hardest) = (Ratings::default(), None);
        while !marks.is_full() {
            match self.next_until(&marks, stop) {
                Some(step) => {
                    let is_hardest = step.rating > ratings.er;
                    ratings.add(&step);
                    let before = is_hardest.then(|| marks.clone());
                    step.apply(&mut marks);
                    if let Some(before) = before {
                        hardest = Some((step, before));
                    }
                }
                None if stop() => return (Rated::Stopped, None),
                None => {
                    ratings.er = BEYOND;
                    return (Rated::Ratings(ratings), None);
                }
            }
        }
        (Rated::Ratings(ratings), hardest)
    }
}

/// Up to 4.0: singles, locked candidates, sets and fish.
fn singles_and_sets(marks: &Marks) -> Option<Step> {
    first(|visit| simple_steps(marks, visit))
}

/// Visits all steps of singles, locked candidates, sets and fish.
fn simple_steps(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    hidden_single::steps(marks, visit)?;
    locked::direct_steps(marks, visit)?;
    hidden_set::direct_steps(marks, 2, visit)?;
    naked_single::steps(marks, visit)?;
    hidden_set::direct_steps(marks, 3, visit)?;
    match marks.regions().is_usual() {
        true => locked::steps(marks, visit)?,
        false => intersection::steps(marks, visit)?,
    }
    naked_set::steps(marks, 2, visit)?;
    fish::steps(marks, 2, visit)?;
    hidden_set::steps(marks, 2, visit)?;
    naked_set::steps(marks, 3, visit)?;
    fish::steps(marks, 3, visit)?;
    hidden_set::steps(marks, 3, visit)
}

/// From 4.0 to 6.6: strong links, wings, uniqueness, large sets.
fn patterns(marks: &Marks) -> Option<Step> {
    let strong = strong_links::StrongLinks::new(marks);
    strong_links::find(&strong, 2)
        .or_else(|| first(|visit| xy_wing::steps(marks, false, visit)))
        .or_else(|| first(|visit| xy_wing::steps(marks, true, visit)))
        .or_else(|| unique_loop::find(marks))
        .or_else(|| first(|visit| large_sets(marks, visit)))
        .or_else(|| strong_links::find(&strong, 3))
        .or_else(|| bent_wing::find(marks, 3))
        .or_else(|| grave::find(marks))
        .or_else(|| strong_links::find(&strong, 4))
        .or_else(|| bent_wing::find(marks, 4))
        .or_else(|| first(|visit| aligned::steps(marks, 2, visit)))
        .or_else(|| bent_wing::find(marks, 5))
}

fn large_sets(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    naked_set::steps(marks, 4, visit)?;
    fish::steps(marks, 4, visit)?;
    hidden_set::steps(marks, 4, visit)
}

/// Visits all steps that are found one after the other, up to aligned exclusion.
fn visited_steps(marks: &Marks, visit: &mut Visit<'_>) -> ControlFlow<Step> {
    simple_steps(marks, visit)?;
    xy_wing::steps(marks, false, visit)?;
    xy_wing::steps(marks, true, visit)?;
    large_sets(marks, visit)?;
    aligned::steps(marks, 2, visit)?;
    aligned::steps(marks, 3, visit)
}

/// All steps without chains of implications.
fn all_but_chains(marks: &Marks, stop: &dyn Fn() -> bool) -> Vec<Step> {
    let mut steps = Vec::new();
    // It never breaks, as this visitor does not.
    let _: ControlFlow<Step> = visited_steps(marks, &mut |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    steps.extend(unique_loop::all(marks));
    steps.extend(grave::find(marks));
    let strong = strong_links::StrongLinks::new(marks);
    for size in 2..=6 {
        if stop() {
            break;
        }
        if size <= 4 {
            steps.extend(strong_links::all(&strong, size));
        }
        if size > 2 {
            steps.extend(bent_wing::all(marks, size));
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puzzles whose paths have all kinds of steps up to multiple forcing chains.
    const PUZZLES: [&str; 3] = [
        "32..4....4...6...7..8..2..55.91....667..294...8.............5...5.....7...7.1..9.",
        "..247..58..............1.4.....2...9528.9.4....9...1.........3.3....75..685..2...",
        "36.....217..8..3.........7..4..91.....874.6.....6.59.....3.....6..158..3....6.1..",
    ];

    #[test]
    fn all_steps_are_right_and_the_next_one_is_among_them() {
        let mut ladder = Ladder::new();
        for puzzle in PUZZLES {
            let digits = puzzle.bytes().map(|byte| match byte {
                b'1'..=b'9' => byte - b'0',
                _ => 0,
            });
            let clues: [u8; CELLS] = digits.collect::<Vec<u8>>().try_into().unwrap();
            let [solution] = Nine::with_clues(&clues).unwrap().solutions(2)[..] else {
                panic!("{puzzle} has not one solution");
            };
            let mut marks = Marks::new(&clues);
            while !marks.is_full() {
                let all = ladder.all(&marks, &|| false);
                let next = ladder.next(&marks).unwrap();
                assert!(
                    all.iter().all(|step| step.agrees_with(&solution)),
                    "{puzzle}"
                );
                let is_next = |step: &&Step| step.technique == next.technique;
                let same: Vec<&Step> = all.iter().filter(is_next).collect();
                assert!(same.iter().any(|step| **step == next), "{next:?}");
                let ratings: Vec<u32> = all.iter().map(Step::tenths).collect();
                assert!(ratings.is_sorted());
                next.apply(&mut marks);
            }
        }
    }

    #[test]
    fn a_search_for_all_steps_that_is_stopped_has_those_found_until_then() {
        let marks = Marks::new(&[0; CELLS]);
        assert_eq!(Ladder::new().all(&marks, &|| true), []);
    }
}
