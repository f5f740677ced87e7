//! That a problem has no solution, proved by [parity] or by a search that
//! [learns](crate::answers::learning).
//!
//! The search's propagation is no stronger than the checker's on the constraints of `dlx to opb`: that one
//! option at most holds, bounds, and colors are constraints there, too. So each clause learned is a
//! line, without further steps.
//!
//! No other search takes part. Those that count by layers, or know states that come back, have no
//! such lines; the tree of DLX3 has one for each node, which is more than there are clauses. And
//! reductions would need lines for each option that they remove.

use super::{Clause, Conclusion, Numbering, Proof, Signed, parity, variable};
use crate::answers::count::Told;
use crate::answers::find::Found;
use crate::answers::learning::Learner;
use crate::answers::learning::literal::Literal;
use crate::answers::learning::record::Step;
use crate::answers::model::{Model, Part};
use crate::answers::{Effort, Limits, Status, Stopped};
use crate::format::{OptionId, Problem};
use std::collections::HashMap;

/// After so much work, in nanoseconds, lines are written, and it is asked whether to end.
const SLICE: u64 = 1 << 22;

/// Finds a solution other than those that `excluded` excludes, or that there is none; and ends a
/// proof of that, if one is wanted. Which solution it is depends on the problem alone.
///
/// # Errors
/// If the limits ask for an end, or a line cannot be written. Then the proof proves nothing.
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

/// The same without an end of the proof, but with the number of the contradiction, if there is no
/// solution.
pub(super) fn search(
    problem: &Problem,
    excluded: &[Clause],
    mut proof: Option<(&mut Proof, &Numbering)>,
    limits: &mut Limits<'_>,
) -> Result<(Found, Option<u64>), Stopped> {
    if let Some(items) = parity::contradiction(problem) {
        let contradiction = proof.map(|(proof, numbering)| parity::prove(&items, numbering, proof));
        let told = Told {
            items: problem.item_count(),
            options: problem.option_count(),
            way: format!("the sum of {} items is odd and even", items.len()),
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
        // They tie all parts together.
        [_, ..] => vec![model.into_whole()],
        [] => model.parts,
    };
    for part in &parts {
        let lines = proof.as_mut();
        let lines = lines.map(|(proof, numbering)| (&mut **proof, *numbering, problem));
        let (found, learner) = find_in(part, excluded, lines, limits)?;
        told.push(Told {
            items: part.demands.len(),
            options: part.choices.len(),
            way: format!("learning from {} failures", learner.conflicts()),
            effort: Effort {
                states: learner.decisions(),
                bytes: learner.bytes(),
                ..Effort::default()
            },
            profile: Vec::new(),
        });
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

/// The variables of a part: its options, then its colors that several options give, which are
/// pairs of an item and a number.
pub(super) fn variables(
    part: &Part,
    colors: &[(u32, u32)],
    problem: &Problem,
    numbering: &Numbering,
) -> Vec<Signed> {
    let origins = part.origins(problem);
    let options = part.choices.iter().map(|choice| variable(choice.option));
    let colors = colors.iter().map(|&(item, color)| {
        let origin = origins[item as usize].as_ref().expect("it has options");
        let byte = origin.colors[color as usize - 1];
        Signed::from(numbering.colors[&(origin.item, byte)])
    });
    options.chain(colors).collect()
}

/// Lines of a proof.
struct Lines<'p> {
    proof: &'p mut Proof,
    variables: Vec<Signed>,
    /// The numbers of the clauses that were learned, by the numbers that the search gives them.
    clauses: HashMap<u64, u64>,
    learned: u64,
    forgotten: Vec<u64>,
}

impl Lines<'_> {
    fn write(&mut self, learner: &mut Learner) {
        learner.take_steps(&mut |step| match step {
            Step::Learned(literals) => {
                let signed = literals.iter().map(|literal| {
                    let variable = self.variables[literal.variable() as usize];
                    if literal.is_yes() {
                        variable
                    } else {
                        -variable
                    }
                });
                let number = self.proof.clause(signed);
                if literals.len() > 1 {
                    self.clauses.insert(self.learned, number);
                }
                self.learned += 1;
            }
            Step::Forgotten(clause) => self.forgotten.extend(self.clauses.remove(&clause)),
        });
        self.proof.delete(&self.forgotten);
        self.forgotten.clear();
    }
}

/// A solution of a part, and who has found it.
fn find_in(
    part: &Part,
    excluded: &[Clause],
    proof: Option<(&mut Proof, &Numbering, &Problem)>,
    limits: &mut Limits<'_>,
) -> Result<(Option<Vec<OptionId>>, Learner), Stopped> {
    if Learner::least_bytes(part) > limits.memory {
        return Err(Stopped::Memory);
    }
    let mut learner = Learner::new(part);
    exclude(part, excluded, &mut learner);
    let mut lines = None;
    if let Some((proof, numbering, problem)) = proof {
        learner = learner.recording();
        lines = Some(Lines {
            proof,
            variables: variables(part, learner.colors(), problem, numbering),
            clauses: HashMap::new(),
            learned: 0,
            forgotten: Vec::new(),
        });
    }
    loop {
        let status = learner.run(SLICE, limits.memory);
        if let Some(lines) = &mut lines {
            lines.write(&mut learner);
        }
        match status {
            Status::Done(choices) => {
                let options = choices.map(|choices| {
                    let options = choices.into_iter();
                    options
                        .map(|choice| part.choices[choice as usize].option)
                        .collect()
                });
                return Ok((options, learner));
            }
            Status::Paused => {}
            Status::Full | Status::TooLarge => return Err(Stopped::Memory),
        }
        let has_failed = lines.as_ref().is_some_and(|lines| lines.proof.has_failed());
        if limits.is_over() || has_failed {
            return Err(Stopped::Limit);
        }
    }
}

/// Requires clauses of options.
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
