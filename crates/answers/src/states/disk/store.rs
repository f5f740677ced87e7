//! The interface of a disk for a count: files by name, and a note of which files belong together.

use crate::Stopped;
use std::fmt;
use std::io::{self, Write};

/// Keeps runs by name, and a note that lists them. Several threads may use it.
pub trait Store: Send + Sync {
    /// Begins a run, replacing any run of this name.
    ///
    /// # Errors
    /// If it cannot be written.
    fn create(&self, name: &str) -> io::Result<Box<dyn Write + Send>>;
    /// Opens a run for reading.
    ///
    /// # Errors
    /// If it is missing, or cannot be read.
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>>;
    /// Drops a run.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Replaces the note. Whatever happens, either the old or the new note is there afterwards, and
    /// so are all present runs.
    ///
    /// # Errors
    /// If it cannot be written.
    fn note(&self, text: &str) -> io::Result<()>;
    /// The last note, if there is one. Runs that it does not list may be removed.
    ///
    /// # Errors
    /// If it cannot be read.
    fn noted(&self) -> io::Result<Option<String>>;
    /// Drops all runs and the note.
    ///
    /// # Errors
    /// If they cannot be removed.
    fn clear(&self) -> io::Result<()>;
    /// The free space in bytes, if known.
    fn room(&self) -> Option<u64> {
        None
    }
    /// Is told again and again how many more bytes there will be at most, estimated.
    fn foresee(&self, _more: u64) {}
    /// Is told why a note was not written. The count continues; a kill would lose more of it.
    fn forgo(&self, _why: &Fault) {}
}

/// A run that is read.
pub trait Source: Send + Sync {
    /// Fills `bytes` from an offset.
    ///
    /// # Errors
    /// If there are too few bytes, or if they cannot be read.
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()>;
}

/// Why there is no count.
#[derive(Debug)]
pub enum Fault {
    /// A run cannot be written or read.
    Store(String, io::Error),
    /// A run or the note has changed since it was written.
    Damaged(String),
    /// The content of the store belongs to another problem, or was written by another version.
    Foreign,
    /// The note of another part, counted from 0, belongs to another count.
    ForeignPart(usize),
    /// Another part, counted from 0, is at a layer for which this part's files should exist but do
    /// not.
    Lost(usize, usize),
    /// A number is too long.
    TooWide,
    /// States are too long in every order.
    NoOrder,
    /// Other parts have not reached a layer.
    Waits {
        /// The layer.
        layer: usize,
        /// The number of layers.
        layers: usize,
        /// The parts, counted from 0.
        parts: Vec<usize>,
    },
    /// The disk has too little space for a layer.
    NoRoom {
        /// The layer.
        layer: usize,
        /// The number of layers.
        layers: usize,
        /// The bytes that it certainly needs.
        wanted: u64,
        /// The free space in bytes.
        room: u64,
    },
    /// The limits ended the count.
    Stopped(Stopped),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(name, error) => write!(f, "{name}: {error}"),
            Self::Damaged(name) => write!(f, "{name} is damaged"),
            Self::Foreign => {
                f.write_str("these runs belong to another problem, or are of another version")
            }
            Self::ForeignPart(part) => write!(
                f,
                "part {} counts another problem or in another way, or is of another version",
                part + 1
            ),
            Self::Lost(part, layer) => write!(
                f,
                "part {} is at layer {layer}, and what this part had done by then is gone: all parts \
                 must begin again, in another folder",
                part + 1
            ),
            Self::TooWide => f.write_str("numbers are too long for runs"),
            Self::NoOrder => f.write_str("states are too long to go layer by layer, in any order"),
            Self::Waits {
                layer,
                layers,
                parts,
            } => {
                let those: Vec<String> = parts.iter().map(|part| (part + 1).to_string()).collect();
                let parts = if those.len() == 1 { "part" } else { "parts" };
                let those = those.join(", ");
                write!(f, "layer {layer} of {layers} waits for {parts} {those}")
            }
            Self::NoRoom {
                layer,
                layers,
                wanted,
                room,
            } => write!(
                f,
                "layer {layer} of {layers} takes {wanted} bytes or more, and there is room for \
                 {room}: {} are missing",
                wanted.saturating_sub(*room)
            ),
            Self::Stopped(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}
