//! What surrounds a search: an estimate of its size, what a run prints, and a search in parts.

// Module docs link private items, which `--document-private-items` shows.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod estimate;
pub mod parts;
pub mod report;
