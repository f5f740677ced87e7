//! What systems do each in their own way: the process's own streams, names of files, the signal
//! that asks for a report. Unix has all of it; elsewhere plain substitutes take its place.
//!
//! The files come in pairs with the same functions, so nothing else needs to know which system this
//! is.

#[cfg(not(unix))]
#[path = "other_files.rs"]
mod files;
#[cfg(unix)]
#[path = "unix_files.rs"]
mod files;
#[cfg(all(feature = "programs", not(unix)))]
#[path = "other_streams.rs"]
mod streams;
#[cfg(all(feature = "programs", unix))]
#[path = "unix_streams.rs"]
mod streams;

pub use files::*;
#[cfg(feature = "programs")]
pub use streams::*;
