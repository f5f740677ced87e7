//! Several ways to one answer, of which nobody knows beforehand which is short. Each runs
//! for a while, then the one that promises to be done first, and the others a little now
//! and then: a wrong guess costs a small factor.
//!
//! What each of them spends is counted, not timed: the choice depends on the input alone.

use super::algebra::{Algebra, Counting};
use super::diagram::Diagram;
use super::layers::Layers;
use super::model::Part;
use super::order::orders;
use super::schedule::Layout;
use super::walk::Walk;
use super::{Effort, Limits, Status, Stopped};
use num_bigint::BigUint;

/// A way to an answer, which can be paused. What it spends and will spend is in about
/// nanoseconds.
pub trait Way<T> {
    /// Goes on until about so much more has been spent.
    fn run(&mut self, more: u64, memory: usize) -> Status<T>;
    /// What has been spent so far.
    fn spent(&self) -> u64;
    /// What will have been spent in the end, as far as can be told.
    fn estimate(&self) -> f64;
    /// A lower bound for the number of solutions.
    fn at_least(&self) -> BigUint {
        BigUint::ZERO
    }
    /// What it has done so far.
    fn effort(&self) -> Effort;
    /// What it is, for the report.
    fn name(&self) -> String;
    /// The states of each layer, if there are any.
    fn profile(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// The first slice of each way, about a millisecond, and the largest: between slices
/// clocks and signals are looked at.
const SLICE: u64 = 1 << 20;
const MOST_SLICE: u64 = 1 << 26;

/// A walk's estimate is vague until it has gone so far.
const VAGUE: u64 = 1 << 25;

/// No estimate is taken to be wrong by more than this factor.
const FAR: f64 = 256.0;

/// Ways to one answer.
pub struct Contest<'w, T> {
    /// Depth first. Its estimate is good after a while, and it needs little memory.
    walk: Option<Box<dyn Way<T> + 'w>>,
    /// By layers. They may be shorter by any factor, but how long they take is known late.
    layers: Vec<Entrant<'w, T>>,
}

/// A way by layers, and what it estimated when it had spent so much, twice, four times as
/// much, and so on.
struct Entrant<'w, T> {
    way: Box<dyn Way<T> + 'w>,
    estimates: Vec<f64>,
}

impl<T> Entrant<'_, T> {
    fn spent(&self) -> u64 {
        self.way.spent()
    }

    fn promise(&self) -> f64 {
        self.way.estimate().max(self.way.spent() as f64)
    }

    /// Notes an estimate, if it is time.
    fn note(&mut self) {
        while self.way.spent() >= SLICE << self.estimates.len() {
            self.estimates.push(self.way.estimate());
        }
    }

    /// What it will take if its estimates go on rising as they did when what it has spent
    /// last rose to the fourfold.
    fn outlook(&self) -> f64 {
        let Some(before) = self.estimates.len().checked_sub(3) else {
            return self.promise();
        };
        let rise = (self.promise() / self.estimates[before]).log2() / 2.0;
        let spent = self.way.spent() as f64;
        spent * (self.promise() / spent).powf(1.0 / (1.0 - rise.clamp(0.0, 0.9)))
    }
}

/// Which way is to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Walk,
    Layers(usize),
}

impl<'w, T> Contest<'w, T> {
    /// A contest of a walk with ways by layers.
    pub fn new(
        walk: Option<Box<dyn Way<T> + 'w>>,
        layers: impl IntoIterator<Item = Box<dyn Way<T> + 'w>>,
    ) -> Self {
        let entrant = |way| Entrant {
            way,
            estimates: Vec::new(),
        };
        Contest {
            walk,
            layers: layers.into_iter().map(entrant).collect(),
        }
    }

    /// The answer of the first way that has it, and that way. Ways that come to the limits
    /// of memory leave.
    ///
    /// # Errors
    /// If the limits ask for an end, or if no way is left.
    pub fn run(&mut self, limits: &mut Limits<'_>) -> Result<(T, Box<dyn Way<T> + 'w>), Stopped> {
        let memory = limits.memory;
        while let Some(turn) = self.turn() {
            let total: u64 = self.ways().map(|way| way.spent()).sum();
            let slice = (total / 8).clamp(SLICE, MOST_SLICE);
            let way = match turn {
                Turn::Walk => self.walk.as_mut().expect("it is its turn"),
                Turn::Layers(number) => &mut self.layers[number].way,
            };
            let status = way.run(slice, memory);
            if !matches!(status, Status::Paused) {
                let way = match turn {
                    Turn::Walk => self.walk.take().expect("it had its turn"),
                    Turn::Layers(number) => self.layers.remove(number).way,
                };
                if let Status::Done(answer) = status {
                    return Ok((answer, way));
                }
            }
            self.layers.iter_mut().for_each(Entrant::note);
            if limits.is_over() {
                return Err(Stopped::Limit);
            }
        }
        Err(Stopped::Memory)
    }

    /// All ways that are left.
    pub fn ways(&self) -> impl Iterator<Item = &(dyn Way<T> + 'w)> {
        let layers = self.layers.iter().map(|entrant| &*entrant.way);
        self.walk.iter().map(|way| &**way).chain(layers)
    }

    /// Which way is to go on: layers, until they have taken a part of what the walk
    /// promises to take; so if the walk is the best way, little is lost. The walk goes on
    /// as far as its promise must be known.
    fn turn(&self) -> Option<Turn> {
        let by_promise = |&one: &usize, &other: &usize| {
            let promise = |way: usize| self.layers[way].promise();
            promise(one).total_cmp(&promise(other))
        };
        let fresh = (0..self.layers.len()).find(|&way| self.layers[way].spent() < SLICE);
        let best = fresh.or_else(|| (0..self.layers.len()).min_by(by_promise));
        let (walk, best) = match (&self.walk, best) {
            (None, None) => return None,
            (None, Some(best)) => return Some(Turn::Layers(best)),
            (Some(_), None) => return Some(Turn::Walk),
            (Some(walk), Some(best)) => (walk, best),
        };
        let layers = &self.layers[best];
        let (walked, spent) = (walk.spent() as f64, layers.spent() as f64);
        let all = walk.estimate().max(walked);
        if walk.spent() < SLICE {
            return Some(Turn::Walk);
        }
        if fresh.is_some() {
            return Some(Turn::Layers(best));
        }
        let share = match layers.outlook() / all {
            0.0..0.5 => 0.4,
            0.5..1.0 => 0.12,
            _ => 0.02,
        };
        let is_vague = match walk.spent() {
            // A promise so large is beyond doubt.
            _ if all > FAR * layers.outlook() => false,
            0..VAGUE => walked < spent / 8.0,
            _ if all < 16.0 * spent => walked < spent / 6.0,
            _ => walked < spent / 32.0,
        };
        Some(match spent >= share * all || is_vague {
            true => Turn::Walk,
            false => Turn::Layers(best),
        })
    }
}

/// About what a move by layers costs, in nanoseconds.
const MOVE: u64 = 40;

/// Counting by layers.
pub struct ByLayers<'p> {
    part: &'p Part,
    layout: Layout,
    layers: Layers,
    origin: String,
}

impl<'p> ByLayers<'p> {
    /// The orders that are worth a trial, as ways.
    pub fn ways(part: &'p Part, threads: usize) -> impl Iterator<Item = Self> {
        orders(part).into_iter().filter_map(move |order| {
            let layout = Layout::new(part, &order);
            Some(ByLayers {
                part,
                layers: Layers::new(part, &layout, threads)?,
                origin: order.origin,
                layout,
            })
        })
    }

    /// The diagram of all solutions in this order, within so many bytes.
    pub fn diagram(&self, memory: usize) -> (Status<Diagram>, Effort) {
        Diagram::by_layers(self.part, &self.layout, memory)
    }
}

impl Way<BigUint> for ByLayers<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<BigUint> {
        match self.layers.run(more / MOVE, memory) {
            // On a diagram, numbers may have any length.
            Status::TooLarge => match self.diagram(memory).0 {
                Status::Done(diagram) => Status::Done(diagram.count()),
                _ => Status::Full,
            },
            status => status,
        }
    }

    fn spent(&self) -> u64 {
        self.layers.effort().moves * MOVE
    }

    fn estimate(&self) -> f64 {
        self.layers.estimate() * MOVE as f64
    }

    fn effort(&self) -> Effort {
        self.layers.effort().clone()
    }

    fn name(&self) -> String {
        let (origin, width) = (&self.origin, self.layout.width);
        format!("by layers, order {origin}, front {width} bits")
    }

    fn profile(&self) -> Vec<u64> {
        self.layers.profile().to_vec()
    }
}

/// Depth first, in any algebra; `finish` makes the answer of its value.
pub struct ByWalk<'p, A: Algebra, F> {
    part: &'p Part,
    /// The walk.
    pub walk: Walk<A>,
    finish: F,
}

impl<'p, A: Algebra, F> ByWalk<'p, A, F> {
    /// None if the part is too large.
    pub fn new(part: &'p Part, walk: Option<Walk<A>>, finish: F) -> Option<Self> {
        Some(ByWalk {
            part,
            walk: walk?,
            finish,
        })
    }
}

impl<T, A, F> Way<T> for ByWalk<'_, A, F>
where
    A: Algebra,
    F: FnMut(&mut Walk<A>, A::Value) -> Status<T>,
{
    fn run(&mut self, more: u64, memory: usize) -> Status<T> {
        match self.walk.run(self.part, more, memory) {
            Status::Done(value) => (self.finish)(&mut self.walk, value),
            Status::Paused => Status::Paused,
            Status::Full => Status::Full,
            Status::TooLarge => Status::TooLarge,
        }
    }

    fn spent(&self) -> u64 {
        self.walk.work()
    }

    fn estimate(&self) -> f64 {
        self.walk.estimate()
    }

    fn at_least(&self) -> BigUint {
        let bounds = self
            .walk
            .values()
            .map(|value| self.walk.algebra.at_least(value));
        bounds.sum()
    }

    fn effort(&self) -> Effort {
        self.walk.effort().clone()
    }

    fn name(&self) -> String {
        "depth first, fewest options".to_owned()
    }
}

/// Counting depth first; none if the part is too large.
pub fn count_by_walk(part: &Part) -> Option<Box<dyn Way<BigUint> + '_>> {
    let finish = |_: &mut Walk<Counting>, number| Status::Done(number);
    Some(Box::new(ByWalk::new(
        part,
        Walk::new(part, Counting),
        finish,
    )?))
}
