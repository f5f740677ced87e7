//! One solution, or the proof that there is none.

use super::count::Told;
use super::dlx3::{Dlx3, One};
use super::learning::Learner;
use super::problem::model::{Model, Part};
use super::problem::parity;
use super::race::beside::{self, Ended};
use super::race::contest::Contest;
use super::race::way::Way;
use super::race::ways::ByLayers;
use super::states::diagram::Diagram;
use super::tuning::Tuning;
use super::{Effort, Front, Limits, Status, Stopped};
use crate::format::{OptionId, Problem};
use crate::text::plural::counted;
use num_bigint::BigUint;

/// For what a search may take as long as it needs.
const ENDLESS: u64 = u64::MAX;

/// What a search for one solution has found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The options that hold, sorted; none if there is no solution.
    pub solution: Option<Vec<OptionId>>,
    /// What each part has taken.
    pub told: Vec<Told>,
}

/// Finds a solution; which one depends on the problem alone. Free options are out.
///
/// # Errors
/// If the limits ask for an end.
pub fn find(problem: &Problem, limits: &mut Limits<'_>) -> Result<Found, Stopped> {
    let model = Model::new(problem).with(&limits.tuning);
    let found = find_in(&model, true, ENDLESS, limits)?;
    let mut found = found.expect("it may take as long as it needs");
    if let Some(solution) = &mut found.solution {
        solution.sort_unstable();
    }
    Ok(found)
}

/// Finds a solution with no more than about `work` nanoseconds of counted work; none if that does
/// not suffice, at the same place in each run. What is reduced is not counted, as nothing is.
///
/// # Errors
/// If the limits ask for an end.
pub fn find_soon(
    problem: &Problem,
    work: u64,
    limits: &mut Limits<'_>,
) -> Result<Option<Found>, Stopped> {
    let model = Model::new(problem).with(&limits.tuning);
    let mut found = Found {
        solution: (!model.is_impossible).then(Vec::new),
        told: Vec::new(),
    };
    let mut left = work;
    for part in &model.parts {
        let alone = part.to_problem();
        if let Some(told) = oddness(part, &alone, &limits.tuning) {
            found.solution = None;
            found.told.push(told);
            break;
        }
        let mut contest = contest_of(part, &alone, limits);
        let mut spent = 0;
        let won = contest.run_beside(limits, &mut |all, _| {
            spent = all;
            all >= left
        })?;
        let Some((solution, way)) = won else {
            return Ok(None);
        };
        left = left.saturating_sub(spent);
        found.told.push(Told::of(part, &*way));
        let Some(choices) = solution else {
            found.solution = None;
            break;
        };
        let own = choices
            .into_iter()
            .map(|choice| part.choices[choice.index()].option);
        found.solution.get_or_insert_default().extend(own);
    }
    if let Some(solution) = &mut found.solution {
        solution.sort_unstable();
    }
    Ok(Some(found))
}

/// A solution of a model, not sorted; its parts may be reduced, if they are not yet. None if
/// the contest for some part has taken `most` nanoseconds of counted work without an answer.
pub(super) fn find_in(
    model: &Model,
    may_reduce: bool,
    most: u64,
    limits: &mut Limits<'_>,
) -> Result<Option<Found>, Stopped> {
    let mut found = Found {
        solution: (!model.is_impossible).then(Vec::new),
        told: Vec::new(),
    };
    for part in &model.parts {
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
    most: u64,
    limits: &mut Limits<'_>,
) -> Result<Option<Found>, Stopped> {
    let alone = part.to_problem();
    if let Some(told) = oddness(part, &alone, &limits.tuning) {
        return Ok(Some(Found {
            solution: None,
            told: vec![told],
        }));
    }
    let mut is_late = false;
    let contest = |limits: &mut Limits<'_>, beside: &mut beside::Aside<'_>| {
        let mut contest = contest_of(part, &alone, limits);
        let won = contest.run_beside(limits, &mut |spent, promise| {
            is_late = spent >= most;
            is_late || beside(spent, promise)
        })?;
        match won {
            None if is_late => Err(Stopped::Limit),
            won => Ok(won),
        }
    };
    match beside::run_with(part, may_reduce.then_some(&alone), limits, contest) {
        Err(_) if is_late => Ok(None),
        Err(why) => Err(why),
        Ok(Ended::Won((solution, way))) => {
            let own = |choice: OptionId| part.choices[choice.index()].option;
            Ok(Some(Found {
                solution: solution.map(|choices| choices.into_iter().map(own).collect()),
                told: vec![Told::of(part, &*way)],
            }))
        }
        Ok(Ended::Smaller(smaller)) => {
            let mut found = find_in(&smaller, false, most, limits)?;
            if let Some(found) = &mut found
                && found.told.is_empty()
            {
                found.told.push(Told::reduced(part));
            }
            Ok(found)
        }
    }
}

/// That a part has no solution, if [parity] tells it at once.
fn oddness(part: &Part, alone: &Problem, tuning: &Tuning) -> Option<Told> {
    let items = tuning
        .parity
        .then(|| parity::contradiction(alone, parity::AT_ONCE));
    Some(Told {
        items: part.demands.len(),
        options: part.choices.len(),
        way: parity::told(&items.flatten()?),
        effort: Effort::default(),
        profile: Vec::new(),
    })
}

/// All ways to a solution of a part, which is also given as a problem.
fn contest_of<'p>(part: &'p Part, alone: &'p Problem, limits: &Limits<'_>) -> Contest<'p, One> {
    let &Limits {
        threads,
        memory,
        tuning,
        ..
    } = limits;
    let dlx3 = Dlx3::within(limits);
    let learning = tuning
        .learning
        .then(|| Box::new(ByLearning::new(part)) as Box<_>);
    Contest::new(
        tuning.dlx3.then(|| dlx3.find(alone)),
        ByLayers::ways(part, threads, memory, tuning).map(|way| Box::new(Probe(way)) as _),
    )
    .with_restarts(tuning.restarts.then(|| dlx3.find_at_random(alone)))
    .with_learning(learning)
    .for_one(alone.node_count())
}

/// A search that learns, which is not made before it is wanted.
struct ByLearning<'p> {
    part: &'p Part,
    learner: Option<Learner>,
}

impl<'p> ByLearning<'p> {
    fn new(part: &'p Part) -> Self {
        ByLearning {
            part,
            learner: None,
        }
    }
}

impl Way<One> for ByLearning<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<One> {
        if Learner::least_bytes(self.part) > memory {
            return Status::Full;
        }
        let learner = self
            .learner
            .get_or_insert_with(|| Learner::counting(self.part));
        let options = |choices: Vec<u32>| choices.into_iter().map(OptionId).collect();
        let status = learner.run(more, memory);
        status.map(|solution| solution.map(options))
    }

    fn spent(&self) -> u64 {
        self.learner.as_ref().map_or(0, Learner::work)
    }

    /// Nobody knows.
    fn estimate(&self) -> f64 {
        f64::INFINITY
    }

    fn effort(&self) -> Effort {
        let learner = self.learner.as_ref();
        Effort {
            states: learner.map_or(0, Learner::decisions),
            bytes: learner.map_or(0, Learner::bytes),
            ..Effort::default()
        }
    }

    fn name(&self) -> String {
        let conflicts = self.learner.as_ref().map_or(0, Learner::conflicts);
        format!("learning from {}", counted(conflicts, "failure"))
    }
}

/// A count by layers. If there are solutions, the first of the diagram is taken.
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
        drawn.map(|diagram| first_path(&diagram))
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

fn first_path(diagram: &Diagram) -> Option<Vec<OptionId>> {
    let mut node = diagram.root()?;
    let mut path = Vec::new();
    while node != Diagram::GOAL {
        let edge = diagram.edges(node)[0];
        path.extend(edge.choice().map(OptionId));
        node = edge.to;
    }
    Some(path)
}
