//! Around a search: how large it will be, what a run tells, and a search in parts.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod estimate;
pub mod parts;
pub mod report;
