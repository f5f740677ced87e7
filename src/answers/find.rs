//! One solution, or the proof that there is none.

use super::algebra::Existence;
use super::beside::{self, Ended};
use super::contest::{Contest, Way};
use super::count::Told;
use super::diagram::Diagram;
use super::model::{Model, Part};
use super::walk::Walk;
use super::ways::{ByLayers, ByWalk};
use super::{Effort, Engines, Front, Limits, Status, Stopped};
use crate::format::{OptionId, Problem};
use num_bigint::BigUint;

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
pub fn find(
    problem: &Problem,
    engines: &dyn Engines,
    limits: &mut Limits<'_>,
) -> Result<Found, Stopped> {
    let model = Model::new(problem).with(&limits.tuning);
    let mut found = find_in(&model, true, engines, limits)?;
    if let Some(solution) = &mut found.solution {
        solution.sort_unstable();
    }
    Ok(found)
}

/// A solution of a model, not sorted; its parts may be reduced, if they are not yet.
fn find_in(
    model: &Model,
    may_reduce: bool,
    engines: &dyn Engines,
    limits: &mut Limits<'_>,
) -> Result<Found, Stopped> {
    let mut found = Found {
        solution: (!model.is_impossible).then(Vec::new),
        told: Vec::new(),
    };
    for part in &model.parts {
        let of_part = find_in_part(part, may_reduce, engines, limits)?;
        found.told.extend(of_part.told);
        match (of_part.solution, &mut found.solution) {
            (Some(own), Some(all)) => all.extend(own),
            _ => {
                found.solution = None;
                break;
            }
        }
    }
    Ok(found)
}

fn find_in_part(
    part: &Part,
    may_reduce: bool,
    engines: &dyn Engines,
    limits: &mut Limits<'_>,
) -> Result<Found, Stopped> {
    let (alone, threads, memory) = (part.to_problem(), limits.threads, limits.memory);
    let tuning = limits.tuning;
    let contest = || {
        let searched = tuning.dlx3.then(|| engines.find(&alone)).flatten();
        let walked = || tuning.walk.then(|| by_walk(part)).flatten();
        let at_random = tuning.restarts.then(|| engines.find_at_random(&alone));
        Contest::new(
            searched.or_else(walked),
            ByLayers::ways(part, threads, memory, tuning).map(|way| Box::new(Probe(way)) as _),
        )
        .with_restarts(at_random.flatten())
        .for_one(alone.node_count())
    };
    let ended = beside::run(part, may_reduce.then_some(&alone), contest, limits);
    match ended.map_err(|unfinished| unfinished.why)? {
        Ended::Won((solution, way)) => {
            let own = |choice: OptionId| part.choices[choice.index()].option;
            Ok(Found {
                solution: solution.map(|choices| choices.into_iter().map(own).collect()),
                told: vec![Told::of(part, &*way)],
            })
        }
        Ended::Smaller(smaller) => {
            let mut found = find_in(&smaller, false, engines, limits)?;
            if found.told.is_empty() {
                found.told.push(Told::reduced(part));
            }
            Ok(found)
        }
    }
}

fn by_walk(part: &Part) -> Option<Box<dyn Way<Option<Vec<OptionId>>> + '_>> {
    let walk = Walk::new(part, Existence).map(Walk::ending_at_first);
    let finish = |walk: &mut Walk<Existence>, exists: bool| {
        let path = walk.path().iter().map(|&choice| OptionId(choice));
        Status::Done(exists.then(|| path.collect()))
    };
    Some(Box::new(ByWalk::new(part, walk, finish)?))
}

/// A count by layers. If there are solutions, the first of the diagram is taken.
struct Probe<'p>(ByLayers<'p>);

impl Way<Option<Vec<OptionId>>> for Probe<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Option<Vec<OptionId>>> {
        if !self.0.draws() {
            match self.0.run(more, memory) {
                Status::Done(number) if number == BigUint::ZERO => return Status::Done(None),
                Status::Done(_) => {}
                Status::Paused => return Status::Paused,
                Status::Full | Status::TooLarge => return Status::Full,
            }
        }
        match self.0.draw(more, memory) {
            Status::Done(diagram) => Status::Done(first_path(&diagram)),
            Status::Paused => Status::Paused,
            Status::Full | Status::TooLarge => Status::Full,
        }
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
