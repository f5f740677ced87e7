//! Walking cubes on several threads. A thread takes a whole cube at a time, the next one in
//! order; the calling thread writes the journal.

use super::journal::{Claim, Claims, Found, Journal, JournalError, Place, found};
use super::record::{Hashed, Kept, Recorder};
use crate::format::Problem;
use crate::search::{Count, Cubes, Outcome, Search, memory_for};
use crate::text::output::Output;
use crate::threads::start;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long a signal may wait.
const TICK: Duration = Duration::from_millis(50);

/// Cubes that have been done in the meantime are synced together, so that this takes no more
/// than about one part in so many of the time, and at least each second.
const SYNC_SHARE: u32 = 50;
const SYNC_AT_LEAST: Duration = Duration::from_secs(1);

/// What the caller is told.
pub enum Event<'e> {
    /// These cubes are done, and stay so.
    Done(&'e [Claim]),
    /// Some time has passed.
    Tick,
    /// The system has started only so many threads.
    Fewer(usize),
}

/// Where records go, and lines of the journal, if there is one.
pub struct Desk {
    /// The folder of the records.
    pub folder: PathBuf,
    /// None where the run cannot be resumed.
    pub journal: Option<Journal>,
}

impl Desk {
    fn open_found(&self, threads: usize, done: &Claims) -> Result<Vec<Found>, JournalError> {
        if let Some(journal) = &self.journal {
            return journal.open_found(threads, done);
        }
        let new = |number| {
            let path = found(&self.folder, number);
            Found::new(&path).map_err(|error| cannot_write(&path, error))
        };
        (1..=threads).map(new).collect()
    }
}

fn cannot_write(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io {
        doing: "write",
        path: path.to_owned(),
        error,
    }
}

/// What is to be done.
pub struct Work<'w> {
    /// What is searched.
    pub problem: &'w Problem,
    /// All cubes.
    pub cubes: &'w Cubes,
    /// The numbers of the cubes to walk, in the order in which they are taken.
    pub todo: &'w [usize],
    /// What is recorded.
    pub kept: Kept,
    /// How many threads walk cubes, if the system does not refuse them.
    pub threads: usize,
    /// The bytes of stack that a search takes.
    pub stack: usize,
}

/// What comes of a cube.
type Ended = Result<Claim, JournalError>;

/// What threads share.
struct Shared<'w> {
    work: &'w Work<'w>,
    folder: &'w Path,
    /// The file of records of each thread, until it takes it.
    files: Vec<Mutex<Option<Found>>>,
    /// The place in `todo` of the next cube.
    next: AtomicUsize,
    /// What the clerk has not taken yet. It is not woken for each cube: that would take as long as
    /// a small one.
    ended: Mutex<Vec<Ended>>,
    /// How many cubes have ended.
    count: AtomicUsize,
    clerk: Thread,
    stop: Arc<AtomicBool>,
}

impl Shared<'_> {
    fn ended(&self) -> MutexGuard<'_, Vec<Ended>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a cube to the clerk, who is woken if there is nothing more to wait for.
    fn hand_in(&self, ended: Ended) {
        let has_failed = ended.is_err();
        self.ended().push(ended);
        let count = self.count.fetch_add(1, Ordering::AcqRel) + 1;
        if has_failed || count == self.work.todo.len() {
            self.clerk.unpark();
        }
    }
}

/// Walks the cubes until all are done, or `tell` asks for a break. `done` are those that have
/// been done before.
///
/// # Errors
/// The first write of journal or records that failed. What has been told as done stays so.
pub fn run<'p>(
    work: &Work<'_>,
    new_search: &(impl Fn() -> Search<'p> + Sync),
    desk: &mut Desk,
    done: &Claims,
    tell: &mut impl FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, JournalError> {
    let threads = work.threads.min(work.todo.len()).max(1);
    let files = match work.kept.is_something() {
        true => desk.open_found(threads, done)?,
        false => Vec::new(),
    };
    let mut handles = Vec::new();
    for (number, file) in (1..).zip(&files) {
        let path = found(&desk.folder, number);
        let again = file.again();
        handles.push(again.map_err(|error| cannot_write(&path, error))?);
    }
    let folder = desk.folder.clone();
    let shared = Shared {
        work,
        folder: &folder,
        files: files
            .into_iter()
            .map(|file| Mutex::new(Some(file)))
            .collect(),
        next: AtomicUsize::new(0),
        ended: Mutex::default(),
        count: AtomicUsize::new(0),
        clerk: thread::current(),
        stop: Arc::default(),
    };
    let memory = memory_for(work.problem);
    thread::scope(|scope| {
        let _stop = StopAtEnd(&shared.stop);
        let shared = &shared;
        let walk = move |slot: usize| {
            let mut worker = Worker::new(shared, new_search(), slot);
            while let Some(ended) = worker.next() {
                shared.hand_in(ended);
            }
        };
        let workers = start(scope, threads, work.stack, memory, walk);
        let mut clerk = Clerk {
            desk,
            handles,
            pending: Vec::new(),
            done: 0,
            sync_after: Instant::now(),
        };
        if workers.len() < threads && tell(Event::Fewer(workers.len())).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        // Without another thread, this one searches.
        let mut own = workers
            .is_empty()
            .then(|| Worker::new(shared, new_search(), 0));
        loop {
            let is_over = match &mut own {
                Some(worker) => match worker.next() {
                    Some(ended) => {
                        shared.hand_in(ended);
                        false
                    }
                    None => true,
                },
                None => {
                    // Asked before the cubes are taken: all have been handed in then. Threads
                    // that are about to end need not be waited for.
                    let are_done = || shared.count.load(Ordering::Acquire) == work.todo.len();
                    let have_ended = || workers.iter().all(|worker| worker.is_finished());
                    let is_over = are_done() || have_ended();
                    if !is_over {
                        thread::park_timeout(TICK);
                    }
                    is_over
                }
            };
            let ended = std::mem::take(&mut *shared.ended());
            for ended in ended {
                clerk.pending.push(ended?);
            }
            if is_over || Instant::now() >= clerk.sync_after {
                clerk.commit(tell)?;
            }
            if is_over {
                // All may be done even if it was to stop.
                return Ok(match clerk.has_all(work) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                });
            }
            if tell(Event::Tick).is_break() {
                shared.stop.store(true, Ordering::Relaxed);
            }
        }
    })
}

/// Writes what is done.
struct Clerk<'d> {
    desk: &'d mut Desk,
    handles: Vec<Found>,
    /// The cubes that are done, but not yet in the journal.
    pending: Vec<Claim>,
    /// How many it has written.
    done: usize,
    /// When to write them.
    sync_after: Instant,
}

impl Clerk<'_> {
    /// Whether all cubes are done.
    fn has_all(&self, work: &Work<'_>) -> bool {
        self.done + self.pending.len() == work.todo.len()
    }

    fn commit(
        &mut self,
        tell: &mut impl FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<(), JournalError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        if let Some(journal) = &mut self.desk.journal {
            for (number, file) in (1..).zip(&self.handles) {
                let is_new = |claim: &Claim| claim.place.file == number;
                if self.pending.iter().any(is_new) {
                    let path = found(&self.desk.folder, number);
                    file.sync().map_err(|error| cannot_write(&path, error))?;
                }
            }
            journal.add(&self.pending)?;
        }
        let took = begun.elapsed();
        self.sync_after = Instant::now() + (took * SYNC_SHARE).min(SYNC_AT_LEAST);
        // A break is asked for again at the next tick.
        let _ = tell(Event::Done(&self.pending));
        self.done += self.pending.len();
        self.pending.clear();
        Ok(())
    }
}

/// A thread's search and its file of records.
struct Worker<'w, 'p> {
    shared: &'w Shared<'w>,
    search: Search<'p>,
    /// The number of the file.
    file: usize,
    output: Option<Output<Hashed<Found>>>,
    start: u64,
}

impl<'w, 'p> Worker<'w, 'p> {
    fn new(shared: &'w Shared<'w>, search: Search<'p>, slot: usize) -> Self {
        let file = shared.files.get(slot).and_then(|file| {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.take()
        });
        Worker {
            shared,
            search,
            file: slot + 1,
            start: file.as_ref().map_or(0, |file| file.start),
            output: file.map(|file| Output::new(Hashed::new(file))),
        }
    }

    /// Walks the next cube; `None` if there is none, or if it was stopped.
    fn next(&mut self) -> Option<Ended> {
        let Shared { work, stop, .. } = self.shared;
        let place = self.shared.next.load(Ordering::Relaxed);
        if stop.load(Ordering::Relaxed) || place >= work.todo.len() {
            return None;
        }
        let place = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let number = *work.todo.get(place)?;
        let cube = work.cubes.cube(number);
        let (outcome, place) = match &mut self.output {
            None => {
                let mut nothing = Output::new(io::sink());
                let mut recorder = Recorder::new(work.kept, &mut nothing, Arc::clone(stop));
                let outcome = self.search.walk_cube(&cube, Count::ZERO, &mut recorder);
                (outcome, Place::default())
            }
            Some(output) => {
                let offset = self.start + output.writer().length;
                output.writer().take_hash();
                let mut recorder = Recorder::new(work.kept, output, Arc::clone(stop));
                let outcome = self.search.walk_cube(&cube, Count::ZERO, &mut recorder);
                output.flush();
                if output.has_failed() {
                    let path = super::journal::found(self.shared.folder, self.file);
                    let error = output.finish().err();
                    let error = error.unwrap_or_else(|| io::Error::other("an earlier failure"));
                    return Some(Err(cannot_write(&path, error)));
                }
                let length = self.start + output.writer().length - offset;
                let place = (length > 0).then(|| Place {
                    file: self.file,
                    offset,
                    length,
                    hash: output.writer().take_hash(),
                });
                (outcome, place.unwrap_or_default())
            }
        };
        (outcome == Outcome::Exhausted).then(|| {
            Ok(Claim {
                number,
                cube,
                counted: self.search.counters().clone(),
                place,
            })
        })
    }
}

/// Stops the threads when the caller is done, even if it has failed.
struct StopAtEnd<'s>(&'s AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
