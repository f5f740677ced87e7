//! The number of solutions at each cost.
//!
//! Each part has a [polynomial](super::states::polynomial), computed depth first or on a diagram
//! that is made layer by layer, whichever promises to end first. The polynomials of several parts
//! are multiplied.

use super::best::{MOST_COST, TooDear, bound_of, check};
use super::count::PartReport;
use super::problem::model::{Model, Part};
use super::race::Race;
use super::race::beside::{self, Ended};
use super::race::contest::Contest;
use super::race::way::Way;
use super::race::ways::{ByTracing, ByWalk};
use super::states::counts::bytes_of;
use super::states::diagram::Diagram;
use super::states::polynomial::{Held, Polynomial, Pricing, Rising};
use super::states::walk::Walk;
use super::{Effort, Front, Limits, Status, Stopped};
use dlx3_base::count::Count;
use dlx3_format::{OptionId, Problem};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The number of solutions at each cost, and how it was found.
#[derive(Clone, Debug)]
pub struct ByCost {
    /// The costs of solutions, lowest first, each with the number of its solutions.
    pub numbers: Vec<(i128, Count)>,
    /// How each part was counted.
    pub told: Vec<PartReport>,
    /// The number of options that may hold or not, whatever else holds.
    pub free: usize,
}

/// Why the number of solutions at each cost is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// The costs are too large.
    TooDear(TooDear),
    /// The limits ended the count.
    Stopped(Stopped),
}

dlx3_base::messages! {
    NotCounted {
        Self::TooDear(error) => "{error}",
        Self::Stopped(why) => "{why}",
    }
}

impl From<Stopped> for NotCounted {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

/// Numbers of solutions by cost.
type Numbers = BTreeMap<i128, BigUint>;

/// Products between two checks of the limits.
const BREATH: usize = 1 << 12;

/// The memory of a term of a product in a tree, about, without its number.
const PER_TERM: usize = 64;

/// Counts the solutions at each cost, up to the cost `at_most` if that is given. Option `o` costs
/// `costs[o.index()]`, which may be negative.
///
/// # Errors
/// If the costs add up to more than [`MOST_COST`], or if the limits end the count.
///
/// # Panics
/// If `costs` does not have one cost for each option.
pub fn count_by_cost(
    problem: &Problem,
    costs: &[i128],
    at_most: Option<i128>,
    limits: &mut Limits<'_>,
) -> Result<ByCost, NotCounted> {
    check(problem, costs).map_err(NotCounted::TooDear)?;
    let mut counting = Counting {
        costs,
        // No sum of costs is larger, and sums stay within 128 bits.
        at_most: at_most.map_or(MOST_COST, |most| most.clamp(-MOST_COST - 1, MOST_COST)),
        told: Vec::new(),
        free: 0,
        numbers: Numbers::from([(0, BigUint::from(1u32))]),
    };
    let model = Model::new(problem).with(&limits.tuning);
    counting.add(model, true, 0, limits)?;
    let at_most = counting.at_most;
    let numbers = counting.numbers.into_iter();
    let numbers = numbers.filter(|(cost, _)| *cost <= at_most);
    Ok(ByCost {
        numbers: numbers
            .map(|(cost, number)| (cost, number.into()))
            .collect(),
        told: counting.told,
        free: counting.free,
    })
}

/// A count in progress.
struct Counting<'c> {
    costs: &'c [i128],
    at_most: i128,
    /// The product of the parts that are done.
    numbers: Numbers,
    told: Vec<PartReport>,
    free: usize,
}

impl Counting<'_> {
    /// Multiplies by the numbers of a model. Everything after it costs at least `later`.
    fn add(
        &mut self,
        model: Model,
        may_reduce: bool,
        later: i128,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        if model.is_impossible {
            self.numbers.clear();
        }
        let cost_of = |option: &OptionId| self.costs[option.index()];
        let free: Vec<i128> = model.free.iter().map(cost_of).collect();
        self.free += free.len();
        let is_limited = self.at_most < MOST_COST;
        let bounds = model.parts.iter().map(|part| match is_limited {
            true => bound_of(part, self.costs, limits.tuning.taxes).clamp(-MOST_COST, MOST_COST),
            // Nothing is cut, so later costs do not matter.
            false => -MOST_COST,
        });
        let bounds: Vec<i128> = bounds.collect();
        let of_free = |free: &[i128]| free.iter().map(|&cost| cost.min(0)).sum::<i128>();
        let mut rest = bounds.iter().sum::<i128>() + of_free(&free) + later;
        // Options that hold in all solutions are added at once.
        let is_one_of_many = model.parts.len() > 1;
        let is_lone = |part: &Part| is_one_of_many && part.lone().is_some();
        let mut lone = 0;
        for (part, bound) in model.parts.iter().zip(&bounds) {
            if is_lone(part) {
                rest -= bound;
                lone += part.lone().map_or(0, |option| cost_of(&option));
            }
        }
        if lone != 0 {
            let one = Numbers::from([(lone, BigUint::from(1u32))]);
            self.multiply(&one, rest, limits)?;
        }
        for (part, bound) in model.parts.iter().zip(&bounds) {
            if self.numbers.is_empty() {
                return Ok(());
            }
            match is_lone(part) {
                true => self.told.push(PartReport::at_once(part)),
                false => {
                    rest -= bound;
                    self.add_part(part, may_reduce, rest, limits)?;
                }
            }
        }
        for &cost in &free {
            rest -= cost.min(0);
            let after = rest;
            let mut either = Numbers::from([(0, BigUint::from(1u32))]);
            *either.entry(cost).or_default() += 1u32;
            self.multiply(&either, after, limits)?;
        }
        Ok(())
    }

    /// Multiplies by the numbers of a part. Everything after it costs at least `later`.
    fn add_part(
        &mut self,
        part: &Part,
        may_reduce: bool,
        later: i128,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let own = part.costs(self.costs);
        let before = self.numbers.first_key_value();
        let before = before.map_or(0, |(&cost, _)| cost);
        let most = self.at_most - before - later;
        let (tuning, memory) = (limits.tuning, limits.memory);
        let alone = may_reduce.then(|| part.to_problem());
        let race = || {
            let walk = || by_walk(part, &own, most, memory);
            let walk = tuning.walk.then(walk).flatten();
            let traced = ByTracing::ways(part, tuning);
            Race::new(Contest::default())
                .begun_by(walk)
                .and_later(traced.map(|way| Box::new(OnDiagram::new(way, &own, most)) as _))
        };
        match beside::run(part, alone.as_ref(), None, race, limits) {
            Ok(Ended::Won((numbers, way))) => {
                self.told.push(PartReport::of(part, &*way));
                drop(way);
                self.multiply(&numbers.into_iter().collect(), later, limits)
            }
            Ok(Ended::Smaller(smaller)) => {
                let before = self.told.len();
                self.add(smaller, false, later, limits)?;
                if self.told.len() == before {
                    self.told.push(PartReport::reduced(part));
                }
                Ok(())
            }
            Err((why, _)) => Err(why),
        }
    }

    /// Multiplies by some numbers. Everything after them costs at least `later`.
    fn multiply(
        &mut self,
        by: &Numbers,
        later: i128,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let most = self.at_most - later;
        let mut product = Numbers::new();
        let (mut steps, mut bytes) = (0, 0);
        for (one, times) in &self.numbers {
            for (other, number) in by.range(..=most - one) {
                let more = times * number;
                product
                    .entry(one + other)
                    .and_modify(|sum| *sum += &more)
                    .or_insert_with(|| {
                        bytes += PER_TERM + bytes_of(&more);
                        more.clone()
                    });
                steps += 1;
                if steps % BREATH == 0 && limits.is_over() {
                    return Err(Stopped::Limit);
                }
                if bytes > limits.memory {
                    return Err(Stopped::Memory);
                }
            }
        }
        // Many small products need many checks, too.
        if limits.is_over() {
            return Err(Stopped::Limit);
        }
        self.numbers = product;
        Ok(())
    }
}

/// The numbers of a part, in the order of costs.
type OfPart = Vec<(i128, BigUint)>;

/// The count depth first. None if the part is too large.
fn by_walk<'p>(
    part: &'p Part,
    costs: &[i128],
    most: i128,
    memory: usize,
) -> Option<Box<dyn Way<OfPart> + 'p>> {
    let finish = move |_: &mut Walk<Pricing>, value: Rc<Held>| listed(&value, memory);
    let walk = Walk::new(part, Pricing::new(costs, most));
    Some(Box::new(ByWalk::new(part, walk, finish)?))
}

/// The terms, if they fit into memory.
fn listed(polynomial: &Polynomial, memory: usize) -> Status<OfPart> {
    match polynomial.count().saturating_mul(PER_TERM) <= memory {
        true => Status::Done(polynomial.terms().collect()),
        false => Status::Full,
    }
}

/// The time to add a word, in nanoseconds, about.
const ADDED: u64 = 3;

/// The count on a diagram, which is made first.
struct OnDiagram {
    tracing: ByTracing,
    costs: Vec<i128>,
    most: i128,
    rising: Option<Rising>,
}

impl OnDiagram {
    fn new(tracing: ByTracing, costs: &[i128], most: i128) -> Self {
        OnDiagram {
            tracing,
            costs: costs.to_vec(),
            most,
            rising: None,
        }
    }
}

impl Way<OfPart> for OnDiagram {
    fn run(&mut self, more: u64, memory: usize) -> Status<OfPart> {
        if let Some(rising) = &mut self.rising {
            return match rising.run(more.div_ceil(ADDED), memory) {
                Status::Done(numbers) => listed(&numbers, memory),
                Status::Paused => Status::Paused,
                Status::Full | Status::TooLarge => Status::Full,
            };
        }
        match self.tracing.run(more, memory) {
            Status::Done(diagram) => {
                let diagram: Diagram = diagram;
                self.rising = Some(Rising::new(diagram, &self.costs, self.most));
                Status::Paused
            }
            Status::Paused => Status::Paused,
            Status::Full | Status::TooLarge => Status::Full,
        }
    }

    fn spent(&self) -> u64 {
        let added = self.rising.as_ref().map_or(0, Rising::work);
        self.tracing.spent() + added * ADDED
    }

    fn estimate(&self) -> f64 {
        // A polynomial takes about as long as the diagram, or more if there are many costs.
        (self.tracing.estimate() * 2.0).max(self.spent() as f64)
    }

    fn effort(&self) -> Effort {
        let mut effort = self.tracing.effort();
        let rising = self.rising.as_ref().map_or(0, Rising::bytes);
        effort.bytes = effort.bytes.max(rising);
        effort
    }

    fn name(&self) -> String {
        self.tracing.name()
    }

    fn front(&self) -> Option<Front> {
        self.tracing.front()
    }
}
