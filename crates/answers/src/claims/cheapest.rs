//! Proves that no solution is cheaper than a known one.
//!
//! First, all searches look for the cheapest solution. Then [linear
//! programs](crate::cheapest::duality::prove), which know the best cost from the start, prove that
//! none is cheaper. If there is no solution, [`none`] proves that. If the search was stopped, the
//! bound of the relaxation is proved.

use super::none;
use crate::Limits;
use crate::cheapest::duality::Duality;
use crate::cheapest::duality::prove::Prover;
use crate::cheapest::search::BestSearch;
use crate::cheapest::search::Priced;
use crate::problem::model::Model;
use crate::proof::{Conclusion, Numbering, Proof};
use dlx3_format::Problem;

/// The known facts about the cheapest solution before the proof.
#[derive(Clone, Copy, Debug)]
pub enum Claim<'k> {
    /// There is no solution.
    None,
    /// This one is the cheapest.
    Cheapest(&'k Priced),
    /// This solution is known, but need not be the cheapest; or none is known.
    Some(Option<&'k Priced>),
}

/// The result of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// There is no solution, or none cheaper than the best one.
    All,
    /// All solutions cost at least this.
    Bound(i128),
    /// Nothing.
    Nothing,
}

/// Writes a proof of these facts, and ends it. Option `o` costs `costs[o.index()]`.
pub fn prove(
    problem: &Problem,
    costs: &[i128],
    claim: Claim<'_>,
    (proof, numbering): (&mut Proof, &Numbering),
    limits: &mut Limits<'_>,
) -> Proved {
    let model = Model::new(problem);
    let lines = Some((&mut *proof, numbering));
    if matches!(claim, Claim::None) || model.is_impossible {
        return match none::search(problem, &[], lines, limits) {
            Ok((_, Some(contradiction))) => {
                proof.conclude_none(problem, contradiction);
                Proved::All
            }
            _ => {
                proof.conclude(&Conclusion::Nothing);
                Proved::Nothing
            }
        };
    }
    let part = model.into_whole();
    let own = part.costs(costs);
    let (best, is_proved) = match claim {
        Claim::Cheapest(best) => (Some(best), true),
        Claim::Some(best) => (best, false),
        Claim::None => (None, false),
    };
    let Some(mut search) = Duality::new(&part, &own, 1) else {
        // There are no options, or costs are too large.
        let conclusion = match best.filter(|_| part.choices.is_empty()) {
            Some((cost, solution)) => {
                proof.improve(problem, solution);
                let contradiction = proof.clause([]);
                Conclusion::Bounds {
                    lower: (Some(*cost), contradiction),
                    problem,
                    upper: Some((*cost, solution)),
                }
            }
            None => Conclusion::Nothing,
        };
        proof.conclude(&conclusion);
        return match conclusion {
            Conclusion::Nothing => Proved::Nothing,
            _ => Proved::All,
        };
    };
    if let Some(best) = best {
        search.offer(best);
    }
    let mut prover = Prover::new(search, problem, numbering, proof);
    let contradiction = match is_proved {
        true => prover.run(limits).ok(),
        false => None,
    };
    // If the best one was not the cheapest, the prover has found a cheaper one.
    let found = prover.best();
    let found = found.as_ref().or(best);
    let (lower, proved) = match (contradiction, found) {
        (Some(contradiction), Some(found)) => ((found.0, contradiction), Proved::All),
        _ => {
            let bound = prover.bound();
            (bound, Proved::Bound(bound.0))
        }
    };
    proof.conclude(&Conclusion::Bounds {
        lower: (Some(lower.0), lower.1),
        problem,
        upper: found.map(|found| (found.0, &found.1[..])),
    });
    proved
}
