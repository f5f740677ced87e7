//! Upper bounds on how often each jump is made: the relaxed problems RUBj (section 4 of the paper).
//!
//! Only one jump of each orbit under the problem's symmetries is bounded. Its linear relaxation is
//! solved first. If an earlier integer solution makes the jump as often as the relaxation allows,
//! the integer program need not be solved.

use super::linear::{self, Domain};
use super::{Board, Direction, PegProblem, SolverFailure};

/// The result of the relaxed problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upper {
    /// They have no solution, so the problem has none.
    Infeasible,
    /// For each jump, an upper bound on how often a solution makes it.
    Bounds(Vec<u32>),
}

/// A value this close to an integer is taken for it.
const TOLERANCE: f64 = 1e-5;

/// Solves RUBj for every jump.
///
/// # Errors
/// [`SolverFailure`], if the solver gives up or its solution is wrong in integers.
pub fn upper_bounds(problem: &PegProblem) -> Result<Upper, SolverFailure> {
    let bounds = upper_bounds_until(problem, &|| false)?;
    Ok(bounds.expect("nothing ends it"))
}

/// Solves RUBj for every jump; `None` if `stop` ends it.
///
/// # Errors
/// As [`upper_bounds`].
pub(super) fn upper_bounds_until(
    problem: &PegProblem,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Upper>, SolverFailure> {
    if !problem.same_class() {
        // The system has no integer solution even if negative values are allowed.
        return Ok(Some(Upper::Infeasible));
    }
    let jumps = problem.board.jumps().len();
    if jumps == 0 {
        return Ok(Some(match problem.start == problem.finish {
            true => Upper::Bounds(Vec::new()),
            false => Upper::Infeasible,
        }));
    }
    let firsts = problem.symmetries().first_jumps(&problem.board);
    // The largest number of jumps of each orbit in an integer solution so far.
    let mut reached = vec![0_u32; jumps];
    let mut upper = vec![0_u32; jumps];
    let mut seen_one = false;
    for index in 0..jumps {
        if firsts[index] < index {
            upper[index] = upper[firsts[index]];
            continue;
        }
        if stop() {
            return Ok(None);
        }
        let Some(relaxed) = linear::most_jumps(problem, Some(index), Domain::Real)? else {
            return Ok(Some(Upper::Infeasible));
        };
        let limit = (relaxed[index] + TOLERANCE).floor() as u32;
        if !(seen_one && reached[index] == limit) {
            let Some(solution) = linear::most_jumps(problem, Some(index), Domain::Integer)? else {
                return Ok(Some(Upper::Infeasible));
            };
            let counts = integers(problem, &solution)?;
            for (&first, &count) in firsts.iter().zip(&counts) {
                reached[first] = reached[first].max(count);
            }
            seen_one = true;
        }
        upper[index] = reached[index];
    }
    Ok(Some(Upper::Bounds(upper)))
}

/// Whether PAG-P has a solution. If not, some pagoda function proves that the problem has none.
///
/// # Errors
/// [`SolverFailure`].
pub fn is_real_feasible(problem: &PegProblem) -> Result<bool, SolverFailure> {
    Ok(linear::most_jumps(problem, None, Domain::Real)?.is_some())
}

/// Rounds the solver's solution, and checks `A x = start - finish` in integers.
fn integers(problem: &PegProblem, solution: &[f64]) -> Result<Vec<u32>, SolverFailure> {
    let counts: Vec<u32> = solution.iter().map(|value| value.round() as u32).collect();
    let mut taken = vec![0_i64; problem.board.len()];
    for (jump, &count) in problem.board.jumps().iter().zip(&counts) {
        taken[jump.from.index()] += i64::from(count);
        taken[jump.over.index()] += i64::from(count);
        taken[jump.to.index()] -= i64::from(count);
    }
    let wanted = problem
        .board
        .holes()
        .map(|hole| i64::from(problem.start.has(hole)) - i64::from(problem.finish.has(hole)));
    if wanted.eq(taken) {
        Ok(counts)
    } else {
        Err(SolverFailure("its integer solution is none".to_owned()))
    }
}

/// The bounds in the shape of the board: around each hole, the bounds of the jumps that start
/// there, each on the side of its direction.
pub fn table(board: &Board, upper: &[u32]) -> String {
    let width = upper
        .iter()
        .map(|bound| bound.to_string().len())
        .max()
        .unwrap_or(1);
    let cell = 3 * width + 3;
    let (rows, columns) = board.size();
    let mut lines = vec![vec![b' '; columns * cell]; rows * 4];
    for hole in board.holes() {
        let (row, column) = board.cell(hole);
        lines[4 * row + 1][column * cell + width] = b'o';
    }
    for (jump, bound) in board.jumps().iter().zip(upper) {
        let (row, column) = board.cell(jump.from);
        let (down, right) = match jump.direction {
            Direction::East => (1, width + 1),
            Direction::South => (2, width),
            Direction::West => (1, 0),
            Direction::North => (0, width),
            Direction::Southeast => (2, width + 1),
            Direction::Northwest => (0, 0),
        };
        let text = bound.to_string();
        let at = column * cell + right;
        lines[4 * row + down][at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    lines.pop();
    let lines = lines
        .iter()
        .map(|line| String::from_utf8_lossy(line).trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::parse_spec;

    fn bounds(spec: &str) -> Vec<u32> {
        match upper_bounds(&parse_spec(spec).unwrap()).unwrap() {
            Upper::Bounds(bounds) => bounds,
            Upper::Infeasible => panic!("{spec} is feasible"),
        }
    }

    #[test]
    fn the_bounds_of_the_central_game_sum_to_168() {
        let bounds = bounds("central");
        let with = |value| bounds.iter().filter(|&&bound| bound == value).count();
        assert_eq!([1, 2, 3, 4].map(with), [32, 12, 16, 16]);
        assert_eq!(bounds.iter().sum::<u32>(), 168);
    }

    #[test]
    fn orbits_and_relaxations_do_not_change_the_bounds() {
        for spec in ["latin", "3x4", "triangle", "up-arrow"] {
            let problem = parse_spec(spec).unwrap();
            for (index, &bound) in bounds(spec).iter().enumerate() {
                let alone = linear::most_jumps(&problem, Some(index), Domain::Integer);
                let alone = alone.unwrap().expect("feasible");
                assert_eq!(alone[index].round() as u32, bound, "{spec}, jump {index}");
            }
        }
    }

    #[test]
    fn the_class_test_and_the_relaxed_problems_find_no_solution() {
        for spec in ["english:d4:d5", "1x4:a1:a1", "1x2:a1:a1"] {
            let problem = parse_spec(spec).unwrap();
            assert_eq!(upper_bounds(&problem).unwrap(), Upper::Infeasible, "{spec}");
        }
    }
}
