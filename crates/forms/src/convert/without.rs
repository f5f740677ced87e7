//! Excludes known solutions from a problem: a clause for each of them.
//!
//! The clause says that one of the solution's options does not hold, or that another option holds
//! that could be added. So it excludes this solution and no other, not even one with all its
//! options and more, as bounds may allow. In an exact cover, nothing can be added to a solution.

use super::read::{Checker, Model, Place};
use dlx3_answers::proof::{Clause, variable};
use dlx3_check::Reason;
use dlx3_format::solution::{Finder, SolutionNumber, SolutionReader, StreamError};
use dlx3_format::{OptionId, Problem};
use std::io::Read;

/// Why solutions of a stream cannot be excluded.
#[derive(Debug)]
#[non_exhaustive]
pub enum WithoutError {
    /// It cannot be read.
    Stream(StreamError),
    /// A line of a solution is not an option of the problem.
    NoOption {
        /// The solution's number.
        solution: SolutionNumber,
        /// The first line of the solution.
        line: u64,
        /// The option's place in the solution, from 1.
        level: usize,
    },
    /// Several options of the problem are equal, and a solution does not say which one it has.
    Equal {
        /// The solution's number.
        solution: SolutionNumber,
        /// The first of the equal options.
        option: OptionId,
    },
    /// It is not a solution.
    Wrong {
        /// The solution's number.
        solution: SolutionNumber,
        /// The wrong option, for the message; empty if there is none.
        option: String,
        /// What is wrong.
        reason: Reason,
    },
}

dlx3_base::messages! {
    WithoutError {
        Self::Stream(error) => "{error}",
        Self::NoOption { solution, line, level } => (
            "solution {solution}, line {}: this is no option of the problem",
            line + *level as u64,
        ),
        Self::Equal { solution, option } => (
            "solution {solution}: the problem has several options equal to option {}, and a \
             solution does not say which of them it has",
            option.index() + 1,
        ),
        Self::Wrong { solution, option, reason } => "solution {solution}: {option}{reason}",
    }
}

/// Reads solutions as `dlx3 m1` prints them, and makes a clause for each.
///
/// ```
/// use dlx3::convert::without::exclusions;
///
/// let problem: dlx3::Problem = "A 0:1|B\nA\nB\n".parse()?;
/// let solutions = "1:\n A (1 of 1)\n null B (2 of 2)\n";
/// // Option 1 does not hold, or option 2 does.
/// assert_eq!(exclusions(&problem, solutions.as_bytes())?, [[-1, 2].into()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it is not a solution stream, or has anything but solutions of the problem.
pub fn exclusions(problem: &Problem, stream: impl Read) -> Result<Vec<Clause>, WithoutError> {
    let finder = Finder::new(problem);
    let mut checker = Checker::new(problem);
    let mut addable = Addable::new(problem);
    let mut clauses = Vec::new();
    for solution in SolutionReader::new(stream) {
        let solution = solution.map_err(WithoutError::Stream)?;
        let number = &solution.number;
        let mut options = Vec::new();
        for (level, line) in (1..).zip(&solution.levels) {
            if line.null().is_some() {
                continue;
            }
            let class = finder.option(&line.words).ok_or(WithoutError::NoOption {
                solution: number.clone(),
                line: solution.line,
                level,
            })?;
            if class.copies > 1 {
                return Err(WithoutError::Equal {
                    solution: number.clone(),
                    option: class.first,
                });
            }
            let place = Place {
                line: solution.line + level as u64,
                column: 1,
            };
            options.push((class.first, place));
        }
        options.sort_unstable();
        let model = Model {
            line: solution.line,
            options,
        };
        checker.check(&model).map_err(|wrong| WithoutError::Wrong {
            solution: number.clone(),
            option: wrong.option,
            reason: wrong.reason,
        })?;
        let options: Vec<OptionId> = model.options.iter().map(|&(option, _)| option).collect();
        let own = options.iter().map(|&option| -variable(option));
        let others = addable.to(&options).into_iter().map(variable);
        clauses.push(own.chain(others).collect());
    }
    Ok(clauses)
}

/// Finds the options that can be added to a solution.
struct Addable<'p> {
    problem: &'p Problem,
    /// Options that can be in a solution together with other options of all their primary items.
    candidates: Vec<OptionId>,
    /// For each item, how many options of the solution have it.
    used: Vec<u32>,
    /// The color of each item; 0 for none.
    colors: Vec<u8>,
}

impl<'p> Addable<'p> {
    fn new(problem: &'p Problem) -> Self {
        // An option cannot be added if every solution has one of its items as often as allowed.
        let may = |&option: &OptionId| {
            let mut items = problem.option(option);
            items.all(|(item, _)| {
                let bounds = problem.bounds(item);
                bounds.is_none_or(|bounds| bounds.lower < bounds.upper)
            })
        };
        Addable {
            problem,
            candidates: problem.option_ids().filter(may).collect(),
            used: vec![0; problem.item_count()],
            colors: vec![0; problem.item_count()],
        }
    }

    fn to(&mut self, solution: &[OptionId]) -> Vec<OptionId> {
        if self.candidates.is_empty() {
            return Vec::new();
        }
        let nodes = || {
            solution
                .iter()
                .flat_map(|&option| self.problem.option(option))
        };
        for (item, color) in nodes() {
            self.used[item.index()] += 1;
            self.colors[item.index()] = color.unwrap_or(0);
        }
        let fits = |&option: &OptionId| {
            self.problem.option(option).all(|(item, color)| {
                let (used, agreed) = (self.used[item.index()], self.colors[item.index()]);
                match self.problem.bounds(item) {
                    Some(bounds) => used < bounds.upper,
                    None => used == 0 || color.is_some_and(|color| color == agreed),
                }
            })
        };
        let others = self.candidates.iter().copied().filter(fits);
        let others = others.filter(|option| solution.binary_search(option).is_err());
        let others = others.collect();
        for (item, _) in nodes() {
            self.used[item.index()] = 0;
        }
        others
    }
}
