//! What a count needs of a disk: files by name, and a note of which of them belong together.

use crate::Stopped;
use std::fmt;
use std::io::{self, Write};

/// Keeps runs, and a note of which there are, by their names. Several threads may use it.
pub trait Store: Send + Sync {
    /// Begins a run, which takes the place of one of that name.
    ///
    /// # Errors
    /// If it cannot be written.
    fn create(&self, name: &str) -> io::Result<Box<dyn Write + Send>>;
    /// A run to be read.
    ///
    /// # Errors
    /// If it is not there, or cannot be read.
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>>;
    /// Drops a run.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Takes a note in the place of the last one: whatever happens, one of the two is there, and
    /// all runs that are there now.
    ///
    /// # Errors
    /// If it cannot be written.
    fn note(&self, text: &str) -> io::Result<()>;
    /// The last note, if there is one. Runs that it does not name may go.
    ///
    /// # Errors
    /// If it cannot be read.
    fn noted(&self) -> io::Result<Option<String>>;
    /// Drops all runs and the note.
    ///
    /// # Errors
    /// If they cannot be removed.
    fn clear(&self) -> io::Result<()>;
    /// How many more bytes there is room for, if that is known.
    fn room(&self) -> Option<u64> {
        None
    }
    /// Is told how many more bytes there will be at the most, as far as can be told; again and
    /// again.
    fn foresee(&self, _more: u64) {}
    /// Is told that what has been done is not noted this time, and why. The count continues; if it
    /// is killed, more of it is lost.
    fn forgo(&self, _why: &Fault) {}
}

/// A run that is read.
pub trait Source: Send + Sync {
    /// Reads as many bytes as there is room for, from a place on.
    ///
    /// # Errors
    /// If there are not as many, or if they cannot be read.
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()>;
}

/// Why there is no count.
#[derive(Debug)]
pub enum Fault {
    /// A run cannot be written or read.
    Store(String, io::Error),
    /// A run or the note is not what was written.
    Damaged(String),
    /// What is in the store belongs to another problem, or was written by another version.
    Foreign,
    /// The note of another part, counted from 0, is not of the same count.
    ForeignPart(usize),
    /// Another part, counted from 0, is at a layer for which this one must have had files.
    Lost(usize, usize),
    /// A number is too long.
    TooWide,
    /// States are too long, in any order.
    NoOrder,
    /// Other parts have not come to a layer.
    Waits {
        /// The layer.
        layer: usize,
        /// How many there are.
        layers: usize,
        /// The parts, counted from 0.
        parts: Vec<usize>,
    },
    /// A layer has no room.
    NoRoom {
        /// The layer, and how many there are.
        layer: usize,
        /// How many there are.
        layers: usize,
        /// The bytes that it will surely want.
        wanted: u64,
        /// Those that there is room for.
        room: u64,
    },
    /// The limits have asked for an end.
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
