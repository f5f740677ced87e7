//! `dlx count --disk`: states that do not fit into memory go to files in a folder.
//!
//! Each part of the problem has a folder of its own with its runs and a note. The note says which
//! runs belong to the last finished step. One more folder has the numbers of parts that are done. A
//! note replaces the one before it atomically, so a count that was killed at any moment continues
//! with `--resume`.

use super::in_parts::{self, PartsArgument};
use super::limits::Clock;
use crate::answers::Stopped;
use crate::answers::count::Counted;
use crate::answers::on_disk::count_with_stores;
use crate::answers::states::disk::{Fault, Source, Store, sum_of};
use crate::cli::arguments::size::parse_size;
use crate::cli::{Failure, exit};
use crate::format::Problem;
use crate::text::own::{Holder, foreign, holder, renew};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Where states go that do not fit into memory.
#[derive(clap::Args, Debug)]
pub struct DiskArgument {
    /// Write the states of layers that do not fit into --memory to sorted files in DIR, which is
    /// made if it is not there; every ten seconds write copies of the others, for --resume. All
    /// files are removed when the count is done
    #[arg(long, value_name = "DIR")]
    #[arg(conflicts_with_all = ["options", "order", "certificate", "by_cost"])]
    pub disk: Option<PathBuf>,

    /// With --disk: the most bytes that the files may take, such as 500M, 20G
    #[arg(long, value_name = "SIZE", requires = "disk", value_parser = parse_size)]
    disk_limit: Option<usize>,

    /// With --disk: continue a count that was stopped or killed, after the last layer that was
    /// noted; --memory and --threads may be others
    #[arg(long, requires = "disk")]
    resume: bool,

    /// With --disk: say every SECONDS on stderr how far it has come: the layer, its states, and a
    /// forecast, which gets better on the way
    #[arg(long, value_name = "SECONDS", requires = "disk")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    progress: Option<u32>,

    #[command(flatten)]
    parts: PartsArgument,
}

impl DiskArgument {
    /// Counts with the states that do not fit into memory in a folder.
    ///
    /// # Errors
    /// If the folder is in use, full, damaged or another problem's, or if a limit ends the count.
    pub fn count(
        &self,
        folder: &Path,
        clock: &Clock,
        problem: &Problem,
    ) -> Result<Counted, Failure> {
        if let Some(part) = self.parts.part {
            return self.parts.count(part, self, folder, clock, problem);
        }
        let failed = |error| Failure::writing(folder.display(), &error);
        fs::create_dir_all(folder).map_err(failed)?;
        must_be_free(folder, &NAMES)?;
        let lock = lock(folder)?;
        let name = format!("{HEAD}\n{:016x}\n", sum_of(&problem.to_string()));
        let shared = self.shared(folder, name, 1, clock);
        self.look(&shared, lock.was_there)?;
        let counted = clock.deeply_with(self.every(), |limits| {
            let stores = |part: &str| Box::new(Folder::new(part, &shared)) as Box<dyn Store>;
            count_with_stores(problem, &stores, limits)
        });
        let counted = counted.map_err(|(fault, unfinished)| {
            let known = match unfinished.at_least {
                least if least == 0 => String::new(),
                least => format!("; at least {least}"),
            };
            self.failure(fault, &shared, clock, &known)
        })?;
        shared.clear().map_err(failed)?;
        lock.remove().map_err(failed)?;
        Ok(counted)
    }

    /// The state that all components share, for one job of several on the same disk.
    pub(super) fn shared(
        &self,
        folder: &Path,
        name: String,
        jobs: usize,
        clock: &Clock,
    ) -> Arc<Shared> {
        Arc::new(Shared {
            folder: folder.to_owned(),
            name,
            jobs: jobs as u64,
            used: AtomicU64::new(0),
            limit: self.disk_limit.map_or(u64::MAX, |limit| limit as u64),
            warned: AtomicU64::new(0),
            has_forgone: AtomicBool::new(false),
            is_over: Box::new(clock.watch()),
        })
    }

    /// How often to say how far it has come.
    pub(super) fn every(&self) -> Option<Duration> {
        self.progress.map(u64::from).map(Duration::from_secs)
    }

    /// Checks that the files in the folder, if any, belong to this problem, and that the user wants
    /// to continue. If a count `was_there` but did not reach its first note, its files are removed.
    fn look(&self, shared: &Arc<Shared>, was_there: bool) -> Result<(), Failure> {
        let (folder, place) = (&shared.folder, shared.folder.display());
        let failed = |error| Failure::writing(place.to_string(), &error);
        let name = match fs::read_to_string(folder.join(PROBLEM)) {
            Ok(name) => name,
            // Runs without any note are useless.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return match was_there {
                    true => shared.clear().map_err(failed),
                    false => Ok(()),
                };
            }
            Err(error) => return Err(failed(error)),
        };
        if let Some(jobs) = in_parts::jobs_of(&name) {
            return Err(Failure::new(format_args!(
                "{place} has a count in {jobs} parts: see --part, or take another folder"
            )));
        }
        match name == shared.name {
            false => Err(Failure::new(format_args!("{place}: {}", Fault::Foreign))),
            true if !self.resume => Err(Failure::new(format_args!(
                "{place} has a count that was stopped: continue it with --resume, or remove the \
                 folder"
            ))),
            true => Ok(()),
        }
    }

    /// Why there is no number, and how to continue.
    pub(super) fn failure(
        &self,
        fault: Fault,
        shared: &Shared,
        clock: &Clock,
        known: &str,
    ) -> Failure {
        let place = shared.folder.display();
        let resume = match shared.folder.join(PROBLEM).exists() {
            true if self.parts.part.is_some() => "; the same command continues".to_owned(),
            true => format!("; --resume continues with the files in {place}"),
            false => String::new(),
        };
        match fault {
            Fault::Stopped(why) => clock.stopped(why, &format!("{known}{resume}")),
            Fault::Store(..) if clock.is_over() => {
                clock.stopped(Stopped::Limit, &format!("{known}{resume}"))
            }
            Fault::Store(name, error) if is_full(&error) => {
                Failure::new(format_args!("{place}: {name}: {error}{resume}"))
                    .with_status(exit::STOPPED)
            }
            fault @ Fault::NoRoom { .. } => {
                let limit = match self.disk_limit {
                    Some(_) => "; see --disk-limit",
                    None => "",
                };
                Failure::new(format_args!("{place}: {fault}{limit}{resume}"))
                    .with_status(exit::STOPPED)
            }
            fault @ Fault::Waits { .. } => {
                Failure::new(format_args!("{place}: {fault}{resume}")).with_status(exit::NOT_YET)
            }
            fault => Failure::new(format_args!("{place}: {fault}")),
        }
    }
}

/// The names of files that a count uses in the whole folder.
pub(super) const NAMES: [&str; 3] = [PROBLEM, NEXT_PROBLEM, LOCK];

/// Refuses a folder that has files of these names that are not a count's.
pub(super) fn must_be_free(folder: &Path, names: &[&str]) -> Result<(), Failure> {
    let old = folder.join("part-0").join(NOTE);
    if old.exists() {
        return Err(Failure::new(format_args!(
            "{}: this was written by an older version; remove the folder",
            old.display()
        )));
    }
    for &name in names {
        let path = folder.join(name);
        match holder(&path, MARK) {
            Ok(Holder::Nobody | Holder::Own { .. }) => {}
            Ok(Holder::Other) => {
                return Err(Failure::new(format_args!(
                    "{}: a count needs this name, and the file is of something else; take another \
                     folder, or remove the file",
                    path.display()
                )));
            }
            // Some systems let nobody read a file that another count has locked.
            Err(_) if name == LOCK => {}
            Err(error) => return Err(Failure::reading(path.display(), &error)),
        }
    }
    Ok(())
}

/// Keeps other counts out of a folder: two in one would write over each other's files.
pub(super) struct Lock {
    /// Locked as long as it is open.
    _file: File,
    path: PathBuf,
    /// Whether an earlier count made it.
    was_there: bool,
    /// Whether it is removed when the count is done.
    goes: bool,
}

impl Lock {
    fn remove(self) -> io::Result<()> {
        match self.goes {
            true => remove(&self.path),
            false => Ok(()),
        }
    }
}

/// Locks a folder that [is free](must_be_free).
pub(super) fn lock(folder: &Path) -> Result<Lock, Failure> {
    let path = folder.join(LOCK);
    let failed = |error| Failure::writing(path.display(), &error);
    let (mut file, is_new) = match File::create_new(&path) {
        Ok(file) => (file, true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Some network file systems lock only files that are open for writing.
            let opened = File::options().read(true).write(true).open(&path);
            (opened.map_err(failed)?, false)
        }
        Err(error) => return Err(failed(error)),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(Failure::new(format_args!(
                "{}: another count is at work here",
                folder.display()
            )));
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    let was_there = match is_new {
        true => {
            file.write_all(MARK).map_err(failed)?;
            false
        }
        // A count that was killed at once leaves an empty one, and so does an older version.
        false => {
            let is_empty = file.metadata().map_err(failed)?.len() == 0;
            !is_empty || has_own_names(folder).map_err(failed)?
        }
    };
    Ok(Lock {
        _file: file,
        path,
        was_there,
        goes: is_new || was_there,
    })
}

/// Whether a count uses all names in a folder.
fn has_own_names(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().into_string().unwrap_or_default();
        if !NAMES.contains(&&*name) && !is_part(&name) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether there is no room for a file.
fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// The names of files in a part's folder. Runs have their own names.
pub(super) const NOTE: &str = "note";
const NEXT_NOTE: &str = "note.next";
/// Held by the count that is at work in the whole folder.
const LOCK: &str = "lock";
/// Says which problem the whole folder belongs to.
pub(super) const PROBLEM: &str = "problem";
pub(super) const NEXT_PROBLEM: &str = "problem.next";
/// The first line of that.
pub(super) const HEAD: &str = "dlx count --disk 2";
/// All files but runs begin with this.
const MARK: &[u8] = b"dlx count --disk 2";

/// A run has the numbers of its step and its own.
fn is_run(name: &str) -> bool {
    let numbers = name
        .strip_suffix(".run")
        .and_then(|run| run.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.is_some_and(|(step, number)| is_number(step) && is_number(number))
}

/// The name of a part has 16 hexadecimal digits.
fn is_part(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The state that all parts share.
pub(super) struct Shared {
    folder: PathBuf,
    /// The name of the problem.
    name: String,
    /// How many jobs share the disk, each with about as many files.
    jobs: u64,
    /// The bytes that the files of all parts take, and may take.
    used: AtomicU64,
    limit: u64,
    /// The missing bytes that the user was last warned of.
    warned: AtomicU64,
    /// Whether the user was told that a note could not be written.
    has_forgone: AtomicBool,
    /// Whether the count must end: writing the tables of a large memory takes long.
    is_over: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Shared {
    /// The bytes that there is room for, if known.
    fn room(&self) -> Option<u64> {
        let limited = self.limit.saturating_sub(self.used.load(Ordering::Relaxed));
        match free(&self.folder) {
            Some(free) => Some((free / self.jobs).min(limited)),
            None => (self.limit < u64::MAX).then_some(limited),
        }
    }

    /// Removes all files of all parts.
    fn clear(self: &Arc<Self>) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name().into_string().unwrap_or_default();
            let part = Folder::new(&name, self);
            if is_part(&name) && part.is_own()? {
                part.clear()?;
            }
        }
        remove(&self.folder.join(PROBLEM))
    }
}

/// The note in a folder, if there is one.
pub(super) fn read_note(folder: &Path) -> io::Result<Option<String>> {
    use io::ErrorKind::{InvalidData, NotFound, StaleNetworkFileHandle};
    match fs::read_to_string(folder.join(NOTE)) {
        Ok(note) => Ok(Some(note)),
        // Another machine has just replaced it: it will be there at the next look.
        Err(error) if matches!(error.kind(), NotFound | StaleNetworkFileHandle) => Ok(None),
        // A file that is no text is no note.
        Err(error) if error.kind() == InvalidData => Ok(Some(String::new())),
        Err(error) => Err(error),
    }
}

/// Writes a file as a whole or not at all: first under another name.
pub(super) fn put_file(path: &Path, next: &Path, text: &str) -> io::Result<()> {
    if holder(next, MARK)? == Holder::Other {
        return Err(foreign());
    }
    let mut file = renew(next)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(next, path)?;
    match path.parent().filter(|_| cfg!(unix)) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// How many bytes the file system has left for this user.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let about = rustix::fs::statvfs(folder).ok()?;
    about.f_bavail.checked_mul(about.f_frsize)
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// The runs of a part, each in a file.
pub(super) struct Folder {
    path: PathBuf,
    shared: Arc<Shared>,
    is_swept: AtomicBool,
    /// Runs that may not be on the disk yet.
    unsynced: Mutex<BTreeSet<String>>,
}

impl Folder {
    pub(super) fn new(part: &str, shared: &Arc<Shared>) -> Self {
        Folder {
            path: shared.folder.join(part),
            shared: shared.clone(),
            is_swept: AtomicBool::new(false),
            unsynced: Mutex::default(),
        }
    }

    fn unsynced(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.unsynced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is a folder that holds only a count's files.
    fn is_own(&self) -> io::Result<bool> {
        if !fs::symlink_metadata(&self.path)?.is_dir() {
            return Ok(false);
        }
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let is_own = match &*entry.file_name().into_string().unwrap_or_default() {
                NOTE | NEXT_NOTE => holder(&entry.path(), MARK)? != Holder::Other,
                name => is_run(name) && entry.file_type()?.is_file(),
            };
            if !is_own {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes runs that no note names: the step that wrote them was not noted. Returns how many
    /// bytes they had.
    fn sweep(&self, note: &str) -> io::Result<u64> {
        let mut removed = 0;
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name().into_string().unwrap_or_default();
            let Some(run) = name.strip_suffix(".run").filter(|_| is_run(&name)) else {
                continue;
            };
            let line = format!("run {} ", run.replace('-', " "));
            match note.lines().any(|noted| noted.starts_with(&line)) {
                true => {
                    let bytes = entry.metadata()?.len();
                    self.shared.used.fetch_add(bytes, Ordering::Relaxed);
                }
                false => {
                    removed += entry.metadata()?.len();
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(removed)
    }
}

impl Store for Folder {
    fn create(&self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        fs::create_dir_all(&self.path)?;
        let file = renew(&self.path.join(name))?;
        self.unsynced().insert(name.to_owned());
        Ok(Box::new(Growing {
            file,
            shared: self.shared.clone(),
        }))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        Ok(Box::new(Opened::new(File::open(self.path.join(name))?)))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let path = self.path.join(name);
        let length = match fs::metadata(&path) {
            Ok(file) => file.len(),
            // The count was killed after it had removed the run, and before the next note.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        fs::remove_file(path)?;
        self.unsynced().remove(name);
        self.shared.used.fetch_sub(length, Ordering::Relaxed);
        Ok(())
    }

    fn note(&self, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        for name in std::mem::take(&mut *self.unsynced()) {
            File::open(self.path.join(name))?.sync_data()?;
        }
        put_file(&self.path.join(NOTE), &self.path.join(NEXT_NOTE), text)?;
        let problem = self.shared.folder.join(PROBLEM);
        match problem.exists() {
            true => Ok(()),
            // A partly written name would look like another problem's.
            false => {
                let next = self.shared.folder.join(NEXT_PROBLEM);
                put_file(&problem, &next, &self.shared.name)
            }
        }
    }

    fn noted(&self) -> io::Result<Option<String>> {
        let note = read_note(&self.path)?;
        if self.path.exists() && !self.is_swept.swap(true, Ordering::Relaxed) {
            self.sweep(note.as_deref().unwrap_or_default())?;
        }
        Ok(note)
    }

    /// The note is removed first: runs without a note are useless, but a note without its runs
    /// would be damage.
    fn clear(&self) -> io::Result<()> {
        if !self.path.exists() {
            return Ok(());
        }
        remove(&self.path.join(NOTE))?;
        remove(&self.path.join(NEXT_NOTE))?;
        let removed = self.sweep("")?;
        let less = |used: u64| Some(used.saturating_sub(removed));
        _ = (self.shared.used).fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        match fs::remove_dir(&self.path) {
            // Somebody has put something else there.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed,
        }
    }

    fn room(&self) -> Option<u64> {
        self.shared.room()
    }

    fn forgo(&self, why: &Fault) {
        // A write that was abandoned because the count ends is no news.
        let is_over = (self.shared.is_over)();
        if !is_over && !self.shared.has_forgone.swap(true, Ordering::Relaxed) {
            let place = self.shared.folder.display();
            // If this fails, nothing else is lost.
            _ = writeln!(
                io::stderr(),
                "dlx: {place}: {why}; the count continues without a note of what is done"
            );
        }
    }

    fn foresee(&self, more: u64) {
        let missing = match self.shared.room() {
            Some(room) => more.saturating_sub(room),
            None => 0,
        };
        // Warn again when it has become much worse.
        let warned = self.shared.warned.load(Ordering::Relaxed);
        if missing > 2 * warned {
            self.shared.warned.store(missing, Ordering::Relaxed);
            let place = self.shared.folder.display();
            let (more, missing) = (for_people(more), for_people(missing));
            // Who does not read it misses nothing else.
            _ = writeln!(
                io::stderr(),
                "dlx: {place}: the files may take {more} more; {missing} of that are missing"
            );
        }
    }
}

/// A number of bytes that is a forecast.
fn for_people(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} KB", bytes.div_ceil(1000)),
        1_000_000..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", bytes.div_ceil(1_000_000_000)),
    }
}

/// A run that is being written.
struct Growing {
    file: File,
    shared: Arc<Shared>,
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Shared {
            used,
            limit,
            is_over,
            ..
        } = &*self.shared;
        if is_over() {
            return Err(io::Error::other("the count was stopped"));
        }
        let before = used.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        if before.saturating_add(bytes.len() as u64) > *limit {
            used.fetch_sub(bytes.len() as u64, Ordering::Relaxed);
            let full = io::ErrorKind::StorageFull;
            return Err(io::Error::new(full, "more than --disk-limit allows"));
        }
        let written = self.file.write(bytes);
        let unwritten = bytes.len() - written.as_ref().map_or(0, |&written| written);
        used.fetch_sub(unwritten as u64, Ordering::Relaxed);
        written
    }

    /// A run is synced before a note names it, and not here.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A run that is read by several threads.
#[cfg(unix)]
pub(super) struct Opened(File);

#[cfg(unix)]
impl Opened {
    pub(super) fn new(file: File) -> Self {
        Opened(file)
    }
}

#[cfg(unix)]
impl Source for Opened {
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, bytes, at)
    }
}

#[cfg(not(unix))]
pub(super) struct Opened(Mutex<File>);

#[cfg(not(unix))]
impl Opened {
    pub(super) fn new(file: File) -> Self {
        Opened(Mutex::new(file))
    }
}

#[cfg(not(unix))]
impl Source for Opened {
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        use io::{Read, Seek, SeekFrom};
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}
