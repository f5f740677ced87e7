//! Does a solution stream hold? This module uses only bytes and the `.dlx` language,
//! and nothing of the search, so that it cannot share the search's errors.
//!
//! A stream holds if every solution does ([`Judge`] says when), if the numbers
//! are M, 2M, 3M, ..., and if no solution comes more often than it should
//! (`repeats.rs` finds those). In a sample numbers only rise, and what comes again
//! with its number is the same solution.
//!
//! And does a diagram hold all solutions of a problem, each once? (`diagram.rs`)

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod diagram;
mod fingerprint;
mod judge;
// Repeats in long streams go to temporary files, which only programs have.
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
