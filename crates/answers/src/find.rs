//! Finds one solution, or shows that there is none.

use super::count::{BREATH, PartReport};
use super::dlx3::{Dlx3, One};
use super::learning::Learner;
use super::problem::model::{Model, Part};
use super::problem::parity;
use super::race::beside::{self, Ended};
use super::race::contest::Contest;
use super::race::helper::{Helped, Helper, with_helper};
use super::race::late::Late;
use super::race::way::{Way, Won};
use super::race::ways::ByLayers;
use super::race::{Kind, Race};
use super::tuning::Tuning;
use super::{Effort, Front, Limits, Status, Stopped};
use dlx3_base::text::plural::counted;
use dlx3_format::{OptionId, Problem};
use num_bigint::BigUint;

/// The result of a search for one solution.
#[derive(Clone, Debug)]
pub struct Found {
    /// The options that hold, sorted. None if there is no solution.
    pub solution: Option<Vec<OptionId>>,
    /// How each part was solved.
    pub told: Vec<PartReport>,
}

/// Finds a solution, which depends on the problem and on the limit of memory. Free options are out.
///
/// # Errors
/// If the limits end it.
pub fn find(problem: &Problem, limits: &mut Limits<'_>) -> Result<Found, Stopped> {
    let model = Model::new(problem).with(&limits.tuning);
    let found = find_in(&model, true, None, limits)?;
    let mut found = found.expect("it may take as long as it needs");
    if let Some(solution) = &mut found.solution {
        solution.sort_unstable();
    }
    Ok(found)
}

/// A solution of a model, not sorted. Its parts may be reduced if they are not yet. None if the
/// race for some part has spent `most` nanoseconds of counted work without an answer.
pub(super) fn find_in(
    model: &Model,
    may_reduce: bool,
    most: Option<u64>,
    limits: &mut Limits<'_>,
) -> Result<Option<Found>, Stopped> {
    let mut found = Found {
        solution: (!model.is_impossible).then(Vec::new),
        told: Vec::new(),
    };
    let is_one_of_many = model.parts.len() > 1;
    for (done, part) in model.parts.iter().enumerate() {
        if is_one_of_many && let Some(option) = part.lone() {
            found.told.push(PartReport::at_once(part));
            found.solution.iter_mut().for_each(|all| all.push(option));
            if done % BREATH == 0 && limits.is_over() {
                return Err(Stopped::Limit);
            }
            continue;
        }
        let Some(of_part) = find_in_part(part, may_reduce, most, limits)? else {
            return Ok(None);
        };
        found.told.extend(of_part.told);
        match (of_part.solution, &mut found.solution) {
            (Some(own), Some(all)) => all.extend(own),
            _ => {
                found.solution = None;
                break;
            }
        }
    }
    Ok(Some(found))
}

fn find_in_part(
    part: &Part,
    may_reduce: bool,
    most: Option<u64>,
    limits: &mut Limits<'_>,
) -> Result<Option<Found>, Stopped> {
    let alone = part.to_problem();
    if let Some(told) = oddness(part, &alone, &limits.tuning) {
        return Ok(Some(Found {
            solution: None,
            told: vec![told],
        }));
    }
    let may_reduce = may_reduce.then_some(&alone);
    let ended = with_helper(is_helped(limits), |helper| {
        let means = Means::within(limits);
        let race = || race_of(part, &alone, helper, means);
        match beside::run(part, may_reduce, most, race, limits) {
            Ok(Ended::Won(won)) => Ok(Ok(Some(found_in(part, won)))),
            Ok(Ended::Smaller(smaller)) => Ok(Err(smaller)),
            Err((_, race)) if most.is_some_and(|most| race.spent() >= most) => Ok(Ok(None)),
            Err((why, _)) => Err(why),
        }
    })?;
    let smaller = match ended {
        Ok(found) => return Ok(found),
        Err(smaller) => smaller,
    };
    let mut found = find_in(&smaller, false, most, limits)?;
    if let Some(found) = &mut found
        && found.told.is_empty()
    {
        found.told.push(PartReport::reduced(part));
    }
    Ok(found)
}

/// The result of the race for a part.
fn found_in(part: &Part, (solution, way): Won<'_, One>) -> Found {
    let own = |choice: OptionId| part.choices[choice.index()].option;
    Found {
        solution: solution.map(|choices| choices.into_iter().map(own).collect()),
        told: vec![PartReport::of(part, &*way)],
    }
}

/// The report that a part has no solution, if [parity] shows that quickly.
fn oddness(part: &Part, alone: &Problem, tuning: &Tuning) -> Option<PartReport> {
    let items = tuning
        .parity
        .then(|| parity::contradiction(alone, parity::AT_ONCE));
    let way = parity::told(&items.flatten()?);
    Some(PartReport::new(part, way, Effort::default()))
}

/// Whether the search that learns gets a thread of its own.
fn is_helped(limits: &Limits<'_>) -> bool {
    limits.tuning.learning && limits.threads > 1
}

/// All ways to a solution of a part; `alone` is the part as a problem.
fn race_of<'s, 'p: 's>(
    part: &'p Part,
    alone: &'p Problem,
    helper: Option<Helper<'s, 'p, One>>,
    means: Means,
) -> Race<'s, One, Contest> {
    let Means {
        dlx3,
        threads,
        memory,
        tuning,
    } = means;
    let learner = move |memory| {
        let has_room = Learner::least_bytes(part) <= memory;
        has_room.then(|| Learner::counting(part, tuning.supports))
    };
    let learning = || Box::new(Helped::new(Box::new(Late::new(learner)), helper)) as Box<_>;
    let layers = ByLayers::ways(part, threads, memory, tuning);
    Race::new(Contest::for_one(part.demands.len(), alone.node_count()))
        .begun_by(tuning.dlx3.then(|| dlx3.find(alone)))
        .with(
            Kind::Restarts,
            tuning.restarts.then(|| dlx3.find_at_random(alone)),
        )
        .with(Kind::Learning, tuning.learning.then(learning))
        .and_later(layers.map(|way| Box::new(Probe(way)) as _))
}

/// The resources that the limits leave for these ways.
#[derive(Clone, Copy)]
struct Means {
    dlx3: Dlx3,
    threads: usize,
    memory: usize,
    tuning: Tuning,
}

impl Means {
    fn within(limits: &Limits<'_>) -> Self {
        Means {
            dlx3: Dlx3::within(limits),
            threads: limits.threads,
            memory: limits.memory,
            tuning: limits.tuning,
        }
    }
}

/// The search that learns, as a way.
impl Way<One> for Learner {
    fn run(&mut self, more: u64, memory: usize) -> Status<One> {
        let options = |choices: Vec<u32>| choices.into_iter().map(OptionId).collect();
        let status = Learner::run(self, more, memory);
        status.map(|solution| solution.map(options))
    }

    fn spent(&self) -> u64 {
        self.work()
    }

    /// There is no estimate.
    fn estimate(&self) -> f64 {
        f64::INFINITY
    }

    fn effort(&self) -> Effort {
        Effort {
            states: self.decisions(),
            bytes: Learner::bytes(self),
            ..Effort::default()
        }
    }

    fn name(&self) -> String {
        format!("learning from {}", counted(self.conflicts(), "failure"))
    }
}

/// A count by layers. If there are solutions, it makes the diagram and takes the first one.
struct Probe<'p>(ByLayers<'p>);

impl Way<One> for Probe<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<One> {
        if !self.0.draws() {
            match self.0.run(more, memory) {
                Status::Done(number) if number == BigUint::ZERO => return Status::Done(None),
                Status::Done(_) => {}
                Status::Paused => return Status::Paused,
                Status::Full | Status::TooLarge => return Status::Full,
            }
        }
        let drawn = self.0.draw(more, memory);
        drawn.map(|diagram| {
            let first = diagram.into_paths().next()?;
            Some(first.into_iter().map(OptionId).collect())
        })
    }

    fn spent(&self) -> u64 {
        self.0.spent()
    }

    fn estimate(&self) -> f64 {
        self.0.estimate()
    }

    fn effort(&self) -> Effort {
        self.0.effort()
    }

    fn front(&self) -> Option<Front> {
        self.0.front()
    }

    fn name(&self) -> String {
        self.0.name()
    }
}
