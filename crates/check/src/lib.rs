//! Does a solution stream hold? This package uses only bytes and the `.dlx` language, nothing of
//! the search, so it cannot share the search's errors.
//!
//! A stream holds if every solution does (see [`Judge`]), its numbers are M, 2M, 3M, ..., and no
//! solution comes more often than it should (see `repeats.rs`). In a sample, numbers only have to
//! rise, and a solution may come again with its number.
//!
//! Does a diagram have all solutions of a problem, each once? (See `diagram.rs`.)

// Module docs link private items; `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod diagram;
mod fingerprint;
mod judge;
// Repeats in long streams use temporary files, which only programs have.
#[cfg(feature = "files")]
mod repeats;
#[cfg(feature = "files")]
mod stream;

pub use diagram::{DiagramError, DiagramFault, Proved, check_diagram};
pub use judge::{Judge, Reason};
#[cfg(feature = "files")]
pub use repeats::Repeats;
#[cfg(feature = "files")]
pub use stream::{CheckError, Settings, check};
