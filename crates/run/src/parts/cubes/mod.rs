//! Cuts the tree into pieces that can be searched in different runs, on different machines.
//!
//! A [`Cube`] is a stretch of the walk: from the end of one subtree to the end of another. Cubes
//! follow each other without a gap, so each node is counted once, and so is the path from one
//! subtree to the next. The cubes depend on the problem and on their wanted number alone: not on
//! engine, memo, threads or machine. [`division`] has the rule, [`cube`] walks a cube, and [`rest`]
//! turns the subtrees of some branches into a problem.
//!
//! Cubes are numbered by estimated mems, largest first. A part takes every M-th number, so parts
//! are about equal, and small cubes come last: no worker waits long for the others.

mod cube;
mod division;
mod forecast;
mod rest;

use cube::Branches;
pub use cube::Cube;
use division::Division;
use dlx3_format::Problem;
use dlx3_search::{Path, Position};

/// All cubes of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Cubes {
    /// In the order of the walk: where each cube ends, and its estimated mems.
    ends: Vec<Path>,
    mems: Vec<f64>,
    /// The place in that order of each number, and the number at each place.
    places: Vec<u32>,
    numbers: Vec<u32>,
}

impl Cubes {
    /// The cubes of a problem, about `wanted` of them. Without a number, the size of the tree
    /// decides.
    ///
    /// # Panics
    /// If `wanted` is 0.
    pub fn new(problem: &Problem, wanted: Option<u64>) -> Self {
        Self::watched(problem, wanted, &mut |_| true).expect("nobody stops it")
    }

    /// Like [`Self::new`]. Calls `goes_on` often, with the number of pieces so far; if it returns
    /// false, there are no cubes.
    ///
    /// # Panics
    /// If `wanted` is 0.
    pub fn watched(
        problem: &Problem,
        wanted: Option<u64>,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> Option<Self> {
        assert!(wanted != Some(0), "a tree has at least one cube");
        let (pieces, share) = Division::new(problem, wanted).run(goes_on)?;
        let (mut ends, mut all): (Vec<Path>, Vec<f64>) = (Vec::new(), Vec::new());
        for piece in pieces {
            let more = piece.look.mems;
            match (ends.last_mut(), all.last_mut()) {
                (Some(end), Some(mems)) if *mems + more <= share => {
                    *end = piece.path;
                    *mems += more;
                }
                _ => {
                    ends.push(piece.path);
                    all.push(more);
                }
            }
        }
        // The way back to the root comes after the last piece.
        if let Some(end) = ends.last_mut() {
            *end = Path::default();
        }
        let mut places: Vec<u32> = (0..ends.len() as u32).collect();
        places.sort_by(|&a, &b| all[b as usize].total_cmp(&all[a as usize]));
        let mut numbers = vec![0; places.len()];
        for (number, &place) in (0..).zip(&places) {
            numbers[place as usize] = number;
        }
        Some(Cubes {
            ends,
            mems: all,
            places,
            numbers,
        })
    }

    /// The number of cubes: at least one.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The cube with this number, from 0.
    ///
    /// # Panics
    /// If there is none.
    pub fn cube(&self, number: usize) -> Cube {
        let place = self.place(number);
        let from = match place.checked_sub(1) {
            Some(before) => Position::after(self.ends[before].clone()),
            None => Position::start(),
        };
        Cube::new(from, self.ends[place].clone())
    }

    /// The node with whose subtree the cube with this number ends.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn end(&self, number: usize) -> &Path {
        &self.ends[self.place(number)]
    }

    /// The number of cubes that the walk comes to before this one.
    ///
    /// # Panics
    /// If there is none.
    pub fn place(&self, number: usize) -> usize {
        self.places[number] as usize
    }

    /// The numbers of all cubes, in the order of the walk.
    pub fn in_order(&self) -> impl Iterator<Item = usize> {
        self.numbers.iter().map(|&number| number as usize)
    }

    /// The estimated mems of the cube with this number.
    ///
    /// # Panics
    /// If there is none.
    pub fn estimate(&self, number: usize) -> f64 {
        self.mems[self.place(number)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx3_base::count::Count;
    use dlx3_search::{Counters, Engine, Links, Outcome, Search, State, Watch};
    use std::cmp::Ordering;
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn problem() -> Problem {
        // Pairings of ten points: 945 solutions.
        let names: Vec<String> = (0..10).map(|point| format!("p{point}")).collect();
        let mut text = names.join(" ") + "\n";
        for (low, name) in names.iter().enumerate() {
            for other in &names[low + 1..] {
                text += &format!("{name} {other}\n");
            }
        }
        text.parse().unwrap()
    }

    fn walk(problem: &Problem, cube: &Cube) -> Counters {
        let mut counted = Vec::new();
        for engine in [Engine::Links, Engine::Auto] {
            let mut search = Search::new(problem, engine);
            let outcome = cube.walk(&mut search, Count::ZERO, &mut ());
            assert_eq!(outcome, Some(Outcome::Exhausted));
            counted.push(search.counters().clone());
        }
        assert_eq!(counted[0], counted[1], "{cube:?}");
        counted.swap_remove(0)
    }

    /// A way down through 60,000 levels took half a minute, and nothing could end it.
    #[test]
    fn the_first_way_down_ends_when_it_is_told_to() {
        let levels = 1000;
        let names: Vec<String> = (0..levels).map(|level| format!("i{level}")).collect();
        let text = format!("{}\n{}\n", names.join(" "), names.join("\n"));
        let problem: Problem = text.parse().unwrap();
        for most in [1, 10, levels / 2] {
            let mut asked = 0;
            let cubes = Cubes::watched(&problem, None, &mut |_| {
                asked += 1;
                asked < most
            });
            assert_eq!((cubes, asked), (None, most));
        }
    }

    #[test]
    fn the_cubes_together_count_what_the_whole_walk_counts() {
        let problem = problem();
        let mut links = Links::new(&problem);
        links.run(&mut ());
        for wanted in [None, Some(1), Some(2), Some(7), Some(64), Some(5000)] {
            let cubes = Cubes::new(&problem, wanted);
            let mut total = Counters::default();
            for number in 0..cubes.count() {
                total.add(&walk(&problem, &cubes.cube(number)));
            }
            assert_eq!(&total, links.counters(), "{wanted:?}");
            assert_eq!(cubes, Cubes::new(&problem, wanted));
        }
        let cubes = Cubes::new(&problem, Some(64));
        let numbers: Vec<usize> = cubes.in_order().collect();
        assert_eq!(cubes.cube(numbers[0]).from, Position::start());
        for (place, pair) in (1..).zip(numbers.windows(2)) {
            let (before, after) = (cubes.cube(pair[0]), cubes.cube(pair[1]));
            assert_eq!(after.from, Position::after(before.end.clone()));
            assert_eq!(before.end.cmp_ends(&after.end), Ordering::Less);
            assert_eq!(cubes.place(pair[1]), place);
        }
        let estimates: Vec<f64> = (0..cubes.count()).map(|n| cubes.estimate(n)).collect();
        assert!(estimates.is_sorted_by(|a, b| a >= b), "{estimates:?}");
        assert_eq!(Cubes::new(&problem, Some(1)).count(), 1);
        assert!(Cubes::new(&problem, Some(64)).count() >= 32);
    }

    #[test]
    fn a_node_with_very_many_branches_is_divided_without_looking_at_all_of_them() {
        let names: Vec<String> = (0..2000).map(|number| format!("b{number}")).collect();
        let text = format!("A | {}\n", names.join(" "));
        let options = names.iter().map(|name| format!("A {name}\n"));
        let problem: Problem = (text + &options.collect::<String>()).parse().unwrap();
        let cubes = Cubes::new(&problem, Some(10));
        assert!((8..=20).contains(&cubes.count()), "{}", cubes.count());
        let count = (0..cubes.count()).map(|number| walk(&problem, &cubes.cube(number)));
        let found: u64 = count.map(|counters| counters.solutions.walked()).sum();
        assert_eq!(found, 2000);
    }

    /// Stops a walk at each N-th node.
    struct StopAtEach(u64);

    impl Watch for StopAtEach {
        fn alarm_flag(&self) -> Arc<AtomicBool> {
            Arc::new(AtomicBool::new(true))
        }

        fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
            self.0 -= 1;
            match self.0 {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }

        fn solution_at(&self, _: &Count) -> Option<Count> {
            None
        }
    }

    #[test]
    fn a_cube_that_is_stopped_anywhere_continues_from_there_and_counts_the_same() {
        let bounds = "0:2|A 2|B 1:2|C D | x y\nA B x:1\nA C x:2\nB y\nA x:1 y:3\nB C\nC x:1\n\
                      B D\nD x:2\nA B C y:3\nC y\nB x:1\nA C D\nA y:2 B\n";
        for (problem, wanted) in [(problem(), 6), (bounds.parse().unwrap(), 5)] {
            let cubes = Cubes::new(&problem, Some(wanted));
            let mut rests = Links::new(&problem);
            for (number, every) in (0..cubes.count()).flat_map(|n| [1, 2, 3, 7, 50].map(|e| (n, e)))
            {
                let whole = walk(&problem, &cubes.cube(number));
                for engine in [Engine::Links, Engine::Auto] {
                    let mut search = Search::new(&problem, engine);
                    let mut cube = cubes.cube(number);
                    let mut total = Counters::default();
                    loop {
                        assert!(cube.goes_forward(), "{cube:?}");
                        let outcome = cube.walk(&mut search, Count::ZERO, &mut StopAtEach(every));
                        let outcome = outcome.expect("it is in the tree");
                        let counted = search.counters().clone();
                        total.add(&counted);
                        let mut stretch = cube.clone();
                        if outcome == Outcome::Paused {
                            let inside = Position::inside(search.state());
                            stretch.end = inside.path.clone();
                            stretch.ends_inside = true;
                            assert_ne!(cube.from, inside, "it has come farther");
                            cube.from = inside;
                        }
                        // Lists walk the same stretch by itself.
                        assert!(stretch.goes_forward(), "{stretch:?}");
                        let mut again = Search::new(&problem, Engine::Links);
                        let walked = stretch.walk(&mut again, Count::ZERO, &mut ());
                        assert_eq!(walked, Some(Outcome::Exhausted));
                        assert_eq!(*again.counters(), counted, "{stretch:?}");
                        let mut solutions = 0;
                        for branches in stretch.branches(&mut rests) {
                            let rest = branches.rest(&mut rests).unwrap();
                            let mut search = Search::new(&rest, Engine::Links);
                            search.run(&mut ());
                            solutions += search.counters().solutions.walked();
                        }
                        assert_eq!(counted.solutions, solutions, "{stretch:?}");
                        if outcome == Outcome::Exhausted {
                            break;
                        }
                    }
                    assert_eq!(total, whole, "cube {number}, every {every} nodes");
                }
            }
        }
    }

    #[test]
    fn a_cube_that_the_tree_does_not_have_is_seen_to_be_none() {
        let problem = problem();
        for (from, end) in [
            ("100", "."),
            ("-", "9.1.100.1"),
            ("1.1.1.1.1.1.1.1", "2"),
            ("2", "1"),
        ] {
            let from = match from {
                "-" => Position::start(),
                path => Position::after(path.parse().unwrap()),
            };
            let cube = Cube::new(from, end.parse().unwrap());
            for engine in [Engine::Links, Engine::Auto] {
                let mut search = Search::new(&problem, engine);
                assert!(!cube.is_in_tree_of(&mut search), "{cube:?}");
            }
        }
    }

    /// If the first branch has nearly all of the tree, it is divided, not its siblings.
    #[test]
    fn what_is_large_is_divided_and_not_what_is_near_the_root() {
        let mut text = "A 0:1|b0".to_owned();
        for number in 1..12 {
            text += &format!(" 0:1|b{number}");
        }
        text += " | x\nA x:0\n";
        for _ in 0..30 {
            text += "A x:1\n";
        }
        for number in 0..12 {
            text += &format!("b{number} x:0\n");
        }
        let problem: Problem = text.parse().unwrap();
        let cubes = Cubes::new(&problem, Some(16));
        let all: Vec<Counters> = (0..cubes.count())
            .map(|number| walk(&problem, &cubes.cube(number)))
            .collect();
        let total: u64 = all.iter().map(|counted| counted.mems.walked()).sum();
        let largest = all.iter().map(|counted| counted.mems.walked()).max();
        assert!(largest.unwrap() < total / 5, "{largest:?} of {total}");
    }
}
