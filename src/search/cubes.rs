//! Where to cut the tree, so that its pieces can be searched in different runs, on
//! different machines.
//!
//! A [`Cube`] is a stretch of the walk: from the end of one subtree to the end of another.
//! The cubes follow each other without a gap, so each node is counted once, and so is the
//! way from one subtree to the next. Which cubes there are depends on the problem and on
//! their wanted number alone: not on engine, memo, threads or machine.
//!
//! The rule. Nodes are divided into their branches, always the one whose subtree is thought
//! to be the largest, until none has more than a share of the work; then neighbors are put
//! together as long as they do not have more than that share. What a subtree costs is
//! found out by lists, which count mems: a small one is searched, for a large one the mean
//! of some [ways down](super::Links::dive) is taken, whose random numbers depend on
//! nothing but the place. As few ways may miss what is large, siblings are taken to be somewhat
//! alike.
//!
//! The numbers of the cubes. Number 0 is thought to be the largest, and so on. So parts, which
//! have every M-th number, are thought to be alike, and of many parts the last ones are small:
//! no worker waits for long until the others are done.

use super::{Cube, GbFlip, Links, Path, Position, Side};
use crate::format::Problem;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Unless their number is asked for, there are not more cubes than about this.
const MOST_CUBES: f64 = 10_000.0;

/// Unless their number is asked for, a cube should have at least so many mems: about a
/// millisecond, which is long beside what it costs to begin one.
const LEAST_MEMS: f64 = 1e7;

/// Unless their number is asked for, the rule takes no more than this share of the
/// work, or `LEAST_EFFORT` mems.
const MOST_EFFORT: f64 = 1.0 / 700.0;
const LEAST_EFFORT: f64 = 4e6;

/// A subtree of so many mems is searched, if the first way down does not tell that it has more.
const SMALL: u64 = 2_000;

/// How many ways to go down from the root. From any other node it is one: more ways at fewer nodes
/// tell less (measured with queens 16 and pentominoes 6x10).
const ROOT_WAYS: u32 = 4;

/// One way may miss all that is large. So what the siblings of a node have on the average counts
/// like so many ways from the node itself; and all siblings together have no less than
/// their parent was thought to have. (Without the latter, a cube of pentominoes 6x10 had a
/// thousand times what it was thought to have.)
const SIBLINGS: f64 = 3.0;

/// Of a node with more branches, only so many are looked at; the others are taken to be like
/// their neighbors.
const MOST_PROBED: u32 = 64;

/// However unequal the tree is, no more nodes are divided than this for each cube wanted.
const DIVISIONS_PER_CUBE: u64 = 64;

/// All cubes of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Cubes {
    /// In the order of the walk: where each ends, and about how many mems it has.
    ends: Vec<Path>,
    mems: Vec<f64>,
    /// The place in that order of each number, and the number at each place.
    places: Vec<u32>,
    numbers: Vec<u32>,
}

/// A subtree that may be divided.
#[derive(Clone, Debug)]
struct Piece {
    path: Path,
    /// About how many mems it has.
    mems: f64,
}

impl Cubes {
    /// The cubes of a problem, about so many; without a number, as many as are worth it.
    ///
    /// # Panics
    /// If `wanted` is 0.
    pub fn new(problem: &Problem, wanted: Option<u64>) -> Self {
        assert!(wanted != Some(0), "a tree has at least one cube");
        let mut division = Division::new(problem, wanted);
        while division.divide_largest() {}
        division.join()
    }

    /// Of these ends and mems, in the order of the walk.
    fn of(ends: Vec<Path>, mems: Vec<f64>) -> Self {
        let mut places: Vec<u32> = (0..ends.len() as u32).collect();
        places.sort_by(|&a, &b| mems[b as usize].total_cmp(&mems[a as usize]));
        let mut numbers = vec![0; places.len()];
        for (number, &place) in (0..).zip(&places) {
            numbers[place as usize] = number;
        }
        Cubes {
            ends,
            mems,
            places,
            numbers,
        }
    }

    /// How many there are: at least one.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The cube of a number, from 0.
    ///
    /// # Panics
    /// If there is none.
    pub fn cube(&self, number: usize) -> Cube {
        let place = self.place(number);
        Cube {
            from: match place.checked_sub(1) {
                Some(before) => Position::after(self.ends[before].clone()),
                None => Position::start(),
            },
            end: self.ends[place].clone(),
        }
    }

    /// How many cubes the walk comes to before the one of a number.
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

    /// About how many mems the cube of a number has.
    ///
    /// # Panics
    /// If there is none.
    pub fn estimate(&self, number: usize) -> f64 {
        self.mems[self.place(number)]
    }
}

/// What is known of the mems of a subtree.
#[derive(Clone, Copy, Debug)]
struct Guess {
    /// The mean of all ways down.
    mems: f64,
    /// It has been searched.
    is_sure: bool,
}

struct Division<'p> {
    links: Links<'p>,
    wanted: Option<u64>,
    /// Pieces that may be divided further, the largest first.
    pieces: BinaryHeap<Piece>,
    /// Those that have no branches.
    leaves: Vec<Piece>,
    /// The mems of all pieces.
    total: f64,
    /// The mems that have been spent on the rule.
    spent: u64,
    divisions: u64,
}

impl<'p> Division<'p> {
    fn new(problem: &'p Problem, wanted: Option<u64>) -> Self {
        let mut division = Division {
            links: Links::new(problem),
            wanted,
            pieces: BinaryHeap::new(),
            leaves: Vec::new(),
            total: 0.0,
            spent: 0,
            divisions: 0,
        };
        let root = Path::default();
        division.go_to(&root);
        let guess = division.look(&root, ROOT_WAYS);
        division.spend();
        division.add(root, guess.mems);
        division
    }

    fn go_to(&mut self, path: &Path) {
        let path = path.clone();
        let side = Side::Inside;
        let found = self.links.go_to(&Position { path, side });
        debug_assert!(found, "it is in the tree");
    }

    /// Adds what the lists have counted since they went to a piece.
    fn spend(&mut self) {
        self.spent += self.links.counters.mems.walked();
    }

    fn add(&mut self, path: Path, mems: f64) {
        self.total += mems;
        self.pieces.push(Piece { path, mems });
    }

    /// Guesses the mems of the subtree of the node where the lists are, by so many ways down.
    fn look(&mut self, path: &Path, ways: u32) -> Guess {
        let mut flip = GbFlip::new(seed(path));
        let mut sum = self.links.dive(&mut flip);
        if sum < 2.0 * SMALL as f64
            && let Some(mems) = self.links.small_subtree(SMALL)
        {
            return Guess {
                mems: mems as f64,
                is_sure: true,
            };
        }
        for _ in 1..ways {
            sum += self.links.dive(&mut flip);
        }
        Guess {
            mems: (sum / f64::from(ways)).max(SMALL as f64),
            is_sure: false,
        }
    }

    /// The mems that no cube should exceed.
    fn share(&self) -> f64 {
        match self.wanted {
            Some(wanted) => self.total / wanted as f64,
            None => (self.total / MOST_CUBES).max(LEAST_MEMS),
        }
    }

    fn is_enough(&self) -> bool {
        match self.wanted {
            Some(wanted) => self.divisions >= wanted.saturating_mul(DIVISIONS_PER_CUBE),
            None => self.spent as f64 >= (self.total * MOST_EFFORT).max(LEAST_EFFORT),
        }
    }

    /// Divides the largest piece, if it is too large.
    fn divide_largest(&mut self) -> bool {
        let share = self.share();
        if self.is_enough() || self.pieces.peek().is_none_or(|piece| piece.mems <= share) {
            return false;
        }
        let Some(Piece { path, mems }) = self.pieces.pop() else {
            return false;
        };
        self.divisions += 1;
        self.total -= mems;
        self.go_to(&path);
        let branches = self.links.branch_count();
        let level = path.level();
        let step = branches.div_ceil(MOST_PROBED).max(1);
        let guesses = self.look_at_branches(&path, mems, branches, step);
        for (place, guess) in (0..).zip(guesses) {
            for number in (place * step + 1..=branches).take(step as usize) {
                self.add(path.leaving(level, number), guess);
            }
        }
        if branches == 0 {
            self.total += mems;
            self.leaves.push(Piece { path, mems });
        }
        self.spend();
        true
    }

    /// Guesses the mems of every so many-th branch of the node where the lists are, which is
    /// thought to have so many mems itself.
    fn look_at_branches(&mut self, path: &Path, mems: f64, branches: u32, step: u32) -> Vec<f64> {
        let level = path.level();
        let mut guesses = Vec::new();
        for number in (1..=branches).step_by(step as usize) {
            let found = self.links.take_branch(number);
            debug_assert!(found, "it has so many branches");
            guesses.push(self.look(&path.leaving(level, number), 1));
            self.links.go_up_to(level);
        }
        let (mut sure, mut unsure, mut count) = (0.0, 0.0, 0.0);
        for guess in &guesses {
            match guess.is_sure {
                true => sure += guess.mems,
                false => (unsure, count) = (unsure + guess.mems, count + 1.0),
            }
        }
        // Those that are not looked at are like these.
        let least = mems / f64::from(step) - sure;
        let mean = f64::max(unsure, least) / f64::max(count, 1.0);
        let mixed = |guess: &Guess| match guess.is_sure {
            true => guess.mems,
            false => (guess.mems + SIBLINGS * mean) / (1.0 + SIBLINGS),
        };
        guesses.iter().map(mixed).collect()
    }

    /// The cubes: neighbors are put together as long as they have no more than the share.
    fn join(self) -> Cubes {
        let share = self.share();
        let mut pieces = self.pieces.into_vec();
        pieces.extend(self.leaves);
        pieces.sort_unstable_by(|a, b| a.path.branches().cmp(b.path.branches()));
        let (mut ends, mut all): (Vec<Path>, Vec<f64>) = (Vec::new(), Vec::new());
        for piece in pieces {
            match (ends.last_mut(), all.last_mut()) {
                (Some(end), Some(mems)) if *mems + piece.mems <= share => {
                    *end = piece.path;
                    *mems += piece.mems;
                }
                _ => {
                    ends.push(piece.path);
                    all.push(piece.mems);
                }
            }
        }
        // What is after the last piece is the way back to the root.
        if let Some(end) = ends.last_mut() {
            *end = Path::default();
        }
        Cubes::of(ends, all)
    }
}

/// A seed that depends on a path alone (FNV-1a).
fn seed(path: &Path) -> i32 {
    let mix = |hash: u32, number: &u32| (hash ^ number).wrapping_mul(16_777_619);
    path.branches().iter().fold(2_166_136_261, mix) as i32
}

/// The largest first; of equal ones, the first in the order of the walk.
impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        let mems = self.mems.total_cmp(&other.mems);
        mems.then_with(|| other.path.branches().cmp(self.path.branches()))
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Piece {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Count, Counters, Engine, Outcome, Search, State};

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
            let outcome = search.walk_cube(cube, Count::ZERO, &mut ());
            assert_eq!(outcome, Outcome::Exhausted);
            counted.push(search.counters().clone());
        }
        assert_eq!(counted[0], counted[1], "{cube:?}");
        counted.swap_remove(0)
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

    /// Where the first branch has nearly all of the tree, it is divided, not its siblings.
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
