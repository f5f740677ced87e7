//! Everything that depends on the operating system: the process's own streams, names of files, the
//! signal that asks for a report. Unix has all of it; other systems get plain substitutes.
//!
//! The files come in pairs with the same functions, so no other code needs to know the system.

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
