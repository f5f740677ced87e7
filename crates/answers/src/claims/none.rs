//! Proves that a problem has no solution, by [parity] or by a search that [learns](crate::learning)
//! clauses.
//!
//! The search propagates no more than the checker does on the constraints of `dlx to opb`, which
//! include "at most one", bounds and colors. So each learned clause is one line, without further
//! steps.
//!
//! After a while, the [tree](super::tree) of DLX3 gets as much time. It has a line for each node,
//! and ends first on problems where failures teach little, such as packings. No other search takes
//! part: counting by layers and the memo have no such lines, and a reduction would need lines for
//! each option that it removes.

use super::tree::{Progress, Tree};
use crate::count::PartReport;
use crate::find::Found;
use crate::learning::Learner;
use crate::learning::literal::Literal;
use crate::learning::record::RecordStep;
use crate::problem::model::{Model, Part};
use crate::problem::parity;
use crate::proof::{Clause, Conclusion, Numbering, Proof, Signed, Sum, variable};
use crate::{Effort, Limits, Status, Stopped};
use dlx3_base::text::plural::counted;
use dlx3_format::{OptionId, Problem};
use std::collections::{HashMap, HashSet};

/// The work, in nanoseconds, after which lines are written and the limits are checked.
const SLICE: u64 = 1 << 22;

/// Finds a solution other than those that `excluded` excludes, or finds that there is none; ends
/// the proof of that, if one is wanted. The solution depends on the problem alone.
///
/// # Errors
/// If the limits end it, or a line cannot be written. The proof then proves nothing.
pub fn find(
    problem: &Problem,
    excluded: &[Clause],
    mut proof: Option<(&mut Proof, &Numbering)>,
    limits: &mut Limits<'_>,
) -> Result<Found, Stopped> {
    let lines = proof.as_mut();
    let lines = lines.map(|(proof, numbering)| (&mut **proof, *numbering));
    let found = search(problem, excluded, lines, limits);
    if let Some((proof, _)) = proof {
        match &found {
            Ok((found, contradiction)) => match (&found.solution, *contradiction) {
                (Some(solution), _) => proof.conclude_some(problem, solution),
                (_, Some(contradiction)) => proof.conclude_none(problem, contradiction),
                _ => proof.conclude(&Conclusion::Nothing),
            },
            Err(_) => proof.conclude(&Conclusion::Nothing),
        }
    }
    found.map(|(found, _)| found)
}

/// Searches and writes lines, but does not end the proof. Returns the number of the contradiction
/// if there is no solution.
pub(super) fn search(
    problem: &Problem,
    excluded: &[Clause],
    mut proof: Option<(&mut Proof, &Numbering)>,
    limits: &mut Limits<'_>,
) -> Result<(Found, Option<u64>), Stopped> {
    if let Some(items) = parity::contradiction(problem, parity::FOR_A_PROOF) {
        let contradiction = proof.map(|(proof, numbering)| prove_parity(&items, numbering, proof));
        let told = PartReport {
            items: problem.item_count(),
            options: problem.option_count(),
            way: parity::told(&items),
            effort: Effort::default(),
            profile: Vec::new(),
        };
        let found = Found {
            solution: None,
            told: vec![told],
        };
        return Ok((found, contradiction));
    }
    let model = Model::new(problem);
    let mut solution = (!model.is_impossible).then(Vec::new);
    let mut told = Vec::new();
    let parts = match excluded {
        _ if model.is_impossible => Vec::new(),
        // Excluded solutions connect all parts.
        [_, ..] => vec![model.into_whole()],
        [] => model.parts,
    };
    for part in &parts {
        let lines = proof.as_mut();
        let lines = lines.map(|(proof, numbering)| (&mut **proof, *numbering, problem));
        let (found, about) = find_in(part, excluded, lines, limits)?;
        told.push(about);
        match (found, &mut solution) {
            (Some(found), Some(all)) => all.extend(found),
            _ => {
                solution = None;
                break;
            }
        }
    }
    if let Some(solution) = &mut solution {
        solution.sort_unstable();
    }
    let is_none = solution.is_none();
    let contradiction = proof.filter(|_| is_none).map(|(proof, _)| proof.clause([]));
    Ok((Found { solution, told }, contradiction))
}

/// Writes in three lines that the sum of these items cannot be: half of the sum of all `>=`,
/// rounded up; half of the sum of all `<=`, rounded down; and the sum of both. Returns the number
/// of the contradiction.
fn prove_parity(items: &[dlx3_format::ItemId], numbering: &Numbering, proof: &mut Proof) -> u64 {
    let mut half = |constraints: &[u64]| {
        let mut sum = Sum::new();
        for item in items {
            sum.add(constraints[item.index()], 1);
        }
        sum.divide(2);
        proof.sum(&sum)
    };
    let (least, most) = (half(&numbering.at_least), half(&numbering.at_most));
    let mut sum = Sum::new();
    sum.add(least, 1);
    sum.add(most, 1);
    proof.sum(&sum)
}

/// The variables of a part: its options, then its colors that several options give, as pairs of an
/// item and a color number.
pub(super) fn variables(
    part: &Part,
    colors: &[(u32, u32)],
    problem: &Problem,
    numbering: &Numbering,
) -> Vec<Signed> {
    // Finding them takes time in the size of the whole problem, for each part.
    let origins = match colors {
        [] => Vec::new(),
        _ => part.origins(problem),
    };
    let options = part.choices.iter().map(|choice| variable(choice.option));
    let colors = colors.iter().map(|&(item, color)| {
        let origin = origins[item as usize].as_ref().expect("it has options");
        let byte = origin.colors[color as usize - 1];
        Signed::from(numbering.colors[&(origin.item, byte)])
    });
    options.chain(colors).collect()
}

/// Lines of a proof.
struct Lines {
    variables: Vec<Signed>,
    /// The proof's numbers of learned clauses, by the numbers of the search.
    clauses: HashMap<u64, u64>,
    learned: u64,
    forgotten: Vec<u64>,
}

impl Lines {
    fn write(&mut self, learner: &mut Learner, proof: &mut Proof) {
        learner.take_steps(&mut |step| match step {
            RecordStep::Learned(literals) => {
                let signed = literals.iter().map(|literal| {
                    let variable = self.variables[literal.variable() as usize];
                    if literal.is_yes() {
                        variable
                    } else {
                        -variable
                    }
                });
                let number = proof.clause(signed);
                if literals.len() > 1 {
                    self.clauses.insert(self.learned, number);
                }
                self.learned += 1;
            }
            RecordStep::Forgotten(clause) => self.forgotten.extend(self.clauses.remove(&clause)),
        });
        proof.delete(&self.forgotten);
        self.forgotten.clear();
    }

    /// Deletes all learned clauses: none is used any longer.
    fn delete_all(&mut self, proof: &mut Proof) {
        let mut numbers: Vec<u64> = self.clauses.drain().map(|(_, number)| number).collect();
        numbers.sort_unstable();
        proof.delete(&numbers);
    }
}

/// The search that learns runs alone until it has spent this, in nanoseconds. Then the tree gets as
/// much time, and runs alone if it promises to end within `TREE_TIMES` times what all have spent.
const ALONE: u64 = 1 << 30;
const TREE_TIMES: f64 = 16.0;

/// A solution of a part, and how it was found.
fn find_in(
    part: &Part,
    excluded: &[Clause],
    mut proof: Option<(&mut Proof, &Numbering, &Problem)>,
    limits: &mut Limits<'_>,
) -> Result<(Option<Vec<OptionId>>, PartReport), Stopped> {
    if Learner::least_bytes(part) > limits.memory {
        return Err(Stopped::Memory);
    }
    let mut learner = Learner::supported(part, limits.tuning.supports);
    exclude(part, excluded, &mut learner);
    let mut lines = None;
    if let Some((_, numbering, problem)) = &proof {
        learner = learner.recording();
        lines = Some(Lines {
            variables: variables(part, learner.colors(), problem, numbering),
            clauses: HashMap::new(),
            learned: 0,
            forgotten: Vec::new(),
        });
    }
    let known: HashSet<Vec<OptionId>> = excluded.iter().map(|clause| solution(clause)).collect();
    let mut may_have_tree = limits.tuning.dlx3;
    let alone = if limits.tuning.learning { ALONE } else { 0 };
    let mut tree: Option<Tree<'_>> = None;
    let mut is_near = !limits.tuning.learning;
    loop {
        let spent = tree.as_ref().map_or(0, Tree::work);
        let all = spent + learner.work();
        if may_have_tree && learner.work() >= alone {
            may_have_tree = false;
            tree = Tree::new(part, &known);
        }
        if let Some(tree) = &mut tree
            && (is_near || spent < learner.work())
        {
            let log = proof.as_mut().map(|(proof, ..)| &mut **proof);
            let found = match tree.run(SLICE, log) {
                Progress::Some(options) => Some(Some(options)),
                Progress::None(_) => Some(None),
                Progress::More => None,
            };
            if let Some(found) = found {
                let way = "DLX3's tree, node by node".to_owned();
                return Ok((found, told(part, way, tree.nodes, 0)));
            }
            let promise = spent as f64 / tree.share().max(f64::MIN_POSITIVE);
            if !is_near && spent >= ALONE / 4 && promise < TREE_TIMES * all as f64 {
                is_near = true;
                // From now on, learned clauses would only slow the checker.
                if let (Some(lines), Some((proof, ..))) = (&mut lines, &mut proof) {
                    lines.delete_all(proof);
                }
            }
        } else {
            let status = learner.run(SLICE, limits.memory);
            if let (Some(lines), Some((proof, ..))) = (&mut lines, &mut proof) {
                lines.write(&mut learner, proof);
            }
            match status {
                Status::Done(choices) => {
                    let own = |choice: u32| part.choices[choice as usize].option;
                    let options = choices.map(|choices| choices.into_iter().map(own).collect());
                    let failures = counted(learner.conflicts(), "failure");
                    let way = format!("learning from {failures}");
                    let told = told(part, way, learner.decisions(), learner.bytes());
                    return Ok((options, told));
                }
                Status::Paused => {}
                Status::Full | Status::TooLarge => return Err(Stopped::Memory),
            }
        }
        let has_failed = proof.as_ref().is_some_and(|(proof, ..)| proof.has_failed());
        if limits.is_over() || has_failed {
            return Err(Stopped::Limit);
        }
    }
}

fn told(part: &Part, way: String, states: u64, bytes: usize) -> PartReport {
    let effort = Effort {
        states,
        bytes,
        ..Effort::default()
    };
    PartReport::new(part, way, effort)
}

/// The solution that a clause excludes.
fn solution(clause: &[Signed]) -> Vec<OptionId> {
    let options = clause.iter().filter(|&&literal| literal < 0);
    let options = options.map(|literal| OptionId((literal.unsigned_abs() - 1) as u32));
    let mut options: Vec<OptionId> = options.collect();
    options.sort_unstable();
    options
}

/// Adds clauses over options to the search.
fn exclude(part: &Part, excluded: &[Clause], learner: &mut Learner) {
    if excluded.is_empty() {
        return;
    }
    let choices = part.choices.iter().zip(0..);
    let numbers: HashMap<Signed, u32> = choices
        .map(|(choice, number)| (variable(choice.option), number))
        .collect();
    for clause in excluded {
        let literals = clause.iter().map(|&literal| {
            let number = numbers[&literal.abs()];
            match literal > 0 {
                true => Literal::yes(number),
                false => Literal::no(number),
            }
        });
        learner.require(&literals.collect::<Vec<_>>());
    }
}
