//! The linear and integer programs of peg solitaire, solved by microlp.
//!
//! The only matrix is the paper's A: a row for each hole, a column for each jump, 1 where the jump
//! removes a peg and -1 where it adds one. A floating-point result is never trusted: callers round
//! it and check it in integers.

use super::PegProblem;
use microlp::{ComparisonOp, Error, OptimizationDirection, SolveOutcome, Variable};

/// The solver failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverFailure(pub String);

dlx3_base::messages! {
    SolverFailure {
        Self(it) => "the linear solver failed: {it}",
    }
}

/// The numbers of jumps that are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Real: PAG-P and the linear relaxation of RUBj.
    Real,
    /// Integers: RUBj.
    Integer,
}

/// Maximizes the number of times that jump `objective` is made, subject to `A x = start - finish`,
/// `x >= 0`: the problem RUBj of section 4. Returns how often each jump is made, or `None` if there
/// is no solution.
///
/// # Errors
/// [`SolverFailure`].
pub fn most_jumps(
    problem: &PegProblem,
    objective: Option<usize>,
    domain: Domain,
) -> Result<Option<Vec<f64>>, SolverFailure> {
    let mut program = microlp::Problem::new(OptimizationDirection::Maximize);
    let most = problem.length() as i32;
    let jumps = problem.board.jumps();
    let variables: Vec<Variable> = (0..jumps.len())
        .map(|index| {
            let weight = if objective == Some(index) { 1.0 } else { 0.0 };
            match domain {
                Domain::Real => program.add_var(weight, (0.0, f64::from(most))),
                Domain::Integer => program.add_integer_var(weight, (0, most)),
            }
        })
        .collect();
    for hole in problem.board.holes() {
        let mut row = Vec::new();
        for (jump, &variable) in jumps.iter().zip(&variables) {
            if hole == jump.to {
                row.push((variable, -1.0));
            } else if jump.holes() & hole.bit() != 0 {
                row.push((variable, 1.0));
            }
        }
        let side = i32::from(problem.start.has(hole)) - i32::from(problem.finish.has(hole));
        if row.is_empty() {
            // The solver does not accept rows without variables.
            if side != 0 {
                return Ok(None);
            }
            continue;
        }
        program.add_constraint(row, ComparisonOp::Eq, f64::from(side));
    }
    if jumps.is_empty() {
        return Ok(Some(Vec::new()));
    }
    values(program.solve(), &variables)
}

/// The values of the variables at the optimum.
pub fn values(
    solved: Result<SolveOutcome, Error>,
    variables: &[Variable],
) -> Result<Option<Vec<f64>>, SolverFailure> {
    match solved {
        Ok(outcome) => match outcome.into_solution() {
            Ok(solution) => Ok(Some(
                variables
                    .iter()
                    .map(|&variable| solution.var_value(variable))
                    .collect(),
            )),
            Err(interrupted) => Err(SolverFailure(format!(
                "stopped early: {:?}",
                interrupted.termination_reason()
            ))),
        },
        Err(Error::Infeasible) => Ok(None),
        Err(error) => Err(SolverFailure(error.to_string())),
    }
}
