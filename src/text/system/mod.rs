//! What systems do each in their own way: the process's own streams, names of files, the signal
//! that asks for a report. Unix has all of it; elsewhere plain substitutes take its place.
//!
//! Both files have the same functions, so nothing else needs to know which system this is.

#[cfg(not(unix))]
#[path = "other.rs"]
mod this;
#[cfg(unix)]
#[path = "unix.rs"]
mod this;

pub use this::*;
