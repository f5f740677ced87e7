//! A scan of a 9x9 grid by three bands.
//!
//! ```text
//! for each split of the clues over three bands (or stacks):
//!     third = the band with most clues, first and second = the others
//!     for each choice of clues in the first and in the second that hits all sets
//!     within its band, if the two together hit all sets within these bands:
//!         if the third band does not need too many clues:
//!             search the clues of the third band
//! ```
//!
//! The third band of 16 clues has at least 6, so the others have few: choices and pairs can
//! be listed. Nearly all pairs leave a set unhit, and nearly all others need too many clues
//! in the third band; both is seen by vector operations ([`pairs`], [`bound`]). What is left
//! is searched ([`third`]).
//!
//! Invariant: the plan depends on the grid and the number of clues alone; a sample of the
//! work, which counts pairs, is part of it. Every puzzle belongs to one split, one choice of
//! the first band and so one unit.

mod bound;
mod lanes;
mod pairs;
mod third;
mod within;

use super::uniqueness::{Sink, UniquenessTest};
use crate::instructions::{Instructions, Work, run_with};
use crate::solved::Filled;
use crate::solved::cells::Cells;
use crate::unavoidable::direct;
use bound::{Bound, Unhit};
use lanes::Lanes;
use pairs::{BLOCK, CHUNK, PairSets, Visit, Words, visit_pairs};
use std::ops::{ControlFlow, RangeInclusive};
use third::{Roles, Search, Third};
use within::{MOST_COUNTED, Within};

/// The cells of a band. Cell `c` of band `b` is cell `27 * b + c` of the grid.
const BAND: u32 = (1 << 27) - 1;

/// For these numbers of clues a grid is scanned by bands. Below, the tree ends as soon; above,
/// lists become long.
pub const CLUES: RangeInclusive<usize> = 16..=20;

/// The most clues of a band that is not the third: half of all.
const MOST_LISTED: usize = *CLUES.end() / 2;

/// At first the sets up to this size.
const FIRST_SIZE: usize = 14;
/// Up to as many pairs that come to the search of the third band, sets of each size pay. More sets
/// leave fewer pairs, and take longer to find.
const SIZES: [(f64, usize); 4] = [(0.25e6, 14), (0.9e6, 15), (8e6, 16), (60e6, 17)];
/// With more pairs.
const LARGEST_SIZE: usize = 18;
/// The choices of each list in the sample, about.
const SAMPLE: [usize; 2] = [CHUNK, BLOCK];

/// What pairs and pairs that come to the search of the third band cost, in arbitrary units.
const PAIR: f64 = 1.0;
const SURVIVOR: f64 = 1000.0;

/// The cells of a set in a band.
#[inline(always)]
fn part(set: u128, band: usize) -> u32 {
    (set >> (27 * band)) as u32 & BAND
}

/// A split of the clues.
struct Split {
    roles: Roles,
    /// The clues of each band.
    clues: [usize; 3],
    sets: PairSets,
    /// The share of pairs that come to the search of the third band, by a sample.
    survivors: f64,
}

/// The plan of a scan by bands, with cells numbered so that bands are bands.
pub struct Bands {
    /// For each band and number of clues the choices of clues.
    lists: [Vec<Vec<u32>>; 3],
    thirds: Vec<Third>,
    splits: Vec<Split>,
    units: Vec<Unit>,
    sets: usize,
}

/// A chunk of the choices of the first band of a split.
struct Unit {
    split: usize,
    chunk: usize,
}

/// How many choices each band has for 0, 1, ... clues; from `MOST_COUNTED` on, about.
type Counts = [[f64; MOST_LISTED + 1]; 3];

impl Bands {
    /// The plan, and the original cell of each cell.
    pub fn new(grid: &Filled<2>, clues: usize) -> (Self, Vec<usize>) {
        let found = direct::minimal_sets(
            grid,
            std::env::var("L1").map_or(FIRST_SIZE, |x| x.parse().unwrap()),
        );
        let rows: Vec<usize> = (0..81).collect();
        let columns: Vec<usize> = (0..81).map(|cell| cell % 9 * 9 + cell / 9).collect();
        // Bands or stacks, whichever make fewer pairs.
        let [bands, stacks] = [rows, columns].map(|original| Way::new(&found, original, clues));
        let way = if stacks.pairs() < bands.pairs() {
            stacks
        } else {
            bands
        };
        let mut plan = Self::of_way(&way, clues);
        let survivors = plan.sample();
        if std::env::var("L1").is_ok() {
            eprintln!("est {survivors}");
            if let Ok(l2) = std::env::var("L2") {
                plan.use_sets(&renumbered(
                    &direct::minimal_sets(grid, l2.parse().unwrap()),
                    &way.original,
                ));
            }
            return (plan, way.original);
        }
        let size = SIZES.iter().find(|size| survivors < size.0);
        let size = size.map_or(LARGEST_SIZE, |size| size.1);
        if size > FIRST_SIZE {
            plan.use_sets(&renumbered(
                &direct::minimal_sets(grid, size),
                &way.original,
            ));
        }
        (plan, way.original)
    }

    fn of_way(way: &Way, clues: usize) -> Self {
        let mut lists = [(); 3].map(|()| vec![Vec::new(); MOST_LISTED + 1]);
        let mut splits = Vec::with_capacity(way.splits.len());
        for planned in &way.splits {
            let others = [(planned.third + 1) % 3, (planned.third + 2) % 3];
            for band in others {
                let list: &mut Vec<u32> = &mut lists[band][planned.clues[band]];
                if list.is_empty() {
                    *list = way.within[band].list(planned.clues[band]);
                }
            }
            let choices = |band: usize| lists[band][planned.clues[band]].len();
            let [first, second] = match choices(others[0]) > choices(others[1]) {
                true => [others[1], others[0]],
                false => others,
            };
            if choices(first) == 0 {
                continue;
            }
            let roles = Roles {
                first,
                second,
                third: planned.third,
                clues: planned.clues[planned.third] as u32,
            };
            splits.push(Split {
                roles,
                clues: planned.clues,
                sets: PairSets::new(&[], [first, second, planned.third], &[]),
                survivors: 0.0,
            });
        }
        let mut units = Vec::new();
        for (number, split) in splits.iter().enumerate() {
            let choices = lists[split.roles.first][split.clues[split.roles.first]].len();
            units.extend((0..choices.div_ceil(CHUNK)).map(|chunk| Unit {
                split: number,
                chunk,
            }));
        }
        debug_assert!(
            splits
                .iter()
                .all(|split| split.clues.iter().sum::<usize>() == clues)
        );
        let mut plan = Bands {
            lists,
            thirds: Vec::new(),
            splits,
            units,
            sets: 0,
        };
        plan.use_sets(&way.sets);
        plan
    }

    /// Makes the tables of these sets.
    fn use_sets(&mut self, sets: &[u128]) {
        self.sets = sets.len();
        self.thirds = (0..3).map(|third| Third::new(sets, third)).collect();
        for split in &mut self.splits {
            let Roles {
                first,
                second,
                third,
                ..
            } = split.roles;
            let seconds = &self.lists[second][split.clues[second]];
            split.sets = PairSets::new(sets, [first, second, third], seconds);
        }
    }

    /// Samples each split: about how many pairs come to the search of the third band.
    fn sample(&mut self) -> f64 {
        let mut words = Words::new();
        let mut all = 0.0;
        for number in 0..self.splits.len() {
            let (firsts, seconds) = self.choices(number);
            let spread = |list: &[u32], about: usize| -> Vec<u32> {
                let step = list.len() / about + 1;
                list.iter().skip(step / 2).step_by(step).copied().collect()
            };
            let few = [spread(firsts, SAMPLE[0]), spread(seconds, SAMPLE[1])];
            let pairs = firsts.len() as f64 * seconds.len() as f64;
            let sample = Sample {
                plan: self,
                split: &self.splits[number],
                firsts: &few[0],
                seconds: &few[1],
                words: &mut words,
            };
            let survivors = run_with(Instructions::detect(), sample);
            let share = survivors as f64 / (few[0].len() * few[1].len()).max(1) as f64;
            self.splits[number].survivors = share;
            all += share * pairs;
        }
        all
    }

    /// The choices of the first and of the second band.
    fn choices(&self, split: usize) -> (&[u32], &[u32]) {
        let Split { roles, clues, .. } = &self.splits[split];
        let list = |band: usize| &self.lists[band][clues[band]][..];
        (list(roles.first), list(roles.second))
    }

    pub fn sets(&self) -> usize {
        self.sets
    }

    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// The unit that finds a puzzle with these clues.
    pub fn unit_of(&self, clues: u128) -> Option<usize> {
        let parts = [0, 1, 2].map(|band| part(clues, band));
        let sizes = parts.map(|part| part.count_ones() as usize);
        let split = self.splits.iter().position(|split| split.clues == sizes)?;
        let (firsts, _) = self.choices(split);
        let first = parts[self.splits[split].roles.first];
        let chunk = firsts.iter().position(|&choice| choice == first)? / CHUNK;
        self.units
            .iter()
            .position(|unit| unit.split == split && unit.chunk == chunk)
    }

    /// An estimate of the work of a unit.
    pub fn weight(&self, unit: usize) -> f64 {
        let Unit { split, chunk } = self.units[unit];
        let (firsts, seconds) = self.choices(split);
        let firsts = firsts.chunks(CHUNK).nth(chunk).map_or(0, <[u32]>::len);
        let pairs = firsts as f64 * seconds.len() as f64;
        pairs * (PAIR + SURVIVOR * self.splits[split].survivors)
    }
}

/// A way to scan: by bands or by stacks.
struct Way {
    /// The original cell of each cell.
    original: Vec<usize>,
    /// With its cells renumbered.
    sets: Vec<u128>,
    within: [Within; 3],
    splits: Vec<PlannedSplit>,
}

/// A split of the clues, and which band is the third.
struct PlannedSplit {
    clues: [usize; 3],
    third: usize,
    /// How many pairs there are, about.
    pairs: f64,
}

impl Way {
    fn new(found: &[Cells<2>], original: Vec<usize>, clues: usize) -> Self {
        let sets = renumbered(found, &original);
        let within = [0, 1, 2].map(|band| {
            let parts = sets.iter().map(move |&set| (part(set, band), set));
            let inside = parts.filter(|(part, set)| part.count_ones() == set.count_ones());
            Within::new(inside.map(|(part, _)| part))
        });
        let counts = [0, 1, 2].map(|band: usize| counts(&within[band]));
        Way {
            original,
            splits: splits(clues, &counts),
            sets,
            within,
        }
    }

    fn pairs(&self) -> f64 {
        self.splits.iter().map(|split| split.pairs).sum()
    }
}

/// The sets in the numbers of renumbered cells.
fn renumbered(sets: &[Cells<2>], original: &[usize]) -> Vec<u128> {
    let mut number = [0; 81];
    for (new, &old) in original.iter().enumerate() {
        number[old] = new;
    }
    let renumber = |set: &Cells<2>| set.iter().fold(0, |all, cell| all | 1 << number[cell]);
    sets.iter().map(renumber).collect()
}

/// The choices of a band for each number of clues.
fn counts(within: &Within) -> [f64; MOST_LISTED + 1] {
    let mut counts = [0.0; MOST_LISTED + 1];
    for (count, counted) in counts.iter_mut().zip(within.counts()) {
        *count = counted as f64;
    }
    // From clue to clue the numbers grow by less.
    let mut growth: f64 = 16.0;
    for clues in MOST_COUNTED + 1..=MOST_LISTED {
        growth = (0.55 * growth).max(3.0);
        counts[clues] = counts[clues - 1].max(1.0) * growth;
    }
    counts
}

/// All splits of the clues that may have puzzles. Of the bands with most clues, the third is the
/// one that leaves fewest pairs.
fn splits(clues: usize, counts: &Counts) -> Vec<PlannedSplit> {
    let mut splits = Vec::new();
    for top in 0..=clues {
        for middle in 0..=clues - top {
            let clues = [top, middle, clues - top - middle];
            let most = clues[0].max(clues[1]).max(clues[2]);
            let thirds = (0..3).filter(|&band| clues[band] == most);
            let ways = thirds.filter_map(|third| {
                let count = |band: usize| counts[band].get(clues[band]).copied();
                let pairs = count((third + 1) % 3)? * count((third + 2) % 3)?;
                Some(PlannedSplit {
                    clues,
                    third,
                    pairs,
                })
            });
            let best = ways.min_by(|a, b| a.pairs.total_cmp(&b.pairs));
            splits.extend(best.filter(|split| split.pairs > 0.0));
        }
    }
    splits
}

/// A sample of a split.
struct Sample<'a> {
    plan: &'a Bands,
    split: &'a Split,
    firsts: &'a [u32],
    seconds: &'a [u32],
    words: &'a mut Words,
}

impl Work for Sample<'_> {
    /// The pairs that come to the search of the third band.
    type Result = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        struct Counter(u64);
        impl Survivors for Counter {
            #[inline(always)]
            fn goes_on(&mut self) -> bool {
                true
            }
            #[inline(always)]
            fn survivor(&mut self, _: &Unhit, _: [u32; 2], _: u32, _: u32) -> bool {
                self.0 += 1;
                true
            }
        }
        let mut filter = Filter {
            split: self.split,
            third: &self.plan.thirds[self.split.roles.third],
            after: &mut vec![After::NONE; self.firsts.len()],
            passed: &mut Passed::new(),
            survivors: Counter(0),
        };
        let sets = &self.split.sets;
        visit_pairs(sets, self.firsts, self.seconds, self.words, &mut filter);
        filter.survivors.0
    }
}

/// What is done with pairs after the sockets.
trait Survivors {
    /// Whether to go on.
    fn goes_on(&mut self) -> bool;

    /// A pair, what its first half leaves unhit, its open sockets and the clues they need. Returns
    /// whether to go on.
    fn survivor(&mut self, unhit: &Unhit, pair: [u32; 2], open: u32, needed: u32) -> bool;
}

/// What the clues of the first band leave unhit.
#[derive(Clone, Copy)]
struct After {
    /// Most choices of the first band come to nothing before it is needed.
    is_made: bool,
    pairs: Lanes,
    unhit: Unhit,
}

impl After {
    const NONE: Self = After {
        is_made: false,
        pairs: Lanes::EMPTY,
        unhit: Unhit::NONE,
    };
}

/// Drops pairs that leave a set unhit, or need too many clues for their sockets.
struct Filter<'a, S> {
    split: &'a Split,
    third: &'a Third,
    /// For each of the first band's choices.
    after: &'a mut [After],
    passed: &'a mut Passed,
    survivors: S,
}

impl<S: Survivors> Visit for Filter<'_, S> {
    #[inline(always)]
    fn goes_on(&mut self) -> bool {
        self.survivors.goes_on()
    }

    #[inline(always)]
    fn pairs(&mut self, place: usize, first: u32, seconds: &[u32]) -> bool {
        let Split { roles, sets, .. } = self.split;
        let bound = &self.third.bound;
        let after = &mut self.after[place];
        if !after.is_made {
            *after = After {
                is_made: true,
                pairs: sets.unhit(first),
                unhit: bound.unhit(roles.first, first),
            };
        }
        // Each loop writes what may be kept, and goes one place on if it is. So what is kept costs
        // no branch that the processor cannot foresee.
        let Passed { hitting, open } = &mut *self.passed;
        let mut end = 0;
        for &second in seconds {
            hitting[end] = second;
            end += usize::from(sets.are_hit(&after.pairs, second));
        }
        let hitting = &hitting[..end];
        let mut end = 0;
        for &second in hitting {
            let sockets = bound.open_sockets(&after.unhit, roles.second, second);
            open[end] = (second, sockets);
            end += usize::from(Bound::needed(sockets) <= roles.clues);
        }
        // A loop, not a closure, which would not be compiled for the same instructions.
        for &(second, open) in &open[..end] {
            let needed = Bound::needed(open);
            let pair = [first, second];
            if !(self.survivors).survivor(&after.unhit, pair, open, needed) {
                return false;
            }
        }
        true
    }
}

/// Room for the pairs of a block that pass a test.
struct Passed {
    /// That hit all sets of their bands.
    hitting: Vec<u32>,
    /// Whose sockets do not need too much, with the open ones.
    open: Vec<(u32, u32)>,
}

impl Passed {
    fn new() -> Self {
        Passed {
            hitting: vec![0; BLOCK + 1],
            open: vec![(0, 0); BLOCK + 1],
        }
    }
}

/// Room for the work of units.
pub struct BandScanner {
    instructions: Instructions,
    words: Words,
    after: Vec<After>,
    passed: Passed,
    search: Search,
    found: Vec<u128>,
}

impl BandScanner {
    pub fn new() -> Self {
        BandScanner {
            instructions: Instructions::detect(),
            words: Words::new(),
            after: Vec::with_capacity(CHUNK),
            passed: Passed::new(),
            search: Search::new(),
            found: Vec::new(),
        }
    }

    /// Uses no other instructions than these.
    pub fn limit_to(&mut self, instructions: Instructions) {
        self.instructions = instructions;
    }

    /// The puzzles of a unit, in no order.
    pub fn scan(
        &mut self,
        plan: &Bands,
        unit: usize,
        uniqueness: &mut UniquenessTest,
        halt: &dyn Fn() -> bool,
    ) -> ControlFlow<(), &mut Vec<u128>> {
        let Unit { split, chunk } = plan.units[unit];
        let (firsts, seconds) = plan.choices(split);
        let firsts = firsts.chunks(CHUNK).nth(chunk).unwrap_or(&[]);
        self.found.clear();
        self.after.clear();
        self.after.resize(firsts.len(), After::NONE);
        self.search.forget();
        uniqueness.rest.clear();
        let work = UnitWork {
            scanner: self,
            split: &plan.splits[split],
            third: &plan.thirds[plan.splits[split].roles.third],
            firsts,
            seconds,
            uniqueness,
            halt,
        };
        match run_with(work.scanner.instructions, work) {
            true => ControlFlow::Continue(&mut self.found),
            false => ControlFlow::Break(()),
        }
    }
}

/// The work of a unit.
struct UnitWork<'a> {
    scanner: &'a mut BandScanner,
    split: &'a Split,
    third: &'a Third,
    firsts: &'a [u32],
    seconds: &'a [u32],
    uniqueness: &'a mut UniquenessTest,
    halt: &'a dyn Fn() -> bool,
}

impl Work for UnitWork<'_> {
    /// Whether it was finished.
    type Result = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let BandScanner {
            words,
            after,
            passed,
            search,
            found,
            ..
        } = self.scanner;
        let mut filter = Filter {
            split: self.split,
            third: self.third,
            after,
            passed,
            survivors: Searches {
                roles: self.split.roles,
                third: self.third,
                search,
                uniqueness: self.uniqueness,
                halt: self.halt,
                patience: PATIENCE,
                found,
            },
        };
        let sets = &self.split.sets;
        visit_pairs(sets, self.firsts, self.seconds, words, &mut filter)
    }
}

/// Searches of the third band between two questions whether to halt.
const PATIENCE: u32 = 64;

/// Searches the third band for each pair.
struct Searches<'a> {
    roles: Roles,
    third: &'a Third,
    search: &'a mut Search,
    uniqueness: &'a mut UniquenessTest,
    halt: &'a dyn Fn() -> bool,
    patience: u32,
    found: &'a mut Vec<u128>,
}

impl Survivors for Searches<'_> {
    #[inline(always)]
    fn goes_on(&mut self) -> bool {
        self.patience = PATIENCE;
        !(self.halt)()
    }

    #[inline(always)]
    fn survivor(
        &mut self,
        unhit: &Unhit,
        [first, second]: [u32; 2],
        open: u32,
        needed: u32,
    ) -> bool {
        let Roles {
            second: band,
            clues,
            ..
        } = self.roles;
        let bound = &self.third.bound;
        if bound.needs_more(unhit, band, second, open, needed, clues) {
            return true;
        }
        let found = &mut *self.found;
        let mut keep = |puzzle: u128| {
            found.push(puzzle);
            ControlFlow::Continue(())
        };
        let sink: Sink<'_> = &mut keep;
        let pair = [first, second];
        let _ = (self.search).go(self.third, self.roles, pair, open, self.uniqueness, sink);
        self.patience -= 1;
        self.patience > 0 || self.goes_on()
    }
}
