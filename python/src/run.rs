//! Work on a thread of its own: the thread that called releases the lock of the interpreter,
//! and looks for signals while it waits.

use dlx3::answers::Limits;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// What states may take of memory, in bytes, if nobody says otherwise.
pub const MEMORY: usize = dlx3::answers::MEMORY;

/// The stack of such a thread, and what of it is left to all that is not search: enough for
/// every problem that bitmaps can hold. Memory is used only as far as a search goes down.
pub const STACK: usize = 64 << 20;
pub const MARGIN: usize = 1 << 20;

/// How often signals are looked for.
pub const BREATH: Duration = Duration::from_millis(50);

/// What may be spent.
#[derive(Clone, Copy)]
pub struct Asked {
    pub end: Option<Instant>,
    pub memory: usize,
    pub threads: usize,
}

impl Asked {
    /// Of the arguments `time`, `memory` and `threads`.
    ///
    /// # Errors
    /// If there is no such time, or no thread.
    pub fn new(time: Option<f64>, memory: usize, threads: usize) -> PyResult<Self> {
        let length = match time {
            None => None,
            Some(seconds) if seconds >= 0.0 => Duration::try_from_secs_f64(seconds).ok(),
            Some(seconds) => {
                let told = match seconds.is_nan() {
                    true => "time is a number of seconds, not NaN".to_owned(),
                    false => format!("time must not be negative, but is {seconds}"),
                };
                return Err(PyValueError::new_err(told));
            }
        };
        if threads == 0 {
            return Err(PyValueError::new_err("there must be at least one thread"));
        }
        Ok(Asked {
            // What is too long for a clock is as long as one likes.
            end: length.and_then(|length| Instant::now().checked_add(length)),
            memory,
            threads,
        })
    }

    pub fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Whether to stop, as the thread that works sees it.
pub struct Control {
    pub asked: Asked,
    pub stop: AtomicBool,
}

impl Control {
    pub fn new(asked: Asked) -> Self {
        Control {
            asked,
            stop: AtomicBool::new(false),
        }
    }

    pub fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.asked.is_late()
    }
}

/// Does some work on a deep stack, without the lock of the interpreter. `work` is told whether to
/// stop, which happens when a signal comes whose handler raises, and may send news, which are
/// given to `hear`, with the lock. If that says so, or raises, the work is to stop, too.
///
/// # Errors
/// What the handler of a signal or `hear` raises, and if there is no thread.
pub fn run<T: Send, N: Send>(
    py: Python<'_>,
    asked: Asked,
    work: impl FnOnce(&Control, mpsc::Sender<N>) -> T + Send,
    hear: impl FnMut(Python<'_>, N) -> PyResult<bool> + Send,
) -> PyResult<T> {
    let control = Control::new(asked);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, news) = mpsc::channel();
            let (control, mut hear) = (&control, hear);
            // The sender is dropped when the work is done: then there are no more news.
            let thread = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(control, sender));
            let thread =
                thread.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
            let mut raised = Ok(());
            loop {
                let next = match news.recv_timeout(BREATH) {
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals()).map(|()| false)
                    }
                    Ok(one) => Python::attach(|py| {
                        py.check_signals()?;
                        // The work may take a while to stop. Who stopped it hears no more of it.
                        match control.stop.load(Ordering::Relaxed) {
                            true => Ok(true),
                            false => hear(py, one),
                        }
                    }),
                };
                match next {
                    Ok(false) => {}
                    Ok(true) => control.stop.store(true, Ordering::Relaxed),
                    Err(error) => {
                        control.stop.store(true, Ordering::Relaxed);
                        // The first one counts.
                        raised = raised.and(Err(error));
                    }
                }
            }
            let done = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map(|()| done)
        })
    })
}

/// The same without news.
///
/// # Errors
/// As above.
pub fn run_quietly<T: Send>(
    py: Python<'_>,
    asked: Asked,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    // The sender lives as long as the work.
    let work = |control: &Control, _news: mpsc::Sender<()>| work(control);
    run(py, asked, work, |_, ()| Ok(false))
}

/// Does some work within limits, on the stack of [`run`].
pub fn within<T>(control: &Control, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
    work(&mut Limits {
        threads: control.asked.threads,
        stack: STACK - MARGIN,
        stop: &mut || control.must_stop(),
        ..Limits::new(control.asked.memory)
    })
}
