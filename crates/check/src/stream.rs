//! Checks a stream: each solution, its number, and that it has not come before.

use super::judge::{Judge, Reason};
use super::repeats::Repeats;
use dlx3_format::solution::{SolutionNumber, SolutionReader, StreamError, StreamSolution};
use dlx3_format::{OptionId, Problem};
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

/// The settings of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The step M by which the numbers rise; `None` to take it from the first number.
    pub step: Option<u64>,
    /// Whether the solutions are a sample: their numbers must not fall, and a solution may come
    /// again with its number.
    pub sample: bool,
    /// The bytes of memory for fingerprints; more go to temporary files.
    pub memory: usize,
}

/// Why a stream does not hold, or could not be checked.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// A solution that does not hold.
    Solution {
        /// The number that was printed; `None` for a repeat whose number has more than 64 bits, as
        /// those are not kept.
        number: Option<SolutionNumber>,
        /// The line to look at: the solution's first, or that of one level.
        line: u64,
        /// What is wrong with it.
        reason: Reason,
    },
    /// A line that does not belong to a solution stream.
    Stream(StreamError),
    /// A temporary file failed.
    Temporary(io::Error),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution {
                number,
                line,
                reason,
            } => match number {
                Some(number) => write!(f, "solution {number}, line {line}: {reason}"),
                None => write!(f, "line {line}: {reason}"),
            },
            Self::Stream(error) => error.fmt(f),
            Self::Temporary(error) => write!(f, "cannot use a temporary file: {error}"),
        }
    }
}

impl Error for CheckError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Stream(error) => error.source(),
            _ => None,
        }
    }
}

impl From<StreamError> for CheckError {
    fn from(error: StreamError) -> Self {
        Self::Stream(error)
    }
}

/// Checks a stream and counts its solutions. If several do not hold, the error names
/// the first of them.
///
/// ```
/// use dlx3::check::{Settings, check};
///
/// let problem: dlx3::Problem = "A B\nA\nB\nA B\n".parse()?;
/// let settings = Settings { step: None, sample: false, memory: 1 << 20 };
/// let stream = &b"1:\n A (1 of 2)\n B (1 of 1)\n2:\n A B (2 of 2)\n"[..];
/// assert_eq!(check(&problem, settings, stream).unwrap(), 2);
/// let error = check(&problem, settings, &stream[..12 + 3]).unwrap_err();
/// assert_eq!(error.to_string(), "solution 1, line 1: item B occurs 0 times, not 1");
/// # Ok::<(), dlx3::Fault>(())
/// ```
///
/// # Errors
/// The first solution that does not hold, or why the check could not be done.
pub fn check(problem: &Problem, settings: Settings, stream: impl Read) -> Result<u64, CheckError> {
    // No solution has an option twice, or a null move of an item twice.
    let most_levels = problem.option_count() + problem.primary_count();
    let mut judge = Judge::new(problem);
    let mut repeats = Repeats::new(settings.memory);
    let mut numbers = Numbers::new(settings.step);
    let mut last = Previous::default();
    let mut count = 0;
    let mut wrong = None;
    for solution in SolutionReader::new(stream).most_levels(most_levels) {
        match solution {
            Ok(solution) => {
                let number = match settings.sample {
                    true => last.check_order(&solution),
                    false => numbers.check(&solution),
                };
                let held = number.and_then(|()| judge.check(&solution));
                let new = held.and_then(|()| match settings.sample {
                    true => last.is_new(&solution, judge.options()),
                    false => Ok(true),
                });
                let is_new = match new {
                    Ok(is_new) => is_new,
                    Err((line, reason)) => {
                        wrong = Some(CheckError::Solution {
                            number: Some(solution.number),
                            line,
                            reason,
                        });
                        break;
                    }
                };
                count += 1;
                if !is_new {
                    continue;
                }
                repeats
                    .add(judge.fingerprint(), judge.ways(), &solution)
                    .map_err(CheckError::Temporary)?;
            }
            Err(error) => {
                wrong = Some(error.into());
                break;
            }
        }
    }
    // Repeats are found last, but may come before a fault that was found earlier.
    match repeats.first().map_err(CheckError::Temporary)? {
        Some(repeat) => Err(CheckError::Solution {
            number: repeat.number.map(SolutionNumber::from),
            line: repeat.line,
            reason: Reason::Repeated {
                number: repeat.earlier_number,
                line: repeat.earlier_line,
                ways: repeat.ways,
            },
        }),
        None => wrong.map_or(Ok(count), Err),
    }
}

/// The last solution of a sample.
#[derive(Default)]
struct Previous {
    /// The solution, without its levels.
    solution: Option<StreamSolution>,
    options: Vec<OptionId>,
}

impl Previous {
    /// Checks that no number is smaller than its predecessor, or than 1.
    fn check_order(&self, solution: &StreamSolution) -> Result<(), (u64, Reason)> {
        let last = self.solution.as_ref();
        let least = last.map_or(1.into(), |last| last.number.clone());
        match solution.number < least {
            true => Err((solution.line, Reason::Order { least })),
            false => Ok(()),
        }
    }

    /// Whether the number is new. If it is not, the options, which are sorted, must be those it
    /// came with before.
    fn is_new(
        &mut self,
        solution: &StreamSolution,
        options: impl Iterator<Item = OptionId>,
    ) -> Result<bool, (u64, Reason)> {
        if let Some(last) = &self.solution
            && last.number == solution.number
        {
            return match options.eq(self.options.iter().copied()) {
                true => Ok(false),
                false => Err((solution.line, Reason::Differs { line: last.line })),
            };
        }
        self.solution = Some(StreamSolution {
            levels: Vec::new(),
            number: solution.number.clone(),
            line: solution.line,
        });
        self.options.clear();
        self.options.extend(options);
        Ok(true)
    }
}

/// Checks that the k-th solution printed has the number kM.
struct Numbers {
    step: Option<SolutionNumber>,
    last: SolutionNumber,
}

impl Numbers {
    fn new(step: Option<u64>) -> Self {
        Numbers {
            step: step.map(SolutionNumber::from),
            last: 0.into(),
        }
    }

    fn check(&mut self, solution: &StreamSolution) -> Result<(), (u64, Reason)> {
        let first = || solution.number.clone().max(1.into());
        let expected = &self.last + self.step.get_or_insert_with(first);
        if solution.number != expected {
            return Err((solution.line, Reason::Number { expected }));
        }
        self.last = expected;
        Ok(())
    }
}
