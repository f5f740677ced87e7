//! One solution, or the proof that there is none.

use super::algebra::Existence;
use super::contest::{ByLayers, ByWalk, Contest, Way};
use super::count::Told;
use super::diagram::Diagram;
use super::model::{Model, Part};
use super::walk::Walk;
use super::{Effort, Engines, Limits, Status, Stopped};
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
    let model = Model::new(problem);
    let mut found = Found {
        solution: (!model.is_impossible).then(Vec::new),
        told: Vec::new(),
    };
    for part in &model.parts {
        let alone = part.to_problem();
        let mut contest = Contest::new(
            engines.find(&alone).or_else(|| by_walk(part)),
            ByLayers::ways(part, 1).map(|way| Box::new(Probe(way)) as _),
        );
        let (solution, way) = contest.run(limits)?;
        found.told.push(Told::of(part, &*way));
        match (solution, &mut found.solution) {
            (Some(own), Some(all)) => {
                all.extend(own.iter().map(|choice| part.choices[choice.index()].option));
            }
            _ => {
                found.solution = None;
                break;
            }
        }
    }
    if let Some(solution) = &mut found.solution {
        solution.sort_unstable();
    }
    Ok(found)
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
        match self.0.run(more, memory) {
            Status::Done(number) if number == BigUint::ZERO => Status::Done(None),
            Status::Done(_) => match self.0.diagram(memory).0 {
                Status::Done(diagram) => Status::Done(first_path(&diagram)),
                _ => Status::Full,
            },
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
