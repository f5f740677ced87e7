//! `dlx count --disk`: states that do not fit into memory, as files of a folder.
//!
//! Each part of the problem has a folder of its own with its runs, and a note that says which of
//! them belong to the last step that was done. A note takes the place of the one before it at
//! once, so a count that was killed at any moment continues with `--resume`.

use super::limits::Clock;
use crate::answers::Stopped;
use crate::answers::count::Counted;
use crate::answers::on_disk::count_with_store;
use crate::answers::states::disk::{Fault, Store};
use crate::cli::size::parse_size;
use crate::cli::{Failure, exit};
use crate::format::Problem;
use std::cell::Cell;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Where states go that do not fit into memory.
#[derive(clap::Args, Debug)]
pub struct DiskArgument {
    /// Go layer by layer in the order with the narrowest front, on one thread; states that do not
    /// fit into --memory go to sorted files in DIR, which is made if it is not there. When the
    /// count is done, they are removed
    #[arg(long, value_name = "DIR")]
    #[arg(conflicts_with_all = ["options", "order", "certificate", "by_cost"])]
    pub disk: Option<PathBuf>,

    /// With --disk: the most bytes that the files may take, such as 500M, 20G
    #[arg(long, value_name = "SIZE", requires = "disk", value_parser = parse_size)]
    disk_limit: Option<usize>,

    /// With --disk: continue a count that was stopped or killed, after its last layer that was
    /// done; --memory may be another one
    #[arg(long, requires = "disk")]
    resume: bool,
}

impl DiskArgument {
    /// Counts with the states in a folder.
    ///
    /// # Errors
    /// If the folder is in use, full, damaged or another problem's, or if a limit ends the count.
    pub fn count(
        &self,
        folder: &Path,
        clock: &Clock,
        problem: &Problem,
    ) -> Result<Counted, Failure> {
        let failed = |error| Failure::writing(folder.display(), &error);
        fs::create_dir_all(folder).map_err(failed)?;
        let _lock = self.lock(folder)?;
        let is_begun = folder.join(part_name(0)).join(NOTE).exists();
        if is_begun && !self.resume {
            return Err(Failure::new(format_args!(
                "{} has a count that was stopped: continue it with --resume, or remove the folder",
                folder.display()
            )));
        }
        let room = Room {
            used: Rc::new(Cell::new(0)),
            limit: self.disk_limit.map_or(u64::MAX, |limit| limit as u64),
        };
        let mut parts = 0;
        let counted = clock.within(|limits| {
            let mut store = |part: usize| {
                parts = parts.max(part + 1);
                let folder = folder.join(part_name(part));
                Box::new(Folder::new(folder, room.clone())) as Box<dyn Store>
            };
            count_with_store(problem, &mut store, limits)
        });
        let counted = counted.map_err(|fault| self.failure(fault, folder, clock))?;
        for part in 0..parts {
            Folder::new(folder.join(part_name(part)), room.clone())
                .clear()
                .map_err(failed)?;
        }
        fs::remove_file(folder.join(LOCK)).map_err(failed)?;
        Ok(counted)
    }

    /// Two counts in one folder would write over each other's files.
    fn lock(&self, folder: &Path) -> Result<File, Failure> {
        let path = folder.join(LOCK);
        let failed = |error| Failure::writing(path.display(), &error);
        let lock = File::create(&path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(Failure::new(format_args!(
                "{}: another count is at work here",
                folder.display()
            ))),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    fn failure(&self, fault: Fault, folder: &Path, clock: &Clock) -> Failure {
        let place = folder.display();
        match fault {
            Fault::Stopped(Stopped::Memory) => clock.stopped(Stopped::Memory, ""),
            Fault::Stopped(why) => clock.stopped(
                why,
                &format!("; --resume continues with the files in {place}"),
            ),
            Fault::Store(name, error) if is_full(&error) => Failure::new(format_args!(
                "{place}: {name}: {error}; with more room, --resume continues"
            ))
            .with_status(exit::STOPPED),
            fault => Failure::new(format_args!("{place}: {fault}")),
        }
    }
}

/// Whether there is no room for a file.
fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// The names of files in a part's folder. Runs have their own names.
const NOTE: &str = "note";
const NEXT_NOTE: &str = "note.next";
/// Held by the count that is at work in the whole folder.
const LOCK: &str = "lock";

fn part_name(part: usize) -> String {
    format!("part-{part}")
}

/// What the files of all parts take, and may take.
#[derive(Clone)]
struct Room {
    used: Rc<Cell<u64>>,
    limit: u64,
}

/// The runs of a part, each in a file.
struct Folder {
    path: PathBuf,
    room: Room,
}

impl Folder {
    fn new(path: PathBuf, room: Room) -> Self {
        Folder { path, room }
    }

    /// Removes files that no note names: runs of a step that was not done.
    fn sweep(&self, note: &str) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name().into_string().unwrap_or_default();
            let Some(run) = name.strip_suffix(".run") else {
                continue;
            };
            let line = format!("run {} ", run.replace('-', " "));
            match note.lines().any(|noted| noted.starts_with(&line)) {
                true => {
                    let used = self.room.used.get() + entry.metadata()?.len();
                    self.room.used.set(used);
                }
                false => fs::remove_file(entry.path())?,
            }
        }
        Ok(())
    }

    /// Removes all files of the part, the note last.
    fn clear(&self) -> io::Result<()> {
        if !self.path.exists() {
            return Ok(());
        }
        self.sweep("")?;
        for name in [NEXT_NOTE, NOTE] {
            match fs::remove_file(self.path.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        fs::remove_dir(&self.path)
    }
}

impl Store for Folder {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>> {
        fs::create_dir_all(&self.path)?;
        Ok(Box::new(Growing {
            file: File::create(self.path.join(name))?,
            room: self.room.clone(),
        }))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(self.path.join(name))?))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        let path = self.path.join(name);
        let length = match fs::metadata(&path) {
            Ok(file) => file.len(),
            // The count was killed after it had removed the run, and before the next note.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        fs::remove_file(path)?;
        let used = self.room.used.get().saturating_sub(length);
        self.room.used.set(used);
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        let next = self.path.join(NEXT_NOTE);
        let mut file = File::create(&next)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(next, self.path.join(NOTE))?;
        // The name is on the disk only when the folder is.
        #[cfg(unix)]
        File::open(&self.path)?.sync_all()?;
        Ok(())
    }

    fn noted(&self) -> io::Result<Option<String>> {
        let note = match fs::read_to_string(self.path.join(NOTE)) {
            Ok(note) => Some(note),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if self.path.exists() {
            self.sweep(note.as_deref().unwrap_or_default())?;
        }
        Ok(note)
    }
}

/// A run that is being written. At its end it is on the disk, before a note names it.
struct Growing {
    file: File,
    room: Room,
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.room.used.get().saturating_add(bytes.len() as u64) > self.room.limit {
            let full = io::ErrorKind::StorageFull;
            return Err(io::Error::new(full, "more than --disk-limit allows"));
        }
        let written = self.file.write(bytes)?;
        self.room.used.set(self.room.used.get() + written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }
}
