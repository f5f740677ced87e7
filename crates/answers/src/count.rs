//! Counts the solutions of a problem.

pub use super::Unfinished;
use super::dlx3::Dlx3;
use super::problem::model::{Model, Part};
use super::race::Race;
use super::race::beside::{self, Ended};
use super::race::contest::Contest;
use super::race::way::Way;
use super::race::ways::ByLayers;
use super::states::disk::{Disks, HAS_DISKS, Offer};
use super::tuning::Tuning;
use super::{Effort, Limits, Stopped};
use dlx3_base::count::Count;
use dlx3_format::Problem;
use num_bigint::BigUint;

/// A number of solutions, and how it was found.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of solutions.
    pub number: Count,
    /// How each part was counted.
    pub parts: Vec<PartReport>,
    /// The number of options that may hold or not, whatever else holds.
    pub free: usize,
}

/// How the answer for a part was found, and its cost.
#[derive(Clone, Debug)]
pub struct PartReport {
    /// The items of the part.
    pub items: usize,
    /// The options of the part.
    pub options: usize,
    /// The name of the search that found it.
    pub way: String,
    /// Its effort.
    pub effort: Effort,
    /// For counting by layers, the states of each step.
    pub profile: Vec<u64>,
}

/// Counts the solutions of a problem: the product of those of its parts.
///
/// # Errors
/// If the limits end the count. The error has a lower bound.
pub fn count(problem: &Problem, limits: &mut Limits<'_>) -> Result<Counted, Unfinished> {
    let model = Model::new(problem).with(&limits.tuning);
    count_model(model, true, limits, None)
}

/// Counts the solutions of a model. Its parts may be reduced if they are not yet. States that do
/// not fit into memory may go to disks, if there are any.
pub(super) fn count_model(
    model: Model,
    may_reduce: bool,
    limits: &mut Limits<'_>,
    disks: Option<&Disks<'_>>,
) -> Result<Counted, Unfinished> {
    let mut number = BigUint::from(u32::from(!model.is_impossible));
    let (mut told, mut free) = (Vec::new(), model.free.len());
    // The smallest part first: if it has no solutions, the others do not matter.
    let mut parts: Vec<&Part> = model.parts.iter().collect();
    parts.sort_by_key(|part| part.choices.len());
    let is_one_of_many = parts.len() > 1;
    // Factors are multiplied by factors of similar size: one by one, many parts would take
    // quadratic time.
    let mut factors = Factors::default();
    let mut at_once = Vec::new();
    for (done, part) in parts.iter().enumerate() {
        if is_one_of_many && part.lone().is_some() {
            at_once.push(PartReport::at_once(part));
            if done % BREATH == 0 && limits.is_over() {
                return Err(Unfinished {
                    why: Stopped::Limit,
                    at_least: Count::ZERO,
                });
            }
            continue;
        }
        let of_part = match count_part(part, may_reduce, limits, disks) {
            Ok(counted) => counted,
            Err(mut unfinished) => {
                // It is not known whether the other parts have solutions.
                let is_last = done + 1 == parts.len();
                unfinished.at_least = match is_last {
                    true => {
                        let others = number * factors.product();
                        ((unfinished.at_least.to_big() * others) << model.free.len()).into()
                    }
                    false => Count::ZERO,
                };
                return Err(unfinished);
            }
        };
        let own = of_part.number.to_big();
        told.extend(of_part.parts);
        free += of_part.free;
        if own == BigUint::ZERO {
            number = own;
            break;
        }
        factors.push(own);
    }
    // Parts that are decided at once come first in the report.
    at_once.append(&mut told);
    Ok(Counted {
        number: ((number * factors.product()) << model.free.len()).into(),
        parts: at_once,
        free,
    })
}

/// Counts the solutions layer by layer in one order of the items: that of the input, or the one
/// with the narrowest front.
///
/// # Errors
/// If the limits end the count, or if it needs too much memory.
pub fn count_in_order(
    problem: &Problem,
    order: OrderName,
    limits: &mut Limits<'_>,
) -> Result<Counted, Stopped> {
    let model = Model::new(problem).with(&limits.tuning);
    // An order that is asked for is always switched on.
    let tuning = Tuning {
        layers_narrow: true,
        layers_input: true,
        ..limits.tuning
    };
    let mut all = BigUint::from(u32::from(!model.is_impossible)) << model.free.len();
    let mut parts = Vec::new();
    for part in &model.parts {
        // The input order is the last one, and the only one if no other is narrower.
        let mut ways = ByLayers::ways(part, limits.threads, limits.memory, tuning);
        let way = match order {
            OrderName::Narrow => ways.next(),
            OrderName::Input => ways.last(),
        };
        let way = way.into_iter().map(|way| Box::new(way) as _);
        let mut race = Race::new(Contest::default()).and_later(way);
        let won = race.run(limits, &mut |_, _| false)?;
        let (number, way): (BigUint, _) = won.expect("nothing else ends it");
        all *= number;
        parts.push(PartReport::of(part, &*way));
    }
    Ok(Counted {
        number: all.into(),
        parts,
        free: model.free.len(),
    })
}

/// An order of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderName {
    /// The order of the input.
    Input,
    /// The order with the narrowest front found.
    Narrow,
}

fn count_part(
    part: &Part,
    may_reduce: bool,
    limits: &mut Limits<'_>,
    disks: Option<&Disks<'_>>,
) -> Result<Counted, Unfinished> {
    let (alone, threads, memory) = (part.to_problem(), limits.threads, limits.memory);
    let (tuning, dlx3) = (limits.tuning, Dlx3::within(limits));
    let disks = disks.filter(|_| HAS_DISKS);
    let offer = disks.map(|disks| disks.offer(part));
    let on_disk = disks.zip(offer.clone());
    let known = on_disk.as_ref().and_then(|(disks, own)| disks.number(own));
    if let Some(number) = known {
        return Ok(Counted {
            number: number.into(),
            parts: vec![PartReport::new(part, BEFORE.to_owned(), Effort::default())],
            free: 0,
        });
    }
    // Damaged files must not be deleted.
    if disks.is_some_and(|disks| disks.faults.are_there()) {
        return Err(Unfinished {
            why: Stopped::Limit,
            at_least: Count::ZERO,
        });
    }
    // Once states have needed the disk, layers continue, and nothing else is tried.
    let is_needed = offer.as_ref().is_some_and(Offer::is_needed);
    let race = || {
        let race = Race::new(Contest::default());
        match offer {
            None => race
                .begun_by(tuning.dlx3.then(|| dlx3.count(&alone)))
                .and_later(boxed(ByLayers::ways(part, threads, memory, tuning))),
            Some(offer) => race
                .begun_by((tuning.dlx3 && !is_needed).then(|| dlx3.count(&alone)))
                .and_later(boxed(ByLayers::on_disk(part, threads, tuning, offer))),
        }
    };
    let reduced = (may_reduce && !is_needed).then_some(&alone);
    let is_reduced = on_disk
        .as_ref()
        .is_some_and(|(disks, own)| disks.is_reduced(own));
    let ended = match may_reduce && is_reduced {
        true => beside::reduced(part, &alone, limits).map(Ended::Smaller),
        false => beside::run(part, reduced, None, race, limits).map_err(|(why, mut race)| {
            let known = race.ways().filter_map(|way| way.so_far()).max();
            Unfinished {
                why,
                at_least: known.unwrap_or_default().into(),
            }
        }),
    };
    match ended? {
        Ended::Won((number, way)) => {
            if let Some((disks, own)) = &on_disk {
                disks.finish(own, &number);
            }
            Ok(Counted {
                number: number.into(),
                parts: vec![PartReport::of(part, &*way)],
                free: 0,
            })
        }
        Ended::Smaller(smaller) => {
            if let Some((disks, own)) = &on_disk {
                disks.reduce(own);
            }
            let mut counted = count_model(smaller, false, limits, disks)?;
            if counted.parts.is_empty() {
                counted.parts.push(PartReport::reduced(part));
            }
            Ok(counted)
        }
    }
}

/// Parts that are decided at once, between two checks of the limits.
pub(super) const BREATH: usize = 1 << 12;

/// A stack of partial products: each has more factors than the next one.
#[derive(Default)]
struct Factors(Vec<(BigUint, u32)>);

impl Factors {
    fn push(&mut self, factor: BigUint) {
        let mut last = (factor, 0);
        while let Some((other, _)) = self.0.pop_if(|(_, size)| *size == last.1) {
            last = (last.0 * other, last.1 + 1);
        }
        self.0.push(last);
    }

    fn product(self) -> BigUint {
        let factors = self.0.into_iter().rev().map(|(factor, _)| factor);
        factors.fold(BigUint::from(1u32), |product, factor| product * factor)
    }
}

/// The report for a part whose number was noted in an earlier run.
const BEFORE: &str = "counted before it was stopped";

/// Boxes the ways by layers for a race.
fn boxed<'p>(
    ways: impl Iterator<Item = ByLayers<'p>> + 'p,
) -> impl Iterator<Item = Box<dyn Way<BigUint> + 'p>> + 'p {
    ways.map(|way| Box::new(way) as _)
}

impl PartReport {
    /// The report for a part.
    pub(super) fn new(part: &Part, way: String, effort: Effort) -> Self {
        PartReport {
            items: part.demands.len(),
            options: part.choices.len(),
            way,
            effort,
            profile: Vec::new(),
        }
    }

    /// The report for one of several parts that has [one option, which holds](Part::lone).
    pub(super) fn at_once(part: &Part) -> Self {
        Self::new(part, "at once".to_owned(), Effort::default())
    }

    /// The report for a part that reduction has solved.
    pub(super) fn reduced(part: &Part) -> Self {
        Self::new(part, "reduced".to_owned(), Effort::default())
    }

    /// The report for a part that a way has solved.
    pub(super) fn of<T>(part: &Part, way: &dyn Way<T>) -> Self {
        PartReport {
            profile: way.profile(),
            ..Self::new(part, way.name(), way.effort())
        }
    }
}
