//! Why there is no solution: a smallest set of items that contradict each other.
//!
//! The bounds of a primary item demand a number of its options. A secondary item demands that one
//! option holds at most, or that all of its options agree on a color. A *conflict* is a set of items
//! whose demands cannot be met together, although they can without any one of them (an irreducible
//! infeasible subset). Another conflict of the same problem may have fewer items.
//!
//! ```text
//! S = all items of a part that has no solution
//! while some item i of S was not tried:
//!     is there a solution for S without i?
//!         yes: i stays
//!         no:  S = the items that the refutation used, a part of S without i
//! the same for each half of a demand: at least, at most
//! ```
//!
//! (Deletion with refinement: Belov and Marques-Silva, Accelerating MUS extraction with recursive
//! model rotation, 2011.) The search that [learns](crate::learning::guards) answers: it tells which
//! demands a refutation used, and keeps its learned clauses for the next question. It may run on and
//! on where others end at once, so the [race](crate::find) of all ways takes turns with it. The one
//! that answers begins with the next question. After a success, twice as many items are tried
//! together.

#[cfg(test)]
mod tests;

use super::find::find_in;
use super::learning::Learner;
use super::learning::guards::{Side, sides};
use super::problem::model::{Choice, Demand, Model, Part, demands};
use super::{Limits, Status, Stopped};
use dlx3_base::text::plural::counted;
use dlx3_format::{ItemId, OptionId, Problem};
use std::collections::HashMap;

/// The work, in nanoseconds, that each of the two searches does in its first turn. The next turns are
/// twice as long each time.
const TURN: u64 = 1 << 24;

/// The work between two questions whether to stop.
const SLICE: u64 = 1 << 22;

/// A search with guards needs at least this many times the memory of one without.
const GUARDED: usize = 3;

/// Items whose demands cannot be met together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The items, in the order of the problem.
    pub items: Vec<Needed>,
    /// Whether each item, and each of its two bounds here, is known to be needed.
    /// If a limit ended the search, some of them may not be needed.
    pub is_minimal: bool,
}

/// The demand of an item in a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The item.
    pub item: ItemId,
    /// The least number of its options, if the conflict needs that bound.
    pub least: Option<u32>,
    /// The greatest number of its options, if the conflict needs that bound. It is 1 for a secondary
    /// item, whose options may also agree on a color.
    pub most: Option<u32>,
}

impl Conflict {
    /// The options that some item of the conflict needs, in input order.
    pub fn options(&self, problem: &Problem) -> Vec<OptionId> {
        let mut is_needed = vec![false; problem.item_count()];
        let needed = self.items.iter().filter(|own| own.least.is_some());
        needed.for_each(|own| is_needed[own.item.index()] = true);
        let has_one = |&option: &OptionId| {
            let mut items = problem.option(option);
            items.any(|(item, _)| is_needed[item.index()])
        };
        problem.option_ids().filter(has_one).collect()
    }

    /// A line for each item; then, indented, one for each of the [options](Self::options), with the
    /// items of the conflict only, those that are equal in one line.
    ///
    /// ```
    /// use dlx3::Answers;
    ///
    /// let problem: dlx3::Problem = "A B C D\nA C\nB C\nB C D\nD\n".parse()?;
    /// let conflict = problem.conflict().expect("there is no solution");
    /// let text = "A: at least 1 of 1 option\nB: at least 1 of 2 options\nC: at most 1 of 3 options\n  \
    ///             A C\n  B C (2 options)\n";
    /// assert_eq!(conflict.text(&problem), text.as_bytes());
    /// # Ok::<(), dlx3::Fault>(())
    /// ```
    pub fn text(&self, problem: &Problem) -> Vec<u8> {
        self.text_with(problem, |item, color| {
            let mut name = problem.name(item).to_vec();
            name.extend(color.iter().flat_map(|&color| [b':', color]));
            name
        })
    }

    /// The same with other names of items, and of items with colors.
    pub fn text_with(
        &self,
        problem: &Problem,
        mut name: impl FnMut(ItemId, Option<u8>) -> Vec<u8>,
    ) -> Vec<u8> {
        let mut degrees = vec![0; problem.item_count()];
        let mut has_colors = vec![false; problem.item_count()];
        for option in problem.option_ids() {
            for (item, color) in problem.option(option) {
                degrees[item.index()] += 1;
                has_colors[item.index()] |= color.is_some();
            }
        }
        let mut text = Vec::new();
        let mut is_in = vec![false; problem.item_count()];
        for own in &self.items {
            is_in[own.item.index()] = true;
            text.extend(name(own.item, None));
            let number = match (own.least, own.most) {
                (Some(least), Some(most)) if least == most => format!("exactly {least}"),
                (Some(least), Some(most)) => format!("{least} to {most}"),
                (Some(least), None) => format!("at least {least}"),
                (None, most) => format!("at most {}", most.unwrap_or_default()),
            };
            let all = counted(degrees[own.item.index()], "option");
            text.extend(format!(": {number} of {all}").bytes());
            if has_colors[own.item.index()] {
                text.extend_from_slice(b", or one color");
            }
            text.push(b'\n');
        }
        // Options with the same items of the conflict, and their number.
        let (mut lines, mut places) = (Vec::new(), HashMap::new());
        for option in self.options(problem) {
            let nodes = problem.option(option);
            let nodes: Vec<_> = nodes.filter(|(item, _)| is_in[item.index()]).collect();
            let place = *places.entry(nodes.clone()).or_insert_with(|| {
                lines.push((nodes, 0));
                lines.len() - 1
            });
            lines[place].1 += 1;
        }
        for (nodes, count) in lines {
            text.push(b' ');
            for (item, color) in nodes {
                text.push(b' ');
                text.extend(name(item, color));
            }
            if count > 1 {
                text.extend(format!(" ({count} options)").bytes());
            }
            text.push(b'\n');
        }
        text
    }
}

/// Finds a conflict; none if there is a solution. If a limit is reached when some items are known
/// to contradict each other, these are the result. Which conflict is found depends on the problem
/// and on the limit of memory.
///
/// # Errors
/// If a limit is reached before it is known whether there is a solution.
pub fn conflict(problem: &Problem, limits: &mut Limits<'_>) -> Result<Option<Conflict>, Stopped> {
    for (item, demand) in problem.item_ids().zip(demands(problem)) {
        if let Some(Demand::Bounded { lower, upper }) = demand
            && lower > upper
        {
            // It has too few options.
            let least = Some(lower);
            let alone = Needed {
                item,
                least,
                most: None,
            };
            return Ok(Some(Conflict {
                items: vec![alone],
                is_minimal: true,
            }));
        }
    }
    let mut parts = Model::new(problem).parts;
    parts.sort_by_key(|part| part.choices.len());
    for part in parts.iter().filter(|part| part.lone().is_none()) {
        let mut search = Search::new(part, limits);
        if let Some((sides, is_minimal)) = search.conflict(limits)? {
            return Ok(Some(Conflict {
                items: needed(problem, part, &sides),
                is_minimal,
            }));
        }
    }
    Ok(None)
}

/// The items of some sides, in the order of the problem.
fn needed(problem: &Problem, part: &Part, sides: &[Side]) -> Vec<Needed> {
    let origins = part.origins(problem);
    let by_item = sides.chunk_by(|one, other| one.item == other.item);
    let needed = by_item.map(|own| {
        let origin = origins[own[0].item as usize].as_ref();
        let item = origin.expect("what a model adds has no sides").item;
        let (lower, upper) = match problem.bounds(item) {
            Some(bounds) => (bounds.lower, bounds.upper),
            None => (0, 1),
        };
        let has = |is_least| own.iter().any(|side| side.is_least == is_least);
        Needed {
            item,
            least: has(true).then_some(lower),
            most: has(false).then_some(upper),
        }
    });
    needed.collect()
}

/// Whether some sides of a part can be met together.
enum Verdict {
    Possible,
    /// They cannot; perhaps those are known that this needed.
    Impossible(Option<Vec<usize>>),
}

/// The search for a conflict of a part.
struct Search<'p> {
    part: &'p Part,
    sides: Vec<Side>,
    /// None if it has no room.
    learner: Option<Learner>,
    /// The work of the first turn.
    turn: u64,
    /// Whether the race takes its turn before the search that learns.
    is_race_first: bool,
}

impl<'p> Search<'p> {
    fn new(part: &'p Part, limits: &Limits<'_>) -> Self {
        let sides = sides(part);
        let bytes = GUARDED.saturating_mul(Learner::least_bytes(part));
        let has_room = limits.tuning.learning && bytes <= limits.memory;
        Search {
            learner: has_room.then(|| Learner::guarded(part, &sides)),
            part,
            sides,
            turn: TURN,
            is_race_first: false,
        }
    }

    /// The sides of a conflict, and whether all of them are known to be needed; none if there is a
    /// solution.
    fn conflict(&mut self, limits: &mut Limits<'_>) -> Result<Option<(Vec<Side>, bool)>, Stopped> {
        let mut kept = vec![true; self.sides.len()];
        let Verdict::Impossible(core) = self.verdict(&kept, limits)? else {
            return Ok(None);
        };
        let halves: Vec<Vec<usize>> = (0..self.sides.len()).map(|side| vec![side]).collect();
        let sides = &self.sides;
        let is_same =
            |one: &Vec<usize>, other: &Vec<usize>| sides[one[0]].item == sides[other[0]].item;
        let items: Vec<Vec<usize>> = halves.chunk_by(is_same).map(<[_]>::concat).collect();
        reduce(&mut kept, &items, core);
        let by_item = self.shrink(&mut kept, &items, limits);
        let is_minimal = by_item
            .and_then(|()| self.shrink(&mut kept, &halves, limits))
            .is_ok();
        let sides = self.sides.iter().zip(&kept).filter(|own| *own.1);
        Ok(Some((sides.map(|own| *own.0).collect(), is_minimal)))
    }

    /// Leaves out groups of sides as long as the others contradict each other. The last ones are
    /// tried first: those of secondary items.
    fn shrink(
        &mut self,
        kept: &mut Vec<bool>,
        groups: &[Vec<usize>],
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut is_needed = vec![false; groups.len()];
        let mut together = 1;
        loop {
            let is_open = |&group: &usize| !is_needed[group] && kept[groups[group][0]];
            let open = (0..groups.len()).rev().filter(is_open);
            let tried: Vec<usize> = open.take(together).collect();
            let Some(&first) = tried.first() else {
                return Ok(());
            };
            let mut without = kept.clone();
            for &side in tried.iter().flat_map(|&group| &groups[group]) {
                without[side] = false;
            }
            match self.verdict(&without, limits)? {
                Verdict::Impossible(core) => {
                    *kept = without;
                    reduce(kept, groups, core);
                    together *= 2;
                }
                Verdict::Possible if tried.len() == 1 => {
                    is_needed[first] = true;
                    together = 1;
                }
                Verdict::Possible => together = tried.len() / 2,
            }
        }
    }

    /// Whether these sides can be met together.
    fn verdict(&mut self, kept: &[bool], limits: &mut Limits<'_>) -> Result<Verdict, Stopped> {
        if let Some(learner) = &mut self.learner {
            learner.with_sides(self.sides.len(), |side| kept[side]);
        }
        let mut model = None;
        let mut turn = self.turn;
        loop {
            for is_race in [self.is_race_first, !self.is_race_first] {
                let verdict = match is_race {
                    true => {
                        let model = model.get_or_insert_with(|| self.model(kept));
                        let most = self.learner.is_some().then_some(turn);
                        race(model, most, limits)?
                    }
                    false => self.learn(turn, limits)?,
                };
                if let Some(verdict) = verdict {
                    // The next question is like this one, or somewhat easier.
                    self.turn = TURN.max(turn - turn / 8);
                    self.is_race_first = is_race;
                    return Ok(verdict);
                }
            }
            turn *= 2;
        }
    }

    /// Lets the search that learns do some work.
    fn learn(&mut self, work: u64, limits: &mut Limits<'_>) -> Result<Option<Verdict>, Stopped> {
        let mut left = work;
        while let Some(learner) = &mut self.learner {
            if limits.is_over() {
                return Err(Stopped::Limit);
            }
            match learner.run(SLICE.min(left), limits.memory) {
                Status::Done(Some(_)) => return Ok(Some(Verdict::Possible)),
                Status::Done(None) => {
                    let core = learner.refuted_sides().collect();
                    return Ok(Some(Verdict::Impossible(Some(core))));
                }
                Status::Paused if left > SLICE => left -= SLICE,
                Status::Paused => return Ok(None),
                Status::Full | Status::TooLarge => self.learner = None,
            }
        }
        Ok(None)
    }

    /// The part with some of its sides only.
    fn model(&self, kept: &[bool]) -> Model {
        let part = self.part;
        let mut has = vec![[false; 2]; part.demands.len()];
        for (side, _) in self.sides.iter().zip(kept).filter(|own| *own.1) {
            has[side.item as usize][usize::from(side.is_least)] = true;
        }
        let all = part.choices.len() as u32;
        let demand = |demand: &Demand, [has_most, has_least]: [bool; 2]| {
            let (lower, upper) = match *demand {
                Demand::Once if has_least && has_most => return Demand::Once,
                Demand::Once => (1, 1),
                Demand::Bounded { lower, upper } => (lower, upper),
                agree => return agree,
            };
            let upper = if has_most { upper } else { all };
            let lower = if has_least { lower } else { 0 };
            Demand::Bounded { lower, upper }
        };
        let mut place = vec![None; part.demands.len()];
        let mut less = Part::default();
        for (item, own) in part.demands.iter().enumerate() {
            if has[item] != [false; 2] {
                place[item] = Some(less.demands.len() as u32);
                less.demands.push(demand(own, has[item]));
            }
        }
        // Nothing is gained by an option that no item needs.
        let is_wanted =
            |choice: &&Choice| choice.nodes.iter().any(|&(item, _)| has[item as usize][1]);
        for choice in part.choices.iter().filter(is_wanted) {
            let nodes = choice.nodes.iter();
            let nodes = nodes.filter_map(|&(item, color)| Some((place[item as usize]?, color)));
            less.choices.push(Choice {
                option: choice.option,
                nodes: nodes.collect(),
            });
        }
        match less.choices.is_empty() {
            true => Model::default(),
            false => Model::new(&less.to_problem()),
        }
    }
}

/// Lets the race of all ways do some work.
fn race(
    model: &Model,
    most: Option<u64>,
    limits: &mut Limits<'_>,
) -> Result<Option<Verdict>, Stopped> {
    let found = limits.until(
        || false,
        |limits| {
            // The clock may decide who helps whom.
            limits.threads = 1;
            find_in(model, true, most, limits)
        },
    )?;
    Ok(found.map(|found| match found.solution {
        Some(_) => Verdict::Possible,
        None => Verdict::Impossible(None),
    }))
}

/// Drops the groups that a refutation did not use, if that is known.
fn reduce(kept: &mut [bool], groups: &[Vec<usize>], core: Option<Vec<usize>>) {
    let Some(core) = core else { return };
    let mut is_in = vec![false; kept.len()];
    core.into_iter().for_each(|side| is_in[side] = true);
    for group in groups {
        if !group.iter().any(|&side| is_in[side]) {
            group.iter().for_each(|&side| kept[side] = false);
        }
    }
}
