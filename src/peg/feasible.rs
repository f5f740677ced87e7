//! Forward-backward search in layers of classes (the second algorithm of section
//! 5 of the paper), for one solution or for all positions that lie on one.
//!
//! A layer holds the keys after so many jumps. Layers with different numbers of
//! pegs share no key, so one set serves all of them. Layers grow forward from the
//! start and backward from the finish until one jump lies between them.
//!
//! Invariant: while layers grow, the set holds just the keys of all layers so far.

use super::classes::{Classes, Key, Way};
use super::seen::{Action, Seen};
use super::sweep::Sweep;
use super::{Board, Jump, Position, Problem, Span};
use std::collections::HashMap;

/// Keys are handled in blocks, so that the memory accesses of a block overlap.
const BLOCK: usize = 512;
/// Below this many keys, threads cost more than they bring.
const WORTH_THREADS: usize = 4096;
/// Up to this many keys, lists are faster than sweeping a bitmap.
const FEW: usize = 2_000_000;
/// With so many symmetries, lists are faster than sweeping at any size.
const MANY_SYMMETRIES: usize = 8;

/// The positions that lie on a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feasible {
    /// The number of classes after each number of jumps, from 0 on; all zero if
    /// there is no solution.
    pub classes: Vec<u64>,
    /// The number of positions.
    pub positions: u64,
    /// The number of solutions, that is of sequences of jumps from start to
    /// finish; `None` if it exceeds 128 bits or was not asked for.
    pub sequences: Option<u128>,
}

/// The search has outgrown its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {0} positions up to symmetry: that is too many for this search")]
pub struct TooMany(pub usize);

/// How a search in layers may go about it.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many threads work; at least one does.
    pub threads: usize,
    /// How many keys all lists may hold together. All positions, and all on
    /// solutions, are found by bitmaps instead where lists would hold more than
    /// two million, on boards whose span has at most 31 pivots and with fewer than
    /// eight symmetries: that needs two bits for each position of the class, and
    /// to count sequences 32 bytes for each position of the largest layer.
    pub most_keys: usize,
}

/// All positions that lie on a solution; if `count`, also the number of
/// solutions.
///
/// # Errors
/// [`TooMany`].
pub fn feasible(problem: &Problem, effort: Effort, count: bool) -> Result<Feasible, TooMany> {
    let nothing = Feasible {
        classes: vec![0; problem.length() + 1],
        positions: 0,
        sequences: count.then_some(0),
    };
    if !problem.same_class() {
        return Ok(nothing);
    }
    let lists = |effort| match Search::<u32>::new(problem, effort) {
        Some(search) => search.feasible(count),
        None => Search::<u64>::new(problem, effort)
            .expect("64 bits are enough")
            .feasible(count),
    };
    let sweep = |sweep: Sweep| sweep.feasible(problem, count);
    let found = lists_or_sweep(problem, effort, lists, sweep)?;
    Ok(found.unwrap_or(nothing))
}

/// Lists while there are few keys or many symmetries, and a [`Sweep`] otherwise,
/// where the board allows it.
fn lists_or_sweep<T>(
    problem: &Problem,
    effort: Effort,
    lists: impl Fn(Effort) -> Result<T, TooMany>,
    sweep: impl FnOnce(Sweep) -> T,
) -> Result<T, TooMany> {
    let few = Effort {
        most_keys: FEW,
        ..effort
    };
    if effort.most_keys <= FEW || problem.symmetries().len() >= MANY_SYMMETRIES {
        return lists(effort);
    }
    lists(few).or_else(|_| match Sweep::new(&problem.board, problem.start) {
        Some(swept) => Ok(sweep(swept)),
        None => lists(effort),
    })
}

/// What a search for one solution found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The jumps of a solution, if there is one.
    pub solution: Option<Vec<Jump>>,
    /// The classes that were looked at, from either end.
    pub nodes: u64,
}

/// One solution, by forward-backward search.
///
/// # Errors
/// [`TooMany`].
pub fn solve(problem: &Problem, effort: Effort) -> Result<Meeting, TooMany> {
    if !problem.same_class() {
        return Ok(Meeting {
            solution: None,
            nodes: 0,
        });
    }
    match Search::<u32>::new(problem, effort) {
        Some(search) => search.solve(),
        None => Search::<u64>::new(problem, effort)
            .expect("64 bits are enough")
            .solve(),
    }
}

/// The classes that can be reached from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The number of classes after each number of jumps, from 0 on.
    pub classes: Vec<u64>,
    /// The number of positions.
    pub positions: u64,
    /// The positions with as many pegs as asked for.
    pub finishes: Vec<Position>,
}

/// All classes that can be reached from a position, under the symmetries of the
/// board that fix it; and those positions with `pegs` pegs.
///
/// # Errors
/// [`TooMany`].
pub fn reached(
    board: &Board,
    start: Position,
    pegs: u32,
    effort: Effort,
) -> Result<Reached, TooMany> {
    let problem = Problem {
        board: board.clone(),
        start,
        finish: start,
    };
    let lists = |effort| match Search::<u32>::new(&problem, effort) {
        Some(search) => search.reached(pegs),
        None => Search::<u64>::new(&problem, effort)
            .expect("64 bits are enough")
            .reached(pegs),
    };
    lists_or_sweep(&problem, effort, lists, |sweep| sweep.reached(pegs))
}

struct Search<'p, K> {
    problem: &'p Problem,
    classes: Classes<K>,
    seen: Seen<K>,
    effort: Effort,
    keys: usize,
}

/// Layers from both ends, with one jump between the last ones.
struct Halves<K> {
    forward: Vec<Vec<K>>,
    /// The finish first.
    backward: Vec<Vec<K>>,
}

impl<'p, K: Key> Search<'p, K> {
    fn new(problem: &'p Problem, effort: Effort) -> Option<Self> {
        let symmetries = problem.symmetries();
        Some(Search {
            problem,
            classes: Classes::new(&problem.board, problem.start, &symmetries)?,
            seen: Seen::new(Span::of(&problem.board).rank()),
            effort,
            keys: 0,
        })
    }

    /// The keys one jump away from `layer` that `action` hands out.
    fn next(&mut self, layer: &[K], way: Way, action: Action) -> Result<Vec<K>, TooMany> {
        let classes = &self.classes;
        let threads = self.effort.threads.min(layer.len() / WORTH_THREADS);
        let shared = if threads > 1 {
            self.seen.shared()
        } else {
            None
        };
        let next = match shared {
            Some(shared) => {
                let parts: Vec<&[K]> = layer.chunks(layer.len().div_ceil(threads)).collect();
                let mut outs = std::thread::scope(|scope| {
                    let spawn = |part| {
                        scope.spawn(move || {
                            in_blocks(classes, part, way, |keys, out| {
                                shared.apply(action, keys, out);
                            })
                        })
                    };
                    let handles: Vec<_> = parts.into_iter().map(spawn).collect();
                    let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<K>>| {
                        handle.join().expect("no thread panics")
                    };
                    handles.into_iter().map(join).collect::<Vec<_>>()
                });
                let mut next = outs.swap_remove(0);
                outs.iter().for_each(|out| next.extend_from_slice(out));
                next
            }
            None => {
                let seen = &mut self.seen;
                in_blocks(classes, layer, way, |keys, out| {
                    seen.apply(action, keys, out)
                })
            }
        };
        self.keys += next.len();
        if self.keys > self.effort.most_keys {
            return Err(TooMany(self.effort.most_keys));
        }
        Ok(next)
    }

    /// Whether the finish has pegs just where the start has none. Then positions
    /// backward from the finish are the complements of those forward from the
    /// start.
    fn is_complementary(&self) -> bool {
        let Problem {
            board,
            start,
            finish,
        } = self.problem;
        start.0 ^ finish.0 == board.full().0
    }

    /// Grows layers until one jump lies between them.
    fn halves(&mut self) -> Result<Halves<K>, TooMany> {
        let (start, finish) = (self.problem.start, self.problem.finish);
        let ends = [self.classes.key(start), self.classes.key(finish)];
        for key in ends {
            self.seen.insert(key);
        }
        let mut halves = Halves {
            forward: vec![vec![ends[0]]],
            backward: vec![vec![ends[1]]],
        };
        let length = self.problem.length();
        let mirrored = self.is_complementary();
        while halves.forward.len() + halves.backward.len() <= length {
            let front = halves.forward.last().expect("never empty");
            let back = halves.backward.last().expect("never empty");
            if mirrored && halves.forward.len() > halves.backward.len() {
                let layer: Vec<K> = front
                    .iter()
                    .map(|&key| self.classes.complement(key))
                    .collect();
                layer.iter().for_each(|&key| {
                    self.seen.insert(key);
                });
                halves.backward.push(layer);
            } else if mirrored || front.len() <= back.len() {
                let layer = self.next(front, Way::Forward, Action::Insert)?;
                halves.forward.push(layer);
            } else {
                let layer = self.next(back, Way::Backward, Action::Insert)?;
                halves.backward.push(layer);
            }
        }
        Ok(halves)
    }

    fn solve(mut self) -> Result<Meeting, TooMany> {
        if self.problem.length() == 0 {
            let solution = (self.problem.start == self.problem.finish).then(Vec::new);
            return Ok(Meeting { solution, nodes: 1 });
        }
        let Halves { forward, backward } = self.halves()?;
        let layers = || forward.iter().chain(&backward);
        let nodes = layers().map(|layer| layer.len() as u64).sum();
        let front = forward.last().expect("never empty");
        let bridge = front.iter().find_map(|&key| {
            let before = self.classes.position(key);
            let (jump, after) = self.hop(before, Way::Forward)?;
            Some((before, jump, after))
        });
        let Some((before, jump, after)) = bridge else {
            return Ok(Meeting {
                solution: None,
                nodes,
            });
        };
        // Every key of a layer came from a key of the layer before.
        let mut jumps = vec![jump];
        let mut position = before;
        for _ in 1..forward.len() {
            let (jump, earlier) = self.hop(position, Way::Backward).expect("a way back");
            jumps.push(jump);
            position = earlier;
        }
        jumps.reverse();
        position = after;
        for _ in 1..backward.len() {
            let (jump, later) = self.hop(position, Way::Forward).expect("a way on");
            jumps.push(jump);
            position = later;
        }
        Ok(Meeting {
            solution: Some(jumps),
            nodes,
        })
    }

    /// A jump from a position to one whose key is in the set.
    fn hop(&self, position: Position, way: Way) -> Option<(Jump, Position)> {
        let test = |key| self.seen.contains(key);
        let (index, after) = self.classes.first_step(position, way, test)?;
        Some((self.problem.board.jumps()[index], after))
    }

    fn feasible(mut self, count: bool) -> Result<Option<Feasible>, TooMany> {
        let length = self.problem.length();
        if length == 0 {
            let same = self.problem.start == self.problem.finish;
            return Ok(same.then(|| Feasible {
                classes: vec![1],
                positions: 1,
                sequences: count.then_some(1),
            }));
        }
        let Halves { forward, backward } = self.halves()?;
        // A key is removed when it turns out to lie on a solution, so that it is
        // handed out once.
        let middle = forward.len();
        let mut layers = vec![Vec::new(); length + 1];
        let front = forward.last().expect("never empty");
        layers[middle] = self.next(front, Way::Forward, Action::Remove)?;
        drop((forward, backward));
        if layers[middle].is_empty() {
            return Ok(None);
        }
        for time in (0..middle).rev() {
            layers[time] = self.next(&layers[time + 1], Way::Backward, Action::Remove)?;
        }
        for time in middle + 1..=length {
            layers[time] = if self.is_complementary() {
                let mirror = layers[length - time].iter();
                mirror.map(|&key| self.classes.complement(key)).collect()
            } else {
                self.next(&layers[time - 1], Way::Forward, Action::Remove)?
            };
        }
        let keys = || layers.iter().flatten();
        Ok(Some(Feasible {
            classes: layers.iter().map(|layer| layer.len() as u64).collect(),
            positions: keys().map(|&key| self.classes.orbit(key) as u64).sum(),
            sequences: if count { self.sequences(&layers) } else { None },
        }))
    }

    /// The number of ways from the start to the finish through these layers:
    /// from each key, the sum over its jumps. Symmetries fix the finish, so all
    /// positions of an orbit have equally many ways.
    fn sequences(&self, layers: &[Vec<K>]) -> Option<u128> {
        let (last, others) = layers.split_last()?;
        let mut later: HashMap<K, u128, Mixer> = last.iter().map(|&key| (key, 1)).collect();
        for layer in others.iter().rev() {
            let mut ways = vec![Some(0_u128); layer.len()];
            self.classes.step(layer, Way::Forward, |index, key| {
                if let Some(&more) = later.get(&key) {
                    ways[index] = ways[index].and_then(|sum| sum.checked_add(more));
                }
            });
            later.clear();
            for (&key, ways) in layer.iter().zip(ways) {
                later.insert(key, ways?);
            }
        }
        later.into_values().next()
    }

    fn reached(mut self, pegs: u32) -> Result<Reached, TooMany> {
        let start = self.problem.start;
        let mut layer = vec![self.classes.key(start)];
        let mut reached = Reached {
            classes: Vec::new(),
            positions: 0,
            finishes: Vec::new(),
        };
        let symmetries = self.problem.symmetries();
        while !layer.is_empty() {
            reached.classes.push(layer.len() as u64);
            let orbits = layer.iter().map(|&key| self.classes.orbit(key) as u64);
            reached.positions += orbits.sum::<u64>();
            if start.pegs() + 1 == pegs + reached.classes.len() as u32 {
                let positions = layer.iter().map(|&key| self.classes.position(key));
                let orbits = positions.flat_map(|position| symmetries.of_position(position));
                reached.finishes = orbits.collect();
                reached.finishes.sort_unstable();
                reached.finishes.dedup();
            }
            layer = self.next(&layer, Way::Forward, Action::Insert)?;
        }
        Ok(reached)
    }
}

/// Steps from keys, and hands the results to `take` in blocks.
fn in_blocks<K: Key>(
    classes: &Classes<K>,
    keys: &[K],
    way: Way,
    mut take: impl FnMut(&[K], &mut Vec<K>),
) -> Vec<K> {
    let mut out = Vec::new();
    let mut block = [K::default(); BLOCK];
    let mut filled = 0;
    classes.step(keys, way, |_, key| {
        block[filled] = key;
        filled += 1;
        if filled == BLOCK {
            take(&block, &mut out);
            filled = 0;
        }
    });
    take(&block[..filled], &mut out);
    out
}

/// Hashing for keys that nobody chooses with malice: a multiplication.
#[derive(Clone, Copy, Default)]
struct Mixer;

impl std::hash::BuildHasher for Mixer {
    type Hasher = Mixing;
    fn build_hasher(&self) -> Mixing {
        Mixing(0)
    }
}

struct Mixing(u64);

impl std::hash::Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    fn write_u32(&mut self, key: u32) {
        self.write_u64(u64::from(key));
    }
    fn write_u64(&mut self, key: u64) {
        // The table takes its bucket from the low bits and its tag from the high
        // ones: both must depend on the whole key.
        let product = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}
