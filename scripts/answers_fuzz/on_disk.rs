//! Counts whose states go to a store. Either none fit into memory, so that each layer is written;
//! or all fit, and each layer is noted.

use super::checks::{Asked, Checked, is};
use dlx3::answers::Limits;
use dlx3::answers::on_disk::count_with_stores;
use dlx3::answers::states::disk::{Fault, Source, Store};
use dlx3::answers::tuning::Tuning;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Runs in memory, by part and name. After some steps the shelf fails. Its files are then those
/// that a killed process leaves.
#[derive(Clone, Default)]
pub struct Shelf {
    files: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    pub left: Arc<AtomicU32>,
}

impl Shelf {
    fn files(&self) -> MutexGuard<'_, HashMap<String, Vec<u8>>> {
        self.files.lock().expect("nobody has panicked")
    }

    /// Counts a step; fails if none is left.
    pub fn step(&self) -> io::Result<()> {
        let less = |left: u32| left.checked_sub(1);
        let left = (self.left).fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        left.map(|_| ()).map_err(|_| io::Error::other(KILLED))
    }

    pub fn copied(&self) -> Self {
        Shelf {
            files: Arc::new(Mutex::new(self.files().clone())),
            left: Arc::new(AtomicU32::new(u32::MAX)),
        }
    }

    /// Flips a byte of some file, if there is one; returns its name.
    pub fn flip(&self, dice: u32) -> Option<String> {
        let mut files = self.files();
        let mut places: Vec<String> = files.keys().cloned().collect();
        places.sort();
        let place = places.get(dice as usize % places.len().max(1))?;
        let bytes = files.get_mut(place)?;
        if !bytes.is_empty() {
            let at = dice.wrapping_mul(2_654_435_761) as usize % bytes.len();
            bytes[at] ^= if place.ends_with("note") { 1 } else { 16 };
        }
        Some(place.clone())
    }
}

pub const KILLED: &str = "the process was killed";

/// The runs of a part.
pub struct Room {
    shelf: Shelf,
    part: String,
}

impl Room {
    pub fn new(shelf: &Shelf, part: &str) -> Self {
        Room {
            shelf: shelf.clone(),
            part: part.to_owned(),
        }
    }

    /// The note, if there is one.
    pub fn note_there(&self) -> Option<String> {
        let note = self.shelf.files().get(&self.place("note")).cloned();
        note.map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    fn place(&self, name: &str) -> String {
        format!("{}/{name}", self.part)
    }
}

/// A run that is being written.
struct Growing(Shelf, String);

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A killed process may leave a part of it.
        let done = self.0.step();
        let bytes = match done.is_ok() {
            true => bytes,
            false => &bytes[..bytes.len() / 2],
        };
        let mut files = self.0.files();
        files.entry(self.1.clone()).or_default().extend(bytes);
        done.map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.step()
    }
}

/// A run that is read.
struct Opened(Vec<u8>);

impl Source for Opened {
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        let read = self.0.get(at as usize..at as usize + bytes.len());
        bytes.copy_from_slice(read.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl Store for Room {
    fn create(&self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        self.shelf.step()?;
        let place = self.place(name);
        self.shelf.files().insert(place.clone(), Vec::new());
        Ok(Box::new(Growing(self.shelf.clone(), place)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        self.shelf.step()?;
        let run = self.shelf.files().get(&self.place(name)).cloned();
        Ok(Box::new(Opened(run.ok_or(io::ErrorKind::NotFound)?)))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.shelf.step()?;
        self.shelf.files().remove(&self.place(name));
        Ok(())
    }

    fn note(&self, text: &str) -> io::Result<()> {
        self.shelf.step()?;
        self.shelf.files().insert(self.place("note"), text.into());
        Ok(())
    }

    /// Removes runs that no note names, as a folder does.
    fn noted(&self) -> io::Result<Option<String>> {
        let note = self.note_there();
        let mut files = self.shelf.files();
        let begin = format!("{}/", self.part);
        files.retain(|place, _| match place.strip_prefix(&begin) {
            Some("note") | None => true,
            Some(run) => {
                let run = run.trim_end_matches(".run").replace('-', " ");
                let line = format!("run {run} ");
                let mut lines = note.iter().flat_map(|note| note.lines());
                lines.any(|noted| noted.starts_with(&line))
            }
        });
        Ok(note)
    }

    fn clear(&self) -> io::Result<()> {
        let begin = format!("{}/", self.part);
        self.shelf
            .files()
            .retain(|place, _| !place.starts_with(&begin));
        Ok(())
    }
}

/// A count that is killed after `left` steps of the store.
fn count(asked: &Asked<'_>, shelf: &Shelf, threads: usize, left: u32) -> Result<String, Fault> {
    shelf.left.store(left, Ordering::Relaxed);
    let stores = |part: &str| Box::new(Room::new(shelf, part)) as Box<dyn Store>;
    let mut tuning = asked.case.tuning;
    if !asked.case.seed.is_multiple_of(5) {
        // Nothing else may find the answer sooner.
        tuning = Tuning {
            dlx3: false,
            reduce: false,
            layers_narrow: true,
            ..tuning
        };
    }
    if !asked.case.seed.is_multiple_of(3) {
        tuning.note_after = 0;
    }
    let memory = match asked.case.seed / 64 % 2 {
        0 => 1 << (6 + asked.case.seed % 8),
        _ => 1 << 24,
    };
    let mut stop = || shelf.left.load(Ordering::Relaxed) == 0;
    let mut limits = Limits {
        threads,
        tuning,
        stop: &mut stop,
        ..Limits::new(memory)
    };
    let counted = count_with_stores(&asked.problem, &stores, &mut limits);
    let counted = counted.map_err(|(fault, _)| fault)?;
    Ok(counted.number.to_string())
}

/// A count that is killed again and again continues each time. A flipped byte must be noticed.
pub fn counts(asked: &Asked<'_>) -> Checked {
    let (number, seed) = (asked.solutions.len().to_string(), asked.case.seed as u32);
    let shelf = Shelf::default();
    // Most are not killed.
    let mut left = match asked.case.seed.is_multiple_of(4) {
        true => 5 + seed % 7,
        false => u32::MAX,
    };
    for round in 0.. {
        // With threads, the order of steps differs each time.
        let threads = 1 + (seed + round) as usize % 3;
        match count(asked, &shelf, threads, left) {
            Ok(found) => {
                return is(found == number, || format!("{found} and not {number}"));
            }
            Err(Fault::Store(_, error)) if error.to_string() == KILLED => {
                damage(asked, &shelf, &number, seed + round)?;
            }
            Err(Fault::Stopped(_)) if left == u32::MAX => return Ok(()),
            Err(Fault::Stopped(_)) if shelf.left.load(Ordering::Relaxed) == 0 => {
                damage(asked, &shelf, &number, seed + round)?;
            }
            Err(fault) => return Err(fault.to_string()),
        }
        // Each time, the count is killed later.
        left = left.saturating_add(left / 2);
    }
    Ok(())
}

/// Flips a byte in a copy: the count must end with a message, unless it does not read the byte.
fn damage(asked: &Asked<'_>, shelf: &Shelf, number: &str, dice: u32) -> Checked {
    let copy = shelf.copied();
    let Some(place) = copy.flip(dice) else {
        return Ok(());
    };
    match count(asked, &copy, 1 + dice as usize % 2, u32::MAX) {
        Ok(found) => is(found == number, || {
            format!("with a flipped byte of {place}, {found} and not {number}")
        }),
        Err(Fault::Damaged(_)) => Ok(()),
        Err(fault) => Err(fault.to_string()),
    }
}
