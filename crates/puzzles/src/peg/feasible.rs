//! Forward-backward search in layers of classes (the second algorithm of section 5 of the paper),
//! for one solution or for all positions on solutions.
//!
//! A layer holds the keys after a given number of jumps. Layers with different numbers of pegs
//! share no key, so one set serves all of them. Layers are added forward from the start and
//! backward from the finish until one jump separates them.
//!
//! If the finish has pegs exactly where the start has none, backward layers are the complements of
//! forward ones, and half of the layers suffice.
//!
//! Invariant: while layers are added, the set holds the keys of all layers so far, and besides only
//! keys that lie on no solution.

use super::classes::{Classes, Key, Way};
use super::refuter::{self, Refuter};
use super::seen::{self, Action, Seen};
use super::solve::Stop;
use super::sweep::Sweep;
pub use super::sweep::{Feasible, Reached};
use super::{Board, Jump, PegProblem, Position, Span, Symmetries};
use dlx3_base::threads::{LEAST_MEMORY, SMALL_STACK, start};
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Keys are handled in blocks of this size, so that memory accesses overlap.
const BLOCK: usize = 512;
/// The keys that a thread takes at a time: few enough that all threads end together, and that a
/// layer of one piece needs no second thread.
const PIECE: usize = 2048;
/// From this many keys in a layer on, looking for pagoda functions pays, which refute some of the
/// next positions. Tests do so on small boards, too.
const WORTH_REFUTING: usize = if cfg!(test) { 2_000 } else { 100_000 };
/// The positions from which functions are sought, and those by which they are selected.
const SAMPLE: usize = 24;
const JUDGES: usize = 512;
/// Up to this many keys, lists are faster than sweeping a bitmap.
const FEW: usize = 2_000_000;
/// With at least this many symmetries, lists are faster than sweeping at any size.
const MANY_SYMMETRIES: usize = 8;

/// The search needs more keys than it may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany(pub usize);

dlx3_base::messages! {
    TooMany {
        Self(it) => "more than {it} positions up to symmetry: that is too many for this search",
    }
}

/// The resources of a search in layers.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
    /// The most keys that all lists may hold together. To find all positions, or all on solutions,
    /// bitmaps are used instead if lists would hold more than two million keys, the board's span
    /// has at most 31 pivots, and there are fewer than eight symmetries. Bitmaps take two bits for
    /// each position of the class and, to count sequences, 32 bytes for each position of the
    /// largest layer.
    pub most_keys: usize,
}

/// All positions on solutions and, with `count`, the number of solutions.
///
/// # Errors
/// [`TooMany`].
pub fn feasible(problem: &PegProblem, effort: Resources, count: bool) -> Result<Feasible, TooMany> {
    let nothing = Feasible {
        classes: vec![0; problem.length() + 1],
        positions: 0,
        sequences: count.then_some(0),
    };
    if !problem.same_class() {
        return Ok(nothing);
    }
    let lists = |effort| match LayerSearch::<u32>::new(problem, effort) {
        Some(search) => search.feasible(count),
        None => LayerSearch::<u64>::new(problem, effort)
            .expect("64 bits are enough")
            .feasible(count),
    };
    let sweep = |sweep: Sweep| sweep.feasible(problem, count);
    let found = lists_or_sweep(problem, effort, lists, sweep)?;
    Ok(found.unwrap_or(nothing))
}

/// All positions on paths from a start to any position with `pegs` pegs; the number of these paths
/// is the sum over all such finishes.
///
/// # Errors
/// [`TooMany`].
pub fn feasible_to_any(
    board: &Board,
    start: Position,
    pegs: u32,
    effort: Resources,
) -> Result<Feasible, TooMany> {
    let problem = PegProblem {
        board: board.clone(),
        start,
        finish: start,
    };
    let jumps = start.pegs().saturating_sub(pegs) as usize;
    let lists = |effort| match LayerSearch::<u32>::new(&problem, effort) {
        Some(search) => search.feasible_to_any(jumps),
        None => LayerSearch::<u64>::new(&problem, effort)
            .expect("64 bits are enough")
            .feasible_to_any(jumps),
    };
    let found = lists_or_sweep(&problem, effort, lists, |sweep| sweep.feasible_to_any(pegs))?;
    Ok(found.unwrap_or_else(|| Feasible {
        classes: vec![0; jumps + 1],
        positions: 0,
        sequences: Some(0),
    }))
}

/// Uses lists if there are few keys or many symmetries, and a [`Sweep`] otherwise, if the board
/// allows it.
fn lists_or_sweep<T>(
    problem: &PegProblem,
    effort: Resources,
    lists: impl Fn(Resources) -> Result<T, TooMany>,
    sweep: impl FnOnce(Sweep) -> T,
) -> Result<T, TooMany> {
    let few = Resources {
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

/// The result of a search for one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The jumps of a solution, if there is one.
    pub solution: Option<Vec<Jump>>,
    /// The classes visited, from both ends.
    pub nodes: u64,
}

/// One solution, by forward-backward search.
///
/// # Errors
/// [`TooMany`].
pub fn solve(problem: &PegProblem, effort: Resources) -> Result<Meeting, TooMany> {
    solve_until(problem, effort, &|| false)
}

/// One solution, by forward-backward search. If `stop` ends it, the result is meaningless.
///
/// # Errors
/// [`TooMany`].
pub(super) fn solve_until(
    problem: &PegProblem,
    effort: Resources,
    stop: Stop<'_>,
) -> Result<Meeting, TooMany> {
    if !problem.same_class() {
        return Ok(Meeting {
            solution: None,
            nodes: 0,
        });
    }
    match LayerSearch::<u32>::new(problem, effort) {
        Some(search) => search.until(stop).solve(),
        None => LayerSearch::<u64>::new(problem, effort)
            .expect("64 bits are enough")
            .until(stop)
            .solve(),
    }
}

/// All classes reachable from a position, under the symmetries of the board that fix it; and the
/// reachable positions with `pegs` pegs.
///
/// # Errors
/// [`TooMany`].
pub fn reached(
    board: &Board,
    start: Position,
    pegs: u32,
    effort: Resources,
) -> Result<Reached, TooMany> {
    let problem = PegProblem {
        board: board.clone(),
        start,
        finish: start,
    };
    let lists = |effort| match LayerSearch::<u32>::new(&problem, effort) {
        Some(search) => search.reached(pegs),
        None => LayerSearch::<u64>::new(&problem, effort)
            .expect("64 bits are enough")
            .reached(pegs),
    };
    lists_or_sweep(&problem, effort, lists, |sweep| sweep.reached(pegs))
}

struct LayerSearch<'p, K> {
    problem: &'p PegProblem,
    symmetries: Symmetries,
    classes: Classes<K>,
    seen: Seen<K>,
    effort: Resources,
    keys: usize,
    /// One for each direction; `None` while layers are small.
    refuters: [Option<Refuter>; 2],
    stop: Stop<'p>,
}

/// Layers from both ends, with one jump between the last ones.
struct Halves<K> {
    forward: Vec<Layer<K>>,
    /// Begins with the finish.
    backward: Vec<Layer<K>>,
}

/// The keys after a given number of jumps, in parts, one for each thread.
struct Layer<K> {
    parts: Vec<Vec<K>>,
}

impl<K: Key> Layer<K> {
    fn only(key: K) -> Self {
        Layer {
            parts: vec![vec![key]],
        }
    }

    fn len(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    fn keys(&self) -> impl Iterator<Item = K> {
        self.parts.iter().flatten().copied()
    }

    fn pieces(&self) -> Vec<&[K]> {
        let parts = self.parts.iter();
        parts.flat_map(|part| part.chunks(PIECE)).collect()
    }
}

impl<'p, K: Key> LayerSearch<'p, K> {
    fn new(problem: &'p PegProblem, effort: Resources) -> Option<Self> {
        let symmetries = problem.symmetries();
        Some(LayerSearch {
            problem,
            classes: Classes::new(&problem.board, problem.start, &symmetries)?,
            symmetries,
            seen: Seen::new(Span::of(&problem.board).rank()),
            effort,
            keys: 0,
            refuters: [None, None],
            stop: &|| false,
        })
    }

    /// When `stop` says so, ends with an incomplete layer, and the error that it is too large.
    fn until(self, stop: Stop<'p>) -> Self {
        LayerSearch { stop, ..self }
    }

    /// The keys one jump away from `layer` that `action` returns.
    fn next(&mut self, layer: &Layer<K>, way: Way, action: Action) -> Result<Layer<K>, TooMany> {
        let classes = &self.classes;
        let pieces = layer.pieces();
        // A key to remove was reached from both ends, so it lies on a solution and is not refuted.
        let refuter = match action {
            Action::Insert => self.refuters[way as usize].as_ref(),
            Action::Remove => None,
        };
        let stop = self.stop;
        let shared = if self.effort.threads.min(pieces.len()) > 1 {
            self.seen.shared()
        } else {
            None
        };
        let parts = match shared {
            Some(shared) => share(&pieces, self.effort.threads, |pieces| {
                let mut out = Vec::new();
                for piece in pieces.take_while(|_| !stop()) {
                    in_blocks(classes, piece, way, &mut out, |keys, out| {
                        let new = out.len();
                        shared.apply(action, keys, out);
                        keep(classes, refuter, out, new);
                    });
                }
                classes.group(out)
            }),
            None => {
                let seen = &mut self.seen;
                let mut out = Vec::new();
                for piece in pieces.into_iter().take_while(|_| !stop()) {
                    in_blocks(classes, piece, way, &mut out, |keys, out| {
                        let new = out.len();
                        seen.apply(action, keys, out);
                        keep(classes, refuter, out, new);
                    });
                }
                vec![classes.group(out)]
            }
        };
        let next = Layer { parts };
        self.keys += next.len();
        if self.keys > self.effort.most_keys || stop() {
            return Err(TooMany(self.effort.most_keys));
        }
        Ok(next)
    }

    /// Looks for functions that refute positions like those of a layer, if the layer is large.
    fn refute(&mut self, layer: &Layer<K>, way: Way) {
        if layer.len() < WORTH_REFUTING || self.refuters[way as usize].is_some() {
            return;
        }
        // The sample must not depend on the order in which threads find keys.
        let mixed = |key: &K| key.get().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut keys: Vec<K> = layer.keys().collect();
        keys.select_nth_unstable_by_key(JUDGES, mixed);
        keys.truncate(JUDGES);
        keys.sort_unstable_by_key(mixed);
        let judges = keys.iter().map(|&key| self.classes.position(key));
        let judges: Vec<Position> = judges.collect();
        let pieces: Vec<&[Position]> = judges[..SAMPLE].chunks(1).collect();
        let found = share(&pieces, self.effort.threads, |pieces| {
            let proofs = pieces.flatten();
            let proofs = proofs.filter_map(|&at| refuter::proof(self.problem, at, way));
            proofs.collect::<Vec<_>>()
        });
        let functions: BTreeSet<Vec<i64>> = found.into_iter().flatten().collect();
        self.refuters[way as usize] =
            Refuter::new(self.problem, &self.symmetries, &functions, &judges, way);
    }

    /// Whether the finish has pegs exactly where the start has none. Then positions backward from
    /// the finish are the complements of those forward from the start.
    fn is_complementary(&self) -> bool {
        let PegProblem {
            board,
            start,
            finish,
        } = self.problem;
        start.0 ^ finish.0 == board.full().0
    }

    /// Grows layers until one jump separates them; with `refuting`, without some of the keys that
    /// lie on no solution.
    fn halves(&mut self, refuting: bool) -> Result<Halves<K>, TooMany> {
        let (start, finish) = (self.problem.start, self.problem.finish);
        let ends = [self.classes.key(start), self.classes.key(finish)];
        for key in ends {
            self.seen.insert(key);
        }
        let mut halves = Halves {
            forward: vec![Layer::only(ends[0])],
            backward: vec![Layer::only(ends[1])],
        };
        let length = self.problem.length();
        let mirrored = self.is_complementary();
        while halves.forward.len() + halves.backward.len() <= length {
            let front = halves.forward.last().expect("never empty");
            let back = halves.backward.last().expect("never empty");
            if mirrored && halves.forward.len() > halves.backward.len() {
                let complement = |key| self.classes.complement(key);
                let layer: Vec<K> = front.keys().map(complement).collect();
                layer.iter().for_each(|&key| {
                    self.seen.insert(key);
                });
                halves.backward.push(Layer { parts: vec![layer] });
            } else if mirrored || front.len() <= back.len() {
                let layer = self.next(front, Way::Forward, Action::Insert)?;
                if refuting {
                    self.refute(&layer, Way::Forward);
                }
                halves.forward.push(layer);
            } else {
                let layer = self.next(back, Way::Backward, Action::Insert)?;
                if refuting {
                    self.refute(&layer, Way::Backward);
                }
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
        let Halves { forward, backward } = self.halves(false)?;
        let layers = || forward.iter().chain(&backward);
        let nodes = layers().map(|layer| layer.len() as u64).sum();
        let front = forward.last().expect("never empty");
        let bridge = front.keys().find_map(|key| {
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
        // Every key of a layer came from a key of the previous layer.
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
        if self.is_complementary() {
            return self.feasible_by_halves(count);
        }
        let Halves { forward, backward } = self.halves(true)?;
        // A key is removed once it is known to lie on a solution, so it is returned only once.
        let front = forward.last().expect("never empty");
        let middle = self.next(front, Way::Forward, Action::Remove)?;
        let before = forward.len();
        drop((forward, backward));
        if middle.len() == 0 {
            return Ok(None);
        }
        let mut layers = vec![middle];
        for _ in 0..before {
            let last = layers.last().expect("never empty");
            layers.push(self.next(last, Way::Backward, Action::Remove)?);
        }
        layers.reverse();
        while layers.len() <= length {
            let last = layers.last().expect("never empty");
            layers.push(self.next(last, Way::Forward, Action::Remove)?);
        }
        Ok(Some(Feasible {
            classes: layers.iter().map(|layer| layer.len() as u64).collect(),
            positions: layers.iter().map(|layer| self.positions(layer)).sum(),
            sequences: if count { self.sequences(&layers) } else { None },
        }))
    }

    /// The positions on paths of that many jumps from the start, with any end; `None` if there are
    /// none.
    fn feasible_to_any(mut self, jumps: usize) -> Result<Option<Feasible>, TooMany> {
        let start = self.classes.key(self.problem.start);
        self.seen.insert(start);
        let mut last = Layer::only(start);
        for _ in 0..jumps {
            last = self.next(&last, Way::Forward, Action::Insert)?;
        }
        if last.len() == 0 {
            return Ok(None);
        }
        let mut layers = vec![last];
        for _ in 0..jumps {
            let last = layers.last().expect("never empty");
            layers.push(self.next(last, Way::Backward, Action::Remove)?);
        }
        layers.reverse();
        Ok(Some(Feasible {
            classes: layers.iter().map(|layer| layer.len() as u64).collect(),
            positions: layers.iter().map(|layer| self.positions(layer)).sum(),
            sequences: self.sequences(&layers),
        }))
    }

    /// If the layer after k jumps consists of the complements of the layer k jumps before the end,
    /// the first half of the layers suffices.
    fn feasible_by_halves(mut self, count: bool) -> Result<Option<Feasible>, TooMany> {
        let length = self.problem.length();
        let start = self.classes.key(self.problem.start);
        self.seen.insert(start);
        let mut front = Layer::only(start);
        for _ in 0..length / 2 {
            front = self.next(&front, Way::Forward, Action::Insert)?;
            self.refute(&front, Way::Forward);
        }
        let middle = self.meeting(&front);
        drop(front);
        if middle.len() == 0 {
            return Ok(None);
        }
        let mut layers = vec![middle];
        for _ in 0..length / 2 {
            let last = layers.last().expect("never empty");
            layers.push(self.next(last, Way::Backward, Action::Remove)?);
        }
        layers.reverse();
        let mirrored = |time: usize| &layers[time.min(length - time)];
        let all = || (0..=length).map(mirrored);
        let positions: Vec<u64> = layers.iter().map(|layer| self.positions(layer)).collect();
        let mirrored = |time: usize| positions[time.min(length - time)];
        Ok(Some(Feasible {
            classes: all().map(|layer| layer.len() as u64).collect(),
            positions: (0..=length).map(mirrored).sum(),
            sequences: if count {
                self.sequences_by_halves(&layers)
            } else {
                None
            },
        }))
    }

    /// The keys of the middle layer that lie on a solution. If the number of jumps is even, these
    /// are the keys whose complement is also in that layer; if it is odd, those with a key one jump
    /// later whose complement is.
    fn meeting(&self, front: &Layer<K>) -> Layer<K> {
        let odd = self.problem.length() % 2 == 1;
        let parts = share(&front.pieces(), self.effort.threads, |pieces| {
            let mut out = Vec::new();
            for piece in pieces {
                let met = if odd {
                    self.met_after_one_jump(piece)
                } else {
                    let complements = piece.iter().map(|&key| self.classes.complement(key));
                    complements.map(|key| self.seen.contains(key)).collect()
                };
                let pairs = piece.iter().zip(met);
                out.extend(pairs.filter_map(|(&key, met)| met.then_some(key)));
            }
            out
        });
        Layer { parts }
    }

    /// For each key, whether the complement of a key one jump later is in the set.
    fn met_after_one_jump(&self, piece: &[K]) -> Vec<bool> {
        let mut met = vec![false; piece.len()];
        let mut keys = [K::default(); BLOCK];
        let mut from = [0; BLOCK];
        let mut filled = 0;
        self.classes.step_and_complement(piece, |index, key| {
            keys[filled] = key;
            from[filled] = index;
            filled += 1;
            if filled == BLOCK {
                self.seen.mark(&keys, &from, &mut met);
                filled = 0;
            }
        });
        self.seen.mark(&keys[..filled], &from[..filled], &mut met);
        met
    }

    /// The number of positions in the orbits of a layer.
    fn positions(&self, layer: &Layer<K>) -> u64 {
        let sums = share(&layer.pieces(), self.effort.threads, |pieces| {
            let orbits = pieces.flatten().map(|&key| self.classes.orbit(key) as u64);
            orbits.sum::<u64>()
        });
        sums.iter().sum()
    }

    /// The number of paths from the start to the last of these layers: for each key, the sum over
    /// its jumps. Symmetries fix the finish, or permute the finishes, so all positions of an orbit
    /// have equally many paths.
    fn sequences(&self, layers: &[Layer<K>]) -> Option<u128> {
        let ways = self.ways(layers.iter().rev(), Way::Forward)?;
        ways.into_values().next()
    }

    /// The number of paths between the keys of the first of these layers and each key of the last.
    /// `way` is the direction from a layer to its predecessor.
    fn ways<'l>(
        &self,
        mut layers: impl Iterator<Item = &'l Layer<K>>,
        way: Way,
    ) -> Option<HashMap<K, u128, Mixer>>
    where
        K: 'l,
    {
        let mixer = Mixer::new();
        let first = layers.next()?;
        let mut last = HashMap::with_capacity_and_hasher(first.len(), mixer);
        last.extend(first.keys().map(|key| (key, 1)));
        for layer in layers {
            let mut next = HashMap::with_capacity_and_hasher(layer.len(), mixer);
            for part in &layer.parts {
                let mut ways = vec![Some(0_u128); part.len()];
                self.classes.step(part, way, |index, key| {
                    if let Some(&more) = last.get(&key) {
                        ways[index] = ways[index].and_then(|sum| sum.checked_add(more));
                    }
                });
                for (&key, ways) in part.iter().zip(ways) {
                    next.insert(key, ways?);
                }
            }
            last = next;
        }
        Some(last)
    }

    /// The number of paths from the start to the finish, from the first half of the layers: a
    /// position has as many paths to the finish as its complement has from the start.
    fn sequences_by_halves(&self, layers: &[Layer<K>]) -> Option<u128> {
        let ways = self.ways(layers.iter(), Way::Backward)?;
        let middle = layers.last()?;
        let odd = self.problem.length() % 2 == 1;
        let mut sum = Some(0_u128);
        for part in &middle.parts {
            let mut add = |index: usize, complement: K| {
                if let Some(&after) = ways.get(&complement) {
                    let key: K = part[index];
                    let orbit = self.classes.orbit(key) as u128;
                    let through = ways[&key].checked_mul(after);
                    let through = through.and_then(|through| through.checked_mul(orbit));
                    sum = sum.and_then(|sum| sum.checked_add(through?));
                }
            };
            if odd {
                self.classes.step_and_complement(part, add);
            } else {
                for (index, &key) in part.iter().enumerate() {
                    add(index, self.classes.complement(key));
                }
            }
        }
        sum
    }

    fn reached(mut self, pegs: u32) -> Result<Reached, TooMany> {
        let start = self.problem.start;
        let mut layer = Layer::only(self.classes.key(start));
        let mut reached = Reached {
            classes: Vec::new(),
            positions: 0,
            finishes: Vec::new(),
        };
        while layer.len() > 0 {
            reached.classes.push(layer.len() as u64);
            reached.positions += self.positions(&layer);
            if start.pegs() + 1 == pegs + reached.classes.len() as u32 {
                let positions = layer.keys().map(|key| self.classes.position(key));
                let orbits = positions.flat_map(|position| self.symmetries.of_position(position));
                reached.finishes = orbits.collect();
                reached.finishes.sort_unstable();
                reached.finishes.dedup();
            }
            layer = self.next(&layer, Way::Forward, Action::Insert)?;
        }
        Ok(reached)
    }
}

/// Runs threads that take one piece after another; returns their results.
fn share<P: Sync, T: Send>(
    pieces: &[&[P]],
    threads: usize,
    work: impl Fn(&mut dyn Iterator<Item = &[P]>) -> T + Sync,
) -> Vec<T> {
    let taken = AtomicUsize::new(0);
    let take = || pieces.get(taken.fetch_add(1, Ordering::Relaxed)).copied();
    let work = &|| work(&mut std::iter::from_fn(take));
    std::thread::scope(|scope| {
        // Fewer threads are enough: any free one takes the next piece.
        let others = threads.min(pieces.len()).saturating_sub(1);
        let others = start(scope, others, SMALL_STACK, LEAST_MEMORY, |_| work());
        let mut made = vec![work()];
        for other in others {
            made.push(other.join().expect("no thread panics"));
        }
        made
    })
}

/// Removes the refuted keys from those appended since `new`.
#[inline(always)]
fn keep<K: Key>(classes: &Classes<K>, refuter: Option<&Refuter>, out: &mut Vec<K>, new: usize) {
    let Some(refuter) = refuter else {
        return;
    };
    seen::filter(out, new, |key| !refuter.refutes(classes.position(key)));
}

/// Steps from keys, and passes the results to `take` in blocks.
fn in_blocks<K: Key>(
    classes: &Classes<K>,
    keys: &[K],
    way: Way,
    out: &mut Vec<K>,
    mut take: impl FnMut(&[K], &mut Vec<K>),
) {
    let mut block = [K::default(); BLOCK];
    let mut filled = 0;
    classes.step(keys, way, |_, key| {
        block[filled] = key;
        filled += 1;
        if filled == BLOCK {
            take(&block, out);
            filled = 0;
        }
    });
    take(&block[..filled], out);
}

/// Hashes by multiplication with random numbers: no board has keys that collide in every run.
#[derive(Clone, Copy)]
struct Mixer {
    mask: u64,
    factor: u64,
}

impl Mixer {
    fn new() -> Self {
        let random = || RandomState::new().build_hasher().finish();
        Mixer {
            mask: random(),
            factor: random() | 1,
        }
    }
}

impl BuildHasher for Mixer {
    type Hasher = Mixing;
    fn build_hasher(&self) -> Mixing {
        Mixing {
            mixer: *self,
            hash: 0,
        }
    }
}

struct Mixing {
    mixer: Mixer,
    hash: u64,
}

impl Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.hash
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
        // The table takes its bucket from the low bits and its tag from the high ones, so both must
        // depend on the whole key.
        let Mixer { mask, factor } = self.mixer;
        let product = u128::from(self.hash ^ key ^ mask) * u128::from(factor);
        self.hash = product as u64 ^ (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::{Hole, board_named, parse_spec};

    /// Few enough keys for lists.
    const EFFORT: Resources = Resources {
        threads: 1,
        most_keys: 2_000_000,
    };

    fn assert_reaches_as_lists(board: &Board, start: Position, pegs: u32) {
        let found = reached(board, start, pegs, EFFORT).unwrap();
        let sweep = Sweep::new(board, start).unwrap();
        assert_eq!(sweep.reached(pegs), found, "{board:?} {start:?}");
    }

    fn assert_reaches_any_as_lists(board: &Board, start: Position) {
        let found = feasible_to_any(board, start, 1, EFFORT).unwrap();
        let swept = Sweep::new(board, start).unwrap().feasible_to_any(1);
        assert_eq!(swept.is_none(), found.positions == 0, "{board:?} {start:?}");
        assert!(
            swept.is_none_or(|swept| swept == found),
            "{board:?} {start:?}"
        );
        // The finishes one by one.
        let to = |hole: super::super::Hole| PegProblem {
            board: board.clone(),
            start,
            finish: Position(hole.bit()),
        };
        let ends = board.holes().map(|hole| feasible(&to(hole), EFFORT, true));
        let sum = ends.map(|end| end.unwrap().sequences.unwrap()).sum();
        assert_eq!(found.sequences, Some(sum), "{board:?} {start:?}");
    }

    fn assert_feasible_as_lists(problem: &PegProblem) {
        let sweep = Sweep::new(&problem.board, problem.start).unwrap();
        let found = feasible(problem, EFFORT, true).unwrap();
        let swept = sweep.feasible(problem, true);
        assert_eq!(swept.is_none(), found.positions == 0, "{problem:?}");
        assert!(swept.is_none_or(|swept| swept == found), "{problem:?}");
    }

    /// Sweeping and lists agree on the games that begin with a peg missing in this hole.
    fn assert_games_as_lists(board: &Board, hole: Hole) {
        let start = Position(board.full().0 ^ hole.bit());
        assert_reaches_as_lists(board, start, 1);
        for finish in board.holes() {
            let problem = PegProblem {
                board: board.clone(),
                start,
                finish: Position(finish.bit()),
            };
            if problem.same_class() {
                assert_feasible_as_lists(&problem);
            }
        }
    }

    #[test]
    #[ignore = "long"]
    fn sweeping_counts_what_lists_count_on_a_large_triangle() {
        let board = board_named("T6").unwrap();
        assert_games_as_lists(&board, board.holes().next().unwrap());
    }

    #[test]
    fn sweeping_counts_what_lists_count() {
        for name in ["4x4", "3x5", "4x5", "T5"] {
            let board = board_named(name).unwrap();
            for hole in board.holes().step_by(3) {
                assert_games_as_lists(&board, hole);
                let start = Position(board.full().0 ^ hole.bit());
                assert_reaches_any_as_lists(&board, start);
            }
        }
        for spec in ["latin", "fireplace", "triangle"] {
            let problem = parse_spec(spec).unwrap();
            assert_reaches_as_lists(&problem.board, problem.start, problem.finish.pegs());
            assert_feasible_as_lists(&problem);
        }
    }
}
