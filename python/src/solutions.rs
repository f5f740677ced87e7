//! `dlx3.Solutions`: an iterator whose search runs ahead on a thread of its own.
//!
//! To start a thread takes longer than to solve a small problem. So a problem that is not large is
//! first searched for a moment without one; if that does not finish it, the thread begins again.
//!
//! Solutions come in batches: the first one alone, then twice as many each time, up to a limit.
//! At most two batches wait, so the search is never far ahead.

use crate::faults::{self, Known};
use crate::numbers::to_list;
use crate::run::{Asked, BREATH, Control, MARGIN, STACK};
use dlx3::answers::Stopped;
use dlx3::search::{Engine, Outcome, Solution, State};
use dlx3::{Observer, Problem, Search};
use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How many batches may wait, how many solutions and options one may have, and how long it may
/// take to fill it.
const WAITING: usize = 2;
const MOST: usize = 1024;
const MOST_OPTIONS: usize = 1 << 16;
const LONGEST: Duration = Duration::from_millis(20);

/// How much is searched before there is a thread, in mems: about 0.1 milliseconds. Problems with more
/// nodes than this take too long to be set up twice.
const FIRST_MEMS: u64 = 1 << 16;
const FIRST_NODES: usize = 1 << 14;

/// Some solutions: the options of all, and where each ends.
#[derive(Default)]
struct Batch {
    options: Vec<u32>,
    ends: Vec<u32>,
}

impl Batch {
    /// Adds a solution.
    #[inline]
    fn push(&mut self, solution: &Solution) {
        let begin = self.options.len();
        let options = solution.options.iter().map(|option| option.0);
        self.options.extend(options);
        self.options[begin..].sort_unstable();
        self.ends.push(self.options.len() as u32);
    }
}

/// Collects solutions until the first progress.
struct Trying(Batch);

impl Observer for Trying {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.0.push(solution);
        ControlFlow::Continue(())
    }

    fn progress_every(&self) -> u64 {
        FIRST_MEMS
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// All solutions, if that takes no longer than a moment.
fn try_without_thread(problem: &Problem, asked: &Asked) -> Option<Batch> {
    if problem.node_count() > FIRST_NODES {
        return None;
    }
    let mut trying = Trying(Batch::default());
    let outcome = Search::new(problem, Engine::Links).run(&mut trying);
    // With no time left, it is the thread that says so.
    (outcome == Outcome::Exhausted && !asked.is_late()).then_some(trying.0)
}

/// What the search sends.
enum News {
    Some(Batch),
    /// It is over, and this ended it, if it was not the end of the tree.
    End(Option<Stopped>),
}

/// An iterator over solutions, each a sorted list of option indices.
///
/// It is what `Problem.solutions` returns.
#[pyclass(module = "dlx3")]
pub struct Solutions {
    /// In a lock only because receivers are not made to be shared.
    news: Mutex<Receiver<News>>,
    control: Arc<Control>,
    numbers: Arc<Vec<Py<PyAny>>>,
    batch: Batch,
    /// How many solutions of the batch have been taken, and where the next one begins.
    taken: usize,
    begin: usize,
    found: u64,
    is_over: bool,
}

/// Collects solutions, and sends them.
struct Sending<'s> {
    control: &'s Control,
    sender: &'s SyncSender<News>,
    batch: Batch,
    /// How many solutions the batch is to have.
    size: usize,
    /// When it is to be sent in any case.
    due: Instant,
}

impl Sending<'_> {
    fn send(&mut self) -> ControlFlow<()> {
        let next = Batch {
            options: Vec::with_capacity(2 * self.batch.options.len()),
            ends: Vec::with_capacity(2 * self.batch.ends.len()),
        };
        let batch = std::mem::replace(&mut self.batch, next);
        self.size = (2 * self.size).min(MOST);
        // It waits for room. Nobody takes it if the iterator is gone.
        let sent = self.sender.send(News::Some(batch));
        self.due = Instant::now() + LONGEST;
        match sent.is_err() || self.control.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Sending<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.batch.push(solution);
        let is_full =
            self.batch.ends.len() >= self.size || self.batch.options.len() >= MOST_OPTIONS;
        match is_full {
            true => self.send(),
            false => ControlFlow::Continue(()),
        }
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        if self.control.must_stop() {
            return ControlFlow::Break(());
        }
        if !self.batch.ends.is_empty() && Instant::now() >= self.due {
            return self.send();
        }
        ControlFlow::Continue(())
    }
}

/// Searches to the end, or until it is told to stop.
fn search(problem: &Problem, control: &Control, sender: &SyncSender<News>) {
    let mut sending = Sending {
        control,
        sender,
        batch: Batch::default(),
        size: 1,
        due: Instant::now() + LONGEST,
    };
    let mut search = Search::new(problem, Engine::Auto).with_stack(STACK - MARGIN);
    let outcome = search.run_on_threads(control.asked.threads, &mut sending);
    let batch = std::mem::take(&mut sending.batch);
    let why = match outcome {
        Outcome::Exhausted => None,
        Outcome::Paused => Some(Stopped::Limit),
    };
    // If nobody listens any more, nobody misses anything.
    let _ = sender.send(News::Some(batch));
    let _ = sender.send(News::End(why));
}

impl Solutions {
    pub fn new(
        problem: Arc<Problem>,
        numbers: Arc<Vec<Py<PyAny>>>,
        asked: Asked,
    ) -> PyResult<Self> {
        let (sender, news) = sync_channel(WAITING);
        let control = Arc::new(Control::new(asked));
        let first = try_without_thread(&problem, &asked);
        let is_over = first.is_some();
        if !is_over {
            let own = Arc::clone(&control);
            thread::Builder::new()
                .stack_size(STACK)
                .spawn(move || search(&problem, &own, &sender))
                .map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        }
        Ok(Solutions {
            news: Mutex::new(news),
            control,
            numbers,
            batch: first.unwrap_or_default(),
            taken: 0,
            begin: 0,
            found: 0,
            is_over,
        })
    }

    /// The next solution of the batch.
    #[inline]
    fn take<'py>(&mut self, py: Python<'py>) -> Option<PyResult<Bound<'py, PyList>>> {
        let end = *self.batch.ends.get(self.taken)? as usize;
        let options = &self.batch.options[self.begin..end];
        let options = options.iter().map(|&option| option as usize);
        let list = to_list(py, &self.numbers, options);
        self.taken += 1;
        self.begin = end;
        self.found += 1;
        Some(list)
    }

    /// Gets the next batch; false if there is none.
    fn refill(&mut self, py: Python<'_>) -> PyResult<bool> {
        if self.is_over {
            return Ok(false);
        }
        // The interpreter looks for signals between two steps of a loop, but `list` does not.
        py.check_signals()?;
        match self.hear(py)? {
            News::Some(batch) => {
                self.batch = batch;
                (self.taken, self.begin) = (0, 0);
                Ok(true)
            }
            News::End(None) => {
                self.is_over = true;
                Ok(false)
            }
            News::End(Some(why)) => {
                self.is_over = true;
                let known = Known {
                    at_least: Some(BigUint::from(self.found)),
                    ..Known::default()
                };
                Err(faults::stopped(py, why, known))
            }
        }
    }

    /// What the search sends next.
    fn hear(&mut self, py: Python<'_>) -> PyResult<News> {
        let news = self
            .news
            .get_mut()
            .unwrap_or_else(|error| error.into_inner());
        match news.try_recv() {
            Ok(news) => return Ok(news),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        loop {
            let news = &mut *news;
            match py.detach(move || news.recv_timeout(BREATH)) {
                Ok(news) => return Ok(news),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the search has failed"));
                }
            }
        }
    }
}

#[pymethods]
impl Solutions {
    /// Passes by up to `most` solutions without making lists, and says how many there were: what
    /// listing costs without Python, for measurements.
    fn _skip(&mut self, py: Python<'_>, most: u64) -> PyResult<u64> {
        let mut seen = 0;
        loop {
            let left = (self.batch.ends.len() - self.taken) as u64;
            seen += left;
            self.found += left;
            (self.taken, self.begin) = (self.batch.ends.len(), self.batch.options.len());
            if seen >= most || !self.refill(py)? {
                return Ok(seen);
            }
        }
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        loop {
            if let Some(list) = self.take(py) {
                return list.map(Some);
            }
            if !self.refill(py)? {
                return Ok(None);
            }
        }
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.control.stop.store(true, Ordering::Relaxed);
    }
}
