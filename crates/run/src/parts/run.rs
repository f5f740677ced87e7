//! Walks cubes on several threads. Each worker takes a whole cube at a time, the next one in order.
//! The clerk, on a thread of its own, writes the journal. The calling thread prints: it may wait
//! for a slow reader, and the journal must not.
//!
//! A cube may take hours. So its worker reports from time to time how far it has come, and hands in
//! what it has done; then it continues inside the node where it stands. When the run must stop, all
//! workers hand in what they have done.

use super::journal::{Claim, Claims, Journal, JournalError, Place, RecordFile};
use super::print::Records;
use super::record::{Hashed, Kept, RecordWatch};
use crate::parts::{Cube, Cubes};
use dlx3_base::text::output::Output;
use dlx3_base::threads::{SMALL_STACK, start};
use dlx3_format::Problem;
use dlx3_search::parallel::memory_for;
use dlx3_search::{Count, Outcome, Path as TreePath, Search, Side, State};
use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The longest delay of a signal.
const TICK: Duration = Duration::from_millis(50);

/// Finished cubes are synced together: each time `SYNC_SHARE` times the duration of the last sync
/// has passed, but at least every `SYNC_AT_LEAST`.
const SYNC_SHARE: u32 = 50;
const SYNC_AT_LEAST: Duration = Duration::from_secs(1);

/// How often workers report how far they have come in their cubes.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// After this long in a cube, a worker hands in what it has done: this is what a crash may lose. A
/// line in the journal every ten seconds makes a few megabytes a day.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Without another thread, nothing can interrupt the search, so it pauses after this many mems:
/// about a second.
const ALONE_AT_MOST: u64 = 1 << 30;

/// Is told about progress, on the thread that called the run. It may take its time: cubes are
/// walked and journaled at the same time.
pub trait Caller {
    /// These cubes, or stretches of them, are done for good.
    fn done(&mut self, claims: Vec<Claim>);

    /// Prints for a moment. Returns whether there is more to print.
    fn print(&mut self) -> bool;

    /// Some time has passed. `looks` says what workers have walked but not handed in. A break stops
    /// them.
    fn tick(&mut self, looks: Vec<Look>) -> ControlFlow<()>;

    /// The system has started only this many threads.
    fn fewer(&mut self, _started: usize) {}
}

/// How far a worker has come in a cube since it last handed something in.
#[derive(Clone, Debug)]
pub struct Look {
    /// The number of the cube.
    pub number: usize,
    /// The mems walked.
    pub mems: Count,
    /// The solutions found.
    pub solutions: Count,
}

/// The place where records are stored.
#[derive(Debug)]
pub enum Store {
    /// A folder, with a file for each thread.
    Folder(PathBuf),
    /// Files without names, one for each thread. They vanish however the process ends.
    Files(Vec<File>),
}

impl Store {
    /// Its records.
    pub fn records(&self) -> Records<'_> {
        match self {
            Store::Folder(folder) => Records::Folder(folder),
            Store::Files(files) => Records::Files(files),
        }
    }
}

/// The files that the clerk writes: records, and the journal, if there is one.
pub struct Desk {
    /// The records.
    pub store: Arc<Store>,
    /// The journal. None if the run cannot be resumed.
    pub journal: Option<Journal>,
}

impl Desk {
    fn open_found(&self, threads: usize, done: &Claims) -> Result<Vec<RecordFile>, JournalError> {
        if let Some(journal) = &self.journal {
            return journal.open_found(threads, done);
        }
        let Store::Files(files) = &*self.store else {
            return Ok(Vec::new());
        };
        let again = |(number, file): (usize, &File)| {
            let name = self.store.records().name(number);
            let file = file.try_clone();
            file.map(RecordFile::new)
                .map_err(|error| cannot_write(&name, error))
        };
        (1..).zip(files).take(threads).map(again).collect()
    }
}

fn cannot_write(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io {
        doing: "write",
        path: path.to_owned(),
        error,
    }
}

/// A run to do.
pub struct Work<'w> {
    /// The problem to search.
    pub problem: &'w Problem,
    /// All cubes.
    pub cubes: &'w Cubes,
    /// The numbers of the cubes to walk, in the order in which they are taken.
    pub todo: &'w [usize],
    /// What to record.
    pub kept: Kept,
    /// The number of workers, if the system does not refuse them.
    pub threads: usize,
    /// Whether to keep the number of nodes on each level.
    pub profiles: bool,
    /// The stack of a search in bytes.
    pub stack: usize,
    /// A worker hands in what it has done after about this many mems in a cube, if there is such a
    /// limit beside that of time.
    pub stretch: Option<u64>,
}

/// The result of a cube or of a stretch of it.
type Ended = Result<Claim, JournalError>;

/// The state that all threads share.
struct Shared<'w> {
    work: &'w Work<'w>,
    done: &'w Claims,
    records: Records<'w>,
    /// The file of records of each worker, until the worker takes it.
    files: Vec<Mutex<Option<RecordFile>>>,
    /// The index in `todo` of the next cube.
    next: AtomicUsize,
    /// Results that the clerk has not taken yet. Waking it for each cube would take as long as a
    /// small cube.
    ended: Mutex<Vec<Ended>>,
    /// The number of cubes that have ended, and of threads that have ended; the clerk's thread is
    /// the last one.
    count: AtomicUsize,
    over: AtomicUsize,
    /// Claims that the clerk has written and the caller has not been told.
    written: Mutex<Vec<Claim>>,
    clerk: OnceLock<Thread>,
    caller: Thread,
    stop: AtomicBool,
    slots: Vec<Slot>,
}

/// The state that a worker shares with the clerk.
#[derive(Default)]
struct Slot {
    /// Asks the worker to look up.
    flag: Arc<AtomicBool>,
    look: Mutex<Option<Look>>,
}

impl Slot {
    fn look(&self) -> MutexGuard<'_, Option<Look>> {
        self.look.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared<'_> {
    fn ended(&self) -> MutexGuard<'_, Vec<Ended>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a result to the clerk. Wakes it if the result is the last one or an error.
    fn hand_in(&self, ended: Ended) {
        let has_failed = ended.is_err();
        let is_whole = ended.as_ref().is_ok_and(Claim::ends_its_cube);
        self.ended().push(ended);
        let more = usize::from(is_whole);
        let count = self.count.fetch_add(more, Ordering::AcqRel) + more;
        if (has_failed || count == self.work.todo.len())
            && let Some(clerk) = self.clerk.get()
        {
            clerk.unpark();
        }
    }

    /// Whether nothing more will be handed in. Call it before taking results: then all are there.
    /// It need not wait for the threads to end.
    fn is_over(&self, threads: usize) -> bool {
        let are_done = self.count.load(Ordering::Acquire) == self.work.todo.len();
        are_done || self.over.load(Ordering::Acquire) == threads
    }

    fn take_written(&self) -> Vec<Claim> {
        std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The cube with this number, or the rest of it.
    fn rest(&self, number: usize) -> Cube {
        let mut cube = self.work.cubes.cube(number);
        let last = self.done.get(&number).and_then(|claims| claims.last());
        if let Some(stop) = last.and_then(Claim::stop) {
            cube.from = stop;
        }
        cube
    }

    /// Asks all workers to look up.
    fn raise_flags(&self) {
        for slot in &self.slots {
            slot.flag.store(true, Ordering::SeqCst);
        }
    }

    fn looks(&self) -> Vec<Look> {
        self.slots
            .iter()
            .filter_map(|slot| slot.look().clone())
            .collect()
    }
}

/// Walks the cubes until all are done, or `halt` or the caller asks for a break. `done` has the
/// cubes that were done or begun before.
///
/// # Errors
/// The first failed write of journal or records. Cubes that the caller has been told about stay
/// done.
pub fn run<'p>(
    work: &Work<'_>,
    new_search: &(impl Fn() -> Search<'p> + Sync),
    desk: &mut Desk,
    done: &Claims,
    halt: &(impl Fn() -> bool + Sync),
    caller: &mut impl Caller,
) -> Result<ControlFlow<()>, JournalError> {
    let threads = work.threads.min(work.todo.len()).max(1);
    let files = match work.kept.is_something() {
        true => desk.open_found(threads, done)?,
        false => Vec::new(),
    };
    let mut handles = Vec::new();
    for (number, file) in (1..).zip(&files) {
        let name = desk.store.records().name(number);
        let again = file.again();
        handles.push(again.map_err(|error| cannot_write(&name, error))?);
    }
    let store = Arc::clone(&desk.store);
    let shared = Shared {
        work,
        done,
        records: store.records(),
        files: files
            .into_iter()
            .map(|file| Mutex::new(Some(file)))
            .collect(),
        next: AtomicUsize::new(0),
        ended: Mutex::default(),
        count: AtomicUsize::new(0),
        over: AtomicUsize::new(0),
        written: Mutex::default(),
        clerk: OnceLock::new(),
        caller: thread::current(),
        stop: AtomicBool::new(false),
        slots: (0..threads).map(|_| Slot::default()).collect(),
    };
    let clerk = Mutex::new(Some(Clerk {
        desk,
        handles,
        pending: Vec::new(),
        done: 0,
        sync_after: Instant::now(),
        look_at: Instant::now() + LOOK_EVERY,
    }));
    let take_clerk = || {
        let clerk = clerk.lock().unwrap_or_else(PoisonError::into_inner).take();
        clerk.expect("it is taken once")
    };
    let memory = memory_for(work.problem);
    thread::scope(|scope| {
        let _stop = StopAtEnd(&shared);
        let (shared, take_clerk) = (&shared, &take_clerk);
        let stretch = work.stretch.unwrap_or(u64::MAX);
        let walk = move |slot: usize| {
            let _over = CountAtEnd(shared);
            let mut worker = Worker::new(shared, new_search(), slot, stretch);
            while let Some(ended) = worker.next() {
                shared.hand_in(ended);
            }
        };
        let workers = start(scope, threads, work.stack, memory, walk).len();
        if workers < threads {
            caller.fewer(workers);
        }
        let keep = move |_| take_clerk().keep(shared, workers, halt);
        let keepers = usize::from(workers > 0);
        if let Some(keeper) = start(scope, keepers, SMALL_STACK, 0, keep).pop() {
            loop {
                // Asked before taking the written claims: then all are there.
                let is_over = shared.over.load(Ordering::Acquire) > workers;
                let has_more = tell(shared, caller);
                match (is_over, has_more) {
                    (true, false) => break,
                    (false, false) => thread::park_timeout(TICK),
                    (_, true) => {}
                }
            }
            return keeper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        // Without a thread for the clerk, this thread does its work; without any other, it also
        // walks.
        let mut clerk = take_clerk();
        let alone = || Worker::new(shared, new_search(), 0, stretch.min(ALONE_AT_MOST));
        let mut own = (workers == 0).then(alone);
        loop {
            let is_over = match own.as_mut().map(Worker::next) {
                Some(Some(ended)) => {
                    shared.hand_in(ended);
                    false
                }
                Some(None) => true,
                None => shared.is_over(workers),
            };
            if own.is_none() && !is_over {
                thread::park_timeout(TICK);
            }
            clerk.look(shared, is_over, halt)?;
            while tell(shared, caller) {}
            if is_over {
                return Ok(clerk.outcome(work));
            }
        }
    })
}

/// Tells the caller the news, and lets it print. Returns whether there is more to print.
fn tell(shared: &Shared<'_>, caller: &mut impl Caller) -> bool {
    let written = shared.take_written();
    if !written.is_empty() {
        caller.done(written);
    }
    let has_more = caller.print();
    if caller.tick(shared.looks()).is_break() {
        shared.stop.store(true, Ordering::SeqCst);
        shared.raise_flags();
    }
    has_more
}

/// Counts a thread that ends, even by a panic, and wakes whoever waits for it.
struct CountAtEnd<'s, 'w>(&'s Shared<'w>);

impl Drop for CountAtEnd<'_, '_> {
    fn drop(&mut self) {
        self.0.over.fetch_add(1, Ordering::AcqRel);
        if let Some(clerk) = self.0.clerk.get() {
            clerk.unpark();
        }
        self.0.caller.unpark();
    }
}

/// Writes finished cubes to the journal.
struct Clerk<'d> {
    desk: &'d mut Desk,
    handles: Vec<RecordFile>,
    /// Claims that are not yet in the journal.
    pending: Vec<Claim>,
    /// The number of whole cubes written.
    done: usize,
    /// When to write next, and when to ask workers next how far they have come.
    sync_after: Instant,
    look_at: Instant,
}

impl Clerk<'_> {
    /// Writes the results of this many workers until they end.
    fn keep(
        mut self,
        shared: &Shared<'_>,
        threads: usize,
        halt: &impl Fn() -> bool,
    ) -> Result<ControlFlow<()>, JournalError> {
        let _over = CountAtEnd(shared);
        let _stop = StopAtEnd(shared);
        shared.clerk.get_or_init(thread::current);
        loop {
            let is_over = shared.is_over(threads);
            if !is_over {
                thread::park_timeout(TICK);
            }
            self.look(shared, is_over, halt)?;
            if is_over {
                return Ok(self.outcome(shared.work));
            }
        }
    }

    /// Takes new results, writes them when it is time, and stops the workers or asks them how far
    /// they have come.
    fn look(
        &mut self,
        shared: &Shared<'_>,
        is_over: bool,
        halt: &impl Fn() -> bool,
    ) -> Result<(), JournalError> {
        let ended = std::mem::take(&mut *shared.ended());
        for ended in ended {
            self.pending.push(ended?);
        }
        if is_over || Instant::now() >= self.sync_after {
            self.commit(shared)?;
        }
        if halt() {
            shared.stop.store(true, Ordering::SeqCst);
        }
        if shared.stop.load(Ordering::SeqCst) || Instant::now() >= self.look_at {
            shared.raise_flags();
            self.look_at = Instant::now() + LOOK_EVERY;
        }
        Ok(())
    }

    /// All cubes may be done even after a request to stop.
    fn outcome(&self, work: &Work<'_>) -> ControlFlow<()> {
        match self.done == work.todo.len() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    fn commit(&mut self, shared: &Shared<'_>) -> Result<(), JournalError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        if let Some(journal) = &mut self.desk.journal {
            for (number, file) in (1..).zip(&self.handles) {
                let is_new = |claim: &Claim| claim.place.file == number;
                if self.pending.iter().any(is_new) {
                    let name = self.desk.store.records().name(number);
                    file.sync().map_err(|error| cannot_write(&name, error))?;
                }
            }
            journal.add(&self.pending)?;
        }
        let took = begun.elapsed();
        self.sync_after = Instant::now() + (took * SYNC_SHARE).min(SYNC_AT_LEAST);
        self.done += whole(&self.pending);
        let written = shared.written.lock();
        written
            .unwrap_or_else(PoisonError::into_inner)
            .append(&mut self.pending);
        shared.caller.unpark();
        Ok(())
    }
}

/// The number of cubes that these claims complete.
fn whole(claims: &[Claim]) -> usize {
    claims.iter().filter(|claim| claim.ends_its_cube()).count()
}

/// A thread's search and its file of records.
struct Worker<'w, 'p> {
    shared: &'w Shared<'w>,
    search: Search<'p>,
    slot: usize,
    stretch: u64,
    output: Option<Output<Hashed<RecordFile>>>,
    start: u64,
    /// The number of the present cube, and the rest of it.
    rest: Option<(usize, Cube)>,
}

impl<'w, 'p> Worker<'w, 'p> {
    fn new(shared: &'w Shared<'w>, search: Search<'p>, slot: usize, stretch: u64) -> Self {
        let file = shared.files.get(slot).and_then(|file| {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.take()
        });
        Worker {
            shared,
            search,
            slot,
            stretch,
            start: file.as_ref().map_or(0, |file| file.start),
            output: file.map(|file| Output::new(Hashed::new(file))),
            rest: None,
        }
    }

    /// Walks the next cube, or a stretch of it. `None` if there is none, or after a stop.
    fn next(&mut self) -> Option<Ended> {
        loop {
            if self.shared.stop.load(Ordering::SeqCst) {
                return None;
            }
            let rest = self.rest.take();
            let (number, cube) = rest.or_else(|| self.next_cube())?;
            // The journal may say where the cube was stopped.
            if cube.from.side == Side::Inside && !cube.is_in_tree_of(&mut self.search) {
                return Some(Err(no_cube(number)));
            }
            match self.walk(number, cube) {
                Ok(Some(claim)) => return Some(Ok(claim)),
                // It was stopped before it had counted anything.
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }

    fn next_cube(&self) -> Option<(usize, Cube)> {
        let place = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let number = *self.shared.work.todo.get(place)?;
        Some((number, self.shared.rest(number)))
    }

    fn walk(&mut self, number: usize, cube: Cube) -> Result<Option<Claim>, JournalError> {
        let (work, file) = (self.shared.work, self.slot + 1);
        let (outcome, place) = match &mut self.output {
            None => {
                let mut nothing = Output::new(io::sink());
                let recorder = RecordWatch::new(work.kept, &mut nothing);
                let mut recorder = self.shared.watch(recorder, number, self.slot, self.stretch);
                let outcome = cube.walk(&mut self.search, Count::ZERO, &mut recorder);
                (outcome, Place::default())
            }
            Some(output) => {
                let offset = self.start + output.writer().length;
                output.writer().take_hash();
                let recorder = RecordWatch::new(work.kept, output);
                let mut recorder = self.shared.watch(recorder, number, self.slot, self.stretch);
                let outcome = cube.walk(&mut self.search, Count::ZERO, &mut recorder);
                drop(recorder);
                output.flush();
                if output.has_failed() {
                    let name = self.shared.records.name(file);
                    let error = output.finish().err();
                    let error = error.unwrap_or_else(|| io::Error::other("an earlier failure"));
                    return Err(cannot_write(&name, error));
                }
                let length = self.start + output.writer().length - offset;
                let place = (length > 0).then(|| Place {
                    file,
                    offset,
                    length,
                    hash: output.writer().take_hash(),
                });
                (outcome, place.unwrap_or_default())
            }
        };
        *self.shared.slots[self.slot].look() = None;
        let mut done = cube.clone();
        match outcome {
            Some(Outcome::Exhausted) => {}
            Some(Outcome::Paused) => {
                done.end = TreePath::of(self.search.state());
                done.ends_inside = true;
                if !done.goes_forward() {
                    self.rest = Some((number, cube));
                    return Ok(None);
                }
            }
            None => return Err(no_cube(number)),
        }
        let mut counted = self.search.counters().clone();
        let levels = counted.profile.len();
        if !work.profiles {
            counted.profile = Vec::new();
        }
        let claim = Claim {
            number,
            cube: done,
            counted,
            levels,
            place,
        };
        if let Some(from) = claim.stop() {
            self.rest = Some((number, Cube { from, ..cube }));
        }
        Ok(Some(claim))
    }
}

fn no_cube(number: usize) -> JournalError {
    let what = "the problem has no such cube";
    JournalError::Io {
        doing: "search",
        path: format!("cube {}", number + 1).into(),
        error: io::Error::new(io::ErrorKind::InvalidData, what),
    }
}

impl Shared<'_> {
    /// Makes a recorder report how far it has come, and stop in time.
    fn watch<'r, W: io::Write>(
        &'r self,
        recorder: RecordWatch<'r, W>,
        number: usize,
        slot: usize,
        stretch: u64,
    ) -> RecordWatch<'r, W> {
        let Slot { flag, .. } = &self.slots[slot];
        let begun = Instant::now();
        recorder.with_alarm(Arc::clone(flag), stretch, move |state: &dyn State| {
            // Clear the flag first: if it is raised again, there is something new.
            flag.store(false, Ordering::SeqCst);
            let counters = state.counters();
            let is_over = self.stop.load(Ordering::SeqCst)
                || counters.mems.walked() >= stretch
                || begun.elapsed() >= SAVE_EVERY;
            if is_over {
                return ControlFlow::Break(());
            }
            *self.slots[slot].look() = Some(Look {
                number,
                mems: counters.mems.clone(),
                solutions: counters.solutions.clone(),
            });
            ControlFlow::Continue(())
        })
    }
}

/// Stops the workers when its scope ends, even by a panic.
struct StopAtEnd<'s, 'w>(&'s Shared<'w>);

impl Drop for StopAtEnd<'_, '_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::SeqCst);
        self.0.raise_flags();
    }
}
