//! Questions about a problem, with limits of time, memory and threads, a flag to cancel them, and
//! progress reports.

use crate::best::{self, NotCheapest};
use crate::cheapest::search::Priced;
use crate::conflict::{self, Conflict};
use crate::count::{self, Unfinished};
use crate::family::Family;
use crate::find;
use crate::problem::reduce::Reduction;
use crate::{Limits, Sight, Stopped, View};
use dlx3_base::count::Count;
use dlx3_format::{OptionId, Problem};
use std::borrow::Cow;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The default limit of memory for states, in bytes.
pub const MEMORY: usize = 1 << 30;

/// The time between two calls of the progress function.
const LOOK: Duration = Duration::from_millis(100);

/// A question about a problem, and the limits of its answer. [`Answers::ask`](super::Answers::ask)
/// makes one. Each method but the last sets a limit, and the last one asks.
///
/// Time and threads do not change an answer: they decide only whether there is one. A limit of
/// memory may rule out a search. That changes no number and no cost, but it may change which
/// solution is found.
///
/// ```
/// use dlx3::Answers;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// let problem: dlx3::Problem = "A B C\nA B\nC\nB C\nA\n".parse()?;
/// let cancelled = AtomicBool::new(false);     // some other thread may set it
/// let number = problem
///     .ask()
///     .time(Duration::from_secs(60))
///     .memory(1 << 28)
///     .cancelled_by(&cancelled)
///     .progress(&mut |sight| eprintln!("{} states", sight.states))
///     .count()?;
/// assert_eq!(number, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ask<'a> {
    problem: &'a Problem,
    memory: usize,
    threads: usize,
    end: Option<Instant>,
    cancelled: Option<&'a AtomicBool>,
    progress: Option<&'a mut dyn FnMut(&Sight)>,
}

impl<'a> Ask<'a> {
    /// A question about this problem, with no limit set yet.
    pub(super) fn about(problem: &'a Problem) -> Self {
        Ask {
            problem,
            memory: MEMORY,
            threads: 1,
            end: None,
            cancelled: None,
            progress: None,
        }
    }

    /// Stops after this time, counted from now.
    pub fn time(self, time: Duration) -> Self {
        // A time beyond the clock's range is no limit.
        let end = Instant::now().checked_add(time);
        Ask { end, ..self }
    }

    /// Limits the memory for states, in bytes. Each search that takes part may use as much.
    pub fn memory(self, memory: usize) -> Self {
        Ask { memory, ..self }
    }

    /// Sets the number of threads. [`available_parallelism`](std::thread::available_parallelism)
    /// says how many would help.
    pub fn threads(self, threads: NonZero<usize>) -> Self {
        let threads = threads.get();
        Ask { threads, ..self }
    }

    /// Stops soon after this flag is set.
    pub fn cancelled_by(self, flag: &'a AtomicBool) -> Self {
        let cancelled = Some(flag);
        Ask { cancelled, ..self }
    }

    /// Calls this function up to ten times a second.
    pub fn progress(self, call: &'a mut dyn FnMut(&Sight)) -> Self {
        let progress = Some(call);
        Ask { progress, ..self }
    }

    /// The number of solutions.
    ///
    /// # Errors
    /// If it was stopped early. The error has a lower bound.
    pub fn count(self) -> Result<Count, Unfinished> {
        let problem = self.problem;
        self.within(|limits| count::count(problem, limits))
            .map(|counted| counted.number)
    }

    /// A solution, as a sorted list of options; `None` if the problem has none.
    ///
    /// # Errors
    /// If it was stopped before the answer was known.
    pub fn find(self) -> Result<Option<Vec<OptionId>>, Stopped> {
        let problem = self.problem;
        self.within(|limits| find::find(problem, limits))
            .map(|found| found.solution)
    }

    /// Items that contradict each other; `None` if there is a solution. See
    /// [`Answers::conflict`](super::Answers::conflict).
    ///
    /// # Errors
    /// If it was stopped before it was known whether there is a solution. If it was stopped later,
    /// the conflict may have items that are not needed.
    pub fn conflict(self) -> Result<Option<Conflict>, Stopped> {
        let problem = self.problem;
        self.within(|limits| conflict::conflict(problem, limits))
    }

    /// The `most` cheapest solutions with their costs, cheapest first: see
    /// [`Answers::best`](super::Answers::best).
    ///
    /// # Errors
    /// If the costs are too large, or if it was stopped early. The error then has the cheapest
    /// solutions so far, and a lower bound for the cost of all solutions.
    pub fn best(self, most: usize) -> Result<Vec<Priced>, NotCheapest> {
        let problem = self.problem;
        let free = || Cow::from(vec![0; problem.option_count()]);
        let costs = problem
            .costs()
            .map_or_else(free, |costs| costs.values().into());
        self.within(|limits| best::cheapest(problem, &costs, most, limits))
            .map(|cheapest| cheapest.solutions)
    }

    /// All solutions as a decision diagram, from which they can be numbered, drawn at random, and
    /// counted for each option.
    ///
    /// # Errors
    /// If it was stopped early, or if the diagram needs more memory than the limit.
    pub fn family(self) -> Result<Family, Stopped> {
        let problem = self.problem;
        self.within(|limits| Family::new(problem, limits))
    }

    /// A problem with the same solutions and perhaps fewer options. If it is stopped early, the
    /// reductions made until then stay.
    pub fn reduced(self) -> Problem {
        let problem = self.problem;
        self.within(|limits| Reduction::new(problem, &mut || limits.is_over()).problem(problem))
    }

    /// Does some work within the limits.
    fn within<T>(self, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
        let (end, cancelled) = (self.end, self.cancelled);
        let mut stop = || {
            cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed))
                || end.is_some_and(|end| Instant::now() >= end)
        };
        let mut looks = self.progress.map(|call| Calls {
            call,
            next: Instant::now() + LOOK,
        });
        work(&mut Limits {
            threads: self.threads,
            view: looks.as_mut().map(|looks| looks as &mut dyn View),
            stop: &mut stop,
            ..Limits::new(self.memory)
        })
    }
}

/// Calls the progress function when it is due.
struct Calls<'a> {
    call: &'a mut dyn FnMut(&Sight),
    next: Instant,
}

impl View for Calls<'_> {
    fn is_due(&mut self) -> bool {
        Instant::now() >= self.next
    }

    fn show(&mut self, sight: &Sight) {
        (self.call)(sight);
        self.next = Instant::now() + LOOK;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answers;

    /// Covers of a board by dominoes.
    fn dominoes(side: usize) -> Problem {
        let cell = |row: usize, column: usize| format!("r{row}c{column}");
        let cells = (0..side * side).map(|at| cell(at / side, at % side));
        let mut text = cells.collect::<Vec<_>>().join(" ") + "\n";
        for row in 0..side {
            for column in 0..side {
                if column + 1 < side {
                    text += &format!("{} {}\n", cell(row, column), cell(row, column + 1));
                }
                if row + 1 < side {
                    text += &format!("{} {}\n", cell(row, column), cell(row + 1, column));
                }
            }
        }
        text.parse().unwrap()
    }

    #[test]
    fn an_answer_is_the_same_with_limits_that_do_not_matter() {
        let problem = dominoes(6);
        let two = NonZero::new(2).unwrap();
        let ask = || {
            problem
                .ask()
                .time(Duration::MAX)
                .threads(two)
                .memory(1 << 24)
        };
        assert_eq!(ask().count().unwrap(), 6728);
        assert_eq!(ask().count().unwrap(), problem.count());
        assert_eq!(ask().find().unwrap(), problem.find());
        assert_eq!(ask().family().unwrap().number(), 6728);
        assert_eq!(ask().reduced(), problem.reduced());
        let costs = (0..problem.option_count() as i128).collect();
        let priced = problem.with_costs(costs).unwrap();
        let best = priced.best(3).unwrap();
        assert_eq!(priced.ask().best(3).unwrap(), best);
    }

    #[test]
    fn what_is_cancelled_before_it_begins_has_no_answer() {
        let problem = dominoes(40);
        let flag = AtomicBool::new(true);
        let ask = || problem.ask().cancelled_by(&flag);
        assert_eq!(ask().count().unwrap_err().why, Stopped::Limit);
        assert_eq!(ask().family().unwrap_err(), Stopped::Limit);
        assert_eq!(
            problem.ask().time(Duration::ZERO).family().unwrap_err(),
            Stopped::Limit
        );
    }

    #[test]
    fn progress_is_shown_until_the_question_is_cancelled() {
        let problem = dominoes(40);
        let flag = AtomicBool::new(false);
        let mut seen = Vec::new();
        let mut look = |sight: &Sight| {
            seen.push(sight.clone());
            flag.store(seen.len() == 3, Ordering::Relaxed);
        };
        let stopped = problem
            .ask()
            .cancelled_by(&flag)
            .progress(&mut look)
            .count();
        assert_eq!(stopped.unwrap_err().why, Stopped::Limit);
        assert!(
            seen.len() >= 3 && seen.iter().any(|sight| sight.states > 0),
            "{seen:?}"
        );
    }
}
