//! `dlx3.Solutions`: an iterator whose search runs ahead on a thread of its own.
//!
//! To start a thread takes longer than to solve a small problem. So a problem that is not large is
//! first searched for a moment without one; if that does not finish it, the thread begins again.
//!
//! Solutions come in batches: the first one alone, then twice as many each time, up to a limit.
//! At most two batches wait, so the search is never far ahead.

use crate::faults::{self, Known};
use crate::numbers::to_list;
use crate::progress::{Listener, More, SPACING};
use crate::run::{Asked, BREATH, Control, MARGIN, STACK};
use dlx3::answers::dlx3::short;
use dlx3::answers::{Sight, Stopped};
use dlx3::report::share_done;
use dlx3::search::{Engine, Links, Outcome, Solution, State};
use dlx3::{Observer, Problem, Search};
use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// How many batches may wait, how many solutions and options one may have, and how long it may
/// take to fill it.
const WAITING: usize = 2;
const MOST: usize = 1024;
const MOST_OPTIONS: usize = 1 << 16;
const LONGEST: Duration = Duration::from_millis(20);

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
        short::MEMS
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// All solutions, if that takes no longer than a moment.
fn try_without_thread(problem: &Problem, asked: &Asked) -> Option<Batch> {
    if problem.node_count() > short::NODES {
        return None;
    }
    let mut trying = Trying(Batch::default());
    let outcome = Links::new(problem).run_for_solutions(&mut trying);
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
/// It is what `Problem.solutions` returns. Several threads may take solutions from it: each
/// solution goes to one of them. Its search does not live on in a forked process, where
/// `RuntimeError` is raised.
#[pyclass(frozen, module = "dlx3")]
pub struct Solutions {
    /// None if the search ended at once.
    news: Option<Mutex<Receiver<News>>>,
    control: Arc<Control>,
    /// What the search is told, and tells, of the progress, if anybody listens.
    told: Option<Arc<Told>>,
    numbers: Arc<Vec<Py<PyAny>>>,
    /// Only locked for a moment in which nothing else is waited for.
    ready: Mutex<Ready>,
    /// Tells those that wait that something is ready.
    changed: Condvar,
    /// How often the process had been forked when the search began.
    forks: u64,
}

/// How far a search has come, and who listens: whoever takes solutions tells it while waiting.
struct Told {
    begun: Instant,
    /// None when the search is over. Not locked while it is called.
    listener: Mutex<Option<Arc<Listener>>>,
    /// When it is told next.
    due: Mutex<Instant>,
    /// The share of the tree that is done, the bits of an `f64`.
    walked: AtomicU64,
    /// Whether the listener has ended the search.
    is_ended: AtomicBool,
}

impl Told {
    fn new(listener: Listener) -> Self {
        let begun = Instant::now();
        Told {
            begun,
            listener: Mutex::new(Some(Arc::new(listener))),
            due: Mutex::new(begun + SPACING),
            walked: AtomicU64::new(0),
            is_ended: AtomicBool::new(false),
        }
    }

    /// The listener, if it is time to tell it. Who has ended the search hears no more of it.
    fn due(&self) -> Option<Arc<Listener>> {
        if self.is_ended.load(Ordering::Relaxed) {
            return None;
        }
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now < *due {
            return None;
        }
        *due = now + SPACING;
        let listener = self.listener.lock();
        listener.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The listener, which is told nothing from here on.
    fn last(&self) -> Option<Arc<Listener>> {
        let listener = self.listener.lock();
        listener.unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// What has come and is not taken.
struct Ready {
    batch: Arc<Batch>,
    /// How many solutions of the batch have been taken, and where the next one begins.
    taken: usize,
    begin: usize,
    found: u64,
    /// Whether the search is over, and what ended it, if it was not the end of the tree.
    end: Option<Option<Stopped>>,
}

impl Ready {
    /// The next solution of the batch: where its options are.
    #[inline]
    fn take(&mut self) -> Option<(Arc<Batch>, Range<usize>)> {
        let begin = self.begin;
        self.begin = *self.batch.ends.get(self.taken)? as usize;
        self.taken += 1;
        self.found += 1;
        Some((Arc::clone(&self.batch), begin..self.begin))
    }

    /// What is known without more news.
    fn heard(&self) -> Heard {
        match self.end {
            _ if self.taken < self.batch.ends.len() => Heard::More,
            None => Heard::Nothing,
            Some(None) => Heard::Over,
            // Each thread that asks learns that solutions are missing.
            Some(Some(why)) => Heard::Stopped(why, self.found),
        }
    }
}

/// What a thread learns that has looked for news.
enum Heard {
    /// Nothing, yet.
    Nothing,
    /// There is a batch.
    More,
    /// The search is over.
    Over,
    /// It was stopped after this many solutions.
    Stopped(Stopped, u64),
    /// The search has failed.
    Lost,
}

/// How often this process is a fork of the one that imported the package.
static FORKS: AtomicU64 = AtomicU64::new(0);

/// Called in each forked process. Threads do not live on in it.
#[pyfunction]
fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Has forks counted, on systems that have any.
pub fn count_forks(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else {
        return Ok(());
    };
    let named = PyDict::new(py);
    named.set_item("after_in_child", wrap_pyfunction!(forked, module)?)?;
    register.call((), Some(&named)).map(drop)
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
    told: Option<&'s Told>,
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

    fn progress(&mut self, state: &dyn State) -> ControlFlow<()> {
        if let Some(told) = self.told {
            let walked = share_done(state).to_bits();
            told.walked.store(walked, Ordering::Relaxed);
        }
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
fn search(problem: &Problem, control: &Control, told: Option<&Told>, sender: &SyncSender<News>) {
    let mut sending = Sending {
        control,
        sender,
        batch: Batch::default(),
        size: 1,
        due: Instant::now() + LONGEST,
        told,
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
        listener: Option<Listener>,
        asked: Asked,
    ) -> PyResult<Self> {
        let told = listener.map(|listener| Arc::new(Told::new(listener)));
        let control = Arc::new(Control::new(asked));
        let first = try_without_thread(&problem, &asked);
        let news = match first {
            Some(_) => None,
            None => {
                let (sender, news) = sync_channel(WAITING);
                let (own, shared) = (Arc::clone(&control), told.clone());
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn(move || search(&problem, &own, shared.as_deref(), &sender))
                    .map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
                Some(Mutex::new(news))
            }
        };
        Ok(Solutions {
            control,
            told,
            numbers,
            ready: Mutex::new(Ready {
                end: news.is_none().then_some(None),
                batch: Arc::new(first.unwrap_or_default()),
                taken: 0,
                begin: 0,
                found: 0,
            }),
            news,
            changed: Condvar::new(),
            forks: FORKS.load(Ordering::Relaxed),
        })
    }

    fn ready(&self) -> MutexGuard<'_, Ready> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the thread that searches is in another process: then nothing of what it shares is
    /// touched, as it may have been busy with it when the process was forked.
    fn is_foreign(&self) -> bool {
        self.news.is_some() && self.forks != FORKS.load(Ordering::Relaxed)
    }

    fn check_process(&self) -> PyResult<()> {
        match self.is_foreign() {
            false => Ok(()),
            true => Err(PyRuntimeError::new_err(
                "the search of this iterator is in another process, which this one is a fork of: \
                 call solutions() here",
            )),
        }
    }

    /// Gets the next batch; false if there is none.
    fn refill(&self, py: Python<'_>) -> PyResult<bool> {
        let Some(news) = &self.news else {
            self.close(py)?;
            return Ok(false);
        };
        loop {
            // The interpreter looks for signals between two steps of a loop, but `list` does not.
            py.check_signals()?;
            self.tell(py)?;
            let heard = match self.hear(news, Duration::ZERO) {
                Heard::Nothing => py.detach(|| self.hear(news, BREATH)),
                heard => heard,
            };
            match heard {
                Heard::Nothing => {}
                Heard::More => return Ok(true),
                Heard::Over => {
                    self.close(py)?;
                    return Ok(false);
                }
                Heard::Stopped(why, found) => {
                    self.close(py)?;
                    let is_ended = |told: &Arc<Told>| told.is_ended.load(Ordering::Relaxed);
                    let why = match self.told.as_ref().is_some_and(is_ended) {
                        true => faults::Reason::Callback,
                        false => why.into(),
                    };
                    let known = Known {
                        at_least: Some(BigUint::from(found)),
                        ..Known::default()
                    };
                    return Err(faults::stopped(py, why, known));
                }
                Heard::Lost => return Err(PyRuntimeError::new_err("the search has failed")),
            }
        }
    }

    /// Tells the listener how far the search has come, if it is time to.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let Some((told, listener)) = self
            .told
            .as_ref()
            .and_then(|told| Some((told, told.due()?)))
        else {
            return Ok(());
        };
        let walked = f64::from_bits(told.walked.load(Ordering::Relaxed));
        let sight = Sight {
            walked: Some(walked),
            ..Sight::default()
        };
        let taken = More::Taken(self.ready().found);
        let must_end = listener.tell(py, told.begun.elapsed(), &sight, taken);
        if !matches!(must_end, Ok(false)) {
            told.is_ended.store(true, Ordering::Relaxed);
            self.control.stop.store(true, Ordering::Relaxed);
        }
        must_end.map(drop)
    }

    /// Takes the listener's bar away.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let listener = self.told.as_ref().and_then(|told| told.last());
        listener.map_or(Ok(()), |listener| listener.close(py))
    }

    /// Waits for what the search sends next, or until another thread has heard it.
    fn hear(&self, news: &Mutex<Receiver<News>>, wait: Duration) -> Heard {
        let is_silent = |ready: &mut Ready| matches!(ready.heard(), Heard::Nothing);
        let news = match news.try_lock() {
            Ok(news) => news,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => {
                // Another thread listens.
                let ready = self.ready();
                let waited = self.changed.wait_timeout_while(ready, wait, is_silent);
                return waited.unwrap_or_else(PoisonError::into_inner).0.heard();
            }
        };
        // Another thread may have heard something before this one listened.
        let heard = self.ready().heard();
        if !matches!(heard, Heard::Nothing) {
            return heard;
        }
        let next = match news.recv_timeout(wait) {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => return Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => return Heard::Lost,
        };
        let mut ready = self.ready();
        match next {
            News::Some(batch) => {
                ready.batch = Arc::new(batch);
                (ready.taken, ready.begin) = (0, 0);
            }
            News::End(why) => ready.end = Some(why),
        }
        self.changed.notify_all();
        ready.heard()
    }
}

#[pymethods]
impl Solutions {
    /// Passes by up to `most` solutions without making lists, and says how many there were: what
    /// listing costs without Python, for measurements.
    fn _skip(&self, py: Python<'_>, most: u64) -> PyResult<u64> {
        self.check_process()?;
        let mut seen = 0;
        loop {
            let mut ready = self.ready();
            let left = (ready.batch.ends.len() - ready.taken) as u64;
            seen += left;
            ready.found += left;
            (ready.taken, ready.begin) = (ready.batch.ends.len(), ready.batch.options.len());
            drop(ready);
            if seen >= most || !self.refill(py)? {
                return Ok(seen);
            }
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let told = self.told.as_ref();
        // Whoever has it locked is about to clone it, and holds it then.
        let listener = told.and_then(|told| told.listener.try_lock().ok()?.clone());
        listener.map_or(Ok(()), |listener| listener.traverse(&visit))
    }

    fn __clear__(&self) {
        drop(self.told.as_ref().and_then(|told| told.last()));
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.check_process()?;
        loop {
            // No lock is held while a list is made: that may run any code of Python.
            let taken = self.ready().take();
            if let Some((batch, options)) = taken {
                let options = batch.options[options].iter();
                let list = to_list(py, &self.numbers, options.map(|&option| option as usize));
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
        match self.is_foreign() {
            // Dropping what is received from would wait for the thread that sends.
            true => std::mem::forget(self.news.take()),
            false => self.control.stop.store(true, Ordering::Relaxed),
        }
    }
}
