//! Units spread over threads, their puzzles in the order of the units.
//!
//! Invariant: only the puzzles of the *head*, the first unit that is not finished,
//! are passed on. Those of later units wait, and when too many wait, their threads
//! wait, too. So memory is bounded, the head always makes progress, and the output
//! does not depend on the number of threads.

use super::plan::Plan;
use crate::solved::cells::Cells;
use dlx3_base::threads::{LEAST_MEMORY, SMALL_STACK, start};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Puzzles are passed on in batches of this size.
const BATCH: usize = 1 << 10;
/// The most puzzles that may wait, besides one batch for each thread.
const ROOM: usize = 1 << 18;
/// The caller gets an event at least this often.
const TICK: Duration = Duration::from_millis(100);

/// An event of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A puzzle was found: the cells of its clues.
    Puzzle(Cells<2>),
    /// All puzzles of this unit have been passed on.
    Done(usize),
    /// Time has passed without other events.
    Tick,
}

/// Does the units of the list on `threads` threads, and calls `heard` for every
/// puzzle and every finished unit, in the order of the list. If `heard` returns
/// `Break`, the scan ends and returns `Break`. Where the system refuses threads, there are
/// fewer.
pub fn spread(
    plan: &Plan,
    units: &[usize],
    threads: usize,
    heard: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let results = Results::default();
    thread::scope(|scope| {
        let wanted = threads.clamp(1, units.len().max(1));
        let work = |_| results.work(plan, units);
        let workers = start(scope, wanted, SMALL_STACK, LEAST_MEMORY, work);
        if workers.is_empty() {
            return alone(plan, units, heard);
        }
        let all_gone = || workers.iter().all(|worker| worker.is_finished());
        let ended = results.hand_out(units, &all_gone, heard);
        results.close();
        ended
    })
}

/// The same on the calling thread, where the system refuses others.
fn alone(
    plan: &Plan,
    units: &[usize],
    heard: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (heard, last) = (RefCell::new(heard), Cell::new(Instant::now()));
    let tell = |event| (heard.borrow_mut())(event);
    let halt = || {
        let is_due = last.get().elapsed() >= TICK;
        if is_due {
            last.set(Instant::now());
        }
        is_due && tell(Event::Tick).is_break()
    };
    let mut scanner = plan.scanner();
    for &unit in units {
        tell(Event::Tick)?;
        scanner.scan(unit, &halt, &mut |puzzle| tell(Event::Puzzle(puzzle)))?;
        tell(Event::Done(unit))?;
    }
    ControlFlow::Continue(())
}

/// The results of the units, shared by the threads.
#[derive(Default)]
struct Results {
    next: AtomicUsize,
    closed: AtomicBool,
    state: Mutex<Waiting>,
    /// Signaled when there is room again, or a new head.
    room: Condvar,
    /// Signaled when the head has got puzzles, or is done.
    arrived: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// The index in the list of the head.
    head: usize,
    waiting: BTreeMap<usize, Batch>,
    /// The puzzles in `waiting`.
    puzzles: usize,
}

#[derive(Default)]
struct Batch {
    puzzles: Vec<Cells<2>>,
    done: bool,
}

impl Results {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    fn close(&self) {
        let state = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        drop(state);
        self.room.notify_all();
    }

    fn work(&self, plan: &Plan, units: &[usize]) {
        let mut scanner = plan.scanner();
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&unit) = units.get(place) else {
                return;
            };
            let mut batch = Vec::new();
            let ended = scanner.scan(unit, &|| self.is_closed(), &mut |puzzle| {
                batch.push(puzzle);
                if batch.len() == BATCH {
                    self.leave(place, &mut batch, false)?;
                }
                ControlFlow::Continue(())
            });
            if ended.is_break() || self.leave(place, &mut batch, true).is_break() {
                return;
            }
        }
    }

    fn leave(&self, place: usize, batch: &mut Vec<Cells<2>>, done: bool) -> ControlFlow<()> {
        let mut state = self.lock();
        let must_wait = |state: &Waiting| {
            let held = match state.waiting.get(&place) {
                _ if place != state.head => state.puzzles,
                head => head.map_or(0, |found| found.puzzles.len()),
            };
            !batch.is_empty() && held > ROOM
        };
        while must_wait(&state) && !self.is_closed() {
            state = self
                .room
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if self.is_closed() {
            return ControlFlow::Break(());
        }
        state.puzzles += batch.len();
        let found = state.waiting.entry(place).or_default();
        found.puzzles.append(batch);
        found.done = done;
        if place == state.head {
            self.arrived.notify_one();
        }
        ControlFlow::Continue(())
    }

    fn hand_out(
        &self,
        units: &[usize],
        all_gone: &dyn Fn() -> bool,
        heard: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (place, &unit) in units.iter().enumerate() {
            loop {
                heard(Event::Tick)?;
                let gone = all_gone();
                let mut state = self.lock();
                state.head = place;
                let Some(found) = state.waiting.remove(&place) else {
                    // Threads leave what they found before they end.
                    if gone {
                        return ControlFlow::Break(());
                    }
                    self.room.notify_all();
                    let waited = self.arrived.wait_timeout(state, TICK);
                    drop(waited.unwrap_or_else(PoisonError::into_inner));
                    continue;
                };
                state.puzzles -= found.puzzles.len();
                drop(state);
                self.room.notify_all();
                for puzzle in found.puzzles {
                    heard(Event::Puzzle(puzzle))?;
                }
                if found.done {
                    heard(Event::Done(unit))?;
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
